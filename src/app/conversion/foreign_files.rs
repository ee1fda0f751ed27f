//! Files in formats of others, before they are converted.

use crate::app::adjudication::request::NamedData;
use crate::app::loaded_template::LoadedTemplate;

/// Files that the command line reads for the page, and the template that they were opened with.
#[derive(Debug, Clone)]
pub struct ForeignFiles {
    pub(in crate::app) files: Vec<NamedData>,
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
