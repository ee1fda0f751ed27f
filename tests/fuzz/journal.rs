//! The stored values of a work.

use spanwise_annotation::store::{
    Journal, JournalProblem, JournalRecord, KeyValue, MemoryStore, SaveState, StorageKey,
    WorkKeyPart,
};

use super::corpus::Corpus;
use super::stored::{WORDS, parse, work};

#[test]
fn a_change_is_stored_whatever_is_there() {
    let corpus = Corpus::of("journal", WORDS);
    bolero::check!(name = "journal").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| takes_changes(text));
    });
}

fn takes_changes(text: &str) {
    let store = MemoryStore::default();
    for stored in text.lines().filter_map(parse) {
        store.set(&stored.key, &stored.value).expect("memory takes everything");
    }
    let before = store.clone();
    let opened = Journal::open(&store, work());
    let is_newer = opened.problems.iter().any(|p| matches!(p, JournalProblem::NewerFormat(_)));
    opened.problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty()));
    let mut journal = opened.journal;
    if is_newer {
        assert!(matches!(journal.state(), SaveState::ReadOnly(_)));
        assert_eq!(store, before);
        return;
    }
    let last = StorageKey::Work(work(), WorkKeyPart::Record { seq: u64::MAX }).to_string();
    let mut appended = Vec::new();
    for (instance, change) in [(0, "\"x\""), (7, "\"y\""), (0, "\"z\"")] {
        match journal.append(instance, change.to_owned()) {
            Ok(seq) => appended.push((seq, instance, change.to_owned())),
            // There is no number after the largest.
            Err(error) => assert!(store.get(&last).is_some(), "{error}"),
        }
    }
    let opened = Journal::open(&store, work());
    for (seq, instance, change) in appended {
        let is_it = |record: &&JournalRecord| {
            (record.seq, record.instance, &record.change) == (seq, instance, &change)
        };
        assert_eq!(opened.records.iter().filter(is_it).count(), 1, "change {seq}");
    }
}
