//! Answers as they are stored: named by question and option, independent of any typology.
//!
//! Shapes in files are those of Thresh (§3.3 of its description): a primitive answer is a string, a choice is
//! `{"val": option, option: follow-up}`. Numbers are strings, too; the chosen options of check-boxes are a list of
//! strings, which Thresh has no question for.

use serde_json::value::RawValue;

/// An answer to one question.
#[derive(Debug, Clone)]
pub enum Answer {
    /// Binary, Likert, number or text: the stored string. Empty only as a replacement, by which its span is deleted.
    Value(String),
    /// A chosen option and the answer to its follow-up.
    Choice {
        /// Name of the option.
        option: String,
        /// Answer stored under the option's own name.
        follow_up: Option<Box<Answer>>,
    },
    /// The names of the chosen options of check-boxes, in the order of the question; at least one, each once.
    Several(Vec<String>),
    /// JSON of an unknown shape, kept verbatim.
    Unknown(Box<RawValue>),
}

impl PartialEq for Answer {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Answer::Value(a), Answer::Value(b)) => a == b,
            (
                Answer::Choice { option: a, follow_up: x },
                Answer::Choice { option: b, follow_up: y },
            ) => a == b && x == y,
            (Answer::Several(a), Answer::Several(b)) => a == b,
            (Answer::Unknown(a), Answer::Unknown(b)) => a.get() == b.get(),
            _ => false,
        }
    }
}

impl Eq for Answer {}

/// Answers to the root questions of an edit or an instance, by the question's name, in the order they were first given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers {
    entries: Vec<(String, Answer)>,
}

impl Answers {
    /// No answers.
    pub const NONE: Answers = Answers { entries: Vec::new() };

    /// Returns `true` if no question is answered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Names of root questions with their answers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Answer)> {
        self.entries.iter().map(|(name, answer)| (name.as_str(), answer))
    }

    /// The answer to a root question.
    #[must_use]
    pub fn get(&self, question: &str) -> Option<&Answer> {
        self.entries.iter().find(|(name, _)| name == question).map(|(_, answer)| answer)
    }

    /// Sets or removes the answer to a root question; others keep their places.
    pub fn set(&mut self, question: &str, answer: Option<Answer>) {
        let at = self.entries.iter().position(|(name, _)| name == question);
        match (at, answer) {
            (Some(at), Some(answer)) => {
                if let Some(entry) = self.entries.get_mut(at) {
                    entry.1 = answer;
                }
            }
            (Some(at), None) => {
                self.entries.remove(at);
            }
            (None, Some(answer)) => {
                // There are few questions, and many edits.
                self.entries.reserve_exact(1);
                self.entries.push((question.to_owned(), answer));
            }
            (None, None) => {}
        }
    }
}
