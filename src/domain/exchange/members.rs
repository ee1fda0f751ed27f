//! Members of a JSON object that are only carried: their values stay text.

use crate::domain::format::json::{Json, Object, decode, encode};

/// Names with values, in order; a value is the text of a JSON value, as it was written. Names are used once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Members(Vec<(String, String)>);

impl Members {
    /// The members of an object, given as its text; nothing if it is none.
    #[must_use]
    pub fn parse(object: &str) -> Self {
        Object::parse(object.trim()).map(|object| Members::of(&object)).unwrap_or_default()
    }

    /// The members of an object.
    pub(super) fn of(object: &Object) -> Self {
        let mut members = Members::default();
        for member in object.members() {
            members.set(&member.name, member.value.as_ref());
        }
        members
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The text of a value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// A value as words: a string decoded, a number, `true` and `false` as they are spelled; nothing for `null` and for
    /// what has parts.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        match Json::read(self.get(name)?) {
            Json::String(text) => Some(text.into_owned()),
            Json::Number(number) => Some(number.to_owned()),
            Json::Bool(flag) => Some(flag.to_string()),
            Json::Null | Json::Array(_) | Json::Object(_) => None,
        }
    }

    /// Sets a value, given as JSON text; a new one comes last.
    pub fn set(&mut self, name: &str, json: impl Into<String>) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, value)) => *value = json.into(),
            None => self.0.push((name.to_owned(), json.into())),
        }
    }

    /// Sets a value that is a string.
    pub fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, encode(text));
    }

    /// Takes a value out.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// Takes a value out that should be a string; another one stays.
    pub fn take_text(&mut self, name: &str) -> Option<String> {
        let literal = self.get(name).filter(|value| value.starts_with('"'))?;
        let text = decode(literal).text.into_owned();
        self.take(name);
        Some(text)
    }

    /// The object as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = String::new();
        self.write(&mut json);
        json
    }

    /// Writes the object as JSON.
    pub(super) fn write(&self, out: &mut String) {
        let mut object = ObjectOut::new(out);
        self.iter().for_each(|(name, value)| object.member(name, value));
        object.close();
    }
}

/// An object that is being written, without a space.
pub(super) struct ObjectOut<'a> {
    out: &'a mut String,
    open: bool,
}

impl<'a> ObjectOut<'a> {
    pub(super) fn new(out: &'a mut String) -> Self {
        ObjectOut { out, open: false }
    }

    /// Starts a member: its value is to be written next.
    pub(super) fn value(&mut self, name: &str) -> &mut String {
        self.out.push(if self.open { ',' } else { '{' });
        self.open = true;
        push_text(self.out, name);
        self.out.push(':');
        self.out
    }

    /// A member with its value as JSON.
    pub(super) fn member(&mut self, name: &str, json: &str) {
        self.value(name).push_str(json);
    }

    /// A member that is a text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        push_text(self.value(name), text);
    }

    /// A member that is an object; nothing if that would be empty.
    pub(super) fn object(&mut self, name: &str, members: &Members) {
        if !members.is_empty() {
            members.write(self.value(name));
        }
    }

    /// Ends the object. What follows it can be written next.
    pub(super) fn close(self) -> &'a mut String {
        self.out.push_str(if self.open { "}" } else { "{}" });
        self.out
    }
}

/// Writes a text as JSON.
fn push_text(out: &mut String, text: &str) {
    let is_plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(is_plain) {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        out.push_str(&encode(text));
    }
}

impl<'a> FromIterator<(&'a str, String)> for Members {
    fn from_iter<I: IntoIterator<Item = (&'a str, String)>>(members: I) -> Self {
        let mut all = Members::default();
        members.into_iter().for_each(|(name, value)| all.set(name, value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_spelling_and_their_order() {
        let mut members = Members::parse(r#" {"b": 1.50, "a": "\u00e9", "c": [ 1 ], "b": 2e0} "#);
        assert_eq!(members.to_json(), r#"{"b":2e0,"a":"\u00e9","c":[ 1 ]}"#);
        assert_eq!(members.text("a").as_deref(), Some("é"));
        assert_eq!((members.text("b").as_deref(), members.text("c")), (Some("2e0"), None));
        assert_eq!((members.take_text("a").as_deref(), members.take_text("b")), (Some("é"), None));
        members.set_text("d", "“\"");
        assert_eq!(members.to_json(), r#"{"b":2e0,"c":[ 1 ],"d":"“\""}"#);
        assert!(Members::parse("[1]").is_empty());
    }
}
