//! The files that figures are computed on, and the options.

use serde::{Deserialize, Serialize};

use crate::app::adjudication::request::NamedData;

/// What figures are computed of, and how. Kept on the device, so that the page can be opened again.
#[derive(Debug, Clone, Default)]
pub struct FiguresRequest {
    pub(in crate::app) files: Vec<NamedData>,
    /// The options.
    pub options: FigureOptions,
}

/// Options of figures, as the command line takes them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FigureOptions {
    /// Members of records by whose values figures are grouped.
    pub by: String,
    /// Only records with these values of members, as `name=value,…`.
    pub conditions: String,
    /// Edits that are left out, as `category=severity`.
    pub leave_out: String,
    /// `true` if the first file is taken as right.
    pub has_reference: bool,
    /// `true` with γ, which takes longest.
    pub gamma: bool,
    /// The number of bootstrap samples.
    pub samples: u32,
    /// The seed of random numbers.
    pub seed: u32,
}

impl Default for FigureOptions {
    fn default() -> Self {
        FigureOptions {
            by: String::new(),
            conditions: String::new(),
            leave_out: String::new(),
            has_reference: false,
            gamma: true,
            samples: 1000,
            seed: 42,
        }
    }
}

impl FiguresRequest {
    /// Figures of files, with the usual options.
    pub(in crate::app) fn of(files: Vec<NamedData>) -> Self {
        FiguresRequest { files, ..FiguresRequest::default() }
    }

    /// The names of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(|file| file.name.as_str())
    }

    /// Adds a file. One that is there already stays the only one.
    pub(in crate::app) fn add(&mut self, file: NamedData) {
        let is_same = |other: &NamedData| other.name == file.name && other.text == file.text;
        if !self.files.iter().any(is_same) {
            self.files.push(file);
        }
    }

    /// Without the file at a place.
    #[must_use]
    pub fn without(mut self, at: usize) -> Self {
        if at < self.files.len() {
            self.files.remove(at);
        }
        self
    }

    /// As it is kept on the device.
    pub(super) fn to_json(&self) -> Option<String> {
        let files: Vec<(&str, &str)> =
            self.files.iter().map(|file| (file.name.as_str(), &*file.text)).collect();
        serde_json::to_string(&(files, &self.options)).ok()
    }

    /// Reads what is kept on the device; `None` if it cannot be read.
    pub(super) fn from_json(json: &str) -> Option<Self> {
        let (files, options) =
            serde_json::from_str::<(Vec<(String, String)>, FigureOptions)>(json).ok()?;
        let file = |(name, text): (String, String)| NamedData { name, text: text.into() };
        Some(FiguresRequest { files: files.into_iter().map(file).collect(), options })
    }
}
