//! JSON objects whose members keep their order. Models write members in the order in which they are told of them: a reason
//! that comes first is thought of before the span.

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

/// An object with its members in order.
#[derive(Debug, Default)]
pub(crate) struct OrderedObject(Vec<(String, Box<RawValue>)>);

impl OrderedObject {
    /// Adds a member.
    pub(crate) fn add(&mut self, name: &str, value: &impl Serialize) {
        self.0.push((name.to_owned(), raw(value)));
    }

    /// The same object with one more member.
    pub(crate) fn with(mut self, name: &str, value: &impl Serialize) -> Self {
        self.add(name, value);
        self
    }

    /// The names of its members.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).collect()
    }
}

impl Serialize for OrderedObject {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// A value as JSON. What is written here can be: texts, numbers, lists and objects with names.
pub(crate) fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}
