//! Undo and redo: the steps of a visit, each with its changes, their inverse, and the views before and after it.

use super::Change;
use crate::document::{AnswerOwner, EditKey, QuestionPath, TextName};

/// Steps closer together than this, with the same [`Grouping`], are one step to a person.
pub const GROUPING_MS: f64 = 1000.0;

/// The kind of a step and the thing it is about: steps in which both are equal may become one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grouping {
    /// Typing the answer to a question.
    Typing(AnswerOwner, QuestionPath),
    /// Moving the boundaries of a span by keys.
    Boundary(EditKey, TextName, usize),
    /// Dragging a boundary of a span: one step however long it takes.
    Drag(EditKey, TextName, usize),
    /// Typing the comment.
    Comment,
}

/// One step that can be taken back.
#[derive(Debug, Clone)]
pub struct HistoryStep<V> {
    /// Position of the instance it happened on.
    pub instance: usize,
    /// Changes that make it.
    pub redo: Vec<Change>,
    /// Changes that take it back. Empty for a step of the draft alone.
    pub undo: Vec<Change>,
    /// The view before the step.
    pub before: V,
    /// The view after the step.
    pub after: V,
    /// The grouping by which the next step may become part of it; `None` if it stands by itself.
    pub grouping: Option<Grouping>,
    /// The time of the last addition to it, in milliseconds of any clock.
    pub at_ms: f64,
}

/// All steps of a visit. Unlimited: a step holds only its changes and views.
#[derive(Debug, Clone)]
pub struct History<V> {
    steps: Vec<HistoryStep<V>>,
    /// The number of steps in effect.
    done: usize,
}

impl<V> Default for History<V> {
    fn default() -> Self {
        History { steps: Vec::new(), done: 0 }
    }
}

impl<V: Clone> History<V> {
    /// Adds a step; undone steps are forgotten. Returns `true` if it was grouped with the step before.
    pub fn push(&mut self, step: HistoryStep<V>) -> bool {
        self.steps.truncate(self.done);
        if let Some(last) = self.steps.last_mut()
            && step.grouping.is_some()
            && last.grouping == step.grouping
            && last.instance == step.instance
            && (matches!(step.grouping, Some(Grouping::Drag(..)))
                || step.at_ms - last.at_ms < GROUPING_MS)
        {
            last.redo = step.redo;
            last.after = step.after;
            last.at_ms = step.at_ms;
            return true;
        }
        self.steps.push(step);
        self.done = self.steps.len();
        false
    }

    /// Makes the last `count` steps and the next one a single step.
    pub fn absorb(&mut self, count: usize, mut step: HistoryStep<V>) {
        self.steps.truncate(self.done);
        for _ in 0..count {
            if let Some(earlier) = self.steps.pop() {
                step.before = earlier.before;
            }
        }
        self.steps.push(step);
        self.done = self.steps.len();
    }

    /// Ends grouping: the next step stands by itself.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.checked_sub(1).and_then(|i| self.steps.get_mut(i)) {
            last.grouping = None;
        }
    }

    /// The number of consecutive steps, from the last one in effect back, that satisfy a condition.
    pub fn trailing(&self, holds: impl Fn(&HistoryStep<V>) -> bool) -> usize {
        self.steps.iter().take(self.done).rev().take_while(|s| holds(s)).count()
    }

    /// Returns `true` if a step can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Returns `true` if a step can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// Marks the last step in effect as undone and returns it; `None` if there is none.
    pub fn undo(&mut self) -> Option<HistoryStep<V>> {
        self.done = self.done.checked_sub(1)?;
        // The step before must not grow: the record to replace would be one from before the undo.
        self.seal();
        self.steps.get(self.done).cloned()
    }

    /// Marks the first undone step as in effect and returns it; `None` if there is none.
    pub fn redo(&mut self) -> Option<HistoryStep<V>> {
        let step = self.steps.get(self.done).cloned()?;
        self.done += 1;
        self.seal();
        Some(step)
    }
}
