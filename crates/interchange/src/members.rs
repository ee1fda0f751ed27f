//! Members of a JSON object that are carried along, with values as text.

use std::collections::HashMap;
use std::fmt;

use arcstr::ArcStr;
use spanwise_json::{Json, Object, decode, encode, encode_into};

/// Names with values, in order; a value is the text of a JSON value, as it was written. Names are used once.
///
/// Every edit has three of these lists, most of them empty or with one or two members: so a list is a pointer to a
/// single piece of memory. Equal lists of all annotators of an item are held once. A change rewrites the list; many
/// members are set at once, with [`extend`](Extend::extend) or [`collect`](Iterator::collect).
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Members(
    /// Each member as the lengths of its name, decoded, and of its value, in bytes, and both of these. `None` without
    /// members.
    Option<ArcStr>,
);

/// The maximal number of members whose names are searched one by one.
const FEW: usize = 16;

/// The bits of a length in one character; its next bit is set if there are more.
const LENGTH_BITS: u32 = 6;
const MORE: u8 = 1 << LENGTH_BITS;

fn push_length(mut length: usize, out: &mut String) {
    loop {
        let low = u8::try_from(length % usize::from(MORE)).unwrap_or_default();
        length >>= LENGTH_BITS;
        let more = if length > 0 { MORE } else { 0 };
        out.push(char::from(low | more));
        if length == 0 {
            return;
        }
    }
}

/// Names and values that follow each other in a text.
#[derive(Clone)]
struct MemberIter<'a>(&'a str);

impl<'a> MemberIter<'a> {
    fn length(&mut self) -> Option<usize> {
        let last = self.0.bytes().position(|byte| byte & MORE == 0)?;
        let (length, rest) = self.0.split_at_checked(last + 1)?;
        self.0 = rest;
        let bits = |length, byte: u8| length << LENGTH_BITS | usize::from(byte & (MORE - 1));
        Some(length.bytes().rev().fold(0, bits))
    }

    fn text(&mut self, length: usize) -> Option<&'a str> {
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(text)
    }
}

impl<'a> Iterator for MemberIter<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, value) = (self.length()?, self.length()?);
        Some((self.text(name)?, self.text(value)?))
    }
}

impl Members {
    /// The members of an object, given as its text; empty for anything else.
    #[must_use]
    pub fn parse(object: &str) -> Self {
        let object = Object::parse(object.trim());
        object.map(|object| Members::of(&object, |_| true)).unwrap_or_default()
    }

    /// The members of an object with wanted names. A repeated name has its first place and its last value.
    pub(super) fn of(object: &Object, is_wanted: impl Fn(&str) -> bool) -> Self {
        let members = object.members().iter();
        let members = members.map(|member| (member.name.as_ref(), member.value.as_ref()));
        members.filter(|(name, _)| is_wanted(name)).collect()
    }

    /// The list of these members, whose names are distinct.
    fn write_all<'m>(members: impl Iterator<Item = (&'m str, &'m str)> + Clone) -> Self {
        // Both lengths take at most two characters each, except for long values.
        let room = members.clone().map(|(name, value)| name.len() + value.len() + 4).sum();
        let mut text = String::with_capacity(room);
        for (name, value) in members {
            push_length(name.len(), &mut text);
            push_length(value.len(), &mut text);
            text.push_str(name);
            text.push_str(value);
        }
        Members((!text.is_empty()).then(|| ArcStr::from(text)))
    }

    /// Returns `true` if there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Names and values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> + Clone {
        MemberIter(self.0.as_deref().unwrap_or_default())
    }

    /// The text of a value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// A value as words: a decoded string, or the spelling of a number, `true` or `false`; `None` for `null`, lists and
    /// objects.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        words(self.get(name)?)
    }

    /// Sets a value, given as JSON text; a new one comes last.
    pub fn set(&mut self, name: &str, json: impl AsRef<str>) {
        let json = json.as_ref();
        let new = if self.get(name).is_none() { Some((name, json)) } else { None };
        let known =
            self.iter().map(|(known, value)| (known, if known == name { json } else { value }));
        *self = Members::write_all(known.chain(new));
    }

    /// Sets a value that is a string.
    pub fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, encode(text));
    }

    /// Takes a value out.
    pub fn take(&mut self, name: &str) -> Option<String> {
        let taken = self.get(name).map(str::to_owned);
        self.remove(name);
        taken
    }

    /// Removes a member.
    pub fn remove(&mut self, name: &str) {
        if self.get(name).is_some() {
            *self = Members::write_all(self.iter().filter(|(known, _)| *known != name));
        }
    }

    /// Takes out a value that is a string; another one stays.
    pub fn take_text(&mut self, name: &str) -> Option<String> {
        let literal = self.get(name).filter(|value| value.starts_with('"'))?;
        let text = decode(literal).text.into_owned();
        self.remove(name);
        Some(text)
    }

    /// The object as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut json = String::with_capacity(self.0.as_ref().map_or(2, |text| text.len() + 16));
        self.write(&mut json);
        json
    }

    /// Writes the object as JSON.
    pub(super) fn write(&self, out: &mut String) {
        let mut object = ObjectWriter::new(out);
        self.iter().for_each(|(name, value)| object.member(name, value));
        object.close();
    }
}

/// A writer of an object.
pub(super) struct ObjectWriter<'a> {
    out: &'a mut String,
    open: bool,
    /// White space after commas and colons.
    space: &'static str,
}

impl<'a> ObjectWriter<'a> {
    /// Creates a writer without spaces.
    pub(super) fn new(out: &'a mut String) -> Self {
        ObjectWriter { out, open: false, space: "" }
    }

    /// Creates a writer with spaces, as Python writes objects.
    pub(super) fn spaced(out: &'a mut String) -> Self {
        ObjectWriter { out, open: false, space: " " }
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

    /// Writes a member with its value as JSON.
    pub(super) fn member(&mut self, name: &str, json: &str) {
        self.value(name).push_str(json);
    }

    /// Writes a member that is a text.
    pub(super) fn text(&mut self, name: &str, text: &str) {
        encode_into(text, self.value(name));
    }

    /// Writes a member that is an object, unless that is empty.
    pub(super) fn object(&mut self, name: &str, members: &Members) {
        if !members.is_empty() {
            members.write(self.value(name));
        }
    }

    /// Ends the object; returns the output for the text after it.
    pub(super) fn close(self) -> &'a mut String {
        self.out.push_str(if self.open { "}" } else { "{}" });
        self.out
    }
}

/// A string decoded, any other value as it is spelled.
pub(super) fn words_or_raw(json: &str) -> String {
    if let Json::String(text) = Json::read(json) { text.into_owned() } else { json.to_owned() }
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
        let new: Vec<(&str, V)> = members.into_iter().collect();
        let mut all: Vec<(&str, &str)> = Vec::with_capacity(new.len());
        let mut places: HashMap<&str, usize> = HashMap::new();
        for (name, value) in self.iter().chain(new.iter().map(|(name, v)| (*name, v.as_ref()))) {
            let known = if all.len() <= FEW {
                all.iter().position(|(known, _)| *known == name)
            } else {
                places.get(name).copied()
            };
            if let Some(member) = known.and_then(|at| all.get_mut(at)) {
                member.1 = value;
                continue;
            }
            all.push((name, value));
            match all.len() {
                // From now on names are looked up in `places`.
                n if n == FEW + 1 => places.extend(all.iter().map(|(name, _)| *name).zip(0..)),
                n if n > FEW => drop(places.insert(name, n - 1)),
                _ => {}
            }
        }
        *self = Members::write_all(all.into_iter());
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
