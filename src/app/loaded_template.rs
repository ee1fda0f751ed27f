//! A template as it was loaded: its text, its compiled form, and its origin.

use std::sync::Arc;

use super::failure::{Failure, has_errors};
use super::open_work::TemplateText;
use spanwise_diagnostics::Diagnostic;
use spanwise_links::ShippedName;
use spanwise_template::Template;

/// A compiled template with its text and origin.
#[derive(Debug, Clone)]
pub struct LoadedTemplate {
    /// The compiled template.
    pub template: Arc<Template>,
    /// The YAML text.
    pub text: Arc<str>,
    /// Name or address of its file; empty if there is none.
    pub origin: String,
    /// Problems that the compiler reported.
    pub diagnostics: Arc<[Diagnostic]>,
    /// Its example data.
    pub example: Option<ExampleData>,
}

impl LoadedTemplate {
    /// Returns `true` if part of the template cannot be used.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        has_errors(&self.diagnostics)
    }

    /// Returns the template if it has no errors; templates with errors are not annotated with. `data` gives the text of
    /// the data that was to be opened with it.
    ///
    /// # Errors
    /// If it has errors: a failure from which the template and `data` can be opened in the builder.
    pub(super) fn without_errors(
        self,
        data: impl FnOnce() -> Option<String>,
    ) -> Result<LoadedTemplate, Failure> {
        if !self.has_errors() {
            return Ok(self);
        }
        let LoadedTemplate { text, origin, diagnostics, .. } = self;
        Err(Failure::of_template(text, origin, diagnostics).with_data(data()))
    }

    /// The template as text, as it is stored with a work.
    pub(super) fn template_text(&self) -> TemplateText {
        TemplateText { origin: self.origin.clone(), text: self.text.clone() }
    }

    /// Number of annotators that the template shows side by side; 1 for the annotate page.
    #[must_use]
    pub fn annotators(&self) -> usize {
        self.template.settings.adjudication.map_or(1, usize::from).max(1)
    }

    /// Returns `true` if the template shows several annotators side by side.
    #[must_use]
    pub fn is_for_adjudication(&self) -> bool {
        self.annotators() > 1
    }
}

/// Location of the example data of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExampleData {
    /// Beside the template, which comes with the app.
    Shipped(ShippedName),
    /// At an address, which may be relative to that of the template.
    Link(String),
}
