//! Deployment: files and links for annotators are generated from a draft of the builder, checked and tried.

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
use spanwise_i18n::{Message, TextId};
use spanwise_template::Template;

pub use self::artefacts::{BundleFile, PythonFiles};

/// A draft that is deployed. Cheap to copy.
#[derive(Debug, Clone, Copy)]
pub struct Deployment {
    /// `true` if annotations made in the preview are included.
    pub with_annotations: RwSignal<bool>,
    /// The last checked link to addresses elsewhere.
    pub link: RwSignal<Option<CheckedLink>>,
    /// The share link once generated, or the reason why it could not be.
    pub shared: RwSignal<Option<Result<String, Message>>>,
    builder: Builder,
    app: App,
}

/// The template and data to deploy.
#[derive(Debug, Clone)]
pub struct DeploymentSource {
    /// YAML text of the last template without errors.
    pub text: Arc<str>,
    /// The compiled template.
    pub template: Arc<Template>,
    /// The text of the data.
    pub data: Arc<str>,
}

/// A link whose addresses were fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedLink {
    /// The link.
    pub link: String,
    /// The equivalent link to Thresh, if it can be opened there.
    pub thresh: Option<String>,
    /// Findings, that of the template first.
    pub findings: Vec<LinkFinding>,
}

impl CheckedLink {
    /// Returns `true` if the link can be opened.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.findings.iter().all(|finding| finding.is_good)
    }
}

/// Result of checking one address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkFinding {
    /// `true` if the file can be used.
    pub is_good: bool,
    /// The finding as a sentence.
    pub message: String,
    /// Problems of the file.
    pub problems: Arc<[Diagnostic]>,
}

impl Deployment {
    /// Creates the deployment of the current draft.
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

    /// Returns template and data to deploy; `None` if no version of the template was without errors. Does not
    /// track changes of the draft, so that they do not reset inputs of the dialog.
    #[must_use]
    pub fn material(self) -> Option<DeploymentSource> {
        let good = self.builder.valid_template.get_untracked()?;
        let data = self.builder.data.get_untracked();
        let data =
            if self.with_annotations.get() { self.builder.data_shown().into() } else { data };
        Some(DeploymentSource { text: good.text, template: good.template, data })
    }

    /// Returns `true` if annotations were made in the preview. Tracks changes.
    #[must_use]
    pub fn is_annotated(self) -> bool {
        self.builder.preview_state.with(|shown| shown.is_annotated)
    }

    /// Time of the version that is deployed, in milliseconds since 1970, if the template has errors and an earlier version
    /// goes out. Tracks changes.
    #[must_use]
    pub fn earlier_version_ms(self) -> Option<u64> {
        let text = self.builder.template.get();
        self.builder.valid_template.with(|valid| {
            valid.as_ref().filter(|valid| valid.text != text).map(|valid| valid.at_ms)
        })
    }

    /// Current text of the template in its editor.
    #[must_use]
    pub fn template_text(self) -> Arc<str> {
        self.builder.template.get_untracked()
    }

    /// Replaces the template in its editor, as one undoable step.
    pub fn set_template(self, text: &str) {
        self.builder.keep_version();
        self.builder.set_text(DraftFile::Template, text);
    }
}

/// Reads data in the background, with offsets converted to UTF-16 units.
async fn read_data(name: &str, text: String) -> Result<Dataset, Failure> {
    let failed = |problem| Failure {
        diagnostics: Arc::from([problem]),
        ..Failure::new(name, TextId::FailureData)
    };
    let whole = async |text| read_in_slices(text, |_| {}).await.finish().map_err(failed);
    counted_in_utf16(name, text, whole).await
}

/// Formats a failure as one message.
fn sentences(failure: &Failure) -> Message {
    let problems = failure.diagnostics.iter().take(3).map(|problem| problem.sentence());
    problems.fold(failure.message.clone(), Message::and)
}
