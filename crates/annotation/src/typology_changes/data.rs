//! Changes of a typology, applied to a data file.

use super::{ChangeCounts, TypologyChanges};
use crate::change::Change;
use crate::document::Edit;
use crate::format::{Dataset, OffsetUnit, read_instance, write_dataset, write_instance};
use spanwise_template::Typology;
use std::sync::Arc;

/// Returns the text of a data file after the changes, one after the other, from the typology `before` to `after`.
/// Instances without a changed name stay as they are written.
#[must_use]
pub fn rename_in_data(
    dataset: &Dataset,
    changes: &[TypologyChanges],
    before: &Typology,
    after: &Typology,
) -> String {
    let changed = |number: usize| {
        let mut instance = read_instance(dataset.raw(number)?, number, before).instance;
        let mut edits: Vec<Edit> = instance.edits.iter().map(|edit| Edit::clone(edit)).collect();
        let mut answers = instance.answers.clone();
        let mut is_changed = false;
        for change in changes {
            let mut counts = ChangeCounts::default();
            let log = change.apply(number, &mut edits, &mut answers, &mut counts);
            is_changed |= !log.is_empty();
        }
        if !is_changed {
            return None;
        }
        let replaced = edits.into_iter().map(|edit| Change::Replace(Arc::new(edit)));
        let all: Vec<Change> = replaced.chain([Change::Answers(answers)]).collect();
        instance.apply_all(&all).ok()?;
        Some(write_instance(&instance, after))
    };
    write_dataset(dataset, changed, OffsetUnit::Utf16)
}
