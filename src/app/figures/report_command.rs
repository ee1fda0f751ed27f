//! The command that computes a report: of large files in parts, by two workers.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use futures_util::future::try_join;

use super::answer::ReportAnswer;
use crate::app::commands::{CommandAnswer, Commands};
use crate::app::conversion::ListedProblem;
use spanwise_browser::commands::{CommandProgress, CommandsStopped, PathAndText};
use spanwise_browser::timing;
use spanwise_i18n::Message;

/// The sizes of files, in bytes, of which two workers compute the parts of a report: of smaller ones, reading them twice takes
/// longer than it saves; of larger ones, it takes memory that a device may not have.
const SIZES_FOR_TWO_WORKERS: RangeInclusive<usize> = 1 << 20..=1 << 27;

/// A report that is asked for. It has one output.
#[derive(Debug)]
pub(super) struct ReportCommand {
    /// Its arguments.
    pub(super) arguments: Vec<String>,
    /// If it has γ, which takes longest, the arguments of the same report without γ.
    pub(super) without_gamma: Option<Vec<String>>,
}

impl ReportCommand {
    /// Runs the command, like [`Commands::run`]; two workers compute its parts if the files are large. `show_without_gamma`
    /// gets the report without γ while that is computed, unless one worker computes all.
    ///
    /// # Errors
    /// A message with a remedy, if a worker cannot be loaded or stops.
    pub(super) async fn run(
        self,
        commands: Commands,
        show_without_gamma: impl FnOnce(CommandAnswer<ReportAnswer>),
    ) -> Option<Result<CommandAnswer<ReportAnswer>, Message>> {
        commands
            .numbered(async |number| {
                let run = NumberedRun { commands, number };
                if SIZES_FOR_TWO_WORKERS.contains(&commands.size()) {
                    run.report_of_parts(self, show_without_gamma).await
                } else {
                    let told = commands.teller(number);
                    commands.answer(0, number, self.arguments, &[], told).await
                }
            })
            .await
    }
}

/// A run of commands, until another one takes its place.
#[derive(Debug, Clone, Copy)]
struct NumberedRun {
    commands: Commands,
    number: usize,
}

impl NumberedRun {
    /// The report of its parts; the answer of a part if it cannot be computed.
    async fn report_of_parts(
        self,
        ReportCommand { arguments, without_gamma }: ReportCommand,
        show_without_gamma: impl FnOnce(CommandAnswer<ReportAnswer>),
    ) -> Option<CommandAnswer<ReportAnswer>> {
        // The progress of the second part is told after that of the first.
        let is_first_done = Rc::new(Cell::new(false));
        let (is_its_turn, tell) = (is_first_done.clone(), self.commands.teller(self.number));
        let first = async {
            let told = self.commands.teller(self.number);
            let answer = self.part(0, &arguments, "first", told).await;
            is_first_done.set(true);
            answer
        };
        let tell_in_turn = move |progress| {
            if is_its_turn.get() {
                tell(progress);
            }
        };
        let second = self.part(1, &arguments, "second", tell_in_turn);
        // Of no use without each other.
        let (first, second) = try_join(first, second).await.ok()?;
        let (Some(of_first), Some(of_second)) = (first.only_text(), second.only_text()) else {
            return Some(if first.written.is_empty() { first } else { second });
        };
        let mut parts = Parts {
            computed: vec![
                ("first".to_owned(), of_first.into()),
                ("second".to_owned(), of_second.into()),
            ],
            problems: first.json.problems,
        };
        let Some(without_gamma) = without_gamma else {
            return self.joined(&arguments, &parts).await;
        };
        let answer = self.joined(&without_gamma, &parts).await;
        show_without_gamma(answer.filter(|_| self.commands.is_last(self.number))?);
        // After it, so that a device with two cores has one for each worker, and then for the page.
        let told = self.commands.teller(self.number);
        let gamma = self.part(1, &arguments, "gamma", told).await.ok()?;
        let Some(of_gamma) = gamma.only_text() else { return Some(gamma) };
        parts.computed.push(("gamma".to_owned(), of_gamma.into()));
        self.joined(&arguments, &parts).await
    }

    /// The answer of one of the workers for the part of a name.
    async fn part(
        self,
        worker: usize,
        arguments: &[String],
        name: &str,
        told: impl FnMut(CommandProgress) + 'static,
    ) -> Result<CommandAnswer<ReportAnswer>, CommandsStopped> {
        let arguments = [arguments, &["--part".to_owned(), name.to_owned()]].concat();
        let answer = self.commands.answer(worker, self.number, arguments, &[], told).await;
        answer.ok_or(CommandsStopped)
    }

    /// The report of parts.
    async fn joined(
        self,
        arguments: &[String],
        parts: &Parts,
    ) -> Option<CommandAnswer<ReportAnswer>> {
        let names: Vec<&str> = parts.computed.iter().map(|(name, _)| name.as_str()).collect();
        let all = [arguments, &[format!("--parts={}", names.join(","))]].concat();
        let report = self.commands.answer(0, self.number, all, &parts.computed, |_| {}).await;
        let mut report: CommandAnswer<ReportAnswer> = report?;
        report.json.problems.clone_from(&parts.problems);
        // Reading it took a moment, and so will showing it.
        timing::pause().await;
        Some(report)
    }
}

/// Parts of a report.
struct Parts {
    /// Their files, by the names of the parts.
    computed: Vec<PathAndText>,
    /// The problems of the data, which the report itself does not read.
    problems: Vec<ListedProblem>,
}
