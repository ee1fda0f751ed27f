//! The command that computes a report: in parts, by two workers.

use std::cell::Cell;
use std::rc::Rc;

use futures_util::future::try_join;

use super::answer::ReportAnswer;
use super::{REPORT, option};
use crate::app::commands::{CommandAnswer, Commands, OUT};
use crate::app::conversion::ListedProblem;
use spanwise_browser::commands::{CommandProgress, CommandsStopped, PathAndText};
use spanwise_browser::timing;
use spanwise_i18n::Message;

/// The size of files, in bytes, up to which two workers compute the parts of a report: of larger ones, it takes memory that a
/// device may not have.
const MOST_FOR_TWO_WORKERS: usize = 1 << 27;

/// A report that is asked for.
#[derive(Debug)]
pub(super) struct ReportCommand {
    /// Its arguments, without an output.
    pub(super) arguments: Vec<String>,
    /// If it has γ, which takes longest, the arguments of the same report without γ.
    pub(super) without_gamma: Option<Vec<String>>,
}

/// A report as an answer, and as the parts that it is made of.
#[derive(Debug, Clone)]
pub(super) struct ComputedReport {
    /// Its figures, or the reason why there are none.
    pub(super) answer: ReportAnswer,
    /// The way to make a file of it.
    pub(super) parts: ReportParts,
}

/// The parts of a report.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct ReportParts {
    /// The arguments of the report.
    arguments: Vec<String>,
    /// The files of the parts, by their names.
    computed: Vec<PathAndText>,
}

impl ReportCommand {
    /// Runs the command, like [`Commands::run`]. `show_without_gamma` gets the report without γ while that is computed.
    ///
    /// # Errors
    /// A message with a remedy, if a worker cannot be loaded or stops.
    pub(super) async fn run(
        self,
        commands: Commands,
        show_without_gamma: impl FnOnce(ComputedReport),
    ) -> Option<Result<ComputedReport, Message>> {
        let run =
            async |number| NumberedRun { commands, number }.report(self, show_without_gamma).await;
        commands.numbered(run).await
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
    async fn report(
        self,
        ReportCommand { arguments, without_gamma }: ReportCommand,
        show_without_gamma: impl FnOnce(ComputedReport),
    ) -> Option<ComputedReport> {
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
        let has_two_workers = self.commands.size() <= MOST_FOR_TWO_WORKERS;
        let other_worker = usize::from(has_two_workers);
        let second = self.part(other_worker, &arguments, "second", tell_in_turn);
        // Of no use without each other.
        let both = if has_two_workers {
            try_join(first, second).await
        } else {
            // One after the other, so that only one takes memory at a time.
            async { Ok((first.await?, second.await?)) }.await
        };
        let (first, second) = both.ok()?;
        let (Some(of_first), Some(of_second)) = (first.only_text(), second.only_text()) else {
            let failed = if first.written.is_empty() { first } else { second };
            return Some(ComputedReport { answer: failed.json, parts: ReportParts::default() });
        };
        let mut computed =
            vec![("first".to_owned(), of_first.into()), ("second".to_owned(), of_second.into())];
        // The report itself does not read the data.
        let problems = first.json.problems;
        let Some(without_gamma) = without_gamma else {
            return self.joined(ReportParts { arguments, computed }, problems).await;
        };
        let parts = ReportParts { arguments: without_gamma, computed: computed.clone() };
        let report = self.joined(parts, problems.clone()).await;
        show_without_gamma(report.filter(|_| self.commands.is_last(self.number))?);
        // After it, so that a device with two cores has one for each worker, and then for the page.
        let told = self.commands.teller(self.number);
        let gamma = self.part(other_worker, &arguments, "gamma", told).await.ok()?;
        let Some(of_gamma) = gamma.only_text() else {
            return Some(ComputedReport { answer: gamma.json, parts: ReportParts::default() });
        };
        computed.push(("gamma".to_owned(), of_gamma.into()));
        self.joined(ReportParts { arguments, computed }, problems).await
    }

    /// The answer of one of the workers for the part of a name.
    async fn part(
        self,
        worker: usize,
        arguments: &[String],
        name: &str,
        told: impl FnMut(CommandProgress) + 'static,
    ) -> Result<CommandAnswer<ReportAnswer>, CommandsStopped> {
        let arguments = of_part(arguments, name);
        let answer = self.commands.answer(worker, self.number, arguments, &[], told).await;
        answer.ok_or(CommandsStopped)
    }

    /// The report of parts, with the problems of the data.
    async fn joined(
        self,
        parts: ReportParts,
        problems: Vec<ListedProblem>,
    ) -> Option<ComputedReport> {
        let arguments = parts.joining();
        let report = self.commands.answer(0, self.number, arguments, &parts.computed, |_| {}).await;
        let report: CommandAnswer<ReportAnswer> = report?;
        // Reading it took a moment, and so will showing it.
        timing::pause().await;
        let mut answer = report.json;
        answer.problems = problems;
        Some(ComputedReport { answer, parts })
    }
}

/// The arguments of the part of a name, which is written into a file of this name.
pub(super) fn of_part(arguments: &[String], name: &str) -> Vec<String> {
    let mut arguments = arguments.to_owned();
    option(&mut arguments, "--part", name);
    option(&mut arguments, "--output", &format!("{OUT}/{name}"));
    arguments
}

impl ReportParts {
    /// The arguments that make the report of the parts.
    fn joining(&self) -> Vec<String> {
        let names: Vec<&str> = self.computed.iter().map(|(name, _)| name.as_str()).collect();
        [&self.arguments[..], &[format!("--parts={}", names.join(","))]].concat()
    }

    /// Makes the file of the report; `None` if the worker stops.
    pub(super) async fn file(self, commands: Commands) -> Option<String> {
        let mut arguments = self.joining();
        option(&mut arguments, "--output", &format!("{OUT}/{REPORT}"));
        let answer: CommandAnswer = commands.run_beside(arguments, &self.computed).await?;
        answer.only_text()
    }
}
