//! Output of a command: problems, a summary and failures for people, or one JSON object.
//!
//! Results are on standard output; problems and messages about the work are on standard error.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Value, json};

use super::paths::shown;
use super::progress::Progress;
use super::watch::Watch;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_i18n::Message;
use spanwise_template::suggest::nearest;

/// The exit code of wrong usage and of files that can't be read or written.
pub(super) const UNUSABLE: u8 = 2;

/// The exit code of errors in templates and data.
const ERRORS: u8 = 1;

/// The failure of a command: it could not do anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Failure {
    message: String,
    remedy: String,
}

impl Failure {
    pub(super) fn new(message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Failure { message: message.into(), remedy: remedy.into() }
    }

    /// The failure of an unknown name, with the nearest of the known ones as remedy, or all of them.
    pub(super) fn unknown_name(message: String, name: &str, known: &BTreeSet<String>) -> Self {
        let remedy = match nearest(name, known.iter().map(String::as_str)) {
            Some(meant) => format!("Did you mean `{meant}`?"),
            None if known.is_empty() => "There are no names to choose from.".to_owned(),
            None => {
                let names: Vec<&str> = known.iter().map(String::as_str).collect();
                format!("Choose one of these: {}.", names.join(", "))
            }
        };
        Failure::new(message, remedy)
    }
}

/// A problem as listed in the JSON object.
#[derive(Debug, Serialize)]
struct ListedProblem {
    file: String,
    severity: &'static str,
    code: &'static str,
    line: Option<u32>,
    column: Option<u32>,
    index: Option<usize>,
    path: Option<String>,
    message: String,
    remedy: String,
}

/// The one JSON object.
#[derive(Debug, Serialize)]
struct CommandAnswer<'a> {
    command: &'static str,
    ok: bool,
    #[serde(flatten)]
    members: &'a Value,
    errors: usize,
    warnings: usize,
    problems: &'a [ListedProblem],
}

/// The stream on which problems are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProblemStream {
    Output,
    Error,
}

/// Options of printing.
#[derive(Debug, Clone, Copy)]
pub(super) struct ConsoleOptions {
    /// `true` for one JSON object instead of lines for people.
    pub(super) json: bool,
    /// `true` for errors and the requested output only.
    pub(super) quiet: bool,
    /// `true` for lines of JSON about progress on standard error.
    pub(super) progress_lines: bool,
}

/// The printer of the problems, messages and results of a command.
#[derive(Debug)]
pub(super) struct Console {
    command: &'static str,
    /// The arguments, without the program.
    arguments: Vec<String>,
    json: bool,
    quiet: bool,
    progress_lines: bool,
    /// The watch of a command that another program asked for.
    watch: Option<Arc<dyn Watch>>,
    strict: bool,
    problems_on: ProblemStream,
    /// `true` if the answers of commands become a report.
    is_report: bool,
    errors: usize,
    warnings: usize,
    listed: Vec<ListedProblem>,
    /// The error of writing standard output, other than that its reader closed it.
    output_failed: Option<io::Error>,
}

impl Console {
    /// The console of a command. `given`: the arguments, the first of which is the program.
    pub(super) fn new(
        command: &'static str,
        given: &[OsString],
        ConsoleOptions { json, quiet, progress_lines }: ConsoleOptions,
    ) -> Self {
        Console {
            command,
            arguments: given.iter().skip(1).map(|arg| arg.to_string_lossy().into_owned()).collect(),
            json,
            quiet,
            progress_lines,
            watch: None,
            strict: false,
            problems_on: ProblemStream::Error,
            is_report: false,
            errors: 0,
            warnings: 0,
            listed: Vec::new(),
            output_failed: None,
        }
    }

    /// The console of a command whose JSON object another program asked for. Nothing is printed.
    pub(super) fn watched(
        command: &'static str,
        given: &[OsString],
        watch: Arc<dyn Watch>,
    ) -> Self {
        let options = ConsoleOptions { json: true, quiet: true, progress_lines: false };
        Console { watch: Some(watch), ..Console::new(command, given, options) }
    }

    /// The arguments of the command, without the program.
    pub(super) fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// Returns `true` if the process ends after the command, so that its memory need not be freed.
    pub(super) fn ends_process(&self) -> bool {
        self.watch.is_none()
    }

    /// Counts warnings as errors from now on.
    pub(super) fn be_strict(&mut self) {
        self.strict = true;
    }

    /// Prints problems on standard output from now on, as the result of the command.
    pub(super) fn problems_are_the_answer(&mut self) {
        self.problems_on = ProblemStream::Output;
    }

    /// Returns `true` if the answer is used as JSON: printed as one object, or made into a report.
    pub(super) fn is_json(&self) -> bool {
        self.json || self.is_report
    }

    /// Makes a report of the answers of commands from now on, instead of printing them as text.
    pub(super) fn make_report(&mut self) {
        self.is_report = true;
    }

    /// The number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.errors
    }

    /// The number of warnings so far.
    pub(super) fn warnings(&self) -> usize {
        self.warnings
    }

    /// Progress as requested; otherwise bars, unless `--json` or `--quiet` is given or standard error is no terminal.
    pub(super) fn progress(&self) -> Progress {
        if let Some(watch) = &self.watch {
            Progress::Watched(Arc::clone(watch))
        } else if self.progress_lines {
            Progress::Lines
        } else if !self.json && !self.quiet && io::stderr().is_terminal() {
            Progress::Bars
        } else {
            Progress::Hidden
        }
    }

    /// Reports a problem of a file.
    pub(super) fn problem(&mut self, file: &Path, diagnostic: &Diagnostic) {
        let severity = if self.strict { Severity::Error } else { diagnostic.severity };
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Hint | Severity::Warning => self.warnings += 1,
        }
        if self.json {
            self.listed.push(listed(file, severity, diagnostic));
            return;
        }
        match self.problems_on {
            ProblemStream::Output => {
                let line = line(file, severity, diagnostic, colored(&io::stdout()));
                self.print(&line);
            }
            ProblemStream::Error if self.quiet && severity < Severity::Error => {}
            ProblemStream::Error => {
                to_stderr(&line(file, severity, diagnostic, colored(&io::stderr())))
            }
        }
    }

    /// Reports a problem of a file as a whole that the command line itself found, with its message and remedy.
    pub(super) fn found(
        &mut self,
        file: &Path,
        severity: Severity,
        code: &'static str,
        [message, remedy]: [String; 2],
    ) {
        let (message, remedy) = (Message::from(message), Message::from(remedy));
        let place = DiagnosticPlace::Whole;
        self.problem(file, &Diagnostic { severity, code, place, message, remedy, fix: None });
    }

    /// Prints a line of the summary.
    pub(super) fn say(&self, line: &str) {
        if !self.json && !self.quiet {
            to_stderr(&format!("{}\n", clean(line)));
        }
    }

    /// Prints requested text, unless the JSON object has it.
    pub(super) fn print_text(&mut self, text: &str) {
        if !self.json {
            self.print(text);
        }
    }

    /// Refuses to write a file where the JSON object goes.
    pub(super) fn refuse_two_outputs(&self, output: &Path) -> Result<(), Failure> {
        if self.json && output == Path::new("-") {
            return Err(Failure::new(
                "Standard output can't take both the file and the JSON object.",
                "Name a file to write, or leave --json out.",
            ));
        }
        Ok(())
    }

    /// Notes that standard output could not be written.
    pub(super) fn output_failed(&mut self, error: io::Error) {
        self.output_failed = Some(error);
    }

    fn print(&mut self, text: &str) {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        match written {
            Ok(()) => {}
            // The reader, such as `head`, closed it.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => self.output_failed = Some(error),
        }
    }

    /// The JSON object.
    ///
    /// # Errors
    /// If its members can't be written as JSON.
    pub(super) fn answer(&self, answer: &Result<Value, Failure>) -> serde_json::Result<String> {
        let members = match answer {
            Ok(members) => members,
            Err(failure) => &json!({ "failure": failure }),
        };
        serde_json::to_string(&CommandAnswer {
            command: self.command,
            ok: answer.is_ok() && self.errors == 0,
            members,
            errors: self.errors,
            warnings: self.warnings,
            problems: &self.listed,
        })
    }

    /// Prints the JSON object, or the failure, and returns the exit code.
    pub(super) fn finish(mut self, answer: Result<Value, Failure>) -> u8 {
        if self.json {
            match self.answer(&answer) {
                Ok(json) => self.print(&format!("{json}\n")),
                Err(error) => self.output_failed = Some(error.into()),
            }
        } else if let Err(failure) = &answer {
            failed(&failure.message, &failure.remedy);
        }
        if let Some(error) = &self.output_failed {
            failed(&format!("Standard output can't be written: {error}."), "Try again.");
        }
        match (answer.is_err() || self.output_failed.is_some(), self.errors) {
            (true, _) => UNUSABLE,
            (false, 0) => 0,
            (false, _) => ERRORS,
        }
    }
}

/// `file:line:column: level[code]: message remedy`, on one line.
fn line(file: &Path, severity: Severity, diagnostic: &Diagnostic, colored: bool) -> String {
    let place = match &diagnostic.place {
        DiagnosticPlace::Text { line, column, .. } => format!(":{line}:{column}"),
        DiagnosticPlace::Whole => String::new(),
        place @ DiagnosticPlace::Data { .. } => format!(": {place}"),
    };
    let place = clean(&format!("{}{place}", shown(file)));
    let level = format!("{}[{}]", name(severity), diagnostic.code);
    let advice = clean(&diagnostic.advice().to_string());
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Hint | Severity::Warning => AnsiColor::Yellow,
    };
    let (bold, strong) = (Style::new().bold(), color.on_default().bold());
    if colored {
        format!("{bold}{place}{bold:#}: {strong}{level}{strong:#}: {advice}\n")
    } else {
        format!("{place}: {level}: {advice}\n")
    }
}

fn listed(file: &Path, severity: Severity, diagnostic: &Diagnostic) -> ListedProblem {
    let (mut line, mut column, mut index, mut path) = (None, None, None, None);
    match &diagnostic.place {
        DiagnosticPlace::Whole => {}
        DiagnosticPlace::Text { line: l, column: c, .. } => (line, column) = (Some(*l), Some(*c)),
        DiagnosticPlace::Data { instance, path: p } => {
            (index, path) = (Some(*instance), Some(p.clone()))
        }
    }
    ListedProblem {
        file: shown(file),
        severity: name(severity),
        code: diagnostic.code,
        line,
        column,
        index,
        path,
        message: diagnostic.message.to_string(),
        remedy: diagnostic.remedy.to_string(),
    }
}

fn name(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Hint | Severity::Warning => "warning",
    }
}

/// Replaces control characters, so that text from files can neither steer a terminal nor break a line in two.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn colored(stream: &impl IsTerminal) -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    stream.is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

fn failed(message: &str, remedy: &str) {
    to_stderr(&format!("error: {}\n  what to do: {}\n", clean(message), clean(remedy)));
}

/// Ignores errors, since there is nowhere else to report them.
fn to_stderr(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// A number with its noun in the singular or the plural.
pub(super) fn counted(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}
