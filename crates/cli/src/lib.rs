//! The command line: files in, files and figures out, for scripts and pipelines.
//!
//! A command is a file or folder here with a function `run`, a variant of `Command` in `args` and a line in [`run`]. It
//! reports problems through the `Console` and returns its other results as JSON; the exit code follows from the problems.
//!
//! **Start reading** at `args` and `report`, then at a short command such as `check`; `sources` opens the files of `agree`
//! and `stats`, `figures` prints their results.
//!
//! **Must never happen here:** a changed name of an option, of a JSON key or of a code of a problem (they are published);
//! output written over an input, or half written (`staged`); a measure or a format computed here rather than in its crate;
//! access to the network, but by `annotate` to the endpoint that was named (`endpoint_client`).

#![warn(clippy::wildcard_enum_match_arm)]

mod agree;
mod annotate;
mod args;
mod asked;
mod audit;
mod bundle;
mod check;
mod comma_list;
mod completions;
mod convert;
mod data;
mod decisions;
mod detect;
#[cfg(not(target_family = "wasm"))]
mod endpoint_client;
mod figures;
mod files;
mod formats;
mod gold;
mod gold_by_rule;
mod input;
mod languages;
mod match_decisions;
mod merge;
mod new_template;
mod output_sink;
mod paths;
mod progress;
mod prompt;
mod report;
mod sources;
mod staged;
mod stats;
mod study_report;
mod training;
mod typologies;
mod typology_changes;
mod watch;

use std::ffi::OsString;
use std::sync::Arc;

use clap::Parser;
use serde_json::Value;

pub use self::study_report::headings as table_headings;
pub use self::watch::{Unanswered, Watch};

use self::args::{Arguments, Command};
use self::report::{Console, ConsoleOptions, Failure};
use spanwise_annotation::document::enable_roles;
use spanwise_template::yaml::explain_syntax_errors;

/// Of the program and of the Python module. Conversions allocate many small texts: with mimalloc they take some 15 % less time
/// than with the system's allocator.
#[cfg(not(target_family = "wasm"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs the command that the arguments name, the first of which is the program, and returns the exit code. For a process
/// that does nothing else: signals end it.
///
/// 0: fine; 1: errors in a template or in data; 2: wrong usage, or a file that can't be read or written.
#[must_use]
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    staged::outlive_size_limits();
    staged::remove_when_ended();
    let given: Vec<OsString> = arguments.into_iter().collect();
    let arguments = match Arguments::try_parse_from(&given) {
        Ok(arguments) => arguments,
        Err(message) => {
            // It fails only if nobody reads the output.
            let _ = message.print();
            return if message.use_stderr() { report::UNUSABLE } else { 0 };
        }
    };
    let Arguments { json, quiet, progress_lines, .. } = arguments;
    let options = ConsoleOptions { json, quiet, progress_lines };
    let mut console = Console::new(arguments.command.name(), &given, options);
    let answer = obey(&arguments.command, &mut console);
    console.finish(answer)
}

/// The JSON object of the command that the arguments name, the first of which is the program, for another program.
/// Nothing is printed. A cancelled command stops by unwinding its threads, and leaves no unfinished file.
///
/// # Errors
/// If the arguments name no command, or if the command is cancelled.
pub fn answer(
    arguments: impl IntoIterator<Item = OsString>,
    watch: Arc<dyn Watch>,
) -> Result<String, Unanswered> {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let Arguments { command, .. } = Arguments::try_parse_from(&given)
        .map_err(|message| Unanswered::WrongUsage(message.render().to_string()))?;
    watch::until_cancelled(move || {
        let mut console = Console::watched(command.name(), &given, watch);
        let answer = obey(&command, &mut console);
        console.answer(&answer).map_err(|error| Unanswered::NoJson(error.to_string()))
    })
}

fn obey(command: &Command, console: &mut Console) -> Result<Value, Failure> {
    explain_syntax_errors();
    enable_roles();
    match command {
        Command::Check(args) => check::run(args, console),
        Command::Convert(args) => convert::run(args, console),
        Command::Formats => formats::run(console),
        Command::Detect(args) => detect::run(args, console),
        Command::Bundle(args) => bundle::run(args, console),
        Command::New(args) => new_template::run(args, console),
        Command::Merge(args) => merge::run(args, console),
        Command::Agree(args) => agree::run(args, console),
        Command::Stats(args) => stats::run(args, console),
        Command::Report(args) => study_report::run(args, console),
        Command::Training(args) => training::run(args, console),
        Command::Gold(args) => gold::run(args, console),
        Command::Prompt(args) => prompt::run(args, console),
        Command::Annotate(args) => annotate::run(args, console),
        Command::Audit(args) => audit::run(args, console),
        Command::Completions(args) => completions::run(args, console),
    }
}
