//! Where work is kept: the browser's store, or memory where there is none.

use std::rc::Rc;

use super::preferences::Preferences;
use crate::domain::store::{Key, KeyValue, MemoryStore, Part, StoreError};
use crate::platform::storage::BrowserStore;

/// Data up to this many bytes is kept in localStorage, larger data in `IndexedDB`.
pub(super) const LARGEST_IN_STORE: usize = 512 * 1024;

const PREFERENCES: &str = "spanwise/1/prefs";

/// The store of this page.
#[derive(Clone)]
pub struct Store {
    inner: Rc<dyn KeyValue>,
    keeping: Keeping,
}

/// How long what is in a [`Store`] is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keeping {
    /// Until the person deletes it.
    Durable,
    /// Until the page goes, because the browser lets it store nothing.
    Blocked,
    /// Until the page goes, because another page looks after it.
    Elsewhere,
}

impl Store {
    /// The browser's store, or memory where it is blocked.
    #[must_use]
    pub fn open() -> Self {
        match BrowserStore::open() {
            Some(store) => Store { inner: Rc::new(store), keeping: Keeping::Durable },
            None => Store { keeping: Keeping::Blocked, ..Store::in_memory() },
        }
    }

    /// A store that goes with the page, whose content another page looks after.
    #[must_use]
    pub fn in_memory() -> Self {
        Store { inner: Rc::new(MemoryStore::default()), keeping: Keeping::Elsewhere }
    }

    /// Whether work outlives the page.
    #[must_use]
    pub fn is_durable(&self) -> bool {
        self.keeping == Keeping::Durable
    }

    /// Whether work that should outlive the page does not.
    #[must_use]
    pub fn is_blocked(&self) -> bool {
        self.keeping == Keeping::Blocked
    }

    /// Whether work was done that goes with the page, though it should outlive it.
    pub(super) fn is_lost_with_page(&self) -> bool {
        let is_change = |key: &String| {
            let key = key.parse();
            matches!(key, Ok(Key::Work(_, Part::Record { .. } | Part::Snapshot { .. })))
        };
        self.is_blocked() && self.keys().iter().any(is_change)
    }
}

impl std::fmt::Debug for Store {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Store({:?})", self.keeping)
    }
}

impl KeyValue for Store {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.inner.set(key, value)
    }

    fn remove(&self, key: &str) {
        self.inner.remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.inner.keys()
    }
}

pub(super) fn preferences(store: &Store) -> Preferences {
    let stored = store.get(PREFERENCES);
    stored.and_then(|json| serde_json::from_str(&json).ok()).unwrap_or_default()
}

pub(super) fn set_preferences(store: &Store, preferences: &Preferences) {
    if let Ok(json) = serde_json::to_string(preferences) {
        // Preferences are not worth a message when storage is full; the save state tells of that.
        let _ = store.set(PREFERENCES, &json);
    }
}
