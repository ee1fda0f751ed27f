//! A second, durable store that is kept like the first.
//!
//! The first store answers at once, but browsers write it to disk when they like, up to minutes later. So each write is
//! also queued for a durable store, which answers when the value is on disk. [`Mirror`] is the queue; [`join`] tells what
//! either store has to learn from the other when the page opens.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::deleted;
use super::frame;
use super::journal::Pending;
use super::key_value::{KeyValue, StoreError};
use super::keys::{Key, NAMESPACE, Part, WorkId};
use super::recover::quarantine_key;
use super::works::is_here;
use std::collections::BTreeMap;

/// A store whose writes are queued for a durable one. Reading asks the first store alone.
pub struct Mirror<S> {
    first: S,
    queue: RefCell<Queue>,
    /// Called when something is queued.
    wake: OnceCell<Box<dyn Fn()>>,
}

#[derive(Debug, Default)]
struct Queue {
    /// What the durable store has not confirmed, by key.
    writes: BTreeMap<String, Write>,
    /// The number given last.
    last: u64,
    /// Writes up to this number are under way.
    sent: u64,
    /// Whether the durable store did not take the last batch.
    has_refused: bool,
}

/// The latest write of a key.
#[derive(Debug, Clone)]
struct Write {
    number: u64,
    /// `None` removes the key.
    value: Option<Rc<str>>,
    /// Whether the first store took it.
    is_in_first: bool,
}

/// Writes that go to the durable store together: all of them or none.
#[derive(Debug)]
pub struct Batch(Vec<(String, Write)>);

impl Batch {
    /// Each key with the text to keep under it; without one, the key goes.
    pub fn entries(&self) -> impl Iterator<Item = (&str, Option<String>)> {
        self.0.iter().map(|(key, write)| {
            let text = write.value.as_ref().map(|value| encode(value, write.is_in_first));
            (key.as_str(), text)
        })
    }
}

/// A value as the durable store keeps it: behind a mark that says whether the first store took it.
fn encode(value: &str, is_in_first: bool) -> String {
    format!("{}{value}", if is_in_first { BOTH } else { ALONE })
}

/// The first store has the value, too.
const BOTH: char = '=';
/// The first store refused the value.
const ALONE: char = '+';

impl<S: KeyValue> Mirror<S> {
    /// Wraps the first store.
    pub fn new(first: S) -> Self {
        Mirror { first, queue: RefCell::default(), wake: OnceCell::new() }
    }

    /// Has `wake` called at each write from now on. The first call counts.
    pub fn on_write(&self, wake: impl Fn() + 'static) {
        // Whoever came first stays.
        let _ = self.wake.set(Box::new(wake));
    }

    /// What is queued and not under way; it is then. Stamped with a number that grows with each batch of any tab: at
    /// least the time, in milliseconds since 1970 (UTC).
    pub fn batch(&self, now_ms: u64) -> Option<Batch> {
        let is_due = |queue: &Queue| queue.writes.values().any(|write| write.number > queue.sent);
        if !is_due(&self.queue.borrow()) {
            return None;
        }
        let stamp = stamp(self.first.get(&Key::Written.to_string()).as_deref());
        let key = Key::Written.to_string();
        let value = format!("{:016x}", now_ms.max(stamp.saturating_add(1)));
        let is_in_first = self.first.set(&key, &value).is_ok();
        let mut queue = self.queue.borrow_mut();
        queue.push(&key, Some(&value), is_in_first);
        let sent = queue.sent;
        queue.sent = queue.last;
        let due = queue.writes.iter().filter(|(_, write)| write.number > sent);
        Some(Batch(due.map(|(key, write)| (key.clone(), write.clone())).collect()))
    }

    /// Notes that the durable store has a batch on disk.
    pub fn confirm(&self, batch: &Batch) {
        let mut queue = self.queue.borrow_mut();
        queue.has_refused = false;
        for (key, write) in &batch.0 {
            if queue.writes.get(key).is_some_and(|latest| latest.number == write.number) {
                queue.writes.remove(key);
            }
        }
    }

    /// Notes that the durable store did not take a batch: what is not written anew goes with the next.
    pub fn refuse(&self) {
        let mut queue = self.queue.borrow_mut();
        queue.sent = 0;
        queue.has_refused = true;
    }

    /// Whether the durable store did not take the last batch.
    pub fn has_refused(&self) -> bool {
        self.queue.borrow().has_refused
    }

    /// Queues a value as the first store has it.
    pub fn copy(&self, key: &str) {
        let value = self.first.get(key);
        self.push(key, value.as_deref(), true);
    }

    /// Whether the durable store has confirmed all that was written under the keys that `concerns` picks.
    pub fn is_confirmed(&self, concerns: impl Fn(&str) -> bool) -> bool {
        !self.queue.borrow().writes.keys().any(|key| concerns(key))
    }

    fn push(&self, key: &str, value: Option<&str>, is_in_first: bool) {
        if key.starts_with(NAMESPACE) {
            self.queue.borrow_mut().push(key, value, is_in_first);
            if let Some(wake) = self.wake.get() {
                wake();
            }
        }
    }
}

impl Queue {
    fn push(&mut self, key: &str, value: Option<&str>, is_in_first: bool) {
        self.last += 1;
        let write = Write { number: self.last, value: value.map(Rc::from), is_in_first };
        self.writes.insert(key.to_owned(), write);
    }
}

impl<S: std::fmt::Debug> std::fmt::Debug for Mirror<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mirror").field("first", &self.first).field("queue", &self.queue).finish()
    }
}

impl<S: KeyValue> KeyValue for Mirror<S> {
    fn get(&self, key: &str) -> Option<String> {
        self.first.get(key)
    }

    /// The error is that of the first store; the durable one may still take the value.
    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let outcome = self.first.set(key, value);
        self.push(key, Some(value), outcome.is_ok());
        outcome
    }

    fn remove(&self, key: &str) {
        self.first.remove(key);
        self.push(key, None, true);
    }

    fn retire(&self, key: &str) {
        self.first.remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.first.keys()
    }

    fn units(&self) -> usize {
        self.first.units()
    }
}

/// The number of the last batch; 0 if there is none.
fn stamp(written: Option<&str>) -> u64 {
    written.and_then(|text| u64::from_str_radix(text, 16).ok()).unwrap_or_default()
}

/// What either store has to learn from the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Joined {
    /// Keys and values for the first store.
    pub to_first: Vec<(String, String)>,
    /// Keys whose value in the first store, if any, the durable one is to have.
    pub to_durable: Vec<String>,
    /// What came back to the first store, by work.
    pub restored: BTreeMap<WorkId, Restored>,
}

/// What the durable store gave back of a work.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Restored {
    /// 0-based indices of the instances of which changes came back, in order, without repetition.
    pub instances: Vec<u32>,
    /// How many values there were in all.
    pub values: usize,
}

/// Compares the two stores. `durable` is all that the durable one holds, as [`Batch::entries`] gave it.
///
/// What only one of them has, both are to have: nothing is missing on purpose, since a removal reaches both; the keys of
/// works that were [deleted](super::deleted) are an exception. Of two values of a key that counts which is whole, then
/// which the first store had refused, then that of the store that was written last.
///
/// If the first store went on [alone](Key::Alone), nobody has seen what the durable one held meanwhile: changes which only
/// that one has are another course of the work then, and are set aside.
#[must_use]
pub fn join(first: &impl KeyValue, durable: &[(String, String)]) -> Joined {
    let durable: BTreeMap<String, Twin> =
        durable.iter().filter_map(|(key, text)| Some((key.clone(), Twin::parse(text)?))).collect();
    let written = Key::Written.to_string();
    let stamps = (
        stamp(first.get(&written).as_deref()),
        stamp(durable.get(&written).map(|twin| twin.value.as_str())),
    );
    let is_alone = first.get(&Key::Alone.to_string()).is_some();
    let prefers_first = is_alone || stamps.0 >= stamps.1;
    let mut own = first.keys();
    own.retain(|key| key.starts_with(NAMESPACE));
    let snapshots = snapshots(own.iter().chain(durable.keys()));
    Join { first, own, durable, snapshots, prefers_first, is_alone }.joined()
}

/// Snapshots of an instance that the durable store keeps beyond the last one, for the case that it is damaged.
const EARLIER_SNAPSHOTS: usize = 1;

/// What the durable store holds under a key.
struct Twin {
    value: String,
    was_refused: bool,
}

impl Twin {
    fn parse(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let was_refused = match chars.next()? {
            BOTH => false,
            ALONE => true,
            _ => return None,
        };
        Some(Twin { value: chars.as_str().to_owned(), was_refused })
    }
}

/// A snapshot: its work, the instance (0-based), the last change that it includes.
type SnapshotId = (WorkId, u32, u64);

/// The snapshots among some keys, in order.
fn snapshots<'k>(keys: impl Iterator<Item = &'k String>) -> Vec<SnapshotId> {
    let mut found: Vec<SnapshotId> = keys.filter_map(|key| snapshot_id(key)).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn snapshot_id(key: &str) -> Option<SnapshotId> {
    match key.parse() {
        Ok(Key::Work(work, Part::Snapshot { instance, seq })) => Some((work, instance, seq)),
        _ => None,
    }
}

struct Join<'a, S> {
    first: &'a S,
    /// The keys of the first store, those of other apps left out.
    own: Vec<String>,
    durable: BTreeMap<String, Twin>,
    /// The snapshots in either store.
    snapshots: Vec<SnapshotId>,
    prefers_first: bool,
    is_alone: bool,
}

impl<S: KeyValue> Join<'_, S> {
    fn joined(&self) -> Joined {
        let is_new = |key: &&String| !self.durable.contains_key(*key);
        let to_durable = self.own.iter().filter(is_new).cloned().collect();
        let mut joined = Joined { to_durable, ..Joined::default() };
        let deleted = self.deleted();
        for (key, twin) in self.durable.iter() {
            match self.first.get(key) {
                Some(value) if value == twin.value => {
                    if twin.was_refused {
                        joined.to_durable.push(key.clone());
                    }
                }
                Some(value) if self.counts(key, &value, twin) => {
                    joined.to_durable.push(key.clone())
                }
                None if self.is_gone(key, &deleted) => joined.to_durable.push(key.clone()),
                None if let Some(later) = self.later_snapshots(key)
                    && later > 0 =>
                {
                    if later > EARLIER_SNAPSHOTS {
                        joined.to_durable.push(key.clone());
                    }
                }
                None if self.is_other_course(key) => {
                    joined.to_durable.push(key.clone());
                    joined.to_first.extend(self.set_aside(key, twin));
                }
                _ => joined.restore(key, &twin.value),
            }
        }
        joined
    }

    /// Whether the value of the first store counts.
    fn counts(&self, key: &str, value: &str, twin: &Twin) -> bool {
        match (frame::unseal(&key, value).is_ok(), frame::unseal(&key, &twin.value).is_ok()) {
            (true, false) => true,
            (false, true) => false,
            _ => !twin.was_refused && self.prefers_first,
        }
    }

    /// The works that were deleted and not begun again.
    fn deleted(&self) -> Vec<WorkId> {
        let key = Key::Deleted.to_string();
        let twin = self.durable.get(&key).map(|twin| twin.value.clone());
        let own = self.first.get(&key);
        let notes = if self.prefers_first { own.or(twin) } else { twin.or(own) };
        let mut works = deleted::noted(notes.as_deref());
        works.retain(|work| !is_here(self.first, work));
        works
    }

    fn is_gone(&self, key: &str, deleted: &[WorkId]) -> bool {
        let key = key.parse::<Key>();
        key.is_ok_and(|key| key.work().is_some_and(|work| deleted.contains(work)))
    }

    /// How many whole snapshots of the same instance are later than this one, if it is one.
    fn later_snapshots(&self, key: &str) -> Option<usize> {
        let this = snapshot_id(key)?;
        let after = self.snapshots.partition_point(|other| *other <= this);
        let later = self.snapshots.iter().skip(after);
        let of_instance = later.take_while(|other| (&other.0, other.1) == (&this.0, this.1));
        Some(of_instance.filter(|other| self.is_whole(other)).count())
    }

    fn is_whole(&self, (work, instance, seq): &SnapshotId) -> bool {
        let part = Part::Snapshot { instance: *instance, seq: *seq };
        let key = Key::Work(work.clone(), part).to_string();
        let is_whole = |value: &str| frame::unseal(&key, value).is_ok();
        self.first.get(&key).is_some_and(|value| is_whole(&value))
            || self.durable.get(&key).is_some_and(|twin| is_whole(&twin.value))
    }

    /// Whether a change, which the first store has not, was made beside those that it has.
    fn is_other_course(&self, key: &str) -> bool {
        let Ok(Key::Work(work, Part::Record { .. } | Part::Snapshot { .. })) = key.parse() else {
            return false;
        };
        self.is_alone && is_here(self.first, &work)
    }

    fn set_aside(&self, key: &str, twin: &Twin) -> Option<(String, String)> {
        let Ok(Key::Work(work, part)) = key.parse() else { return None };
        let is_free = |key: &str| self.first.get(key).is_none() && !self.durable.contains_key(key);
        Some((quarantine_key(&work, part, is_free)?.to_string(), twin.value.clone()))
    }
}

impl Joined {
    /// Brings both stores up to date. `first` is the first store as `mirror` wraps it, in any further wrapping.
    pub fn apply(&self, first: &impl KeyValue, mirror: &Mirror<impl KeyValue>) {
        for (key, value) in &self.to_first {
            // What the first store has no room for, the durable one has.
            let _ = first.set(key, value);
        }
        self.to_durable.iter().for_each(|key| mirror.copy(key));
        first.remove(&Key::Alone.to_string());
    }

    fn restore(&mut self, key: &str, value: &str) {
        if let Ok(parsed @ Key::Work(..)) = key.parse()
            && let Key::Work(work, part) = &parsed
        {
            let restored = self.restored.entry(work.clone()).or_default();
            restored.values += 1;
            if let Some(instance) = instance_of(&parsed, *part, value)
                && let Err(at) = restored.instances.binary_search(&instance)
            {
                restored.instances.insert(at, instance);
            }
        }
        self.to_first.push((key.to_owned(), value.to_owned()));
    }
}

/// The instance, 0-based, whose changes a value holds.
fn instance_of(key: &Key, part: Part, value: &str) -> Option<u32> {
    match part {
        Part::Snapshot { instance, .. } => Some(instance),
        Part::Record { seq } => {
            let pending = Pending::parse(seq, frame::unseal(key, value).ok()?)?;
            Some(pending.record.instance)
        }
        _ => None,
    }
}
