//! The writes of a change, and the size from which compaction is due.

use spanwise_annotation::store::{
    InstanceHistory, JournalError, KeyValue, MemoryStore, WorkKeyPart,
};

use super::faulty_store::FaultyStore;
use super::{change, key, open, replay};

#[test]
fn a_change_is_few_small_writes() {
    let store = FaultyStore::default();
    let mut journal = open(&store).journal;
    journal.append(4, change("word")).unwrap();
    journal.append(4, change("next")).unwrap();
    journal.amend(2, change("amended")).unwrap();
    let first = ["log/1", "end/4", "changed"];
    let next = ["log/2", "end/4"];
    let amended = ["log/2"];
    let names = [&first[..], &next, &amended].concat();
    let log: Vec<String> =
        store.log.borrow().iter().map(|key| key.replace("spanwise/1/w1/", "")).collect();
    assert_eq!(log, names);
    assert_eq!(store.get("spanwise/1/w1/log/1").unwrap(), "1 ee9f04b0 10 4 0 \"word\"");
}

#[test]
fn compaction_is_due_by_number_and_by_size() {
    let store = MemoryStore::default();
    let mut journal = open(&store).journal;
    for _ in 0..512 {
        journal.append(0, change("w")).unwrap();
    }
    assert!(!journal.wants_compaction());
    journal.append(1, change("w")).unwrap();
    assert!(journal.wants_compaction());
    journal
        .compact(1, |instance| {
            assert_eq!(instance, 0);
            "[]".to_owned()
        })
        .unwrap();
    assert!(!journal.wants_compaction());
    journal.append(2, "x".repeat(131_072)).unwrap();
    assert!(journal.wants_compaction());
}

#[test]
fn the_largest_number_ends_the_journal_without_harm() {
    let store = MemoryStore::default();
    store.set(&key(WorkKeyPart::Record { seq: u64::MAX }), "1 00000000 0 ").unwrap();
    let mut journal = open(&store).journal;
    assert_eq!(journal.append(0, change("a")), Ok(u64::MAX));
    assert_eq!(journal.append(0, change("b")), Err(JournalError::Conflict));
    assert_eq!(replay(&open(&store))[&0], ["a"]);
}

#[test]
fn the_history_of_an_instance_is_what_was_recorded_since_its_snapshot() {
    let store = MemoryStore::default();
    let mut journal = open(&store).journal;
    assert_eq!(journal.history(0), InstanceHistory::default());
    for (at, word) in [(0, "a"), (1, "other"), (0, "b")] {
        journal.append(at, change(word)).unwrap();
    }
    journal.amend(3, change("bb")).unwrap();
    let expected = InstanceHistory { snapshot: None, commits: vec![change("a"), change("bb")] };
    assert_eq!(journal.history(0), expected);
    assert_eq!(open(&store).journal.history(0), expected, "after a reload");
    journal.compact(1, |_| "together".to_owned()).unwrap();
    journal.append(0, change("c")).unwrap();
    let expected =
        InstanceHistory { snapshot: Some("together".to_owned()), commits: vec![change("c")] };
    assert_eq!(journal.history(0), expected);
    assert_eq!(open(&store).journal.history(0), expected, "after a reload");
    assert_eq!(journal.history(1).commits, [change("other")], "another instance");
    store.set(&key(WorkKeyPart::Record { seq: 2 }), "damaged").unwrap();
    assert_eq!(journal.history(1).commits, Vec::<String>::new(), "what cannot be read is left out");
}
