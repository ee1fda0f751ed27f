//! Edits that a person changes, though they were not made by a person.

use std::sync::Arc;

use crate::change::Change;
use crate::document::{Edit, EditMaker, Instance};

/// Notes in edits that a person changes that they are mended, unless a person made them. Constituents are edits of their
/// own: a composite is mended if it gets or loses one.
pub(super) fn note_mended(instance: &Instance, changes: &mut [Change]) {
    for edit in changes.iter_mut().filter_map(Change::edit_mut) {
        mend(instance, edit);
    }
}

fn mend(instance: &Instance, edit: &mut Arc<Edit>) {
    for at in 0..edit.constituents.len() {
        let Some(constituent) = edit.constituents.get(at) else { continue };
        let mut constituent = constituent.clone();
        if mends(instance, &constituent) {
            mend(instance, &mut constituent);
            if let Some(slot) = Arc::make_mut(edit).constituents.get_mut(at) {
                *slot = constituent;
            }
        }
    }
    if mends(instance, edit) {
        let origin = instance.origin(edit).mended();
        Arc::make_mut(edit).origin = Some(origin);
    }
}

/// Returns `true` if an edit is not a person's, and differs from what it was.
fn mends(instance: &Instance, edit: &Edit) -> bool {
    let origin = instance.origin(edit);
    let keys = |edit: &Edit| edit.constituents.iter().map(|c| c.key).collect::<Vec<_>>();
    origin.from != EditMaker::Person
        && !origin.is_mended
        && instance.edit(edit.key).is_some_and(|before| {
            before.category != edit.category
                || before.spans != edit.spans
                || before.answers != edit.answers
                || keys(before) != keys(edit)
        })
}
