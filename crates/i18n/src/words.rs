//! Texts in one language, with the replacements of a template.

use std::collections::HashMap;
use std::sync::Arc;

use crate::digest::digest;
use crate::{Language, Message, MessageValue, TextId, Translation};

/// The texts of the interface in one language, with the replacements of a template.
#[derive(Debug, Clone, Default)]
pub struct Words {
    translation: Arc<Translation>,
    /// By the digests of group and name.
    replaced: HashMap<u32, String>,
}

impl Words {
    /// A language, with single texts replaced: group, name and text, as in `interface_text`. Such a text may write its
    /// places with one pair of braces, `{n}`, and has two forms, `one|other`, for a count.
    #[must_use]
    pub fn new(translation: Arc<Translation>, interface_text: &[(String, String, String)]) -> Self {
        let replaced = interface_text
            .iter()
            .map(|(group, name, text)| (digest(&format!("{group}.{name}")), text.clone()))
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
    pub fn get(&self, key: TextId) -> &str {
        match self.replaced.get(&key.digest()) {
            Some(text) => text,
            None => self.translation.get(key),
        }
    }

    /// A text with its places filled.
    #[must_use]
    pub fn fill(&self, key: TextId, values: &[(&str, &str)]) -> String {
        let values: Vec<(&str, String)> =
            values.iter().map(|(name, value)| (*name, self.isolated(value))).collect();
        fill(self.get(key), &values)
    }

    /// The text before and after a place, for content that is no text, such as a link.
    #[must_use]
    pub fn around(&self, key: TextId, name: &str) -> (&str, &str) {
        let text = self.get(key);
        let places = [format!("{{{{{name}}}}}"), format!("{{{name}}}")];
        places.iter().find_map(|place| text.split_once(place.as_str())).unwrap_or((text, ""))
    }

    /// A text for a count: `{{n}}` is the count, and the form is the one that the language wants for it.
    #[must_use]
    pub fn count(&self, key: TextId, n: usize) -> String {
        fill(self.form(key, n), &[("n", n.to_string())])
    }

    /// A message in this language, with all its parts.
    #[must_use]
    pub fn say(&self, message: &Message) -> String {
        let (key, values) = match message {
            Message::Nothing => return String::new(),
            Message::Verbatim(text) => return text.clone(),
            Message::Text { key, values } => (*key, values),
        };
        let count = values.iter().find_map(|(_, value)| match value {
            MessageValue::Count(n) => Some(*n),
            MessageValue::Text(_) | MessageValue::Message(_) => None,
        });
        debug_assert!(count.is_some() || !key.counts(), "{key:?} has forms, but no count");
        let text = count.map_or_else(|| self.get(key), |n| self.form(key, n));
        let said = values.iter().map(|(name, value)| match value {
            MessageValue::Text(text) => (*name, self.isolated(text)),
            MessageValue::Count(n) => (*name, n.to_string()),
            MessageValue::Message(part) => (*name, self.say(part)),
        });
        fill(text, &said.collect::<Vec<_>>())
    }

    /// A value as it stands among other words: in a language from right to left it is isolated, so that a name, an
    /// address, a date or a range keeps its own order and leaves that of its neighbours. A whole number needs it not.
    #[must_use]
    pub fn isolated(&self, value: &str) -> String {
        let is_isolated =
            self.language().right_to_left && !value.bytes().all(|byte| byte.is_ascii_digit());
        if is_isolated { format!("\u{2068}{value}\u{2069}") } else { value.to_owned() }
    }

    fn form(&self, key: TextId, n: usize) -> &str {
        match self.replaced.get(&key.digest()) {
            Some(text) => self.replaced_form(text, n),
            None => self.translation.form(key, n),
        }
    }

    /// The form of a replaced text `one|other` for a count.
    fn replaced_form<'t>(&self, text: &'t str, n: usize) -> &'t str {
        match text.split_once('|') {
            Some((one, _)) if self.translation.category(n) == "one" => one,
            Some((_, other)) => other,
            None => text,
        }
    }
}

/// Replaces places by their values in one pass, so that braces in a value stay as they are.
fn fill(text: &str, values: &[(&str, String)]) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let (before, after) = rest.split_at(open);
        filled.push_str(before);
        match filled_place(after, values) {
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

/// The value of the place that a text begins with, `{{name}}` or `{name}`, and the text after it.
fn filled_place<'t, 'v>(text: &'t str, values: &'v [(&str, String)]) -> Option<(&'v str, &'t str)> {
    [("{{", "}}"), ("{", "}")].iter().find_map(|(open, close)| {
        let (name, rest) = text.strip_prefix(open)?.split_once(close)?;
        let (_, value) = values.iter().find(|(known, _)| *known == name)?;
        Some((value.as_str(), rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacing(code: &str, json: &str, group: &str, name: &str, text: &str) -> Words {
        let translation = Translation::read(code, &[json]).unwrap();
        Words::new(Arc::new(translation), &[(group.to_owned(), name.to_owned(), text.to_owned())])
    }

    #[test]
    fn single_texts_are_replaced_and_the_others_stay() {
        let words = replacing("en", "{}", "typology", "source_label", "Original");
        assert_eq!(words.get(TextId::TypologySourceLabel), "Original");
        assert_eq!(words.get(TextId::TypologyTargetLabel), "Target");
    }

    #[test]
    fn a_replaced_text_beats_the_language() {
        let german = r#"{"typology": {"source_label": "Quelle"}}"#;
        let words = replacing("de", german, "typology", "source_label", "Urtext");
        assert_eq!(words.get(TextId::TypologySourceLabel), "Urtext");
        let words = replacing("de", german, "x", "y", "z");
        assert_eq!(words.get(TextId::TypologySourceLabel), "Quelle");
    }

    #[test]
    fn a_replaced_text_writes_places_and_forms_in_its_own_way() {
        let words = replacing("en", "{}", "questions", "open", "{n} to go|{n} more to go");
        assert_eq!(words.count(TextId::QuestionsOpen, 1), "1 to go");
        assert_eq!(words.count(TextId::QuestionsOpen, 3), "3 more to go");
        let words = replacing("en", "{}", "bar", "done_of", "{{n}}/{total}");
        assert_eq!(words.fill(TextId::BarDoneOf, &[("n", "1"), ("total", "2")]), "1/2");
    }

    #[test]
    fn content_stands_in_a_place() {
        let words = Words::default();
        assert_eq!(words.around(TextId::TreeEach, "note"), ("each: ", ""));
        let words = replacing("en", "{}", "tree", "each", "{note} each");
        assert_eq!(words.around(TextId::TreeEach, "note"), ("", " each"));
        assert_eq!(words.around(TextId::TreeEach, "no such"), ("{note} each", ""));
    }

    #[test]
    fn places_are_filled_once() {
        let values = [("a", "{{b}}".to_owned()), ("b", "2".to_owned())];
        assert_eq!(fill("{{a}} and {{b}} {{c}} {d}", &values), "{{b}} and 2 {{c}} {d}");
        assert_eq!(fill("open { brace", &[]), "open { brace");
        assert_eq!(fill("{{{a}}}", &[("a", "1".to_owned())]), "{1}");
    }

    #[test]
    fn a_value_keeps_its_order_in_a_text_from_right_to_left() {
        let text = r#"{"hub": {"removed": "({{name}})"}}"#;
        let said = |code, name| {
            let translation = Translation::read(code, &[text]).unwrap();
            Words::new(Arc::new(translation), &[]).fill(TextId::HubRemoved, &[("name", name)])
        };
        for value in
            ["https://x.example/", "Wrong (really)!", "3–5", "2026-11-25", "Größe", "ملف 3"]
        {
            assert_eq!(said("de", value), format!("({value})"));
            for code in ["ar", "ur"] {
                assert_eq!(said(code, value), format!("(\u{2068}{value}\u{2069})"));
            }
        }
        assert_eq!((said("ar", "3"), said("ar", "")), ("(3)".to_owned(), "()".to_owned()));
    }

    #[test]
    fn counts_choose_their_form() {
        let words = Words::default();
        assert_eq!(words.count(TextId::QuestionsOpen, 1), "1 question open");
        assert_eq!(words.count(TextId::QuestionsOpen, 3), "3 questions open");
        let russian = r#"{"questions": {"open_one": "{{n}} вопрос", "open_few": "{{n}} вопроса", "open_many": "{{n}} вопросов"}}"#;
        let rule = |_: &str, n| if n == 21 { "one" } else { "few" }.to_owned();
        let russian = Translation::read("ru", &[russian]).unwrap().with_plural_rule(rule);
        let words = Words::new(Arc::new(russian), &[]);
        let counts = [3, 21].map(|n| words.count(TextId::QuestionsOpen, n));
        assert_eq!(counts, ["3 вопроса", "21 вопрос"]);
    }
}
