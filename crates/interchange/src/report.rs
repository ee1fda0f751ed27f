//! What is said about reading and writing a format.

use super::alignment::{RecordAlignment, TextAlignment};
use super::file_problems::FileProblems;
use super::offset_unit::OffsetUnit;
use super::record::Corpus;
use super::text_file::TextFile;

/// How the spans of a file were found in its texts: how many by each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SpanLocationCounts {
    /// By stored offsets that nothing in the file speaks for or against.
    pub by_offsets: usize,
    /// The quoted text stands there letter for letter; at the stored offsets, if there are any.
    pub exact: usize,
    /// It does after both are folded for Unicode form, white space, quotes and dashes.
    pub folded: usize,
    /// It does after both are also folded for case.
    pub case_folded: usize,
    /// Something very much like it does.
    pub fuzzy: usize,
    /// Of all these, those that stand elsewhere than at the stored offsets.
    pub moved: usize,
    /// Of all these, those whose text occurs several times, so that the place is a guess: the first one not taken yet.
    pub ambiguous: usize,
    /// Not found. The edit is kept without a span, and is written back as it was.
    pub missing: usize,
}

/// What was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOutcome {
    /// The records; none where nothing could be read, and then there is an error.
    pub corpus: Corpus,
    /// What the offsets were taken to count; `None` for formats without offsets.
    pub unit: Option<OffsetUnit>,
    /// How spans were found.
    pub located: SpanLocationCounts,
    /// What is wrong with the files.
    pub problems: FileProblems,
    /// How annotations were aligned with the texts that they are about; `None` where those stand together.
    pub alignment: Option<TextAlignment>,
}

/// Something that a format has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// What, in the plural: "answers", "spans on the source".
    pub what: &'static str,
    /// How many.
    pub count: usize,
    /// 0-based number of the first record with it.
    pub first: usize,
}

/// What a target format could not hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Losses(Vec<Loss>);

impl Losses {
    /// Notes that something of a record is not in what was written.
    pub fn note(&mut self, what: &'static str, record: usize) {
        self.note_many(what, record, 1);
    }

    /// The same for several things of a record; for none, nothing is noted.
    pub fn note_many(&mut self, what: &'static str, record: usize, count: usize) {
        if count == 0 {
            return;
        }
        match self.0.iter_mut().find(|loss| loss.what == what) {
            Some(loss) => {
                loss.count += count;
                loss.first = loss.first.min(record);
            }
            None => self.0.push(Loss { what, count, first: record }),
        }
    }

    /// Adds what is lost elsewhere of the same records.
    pub(crate) fn extend(&mut self, others: Losses) {
        for loss in others.0 {
            self.note_many(loss.what, loss.first, loss.count);
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Loss> {
        self.0.iter()
    }

    /// Whether everything could be held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is to be said about writing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportOutcome {
    /// What is not in what was written.
    pub losses: Losses,
    /// How records were aligned to items; `None` for formats that write each record by itself.
    pub alignment: Option<RecordAlignment>,
}

impl From<Losses> for ExportOutcome {
    fn from(losses: Losses) -> Self {
        ExportOutcome { losses, alignment: None }
    }
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportedFiles {
    /// The files; one with an empty path for formats of a single file.
    pub files: Vec<TextFile>,
    /// What is not in them.
    pub losses: Losses,
}
