//! The record of a trainee on a device: the progress in a training, and the marks and choices in its steps, so that a page
//! that is opened again goes on where it was.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::{StepId, Training, TrainingStep};
use crate::progress::{Outcome, Progress};

/// The record of a trainee. It changes only by its functions, each of which leaves what was checked as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct TraineeRecord {
    /// The name or number of the trainee; empty if it is not known.
    pub trainee: String,
    /// The step that was shown last.
    pub place: Option<StepId>,
    progress: Progress,
    /// The marks and choices of this attempt, by step.
    work: BTreeMap<StepId, StepWork>,
}

/// The work of a trainee in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepWork {
    /// The changes that make the marks, as JSON.
    Marks(String),
    /// The positions of the chosen options, from 0, by question.
    Chosen(Vec<Vec<usize>>),
}

impl TraineeRecord {
    /// Reads a stored record and fits it to the training as it is now; `None` if it cannot be read.
    #[must_use]
    pub fn read(json: &str, training: &Training) -> Option<Self> {
        let mut record: TraineeRecord = serde_json::from_str(json).ok()?;
        record.adapt(training);
        Some(record)
    }

    /// The empty record of a trainee.
    #[must_use]
    pub fn new(trainee: String, training: &Training) -> Self {
        let mut record = TraineeRecord { trainee, ..TraineeRecord::default() };
        record.adapt(training);
        record
    }

    fn adapt(&mut self, training: &Training) {
        self.progress.adapt(training);
        self.work.retain(|step, _| training.step(step).is_some());
        self.place = self.place.take().filter(|step| training.step(step).is_some());
    }

    /// The record as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Maps of texts, numbers and flags can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The progress.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// What was marked or chosen in a step of this attempt.
    #[must_use]
    pub fn work(&self, step: &StepId) -> Option<&StepWork> {
        self.work.get(step)
    }

    /// Sets what was marked or chosen in a step. Returns `false`, and changes nothing, once the step has an outcome, and
    /// between attempts.
    pub fn set_work(&mut self, step: &StepId, work: StepWork) -> bool {
        let is_open = self.progress.outcome(step).is_none() && !self.progress.is_finished();
        if is_open {
            self.work.insert(step.clone(), work);
        }
        is_open
    }

    /// Records the outcome of a step, as [`Progress::record`].
    pub fn record(&mut self, step: &TrainingStep, outcome: Outcome) -> bool {
        self.progress.record(step, outcome)
    }

    /// Finishes the attempt if all steps are done. Returns `true` if it was finished now.
    pub fn finish(&mut self, training: &Training) -> bool {
        self.progress.finish(training).is_some()
    }

    /// Begins the next attempt, without what was marked and chosen in the last one. Returns `false`, and changes nothing, if
    /// there is none.
    pub fn begin_again(&mut self, training: &Training) -> bool {
        let has_begun = self.progress.begin_again(training);
        if has_begun {
            self.work.clear();
            self.place = None;
        }
        has_begun
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::training;

    const TEXT: &str = "title: T\nattempts: 2\nsteps:\n  - exercise: E\n    annotated: \"a [b]{bad: w} c\"\n  - quiz: Q\n    questions:\n      - question: A\n        options: [{right: x, why: w}, {wrong: y, why: w}]\n";

    fn marks() -> StepWork {
        StepWork::Marks("[]".to_owned())
    }

    #[test]
    fn what_was_stored_comes_back() {
        let training = training(TEXT);
        let [exercise, quiz] = training.steps() else { panic!() };
        let mut record = TraineeRecord::new("Ann".to_owned(), &training);
        assert!(record.set_work(exercise.id(), marks()));
        assert!(record.record(exercise, Outcome::Marked(crate::Counts::default())));
        assert!(record.set_work(quiz.id(), StepWork::Chosen(vec![vec![1]])));
        record.place = Some(quiz.id().clone());
        assert_eq!(TraineeRecord::read(&record.to_json(), &training), Some(record));
        for damaged in ["", "{}", "[]", "{\"trainee\":1}"] {
            assert_eq!(TraineeRecord::read(damaged, &training), None, "{damaged}");
        }
    }

    #[test]
    fn what_was_checked_stays_until_the_next_attempt() {
        let training = training(TEXT);
        let [exercise, quiz] = training.steps() else { panic!() };
        let mut record = TraineeRecord::new(String::new(), &training);
        assert!(record.set_work(exercise.id(), marks()));
        assert!(record.record(exercise, Outcome::Marked(crate::Counts::default())));
        assert!(!record.set_work(exercise.id(), StepWork::Marks("other".to_owned())));
        assert_eq!(record.work(exercise.id()), Some(&marks()));
        assert!(!record.finish(&training), "the quiz is open");
        assert!(record.record(quiz, Outcome::Answered { right: 1, answered: 1 }));
        assert!(record.finish(&training));
        assert!(!record.set_work(quiz.id(), StepWork::Chosen(Vec::new())));
        assert!(record.begin_again(&training));
        assert_eq!(record.work(exercise.id()), None);
        assert!(record.set_work(exercise.id(), marks()));
        assert!(!record.begin_again(&training));
    }

    #[test]
    fn work_on_steps_that_are_gone_goes() {
        let before = training(TEXT);
        let after = training(&TEXT.replace("a [b]", "another [b]"));
        let [exercise, quiz] = before.steps() else { panic!() };
        let mut record = TraineeRecord::new(String::new(), &before);
        record.set_work(exercise.id(), marks());
        record.set_work(quiz.id(), StepWork::Chosen(vec![vec![0]]));
        record.place = Some(exercise.id().clone());
        let read = TraineeRecord::read(&record.to_json(), &after).unwrap();
        assert_eq!((read.work(exercise.id()), read.place.as_ref()), (None, None));
        assert_eq!(read.work(quiz.id()), Some(&StepWork::Chosen(vec![vec![0]])));
    }
}
