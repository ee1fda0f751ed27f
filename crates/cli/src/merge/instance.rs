//! An instance of one annotator, and its comparison with another version.

use std::borrow::Cow;
use std::collections::BTreeMap;

use spanwise_annotation::alignment::AlignmentKey;
use spanwise_annotation::format::thresh_read::OWN_KEY;
use spanwise_annotation::format::{ANNOTATIONS, annotator_of, identity, with_metadata};
use spanwise_annotation::typology_hash::TYPOLOGY;
use spanwise_json::{Json, Member, Object, encode};

/// An instance with its annotator.
#[derive(Debug, Clone)]
pub(super) struct AnnotatedInstance {
    pub(super) annotator: String,
    pub(super) identity: AlignmentKey,
    /// Its JSON, which names the annotator.
    pub(super) raw: String,
}

impl AnnotatedInstance {
    /// Reads an instance and notes its annotator, unless it names one. `None` if there is no place for the name.
    pub(super) fn read(raw: &str, annotator: &str) -> Option<Self> {
        let known = annotator_of(raw);
        let (raw, annotator) = match known {
            Some(known) => (raw.to_owned(), known),
            None => (with_metadata(raw, &[("annotator", annotator)]), annotator.to_owned()),
        };
        // If `metadata` is no object, nothing was noted.
        annotator_of(&raw)?;
        let identity = identity(&raw).for_alignment();
        Some(AnnotatedInstance { annotator, identity, raw })
    }

    /// The names of members that differ in meaning: order, layout, the spelling of texts and empty annotations are
    /// ignored.
    pub(super) fn differing(&self, other: &AnnotatedInstance) -> Vec<String> {
        let (mine, theirs) = (members(&self.raw), members(&other.raw));
        let names = mine.keys().chain(theirs.keys());
        let mut differing: Vec<String> =
            names.filter(|name| mine.get(*name) != theirs.get(*name)).cloned().collect();
        differing.sort_unstable();
        differing.dedup();
        differing
    }

    /// Returns `true` if the annotator did nothing: no edits, no comment, no bookmark, not done.
    pub(super) fn is_untouched(&self) -> bool {
        let members = members(&self.raw);
        ANNOTATIONS.iter().all(|name| !members.contains_key(*name))
    }
}

/// Returns `true` if all of these members hold annotations.
pub(super) fn are_annotations(members: &[String]) -> bool {
    members.iter().all(|name| ANNOTATIONS.contains(&name.as_str()))
}

/// The members of an instance in one spelling, without empty annotations and without the note of the typology: versions
/// that say the same do not differ, and those of files with other notes are told for the whole file.
fn members(raw: &str) -> BTreeMap<String, String> {
    let Some(object) = Object::parse(raw) else { return BTreeMap::new() };
    let says_nothing = |value: &str| matches!(value, "null" | "[]" | "{}" | "false" | "\"\"");
    let spelled = |m: &Member| match m.name.as_ref() {
        OWN_KEY => spelled_alike(&without_typology(&m.value)),
        _ => spelled_alike(&m.value),
    };
    let all = object.members().iter().map(|m| (m.name.to_string(), spelled(m)));
    // Of members with the same name the last one counts.
    let mut members: BTreeMap<String, String> = all.collect();
    members.retain(|name, value| !(ANNOTATIONS.contains(&name.as_str()) && says_nothing(value)));
    members
}

/// The JSON of [`OWN_KEY`] without the note of the typology.
fn without_typology(own: &str) -> Cow<'_, str> {
    let Some(mut object) = Object::parse(own) else { return Cow::Borrowed(own) };
    object.remove(TYPOLOGY);
    Cow::Owned(object.into_text())
}

/// A JSON value with sorted members, without white space, and with texts spelled in one way. Numbers are compared as
/// they are written.
fn spelled_alike(raw: &str) -> String {
    match Json::read(raw) {
        Json::String(text) => encode(&text),
        Json::Array(array) => {
            let items: Vec<String> = array.values().map(spelled_alike).collect();
            format!("[{}]", items.join(","))
        }
        Json::Object(object) => {
            let all = object.members().iter();
            let sorted: BTreeMap<Cow<str>, String> =
                all.map(|m| (m.name.clone(), spelled_alike(&m.value))).collect();
            let members: Vec<String> =
                sorted.iter().map(|(name, value)| format!("{}:{value}", encode(name))).collect();
            format!("{{{}}}", members.join(","))
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => raw.trim().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instance(raw: &str) -> AnnotatedInstance {
        AnnotatedInstance::read(raw, "anna").unwrap()
    }

    #[test]
    fn the_annotator_is_noted_unless_one_is_named() {
        for (raw, name, expected) in [
            (r#"{"target": "a"}"#, "anna", r#"{"target": "a","metadata": {"annotator":"anna"}}"#),
            (r#"{"metadata":{"annotator":"ben"}}"#, "ben", r#"{"metadata":{"annotator":"ben"}}"#),
            (r#"{"metadata":{"annotator":7}}"#, "7", r#"{"metadata":{"annotator":7}}"#),
            (r#"{"metadata":{"annotator":""}}"#, "anna", r#"{"metadata":{"annotator":"anna"}}"#),
        ] {
            let read = instance(raw);
            assert_eq!((read.annotator.as_str(), read.raw.as_str()), (name, expected));
        }
        assert!(AnnotatedInstance::read(r#"{"metadata":"x"}"#, "anna").is_none());
        assert!(AnnotatedInstance::read(r#"{"metadata":[1]}"#, "anna").is_none());
    }

    #[test]
    fn what_means_the_same_does_not_differ() {
        let one = instance(
            r#"{"target": "é", "edits": [{"id": 1, "category": "a"}], "x": {"b": 1, "a": 2}}"#,
        );
        for (other, expected) in [
            (
                r#"{ "edits":[{"category":"a","id":1}],"x":{"a":2,"b":1},"target":"\u00e9"}"#,
                &[][..],
            ),
            (
                r#"{"target": "é", "edits": [{"id": 1, "category": "a"}], "x": {"b": 1, "a": 2}, "comment": "", "bookmark": false, "_spanwise": {}}"#,
                &[],
            ),
            (
                r#"{"target": "é", "edits": [{"id": 1, "category": "a"}], "x": {"b": 1, "a": 2}, "_spanwise": {"typology": "0"}}"#,
                &[],
            ),
            (
                r#"{"target": "é", "edits": [{"id": 2, "category": "a"}], "x": {"b": 1, "a": 2}}"#,
                &["edits"],
            ),
            (
                r#"{"target": "é", "edits": [{"id": 1, "category": "a"}], "x": {"b": 1}, "y": null}"#,
                &["x", "y"],
            ),
        ] {
            assert_eq!(one.differing(&instance(other)), expected, "{other}");
            assert_eq!(instance(other).differing(&one), expected, "{other}");
        }
    }

    #[test]
    fn only_an_instance_without_a_trace_is_untouched() {
        for (raw, untouched) in [
            (r#"{"target": "a"}"#, true),
            (r#"{"target": "a", "edits": [ ], "comment": "", "bookmark": false}"#, true),
            (r#"{"target": "a", "edits": [{}]}"#, false),
            (r#"{"target": "a", "comment": "b"}"#, false),
            (r#"{"target": "a", "bookmark": true}"#, false),
            (r#"{"target": "a", "_spanwise": {"done": true}}"#, false),
            (r#"{"target": "a", "edits": [], "_spanwise": { "typology": "0" }}"#, true),
        ] {
            assert_eq!(instance(raw).is_untouched(), untouched, "{raw}");
        }
    }
}
