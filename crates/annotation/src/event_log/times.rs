//! Time per instance and per edit, derived from events, and written to files.

use std::collections::BTreeMap;

use super::{LoggedEvent, LoggedEventKind};
use crate::document::{EditId, EditKey, Instance};
use crate::format::thresh_read::OWN_KEY;
use spanwise_json::{Object, encode, integer};

/// The time that counts after a sign of activity, in milliseconds. Someone who reads for longer without touching
/// anything counts as absent.
pub const IDLE_MS: u64 = 2 * 60 * 1000;

/// The member of [`OWN_KEY`] with the times of an instance.
const TIMES: &str = "times";

/// The times of the instances of a work.
///
/// Let *e₁, e₂, …* be the events of the log. The interval from *eᵢ* to *eᵢ₊₁* counts with
/// min(max(t(*eᵢ₊₁*) − t(*eᵢ*), 0), [`IDLE_MS`]), and with 0 if *eᵢ₊₁* opens the work: nobody was there before. It counts
/// to the instance shown, which is that of the last `opened` or `shown` up to *eᵢ*, and within it to the edit that
/// *eᵢ₊₁* is about. Intervals that end with a selection without an edit also count to the edit that the next event
/// makes or changes. So the times of the edits of an instance are together at most that of the instance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WorkTimes(BTreeMap<usize, InstanceTimes>);

/// The times of an instance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceTimes {
    /// Milliseconds for which it was shown.
    pub ms: u64,
    /// Milliseconds of the edits that were worked on, also of deleted ones.
    pub edits: BTreeMap<EditKey, u64>,
}

impl WorkTimes {
    /// The times of a log.
    #[must_use]
    pub fn of(events: impl IntoIterator<Item = LoggedEvent>) -> Self {
        let mut times = WorkTimes::default();
        let mut last: Option<(u64, usize)> = None;
        // The time of selections that no edit was made of yet.
        let mut selecting_ms: u64 = 0;
        for LoggedEvent { unix_ms, instance, kind } in events {
            let shown = last.map_or(instance, |(_, shown)| shown);
            let ms = match (last, kind) {
                (None, _) | (_, LoggedEventKind::Opened) => 0,
                (Some((since, _)), _) => unix_ms.saturating_sub(since).min(IDLE_MS),
            };
            times.instance_mut(shown).add(None, ms);
            let about = kind.edit().filter(|_| instance == shown);
            let selected_ms = std::mem::take(&mut selecting_ms);
            if kind == LoggedEventKind::Selected(None) {
                selecting_ms = selected_ms.saturating_add(ms);
            }
            let selected_ms = if kind.makes_or_changes() { selected_ms } else { 0 };
            if about.is_some() {
                times.instance_mut(shown).add(about, ms.saturating_add(selected_ms));
            }
            let shows = matches!(kind, LoggedEventKind::Opened | LoggedEventKind::Shown);
            last = Some((unix_ms, if shows { instance } else { shown }));
        }
        times
    }

    /// The times of an instance, by its 0-based position; `None` if it was not shown.
    #[must_use]
    pub fn instance(&self, at: usize) -> Option<&InstanceTimes> {
        self.0.get(&at)
    }

    fn instance_mut(&mut self, at: usize) -> &mut InstanceTimes {
        self.0.entry(at).or_default()
    }
}

impl LoggedEventKind {
    /// The edit that it is about.
    fn edit(self) -> Option<EditKey> {
        match self {
            LoggedEventKind::Selected(edit)
            | LoggedEventKind::Changed(edit)
            | LoggedEventKind::Answered(edit) => edit,
            LoggedEventKind::Committed(edit) | LoggedEventKind::Deleted(edit) => Some(edit),
            LoggedEventKind::Opened
            | LoggedEventKind::Shown
            | LoggedEventKind::Revealed(_)
            | LoggedEventKind::Undone
            | LoggedEventKind::Redone
            | LoggedEventKind::Done
            | LoggedEventKind::Reopened
            | LoggedEventKind::Submitted
            | LoggedEventKind::Full => None,
        }
    }

    /// Returns `true` if a selection before it was made for it.
    fn makes_or_changes(self) -> bool {
        matches!(self, LoggedEventKind::Committed(_) | LoggedEventKind::Changed(_))
    }
}

impl InstanceTimes {
    /// Adds time of an edit, or of the instance.
    fn add(&mut self, edit: Option<EditKey>, ms: u64) {
        let sum = match edit {
            Some(edit) => self.edits.entry(edit).or_default(),
            None => &mut self.ms,
        };
        *sum = sum.saturating_add(ms);
    }

    /// The JSON of an instance with these times added to those that it has; `None` if it is not an object.
    ///
    /// `instance` is the instance as it is, `json` its text in the file. The time of an edit that was deleted counts to
    /// the instance alone.
    #[must_use]
    pub fn written_to(&self, instance: &Instance, json: &str) -> Option<String> {
        let mut object = Object::parse(json)?;
        let mut own = object.get(OWN_KEY).and_then(Object::parse).unwrap_or_default();
        let mut times = own.get(TIMES).map(FileTimes::read).unwrap_or_default();
        times.ms = times.ms.saturating_add(self.ms);
        for edit in instance.all_edits() {
            let id = edit.id.as_ref().map(EditId::to_string);
            if let Some((id, ms)) = id.zip(self.edits.get(&edit.key)) {
                let of_category = times.edits.entry(edit.category.clone()).or_default();
                let sum = of_category.entry(id).or_default();
                *sum = sum.saturating_add(*ms);
            }
        }
        own.set(TIMES, times.to_json());
        let own = own.into_text();
        object.set(OWN_KEY, own);
        Some(object.into_text())
    }
}

/// The times of an instance in a file: `_spanwise.times`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileTimes {
    /// Milliseconds for which the instance was shown.
    pub ms: u64,
    /// Milliseconds of its edits, by category and `id`.
    pub edits: BTreeMap<String, BTreeMap<String, u64>>,
}

impl FileTimes {
    /// The times that the JSON of an instance has; `None` if it has none.
    #[must_use]
    pub fn of_instance(json: &str) -> Option<Self> {
        Self::of_own(Object::parse(json)?.get(OWN_KEY)?)
    }

    /// The times in the JSON of the member [`OWN_KEY`] of an instance; `None` if it has none.
    #[must_use]
    pub fn of_own(own: &str) -> Option<Self> {
        Object::parse(own)?.get(TIMES).map(FileTimes::read)
    }

    /// Reads times. What is not one counts as not recorded.
    #[must_use]
    pub fn read(json: &str) -> Self {
        let number = |raw: &str| integer(raw).and_then(|ms| u64::try_from(ms).ok());
        let object = Object::parse(json).unwrap_or_default();
        let categories = object.get("edits").and_then(Object::parse).unwrap_or_default();
        let edits = categories.members().iter().filter_map(|category| {
            let ids = Object::parse(&category.value)?;
            let ids = ids.members().iter();
            let ids = ids.filter_map(|id| Some((id.name.to_string(), number(&id.value)?)));
            Some((category.name.to_string(), ids.collect()))
        });
        FileTimes {
            ms: object.get("ms").and_then(number).unwrap_or_default(),
            edits: edits.collect(),
        }
    }

    /// The times as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let members = |members: Vec<(&String, String)>| {
            let member = |(name, value): &(&String, String)| format!("{}:{value}", encode(name));
            format!("{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(","))
        };
        let ids = |ids: &BTreeMap<String, u64>| {
            members(ids.iter().map(|(id, ms)| (id, ms.to_string())).collect())
        };
        let edits = self.edits.iter().map(|(category, of)| (category, ids(of))).collect();
        format!("{{\"ms\":{},\"edits\":{}}}", self.ms, members(edits))
    }
}
