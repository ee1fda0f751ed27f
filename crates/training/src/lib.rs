//! Trainings of annotators: lessons, exercises with gold and feedback, quizzes and examinations, and what they are worth.
//!
//! A training is a YAML file for a template, or the key `training` in it; [`compile()`] reads it against the typology of the
//! template. [`compare()`] finds what a trainee marked of the gold of a task, a [`Scoring`] makes points of it, a [`Progress`]
//! keeps what was done, in a [`TraineeRecord`] on the trainee's device, and a [`ResultCode`] says the result to the designer.
//!
//! **Start reading** at [`Training`], then at [`Progress`]. **Must never happen here:** a score that depends on the order in
//! which edits were made; access to a clock, a store or random numbers.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod comparison;
pub mod compile;
mod gold_text;
mod matching;
pub mod model;
pub mod progress;
pub mod record;
pub mod result_code;
pub mod scoring;
#[cfg(test)]
mod testing;

pub use comparison::{Comparison, Counts, Finding, compare};
pub use compile::{CompiledTraining, compile, problems_in_template};
pub use gold_text::GoldTextError;
pub use model::{
    GoldEdit, NotAnError, QuizOption, QuizQuestion, StepBody, StepId, Task, Training, TrainingId,
    TrainingStep,
};
pub use progress::{AttemptResult, Outcome, Progress};
pub use record::{StepWork, TraineeRecord};
pub use result_code::{CodeError, ResultCode};
pub use scoring::{
    BoundaryTolerance, EarnedPoints, Loss, LossReason, Points, ScarecrowPoints, Score, Scoring,
    StepScore,
};
