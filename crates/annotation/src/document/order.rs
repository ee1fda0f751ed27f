//! The reading order of edits.

use std::sync::Arc;

use super::instance::{Edit, Instance};
use spanwise_text::Utf16;

/// The top-level edits in reading order.
#[must_use]
pub fn reading_order(instance: &Instance) -> Vec<&Arc<Edit>> {
    let mut edits: Vec<&Arc<Edit>> = instance.edits.iter().collect();
    edits.sort_by_cached_key(|edit| place(edit));
    edits
}

/// The sort key of reading order: first offset in any text, then first end, constituents included; edits without spans
/// come last.
#[must_use]
pub fn place(edit: &Edit) -> impl Ord + use<> {
    first_span(edit).unwrap_or((Utf16(u32::MAX), Utf16(u32::MAX)))
}

fn first_span(edit: &Edit) -> Option<(Utf16, Utf16)> {
    let own = edit.spans.all().map(|s| (s.start(), s.end()));
    let below = edit.constituents.iter().filter_map(|c| first_span(c));
    own.chain(below).min()
}
