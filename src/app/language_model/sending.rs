//! Requests to the endpoint of a model, several at once.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;

use super::LanguageModel;
use super::request::ModelOptions;
use super::runs::ShownRun;
use spanwise_annotation::store::WorkId;
use spanwise_browser::net::{self, RequestAbort};
use spanwise_browser::timing;
use spanwise_json::{Json, Object};
use spanwise_language_model::endpoint::{
    Api, EndpointFault, ModelReply, RequestPace, cost, prepare_retry,
};
use spanwise_submission::requests::{HttpAnswer, HttpMethod, HttpRequest};

/// The time after which a wait sees that a run has ended, in milliseconds.
const WAIT_STEP_MS: i32 = 100;

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunProgress {
    /// When the first request was sent, in milliseconds.
    pub begun_ms: f64,
    /// Requests that have a reply or failed.
    pub done: usize,
    /// All requests.
    pub total: usize,
    /// Requests that failed.
    pub failed: usize,
    /// `true` if nothing more is sent, and the replies that are under way are waited for.
    pub ends: bool,
}

impl RunProgress {
    /// The seconds that the rest takes if it goes on as fast; `None` before any request is done.
    #[must_use]
    pub fn seconds_left(&self) -> Option<f64> {
        let taken = (timing::now_ms() - self.begun_ms) / 1000.0;
        let left = taken * self.total.saturating_sub(self.done) as f64 / self.done as f64;
        (self.done > 0).then_some(left)
    }
}

/// An endpoint as the settings name it.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    pub(super) api: Api,
    address: String,
    key: Option<String>,
    /// Milliseconds that a reply may take.
    timeout: i32,
}

/// A request with its id.
#[derive(Debug, Clone)]
pub(super) struct QueuedRequest {
    id: String,
    body: String,
}

impl QueuedRequest {
    /// Reads a line of a batch file.
    pub(super) fn of_line(line: &str) -> Option<Self> {
        let line = Object::parse(line)?;
        let id = Json::read(line.get("custom_id")?).into_text()?;
        let body = line.get("body").or_else(|| line.get("params"))?;
        Some(QueuedRequest { id: id.into_owned(), body: body.to_owned() })
    }

    /// The ids of lines with replies.
    pub(super) fn id_of_reply(line: &str) -> Option<String> {
        let line = Object::parse(line)?;
        let name = ["custom_id", "id"].into_iter().find_map(|name| line.get(name))?;
        Json::read(name).into_text().map(Cow::into_owned)
    }

    pub(super) fn id(&self) -> &str {
        &self.id
    }
}

impl Endpoint {
    pub(super) fn of(options: &ModelOptions, key: &str) -> Self {
        let api = Api::named(&options.api).unwrap_or_else(|| Api::of_address(&options.endpoint));
        let seconds = options.timeout.trim().parse::<i32>().unwrap_or(300).clamp(1, 3600);
        let key = Some(key.trim().to_owned()).filter(|key| !key.is_empty());
        Endpoint { api, address: api.address(&options.endpoint), key, timeout: seconds * 1000 }
    }

    /// Sends a request once, unless it is ended; with the fault, the header `Retry-After`.
    pub(super) async fn ask(
        &self,
        body: &str,
        abort: &RequestAbort,
    ) -> Result<ModelReply, (EndpointFault, Option<String>)> {
        let mut headers = vec![("content-type".to_owned(), "application/json".to_owned())];
        let own = self.api.headers(self.key.as_deref());
        headers.extend(own.into_iter().map(|(name, value)| (name.to_owned(), value)));
        let (url, body) = (self.address.clone(), Some(body.to_owned()));
        let request = HttpRequest { method: HttpMethod::Post, url, headers, body };
        let begun = timing::now_ms();
        match net::send_within(&request, self.timeout, abort).await {
            HttpAnswer::Response { status, headers, body } => {
                if !(200..300).contains(&status) {
                    let retry_after = headers.into_iter().next().map(|(_, value)| value);
                    return Err((EndpointFault::of_status(status, &body), retry_after));
                }
                let value: Value =
                    serde_json::from_str(&body).map_err(|_| (EndpointFault::NoReply, None))?;
                let reply = ModelReply::of_body(&value).map_err(|fault| (fault, None))?;
                let seconds = Some((timing::now_ms() - begun) / 1000.0);
                Ok(ModelReply { seconds, ..reply })
            }
            HttpAnswer::Redirected => {
                Err((EndpointFault::NoResponse("it redirects to another address".to_owned()), None))
            }
            HttpAnswer::Unreachable => {
                let waited = timing::now_ms() - begun >= f64::from(self.timeout);
                let seconds = u64::try_from(self.timeout / 1000).unwrap_or_default();
                let fault = if waited {
                    EndpointFault::TimedOut(seconds)
                } else {
                    EndpointFault::NoResponse(String::new())
                };
                Err((fault, None))
            }
        }
    }
}

/// The replies of a run on the device. Outlives the page, so that no reply that is under way is lost with it.
struct ReplyJournal {
    work: WorkId,
    run: u32,
    /// The place of the next reply.
    next: Cell<usize>,
}

impl ReplyJournal {
    /// Keeps a reply; returns `false` if it could not be kept.
    async fn add(&self, line: &str) -> bool {
        let at = self.next.get();
        self.next.set(at + 1);
        ShownRun::keep(&self.work, self.run, at, line).await
    }
}

/// What the requests of a run that are sent have in common. `Copy`, like a signal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sending {
    model: LanguageModel,
    run: u32,
    endpoint: StoredValue<Endpoint>,
    pace: StoredValue<RequestPace>,
    queue: StoredValue<VecDeque<QueuedRequest>>,
    /// Tokens read and written.
    tokens: StoredValue<(u64, u64)>,
    /// Requests that are under way, by their ids.
    under_way: StoredValue<BTreeMap<String, RequestAbort>, LocalStorage>,
    /// Tasks that send.
    tasks: StoredValue<usize>,
    is_over: StoredValue<bool>,
    is_given_up: StoredValue<bool>,
}

impl Sending {
    pub(super) fn new(
        model: LanguageModel,
        run: u32,
        endpoint: Endpoint,
        pace: RequestPace,
        requests: Vec<QueuedRequest>,
    ) -> Self {
        Sending {
            model,
            run,
            endpoint: StoredValue::new(endpoint),
            pace: StoredValue::new(pace),
            queue: StoredValue::new(requests.into()),
            tokens: StoredValue::new((0, 0)),
            under_way: StoredValue::new_local(BTreeMap::new()),
            tasks: StoredValue::new(0),
            is_over: StoredValue::new(false),
            is_given_up: StoredValue::new(false),
        }
    }

    /// Sends nothing more. Replies that are under way are still taken: they are paid.
    pub(super) fn end(self) {
        self.is_over.try_set_value(true);
    }

    /// Gives up the replies that are under way, too.
    pub(super) fn give_up(self) {
        self.end();
        self.is_given_up.try_set_value(true);
        self.under_way.try_with_value(|all| all.values().for_each(RequestAbort::abort));
    }

    /// Sends the requests, some at a time.
    pub(super) fn begin(self, at_a_time: usize) {
        self.tasks.set_value(at_a_time);
        let Some(journal) = self.journal().map(Rc::new) else { return };
        for _ in 0..at_a_time {
            let journal = journal.clone();
            spawn_local(async move {
                self.work(&journal).await;
                let left = self.tasks.try_update_value(|left| {
                    *left = left.saturating_sub(1);
                    *left
                });
                if left == Some(0) {
                    self.model.finish(self.run).await;
                }
            });
        }
    }

    /// Sends the requests, one after the other, until all are answered or none is to be sent any more.
    pub(super) async fn send_in_turn(self) {
        if let Some(journal) = self.journal() {
            self.work(&journal).await;
        }
    }

    fn journal(self) -> Option<ReplyJournal> {
        let next = self.model.of_run(self.run, |shown| shown.replies.len())?;
        Some(ReplyJournal { work: self.model.work_id()?, run: self.run, next: Cell::new(next) })
    }

    async fn work(self, journal: &ReplyJournal) -> Option<()> {
        loop {
            let request = self.queue.try_update_value(VecDeque::pop_front)??;
            if self.is_over_after(Duration::ZERO).await? {
                return None;
            }
            let failed = match self.reply(&request, journal).await? {
                Ok(()) => false,
                Err(fault) => {
                    if fault.concerns_all() {
                        self.end();
                    }
                    self.model.tell_fault(&fault);
                    true
                }
            };
            self.model.progress.try_update(|progress| {
                if let Some(progress) = progress {
                    progress.done += 1;
                    progress.failed += usize::from(failed);
                }
            })?;
        }
    }

    /// Gets a reply and keeps it; `None` if it was given up or the page is gone.
    async fn reply(
        self,
        request: &QueuedRequest,
        journal: &ReplyJournal,
    ) -> Option<Result<(), EndpointFault>> {
        let endpoint = self.endpoint.try_get_value()?;
        let (mut attempts, mut body) = (0, request.body.clone());
        loop {
            attempts += 1;
            let abort = RequestAbort::new()?;
            let id = request.id.clone();
            self.under_way.try_update_value(|all| all.insert(id, abort.clone()));
            let answer = endpoint.ask(&body, &abort).await;
            self.under_way.try_update_value(|all| all.remove(&request.id));
            let (fault, retry_after) = match answer {
                Ok(reply) => {
                    self.take(request, &reply, journal).await?;
                    return Some(Ok(()));
                }
                Err(_) if self.is_given_up.try_get_value()? => return None,
                Err(failed) => failed,
            };
            let wait = prepare_retry(&mut body, attempts, &fault, retry_after.as_deref());
            let Some(wait) = wait else { return Some(Err(fault)) };
            if self.is_over_after(wait).await? {
                return Some(Err(fault));
            }
        }
    }

    /// Waits until a request may be sent, at least for some time, unless nothing more is to be sent, which it returns.
    async fn is_over_after(self, at_least: Duration) -> Option<bool> {
        let now = Duration::from_secs_f64(timing::now_ms() / 1000.0);
        let turn = self.pace.try_update_value(|pace| pace.wait(now + at_least))?;
        let until = timing::now_ms() + (at_least + turn).as_secs_f64() * 1000.0;
        while !self.is_over.try_get_value()? {
            if timing::now_ms() >= until {
                return Some(false);
            }
            timing::wait(WAIT_STEP_MS).await;
        }
        Some(true)
    }

    async fn take(
        self,
        request: &QueuedRequest,
        reply: &ModelReply,
        journal: &ReplyJournal,
    ) -> Option<()> {
        let line = serde_json::json!({ "id": request.id, "reply": reply }).to_string();
        if !journal.add(&line).await {
            self.end();
            self.model.tell_unkept();
        }
        self.model.change_run(self.run, |shown| shown.replies.push(line))?;
        let (input, output) = self.tokens.try_update_value(|(input, output)| {
            *input += reply.input_tokens.unwrap_or_default();
            *output += reply.output_tokens.unwrap_or_default();
            (*input, *output)
        })?;
        let options = self.model.options.try_get_untracked()?;
        if is_limit_reached(&options, input, output) {
            self.end();
        }
        Some(())
    }
}

/// Returns `true` if tokens cost as much as a run may, by the prices given.
fn is_limit_reached(options: &ModelOptions, input: u64, output: u64) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let prices = number(&options.input_price).zip(number(&options.output_price));
    let cost = prices.map(|(of_input, of_output)| cost([input, output], [of_input, of_output]));
    cost.zip(number(&options.most_cost)).is_some_and(|(cost, most)| cost >= most)
}
