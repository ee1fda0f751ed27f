//! Drafts of the builder on this device: a template and data in the making, with earlier versions.

use serde::{Deserialize, Serialize};

use super::frame::{self, ValueDamage};
use super::key_value::{KeyValue, StoreError, stored_bytes};
use super::keys::{DraftKeyPart, StorageKey, WorkId};
use super::removed::RemovedEntries;

use spanwise_limits::MOST_VERSIONS;

/// The number of newest versions that are never thinned out.
const NEWEST: usize = 20;

/// The description of a draft, readable without opening it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DraftMeta {
    /// The title of the draft: the label of its template.
    pub title: String,
    /// The origin of its template: a name or an address; empty if it was begun here.
    pub origin: String,
    /// The time of creation, in milliseconds since 1970 (UTC).
    pub created_ms: u64,
    /// The time of the last change, in milliseconds since 1970 (UTC).
    pub changed_ms: u64,
    /// `true` if the data is too large for this store and is kept beside it.
    pub data_elsewhere: bool,
}

/// A template and data at a time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftVersion {
    /// The time, in milliseconds since 1970 (UTC).
    pub at_ms: u64,
    /// The template.
    pub template: String,
    /// The data; `None` if it was too large to be kept with each version.
    pub data: Option<String>,
}

/// A draft as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListedDraft {
    /// Its name on this device.
    pub draft: WorkId,
    /// Its description; the default if it is missing or cannot be read.
    pub meta: DraftMeta,
    /// Its share of the quota, in bytes, versions included.
    pub bytes: usize,
}

/// All drafts, last changed first.
#[must_use]
pub fn drafts(store: &impl KeyValue) -> Vec<ListedDraft> {
    let mut listed: Vec<ListedDraft> = Vec::new();
    for name in store.keys() {
        let Ok(StorageKey::Draft(draft, _)) = name.parse() else { continue };
        let bytes = store.get(&name).map_or(0, |value| stored_bytes(&name, &value));
        match listed.iter_mut().find(|known| known.draft == draft) {
            Some(known) => known.bytes += bytes,
            None => {
                let meta = read_meta(store, &draft).unwrap_or_default();
                listed.push(ListedDraft { draft, meta, bytes });
            }
        }
    }
    listed.sort_by_key(|listed| std::cmp::Reverse(listed.meta.changed_ms));
    listed
}

/// The description of a draft; `None` if it is missing or cannot be read.
#[must_use]
pub fn read_meta(store: &impl KeyValue, draft: &WorkId) -> Option<DraftMeta> {
    let json = store.get(&StorageKey::Draft(draft.clone(), DraftKeyPart::Meta).to_string())?;
    serde_json::from_str(&json).ok()
}

/// Writes the description of a draft.
///
/// # Errors
/// Those of the store.
pub fn write_meta(
    store: &impl KeyValue,
    draft: &WorkId,
    meta: &DraftMeta,
) -> Result<(), StoreError> {
    let json = serde_json::to_string(meta).map_err(|e| StoreError::Other(e.to_string()))?;
    store.set(&StorageKey::Draft(draft.clone(), DraftKeyPart::Meta).to_string(), &json)
}

/// The text of a part; `None` if it is not kept.
///
/// # Errors
/// If the stored value is damaged or of a newer version.
pub fn read_text(
    store: &impl KeyValue,
    draft: &WorkId,
    part: DraftKeyPart,
) -> Result<Option<String>, ValueDamage> {
    let key = StorageKey::Draft(draft.clone(), part);
    let Some(value) = store.get(&key.to_string()) else { return Ok(None) };
    frame::unseal(&key, &value).map(|text| Some(text.to_owned()))
}

/// Keeps the text of a part.
///
/// # Errors
/// Those of the store.
pub fn write_text(
    store: &impl KeyValue,
    draft: &WorkId,
    part: DraftKeyPart,
    text: &str,
) -> Result<(), StoreError> {
    let key = StorageKey::Draft(draft.clone(), part);
    store.set(&key.to_string(), &frame::seal(&key, text))
}

/// Numbers and contents of the versions that can be read, newest first.
#[must_use]
pub fn versions(store: &impl KeyValue, draft: &WorkId) -> Vec<(u32, DraftVersion)> {
    let mut found: Vec<(u32, DraftVersion)> = numbers(store, draft)
        .into_iter()
        .filter_map(|number| {
            let text = read_text(store, draft, DraftKeyPart::Version { number }).ok()??;
            Some((number, serde_json::from_str(&text).ok()?))
        })
        .collect();
    found.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    found
}

/// The number of stored versions that cannot be read.
#[must_use]
pub fn damaged_versions(store: &impl KeyValue, draft: &WorkId) -> usize {
    numbers(store, draft).len().saturating_sub(versions(store, draft).len())
}

/// Keeps a version, unless it is the newest one already. There are at most 40; of older ones, those
/// closest in time to another go.
///
/// # Errors
/// Those of the store.
pub fn keep_version(
    store: &impl KeyValue,
    draft: &WorkId,
    version: &DraftVersion,
) -> Result<(), StoreError> {
    let known = versions(store, draft);
    if let Some((_, newest)) = known.first()
        && (&newest.template, &newest.data) == (&version.template, &version.data)
    {
        return Ok(());
    }
    let number = numbers(store, draft).into_iter().max().map_or(1, |last| last.saturating_add(1));
    let json = serde_json::to_string(version).map_err(|e| StoreError::Other(e.to_string()))?;
    write_text(store, draft, DraftKeyPart::Version { number }, &json)?;
    if known.len() + 1 > MOST_VERSIONS
        && let Some(number) = most_dispensable(&known)
    {
        store.remove(
            &StorageKey::Draft(draft.clone(), DraftKeyPart::Version { number }).to_string(),
        );
    }
    Ok(())
}

/// Of versions, newest first, the one that is closest to the next newer one, but none of the newest and not the oldest.
fn most_dispensable(known: &[(u32, DraftVersion)]) -> Option<u32> {
    let older = known.get(NEWEST..known.len().saturating_sub(1))?;
    let newer = known.get(NEWEST - 1..)?;
    let gaps = older
        .iter()
        .zip(newer)
        .map(|((number, version), (_, next))| (next.at_ms.saturating_sub(version.at_ms), *number));
    gaps.min().map(|(_, number)| number)
}

/// Removes a draft with its versions.
pub fn remove_draft(store: &impl KeyValue, draft: &WorkId) -> RemovedEntries {
    RemovedEntries::take(store, |key| matches!(key, StorageKey::Draft(of, _) if of == draft))
}

/// Undoes [`remove_draft`]: all of it, or nothing.
///
/// # Errors
/// Those of the store; the removed draft can be tried again.
pub fn restore_draft(store: &impl KeyValue, removed: &RemovedEntries) -> Result<(), StoreError> {
    removed.put_back(store)
}

fn numbers(store: &impl KeyValue, draft: &WorkId) -> Vec<u32> {
    let number = |name: &String| match name.parse() {
        Ok(StorageKey::Draft(of, DraftKeyPart::Version { number })) if of == *draft => Some(number),
        _ => None,
    };
    store.keys().iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::MemoryStore;

    fn id(name: &str) -> WorkId {
        WorkId::new(name).unwrap()
    }

    fn version(at_ms: u64, template: &str) -> DraftVersion {
        DraftVersion { at_ms, template: template.to_owned(), data: Some("[]".to_owned()) }
    }

    #[test]
    fn drafts_are_listed_by_their_last_change() {
        let store = MemoryStore::default();
        for (name, changed_ms) in [("a", 1), ("b", 3), ("c", 2)] {
            let meta = DraftMeta { changed_ms, ..DraftMeta::default() };
            write_meta(&store, &id(name), &meta).unwrap();
            write_text(&store, &id(name), DraftKeyPart::Template, "edits: []").unwrap();
        }
        let names: Vec<String> = drafts(&store).iter().map(|d| d.draft.to_string()).collect();
        assert_eq!(names, ["b", "c", "a"]);
        assert!(crate::store::works::works(&store).is_empty(), "a draft is not a work");
    }

    #[test]
    fn what_is_written_is_read_and_damage_is_seen() {
        let store = MemoryStore::default();
        write_text(&store, &id("d"), DraftKeyPart::Data, "[{}]").unwrap();
        assert_eq!(read_text(&store, &id("d"), DraftKeyPart::Data), Ok(Some("[{}]".to_owned())));
        let key = StorageKey::Draft(id("d"), DraftKeyPart::Data).to_string();
        let value = store.get(&key).unwrap().replace("[{}]", "[[]]");
        store.set(&key, &value).unwrap();
        assert_eq!(read_text(&store, &id("d"), DraftKeyPart::Data), Err(ValueDamage::Altered));
    }

    #[test]
    fn versions_that_cannot_be_read_are_counted() {
        let store = MemoryStore::default();
        for at in 1..4 {
            keep_version(&store, &id("d"), &version(at, &at.to_string())).unwrap();
        }
        assert_eq!(damaged_versions(&store, &id("d")), 0);
        let key = StorageKey::Draft(id("d"), DraftKeyPart::Version { number: 2 }).to_string();
        store.set(&key, "1 00000000 2 {}").unwrap();
        assert_eq!(damaged_versions(&store, &id("d")), 1);
        assert_eq!(versions(&store, &id("d")).len(), 2);
    }

    #[test]
    fn the_same_version_is_kept_once() {
        let store = MemoryStore::default();
        for (at, text) in [(1, "a"), (2, "a"), (3, "b"), (4, "a")] {
            keep_version(&store, &id("d"), &version(at, text)).unwrap();
        }
        let texts: Vec<String> =
            versions(&store, &id("d")).into_iter().map(|(_, v)| v.template).collect();
        assert_eq!(texts, ["a", "b", "a"]);
    }

    #[test]
    fn old_versions_are_thinned_out_where_they_are_densest() {
        let store = MemoryStore::default();
        for at in 0..60u64 {
            // Two of the old ones lie close together.
            let at_ms = if at == 7 { 6_001 } else { at * 1000 };
            keep_version(&store, &id("d"), &version(at_ms, &at.to_string())).unwrap();
        }
        let kept: Vec<String> =
            versions(&store, &id("d")).into_iter().map(|(_, v)| v.template).collect();
        assert_eq!(kept.len(), MOST_VERSIONS);
        assert_eq!(kept.last().map(String::as_str), Some("0"), "the first one stays");
        let newest: Vec<String> = (60 - NEWEST as u64..60).rev().map(|at| at.to_string()).collect();
        assert_eq!(kept.get(..NEWEST), Some(newest.as_slice()));
        assert!(!kept.contains(&"6".to_owned()), "{kept:?}");
    }

    #[test]
    fn a_removed_draft_comes_back_whole() {
        let store = MemoryStore::default();
        write_text(&store, &id("d"), DraftKeyPart::Template, "t").unwrap();
        keep_version(&store, &id("d"), &version(1, "t")).unwrap();
        let before = drafts(&store);
        let removed = remove_draft(&store, &id("d"));
        assert!(drafts(&store).is_empty());
        restore_draft(&store, &removed).unwrap();
        assert_eq!(drafts(&store), before);
    }
}
