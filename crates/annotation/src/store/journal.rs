//! The durable record of one work: each change is on disk when [`Journal::append`] returns.
//!
//! Every record names the record before it of the same instance, and the [end](super::ends) of each instance stands
//! apart, so that a missing record is noticed. The newest record is never removed: it is the mark by which two tabs
//! that hold the same work notice each other, and by which a page notices that its stored records are gone. The journal
//! knows nothing of the meaning of changes, and doesn't prevent two tabs from opening a work; it prevents them from
//! overwriting each other.

use std::collections::VecDeque;
use std::fmt;

use super::deleted;
use super::ends::{InstanceEnd, digest, write_list};
use super::frame;
use super::journal_ends::JournalEnds;
use super::key_value::{KeyValue, StoreError, stored_bytes};
use super::keys::{StorageKey, WorkId, WorkKeyPart};
use spanwise_i18n::{Message, say};
use std::collections::BTreeMap;

/// One change, as it was committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalRecord {
    /// Its number in the work, from 1.
    pub seq: u64,
    /// 0-based index of the instance it changes.
    pub instance: u32,
    /// The change, as JSON.
    pub change: String,
}

/// The durability of the changes to a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveState {
    /// All changes are stored.
    Saved,
    /// All changes are stored, but do not survive a crash yet.
    Saving,
    /// All changes are stored, but do not survive a crash: there is no durable store, or it refuses.
    SavedNotDurably,
    /// This many changes, or files that the work needs to be opened again, are only kept in memory.
    Unsaved(usize),
    /// This journal stores nothing more.
    ReadOnly(ReadOnlyReason),
}

/// The reason why a journal stores nothing more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOnlyReason {
    /// The work was stored by a newer version of this app, in this format.
    NewerFormat(u32),
    /// Another tab changed or removed the work after this one opened it.
    ChangedElsewhere,
}

impl ReadOnlyReason {
    /// The reason and the remedy.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            ReadOnlyReason::NewerFormat(format) => frame::newer(format),
            ReadOnlyReason::ChangedElsewhere => say!(StoreWorkWasChangedOrRemoved),
        }
    }
}

impl fmt::Display for ReadOnlyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// An error in storing changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalError {
    /// The change was not taken, because another tab wrote to the work; the journal is now read-only.
    Conflict,
    /// The change was not taken, because the journal is read-only.
    ReadOnly(ReadOnlyReason),
    /// The change was not taken, because the stored journal is gone though nobody deleted the work; [`Journal::renew`]
    /// stores it anew.
    Vanished,
    /// The change was not taken, because the record to amend is no longer open to it; append instead.
    Closed,
    /// The change was taken under this number and is kept in memory until it can be stored.
    Unsaved {
        /// The last number given.
        seq: u64,
        /// The error of the store.
        cause: StoreError,
    },
    /// A snapshot could not be stored; the log that it would have replaced is still there.
    NotCompacted(StoreError),
}

impl JournalError {
    /// The reason and the remedy.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            JournalError::Conflict => ReadOnlyReason::ChangedElsewhere.message(),
            JournalError::ReadOnly(reason) => reason.message(),
            JournalError::Vanished => {
                say!(StoreWhatWasStoredWorkGoneDownload)
            }
            JournalError::Closed => {
                say!(StoreStepCanNoLongerGrowMust)
            }
            JournalError::Unsaved { cause, .. } | JournalError::NotCompacted(cause) => {
                cause.message()
            }
        }
    }
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for JournalError {}

/// The journal of one work. Made by [`Journal::new`] or [`Journal::open`].
#[derive(Debug)]
pub struct Journal<S> {
    pub(super) store: S,
    pub(super) work: WorkId,
    /// The number of the next record.
    pub(super) next: u64,
    pub(super) chains: BTreeMap<u32, RecordChain>,
    pub(super) newest: Option<NewestRecord>,
    /// The instances that are known to have changes, in order, as they are listed in the store.
    pub(super) listed: Vec<u32>,
    /// `true` if the stored journal is gone.
    pub(super) has_vanished: bool,
    /// Changes not on disk, in order.
    pub(super) backlog: VecDeque<PendingRecord>,
    /// The last record that had to wait; 0 if none had.
    pub(super) last_waiting: u64,
    pub(super) read_only: Option<ReadOnlyReason>,
}

/// The snapshot and the records of one instance.
#[derive(Debug, Default)]
pub(super) struct RecordChain {
    /// The last record that the snapshot includes; 0 without a snapshot.
    pub(super) snapshot: u64,
    /// The last record, stored or not; 0 without any.
    pub(super) last: u64,
    /// The stored records in order, with the bytes that each takes.
    pub(super) records: Vec<(u64, usize)>,
    /// The digests of the stored changes after the snapshot: without the last one, and with it.
    pub(super) digests: (u32, u32),
}

impl RecordChain {
    /// The size of its stored records, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.records.iter().map(|(_, bytes)| bytes).sum()
    }

    /// Adds a stored change, in place of the last one if it has the same number. Returns `true` if it is a new one.
    pub(super) fn add(&mut self, seq: u64, bytes: usize, payload: &str) -> bool {
        let last = self.records.last_mut().filter(|(last, _)| *last == seq);
        let is_new = last.is_none();
        match last {
            Some((_, size)) => *size = bytes,
            None => self.records.push((seq, bytes)),
        }
        let before = if is_new { self.digests.1 } else { self.digests.0 };
        self.digests = (before, digest(before, payload));
        is_new
    }
}

/// The newest stored record.
#[derive(Debug)]
pub(super) struct NewestRecord {
    pub(super) seq: u64,
    pub(super) value: String,
    /// The record, as long as [`Journal::amend`] may replace it; `None` if an earlier visit stored it, it had to wait,
    /// or a snapshot includes it.
    pub(super) open: Option<PendingRecord>,
}

/// A record to be stored.
#[derive(Debug, Clone)]
pub(super) struct PendingRecord {
    pub(super) record: JournalRecord,
    /// The record before it of the same instance, or 0.
    pub(super) previous: u64,
}

impl NewestRecord {
    /// Ends amending; returns the number of the record.
    pub(super) fn close(&mut self) -> u64 {
        self.open = None;
        self.seq
    }
}

impl PendingRecord {
    pub(super) fn payload(&self) -> String {
        format!("{} {} {}", self.record.instance, self.previous, self.record.change)
    }

    pub(super) fn parse(seq: u64, payload: &str) -> Option<Self> {
        let mut parts = payload.splitn(3, ' ');
        let instance = parts.next()?.parse().ok()?;
        let previous = parts.next()?.parse().ok()?;
        let change = parts.next()?.to_owned();
        Some(PendingRecord { record: JournalRecord { seq, instance, change }, previous })
    }
}

impl<S> Journal<S> {
    /// Creates the journal of a work of which the store has nothing.
    #[must_use]
    pub fn new(store: S, work: WorkId) -> Self {
        Journal {
            store,
            work,
            next: 1,
            chains: BTreeMap::default(),
            newest: None,
            listed: Vec::new(),
            has_vanished: false,
            backlog: VecDeque::new(),
            last_waiting: 0,
            read_only: None,
        }
    }
}

impl<S: KeyValue> Journal<S> {
    /// Records a change and returns its number.
    ///
    /// # Errors
    /// After [`JournalError::Unsaved`] the change is in the backlog, which is stored first by the next call.
    pub fn append(&mut self, instance: u32, change: String) -> Result<u64, JournalError> {
        self.check_for_others()?;
        let seq = self.next;
        self.next = seq.saturating_add(1);
        let chain = self.chains.entry(instance).or_default();
        let previous = std::mem::replace(&mut chain.last, seq);
        self.backlog
            .push_back(PendingRecord { record: JournalRecord { seq, instance, change }, previous });
        self.store_backlog().map(|()| seq)
    }

    /// Returns `true` if [`Journal::amend`] can replace the change of this record.
    #[must_use]
    pub fn can_amend(&self, seq: u64) -> bool {
        self.read_only.is_none() && self.amended(seq, String::new()).is_some()
    }

    /// Replaces the change of the last record, if this journal stored it and no snapshot includes it.
    ///
    /// # Errors
    /// As [`Journal::append`], and [`JournalError::Closed`].
    pub fn amend(&mut self, seq: u64, change: String) -> Result<(), JournalError> {
        self.check_for_others()?;
        let amended = self.amended(seq, change).ok_or(JournalError::Closed)?;
        self.backlog.push_back(amended);
        self.store_backlog()
    }

    /// Stores the changes that could not be stored before.
    ///
    /// # Errors
    /// As [`Journal::append`].
    pub fn retry(&mut self) -> Result<(), JournalError> {
        self.check_for_others()?;
        self.store_backlog()
    }

    /// The number of changes that are not on disk.
    #[must_use]
    pub fn backlog(&self) -> usize {
        self.backlog.len()
    }

    /// The number of the last change, stored or not; 0 without any.
    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.next.saturating_sub(1)
    }

    /// The number of instances changed after change number `seq`.
    #[must_use]
    pub fn changed_since(&self, seq: u64) -> usize {
        self.chains.values().filter(|chain| chain.last > seq).count()
    }

    /// The durability of the changes; never [`SaveState::Saving`] or [`SaveState::SavedNotDurably`], which depend on a
    /// durable store.
    #[must_use]
    pub fn state(&self) -> SaveState {
        match (self.read_only, self.backlog.len()) {
            (Some(reason), _) => SaveState::ReadOnly(reason),
            (None, unsaved) if self.has_vanished => SaveState::Unsaved(unsaved.max(1)),
            (None, 0) => SaveState::Saved,
            (None, unsaved) => SaveState::Unsaved(unsaved),
        }
    }

    pub(super) fn key(&self, part: WorkKeyPart) -> StorageKey {
        StorageKey::Work(self.work.clone(), part)
    }

    pub(super) fn get(&self, part: WorkKeyPart) -> Option<String> {
        self.store.get(&self.key(part).to_string())
    }

    pub(super) fn remove(&self, part: WorkKeyPart) {
        self.store.remove(&self.key(part).to_string());
    }

    /// Makes the journal read-only if the log is not as this journal left it.
    pub(super) fn check_for_others(&mut self) -> Result<(), JournalError> {
        if let Some(reason) = self.read_only {
            return Err(JournalError::ReadOnly(reason));
        }
        if self.look_for_loss() {
            return Err(JournalError::Vanished);
        }
        let untouched = match &self.newest {
            Some(newest) => {
                self.get(WorkKeyPart::Record { seq: newest.seq }).as_ref() == Some(&newest.value)
                    && self.get(WorkKeyPart::Record { seq: self.first_free() }).is_none()
            }
            None => !self.has_record_from(self.first_free()),
        };
        if untouched {
            return Ok(());
        }
        self.read_only = Some(ReadOnlyReason::ChangedElsewhere);
        Err(JournalError::Conflict)
    }

    /// Returns `true` if the stored journal is gone though nobody deleted the work.
    pub fn look_for_loss(&mut self) -> bool {
        if self.read_only.is_none() && !self.has_vanished {
            let is_gone =
                |newest: &NewestRecord| self.get(WorkKeyPart::Record { seq: newest.seq }).is_none();
            self.has_vanished = self.newest.as_ref().is_some_and(is_gone)
                && !self.has_record_from(self.first_free())
                && !deleted::is_deleted(&self.store, &self.work);
        }
        self.has_vanished
    }

    /// The number of the first record that is not in the store, not even in an earlier form.
    fn first_free(&self) -> u64 {
        let newest = self.newest.as_ref().map_or(0, |n| n.seq);
        self.backlog.iter().map(|p| p.record.seq).find(|&seq| seq > newest).unwrap_or(self.next)
    }

    fn has_record_from(&self, first: u64) -> bool {
        self.store.keys().iter().any(|key| match key.parse() {
            Ok(StorageKey::Work(work, WorkKeyPart::Record { seq })) => {
                work == self.work && seq >= first
            }
            _ => false,
        })
    }

    /// The last record with another change; `None` if it is closed. One that had to wait is: the durable store may have
    /// it as refused by the first one, and could not distinguish the later form.
    fn amended(&self, seq: u64, change: String) -> Option<PendingRecord> {
        if !self.backlog.is_empty() {
            return None;
        }
        let last = self.newest.as_ref()?.open.as_ref().filter(|p| p.record.seq == seq)?;
        let record = JournalRecord { seq, instance: last.record.instance, change };
        Some(PendingRecord { record, previous: last.previous })
    }

    fn store_backlog(&mut self) -> Result<(), JournalError> {
        while let Some(pending) = self.backlog.pop_front() {
            let seq = pending.record.seq;
            let key = self.key(WorkKeyPart::Record { seq });
            let payload = pending.payload();
            let value = frame::seal(&key, &payload);
            if let Err(cause) = self.store.set(&key.to_string(), &value) {
                self.backlog.push_front(pending);
                self.last_waiting = self.last_seq();
                return Err(JournalError::Unsaved { seq: self.last_seq(), cause });
            }
            let instance = pending.record.instance;
            let chain = self.chains.entry(instance).or_default();
            let bytes = stored_bytes(&key.to_string(), &value);
            let is_new = chain.add(seq, bytes, &payload);
            let open = (seq > self.last_waiting).then_some(pending);
            self.newest = Some(NewestRecord { seq, value, open });
            if is_new {
                self.note_end(instance, seq);
            }
        }
        Ok(())
    }

    /// Stores the end of an instance's changes apart from the log. An end that finds no room is stored with the next
    /// change; changes beyond the stored end are valid all the same.
    pub(super) fn note_end(&mut self, instance: u32, last: u64) {
        let Some(chain) = self.chains.get(&instance) else { return };
        let end = InstanceEnd { snapshot: chain.snapshot, last, digest: chain.digests.0 };
        if self.put(WorkKeyPart::End { instance }, &end.payload()).is_ok() {
            self.list(instance);
        }
    }

    /// Adds an instance to the list of those that have changes.
    fn list(&mut self, instance: u32) {
        if let Err(at) = self.listed.binary_search(&instance) {
            self.listed.insert(at, instance);
            if self.put(WorkKeyPart::Changed, &write_list(&self.listed)).is_err() {
                self.listed.remove(at);
            }
        }
    }

    /// Stores damaged ends anew from the log, or removes those without one, and completes the list of changed
    /// instances.
    pub(super) fn note_again(&mut self, noted: &JournalEnds) {
        let has_end = |at: &u32| !noted.damaged.contains(at) || self.chains.contains_key(at);
        let mut listed: Vec<u32> = noted.listed.iter().chain(noted.ends.keys()).copied().collect();
        listed.sort_unstable();
        listed.dedup();
        listed.retain(has_end);
        for &instance in &noted.damaged {
            match self.chains.get(&instance).map(|chain| chain.last) {
                Some(last) => self.note_end(instance, last),
                None => self.remove(WorkKeyPart::End { instance }),
            }
        }
        if listed != noted.listed && self.put(WorkKeyPart::Changed, &write_list(&listed)).is_ok() {
            self.listed = listed;
        }
    }

    /// Stores the value of a part, in its envelope.
    pub(super) fn put(&self, part: WorkKeyPart, payload: &str) -> Result<(), StoreError> {
        let key = self.key(part);
        self.store.set(&key.to_string(), &frame::seal(&key, payload))
    }
}
