//! Unfinished instances, to be shown before a submission.

use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::workspace::Overview;

/// An instance that is not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// 0-based index of the instance.
    pub instance: usize,
    /// `true` if nothing was done in the instance.
    pub untouched: bool,
    /// `true` if the instance is not marked as done.
    pub not_done: bool,
    /// The number of its edits with an open required question.
    pub open_edits: u32,
    /// The number of open required questions about the instance as a whole.
    pub open_questions: u32,
}

impl Gap {
    /// Returns `true` if a required question is open.
    #[must_use]
    pub fn has_open_questions(&self) -> bool {
        self.open_edits > 0 || self.open_questions > 0
    }
}

/// Returns the unfinished ones of some instances (0-based), in the order given. All must have been read, as by
/// [`Workspace::scan`](spanwise_annotation::workspace::Workspace::scan): unread ones count as untouched.
#[must_use]
pub fn gaps(overview: &Overview, instances: impl IntoIterator<Item = usize>) -> Vec<Gap> {
    instances.into_iter().filter_map(|instance| gap(overview, instance)).collect()
}

fn gap(overview: &Overview, instance: usize) -> Option<Gap> {
    let summary = overview.summary(instance);
    let gap = Gap {
        instance,
        untouched: summary.status() == InstanceStatus::Untouched,
        not_done: !summary.done,
        open_edits: summary.open,
        open_questions: summary.open_questions,
    };
    (gap.not_done || gap.has_open_questions()).then_some(gap)
}
