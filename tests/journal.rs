//! The journal loses nothing: power cuts, torn writes, full disks, damaged values, second tabs, newer versions.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use proptest::prelude::*;
use spanwise::domain::store::works::{
    self, DataPlace, Kept, Meta, MetaError, RestoreError, read_meta, write_meta,
};
use spanwise::domain::store::{
    Damage, Journal, JournalError, JournalProblem, Key, KeyValue, MemoryStore, Opened, Part,
    ReadOnly, SaveState, StoreError, WorkId,
};

/// What the journal is about in these tests: each instance is a list of words, each change adds one.
type Model = BTreeMap<u32, Vec<String>>;

fn replay<S>(opened: &Opened<S>) -> Model {
    let mut model = Model::new();
    for (&instance, (_, state)) in &opened.snapshots {
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

fn key(part: Part) -> String {
    Key::Work(work(), part).to_string()
}

fn open<S: KeyValue>(store: S) -> Opened<S> {
    Journal::open(store, work())
}

/// A store that fails as disks do.
#[derive(Default)]
struct FaultyStore {
    inner: MemoryStore,
    /// Writes and removals until the power is cut; `None` for never.
    power: Cell<Option<usize>>,
    /// Whether the write in progress at the cut leaves half of its value.
    torn: bool,
    /// Writes until the quota is used up; `None` for never.
    room: Cell<Option<usize>>,
    log: RefCell<Vec<String>>,
}

impl FaultyStore {
    /// Whether a write is still possible; the flag tells whether it is the one in which the power goes.
    fn draw(&self) -> (bool, bool) {
        match self.power.get() {
            None => (true, false),
            Some(0) => (false, false),
            Some(n) => {
                self.power.set(Some(n - 1));
                (true, n == 1)
            }
        }
    }

    fn is_dead(&self) -> bool {
        self.power.get() == Some(0)
    }
}

impl KeyValue for FaultyStore {
    fn get(&self, key: &str) -> Option<String> {
        self.inner.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        match self.room.get() {
            Some(0) => return Err(StoreError::Full),
            Some(n) => self.room.set(Some(n - 1)),
            None => {}
        }
        let (powered, last) = self.draw();
        if !powered {
            return Err(StoreError::Other("power cut".to_owned()));
        }
        self.log.borrow_mut().push(key.to_owned());
        let left = if last && self.torn { value.chars().count() / 2 } else { usize::MAX };
        self.inner.set(key, &value.chars().take(left).collect::<String>())
    }

    fn remove(&self, key: &str) {
        if self.draw().0 {
            self.inner.remove(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        self.inner.keys()
    }
}

#[derive(Debug, Clone)]
enum Step {
    Append(u32, String),
    Amend(String),
    Compact(usize),
    Reopen,
    Room(Option<usize>),
    Retry,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..3u32, "[a-zé\" ]{0,6}").prop_map(|(i, w)| Step::Append(i, w)),
        2 => "[a-z]{0,6}".prop_map(Step::Amend),
        2 => (0..4usize).prop_map(Step::Compact),
        1 => Just(Step::Reopen),
    ];
    prop::collection::vec(step, 1..40)
}

fn steps_on_a_small_disk() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        6 => (0..3u32, "[a-z]{1,6}").prop_map(|(i, w)| Step::Append(i, w)),
        2 => "[a-z]{1,6}".prop_map(Step::Amend),
        2 => (0..4usize).prop_map(Step::Compact),
        2 => prop::option::of(0..4usize).prop_map(Step::Room),
        1 => Just(Step::Retry),
    ];
    prop::collection::vec(step, 1..40)
}

/// A session: the journal, what the person sees, and every state that was committed.
struct Session<'a> {
    store: &'a FaultyStore,
    journal: Journal<&'a FaultyStore>,
    model: Model,
    /// The last record, and the state before it.
    last: Option<(u64, u32, Model)>,
    committed: Vec<Model>,
}

impl<'a> Session<'a> {
    fn start(store: &'a FaultyStore) -> Self {
        let journal = open(store).journal;
        Session { store, journal, model: Model::new(), last: None, committed: vec![Model::new()] }
    }

    fn run(&mut self, step: &Step) -> Result<(), JournalError> {
        match step {
            Step::Append(instance, word) => {
                let before = self.model.clone();
                self.model.entry(*instance).or_default().push(word.clone());
                self.committed.push(self.model.clone());
                let result = self.journal.append(*instance, change(word));
                if let Ok(seq) | Err(JournalError::Unsaved { seq, .. }) = &result {
                    self.last = Some((*seq, *instance, before));
                }
                result.map(drop)
            }
            Step::Amend(word) => {
                let Some((seq, instance, before)) = self.last.clone() else { return Ok(()) };
                if !self.journal.can_amend(seq) {
                    let refused = self.journal.amend(seq, change(word));
                    assert!(self.store.is_dead() || refused == Err(JournalError::Closed));
                    return Ok(());
                }
                self.model = before;
                self.model.entry(instance).or_default().push(word.clone());
                self.committed.push(self.model.clone());
                self.journal.amend(seq, change(word))
            }
            Step::Compact(limit) => {
                let model = &self.model;
                self.journal.compact(*limit, |instance| state_of(model, instance))
            }
            Step::Reopen => {
                let opened = open(self.store);
                assert_eq!(opened.problems, []);
                assert_eq!(replay(&opened), self.model);
                self.journal = opened.journal;
                Ok(())
            }
            Step::Room(writes) => {
                self.store.room.set(*writes);
                Ok(())
            }
            Step::Retry => self.journal.retry(),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_power_cut_at_any_write_leaves_a_prefix(steps in steps(), power in 1..80usize, torn: bool) {
        let store = FaultyStore { power: Cell::new(Some(power)), torn, ..FaultyStore::default() };
        let mut session = Session::start(&store);
        let mut safe = Model::new();
        for step in &steps {
            let before_last = session.last.clone().map(|(_, _, before)| before);
            let known = session.committed.len();
            let result = session.run(step);
            if !store.is_dead() {
                prop_assert_eq!(result, Ok(()));
                safe = session.model.clone();
                continue;
            }
            let survived = replay(&open(&store.inner));
            let in_flight = session.committed.get(known..).unwrap_or_default();
            let amending = matches!(step, Step::Amend(_)) && torn;
            prop_assert!(
                survived == safe
                    || in_flight.contains(&survived)
                    || (amending && Some(&survived) == before_last.as_ref()),
                "{:?} survived of {:?} at {:?}", survived, safe, step
            );
            return Ok(());
        }
        prop_assert_eq!(replay(&open(&store.inner)), session.model);
    }

    #[test]
    fn what_a_torn_write_left_does_not_hinder_later_work(steps in steps(), power in 1..40usize) {
        let store = FaultyStore { power: Cell::new(Some(power)), torn: true, ..FaultyStore::default() };
        let mut session = Session::start(&store);
        for step in &steps {
            if store.is_dead() { break; }
            let _ = session.run(step);
        }
        let mut opened = open(&store.inner);
        let mut model = replay(&opened);
        for problem in &opened.problems {
            let quarantined = matches!(problem, JournalProblem::Damaged { kept: Some(_), .. });
            prop_assert!(quarantined, "{:?}", problem);
        }
        opened.journal.append(1, change("later")).unwrap();
        model.entry(1).or_default().push("later".to_owned());
        let again = open(&store.inner);
        prop_assert_eq!(replay(&again), model);
        prop_assert_eq!(again.problems, vec![]);
    }

    #[test]
    fn a_full_disk_delays_and_loses_nothing(steps in steps_on_a_small_disk()) {
        let store = FaultyStore::default();
        let mut session = Session::start(&store);
        for step in &steps {
            match session.run(step) {
                Ok(()) => {}
                Err(JournalError::Unsaved { cause, .. } | JournalError::NotCompacted(cause)) => {
                    prop_assert_eq!(cause, StoreError::Full);
                }
                Err(other) => prop_assert!(false, "{:?}", other),
            }
            let stored = replay(&open(&store.inner));
            prop_assert!(session.committed.contains(&stored), "{:?}", stored);
            let expected = match session.journal.backlog() {
                0 => SaveState::Saved,
                n => SaveState::Unsaved(n),
            };
            prop_assert_eq!(session.journal.state(), expected);
        }
        store.room.set(None);
        session.journal.retry().unwrap();
        prop_assert_eq!(session.journal.state(), SaveState::Saved);
        prop_assert_eq!(replay(&open(&store.inner)), session.model);
    }

    #[test]
    fn no_stored_value_makes_opening_fail(
        entries in prop::collection::vec((0..6u64, 0..3u32, any::<bool>(), "[0-9a-f ]{0,12}|\\PC{0,20}"), 0..12)
    ) {
        let store = MemoryStore::default();
        for (seq, instance, record, value) in &entries {
            let part = if *record { Part::Record { seq: *seq } } else { Part::Snapshot { instance: *instance, seq: *seq } };
            store.set(&key(part), value).unwrap();
        }
        let values = |store: &MemoryStore| {
            let mut values: Vec<_> = store.keys().iter().filter_map(|k| store.get(k)).collect();
            values.sort();
            values
        };
        let before = values(&store);
        let opened = open(&store);
        prop_assert_eq!(values(&store), before);
        prop_assert!(opened.records.is_empty() && opened.snapshots.is_empty());
    }
}

fn filled(store: &MemoryStore, words: &[(u32, &str)]) {
    let mut journal = open(store).journal;
    for (instance, word) in words {
        journal.append(*instance, change(word)).unwrap();
    }
}

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
fn a_second_tab_overwrites_nothing() {
    let store = MemoryStore::default();
    filled(&store, &[(0, "a")]);
    let (mut here, mut there) = (open(&store).journal, open(&store).journal);
    here.append(0, change("here")).unwrap();
    assert_eq!(there.append(0, change("there")), Err(JournalError::Conflict));
    let read_only = ReadOnly::ChangedElsewhere;
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
    works::remove_work(&&store, &work());
    assert_eq!(here.append(0, change("here")), Err(JournalError::Conflict));
    assert!(store.keys().is_empty());
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

#[test]
fn an_append_is_one_small_write() {
    let store = FaultyStore::default();
    let mut journal = open(&store).journal;
    journal.append(4, change("word")).unwrap();
    assert_eq!(*store.log.borrow(), ["spanwise/1/w1/log/1"]);
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
    store.set(&key(Part::Record { seq: u64::MAX }), "1 00000000 0 ").unwrap();
    let mut journal = open(&store).journal;
    assert_eq!(journal.append(0, change("a")), Ok(u64::MAX));
    assert_eq!(journal.append(0, change("b")), Err(JournalError::Conflict));
    assert_eq!(replay(&open(&store))[&0], ["a"]);
}

proptest! {
    #[test]
    fn keys_print_and_parse(number: u32, instance: u32, seq: u64, kind in 0..8u8) {
        let part = match kind {
            0 => Part::Meta,
            1 => Part::Template,
            2 => Part::Data,
            3 => Part::Place,
            4 => Part::Record { seq },
            5 => Part::Assignment,
            6 => Part::Time { instance },
            _ => Part::Snapshot { instance, seq },
        };
        for key in [Key::Prefs, Key::Work(work(), part), Key::Quarantine { number, work: work(), part }] {
            prop_assert_eq!(key.to_string().parse(), Ok(key));
        }
    }

    #[test]
    fn what_parses_as_a_key_prints_as_itself(text in "spanwise/1/(prefs|quarantine|w)?(/[a-z0-9+]{0,6}){0,4}") {
        if let Ok(key) = text.parse::<Key>() {
            prop_assert_eq!(key.to_string(), text);
        }
    }
}

#[test]
fn foreign_keys_are_not_ours() {
    for text in [
        "",
        "spanwise",
        "spanwise/1/",
        "spanwise/1/w",
        "spanwise/2/w/meta",
        "spanwise/1/w/log/01",
        "spanwise/1/w/log/+1",
        "spanwise/1/w/snap/1",
        "spanwise/1/W/meta",
        "spanwise/1/quarantine/w/meta",
        "spanwise/1/prefs/meta",
        "spanwise/1//meta",
        "other/1/w/meta",
    ] {
        assert!(text.parse::<Key>().is_err(), "{text}");
    }
    assert!(
        WorkId::new("").is_none() && WorkId::new("prefs").is_none() && WorkId::new("ä").is_none()
    );
}

fn described(store: &MemoryStore, id: &str, opened_ms: u64) -> WorkId {
    let work = WorkId::new(id).unwrap();
    write_meta(store, &work, &Meta { title: id.to_owned(), opened_ms, ..Meta::default() }).unwrap();
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
    assert!(matches!(listed[2].meta, Err(MetaError::Unreadable(_))));
    assert_eq!(listed[3].meta, Err(MetaError::Newer(9)));
    assert_eq!(listed[4].meta, Err(MetaError::Missing));
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
    assert_eq!(meta.other["colour"], r#"{"deep":[1,2]}"#);
}

#[test]
fn a_description_of_a_newer_version_stays_and_a_damaged_one_is_set_aside() {
    let store = MemoryStore::default();
    store.set("spanwise/1/w1/meta", "{\"version\":2}").unwrap();
    assert_eq!(write_meta(&store, &work(), &Meta::default()), Err(MetaError::Newer(2)));
    store.set("spanwise/1/w1/meta", "{\"ver").unwrap();
    write_meta(&store, &work(), &Meta::default()).unwrap();
    assert_eq!(read_meta(&store, &work()), Ok(Meta::default()));
    assert_eq!(store.get("spanwise/1/quarantine/0/w1/meta").as_deref(), Some("{\"ver"));
}

#[test]
fn a_removed_work_can_be_restored_once() {
    let store = MemoryStore::default();
    let other = described(&store, "other", 1);
    described(&store, "w1", 1);
    works::write_file(&store, &work(), Kept::Template, "edits: []").unwrap();
    works::set_place(&store, &work(), "{}").unwrap();
    works::set_time_spent(&store, &work(), 3, 41_200).unwrap();
    filled(&store, &[(0, "a")]);
    store.set("spanwise/1/quarantine/0/w1/log/9", "x").unwrap();
    let before = store.clone();

    let removed = works::remove_work(&store, &work());
    works::set_time_spent(&store, &work(), 3, 41_300).unwrap();
    assert_eq!(works::works(&store).len(), 1);
    assert!(read_meta(&store, &other).is_ok());
    works::restore_work(&store, &removed).unwrap();
    assert_eq!(store, before);
    assert_eq!(works::restore_work(&store, &removed), Err(RestoreError::Taken));
    assert_eq!(works::place(&store, &work()), Some("{}".to_owned()));
    assert_eq!([2, 3].map(|at| works::time_spent(&store, &work(), at)), [0, 41_200]);
    let template = works::read_file(&store, &work(), Kept::Template);
    assert_eq!(template, Ok(Some("edits: []".to_owned())));
    assert_eq!(works::read_file(&store, &work(), Kept::Data), Ok(None));
}

#[test]
fn a_work_that_does_not_fit_is_not_restored_by_half() {
    let whole = MemoryStore::default();
    filled(&whole, &[(0, "a"), (0, "b"), (0, "c")]);
    let removed = works::remove_work(&whole, &work());
    let store = FaultyStore { room: Cell::new(Some(2)), ..FaultyStore::default() };
    assert_eq!(works::restore_work(&store, &removed), Err(RestoreError::Store(StoreError::Full)));
    assert!(store.keys().is_empty());
}
