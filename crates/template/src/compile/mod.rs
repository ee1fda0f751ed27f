//! From the text of a template to its typology and settings, with all problems of the text.

mod category;
mod corrections;
mod database;
mod fields;
mod question;
mod report;
mod score;
mod settings;
mod span_roles;
mod values;

pub use self::category::identifier;

use std::collections::{HashMap, HashSet};

use self::category::PrecedingCategories;
use self::fields::SectionFields;
use self::report::{CompileReport, add_one, wrong_kind};
use super::model::{Category, LikertScale, Question, QuestionKind, Template, Typology, readable};
use super::schema;
use crate::yaml::{self, ResolvedScalar, TextLocation, YamlDocument, YamlNode, YamlValue};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::say;
use spanwise_limits::MOST_CATEGORIES;
use spanwise_text::Boundary;

/// The result of compiling a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledTemplate {
    /// The template, as far as it could be compiled; `None` if the text is not a map.
    pub template: Option<Template>,
    /// All problems, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a template. Parts with errors are left out or replaced by their defaults; all others work.
#[must_use]
pub fn compile(text: &str) -> CompiledTemplate {
    compile_with_icons(text, None)
}

/// Compiles a template; unknown icons are reported if the names of all icons are given.
#[must_use]
pub fn compile_with_icons(text: &str, icons: Option<&[String]>) -> CompiledTemplate {
    let YamlDocument { root, diagnostics: problems, .. } = yaml::read(text);
    let unreadable = root.is_none() && !problems.is_empty();
    let mut report = CompileReport::new(text, problems, icons);
    let template = match &root {
        Some(root) if !root.is_null() => template(&mut report, root),
        Some(_) | None if unreadable => None,
        Some(_) | None => {
            report.add(empty(text));
            None
        }
    };
    CompiledTemplate { template, diagnostics: report.into_diagnostics() }
}

fn empty(text: &str) -> Diagnostic {
    TextLocation::in_text(text, 0..0).error(
        "empty-template",
        say!(CompileTheTemplateIsEmpty),
        say!(CompileBeginWithTemplateNameAndEdits),
    )
}

fn template(report: &mut CompileReport<'_>, root: &YamlNode) -> Option<Template> {
    let fields = report.fields(root, &schema::TEMPLATE)?;
    let name = report.text_of(&fields, "template_name").filter(|name| !name.is_empty());
    if fields.get("template_name").is_none() && !root.cut {
        report.add(root.head().error(
            "missing-name",
            say!(CompileTheTemplateHasNoKey, key = "template_name"),
            add_one("template_name: my_task"),
        ));
    }
    let name = name.unwrap_or_else(|| "untitled".to_owned());
    let label = report.text_of(&fields, "template_label").unwrap_or_else(|| name.clone());
    let mut settings = settings::settings(report, &fields);
    let typology = typology(report, &fields, settings.tokenizer.is_some());
    settings.score = score::score(report, &fields, &typology);
    settings.corrections = corrections::corrections(report, &fields, &typology);
    Some(Template {
        description: report.text_of(&fields, "template_description"),
        typology,
        settings,
        name,
        label,
    })
}

/// `has_tokenizer`: the units of `boundary: subword` are its tokens.
fn typology(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    has_tokenizer: bool,
) -> Typology {
    let mut preceding = PrecedingCategories {
        boundary: category::default_boundary(report, fields),
        lines: HashMap::new(),
        hotkeys: HashMap::new(),
        of_questions: Vec::new(),
        names_reported: HashSet::new(),
    };
    let mut about_instances = preceding.questions(report, fields, "instance_questions");
    let mut about_texts = preceding.questions(report, fields, "text_questions");
    let Some(items) = categories(report, fields) else { return Typology::default() };
    let items = at_most(report, items);
    let lowered = items.iter().enumerate();
    let lowered = lowered.filter_map(|(i, node)| preceding.category(report, node, i));
    let mut categories: Vec<Category> = lowered.collect();
    if has_tokenizer {
        for category in categories.iter_mut().filter(|c| c.boundary == Boundary::Subword) {
            category.boundary = Boundary::Token;
        }
    }
    if let Some(question) = confidence(report, fields) {
        let lacks = |category: &&mut Category| {
            category.questions.iter().all(|own| own.name != question.name)
        };
        for category in categories.iter_mut().filter(lacks) {
            category.questions.push(question.clone());
        }
    }
    let of_categories = categories.iter_mut().flat_map(|category| &mut category.questions);
    preceding
        .settle_hotkeys(report, of_categories.chain(&mut about_instances).chain(&mut about_texts));
    Typology::new(categories)
        .with_instance_questions(about_instances)
        .with_text_questions(about_texts)
}

/// The question about the annotator's confidence, asked about each edit; `confidence` is what it asks. A category with a
/// question of this name has its own.
fn confidence(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<Question> {
    const NAME: &str = "confidence";
    let scalar = fields.get(NAME)?.value.as_scalar().map(|scalar| scalar.resolve());
    let mut prompt = report.text_of(fields, NAME).filter(|text| !text.trim().is_empty())?;
    if let Some(ResolvedScalar::Bool(is_asked)) = scalar {
        if !is_asked {
            return None;
        }
        prompt.clear();
    }
    Some(Question {
        name: NAME.to_owned(),
        label: readable(NAME),
        prompt,
        description: None,
        hotkey: None,
        required: false,
        kind: QuestionKind::Likert(LikertScale::Five),
    })
}

/// The items of `edits`; reports when there are none.
fn categories<'n>(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'n>,
) -> Option<&'n [YamlNode]> {
    let (at, message) = match fields.written("edits").map(|entry| (entry, &entry.value.value)) {
        Some((_, YamlValue::Seq(list))) if !list.items.is_empty() => return Some(&list.items),
        Some((entry, _)) if entry.value.cut => return None,
        Some((entry, YamlValue::Seq(_))) => (&entry.value.at, say!(CompileEditsListsNoCategory)),
        Some((entry, _)) => (&entry.key.at, wrong_kind("edits", &entry.value)),
        None if fields.node().cut => return None,
        None => (fields.node().head(), say!(CompileTheTemplateHasNoKey, key = "edits")),
    };
    report.add(at.error(
        "no-categories",
        message,
        say!(CompileListCategoriesUnderEditsEachStarting),
    ));
    None
}

/// As many categories as a page can show; reports if there are more.
fn at_most<'n>(report: &mut CompileReport<'_>, items: &'n [YamlNode]) -> &'n [YamlNode] {
    let Some((shown, rest)) = items.split_at_checked(MOST_CATEGORIES) else { return items };
    if let Some(first) = rest.first() {
        report.add(first.head().error(
            "too-many-categories",
            say!(
                CompileTemplateCategoriesAtMostCanUsed,
                found = items.len().to_string(),
                most = MOST_CATEGORIES.to_string()
            ),
            say!(CompileCombineCategoriesAndAskForDetails),
        ));
    }
    shown
}

#[cfg(test)]
mod tests;
