//! Values that something else changed: set aside and told, never lost, never guessed.

use spanwise_annotation::store::{
    JournalError, JournalProblem, KeyValue, MemoryStore, ReadOnlyReason, SaveState, StorageKey,
    ValueDamage, WorkKeyPart,
};

use super::{change, filled, key, open, replay, work};

#[test]
fn a_damaged_record_is_set_aside_and_the_rest_survives() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (1, "b"), (0, "c"), (0, "d")]);
    let at = WorkKeyPart::Record { seq: 3 };
    let cut = store.get(&key(at)).unwrap()[..14].to_owned();
    store.set(&key(at), &cut).unwrap();

    let opened = open(&store);

    let kept = StorageKey::Quarantine { number: 0, work: work(), part: at };
    assert_eq!(store.get(&kept.to_string()), Some(cut));
    assert_eq!(
        opened.problems,
        [
            JournalProblem::Damaged { part: at, damage: ValueDamage::Length, kept: Some(kept) },
            JournalProblem::Gap { instance: 0, after: 1, before: 4 },
        ]
    );
    let said: Vec<String> = opened.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "The stored value log/3 cannot be used. The text was cut off. \
             It is kept as spanwise/1/quarantine/0/w1/log/3; check the last changes.",
            "Instance 1 lacks changes between 1 and 4. Check its edits.",
        ]
    );
    let seqs: Vec<u64> = opened.records.iter().map(|r| r.seq).collect();
    assert_eq!(seqs, [1, 2, 4]);
}

#[test]
fn damage_is_told_apart() {
    for (seq, spoil, damage) in [
        (1, (|v: String| v.replace('a', "b")) as fn(String) -> String, ValueDamage::Altered),
        (1, |v| v + " ", ValueDamage::Length),
        (1, |v| v[..3].to_owned(), ValueDamage::Length),
        (1, |_| "{\"foreign\":true}".to_owned(), ValueDamage::Foreign),
        (1, |_| String::new(), ValueDamage::Foreign),
        (7, |v| v, ValueDamage::Altered),
    ] {
        let store = MemoryStore::default();
        filled(&store, &[(0, "aaaa")]);
        let value = store.get(&key(WorkKeyPart::Record { seq: 1 })).unwrap();
        store.remove(&key(WorkKeyPart::Record { seq: 1 }));
        store.set(&key(WorkKeyPart::Record { seq }), &spoil(value)).unwrap();
        let found = open(&store).problems;
        assert!(
            matches!(&found[..], [JournalProblem::Damaged { damage: d, .. }, ..] if *d == damage),
            "{found:?}"
        );
    }
}

#[test]
fn a_removed_record_is_noticed() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b"), (0, "c")]);
    store.remove(&key(WorkKeyPart::Record { seq: 2 }));
    assert_eq!(open(&store).problems, [JournalProblem::Gap { instance: 0, after: 1, before: 3 }]);
}

/// Three changes of instance 0, two of instance 2; the first instance is folded after its second change.
fn folded() -> MemoryStore {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b")]);
    let mut journal = open(&store).journal;
    journal.compact(1, |_| "[\"a\",\"b\"]".to_owned()).unwrap();
    for (instance, word) in [(2, "x"), (0, "c"), (2, "y")] {
        journal.append(instance, change(word)).unwrap();
    }
    store
}

#[test]
fn whatever_is_deleted_is_told_with_its_instance() {
    let whole = folded();
    assert_eq!(open(&whole).problems, []);
    type Loss = (&'static [WorkKeyPart], &'static [JournalProblem]);
    const CASES: [Loss; 6] = [
        (
            &[WorkKeyPart::Record { seq: 5 }],
            &[JournalProblem::Tail { instance: 2, after: 3, last: 5 }],
        ),
        (
            &[WorkKeyPart::Record { seq: 3 }, WorkKeyPart::Record { seq: 5 }],
            &[JournalProblem::Tail { instance: 2, after: 0, last: 5 }],
        ),
        (
            &[WorkKeyPart::Record { seq: 4 }],
            &[JournalProblem::Tail { instance: 0, after: 2, last: 4 }],
        ),
        (
            &[WorkKeyPart::Snapshot { instance: 0, seq: 2 }],
            &[JournalProblem::Gap { instance: 0, after: 0, before: 4 }],
        ),
        (
            &[
                WorkKeyPart::Record { seq: 3 },
                WorkKeyPart::Record { seq: 5 },
                WorkKeyPart::End { instance: 2 },
            ],
            &[JournalProblem::Unfinished { instance: 2, after: 0 }],
        ),
        (&[WorkKeyPart::Changed], &[]),
    ];
    for (parts, problems) in CASES {
        let store = whole.clone();
        parts.iter().for_each(|part| store.remove(&key(*part)));
        assert_eq!(open(&store).problems, problems, "without {parts:?}");
    }
}

#[test]
fn every_deleted_key_that_costs_a_change_is_told() {
    let whole = folded();
    let before = replay(&open(&whole));
    let names = whole.keys();
    for removed in 1..1_u32 << names.len() {
        let store = whole.clone();
        let gone = names.iter().enumerate().filter(|(at, _)| removed >> at & 1 == 1);
        gone.for_each(|(_, name)| store.remove(name));
        // The loss of an instance with every trace of it cannot be noticed.
        let left = store.clone();
        let traces = |instance: u32| {
            [WorkKeyPart::Changed, WorkKeyPart::End { instance }]
                .map(key)
                .iter()
                .any(|k| left.get(k).is_some())
        };
        let opened = open(&store);
        let after = replay(&opened);
        for instance in [0, 2] {
            let is_same = before.get(&instance) == after.get(&instance);
            let is_told = opened.problems.iter().any(|p| p.instance() == Some(instance));
            assert!(is_same || is_told || !traces(instance), "{instance} of {:?}", left.keys());
        }
    }
}

#[test]
fn changes_of_another_course_are_recognised() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b"), (0, "c")]);
    let other = MemoryStore::default();
    filled(&other, &[(0, "a"), (0, "z")]);
    let name = key(WorkKeyPart::Record { seq: 2 });
    store.set(&name, &other.get(&name).unwrap()).unwrap();
    assert_eq!(open(&store).problems, [JournalProblem::Replaced { instance: 0 }]);
}

#[test]
fn what_vanished_is_stored_anew() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (3, "b")]);
    let mut journal = open(&store).journal;
    journal.append(0, change("c")).unwrap();
    store.keys().iter().for_each(|name| store.remove(name));
    assert_eq!(journal.append(3, change("d")), Err(JournalError::Vanished));
    assert_eq!(journal.state(), SaveState::Unsaved(1));
    let state = |instance| if instance == 0 { "[\"a\",\"c\"]" } else { "[\"b\"]" }.to_owned();
    journal.renew(&[], state).unwrap();
    assert_eq!(journal.state(), SaveState::Saved);
    journal.append(3, change("d")).unwrap();
    let opened = open(&store);
    assert_eq!(opened.problems, []);
    let model = replay(&opened);
    assert_eq!(
        (model[&0].as_slice(), model[&3].as_slice()),
        (&["a".to_owned(), "c".to_owned()][..], &["b".to_owned(), "d".to_owned()][..])
    );
}

#[test]
fn a_newer_format_is_left_alone() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b"), (0, "c")]);
    store.set(&key(WorkKeyPart::Record { seq: 2 }), "2 something else").unwrap();
    store.set(&key(WorkKeyPart::Record { seq: 3 }), "damaged").unwrap();
    let before = store.clone();
    let mut opened = open(&store);
    assert_eq!(opened.problems.first(), Some(&JournalProblem::NewerFormat(2)));
    let read_only = ReadOnlyReason::NewerFormat(2);
    assert_eq!(opened.journal.state(), SaveState::ReadOnly(read_only));
    assert_eq!(opened.journal.append(0, change("d")), Err(JournalError::ReadOnly(read_only)));
    assert_eq!(store, before);
}
