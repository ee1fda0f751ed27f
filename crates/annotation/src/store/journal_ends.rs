//! The check of a journal for missing changes, against the ends stored apart from its log.

use super::ends::InstanceEnd;
use super::journal::Journal;
use super::recover::JournalProblem;
use std::collections::BTreeMap;

/// The end of each instance, noted apart from its log.
#[derive(Debug, Default)]
pub(super) struct JournalEnds {
    /// The readable ends, by instance (0-based).
    pub(super) ends: BTreeMap<u32, InstanceEnd>,
    /// Instances whose end or last change cannot be read, which is reported by itself.
    pub(super) damaged: Vec<u32>,
    /// The stored list of instances that have changes, in order; empty if it is missing or cannot be read.
    pub(super) listed: Vec<u32>,
}

impl JournalEnds {
    /// The digest noted for an instance's changes before change `seq`; `None` if its end is missing or names another
    /// change or snapshot.
    pub(super) fn digest_before(&self, instance: u32, snapshot: u64, seq: u64) -> Option<u32> {
        let end = self.ends.get(&instance)?;
        // A later snapshot includes these changes. With an earlier one instead, changes are missing, which is reported.
        (end.last == seq && end.snapshot == snapshot).then_some(end.digest)
    }

    /// Reports missing last changes and ends of a journal whose snapshots and records were read; none of works stored
    /// before ends were noted. Changes beyond an end were stored after it.
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
