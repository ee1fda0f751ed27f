//! JSON whose objects keep the order of insertion.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// A value of JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Json {
    Bool(bool),
    Number(u16),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Json::Text(text.into())
    }

    pub(super) fn number(number: u16) -> Self {
        Json::Number(number)
    }

    pub(super) fn object<'k>(members: impl IntoIterator<Item = (&'k str, Json)>) -> Self {
        let members = members.into_iter().map(|(key, value)| (key.to_owned(), value));
        Json::Object(members.collect())
    }

    /// An object with the members of another one after its own.
    pub(super) fn with(self, other: Json) -> Self {
        match (self, other) {
            (Json::Object(mut members), Json::Object(others)) => {
                members.extend(others);
                Json::Object(members)
            }
            (value, _) => value,
        }
    }

    /// The value as indented lines, with a final line break.
    pub(super) fn pretty(&self) -> String {
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        text + "\n"
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Json::Bool(value) => serializer.serialize_bool(*value),
            Json::Number(value) => serializer.serialize_u16(*value),
            Json::Text(value) => serializer.serialize_str(value),
            Json::List(items) => items.serialize(serializer),
            Json::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(key, value)?;
                }
                map.end()
            }
        }
    }
}
