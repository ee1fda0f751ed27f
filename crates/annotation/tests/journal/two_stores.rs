//! With a durable store beside the first one: confirmed changes survive whatever crashes, lags, refuses or vanishes.

use std::rc::Rc;

use proptest::prelude::*;
use spanwise_annotation::store::deleted::note_deleted;
use spanwise_annotation::store::works::{WorkMeta, remove_work, restore_work, works, write_meta};
use spanwise_annotation::store::{
    HoldingStore, Journal, JournalError, KeyValue, MemoryStore, MirroredStore, StorageKey,
    WorkKeyPart, go_on_alone, reconcile,
};

use super::faulty_store::{BatchStore, LateStore};
use super::{Model, change, key, open, replay, state_of, work};

#[derive(Debug, Clone)]
enum Step {
    Append(u32, String),
    Amend(String),
    Compact(usize),
    /// The queued writes are sent to the durable store.
    Send,
    /// The durable store writes the oldest batch, and says so.
    Confirm,
    /// The durable store refuses the batches under way.
    Refuse,
    /// The first store has room for so many more writes.
    Room(Option<usize>),
    /// The work is removed, and begun anew.
    Remove,
    /// The browser is killed when so many percent of the calls have reached the first store's disk, and so many batches
    /// that were not confirmed the durable one's. It is opened again.
    Crash(usize, usize),
    /// The first store is emptied while no page is open.
    EmptyFirst,
    /// The durable store is emptied while no page is open.
    EmptyDurable,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (0..3u32, "[a-z]{1,4}").prop_map(|(i, w)| Step::Append(i, w)),
        3 => "[a-z]{1,4}".prop_map(Step::Amend),
        2 => (0..4usize).prop_map(Step::Compact),
        6 => Just(Step::Send),
        5 => Just(Step::Confirm),
        1 => Just(Step::Refuse),
        1 => prop::option::of(0..6usize).prop_map(Step::Room),
        1 => Just(Step::Remove),
        2 => (0..=100usize, 0..4usize).prop_map(|(a, b)| Step::Crash(a, b)),
        1 => Just(Step::EmptyFirst),
        1 => Just(Step::EmptyDurable),
    ];
    prop::collection::vec(step, 1..60)
}

type First = Rc<LateStore>;
type Store = Rc<HoldingStore<Rc<MirroredStore<First>>>>;

/// A browser with a page of the app.
struct Browser {
    first: First,
    durable: BatchStore,
    store: Store,
    mirror: Rc<MirroredStore<First>>,
    journal: Journal<Store>,
    /// Counts milliseconds.
    now: u64,
    model: Model,
    last: Option<(u64, u32, Model)>,
    /// Every state that was committed since the last crash, oldest first; the last one is `model`.
    committed: Vec<Model>,
    /// The place in `committed` up to which all was confirmed.
    safe: usize,
}

impl Browser {
    fn start(first: First, durable: BatchStore, now: u64) -> (Self, Vec<String>) {
        let mirror = Rc::new(MirroredStore::new(first.clone()));
        let store: Store = Rc::new(HoldingStore::new(mirror.clone()));
        reconcile(&store, &durable.read()).apply(&store.or_hold(), &mirror);
        let _ = write_meta(&store.or_hold(), &work(), &WorkMeta::default());
        let opened = open(store.clone());
        let problems = opened.problems.iter().map(ToString::to_string).collect();
        let model = replay(&opened);
        let journal = opened.journal;
        let committed = vec![model.clone()];
        let (last, safe) = (None, 0);
        let browser =
            Browser { first, durable, store, mirror, journal, now, model, last, committed, safe };
        (browser, problems)
    }

    fn send(&mut self) {
        self.now += 1;
        if let Some(batch) = self.mirror.batch(self.now) {
            self.durable.send(batch);
        }
    }

    fn commit(&mut self, instance: u32, word: &str) {
        self.model.entry(instance).or_default().push(word.to_owned());
        self.committed.push(self.model.clone());
    }

    fn note_safe(&mut self) {
        if self.mirror.is_confirmed(|_| true) && self.journal.backlog() == 0 {
            self.safe = self.committed.len() - 1;
        }
    }

    /// Removes the work and, once the durable store has confirmed that, begins it anew under the same name.
    fn remove(&mut self) {
        let _ = note_deleted(&self.store.or_hold(), &work(), self.now);
        self.send();
        while let Some(batch) = self.durable.write_one() {
            self.mirror.confirm(&batch);
        }
        remove_work(&self.store, &work());
        // Removing makes room, at least for the number of a batch.
        self.first.room.set(None);
        self.send();
        while let Some(batch) = self.durable.write_one() {
            self.mirror.confirm(&batch);
        }
        let _ = write_meta(&self.store.or_hold(), &work(), &WorkMeta::default());
        self.journal = open(self.store.clone()).journal;
        (self.model, self.last) = (Model::new(), None);
        self.committed.push(Model::new());
    }

    /// Closes the page, and opens it again when everything is on disk.
    fn reopen(mut self, act: impl Fn(&LateStore, &BatchStore)) -> Result<Self, String> {
        self.first.room.set(None);
        self.store.retry();
        let _ = self.journal.retry();
        self.mirror.refuse();
        self.send();
        while self.durable.write_one().is_some() {}
        let first = Rc::new(self.first.after_crash(self.first.calls()));
        act(&first, &self.durable);
        let first = Rc::new(first.after_crash(first.calls()));
        let (browser, problems) = Browser::start(first, self.durable, self.now);
        if browser.model != self.model || !problems.is_empty() {
            return Err(format!("{:?} was {:?}: {problems:?}", browser.model, self.model));
        }
        Ok(browser)
    }

    fn crash(self, percent: usize, batches: usize) -> Result<Self, String> {
        let first = Rc::new(self.first.after_crash(self.first.calls() * percent / 100));
        for _ in 0..batches {
            let _ = self.durable.write_one();
        }
        self.durable.refuse_all();
        let (browser, problems) = Browser::start(first, self.durable, self.now);
        let is_kept = self.committed.iter().skip(self.safe).any(|state| *state == browser.model);
        if !is_kept || !problems.is_empty() {
            let safe = self.committed.get(self.safe);
            return Err(format!("{:?} is left, safe was {safe:?}: {problems:?}", browser.model));
        }
        Ok(browser)
    }

    fn run(mut self, step: &Step) -> Result<Self, String> {
        match step {
            Step::Append(instance, word) => {
                let before = self.model.clone();
                self.commit(*instance, word);
                if let Ok(seq) | Err(JournalError::Unsaved { seq, .. }) =
                    self.journal.append(*instance, change(word))
                {
                    self.last = Some((seq, *instance, before));
                }
            }
            Step::Amend(word) => {
                if let Some((seq, instance, before)) = self.last.clone()
                    && self.journal.can_amend(seq)
                {
                    self.model = before;
                    self.commit(instance, word);
                    let _ = self.journal.amend(seq, change(word));
                }
            }
            Step::Compact(limit) => {
                let model = &self.model;
                let _ = self.journal.compact(*limit, |instance| state_of(model, instance));
            }
            Step::Send => self.send(),
            Step::Confirm => {
                if let Some(batch) = self.durable.write_one() {
                    self.mirror.confirm(&batch);
                }
            }
            Step::Refuse => {
                self.durable.refuse_all();
                self.mirror.refuse();
            }
            Step::Room(writes) => {
                self.first.room.set(*writes);
                let _ = self.journal.retry();
            }
            Step::Remove => self.remove(),
            Step::Crash(percent, batches) => return self.crash(*percent, *batches),
            Step::EmptyFirst => {
                return self
                    .reopen(|first, _| first.keys().iter().for_each(|key| first.remove(key)));
            }
            Step::EmptyDurable => return self.reopen(|_, durable| durable.empty()),
        }
        self.note_safe();
        Ok(self)
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn what_was_confirmed_survives(steps in steps()) {
        let (mut browser, _) = Browser::start(First::default(), BatchStore::default(), 1_000);
        for (at, step) in steps.iter().enumerate() {
            browser = match browser.run(step) {
                Ok(browser) => browser,
                Err(fault) => return Err(TestCaseError::fail(format!("step {at}, {step:?}: {fault}"))),
            };
        }
    }
}

#[derive(Debug, Clone)]
enum Write {
    /// A key, by number, gets the next value.
    Set(usize),
    /// A key, by number, is removed.
    Remove(usize),
    Send,
    Confirm,
    Refuse,
    Room(Option<usize>),
    Crash(usize, usize),
}

fn writes() -> impl Strategy<Value = Vec<Write>> {
    let write = prop_oneof![
        8 => (0..4usize).prop_map(Write::Set),
        3 => (0..4usize).prop_map(Write::Remove),
        5 => Just(Write::Send),
        4 => Just(Write::Confirm),
        1 => Just(Write::Refuse),
        1 => prop::option::of(0..4usize).prop_map(Write::Room),
        2 => (0..=100usize, 0..4usize).prop_map(|(a, b)| Write::Crash(a, b)),
    ];
    prop::collection::vec(write, 1..60)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The guarantee for drafts, the outbox, preferences and descriptions of works.
    #[test]
    fn no_value_is_older_than_the_one_that_was_confirmed(writes in writes()) {
        let names = ["prefs", "w1/meta", "draft/d/template", "outbox/s/state"];
        let key = |at: usize| format!("spanwise/1/{}", names[at]);
        let (mut first, durable) = (First::default(), BatchStore::default());
        let mut mirror = Rc::new(MirroredStore::new(first.clone()));
        let mut holding = HoldingStore::new(mirror.clone());
        // The values of each key in order, and the index of the confirmed one.
        let mut history: [Vec<Option<String>>; 4] = std::array::from_fn(|_| vec![None]);
        let (mut safe, mut last) = ([0_usize; 4], 0);
        let mut now = 1_000;
        for write in &writes {
            match write {
                Write::Set(at) => {
                    last += 1;
                    let _ = holding.or_hold().set(&key(*at), &last.to_string());
                    history[*at].push(Some(last.to_string()));
                }
                Write::Remove(at) => {
                    holding.or_hold().remove(&key(*at));
                    history[*at].push(None);
                }
                Write::Send => {
                    now += 1;
                    mirror.batch(now).into_iter().for_each(|batch| durable.send(batch));
                }
                Write::Confirm => {
                    durable.write_one().iter().for_each(|batch| mirror.confirm(batch));
                }
                Write::Refuse => {
                    durable.refuse_all();
                    mirror.refuse();
                }
                Write::Room(writes) => {
                    first.room.set(*writes);
                    holding.retry();
                }
                Write::Crash(percent, batches) => {
                    first = Rc::new(first.after_crash(first.calls() * percent / 100));
                    for _ in 0..*batches {
                        durable.write_one();
                    }
                    durable.refuse_all();
                    mirror = Rc::new(MirroredStore::new(first.clone()));
                    holding = HoldingStore::new(mirror.clone());
                    reconcile(&holding, &durable.read()).apply(&holding.or_hold(), &mirror);
                    for (at, history) in history.iter_mut().enumerate() {
                        let left = holding.get(&key(at));
                        let from_safe = &history[safe[at]..];
                        prop_assert!(from_safe.contains(&left), "{}: {left:?} of {from_safe:?}", key(at));
                        history.push(left);
                    }
                }
            }
            for (at, safe) in safe.iter_mut().enumerate() {
                if mirror.is_confirmed(|name| name == key(at)) {
                    *safe = history[at].len() - 1;
                }
            }
        }
    }
}

/// A first and a durable store with the same content: two changes of one instance, and one of another.
fn twins() -> (First, BatchStore) {
    let (mut browser, _) = Browser::start(First::default(), BatchStore::default(), 1_000);
    let store = browser.mirror.clone();
    write_meta(&store, &work(), &WorkMeta::default()).unwrap();
    for (instance, word) in [(0, "one"), (4, "two"), (0, "three")] {
        browser.journal.append(instance, change(word)).unwrap();
    }
    browser.send();
    while browser.durable.write_one().is_some() {}
    (browser.first, browser.durable)
}

fn model_of(entries: &[(u32, &[&str])]) -> Model {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    entries.iter().map(|&(instance, all)| (instance, words(all))).collect()
}

#[test]
fn each_store_covers_for_the_other() {
    let whole = model_of(&[(0, &["one", "three"]), (4, &["two"])]);
    type Harm = fn(&First, &BatchStore);
    let cases: [(&str, Harm); 6] = [
        ("a change is gone from the first", |first, _| {
            first.remove(&key(WorkKeyPart::Record { seq: 2 }))
        }),
        ("a change is damaged in the first", |first, _| {
            first.set(&key(WorkKeyPart::Record { seq: 2 }), "1 0 broken").unwrap();
        }),
        ("the last change is cut off in the first", |first, _| {
            let name = key(WorkKeyPart::Record { seq: 3 });
            let value = first.get(&name).unwrap();
            first.set(&name, &value[..value.len() - 3]).unwrap();
        }),
        ("the first is empty", |first, _| first.keys().iter().for_each(|name| first.remove(name))),
        ("the durable one is empty", |_, durable| durable.empty()),
        ("a change is damaged in the durable one", |_, durable| {
            durable.put(&key(WorkKeyPart::Record { seq: 2 }), "=1 0 broken");
        }),
    ];
    for (name, harm) in cases {
        let (first, durable) = twins();
        harm(&first, &durable);
        let (mut browser, problems) = Browser::start(first, durable, 2_000);
        assert_eq!(browser.model, whole, "{name}");
        assert!(problems.is_empty(), "{name}: {problems:?}");
        browser.send();
        while browser.durable.write_one().is_some() {}
        let texts: Vec<(String, String)> = browser.durable.read();
        for (key, text) in texts {
            assert_eq!(browser.first.get(&key).as_deref(), text.get(1..), "{name}: {key} is alike");
        }
        assert_eq!(browser.durable.read().len(), browser.first.keys().len(), "{name}");
    }
}

#[test]
fn earlier_snapshots_of_many_instances_take_no_time() {
    const INSTANCES: u32 = 4_000;
    let (first, durable) = (MemoryStore::default(), BatchStore::default());
    write_meta(&first, &work(), &WorkMeta::default()).unwrap();
    let mut journal = open(&first).journal;
    for instance in 0..INSTANCES {
        journal.append(instance, change("a")).unwrap();
    }
    journal.compact(usize::MAX, |_| "[\"a\"]".to_owned()).unwrap();
    for name in first.keys() {
        durable.put(&name, &format!("={}", first.get(&name).unwrap()));
    }
    for instance in 0..INSTANCES {
        durable.put(&key(WorkKeyPart::Snapshot { instance, seq: 0 }), "=earlier");
    }
    let began = std::time::Instant::now();
    let joined = reconcile(&first, &durable.read());
    assert!(began.elapsed().as_secs() < 5, "{:?}", began.elapsed());
    assert_eq!(joined, Default::default(), "the earlier ones stay where they are");
}

#[test]
fn what_came_back_is_named() {
    let (first, durable) = twins();
    first.remove(&key(WorkKeyPart::Record { seq: 2 }));
    first.remove(&key(WorkKeyPart::Meta));
    let joined = reconcile(&first, &durable.read());
    assert_eq!(joined.restored, [(work(), vec![4])]);
}

#[test]
fn values_of_other_apps_are_let_alone() {
    let mirror = MirroredStore::new(MemoryStore::default());
    mirror.set("another-app/key", "value").unwrap();
    assert!(mirror.batch(1).is_none());
    let joined = reconcile(&mirror, &[]);
    assert_eq!(joined, Default::default());
}

#[test]
fn deleted_work_stays_deleted_though_the_durable_store_never_heard_of_it() {
    let (first, durable) = twins();
    remove_work(&first, &work());
    note_deleted(&first, &work(), 5).unwrap();
    let (browser, _) = Browser::start(first, durable, 2_000);
    assert_eq!(browser.model, Model::new());
}

/// The stores after the browser was killed: the first one as it was before `act`, the durable one with all writes.
fn killed(act: impl Fn(&Browser)) -> (First, BatchStore) {
    let (first, durable) = twins();
    let (mut browser, _) = Browser::start(first, durable, 2_000);
    browser.send();
    while browser.durable.write_one().is_some() {}
    let written = browser.first.calls();
    act(&browser);
    browser.send();
    while browser.durable.write_one().is_some() {}
    (Rc::new(browser.first.after_crash(written)), browser.durable)
}

#[test]
fn what_was_removed_stays_so_though_the_first_store_lost_that() {
    let (first, durable) = killed(|browser| {
        browser.store.set("spanwise/1/outbox/s/state", "sent").unwrap();
        remove_work(&browser.store, &work());
    });
    assert!(works(&first).iter().any(|listed| listed.work == work()), "the first store has it");
    let mirror = MirroredStore::new(first.clone());
    reconcile(&mirror, &durable.read()).apply(&mirror, &mirror);
    assert_eq!(works(&first), []);
    // A further kill before the first store has that on its disk.
    mirror.batch(9_000).into_iter().for_each(|batch| durable.send(batch));
    while durable.write_one().is_some() {}
    let first = Rc::new(first.after_crash(0));
    reconcile(&first, &durable.read()).apply(&first, &MirroredStore::new(first.clone()));
    assert_eq!(works(&first), []);
    assert_eq!(first.get("spanwise/1/outbox/s/state").as_deref(), Some("sent"));
}

#[test]
fn a_removal_that_was_undone_is_undone_though_the_first_store_lost_that() {
    let (first, durable) = killed(|browser| {
        let removed = remove_work(&browser.store, &work());
        restore_work(&browser.store, &work(), &removed).unwrap();
    });
    let (browser, problems) = Browser::start(first, durable, 3_000);
    assert_eq!(browser.model, model_of(&[(0, &["one", "three"]), (4, &["two"])]));
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn a_removal_that_the_durable_store_never_heard_of_undoes_no_later_value() {
    // Removed and confirmed; then set again, which only the first store has.
    let first = First::default();
    let (mirror, durable) = (MirroredStore::new(first.clone()), BatchStore::default());
    let name = StorageKey::Prefs.to_string();
    let send = |now| durable.send(mirror.batch(now).unwrap());
    mirror.set(&name, "old").unwrap();
    send(1);
    mirror.remove(&name);
    send(2);
    while durable.write_one().is_some() {}
    mirror.set(&name, "new").unwrap();
    let joined = reconcile(&first, &durable.read());
    assert_eq!((joined.removed.len(), joined.to_durable), (0, vec![name]));
}

#[test]
fn a_work_that_was_removed_and_begun_anew_survives_an_emptied_first_store() {
    let (first, durable) = twins();
    let (mut browser, _) = Browser::start(first, durable, 2_000);
    browser.remove();
    browser.journal.append(0, change("anew")).unwrap();
    browser.send();
    while browser.durable.write_one().is_some() {}
    browser.first.keys().iter().for_each(|key| browser.first.remove(key));
    let (browser, problems) = Browser::start(browser.first, browser.durable, 3_000);
    assert_eq!(browser.model, model_of(&[(0, &["anew"])]));
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn earlier_snapshots_of_a_removed_work_are_none_of_the_one_begun_anew() {
    let (first, durable) = twins();
    let (mut browser, _) = Browser::start(first, durable, 2_000);
    for word in ["four", "five"] {
        browser.journal.compact(usize::MAX, |_| "[\"old\"]".to_owned()).unwrap();
        browser.journal.append(0, change(word)).unwrap();
    }
    browser.send();
    browser.remove();
    browser.journal.append(0, change("anew")).unwrap();
    browser.send();
    let Browser { first, durable, .. } = browser;
    while durable.write_one().is_some() {}
    let (browser, problems) = Browser::start(first, durable, 3_000);
    assert_eq!(browser.model, model_of(&[(0, &["anew"])]));
    assert_eq!(problems, Vec::<String>::new());
}

#[test]
fn removals_are_remembered_for_a_day() {
    const A_DAY_MS: u64 = 24 * 60 * 60 * 1000;
    let (first, durable) = (First::default(), BatchStore::default());
    let mirror = MirroredStore::new(first.clone());
    let name = "spanwise/1/outbox/s/state";
    let remembers = |now: u64| {
        reconcile(&first, &durable.read()).apply(&mirror, &mirror);
        mirror.set(&StorageKey::Prefs.to_string(), &now.to_string()).unwrap();
        durable.send(mirror.batch(now).unwrap());
        while let Some(batch) = durable.write_one() {
            mirror.confirm(&batch);
        }
        durable.read().iter().any(|(key, _)| key == name)
    };
    mirror.set(name, "{}").unwrap();
    mirror.remove(name);
    assert!(remembers(1_000), "noted in this batch");
    assert!(remembers(1_000 + A_DAY_MS), "the day is over with this batch");
    assert!(!remembers(1_001 + A_DAY_MS));
}

#[test]
fn a_first_store_that_lost_the_end_of_its_time_alone_is_not_alone() {
    let (first, durable) = twins();
    go_on_alone(&first, 2_000).unwrap();
    let written = first.calls();
    let (mut browser, _) = Browser::start(first, durable, 3_000);
    browser.journal.append(0, change("later")).unwrap();
    browser.send();
    while browser.durable.write_one().is_some() {}
    let whole = browser.model.clone();
    let first = Rc::new(browser.first.after_crash(written));
    let (browser, _) = Browser::start(first, browser.durable, 4_000);
    assert_ne!(browser.model, whole);
    assert_eq!(browser.model, model_of(&[(0, &["one", "three", "later"]), (4, &["two"])]));
}

#[test]
fn a_value_that_the_first_store_refused_counts_over_its_older_one() {
    let first = First::default();
    let mirror = MirroredStore::new(first.clone());
    let name = StorageKey::Prefs.to_string();
    mirror.set(&name, "old").unwrap();
    first.room.set(Some(0));
    mirror.set(&name, "new").unwrap_err();
    let durable = BatchStore::default();
    durable.send(mirror.batch(9).unwrap());
    durable.write_one();
    // Other values find room later.
    first.room.set(None);
    mirror.set(&StorageKey::Deleted.to_string(), "[]").unwrap();
    durable.send(mirror.batch(10).unwrap());
    durable.write_one();
    assert_eq!(reconcile(&first, &durable.read()).to_first, [(name, "new".to_owned())]);
}

#[test]
fn two_courses_of_one_work_are_not_mixed() {
    let (first, durable) = twins();
    // The browser crashed before the third change was on the first store's disk, and the durable one could not be opened.
    first.remove(&key(WorkKeyPart::Record { seq: 3 }));
    go_on_alone(&first, 1_500).unwrap();
    open(first.clone()).journal.append(4, change("other")).unwrap();
    let later = durable.read();
    let (browser, _) = Browser::start(first, durable, 2_000);
    assert_eq!(browser.model, model_of(&[(0, &["one"]), (4, &["two", "other"])]));

    // As above, with a change more than the first store made.
    let (first, _) = twins();
    first.remove(&key(WorkKeyPart::Record { seq: 2 }));
    first.remove(&key(WorkKeyPart::Record { seq: 3 }));
    go_on_alone(&first, 1_500).unwrap();
    let mut journal = open(first.clone()).journal;
    journal.append(0, change("other")).unwrap();
    let joined = reconcile(&first, &later);
    let aside: Vec<&str> = joined.to_first.iter().map(|(key, _)| key.as_str()).collect();
    let quarantined = |seq| format!("spanwise/1/quarantine/0/w1/log/{seq}");
    assert_eq!(aside, [quarantined(2), quarantined(3)], "kept, and not done again");
}

#[test]
fn batches_are_stamped_upwards_also_among_tabs() {
    let first = First::default();
    let (one, other) = (MirroredStore::new(first.clone()), MirroredStore::new(first.clone()));
    let mut stamps = Vec::new();
    for (mirror, now) in [(&one, 50), (&other, 40), (&one, 45), (&other, 90)] {
        mirror.set(&StorageKey::Prefs.to_string(), "{}").unwrap();
        assert!(mirror.batch(now).is_some());
        stamps.push(
            u64::from_str_radix(&first.get(&StorageKey::Written.to_string()).unwrap(), 16).unwrap(),
        );
    }
    assert_eq!(stamps, [50, 51, 52, 90]);
}

#[test]
fn only_the_latest_write_of_a_key_is_confirmed() {
    let mirror = MirroredStore::new(MemoryStore::default());
    let name = StorageKey::Prefs.to_string();
    mirror.set(&name, "1").unwrap();
    let first = mirror.batch(1).unwrap();
    mirror.set(&name, "2").unwrap();
    mirror.confirm(&first);
    assert!(!mirror.is_confirmed(|key| key == name), "the second write is under way");
    let second = mirror.batch(2).unwrap();
    assert!(mirror.batch(3).is_none(), "nothing is sent twice");
    mirror.refuse();
    assert!(mirror.has_refused());
    let again = mirror.batch(4).unwrap();
    drop(second);
    mirror.confirm(&again);
    assert!(mirror.is_confirmed(|_| true) && !mirror.has_refused());
}
