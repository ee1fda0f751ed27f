//! Commands of the command line, run in a worker on the files of a page: formats of others are read and written by it, and
//! figures computed.

use std::cell::Cell;
use std::ops::RangeInclusive;
use std::rc::Rc;

use futures_util::future::try_join;
use leptos::prelude::*;
use serde_json::{Value, json};

use super::adjudication::request::NamedData;
use super::page_address::last_segment;
use spanwise_browser::commands::{CommandProgress, CommandWorker, CommandsStopped};
use spanwise_i18n::{Message, TextId};

pub(super) use spanwise_browser::commands::OUT;

/// The outcome of a command.
#[derive(Debug, Clone)]
pub struct CommandAnswer {
    /// The JSON object of `--json`.
    pub json: Value,
    /// The files written, by their paths below [`OUT`].
    pub written: Vec<(String, Vec<u8>)>,
    /// A ZIP archive of these, if they are the files of a folder.
    pub archive: Option<Vec<u8>>,
}

impl CommandAnswer {
    /// The reason and the remedy of the command line, if it could do nothing.
    #[must_use]
    pub fn failure(&self) -> Option<String> {
        let failure = self.json.get("failure")?;
        let text = |name| failure.get(name).and_then(Value::as_str).unwrap_or_default();
        Some(format!("{} {}", text("message"), text("remedy")).trim_end().to_owned())
    }

    /// The text of a file written.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        let (_, bytes) = self.written.iter().find(|(name, _)| name == path)?;
        String::from_utf8(bytes.clone()).ok()
    }

    /// The text of the only file written.
    fn only_text(&self) -> Option<String> {
        let [(path, _)] = &self.written[..] else { return None };
        self.text(path)
    }
}

/// A report that is asked for.
#[derive(Debug)]
pub(in crate::app) struct ReportCommand {
    /// Its arguments.
    pub arguments: Vec<String>,
    /// If it has γ, which takes longest, the arguments of the same report without γ.
    pub without_gamma: Option<Vec<String>>,
}

/// The sizes of files, in bytes, of which two workers compute the parts of a report: of smaller ones, reading them twice takes
/// longer than it saves; of larger ones, it takes memory that a device may not have.
const SIZES_FOR_TWO_WORKERS: RangeInclusive<usize> = 1 << 20..=1 << 27;

/// Files, and workers that run commands on them. `Copy`, like a signal; the workers end with the owner.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    files: StoredValue<Rc<[(String, String)]>, LocalStorage>,
    /// The second one only helps with reports.
    workers: StoredValue<[Option<Rc<CommandWorker>>; 2], LocalStorage>,
    /// The number of the last command. What an earlier one answers is of no interest any more.
    last: StoredValue<usize>,
    /// The progress of the command that runs; `None` while there is none.
    pub progress: RwSignal<Option<CommandProgress>>,
    /// `true` if the last command was cancelled.
    pub is_cancelled: RwSignal<bool>,
}

impl Commands {
    /// Creates the commands of a page, on files with the names as their paths.
    #[must_use]
    pub(in crate::app) fn on(files: &[NamedData]) -> Self {
        let file = |file: &NamedData| (file.name.clone(), file.text.to_string());
        Commands::on_stored(StoredValue::new_local(files.iter().map(file).collect()))
    }

    fn on_stored(files: StoredValue<Rc<[(String, String)]>, LocalStorage>) -> Self {
        Commands {
            files,
            workers: StoredValue::new_local([None, None]),
            last: StoredValue::new(0),
            progress: RwSignal::new(None),
            is_cancelled: RwSignal::new(false),
        }
    }

    /// Further commands on the same files: they do not take the place of these.
    #[must_use]
    pub(in crate::app) fn beside(self) -> Self {
        Commands::on_stored(self.files)
    }

    /// Adds files for the commands that follow, with the names as their paths, in place of those that have these.
    pub(in crate::app) async fn add(self, added: Vec<NamedData>) {
        let is_kept = |(name, _): &(String, String)| added.iter().all(|file| file.name != *name);
        let changed = self.files.try_update_value(|files| {
            let kept = files.iter().filter(|file| is_kept(file)).cloned();
            let added = added.iter().map(|file| (file.name.clone(), file.text.to_string()));
            *files = kept.chain(added).collect();
            files.clone()
        });
        let workers = self.workers.try_with_value(Clone::clone);
        let Some((files, workers)) = changed.zip(workers) else { return };
        // A worker that is started later gets all of them then.
        for worker in workers.iter().flatten() {
            if worker.keep(&files).await.is_err() {
                self.cancel();
            }
        }
    }

    /// Runs a command with `--json`. One that still runs is cancelled. `None` if this one was cancelled.
    ///
    /// # Errors
    /// A message with a remedy, if the worker cannot be loaded or stops.
    pub async fn run(self, arguments: Vec<String>) -> Option<Result<CommandAnswer, Message>> {
        self.numbered(|number| async move {
            self.answer(0, number, arguments, &[], self.teller(number)).await
        })
        .await
    }

    /// Runs `report`, like [`run`](Self::run); two workers compute its parts if the files are large. It has one
    /// output. `show_without_gamma` gets the report without γ while that is computed, unless one worker computes all.
    ///
    /// # Errors
    /// A message with a remedy, if a worker cannot be loaded or stops.
    pub(in crate::app) async fn run_report(
        self,
        report: ReportCommand,
        show_without_gamma: impl FnOnce(CommandAnswer),
    ) -> Option<Result<CommandAnswer, Message>> {
        let size =
            self.files.try_with_value(|files| files.iter().map(|(_, text)| text.len()).sum());
        if size.is_some_and(|size| SIZES_FOR_TWO_WORKERS.contains(&size)) {
            self.numbered(|number| self.report_of_parts(report, number, show_without_gamma)).await
        } else {
            self.run(report.arguments).await
        }
    }

    /// The answer of a command that takes the place of the one that runs.
    async fn numbered<A: Future<Output = Option<CommandAnswer>>>(
        self,
        answer: impl FnOnce(usize) -> A,
    ) -> Option<Result<CommandAnswer, Message>> {
        if self.progress.try_with_untracked(Option::is_some)? {
            self.cancel();
        }
        let number = self.last.try_update_value(|last| {
            *last += 1;
            *last
        })?;
        let waiting = CommandProgress { what: String::new(), share: 0.0, seconds_left: None };
        self.progress.try_set(Some(waiting));
        self.is_cancelled.try_set(false);
        let answer = answer(number).await;
        if !self.is_last(number) {
            return None;
        }
        self.progress.try_set(None);
        Some(answer.ok_or_else(|| {
            // A worker that stopped answers nothing more.
            self.workers.try_set_value([None, None]);
            TextId::CommandsStopped.into()
        }))
    }

    /// Ends the command that runs.
    pub fn cancel(self) {
        let workers = self.workers.try_update_value(std::mem::take);
        workers.iter().flatten().flatten().for_each(|worker| worker.end());
        self.last.try_update_value(|last| *last += 1);
        self.progress.try_set(None);
        self.is_cancelled.try_set(true);
    }

    fn is_last(self, number: usize) -> bool {
        self.last.try_get_value() == Some(number)
    }

    /// Tells the progress of a command, unless it is not the last one any more.
    fn teller(self, number: usize) -> impl Fn(CommandProgress) + 'static {
        move |progress| {
            if self.is_last(number) {
                self.progress.try_set(Some(progress));
            }
        }
    }

    /// The report of its parts; the answer of a part if it cannot be computed.
    async fn report_of_parts(
        self,
        ReportCommand { arguments, without_gamma }: ReportCommand,
        number: usize,
        show_without_gamma: impl FnOnce(CommandAnswer),
    ) -> Option<CommandAnswer> {
        // The progress of the second part is told after that of the first.
        let is_first_done = Rc::new(Cell::new(false));
        let (is_its_turn, tell) = (is_first_done.clone(), self.teller(number));
        let first = async {
            let answer = self.part(0, number, &arguments, "first", self.teller(number)).await;
            is_first_done.set(true);
            answer
        };
        let tell_in_turn = move |progress| {
            if is_its_turn.get() {
                tell(progress);
            }
        };
        let second = self.part(1, number, &arguments, "second", tell_in_turn);
        // Of no use without each other.
        let (first, second) = try_join(first, second).await.ok()?;
        let (Some(of_first), Some(of_second)) = (first.only_text(), second.only_text()) else {
            return Some(if first.written.is_empty() { first } else { second });
        };
        // The parts have read the files, and the report has not.
        let problems = first.json.get("problems");
        let mut parts = vec![("first".to_owned(), of_first), ("second".to_owned(), of_second)];
        let Some(without_gamma) = without_gamma else {
            return self.joined(number, &arguments, &parts, problems).await;
        };
        let shown = async {
            let answer = self.joined(number, &without_gamma, &parts, problems).await;
            let answer = answer.filter(|_| self.is_last(number));
            answer.map(show_without_gamma).ok_or(CommandsStopped)
        };
        let gamma = self.part(1, number, &arguments, "gamma", self.teller(number));
        let ((), gamma) = try_join(shown, gamma).await.ok()?;
        let Some(of_gamma) = gamma.only_text() else { return Some(gamma) };
        parts.push(("gamma".to_owned(), of_gamma));
        self.joined(number, &arguments, &parts, problems).await
    }

    /// The answer of one of the workers to `report` for the part of a name.
    async fn part(
        self,
        worker: usize,
        number: usize,
        arguments: &[String],
        name: &str,
        told: impl FnMut(CommandProgress) + 'static,
    ) -> Result<CommandAnswer, CommandsStopped> {
        let arguments = [arguments, &["--part".to_owned(), name.to_owned()]].concat();
        self.answer(worker, number, arguments, &[], told).await.ok_or(CommandsStopped)
    }

    /// The report of parts, which are named.
    async fn joined(
        self,
        number: usize,
        arguments: &[String],
        parts: &[(String, String)],
        problems: Option<&Value>,
    ) -> Option<CommandAnswer> {
        let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
        let all = [arguments, &[format!("--parts={}", names.join(","))]].concat();
        let mut report = self.answer(0, number, all, parts, |_| {}).await?;
        if let Some((report, problems)) = report.json.as_object_mut().zip(problems) {
            report.insert("problems".to_owned(), problems.clone());
        }
        Some(report)
    }

    /// The answer of one of the workers to the command of a number; `own` are files for it alone.
    async fn answer(
        self,
        worker: usize,
        number: usize,
        mut arguments: Vec<String>,
        own: &[(String, String)],
        told: impl FnMut(CommandProgress) + 'static,
    ) -> Option<CommandAnswer> {
        let worker = self.started(worker, number).await?;
        arguments.splice(0..0, ["--json".to_owned(), "--progress-lines".to_owned()]);
        let outcome = worker.run(&arguments, own, told).await.ok()?;
        // Arguments that mean nothing are answered without JSON.
        let json = serde_json::from_str(&outcome.output).ok();
        let json = json.or_else(|| wrong_usage(&outcome.errors))?;
        Some(CommandAnswer { json, written: outcome.written, archive: outcome.archive })
    }

    /// One of the workers, with the files; `None` also if the command of this number was cancelled meanwhile.
    async fn started(self, at: usize, number: usize) -> Option<Rc<CommandWorker>> {
        let known = self.workers.try_with_value(|workers| workers.get(at).cloned())?.flatten();
        if known.is_some() {
            return known;
        }
        // Ends with this function, unless it is kept.
        let worker = Rc::new(CommandWorker::start().await.ok()?);
        let files = self.files.try_get_value()?;
        worker.keep(&files).await.ok()?;
        if !self.is_last(number) {
            return None;
        }
        self.workers.try_update_value(|workers| {
            workers.get_mut(at).into_iter().for_each(|place| *place = Some(worker.clone()));
        });
        Some(worker)
    }
}

/// The answer that arguments mean nothing, with the words of the command line about the first of them.
fn wrong_usage(errors: &str) -> Option<Value> {
    let message = errors.lines().next()?.strip_prefix("error: ")?;
    Some(json!({ "failure": { "message": message, "remedy": "" } }))
}

/// The files by their paths for commands: their names without folders; files of equal names are in folders of their own,
/// since annotators are called like their files.
#[must_use]
pub(super) fn with_paths(files: &[NamedData]) -> Vec<NamedData> {
    let name = |file: &NamedData| last_segment(&file.name).to_owned();
    let names: Vec<String> = files.iter().map(name).collect();
    let path = |(at, name): (usize, &String)| {
        let is_taken = names.iter().take(at).any(|other| other == name) || name == OUT;
        if is_taken { format!("{}/{name}", at + 1) } else { name.clone() }
    };
    let paths = names.iter().enumerate().map(path);
    let texts = files.iter().map(|file| file.text.clone());
    paths.zip(texts).map(|(name, text)| NamedData { name, text }).collect()
}
