//! What a trainee did so far, as a small value to be stored.
//!
//! Outcomes belong to the ids of steps, so that a training that was edited goes on where it was: steps that changed are to be
//! done again, all others count by the rules as they are now.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::comparison::Counts;
use crate::model::{QuizQuestion, StepBody, StepId, Training, TrainingId, TrainingStep};
use crate::result_code::ResultCode;
use crate::scoring::Score;

/// What came of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A lesson was read.
    Read,
    /// A task was done.
    Marked(Counts),
    /// Questions were answered.
    Answered {
        /// The number that were answered rightly.
        right: u32,
        /// The number that were answered.
        answered: u32,
    },
}

impl Outcome {
    /// The outcome of a quiz: for each question, in order, the positions of the chosen options, none if it is not answered.
    #[must_use]
    pub fn of_quiz(questions: &[QuizQuestion], chosen: &[Vec<usize>]) -> Self {
        let (mut right, mut answered) = (0, 0);
        for (question, chosen) in questions.iter().zip(chosen) {
            right += u32::from(question.is_answered_by(chosen));
            answered += u32::from(!chosen.is_empty());
        }
        Outcome::Answered { right, answered }
    }

    /// Returns `true` if such a step can have it.
    pub(crate) fn fits(&self, body: &StepBody) -> bool {
        match body {
            StepBody::Lesson => matches!(self, Outcome::Read),
            StepBody::Exercise(_) | StepBody::Examination(_) => matches!(self, Outcome::Marked(_)),
            StepBody::Quiz(_) => matches!(self, Outcome::Answered { .. }),
        }
    }
}

/// What a trainee did so far of a training.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The training as it was when the progress was last [adapted](Progress::adapt) to it.
    training: Option<TrainingId>,
    /// The outcomes of the attempt, by step.
    outcomes: BTreeMap<StepId, Outcome>,
    /// The number of attempts that were finished.
    finished: u16,
    /// The attempt is finished, and the next one has not begun.
    is_finished: bool,
    /// The best result.
    best: Option<BestResult>,
}

/// The best result of several attempts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct BestResult {
    /// The training as it was then.
    training: TrainingId,
    percent: u8,
    passed: bool,
}

/// The result of a finished attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptResult {
    /// The number of the attempt, from 1.
    pub attempt: u16,
    /// Its score.
    pub score: Score,
    /// It reached the pass mark.
    pub passed: bool,
}

impl Progress {
    /// Fits stored progress to the training as it is now; to be called before anything else. Outcomes of steps that are no
    /// longer there are dropped. If what results depend on has changed, an attempt that was finished is open again, so that
    /// what is new can be done without losing it.
    pub fn adapt(&mut self, training: &Training) {
        let fits = |id: &StepId, outcome: &mut Outcome| {
            training.step(id).is_some_and(|step| outcome.fits(step.body()))
        };
        self.outcomes.retain(fits);
        let id = training.id();
        let is_changed = self.training.as_ref().is_some_and(|known| *known != id);
        if is_changed && self.is_finished {
            self.is_finished = false;
            self.finished = self.finished.saturating_sub(1);
        }
        self.training = Some(id);
    }

    /// The outcome of a step in this attempt.
    #[must_use]
    pub fn outcome(&self, step: &StepId) -> Option<&Outcome> {
        self.outcomes.get(step)
    }

    /// Records the outcome of a step. Returns `false`, and changes nothing, for a step that already has one, since the first
    /// counts: its solution was shown; and after the last attempt.
    pub fn record(&mut self, step: &TrainingStep, outcome: Outcome) -> bool {
        let is_open = !self.is_finished && !self.outcomes.contains_key(step.id());
        let is_recorded = is_open && outcome.fits(step.body());
        if is_recorded {
            self.outcomes.insert(step.id().clone(), outcome);
        }
        is_recorded
    }

    /// The first step that is not done; `None` if all are.
    #[must_use]
    pub fn next_step<'t>(&self, training: &'t Training) -> Option<&'t TrainingStep> {
        training.steps().iter().find(|step| self.outcome(step.id()).is_none())
    }

    /// The score of this attempt so far.
    #[must_use]
    pub fn score(&self, training: &Training) -> Score {
        training.score(|step| self.outcome(step))
    }

    /// The number of finished attempts.
    #[must_use]
    pub fn finished_attempts(&self) -> u16 {
        self.finished
    }

    /// Returns `true` if the attempt is finished and the next one has not begun.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.is_finished
    }

    /// Finishes the attempt. `None`, and nothing changes, if steps are not done yet or if it is finished.
    pub fn finish(&mut self, training: &Training) -> Option<AttemptResult> {
        if self.is_finished || self.next_step(training).is_some() {
            return None;
        }
        self.is_finished = true;
        self.finished = self.finished.saturating_add(1);
        let score = self.score(training);
        let passed = training.is_passed_with(&score);
        let percent = u8::try_from(score.percent.rounded_down()).unwrap_or(100);
        let is_better = |best: &BestResult| (best.passed, best.percent) < (passed, percent);
        if self.best.as_ref().is_none_or(is_better) {
            self.best = Some(BestResult { training: training.id(), percent, passed });
        }
        Some(AttemptResult { attempt: self.finished, score, passed })
    }

    /// Returns `true` if a next attempt may begin: one is finished and there are more.
    #[must_use]
    pub fn may_begin_again(&self, training: &Training) -> bool {
        self.is_finished && training.attempts().is_none_or(|most| self.finished < most.get())
    }

    /// Begins the next attempt, in which lessons stay read. Returns `false`, and changes nothing, if there is none.
    pub fn begin_again(&mut self, training: &Training) -> bool {
        if !self.may_begin_again(training) {
            return false;
        }
        self.outcomes.retain(|_, outcome| matches!(outcome, Outcome::Read));
        self.is_finished = false;
        true
    }

    /// Returns `true` if an attempt reached the pass mark, be it before the training was changed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.passed)
    }

    /// Returns `true` if the solutions of examinations may be shown: an attempt is finished, and it needs no further one, or
    /// there is none.
    #[must_use]
    pub fn may_show_solutions(&self, training: &Training) -> bool {
        self.is_finished && (self.has_passed() || !self.may_begin_again(training))
    }

    /// The code of the best result, for a trainee of this name or number; `None` before the first attempt is finished.
    #[must_use]
    pub fn result_code(&self, trainee: &str) -> Option<ResultCode> {
        let best = self.best.as_ref()?;
        Some(ResultCode::new(&best.training, trainee, best.percent, best.passed))
    }
}

#[cfg(test)]
mod tests;
