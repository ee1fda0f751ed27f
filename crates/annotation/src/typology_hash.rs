//! The hash of a typology, and its note in files: which version of a typology annotations were made with.
//!
//! Two templates have the same hash exactly if annotations mean the same with both. **In it** are
//!
//! * of a category its name, its shape (`type`, and the sides that it marks), the roles of its spans and its questions;
//! * of a role its name, its side and `multiple`;
//! * of a question, also one about instances or texts, its name, its kind, the ends and step of numbers and sliders, and its
//!   options;
//! * of an option its name and its follow-up;
//! * the weights of categories and options while the `score` of the template counts with them.
//!
//! **Not in it** is what is only shown (labels, prompts, descriptions, units, colours, icons, groups, the order of
//! categories, questions and options), what only helps or guides the annotator (keys, `boundary`, `required`), all other
//! settings, and the layout of the YAML.
//!
//! The hash is the [`fingerprint`] of a text that says these things in a fixed spelling, and must never change for a
//! typology that there is today: what a later version adds to typologies may only add to the text where it is used.
//!
//! Start reading at [`TypologyHash::of`].

use std::collections::BTreeMap;
use std::fmt;

use crate::document::Origin;
use crate::fingerprint::fingerprint;
use crate::format::thresh_read::{OWN_KEY, READING};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::say;
use spanwise_json::{Json, Object, encode, encode_into};
use spanwise_template::{
    Category, CategoryShape, Choice, LikertScale, NumberRange, Question, QuestionKind, ScoreKind,
    Side, Sides, SpanCount, Template, Weight,
};

/// The member of [`OWN_KEY`] with the hash.
pub const TYPOLOGY: &str = "typology";

/// Code of the problem that annotations were made with another version of the typology.
pub const OTHER_TYPOLOGY: &str = "other-typology";

/// The command that changes the names in annotations to those of another version.
pub const CHANGE_NAMES: &str = "spanwise convert --map";

/// The number of hashes that a message names.
const NAMED: usize = 3;

/// The hash of a typology, printed as 16 hexadecimal digits. Hashes are no protection against collisions made on
/// purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TypologyHash(u64);

impl TypologyHash {
    /// The hash of the typology of a template.
    #[must_use]
    pub fn of(template: &Template) -> Self {
        let has_weights = match template.settings.score {
            Some(ScoreKind::Weights | ScoreKind::Formula(_)) => true,
            Some(ScoreKind::Mqm | ScoreKind::EsaFromSpans) | None => false,
        };
        let spelling = Spelling { has_weights };
        let typology = &template.typology;
        let mut text =
            list(typology.categories(), |category, out| spelling.category(category, out));
        text.push_str(&spelling.questions(typology.instance_questions()));
        // Templates without any keep the hash that they always had.
        if !typology.text_questions().is_empty() {
            text.push_str(&spelling.questions(typology.text_questions()));
        }
        TypologyHash(fingerprint(text.as_bytes()))
    }

    /// The hash noted in the JSON of an instance.
    #[must_use]
    pub fn noted_in(instance: &str) -> Option<Self> {
        // Most instances without a note need not be read.
        if !may_note_typology(instance) {
            return None;
        }
        Self::noted_in_own(Object::parse(instance)?.get(OWN_KEY)?)
    }

    /// The hash noted in the JSON of [`OWN_KEY`]; `None` if there is none, or one of another form.
    #[must_use]
    pub fn noted_in_own(own: &str) -> Option<Self> {
        let own = Object::parse(own)?;
        match Json::read(own.get(TYPOLOGY)?) {
            Json::String(digits) => Self::parse(&digits),
            Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
        }
    }

    fn parse(digits: &str) -> Option<Self> {
        let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        let is_hash = digits.len() == 16 && digits.bytes().all(is_digit);
        u64::from_str_radix(digits, 16).ok().filter(|_| is_hash).map(TypologyHash)
    }
}

impl fmt::Display for TypologyHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Returns `false` for the JSON of an instance without a note of the typology; seldom for one that only has the word.
pub(crate) fn may_note_typology(instance: &str) -> bool {
    instance.contains("\"typology\"")
}

/// Notes the typology in the new JSON of an instance, if its annotations differ from those of the old JSON. A bookmark, a
/// comment and the paragraphs that were read mean the same with every typology. With it goes the origin of edits that have
/// no note of their own, if there are any: whoever reads the instance could no longer tell it from the typology noted.
#[must_use]
pub fn note_typology(
    old: &str,
    new: String,
    typology: TypologyHash,
    others: Option<&Origin>,
) -> String {
    noted(old, &new, typology, others).unwrap_or(new)
}

fn noted(old: &str, new: &str, typology: TypologyHash, others: Option<&Origin>) -> Option<String> {
    let old = Object::parse(old);
    let mut instance = Object::parse(new)?;
    // A value that is no object stays as it is.
    let mut own = own_of(&instance)?;
    let is_same_own = || {
        let old = old.as_ref().map_or_else(|| Some(Object::default()), own_of);
        old.is_some_and(|old| annotations_in(&old).eq(annotations_in(&own)))
    };
    let edits_before = old.as_ref().and_then(|old| old.get("edits"));
    if edits_before == instance.get("edits") && is_same_own() {
        return None;
    }
    own.set(TYPOLOGY, encode(&typology.to_string()));
    let own = own.into_text();
    let with_origin = others.and_then(|origin| origin.note_in_own(&own));
    instance.set(OWN_KEY, with_origin.unwrap_or(own));
    Some(instance.into_text())
}

/// The value of [`OWN_KEY`], empty if there is none; `None` if it is no object.
fn own_of<'a>(instance: &'a Object) -> Option<Object<'a>> {
    match instance.get(OWN_KEY) {
        Some(own) => Object::parse(own),
        None => Some(Object::default()),
    }
}

/// The members of [`OWN_KEY`] but the record of reading.
fn annotations_in<'o>(own: &'o Object) -> impl Iterator<Item = (&'o str, &'o str)> {
    let members = own.members().iter().map(|member| (member.name.as_ref(), member.value.as_ref()));
    members.filter(|(name, _)| *name != READING)
}

/// The hashes noted in the instances of a file.
///
/// Printed as the first of them, each with the number of its instances: `0123456789abcdef × 20`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NotedTypologies(BTreeMap<TypologyHash, NotedInstances>);

/// The instances in which one hash is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotedInstances {
    /// Their number.
    pub count: usize,
    /// The 0-based number of the first of them.
    pub first: usize,
}

impl NotedTypologies {
    /// Adds the hash noted in an instance, given by its 0-based number. Instances are added in order.
    pub fn add(&mut self, instance: usize, typology: TypologyHash) {
        let noted = NotedInstances { count: 0, first: instance };
        self.0.entry(typology).or_insert(noted).count += 1;
    }

    /// Returns `true` if no hash is noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Hashes and their instances.
    pub fn iter(&self) -> impl Iterator<Item = (TypologyHash, NotedInstances)> + '_ {
        self.0.iter().map(|(typology, noted)| (*typology, *noted))
    }

    /// The hash that is noted first.
    #[must_use]
    pub fn first(&self) -> Option<(TypologyHash, NotedInstances)> {
        self.iter().min_by_key(|(_, noted)| noted.first)
    }

    /// All hashes but this one.
    #[must_use]
    pub fn except(&self, typology: TypologyHash) -> NotedTypologies {
        NotedTypologies(self.iter().filter(|(noted, _)| *noted != typology).collect())
    }

    /// Reports that instances were annotated with another typology than that of the template.
    #[must_use]
    pub fn problem(&self, template: TypologyHash) -> Option<Diagnostic> {
        let others = self.except(template);
        let (_, NotedInstances { first, .. }) = others.first()?;
        let (noted, own) = (others.to_string(), template.to_string());
        Some(Diagnostic {
            severity: Severity::Warning,
            code: OTHER_TYPOLOGY,
            place: noted_at(first),
            message: say!(DataOtherTypology, noted, own),
            remedy: say!(DataOpenTemplateOfAnnotations, command = CHANGE_NAMES),
            fix: None,
        })
    }
}

/// The place of the note in an instance, given by its 0-based number.
#[must_use]
pub fn noted_at(instance: usize) -> DiagnosticPlace {
    DiagnosticPlace::Data { instance, path: format!("{OWN_KEY}.{TYPOLOGY}") }
}

impl fmt::Display for NotedTypologies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, (typology, noted)) in self.iter().take(NAMED).enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{typology} × {}", noted.count)?;
        }
        if self.0.len() > NAMED { f.write_str(", …") } else { Ok(()) }
    }
}

/// The spelling of a typology that is hashed. Every list is sorted, since its order means nothing.
#[derive(Debug, Clone, Copy)]
struct Spelling {
    has_weights: bool,
}

impl Spelling {
    fn category(self, category: &Category, out: &mut String) {
        encode_into(&category.name, out);
        out.push_str(match category.shape {
            CategoryShape::Whole => ":whole",
            CategoryShape::Composite => ":composite",
            CategoryShape::Spans { sides: Sides::Source, .. } => ":source",
            CategoryShape::Spans { sides: Sides::Target, .. } => ":target",
            CategoryShape::Spans { sides: Sides::Both, .. } => ":both",
        });
        out.push_str(match category.shape {
            CategoryShape::Whole | CategoryShape::Composite => "",
            CategoryShape::Spans { count: SpanCount::One, .. } => ":one",
            CategoryShape::Spans { count: SpanCount::Many, .. } => ":many",
            CategoryShape::Spans { count: SpanCount::Point, .. } => ":point",
        });
        if !category.roles.is_empty() {
            out.push_str(":roles");
            // In their order, in which spans without a name take them.
            for role in &category.roles {
                out.push_str(match role.side {
                    Side::Source => ",source:",
                    Side::Target => ",target:",
                });
                encode_into(&role.name, out);
                out.push_str(if role.multiple { "+" } else { "" });
            }
        }
        self.weight(Some(category.weight).filter(|weight| *weight != Weight::ONE), out);
        out.push_str(&self.questions(&category.questions));
    }

    fn questions(self, questions: &[Question]) -> String {
        list(questions, |question, out| {
            encode_into(&question.name, out);
            self.kind(&question.kind, out);
        })
    }

    fn kind(self, kind: &QuestionKind, out: &mut String) {
        match kind {
            QuestionKind::Binary => out.push_str(":binary"),
            QuestionKind::Likert(LikertScale::Three) => out.push_str(":likert-3"),
            QuestionKind::Likert(LikertScale::Five) => out.push_str(":likert-5"),
            QuestionKind::Textbox => out.push_str(":textbox"),
            QuestionKind::Textarea => out.push_str(":textarea"),
            QuestionKind::Replacement => out.push_str(":replacement"),
            QuestionKind::Number { range, .. } => numbers(":number", *range, out),
            QuestionKind::Slider(slider) => numbers(":slider", slider.range.numbers(), out),
            QuestionKind::Choice(options) => {
                out.push_str(":one");
                out.push_str(&list(options, |option, out| self.option(option, out)));
            }
            QuestionKind::Checkboxes(options) => {
                out.push_str(":several");
                out.push_str(&list(options, |option, out| encode_into(&option.name, out)));
            }
        }
    }

    fn option(self, option: &Choice, out: &mut String) {
        encode_into(&option.name, out);
        self.weight(option.weight.filter(|weight| *weight != Weight::ONE), out);
        if let Some(follow_up) = &option.follow_up {
            self.kind(&follow_up.kind, out);
        }
    }

    /// The bits of a weight, in which no rounding shows; nothing for one that changes no score.
    fn weight(self, weight: Option<Weight>, out: &mut String) {
        if let Some(weight) = weight.filter(|_| self.has_weights) {
            // Of the two zeros, the positive one.
            let bits = (weight.number() + 0.0).to_bits();
            out.push_str(&format!("*{bits:016x}"));
        }
    }
}

fn numbers(kind: &str, range: NumberRange, out: &mut String) {
    out.push_str(kind);
    for end in [range.min(), range.max(), range.step()] {
        out.push(',');
        out.extend(end.map(|number| number.to_string()));
    }
}

/// The spelling of a list: that of its items, sorted.
fn list<T>(items: &[T], spell: impl Fn(&T, &mut String)) -> String {
    let spelled = |item| {
        let mut out = String::new();
        spell(item, &mut out);
        out
    };
    let mut items: Vec<String> = items.iter().map(spelled).collect();
    items.sort_unstable();
    format!("[{}]", items.join(" "))
}
