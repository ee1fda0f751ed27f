//! Commands of the command line, run in a worker on the files of a page: formats of others are read and written by it, and
//! figures computed.

use std::collections::BTreeSet;
use std::fmt;
use std::rc::Rc;

use leptos::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::adjudication::request::NamedData;
use super::conversion::{ListedProblem, list};
use super::page_address::last_segment;
use spanwise_browser::commands::{CommandProgress, CommandWorker, PathAndText};
use spanwise_i18n::{Message, TextId};

pub(super) use spanwise_browser::commands::OUT;

/// The outcome of a command.
#[derive(Debug, Clone)]
pub struct CommandAnswer<Json = Value> {
    /// The JSON object of `--json`.
    pub json: Json,
    /// The files written, by their paths below [`OUT`].
    pub written: Vec<(String, Vec<u8>)>,
    /// A ZIP archive of these, if they are the files of a folder.
    pub archive: Option<Vec<u8>>,
}

/// The reason why a command could do nothing, and the remedy.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(in crate::app) struct CommandFailure {
    message: String,
    remedy: String,
}

impl fmt::Display for CommandFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{} {}", self.message, self.remedy).trim_end())
    }
}

impl CommandAnswer {
    /// The reason and the remedy of the command line, if it could do nothing.
    pub(in crate::app) fn failure(&self) -> Option<CommandFailure> {
        CommandFailure::deserialize(self.json.get("failure")?).ok()
    }

    /// The reason why nothing was made.
    pub(in crate::app) fn refusal(&self) -> Message {
        refusal(self.failure(), &list(&self.json, "problems"))
    }
}

/// The reason why a command made nothing: its failure, or else the first error in the files.
pub(in crate::app) fn refusal(
    failure: Option<CommandFailure>,
    problems: &[ListedProblem],
) -> Message {
    let first_error = || problems.iter().find(|problem| problem.is_error());
    let reason = failure.map(|failure| failure.to_string());
    let reason = reason.or_else(|| first_error().map(ListedProblem::sentence));
    reason.map_or_else(|| TextId::CommandsStopped.into(), Message::from)
}

impl<Json> CommandAnswer<Json> {
    /// The text of a file written.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<String> {
        let (_, bytes) = self.written.iter().find(|(name, _)| name == path)?;
        String::from_utf8(bytes.clone()).ok()
    }

    /// The text of the only file written.
    pub(in crate::app) fn only_text(&self) -> Option<String> {
        let [(path, _)] = &self.written[..] else { return None };
        self.text(path)
    }
}

/// Files, and workers that run commands on them. `Copy`, like a signal; the workers end with the owner.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    files: StoredValue<Rc<[PathAndText]>, LocalStorage>,
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
        let file = |file: &NamedData| (file.name.clone(), file.text.clone());
        Commands::on_stored(StoredValue::new_local(files.iter().map(file).collect()))
    }

    fn on_stored(files: StoredValue<Rc<[PathAndText]>, LocalStorage>) -> Self {
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
    pub(in crate::app) fn add(self, added: Vec<NamedData>) {
        let is_kept = |(name, _): &PathAndText| added.iter().all(|file| file.name != *name);
        let changed = self.files.try_update_value(|files| {
            let kept = files.iter().filter(|file| is_kept(file)).cloned();
            let added = added.iter().map(|file| (file.name.clone(), file.text.clone()));
            *files = kept.chain(added).collect();
            files.clone()
        });
        let workers = self.workers.try_with_value(Clone::clone);
        let Some((files, workers)) = changed.zip(workers) else { return };
        // A worker that is started later gets all of them then.
        workers.iter().flatten().for_each(|worker| worker.keep(&files));
    }

    /// Runs a command with `--json`. One that still runs is cancelled. `None` if this one was cancelled.
    ///
    /// # Errors
    /// A message with a remedy, if the worker cannot be loaded or stops.
    pub async fn run(self, arguments: Vec<String>) -> Option<Result<CommandAnswer, Message>> {
        self.numbered(async |number| {
            self.answer(0, number, arguments, &[], self.teller(number)).await
        })
        .await
    }

    /// Runs a command with `--json`, after the one that still runs; `own` are files for it alone. `None` if the worker stops.
    pub(in crate::app) async fn run_beside(
        self,
        arguments: Vec<String>,
        own: &[PathAndText],
    ) -> Option<CommandAnswer> {
        let number = self.last.try_get_value()?;
        let answer = self.answer(0, number, arguments, own, |_| {}).await;
        if answer.is_none() && self.is_last(number) {
            self.forget_workers();
        }
        answer
    }

    /// Has the next command start workers: those that stopped answer nothing more.
    fn forget_workers(self) {
        self.workers.try_set_value([None, None]);
    }

    /// The size of the files, in bytes.
    pub(in crate::app) fn size(self) -> usize {
        let size = |files: &Rc<[PathAndText]>| files.iter().map(|(_, text)| text.len()).sum();
        self.files.try_with_value(size).unwrap_or_default()
    }

    /// The answer of a command that takes the place of the one that runs, and gets a number.
    pub(in crate::app) async fn numbered<T>(
        self,
        answer: impl AsyncFnOnce(usize) -> Option<T>,
    ) -> Option<Result<T, Message>> {
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
        if answer.is_none() {
            self.forget_workers();
        }
        Some(answer.ok_or(TextId::CommandsStopped.into()))
    }

    /// Ends the command that runs.
    pub fn cancel(self) {
        let workers = self.workers.try_update_value(std::mem::take);
        workers.iter().flatten().flatten().for_each(|worker| worker.end());
        self.last.try_update_value(|last| *last += 1);
        self.progress.try_set(None);
        self.is_cancelled.try_set(true);
    }

    /// Returns `true` while no other command has taken the place of the one of a number.
    pub(in crate::app) fn is_last(self, number: usize) -> bool {
        self.last.try_get_value() == Some(number)
    }

    /// Tells the progress of a command, unless it is not the last one any more.
    pub(in crate::app) fn teller(self, number: usize) -> impl Fn(CommandProgress) + 'static {
        move |progress| {
            if self.is_last(number) {
                self.progress.try_set(Some(progress));
            }
        }
    }

    /// The answer of one of the workers to the command of a number; `own` are files for it alone.
    pub(in crate::app) async fn answer<Json: DeserializeOwned>(
        self,
        worker: usize,
        number: usize,
        mut arguments: Vec<String>,
        own: &[PathAndText],
        told: impl FnMut(CommandProgress) + 'static,
    ) -> Option<CommandAnswer<Json>> {
        let worker = self.started(worker, number).await?;
        arguments.splice(0..0, ["--json".to_owned(), "--progress-lines".to_owned()]);
        let outcome = worker.run(&arguments, own, told).await.ok()?;
        // Arguments that mean nothing are answered without JSON.
        let json = serde_json::from_str(&outcome.output).ok();
        let json = json.or_else(|| serde_json::from_value(wrong_usage(&outcome.errors)?).ok())?;
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
        if !self.is_last(number) {
            return None;
        }
        worker.keep(&self.files.try_get_value()?);
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

/// The files by their paths for commands: those that they have in folders, else their names; files of equal paths are in
/// folders of their own, since annotators are called like their files.
#[must_use]
pub(super) fn with_paths(files: &[NamedData]) -> Vec<NamedData> {
    let mut taken = BTreeSet::new();
    let with_path = |(at, file): (usize, &NamedData)| {
        let mut name = match file.name.contains("://") {
            true => last_segment(&file.name).to_owned(),
            false => file.name.clone(),
        };
        while name.split('/').next() == Some(OUT) || !taken.insert(name.clone()) {
            name = format!("{}/{name}", at + 1);
        }
        NamedData { name, text: file.text.clone() }
    };
    files.iter().enumerate().map(with_path).collect()
}
