//! The rules in words, for trainees.

use super::{BoundaryTolerance, Scoring};
use crate::model::{StepBody, Training};
use spanwise_i18n::{Message, say};

/// The kinds of scored steps that a training has.
#[derive(Default)]
struct Kinds {
    exercise: bool,
    quiz: bool,
    examination: bool,
}

impl Training {
    /// The rules by which the training is scored, a paragraph each, for trainees to read before they begin.
    #[must_use]
    pub fn rules(&self) -> Vec<Message> {
        let mut kinds = Kinds::default();
        for step in self.steps() {
            match step.body() {
                StepBody::Lesson => {}
                StepBody::Exercise(_) => kinds.exercise = true,
                StepBody::Quiz(_) => kinds.quiz = true,
                StepBody::Examination(_) => kinds.examination = true,
            }
        }
        let mut rules = Vec::new();
        match self.scoring() {
            Scoring::F1 { .. } => rules.push(say!(TrainingRuleF1)),
            Scoring::Scarecrow(points) => {
                if kinds.exercise {
                    rules.push(say!(TrainingRuleExercise, points = u32::from(points.exercise)));
                }
                if kinds.quiz {
                    rules.push(say!(TrainingRuleQuestion, points = u32::from(points.question)));
                }
                if kinds.examination {
                    let points = u32::from(points.examination);
                    rules.push(say!(TrainingRuleExamination, points));
                }
            }
        }
        if kinds.exercise || kinds.examination {
            rules.push(match self.scoring().tolerance() {
                BoundaryTolerance::Overlap => say!(TrainingRuleOverlap),
                BoundaryTolerance::Words(0) => say!(TrainingRuleExact),
                BoundaryTolerance::Words(words) => say!(TrainingRuleBorders, words),
            });
        }
        let attempts = match self.attempts() {
            Some(attempts) => say!(TrainingRuleAttempts, attempts = u32::from(attempts.get())),
            None => say!(TrainingRuleAnyAttempts),
        };
        rules.push(say!(TrainingRulePass, pass = self.pass_mark()).and(attempts));
        if kinds.examination {
            rules.push(say!(TrainingRuleSolutions));
        }
        rules
    }
}

/// What whoever makes a training has to know of it: that trainees can read its gold, and invent a result code.
#[must_use]
pub fn what_cannot_be_hidden() -> Message {
    say!(TrainingCannotBeHidden)
}
