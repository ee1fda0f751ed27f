//! Stores that fail as disks and browsers do.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};

use spanwise_annotation::store::{KeyValue, MemoryStore, MirrorBatch, StoreError};

/// A store that fails as disks do.
#[derive(Default)]
pub(crate) struct FaultyStore {
    /// The content of the disk.
    pub(crate) inner: MemoryStore,
    /// Writes and removals until the power is cut; `None` for never.
    pub(crate) power: Cell<Option<usize>>,
    /// `true` if the write in progress at the cut leaves half of its value.
    pub(crate) torn: bool,
    /// Writes until the quota is used up; `None` for never.
    pub(crate) room: Cell<Option<usize>>,
    /// A key for which no value is taken.
    pub(crate) refused: Option<String>,
    /// The keys that were written, in their order.
    pub(crate) log: RefCell<Vec<String>>,
}

impl FaultyStore {
    /// Counts a write. Returns `true` if there is still power for it, and `true` if the power is cut in it.
    fn draw(&self) -> (bool, bool) {
        match self.power.get() {
            None => (true, false),
            Some(0) => (false, false),
            Some(n) => {
                self.power.set(Some(n - 1));
                (true, n == 1)
            }
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.power.get() == Some(0)
    }
}

impl KeyValue for FaultyStore {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        if self.refused.as_deref() == Some(key) {
            return Err(StoreError::Full);
        }
        match self.room.get() {
            Some(0) => return Err(StoreError::Full),
            Some(n) => self.room.set(Some(n - 1)),
            None => {}
        }
        let (powered, last) = self.draw();
        if !powered {
            return Err(StoreError::Other("power cut".to_owned()));
        }
        self.log.borrow_mut().push(key.to_owned());
        let left = if last && self.torn { value.chars().count() / 2 } else { usize::MAX };
        self.inner.set(key, &value.chars().take(left).collect::<String>())
    }

    fn remove(&self, key: &str) {
        if self.draw().0 {
            self.inner.remove(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        self.inner.keys()
    }
}

/// A store as browsers have localStorage: each call is complete at once, and is on disk when the browser likes. A crash
/// leaves the effect of the first so many calls.
#[derive(Default)]
pub(crate) struct LateStore {
    live: MemoryStore,
    /// The content of the disk when the store was opened, without the calls since.
    disk: MemoryStore,
    calls: RefCell<Vec<(String, Option<String>)>>,
    /// Writes until the quota is used up; `None` for never.
    pub(crate) room: Cell<Option<usize>>,
}

impl LateStore {
    /// The number of calls.
    pub(crate) fn calls(&self) -> usize {
        self.calls.borrow().len()
    }

    /// The store after a crash, when the first `written` calls had reached the disk.
    pub(crate) fn after_crash(&self, written: usize) -> LateStore {
        let disk = self.disk.clone();
        for (key, value) in self.calls.borrow().iter().take(written) {
            match value {
                Some(value) => disk.set(key, value).unwrap(),
                None => disk.remove(key),
            }
        }
        LateStore { live: disk.clone(), disk, ..LateStore::default() }
    }
}

impl KeyValue for LateStore {
    fn get(&self, key: &str) -> Option<String> {
        self.live.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        match self.room.get() {
            Some(0) => return Err(StoreError::Full),
            Some(n) => self.room.set(Some(n - 1)),
            None => {}
        }
        self.calls.borrow_mut().push((key.to_owned(), Some(value.to_owned())));
        self.live.set(key, value)
    }

    fn remove(&self, key: &str) {
        self.calls.borrow_mut().push((key.to_owned(), None));
        self.live.remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.live.keys()
    }
}

/// A store as browsers have IndexedDB: batches reach the disk in the order in which they were sent, each whole or not at
/// all, and are confirmed then.
#[derive(Default)]
pub(crate) struct BatchStore {
    disk: RefCell<BTreeMap<String, String>>,
    /// Batches that are under way, oldest first.
    under_way: RefCell<VecDeque<MirrorBatch>>,
}

impl BatchStore {
    pub(crate) fn send(&self, batch: MirrorBatch) {
        self.under_way.borrow_mut().push_back(batch);
    }

    /// Writes the oldest batch that is under way, if there is one.
    pub(crate) fn write_one(&self) -> Option<MirrorBatch> {
        let batch = self.under_way.borrow_mut().pop_front()?;
        for range in batch.cleared() {
            let mut disk = self.disk.borrow_mut();
            disk.range_mut(range).for_each(|(_, text)| *text = batch.removal());
        }
        for (key, text) in batch.entries() {
            match text {
                Some(text) => self.disk.borrow_mut().insert(key.to_owned(), text),
                None => self.disk.borrow_mut().remove(key),
            };
        }
        Some(batch)
    }

    /// Refuses all batches that are under way.
    pub(crate) fn refuse_all(&self) {
        self.under_way.borrow_mut().clear();
    }

    /// Loses all that is on the disk.
    pub(crate) fn empty(&self) {
        self.disk.borrow_mut().clear();
    }

    /// Puts something on the disk.
    pub(crate) fn put(&self, key: &str, text: &str) {
        self.disk.borrow_mut().insert(key.to_owned(), text.to_owned());
    }

    /// All that is on the disk.
    pub(crate) fn read(&self) -> Vec<(String, String)> {
        self.disk.borrow().clone().into_iter().collect()
    }
}
