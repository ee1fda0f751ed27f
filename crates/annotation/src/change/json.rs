//! Changes as JSON text, the form in which the journal keeps them.
//!
//! Edits and answers are written as in data files, so that unknown members survive; the keys of edits stand beside them.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Change;
use crate::document::{Edit, EditKey, TextName, reading_from_json, reading_to_json};
use crate::format::answers::write_answers;
use crate::format::thresh_read::{read_instance_answers, read_text_answers};
use crate::format::{read_edit, write_edit};
use spanwise_template::Typology;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum StoredChange {
    Insert(usize, StoredEdit),
    Remove(u32),
    Replace(StoredEdit),
    /// In the shape of data files.
    Answers(Box<RawValue>),
    /// The name of the text, and its answers in the shape of data files.
    TextAnswers(String, Box<RawValue>),
    Bookmark(bool),
    Comment(String),
    Done(bool),
    /// In the shape of data files.
    Reading(Box<RawValue>),
    /// In the shape of data files; `null` for none.
    Decisions(Box<RawValue>),
    /// In the shape of data files; `null` for none.
    Rejected(Box<RawValue>),
}

#[derive(Serialize, Deserialize)]
struct StoredEdit {
    /// The edit's own key, then those of its constituents.
    keys: Vec<u32>,
    edit: Box<RawValue>,
}

/// Returns changes as JSON text.
///
/// # Errors
/// If an edit does not serialise, which a well-formed one always does.
pub fn to_json(changes: &[Change], typology: &Typology) -> Result<String, serde_json::Error> {
    let stored: Result<Vec<_>, _> = changes.iter().map(|c| store(c, typology)).collect();
    serde_json::to_string(&stored?)
}

fn store(change: &Change, typology: &Typology) -> Result<StoredChange, serde_json::Error> {
    Ok(match change {
        Change::Insert { at, edit } => StoredChange::Insert(*at, store_edit(edit, typology)?),
        Change::Remove(key) => StoredChange::Remove(key.0),
        Change::Replace(edit) => StoredChange::Replace(store_edit(edit, typology)?),
        Change::Answers(answers) => {
            let json = write_answers("null", answers, Some(typology.instance_questions()));
            StoredChange::Answers(RawValue::from_string(json)?)
        }
        Change::TextAnswers(text, answers) => {
            let json = write_answers("null", answers, Some(typology.text_questions()));
            StoredChange::TextAnswers(text.as_str().to_owned(), RawValue::from_string(json)?)
        }
        Change::Bookmark(on) => StoredChange::Bookmark(*on),
        Change::Comment(text) => StoredChange::Comment(text.clone()),
        Change::Done(on) => StoredChange::Done(*on),
        Change::Reading(reading) => {
            StoredChange::Reading(RawValue::from_string(reading_to_json(reading))?)
        }
        Change::Decisions(notes) => StoredChange::Decisions(store_json(notes.as_deref())?),
        Change::Rejected(edits) => StoredChange::Rejected(store_json(edits.as_deref())?),
    })
}

fn store_json(json: Option<&str>) -> Result<Box<RawValue>, serde_json::Error> {
    RawValue::from_string(json.unwrap_or("null").to_owned())
}

fn restore_json(json: &RawValue) -> Option<Arc<str>> {
    (json.get() != "null").then(|| json.get().into())
}

fn store_edit(edit: &Edit, typology: &Typology) -> Result<StoredEdit, serde_json::Error> {
    let keys = std::iter::once(edit.key.0).chain(edit.constituents.iter().map(|c| c.key.0));
    let json = write_edit(edit, typology);
    Ok(StoredEdit { keys: keys.collect(), edit: RawValue::from_string(json)? })
}

/// Reads changes written by [`to_json`].
///
/// # Errors
/// If the text is not such JSON.
pub fn from_json(json: &str, typology: &Typology) -> Result<Vec<Change>, serde_json::Error> {
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
        StoredChange::Answers(json) => Change::Answers(read_instance_answers(json.get(), typology)),
        StoredChange::TextAnswers(text, json) => {
            Change::TextAnswers(TextName::new(&text), read_text_answers(json.get(), typology))
        }
        StoredChange::Bookmark(on) => Change::Bookmark(on),
        StoredChange::Comment(text) => Change::Comment(text),
        StoredChange::Done(on) => Change::Done(on),
        StoredChange::Reading(json) => Change::Reading(reading_from_json(json.get())),
        StoredChange::Decisions(json) => Change::Decisions(restore_json(&json)),
        StoredChange::Rejected(json) => Change::Rejected(restore_json(&json)),
    })
}

fn restore_edit(stored: StoredEdit, typology: &Typology) -> Option<Edit> {
    let mut keys = stored.keys.into_iter().map(EditKey);
    read_edit(stored.edit.get(), &mut || keys.next().unwrap_or(EditKey(0)), typology)
}
