//! What formats can hold that know only categories of spans in one text, and what is lost on the way there.

use super::members::Members;
use super::record::{Corpus, Edit, Record};
use super::report::Losses;
use super::unit::Unit;
use crate::domain::text::{Span, Text};

/// One span on the target, in a category.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark<'a> {
    pub(super) edit: &'a Edit,
    pub(super) span: Span,
}

/// The marks of a record: a mark of each span of each edit and of each part of a composite. What is no such span is
/// noted as lost, and so is that several of them are one edit.
pub(super) fn marks<'a>(edits: &'a [Edit], number: usize, losses: &mut Losses) -> Vec<Mark<'a>> {
    let mut all = Vec::new();
    for edit in edits {
        marks_of(edit, number, losses, &mut all);
    }
    all
}

/// The marks of one edit.
pub(super) fn marks_of<'a>(
    edit: &'a Edit,
    number: usize,
    losses: &mut Losses,
    all: &mut Vec<Mark<'a>>,
) {
    let target = &edit.spans.target;
    let points = target.iter().filter(|span| span.is_empty()).count();
    losses.note_many("spans on the source", number, edit.spans.source.len());
    losses.note_many("insertion points", number, points);
    if target.len() > points + 1 {
        losses.note("edits of several spans, each of which became one", number);
    }
    if !edit.parts.is_empty() {
        losses.note("composite edits, of which the parts became edits", number);
    } else if target.is_empty() && edit.spans.source.is_empty() {
        losses.note("edits without a span", number);
    }
    let spans = target.iter().copied().filter(|span| !span.is_empty());
    all.extend(spans.map(|span| Mark { edit, span }));
    for part in &edit.parts {
        marks_of(part, number, losses, all);
    }
}

/// What a format has a place for, beside the target and categories of spans.
#[derive(Debug, Clone, Copy)]
pub(super) struct Holds {
    pub(super) source: bool,
    pub(super) context: bool,
    pub(super) annotator: bool,
    pub(super) answers: bool,
    /// Which members of [`Record::metadata`].
    pub(super) metadata: fn(&str) -> bool,
    /// Which members of [`Edit::metadata`].
    pub(super) edit_metadata: fn(&str) -> bool,
    /// That nothing was said of an item yet.
    pub(super) untouched: bool,
}

/// What a format cannot hold of the records, apart from spans.
pub(super) fn unheld(corpus: &Corpus, holds: Holds) -> Losses {
    let mut losses = Losses::default();
    for (number, record) in corpus.records.iter().enumerate() {
        note_unheld(record, number, holds, &mut losses);
    }
    losses
}

fn note_unheld(record: &Record, number: usize, holds: Holds, losses: &mut Losses) {
    let mut note = |held: bool, what, count: usize| {
        if !held {
            losses.note_many(what, number, count);
        }
    };
    note(holds.source, "source texts", usize::from(!record.source.is_empty()));
    note(holds.context, "contexts", usize::from(record.context.is_some()));
    note(holds.annotator, "names of annotators", usize::from(record.annotator.is_some()));
    note(false, "metadata of items", besides(&record.metadata, holds.metadata));
    note(false, "other members of items", besides(&record.other, is_spelling));
    let untouched = holds.untouched && record.edits.is_empty();
    note(untouched, "that an item is not done", usize::from(!record.done));
    let mut edits: Vec<&Edit> = record.edits.iter().collect();
    while let Some(edit) = edits.pop() {
        note(holds.answers, "answers", edit.answers.iter().count());
        note(false, "metadata of edits", besides(&edit.metadata, holds.edit_metadata));
        note(false, "other members of edits", besides(&edit.other, is_spelling));
        edits.extend(&edit.parts);
    }
}

/// How many members there are besides those that are held.
fn besides(members: &Members, held: fn(&str) -> bool) -> usize {
    members.iter().filter(|(name, _)| !held(name)).count()
}

/// Whether a member only says how answers were spelled, or what programs note.
fn is_spelling(name: &str) -> bool {
    name == "annotation" || name.starts_with('_')
}

/// The offsets of a span in code points; in a text that is not there, by the numbers themselves.
pub(super) fn code_points(text: &Text, span: Span) -> (u32, u32) {
    let unit = if text.is_empty() { Unit::Utf16 } else { Unit::CodePoints };
    unit.offsets(text, span)
}
