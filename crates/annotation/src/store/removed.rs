//! Entries removed from the store, kept as long as the removal can be undone.

use std::collections::BTreeMap;

use super::key_value::{KeyValue, StoreError};
use super::keys::StorageKey;

/// Keys with their values, as they were when they were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemovedEntries(BTreeMap<String, String>);

impl RemovedEntries {
    /// Removes the entries whose keys `concerns` picks, with those that the store refused and only a durable one may
    /// have.
    pub(super) fn take(store: &impl KeyValue, concerns: impl Fn(&StorageKey) -> bool) -> Self {
        let picks = |name: &String| name.parse().is_ok_and(|key| concerns(&key));
        let value = |name: String| store.get(&name).map(|value| (name, value));
        let stored = store.keys().into_iter().filter(picks).filter_map(value);
        let mut entries: BTreeMap<String, String> = stored.collect();
        entries.extend(store.refused().into_iter().filter(|(name, _)| picks(name)));
        entries.keys().for_each(|name| store.remove(name));
        RemovedEntries(entries)
    }

    /// Puts all entries back. If the store refuses one, the entries that were there before are as they were.
    pub(super) fn put_back(&self, store: &impl KeyValue) -> Result<(), StoreError> {
        let mut replaced = Vec::new();
        for (name, value) in &self.0 {
            let before = store.get(name);
            if let Err(cause) = store.set(name, value) {
                restore(store, &replaced);
                return Err(cause);
            }
            replaced.push((name, before));
        }
        Ok(())
    }
}

/// Gives each key its value of before, or none.
fn restore(store: &impl KeyValue, entries: &[(&String, Option<String>)]) {
    // New entries go first, for the others to have the room that they had.
    entries.iter().filter(|(_, value)| value.is_none()).for_each(|(name, _)| store.remove(name));
    for (name, value) in entries.iter().filter_map(|(name, value)| Some((name, value.as_ref()?))) {
        // A store that took the value before has room for it; one that refuses all the same leaves the restored one.
        let _ = store.set(name, value);
    }
}
