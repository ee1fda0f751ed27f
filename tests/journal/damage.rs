//! Values that something else changed: set aside and told, never lost, never guessed.

use spanwise::domain::store::{
    Damage, JournalError, JournalProblem, Key, KeyValue, MemoryStore, Part, ReadOnly, SaveState,
};

use super::{change, filled, key, open, work};

#[test]
fn a_damaged_record_is_set_aside_and_the_rest_survives() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (1, "b"), (0, "c"), (0, "d")]);
    let at = Part::Record { seq: 3 };
    let cut = store.get(&key(at)).unwrap()[..14].to_owned();
    store.set(&key(at), &cut).unwrap();

    let opened = open(&store);

    let kept = Key::Quarantine { number: 0, work: work(), part: at };
    assert_eq!(store.get(&kept.to_string()), Some(cut));
    assert_eq!(
        opened.problems,
        [
            JournalProblem::Damaged { part: at, damage: Damage::Length, kept: Some(kept) },
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
        (1, (|v: String| v.replace('a', "b")) as fn(String) -> String, Damage::Altered),
        (1, |v| v + " ", Damage::Length),
        (1, |v| v[..3].to_owned(), Damage::Length),
        (1, |_| "{\"foreign\":true}".to_owned(), Damage::Foreign),
        (1, |_| String::new(), Damage::Foreign),
        (7, |v| v, Damage::Altered),
    ] {
        let store = MemoryStore::default();
        filled(&store, &[(0, "aaaa")]);
        let value = store.get(&key(Part::Record { seq: 1 })).unwrap();
        store.remove(&key(Part::Record { seq: 1 }));
        store.set(&key(Part::Record { seq }), &spoil(value)).unwrap();
        let found = open(&store).problems;
        assert!(
            matches!(&found[..], [JournalProblem::Damaged { damage: d, .. }] if *d == damage),
            "{found:?}"
        );
    }
}

#[test]
fn a_removed_record_is_noticed() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b"), (0, "c")]);
    store.remove(&key(Part::Record { seq: 2 }));
    assert_eq!(open(&store).problems, [JournalProblem::Gap { instance: 0, after: 1, before: 3 }]);
}

#[test]
fn a_newer_format_is_left_alone() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a"), (0, "b"), (0, "c")]);
    store.set(&key(Part::Record { seq: 2 }), "2 something else").unwrap();
    store.set(&key(Part::Record { seq: 3 }), "damaged").unwrap();
    let before = store.clone();
    let mut opened = open(&store);
    assert_eq!(opened.problems.first(), Some(&JournalProblem::NewerFormat(2)));
    let read_only = ReadOnly::NewerFormat(2);
    assert_eq!(opened.journal.state(), SaveState::ReadOnly(read_only));
    assert_eq!(opened.journal.append(0, change("d")), Err(JournalError::ReadOnly(read_only)));
    assert_eq!(store, before);
}
