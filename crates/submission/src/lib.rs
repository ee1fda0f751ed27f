//! Annotation for others: the annotator, the assigned instances, and the submission of the result.
//!
//! Values only. Requests, waiting times and forms are described here; the page carries them out.

// In a release of the app nothing is formatted by Debug (scripts/lib/release.sh).
#![cfg_attr(not(test), warn(clippy::use_debug))]
#![warn(clippy::wildcard_enum_match_arm)]

pub mod assignment;
pub mod completeness;
pub mod finish;
pub mod hidden_gold;
mod identity;
mod indent;
pub mod outbox;
pub mod requests;
pub mod sample;
pub mod stopwatch;
pub mod submission;
mod time;
pub mod worker;

pub use identity::{SubmissionId, assignment_part};
pub use submission::Submission;
