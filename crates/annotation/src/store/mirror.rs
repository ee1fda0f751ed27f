//! A second, durable store that is kept like the first.
//!
//! The first store answers at once, but browsers write it to disk when they like, up to minutes later. So each write is
//! also queued for a durable store, which answers when the value is on disk. [`MirroredStore`] is the queue;
//! [`reconcile`] compares the two stores when the page opens.
//!
//! A removal is a write, too: the durable store notes it under the key, with the number of its batch, so that a value which
//! only comes back because the first store lost its last writes is not taken for a new one.

use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use super::deleted;
use super::frame;
use super::journal::PendingRecord;
use super::key_value::{KeyValue, StoreError};
use super::keys::{NAMESPACE, StorageKey, WorkId, WorkKeyPart};
use super::recover::quarantine_key;
use super::works::is_here;
use std::collections::BTreeMap;

/// A store whose writes are queued for a durable one. Reading asks the first store alone.
pub struct MirroredStore<S> {
    first: S,
    queue: RefCell<WriteQueue>,
    /// The values that the first store refused, by key.
    refused: RefCell<BTreeMap<String, String>>,
    /// The number of the last batch, if the first store did not take it.
    unnoted: Cell<Option<u64>>,
    /// Called when something is queued.
    wake: OnceCell<Box<dyn Fn()>>,
}

#[derive(Debug, Default)]
struct WriteQueue {
    /// The writes that the durable store has not confirmed, by key.
    writes: BTreeMap<String, QueuedWrite>,
    /// Removed works, with the numbers of the writes that removed them: snapshots that only the durable store has go,
    /// too.
    removed: Vec<(WorkId, u64)>,
    /// The number given last.
    last: u64,
    /// Writes up to this number are under way.
    sent: u64,
    /// `true` if the durable store did not take the last batch.
    has_refused: bool,
}

/// The latest write of a key.
#[derive(Debug, Clone)]
struct QueuedWrite {
    number: u64,
    what: WriteEffect,
}

/// The effect of a write on its key.
#[derive(Debug, Clone)]
enum WriteEffect {
    Set {
        value: Rc<str>,
        /// `true` if the first store took it.
        is_in_first: bool,
    },
    /// The key must not come back.
    Remove,
    /// As above, and it cannot come back any more.
    Forget,
}

/// Writes that go to the durable store together: all of them or none.
#[derive(Debug)]
pub struct MirrorBatch {
    stamp: u64,
    writes: Vec<(String, QueuedWrite)>,
    removed: Vec<(WorkId, u64)>,
}

impl MirrorBatch {
    /// Ranges of keys. Each key that the durable store has in them gets the text [`MirrorBatch::removal`] before the
    /// entries are written.
    pub fn cleared(&self) -> impl Iterator<Item = Range<String>> {
        self.removed.iter().map(|(work, _)| snapshot_keys(work))
    }

    /// The text to keep under a removed key.
    #[must_use]
    pub fn removal(&self) -> String {
        format!("{REMOVED}{}", print_stamp(self.stamp))
    }

    /// Each key with the text to keep under it; `None` if the key is to be removed.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        self.writes.iter().map(|(key, write)| {
            let text = match &write.what {
                WriteEffect::Set { value, is_in_first: true } => Some(format!("{BOTH}{value}")),
                WriteEffect::Set { value, is_in_first: false } => Some(format!("{ALONE}{value}")),
                WriteEffect::Remove => Some(self.removal()),
                WriteEffect::Forget => None,
            };
            (key.as_str(), text)
        })
    }
}

// The first character of a text in the durable store.
/// The first store has the value, too.
const BOTH: char = '=';
/// The first store refused the value.
const ALONE: char = '+';
/// The key was removed in the batch whose number follows.
const REMOVED: char = '-';

/// The time for which the durable store remembers removals, in milliseconds: much longer than browsers take to write
/// the first store to disk.
const REMEMBERED_MS: u64 = 24 * 60 * 60 * 1000;

impl<S: KeyValue> MirroredStore<S> {
    /// Wraps the first store.
    pub fn new(first: S) -> Self {
        MirroredStore {
            first,
            queue: RefCell::default(),
            refused: RefCell::default(),
            unnoted: Cell::default(),
            wake: OnceCell::new(),
        }
    }

    /// Has `wake` called at each write from now on; a second call has no effect.
    pub fn on_write(&self, wake: impl Fn() + 'static) {
        // The first function stays.
        let _ = self.wake.set(Box::new(wake));
    }

    /// Takes the queued writes that are not under way yet; `None` if there are none. The batch is stamped with a number
    /// that grows with each batch of any tab: at least the time, in milliseconds since 1970 (UTC).
    pub fn batch(&self, now_ms: u64) -> Option<MirrorBatch> {
        let is_due =
            |queue: &WriteQueue| queue.writes.values().any(|write| write.number > queue.sent);
        if !is_due(&self.queue.borrow()) {
            return None;
        }
        let stamp = stamp(self.first.get(&StorageKey::Written.to_string()).as_deref());
        let key = StorageKey::Written.to_string();
        let stamp = now_ms.max(stamp.saturating_add(1));
        let value = print_stamp(stamp);
        let is_in_first = self.first.set(&key, &value).is_ok();
        self.unnoted.set((!is_in_first).then_some(stamp));
        let mut queue = self.queue.borrow_mut();
        queue.push(&key, WriteEffect::Set { value: Rc::from(value), is_in_first });
        let sent = queue.sent;
        queue.sent = queue.last;
        let due = queue.writes.iter().filter(|(_, write)| write.number > sent);
        let writes = due.map(|(key, write)| (key.clone(), write.clone())).collect();
        let removed = queue.removed.iter().filter(|(_, number)| *number > sent);
        Some(MirrorBatch { stamp, writes, removed: removed.cloned().collect() })
    }

    /// Notes that the durable store has a batch on disk.
    pub fn confirm(&self, batch: &MirrorBatch) {
        let mut queue = self.queue.borrow_mut();
        queue.has_refused = false;
        for (key, write) in &batch.writes {
            if queue.writes.get(key).is_some_and(|latest| latest.number == write.number) {
                queue.writes.remove(key);
            }
        }
        queue.removed.retain(|removed| !batch.removed.contains(removed));
    }

    /// Notes that the durable store did not take a batch: the next one has all unconfirmed writes.
    pub fn refuse(&self) {
        let mut queue = self.queue.borrow_mut();
        queue.sent = 0;
        queue.has_refused = true;
        // Snapshots that come with a later batch must not go with these.
        queue.removed.clear();
    }

    /// Returns `true` if the durable store did not take the last batch.
    pub fn has_refused(&self) -> bool {
        self.queue.borrow().has_refused
    }

    /// Queues a key's value in the first store, or its removal if there is none.
    pub fn copy(&self, key: &str) {
        let value = self.first.get(key);
        let set = |value| WriteEffect::Set { value: Rc::from(value), is_in_first: true };
        self.push(key, value.map_or(WriteEffect::Remove, set));
    }

    /// Lets the durable store forget a key which the first one has not.
    fn forget(&self, key: &str) {
        if self.is_confirmed(|queued| queued == key) {
            self.push(key, WriteEffect::Forget);
        }
    }

    /// Returns `true` if the durable store has confirmed all writes of the keys that `concerns` picks.
    pub fn is_confirmed(&self, concerns: impl Fn(&str) -> bool) -> bool {
        !self.queue.borrow().writes.keys().any(|key| concerns(key))
    }

    /// Notes the number of the last batch in the first store, if that had no room for it: a value that it takes now is later
    /// than that batch.
    fn note_batch(&self) {
        if let Some(stamp) = self.unnoted.get()
            && self.first.set(&StorageKey::Written.to_string(), &print_stamp(stamp)).is_ok()
        {
            self.unnoted.set(None);
        }
    }

    fn push(&self, key: &str, what: WriteEffect) {
        if key.starts_with(NAMESPACE) {
            self.queue.borrow_mut().push(key, what);
            if let Some(wake) = self.wake.get() {
                wake();
            }
        }
    }
}

impl WriteQueue {
    fn push(&mut self, key: &str, what: WriteEffect) {
        self.last += 1;
        if let (WriteEffect::Remove, Ok(StorageKey::Work(work, WorkKeyPart::Meta))) =
            (&what, key.parse())
        {
            self.removed.push((work, self.last));
        }
        self.writes.insert(key.to_owned(), QueuedWrite { number: self.last, what });
    }
}

impl<S: std::fmt::Debug> std::fmt::Debug for MirroredStore<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MirroredStore")
            .field("first", &self.first)
            .field("queue", &self.queue)
            .finish()
    }
}

impl<S: KeyValue> KeyValue for MirroredStore<S> {
    fn get(&self, key: &str) -> Option<String> {
        self.first.get(key)
    }

    /// The error is that of the first store; the durable one may still take the value.
    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.note_batch();
        let outcome = self.first.set(key, value);
        let is_in_first = outcome.is_ok();
        if is_in_first {
            self.refused.borrow_mut().remove(key);
        } else if key.starts_with(NAMESPACE) {
            self.refused.borrow_mut().insert(key.to_owned(), value.to_owned());
        }
        self.push(key, WriteEffect::Set { value: Rc::from(value), is_in_first });
        outcome
    }

    fn remove(&self, key: &str) {
        self.first.remove(key);
        self.refused.borrow_mut().remove(key);
        self.push(key, WriteEffect::Remove);
    }

    fn retire(&self, key: &str) {
        self.first.remove(key);
        self.refused.borrow_mut().remove(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        let refused = self.refused.borrow();
        refused.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    }

    fn keys(&self) -> Vec<String> {
        self.first.keys()
    }

    fn units(&self) -> usize {
        self.first.units()
    }
}

/// The number of a batch; 0 if there is none.
fn stamp(written: Option<&str>) -> u64 {
    written.and_then(|text| u64::from_str_radix(text, 16).ok()).unwrap_or_default()
}

fn print_stamp(stamp: u64) -> String {
    format!("{stamp:016x}")
}

/// Notes that the first store goes on without the durable one from `now_ms`, in milliseconds since 1970 (UTC).
///
/// # Errors
/// Those of the store.
pub fn go_on_alone(first: &impl KeyValue, now_ms: u64) -> Result<(), StoreError> {
    let stamp = stamp(first.get(&StorageKey::Written.to_string()).as_deref());
    first.set(&StorageKey::Alone.to_string(), &print_stamp(now_ms.max(stamp.saturating_add(1))))
}

/// The writes and removals by which two stores get the same content.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reconciliation {
    /// Keys and values for the first store.
    pub to_first: Vec<(String, String)>,
    /// Keys whose values, or removals, are to be copied from the first store to the durable one.
    pub to_durable: Vec<String>,
    /// Keys to remove from both stores.
    pub removed: Vec<String>,
    /// Keys whose removal the durable store need not remember any longer.
    pub forgotten: Vec<String>,
    /// The works with values for the first store, each with the instances (0-based) that get changes back, in order,
    /// without repetition.
    pub restored: Vec<(WorkId, Vec<u32>)>,
}

/// Compares the two stores. `durable` has all entries of the durable one, as [`MirrorBatch::entries`] gave them.
///
/// A value that only one of them has goes to the other, unless it was removed: the durable store remembers the batch of
/// a removal, and a value in a first store that does not know of this batch is older. Works that were
/// [deleted](super::deleted) are gone, even if the durable store does not know of it. Of two values of a key, a whole
/// one counts rather than a damaged one, then one that the first store had refused, then that of the store that was
/// written last.
///
/// If the first store went on [alone](StorageKey::Alone), nobody saw the content of the durable one meanwhile: changes
/// that only the durable one has are then another course of the work, and are set aside.
#[must_use]
pub fn reconcile(first: &impl KeyValue, durable: &[(String, String)]) -> Reconciliation {
    let durable: BTreeMap<String, DurableEntry> = durable
        .iter()
        .filter_map(|(key, text)| Some((key.clone(), DurableEntry::parse(text)?)))
        .collect();
    let written = StorageKey::Written.to_string();
    let stamps = (
        stamp(first.get(&written).as_deref()),
        stamp(durable.get(&written).and_then(DurableEntry::value)),
    );
    let is_alone = is_alone(first, &durable);
    let own = own_keys(first);
    let snapshots = snapshots(own.iter().chain(durable.keys()));
    Reconciler { first, own, durable, snapshots, stamps, is_alone }.reconciliation()
}

/// The keys of a store, those of other apps left out.
fn own_keys(store: &impl KeyValue) -> Vec<String> {
    let mut own = store.keys();
    own.retain(|key| key.starts_with(NAMESPACE));
    own
}

/// Returns `true` if the first store went on alone, and was not joined with the durable one since.
fn is_alone(first: &impl KeyValue, durable: &BTreeMap<String, DurableEntry>) -> bool {
    let key = StorageKey::Alone.to_string();
    let since = first.get(&key).map(|since| stamp(Some(&since)));
    let ended = durable.get(&key).and_then(DurableEntry::removed_at);
    since.is_some_and(|since| ended.is_none_or(|ended| since > ended))
}

/// Snapshots of an instance that the durable store keeps beyond the last one, for the case that it is damaged.
const EARLIER_SNAPSHOTS: usize = 1;

/// An entry of the durable store.
enum DurableEntry {
    Value {
        value: String,
        was_refused: bool,
    },
    /// The key was removed, in the batch of this number.
    Removed(u64),
}

impl DurableEntry {
    fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let mark = chars.next()?;
        let rest = chars.as_str();
        match mark {
            BOTH => Some(DurableEntry::Value { value: rest.to_owned(), was_refused: false }),
            ALONE => Some(DurableEntry::Value { value: rest.to_owned(), was_refused: true }),
            REMOVED => Some(DurableEntry::Removed(stamp(Some(rest)))),
            _ => None,
        }
    }

    fn value(&self) -> Option<&str> {
        match self {
            DurableEntry::Value { value, .. } => Some(value),
            DurableEntry::Removed(_) => None,
        }
    }

    fn removed_at(&self) -> Option<u64> {
        match self {
            DurableEntry::Value { .. } => None,
            DurableEntry::Removed(stamp) => Some(*stamp),
        }
    }
}

/// A snapshot: its work, the instance (0-based), the last change that it includes.
type SnapshotId = (WorkId, u32, u64);

/// The keys of all snapshots of a work.
fn snapshot_keys(work: &WorkId) -> Range<String> {
    let folder = |end| format!("{NAMESPACE}{work}/snap{end}");
    // In the order of keys, `0` is next to `/`.
    folder('/')..folder('0')
}

/// The snapshots among some keys, in order.
fn snapshots<'k>(keys: impl Iterator<Item = &'k String>) -> Vec<SnapshotId> {
    let mut found: Vec<SnapshotId> = keys.filter_map(|key| snapshot_id(key)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn snapshot_id(key: &str) -> Option<SnapshotId> {
    match key.parse() {
        Ok(StorageKey::Work(work, WorkKeyPart::Snapshot { instance, seq })) => {
            Some((work, instance, seq))
        }
        _ => None,
    }
}

/// Compares the keys of two stores.
struct Reconciler<'a, S> {
    first: &'a S,
    /// The keys of the first store, those of other apps left out.
    own: Vec<String>,
    durable: BTreeMap<String, DurableEntry>,
    /// The snapshots in either store.
    snapshots: Vec<SnapshotId>,
    /// The numbers of the last batches that the first and the durable store know of.
    stamps: (u64, u64),
    is_alone: bool,
}

impl<S: KeyValue> Reconciler<'_, S> {
    fn reconciliation(&self) -> Reconciliation {
        let mut reconciliation = Reconciliation::default();
        let deleted = self.deleted();
        let is_new = |key: &&String| !self.durable.contains_key(*key);
        reconciliation.to_durable.extend(self.own.iter().filter(is_new).cloned());
        for (key, twin) in &self.durable {
            match twin {
                DurableEntry::Value { value, was_refused } => {
                    self.compare(key, value, *was_refused, &deleted, &mut reconciliation);
                }
                DurableEntry::Removed(stamp) => {
                    self.compare_removed(key, *stamp, &deleted, &mut reconciliation)
                }
            }
        }
        reconciliation
    }

    /// Compares the stores at a key that has a value in the durable one.
    fn compare(
        &self,
        key: &str,
        value: &str,
        was_refused: bool,
        deleted: &[WorkId],
        reconciliation: &mut Reconciliation,
    ) {
        match self.first.get(key) {
            _ if self.is_gone(key, deleted) => reconciliation.removed.push(key.to_owned()),
            Some(own) if own == value => {
                if was_refused {
                    reconciliation.to_durable.push(key.to_owned());
                }
            }
            Some(own) if self.counts(key, &own, value, was_refused) => {
                reconciliation.to_durable.push(key.to_owned());
            }
            None if let Some(later) = self.later_snapshots(key)
                && later > 0 =>
            {
                if later > EARLIER_SNAPSHOTS {
                    reconciliation.removed.push(key.to_owned());
                }
            }
            None if self.is_other_course(key) => {
                reconciliation.to_durable.push(key.to_owned());
                reconciliation.to_first.extend(self.set_aside(key, value));
            }
            _ => reconciliation.restore(key, value),
        }
    }

    /// Compares the stores at a key that was removed in the batch `removed_at`.
    fn compare_removed(
        &self,
        key: &str,
        removed_at: u64,
        deleted: &[WorkId],
        reconciliation: &mut Reconciliation,
    ) {
        let (first, durable) = self.stamps;
        if self.first.get(key).is_none() {
            let is_old = durable.saturating_sub(removed_at) >= REMEMBERED_MS;
            if first >= removed_at && is_old {
                reconciliation.forgotten.push(key.to_owned());
            }
        } else if self.is_before(removed_at) || self.is_gone(key, deleted) {
            reconciliation.removed.push(key.to_owned());
        } else {
            reconciliation.to_durable.push(key.to_owned());
        }
    }

    /// Returns `true` if the values of the first store are from before a batch.
    fn is_before(&self, batch: u64) -> bool {
        !self.is_alone && self.stamps.0 < batch
    }

    fn prefers_first(&self) -> bool {
        self.is_alone || self.stamps.0 >= self.stamps.1
    }

    /// Returns `true` if the value of the first store counts, and not that of the durable one.
    fn counts(&self, key: &str, own: &str, value: &str, was_refused: bool) -> bool {
        match (frame::unseal(&key, own).is_ok(), frame::unseal(&key, value).is_ok()) {
            (true, false) => true,
            (false, true) => false,
            _ => !was_refused && self.prefers_first(),
        }
    }

    /// The works that were deleted and not begun again.
    fn deleted(&self) -> Vec<WorkId> {
        let key = StorageKey::Deleted.to_string();
        let own = self.first.get(&key);
        let own_counts = |own: &String| match self.durable.get(&key) {
            Some(DurableEntry::Value { value, was_refused }) => {
                self.counts(&key, own, value, *was_refused)
            }
            _ => true,
        };
        let (notes, are_own) = match own.filter(own_counts) {
            Some(own) => (Some(own), true),
            None => {
                (self.durable.get(&key).and_then(DurableEntry::value).map(str::to_owned), false)
            }
        };
        let mut works = deleted::noted(notes.as_deref());
        works.retain(|work| !is_here(self.first, work));
        // A note in a store that also has the work is from before the work was begun anew.
        works.retain(|work| are_own || !self.has_durable(work));
        works
    }

    fn has_durable(&self, work: &WorkId) -> bool {
        let meta = StorageKey::Work(work.clone(), WorkKeyPart::Meta).to_string();
        self.durable.get(&meta).is_some_and(|twin| twin.value().is_some())
    }

    fn is_gone(&self, key: &str, deleted: &[WorkId]) -> bool {
        let is_of = |key: StorageKey| key.work().is_some_and(|work| deleted.contains(work));
        !deleted.is_empty() && key.parse().is_ok_and(is_of)
    }

    /// The number of whole later snapshots of the same instance; `None` if the key is not that of a snapshot.
    fn later_snapshots(&self, key: &str) -> Option<usize> {
        let this = snapshot_id(key)?;
        let after = self.snapshots.partition_point(|other| *other <= this);
        let later = self.snapshots.iter().skip(after);
        let of_instance = later.take_while(|other| (&other.0, other.1) == (&this.0, this.1));
        Some(of_instance.filter(|other| self.is_whole(other)).count())
    }

    fn is_whole(&self, (work, instance, seq): &SnapshotId) -> bool {
        let part = WorkKeyPart::Snapshot { instance: *instance, seq: *seq };
        let key = StorageKey::Work(work.clone(), part).to_string();
        let is_whole = |value: &str| frame::unseal(&key, value).is_ok();
        let own = self.first.get(&key);
        match self.durable.get(&key) {
            Some(DurableEntry::Removed(at)) if self.is_before(*at) => false,
            // One that is set aside replaces no other.
            Some(DurableEntry::Value { .. }) if own.is_none() && self.is_other_course(&key) => {
                false
            }
            Some(DurableEntry::Value { value, .. }) if is_whole(value) => true,
            _ => own.is_some_and(|value| is_whole(&value)),
        }
    }

    /// Returns `true` if a change that the first store lacks is of another course of the work.
    fn is_other_course(&self, key: &str) -> bool {
        let Ok(StorageKey::Work(work, WorkKeyPart::Record { .. } | WorkKeyPart::Snapshot { .. })) =
            key.parse()
        else {
            return false;
        };
        self.is_alone && is_here(self.first, &work)
    }

    fn set_aside(&self, key: &str, value: &str) -> Option<(String, String)> {
        let Ok(StorageKey::Work(work, part)) = key.parse() else { return None };
        let is_free = |key: &str| self.first.get(key).is_none() && !self.durable.contains_key(key);
        Some((quarantine_key(&work, part, is_free)?.to_string(), value.to_owned()))
    }
}

impl Reconciliation {
    /// The same as [`reconcile`] for a durable store without entries.
    #[must_use]
    pub fn with_new_store(first: &impl KeyValue) -> Self {
        Reconciliation { to_durable: own_keys(first), ..Reconciliation::default() }
    }

    /// Brings both stores up to date. `first` is the first store as `mirror` wraps it, in any further wrapping.
    pub fn apply(&self, first: &impl KeyValue, mirror: &MirroredStore<impl KeyValue>) {
        // Also keys that the first store lacks: its removals may not be on disk yet, so they are noted anew.
        self.removed.iter().for_each(|key| first.remove(key));
        // The number of a batch implies that its values are there, so it comes last.
        let written = StorageKey::Written.to_string();
        let (number, values): (Vec<_>, Vec<_>) =
            self.to_first.iter().partition(|(key, _)| *key == written);
        for (key, value) in values.into_iter().chain(number) {
            // A value that the first store has no room for is in the durable one.
            let _ = first.set(key, value);
        }
        self.to_durable.iter().for_each(|key| mirror.copy(key));
        self.forgotten.iter().for_each(|key| mirror.forget(key));
        let alone = StorageKey::Alone.to_string();
        if first.get(&alone).is_some() {
            first.remove(&alone);
        }
    }

    fn restore(&mut self, key: &str, value: &str) {
        if let Ok(parsed @ StorageKey::Work(..)) = key.parse()
            && let StorageKey::Work(work, part) = &parsed
        {
            let at = self.restored.iter().position(|(of, _)| of == work).unwrap_or_else(|| {
                self.restored.push((work.clone(), Vec::new()));
                self.restored.len() - 1
            });
            if let Some(instance) = instance_of(&parsed, *part, value)
                && let Some((_, instances)) = self.restored.get_mut(at)
                && let Err(at) = instances.binary_search(&instance)
            {
                instances.insert(at, instance);
            }
        }
        self.to_first.push((key.to_owned(), value.to_owned()));
    }
}

/// The instance, 0-based, whose changes a value holds.
fn instance_of(key: &StorageKey, part: WorkKeyPart, value: &str) -> Option<u32> {
    match part {
        WorkKeyPart::Snapshot { instance, .. } => Some(instance),
        WorkKeyPart::Record { seq } => {
            let pending = PendingRecord::parse(seq, frame::unseal(key, value).ok()?)?;
            Some(pending.record.instance)
        }
        WorkKeyPart::Meta
        | WorkKeyPart::Template
        | WorkKeyPart::Data
        | WorkKeyPart::Assignment
        | WorkKeyPart::Place
        | WorkKeyPart::Adjudication
        | WorkKeyPart::Time { .. }
        | WorkKeyPart::Events { .. }
        | WorkKeyPart::End { .. }
        | WorkKeyPart::Changed
        | WorkKeyPart::Open => None,
    }
}
