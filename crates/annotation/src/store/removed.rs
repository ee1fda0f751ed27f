//! What was taken out of the store, as long as that can be undone.

use super::key_value::{KeyValue, StoreError};

/// Keys with their values, as they were when they were removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed(Vec<(String, String)>);

impl Removed {
    /// Takes keys out of a store.
    pub(super) fn take(store: &impl KeyValue, names: Vec<String>) -> Self {
        let value = |name: String| store.get(&name).map(|value| (name, value));
        let entries: Vec<(String, String)> = names.into_iter().filter_map(value).collect();
        entries.iter().for_each(|(name, _)| store.remove(name));
        Removed(entries)
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
