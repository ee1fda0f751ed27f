//! Messages: texts with values, composed independently of the language in which they are shown.

use crate::say;
use std::fmt;

use super::{TextId, Words};

/// A message that [`Words::say`] gives in any language. It displays in English.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub enum Message {
    /// Nothing.
    #[default]
    Nothing,
    /// The same in every language, such as the words of the browser.
    Verbatim(String),
    /// A text with values for its placeholders, by name.
    Text {
        /// The text.
        key: TextId,
        /// The values.
        values: Vec<(&'static str, MessageValue)>,
    },
}

/// A value for a placeholder of a [`Message`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum MessageValue {
    /// The same in every language: a name, a part of a file, a number that counts nothing.
    Text(String),
    /// A count, by which the text takes its form. The first one of a message decides.
    Count(usize),
    /// A message, given in the language of the whole.
    Message(Message),
}

impl Message {
    /// Adds one value to a text; [`say!`](crate::say) gives all of them. There are hundreds: inlined, they take 4 KB (gzip) more.
    #[must_use]
    #[inline(never)]
    pub fn with<V: Into<MessageValue>>(mut self, name: &'static str, value: V) -> Self {
        if let Message::Text { key, values } = &mut self {
            debug_assert!(key.has_place(name), "`{name}` has no place in {key:?}");
            values.push((name, value.into()));
        }
        self
    }

    /// An empty message.
    #[must_use]
    pub fn none() -> Self {
        Message::Nothing
    }

    /// Returns `true` if the message is empty.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Message::Nothing)
    }

    /// This sentence and another one after it, if there is one.
    #[must_use]
    pub fn and(self, next: Message) -> Self {
        match (self.is_none(), next.is_none()) {
            (_, true) => self,
            (true, false) => next,
            (false, false) => say!(MessageSentences, first = self, next),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Words::default().say(self))
    }
}

impl From<String> for Message {
    fn from(text: String) -> Self {
        Message::Verbatim(text)
    }
}

impl From<TextId> for Message {
    #[inline(never)]
    fn from(key: TextId) -> Self {
        Message::Text { key, values: Vec::new() }
    }
}

impl From<&str> for MessageValue {
    fn from(text: &str) -> Self {
        MessageValue::Text(text.to_owned())
    }
}

impl From<String> for MessageValue {
    fn from(text: String) -> Self {
        MessageValue::Text(text)
    }
}

impl From<u32> for MessageValue {
    fn from(number: u32) -> Self {
        MessageValue::Text(number.to_string())
    }
}

impl From<usize> for MessageValue {
    fn from(count: usize) -> Self {
        MessageValue::Count(count)
    }
}

impl From<Message> for MessageValue {
    fn from(message: Message) -> Self {
        MessageValue::Message(message)
    }
}

/// A [`Message`] of a text with values for all its places: `say!(BarDoneOf, n = done, total)` is `TextId::BarDoneOf`
/// with its `{{n}}` and `{{total}}`. A value that is named like its place need not be named twice.
#[macro_export]
macro_rules! say {
    ($key:ident $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        const { assert!($crate::TextId::$key.is_filled_by(&[$(stringify!($name)),*]), "not the places of this text") };
        $crate::Message::from($crate::TextId::$key)
            $(.with(stringify!($name), $crate::say!(@value $name $(, $value)?)))*
    }};
    (@value $name:ident) => { $name };
    (@value $name:ident, $value:expr) => { $value };
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::Translation;

    fn german() -> Words {
        let json = r#"{"notice": {
            "problems": "In „{{file}}“: {{counts}}. {{problem}}",
            "misfits_one": "{{n}} Änderung passt nicht.",
            "misfits_other": "{{n}} Änderungen passen nicht."
        }}"#;
        Words::new(Arc::new(Translation::read("de", &[json]).unwrap()), &[])
    }

    #[test]
    fn a_message_is_said_in_any_language_with_all_its_parts() {
        let misfits = |n: usize| say!(NoticeMisfits, n);
        let message =
            |n| say!(NoticeProblems, counts = misfits(n), file = "a.json", problem = String::new());
        assert_eq!(misfits(1).to_string(), "1 stored change no longer fits the data.");
        assert_eq!(misfits(2).to_string(), "2 stored changes no longer fit the data.");
        assert_eq!(german().say(&message(1)), "In „a.json“: 1 Änderung passt nicht.. ");
        assert_eq!(german().say(&message(2)), "In „a.json“: 2 Änderungen passen nicht.. ");
    }

    #[test]
    fn what_a_language_lacks_is_said_in_english() {
        assert_eq!(german().say(&say!(NoticeContinued)), TextId::NoticeContinued.english());
    }

    #[test]
    fn values_stay_as_they_are() {
        let status = "{{status}} {status}";
        assert_eq!(
            say!(FailureUnreadable, why = status).to_string(),
            "The browser could not read the file: {{status}} {status}"
        );
    }

    #[test]
    fn a_text_of_its_own_is_said_as_it_is() {
        assert_eq!(german().say(&Message::from("{{text}} | {n}".to_owned())), "{{text}} | {n}");
    }

    #[test]
    fn sentences_follow_one_another() {
        let first = || Message::from("One.".to_owned());
        let next = Message::from("Two.".to_owned());
        assert_eq!(first().and(next).to_string(), "One. Two.");
        assert_eq!(first().and(Message::none()), first());
        assert_eq!(Message::none().and(first()), first());
        assert_eq!(Message::none().to_string(), "");
    }
}
