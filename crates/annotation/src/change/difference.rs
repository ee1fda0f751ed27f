//! The changes between two states of an instance.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Change;
use crate::document::{Edit, EditKey, Instance};
use crate::format::write_edit;
use spanwise_template::Typology;

/// The changes that turn one state of an instance into another; edits that are the same in both stay. An instance on
/// which they are replayed gives no id again that was given before.
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
    if from.answers != to.answers {
        changes.push(Change::Answers(to.answers.clone()));
    }
    for text in from.text_answers.texts_with(&to.text_answers) {
        let after = to.text_answers.on(text);
        if from.text_answers.on(text) != after {
            changes.push(Change::TextAnswers(text.clone(), after.clone()));
        }
    }
    if from.bookmark != to.bookmark {
        changes.push(Change::Bookmark(to.bookmark));
    }
    if from.comment != to.comment {
        changes.push(Change::Comment(to.comment.clone()));
    }
    if from.done != to.done {
        changes.push(Change::Done(to.done));
    }
    if from.reading != to.reading {
        changes.push(Change::Reading(to.reading.clone()));
    }
    if from.decisions != to.decisions {
        changes.push(Change::Decisions(to.decisions.clone()));
    }
    if from.rejected != to.rejected {
        changes.push(Change::Rejected(to.rejected.clone()));
    }
    changes
}

/// Adds, for each retired id that the edits of neither state imply, a placeholder edit, added and removed at once, so
/// that every version of the app knows not to give the id again.
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
