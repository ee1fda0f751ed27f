//! Problems that are found while files are read.

use super::text_file::TextFile;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::Message;
use spanwise_limits::MOST_CONVERSION_PROBLEMS;

/// A problem of one of the files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileProblem {
    /// [`TextFile::path`].
    pub file: String,
    /// The problem, with its place and remedy.
    pub diagnostic: Diagnostic,
}

/// The problems of reading or writing, of which at most [`MOST_CONVERSION_PROBLEMS`] are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileProblems {
    listed: Vec<FileProblem>,
    errors: usize,
    warnings: usize,
}

impl FileProblems {
    /// Adds a warning: something was understood, but may be meant otherwise, or read otherwise elsewhere. `said` is the
    /// message and the remedy.
    pub fn warn(
        &mut self,
        file: &TextFile,
        place: DiagnosticPlace,
        code: &'static str,
        said: [String; 2],
    ) {
        self.push(file, Severity::Warning, place, code, said);
    }

    /// Adds an error: something could not be used. `said` is the message and the remedy.
    pub fn error(
        &mut self,
        file: &TextFile,
        place: DiagnosticPlace,
        code: &'static str,
        said: [String; 2],
    ) {
        self.push(file, Severity::Error, place, code, said);
    }

    /// Adds the warning that a file of a folder is not read. `expected` says what files of the format are like.
    pub(crate) fn other_file(&mut self, file: &TextFile, expected: &str) {
        let message = "The file is not read.".to_owned();
        let remedy = format!("{expected} If it holds annotations, open it by itself.");
        self.warn(file, DiagnosticPlace::Whole, "other-file", [message, remedy]);
    }

    fn push(
        &mut self,
        file: &TextFile,
        severity: Severity,
        place: DiagnosticPlace,
        code: &'static str,
        [message, remedy]: [String; 2],
    ) {
        let (message, remedy) = (Message::from(message), Message::from(remedy));
        let diagnostic = Diagnostic { severity, code, place, message, remedy, fix: None };
        self.add(FileProblem { file: file.path.clone(), diagnostic });
    }

    /// Adds a problem that was found elsewhere.
    pub fn add(&mut self, problem: FileProblem) {
        match problem.diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Hint | Severity::Warning => self.warnings += 1,
        }
        if self.listed.len() < MOST_CONVERSION_PROBLEMS {
            self.listed.push(problem);
        }
    }

    /// The listed problems: the first ones.
    #[must_use]
    pub fn listed(&self) -> &[FileProblem] {
        &self.listed
    }

    /// The number of problems that are not listed.
    #[must_use]
    pub fn unlisted(&self) -> usize {
        self.errors + self.warnings - self.listed.len()
    }

    /// The number of errors: something could not be used.
    #[must_use]
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings.
    #[must_use]
    pub fn warnings(&self) -> usize {
        self.warnings
    }
}
