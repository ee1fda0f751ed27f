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
//! access to the network.

#![warn(clippy::wildcard_enum_match_arm)]

mod agree;
mod args;
mod bundle;
mod check;
mod completions;
mod convert;
mod data;
mod decisions;
mod detect;
mod figures;
mod files;
mod formats;
mod gold;
mod input;
mod languages;
mod match_decisions;
mod merge;
mod new_template;
mod output_sink;
mod paths;
mod progress;
mod report;
mod sources;
mod staged;
mod stats;
mod study_report;
mod training;
mod typologies;
mod typology_changes;

use std::process::ExitCode;

use clap::Parser;

use self::args::{Arguments, Command};
use self::report::{Console, ConsoleOptions};
use spanwise_annotation::document::enable_roles;
use spanwise_template::yaml::explain_syntax_errors;

/// Runs the command that the arguments name.
///
/// 0: fine; 1: errors in a template or in data; 2: wrong usage, or a file that can't be read or written.
#[must_use]
pub fn run() -> ExitCode {
    staged::outlive_size_limits();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(message) => {
            // It fails only if nobody reads the output.
            let _ = message.print();
            return ExitCode::from(if message.use_stderr() { report::UNUSABLE } else { 0 });
        }
    };
    explain_syntax_errors();
    enable_roles();
    let Arguments { json, quiet, progress_lines, .. } = arguments;
    let options = ConsoleOptions { json, quiet, progress_lines };
    let mut console = Console::new(arguments.command.name(), options);
    let answer = match &arguments.command {
        Command::Check(args) => check::run(args, &mut console),
        Command::Convert(args) => convert::run(args, &mut console),
        Command::Formats => formats::run(&mut console),
        Command::Detect(args) => detect::run(args, &mut console),
        Command::Bundle(args) => bundle::run(args, &mut console),
        Command::New(args) => new_template::run(args, &mut console),
        Command::Merge(args) => merge::run(args, &mut console),
        Command::Agree(args) => agree::run(args, &mut console),
        Command::Stats(args) => stats::run(args, &mut console),
        Command::Report(args) => study_report::run(args, &mut console),
        Command::Training(args) => training::run(args, &mut console),
        Command::Gold(args) => gold::run(args, &mut console),
        Command::Completions(args) => completions::run(args, &mut console),
    };
    console.finish(answer)
}
