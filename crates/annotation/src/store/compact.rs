//! Folding the log into snapshots, so that it stays small.

use super::frame;
use super::journal::{Journal, JournalError, NewestRecord, RecordChain};
use super::key_value::{KeyValue, StoreError};
use super::keys::WorkKeyPart;

/// Records from which compaction is due.
const MAX_RECORDS: usize = 512;
/// Bytes of records from which compaction is due.
const MAX_BYTES: usize = 256 * 1024;

impl<S: KeyValue> Journal<S> {
    /// Returns `true` if the log is long enough for [`Journal::compact`] to be worthwhile.
    #[must_use]
    pub fn wants_compaction(&self) -> bool {
        let count: usize = self.chains.values().map(|chain| chain.records.len()).sum();
        let bytes: usize = self.chains.values().map(RecordChain::bytes).sum();
        count > MAX_RECORDS || bytes > MAX_BYTES
    }

    /// Folds the records of at most `limit` instances, those with most to gain first, into snapshots.
    ///
    /// `snapshot_of` gives the present state of an instance as JSON. Instances with changes in the backlog are left out.
    /// Each snapshot is written and read back before anything that it replaces is removed, so that an interruption at
    /// any moment loses nothing.
    ///
    /// # Errors
    /// [`JournalError::NotCompacted`], and those of [`Journal::retry`] that mean another tab wrote.
    pub fn compact(
        &mut self,
        limit: usize,
        mut snapshot_of: impl FnMut(u32) -> String,
    ) -> Result<(), JournalError> {
        self.check_for_others()?;
        for instance in self.foldable().into_iter().take(limit) {
            let state = snapshot_of(instance);
            self.fold(instance, &state).map_err(JournalError::NotCompacted)?;
        }
        Ok(())
    }

    /// Instances with stored records beyond their snapshot and nothing in the backlog, the longest log first.
    fn foldable(&self) -> Vec<u32> {
        let pending = |instance| self.backlog.iter().any(|p| p.record.instance == instance);
        let mut sizes: Vec<(usize, u32)> = self
            .chains
            .iter()
            .filter(|&(&instance, chain)| chain.last > chain.snapshot && !pending(instance))
            .map(|(&instance, chain)| (chain.bytes(), instance))
            .collect();
        sizes.sort_unstable_by_key(|&(bytes, instance)| (std::cmp::Reverse(bytes), instance));
        sizes.into_iter().map(|(_, instance)| instance).collect()
    }

    fn fold(&mut self, instance: u32, state: &str) -> Result<(), StoreError> {
        let Some(seq) = self.chains.get(&instance).map(|chain| chain.last) else { return Ok(()) };
        self.write_snapshot(WorkKeyPart::Snapshot { instance, seq }, state)?;
        let kept = self.newest.as_mut().filter(|newest| newest.seq == seq).map(NewestRecord::close);
        let Some(chain) = self.chains.get_mut(&instance) else { return Ok(()) };
        let replaced = std::mem::replace(&mut chain.snapshot, seq);
        chain.digests = (0, 0);
        let go = std::mem::take(&mut chain.records);
        chain.records.extend(go.iter().filter(|(seq, _)| kept == Some(*seq)));
        self.note_end(instance, seq);
        self.store.retire(&self.key(WorkKeyPart::Snapshot { instance, seq: replaced }).to_string());
        for (seq, _) in go.into_iter().filter(|(seq, _)| kept != Some(*seq)) {
            self.remove(WorkKeyPart::Record { seq });
        }
        Ok(())
    }

    /// Stores the journal anew, after the stored one is gone. `snapshot_of` gives the present state of an instance as
    /// JSON, with the changes in the backlog and the one of the instance `changed` that was not appended.
    ///
    /// # Errors
    /// Those of the store; values stored by then stay.
    pub fn renew(
        &mut self,
        changed: &[u32],
        mut snapshot_of: impl FnMut(u32) -> String,
    ) -> Result<(), StoreError> {
        self.has_vanished = true;
        for &instance in changed {
            self.chains.entry(instance).or_default().last = self.next;
            self.next = self.next.saturating_add(1);
        }
        self.listed.clear();
        let chains: Vec<(u32, u64)> =
            self.chains.iter().map(|(&instance, chain)| (instance, chain.last)).collect();
        for (instance, seq) in chains.into_iter().filter(|(_, last)| *last > 0) {
            self.write_snapshot(WorkKeyPart::Snapshot { instance, seq }, &snapshot_of(instance))?;
            let chain = RecordChain { snapshot: seq, last: seq, ..RecordChain::default() };
            self.chains.insert(instance, chain);
            self.note_end(instance, seq);
        }
        self.backlog.clear();
        self.newest = None;
        (self.has_vanished, self.read_only) = (false, None);
        Ok(())
    }

    fn write_snapshot(&self, part: WorkKeyPart, state: &str) -> Result<(), StoreError> {
        let key = self.key(part);
        let is_stored = || {
            let stored = self.get(part);
            stored.is_some_and(|value| frame::unseal(&key, &value) == Ok(state))
        };
        let outcome = match self.put(part, state) {
            Ok(()) if !is_stored() => Err(StoreError::Altered),
            outcome => outcome,
        };
        if outcome.is_err() {
            // The durable store may have it: changes that are amended later must not find it there.
            self.remove(part);
        }
        outcome
    }
}
