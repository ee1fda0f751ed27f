//! Every text that the interface shows: in English here, in other languages in `languages/`, and as a template
//! replaces it.
//!
//! A text may hold `{name}` placeholders, and two forms, `one|other`, for a count.

mod adjudicate;
mod annotating;
mod build;
mod deploy;
mod language;
mod message;
mod outside;
mod pages;
mod plural;
mod submit;
mod thresh;

use std::collections::HashMap;
use std::sync::Arc;

pub use adjudicate::ADJUDICATING;
pub use annotating::ANNOTATING;
pub use build::BUILDING;
pub use deploy::DEPLOYING;
pub use language::{LANGUAGES, Language, LanguageError, Translation, Variants};
pub use message::{Message, Value};
pub use outside::OUTSIDE;
pub use pages::PAGES;
pub use plural::{Plural, plural, plurals};
pub use submit::SUBMITTING;
pub use thresh::THRESH_ONLY;

/// A text of the interface: what it is called, `group.name`, and what it says in English.
///
/// Each is a constant, so that a page brings along the texts that it shows and no others.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Its name in language files and, at its point, in `interface_text`.
    pub id: &'static str,
    /// The English text.
    pub english: &'static str,
}

impl Key {
    /// A text that stands in a table of its own. Language files call it by what it says in English.
    #[must_use]
    pub const fn of_english(english: &'static str) -> Self {
        Key { id: english, english }
    }

    /// Group and name under which `interface_text` of a template replaces it.
    #[must_use]
    pub fn name(self) -> (&'static str, &'static str) {
        self.id.split_once('.').unwrap_or(("", self.id))
    }

    fn has_place(self, name: &str) -> bool {
        self.english.contains(&format!("{{{name}}}"))
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// Declares constants of [`Key`] and a table of them with their Rust names.
macro_rules! wording {
    ($all:ident $($key:ident $id:literal $english:literal)*) => {
        #[allow(non_upper_case_globals, reason = "they are named like the variants of an enum")]
        impl Key {
            $(#[doc = concat!("`", $english, "`")] pub const $key: Key = Key { id: $id, english: $english };)*
        }

        /// All texts of this file, with their names in Rust.
        pub const $all: &[(&str, Key)] = &[$((stringify!($key), Key::$key),)*];
    };
}
use wording;

/// The tables of all texts that the program shows.
pub const ALL: &[&[(&str, Key)]] =
    &[ANNOTATING, PAGES, BUILDING, DEPLOYING, SUBMITTING, ADJUDICATING];

/// The texts of the interface in one language, as one template wants them.
#[derive(Debug, Clone, Default)]
pub struct Words {
    translation: Arc<Translation>,
    replaced: HashMap<String, String>,
}

impl Words {
    /// A language, with single texts replaced: group, name and text, as in `interface_text`.
    #[must_use]
    pub fn new(translation: Arc<Translation>, interface_text: &[(String, String, String)]) -> Self {
        let replaced = interface_text
            .iter()
            .map(|(group, name, text)| (format!("{group}.{name}"), text.clone()))
            .collect();
        Words { translation, replaced }
    }

    /// The language.
    #[must_use]
    pub fn language(&self) -> &'static Language {
        self.translation.language()
    }

    /// A text, as it is.
    #[must_use]
    pub fn get(&self, key: Key) -> &str {
        match self.replaced.get(key.id) {
            Some(text) => text,
            None => self.translation.get(key, Plural::Other),
        }
    }

    /// A text with its placeholders filled.
    #[must_use]
    pub fn fill(&self, key: Key, values: &[(&str, &str)]) -> String {
        let values: Vec<(&str, String)> =
            values.iter().map(|(name, value)| (*name, self.in_order(value))).collect();
        fill(self.get(key), &values)
    }

    /// A text for a count: `{n}` is the count, and the form is the one that the language wants for it.
    #[must_use]
    pub fn count(&self, key: Key, n: usize) -> String {
        fill(self.form(key, n), &[("n", n.to_string())])
    }

    /// A message in this language, with all its parts.
    #[must_use]
    pub fn say(&self, message: &Message) -> String {
        let count = message.values.iter().find_map(|(_, value)| match value {
            Value::Count(n) => Some(*n),
            Value::Text(_) | Value::Message(_) => None,
        });
        debug_assert!(
            count.is_some() || !message.key.english.contains('|'),
            "“{}” has forms, but no count",
            message.key.english
        );
        let text = count.map_or_else(|| self.get(message.key), |n| self.form(message.key, n));
        let said = message.values.iter().map(|(name, value)| match value {
            Value::Text(text) => (*name, self.in_order(text)),
            Value::Count(n) => (*name, n.to_string()),
            Value::Message(part) => (*name, self.say(part)),
        });
        fill(text, &said.collect::<Vec<_>>())
    }

    /// A value as it stands in a text: in one from right to left, what has Latin letters, such as an address, is isolated,
    /// so that it keeps its own order.
    fn in_order(&self, value: &str) -> String {
        let is_isolated =
            self.language().right_to_left && value.bytes().any(|b| b.is_ascii_alphabetic());
        if is_isolated { format!("\u{2068}{value}\u{2069}") } else { value.to_owned() }
    }

    fn form(&self, key: Key, n: usize) -> &str {
        let plural = plural(self.language().code, n);
        match self.replaced.get(key.id) {
            Some(text) => language::english_form(text, plural),
            None => self.translation.get(key, plural),
        }
    }
}

/// Replaces `{name}` by its value in one pass, so that braces in a value stay as they are.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        filled.push_str(before);
        let known = after.find('}').and_then(|close| {
            let name = after.get(1..close)?;
            let (_, value) = values.iter().find(|(n, _)| *n == name)?;
            Some((value, after.get(close + 1..)?))
        });
        match known {
            Some((value, after)) => {
                filled.push_str(value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = after.get(1..).unwrap_or_default();
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_texts_are_replaced_and_the_others_stay() {
        let one = |g: &str, k: &str, t: &str| (g.to_owned(), k.to_owned(), t.to_owned());
        let texts = [one("typology", "source_label", "Original"), one("x", "y", "z")];
        let words = Words::new(Arc::default(), &texts);
        assert_eq!(words.get(Key::SourceLabel), "Original");
        assert_eq!(words.get(Key::TargetLabel), "Target");
    }

    #[test]
    fn a_replaced_text_beats_the_language() {
        let german = Translation::read("de", &[r#"{"typology.source_label": "Quelle"}"#]).unwrap();
        let texts = [("typology".to_owned(), "source_label".to_owned(), "Urtext".to_owned())];
        assert_eq!(Words::new(Arc::new(german.clone()), &[]).get(Key::SourceLabel), "Quelle");
        assert_eq!(Words::new(Arc::new(german), &texts).get(Key::SourceLabel), "Urtext");
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(
            fill("{a} and {b} {c}", &[("a", "{b}".to_owned()), ("b", "2".to_owned())]),
            "{b} and 2 {c}"
        );
        assert_eq!(fill("open { brace", &[]), "open { brace");
    }

    #[test]
    fn an_address_keeps_its_order_in_a_text_from_right_to_left() {
        let text = r#"{"hub.removed": "({name})"}"#;
        let said = |code, name| {
            let translation = Translation::read(code, &[text]).unwrap();
            Words::new(Arc::new(translation), &[]).fill(Key::HubRemoved, &[("name", name)])
        };
        assert_eq!(said("de", "https://x.example/"), "(https://x.example/)");
        assert_eq!(said("ar", "https://x.example/"), "(\u{2068}https://x.example/\u{2069})");
        assert_eq!(said("ar", "3"), "(3)");
    }

    #[test]
    fn counts_choose_their_form() {
        let words = Words::default();
        assert_eq!(words.count(Key::QuestionsOpen, 1), "1 question open");
        assert_eq!(words.count(Key::QuestionsOpen, 3), "3 questions open");
        let russian = r#"{"questions.open": {"one": "{n} вопрос", "few": "{n} вопроса", "many": "{n} вопросов"}}"#;
        let words = Words::new(Arc::new(Translation::read("ru", &[russian]).unwrap()), &[]);
        let counts = [1, 3, 5, 21].map(|n| words.count(Key::QuestionsOpen, n));
        assert_eq!(counts, ["1 вопрос", "3 вопроса", "5 вопросов", "21 вопрос"]);
    }

    #[test]
    fn names_are_unique_and_have_a_group() {
        let all = || ALL.iter().copied().flatten();
        let mut ids: Vec<_> = all().map(|(_, key)| key.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), all().count());
        assert!(all().all(|(_, key)| !key.name().0.is_empty()));
    }
}
