//! Commands that another program asks for: told of their progress, and stopped.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The one who asked for a command.
pub trait Watch: fmt::Debug + Send + Sync {
    /// Is told that `done` of `total` steps are done, at each percent. Threads of the command call it.
    fn progressed(&self, what: &str, done: u64, total: u64);

    /// Returns `true` if the command is to stop. It is asked at each step.
    fn is_cancelled(&self) -> bool;
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unanswered {
    /// The arguments name no command, which the text explains.
    WrongUsage(String),
    /// The command was cancelled.
    Cancelled,
    /// The answer can't be written as JSON, for this reason.
    NoJson(String),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unanswered::WrongUsage(text) => f.write_str(text.trim_end()),
            Unanswered::Cancelled => f.write_str("The command was cancelled."),
            Unanswered::NoJson(why) => write!(f, "The answer can't be written as JSON: {why}."),
        }
    }
}

impl std::error::Error for Unanswered {}

/// What a cancelled command unwinds with.
struct Cancelled;

/// Ends the command if it is cancelled. Its steps are taken on many threads and deep in computations, which an error would
/// have to pass through; unwinding passes through all of them, also through rayon, and drops what they hold.
pub(super) fn stop_if_cancelled(watch: &dyn Watch) {
    if watch.is_cancelled() {
        resume_unwind(Box::new(Cancelled));
    }
}

/// Runs a command until it ends or is cancelled. Panics are passed on.
pub(super) fn until_cancelled(
    command: impl FnOnce() -> Result<String, Unanswered>,
) -> Result<String, Unanswered> {
    // The command owns all that it works on.
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|payload| {
        if payload.is::<Cancelled>() { Err(Unanswered::Cancelled) } else { resume_unwind(payload) }
    })
}
