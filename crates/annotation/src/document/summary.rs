//! What is known of an instance without holding it: how far it is.

use super::flow::open_questions;
use super::instance::{Edit, Instance};
use spanwise_template::{Category, TemplateSettings, Typology};

/// How far an instance is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum InstanceStatus {
    /// Nothing was done.
    Untouched,
    /// Something was done, or declared done with questions open.
    InProgress,
    /// Declared done, with edits, and no question open.
    Done,
    /// Declared done without any edit.
    DoneNoErrors,
}

impl InstanceStatus {
    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_done(self) -> bool {
        matches!(self, InstanceStatus::Done | InstanceStatus::DoneNoErrors)
    }
}

/// Figures of one instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InstanceSummary {
    /// Top-level edits.
    pub edits: u32,
    /// Of those, how many have a required question open.
    pub open: u32,
    /// `done` of the instance.
    pub done: bool,
    /// `bookmark` of the instance.
    pub bookmark: bool,
    /// Whether it is as it was opened.
    pub pristine: bool,
}

impl InstanceSummary {
    /// The figures of an instance.
    #[must_use]
    pub fn of(instance: &Instance, typology: &Typology, settings: &TemplateSettings) -> Self {
        let is_open = |e: &&std::sync::Arc<Edit>| !is_complete(e, typology, settings);
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        InstanceSummary {
            edits: count(instance.edits.len()),
            open: count(instance.edits.iter().filter(is_open).count()),
            done: instance.done,
            bookmark: instance.bookmark,
            pristine: false,
        }
    }

    /// Whether it came with edits and without an open question, and nobody declared it done.
    #[must_use]
    pub fn came_annotated(self) -> bool {
        self.pristine && self.status() == InstanceStatus::InProgress && self.open == 0
    }

    /// How far the instance is.
    #[must_use]
    pub fn status(self) -> InstanceStatus {
        match (self.done, self.edits, self.open) {
            (true, 0, _) => InstanceStatus::DoneNoErrors,
            (true, _, 0) => InstanceStatus::Done,
            (false, 0, _) => InstanceStatus::Untouched,
            _ => InstanceStatus::InProgress,
        }
    }
}

/// How many required questions of an edit are open; none where the template disables annotation, or for an edit of
/// a category that the typology does not know.
#[must_use]
pub fn open_count(edit: &Edit, category: Option<&Category>, settings: &TemplateSettings) -> usize {
    match category {
        Some(category) if !settings.disable.annotation => {
            open_questions(category, &edit.answers).len()
        }
        _ => 0,
    }
}

/// Whether no required question of an edit is open.
#[must_use]
pub fn is_complete(edit: &Edit, typology: &Typology, settings: &TemplateSettings) -> bool {
    open_count(edit, typology.find(&edit.category).map(|(_, c)| c), settings) == 0
}
