//! A store that fails as disks do.

use std::cell::{Cell, RefCell};

use spanwise::domain::store::{KeyValue, MemoryStore, StoreError};

/// A store that fails as disks do.
#[derive(Default)]
pub(crate) struct FaultyStore {
    /// What is on the disk.
    pub(crate) inner: MemoryStore,
    /// Writes and removals until the power is cut; `None` for never.
    pub(crate) power: Cell<Option<usize>>,
    /// Whether the write in progress at the cut leaves half of its value.
    pub(crate) torn: bool,
    /// Writes until the quota is used up; `None` for never.
    pub(crate) room: Cell<Option<usize>>,
    /// The keys that were written, in their order.
    pub(crate) log: RefCell<Vec<String>>,
}

impl FaultyStore {
    /// Whether a write is still possible; the flag tells whether it is the one in which the power goes.
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
