//! Files in formats of others, before they are converted.

use std::sync::Arc;

use super::answers::FileOverview;
use crate::app::adjudication::request::{AdjudicationRequest, NamedData};
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
    /// The numbers of records of its files, where each can be read alone, by their paths; empty for a single file.
    pub(super) records: Arc<[(String, usize)]>,
}

/// The template or the work that files are opened with.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "there is one at a time")]
pub(in crate::app) enum OpenedWith {
    /// A template that is yet to be chosen.
    AnyTemplate,
    /// A template.
    Template(LoadedTemplate),
    /// The files of further annotators, some of which are missing.
    OtherAnnotators(AdjudicationRequest),
}

/// Files that the command line reads for the page, and what they are opened with.
#[derive(Debug, Clone)]
pub struct ForeignFiles {
    pub(in crate::app) files: Vec<NamedData>,
    /// What the files were recognised as.
    pub(in crate::app) sources: Arc<[ForeignSource]>,
    pub(in crate::app) with: OpenedWith,
}

impl ForeignFiles {
    /// The template at hand.
    #[must_use]
    pub fn template(&self) -> Option<&LoadedTemplate> {
        match &self.with {
            OpenedWith::AnyTemplate => None,
            OpenedWith::Template(template) => Some(template),
            OpenedWith::OtherAnnotators(request) => Some(&request.loaded_template),
        }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }
}
