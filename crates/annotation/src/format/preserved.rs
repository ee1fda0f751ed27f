//! Preserved data in Thresh's JSON: content of another format's file that only this format needs.

use std::borrow::Cow;

use super::thresh_read::{CONSTITUENTS, OWN_KEY};
use spanwise_json::{Array, Object};

/// The member of [`OWN_KEY`] of an instance or an edit with its preserved data.
pub const PRESERVED: &str = "kept";

/// The JSON of an edit with its constituents, or of an instance without edits, but without preserved data.
#[must_use]
pub fn without_preserved(raw: &str) -> Cow<'_, str> {
    let object = Object::parse(raw).filter(|_| raw.contains(PRESERVED));
    let Some(mut object) = object else { return Cow::Borrowed(raw) };
    if let Some(mut own) = object.get(OWN_KEY).and_then(Object::parse) {
        own.remove(PRESERVED);
        let left = (!own.members().is_empty()).then(|| own.into_text());
        match left {
            Some(own) => object.set(OWN_KEY, own),
            None => object.remove(OWN_KEY),
        }
    }
    if let Some(parts) = object.get(CONSTITUENTS).and_then(Array::parse) {
        let kept = parts.values().enumerate().map(|(at, part)| (Some(at), without_preserved(part)));
        let parts = parts.with(kept);
        object.set(CONSTITUENTS, parts);
    }
    Cow::Owned(object.into_text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_preserved_data_are_left_out() {
        for (raw, expected) in [
            (r#"{"id": 1, "a": "kept"}"#, r#"{"id": 1, "a": "kept"}"#),
            (r#"{"id": 1, "_spanwise": {"kept": {"x": [1]}}}"#, r#"{"id": 1}"#),
            (
                r#"{"_spanwise": {"done": true, "kept": {}}, "id": 1}"#,
                r#"{"_spanwise": {"done": true}, "id": 1}"#,
            ),
            (
                r#"{"constituent_edits": [{"id": 2, "_spanwise": {"kept": {}}}, {"id": 3}]}"#,
                r#"{"constituent_edits": [{"id": 2}, {"id": 3}]}"#,
            ),
            (r#"{"_spanwise": {}, "id": 1}"#, r#"{"_spanwise": {}, "id": 1}"#),
            (r#""kept""#, r#""kept""#),
        ] {
            assert_eq!(without_preserved(raw), expected);
        }
    }
}
