//! The `metadata` of an instance.

use spanwise_json::{Json, Object, encode};

const KEY: &str = "metadata";
const ANNOTATOR: &str = "annotator";

/// Returns the JSON of an instance with entries added to its `metadata`, in place of those of the same name. Returns
/// `raw` unchanged if it is no object, or its `metadata` is neither a map nor `null`.
#[must_use]
pub fn with_metadata(raw: &str, entries: &[(&str, &str)]) -> String {
    add(raw, entries).unwrap_or_else(|| raw.to_owned())
}

fn add(raw: &str, entries: &[(&str, &str)]) -> Option<String> {
    let mut object = Object::parse(raw)?;
    let known = object.get(KEY).filter(|value| *value != "null").map(str::to_owned);
    let mut metadata = match &known {
        Some(known) => Object::parse(known)?,
        None => Object::default(),
    };
    for (name, value) in entries {
        metadata.set(name, encode(value));
    }
    let metadata = metadata.into_text();
    object.set(KEY, metadata);
    Some(object.into_text())
}

/// The name of the annotator of an instance, in `metadata.annotator`: a text or a number.
#[must_use]
pub fn annotator_of(raw: &str) -> Option<String> {
    let instance = Object::parse(raw)?;
    let metadata = Object::parse(instance.get(KEY)?)?;
    let name = Json::read(metadata.get(ANNOTATOR)?).into_name()?;
    (!name.is_empty()).then(|| name.into_owned())
}

/// Removes the name of the annotator from an instance.
pub fn remove_annotator(instance: &mut Object) {
    let unnamed = instance.get(KEY).and_then(Object::parse).map(|mut metadata| {
        metadata.remove(ANNOTATOR);
        metadata.into_text()
    });
    if let Some(metadata) = unnamed {
        instance.set(KEY, metadata);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_added_and_nothing_else_changes() {
        for (raw, expected) in [
            (
                r#"{"source": "a", "n": 1.0}"#,
                r#"{"source": "a", "n": 1.0, "metadata": {"id":"“x”"}}"#,
            ),
            (r#"{"metadata":null}"#, r#"{"metadata":{"id":"“x”"}}"#),
            (r#"{"metadata":{"id": 3, "b": []}}"#, r#"{"metadata":{"id": "“x”", "b": []}}"#),
            (r#"{"metadata":"text"}"#, r#"{"metadata":"text"}"#),
            (r#"{"metadata":[1]}"#, r#"{"metadata":[1]}"#),
            ("{}", r#"{"metadata":{"id":"“x”"}}"#),
            ("no object", "no object"),
        ] {
            assert_eq!(with_metadata(raw, &[("id", "“x”")]), expected, "{raw}");
        }
    }

    #[test]
    fn the_annotator_is_a_text_or_a_number() {
        for (raw, expected) in [
            (r#"{"metadata": {"annotator": "anna"}}"#, Some("anna")),
            (r#"{"metadata": {"annotator": 7}}"#, Some("7")),
            (r#"{"metadata": {"annotator": ""}}"#, None),
            (r#"{"metadata": {"annotator": ["anna"]}}"#, None),
            (r#"{"metadata": "anna", "annotator": "anna"}"#, None),
            ("no object", None),
        ] {
            assert_eq!(annotator_of(raw).as_deref(), expected, "{raw}");
        }
    }
}
