//! Changes of an instance that can be undone: applied, taken back, written as JSON, read again.
//!
//! Start reading with [`Change`] and [`Instance::apply`], which returns the inverse of the change that it makes.
//! [`to_json`] and [`from_json`] convert changes for the journal, [`History`] has the steps of undo and redo. An
//! instance never changes in any other way, and a change that does not fit changes nothing.

mod difference;
mod edit_list;
pub mod history;
mod json;

use std::sync::Arc;

pub use difference::difference;
pub use history::History;
pub use json::{from_json, to_json};

use self::edit_list::{EditBlocks, EditList};
use crate::document::{Answers, Edit, EditKey, Instance, ParagraphReading, TextName};
use spanwise_i18n::{Message, say};

/// One change to an instance.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// Adds an edit at a position of the list.
    Insert {
        /// Position among the top-level edits.
        at: usize,
        /// The edit; its key must be new.
        edit: Arc<Edit>,
    },
    /// Takes a top-level edit away.
    Remove(EditKey),
    /// Puts an edit in the place of the top-level one with the same key.
    Replace(Arc<Edit>),
    /// Sets all answers about the instance as a whole.
    Answers(Answers),
    /// Sets all answers about a text.
    TextAnswers(TextName, Answers),
    /// Sets or clears the bookmark.
    Bookmark(bool),
    /// Sets the comment; empty for none.
    Comment(String),
    /// Declares the instance done, or takes that back.
    Done(bool),
    /// Sets the record of the paragraphs that were revealed.
    Reading(Vec<ParagraphReading>),
    /// Sets or removes the notes of the decisions of an adjudicator.
    Decisions(Option<Arc<str>>),
    /// Sets or removes the suggestions that were rejected.
    Rejected(Option<Arc<str>>),
}

impl Change {
    /// The edit that it adds or puts in the place of another one.
    pub(crate) fn edit_mut(&mut self) -> Option<&mut Arc<Edit>> {
        match self {
            Change::Insert { edit, .. } | Change::Replace(edit) => Some(edit),
            Change::Remove(_)
            | Change::Answers(_)
            | Change::TextAnswers(..)
            | Change::Bookmark(_)
            | Change::Comment(_)
            | Change::Done(_)
            | Change::Reading(_)
            | Change::Decisions(_)
            | Change::Rejected(_) => None,
        }
    }
}

/// A change that does not fit the instance: it was made for another state of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeError {
    /// There is no such edit.
    NoSuchEdit(EditKey),
    /// There is such an edit already.
    EditExists(EditKey),
}

impl ChangeError {
    /// The misfit, as one sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            ChangeError::NoSuchEdit(key) => say!(ChangeThereIsNoEditNumber, number = key.0),
            ChangeError::EditExists(key) => say!(ChangeEditExistsAlready, number = key.0),
        }
    }
}

impl std::fmt::Display for ChangeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for ChangeError {}

/// The number of changes from which on the list of edits is taken into [`EditBlocks`] for them.
const MANY: usize = 64;

impl Instance {
    /// Makes a change and returns the one that takes it back.
    ///
    /// # Errors
    /// If the change does not fit; the instance is then as it was.
    pub fn apply(&mut self, change: Change) -> Result<Change, ChangeError> {
        let mut edits = std::mem::take(&mut self.edits);
        let made = self.apply_to(&mut edits, change);
        self.edits = edits;
        made
    }

    /// Makes all changes or none, and returns those that take them back, in the order to be made.
    ///
    /// # Errors
    /// If one of them does not fit; the instance is then as it was.
    pub fn apply_all(&mut self, changes: &[Change]) -> Result<Vec<Change>, ChangeError> {
        let mut edits = std::mem::take(&mut self.edits);
        if changes.len() < MANY {
            let made = self.apply_each(&mut edits, changes);
            self.edits = edits;
            return made;
        }
        let mut blocks = EditBlocks::new(edits);
        let made = self.apply_each(&mut blocks, changes);
        self.edits = blocks.into_vec();
        made
    }

    /// Makes changes that were recorded, as far as they fit, and notes the ids that they take out of use. Returns the
    /// number of changes that did not fit.
    pub fn replay(&mut self, changes: &[Change]) -> usize {
        let mut edits = std::mem::take(&mut self.edits);
        if changes.len() < MANY {
            let misfits = self.replay_each(&mut edits, changes);
            self.edits = edits;
            return misfits;
        }
        let mut blocks = EditBlocks::new(edits);
        let misfits = self.replay_each(&mut blocks, changes);
        self.edits = blocks.into_vec();
        misfits
    }

    fn apply_each(
        &mut self,
        edits: &mut impl EditList,
        changes: &[Change],
    ) -> Result<Vec<Change>, ChangeError> {
        let mut inverse = Vec::with_capacity(changes.len());
        for change in changes {
            match self.apply_to(edits, change.clone()) {
                Ok(back) => inverse.push(back),
                Err(error) => {
                    for back in inverse.into_iter().rev() {
                        self.apply_to(edits, back)?;
                    }
                    return Err(error);
                }
            }
        }
        inverse.reverse();
        Ok(inverse)
    }

    fn replay_each(&mut self, edits: &mut impl EditList, changes: &[Change]) -> usize {
        let mut misfits = 0;
        for change in changes {
            self.retire_from(edits, change);
            misfits += usize::from(self.apply_to(edits, change.clone()).is_err());
        }
        misfits
    }

    fn apply_to(
        &mut self,
        edits: &mut impl EditList,
        change: Change,
    ) -> Result<Change, ChangeError> {
        match change {
            Change::Insert { at, edit } => {
                let key = edit.key;
                if edits.edit(key).is_some() {
                    return Err(ChangeError::EditExists(key));
                }
                self.next_key = self.next_key.max(edit.largest_key().saturating_add(1));
                edits.put(at, edit);
                Ok(Change::Remove(key))
            }
            Change::Remove(key) => {
                let (at, edit) = edits.take(key).ok_or(ChangeError::NoSuchEdit(key))?;
                Ok(Change::Insert { at, edit })
            }
            Change::Replace(edit) => {
                let (key, largest) = (edit.key, edit.largest_key());
                let old = edits.swap(edit).ok_or(ChangeError::NoSuchEdit(key))?;
                self.next_key = self.next_key.max(largest.saturating_add(1));
                Ok(Change::Replace(old))
            }
            Change::Answers(answers) => {
                Ok(Change::Answers(std::mem::replace(&mut self.answers, answers)))
            }
            Change::TextAnswers(text, answers) => {
                let before = self.text_answers.set(text.clone(), answers);
                Ok(Change::TextAnswers(text, before))
            }
            Change::Bookmark(on) => Ok(Change::Bookmark(std::mem::replace(&mut self.bookmark, on))),
            Change::Comment(text) => {
                Ok(Change::Comment(std::mem::replace(&mut self.comment, text)))
            }
            Change::Done(on) => Ok(Change::Done(std::mem::replace(&mut self.done, on))),
            Change::Reading(reading) => {
                Ok(Change::Reading(std::mem::replace(&mut self.reading, reading)))
            }
            Change::Decisions(notes) => {
                Ok(Change::Decisions(std::mem::replace(&mut self.decisions, notes)))
            }
            Change::Rejected(edits) => {
                Ok(Change::Rejected(std::mem::replace(&mut self.rejected, edits)))
            }
        }
    }

    /// Notes the ids that changes take out of use, before they are made. Taking a change back takes none.
    pub fn retire_ids(&mut self, changes: &[Change]) {
        let edits = std::mem::take(&mut self.edits);
        if changes.len() < MANY {
            changes.iter().for_each(|change| self.retire_from(&edits, change));
            self.edits = edits;
            return;
        }
        let blocks = EditBlocks::new(edits);
        changes.iter().for_each(|change| self.retire_from(&blocks, change));
        self.edits = blocks.into_vec();
    }

    fn retire_from(&mut self, edits: &impl EditList, change: &Change) {
        let leaving = match change {
            Change::Remove(key) => edits.edit(*key),
            Change::Replace(new) => edits.edit(new.key).filter(|old| old.category != new.category),
            Change::Insert { .. }
            | Change::Answers(_)
            | Change::TextAnswers(..)
            | Change::Bookmark(_)
            | Change::Comment(_)
            | Change::Done(_)
            | Change::Reading(_)
            | Change::Decisions(_)
            | Change::Rejected(_) => None,
        };
        if let Some(edit) = leaving {
            self.retire(edit);
        }
    }

    /// Position of a top-level edit.
    #[must_use]
    pub fn position(&self, key: EditKey) -> Option<usize> {
        self.edits.iter().position(|e| e.key == key)
    }

    /// An edit, which may be a constituent.
    #[must_use]
    pub fn edit(&self, key: EditKey) -> Option<&Arc<Edit>> {
        self.all_edits().find(|e| e.key == key)
    }

    /// The composite that an edit is a constituent of.
    #[must_use]
    pub fn composite_of(&self, key: EditKey) -> Option<&Arc<Edit>> {
        self.edits.iter().find(|e| e.constituents.iter().any(|c| c.key == key))
    }
}

impl Edit {
    fn largest_key(&self) -> u32 {
        self.constituents.iter().map(|c| c.largest_key()).fold(self.key.0, u32::max)
    }
}
