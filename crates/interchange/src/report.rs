//! What is said about reading and writing a format.

use super::aligned::{AlignedRecords, AlignedTexts};
use super::record::Corpus;
use super::unit::Unit;
use spanwise_diagnostics::{Diagnostic, Place, Severity};
use spanwise_i18n::Message;
use spanwise_limits::MOST_CONVERSION_PROBLEMS;

/// A file by its path relative to what was opened, with `/` between folders; empty for a single file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Where it is.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl File {
    /// A file.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        File { path: path.into(), text: text.into() }
    }

    /// The last part of the path.
    #[must_use]
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or_default()
    }
}

/// A problem of one of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// [`File::path`].
    pub file: String,
    /// What is wrong, where, and what to do.
    pub diagnostic: Diagnostic,
}

/// The problems of reading or writing, of which only so many are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Problems {
    listed: Vec<Problem>,
    errors: usize,
    warnings: usize,
}

impl Problems {
    /// Something that was understood, but may not be meant, or not be so elsewhere.
    pub fn warn(&mut self, file: &File, place: Place, code: &'static str, said: [String; 2]) {
        self.push(file, Severity::Warning, place, code, said);
    }

    /// Something that could not be used. `said` is what was found and what to do about it.
    pub fn error(&mut self, file: &File, place: Place, code: &'static str, said: [String; 2]) {
        self.push(file, Severity::Error, place, code, said);
    }

    fn push(
        &mut self,
        file: &File,
        severity: Severity,
        place: Place,
        code: &'static str,
        [message, remedy]: [String; 2],
    ) {
        let (message, remedy) = (Message::from(message), Message::from(remedy));
        let diagnostic = Diagnostic { severity, code, place, message, remedy, fix: None };
        self.add(Problem { file: file.path.clone(), diagnostic });
    }

    /// A problem that was found elsewhere.
    pub fn add(&mut self, problem: Problem) {
        match problem.diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Hint | Severity::Warning => self.warnings += 1,
        }
        if self.listed.len() < MOST_CONVERSION_PROBLEMS {
            self.listed.push(problem);
        }
    }

    /// Those that are listed: the first ones.
    #[must_use]
    pub fn listed(&self) -> &[Problem] {
        &self.listed
    }

    /// How many are not listed.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.errors + self.warnings - self.listed.len()
    }

    /// How many say that something could not be used.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many are only warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }
}

/// How the spans of a file were found in its texts: how many by each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Matched {
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
pub struct Imported {
    /// The records; none where nothing could be read, and then there is an error.
    pub corpus: Corpus,
    /// What the offsets were taken to count; `None` for formats without offsets.
    pub unit: Option<Unit>,
    /// How spans were found.
    pub matched: Matched,
    /// What is wrong with the files.
    pub problems: Problems,
    /// How annotations were aligned with the texts that they are about; `None` where those stand together.
    pub aligned: Option<AlignedTexts>,
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
pub struct Outcome {
    /// What is not in what was written.
    pub losses: Losses,
    /// How records were aligned to items; `None` for formats that write each record by itself.
    pub aligned: Option<AlignedRecords>,
}

impl From<Losses> for Outcome {
    fn from(losses: Losses) -> Self {
        Outcome { losses, aligned: None }
    }
}

/// What was written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Written {
    /// The files; one with an empty path for formats of a single file.
    pub files: Vec<File>,
    /// What is not in them.
    pub losses: Losses,
}
