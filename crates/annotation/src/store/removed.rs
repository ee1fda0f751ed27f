//! What was taken out of the store, as long as that can be undone.

use std::collections::BTreeMap;

use super::key_value::{KeyValue, StoreError};
use super::keys::StorageKey;

/// Keys with their values, as they were when they were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedEntries(BTreeMap<String, String>);

impl RemovedEntries {
    /// Takes the keys that `concerns` picks out of a store, and out of a durable one that has more of them.
    pub(super) fn take(store: &impl KeyValue, concerns: impl Fn(&StorageKey) -> bool) -> Self {
        let picks = |name: &String| name.parse().is_ok_and(|key| concerns(&key));
        let value = |name: String| store.get(&name).map(|value| (name, value));
        let stored = store.keys().into_iter().filter(picks).filter_map(value);
        let mut entries: BTreeMap<String, String> = stored.collect();
        entries.extend(store.refused().into_iter().filter(|(name, _)| picks(name)));
        entries.keys().for_each(|name| store.remove(name));
        RemovedEntries(entries)
    }

    /// Puts all of it back, or nothing.
    pub(super) fn put_back(&self, store: &impl KeyValue) -> Result<(), StoreError> {
        let mut new = Vec::new();
        for (name, value) in &self.0 {
            let is_new = store.get(name).is_none();
            if let Err(cause) = store.set(name, value) {
                new.into_iter().for_each(|name| store.remove(name));
                return Err(cause);
            }
            if is_new {
                new.push(name);
            }
        }
        Ok(())
    }
}
