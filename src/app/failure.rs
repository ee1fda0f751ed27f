//! The reason and the remedy when something could not be opened.

use std::sync::Arc;

use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_i18n::{Message, say};
use spanwise_limits::LONGEST_TEMPLATE;

/// The reason why something could not be opened.
#[derive(Debug, Clone, Default)]
pub struct Failure {
    /// The file or address.
    pub what: String,
    /// The reason and the remedy.
    pub message: Message,
    /// Problems with places in the file.
    pub diagnostics: Arc<[Diagnostic]>,
    /// The template that has to be corrected first.
    pub(super) broken_template: Option<Box<BrokenTemplate>>,
}

/// A template with errors, short enough to be compiled in the builder.
#[derive(Debug, Clone)]
pub(super) struct BrokenTemplate {
    /// Its YAML text.
    pub(super) text: Arc<str>,
    /// The data that it was to be opened with.
    pub(super) data: Option<String>,
}

impl Failure {
    /// A failure without places in the file.
    pub(crate) fn new(what: impl Into<String>, message: impl Into<Message>) -> Self {
        Failure { what: what.into(), message: message.into(), ..Failure::default() }
    }

    /// A template with errors. It can be corrected in the builder unless it is longer than [`LONGEST_TEMPLATE`].
    pub(super) fn of_template(
        text: Arc<str>,
        origin: String,
        diagnostics: Arc<[Diagnostic]>,
    ) -> Self {
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error).count();
        let errors = say!(FailureTemplateErrors, n = errors);
        let message = say!(FailureTemplate, errors);
        let broken_template =
            (text.len() <= LONGEST_TEMPLATE).then(|| Box::new(BrokenTemplate { text, data: None }));
        Failure { diagnostics, broken_template, ..Failure::new(origin, message) }
    }

    /// Adds the data that the broken template was to be opened with.
    pub(super) fn with_data(mut self, data: Option<String>) -> Self {
        if let Some(broken_template) = &mut self.broken_template {
            broken_template.data = data;
        }
        self
    }
}

/// Returns `true` if one of the problems is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|problem| problem.severity == Severity::Error)
}
