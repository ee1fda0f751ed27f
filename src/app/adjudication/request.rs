//! A template for several annotators, and their data as far as it is at hand.
//!
//! [`adjudication`](super) opens it; that code is loaded lazily.

use std::sync::Arc;

use crate::app::loaded_template::LoadedTemplate;
use spanwise_agreement::adjudication::EditSpan;
use spanwise_annotation::store::WorkId;
use spanwise_links::{Address, ShippedName};

/// A data file of one annotator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) struct NamedData {
    /// Name of the file, or its address.
    pub(in crate::app) name: String,
    pub(in crate::app) text: Arc<str>,
}

/// Location of the data of one annotator.
#[derive(Debug, Clone)]
pub(in crate::app) enum AnnotatorData {
    /// Here.
    File(NamedData),
    /// At an address.
    Address(Address),
    /// Beside a template that comes with the app.
    Example(ShippedName),
}

/// An edit by what measures say of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::app) struct EditPlace {
    /// The name of its item: an `id`, or else a number from 1.
    pub(in crate::app) item: String,
    /// Names of annotators, each with a span of theirs. One of their edits is meant, the first one if it is there.
    pub(in crate::app) spans: Vec<(String, EditSpan)>,
}

/// A template for several annotators, and their data as far as it is at hand.
#[derive(Debug, Clone)]
pub struct AdjudicationRequest {
    /// The template.
    pub loaded_template: LoadedTemplate,
    /// Data by annotator; `None`, or a missing entry, if it is not at hand.
    pub(in crate::app) sources: Vec<Option<AnnotatorData>>,
    /// Query under which the page opens it again, or empty; `None` to leave the address unchanged.
    pub(in crate::app) query: Option<String>,
    /// Distinguishes the work from others with the same template and data, for the host page.
    pub(in crate::app) scope: String,
    /// Other parameters of the link, which may assign the work.
    pub(in crate::app) parameters: Vec<(String, String)>,
    /// The stored work to continue, if its data is stored too.
    pub(in crate::app) kept: Option<WorkId>,
    /// The stored work that was opened; the data of the other annotators is stored beside it.
    pub(in crate::app) opened: Option<WorkId>,
    /// 0-based row to show; `None` for the position of the first annotator.
    pub(in crate::app) row: Option<usize>,
    /// The edit to show, whatever the row.
    pub(in crate::app) edit: Option<EditPlace>,
    /// `true` if there may be more annotators than the template shows.
    pub(in crate::app) takes_further: bool,
}

impl AdjudicationRequest {
    /// Creates a request from the data at hand.
    pub(in crate::app) fn new(
        loaded_template: LoadedTemplate,
        sources: Vec<Option<AnnotatorData>>,
        query: Option<String>,
    ) -> Self {
        let (scope, parameters) = (String::new(), Vec::new());
        AdjudicationRequest {
            loaded_template,
            sources,
            query,
            scope,
            parameters,
            kept: None,
            opened: None,
            row: None,
            edit: None,
            takes_further: false,
        }
    }

    /// Creates a request for a stored work, with its data if that is still stored.
    pub(in crate::app) fn of_work(
        loaded_template: LoadedTemplate,
        work: WorkId,
        data: Option<AnnotatorData>,
    ) -> Self {
        let kept = data.is_some().then(|| work.clone());
        AdjudicationRequest {
            kept,
            opened: Some(work),
            ..AdjudicationRequest::new(loaded_template, vec![data], None)
        }
    }

    /// Number of annotators that are shown: those that the template asks for, and further ones that were added.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count_with(self.sources.len())
    }

    /// Number of annotators that are shown if so many files are given.
    pub(super) fn count_with(&self, given: usize) -> usize {
        let asked = self.loaded_template.annotators();
        if self.takes_further { asked.max(given) } else { asked }
    }

    /// The same, to which files of further annotators can be added whatever the template asks for.
    pub(in crate::app) fn with_further(self) -> Self {
        AdjudicationRequest { takes_further: true, ..self }
    }

    /// Returns `true` if the work was opened from this device.
    #[must_use]
    pub fn was_here(&self) -> bool {
        self.opened.is_some()
    }

    /// Returns `true` if the data of some annotator is missing.
    pub(in crate::app) fn is_waiting(&self) -> bool {
        self.sources.iter().flatten().count() < self.count()
    }

    /// Replaces the data of an annotator (0-based).
    pub(in crate::app) fn with(mut self, at: usize, name: String, text: String) -> Self {
        if let Some(source) = self.sources.get_mut(at) {
            *source = Some(AnnotatorData::File(NamedData { name, text: text.into() }));
        }
        self
    }

    /// Adds data where it is missing.
    pub(in crate::app) fn add(&mut self, sources: impl IntoIterator<Item = AnnotatorData>) {
        for source in sources {
            match self.sources.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(source),
                None => self.sources.push(Some(source)),
            }
        }
    }
}

/// Name under which the data of the other annotators is stored beside a work.
pub(in crate::app) fn others_name(work: &WorkId) -> String {
    format!("{work}+others")
}
