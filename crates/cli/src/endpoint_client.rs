//! Sends requests to the endpoint of a language model, several at once, and keeps each reply on the disk as it comes.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ureq::Agent;

use super::annotate::{FoundReplies, other_model};
use super::args::AnnotateArgs;
use super::asked::{AskedRequest, ModelRequests};
use super::paths::shown;
use super::progress::{ProgressBar, done};
use super::report::{Console, Failure};
use spanwise_diagnostics::Severity;
use spanwise_language_model::endpoint::{
    Api, EndpointFault, ModelReply, RequestPace, prepare_retry,
};

/// The variable with the key.
const KEY: &str = "SPANWISE_API_KEY";

/// The most bytes of a response.
const MOST_BYTES: u64 = 64 << 20;

/// The longest time until there is a connection.
const CONNECTING: Duration = Duration::from_secs(15);

/// The interval at which a wait checks for cancellation.
const LOOK: Duration = Duration::from_millis(200);

/// Sends the requests without a reply; returns the numbers of those sent and failed.
///
/// # Errors
/// If the file of replies cannot be written.
pub(super) fn send(
    endpoint: &str,
    args: &AnnotateArgs,
    asked: &ModelRequests,
    found: &mut FoundReplies,
    console: &mut Console,
) -> Result<Value, Failure> {
    let named = args.asked.model.as_deref();
    let has_reply = |request: &AskedRequest| {
        let reply = found.by_id.get(&request.id);
        reply.is_some_and(|reply| other_model(reply, named).is_none())
    };
    let mut requests: Vec<AskedRequest> =
        asked.requests().filter(|request| !has_reply(request)).collect();
    if args.again {
        requests.extend(asked.again(&found.of(asked, &args.replies, named, console)));
    }
    let api = asked.api(Some(endpoint));
    let model = args.asked.model.as_deref().unwrap_or_default();
    let bar = console.progress().timed_bar(model, requests.len(), requests.len() as u64);
    let sender = Sender {
        client: EndpointClient::new(api, endpoint, model, args.timeout),
        args,
        asked,
        journal: Mutex::new(ReplyJournal::open(&args.replies)?),
        next: AtomicUsize::new(0),
        is_over: AtomicBool::new(false),
        outcome: Mutex::new(SentReplies::default()),
        bar,
        begun: Instant::now(),
        pace: Mutex::new(RequestPace::new(args.asked.per_minute)),
    };
    thread::scope(|scope| {
        let count = usize::from(args.asked.parallel).min(requests.len());
        let threads: Vec<_> = (0..count).map(|_| scope.spawn(|| sender.work(&requests))).collect();
        for thread in threads {
            // A cancelled command unwinds, which the scope by itself would make a panic of its own.
            thread.join().unwrap_or_else(|payload| resume_unwind(payload));
        }
    });
    sender.bar.stop_if_cancelled();
    done(&sender.bar);
    let journal = sender.journal.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(failure) = journal.failure {
        return Err(failure);
    }
    let outcome = sender.outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (id, fault) in &outcome.faults {
        let said = [format!("{id}: {fault}"), fault.remedy(api, model)];
        console.found(&args.replies, Severity::Error, "endpoint", said);
    }
    if outcome.is_limit_reached {
        console.say("The limit of costs is reached: the rest was not sent.");
    }
    let (replied, failed) = (outcome.replies.len(), outcome.faults.len());
    outcome.replies.into_iter().for_each(|(id, reply)| found.add(id, reply));
    Ok(json!({
        "requests": requests.len(),
        "replies": replied,
        "failed": failed,
        "limit_reached": outcome.is_limit_reached,
    }))
}

/// The outcome of the requests.
#[derive(Default)]
struct SentReplies {
    replies: Vec<(spanwise_language_model::RequestId, ModelReply)>,
    faults: Vec<(String, EndpointFault)>,
    input_tokens: u64,
    output_tokens: u64,
    is_limit_reached: bool,
}

/// The state that the sending threads share.
struct Sender<'a> {
    client: EndpointClient,
    args: &'a AnnotateArgs,
    asked: &'a ModelRequests<'a>,
    journal: Mutex<ReplyJournal>,
    /// The position of the next request.
    next: AtomicUsize,
    /// `true` once no request is to be sent any more.
    is_over: AtomicBool,
    outcome: Mutex<SentReplies>,
    bar: ProgressBar,
    begun: Instant,
    pace: Mutex<RequestPace>,
}

impl Sender<'_> {
    fn work(&self, requests: &[AskedRequest]) {
        while !self.is_over.load(Ordering::Relaxed) {
            let Some(request) = requests.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            if !self.wait_for_turn(Duration::ZERO) {
                return;
            }
            let reply = self.reply(request);
            let mut outcome = self.outcome.lock().unwrap_or_else(PoisonError::into_inner);
            match reply {
                Ok(reply) => {
                    outcome.input_tokens += reply.input_tokens.unwrap_or_default();
                    outcome.output_tokens += reply.output_tokens.unwrap_or_default();
                    outcome.replies.push((request.id, reply));
                    let cost = self.asked.cost(outcome.input_tokens, outcome.output_tokens);
                    if cost.zip(self.args.most_cost).is_some_and(|(cost, most)| cost >= most) {
                        outcome.is_limit_reached = true;
                        self.is_over.store(true, Ordering::Relaxed);
                    }
                }
                Err(fault) => {
                    if fault.concerns_all() {
                        self.is_over.store(true, Ordering::Relaxed);
                    }
                    outcome.faults.push((request.id.to_string(), fault));
                }
            }
            drop(outcome);
            self.bar.inc_by_work(1);
        }
    }

    /// The reply to a request, which is on the disk then; the fault of the last attempt if there is none.
    fn reply(&self, request: &AskedRequest) -> Result<ModelReply, EndpointFault> {
        let model = self.args.asked.model.as_deref().unwrap_or_default();
        let body = self.asked.body(self.client.api, &self.asked.settings(model), request);
        let mut body = body.get().to_owned();
        let mut attempts = 0;
        loop {
            attempts += 1;
            let failed = match self.client.ask(&body) {
                Ok(reply) => {
                    let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
                    if !journal.add(&request.id.to_string(), &reply) {
                        // A reply that is not stored would be paid for again.
                        self.is_over.store(true, Ordering::Relaxed);
                    }
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            let retry_after = failed.retry_after.as_deref();
            let wait = prepare_retry(&mut body, attempts, &failed.fault, retry_after);
            let Some(wait) = wait else { return Err(failed.fault) };
            if !self.wait_for_turn(wait) {
                return Err(failed.fault);
            }
        }
    }

    /// Waits until a request may be sent, at least for some time. Returns `false` if nothing is sent any more.
    fn wait_for_turn(&self, at_least: Duration) -> bool {
        self.wait(at_least);
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = pace.wait(self.begun.elapsed());
        drop(pace);
        self.wait(wait);
        !self.is_over.load(Ordering::Relaxed)
    }

    /// Waits, unless the command is cancelled meanwhile or nothing is sent any more.
    fn wait(&self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time && !self.is_over.load(Ordering::Relaxed) {
            self.bar.stop_if_cancelled();
            thread::sleep(LOOK.min(time.saturating_sub(begun.elapsed())));
        }
    }
}

/// The file of replies: each is a line, written as it comes.
struct ReplyJournal {
    file: File,
    path: String,
    failure: Option<Failure>,
}

impl ReplyJournal {
    fn open(path: &Path) -> Result<Self, Failure> {
        let opened = OpenOptions::new().append(true).read(true).create(true).open(path);
        let (mut file, path) = match opened {
            Ok(file) => (file, shown(path)),
            Err(error) => return Err(unwritable(&shown(path), &error)),
        };
        // A line that a run before could not finish ends here.
        if ends_within_line(&mut file) {
            file.write_all(b"\n").map_err(|error| unwritable(&path, &error))?;
        }
        Ok(ReplyJournal { file, path, failure: None })
    }

    /// Adds a reply; returns `false` if that failed.
    fn add(&mut self, id: &str, reply: &ModelReply) -> bool {
        let line = format!("{}\n", json!({ "id": id, "reply": reply }));
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        let is_kept = written.is_ok();
        let failure = written.err().map(|error| unwritable(&self.path, &error));
        // A later reply that finds room does not bring back one that did not.
        self.failure = self.failure.take().or(failure);
        is_kept
    }
}

fn ends_within_line(file: &mut File) -> bool {
    use std::io::{Seek, SeekFrom};
    let mut last = [0];
    file.seek(SeekFrom::End(-1)).is_ok() && file.read_exact(&mut last).is_ok() && last != *b"\n"
}

fn unwritable(path: &str, error: &std::io::Error) -> Failure {
    Failure::new(
        format!("{path} can't be written: {error}."),
        "Make room, or name another file with --replies; replies that are in it are not asked for again.",
    )
}

/// An attempt that failed.
struct FailedAttempt {
    fault: EndpointFault,
    retry_after: Option<String>,
}

impl From<EndpointFault> for FailedAttempt {
    fn from(fault: EndpointFault) -> Self {
        FailedAttempt { fault, retry_after: None }
    }
}

/// A client of an endpoint.
struct EndpointClient {
    agent: Agent,
    api: Api,
    address: String,
    key: Option<String>,
    model: String,
    timeout: u64,
}

impl EndpointClient {
    fn new(api: Api, endpoint: &str, model: &str, timeout: u64) -> Self {
        let config = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(timeout)))
            .timeout_connect(Some(CONNECTING.min(Duration::from_secs(timeout))))
            .http_status_as_error(false)
            // A key is for the host that was named.
            .max_redirects(0)
            .build();
        let key = std::env::var(KEY).ok().filter(|key| !key.trim().is_empty());
        let key = key.map(|key| key.trim().to_owned());
        EndpointClient {
            agent: config.into(),
            api,
            address: api.address(endpoint),
            key,
            model: model.to_owned(),
            timeout,
        }
    }

    /// Sends a request once.
    fn ask(&self, body: &str) -> Result<ModelReply, FailedAttempt> {
        let begun = Instant::now();
        let mut request = self.agent.post(&self.address).header("content-type", "application/json");
        for (name, value) in self.api.headers(self.key.as_deref()) {
            request = request.header(name, value);
        }
        let response = request.send(body);
        let mut response = response.map_err(|error| self.fault(&error))?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get("retry-after");
        let retry_after = retry_after.and_then(|value| value.to_str().ok()).map(str::to_owned);
        let text = response.body_mut().with_config().limit(MOST_BYTES).read_to_string();
        let text = text.map_err(|error| self.fault(&error))?;
        if !(200..300).contains(&status) {
            return Err(FailedAttempt {
                fault: EndpointFault::of_status(status, &text),
                retry_after,
            });
        }
        let body: Value = serde_json::from_str(&text).map_err(|_| EndpointFault::NoReply)?;
        let seconds = Some(begun.elapsed().as_secs_f64());
        let model = Some(self.model.clone());
        Ok(ModelReply { seconds, model, ..ModelReply::of_body(&body)? })
    }

    fn fault(&self, error: &ureq::Error) -> EndpointFault {
        let ureq::Error::Timeout(of) = error else {
            return EndpointFault::NoResponse(error.to_string());
        };
        if matches!(of, ureq::Timeout::Connect | ureq::Timeout::Resolve) {
            return EndpointFault::NoResponse("no connection was made in time".to_owned());
        }
        EndpointFault::TimedOut(self.timeout)
    }
}
