//! The keys of stored values. Printing and parsing are inverse; every other key belongs to someone else.
//!
//! ```text
//! spanwise/1/prefs
//! spanwise/1/deleted
//! spanwise/1/written
//! spanwise/1/alone
//! spanwise/1/columns/<template>
//! spanwise/1/training/<training>
//! spanwise/1/<work>/meta | template | data | assignment | place | adjudication | time/<instance> | events/<chunk>
//! spanwise/1/<work>/log/<seq> | snap/<instance>/<seq> | end/<instance> | changed | open
//! spanwise/1/draft/<draft>/meta | template | data | annotated | version/<number>
//! spanwise/1/quarantine/<number>/<work>/…
//! ```
//!
//! Keys below `spanwise/1/outbox/` belong to the [outbox](spanwise_submission::outbox), and one to the name by which
//! this device submits.

use std::fmt;
use std::str::FromStr;

use crate::digest::Digest;

/// The prefix of every key of this app: origins are shared with other apps.
pub(super) const NAMESPACE: &str = "spanwise/1/";
const PREFS: &str = "prefs";
const DELETED: &str = "deleted";
const WRITTEN: &str = "written";
const ALONE: &str = "alone";
const QUARANTINE: &str = "quarantine";
const DRAFT: &str = "draft";
const OUTBOX: &str = "outbox";
const COLUMNS: &str = "columns";
const TRAINING: &str = "training";

/// The key of the field mappings remembered for a template, by the fingerprint of its name.
pub(super) fn columns_key(template: u64) -> String {
    format!("{NAMESPACE}{COLUMNS}/{template:016x}")
}

/// The key of what a trainee did in a training, by a digest of what tells it from others on this device.
#[must_use]
pub fn training_key(training: &Digest) -> String {
    format!("{NAMESPACE}{TRAINING}/{training}")
}

/// Names one work or one draft on this device: 1 to 64 of `a-z`, `0-9` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkId(String);

impl WorkId {
    /// Longest id, in bytes.
    const MAX_LEN: usize = 64;

    /// An id from text; `None` if the text does not fit, or is reserved.
    #[must_use]
    pub fn new(id: &str) -> Option<Self> {
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let fits = (1..=Self::MAX_LEN).contains(&id.len()) && id.bytes().all(allowed);
        let reserved =
            [PREFS, DELETED, WRITTEN, ALONE, QUARANTINE, DRAFT, OUTBOX, COLUMNS, TRAINING]
                .contains(&id);
        (fits && !reserved).then(|| WorkId(id.to_owned()))
    }

    /// The id made of a digest.
    #[must_use]
    pub fn of_digest(digest: &Digest) -> Self {
        WorkId(digest.to_string())
    }

    /// The id made of a number, in hexadecimal.
    #[must_use]
    pub fn numbered(number: u64) -> Self {
        WorkId(format!("{number:x}"))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for WorkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A key of this app.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StorageKey {
    /// The person's preferences, for all works.
    Prefs,
    /// The notes of deleted works, with the times of deletion.
    Deleted,
    /// The number of the last batch for the durable store.
    Written,
    /// The mark of a first store that went on without the durable one.
    Alone,
    /// Something of a work.
    Work(WorkId, WorkKeyPart),
    /// Something of a draft of the builder.
    Draft(WorkId, DraftKeyPart),
    /// A damaged value, kept as it was found.
    Quarantine {
        /// Distinguishes values damaged under the same key.
        number: u32,
        /// The work it belongs to.
        work: WorkId,
        /// The part of the work that it was stored as.
        part: WorkKeyPart,
    },
}

impl StorageKey {
    /// The work that a key belongs to.
    #[must_use]
    pub fn work(&self) -> Option<&WorkId> {
        match self {
            StorageKey::Prefs
            | StorageKey::Deleted
            | StorageKey::Written
            | StorageKey::Alone
            | StorageKey::Draft(..) => None,
            StorageKey::Work(work, _) | StorageKey::Quarantine { work, .. } => Some(work),
        }
    }
}

/// The part of a work that a key stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkKeyPart {
    /// Title, progress, times.
    Meta,
    /// The template, as text.
    Template,
    /// The data file, as text.
    Data,
    /// The annotator and the assigned instances, as JSON.
    Assignment,
    /// The annotator's last place, as JSON.
    Place,
    /// The state of the adjudication page, as JSON.
    Adjudication,
    /// The time spent on an instance, in milliseconds.
    Time {
        /// 0-based index of the instance.
        instance: u32,
    },
    /// A chunk of the [event log](crate::event_log).
    Events {
        /// 0-based number of the chunk.
        chunk: u32,
    },
    /// One change.
    Record {
        /// Its number, from 1.
        seq: u64,
    },
    /// The state of one instance.
    Snapshot {
        /// 0-based index of the instance.
        instance: u32,
        /// The last change that it includes.
        seq: u64,
    },
    /// The end of an instance's changes.
    End {
        /// 0-based index of the instance.
        instance: u32,
    },
    /// The list of instances that have changes.
    Changed,
    /// The mark by which an abnormal end of a page with changes is noticed.
    Open,
}

/// The part of a draft that a key stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DraftKeyPart {
    /// Title, origin, times.
    Meta,
    /// The template, as text.
    Template,
    /// The data, as text.
    Data,
    /// The data with the annotations made in the preview, as text.
    Annotated,
    /// Template and data at a time.
    Version {
        /// The number of the version, counting up.
        number: u32,
    },
}

impl fmt::Display for DraftKeyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftKeyPart::Meta => f.write_str("meta"),
            DraftKeyPart::Template => f.write_str("template"),
            DraftKeyPart::Data => f.write_str("data"),
            DraftKeyPart::Annotated => f.write_str("annotated"),
            DraftKeyPart::Version { number } => write!(f, "version/{number}"),
        }
    }
}

impl fmt::Display for WorkKeyPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WorkKeyPart::Meta => f.write_str("meta"),
            WorkKeyPart::Template => f.write_str("template"),
            WorkKeyPart::Data => f.write_str("data"),
            WorkKeyPart::Assignment => f.write_str("assignment"),
            WorkKeyPart::Place => f.write_str("place"),
            WorkKeyPart::Adjudication => f.write_str("adjudication"),
            WorkKeyPart::Time { instance } => write!(f, "time/{instance}"),
            WorkKeyPart::Events { chunk } => write!(f, "events/{chunk}"),
            WorkKeyPart::Record { seq } => write!(f, "log/{seq}"),
            WorkKeyPart::Snapshot { instance, seq } => write!(f, "snap/{instance}/{seq}"),
            WorkKeyPart::End { instance } => write!(f, "end/{instance}"),
            WorkKeyPart::Changed => f.write_str("changed"),
            WorkKeyPart::Open => f.write_str("open"),
        }
    }
}

impl fmt::Display for StorageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StorageKey::Prefs => write!(f, "{NAMESPACE}{PREFS}"),
            StorageKey::Deleted => write!(f, "{NAMESPACE}{DELETED}"),
            StorageKey::Written => write!(f, "{NAMESPACE}{WRITTEN}"),
            StorageKey::Alone => write!(f, "{NAMESPACE}{ALONE}"),
            StorageKey::Work(work, part) => write!(f, "{NAMESPACE}{work}/{part}"),
            StorageKey::Draft(draft, part) => write!(f, "{NAMESPACE}{DRAFT}/{draft}/{part}"),
            StorageKey::Quarantine { number, work, part } => {
                write!(f, "{NAMESPACE}{QUARANTINE}/{number}/{work}/{part}")
            }
        }
    }
}

/// The error of parsing a key that is not one of this app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeignStorageKey;

impl FromStr for StorageKey {
    type Err = ForeignStorageKey;

    fn from_str(key: &str) -> Result<Self, ForeignStorageKey> {
        let rest = key.strip_prefix(NAMESPACE).ok_or(ForeignStorageKey)?;
        let segments: Vec<&str> = rest.split('/').collect();
        let parsed = match segments.as_slice() {
            [PREFS] => Some(StorageKey::Prefs),
            [DELETED] => Some(StorageKey::Deleted),
            [WRITTEN] => Some(StorageKey::Written),
            [ALONE] => Some(StorageKey::Alone),
            [QUARANTINE, number, work, part @ ..] => quarantined(number, work, part),
            [DRAFT, draft, part @ ..] => {
                WorkId::new(draft).zip(parse_draft_part(part)).map(|(d, p)| StorageKey::Draft(d, p))
            }
            [work, part @ ..] => {
                WorkId::new(work).zip(parse_part(part)).map(|(w, p)| StorageKey::Work(w, p))
            }
            [] => None,
        };
        parsed.ok_or(ForeignStorageKey)
    }
}

fn quarantined(number: &str, work: &str, part: &[&str]) -> Option<StorageKey> {
    Some(StorageKey::Quarantine {
        number: parse_number(number)?,
        work: WorkId::new(work)?,
        part: parse_part(part)?,
    })
}

fn parse_part(segments: &[&str]) -> Option<WorkKeyPart> {
    match segments {
        ["meta"] => Some(WorkKeyPart::Meta),
        ["template"] => Some(WorkKeyPart::Template),
        ["data"] => Some(WorkKeyPart::Data),
        ["assignment"] => Some(WorkKeyPart::Assignment),
        ["place"] => Some(WorkKeyPart::Place),
        ["adjudication"] => Some(WorkKeyPart::Adjudication),
        ["changed"] => Some(WorkKeyPart::Changed),
        ["open"] => Some(WorkKeyPart::Open),
        ["end", instance] => Some(WorkKeyPart::End { instance: parse_number(instance)? }),
        ["time", instance] => Some(WorkKeyPart::Time { instance: parse_number(instance)? }),
        ["events", chunk] => Some(WorkKeyPart::Events { chunk: parse_number(chunk)? }),
        ["log", seq] => Some(WorkKeyPart::Record { seq: parse_number(seq)? }),
        ["snap", instance, seq] => Some(WorkKeyPart::Snapshot {
            instance: parse_number(instance)?,
            seq: parse_number(seq)?,
        }),
        _ => None,
    }
}

fn parse_draft_part(segments: &[&str]) -> Option<DraftKeyPart> {
    match segments {
        ["meta"] => Some(DraftKeyPart::Meta),
        ["template"] => Some(DraftKeyPart::Template),
        ["data"] => Some(DraftKeyPart::Data),
        ["annotated"] => Some(DraftKeyPart::Annotated),
        ["version", number] => Some(DraftKeyPart::Version { number: parse_number(number)? }),
        _ => None,
    }
}

/// A number as it is printed: no sign, no leading zero.
fn parse_number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let number: N = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
