//! Saved changes survive any sequence of steps and any failure of the device.

use std::cell::Cell;

use proptest::prelude::*;
use spanwise_annotation::store::{
    Journal, JournalError, JournalProblem, KeyValue, MemoryStore, SaveState, StoreError,
    WorkKeyPart,
};

use super::faulty_store::FaultyStore;
use super::{Model, change, key, open, replay, state_of};

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

/// A session: the journal, the state that the person sees, and every state that was committed.
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
            let part = if *record { WorkKeyPart::Record { seq: *seq } } else { WorkKeyPart::Snapshot { instance: *instance, seq: *seq } };
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
