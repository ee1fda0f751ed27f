//! Reports of reading and writing a format.

use super::alignment::{RecordAlignment, TextAlignment};
use super::file_problems::FileProblems;
use super::offset_unit::OffsetUnit;
use super::record::Corpus;
use super::text_file::TextFile;
use crate::locate::LocatedQuote;
use spanwise_annotation::document::TextName;
use spanwise_limits::MOST_UNCERTAIN_SPANS;
use spanwise_text::Span;

/// The numbers of spans of a file that were found in its texts, by method.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SpanLocationCounts {
    /// Found by stored offsets alone, without a quote to check them.
    pub by_offsets: usize,
    /// Found by the quote, letter for letter.
    pub exact: usize,
    /// Found by the quote, after both are folded for Unicode form, white space, quotes and dashes.
    pub folded: usize,
    /// Found by the quote, after both are also folded for case.
    pub case_folded: usize,
    /// Found by a very similar text.
    pub fuzzy: usize,
    /// Of all these, those elsewhere than at the stored offsets.
    pub moved: usize,
    /// Of all these, those whose text occurs several times, so that the place is a guess: the first one not taken yet,
    /// or the nearest one.
    pub ambiguous: usize,
    /// Not found. The edit stays without a span, and is written back as it was.
    pub missing: usize,
    /// Those that are not just where the file says, letter for letter.
    pub uncertain: UncertainSpans,
}

/// A span that is not just where the file says, letter for letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncertainSpan {
    /// The 0-based number of the record.
    pub record: usize,
    /// The 0-based number of the edit in the record.
    pub edit: usize,
    /// The name of the text.
    pub text: TextName,
    /// The text of the span as the file quotes it.
    pub quote: String,
    /// The place at which it was found, in UTF-16 units; `None` if it was not.
    pub found: Option<LocatedQuote>,
    /// The text at that place.
    pub found_text: Option<String>,
    /// Other places of that text, the first ones.
    pub elsewhere: Vec<Span>,
}

impl UncertainSpan {
    /// Start and end of the place at which it was found, in UTF-16 units.
    #[must_use]
    pub fn place(&self) -> Option<[u32; 2]> {
        self.found.map(|found| offsets(found.span))
    }

    /// The same of the other places of that text.
    #[must_use]
    pub fn places_elsewhere(&self) -> Vec<[u32; 2]> {
        self.elsewhere.iter().copied().map(offsets).collect()
    }
}

fn offsets(span: Span) -> [u32; 2] {
    [span.start().0, span.end().0]
}

/// Spans that are not just where a file says, of which at most [`MOST_UNCERTAIN_SPANS`] are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UncertainSpans {
    listed: Vec<UncertainSpan>,
    total: usize,
}

impl UncertainSpans {
    /// Adds a span, which is made only if it is listed.
    pub(crate) fn add(&mut self, span: impl FnOnce() -> UncertainSpan) {
        self.total += 1;
        if self.listed.len() < MOST_UNCERTAIN_SPANS {
            self.listed.push(span());
        }
    }

    /// The listed ones: the first.
    #[must_use]
    pub fn listed(&self) -> &[UncertainSpan] {
        &self.listed
    }

    /// The number of all of them.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }
}

/// The result of reading files: records, problems and counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportOutcome {
    /// The records; empty if nothing could be read, which is an error.
    pub corpus: Corpus,
    /// The unit that was assumed for offsets; `None` for formats without offsets.
    pub unit: Option<OffsetUnit>,
    /// The numbers of spans, by the method that found them.
    pub located: SpanLocationCounts,
    /// The problems of the files.
    pub problems: FileProblems,
    /// The alignment of annotations with their texts; `None` for formats that store both together.
    pub alignment: Option<TextAlignment>,
}

/// Content that a format has no place for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// Its name, in the plural: "answers", "spans on the source".
    pub what: &'static str,
    /// The number of them.
    pub count: usize,
    /// 0-based number of the first record with it.
    pub first: usize,
}

/// The losses of writing: content that the format could not hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Losses(Vec<Loss>);

impl Losses {
    /// Notes that some content of a record was not written.
    pub fn note(&mut self, what: &'static str, record: usize) {
        self.note_many(what, record, 1);
    }

    /// Notes several losses of a record; none if `count` is 0.
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

    /// Adds other losses of the same records.
    pub(crate) fn extend(&mut self, others: Losses) {
        for loss in others.0 {
            self.note_many(loss.what, loss.first, loss.count);
        }
    }

    /// All losses.
    pub fn iter(&self) -> impl Iterator<Item = &Loss> {
        self.0.iter()
    }

    /// Returns `true` if there are no losses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The report of writing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportOutcome {
    /// The losses.
    pub losses: Losses,
    /// The alignment of records to items; `None` for formats that write each record by itself.
    pub alignment: Option<RecordAlignment>,
}

impl From<Losses> for ExportOutcome {
    fn from(losses: Losses) -> Self {
        ExportOutcome { losses, alignment: None }
    }
}

/// The files written by a format, and the losses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExportedFiles {
    /// The files; one with an empty path for formats of a single file.
    pub files: Vec<TextFile>,
    /// The losses.
    pub losses: Losses,
}
