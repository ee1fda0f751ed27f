//! What a format holds of a record, so that the rest is reported in the same words by all formats.

use super::members::Members;
use super::record::{Edit, Record};
use super::report::Losses;

/// What a format holds. Whatever is not said here (members of composites, spans on the source, other members of Thresh's
/// files) it does not hold.
#[derive(Debug)]
pub(super) struct Holds {
    /// The source text.
    pub(super) source: bool,
    /// The context.
    pub(super) context: bool,
    /// Who annotated.
    pub(super) annotator: bool,
    /// Items that nobody looked at, as something else than items without errors.
    pub(super) untouched: bool,
    /// Which members of [`Record::metadata`].
    pub(super) metadata: Which,
    /// How many spans on the target.
    pub(super) spans: usize,
    /// Which answers of an edit, by the name of the question.
    pub(super) answers: fn(&Edit, &str) -> bool,
    /// Which members of [`Edit::metadata`]; also where Thresh's converters put them on the edit itself.
    pub(super) of_edits: Which,
}

/// Which members of a list of them.
#[derive(Debug)]
pub(super) enum Which {
    /// All.
    All,
    /// All but lists and objects.
    Words,
    /// Those of some names.
    Named(&'static [&'static str]),
}

impl Which {
    /// How many are not among them.
    fn missing(&self, members: &Members) -> usize {
        let is_word = |value: &str| !value.starts_with(['{', '[']);
        let is_held = |(name, value): &(&str, &str)| match self {
            Which::All => true,
            Which::Words => is_word(value),
            Which::Named(names) => names.contains(name),
        };
        members.iter().filter(|member| !is_held(member)).count()
    }
}

impl Holds {
    /// Notes what is lost of a record. `number` is its 0-based number.
    pub(super) fn note(&self, record: &Record, number: usize, losses: &mut Losses) {
        let mut note = |what, lost: bool| losses.note_many(what, number, usize::from(lost));
        note("source texts", !self.source && !record.source.is_empty());
        note("contexts", !self.context && record.context.is_some());
        note("annotators", !self.annotator && record.annotator.is_some());
        let looked_at = !self.untouched || !record.edits.is_empty();
        note("marks of unfinished work", looked_at && !record.done);
        losses.note_many("metadata of items", number, self.metadata.missing(&record.metadata));
        let other = record.other.iter().filter(|(name, _)| *name != "_thresh_id").count();
        losses.note_many("other members of items", number, other);
        for edit in &record.edits {
            self.note_edit(edit, number, losses);
        }
    }

    fn note_edit(&self, edit: &Edit, number: usize, losses: &mut Losses) {
        let answers = edit.answers.iter().filter(|(name, _)| !(self.answers)(edit, name)).count();
        let spans = edit.spans.target.len().saturating_sub(self.spans);
        losses.note_many("answers", number, answers);
        losses.note_many("spans on the source", number, edit.spans.source.len());
        let further =
            if self.spans == 0 { "spans on the target" } else { "further spans on the target" };
        losses.note_many(further, number, spans);
        losses.note_many("members of composites", number, edit.parts.len());
        losses.note_many("metadata of edits", number, self.of_edits.missing(&edit.metadata));
        let other = Members::from_iter(
            // The answers as they were spelled.
            edit.other
                .iter()
                .filter(|(name, _)| *name != "annotation")
                .map(|(name, value)| (name, value.to_owned())),
        );
        losses.note_many("other members of edits", number, self.of_edits.missing(&other));
    }
}

/// A holder of no answers.
pub(super) fn no_answers(_: &Edit, _: &str) -> bool {
    false
}
