//! Notes of deleted works, by which data kept of them elsewhere is removed once the deletion can no longer be undone.

use serde::{Deserialize, Serialize};

use super::key_value::{KeyValue, StoreError};
use super::keys::{StorageKey, WorkId};

/// Deleting can be undone for this long, in milliseconds.
const A_DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// A work that was deleted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct DeletedWork {
    work: String,
    /// The time of deletion, in milliseconds since 1970 (UTC).
    at_ms: u64,
}

/// Notes that a work was deleted.
///
/// # Errors
/// Those of the store.
pub fn note_deleted(store: &impl KeyValue, work: &WorkId, now_ms: u64) -> Result<(), StoreError> {
    let mut all = read(store);
    all.retain(|deleted| deleted.work != work.as_str());
    all.push(DeletedWork { work: work.to_string(), at_ms: now_ms });
    write(store, &all)
}

/// Removes the note of a work that is here again.
///
/// # Errors
/// Those of the store.
pub fn forget_deleted(store: &impl KeyValue, work: &WorkId) -> Result<(), StoreError> {
    if !is_deleted(store, work) {
        return Ok(());
    }
    let mut all = read(store);
    all.retain(|deleted| deleted.work != work.as_str());
    write(store, &all)
}

/// Removes the notes of works deleted at least a day ago, and returns these works, without any that was begun again.
pub fn take_due(store: &impl KeyValue, now_ms: u64) -> Vec<WorkId> {
    let (due, rest): (Vec<DeletedWork>, Vec<DeletedWork>) = read(store)
        .into_iter()
        .partition(|deleted| deleted.at_ms.saturating_add(A_DAY_MS) <= now_ms);
    if due.is_empty() || write(store, &rest).is_err() {
        return Vec::new();
    }
    let works = due.into_iter().filter_map(|deleted| WorkId::new(&deleted.work));
    works.filter(|work| super::works::bytes_used(store, work) == 0).collect()
}

/// Returns `true` if a work is noted as deleted.
pub(super) fn is_deleted(store: &impl KeyValue, work: &WorkId) -> bool {
    read(store).iter().any(|deleted| deleted.work == work.as_str())
}

/// The deleted works in stored notes.
pub(super) fn noted(notes: Option<&str>) -> Vec<WorkId> {
    parse(notes).iter().filter_map(|deleted| WorkId::new(&deleted.work)).collect()
}

fn read(store: &impl KeyValue) -> Vec<DeletedWork> {
    parse(store.get(&StorageKey::Deleted.to_string()).as_deref())
}

fn parse(notes: Option<&str>) -> Vec<DeletedWork> {
    notes.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
}

fn write(store: &impl KeyValue, all: &[DeletedWork]) -> Result<(), StoreError> {
    let key = StorageKey::Deleted.to_string();
    // Without notes, an empty list is stored: a removed value might come back from the durable store.
    let json = serde_json::to_string(all).map_err(|e| StoreError::Other(e.to_string()))?;
    store.set(&key, &json)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;
    use crate::store::works::{WorkMeta, write_meta};

    fn id(name: &str) -> WorkId {
        WorkId::new(name).unwrap()
    }

    #[test]
    fn what_was_deleted_is_due_after_a_day_and_once() {
        let store = MemoryStore::default();
        note_deleted(&store, &id("a"), 0).unwrap();
        note_deleted(&store, &id("b"), 5).unwrap();
        assert_eq!(take_due(&store, A_DAY_MS - 1), []);
        assert_eq!(take_due(&store, A_DAY_MS), [id("a")]);
        assert_eq!(take_due(&store, A_DAY_MS + 5), [id("b")]);
        assert_eq!(take_due(&store, u64::MAX), []);
    }

    #[test]
    fn what_came_back_is_never_due() {
        let store = MemoryStore::default();
        note_deleted(&store, &id("a"), 0).unwrap();
        forget_deleted(&store, &id("a")).unwrap();
        note_deleted(&store, &id("b"), 0).unwrap();
        write_meta(&store, &id("b"), &WorkMeta::default()).unwrap();
        assert_eq!(take_due(&store, u64::MAX), [], "b was begun again");
    }
}
