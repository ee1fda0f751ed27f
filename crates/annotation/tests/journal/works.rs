//! The list of works, and their descriptions, removal and restoring.

use std::cell::Cell;

use spanwise_annotation::store::drafts;
use spanwise_annotation::store::works::{
    self, DataPlace, RestoreError, WorkFile, WorkMeta, WorkMetaError, read_meta, write_meta,
};
use spanwise_annotation::store::{
    DraftKeyPart, KeyValue, MemoryStore, StorageKey, StoreError, WorkId,
};

use super::faulty_store::FaultyStore;
use super::{filled, work};

fn described(store: &MemoryStore, id: &str, opened_ms: u64) -> WorkId {
    let work = WorkId::new(id).unwrap();
    write_meta(store, &work, &WorkMeta { title: id.to_owned(), opened_ms, ..WorkMeta::default() })
        .unwrap();
    work
}

#[test]
fn works_are_listed_newest_first_and_the_unreadable_last() {
    let store = MemoryStore::default();
    described(&store, "old", 1);
    described(&store, "new", 2);
    store.set("spanwise/1/broken/meta", "{\"title\":").unwrap();
    store.set("spanwise/1/future/meta", "{\"version\":9,\"title\":[]}").unwrap();
    store.set("spanwise/1/headless/log/1", "x").unwrap();
    store.set("someone/else", "x").unwrap();
    let listed = works::works(&store);
    let names: Vec<&str> = listed.iter().map(|l| l.work.as_str()).collect();
    assert_eq!(names, ["new", "old", "broken", "future", "headless"]);
    assert!(matches!(listed[2].meta, Err(WorkMetaError::Unreadable(_))));
    assert_eq!(listed[3].meta, Err(WorkMetaError::Newer(9)));
    assert_eq!(listed[4].meta, Err(WorkMetaError::Missing));
    assert_eq!(listed[4].bytes, 2 * ("spanwise/1/headless/log/1".len() + 1));
    assert_eq!(works::bytes_used(&store, &listed[0].work), listed[0].bytes);
}

#[test]
fn a_description_keeps_what_it_does_not_know() {
    let store = MemoryStore::default();
    let text = r#"{"title":"a","data":"indexed-db","colour":{"deep":[1,2]}}"#;
    store.set("spanwise/1/w1/meta", text).unwrap();
    works::rename(&store, &work(), "b").unwrap();
    let meta = read_meta(&store, &work()).unwrap();
    assert_eq!((meta.title.as_str(), meta.data, meta.version), ("b", DataPlace::IndexedDb, 1));
    assert_eq!(meta.other, [("colour".to_owned(), r#"{"deep":[1,2]}"#.to_owned())]);
}

#[test]
fn a_description_of_a_newer_version_stays_and_a_damaged_one_is_set_aside() {
    let store = MemoryStore::default();
    store.set("spanwise/1/w1/meta", "{\"version\":2}").unwrap();
    assert_eq!(write_meta(&store, &work(), &WorkMeta::default()), Err(WorkMetaError::Newer(2)));
    store.set("spanwise/1/w1/meta", "{\"ver").unwrap();
    write_meta(&store, &work(), &WorkMeta::default()).unwrap();
    assert_eq!(read_meta(&store, &work()), Ok(WorkMeta::default()));
    assert_eq!(store.get("spanwise/1/quarantine/0/w1/meta").as_deref(), Some("{\"ver"));
}

#[test]
fn a_removed_work_can_be_restored_once() {
    let store = MemoryStore::default();
    let other = described(&store, "other", 1);
    described(&store, "w1", 1);
    works::write_file(&store, &work(), WorkFile::Template, "edits: []").unwrap();
    works::set_place(&store, &work(), "{}").unwrap();
    works::set_time_spent(&store, &work(), 3, 41_200).unwrap();
    filled(&store, &[(0, "a")]);
    store.set("spanwise/1/quarantine/0/w1/log/9", "x").unwrap();
    let before = store.clone();

    let removed = works::remove_work(&store, &work());
    works::set_time_spent(&store, &work(), 3, 41_300).unwrap();
    assert_eq!(works::works(&store).len(), 1);
    assert!(read_meta(&store, &other).is_ok());
    works::restore_work(&store, &work(), &removed).unwrap();
    assert_eq!(store, before);
    assert_eq!(works::restore_work(&store, &work(), &removed), Err(RestoreError::Taken));
    assert_eq!(works::place(&store, &work()), Some("{}".to_owned()));
    assert_eq!([2, 3].map(|at| works::time_spent(&store, &work(), at)), [0, 41_200]);
    let template = works::read_file(&store, &work(), WorkFile::Template);
    assert_eq!(template, Ok(Some("edits: []".to_owned())));
    assert_eq!(works::read_file(&store, &work(), WorkFile::Data), Ok(None));
}

#[test]
fn a_work_that_does_not_fit_is_not_restored_by_half() {
    let whole = MemoryStore::default();
    filled(&whole, &[(0, "a"), (0, "b"), (0, "c")]);
    let removed = works::remove_work(&whole, &work());
    let store = FaultyStore { room: Cell::new(Some(2)), ..FaultyStore::default() };
    assert_eq!(
        works::restore_work(&store, &work(), &removed),
        Err(RestoreError::Store(StoreError::Full))
    );
    assert!(store.keys().is_empty());
}

#[test]
fn a_draft_that_does_not_fit_is_not_restored_by_half_and_what_is_there_stays() {
    let whole = MemoryStore::default();
    for part in [DraftKeyPart::Template, DraftKeyPart::Data, DraftKeyPart::Meta] {
        drafts::write_text(&whole, &work(), part, "old").unwrap();
    }
    let removed = drafts::remove_draft(&whole, &work());
    let store = FaultyStore::default();
    let meta = StorageKey::Draft(work(), DraftKeyPart::Meta).to_string();
    store.set(&meta, "new").unwrap();
    store.room.set(Some(2));
    assert_eq!(drafts::restore_draft(&store, &removed), Err(StoreError::Full));
    assert_eq!(store.keys(), [meta]);
}

#[test]
fn a_draft_that_is_not_restored_leaves_the_newer_values_of_all_its_parts() {
    let parts = [DraftKeyPart::Template, DraftKeyPart::Data, DraftKeyPart::Meta];
    for refused in parts {
        let whole = MemoryStore::default();
        for part in parts {
            drafts::write_text(&whole, &work(), part, "old").unwrap();
        }
        let removed = drafts::remove_draft(&whole, &work());
        let name = |part| StorageKey::Draft(work(), part).to_string();
        let store = FaultyStore { refused: Some(name(refused)), ..FaultyStore::default() };
        let newer: Vec<String> =
            parts.into_iter().filter(|part| *part != refused).map(name).collect();
        for key in &newer {
            store.set(key, "new").unwrap();
        }
        assert_eq!(drafts::restore_draft(&store, &removed), Err(StoreError::Full));
        let values: Vec<_> = newer.iter().map(|key| store.get(key)).collect();
        assert_eq!(values, [Some("new".to_owned()), Some("new".to_owned())], "{refused:?}");
        assert_eq!(store.keys().len(), 2, "{refused:?}");
    }
}

#[test]
fn nothing_is_noted_of_a_work_that_was_removed() {
    let store = MemoryStore::default();
    let work = described(&store, "w", 1);
    works::set_place(&store, &work, "{}").unwrap();
    works::set_open(&store, &work, true).unwrap();
    works::set_time_spent(&store, &work, 0, 9).unwrap();
    assert_eq!(works::place(&store, &work).as_deref(), Some("{}"));
    assert!(works::is_left_open(&store, &work));
    let removed = works::remove_work(&store, &work);
    works::set_place(&store, &work, "{}").unwrap();
    works::set_open(&store, &work, false).unwrap();
    works::set_time_spent(&store, &work, 0, 9).unwrap();
    assert_eq!(store.keys(), Vec::<String>::new());
    works::restore_work(&store, &work, &removed).unwrap();
}
