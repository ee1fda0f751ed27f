//! Objects and arrays as the pieces of their text: joined again they give the same text, whatever its layout.

use std::borrow::Cow;

use super::{decode, encode, key_end, skip_space, value_end};

/// An object. Of members with the same name the last one counts, as in every common reader.
#[derive(Debug, Default)]
pub struct Object<'a> {
    members: Vec<Member<'a>>,
    /// The white space between the braces of an empty object.
    blank: &'a str,
}

/// `before` `head` `value` `after`: white space, the key up to its value, the value, white space.
#[derive(Debug)]
pub struct Member<'a> {
    /// The key, its escapes resolved.
    pub name: Cow<'a, str>,
    /// The value, as it is spelled.
    pub value: Cow<'a, str>,
    before: &'a str,
    head: Cow<'a, str>,
    after: &'a str,
}

impl<'a> Object<'a> {
    /// Splits the text of an object; `None` if it is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut cursor = Cursor::enter(text, '{')?;
        let room = if cursor.more { 8 } else { 0 };
        let mut object = Object { members: Vec::with_capacity(room), blank: cursor.blank };
        while cursor.more {
            object.members.push(cursor.member()?);
        }
        Some(object)
    }

    /// All members, in order.
    pub fn members(&self) -> &[Member<'a>] {
        &self.members
    }

    /// All members, to change their values.
    pub fn members_mut(&mut self) -> &mut [Member<'a>] {
        &mut self.members
    }

    /// The text of a member's value.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.members.iter().rev().find(|m| m.name == name).map(|m| m.value.as_ref())
    }

    /// Replaces the value of the last member of that name, or appends a member laid out like the one before it.
    pub fn set(&mut self, name: &str, value: String) {
        if let Some(member) = self.members.iter_mut().rev().find(|m| m.name == name) {
            member.value = Cow::Owned(value);
            return;
        }
        let mut head = encode(name) + ":";
        let (mut before, mut after) = ("", "");
        if let Some(last) = self.members.last_mut() {
            if last.head.ends_with(' ') {
                head.push(' ');
            }
            before = last.before;
            after = std::mem::take(&mut last.after);
        }
        let (name, value) = (Cow::Owned(name.to_owned()), Cow::Owned(value));
        self.members.push(Member { name, value, before, head: Cow::Owned(head), after });
    }

    /// Gives every member of that name another one.
    pub fn rename(&mut self, name: &str, new: &str) {
        for member in self.members.iter_mut().filter(|m| m.name == name) {
            let space = if member.head.ends_with(' ') { " " } else { "" };
            member.head = Cow::Owned(format!("{}:{space}", encode(new)));
            member.name = Cow::Owned(new.to_owned());
        }
    }

    /// Removes every member of that name.
    pub fn remove(&mut self, name: &str) {
        let closing = self.members.last().map_or("", |m| m.after);
        self.members.retain(|m| m.name != name);
        if let Some(last) = self.members.last_mut() {
            last.after = closing;
        }
    }

    /// The text of the object.
    pub fn into_text(self) -> String {
        let mut text = String::from("{");
        text.push_str(if self.members.is_empty() { self.blank } else { "" });
        for (i, member) in self.members.iter().enumerate() {
            text.push_str(if i == 0 { "" } else { "," });
            for piece in [member.before, &member.head, &member.value, member.after] {
                text.push_str(piece);
            }
        }
        text.push('}');
        text
    }
}

/// An array.
#[derive(Debug, Default)]
pub struct Array<'a> {
    items: Vec<ArrayItem<'a>>,
    /// The white space between the brackets of an empty array.
    blank: &'a str,
}

/// `before` `value` `after`: white space, the value, white space.
#[derive(Debug)]
struct ArrayItem<'a> {
    before: &'a str,
    value: &'a str,
    after: &'a str,
}

impl<'a> Array<'a> {
    /// Splits the text of an array; `None` if it is not one.
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut cursor = Cursor::enter(text, '[')?;
        let mut array = Array { items: Vec::new(), blank: cursor.blank };
        while cursor.more {
            array.items.push(cursor.item()?);
        }
        Some(array)
    }

    /// The texts of the values.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &'a str> {
        self.items.iter().map(|item| item.value)
    }

    /// The text of the array with other values. Each takes the layout of the item named, or of the last one.
    pub fn with<'v>(
        &self,
        values: impl IntoIterator<Item = (Option<usize>, Cow<'v, str>)>,
    ) -> String {
        let last = self.items.last();
        let closing = last.map_or(self.blank, |item| item.after);
        let mut text = String::from("[");
        for (i, (slot, value)) in values.into_iter().enumerate() {
            let inner = slot.filter(|&slot| slot + 1 < self.items.len());
            let layout = slot.and_then(|slot| self.items.get(slot)).or(last);
            text.push_str(if i == 0 { "" } else { "," });
            text.push_str(layout.map_or("", |item| item.before));
            text.push_str(&value);
            text.push_str(
                inner.and_then(|slot| self.items.get(slot)).map_or("", |item| item.after),
            );
        }
        text.push_str(closing);
        text.push(']');
        text
    }
}

/// Walks through a container.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
    close: u8,
    blank: &'a str,
    more: bool,
}

impl<'a> Cursor<'a> {
    fn enter(text: &'a str, open: char) -> Option<Self> {
        let inner = text.strip_prefix(open)?;
        let close = if open == '{' { b'}' } else { b']' };
        let start = skip_space(text, 1);
        let more = text.as_bytes().get(start)? != &close;
        let blank = if more { "" } else { inner.get(..start - 1)? };
        let whole = more || start + 1 == text.len();
        whole.then_some(Cursor { text, at: 1, close, blank, more })
    }

    fn slice(&self, start: usize, end: usize) -> Option<&'a str> {
        self.text.get(start..end)
    }

    fn member(&mut self) -> Option<Member<'a>> {
        let start = skip_space(self.text, self.at);
        let (key_ends, value_starts) = key_end(self.text, start).ok()?;
        let name = decode(self.slice(start, key_ends)?).text;
        let before = self.slice(self.at, start)?;
        let head = Cow::Borrowed(self.slice(start, value_starts)?);
        let (value, after) = self.value(value_starts)?;
        Some(Member { name, value: Cow::Borrowed(value), before, head, after })
    }

    fn item(&mut self) -> Option<ArrayItem<'a>> {
        let start = skip_space(self.text, self.at);
        let before = self.slice(self.at, start)?;
        let (value, after) = self.value(start)?;
        Some(ArrayItem { before, value, after })
    }

    /// Returns the value at `start` and the white space after it, and steps over the comma or bracket that follows.
    fn value(&mut self, start: usize) -> Option<(&'a str, &'a str)> {
        let end = value_end(self.text, start).ok()?;
        let next = skip_space(self.text, end);
        let byte = *self.text.as_bytes().get(next)?;
        self.at = next + 1;
        self.more = byte == b',';
        let whole = self.more || (byte == self.close && self.at == self.text.len());
        whole.then_some((self.slice(start, end)?, self.slice(end, next)?))
    }
}
