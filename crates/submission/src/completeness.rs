//! What is missing before a submission, to be shown first.

use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::workspace::Overview;

/// An instance that is not finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// 0-based index of the instance.
    pub instance: usize,
    /// Nothing was done there at all.
    pub untouched: bool,
    /// It was not declared done.
    pub not_done: bool,
    /// How many of its edits have a required question open.
    pub open_edits: u32,
}

/// The unfinished ones of some instances (0-based), in the order given. All must have been read, which
/// [`Workspace::scan`](spanwise_annotation::workspace::Workspace::scan) does: those that were not count as untouched.
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
    };
    (gap.not_done || gap.open_edits > 0).then_some(gap)
}
