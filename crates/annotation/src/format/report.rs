//! Collects the problems of an instance, with exact paths that cost nothing unless there is a problem.

use std::fmt;

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::Message;
use spanwise_json::encode;

/// Codes of the problems of edits that do not fit the template. All others concern the data alone: older shapes of
/// Thresh, which are understood, ids, offsets.
const MISFITS: [&str; 5] =
    ["unknown-category", "missing-span", "unknown-question", "unknown-option", "unknown-answer"];

/// Returns `true` if a problem is that an edit does not fit the template.
#[must_use]
pub fn is_misfit(problem: &Diagnostic) -> bool {
    MISFITS.contains(&problem.code)
}

/// The path of a value inside an instance.
#[derive(Debug, Clone, Copy)]
pub enum JsonPath<'a> {
    /// The instance itself.
    Root,
    /// The member of an object at a path, by its name.
    Member(&'a JsonPath<'a>, &'a str),
    /// The item of a list at a path, 0-based.
    Item(&'a JsonPath<'a>, usize),
}

impl<'a> JsonPath<'a> {
    /// The path to a member of the object at this path.
    #[must_use]
    pub fn member(&'a self, name: &'a str) -> Self {
        JsonPath::Member(self, name)
    }

    /// The path to an item (0-based) of the list at this path.
    #[must_use]
    pub fn item(&'a self, index: usize) -> Self {
        JsonPath::Item(self, index)
    }
}

impl fmt::Display for JsonPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            JsonPath::Root => Ok(()),
            JsonPath::Item(parent, index) => write!(f, "{parent}[{index}]"),
            JsonPath::Member(parent, name) if !is_plain(name) => {
                write!(f, "{parent}[{}]", encode(name))
            }
            JsonPath::Member(JsonPath::Root, name) => write!(f, "{name}"),
            JsonPath::Member(parent, name) => write!(f, "{parent}.{name}"),
        }
    }
}

/// Returns `true` if a name needs no quotes in a path.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

/// The problems of one instance.
#[derive(Debug)]
pub struct InstanceReport {
    instance: usize,
    problems: Vec<Diagnostic>,
}

impl InstanceReport {
    /// Creates an empty report for the instance with this 0-based number.
    #[must_use]
    pub fn new(instance: usize) -> Self {
        InstanceReport { instance, problems: Vec::new() }
    }

    /// The problems, in the order in which they were found.
    #[must_use]
    pub fn into_problems(self) -> Vec<Diagnostic> {
        self.problems
    }

    /// Reports something that was understood, but may not be by other programs.
    pub(crate) fn hint(
        &mut self,
        path: &JsonPath,
        code: &'static str,
        message: Message,
        remedy: Message,
    ) {
        self.push(Severity::Hint, path, code, message, remedy);
    }

    /// Reports something that is not shown as it was written.
    pub fn warn(&mut self, path: &JsonPath, code: &'static str, message: Message, remedy: Message) {
        self.push(Severity::Warning, path, code, message, remedy);
    }

    /// Reports something that could not be used; it stays in the file.
    pub fn error(
        &mut self,
        path: &JsonPath,
        code: &'static str,
        message: Message,
        remedy: Message,
    ) {
        self.push(Severity::Error, path, code, message, remedy);
    }

    fn push(
        &mut self,
        severity: Severity,
        path: &JsonPath,
        code: &'static str,
        message: Message,
        remedy: Message,
    ) {
        let place = DiagnosticPlace::Data { instance: self.instance, path: path.to_string() };
        self.problems.push(Diagnostic { severity, code, place, message, remedy, fix: None });
    }
}
