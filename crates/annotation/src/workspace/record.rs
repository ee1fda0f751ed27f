//! Changes as JSON text: what the journal keeps.
//!
//! Edits are written as in data files, so that unknown members survive; their keys stand beside them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Activity, View};
use crate::document::{Change, Draft, Edit, EditKey, Instance, Spans, TextName};
use crate::format::{read_edit, write_edit};
use spanwise_template::{CategoryId, Typology};
use spanwise_text::{Span, Utf16};

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredChange {
    Insert(usize, StoredEdit),
    Remove(u32),
    Replace(StoredEdit),
    Bookmark(bool),
    Comment(String),
    Done(bool),
}

#[derive(Serialize, Deserialize)]
struct StoredEdit {
    /// The edit's own key, then those of its members.
    keys: Vec<u32>,
    edit: Box<RawValue>,
}

/// Writes changes as JSON.
///
/// # Errors
/// When an edit does not serialise, which a well-formed one always does.
pub fn write_changes(changes: &[Change], typology: &Typology) -> Result<String, serde_json::Error> {
    let stored: Result<Vec<_>, _> = changes.iter().map(|c| store(c, typology)).collect();
    serde_json::to_string(&stored?)
}

fn store(change: &Change, typology: &Typology) -> Result<StoredChange, serde_json::Error> {
    Ok(match change {
        Change::Insert { at, edit } => StoredChange::Insert(*at, store_edit(edit, typology)?),
        Change::Remove(key) => StoredChange::Remove(key.0),
        Change::Replace(edit) => StoredChange::Replace(store_edit(edit, typology)?),
        Change::Bookmark(on) => StoredChange::Bookmark(*on),
        Change::Comment(text) => StoredChange::Comment(text.clone()),
        Change::Done(on) => StoredChange::Done(*on),
    })
}

fn store_edit(edit: &Edit, typology: &Typology) -> Result<StoredEdit, serde_json::Error> {
    let keys = std::iter::once(edit.key.0).chain(edit.constituents.iter().map(|c| c.key.0));
    let json = write_edit(edit, typology);
    Ok(StoredEdit { keys: keys.collect(), edit: RawValue::from_string(json)? })
}

/// Reads changes written by [`write_changes`].
///
/// # Errors
/// When the text is not such JSON.
pub fn read_changes(json: &str, typology: &Typology) -> Result<Vec<Change>, serde_json::Error> {
    let stored: Vec<StoredChange> = serde_json::from_str(json)?;
    let restored: Option<Vec<Change>> =
        stored.into_iter().map(|change| restore(change, typology)).collect();
    restored.ok_or_else(|| serde::de::Error::custom("an edit is not an object"))
}

fn restore(change: StoredChange, typology: &Typology) -> Option<Change> {
    Some(match change {
        StoredChange::Insert(at, edit) => {
            Change::Insert { at, edit: Arc::new(restore_edit(edit, typology)?) }
        }
        StoredChange::Remove(key) => Change::Remove(EditKey(key)),
        StoredChange::Replace(edit) => Change::Replace(Arc::new(restore_edit(edit, typology)?)),
        StoredChange::Bookmark(on) => Change::Bookmark(on),
        StoredChange::Comment(text) => Change::Comment(text),
        StoredChange::Done(on) => Change::Done(on),
    })
}

fn restore_edit(stored: StoredEdit, typology: &Typology) -> Option<Edit> {
    let mut keys = stored.keys.into_iter().map(EditKey);
    read_edit(stored.edit.get(), &mut || keys.next().unwrap_or(EditKey(0)), typology)
}

/// The changes that turn one state of an instance into another, leaving alone the edits that are the same. Whoever makes
/// them gives no id again that was given before.
#[must_use]
pub fn difference(from: &Instance, to: &Instance, typology: &Typology) -> Vec<Change> {
    let same =
        |a: &Edit, b: &Edit| a.key == b.key && write_edit(a, typology) == write_edit(b, typology);
    let mut changes = Vec::new();
    let places: HashMap<EditKey, usize> =
        to.edits.iter().enumerate().map(|(at, edit)| (edit.key, at)).collect();
    // Edits keep their order but for those taken out of composites; `kept` runs along `to`.
    let mut kept = HashSet::new();
    let mut next = 0;
    for old in &from.edits {
        let place = places.get(&old.key).copied().filter(|at| *at >= next);
        match place.filter(|at| to.edits.get(*at).is_some_and(|new| same(old, new))) {
            Some(at) => {
                next = at + 1;
                kept.insert(old.key);
            }
            None => changes.push(Change::Remove(old.key)),
        }
    }
    for (at, edit) in to.edits.iter().enumerate() {
        if !kept.contains(&edit.key) {
            changes.push(Change::Insert { at, edit: edit.clone() });
        }
    }
    retire_ids(&mut changes, from, to);
    if from.bookmark != to.bookmark {
        changes.push(Change::Bookmark(to.bookmark));
    }
    if from.comment != to.comment {
        changes.push(Change::Comment(to.comment.clone()));
    }
    if from.done != to.done {
        changes.push(Change::Done(to.done));
    }
    changes
}

/// Adds, for each id in use once of which the edits of neither state know, an edit with it that comes and goes: every
/// version of the app takes note of that.
fn retire_ids(changes: &mut Vec<Change>, from: &Instance, to: &Instance) {
    let key = EditKey(to.next_key);
    for (category, id) in to.retired.iter() {
        if *id >= from.next_id(category) && *id > to.largest_id(category) {
            let edit = Arc::new(Edit::new(key, category, *id));
            changes.push(Change::Insert { at: to.edits.len(), edit });
            changes.push(Change::Remove(key));
        }
    }
}

#[derive(Serialize, Deserialize)]
struct StoredView {
    instance: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    selected: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<StoredDraft>,
}

#[derive(Serialize, Deserialize)]
struct StoredDraft {
    category: u16,
    source: Vec<(u32, u32)>,
    target: Vec<(u32, u32)>,
    /// On texts of other names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    spans: BTreeMap<String, Vec<(u32, u32)>>,
    members: Vec<u32>,
}

/// Writes where the annotator is, as JSON.
///
/// # Errors
/// Never for a view made here.
pub fn write_view(view: &View) -> Result<String, serde_json::Error> {
    let pairs = |spans: &[Span]| spans.iter().map(|s| (s.start().0, s.end().0)).collect();
    let is_usual = |name: &TextName| [TextName::SOURCE, TextName::TARGET].contains(name);
    let draft = match &view.activity {
        Activity::Drafting(draft) => Some(StoredDraft {
            category: draft.category.0,
            source: pairs(draft.spans.source()),
            target: pairs(draft.spans.target()),
            spans: (draft.spans.iter())
                .filter(|(name, _)| !is_usual(name))
                .map(|(name, spans)| (name.as_str().to_owned(), pairs(spans)))
                .collect(),
            members: draft.members.iter().map(|m| m.0).collect(),
        }),
        _ => None,
    };
    let selected = view.selected.map(|key| key.0);
    serde_json::to_string(&StoredView { instance: view.instance, selected, draft })
}

/// Reads a view written by [`write_view`].
///
/// # Errors
/// When the text is not such JSON.
pub fn read_view(json: &str) -> Result<View, serde_json::Error> {
    let stored: StoredView = serde_json::from_str(json)?;
    let spans = |pairs: Vec<(u32, u32)>| {
        pairs.into_iter().map(|(a, b)| Span::between(Utf16(a), Utf16(b))).collect()
    };
    let activity = stored.draft.map_or(Activity::Idle, |draft| {
        let mut drafted = Spans::usual(spans(draft.source), spans(draft.target));
        for (name, pairs) in draft.spans {
            drafted.set(TextName::new(&name), spans(pairs));
        }
        Activity::Drafting(Draft {
            category: CategoryId(draft.category),
            spans: drafted,
            members: draft.members.into_iter().map(EditKey).collect(),
        })
    });
    Ok(View { instance: stored.instance, selected: stored.selected.map(EditKey), activity })
}
