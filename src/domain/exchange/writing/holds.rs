//! What a format holds of a record, so that the rest is reported in the same words by all formats.

use std::borrow::Cow;

use crate::domain::exchange::members::Members;
use crate::domain::exchange::record::{Corpus, Edit, Record};
use crate::domain::exchange::report::Losses;

/// What a format holds. Whatever is not said here (spans on the source, other members of Thresh's files) it does not
/// hold; for composites see [`without_composites`].
#[derive(Debug)]
pub(crate) struct Holds {
    /// The source text.
    pub(crate) source: bool,
    /// The context.
    pub(crate) context: bool,
    /// Who annotated.
    pub(crate) annotator: bool,
    /// Items that nobody looked at, as something else than items without errors.
    pub(crate) untouched: bool,
    /// Which members of [`Record::metadata`].
    pub(crate) metadata: Which,
    /// How many spans on the target.
    pub(crate) spans: usize,
    /// Which answers of an edit, by the name of the question.
    pub(crate) answers: fn(&Edit, &str) -> bool,
    /// Which members of [`Edit::metadata`]; also where Thresh's converters put them on the edit itself.
    pub(crate) of_edits: Which,
}

/// Which members of a list of them.
#[derive(Debug)]
pub(crate) enum Which {
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
    pub(crate) fn note(&self, record: &Record, number: usize, losses: &mut Losses) {
        let mut note = |what, lost: bool| losses.note_many(what, number, usize::from(lost));
        note("source texts", !self.source && !record.source.is_empty());
        note("contexts", !self.context && record.context.is_some());
        note("names of annotators", !self.annotator && record.annotator.is_some());
        let looked_at = !self.untouched || !record.edits.is_empty();
        note("that an item is not done", looked_at && !record.done);
        losses.note_many("metadata of items", number, self.metadata.missing(&record.metadata));
        let other = Which::Named(&[]).missing(&spoken(&record.other));
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
        losses.note_many("metadata of edits", number, self.of_edits.missing(&edit.metadata));
        losses.note_many(
            "other members of edits",
            number,
            self.of_edits.missing(&spoken(&edit.other)),
        );
    }
}

/// The members that say something of their own: not how answers were spelled, nor what programs note.
fn spoken(members: &Members) -> Members {
    let spoken = |name: &str| name != "annotation" && !name.starts_with('_');
    let members = members.iter().filter(|(name, _)| spoken(name));
    members.map(|(name, value)| (name, value.to_owned())).collect()
}

/// The records with the parts of composites as edits of their own, for formats that know no composites. A composite stays
/// beside them where it has spans of its own.
pub(crate) fn without_composites<'c>(corpus: &'c Corpus, losses: &mut Losses) -> Cow<'c, Corpus> {
    let is_flat = |record: &Record| record.edits.iter().all(|edit| edit.parts.is_empty());
    if corpus.records.iter().all(is_flat) {
        return Cow::Borrowed(corpus);
    }
    let mut corpus = corpus.clone();
    for (number, record) in corpus.records.iter_mut().enumerate() {
        let edits = std::mem::take(&mut record.edits);
        edits.into_iter().for_each(|edit| flatten(edit, number, &mut record.edits, losses));
    }
    Cow::Owned(corpus)
}

fn flatten(mut edit: Edit, number: usize, edits: &mut Vec<Edit>, losses: &mut Losses) {
    let parts = std::mem::take(&mut edit.parts);
    let composite = !parts.is_empty();
    losses.note_many("composites, whose parts became edits", number, usize::from(composite));
    if !composite || !edit.spans.source.is_empty() || !edit.spans.target.is_empty() {
        edits.push(edit);
    }
    parts.into_iter().for_each(|part| flatten(part, number, edits, losses));
}

/// A holder of no answers.
pub(crate) fn no_answers(_: &Edit, _: &str) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use crate::domain::document::Answer;
    use crate::domain::exchange::members::Members;
    use crate::domain::exchange::report::File;
    use crate::domain::exchange::{Corpus, Edit, Reading, Record, format};
    use crate::domain::text::{Span, Text, Utf16};
    use proptest::prelude::*;

    fn edits() -> impl Strategy<Value = Edit> {
        const NAMES: [&str; 8] =
            ["RepE", "GramE", "redundant", "grammar", "Other", "no-error", "NoE", "Bad Math"];
        let spans = prop::collection::vec((0..9_u32, 0..9_u32), 0..3);
        let answer = prop::option::of("[a,<_SEP\n\"']{1,6}|_SEP_");
        let sentence = prop::option::of(0..3_usize);
        (prop::sample::select(&NAMES[..]), spans, answer, sentence).prop_map(
            |(category, spans, answer, sentence)| {
                let mut edit = Edit { category: category.to_owned(), ..Edit::default() };
                let span = |(a, b)| Span::between(Utf16(a), Utf16(b));
                edit.spans.target = spans.into_iter().map(span).collect();
                edit.answers.set("explanation", answer.map(Answer::Value));
                if let Some(sentence) = sentence {
                    edit.metadata.set("sentence", sentence.to_string());
                }
                edit
            },
        )
    }

    fn corpora() -> impl Strategy<Value = Corpus> {
        let text = "[ab😀]{0,3}( |\n\n|\\. A)[ab😀]{0,3}( |\n\n|\\. A)[ab😀<&]{0,3}";
        let record = (text, prop::collection::vec(edits(), 0..4), any::<bool>());
        let record = record.prop_map(|(target, mut edits, done)| {
            let target = Text::new(target);
            for span in edits.iter_mut().flat_map(|edit| &mut edit.spans.target) {
                *span = target.clamp(*span);
            }
            Record { target, edits, done, ..Record::default() }
        });
        prop::collection::vec(record, 0..4)
            .prop_map(|records| Corpus { records, kept: Members::default() })
    }

    /// What must come back, in an order of its own.
    fn said(corpus: &Corpus) -> Vec<String> {
        let edit = |edit: &Edit| format!("{} {:?} {:?}", edit.category, edit.spans, edit.answers);
        let record = |record: &Record| {
            let mut edits: Vec<String> = record.edits.iter().map(edit).collect();
            edits.sort();
            format!("{:?} {} {edits:?}", record.target.as_str(), record.done)
        };
        let mut records: Vec<String> = corpus.records.iter().map(record).collect();
        records.sort();
        records
    }

    proptest! {
        #[test]
        fn what_is_not_reported_as_lost_comes_back(
            corpus in corpora(),
            name in prop::sample::select(&["falte", "frank", "scarecrow", "snac"][..]),
        ) {
            let format = format(name).unwrap();
            let written = (format.write)(&corpus);
            let again = (format.read)(&written.files, Reading::default());
            prop_assert_eq!(again.problems.errors(), 0, "{}: {:?}", name, again.problems.listed());
            let twice = (format.write)(&again.corpus);
            let texts = |files: &[File]| files.iter().map(|file| file.text.clone()).collect::<Vec<_>>();
            prop_assert_eq!(texts(&twice.files), texts(&written.files), "{}", name);
            if written.losses.is_empty() {
                prop_assert_eq!(said(&again.corpus), said(&corpus), "{}", name);
            }
        }
    }
}
