//! Values for which there is no room: they are held, read like others, and stored once there is.

use spanwise_annotation::store::works::{
    WorkFile, WorkMeta, read_file, read_meta, works, write_file, write_meta,
};
use spanwise_annotation::store::{
    HoldingStore, Journal, JournalError, KeyValue, SaveState, StoreError,
};

use super::faulty_store::FaultyStore;
use super::{change, replay, work};

/// A store with room for so many writes.
fn with_room(writes: usize) -> HoldingStore<FaultyStore> {
    let store = FaultyStore::default();
    store.room.set(Some(writes));
    HoldingStore::new(store)
}

#[test]
fn what_is_stored_is_read_though_nothing_can_be_written() {
    let store = HoldingStore::new(FaultyStore::default());
    let mut journal = Journal::open(&store, work()).journal;
    journal.append(0, change("a")).unwrap();
    journal.append(1, change("b")).unwrap();
    write_file(&store, &work(), WorkFile::Template, "edits: []").unwrap();
    write_meta(&store, &work(), &WorkMeta::default()).unwrap();
    store.inner().room.set(Some(0));
    let opened = Journal::open(&store, work());
    assert_eq!(replay(&opened).len(), 2);
    assert_eq!(opened.problems, []);
    assert_eq!(opened.journal.state(), SaveState::Saved);
    assert_eq!(write_file(&store.or_hold(), &work(), WorkFile::Template, "edits: []"), Ok(()));
    assert!(store.is_empty(), "what is stored already needs no room");
}

#[test]
fn what_found_no_room_is_read_and_stored_later() {
    let store = with_room(0);
    let refused = write_file(&store.or_hold(), &work(), WorkFile::Template, "edits: []");
    assert_eq!(refused, Err(StoreError::Full));
    assert!(write_meta(&store.or_hold(), &work(), &WorkMeta::default()).is_err());
    assert_eq!(store.missing().len(), 2);
    assert_eq!(read_file(&store, &work(), WorkFile::Template), Ok(Some("edits: []".to_owned())));
    assert_eq!(works(&store).len(), 1);

    store.retry();
    assert_eq!(store.missing().len(), 2, "there is still no room");
    store.inner().room.set(Some(1));
    store.retry();
    assert_eq!(store.missing().len(), 1, "as much is stored as there is room for");
    store.inner().room.set(None);
    store.retry();
    assert!(store.is_empty());
    assert_eq!(read_meta(&store.inner().inner, &work()), Ok(WorkMeta::default()));
}

#[test]
fn an_older_value_stays_until_the_held_one_fits() {
    let store = with_room(1);
    let titled = |title: &str| WorkMeta { title: title.to_owned(), ..WorkMeta::default() };
    write_meta(&store, &work(), &titled("old")).unwrap();
    assert!(write_meta(&store.or_hold(), &work(), &titled("new")).is_err());
    assert!(store.missing().is_empty(), "the work can be opened without it");
    assert!(!store.is_empty());
    assert_eq!(read_meta(&store, &work()).unwrap().title, "new");
    assert_eq!(read_meta(&store.inner().inner, &work()).unwrap().title, "old");
    store.inner().room.set(None);
    write_meta(&store, &work(), &titled("newest")).unwrap();
    store.retry();
    assert_eq!(read_meta(&store.inner().inner, &work()).unwrap().title, "newest");
}

#[test]
fn what_was_removed_or_set_elsewhere_is_held_no_longer() {
    let store = with_room(0);
    for key in ["a", "b"] {
        assert!(store.or_hold().set(key, "held").is_err());
    }
    store.remove("a");
    store.yield_to_others("b");
    store.inner().room.set(None);
    store.retry();
    assert_eq!(store.keys(), Vec::<String>::new());
}

#[test]
fn a_journal_over_it_holds_its_changes_itself() {
    let store = with_room(1);
    let mut journal = Journal::open(&store, work()).journal;
    journal.append(0, change("a")).unwrap();
    for word in ["b", "c"] {
        assert!(matches!(journal.append(3, change(word)), Err(JournalError::Unsaved { .. })));
    }
    assert_eq!(journal.state(), SaveState::Unsaved(2));
    assert!(store.is_empty());
    assert_eq!((journal.last_seq(), journal.changed_since(0), journal.changed_since(1)), (3, 2, 1));
    store.inner().room.set(None);
    journal.retry().unwrap();
    assert_eq!(journal.state(), SaveState::Saved);
    assert_eq!(replay(&Journal::open(&store, work())).values().flatten().count(), 3);
}

#[test]
fn a_store_that_refuses_everything_is_no_obstacle() {
    struct Refusing;
    impl KeyValue for Refusing {
        fn get(&self, _: &str) -> Option<String> {
            None
        }
        fn set(&self, _: &str, _: &str) -> Result<(), StoreError> {
            Err(StoreError::Blocked)
        }
        fn remove(&self, _: &str) {}
        fn keys(&self) -> Vec<String> {
            Vec::new()
        }
    }
    let store = HoldingStore::new(Refusing);
    let mut journal = Journal::open(&store, work()).journal;
    let refused = journal.append(0, change("a")).unwrap_err();
    assert!(matches!(refused, JournalError::Unsaved { cause: StoreError::Blocked, .. }));
    assert!(write_file(&store.or_hold(), &work(), WorkFile::Template, "t").is_err());
    assert_eq!(read_file(&store, &work(), WorkFile::Template), Ok(Some("t".to_owned())));
}
