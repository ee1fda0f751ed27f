//! A data file with its text and the parameters of its link.

use crate::app::page_address::{parameters, parameters_for_files, query};
use spanwise_diagnostics::Diagnostic;

/// A data file with its text.
#[derive(Debug, Clone)]
pub(in crate::app) struct DataFile {
    pub(super) name: String,
    pub(super) text: String,
    /// Name or address by which the person recognises it.
    pub(super) origin: String,
    /// Query under which the page opens it again, or empty; `None` to leave the address unchanged.
    pub(super) query: Option<String>,
    /// Distinguishes the work from others with the same template and data, for the host page.
    pub(super) scope: String,
    /// Other parameters of the link, which may assign the work.
    pub(super) parameters: Vec<(String, String)>,
    /// Problems of converting the file to this text.
    pub(super) problems: Vec<Diagnostic>,
}

impl DataFile {
    /// A file of this device, assigned by the address of this page.
    pub(super) fn chosen(name: String, text: String) -> Self {
        let (query, parameters) = parameters_for_files();
        DataFile { query: Some(query), parameters, ..DataFile::new(name, text) }
    }

    /// A file that the address of this page names.
    pub(super) fn linked(name: String, text: String) -> Self {
        DataFile { query: Some(query()), parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data embedded in the page.
    pub(super) fn in_page(name: String, text: String) -> Self {
        DataFile { parameters: parameters(), ..DataFile::new(name, text) }
    }

    /// Data sent by the host page at an origin.
    pub(super) fn from_host(origin: &str, text: String) -> Self {
        DataFile { scope: origin.to_owned(), ..DataFile::new(origin.to_owned(), text) }
    }

    /// Replaces the text.
    pub(super) fn with(self, text: String) -> Self {
        DataFile { text, ..self }
    }

    fn new(name: String, text: String) -> Self {
        let (origin, scope, parameters) = (name.clone(), String::new(), Vec::new());
        DataFile { name, text, origin, query: None, scope, parameters, problems: Vec::new() }
    }
}
