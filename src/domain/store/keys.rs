//! The names under which things are kept. Printing and parsing are inverse; every other key belongs to someone else.
//!
//! ```text
//! spanwise/1/prefs
//! spanwise/1/<work>/meta | template | data | place | log/<seq> | snap/<instance>/<seq>
//! spanwise/1/quarantine/<number>/<work>/…
//! ```
//!
//! What lies below `spanwise/1/outbox/` is the [outbox](crate::domain::submit::outbox)'s.

use std::fmt;
use std::str::FromStr;

/// What every key of this app begins with: origins are shared with other apps.
const NAMESPACE: &str = "spanwise/1/";
const PREFS: &str = "prefs";
const QUARANTINE: &str = "quarantine";
const OUTBOX: &str = "outbox";

/// Names one work on this device: 1 to 64 of `a-z`, `0-9` and `-`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkId(String);

impl WorkId {
    /// Longest id, in bytes.
    const MAX_LEN: usize = 64;

    /// The id, if it is one.
    #[must_use]
    pub fn new(id: &str) -> Option<Self> {
        let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
        let fits = (1..=Self::MAX_LEN).contains(&id.len()) && id.bytes().all(allowed);
        let reserved = [PREFS, QUARANTINE, OUTBOX].contains(&id);
        (fits && !reserved).then(|| WorkId(id.to_owned()))
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
pub enum Key {
    /// What the person prefers, for all works.
    Prefs,
    /// Something of a work.
    Work(WorkId, Part),
    /// A damaged value, kept as it was found.
    Quarantine {
        /// Tells apart values that were damaged in the same place.
        number: u32,
        /// The work it belongs to.
        work: WorkId,
        /// Where it was found.
        part: Part,
    },
}

impl Key {
    /// The work that a key belongs to.
    #[must_use]
    pub fn work(&self) -> Option<&WorkId> {
        match self {
            Key::Prefs => None,
            Key::Work(work, _) | Key::Quarantine { work, .. } => Some(work),
        }
    }
}

/// What is kept of a work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// Title, progress, times.
    Meta,
    /// The template, as text.
    Template,
    /// The data file, as text.
    Data,
    /// The instance last looked at.
    Place,
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
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Meta => f.write_str("meta"),
            Part::Template => f.write_str("template"),
            Part::Data => f.write_str("data"),
            Part::Place => f.write_str("place"),
            Part::Record { seq } => write!(f, "log/{seq}"),
            Part::Snapshot { instance, seq } => write!(f, "snap/{instance}/{seq}"),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Key::Prefs => write!(f, "{NAMESPACE}{PREFS}"),
            Key::Work(work, part) => write!(f, "{NAMESPACE}{work}/{part}"),
            Key::Quarantine { number, work, part } => {
                write!(f, "{NAMESPACE}{QUARANTINE}/{number}/{work}/{part}")
            }
        }
    }
}

/// The key is not one of this app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForeignKey;

impl FromStr for Key {
    type Err = ForeignKey;

    fn from_str(key: &str) -> Result<Self, ForeignKey> {
        let rest = key.strip_prefix(NAMESPACE).ok_or(ForeignKey)?;
        let segments: Vec<&str> = rest.split('/').collect();
        let parsed = match segments.as_slice() {
            [PREFS] => Some(Key::Prefs),
            [QUARANTINE, number, work, part @ ..] => quarantined(number, work, part),
            [work, part @ ..] => {
                WorkId::new(work).zip(parse_part(part)).map(|(w, p)| Key::Work(w, p))
            }
            [] => None,
        };
        parsed.ok_or(ForeignKey)
    }
}

fn quarantined(number: &str, work: &str, part: &[&str]) -> Option<Key> {
    Some(Key::Quarantine {
        number: parse_number(number)?,
        work: WorkId::new(work)?,
        part: parse_part(part)?,
    })
}

fn parse_part(segments: &[&str]) -> Option<Part> {
    match segments {
        ["meta"] => Some(Part::Meta),
        ["template"] => Some(Part::Template),
        ["data"] => Some(Part::Data),
        ["place"] => Some(Part::Place),
        ["log", seq] => Some(Part::Record { seq: parse_number(seq)? }),
        ["snap", instance, seq] => {
            Some(Part::Snapshot { instance: parse_number(instance)?, seq: parse_number(seq)? })
        }
        _ => None,
    }
}

/// A number as it is printed: no sign, no leading zero.
fn parse_number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let number: N = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
