//! The values that the outbox has in the store: their keys, reading, writing, and setting aside those that cannot be read.
//!
//! ```text
//! spanwise/1/outbox/<submission>/parcel | state
//! spanwise/1/outbox/aside/<number>/<submission>/parcel | state
//! ```

use std::collections::BTreeSet;
use std::fmt;

use serde::de::DeserializeOwned;

use crate::SubmissionId;
use spanwise_annotation::store::{KeyValue, StoreError, ValueDamage, seal, unseal};

pub(super) const PREFIX: &str = "spanwise/1/outbox/";
const ASIDE: &str = "spanwise/1/outbox/aside/";

/// The name of one of the two values of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StoredValueName {
    /// The submission with its database. Written once.
    Parcel,
    /// Its progress.
    State,
}

/// The key of a value in the store.
struct StoredValueKey<'a>(&'a SubmissionId, StoredValueName);

impl fmt::Display for StoredValueName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StoredValueName::Parcel => "parcel",
            StoredValueName::State => "state",
        })
    }
}

impl fmt::Display for StoredValueKey<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}/{}", self.0, self.1)
    }
}

/// The reason why a value cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UnusableValue {
    /// Nothing is stored under its key.
    Missing,
    /// The stored value is not the one that was written.
    Damaged(ValueDamage),
}

/// Reads a value; nothing is changed.
pub(super) fn read<T: DeserializeOwned>(
    store: &impl KeyValue,
    id: &SubmissionId,
    name: StoredValueName,
) -> Result<T, UnusableValue> {
    let key = StoredValueKey(id, name);
    let value = store.get(&key.to_string()).ok_or(UnusableValue::Missing)?;
    let json = unseal(&key, &value).map_err(UnusableValue::Damaged)?;
    serde_json::from_str(json).map_err(|_| UnusableValue::Damaged(ValueDamage::Foreign))
}

/// Writes a value that is JSON.
pub(super) fn write(
    store: &impl KeyValue,
    id: &SubmissionId,
    name: StoredValueName,
    json: &str,
) -> Result<(), StoreError> {
    let key = StoredValueKey(id, name);
    store.set(&key.to_string(), &seal(&key, json))
}

pub(super) fn remove(store: &impl KeyValue, id: &SubmissionId, name: StoredValueName) {
    store.remove(&StoredValueKey(id, name).to_string());
}

/// Moves a damaged value aside; if there is no room for the copy, it stays where it is.
pub(super) fn set_aside(store: &impl KeyValue, id: &SubmissionId, name: StoredValueName) {
    let key = StoredValueKey(id, name).to_string();
    let Some(value) = store.get(&key) else { return };
    let mut places = (0..=u32::MAX).map(|number| format!("{ASIDE}{number}/{id}/{name}"));
    let Some(place) = places.find(|place| store.get(place).is_none()) else { return };
    if store.set(&place, &value).is_ok() {
        store.remove(&key);
    }
}

/// The submissions with at least one value, not counting values set aside.
pub(super) fn ids(store: &impl KeyValue) -> BTreeSet<SubmissionId> {
    let id = |key: String| {
        let (id, name) = key.strip_prefix(PREFIX)?.split_once('/')?;
        SubmissionId::new(id).filter(|_| name == "parcel" || name == "state")
    };
    store.keys().into_iter().filter_map(id).collect()
}

/// The number of values set aside.
pub(super) fn aside(store: &impl KeyValue) -> usize {
    store.keys().iter().filter(|key| key.starts_with(ASIDE)).count()
}
