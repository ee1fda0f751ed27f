//! Comments of annotators on edits, which several formats have.

use super::record::Edit;
use spanwise_json::{Array, Json, encode};

/// The member of an edit's metadata with its comments: a text, or a list of several.
pub(super) const COMMENT: &str = "comment";

/// Comments as the value of that member; nothing if there are none.
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
    let words = |value| match Json::read(value) {
        Json::String(text) => text.into_owned(),
        _ => value.to_owned(),
    };
    match edit.metadata.get(COMMENT) {
        None => Vec::new(),
        Some(value) => match Json::read(value) {
            // Anything else is one comment, whatever it looks like.
            Json::Array(several) if is_several(&several) => several.values().map(words).collect(),
            _ => vec![words(value)],
        },
    }
}

/// Whether this is what [`comments_json`] makes of several comments.
fn is_several(list: &Array) -> bool {
    list.values().len() > 1 && list.values().all(|comment| comment.starts_with('"'))
}
