//! A draft on its way to annotators: the files and links that are made of it, and trying them.

mod artefacts;
mod link_check;
mod trial;

use std::sync::Arc;

use leptos::prelude::*;

use super::builder::{Builder, DraftFile};
use super::context::App;
use super::failure::Failure;
use super::opening::reading::{counted_in_utf16, read_in_slices};
pub use super::page_address::app_address;
use spanwise_annotation::format::Dataset;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Key, Message};
use spanwise_template::Template;

pub use self::artefacts::{BundleFile, PythonFiles};

/// A draft that is deployed. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Deployment {
    /// Whether what was annotated in the preview goes along.
    pub with_annotations: RwSignal<bool>,
    /// The link to addresses elsewhere, once one was checked.
    pub link: RwSignal<Option<CheckedLink>>,
    /// The share link, once it is made, or why there is none.
    pub shared: RwSignal<Option<Result<String, Message>>>,
    builder: Builder,
    app: App,
}

/// What is deployed.
#[derive(Debug, Clone)]
pub struct DeploymentSource {
    /// The text of the template: the last one without errors.
    pub text: Arc<str>,
    /// What it compiles to.
    pub template: Arc<Template>,
    /// The text of the data.
    pub data: Arc<str>,
}

/// A link whose addresses were fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedLink {
    /// The link.
    pub link: String,
    /// The same at Thresh, if it can be opened there.
    pub thresh: Option<String>,
    /// What was found, the template first.
    pub findings: Vec<LinkFinding>,
}

impl CheckedLink {
    /// Whether it opens.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_good)
    }
}

/// What was found at an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFinding {
    /// Whether it can be used.
    pub is_good: bool,
    /// In a sentence.
    pub message: String,
    /// What is wrong in the file.
    pub problems: Arc<[Diagnostic]>,
}

impl Deployment {
    /// What the draft is now.
    #[must_use]
    pub fn new(app: App, builder: Builder) -> Self {
        Deployment {
            with_annotations: RwSignal::new(true),
            link: RwSignal::new(None),
            shared: RwSignal::new(None),
            builder,
            app,
        }
    }

    /// Template and data as they are to be deployed; `None` if no version of the template was without errors. Does not
    /// track changes of the draft: what is typed into the dialog outlives them.
    #[must_use]
    pub fn material(self) -> Option<DeploymentSource> {
        let good = self.builder.valid_template.get_untracked()?;
        let data = self.builder.data.get_untracked();
        let data =
            if self.with_annotations.get() { self.builder.data_shown().into() } else { data };
        Some(DeploymentSource { text: good.text, template: good.template, data })
    }

    /// Whether something was annotated in the preview. Tracks changes.
    #[must_use]
    pub fn is_annotated(self) -> bool {
        self.builder.preview_state.with(|shown| shown.is_annotated)
    }

    /// Whether the template has errors, so that an earlier version of it is deployed. Tracks changes.
    #[must_use]
    pub fn is_stale(self) -> bool {
        let text = self.builder.template.get();
        self.builder.valid_template.with(|good| good.as_ref().is_none_or(|good| good.text != text))
    }

    /// The template as it stands in its editor.
    #[must_use]
    pub fn template_text(self) -> Arc<str> {
        self.builder.template.get_untracked()
    }

    /// Replaces the template in its editor, as a step that can be undone there.
    pub fn set_template(self, text: &str) {
        self.builder.keep_version();
        self.builder.set_text(DraftFile::Template, text);
    }
}

/// Reads data while the page goes on; offsets become UTF-16 units.
async fn read_data(name: &str, text: String) -> Result<Dataset, Failure> {
    let failed = |problem| Failure {
        diagnostics: Arc::from([problem]),
        ..Failure::new(name, Key::FailureData)
    };
    let whole = async |text| read_in_slices(text, |_| {}).await.finish().map_err(failed);
    counted_in_utf16(text, whole).await
}

/// A failure as one message.
fn sentences(failure: &Failure) -> Message {
    let problems = failure.diagnostics.iter().take(3).map(|problem| problem.sentence());
    problems.fold(failure.message.clone(), Message::and)
}
