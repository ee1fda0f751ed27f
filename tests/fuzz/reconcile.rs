//! Two stores that are joined when a page opens.

use std::collections::BTreeMap;

use spanwise_annotation::store::{Journal, KeyValue, MemoryStore, MirroredStore, reconcile};

use super::corpus::Corpus;
use super::stored::{WORDS, parse, work};

#[test]
fn stores_are_joined_once() {
    let corpus = Corpus::of("join", WORDS);
    bolero::check!(name = "join").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| is_joined(text));
    });
}

/// The lines before `---` are in the first store, those after it in the durable one.
fn is_joined(text: &str) {
    let (first, durable) = text.split_once("---\n").unwrap_or((text, ""));
    let store = MemoryStore::default();
    for stored in first.lines().filter_map(parse) {
        store.set(&stored.key, &stored.value).expect("memory takes everything");
    }
    let mut durable: BTreeMap<String, String> =
        durable.lines().filter_map(parse).map(|stored| (stored.key, stored.durable)).collect();
    let entries = |durable: &BTreeMap<String, String>| -> Vec<(String, String)> {
        durable.iter().map(|(key, value)| (key.clone(), value.clone())).collect()
    };

    let mirror = MirroredStore::new(&store);
    let joined = reconcile(&mirror, &entries(&durable));
    joined.apply(&mirror, &mirror);
    for (key, value) in &joined.to_first {
        let is_note = key == "spanwise/1/alone";
        assert!(is_note || store.get(key).as_ref() == Some(value), "{key} was not copied");
    }
    if let Some(batch) = mirror.batch(1) {
        for (key, text) in batch.entries() {
            match text {
                Some(text) => durable.insert(key.to_owned(), text),
                None => durable.remove(key),
            };
        }
        mirror.confirm(&batch);
    }
    assert!(mirror.is_confirmed(|_| true));

    let again = reconcile(&mirror, &entries(&durable));
    assert_eq!(again.to_first, [], "joined again");
    let _ = Journal::open(&store, work());
}
