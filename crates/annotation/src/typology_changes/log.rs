//! Logs of the changes in each edit, by which they are undone.

use std::iter::Peekable;
use std::slice::Iter;

use super::annotated_edit::{AnnotatedEdit, visit, visit_mut};
use crate::document::{Answers, EditId};
use spanwise_i18n::Message;

/// A value before and after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeAfter<T> {
    /// Before.
    pub from: T,
    /// After.
    pub to: T,
}

/// The changes in the edits of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceLog {
    /// The 0-based number of the instance.
    pub instance: usize,
    /// The edits that were changed, in order, each composite before its constituents.
    pub edits: Vec<EditLog>,
}

/// The changes in one edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditLog {
    /// Its place: the 0-based position in the list, then, for a constituent, that among the constituents.
    pub place: Vec<usize>,
    /// Its category.
    pub category: BeforeAfter<String>,
    /// Its `id`.
    pub id: BeforeAfter<Option<EditId>>,
    /// Its answers, if they were changed.
    pub answers: Option<BeforeAfter<Answers>>,
    /// The verbatim JSON of the old answers, if it holds more than they do and they were changed.
    pub written: Option<String>,
}

/// An edit that differs from the result in the log: the data were changed since, or are other data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditMismatch {
    /// The 0-based number of the instance.
    pub instance: usize,
    /// The expected place of the edit.
    pub place: Vec<usize>,
    /// The expected category.
    pub category: String,
}

impl EditMismatch {
    /// The mismatch, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let [first, rest @ ..] = self.place.as_slice() else { return Message::none() };
        let constituents: String =
            rest.iter().map(|at| format!(".constituent_edits[{at}]")).collect();
        Message::from(format!(
            "Instance {}, edits[{first}]{constituents} is not as it was left: an edit of “{}”.",
            self.instance + 1,
            self.category
        ))
    }
}

impl std::fmt::Display for EditMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for EditMismatch {}

impl InstanceLog {
    /// Checks that the edits are as the changes left them. Edits may have been added after them, and answers reordered.
    ///
    /// # Errors
    /// If an edit differs; returns the first such edit.
    pub fn check<E: AnnotatedEdit>(&self, edits: &[E]) -> Result<(), EditMismatch> {
        let mut logs = self.edits.iter().peekable();
        let mut misfit = None;
        visit(edits, &mut Vec::new(), &mut |place, edit| {
            if let Some(log) = next_at(&mut logs, place)
                && misfit.is_none()
                && !log.is_as_left(edit)
            {
                misfit = Some(log);
            }
        });
        misfit.or(logs.next()).map_or(Ok(()), |log| {
            let (place, category) = (log.place.clone(), log.category.to.clone());
            Err(EditMismatch { instance: self.instance, place, category })
        })
    }

    /// Restores the edits as they were before the changes.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing is changed then.
    pub fn undo<E: AnnotatedEdit>(&self, edits: &mut [E]) -> Result<(), EditMismatch> {
        self.check(edits)?;
        self.put(edits, EditLog::take_back);
        Ok(())
    }

    /// Calls `put` for each edit in the log.
    pub(super) fn put<E: AnnotatedEdit>(&self, edits: &mut [E], put: impl Fn(&EditLog, &mut E)) {
        let mut logs = self.edits.iter().peekable();
        visit_mut(edits, &mut Vec::new(), &mut |place, edit| {
            if let Some(log) = next_at(&mut logs, place) {
                put(log, edit);
            }
        });
    }
}

/// Takes the next log, if it is of the edit at that place.
fn next_at<'l>(logs: &mut Peekable<Iter<'l, EditLog>>, place: &[usize]) -> Option<&'l EditLog> {
    logs.next_if(|log| log.place == place)
}

impl EditLog {
    /// Returns `true` if nothing is changed.
    pub(super) fn is_empty(&self) -> bool {
        self.category.from == self.category.to
            && self.id.from == self.id.to
            && self.answers.is_none()
    }

    fn is_as_left(&self, edit: &impl AnnotatedEdit) -> bool {
        // Compared only if both have an `id`: an edit without one may have got one when it was written.
        let is_id = match (&self.id.to, edit.id()) {
            (Some(left), Some(id)) => left == id,
            (Some(_) | None, None) | (None, Some(_)) => true,
        };
        let are_answers =
            self.answers.as_ref().is_none_or(|answers| same(&answers.to, edit.answers()));
        self.category.to == edit.category() && is_id && are_answers
    }

    /// Makes the change.
    pub(super) fn make(&self, edit: &mut impl AnnotatedEdit) {
        if self.category.from != self.category.to {
            edit.set_category(self.category.to.clone());
        }
        if self.id.from != self.id.to {
            edit.set_id(self.id.to.clone());
        }
        if let Some(answers) = &self.answers {
            edit.set_answers(answers.to.clone());
        }
    }

    fn take_back(&self, edit: &mut impl AnnotatedEdit) {
        if self.category.from != self.category.to {
            edit.set_category(self.category.from.clone());
        }
        if self.id.from != self.id.to {
            edit.set_id(self.id.from.clone());
        }
        if let Some(answers) = &self.answers {
            edit.set_answers(answers.from.clone());
        }
        if let Some(written) = &self.written {
            edit.set_written_answers(written);
        }
    }
}

/// Returns `true` if answers are equal, regardless of order.
fn same(a: &Answers, b: &Answers) -> bool {
    a.iter().count() == b.iter().count()
        && a.iter().all(|(question, answer)| b.get(question) == Some(answer))
}
