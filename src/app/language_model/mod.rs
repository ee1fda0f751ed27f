//! Language models as annotators: prompts and replies by the command line in a worker, requests from this page.
//!
//! The page and this module, but for `request` and `runs`, are loaded lazily.

mod asking;
mod batches;
mod kept_runs;
mod placing;
mod prompts;
pub(super) mod request;
pub(super) mod runs;
mod sending;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use self::asking::asking_only;
pub use self::batches::RequestsForm;
use self::kept_runs::KeptRuns;
pub use self::placing::PlacedSpans;
use self::request::ModelWork;
pub(super) use self::request::forget as forget_runs;
pub use self::request::{ModelOptions, ModelRequest, SettingPlace};
pub use self::runs::{ModelRun, ShownRun};
pub use self::sending::RunProgress;
use self::sending::{Endpoint, QueuedRequest, Sending};
use super::adjudication::request::NamedData;
use super::commands::{CommandAnswer, Commands, OUT};
use super::context::{App, Page, Session};
use super::conversion::{MatchedSpan, decision_file, list};
use super::export::ExportFormat;
use super::figures::FiguresRequest;
use super::file_writer::written;
use super::notices::NoticeLevel;
use super::opening::converted::{ConvertedTemplate, ConvertedUse, open_converted};
use spanwise_annotation::store::WorkId;
use spanwise_browser::net::RequestAbort;
use spanwise_browser::{blobs, leaving, location, messages, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_json::{Array, Object};
use spanwise_language_model::endpoint::{Api, EndpointFault, RequestPace};
use spanwise_links::Route;

/// The name under which a key is kept, if the person wants that.
const KEY: &str = "model/key";

thread_local! {
    /// The key until the app is closed or loaded anew, for all pages.
    static KEY_NOW: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Files of commands.
const TEMPLATE: &str = "template.yml";
const DATA: &str = "data.json";
const PROMPT: &str = "prompt.txt";
const REPLIES: &str = "replies.jsonl";

/// Files that commands write.
const REQUESTS: &str = "requests.jsonl";
const ANNOTATED: &str = "annotated.json";
const AUDIT: &str = "audit.json";

/// The file of decisions about spans.
const DECIDED: &str = "decided.json";

/// The prompt about an instance, and what all requests will take.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ShownPrompt {
    /// The prompt as it is sent.
    pub prompt: String,
    /// Its lines and those of the variant that it is compared with, each after a space, `+` or `-`.
    pub difference: Option<String>,
    /// The text of its template.
    pub template: String,
    /// The number of requests.
    pub requests: u64,
    /// Tokens read and written, estimated.
    pub tokens: [u64; 2],
    /// The cost by the prices given.
    pub cost: Option<f64>,
    /// The seconds that all requests take, if it is known what one takes.
    pub seconds: Option<f64>,
}

/// What came of a test of the connection.
#[derive(Debug, Clone, PartialEq)]
pub enum ConnectionTest {
    /// It is under way.
    Waiting,
    /// The model answered.
    Answered,
    /// The fault, with its remedy.
    Failed(FaultNotice),
}

/// A fault of an endpoint for people.
#[derive(Debug, Clone, PartialEq)]
pub struct FaultNotice {
    /// What is wrong, in English.
    pub said: String,
    /// The remedy, in English.
    pub remedy: String,
    /// What a page may not do that a program may, if that can be the reason.
    pub of_page: Option<Message>,
    /// A setting of the endpoint that allows it, to be copied.
    pub setting: Option<String>,
}

/// The part of a run's requests that is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestedPart {
    /// Those without a reply.
    Unanswered,
    /// Those without a reply about an instance, by its number.
    Instance(usize),
    /// Those whose reply could not be used as it is, with the reason.
    Faulty,
}

/// A model that annotates a work. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub struct LanguageModel {
    app: App,
    request: StoredValue<ModelRequest>,
    /// Makes the prompt that is shown.
    previews: Commands,
    /// Makes requests, and reads replies.
    commands: Commands,
    /// The settings, which the person may be changing.
    pub options: RwSignal<ModelOptions>,
    /// The key. In memory only, unless the person wants it kept.
    pub key: RwSignal<String>,
    /// The prompt as it is sent about one instance.
    pub prompt: RwSignal<Option<ShownPrompt>>,
    /// Why there is no prompt.
    pub prompt_failure: RwSignal<Option<Message>>,
    /// The progress of the run that sends.
    pub progress: RwSignal<Option<RunProgress>>,
    /// The runs, the last one first.
    pub runs: RwSignal<Vec<ShownRun>>,
    /// The spans of a run that are decided about.
    pub placing: RwSignal<Option<PlacedSpans>>,
    /// All own texts of the prompt, the first one first.
    pub prompts: RwSignal<Vec<String>>,
    /// The last fault of the endpoint.
    pub fault: RwSignal<Option<FaultNotice>>,
    /// Why a run could not be begun or read.
    pub failure: RwSignal<Option<Message>>,
    /// The test of the connection.
    pub test: RwSignal<Option<ConnectionTest>>,
    sending: StoredValue<Option<Sending>>,
}

impl LanguageModel {
    /// Begins with a request; its runs are loaded.
    #[must_use]
    pub fn begin(app: App, request: ModelRequest) -> Self {
        let model = LanguageModel::with(app, request);
        let sends = move || model.progress.try_with_untracked(Option::is_some) == Some(true);
        leaving::ask_before(sends);
        spawn_local(async move { model.load().await.unwrap_or_default() });
        model.refresh();
        model
    }

    fn with(app: App, request: ModelRequest) -> Self {
        let files = files_of(&request);
        LanguageModel {
            app,
            previews: Commands::on(&files),
            commands: Commands::on(&files),
            options: RwSignal::new(request.options.clone()),
            key: RwSignal::new(KEY_NOW.with_borrow(String::clone)),
            prompt: RwSignal::new(None),
            prompt_failure: RwSignal::new(None),
            progress: RwSignal::new(None),
            runs: RwSignal::new(Vec::new()),
            placing: RwSignal::new(None),
            prompts: RwSignal::new(request.kept.prompts.clone()),
            fault: RwSignal::new(None),
            failure: RwSignal::new(None),
            test: RwSignal::new(None),
            sending: StoredValue::new(None),
            request: StoredValue::new(request),
        }
    }

    /// Loads the key, if it is kept.
    async fn load_key(self) -> Option<()> {
        if self.options.try_with_untracked(|options| options.keeps_key)?
            && let Ok(Some(bytes)) = blobs::get(KEY).await
        {
            self.key.try_set(String::from_utf8_lossy(&bytes).into_owned());
        }
        Some(())
    }

    /// Loads the key and the runs.
    async fn load(self) -> Option<()> {
        self.load_key().await?;
        let runs = self.request.try_with_value(|request| request.kept.runs.clone())?;
        let work = self.work_id()?;
        for run in runs.into_iter().rev() {
            let shown = ShownRun::load(&work, run).await;
            let number = shown.run.number;
            self.runs.try_update(|runs| runs.push(shown))?;
            self.read(number).await?;
        }
        // The speed of the model is known now.
        self.refresh();
        Some(())
    }

    /// The work that is annotated; `None` if the page is gone.
    fn work_id(self) -> Option<WorkId> {
        self.request.try_with_value(|request| Some(request.work.as_ref()?.id.clone()))?
    }

    /// The name of the data.
    #[must_use]
    pub fn data_name(self) -> String {
        let name =
            |request: &ModelRequest| request.work.as_ref().map(|work| work.data.name.clone());
        self.request.with_value(name).unwrap_or_default()
    }

    /// Changes the settings, keeps them, and shows the prompt by them.
    pub fn change(self, change: impl FnOnce(&mut ModelOptions)) {
        self.options.update(change);
        self.test.set(None);
        self.refresh();
        self.keep();
    }

    /// Sets the key.
    pub fn set_key(self, key: String) {
        KEY_NOW.set(key.clone());
        self.key.set(key);
        self.test.set(None);
        self.keep();
    }

    /// Keeps the settings on the device; the key only if the person wants that.
    fn keep(self) {
        let options = self.options.get_untracked();
        let key = options.keeps_key.then(|| self.key.get_untracked());
        self.request.update_value(|request| request.options = options);
        let request = self.request.get_value();
        spawn_local(async move {
            request.keep_settings().await;
            let _ = match key {
                Some(key) => blobs::put(KEY, &key).await,
                None => blobs::remove(KEY).await,
            };
        });
    }

    /// Reads a run; `None` if there is none with this number, or the page is gone.
    fn of_run<T>(self, number: u32, read: impl FnOnce(&ShownRun) -> T) -> Option<T> {
        self.runs.try_with_untracked(|runs| {
            runs.iter().find(|shown| shown.run.number == number).map(read)
        })?
    }

    /// Changes a run, if there is one with this number; `None` if the page is gone.
    fn change_run(self, number: u32, change: impl FnOnce(&mut ShownRun)) -> Option<()> {
        self.runs.try_update(|runs| {
            if let Some(shown) = runs.iter_mut().find(|shown| shown.run.number == number) {
                change(shown);
            }
        })
    }

    /// Changes the runs and texts kept with the work; `None` if that cannot be, which is said, or the page is gone.
    async fn change_kept<T>(self, change: impl Fn(&mut KeptRuns) -> T) -> Option<T> {
        let request = self.request.try_get_value()?;
        let changed = request.change_kept(change).await;
        let (kept, changed) = changed.map_err(|text| self.fail(text.into())).ok()?;
        self.request.try_update_value(|request| request.kept = kept.into())?;
        Some(changed)
    }

    /// Shows the prompt about an instance by the settings as they are now.
    fn refresh(self) {
        let options = self.options.get_untracked();
        spawn_local(async move {
            let (mut files, mut arguments) = prompt_command(&options);
            arguments.extend(paced_arguments(&options));
            if let Some(seconds) = self.seconds_of_answer(&options) {
                arguments.extend(["--seconds-per-answer".to_owned(), seconds]);
            }
            let compared = self.compared_with(&options.difference_to);
            files.extend(compared.as_ref().and_then(|(_, file)| file.clone()));
            self.previews.add(files);
            let shown = options.shown.trim().parse::<u32>().unwrap_or(1).max(1);
            arguments.extend(["--show".to_owned(), shown.to_string()]);
            // The variant with solved instances is nothing without any.
            let lacks_shots = options.difference_to == "5shot" && options.shots.trim().is_empty();
            if let (Some((other, _)), false) = (compared, lacks_shots) {
                arguments.extend(["--difference-to".to_owned(), other]);
            }
            let Some(answer) = self.previews.run(arguments).await else { return };
            let (prompt, failure) = match answer {
                Ok(answer) => match shown_prompt(&answer.json) {
                    Some(prompt) => (Some(prompt), None),
                    None => (None, Some(answer.refusal())),
                },
                Err(message) => (None, Some(message)),
            };
            self.prompt.try_set(prompt);
            self.prompt_failure.try_set(failure);
        });
    }

    /// The seconds that an answer takes: as the person says, or as the last run of the model took.
    fn seconds_of_answer(self, options: &ModelOptions) -> Option<String> {
        let (said, model) = (options.seconds.trim(), options.model.trim());
        if !said.is_empty() {
            return Some(said.to_owned());
        }
        let taken = |shown: &ShownRun| {
            let replies = shown.count("counts", "replies").filter(|replies| *replies > 0.0)?;
            shown.count("counts", "seconds").map(|seconds| seconds / replies)
        };
        let measured = self.runs.try_with_untracked(|runs| {
            let mut of_model = runs.iter().filter(|shown| shown.run.model == model);
            of_model.find_map(taken)
        })?;
        measured.filter(|seconds| *seconds > 0.0).map(|seconds| format!("{seconds:.2}"))
    }

    /// Asks the model for a word, to see whether it answers.
    pub fn test_connection(self) {
        let options = self.options.get_untracked();
        let endpoint = Endpoint::of(&options, &self.key.get_untracked());
        self.test.set(Some(ConnectionTest::Waiting));
        let messages =
            serde_json::json!([{ "role": "user", "content": "Answer with the word yes." }]);
        let Some(abort) = RequestAbort::new() else { return };
        let mut body = serde_json::json!({ "model": options.model.trim(), "messages": messages });
        let own = match endpoint.api {
            Api::OpenAi => None,
            Api::Ollama => Some(("stream", Value::Bool(false))),
            Api::Anthropic => Some(("max_tokens", Value::from(16))),
        };
        if let (Some((name, value)), Some(body)) = (own, body.as_object_mut()) {
            body.insert(name.to_owned(), value);
        }
        spawn_local(async move {
            let outcome = match endpoint.ask(&body.to_string(), &abort).await {
                Ok(_) => ConnectionTest::Answered,
                Err((fault, _)) => ConnectionTest::Failed(self.notice_of(&fault)),
            };
            self.test.try_set(Some(outcome));
        });
    }

    /// Begins a new run by the settings as they are now.
    pub fn run(self) {
        let options = self.options.get_untracked();
        if self.begin_sending() {
            spawn_local(async move {
                match self.add_run(&run_name(&options), &options).await {
                    Some(number) => self.send_part(number, RequestedPart::Unanswered).await,
                    None => drop(self.progress.try_set(None)),
                }
            });
        }
    }

    /// Adds a run by settings before the others, and returns its number; `None` if it cannot be kept, or the page is gone.
    async fn add_run(self, name: &str, options: &ModelOptions) -> Option<u32> {
        let run = self.change_kept(|kept| kept.add(name, options)).await?;
        let number = run.number;
        let shown = ShownRun { run, replies: Vec::new(), read: None, annotated: None };
        self.runs.try_update(|runs| runs.insert(0, shown))?;
        Some(number)
    }

    /// Sends the requests of a run that have no reply.
    pub fn go_on(self, number: u32) {
        if self.begin_sending() {
            spawn_local(self.send_part(number, RequestedPart::Unanswered));
        }
    }

    /// Asks again about replies of a run of which something could not be used, with the reason.
    pub fn ask_again(self, number: u32) {
        if self.begin_sending() {
            spawn_local(self.send_part(number, RequestedPart::Faulty));
        }
    }

    /// Returns `true` unless a run sends already.
    fn begin_sending(self) -> bool {
        if self.progress.with_untracked(Option::is_some) {
            return false;
        }
        self.failure.set(None);
        self.fault.set(None);
        self.progress.set(Some(RunProgress::default()));
        true
    }

    async fn send_part(self, number: u32, part: RequestedPart) {
        match self.queued(number, part).await {
            Some(Ok(requests)) if !requests.is_empty() => self.send(number, requests),
            Some(Ok(_)) => {
                self.finish(number).await;
            }
            Some(Err(message)) => {
                self.fail(message);
                self.progress.try_set(None);
            }
            None => {
                self.progress.try_set(None);
            }
        }
    }

    fn send(self, number: u32, requests: Vec<QueuedRequest>) {
        let options = self.options.get_untracked();
        let total = requests.len();
        let begun_ms = timing::now_ms();
        self.progress.set(Some(RunProgress { total, begun_ms, ..RunProgress::default() }));
        let at_a_time = options.parallel.trim().parse::<usize>().unwrap_or(1).clamp(1, 64);
        if let Some(sending) = self.sending_of(number, requests) {
            sending.begin(at_a_time.min(total));
        }
    }

    /// The sender of a run's requests, by the settings as they are now; `None` if the page is gone.
    fn sending_of(self, number: u32, requests: Vec<QueuedRequest>) -> Option<Sending> {
        let options = self.options.try_get_untracked()?;
        let endpoint = Endpoint::of(&options, &self.key.try_get_untracked()?);
        let pace = RequestPace::new(options.per_minute.trim().parse().ok());
        let sending = Sending::new(self, number, endpoint, pace, requests);
        self.sending.try_set_value(Some(sending));
        Some(sending)
    }

    /// Ends the run that sends. Replies that are under way are still taken, since they are paid.
    pub fn cancel(self) {
        let Some(sending) = self.sending.get_value() else { return };
        sending.end();
        self.progress.update(|progress| {
            if let Some(progress) = progress {
                progress.ends = true;
            }
        });
    }

    /// Gives up the replies that an ended run waits for.
    pub fn give_up(self) {
        if let Some(sending) = self.sending.get_value() {
            sending.give_up();
        }
    }

    /// A part of the requests of a run; `None` if the page is gone.
    async fn queued(
        self,
        number: u32,
        part: RequestedPart,
    ) -> Option<Result<Vec<QueuedRequest>, Message>> {
        let (run, replies) =
            self.of_run(number, |shown| (shown.run.clone(), shown.replies.clone()))?;
        let options = self.options.try_get_untracked()?;
        self.commands.add(prompt_file(run.prompt.as_deref()));
        let mut arguments = vec!["prompt".to_owned(), TEMPLATE.to_owned(), DATA.to_owned()];
        arguments.extend(match part {
            RequestedPart::Instance(number) => asking_only(run.arguments, number),
            RequestedPart::Unanswered | RequestedPart::Faulty => run.arguments,
        });
        let api = Endpoint::of(&options, "").api;
        let output = format!("{OUT}/{REQUESTS}");
        let more = ["--model", &run.model, "--api", api.name(), "--output", &output];
        arguments.extend(more.map(str::to_owned));
        if part == RequestedPart::Faulty {
            self.commands.add(vec![replies_file(&replies)]);
            arguments.extend(["--again", REPLIES].map(str::to_owned));
        }
        let lines = match self.written(arguments, REQUESTS).await? {
            Ok((_, lines)) => lines,
            Err(message) => return Some(Err(message)),
        };
        let requests = lines.lines().filter_map(QueuedRequest::of_line);
        let answered: BTreeSet<String> =
            replies.iter().filter_map(|line| QueuedRequest::id_of_reply(line)).collect();
        let is_wanted = |request: &QueuedRequest| match part {
            RequestedPart::Unanswered | RequestedPart::Instance(_) => {
                !answered.contains(request.id())
            }
            RequestedPart::Faulty => true,
        };
        Some(Ok(requests.filter(is_wanted).collect()))
    }

    /// Runs a command that writes a file: the answer, and the text of the file; `None` if the page is gone.
    async fn written(
        self,
        arguments: Vec<String>,
        file: &str,
    ) -> Option<Result<(CommandAnswer, String), Message>> {
        Some(self.commands.run(arguments).await?.and_then(|answer| match answer.text(file) {
            Some(text) => Ok((answer, text)),
            None => Err(answer.refusal()),
        }))
    }

    /// Ends a run whose requests were sent: its replies are read.
    async fn finish(self, number: u32) -> Option<()> {
        self.sending.try_set_value(None);
        self.progress.try_set(None);
        self.read(number).await?;
        self.refresh();
        Some(())
    }

    /// Reads the replies of a run as annotations.
    async fn read(self, number: u32) -> Option<()> {
        let shown = self.of_run(number, ShownRun::clone)?;
        if shown.replies.is_empty() {
            return Some(());
        }
        let mut files = prompt_file(shown.run.prompt.as_deref());
        files.push(replies_file(&shown.replies));
        self.commands.add(files);
        let arguments = self.reading_arguments(&shown.run)?;
        let mut read = self.written(arguments.clone(), ANNOTATED).await?;
        if let Ok((answer, _)) = &read
            && let Some(file) = decisions_of(&shown.run, &answer.json)
        {
            self.commands.add(vec![NamedData { name: DECIDED.to_owned(), text: file.into() }]);
            let decided = ["--matches-decided", DECIDED].map(str::to_owned);
            read = self.written([arguments, decided.to_vec()].concat(), ANNOTATED).await?;
        }
        match read {
            Ok((answer, annotated)) => self.change_run(number, |shown| {
                shown.read = Some(answer.json);
                shown.annotated = Some(annotated);
            }),
            Err(message) => {
                self.fail(message);
                Some(())
            }
        }
    }

    /// The arguments by which the replies of a run are read; `None` if the page is gone.
    fn reading_arguments(self, run: &ModelRun) -> Option<Vec<String>> {
        let options = self.options.try_get_untracked()?;
        let mut arguments = vec!["annotate".to_owned(), TEMPLATE.to_owned(), DATA.to_owned()];
        arguments.extend(run.arguments.clone());
        arguments.extend(priced_arguments(&options));
        let output = format!("{OUT}/{ANNOTATED}");
        arguments.extend(["--replies", REPLIES, "--output", &output].map(str::to_owned));
        // Replies of a file may be of a model that nobody named.
        if !run.model.is_empty() {
            arguments.extend(["--model".to_owned(), run.model.clone()]);
        }
        Some(arguments)
    }

    /// Removes a run with its replies.
    pub fn remove(self, number: u32) {
        let removed = self.runs.try_update(|runs| {
            let at = runs.iter().position(|shown| shown.run.number == number)?;
            Some(runs.remove(at))
        });
        if let (Some(Some(removed)), Some(work)) = (removed, self.work_id()) {
            spawn_local(async move {
                self.change_kept(|kept| kept.runs.retain(|run| run.number != number)).await;
                removed.forget(&work).await;
            });
        }
    }

    /// Gives a run another name.
    pub fn rename(self, number: u32, name: &str) {
        let name = name.trim();
        if name.is_empty() {
            return;
        }
        let name = name.to_owned();
        let rename = move |run: &mut ModelRun| {
            if run.number == number {
                run.name.clone_from(&name);
            }
        };
        self.runs.update(|runs| runs.iter_mut().for_each(|shown| rename(&mut shown.run)));
        spawn_local(async move {
            self.change_kept(|kept| kept.runs.iter_mut().for_each(&rename)).await;
        });
    }

    /// Opens a run for adjudication, beside the work that it was asked about.
    pub fn adjudicate(self, number: u32) {
        let Some((template, data)) = self.work_with(&[number]) else { return };
        open_converted(
            self.app,
            ConvertedTemplate::Text(template),
            data,
            ConvertedUse::Adjudication,
        );
    }

    /// Opens annotations of a run that are drawn at random, to be judged.
    pub fn audit(self, number: u32) {
        let found = self.of_run(number, |shown| {
            Some(NamedData { name: file_name(shown), text: shown.annotated.as_deref()?.into() })
        });
        let Some(run) = found.flatten() else { return };
        let options = self.options.get_untracked();
        self.failure.set(None);
        spawn_local(async move {
            let name = run.name.clone();
            self.commands.add(vec![run]);
            let mut arguments = vec!["audit".to_owned(), TEMPLATE.to_owned(), name.clone()];
            let output = format!("{OUT}/{AUDIT}");
            let each = options.audit_each.trim();
            arguments.extend(["--each", each, "--output", &output].map(str::to_owned));
            match self.written(arguments, AUDIT).await {
                Some(Ok((answer, text))) => {
                    let template = answer.json.get("template").and_then(Value::as_str);
                    let Some(template) = template else { return self.fail(answer.refusal()) };
                    let template = ConvertedTemplate::Text(template.to_owned());
                    let name = name.replace(".json", ".audit.json");
                    let data = vec![NamedData { name, text: text.into() }];
                    open_converted(self.app, template, data, ConvertedUse::Annotation);
                }
                Some(Err(message)) => self.fail(message),
                // The page is gone.
                None => {}
            }
        });
    }

    /// Shows the figures of all runs: each against the work, if that has annotations.
    pub fn compare(self) {
        let numbers = self
            .runs
            .with_untracked(|runs| runs.iter().map(|shown| shown.run.number).collect::<Vec<_>>());
        let Some((_, data)) = self.work_with(&numbers) else { return };
        let has_reference = data.first().is_some_and(|work| has_edits(&work.text));
        let mut request = FiguresRequest::of(data);
        request.options.has_reference = has_reference;
        location::push(&Route::Figures.to_string());
        self.app.show(Page::Figures(request));
    }

    /// The text of the template; and the data, then that of runs.
    fn work_with(self, numbers: &[u32]) -> Option<(String, Vec<NamedData>)> {
        let work = self.request.with_value(|request| request.work.clone())?;
        let mut data = vec![work.data];
        self.runs.with_untracked(|runs| {
            for shown in runs.iter().filter(|shown| numbers.contains(&shown.run.number)) {
                let text = shown.annotated.as_deref();
                data.extend(
                    text.map(|text| NamedData { name: file_name(shown), text: text.into() }),
                );
            }
        });
        Some((work.template.text.to_string(), data))
    }

    /// Saves the annotations of a run.
    pub fn save(self, number: u32) {
        self.save_of(number, |shown| {
            Some((file_name(shown), "application/json", shown.annotated.clone()?))
        });
    }

    /// Saves the replies of a run, as the command line takes them.
    pub fn save_replies(self, number: u32) {
        self.save_of(number, |shown| {
            let name = file_name(shown).replace(".json", ".replies.jsonl");
            Some((name, "application/jsonl", shown.replies.join("\n") + "\n"))
        });
    }

    fn save_of(
        self,
        number: u32,
        file: impl Fn(&ShownRun) -> Option<(String, &'static str, String)>,
    ) {
        if let Some((name, media_type, text)) = self.of_run(number, file).flatten() {
            self.app.download(&name, media_type, text.as_bytes());
        }
    }

    fn fail(self, message: Message) {
        self.failure.try_set(Some(message));
    }

    /// Shows the fault of a request.
    fn tell_fault(self, fault: &EndpointFault) {
        self.fault.try_set(Some(self.notice_of(fault)));
    }

    fn notice_of(self, fault: &EndpointFault) -> FaultNotice {
        let options = self.options.try_get_untracked().unwrap_or_default();
        let api = Endpoint::of(&options, "").api;
        let is_blocked = matches!(fault, EndpointFault::NoResponse(_));
        FaultNotice {
            said: fault.to_string(),
            remedy: fault.remedy(api, options.model.trim()),
            of_page: is_blocked.then(|| blocked(&options.endpoint, api)),
            setting: (is_blocked && api == Api::Ollama)
                .then(|| format!("OLLAMA_ORIGINS={}", messages::own_origin())),
        }
    }

    /// Says that a reply could not be kept on the device: nothing more is sent.
    fn tell_unkept(self) {
        self.fail(TextId::ModelNotKept.into());
    }
}

/// What keeps a page from an endpoint that a program may reach.
fn blocked(endpoint: &str, api: Api) -> Message {
    let origin = messages::own_origin();
    let is_here = ["localhost", "127.0.0.1"].iter().any(|host| endpoint.contains(host));
    if origin.starts_with("https:") && endpoint.trim().starts_with("http:") && !is_here {
        return TextId::ModelMixed.into();
    }
    match api {
        Api::Ollama => say!(ModelOllamaOrigins, origin),
        Api::OpenAi | Api::Anthropic => say!(ModelBlocked, origin),
    }
}

/// The name of a new run by settings.
fn run_name(options: &ModelOptions) -> String {
    let kind = if has_own_prompt(options) { "…" } else { options.variant.as_str() };
    format!("{} {kind} {}", options.model.trim(), options.form)
}

/// The name of the file of a run.
fn file_name(shown: &ShownRun) -> String {
    let letter = |c: char| if c.is_alphanumeric() || "-._".contains(c) { c } else { '-' };
    let name: String = shown.run.name.chars().map(letter).collect();
    format!("{name}.json")
}

/// Returns `true` if an instance of a data file has edits.
fn has_edits(data: &str) -> bool {
    let is_annotated = |raw| {
        let instance = Object::parse(raw)?;
        let edits = Array::parse(instance.get("edits")?)?;
        edits.values().next().map(|_| ())
    };
    Array::parse(data).is_some_and(|all| all.values().any(|raw| is_annotated(raw).is_some()))
}

fn files_of(request: &ModelRequest) -> Vec<NamedData> {
    let Some(work) = &request.work else { return Vec::new() };
    let file = |name: &str, text: &std::sync::Arc<str>| NamedData {
        name: name.to_owned(),
        text: text.clone(),
    };
    vec![file(TEMPLATE, &work.template.text), file(DATA, &work.data.text)]
}

/// The file of replies. Of several to one request the last one counts.
fn replies_file(replies: &[String]) -> NamedData {
    NamedData { name: REPLIES.to_owned(), text: replies.join("\n").into() }
}

/// The files and the arguments of a command about the prompt by settings.
fn prompt_command(options: &ModelOptions) -> (Vec<NamedData>, Vec<String>) {
    let own = has_own_prompt(options).then_some(options.prompt.as_str());
    let mut arguments = vec!["prompt".to_owned(), TEMPLATE.to_owned(), DATA.to_owned()];
    arguments.extend(asked_arguments(options));
    arguments.extend(priced_arguments(options));
    (prompt_file(own), arguments)
}

/// The file with the text of a prompt; empty if the variant has it.
fn prompt_file(text: Option<&str>) -> Vec<NamedData> {
    vec![NamedData { name: PROMPT.to_owned(), text: text.unwrap_or_default().into() }]
}

/// Returns `true` if the text of the prompt is the person's own.
fn has_own_prompt(options: &ModelOptions) -> bool {
    !options.prompt.trim().is_empty()
}

/// The settings of what is asked, by their names on the command line.
const ASKED: [(&str, SettingPlace); 9] = [
    ("--variant", |options| &mut options.variant),
    ("--form", |options| &mut options.form),
    ("--shots", |options| &mut options.shots),
    ("--only", |options| &mut options.only),
    ("--structured", |options| &mut options.structured),
    ("--temperature", |options| &mut options.temperature),
    ("--seed", |options| &mut options.seed),
    ("--max-tokens", |options| &mut options.max_tokens),
    ("--samples", |options| &mut options.samples),
];

const NO_OVERLAP: &str = "--no-overlap";

/// The settings of what is asked, as the command line takes them.
fn asked_arguments(options: &ModelOptions) -> Vec<String> {
    let mut arguments = vec!["--from".to_owned(), "thresh".to_owned()];
    let mut options = options.clone();
    for numbers in [&mut options.shots, &mut options.only] {
        *numbers = numbers.replace(' ', "");
    }
    for (name, place) in ASKED {
        let value = place(&mut options).trim();
        if !value.is_empty() {
            arguments.extend([name.to_owned(), value.to_owned()]);
        }
    }
    if has_own_prompt(&options) {
        arguments.extend(["--prompt", PROMPT].map(str::to_owned));
    }
    if options.no_overlap {
        arguments.push(NO_OVERLAP.to_owned());
    }
    arguments
}

/// The prices, as the command line takes them.
fn priced_arguments(options: &ModelOptions) -> Vec<String> {
    given([("--input-price", &options.input_price), ("--output-price", &options.output_price)])
}

/// The pace of requests, as the command line takes it.
fn paced_arguments(options: &ModelOptions) -> Vec<String> {
    given([("--parallel", &options.parallel), ("--per-minute", &options.per_minute)])
}

/// Options with their values, without those that have none.
fn given<const N: usize>(all: [(&str, &String); N]) -> Vec<String> {
    let given = all.into_iter().filter(|(_, value)| !value.trim().is_empty());
    given.flat_map(|(name, value)| [name.to_owned(), value.trim().to_owned()]).collect()
}

/// What `spanwise prompt` answers, as far as it is shown.
fn shown_prompt(json: &Value) -> Option<ShownPrompt> {
    let text = |name: &str| json.get(name)?.as_str().map(str::to_owned);
    let estimate = json.get("estimate")?;
    let tokens = |name: &str| estimate.get(name).and_then(Value::as_u64).unwrap_or_default();
    Some(ShownPrompt {
        prompt: text("prompt")?,
        difference: text("difference"),
        template: text("template")?,
        requests: json.get("requests")?.as_u64()?,
        tokens: [tokens("input_tokens"), tokens("output_tokens")],
        cost: estimate.get("cost").and_then(Value::as_f64),
        seconds: estimate.get("seconds").and_then(Value::as_f64),
    })
}

/// The file of the decisions about the spans of a run that are among those read.
fn decisions_of(run: &ModelRun, read: &Value) -> Option<String> {
    let spans: Vec<MatchedSpan> = list(read, "matches");
    decision_file(&run.decided.about(&spans), &spans)
}

/// Shows the page on which a model annotates a work.
pub fn open_for(app: App, session: Session) {
    let template = session.work.with_value(|work| work.template.clone());
    let (id, name) = session.work.with_value(|work| (work.id.clone(), work.meta.source.clone()));
    let shown = session.view.with_untracked(|view| view.instance) + 1;
    let text = written(session, ExportFormat::Annotations).text.into();
    let work = ModelWork { template, data: NamedData { name, text }, id: id.clone() };
    spawn_local(async move {
        let kept = match ModelRequest::kept(Some(id)).await {
            Ok(kept) => kept,
            Err(text) => return app.tell(NoticeLevel::Error, text, None),
        };
        // What was annotated meanwhile changes no request but one that shows instances as solved.
        let mut request = ModelRequest { work: Some(work), ..kept };
        request.options.shown = shown.to_string();
        let request = Arc::new(request);
        location::push(&Route::Model.to_string());
        app.show(Page::Model(request.clone()));
        // After a reload, the page is there again.
        request.keep_settings().await;
        if let Err(text) = request.change_kept(|_| ()).await {
            app.tell(NoticeLevel::Error, text, None);
        }
    });
}

/// Shows what is kept on this device, if there is anything.
pub fn show_kept(app: App) {
    spawn_local(async move {
        match ModelRequest::kept(None).await {
            Ok(request) if request.work.is_some() => app.show(Page::Model(request.into())),
            Ok(_) => {}
            Err(text) => app.tell(NoticeLevel::Error, text, None),
        }
    });
}
