//! Whether a journal is whole: what stands apart from the log tells what should be there.

use super::ends::InstanceEnd;
use super::journal::Journal;
use super::recover::JournalProblem;
use std::collections::BTreeMap;

/// The end of each instance, noted apart from its log.
#[derive(Debug, Default)]
pub(super) struct JournalEnds {
    /// Up to where each instance goes.
    pub(super) ends: BTreeMap<u32, InstanceEnd>,
    /// Instances whose ends cannot be read, or end with a change that cannot be read: that is told by itself.
    pub(super) damaged: Vec<u32>,
    /// The instances that have changes, in order, as far as that was noted and can be read.
    pub(super) listed: Vec<u32>,
}

impl JournalEnds {
    /// The digest that the changes of an instance had before the given one, if that was noted.
    pub(super) fn digest_before(&self, instance: u32, snapshot: u64, seq: u64) -> Option<u32> {
        let end = self.ends.get(&instance)?;
        // A later snapshot holds all of it. Where an earlier one stands in, changes are missing, which is told.
        (end.last == seq && end.snapshot == snapshot).then_some(end.digest)
    }

    /// What is missing of a journal whose snapshots and records were read. Nothing can be told of works that were stored
    /// before ends were noted. What goes beyond an end was stored after it.
    pub(super) fn missing<S>(&self, journal: &Journal<S>) -> Vec<JournalProblem> {
        let last = |at: u32| journal.chains.get(&at).map_or(0, |chain| chain.last);
        let is_told = |at: &u32| self.damaged.contains(at);
        let is_cut = |(at, end): &(&u32, &InstanceEnd)| last(**at) < end.last && !is_told(at);
        let tail = |(&instance, end): (&u32, &InstanceEnd)| JournalProblem::Tail {
            instance,
            after: last(instance),
            last: end.last,
        };
        let has_no_end = |at: &&u32| !self.ends.contains_key(*at) && !is_told(at);
        let unfinished =
            |&instance: &u32| JournalProblem::Unfinished { instance, after: last(instance) };
        let cut = self.ends.iter().filter(is_cut).map(tail);
        cut.chain(self.listed.iter().filter(has_no_end).map(unfinished)).collect()
    }
}
