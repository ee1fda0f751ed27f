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

/// The changes in the edits of one instance, and in the answers about it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InstanceLog {
    /// The 0-based number of the instance.
    pub instance: usize,
    /// The edits that were changed, in order, each composite before its constituents.
    pub edits: Vec<EditLog>,
    /// The answers about the instance, if they were changed.
    pub answers: Option<BeforeAfter<Answers>>,
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

/// A difference from the result in the log: the data were changed since, or are other data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogMismatch {
    /// An edit.
    Edit {
        /// The 0-based number of the instance.
        instance: usize,
        /// The expected place of the edit.
        place: Vec<usize>,
        /// The expected category.
        category: String,
    },
    /// The answers about an instance, by its 0-based number.
    Answers(usize),
}

impl LogMismatch {
    /// The mismatch, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        let (instance, place, category) = match self {
            LogMismatch::Edit { instance, place, category } => (instance, place, category),
            LogMismatch::Answers(instance) => {
                let number = instance + 1;
                let text =
                    format!("Instance {number}: the answers about it are not as they were left.");
                return Message::from(text);
            }
        };
        let [first, rest @ ..] = place.as_slice() else { return Message::none() };
        let constituents: String =
            rest.iter().map(|at| format!(".constituent_edits[{at}]")).collect();
        Message::from(format!(
            "Instance {}, edits[{first}]{constituents} is not as it was left: an edit of “{category}”.",
            instance + 1,
        ))
    }
}

impl std::fmt::Display for LogMismatch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for LogMismatch {}

impl InstanceLog {
    /// Returns `true` if nothing is changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.answers.is_none()
    }

    /// Checks that the edits and the answers about the instance are as the changes left them. Edits may have been added
    /// after them, and answers reordered.
    ///
    /// # Errors
    /// Returns the first difference.
    pub fn check<E: AnnotatedEdit>(
        &self,
        edits: &[E],
        answers: &Answers,
    ) -> Result<(), LogMismatch> {
        if self.answers.as_ref().is_some_and(|about| !same(&about.to, answers)) {
            return Err(LogMismatch::Answers(self.instance));
        }
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
            Err(LogMismatch::Edit { instance: self.instance, place, category })
        })
    }

    /// Restores the edits and the answers about the instance as they were before the changes.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing is changed then.
    pub fn undo<E: AnnotatedEdit>(
        &self,
        edits: &mut [E],
        answers: &mut Answers,
    ) -> Result<(), LogMismatch> {
        self.check(edits, answers)?;
        self.put(edits, EditLog::take_back);
        if let Some(about) = &self.answers {
            answers.clone_from(&about.from);
        }
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
