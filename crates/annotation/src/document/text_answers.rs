//! The answers about single texts of an instance.

use super::answer::Answers;
use super::texts::TextName;
use std::collections::{BTreeMap, BTreeSet};

static NO_ANSWERS: Answers = Answers::NONE;

/// The answers about the texts of an instance, by the name of the text. Texts without an answer are absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextAnswers(BTreeMap<TextName, Answers>);

impl TextAnswers {
    /// Returns `true` if no question about a text is answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The answers about a text.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &Answers {
        self.0.get(text).unwrap_or(&NO_ANSWERS)
    }

    /// The names of the texts with answers here or there, sorted.
    pub fn texts_with<'a>(&'a self, other: &'a TextAnswers) -> BTreeSet<&'a TextName> {
        self.0.keys().chain(other.0.keys()).collect()
    }

    /// Replaces the answers about a text, and returns those before.
    pub fn set(&mut self, text: TextName, answers: Answers) -> Answers {
        let before =
            if answers.is_empty() { self.0.remove(&text) } else { self.0.insert(text, answers) };
        before.unwrap_or_default()
    }
}
