//! Opening a journal, whatever state it was left in.

use std::collections::VecDeque;
use std::fmt;

use super::frame::{self, Damage};
use super::journal::{Chain, Journal, Newest, Pending, ReadOnly, Record};
use super::key_value::{KeyValue, stored_bytes};
use super::keys::{Key, Part, WorkId};
use crate::domain::sorted::Sorted;
use crate::domain::wording::{Message, say};

/// A journal with all that could be read of it.
#[derive(Debug)]
pub struct Opened<S> {
    /// The journal, to go on with.
    pub journal: Journal<S>,
    /// The state of instances, as JSON, with the number of the last change that it includes.
    pub snapshots: Sorted<u32, (u64, String)>,
    /// The changes beyond the snapshots, in the order in which they were made.
    pub records: Vec<Record>,
    /// What could not be read, or is missing.
    pub problems: Vec<JournalProblem>,
}

/// Something of a journal that could not be read, or is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalProblem {
    /// A value could not be used.
    Damaged {
        /// Where it was found.
        part: Part,
        /// What is wrong with it.
        damage: Damage,
        /// Where it is kept now; `None` if it is still where it was found.
        kept: Option<Key>,
    },
    /// Changes of an instance are missing.
    Gap {
        /// 0-based index of the instance.
        instance: u32,
        /// The last change before the gap; 0 if the gap is at the beginning.
        after: u64,
        /// The first change after it.
        before: u64,
    },
    /// The work was stored by a newer version of this app, in this format. Nothing of it will be changed here.
    NewerFormat(u32),
}

impl JournalProblem {
    /// What is wrong, and what to do about it.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            JournalProblem::Damaged { part, damage, kept: None } => say!(
                "The stored value {part} cannot be used. {damage} It was left where it is; check the last changes.",
                part = part.to_string(),
                damage = damage.message()
            ),
            JournalProblem::Damaged { part, damage, kept: Some(key) } => say!(
                "The stored value {part} cannot be used. {damage} It is kept as {key}; check the last changes.",
                part = part.to_string(),
                damage = damage.message(),
                key = key.to_string()
            ),
            JournalProblem::Gap { instance, after, before } => say!(
                "Instance {number} lacks changes between {after} and {before}. Check its edits.",
                number = instance.saturating_add(1),
                after = after.to_string(),
                before = before.to_string()
            ),
            JournalProblem::NewerFormat(format) => frame::newer(*format),
        }
    }
}

impl fmt::Display for JournalProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// The stored values of a work's journal, by kind.
#[derive(Default)]
struct Found {
    /// With the values as they are stored, oldest first.
    records: Vec<(Pending, String)>,
    /// With instance and number, by instance, oldest first.
    snapshots: Vec<(u32, u64, String)>,
    damaged: Vec<(Part, String, Damage)>,
    newer: Option<u32>,
    last_seq: u64,
}

impl Found {
    fn read(store: &impl KeyValue, work: &WorkId) -> Self {
        let mut found = Found::default();
        for name in store.keys() {
            let Ok(key) = name.parse::<Key>() else { continue };
            if let Key::Work(owner, part @ (Part::Record { .. } | Part::Snapshot { .. })) = &key
                && owner == work
                && let Some(value) = store.get(&name)
            {
                found.take(&key, *part, value);
            }
        }
        found.records.sort_unstable_by_key(|(pending, _)| pending.record.seq);
        found.snapshots.sort_unstable_by_key(|(instance, seq, _)| (*instance, *seq));
        found
    }

    fn take(&mut self, key: &Key, part: Part, value: String) {
        if let Part::Record { seq } | Part::Snapshot { seq, .. } = part {
            self.last_seq = self.last_seq.max(seq);
        }
        match frame::unseal(key, &value) {
            Err(Damage::Newer(format)) => self.newer = self.newer.max(Some(format)),
            Err(damage) => self.damaged.push((part, value, damage)),
            Ok(payload) => match part {
                Part::Snapshot { instance, seq } => {
                    self.snapshots.push((instance, seq, payload.to_owned()));
                }
                Part::Record { seq } => {
                    if let Some(pending) = Pending::parse(seq, payload) {
                        self.records.push((pending, value));
                    } else {
                        self.damaged.push((part, value, Damage::Foreign));
                    }
                }
                _ => {}
            },
        }
    }
}

impl<S: KeyValue> Journal<S> {
    /// Reads the journal of a work; an empty one if nothing is stored.
    ///
    /// Damaged values are set aside, and what an interrupted compaction left over is removed. If any value has a newer
    /// format, nothing is touched and the journal is read-only.
    #[must_use]
    pub fn open(store: S, work: WorkId) -> Opened<S> {
        let Found { records, snapshots, damaged, newer, last_seq } = Found::read(&store, &work);
        let newest = records.last().map(|(pending, value)| Newest {
            seq: pending.record.seq,
            value: value.clone(),
            open: None,
        });
        let mut opened = Opened {
            journal: Journal {
                store,
                work,
                next: last_seq.saturating_add(1),
                chains: Sorted::default(),
                newest,
                backlog: VecDeque::new(),
                read_only: newer.map(ReadOnly::NewerFormat),
            },
            snapshots: Sorted::default(),
            records: Vec::new(),
            problems: newer.map(JournalProblem::NewerFormat).into_iter().collect(),
        };
        opened.set_aside(damaged);
        opened.take_snapshots(snapshots);
        opened.take_records(records);
        opened
    }
}

impl<S: KeyValue> Opened<S> {
    fn set_aside(&mut self, damaged: Vec<(Part, String, Damage)>) {
        for (part, value, damage) in damaged {
            let kept = if self.journal.read_only.is_some() {
                None
            } else {
                quarantine(&self.journal.store, &self.journal.work, part, &value)
            };
            self.problems.push(JournalProblem::Damaged { part, damage, kept });
        }
    }

    /// Takes the newest snapshot of each instance.
    fn take_snapshots(&mut self, snapshots: Vec<(u32, u64, String)>) {
        for (instance, seq, state) in snapshots {
            if let Some((older, _)) = self.snapshots.get(&instance) {
                self.discard(Part::Snapshot { instance, seq: *older });
            }
            let chain = Chain { snapshot: seq, last: seq, ..Chain::default() };
            self.journal.chains.insert(instance, chain);
            self.snapshots.insert(instance, (seq, state));
        }
    }

    /// Takes the records beyond the snapshots, and reports where one is missing.
    fn take_records(&mut self, records: Vec<(Pending, String)>) {
        let newest = self.journal.newest.as_ref().map(|n| n.seq);
        for (Pending { record, previous }, value) in records {
            let seq = record.seq;
            let part = Part::Record { seq };
            let bytes = stored_bytes(&self.journal.key(part).to_string(), &value);
            let chain = self.journal.chains.or_default(record.instance);
            if seq <= chain.snapshot && newest != Some(seq) {
                self.discard(part);
                continue;
            }
            chain.records.insert(seq, bytes);
            if seq <= chain.snapshot {
                continue;
            }
            let after = std::mem::replace(&mut chain.last, seq);
            if previous != after {
                let instance = record.instance;
                self.problems.push(JournalProblem::Gap { instance, after, before: seq });
            }
            self.records.push(record);
        }
    }

    /// Removes what a snapshot replaces.
    fn discard(&self, part: Part) {
        if self.journal.read_only.is_none() {
            self.journal.remove(part);
        }
    }
}

/// Moves a damaged value to where it does no harm; if there is no room for the copy, it stays where it is.
pub(super) fn quarantine(
    store: &impl KeyValue,
    work: &WorkId,
    part: Part,
    value: &str,
) -> Option<Key> {
    let place = |number| Key::Quarantine { number, work: work.clone(), part };
    let key = (0..=u32::MAX).map(place).find(|key| store.get(&key.to_string()).is_none())?;
    store.set(&key.to_string(), value).ok()?;
    store.remove(&Key::Work(work.clone(), part).to_string());
    Some(key)
}
