//! The operations of an outline.

use super::path::ItemPath;
use super::training::TrainingRole;
use crate::Color;
use crate::model::CategoryShape;
use crate::schema::{ANSWER_MEANINGS, keys_of_answers, meaning_of};

/// A change of a template. Paths of items refer to the text before the change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutlineOperation {
    /// Adds a category after the others.
    AddCategory {
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if any.
        label: Option<String>,
        /// Its colour; that of its position if `None`.
        color: Option<Color>,
        /// The shape of its edits.
        shape: CategoryShape,
    },
    /// Adds a question to a category or to those about instances, after the others.
    AddQuestion {
        /// The category, or the template with the list of questions about instances.
        to: ItemPath,
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if any.
        label: Option<String>,
        /// The kind of its answers; a list begins with one option.
        answers: AnswerKind,
    },
    /// Adds an option to a question, or to the follow-up of an option.
    AddOption {
        /// The question or option.
        to: ItemPath,
        /// Its name; a new one if `None`. A number is added to a name that is taken.
        name: Option<String>,
        /// Its label, if any.
        label: Option<String>,
    },
    /// Adds a step to the training of the template, after the others.
    AddStep {
        /// The kind of step.
        role: TrainingRole,
        /// Its title.
        title: String,
        /// The title of the training, which is made if the template has none.
        training: String,
    },
    /// Adds a question to a quiz of the training, with an option that is right and one that is wrong.
    AddQuizQuestion {
        /// The quiz.
        to: ItemPath,
    },
    /// Adds a wrong option to a question of a quiz.
    AddQuizOption {
        /// The question.
        to: ItemPath,
    },
    /// Makes an exercise of an examination, a right option of a wrong one, and the other way round.
    SetRole {
        /// The step or option.
        item: ItemPath,
        /// Its new role.
        role: TrainingRole,
    },
    /// Sets a setting of the rule of scoring of the training.
    SetScoring {
        /// The setting; `rule` for the rule itself.
        key: String,
        /// Its value; `None` removes it.
        value: Option<String>,
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
    /// Sets the label of an item, and the name that follows from it. A number is added to a name that is taken.
    SetLabelAndName {
        /// The item.
        item: ItemPath,
        /// Its label.
        label: String,
    },
    /// Sets the colour of a category.
    SetColor {
        /// The category.
        item: ItemPath,
        /// Its colour; `None` removes the key, so that it gets that of its position.
        color: Option<Color>,
    },
    /// Sets the kind of answers. Options that are no longer needed are deleted.
    SetAnswers {
        /// The question, or the option with the follow-up.
        item: ItemPath,
        /// The kind of answers; `None` removes the follow-up of an option.
        answers: Option<AnswerKind>,
    },
    /// Sets the shape of the edits of a category.
    SetShape {
        /// The category.
        item: ItemPath,
        /// The shape of its edits.
        shape: CategoryShape,
    },
    /// Moves an item.
    Move {
        /// The item.
        item: ItemPath,
        /// The destination.
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

/// The destination of a moved item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveDestination {
    /// Before the item above it.
    Up,
    /// After the item below it.
    Down,
    /// Into its own list, or another one for items of its kind.
    Into {
        /// The item whose list it is moved into, by its path before the move.
        parent: ItemPath,
        /// Its index in that list after the move.
        index: usize,
    },
}

/// The kind of answers to a question.
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
    /// The text to stand in the place of the edit's span.
    Replacement,
    /// A number.
    Number,
    /// A point of a slider.
    Slider,
    /// One of a list of options.
    List,
}

impl AnswerKind {
    /// All kinds.
    pub const ALL: [AnswerKind; 9] = [
        AnswerKind::Binary,
        AnswerKind::Likert3,
        AnswerKind::Likert5,
        AnswerKind::Textbox,
        AnswerKind::Textarea,
        AnswerKind::Replacement,
        AnswerKind::Number,
        AnswerKind::Slider,
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
            AnswerKind::Replacement => Some("replacement"),
            AnswerKind::Number => Some("number"),
            AnswerKind::Slider => Some("slider"),
            AnswerKind::List => None,
        }
    }

    /// The keys that say more about these answers.
    #[must_use]
    pub fn keys(self) -> &'static [&'static str] {
        let meaning = self.word().and_then(|word| meaning_of(word, ANSWER_MEANINGS));
        meaning.map_or(&["multiple"], keys_of_answers)
    }

    /// The kind with this word in a template; `None` if there is none.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        AnswerKind::ALL.into_iter().find(|answers| answers.word() == Some(word))
    }
}
