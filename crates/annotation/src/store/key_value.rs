//! The store underneath: a map of strings that survives the page.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::rc::Rc;

use spanwise_i18n::{Message, say};
use spanwise_text::Utf16;

/// A map from strings to strings. A write is complete when the call returns.
pub trait KeyValue {
    /// The value of a key.
    fn get(&self, key: &str) -> Option<String>;

    /// Sets the value of a key.
    ///
    /// # Errors
    /// If the store does not take the value; the old one is still there.
    fn set(&self, key: &str, value: &str) -> Result<(), StoreError>;

    /// Removes a key, if it is there.
    fn remove(&self, key: &str);

    /// Removes a key that a newer one replaces; a durable store may keep it for the case that the newer one is damaged.
    fn retire(&self, key: &str) {
        self.remove(key);
    }

    /// Keys with values that this store refused and a durable one may have, keys with an older value here included.
    fn refused(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// All keys, those of other apps on the same origin included, in any order.
    fn keys(&self) -> Vec<String>;

    /// The size of all keys and values, in UTF-16 code units.
    fn units(&self) -> usize {
        let units = |key: &String| self.get(key).map_or(0, |value| units_of(key, &value));
        self.keys().iter().map(units).sum()
    }
}

/// An error while storing a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The quota is used up.
    Full,
    /// The browser denies storage to this page.
    Blocked,
    /// The value read back is not the one stored.
    Altered,
    /// Anything else, in the words of the browser.
    Other(String),
}

impl StoreError {
    /// The reason and the remedy.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            StoreError::Full => {
                say!(StoreBrowsersStorageForSiteFullDownload)
            }
            StoreError::Blocked => {
                say!(StoreBrowserDoesNotLetPageStore)
            }
            StoreError::Altered => {
                say!(StoreBrowserGivesBackSomethingElse)
            }
            StoreError::Other(cause) => {
                say!(StoreBrowserCouldNotStoreDownloadYour, cause = cause.clone())
            }
        }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for StoreError {}

impl<T: KeyValue + ?Sized> KeyValue for &T {
    fn get(&self, key: &str) -> Option<String> {
        (**self).get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        (**self).set(key, value)
    }

    fn remove(&self, key: &str) {
        (**self).remove(key);
    }

    fn retire(&self, key: &str) {
        (**self).retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        (**self).refused()
    }

    fn keys(&self) -> Vec<String> {
        (**self).keys()
    }

    fn units(&self) -> usize {
        (**self).units()
    }
}

impl<T: KeyValue + ?Sized> KeyValue for Rc<T> {
    fn get(&self, key: &str) -> Option<String> {
        (**self).get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        (**self).set(key, value)
    }

    fn remove(&self, key: &str) {
        (**self).remove(key);
    }

    fn retire(&self, key: &str) {
        (**self).retire(key);
    }

    fn refused(&self) -> Vec<(String, String)> {
        (**self).refused()
    }

    fn keys(&self) -> Vec<String> {
        (**self).keys()
    }

    fn units(&self) -> usize {
        (**self).units()
    }
}

/// A store that lasts as long as the page: the fallback where the browser gives none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MemoryStore {
    values: RefCell<HashMap<String, String>>,
}

impl KeyValue for MemoryStore {
    fn get(&self, key: &str) -> Option<String> {
        self.values.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.values.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.values.borrow_mut().remove(key);
    }

    fn keys(&self) -> Vec<String> {
        self.values.borrow().keys().cloned().collect()
    }
}

/// The size of an entry, key and value, in UTF-16 code units.
pub(super) fn units_of(key: &str, value: &str) -> usize {
    [key, value].map(|text| Utf16::length_of(text).0 as usize).iter().sum()
}

/// Bytes that an entry takes of the quota: browsers count the UTF-16 code units of key and value.
pub(super) fn stored_bytes(key: &str, value: &str) -> usize {
    2 * units_of(key, value)
}
