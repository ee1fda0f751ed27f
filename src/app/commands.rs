//! Commands of the command line, run in a worker on the files of a page: formats of others are read and written by it, and
//! figures computed.

use std::rc::Rc;

use leptos::prelude::*;
use serde_json::{Value, json};

use super::adjudication::request::NamedData;
use super::page_address::last_segment;
use spanwise_browser::commands::{CommandProgress, CommandWorker};
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
}

/// Files, and a worker that runs commands on them. `Copy`, like a signal; the worker ends with the owner.
#[derive(Debug, Clone, Copy)]
pub struct Commands {
    files: StoredValue<Rc<[(String, String)]>, LocalStorage>,
    worker: StoredValue<Option<Rc<CommandWorker>>, LocalStorage>,
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
        Commands {
            files: StoredValue::new_local(files.iter().map(file).collect()),
            worker: StoredValue::new_local(None),
            last: StoredValue::new(0),
            progress: RwSignal::new(None),
            is_cancelled: RwSignal::new(false),
        }
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
        let worker = self.worker.try_with_value(Clone::clone).flatten();
        // A worker that is started later gets all of them then.
        if let Some((files, worker)) = changed.zip(worker)
            && worker.keep(&files).await.is_err()
        {
            self.cancel();
        }
    }

    /// Runs a command with `--json`. One that still runs is cancelled. `None` if this one was cancelled.
    ///
    /// # Errors
    /// A message with a remedy, if the worker cannot be loaded or stops.
    pub async fn run(self, arguments: Vec<String>) -> Option<Result<CommandAnswer, Message>> {
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
        let answer = self.answer(arguments, number).await;
        if !self.is_last(number) {
            return None;
        }
        self.progress.try_set(None);
        Some(answer.ok_or_else(|| {
            // A worker that stopped answers nothing more.
            self.worker.try_set_value(None);
            TextId::CommandsStopped.into()
        }))
    }

    /// Ends the command that runs.
    pub fn cancel(self) {
        if let Some(Some(worker)) = self.worker.try_update_value(Option::take) {
            worker.end();
        }
        self.last.try_update_value(|last| *last += 1);
        self.progress.try_set(None);
        self.is_cancelled.try_set(true);
    }

    fn is_last(self, number: usize) -> bool {
        self.last.try_get_value() == Some(number)
    }

    async fn answer(self, mut arguments: Vec<String>, number: usize) -> Option<CommandAnswer> {
        let worker = self.started().await?;
        let told = move |progress| {
            if self.is_last(number) {
                self.progress.try_set(Some(progress));
            }
        };
        arguments.splice(0..0, ["--json".to_owned(), "--progress-lines".to_owned()]);
        let outcome = worker.run(&arguments, told).await.ok()?;
        // Arguments that mean nothing are answered without JSON.
        let json = serde_json::from_str(&outcome.output).ok();
        let json = json.or_else(|| wrong_usage(&outcome.errors))?;
        Some(CommandAnswer { json, written: outcome.written, archive: outcome.archive })
    }

    /// The worker with the files.
    async fn started(self) -> Option<Rc<CommandWorker>> {
        if let Some(worker) = self.worker.try_with_value(Clone::clone)? {
            return Some(worker);
        }
        let worker = Rc::new(CommandWorker::start().await.ok()?);
        let files = self.files.try_get_value()?;
        worker.keep(&files).await.ok()?;
        self.worker.try_set_value(Some(worker.clone()));
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
