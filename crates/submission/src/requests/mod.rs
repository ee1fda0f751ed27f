//! The sending of a submission: requests as values, and the verdict on each answer.
//!
//! ```text
//! Sending::step ─► Send(request) ─► the page sends it ─► Sending::answered ─► Send | Retry | Done | Failed
//! ```
//!
//! Each request may be sent any number of times: every database recognises a submission that it has already.

mod couchdb;
mod failure;
mod firestore;
mod receiver;
mod retry_delay;

use serde::{Deserialize, Serialize};

use self::couchdb::CouchDbExchange;
pub use self::failure::{FailureCause, SendingFailure, Service};
use self::firestore::FirestoreExchange;
use self::receiver::ReceiverExchange;
pub use self::retry_delay::LONGEST_WAIT_MS;
use super::identity::SubmissionId;
use super::submission::Submission;
use spanwise_template::Database;

/// Requests that one submission takes at most before it waits: more than any database needs.
const MAX_ROUNDS: u32 = 8;

/// A request to be sent without cookies or other credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: HttpMethod,
    /// The whole address.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// JSON; `None` for `GET`.
    pub body: Option<String>,
}

impl HttpRequest {
    fn get(url: String) -> Self {
        let headers = vec![("Accept".to_owned(), "application/json".to_owned())];
        HttpRequest { method: HttpMethod::Get, url, headers, body: None }
    }

    fn with_json(method: HttpMethod, url: String, json: String) -> Self {
        let json_type = "application/json".to_owned();
        let headers =
            vec![("Accept".to_owned(), json_type.clone()), ("Content-Type".to_owned(), json_type)];
        HttpRequest { method, url, headers, body: Some(json) }
    }
}

/// The method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HttpMethod {
    /// `GET`.
    Get,
    /// `POST`.
    Post,
    /// `PUT`.
    Put,
}

impl HttpMethod {
    /// The method as it is sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            HttpMethod::Get => "GET",
            HttpMethod::Post => "POST",
            HttpMethod::Put => "PUT",
        }
    }
}

/// The outcome of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HttpAnswer {
    /// An answer.
    Response {
        /// Its status.
        status: u16,
        /// Its headers, as far as the page may read them.
        headers: Vec<(String, String)>,
        /// Its body.
        body: String,
    },
    /// It points to another address, which is not followed: a redirected request may lose its body on the way.
    Redirected,
    /// No answer: no network, no such server, too slow, or the server does not let this page read its answers.
    Unreachable,
}

/// The next step of sending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendingStep {
    /// Send this request, and pass its outcome to [`Sending::answered`].
    Send(HttpRequest),
    /// The database has the submission.
    Done(Receipt),
    /// Wait, then call [`Sending::step`] again.
    Retry {
        /// The wait in milliseconds.
        after_ms: u64,
        /// The failure of the attempt.
        failure: SendingFailure,
    },
    /// Nothing but a change by a person helps.
    Failed(SendingFailure),
}

/// A confirmation that a database has a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The id of the submission.
    pub id: SubmissionId,
    /// Its place, as named by the database: the address or the name of a document.
    pub place: String,
    /// The manner in which it arrived.
    pub arrival: Arrival,
}

/// The manner in which a submission arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrival {
    /// As something new.
    New,
    /// By an earlier attempt, whose answer was lost.
    Before,
    /// In the place of an earlier submission of the same annotator.
    Replaced,
    /// Beside another document with its name, which was left unchanged.
    Beside,
}

/// The meaning of an answer in the protocol of a database.
enum ResponseVerdict {
    Done {
        place: String,
        arrival: Arrival,
    },
    /// There is another request to send.
    GoOn,
    Later(SendingFailure),
    Never(SendingFailure),
}

#[derive(Debug, Clone)]
enum DatabaseExchange {
    Firestore(FirestoreExchange),
    CouchDb(CouchDbExchange),
    Receiver(ReceiverExchange),
}

#[derive(Debug, Clone)]
enum SendingEnd {
    Done(Receipt),
    Failed(SendingFailure),
}

/// One submission on its way to one database.
#[derive(Debug, Clone)]
pub struct Sending {
    id: SubmissionId,
    exchange: DatabaseExchange,
    /// Attempts that ended with a wait.
    tries: u32,
    /// Requests since the last wait.
    rounds: u32,
    end: Option<SendingEnd>,
}

impl Sending {
    /// Creates the sending of a submission. `earlier` are those of the same assignment that this device made before,
    /// whose place it may take; `tries` is the number of failed attempts.
    #[must_use]
    pub fn new(
        database: &Database,
        submission: &Submission,
        earlier: &[SubmissionId],
        tries: u32,
    ) -> Self {
        let mut end = None;
        let exchange = match database {
            Database::Firebase(firestore) => {
                let exchange = FirestoreExchange::new(firestore, submission);
                end = exchange.too_large().map(SendingEnd::Failed);
                DatabaseExchange::Firestore(exchange)
            }
            Database::CouchDb(couchdb) => {
                DatabaseExchange::CouchDb(CouchDbExchange::new(couchdb, submission, earlier))
            }
            Database::Http(receiver) => {
                DatabaseExchange::Receiver(ReceiverExchange::new(receiver, submission))
            }
        };
        Sending { id: submission.id().clone(), exchange, tries, rounds: 0, end }
    }

    /// The number of failed attempts.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// The step to take now. Once the submission has arrived or failed, this stays so.
    #[must_use]
    pub fn step(&self) -> SendingStep {
        match &self.end {
            Some(SendingEnd::Done(receipt)) => SendingStep::Done(receipt.clone()),
            Some(SendingEnd::Failed(failure)) => SendingStep::Failed(failure.clone()),
            None => SendingStep::Send(match &self.exchange {
                DatabaseExchange::Firestore(exchange) => exchange.request(),
                DatabaseExchange::CouchDb(exchange) => exchange.request(),
                DatabaseExchange::Receiver(exchange) => exchange.request(),
            }),
        }
    }

    /// Takes the answer to the last request. `random` is any random number: it keeps devices that failed together from
    /// trying together.
    pub fn answered(&mut self, answer: &HttpAnswer, random: u32) -> SendingStep {
        if self.end.is_some() {
            return self.step();
        }
        let (status, headers, body) = match answer {
            HttpAnswer::Response { status, headers, body } => (status, headers, body),
            HttpAnswer::Redirected => {
                return self.wait(SendingFailure::unexpected(self.service(), None), None, random);
            }
            HttpAnswer::Unreachable => {
                return self.wait(SendingFailure::unreachable(self.service()), None, random);
            }
        };
        let verdict = match &mut self.exchange {
            DatabaseExchange::Firestore(exchange) => exchange.judge(*status, body),
            DatabaseExchange::CouchDb(exchange) => exchange.judge(*status, body),
            DatabaseExchange::Receiver(exchange) => exchange.judge(*status, body),
        };
        match verdict {
            ResponseVerdict::Done { place, arrival } => {
                let receipt = Receipt { id: self.id.clone(), place, arrival };
                self.end = Some(SendingEnd::Done(receipt));
            }
            ResponseVerdict::GoOn if self.rounds < MAX_ROUNDS => self.rounds += 1,
            ResponseVerdict::GoOn => {
                let failure = SendingFailure::unexpected(self.service(), Some(*status));
                return self.wait(failure, None, random);
            }
            ResponseVerdict::Later(failure) => {
                return self.wait(failure, retry_delay::retry_after(headers), random);
            }
            ResponseVerdict::Never(failure) => self.end = Some(SendingEnd::Failed(failure)),
        }
        self.step()
    }

    fn wait(&mut self, failure: SendingFailure, asked_ms: Option<u64>, random: u32) -> SendingStep {
        let after_ms = retry_delay::delay(self.tries, asked_ms, random);
        self.tries = self.tries.saturating_add(1);
        self.rounds = 0;
        SendingStep::Retry { after_ms, failure }
    }

    fn service(&self) -> Service {
        match &self.exchange {
            DatabaseExchange::Firestore(_) => Service::Firestore,
            DatabaseExchange::CouchDb(_) => Service::CouchDb,
            DatabaseExchange::Receiver(_) => Service::Receiver,
        }
    }
}
