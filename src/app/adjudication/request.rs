//! A template for several annotators, and their data as far as it is at hand.
//!
//! What is made of it is a part of its own, [`adjudicate`](super::adjudicate).

use std::sync::Arc;

use crate::app::loaded_template::LoadedTemplate;
use spanwise_annotation::store::WorkId;
use spanwise_links::{Address, ShippedName};

/// A data file of one annotator.
#[derive(Debug, Clone)]
pub(in crate::app) struct AnnotatorFile {
    /// Name of the file, or its address.
    pub(in crate::app) name: String,
    pub(in crate::app) text: Arc<str>,
}

/// Location of the data of one annotator.
#[derive(Debug, Clone)]
pub(in crate::app) enum AnnotatorData {
    /// Here.
    File(AnnotatorFile),
    /// At an address.
    Address(Address),
    /// Beside a template that comes with the app.
    Example(ShippedName),
}

/// A template for several annotators, and their data as far as it is at hand.
#[derive(Debug, Clone)]
pub struct AdjudicationRequest {
    /// The template.
    pub loaded_template: LoadedTemplate,
    /// By annotator. `None`, and what is not there up to the number in the template, is missing.
    pub(in crate::app) sources: Vec<Option<AnnotatorData>>,
    /// The query under which the page opens it again, or empty. `None`: the address stays as it is.
    pub(in crate::app) query: Option<String>,
    /// Sets the work apart from one on the same template and data, for the page that embeds this one.
    pub(in crate::app) apart: String,
    /// What else the link says: who annotates, and which instances.
    pub(in crate::app) parameters: Vec<(String, String)>,
    /// The work of this device that goes on, with its data.
    pub(in crate::app) kept: Option<WorkId>,
    /// The work of this device that was opened: the data of the others is kept beside it.
    pub(in crate::app) opened: Option<WorkId>,
    /// The row of instances to show, from 0; where none is given, that where the first annotator was.
    pub(in crate::app) row: Option<usize>,
}

impl AdjudicationRequest {
    /// A template with the data at hand, opened again by a query.
    pub(in crate::app) fn new(
        loaded_template: LoadedTemplate,
        sources: Vec<Option<AnnotatorData>>,
        query: Option<String>,
    ) -> Self {
        let (apart, parameters) = (String::new(), Vec::new());
        AdjudicationRequest {
            loaded_template,
            sources,
            query,
            apart,
            parameters,
            kept: None,
            opened: None,
            row: None,
        }
    }

    /// A work of this device, with its data if that is still here.
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

    /// How many annotators the template shows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.loaded_template.annotators()
    }

    /// Whether all data was here before.
    #[must_use]
    pub fn was_here(&self) -> bool {
        self.opened.is_some()
    }

    /// Whether the data of some annotator is missing.
    pub(in crate::app) fn is_waiting(&self) -> bool {
        self.sources.iter().flatten().count() < self.count()
    }

    /// With other data of an annotator, by number.
    pub(in crate::app) fn with(mut self, at: usize, name: String, text: String) -> Self {
        if let Some(source) = self.sources.get_mut(at) {
            *source = Some(AnnotatorData::File(AnnotatorFile { name, text: text.into() }));
        }
        self
    }

    /// Puts further data where it is missing.
    pub(in crate::app) fn add(&mut self, sources: impl IntoIterator<Item = AnnotatorData>) {
        for source in sources {
            match self.sources.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(source),
                None => self.sources.push(Some(source)),
            }
        }
    }
}

/// The name under which the data of the other annotators is kept, beside a work.
pub(in crate::app) fn others_name(work: &WorkId) -> String {
    format!("{work}+others")
}
