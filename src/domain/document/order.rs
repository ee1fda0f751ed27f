//! The order in which edits are read.

use super::instance::{Edit, EditKey, Instance};
use crate::domain::text::Utf16;

/// Keys of the top-level edits in reading order: by first offset on either side, then by first end, edits without
/// spans last; otherwise in the order of the list.
#[must_use]
pub fn reading_order(instance: &Instance) -> Vec<EditKey> {
    let mut keyed: Vec<_> = instance.edits.iter().map(|e| (place(e), e.key)).collect();
    keyed.sort_by_key(|(place, _)| *place);
    keyed.into_iter().map(|(_, key)| key).collect()
}

fn place(edit: &Edit) -> (Utf16, Utf16) {
    let own = edit.spans.source.iter().chain(&edit.spans.target).map(|s| (s.start(), s.end()));
    let below = edit.constituents.iter().map(|c| place(c));
    own.chain(below).min().unwrap_or((Utf16(u32::MAX), Utf16(u32::MAX)))
}
