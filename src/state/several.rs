//! A template for several annotators, and their data as far as it is at hand.
//!
//! What is made of it is a part of its own, [`adjudicate`](super::adjudicate).

use std::sync::Arc;

use super::app::Landing;
use spanwise_annotation::store::WorkId;
use spanwise_links::{Address, ShippedName};

/// Where the data of one annotator is.
#[derive(Debug, Clone)]
pub(super) enum Source {
    /// Here: the name of its file, and the text.
    Text(String, Arc<str>),
    /// At an address.
    Address(Address),
    /// Beside a template that comes with the app.
    Example(ShippedName),
}

/// A template for several annotators, and their data as far as it is at hand.
#[derive(Debug, Clone)]
pub struct Several {
    /// The template.
    pub landing: Landing,
    /// By annotator. `None`, and what is not there up to the number in the template, is missing.
    pub(super) sources: Vec<Option<Source>>,
    /// The query under which the page opens it again, or empty. `None`: the address stays as it is.
    pub(super) query: Option<String>,
    /// Sets the work apart from one on the same template and data, for the page that embeds this one.
    pub(super) apart: String,
    /// What else the link says: who annotates, and which instances.
    pub(super) parameters: Vec<(String, String)>,
    /// The work of this device that goes on, with its data.
    pub(super) kept: Option<WorkId>,
    /// The work of this device that was opened: the data of the others is kept beside it.
    pub(super) opened: Option<WorkId>,
    /// The row of instances to show, from 0; where none is given, that where the first annotator was.
    pub(super) row: Option<usize>,
}

impl Several {
    /// A template with the data at hand, opened again by a query.
    pub(super) fn new(
        landing: Landing,
        sources: Vec<Option<Source>>,
        query: Option<String>,
    ) -> Self {
        let (apart, parameters) = (String::new(), Vec::new());
        Several { landing, sources, query, apart, parameters, kept: None, opened: None, row: None }
    }

    /// A work of this device, with its data if that is still here.
    pub(super) fn of_work(landing: Landing, work: WorkId, data: Option<Source>) -> Self {
        let kept = data.is_some().then(|| work.clone());
        Several { kept, opened: Some(work), ..Several::new(landing, vec![data], None) }
    }

    /// How many annotators the template shows.
    #[must_use]
    pub fn count(&self) -> usize {
        self.landing.annotators()
    }

    /// Whether all data was here before.
    #[must_use]
    pub fn was_here(&self) -> bool {
        self.opened.is_some()
    }

    /// Whether the data of some annotator is missing.
    pub(super) fn is_waiting(&self) -> bool {
        self.sources.iter().flatten().count() < self.count()
    }

    /// With other data of an annotator, by number.
    pub(super) fn with(mut self, at: usize, name: String, text: String) -> Self {
        if let Some(source) = self.sources.get_mut(at) {
            *source = Some(Source::Text(name, text.into()));
        }
        self
    }

    /// Puts further data where it is missing.
    pub(super) fn add(&mut self, sources: impl IntoIterator<Item = Source>) {
        for source in sources {
            match self.sources.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some(source),
                None => self.sources.push(Some(source)),
            }
        }
    }
}

/// The name under which the data of the other annotators is kept, beside a work.
pub(super) fn others_name(work: &WorkId) -> String {
    format!("{work}+others")
}

impl Landing {
    /// How many annotators the template shows side by side; 1 for the annotate page.
    #[must_use]
    pub fn annotators(&self) -> usize {
        self.template.settings.adjudication.map_or(1, usize::from).max(1)
    }

    /// Whether the template shows several annotators side by side.
    #[must_use]
    pub fn is_for_several(&self) -> bool {
        self.annotators() > 1
    }
}
