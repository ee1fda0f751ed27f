//! A data file whose text is here, and what its link says besides.

use crate::app::page_address::{asked_of_files, parameters, query};
use spanwise_diagnostics::Diagnostic;

/// A data file at hand.
#[derive(Debug, Clone)]
pub(in crate::app) struct DataFile {
    pub(super) name: String,
    pub(super) text: String,
    /// Where it came from, for the person to recognise.
    pub(super) origin: String,
    /// The query under which the page opens it again, or empty. `None`: the address stays as it is.
    pub(super) query: Option<String>,
    /// Sets the work apart from one on the same template and data, for the page that embeds this one.
    pub(super) apart: String,
    /// What else the link says: who annotates, and which instances.
    pub(super) parameters: Vec<(String, String)>,
    /// What was wrong with the file before it had this text.
    pub(super) problems: Vec<Diagnostic>,
}

impl DataFile {
    /// A file of this device, for whoever the address of this page names.
    pub(super) fn file(name: String, text: String) -> Self {
        let (query, parameters) = asked_of_files();
        DataFile { query: Some(query), parameters, ..DataFile::new(name, text) }
    }

    /// What the address of this page leads to.
    pub(super) fn address(name: String, text: String) -> Self {
        DataFile { query: Some(query()), parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data that the page itself brings along.
    pub(super) fn brought(name: String, text: String) -> Self {
        DataFile { parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data that another page, at this origin, handed over.
    pub(super) fn embedded(origin: &str, text: String) -> Self {
        DataFile { apart: origin.to_owned(), ..DataFile::new(origin.to_owned(), text) }
    }

    /// The same file with another text.
    pub(super) fn with(self, text: String) -> Self {
        DataFile { text, ..self }
    }

    fn new(name: String, text: String) -> Self {
        let (origin, apart, parameters) = (name.clone(), String::new(), Vec::new());
        DataFile { name, text, origin, query: None, apart, parameters, problems: Vec::new() }
    }
}
