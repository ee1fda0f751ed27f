//! The ids of edits in files that have one for each: those of edits without one are given.

use std::collections::HashMap;

use crate::record::Edit;
use spanwise_annotation::document::EditId;

/// Gives the edits of a list without an id the next one of their category.
pub(crate) struct EditIds<'e> {
    last: HashMap<&'e str, i64>,
}

impl<'e> EditIds<'e> {
    /// Notes the ids that edits have.
    pub(crate) fn of(edits: &'e [Edit]) -> Self {
        let mut last: HashMap<&str, i64> = HashMap::new();
        for edit in edits {
            if let Some(EditId::Number(id)) = edit.id {
                let last = last.entry(&edit.category).or_default();
                *last = id.max(*last);
            }
        }
        EditIds { last }
    }

    /// The id of an edit of the list.
    pub(crate) fn id(&mut self, edit: &'e Edit) -> EditId {
        edit.id.clone().unwrap_or_else(|| {
            let last = self.last.entry(&edit.category).or_default();
            *last = last.saturating_add(1);
            EditId::Number(*last)
        })
    }
}
