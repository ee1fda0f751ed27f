//! How submissions lie in the store, and what becomes of values that cannot be read.
//!
//! ```text
//! spanwise/1/outbox/<submission>/parcel | state
//! spanwise/1/outbox/aside/<number>/<submission>/parcel | state
//! ```

use std::collections::BTreeSet;
use std::fmt;

use serde::de::DeserializeOwned;

use crate::SubmissionId;
use spanwise_annotation::store::{Damage, KeyValue, StoreError, seal, unseal};

pub(super) const PREFIX: &str = "spanwise/1/outbox/";
const ASIDE: &str = "spanwise/1/outbox/aside/";

/// One of the two values of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// What is sent, and where to. Written once.
    Parcel,
    /// How far it is.
    State,
}

struct Key<'a>(&'a SubmissionId, Part);

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Parcel => "parcel",
            Part::State => "state",
        })
    }
}

impl fmt::Display for Key<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}/{}", self.0, self.1)
    }
}

/// Why a value cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unusable {
    Missing,
    Damaged(Damage),
}

/// Reads a value; nothing is changed.
pub(super) fn read<T: DeserializeOwned>(
    store: &impl KeyValue,
    id: &SubmissionId,
    part: Part,
) -> Result<T, Unusable> {
    let key = Key(id, part);
    let value = store.get(&key.to_string()).ok_or(Unusable::Missing)?;
    let json = unseal(&key, &value).map_err(Unusable::Damaged)?;
    serde_json::from_str(json).map_err(|_| Unusable::Damaged(Damage::Foreign))
}

/// Writes a value that is JSON.
pub(super) fn write(
    store: &impl KeyValue,
    id: &SubmissionId,
    part: Part,
    json: &str,
) -> Result<(), StoreError> {
    let key = Key(id, part);
    store.set(&key.to_string(), &seal(&key, json))
}

pub(super) fn remove(store: &impl KeyValue, id: &SubmissionId, part: Part) {
    store.remove(&Key(id, part).to_string());
}

/// Moves a damaged value to where it does no harm; if there is no room for the copy, it stays where it is.
pub(super) fn set_aside(store: &impl KeyValue, id: &SubmissionId, part: Part) {
    let key = Key(id, part).to_string();
    let Some(value) = store.get(&key) else { return };
    let mut places = (0..=u32::MAX).map(|number| format!("{ASIDE}{number}/{id}/{part}"));
    let Some(place) = places.find(|place| store.get(place).is_none()) else { return };
    if store.set(&place, &value).is_ok() {
        store.remove(&key);
    }
}

/// All submissions of which anything is there, values that were set aside left out.
pub(super) fn ids(store: &impl KeyValue) -> BTreeSet<SubmissionId> {
    let id = |key: String| {
        let (id, part) = key.strip_prefix(PREFIX)?.split_once('/')?;
        SubmissionId::new(id).filter(|_| part == "parcel" || part == "state")
    };
    store.keys().into_iter().filter_map(id).collect()
}

/// How many values were set aside.
pub(super) fn aside(store: &impl KeyValue) -> usize {
    store.keys().iter().filter(|key| key.starts_with(ASIDE)).count()
}
