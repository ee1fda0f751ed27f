//! Recovery of a journal, in whatever state it was left.

use std::fmt;

use super::ends::{InstanceEnd, parse_list};
use super::frame::{self, ValueDamage};
use super::journal::{
    Journal, JournalRecord, NewestRecord, PendingRecord, ReadOnlyReason, RecordChain,
};
use super::journal_ends::JournalEnds;
use super::key_value::{KeyValue, stored_bytes};
use super::keys::{StorageKey, WorkId, WorkKeyPart};
use spanwise_i18n::{Message, say};
use std::collections::BTreeMap;

/// A journal with all that could be read of it.
#[derive(Debug)]
pub struct OpenedJournal<S> {
    /// The journal, to go on with.
    pub journal: Journal<S>,
    /// The state of instances, as JSON, with the number of the last change that it includes.
    pub snapshots: BTreeMap<u32, (u64, String)>,
    /// The changes beyond the snapshots, in the order in which they were made.
    pub records: Vec<JournalRecord>,
    /// The problems found.
    pub problems: Vec<JournalProblem>,
}

/// A problem found in opening a journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalProblem {
    /// A value could not be used.
    Damaged {
        /// The part of the work that it was stored as.
        part: WorkKeyPart,
        /// The kind of damage.
        damage: ValueDamage,
        /// Its key in quarantine; `None` if it is still in its place.
        kept: Option<StorageKey>,
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
    /// The last changes of an instance are missing.
    Tail {
        /// 0-based index of the instance.
        instance: u32,
        /// The last change that is there; 0 if none is.
        after: u64,
        /// The last change that was stored.
        last: u64,
    },
    /// The changes of an instance are not those that were stored: each is whole, but not all belong together.
    Replaced {
        /// 0-based index of the instance.
        instance: u32,
    },
    /// The end of an instance's changes is not known any more.
    Unfinished {
        /// 0-based index of the instance.
        instance: u32,
        /// The last change that is there; 0 if none is.
        after: u64,
    },
    /// The work was stored by a newer version of this app, in this format. Nothing of it will be changed here.
    NewerFormat(u32),
}

impl JournalProblem {
    /// The problem and the remedy.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            JournalProblem::Damaged { part, damage, kept: None } => say!(
                StoreStoredValueCannotUsedWasLeft,
                part = part.to_string(),
                damage = damage.message()
            ),
            JournalProblem::Damaged { part, damage, kept: Some(key) } => say!(
                StoreStoredValueCannotUsedKeptCheck,
                part = part.to_string(),
                damage = damage.message(),
                key = key.to_string()
            ),
            JournalProblem::Gap { instance, after, before } => say!(
                StoreInstanceLacksChangesBetweenAndCheck,
                number = instance.saturating_add(1),
                after = after.to_string(),
                before = before.to_string()
            ),
            JournalProblem::Tail { instance, after: 0, .. } => {
                say!(StoreAllChangesInstanceMissing, number = instance.saturating_add(1))
            }
            JournalProblem::Tail { instance, after, last } => say!(
                StoreInstanceLacksChangesAfterUpCheck,
                number = instance.saturating_add(1),
                after = after.to_string(),
                last = last.to_string()
            ),
            JournalProblem::Replaced { instance } => say!(
                StoreChangesInstanceWereReplacedOthersCheck,
                number = instance.saturating_add(1)
            ),
            JournalProblem::Unfinished { instance, after } => say!(
                StoreInstanceMayLackChangesAfterCheck,
                number = instance.saturating_add(1),
                after = after.to_string()
            ),
            JournalProblem::NewerFormat(format) => frame::newer(*format),
        }
    }

    /// The instance of which something is missing or was replaced, 0-based.
    #[must_use]
    pub fn instance(&self) -> Option<u32> {
        match self {
            JournalProblem::Gap { instance, .. }
            | JournalProblem::Tail { instance, .. }
            | JournalProblem::Replaced { instance }
            | JournalProblem::Unfinished { instance, .. } => Some(*instance),
            JournalProblem::Damaged { .. } | JournalProblem::NewerFormat(_) => None,
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
struct StoredJournal {
    /// With the values as they are stored, oldest first.
    records: Vec<(PendingRecord, String)>,
    /// With instance and number, by instance, oldest first.
    snapshots: Vec<(u32, u64, String)>,
    damaged: Vec<(WorkKeyPart, String, ValueDamage)>,
    noted: JournalEnds,
    newer: Option<u32>,
    last_seq: u64,
}

impl StoredJournal {
    fn read(store: &impl KeyValue, work: &WorkId) -> Self {
        let mut found = StoredJournal::default();
        for name in store.keys() {
            let Ok(key) = name.parse::<StorageKey>() else { continue };
            if let StorageKey::Work(owner, part) = &key
                && is_of_journal(*part)
                && owner == work
                && let Some(value) = store.get(&name)
            {
                found.take(&key, *part, value);
            }
        }
        let is_damaged =
            |seq: u64| found.damaged.iter().any(|(part, ..)| *part == WorkKeyPart::Record { seq });
        let cut: Vec<u32> = found
            .noted
            .ends
            .iter()
            .filter(|(_, end)| is_damaged(end.last))
            .map(|(&instance, _)| instance)
            .collect();
        found.noted.damaged.extend(cut);
        found.records.sort_unstable_by_key(|(pending, _)| pending.record.seq);
        found.snapshots.sort_unstable_by_key(|(instance, seq, _)| (*instance, *seq));
        found
    }

    fn take(&mut self, key: &StorageKey, part: WorkKeyPart, value: String) {
        if let WorkKeyPart::Record { seq } | WorkKeyPart::Snapshot { seq, .. } = part {
            self.last_seq = self.last_seq.max(seq);
        }
        match frame::unseal(key, &value) {
            Err(ValueDamage::Newer(format)) => self.newer = self.newer.max(Some(format)),
            Err(damage) => self.note_damaged(part, value, damage),
            Ok(payload) => match part {
                // No change could follow it.
                WorkKeyPart::Snapshot { seq: u64::MAX, .. } => {
                    self.note_damaged(part, value, ValueDamage::Foreign);
                }
                WorkKeyPart::Snapshot { instance, seq } => {
                    self.snapshots.push((instance, seq, payload.to_owned()));
                }
                WorkKeyPart::Record { seq } => {
                    if let Some(pending) = PendingRecord::parse(seq, payload) {
                        self.records.push((pending, value));
                    } else {
                        self.note_damaged(part, value, ValueDamage::Foreign);
                    }
                }
                WorkKeyPart::End { instance } => match InstanceEnd::parse(payload) {
                    Some(end) => {
                        self.last_seq = self.last_seq.max(end.last);
                        self.noted.ends.insert(instance, end);
                    }
                    None => self.note_damaged(part, value, ValueDamage::Foreign),
                },
                WorkKeyPart::Changed => match parse_list(payload) {
                    Some(listed) => self.noted.listed = listed,
                    None => self.note_damaged(part, value, ValueDamage::Foreign),
                },
                WorkKeyPart::Meta
                | WorkKeyPart::Template
                | WorkKeyPart::Data
                | WorkKeyPart::Assignment
                | WorkKeyPart::Place
                | WorkKeyPart::Adjudication
                | WorkKeyPart::Time { .. }
                | WorkKeyPart::Events { .. }
                | WorkKeyPart::Open => {}
            },
        }
    }

    fn note_damaged(&mut self, part: WorkKeyPart, value: String, damage: ValueDamage) {
        if let WorkKeyPart::End { instance } = part {
            self.noted.damaged.push(instance);
        }
        self.damaged.push((part, value, damage));
    }
}

fn is_of_journal(part: WorkKeyPart) -> bool {
    matches!(
        part,
        WorkKeyPart::Record { .. }
            | WorkKeyPart::Snapshot { .. }
            | WorkKeyPart::End { .. }
            | WorkKeyPart::Changed
    )
}

impl<S: KeyValue> Journal<S> {
    /// Reads the journal of a work; an empty one if nothing is stored.
    ///
    /// Damaged values are set aside, and leftovers of an interrupted compaction are removed. If any value has a newer
    /// format, nothing is touched and the journal is read-only.
    #[must_use]
    pub fn open(store: S, work: WorkId) -> OpenedJournal<S> {
        let StoredJournal { records, snapshots, damaged, noted, newer, last_seq } =
            StoredJournal::read(&store, &work);
        let newest = records.last().map(|(pending, value)| NewestRecord {
            seq: pending.record.seq,
            value: value.clone(),
            open: None,
        });
        let mut opened = OpenedJournal {
            journal: Journal {
                next: last_seq.saturating_add(1),
                newest,
                listed: noted.listed.clone(),
                read_only: newer.map(ReadOnlyReason::NewerFormat),
                ..Journal::new(store, work)
            },
            snapshots: BTreeMap::default(),
            records: Vec::new(),
            problems: newer.map(JournalProblem::NewerFormat).into_iter().collect(),
        };
        opened.set_aside(damaged);
        opened.take_snapshots(snapshots);
        opened.take_records(records, &noted);
        opened.problems.extend(noted.missing(&opened.journal));
        if opened.journal.read_only.is_none() {
            opened.journal.note_again(&noted);
        }
        opened
    }
}

impl<S: KeyValue> OpenedJournal<S> {
    fn set_aside(&mut self, damaged: Vec<(WorkKeyPart, String, ValueDamage)>) {
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
                self.retire(WorkKeyPart::Snapshot { instance, seq: *older });
            }
            let chain = RecordChain { snapshot: seq, last: seq, ..RecordChain::default() };
            self.journal.chains.insert(instance, chain);
            self.snapshots.insert(instance, (seq, state));
        }
    }

    /// Takes the records beyond the snapshots, and reports gaps and replaced changes.
    fn take_records(&mut self, records: Vec<(PendingRecord, String)>, noted: &JournalEnds) {
        let newest = self.journal.newest.as_ref().map(|n| n.seq);
        for (pending, value) in records {
            let payload = pending.payload();
            let PendingRecord { record, previous } = pending;
            let (seq, instance) = (record.seq, record.instance);
            let part = WorkKeyPart::Record { seq };
            let bytes = stored_bytes(&self.journal.key(part).to_string(), &value);
            let chain = self.journal.chains.entry(instance).or_default();
            if seq <= chain.snapshot {
                if newest == Some(seq) {
                    chain.records.push((seq, bytes));
                } else {
                    self.discard(part);
                }
                continue;
            }
            chain.add(seq, bytes, &payload);
            let after = std::mem::replace(&mut chain.last, seq);
            let stored = noted.digest_before(instance, chain.snapshot, seq);
            if previous != after {
                self.problems.push(JournalProblem::Gap { instance, after, before: seq });
            } else if stored.is_some_and(|digest| digest != chain.digests.0)
                && !self.problems.iter().any(|problem| problem.instance() == Some(instance))
            {
                self.problems.push(JournalProblem::Replaced { instance });
            }
            self.records.push(record);
        }
    }

    /// Removes a snapshot that a newer one replaces.
    fn retire(&self, part: WorkKeyPart) {
        if self.journal.read_only.is_none() {
            self.journal.store.retire(&self.journal.key(part).to_string());
        }
    }

    /// Removes a record that a snapshot replaces.
    fn discard(&self, part: WorkKeyPart) {
        if self.journal.read_only.is_none() {
            self.journal.remove(part);
        }
    }
}

/// Moves a damaged value into quarantine and returns its key there; `None` if there is no room for the copy, and the
/// value stays in its place.
pub(super) fn quarantine(
    store: &impl KeyValue,
    work: &WorkId,
    part: WorkKeyPart,
    value: &str,
) -> Option<StorageKey> {
    let key = quarantine_key(work, part, |key| store.get(key).is_none())?;
    store.set(&key.to_string(), value).ok()?;
    store.remove(&StorageKey::Work(work.clone(), part).to_string());
    Some(key)
}

/// The first free quarantine key for a damaged value.
pub(super) fn quarantine_key(
    work: &WorkId,
    part: WorkKeyPart,
    is_free: impl Fn(&str) -> bool,
) -> Option<StorageKey> {
    let place = |number| StorageKey::Quarantine { number, work: work.clone(), part };
    (0..=u32::MAX).map(place).find(|key| is_free(&key.to_string()))
}
