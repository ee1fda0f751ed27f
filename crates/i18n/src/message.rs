//! What is said about something that cannot be foreseen whole: a text, and what fills its places.

use crate::say;
use std::fmt;

use super::{Key, Words};

/// A text with what fills its places, so that it can be said in any language: [`Words::say`]. It displays in English.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Message {
    pub(super) key: Key,
    pub(super) values: Vec<(&'static str, Value)>,
}

/// What fills a place of a [`Message`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// The same in every language: a name, what a file holds, a number that counts nothing.
    Text(String),
    /// A count, by which the text takes its form. The first one of a message decides.
    Count(usize),
    /// A part that is said in the language of the whole.
    Message(Message),
}

impl Message {
    /// A text with its values by name.
    #[must_use]
    pub fn new(key: Key, values: Vec<(&'static str, Value)>) -> Self {
        debug_assert!(
            values.iter().all(|(name, _)| key.has_place(name)),
            "a value has no place in “{}”",
            key.english
        );
        Message { key, values }
    }

    /// A text that language files call by its English. There are hundreds: inlined, they take 4 KB (gzip) more.
    #[must_use]
    #[inline(never)]
    pub fn english(english: &'static str) -> Self {
        Message::from(Key::of_english(english))
    }

    /// With one more value.
    #[must_use]
    #[inline(never)]
    pub fn with<V: Into<Value>>(mut self, name: &'static str, value: V) -> Self {
        debug_assert!(self.key.has_place(name), "`{name}` has no place in “{}”", self.key.english);
        self.values.push((name, value.into()));
        self
    }

    /// Nothing.
    #[must_use]
    pub fn none() -> Self {
        Message::english("")
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.key.english.is_empty()
    }

    /// This sentence and another one after it, if there is one.
    #[must_use]
    pub fn and(self, next: Message) -> Self {
        match (self.is_none(), next.is_none()) {
            (_, true) => self,
            (true, false) => next,
            (false, false) => say!("{first} {next}", first = self, next),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Words::default().say(self))
    }
}

impl Default for Message {
    fn default() -> Self {
        Message::none()
    }
}

/// A text that is as it is in every language, such as the words of the browser.
impl From<String> for Message {
    fn from(text: String) -> Self {
        Message::new(Key { id: "", english: "{text}" }, vec![("text", text.into())])
    }
}

impl From<Key> for Message {
    fn from(key: Key) -> Self {
        Message { key, values: Vec::new() }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Value::Text(number.to_string())
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Value::Count(count)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Self {
        Value::Message(message)
    }
}

/// A [`Message`] from its English text, which language files call it by: `say!("{n} item|{n} items", n = count)`. A
/// value that is named like its place need not be named twice. `tests/languages.rs` finds the texts by this macro.
#[macro_export]
macro_rules! say {
    ($english:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Message::english($english)
            $(.with(stringify!($name), $crate::say!(@value $name $(, $value)?)))*
    };
    (@value $name:ident) => { $name };
    (@value $name:ident, $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Translation;

    fn german() -> Words {
        let json = r#"{
            "{what} has {n} item.|{what} has {n} items.": {"one": "{what} hat {n} Eintrag.", "other": "{what} hat {n} Einträge."},
            "the list": "Die Liste"
        }"#;
        Words::new(Arc::new(Translation::read("de", &[json]).unwrap()), &[])
    }

    #[test]
    fn a_message_is_said_in_any_language_with_all_its_parts() {
        let message = |n: usize| {
            say!("{what} has {n} item.|{what} has {n} items.", what = say!("the list"), n)
        };
        assert_eq!(message(1).to_string(), "the list has 1 item.");
        assert_eq!(message(2).to_string(), "the list has 2 items.");
        assert_eq!(german().say(&message(1)), "Die Liste hat 1 Eintrag.");
        assert_eq!(german().say(&message(2)), "Die Liste hat 2 Einträge.");
    }

    #[test]
    fn what_a_language_lacks_is_said_in_english() {
        assert_eq!(german().say(&say!("Put it in quotes.")), "Put it in quotes.");
    }

    #[test]
    fn values_stay_as_they_are() {
        let found = "{n}";
        assert_eq!(say!("{found} is wrong.", found).to_string(), "{n} is wrong.");
    }

    #[test]
    fn a_text_of_its_own_is_said_as_it_is() {
        assert_eq!(german().say(&Message::from("{text} | {n}".to_owned())), "{text} | {n}");
    }

    #[test]
    fn sentences_follow_one_another() {
        let (first, none) = (|| say!("One."), Message::none);
        assert_eq!(first().and(say!("Two.")).to_string(), "One. Two.");
        assert_eq!(first().and(none()), first());
        assert_eq!(none().and(first()), first());
    }
}
