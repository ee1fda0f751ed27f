//! What a format has room for, and what of a record is lost where it has none.

use super::record::Record;
use super::report::Losses;
use crate::domain::format::thresh_read::OWN_KEY;

/// What a format can hold beside a text with edits.
#[derive(Debug, Clone, Copy)]
pub(super) struct Room {
    /// A source.
    pub source: bool,
    /// A context.
    pub context: bool,
    /// Who annotated.
    pub annotator: bool,
    /// Spans on the source.
    pub source_spans: bool,
}

impl Room {
    /// Notes what of a record the format has no place for. Members of composites, and what only Thresh's files have,
    /// stand in no other format.
    pub(super) fn note_losses(self, record: &Record, number: usize, losses: &mut Losses) {
        let mut note = |what, count| losses.note_many(what, number, count);
        note("sources", usize::from(!self.source && !record.source.is_empty()));
        note("contexts", usize::from(!self.context && record.context.is_some()));
        note("annotators", usize::from(!self.annotator && record.annotator.is_some()));
        note("other members of items", others(record.other.iter().map(|(name, _)| name)));
        for edit in &record.edits {
            let lost = if self.source_spans { 0 } else { edit.spans.source.len() };
            note("spans on the source", lost);
            note("members of composites", edit.parts.len());
            note("other members of edits", others(edit.other.iter().map(|(name, _)| name)));
        }
    }
}

/// How many members have a meaning of their own.
fn others<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.filter(|name| ![OWN_KEY, "annotation", "_thresh_id"].contains(name)).count()
}
