//! The journal loses nothing: power cuts, torn writes, full disks, damaged values, second tabs, newer versions.

#![allow(clippy::unwrap_used, reason = "tests")]

mod damage;
mod events;
mod faulty_store;
mod holding;
mod keys;
mod power_cuts;
mod tabs;
mod two_stores;
mod works;
mod writing;

use std::collections::BTreeMap;

use spanwise_annotation::store::{
    Journal, KeyValue, MemoryStore, OpenedJournal, StorageKey, WorkId, WorkKeyPart,
};

/// The content of the journal in these tests: each instance is a list of words, each change adds one.
type Model = BTreeMap<u32, Vec<String>>;

fn replay<S>(opened: &OpenedJournal<S>) -> Model {
    let mut model = Model::new();
    for (&instance, (_, state)) in opened.snapshots.iter() {
        model.insert(instance, serde_json::from_str(state).unwrap());
    }
    for record in &opened.records {
        let word = serde_json::from_str(&record.change).unwrap();
        model.entry(record.instance).or_default().push(word);
    }
    model
}

fn change(word: &str) -> String {
    serde_json::to_string(word).unwrap()
}

fn state_of(model: &Model, instance: u32) -> String {
    serde_json::to_string(model.get(&instance).unwrap()).unwrap()
}

fn work() -> WorkId {
    WorkId::new("w1").unwrap()
}

fn key(part: WorkKeyPart) -> String {
    StorageKey::Work(work(), part).to_string()
}

fn open<S: KeyValue>(store: S) -> OpenedJournal<S> {
    Journal::open(store, work())
}

fn filled(store: &MemoryStore, words: &[(u32, &str)]) {
    let mut journal = open(store).journal;
    for (instance, word) in words {
        journal.append(*instance, change(word)).unwrap();
    }
}
