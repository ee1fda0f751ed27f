//! From a command to the disk and back.

use std::cell::Cell;

use proptest::prelude::*;
use spanwise_annotation::store::{
    Journal, KeyValue, MemoryStore, OpenedJournal, StoreError, WorkId,
};

use super::random::moves;
use super::records::{recorded, replayed, values};
use super::*;

/// A store that stops after some writes, the last one maybe halfway.
#[derive(Default)]
pub(crate) struct Mains {
    disk: MemoryStore,
    /// Writes and removals left; `None` if unlimited.
    left: Cell<Option<usize>>,
    torn: bool,
}

impl Mains {
    /// A store that stops after so many writes, the last one halfway if it is `torn`.
    pub(crate) fn cut_after(writes: usize, torn: bool) -> Self {
        Mains { left: Cell::new(Some(writes)), torn, ..Mains::default() }
    }

    /// The content of the store.
    pub(crate) fn disk(&self) -> &MemoryStore {
        &self.disk
    }

    /// Writes left before this one.
    fn draw(&self) -> usize {
        let left = self.left.get();
        self.left.set(left.map(|left| left.saturating_sub(1)));
        left.unwrap_or(usize::MAX)
    }

    pub(crate) fn is_cut(&self) -> bool {
        self.left.get() == Some(0)
    }
}

impl KeyValue for Mains {
    fn get(&self, key: &str) -> Option<String> {
        self.disk.get(key)
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        match self.draw() {
            0 => Err(StoreError::Other("no power".to_owned())),
            1 if self.torn => {
                let half: String = value.chars().take(value.chars().count() / 2).collect();
                self.disk.set(key, &half)
            }
            _ => self.disk.set(key, value),
        }
    }

    fn remove(&self, key: &str) {
        if self.draw() > 0 {
            self.disk.remove(key);
        }
    }

    fn keys(&self) -> Vec<String> {
        self.disk.keys()
    }
}

fn open<S: KeyValue>(store: S) -> OpenedJournal<S> {
    Journal::open(store, WorkId::new("w1").expect("a name"))
}

/// The workspace that a later visit finds.
pub(crate) fn found(disk: &MemoryStore) -> Workspace {
    let opened = open(disk);
    let snapshots = opened.snapshots.iter().map(|(at, (_, json))| (*at as usize, json.clone()));
    let records = opened.records.iter().map(|r| (r.instance as usize, r.change.clone()));
    replayed(&snapshots.chain(records).collect::<Vec<_>>())
}

/// A visit: each commit goes to the journal before the next command.
pub(crate) struct Visit<'s> {
    pub(crate) desk: Desk,
    journal: Journal<&'s Mains>,
    last: Option<u64>,
}

impl<'s> Visit<'s> {
    pub(crate) fn new(store: &'s Mains) -> Self {
        Visit { desk: Desk::with(found(&store.disk)), journal: open(store).journal, last: None }
    }

    pub(crate) fn record(&mut self, commit: &Commit) {
        let json = recorded(&commit.changes);
        let amended = self.last.filter(|seq| commit.grouped && self.journal.can_amend(*seq));
        // A failure shows in the data that survive.
        match amended {
            Some(seq) => drop(self.journal.amend(seq, json)),
            None => {
                let at = u32::try_from(commit.instance).expect("few instances");
                self.last = self.journal.append(at, json).ok();
            }
        }
    }

    fn compact(&mut self) {
        let workspace = &self.desk.workspace;
        let folded = |at| recorded(&workspace.snapshot(at as usize));
        // A log that cannot be folded is as good as before.
        drop(self.journal.compact(2, folded));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn what_was_done_is_there_again(visits in prop::collection::vec(moves(1..20), 1..4), compact: bool) {
        let store = Mains::default();
        for moves in &visits {
            let mut visit = Visit::new(&store);
            for (i, (ms, step)) in moves.iter().enumerate() {
                if let Some(commit) = visit.desk.try_move(*ms, step) {
                    visit.record(&commit);
                }
                if compact && i % 5 == 4 {
                    visit.compact();
                }
            }
            prop_assert_eq!(values(&found(&store.disk)), values(&visit.desk.workspace));
        }
        prop_assert_eq!(open(&store.disk).problems, []);
    }

    #[test]
    fn after_a_power_cut_the_work_is_as_it_was_after_some_step(
        moves in moves(5..60),
        writes in 1..30_usize,
        torn: bool,
    ) {
        let store = Mains::cut_after(writes, torn);
        let mut visit = Visit::new(&store);
        let mut states = vec![values(&visit.desk.workspace)];
        for (i, (ms, step)) in moves.iter().enumerate() {
            if let Some(commit) = visit.desk.try_move(*ms, step) {
                visit.record(&commit);
                states.push(values(&visit.desk.workspace));
            }
            if i % 7 == 6 && !store.is_cut() {
                visit.compact();
            }
            if store.is_cut() {
                break;
            }
        }
        let survived = values(&found(&store.disk));
        // A torn amendment takes the whole step along.
        let recent = if torn { states.len() } else { 2 };
        let (_, recent) = states.split_at(states.len().saturating_sub(recent));
        prop_assert!(recent.contains(&survived), "{:?}", survived);
    }
}

#[test]
fn an_undo_between_two_words_stays_undone() {
    let store = Mains::default();
    let mut visit = Visit::new(&store);
    let key = visit.desk.word();
    let insert = visit.desk.workspace.snapshot(0);
    visit.record(&Commit { instance: 0, changes: insert, grouped: false });
    let commands = [
        value(key, "why", "a"),
        Command::SetBookmark(true),
        Command::Undo,
        value(key, "why", "ab"),
        value(key, "why", "abc"),
    ];
    for command in commands {
        let commit = visit.desk.act_after(10.0, command).expect("a change");
        visit.record(&commit);
    }
    let again = found(&store.disk);
    assert_eq!(values(&again), values(&visit.desk.workspace));
    assert!(!again.instance(0).bookmark);
}
