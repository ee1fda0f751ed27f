//! Typologies change: categories, questions and options are renamed, merged, split or removed, and annotations follow.
//!
//! [`TypologyChanges`] is the one mapping from the names before to those after. It is written in a file ([`read_file`]), in
//! a few words ([`read_pairs`]), or found between two versions of a template ([`renamed`]). It is applied to the edits of an
//! instance, in whichever model they are ([`AnnotatedEdit`]), and gives a log of what it did ([`InstanceLog`]), by which the
//! edits become again what they were. [`ChangeCounts`] counts what was done, and what could not be decided.
//!
//! All names of a mapping are those before, and all changes happen at once: two categories may exchange their names.
//! Nothing is dropped. An edit whose category is removed keeps it, as one of a category that the template does not know;
//! what a split cannot decide stays as it is.
//!
//! Start reading at [`TypologyChanges::apply`].

mod annotated_edit;
mod apply;
mod change_counts;
mod data;
mod file;
mod log;
mod log_json;
mod pairs;
mod renamed;

use std::collections::BTreeMap;

use crate::document::QuestionPath;

pub use annotated_edit::AnnotatedEdit;
pub use change_counts::{ChangeCounts, KeptReason, NamePath, OccurrenceCount};
pub use data::rename_in_data;
pub use file::read_file;
pub use log::{BeforeAfter, EditLog, EditMismatch, InstanceLog};
pub use log_json::{LogError, read_log, write_log};
pub use pairs::{PairError, read_pairs};
pub use renamed::{Rename, Renames, renamed};

/// What becomes of the names of a typology. A name that is not mentioned stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypologyChanges {
    /// By the name of the category; below are its questions, then their options, then those of follow-ups.
    pub categories: BTreeMap<String, NameChange>,
    /// By the name of the question: in all categories that do not mention a question of that name themselves.
    pub questions: BTreeMap<String, NameChange>,
}

/// What becomes of a category, a question or an option, and of what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameChange {
    /// What becomes of its name.
    pub fate: NameFate,
    /// By their names: the questions of a category, the options of a question, the options of an option's follow-up.
    pub below: BTreeMap<String, NameChange>,
}

/// What becomes of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum NameFate {
    /// It stays.
    #[default]
    Kept,
    /// It becomes another one. Names that become the same one are merged.
    Renamed(String),
    /// It becomes one of several.
    Split(NameSplit),
    /// The new typology does not have it. What is annotated with it is kept, as unknown.
    Removed,
}

/// Which of several names an edit gets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSplit {
    /// The question of the edit that decides: its name, then the options that lead to a follow-up.
    pub by: QuestionPath,
    /// New names by the answer: an option, or a value such as `yes`. With any other answer, the name stays.
    pub into: BTreeMap<String, String>,
}

impl NameChange {
    /// A change of the name alone.
    #[must_use]
    pub fn of(fate: NameFate) -> Self {
        NameChange { fate, below: BTreeMap::new() }
    }
}

impl TypologyChanges {
    /// Whether no name is mentioned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.categories.is_empty() && self.questions.is_empty()
    }
}
