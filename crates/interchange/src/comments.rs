//! Comments of annotators on edits, which several formats have.

use super::members::words_or_raw;
use super::record::Edit;
use spanwise_json::{Array, encode};

/// The member of an edit's metadata with its comments: a text, or a list of several.
pub(super) const COMMENT: &str = "comment";

/// Comments as the value of [`COMMENT`]; `None` if there are none.
pub(super) fn comments_json(comments: &[String]) -> Option<String> {
    match comments {
        [] => None,
        [comment] => Some(encode(comment)),
        several => {
            let several: Vec<_> = several.iter().map(|comment| encode(comment)).collect();
            Some(format!("[{}]", several.join(",")))
        }
    }
}

/// The comments of an edit.
pub(super) fn comments_of(edit: &Edit) -> Vec<String> {
    let Some(value) = edit.metadata.get(COMMENT) else { return Vec::new() };
    match Array::parse(value).filter(is_several) {
        Some(several) => several.values().map(words_or_raw).collect(),
        // Any other value is a single comment.
        None => vec![words_or_raw(value)],
    }
}

/// Returns `true` for a list of several comments as [`comments_json`] writes it.
fn is_several(list: &Array) -> bool {
    list.values().len() > 1 && list.values().all(|comment| comment.starts_with('"'))
}
