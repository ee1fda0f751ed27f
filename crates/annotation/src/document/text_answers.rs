//! The answers about single texts of an instance.

use super::answer::Answers;
use super::texts::TextName;

static NO_ANSWERS: Answers = Answers::NONE;

/// The answers about the texts of an instance, sorted by the name of the text. Texts without an answer are absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextAnswers(Vec<(TextName, Answers)>);

impl TextAnswers {
    /// Returns `true` if no question about a text is answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The answers about a text.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &Answers {
        self.0.iter().find(|(name, _)| name == text).map_or(&NO_ANSWERS, |(_, answers)| answers)
    }

    /// The names of the texts with answers here, then those of the texts with answers only there.
    pub fn texts_with<'a>(
        &'a self,
        other: &'a TextAnswers,
    ) -> impl Iterator<Item = &'a TextName> + 'a {
        let only_there = other.0.iter().filter(|(name, _)| self.on(name).is_empty());
        self.0.iter().chain(only_there).map(|(name, _)| name)
    }

    /// Replaces the answers about a text, and returns those before.
    pub fn set(&mut self, text: TextName, answers: Answers) -> Answers {
        let at = self.0.iter().position(|(name, _)| *name >= text).unwrap_or(self.0.len());
        let is_there = self.0.get(at).is_some_and(|(name, _)| *name == text);
        let before = if is_there { self.0.remove(at).1 } else { Answers::NONE };
        if !answers.is_empty() {
            self.0.insert(at, (text, answers));
        }
        before
    }
}
