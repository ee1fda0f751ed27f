//! The identity of an instance: its texts and its name in the file.

use super::report::InstanceReport;
use super::texts::read_texts;
use crate::alignment;
use crate::document::Texts;
use spanwise_json::{Json, Object};

/// Texts and name of an instance, read without its edits.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceIdentity {
    /// Its texts.
    pub texts: Texts,
    /// `id`, else `metadata.id`: a text or a number, as its text.
    pub id: Option<String>,
}

impl InstanceIdentity {
    /// The key for aligning files.
    #[must_use]
    pub fn for_alignment(&self) -> alignment::AlignmentKey {
        alignment::AlignmentKey::new(self.id.clone(), &self.texts)
    }
}

/// Reads the identity of an instance: empty texts and no name if `raw` is no object.
#[must_use]
pub fn identity(raw: &str) -> InstanceIdentity {
    let Json::Object(object) = Json::read(raw) else { return InstanceIdentity::default() };
    let texts = read_texts(&object, &mut InstanceReport::new(0));
    let within = || match Json::read(object.get("metadata")?) {
        Json::Object(metadata) => name_in(&metadata),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::String(_) | Json::Array(_) => None,
    };
    InstanceIdentity { texts, id: name_in(&object).or_else(within) }
}

fn name_in(object: &Object) -> Option<String> {
    let id = Json::read(object.get("id")?).into_name()?;
    (!id.is_empty()).then(|| id.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_where_files_have_them() {
        let cases = [
            (r#"{"id": "a"}"#, Some("a")),
            (r#"{"id": 7, "metadata": {"id": "b"}}"#, Some("7")),
            (r#"{"metadata": {"id": "b"}}"#, Some("b")),
            (r#"{"id": null, "metadata": {"id": 3}}"#, Some("3")),
            (r#"{"id": "", "metadata": "c"}"#, None),
            ("[1]", None),
            ("", None),
        ];
        for (raw, id) in cases {
            assert_eq!(identity(raw).id.as_deref(), id, "{raw}");
        }
    }

    #[test]
    fn texts_are_those_that_spans_refer_to() {
        let read = identity(r#"{"source": "a\u00e9", "target": 12}"#);
        assert_eq!(read.texts, Texts::usual("aé", "12"));
    }
}
