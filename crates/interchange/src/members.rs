//! Members of a JSON object that are only carried: their values stay text.

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use spanwise_json::{Json, Object, decode, encode, encode_into};

/// Names with values, in order; a value is the text of a JSON value, as it was written. Names are used once.
///
/// There are three of these lists in every edit, most of them empty: one without members is only a word. What is the same
/// for all annotators of an item is held once: a copy is made where one of them is changed.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Members(Option<Arc<Table>>);

/// The members of a list that has some.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Table {
    /// Each name, decoded, and its value, one after the other: there are as many of these lists as there are edits, and
    /// a string for each name and value would take most of the time.
    text: String,
    /// Where each name and its value end.
    ends: Vec<(usize, usize)>,
}

/// If there are more members, names are not looked for among all of them one by one.
const FEW: usize = 16;

impl Members {
    /// The members of an object, given as its text; nothing if it is none.
    #[must_use]
    pub fn parse(object: &str) -> Self {
        let object = Object::parse(object.trim());
        object.map(|object| Members::of(&object, |_| true)).unwrap_or_default()
    }

    /// The members of an object with some names. What has a name twice stands where it is first, with the value that is
    /// last.
    pub(super) fn of(object: &Object, is_wanted: impl Fn(&str) -> bool) -> Self {
        let members = object.members().iter();
        let members = members.map(|member| (member.name.as_ref(), member.value.as_ref()));
        let wanted = members.filter(|(name, _)| is_wanted(name));
        let length = wanted.clone().map(|(name, value)| name.len() + value.len()).sum();
        let mut found = Members::with_capacity(length, wanted.clone().count());
        found.extend(wanted);
        found
    }

    /// None yet, with room for some, and so many bytes of names and values.
    pub(super) fn with_capacity(bytes: usize, members: usize) -> Self {
        if members == 0 {
            return Members::default();
        }
        let (text, ends) = (String::with_capacity(bytes), Vec::with_capacity(members));
        Members(Some(Arc::new(Table { text, ends })))
    }

    /// Takes no more room than it needs, as where most members were taken out. What is shared stays as it is.
    pub(super) fn shrink(&mut self) {
        let Some(Table { text, ends }) = self.0.as_mut().and_then(Arc::get_mut) else { return };
        if text.len() < text.capacity() {
            *text = text.as_str().into();
        }
        if ends.len() < ends.capacity() {
            *ends = ends.as_slice().into();
        }
    }

    /// Makes room for more members, if there are any: so many bytes of names and values.
    pub(super) fn reserve(&mut self, bytes: usize, members: usize) {
        if let Some(table) = self.0.as_mut().and_then(Arc::get_mut) {
            table.text.reserve_exact(bytes);
            table.ends.reserve_exact(members);
        }
    }

    /// What there is of text, and where names and values end in it.
    fn parts(&self) -> (&str, &[(usize, usize)]) {
        self.0.as_ref().map_or(("", &[]), |table| (&table.text, &table.ends))
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        let (text, ends) = self.parts();
        let mut start = 0;
        ends.iter().map(move |&(name_ends, value_ends)| {
            let part = |range: Range<usize>| text.get(range).unwrap_or_default();
            let member = (part(start..name_ends), part(name_ends..value_ends));
            start = value_ends;
            member
        })
    }

    /// The text of a value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A value as words: a string decoded, a number, `true` and `false` as they are spelled; nothing for `null` and for
    /// what has parts.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        words(self.get(name)?)
    }

    /// Sets a value, given as JSON text; a new one comes last.
    pub fn set(&mut self, name: &str, json: impl AsRef<str>) {
        match (self.value_of(name), &mut self.0) {
            (Some((at, value)), Some(table)) => {
                let table = Arc::make_mut(table);
                table.text.replace_range(value.clone(), json.as_ref());
                table.move_ends(at, value.start + json.as_ref().len(), value.end);
            }
            _ => self.push(name, json.as_ref().len(), |text| text.push_str(json.as_ref())),
        }
    }

    /// Sets a value that is a string.
    pub fn set_text(&mut self, name: &str, text: &str) {
        match self.value_of(name) {
            Some(_) => self.set(name, encode(text)),
            None => {
                let is_escaped = |byte: &u8| *byte < b' ' || matches!(byte, b'"' | b'\\');
                let escapes = text.bytes().filter(is_escaped).count();
                self.push(name, text.len() + escapes + 2, |json| encode_into(text, json));
            }
        }
    }

    /// Adds a member, given how long its value is, or almost.
    fn push(&mut self, name: &str, length: usize, write: impl FnOnce(&mut String)) {
        let Table { text, ends } = Arc::make_mut(self.0.get_or_insert_default());
        if ends.len() < FEW {
            // Most lists stay short, and there are many: room for what never comes would be half of all.
            text.reserve_exact(name.len() + length);
            ends.reserve_exact(1);
        }
        text.push_str(name);
        let name_ends = text.len();
        write(text);
        ends.push((name_ends, text.len()));
    }

    /// The number of a member, and where its value is.
    fn value_of(&self, name: &str) -> Option<(usize, Range<usize>)> {
        let at = self.iter().position(|(known, _)| known == name)?;
        self.parts().1.get(at).map(|(name_ends, value_ends)| (at, *name_ends..*value_ends))
    }

    /// Takes a value out.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let taken = self.get(name).map(str::to_owned);
        self.remove(name);
        taken
    }

    /// Removes a member.
    pub fn remove(&mut self, name: &str) {
        if let (Some((at, value)), Some(table)) = (self.value_of(name), &mut self.0) {
            let table = Arc::make_mut(table);
            let start = value.start - name.len();
            table.text.drain(start..value.end);
            table.move_ends(at, start, value.end);
            table.ends.remove(at);
        }
        self.0.take_if(|table| table.ends.is_empty());
    }

    /// Takes a value out that should be a string; another one stays.
    pub fn take_text(&mut self, name: &str) -> Option<String> {
        let literal = self.get(name).filter(|value| value.starts_with('"'))?;
        let text = decode(literal).text.into_owned();
        self.remove(name);
        Some(text)
    }

    /// The object as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (text, ends) = self.parts();
        let mut json = String::with_capacity(text.len() + 4 * ends.len() + 2);
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

impl Table {
    /// Moves all that stood after the value of a member, from byte `from` to byte `to`.
    fn move_ends(&mut self, member: usize, to: usize, from: usize) {
        for (i, (name_ends, value_ends)) in self.ends.iter_mut().enumerate().skip(member) {
            *value_ends = *value_ends - from + to;
            if i > member {
                *name_ends = *name_ends - from + to;
            }
        }
    }
}

/// An object that is being written.
pub(super) struct ObjectOut<'a> {
    out: &'a mut String,
    open: bool,
    /// What follows commas and colons.
    space: &'static str,
}

impl<'a> ObjectOut<'a> {
    /// Without a space.
    pub(super) fn new(out: &'a mut String) -> Self {
        ObjectOut { out, open: false, space: "" }
    }

    /// With spaces, as Python writes objects.
    pub(super) fn spaced(out: &'a mut String) -> Self {
        ObjectOut { out, open: false, space: " " }
    }

    /// Starts a member: its value is to be written next.
    pub(super) fn value(&mut self, name: &str) -> &mut String {
        self.out.push(if self.open { ',' } else { '{' });
        self.out.push_str(if self.open { self.space } else { "" });
        self.open = true;
        encode_into(name, self.out);
        self.out.push(':');
        self.out.push_str(self.space);
        self.out
    }

    /// A member with its value as JSON.
    pub(super) fn member(&mut self, name: &str, json: &str) {
        self.value(name).push_str(json);
    }

    /// A member that is a text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        encode_into(text, self.value(name));
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

/// A value as words; see [`Members::text`].
pub(super) fn words(json: &str) -> Option<String> {
    match Json::read(json) {
        Json::String(text) => Some(text.into_owned()),
        Json::Number(number) => Some(number.to_owned()),
        Json::Bool(flag) => Some(flag.to_string()),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    }
}

impl fmt::Debug for Members {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

impl<'a, V: AsRef<str>> FromIterator<(&'a str, V)> for Members {
    fn from_iter<I: IntoIterator<Item = (&'a str, V)>>(members: I) -> Self {
        let mut all = Members::default();
        all.extend(members);
        all
    }
}

impl<'a, V: AsRef<str>> Extend<(&'a str, V)> for Members {
    /// Sets all of them, one after the other.
    fn extend<I: IntoIterator<Item = (&'a str, V)>>(&mut self, members: I) {
        let members = members.into_iter();
        let most = members.size_hint().1.map(|most| most.saturating_add(self.parts().1.len()));
        if most.is_some_and(|most| most <= FEW) {
            return members.for_each(|(name, value)| self.set(name, value));
        }
        let (before, after) = (std::mem::take(self), members.collect::<Vec<_>>());
        let after = after.iter().map(|(name, value)| (*name, value.as_ref()));
        let mut last: HashMap<&str, &str> = before.iter().chain(after.clone()).collect();
        for (name, _) in before.iter().chain(after) {
            if let Some(value) = last.remove(name) {
                self.push(name, value.len(), |text| text.push_str(value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn they_are_a_list_of_names_and_values(
            read in prop::collection::vec((0..20_u8, 0..999_u16), 0..40),
            steps in prop::collection::vec((any::<bool>(), 0..20_u8, 0..999_u16), 0..20),
        ) {
            let name = |number: u8| format!("é\"{number}");
            let mut expected: Vec<(String, String)> = Vec::new();
            let set = |all: &mut Vec<(String, String)>, name: String, value: u16| {
                match all.iter_mut().find(|(known, _)| *known == name) {
                    Some(member) => member.1 = value.to_string(),
                    None => all.push((name, value.to_string())),
                }
            };
            let json = |all: &[(String, String)]| {
                let members = all.iter().map(|(name, value)| format!("{}:{value}", encode(name)));
                format!("{{{}}}", members.collect::<Vec<_>>().join(","))
            };
            let all: Vec<_> = read.iter().map(|(n, value)| (name(*n), value.to_string())).collect();
            let mut members = Members::parse(&json(&all));
            read.into_iter().for_each(|(number, value)| set(&mut expected, name(number), value));
            prop_assert_eq!(members.to_json(), json(&expected));
            for (sets, number, value) in steps {
                let at = expected.iter().position(|(known, _)| *known == name(number));
                if sets {
                    members.set(&name(number), value.to_string());
                    set(&mut expected, name(number), value);
                } else {
                    let taken = at.map(|at| expected.remove(at).1);
                    prop_assert_eq!(members.take(&name(number)), taken);
                }
                prop_assert_eq!(members.to_json(), json(&expected));
            }
        }
    }
}
