//! Files in formats of others, before they are converted.

use std::sync::Arc;

use super::answers::FileOverview;
use crate::app::adjudication::request::NamedData;
use crate::app::loaded_template::LoadedTemplate;

/// What is read as one: a file, or all files if they are those of a folder.
#[derive(Debug, Clone)]
pub struct ForeignSource {
    /// Its path for commands.
    pub(super) path: String,
    /// The name of its file, or of the first one.
    pub name: String,
    /// What it holds.
    pub found: FileOverview,
}

/// Files that the command line reads for the page, and the template that they were opened with.
#[derive(Debug, Clone)]
pub struct ForeignFiles {
    pub(in crate::app) files: Vec<NamedData>,
    /// What the files were recognised as.
    pub(in crate::app) sources: Arc<[ForeignSource]>,
    pub(in crate::app) template: Option<LoadedTemplate>,
}

impl ForeignFiles {
    /// The template at hand.
    #[must_use]
    pub fn template(&self) -> Option<&LoadedTemplate> {
        self.template.as_ref()
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }
}
