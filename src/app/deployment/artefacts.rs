//! Deployment artefacts: the files and links generated from a draft.

use std::sync::Arc;

use leptos::prelude::*;

use super::{Deployment, DeploymentSource};
use crate::app::fetching::fetch;
use crate::app::file_writer::moved_for_python;
use crate::app::notices::NoticeLevel;
use crate::app::page_address::app_address;
use spanwise_annotation::format::{
    Dataset, DatasetReader, OffsetUnit, in_utf16, write_bundle_for_thresh, write_dataset,
    write_list,
};
use spanwise_browser::assemble::{self, AssembleError, OneFileContent};
use spanwise_browser::compression::{self, CompressionError};
use spanwise_deployment::embedded_data::EmbeddedData;
use spanwise_deployment::share::packed;
use spanwise_deployment::{embedding, python, thresh};
use spanwise_i18n::{Message, TextId, Translation, say};
use spanwise_links::Route;

/// A bundle: template and data in one file.
#[derive(Debug, Clone)]
pub struct BundleFile {
    /// The name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// `true` if it has all texts of Thresh's interface, without which Thresh shows nothing.
    pub is_for_thresh: bool,
}

/// Files for Thresh's Python library.
#[derive(Debug, Clone)]
pub struct PythonFiles {
    /// The template.
    pub template: String,
    /// The data as a list, with offsets in code points.
    pub data: String,
    /// Report of offsets that the data cannot represent there.
    pub moved: Option<Message>,
}

fn read(data: String) -> Result<Dataset, Message> {
    DatasetReader::new(data).finish().map_err(|problem| problem.sentence())
}

impl DeploymentSource {
    /// File name with an ending such as `_packaged.json`.
    #[must_use]
    pub fn file_name(&self, ending: &str) -> String {
        let allowed = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let name: String = self.template.name.chars().filter(|c| allowed(*c)).take(60).collect();
        let name = if name.is_empty() { "template" } else { &name };
        format!("{name}{ending}")
    }

    /// The data with offsets in UTF-16 units.
    fn dataset(&self) -> Result<Dataset, Message> {
        let dataset = read(self.data.to_string())?;
        match in_utf16(&dataset) {
            Some(text) => read(text),
            None => Ok(dataset),
        }
    }

    /// Number of instances; 0 if the data cannot be read.
    #[must_use]
    pub fn instances(&self) -> usize {
        self.dataset().map_or(0, |dataset| dataset.len())
    }
}

impl Deployment {
    /// Generates one file with template and data, for this app and for Thresh.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub async fn bundle(self, material: &DeploymentSource) -> Result<BundleFile, Message> {
        let dataset = material.dataset()?;
        let texts = thresh::texts(self.translation(material).await);
        let for_thresh = thresh::with_texts(&material.text, &texts);
        let is_for_thresh = for_thresh.is_some();
        let for_thresh = for_thresh.unwrap_or_else(|| material.text.to_string());
        Ok(BundleFile {
            name: material.file_name("_packaged.json"),
            text: write_bundle_for_thresh(&dataset, &material.text, &for_thresh),
            is_for_thresh,
        })
    }

    /// Loads the texts of the template's language; English if it names none or they cannot be loaded.
    async fn translation(self, material: &DeploymentSource) -> Arc<Translation> {
        let Some(code) = material.template.settings.language.filter(|code| *code != "en") else {
            return Arc::default();
        };
        let read = match fetch(&format!("languages/{code}.json")).await {
            Ok(json) => Translation::read(code, &[&json]).map_err(|error| error.message()),
            Err(failure) => Err(failure.message),
        };
        Arc::new(read.unwrap_or_else(|why| {
            self.app.tell(NoticeLevel::Warning, say!(DeployNoLanguage, language = code, why), None);
            Translation::default()
        }))
    }

    /// Generates the share link.
    pub async fn share(self, material: &DeploymentSource) {
        let made = self.share_link(material).await;
        self.shared.try_set(Some(made));
    }

    async fn share_link(self, material: &DeploymentSource) -> Result<String, Message> {
        let data = Some(material.data.to_string());
        let envelope = EmbeddedData { template: material.text.to_string(), data }.to_json();
        let bytes =
            compression::deflate(envelope.as_bytes()).await.map_err(|error| match error {
                CompressionError::Unsupported(why) | CompressionError::Damaged(why) => {
                    say!(ShareUnsupported, why)
                }
                CompressionError::TooLarge => TextId::ShareTooLarge.into(),
            })?;
        Ok(format!("{}{}", app_address(), Route::Share(packed(&bytes))))
    }

    /// Generates one HTML file with the app, the template and the data.
    ///
    /// # Errors
    /// If a file of the app cannot be fetched, or the files are of another version.
    pub async fn one_file(self, material: &DeploymentSource) -> Result<String, Message> {
        let content = OneFileContent {
            title: &material.template.label,
            template: &material.text,
            data: &material.data,
        };
        assemble::one_file(content).await.map_err(not_assembled)
    }

    /// Generates a page that embeds the app and sends it template and data.
    #[must_use]
    pub fn host_page(self, material: &DeploymentSource) -> String {
        let label = &material.template.label;
        embedding::host_page(&app_address(), label, &material.text, &material.data)
    }

    /// Generates the files for Thresh's Python library.
    ///
    /// # Errors
    /// If the data cannot be read.
    pub fn python_files(self, material: &DeploymentSource) -> Result<PythonFiles, Message> {
        let list = read(write_list(&material.dataset()?))?;
        Ok(PythonFiles {
            template: python::with_quoted_names(&material.text),
            data: write_dataset(&list, |_| None, OffsetUnit::CodePoints),
            moved: moved_for_python(&list, |_| None),
        })
    }
}

fn not_assembled(error: AssembleError) -> Message {
    match error {
        AssembleError::File { name, status: Some(status) } => {
            say!(DeployCouldNotLoadedHttpStatus, name, status)
        }
        AssembleError::File { name, status: None } => {
            say!(DeployCouldNotLoadedNoAnswer, name)
        }
        AssembleError::OtherVersion => {
            say!(DeployNewVersionSpanwiseReloadPage)
        }
        AssembleError::Other(why) => why.into(),
    }
}
