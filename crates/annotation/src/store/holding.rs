//! Values that the store underneath has no room for, held in memory until it has.

use std::cell::RefCell;

use super::key_value::{KeyValue, StoreError};
use std::collections::BTreeMap;

/// A store that can hold values in memory that the one underneath does not take. Held and stored values are read alike,
/// and setting a stored value again needs no room.
///
/// [`KeyValue::set`] holds nothing, for callers that retry by themselves, such as the journal. To have values held,
/// write to [`HoldingStore::or_hold`].
#[derive(Debug)]
pub struct HoldingStore<S> {
    held: RefCell<BTreeMap<String, String>>,
    inner: S,
}

impl<S: KeyValue> HoldingStore<S> {
    /// Wraps a store; nothing is held.
    pub fn new(inner: S) -> Self {
        HoldingStore { held: RefCell::default(), inner }
    }

    /// The same store, holding each value that could not be set.
    pub fn or_hold(&self) -> HoldingWriter<'_, S> {
        HoldingWriter(self)
    }

    /// Returns `true` if no value is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.borrow().is_empty()
    }

    /// The keys of values that are held.
    #[must_use]
    pub fn held(&self) -> Vec<String> {
        self.held.borrow().keys().cloned().collect()
    }

    /// The keys of values that are held while the store underneath has none of that name, not even an older one.
    #[must_use]
    pub fn missing(&self) -> Vec<String> {
        let mut names = self.held();
        names.retain(|key| self.inner.get(key).is_none());
        names
    }

    /// Stores the held values, as far as there is room now.
    pub fn retry(&self) {
        for key in self.held() {
            let value = self.held.borrow().get(&key).cloned();
            if value.is_some_and(|value| self.inner.set(&key, &value).is_ok()) {
                self.held.borrow_mut().remove(&key);
            }
        }
    }

    /// Drops a held value, because another tab has set or removed its key since.
    pub fn yield_to_others(&self, key: &str) {
        self.held.borrow_mut().remove(&key.to_owned());
    }

    /// The store underneath.
    pub fn inner(&self) -> &S {
        &self.inner
    }
}

impl<S: KeyValue> KeyValue for HoldingStore<S> {
    fn get(&self, key: &str) -> Option<String> {
        let held = self.held.borrow().get(key).cloned();
        held.or_else(|| self.inner.get(key))
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        if let Err(cause) = self.inner.set(key, value)
            && self.inner.get(key).as_deref() != Some(value)
        {
            return Err(cause);
        }
        self.held.borrow_mut().remove(&key.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.held.borrow_mut().remove(&key.to_owned());
        self.inner.remove(key);
    }

    fn retire(&self, key: &str) {
        self.held.borrow_mut().remove(&key.to_owned());
        self.inner.retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        self.inner.refused()
    }

    fn keys(&self) -> Vec<String> {
        let mut names = self.inner.keys();
        names.extend(self.missing());
        names
    }

    /// The size of the store underneath: values held in memory take none of its quota.
    fn units(&self) -> usize {
        self.inner.units()
    }
}

/// A [`HoldingStore`] that holds each value that could not be set, and returns the error all the same.
#[derive(Debug)]
pub struct HoldingWriter<'a, S>(&'a HoldingStore<S>);

impl<S: KeyValue> KeyValue for HoldingWriter<'_, S> {
    fn get(&self, key: &str) -> Option<String> {
        self.0.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        let set = self.0.set(key, value);
        if set.is_err() {
            self.0.held.borrow_mut().insert(key.to_owned(), value.to_owned());
        }
        set
    }

    fn remove(&self, key: &str) {
        self.0.remove(key);
    }

    fn retire(&self, key: &str) {
        self.0.retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        self.0.refused()
    }

    fn keys(&self) -> Vec<String> {
        self.0.keys()
    }
}
