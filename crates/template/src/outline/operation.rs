//! What can be asked of an outline.

use super::path::ItemPath;
use crate::Color;
use crate::model::CategoryShape;

/// A change of a template. Items are named by where they stand in the text as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutlineOperation {
    /// Adds a category after the others.
    AddCategory {
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if it is to have one.
        label: Option<String>,
        /// Its colour; that of its position if `None`.
        color: Option<Color>,
        /// What can be selected.
        shape: CategoryShape,
    },
    /// Adds a question to a category, after the others.
    AddQuestion {
        /// The category.
        to: ItemPath,
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if it is to have one.
        label: Option<String>,
        /// What can be answered; a list begins with one option.
        answers: AnswerKind,
    },
    /// Adds an option to a question, or to an option as an answer to what follows from it.
    AddOption {
        /// The question or option.
        to: ItemPath,
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if it is to have one.
        label: Option<String>,
    },
    /// Sets a key whose value is a single text, number or flag, such as `name`, `label`, `question` or `required`.
    SetText {
        /// The item, or the template.
        item: ItemPath,
        /// The key.
        key: String,
        /// Its value; `None` removes the key.
        value: Option<String>,
    },
    /// Sets the colour of a category.
    SetColor {
        /// The category.
        item: ItemPath,
        /// Its colour; `None` removes the key, so that it gets that of its position.
        color: Option<Color>,
    },
    /// Sets what can be answered. Options that are no longer asked for are deleted.
    SetAnswers {
        /// The question, or the option that it follows from.
        item: ItemPath,
        /// What can be answered; `None` takes the follow-up question from an option.
        answers: Option<AnswerKind>,
    },
    /// Sets what can be selected for a category.
    SetShape {
        /// The category.
        item: ItemPath,
        /// What can be selected.
        shape: CategoryShape,
    },
    /// Moves an item.
    Move {
        /// The item.
        item: ItemPath,
        /// Where to.
        to: MoveDestination,
    },
    /// Deletes an item with everything in it.
    Delete {
        /// The item.
        item: ItemPath,
    },
    /// Puts a copy of an item after it, with a name of its own and without a hotkey.
    Duplicate {
        /// The item.
        item: ItemPath,
    },
}

/// Where an item is moved to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveDestination {
    /// Before the item above it.
    Up,
    /// After the item below it.
    Down,
    /// Into a list, that it stands in or another one for items of its kind.
    Into {
        /// The item to whose list it goes, where that stands now.
        parent: ItemPath,
        /// Its index in that list once it is there.
        index: usize,
    },
}

/// What can be answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnswerKind {
    /// Yes or no.
    Binary,
    /// Three points.
    Likert3,
    /// Five points.
    Likert5,
    /// One line of text.
    Textbox,
    /// Several lines of text.
    Textarea,
    /// One of a list of options.
    List,
}

impl AnswerKind {
    /// All kinds.
    pub const ALL: [AnswerKind; 6] = [
        AnswerKind::Binary,
        AnswerKind::Likert3,
        AnswerKind::Likert5,
        AnswerKind::Textbox,
        AnswerKind::Textarea,
        AnswerKind::List,
    ];

    /// The word for it in a template; `None` for a list.
    #[must_use]
    pub fn word(self) -> Option<&'static str> {
        match self {
            AnswerKind::Binary => Some("binary"),
            AnswerKind::Likert3 => Some("likert-3"),
            AnswerKind::Likert5 => Some("likert-5"),
            AnswerKind::Textbox => Some("textbox"),
            AnswerKind::Textarea => Some("textarea"),
            AnswerKind::List => None,
        }
    }

    /// What a word in a template stands for.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        AnswerKind::ALL.into_iter().find(|answers| answers.word() == Some(word))
    }
}
