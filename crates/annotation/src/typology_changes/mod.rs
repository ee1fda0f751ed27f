//! Changes of a typology, applied to annotations: categories, questions and options are renamed, merged, split or
//! removed.
//!
//! [`TypologyChanges`] maps old names to new ones. It is read from a file ([`read_file`]) or from pairs
//! ([`read_pairs`]), or found by comparing two versions of a template ([`renamed`]). It is applied to the edits of an
//! instance, in any model ([`AnnotatedEdit`]), and to the answers about it, and returns a log ([`InstanceLog`]) by which it is undone.
//! [`ChangeCounts`] counts the edits with names changed, or kept although they were to be changed.
//!
//! The names that a mapping refers to are the old ones, and all changes happen at once: two categories may exchange
//! their names. Nothing is dropped. An edit whose category is removed keeps it, as one unknown to the template; a name
//! whose split is undecided is kept.
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
pub use log::{BeforeAfter, EditLog, InstanceLog, LogMismatch};
pub use log_json::{LogError, read_log, write_log};
pub use pairs::{PairError, read_pairs};
pub use renamed::{Rename, RenamedPart, Renames, renamed};

/// Changes of the names of a typology. A name that is not mentioned is kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypologyChanges {
    /// By the name of the category; below are its questions, then their options, then those of follow-ups.
    pub categories: BTreeMap<String, NameChange>,
    /// By the name of the question: in all categories that do not mention a question of that name themselves.
    pub questions: BTreeMap<String, NameChange>,
    /// By the name of the question about instances.
    pub instance_questions: BTreeMap<String, NameChange>,
}

/// The change of a category, a question or an option, and of the names below it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameChange {
    /// The change of its own name.
    pub fate: NameFate,
    /// Changes by name: of the questions of a category, the options of a question, the options of an option's
    /// follow-up.
    pub below: BTreeMap<String, NameChange>,
}

/// The change of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum NameFate {
    /// Not changed.
    #[default]
    Kept,
    /// Replaced by another name. Names with the same new name are merged.
    Renamed(String),
    /// Replaced by one of several names.
    Split(NameSplit),
    /// Absent from the new typology. Annotations keep it, as an unknown name.
    Removed,
}

/// The choice between several new names by an answer of the edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameSplit {
    /// The path of the deciding question: the name of a root question, then the options that lead to a follow-up.
    pub by: QuestionPath,
    /// New names by the answer: an option, or a value such as `yes`. With any other answer, the name is kept.
    pub into: BTreeMap<String, String>,
}

impl NameChange {
    /// Creates a change of the name alone.
    #[must_use]
    pub fn of(fate: NameFate) -> Self {
        NameChange { fate, below: BTreeMap::new() }
    }
}

impl TypologyChanges {
    /// Returns `true` if no name is mentioned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let TypologyChanges { categories, questions, instance_questions } = self;
        [categories, questions, instance_questions].iter().all(|names| names.is_empty())
    }
}
