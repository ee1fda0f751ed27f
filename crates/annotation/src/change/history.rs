//! Undo and redo: what was done, how to take it back, and where the annotator was looking.

use super::Change;
use crate::document::{EditKey, QuestionPath, TextName};

/// Steps closer together than this, with the same [`Grouping`], are one step to a person.
pub const GROUPING_MS: f64 = 1000.0;

/// The kind of a step and the thing it is about: steps in which both are equal may become one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grouping {
    /// Typing the answer to a question.
    Typing(EditKey, QuestionPath),
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
    /// What the annotator saw before.
    pub before: V,
    /// What the annotator saw after.
    pub after: V,
    /// What it may be grouped with.
    pub grouping: Option<Grouping>,
    /// When it was last added to, in milliseconds of any clock.
    pub at_ms: f64,
}

/// All steps of a visit. Unlimited: a step holds only what changed.
#[derive(Debug, Clone)]
pub struct History<V> {
    steps: Vec<HistoryStep<V>>,
    /// How many of them are in effect.
    done: usize,
}

impl<V> Default for History<V> {
    fn default() -> Self {
        History { steps: Vec::new(), done: 0 }
    }
}

impl<V: Clone> History<V> {
    /// Adds a step; whatever had been undone is forgotten. Returns whether it was grouped with the step before.
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

    /// How many of the latest steps in effect satisfy a condition, counted from the last.
    pub fn trailing(&self, holds: impl Fn(&HistoryStep<V>) -> bool) -> usize {
        self.steps.iter().take(self.done).rev().take_while(|s| holds(s)).count()
    }

    /// Whether something can be taken back.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.done > 0
    }

    /// Whether something can be done again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// The step to take back, which counts as taken back from now on.
    pub fn undo(&mut self) -> Option<HistoryStep<V>> {
        self.done = self.done.checked_sub(1)?;
        // The step before must not grow: what it would replace was recorded before the undo.
        self.seal();
        self.steps.get(self.done).cloned()
    }

    /// The step to do again, which counts as in effect from now on.
    pub fn redo(&mut self) -> Option<HistoryStep<V>> {
        let step = self.steps.get(self.done).cloned()?;
        self.done += 1;
        self.seal();
        Some(step)
    }
}
