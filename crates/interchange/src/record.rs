//! The model of annotation files: every format is read into it and written from it.

use std::sync::Arc;

use super::members::Members;
use spanwise_annotation::document::{Answers, EditId, Origin, Spans, Texts};
use spanwise_annotation::format::thresh_read::OWN_KEY;
use spanwise_annotation::typology_hash::{TYPOLOGY, TypologyHash};
use spanwise_template::Side;
use spanwise_text::Text;

/// The content of the files of one format: every annotator's work on every item.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Corpus {
    /// The records, in the order of the file. Those of several annotators on one item are next to each other.
    pub records: Vec<Record>,
    /// Preserved data of the file as a whole, such as the columns of a table.
    pub preserved: Members,
}

impl Corpus {
    /// Adds a record that was read, without spare capacity: there are many.
    pub(crate) fn add(&mut self, mut record: Record) {
        shrink(&mut record.edits);
        self.records.push(record);
    }
}

fn shrink(edits: &mut Vec<Edit>) {
    edits.iter_mut().for_each(|edit| shrink(&mut edit.constituents));
    if edits.len() < edits.capacity() {
        // Shrinking in place frees nothing unless half is unused.
        let mut exact = Vec::with_capacity(edits.len());
        exact.append(edits);
        *edits = exact;
    }
}

/// One annotator's work on one item.
///
/// Further content of a file is in two places. [`metadata`](Record::metadata) has a meaning for people: it stands under
/// `metadata` in Thresh's files, by the names of the format, as Thresh's own converters put it there.
/// [`preserved`](Record::preserved) is data that only the format itself needs (layout, order, spelling): it stands under
/// `_spanwise.kept`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The annotator, if known: `metadata.annotator`.
    pub annotator: Option<String>,
    /// The texts. Most formats have one that is judged, the target, and perhaps the source that it was made from; a
    /// missing one is empty.
    pub texts: Texts,
    /// Further content that was shown, as Markdown. Annotators of the same item share it.
    pub context: Option<Arc<str>>,
    /// The edits, in the order of the file.
    pub edits: Vec<Edit>,
    /// The answers about the item as a whole.
    pub answers: Answers,
    /// `true` if the annotator declared the item done, and in formats with annotated items only: there, an item without
    /// edits was found without errors.
    pub done: bool,
    /// Data of the format about the item, without the annotator.
    pub metadata: Members,
    /// Preserved data: content that only the format itself needs to be written as it was.
    pub preserved: Members,
    /// Other members of a Thresh instance, such as `bookmark`.
    pub other: Members,
}

impl Record {
    /// The first text on a side; an empty one if there is none.
    #[must_use]
    pub fn text(&self, side: Side) -> &Text {
        self.texts.text(side)
    }

    /// The noted hash of the typology that it was annotated with.
    #[must_use]
    pub fn noted_typology(&self) -> Option<TypologyHash> {
        TypologyHash::noted_in_own(self.other.get(OWN_KEY)?)
    }

    /// The noted origin of one of its edits, or else of all edits without a note of their own; `None` if there is none.
    #[must_use]
    pub fn origin(&self, edit: &Edit) -> Option<Origin> {
        edit.noted_origin().or_else(|| self.noted_origin())
    }

    /// The noted origin of the edits without a note of their own.
    #[must_use]
    pub fn noted_origin(&self) -> Option<Origin> {
        Origin::noted_in_own(self.other.get(OWN_KEY)?)
    }

    /// Notes the origin of all edits without a note of their own.
    pub fn note_origin(&mut self, origin: &Origin) {
        if let Some(own) = origin.note_in_own(self.other.get(OWN_KEY).unwrap_or("{}")) {
            self.other.set(OWN_KEY, own);
        }
    }

    /// Removes the note of the typology, for a record whose names are changed to those of another version.
    pub fn forget_typology(&mut self) {
        let Some(own) = self.other.get(OWN_KEY) else { return };
        let mut own = Members::parse(own);
        if own.take(TYPOLOGY).is_none() {
            return;
        }
        if own.is_empty() {
            self.other.remove(OWN_KEY);
        } else {
            self.other.set(OWN_KEY, own.to_json());
        }
    }

    /// The first text that the others were made from; empty if there is none.
    #[must_use]
    pub fn source(&self) -> &Text {
        self.text(Side::Source)
    }

    /// The first text that is judged.
    #[must_use]
    pub fn target(&self) -> &Text {
        self.text(Side::Target)
    }
}

/// One annotation. Offsets in UTF-16 units, as everywhere in the app; a format's own unit is converted when it is read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Edit {
    /// The name of its category, as in the templates of this app where the format has one there.
    pub category: String,
    /// `id` in Thresh's files; given by the writer if it is `None`.
    pub id: Option<EditId>,
    /// Its spans; on no text for an edit on the whole item.
    pub spans: Spans,
    /// Its answers, named as in the templates of this app.
    pub answers: Answers,
    /// The constituents of a composite.
    pub constituents: Vec<Edit>,
    /// Further data of the format about the annotation, by the names of the format.
    pub metadata: Members,
    /// Preserved data: content that only the format itself needs to be written as it was.
    pub preserved: Members,
    /// Other members of a Thresh edit.
    pub other: Members,
}

impl Edit {
    /// The origin that it notes itself.
    #[must_use]
    pub fn noted_origin(&self) -> Option<Origin> {
        Origin::noted_in_own(self.other.get(OWN_KEY)?)
    }

    /// An edit with spans on the text that is usual on a side.
    #[must_use]
    pub fn on(side: Side, category: &str, spans: Vec<spanwise_text::Span>) -> Self {
        let spans = Spans::of(side, spans);
        Edit { category: category.to_owned(), spans, ..Edit::default() }
    }
}
