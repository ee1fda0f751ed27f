//! The command line: files in, files and figures out, for scripts and pipelines.

use std::process::ExitCode;

/// Runs the command that the arguments name.
#[must_use]
pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
