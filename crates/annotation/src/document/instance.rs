//! One item of data and the edits on it.

use std::fmt;
use std::sync::Arc;

use super::answer::Answers;
use super::origin::Origin;
use super::reading::ParagraphReading;
use super::spans::Spans;
use super::text_answers::TextAnswers;
use super::texts::Texts;
use spanwise_template::Side;
use spanwise_text::Text;
use std::collections::BTreeMap;

/// Identifies an edit within its instance, for as long as the work lives. Never reused, never written to Thresh files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EditKey(pub u32);

/// The subject of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AnswerOwner {
    /// The instance as a whole.
    Instance,
    /// The text at this place among those of the instance, from 0.
    Text(usize),
    /// An edit, which may be a constituent.
    Edit(EditKey),
}

impl From<EditKey> for AnswerOwner {
    fn from(key: EditKey) -> Self {
        AnswerOwner::Edit(key)
    }
}

/// The `id` of an edit in a file: unique per category and instance at best.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EditId {
    /// A whole number, as Thresh and this app write it.
    Number(i64),
    /// Any other value in a file, as its text.
    Other(String),
}

impl fmt::Display for EditId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditId::Number(number) => number.fmt(f),
            EditId::Other(text) => text.fmt(f),
        }
    }
}

/// The text of the JSON object that an instance or edit was read from. Writing starts from it, so that nothing is lost,
/// not even the layout. Empty for an instance or edit made in this app.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct OriginalJson(Option<Arc<str>>);

impl OriginalJson {
    /// Keeps the text of an object in a file.
    #[must_use]
    pub fn read(object: &str) -> Self {
        OriginalJson(Some(object.into()))
    }

    /// The text of the object, if there is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.0.as_deref()
    }
}

/// One annotation: a category, its spans, its answers.
#[derive(Debug, Clone, PartialEq)]
pub struct Edit {
    /// Identity within the instance.
    pub key: EditKey,
    /// Name of its category; may be unknown to the typology.
    pub category: String,
    /// `id` in files.
    pub id: Option<EditId>,
    /// Its spans.
    pub spans: Spans,
    /// `token_idx` in files: the numbers of the tokens that its spans touch, as [JSON](crate::tokens); `None` if they are
    /// not known.
    pub tokens: Option<Arc<str>>,
    /// Its answers.
    pub answers: Answers,
    /// The note of its origin; see [`Instance::origin`] for an edit without one.
    pub origin: Option<Origin>,
    /// Constituents of a composite, with their own answers; empty for every other edit.
    pub constituents: Vec<Arc<Edit>>,
    /// The JSON object it was read from; empty for an edit made in this app.
    pub original: OriginalJson,
}

impl Edit {
    /// Creates an edit without spans and answers.
    pub(crate) fn new(key: EditKey, category: &str, id: i64) -> Self {
        Edit {
            key,
            category: category.to_owned(),
            id: Some(EditId::Number(id)),
            spans: Spans::default(),
            tokens: None,
            answers: Answers::default(),
            origin: None,
            constituents: Vec::new(),
            original: OriginalJson::default(),
        }
    }

    /// The id, if it is a number.
    fn number(&self) -> Option<i64> {
        match self.id {
            Some(EditId::Number(number)) => Some(number),
            Some(EditId::Other(_)) | None => None,
        }
    }
}

/// One item of data: its texts, which never change, and its annotations.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Its texts, including those that only give context.
    pub texts: Texts,
    /// `context`: Markdown, or data as JSON: an object or a list.
    pub context: Option<String>,
    /// Top-level edits, in the order of the file, then of their making.
    pub edits: Vec<Arc<Edit>>,
    /// The answers about the instance as a whole: `_spanwise.answers`.
    pub answers: Answers,
    /// The answers about single texts: `_spanwise.text_answers`.
    pub text_answers: TextAnswers,
    /// `bookmark`.
    pub bookmark: bool,
    /// `comment`; empty if none.
    pub comment: String,
    /// `true` if the annotator declared the instance done.
    pub done: bool,
    /// `_spanwise.reading`: the paragraphs that were revealed, in their order. Empty before the second one is.
    pub reading: Vec<ParagraphReading>,
    /// `_spanwise.decisions`: the notes of the decisions of an adjudicator, as JSON.
    pub decisions: Option<Arc<str>>,
    /// `_spanwise.rejected`: the suggestions that the annotator rejected, as JSON: a list of edits with notes of their
    /// origin.
    pub rejected: Option<Arc<str>>,
    /// Key for the next edit.
    pub next_key: u32,
    /// The first key of edits made in this app; those with smaller ones came with the data.
    pub first_own_key: EditKey,
    /// The origin of edits that came with the data and have no note of their own, if it is known.
    pub given_origin: Option<Origin>,
    /// The largest `id` in each category among edits that were deleted or changed category, also before the work was
    /// opened again.
    pub retired: BTreeMap<String, i64>,
    /// The JSON object it was read from.
    pub original: OriginalJson,
}

impl Instance {
    /// The first text on a side; an empty one if there is none.
    #[must_use]
    pub fn text(&self, side: Side) -> &Text {
        self.texts.text(side)
    }

    /// All edits in order, each composite followed by its constituents.
    pub fn all_edits(&self) -> impl Iterator<Item = &Arc<Edit>> {
        self.edits.iter().flat_map(|edit| std::iter::once(edit).chain(&edit.constituents))
    }

    /// The `id` for a new edit: one more than the largest that its category has or had, constituents included; the first
    /// is 1.
    #[must_use]
    pub fn next_id(&self, category: &str) -> i64 {
        let retired = self.retired.get(category).copied().unwrap_or(0);
        self.largest_id(category).max(retired).saturating_add(1)
    }

    /// The largest `id` that an edit of a category has, constituents included; 0 if there is none.
    pub(crate) fn largest_id(&self, category: &str) -> i64 {
        let present = self.all_edits().filter(|edit| edit.category == category);
        present.filter_map(|edit| edit.number()).max().unwrap_or(0).max(0)
    }

    /// Records the ids of an edit and its constituents, so that they are not reused.
    pub(crate) fn retire(&mut self, edit: &Edit) {
        if let Some(id) = edit.number() {
            let largest = self.retired.entry(edit.category.clone()).or_default();
            *largest = id.max(*largest);
        }
        edit.constituents.iter().for_each(|constituent| self.retire(constituent));
    }
}
