//! What stood in a file, where writing it anew would give something else of the same meaning: another spelling, another
//! layout, a value of a wrong type. It is kept beside the record or the edit that was read from it, and written again as
//! long as reading it gives just that.

use crate::domain::exchange::members::Members;
use crate::domain::exchange::record::Edit;

/// The name in `kept`.
const AS_WRITTEN: &str = "as_written";

/// Keeps the text of a JSON value, unless `again` has the same value.
pub(crate) fn keep_json(kept: &mut Members, raw: &str, again: &str) {
    if !same_value(raw, again) {
        kept.set(AS_WRITTEN, raw);
    }
}

/// Keeps a line, unless `again` is the same.
pub(crate) fn keep_line(kept: &mut Members, line: &str, again: &str) {
    if line != again {
        kept.set_text(AS_WRITTEN, line);
    }
}

/// The JSON value that was kept.
pub(crate) fn kept_json(kept: &Members) -> Option<&str> {
    kept.get(AS_WRITTEN)
}

/// The line that was kept.
pub(crate) fn kept_line(kept: &Members) -> Option<String> {
    kept.text(AS_WRITTEN)
}

/// Whether two edits say the same to a format: numbering, and what is only kept, aside.
pub(crate) fn same_edit(a: &Edit, b: &Edit) -> bool {
    a.category == b.category
        && a.spans == b.spans
        && a.answers == b.answers
        && a.metadata == b.metadata
}

/// Whether two texts are the same JSON value. One that can't be held exactly, such as a huge number, is like no other.
fn same_value(a: &str, b: &str) -> bool {
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).ok();
    a == b || value(a).is_some_and(|a| value(b).is_some_and(|b| a == b))
}
