//! The command line: files in, files and figures out, for scripts and pipelines.
//!
//! A command is a file here with a function `run`. It says through the `Console` what it found and
//! returns what only it has to say as JSON; the exit code follows from what was found.

mod agree;
mod args;
mod bundle;
mod check;
mod completions;
mod convert;
mod data;
mod figures;
mod files;
mod formats;
mod languages;
mod merge;
mod new_template;
mod output_sink;
mod paths;
mod progress;
mod report;
mod sources;
mod staged;
mod stats;
mod typology_changes;

use std::process::ExitCode;

use clap::Parser;

use self::args::{Arguments, Command};
use self::report::Console;

/// Runs the command that the arguments name.
///
/// 0: fine; 1: errors in a template or in data; 2: wrong usage, or a file that can't be read or written.
#[must_use]
pub fn run() -> ExitCode {
    staged::outlive_size_limits();
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(message) => {
            // It fails only where nobody reads it.
            let _ = message.print();
            return ExitCode::from(if message.use_stderr() { report::UNUSABLE } else { 0 });
        }
    };
    let mut console = Console::new(arguments.command.name(), arguments.json, arguments.quiet);
    let answer = match &arguments.command {
        Command::Check(args) => check::run(args, &mut console),
        Command::Convert(args) => convert::run(args, &mut console),
        Command::Formats => formats::run(&mut console),
        Command::Bundle(args) => bundle::run(args, &mut console),
        Command::New(args) => new_template::run(args, &mut console),
        Command::Merge(args) => merge::run(args, &mut console),
        Command::Agree(args) => agree::run(args, &mut console),
        Command::Stats(args) => stats::run(args, &mut console),
        Command::Completions(args) => completions::run(args, &mut console),
    };
    console.finish(answer)
}
