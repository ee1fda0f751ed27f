//! Items of `edits`.

use std::collections::{HashMap, HashSet};

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, did_you_mean};
use super::span_roles::span_roles;
use crate::Color;
use crate::model::{
    Category, CategoryShape, CategoryType, Question, Side, Sides, SpanCount, SpanRole, Weight,
};
use crate::schema::{
    self, BOUNDARY_MEANINGS, SchemaSectionKind, TOKENIZATION_MEANINGS, TYPE_MEANINGS, WORD_SLIPS,
    meaning_of,
};
use crate::suggest::nearest;
use crate::yaml::{MappingEntry, TextLocation, YamlNode};
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::{Message, say};
use spanwise_text::Boundary;

/// The state carried from each category to the next.
pub(super) struct PrecedingCategories {
    /// The default boundary.
    pub(super) boundary: Boundary,
    /// Names of categories, with their lines.
    pub(super) lines: HashMap<String, u32>,
    /// Hotkeys of categories, with their lines.
    pub(super) hotkeys: HashMap<char, u32>,
    /// Hotkeys of questions, with their places.
    pub(super) of_questions: Vec<(char, TextLocation)>,
    /// Names that Thresh cannot handle, reported once each.
    pub(super) names_reported: HashSet<String>,
}

impl PrecedingCategories {
    pub(super) fn category(
        &mut self,
        report: &mut CompileReport<'_>,
        node: &YamlNode,
        index: usize,
    ) -> Option<Category> {
        let fields = report.fields(node, &schema::CATEGORY)?;
        let (name, at) = report.name(&fields)?;
        if let Some(line) = self.lines.get(&name) {
            report.duplicate_name(&name, at, *line);
            return None;
        }
        self.lines.insert(name.clone(), at.line);
        self.check_name(report, &name, at);
        let (shape, roles) = shape_and_roles(report, &fields);
        report.takes_replacements = shape.has_one_target_span();
        let questions = self.questions(report, &fields, "annotation");
        report.takes_replacements = false;
        Some(Category {
            label: report.label_of(&fields, &name),
            description: report.text_of(&fields, "description"),
            group: group_of(report, &fields),
            color: report.color_of(&fields, "color").unwrap_or_else(|| Color::by_position(index)),
            icon: report.icon_of(&fields, "icon"),
            hotkey: report.hotkey_of(&fields, &mut self.hotkeys),
            shape,
            roles,
            boundary: boundary_of(report, &fields).unwrap_or(self.boundary),
            weight: report.weight_of(&fields).unwrap_or(Weight::ONE),
            questions,
            name,
        })
    }

    /// Removes the hotkeys of categories, earlier or later ones, from the questions: those of categories work
    /// regardless of the focus.
    pub(super) fn settle_hotkeys<'q>(
        &self,
        report: &mut CompileReport<'_>,
        questions: impl Iterator<Item = &'q mut Question>,
    ) {
        for (key, at) in &self.of_questions {
            if let Some(line) = self.hotkeys.get(key) {
                report.duplicate_hotkey(&key.to_string(), at, *line);
            }
        }
        for question in questions {
            question.hotkey = question.hotkey.filter(|key| !self.hotkeys.contains_key(key));
        }
    }

    /// Reports a name that the style sheets and scripts of Thresh cannot handle.
    pub(super) fn check_name(
        &mut self,
        report: &mut CompileReport<'_>,
        name: &str,
        at: &TextLocation,
    ) {
        if is_identifier(name) && name != "val" || !self.names_reported.insert(name.to_owned()) {
            return;
        }
        report.add(at.hint(
            "thresh-name",
            say!(CompileThreshCannotHandleName, name = quoted(name)),
            say!(CompileIfNoDataUseYetTake, example = identifier(name)),
        ));
    }
}

fn is_identifier(name: &str) -> bool {
    let starts = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A name that Thresh can handle, made of the first 30 characters of a text: letters in lower case, digits and `_`.
#[must_use]
pub fn identifier(text: &str) -> String {
    let joined = |c: char| if c.is_alphanumeric() { c } else { '_' };
    let small = text.trim().chars().flat_map(char::to_lowercase);
    let word: String = small.take(30).map(joined).collect();
    let word = word.trim_matches('_');
    match word.chars().next() {
        None => "my_name".to_owned(),
        Some(first) if first.is_alphabetic() && word != "val" => word.to_owned(),
        Some(_) => format!("n_{word}"),
    }
}

impl CompileReport<'_> {
    /// The name of a part; reports when there is none.
    pub(super) fn name<'n>(
        &mut self,
        fields: &SectionFields<'n>,
    ) -> Option<(String, &'n TextLocation)> {
        if let Some(entry) = fields.get("name") {
            let (name, at) = self.plain(entry, ExpectedValue::Text)?;
            if !name.is_empty() {
                return Some((name.to_owned(), at));
            }
        }
        if fields.node().cut {
            return None;
        }
        let label = fields.get("label").and_then(|entry| entry.value.as_scalar());
        let example = identifier(label.map_or("", |scalar| &scalar.text));
        let message = match fields.section().part {
            SchemaSectionKind::Question => say!(CompileQuestionNoName),
            SchemaSectionKind::Choice => say!(CompileOptionNoName),
            SchemaSectionKind::Category | SchemaSectionKind::Template => {
                say!(CompileCategoryNoName)
            }
            SchemaSectionKind::Key(_) => say!(CompileRoleNoName),
        };
        let at = fields.written("name").map_or(fields.node().head(), |entry| &entry.key.at);
        self.add(at.error("missing-name", message, say!(CompileAddOneSuchNameUntilThen, example)));
        None
    }

    /// A colour.
    pub(super) fn color_of(&mut self, fields: &SectionFields<'_>, key: &str) -> Option<Color> {
        let entry = fields.written(key)?;
        if entry.value.is_null() {
            return self.color_in_comment(entry);
        }
        let (text, at) = self.plain(entry, ExpectedValue::Color)?;
        let color = Color::parse(text);
        if color.is_none() {
            let bare_hex = Color::parse(&format!("#{text}")).map(|_| format!("\"#{text}\""));
            let meant = bare_hex.or_else(|| nearest(text, Color::names()).map(str::to_owned));
            let remedy = match &meant {
                Some(meant) => did_you_mean(meant),
                None => say!(CompileUseNameSuchTealOrCode),
            };
            let message = say!(CompileFoundIsNotAColour, found = quoted(text));
            self.add(Diagnostic { fix: meant, ..at.warning("bad-color", message, remedy) });
        }
        color
    }

    /// Reads `color: #ff0000` without quotes, which is a comment in YAML.
    fn color_in_comment(&mut self, entry: &MappingEntry) -> Option<Color> {
        let from = entry.key.at.bytes.end;
        let rest = self.text().get(from..)?;
        let line = rest.split(['\n', '\r']).next()?;
        let start = from + line.find('#')?;
        let code = self.text().get(start..)?.split_whitespace().next()?;
        let color = Color::parse(code)?;
        let at = TextLocation::in_text(self.text(), start..start + code.len());
        self.add(Diagnostic {
            fix: Some(format!("\"{code}\"")),
            ..at.warning(
                "color-in-comment",
                say!(CompileStartsCommentYamlSeesNoColour),
                say!(CompilePutColourInQuotes),
            )
        });
        Some(color)
    }
}

/// The name of a group, without the white space around it; a blank one is none.
fn group_of(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<String> {
    let name = report.text_of(fields, "group")?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

fn boundary_of(report: &mut CompileReport<'_>, fields: &SectionFields<'_>) -> Option<Boundary> {
    report.word_of(fields, "boundary", BOUNDARY_MEANINGS)
}

/// `boundary` of the template, or `tokenization`.
pub(super) fn default_boundary(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> Boundary {
    let boundary = boundary_of(report, fields);
    let tokenization =
        fields.get("tokenization").and_then(|entry| report.plain(entry, ExpectedValue::Word));
    let older = tokenization.and_then(|(word, at)| {
        let meaning = meaning_of(word, TOKENIZATION_MEANINGS).copied();
        if meaning.is_none() {
            let slips = [WORD_SLIPS, &[("subword", "tokenized"), ("whitespace", "word")]].concat();
            let known: Vec<&str> = schema::TOKENIZATIONS.iter().map(|word| word.name).collect();
            report.unknown_word("tokenization", (word, at), &slips, &known);
        }
        meaning
    });
    boundary.or(older).unwrap_or_default()
}

/// The shape of the edits of a category, and the roles of their spans.
fn shape_and_roles(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> (CategoryShape, Vec<SpanRole>) {
    let source = report.flag_of(fields, "enable_input").unwrap_or(false);
    let target = report.flag_of(fields, "enable_output").unwrap_or(false);
    let enabled = Sides::of(source, target);
    let kind = report.word_of(fields, "type", TYPE_MEANINGS);
    let roles = span_roles(report, fields, enabled);
    let has_roles = |side| roles.iter().any(|role| role.side == side);
    let sides_of_roles = Sides::of(has_roles(Side::Source), has_roles(Side::Target));
    match (kind, sides_of_roles) {
        (Some(CategoryType::Composite | CategoryType::Split), Some(_)) => {
            let message = say!(CompileRolesNoEffect);
            no_effect(report, fields, "spans", message, say!(CompileRolesTypeOrRemove));
            (shape(report, fields, kind, enabled), Vec::new())
        }
        (Some(CategoryType::SingleSpan | CategoryType::MultiSpan) | None, Some(sides)) => {
            (CategoryShape::Spans { sides, count: SpanCount::Many }, roles)
        }
        (_, None) => (shape(report, fields, kind, enabled), roles),
    }
}

/// The shape of the edits of a category without roles.
fn shape(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    kind: Option<CategoryType>,
    sides: Option<Sides>,
) -> CategoryShape {
    let spans =
        |count| sides.map_or(CategoryShape::Whole, |sides| CategoryShape::Spans { sides, count });
    match kind {
        Some(CategoryType::Composite) => {
            if let Some(sides) = sides {
                let is_source = sides.includes(Side::Source);
                let enabled = if is_source { "enable_input" } else { "enable_output" };
                let message = say!(CompileNoEffectCompositeNoSpansOwn, key = enabled);
                no_effect(report, fields, enabled, message, say!(JsonRemoveIt));
            }
            CategoryShape::Composite
        }
        Some(CategoryType::Split) => {
            CategoryShape::Spans { sides: sides.unwrap_or(Sides::Target), count: SpanCount::Point }
        }
        Some(CategoryType::MultiSpan) => {
            if sides.is_none() {
                let message = say!(CompileMultiSpanNoEffectNeitherSide);
                no_effect(report, fields, "type", message, say!(CompileAddEnableOutputTrue));
            }
            spans(SpanCount::Many)
        }
        // An unknown word was reported already.
        Some(CategoryType::SingleSpan) | None => spans(SpanCount::One),
    }
}

/// Warns of a key that is overruled by others.
pub(super) fn no_effect(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
    key: &str,
    message: Message,
    remedy: Message,
) {
    if let Some(entry) = fields.get(key).filter(|_| !fields.node().cut) {
        report.add(entry.key.at.warning("no-effect", message, remedy));
    }
}
