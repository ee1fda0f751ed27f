//! Two tabs on one work: neither overwrites the changes of the other.

use spanwise_annotation::store::deleted::note_deleted;
use spanwise_annotation::store::works::remove_work;
use spanwise_annotation::store::{
    Journal, JournalError, KeyValue, MemoryStore, ReadOnlyReason, SaveState, StorageKey,
};

use super::{change, filled, open, replay, work};

#[test]
fn a_second_tab_overwrites_nothing() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a")]);
    let (mut here, mut there) = (open(&store).journal, open(&store).journal);
    here.append(0, change("here")).unwrap();
    assert_eq!(there.append(0, change("there")), Err(JournalError::Conflict));
    let read_only = ReadOnlyReason::ChangedElsewhere;
    assert_eq!(there.state(), SaveState::ReadOnly(read_only));
    assert_eq!(there.append(0, change("again")), Err(JournalError::ReadOnly(read_only)));
    assert_eq!(here.append(0, change("more")), Ok(3));
    assert_eq!(replay(&open(&store))[&0], ["a", "here", "more"]);
}

#[test]
fn a_second_tab_is_noticed_after_amending_compaction_and_clearing() {
    let tricks: [fn(&mut Journal<&MemoryStore>); 3] = [
        |tab| tab.amend(2, change("amended")).unwrap(),
        |tab| {
            tab.append(1, change("x")).unwrap();
            tab.compact(9, |_| "[]".to_owned()).unwrap();
        },
        |tab| {
            tab.append(0, change("x")).unwrap();
            tab.compact(9, |_| "[]".to_owned()).unwrap();
        },
    ];
    for trick in tricks {
        let store = MemoryStore::default();
        let mut there = open(&store).journal;
        there.append(0, change("a")).unwrap();
        there.append(0, change("b")).unwrap();
        let mut here = open(&store).journal;
        trick(&mut there);
        assert_eq!(here.append(0, change("here")), Err(JournalError::Conflict));
    }
    let store = MemoryStore::default();
    filled(&store, &[(0, "a")]);
    let mut here = open(&store).journal;
    note_deleted(&store, &work(), 0).unwrap();
    remove_work(&&store, &work());
    assert_eq!(here.append(0, change("here")), Err(JournalError::Conflict));
    assert_eq!(store.keys(), [StorageKey::Deleted.to_string()]);
}

#[test]
fn two_tabs_on_a_new_work_notice_each_other() {
    let store = MemoryStore::default();
    let (mut here, mut there) = (open(&store).journal, open(&store).journal);
    for _ in 0..3 {
        there.append(0, change("x")).unwrap();
    }
    there.compact(1, |_| "[\"x\",\"x\",\"x\"]".to_owned()).unwrap();
    assert_eq!(here.append(0, change("here")), Err(JournalError::Conflict));
    assert_eq!(replay(&open(&store))[&0].len(), 3);
}
