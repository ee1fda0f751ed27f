//! Why an outline cannot do what was asked.

use std::fmt;

/// The kinds of obstacles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Obstacle {
    /// There is no such item in the text.
    Missing,
    /// What was asked makes no sense for this item.
    Impossible,
    /// Another item of the list has the name.
    Taken,
    /// The text is shared by an anchor and its aliases, or comes from elsewhere.
    Shared,
    /// Reading the text stopped before the end of this part.
    Broken,
    /// The text is written in a way that only a person can change without harm.
    Unusual,
}

/// A refusal, with what to do instead.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OutlineError {
    /// What kind of refusal.
    pub obstacle: Obstacle,
    /// What stands in the way, as one sentence.
    pub message: String,
    /// What to do about it, as one sentence.
    pub remedy: String,
}

impl OutlineError {
    fn new(obstacle: Obstacle, message: &str, remedy: &str) -> Self {
        OutlineError { obstacle, message: message.to_owned(), remedy: remedy.to_owned() }
    }

    pub(super) fn missing() -> Self {
        OutlineError::new(
            Obstacle::Missing,
            "The text has no such item.",
            "Look at the outline again: the text has changed since.",
        )
    }

    pub(super) fn impossible(message: &str, remedy: &str) -> Self {
        OutlineError::new(Obstacle::Impossible, message, remedy)
    }

    pub(super) fn taken(name: &str) -> Self {
        OutlineError::new(
            Obstacle::Taken,
            &format!("Another item of this list is named “{name}”."),
            "Choose another name.",
        )
    }

    pub(super) fn shared() -> Self {
        OutlineError::new(
            Obstacle::Shared,
            "This part is shared by an anchor (`&`) and its aliases (`*`), so other parts would change too.",
            "Edit the text, or write the part out in each place first.",
        )
    }

    pub(super) fn broken() -> Self {
        OutlineError::new(
            Obstacle::Broken,
            "The text cannot be read to the end of this part.",
            "Correct the first error in the text.",
        )
    }

    pub(super) fn not_a_list(key: &str) -> Self {
        OutlineError::impossible(
            &format!("`{key}` is not a list here."),
            "Edit the text: start each item of the list with `- `.",
        )
    }

    pub(super) fn lossy() -> Self {
        OutlineError::impossible(
            "One of the two lists is written in brackets, where comments of the item would be lost.",
            "Move it in the text, or write both lists in lines first.",
        )
    }

    pub(super) fn unusual() -> Self {
        OutlineError::new(
            Obstacle::Unusual,
            "This part is written in a way that the outline cannot change without harm.",
            "Edit the text.",
        )
    }
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.message, self.remedy)
    }
}

impl std::error::Error for OutlineError {}
