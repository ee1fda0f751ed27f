//! What a format has a place for; what it has none for is noted here, in the same words for all formats.

use super::lost;
use crate::{Edit, Losses, Members, Record};
use spanwise_template::Side;
use spanwise_text::Span;

/// What a format with [two texts](super::texts::HeldTexts) has a place for, beside the target and the categories of edits. None has one for composites: their parts
/// become edits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Capabilities<'a> {
    /// The source text.
    pub(crate) source: bool,
    /// The context.
    pub(crate) context: bool,
    /// Who annotated.
    pub(crate) annotator: bool,
    /// That an item without edits is not done, rather than without errors.
    pub(crate) undone: bool,
    /// Which members of [`Record::metadata`].
    pub(crate) metadata: Which<'a>,
    /// How many spans of an edit, on the source and on the target.
    pub(crate) spans: [Spans; 2],
    /// Spans beyond the text, by their offsets alone: texts may not be there.
    pub(crate) beyond: bool,
    /// Spans on the target that are points.
    pub(crate) points: bool,
    /// Whether an edit can be without a span.
    pub(crate) nowhere: fn(&Edit) -> bool,
    /// Which answers of an edit, by the name of the question.
    pub(crate) answers: fn(&Edit, &str) -> bool,
    /// Which members of [`Edit::metadata`].
    pub(crate) of_edits: Which<'a>,
    /// Which members of [`Edit::other`], where some of Thresh's converters put what others have as metadata.
    pub(crate) other_of_edits: Which<'a>,
}

/// What has only a target and categories of spans in it.
pub(crate) const SPANS_ONLY: Capabilities<'static> = Capabilities {
    source: false,
    context: false,
    annotator: false,
    undone: false,
    metadata: Which::NONE,
    spans: [Spans::NONE, Spans::Each],
    beyond: false,
    points: false,
    nowhere: |_| false,
    answers: |_, _| false,
    of_edits: Which::NONE,
    other_of_edits: Which::NONE,
};

/// How many spans an edit can have on a side.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Spans {
    /// So many, which may depend on the category.
    UpTo(fn(&Edit) -> usize),
    /// One: of several, each becomes an edit.
    Each,
}

impl Spans {
    pub(crate) const NONE: Spans = Spans::UpTo(|_| 0);
    pub(crate) const ONE: Spans = Spans::UpTo(|_| 1);
    pub(crate) const ALL: Spans = Spans::UpTo(|_| usize::MAX);
}

/// Which members of a list of them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which<'a> {
    /// Those of some names.
    Named(&'a [&'a str]),
    /// All but those of some names.
    Besides(&'a [&'a str]),
    /// Of those, the texts, numbers, and `true` and `false`.
    Words(&'a Which<'a>),
}

impl Which<'_> {
    pub(crate) const NONE: Which<'static> = Which::Named(&[]);
    pub(crate) const ALL: Which<'static> = Which::Besides(&[]);

    /// Whether a member is among them.
    pub(crate) fn has(&self, name: &str, value: &str) -> bool {
        match self {
            Which::Named(names) => names.contains(&name),
            Which::Besides(names) => !names.contains(&name),
            Which::Words(which) => {
                which.has(name, value) && !value.starts_with(['{', '[']) && value != "null"
            }
        }
    }

    /// Those of some members that are among them.
    pub(crate) fn among<'m>(
        &self,
        members: &'m Members,
    ) -> impl Iterator<Item = (&'m str, &'m str)> {
        members.iter().filter(|(name, value)| self.has(name, value))
    }

    /// How many members are not among them.
    fn missing(&self, members: &Members) -> usize {
        members.iter().filter(|(name, value)| !self.has(name, value)).count()
    }
}

impl Capabilities<'_> {
    /// The same for a record that may be of another format, if metadata come back only to the files that they are from.
    pub(crate) fn for_record_of(self, is_own: bool) -> Self {
        let metadata = if is_own { self.metadata } else { Which::NONE };
        Capabilities { metadata, ..self }
    }

    /// The edits of a record that have a place. What of the record has none is noted as lost. `number` is its 0-based
    /// number.
    pub(crate) fn edits<'r>(
        &self,
        record: &'r Record,
        number: usize,
        losses: &mut Losses,
    ) -> Vec<&'r Edit> {
        self.edits_but(record, number, losses, |_| false)
    }

    /// The same for a format that writes some edits as they were, wherever they are.
    pub(crate) fn edits_but<'r>(
        &self,
        record: &'r Record,
        number: usize,
        losses: &mut Losses,
        stands: impl Fn(&Edit) -> bool,
    ) -> Vec<&'r Edit> {
        let mut note = Note { number, losses };
        self.note_item(record, &mut note);
        let mut all = Vec::new();
        // The last one is the next.
        let mut todo: Vec<&Edit> = record.edits.iter().rev().collect();
        while let Some(edit) = todo.pop() {
            todo.extend(edit.parts.iter().rev());
            let stands = stands(edit);
            if !stands && !self.beyond {
                note.count(
                    lost::BEYOND,
                    Side::ALL.map(|side| beyond(edit, record, side)).iter().sum(),
                );
            }
            if self.note_edit(edit, stands, &mut note) {
                all.push(edit);
            }
        }
        all
    }

    fn note_item(&self, record: &Record, note: &mut Note) {
        note.unless(self.source, lost::SOURCES, !record.source().is_empty());
        note.unless(self.context, lost::CONTEXTS, record.context.is_some());
        note.unless(self.annotator, lost::ANNOTATORS, record.annotator.is_some());
        note.unless(self.undone, lost::NOT_DONE, record.edits.is_empty() && !record.done);
        note.count(lost::OF_ITEMS, self.metadata.missing(&record.metadata));
        note.count(lost::OTHER_OF_ITEMS, others(&record.other, Which::NONE));
    }

    /// Whether an edit is written.
    fn note_edit(&self, edit: &Edit, stands: bool, note: &mut Note) -> bool {
        let whole = edit.parts.is_empty();
        note.unless(whole, lost::COMPOSITES, true);
        let written = stands || self.note_spans(edit, note);
        let gone = |held: bool| !(written && held);
        let answers = edit.answers.iter().filter(|(name, _)| gone((self.answers)(edit, name)));
        note.count(lost::ANSWERS, answers.count());
        let of_edits = if written { self.of_edits } else { Which::NONE };
        note.count(lost::OF_EDITS, of_edits.missing(&edit.metadata));
        let other = if written { self.other_of_edits } else { Which::NONE };
        note.count(lost::OTHER_OF_EDITS, others(&edit.other, other));
        written
    }

    /// Notes the spans that have no place. Whether the edit has one nonetheless.
    fn note_spans(&self, edit: &Edit, note: &mut Note) -> bool {
        let points = edit.spans.target().iter().filter(|span| span.is_empty()).count();
        let points = if self.points { 0 } else { points };
        note.count(lost::POINTS, points);
        let mut held = 0;
        for ((side, spans), at) in Side::ALL.into_iter().zip(&self.spans).zip(0..) {
            let points = if side == Side::Target { points } else { 0 };
            let count = edit.spans.on(&side.into()).len() - points;
            let most = match spans {
                Spans::UpTo(most) => most(edit),
                Spans::Each => {
                    note.count(lost::SEVERAL_SPANS, usize::from(count > 1));
                    usize::MAX
                }
            };
            let words = if most == 0 { lost::SPANS } else { lost::FURTHER_SPANS };
            let words = words.into_iter().nth(at).unwrap_or_default();
            note.count(words, count.saturating_sub(most));
            held += count.min(most);
        }
        let nowhere = edit.spans.is_empty();
        if held > 0 {
            return true;
        }
        // A composite without spans of its own is its parts; other edits may be about the whole item.
        let is_parts = nowhere && !edit.parts.is_empty();
        let has_place = !is_parts && (self.nowhere)(edit);
        note.unless(has_place || is_parts, lost::NOWHERE, nowhere);
        has_place
    }
}

/// How many spans of an edit reach beyond the text that they are on.
fn beyond(edit: &Edit, record: &Record, side: Side) -> usize {
    let length = record.text(side).len_utf16();
    edit.spans.on(&side.into()).iter().filter(|span| span.end() > length).count()
}

/// Takes down what is lost of one record.
struct Note<'l> {
    number: usize,
    losses: &'l mut Losses,
}

impl Note<'_> {
    fn unless(&mut self, held: bool, what: &'static str, there: bool) {
        self.count(what, usize::from(there && !held));
    }

    fn count(&mut self, what: &'static str, count: usize) {
        self.losses.note_many(what, self.number, count);
    }
}

/// How many members besides some say something of their own: not how answers were spelled, nor what programs note.
fn others(members: &Members, held: Which) -> usize {
    let is_noted = |name: &str| name == "annotation" || name.starts_with('_');
    members.iter().filter(|(name, json)| !is_noted(name) && !held.has(name, json)).count()
}

/// Spans of edits that are written one by one: all but points.
pub(crate) fn marks<'e>(edits: &[&'e Edit]) -> Vec<(&'e Edit, Span)> {
    let spans = |edit: &'e Edit| edit.spans.target().iter().map(move |span| (edit, *span));
    edits.iter().copied().flat_map(spans).filter(|(_, span)| !span.is_empty()).collect()
}
