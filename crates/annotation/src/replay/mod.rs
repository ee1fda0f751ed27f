//! The history of an instance as steps that can be gone through, forward and back.
//!
//! **Start reading** at [`Replay`]. Each step holds its changes and their inverse, so that going to another one makes the
//! changes between them and nothing more.
//!
//! **Must never happen here:** a change of the work itself; a time that is not known.

mod deed;
mod times;

use std::sync::Arc;

use crate::change::Change;
use crate::document::{Edit, Instance};

/// The history of an instance, and one of its states.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The state at step `at`.
    instance: Instance,
    /// The number of steps made.
    at: usize,
    steps: Vec<RecordedStep>,
    /// The numbers of the steps in effect, and of those taken back, as in a history of undo and redo.
    in_effect: Vec<usize>,
    taken_back: Vec<usize>,
}

/// A step in words.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayStep {
    /// The deed.
    pub deed: ReplayDeed,
    /// The edits concerned, as they were after it, or before it if they were deleted; empty for a step about the
    /// instance.
    pub edits: Vec<Arc<Edit>>,
    /// When it was done, in milliseconds since 1970 (UTC), if that is known.
    pub unix_ms: Option<u64>,
}

/// The deed of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplayDeed {
    /// An edit was made.
    Made,
    /// An edit was changed other than by an answer; without one, the bookmark or the comment.
    Changed,
    /// A question was answered, of an edit or of the instance.
    Answered,
    /// Edits were deleted. An edit that was just made may also have been undone: that makes the same change.
    Deleted,
    /// Edits that were deleted came back.
    Restored,
    /// The last step in effect was taken back.
    Undone,
    /// A step that was taken back was made again.
    Redone,
    /// The instance was declared done.
    Done,
    /// The instance is no longer declared done.
    Reopened,
    /// A paragraph was revealed, or earlier ones were noted as revised.
    Revealed,
}

/// A step with the changes that make it, and those that take it back, each in the order to be made.
#[derive(Debug, Clone)]
struct RecordedStep {
    step: ReplayStep,
    redo: Vec<Change>,
    undo: Vec<Change>,
}

impl Replay {
    /// The replay of an instance without steps yet.
    #[must_use]
    pub fn new(base: Instance) -> Self {
        let (steps, in_effect, taken_back) = (Vec::new(), Vec::new(), Vec::new());
        Replay { instance: base, at: 0, steps, in_effect, taken_back }
    }

    /// Adds the changes of a step at the end, as far as they fit, and goes there.
    pub fn push(&mut self, changes: &[Change]) {
        self.go_to(self.steps.len());
        let before = self.instance.clone();
        let (mut redo, mut undo) = (Vec::new(), Vec::new());
        for change in changes {
            if let Ok(back) = self.instance.apply(change.clone()) {
                redo.push(change.clone());
                undo.push(back);
            }
        }
        undo.reverse();
        let deed = self.taken_back_or_again(changes);
        let deed = deed.unwrap_or_else(|| deed::of(&before, &self.instance, &redo));
        let edits = deed::edits(&before, &self.instance, &redo);
        self.steps.push(RecordedStep {
            step: ReplayStep { deed, edits, unix_ms: None },
            redo,
            undo,
        });
        self.at = self.steps.len();
    }

    /// Finds whether changes take back the last step in effect, or make the last one again that was taken back, and counts
    /// the new step among those in effect if they do neither.
    fn taken_back_or_again(&mut self, changes: &[Change]) -> Option<ReplayDeed> {
        let step = |at: &usize| self.steps.get(*at);
        let last = self.in_effect.last().and_then(step);
        let next = self.taken_back.last().and_then(step);
        // Who deletes an edit that was just made, makes the same change as who takes that back.
        let makes =
            |step: &RecordedStep| step.step.deed == ReplayDeed::Made && is_removal(&step.undo);
        if let Some(last) = last.filter(|last| last.undo == changes) {
            let deed = if makes(last) { ReplayDeed::Deleted } else { ReplayDeed::Undone };
            self.taken_back.extend(self.in_effect.pop());
            return Some(deed);
        }
        if let Some(next) = next.filter(|next| next.redo == changes) {
            let deed = if makes(next) { ReplayDeed::Restored } else { ReplayDeed::Redone };
            self.in_effect.extend(self.taken_back.pop());
            return Some(deed);
        }
        self.taken_back.clear();
        self.in_effect.push(self.steps.len());
        None
    }

    /// The number of steps.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns `true` if there is no step.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The number of the step that was gone to: 0 is the state before the first one.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The instance after the step that was gone to.
    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// A step, by its number from 1.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<&ReplayStep> {
        self.steps.get(number.checked_sub(1)?).map(|recorded| &recorded.step)
    }

    /// Goes to the state after a step, by its number from 1, or before the first one with 0; to the last one if there are
    /// fewer.
    pub fn go_to(&mut self, number: usize) {
        let number = number.min(self.steps.len());
        while self.at < number {
            self.make(self.at, |step| &step.redo);
            self.at += 1;
        }
        while self.at > number {
            self.at -= 1;
            self.make(self.at, |step| &step.undo);
        }
    }

    fn make(&mut self, at: usize, changes: fn(&RecordedStep) -> &Vec<Change>) {
        if let Some(step) = self.steps.get(at) {
            // They were made once, in this order.
            let _ = self.instance.apply_all(changes(step));
        }
    }
}

fn is_removal(changes: &[Change]) -> bool {
    matches!(changes, [Change::Remove(_)])
}
