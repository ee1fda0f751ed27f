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
        let mut tally = ChangeCounts::default();
        for change in changes {
            change.apply(number, &mut edits, &mut tally);
        }
        if tally.edits == 0 {
            return None;
        }
        let replaced = edits.into_iter().map(|edit| Change::Replace(Arc::new(edit)));
        instance.apply_all(&replaced.collect::<Vec<_>>()).ok()?;
        Some(write_instance(&instance, after))
    };
    write_dataset(dataset, changed, OffsetUnit::Utf16)
}
