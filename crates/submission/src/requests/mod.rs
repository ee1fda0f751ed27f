//! How a submission is sent: requests as values, and what to make of each answer.
//!
//! ```text
//! Sending::step ─► Send(request) ─► the page sends it ─► Sending::answered ─► Send | Retry | Done | Failed
//! ```
//!
//! Each request may be sent any number of times: every database recognises a submission that it has already.

mod couchdb;
mod firestore;
mod receiver;
mod trouble;
mod waiting;

use serde::{Deserialize, Serialize};

use self::couchdb::CouchDbTalk;
use self::firestore::FirestoreTalk;
use self::receiver::ReceiverTalk;
pub use self::trouble::{Problem, Service, Trouble};
pub use self::waiting::LONGEST_WAIT_MS;
use super::identity::SubmissionId;
use super::submission::Submission;
use spanwise_template::Database;

/// Requests that one submission takes at most before it waits: more than any database needs.
const MAX_ROUNDS: u32 = 8;

/// A request to be sent without cookies or other credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HttpRequest {
    /// The method.
    pub method: Method,
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
        HttpRequest { method: Method::Get, url, headers, body: None }
    }

    fn with_json(method: Method, url: String, json: String) -> Self {
        let json_type = "application/json".to_owned();
        let headers =
            vec![("Accept".to_owned(), json_type.clone()), ("Content-Type".to_owned(), json_type)];
        HttpRequest { method, url, headers, body: Some(json) }
    }
}

/// Method of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    /// `GET`.
    Get,
    /// `POST`.
    Post,
    /// `PUT`.
    Put,
}

impl Method {
    /// The method as it is sent.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Put => "PUT",
        }
    }
}

/// What came of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
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
    /// None: no network, no such server, too slow, or the server does not let this page read its answers.
    Unreachable,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Send this, and tell [`Sending::answered`] what comes of it.
    Send(HttpRequest),
    /// The database has the submission.
    Done(Receipt),
    /// Wait so many milliseconds, then ask [`Sending::step`] again.
    Retry {
        /// How long to wait.
        after_ms: u64,
        /// Why.
        trouble: Trouble,
    },
    /// Nothing but a change by a person helps.
    Failed(Trouble),
}

/// That a database has a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// Which submission.
    pub id: SubmissionId,
    /// Where it is, in the words of the database: address or name of a document.
    pub place: String,
    /// How it got there.
    pub arrival: Arrival,
}

/// How a submission came to be where it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Arrival {
    /// As something new.
    New,
    /// By an attempt before, of which the answer was lost.
    Before,
    /// In the place of an earlier submission of the same annotator.
    Replaced,
    /// Beside another document that has the name it should have had. Nothing of that was changed.
    Beside,
}

/// What a database makes of an answer.
enum Verdict {
    Done {
        place: String,
        arrival: Arrival,
    },
    /// There is another request to send.
    GoOn,
    Later(Trouble),
    Never(Trouble),
}

#[derive(Debug, Clone)]
enum Talk {
    Firestore(FirestoreTalk),
    CouchDb(CouchDbTalk),
    Receiver(ReceiverTalk),
}

#[derive(Debug, Clone)]
enum End {
    Done(Receipt),
    Failed(Trouble),
}

/// One submission on its way to one database.
#[derive(Debug, Clone)]
pub struct Sending {
    id: SubmissionId,
    talk: Talk,
    /// Attempts that ended with a wait.
    tries: u32,
    /// Requests since the last wait.
    rounds: u32,
    end: Option<End>,
}

impl Sending {
    /// A submission to be sent. `earlier` are those of the same assignment that this device made before, whose place
    /// it may take; `tries` is how often it has been tried in vain.
    #[must_use]
    pub fn new(
        database: &Database,
        submission: &Submission,
        earlier: &[SubmissionId],
        tries: u32,
    ) -> Self {
        let mut end = None;
        let talk = match database {
            Database::Firebase(firestore) => {
                let talk = FirestoreTalk::new(firestore, submission);
                end = talk.too_large().map(End::Failed);
                Talk::Firestore(talk)
            }
            Database::CouchDb(couchdb) => {
                Talk::CouchDb(CouchDbTalk::new(couchdb, submission, earlier))
            }
            Database::Http(receiver) => Talk::Receiver(ReceiverTalk::new(receiver, submission)),
        };
        Sending { id: submission.id().clone(), talk, tries, rounds: 0, end }
    }

    /// How often it has been tried in vain.
    #[must_use]
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// What to do now. Once it is done or has failed, it stays so.
    #[must_use]
    pub fn step(&self) -> Step {
        match &self.end {
            Some(End::Done(receipt)) => Step::Done(receipt.clone()),
            Some(End::Failed(trouble)) => Step::Failed(trouble.clone()),
            None => Step::Send(match &self.talk {
                Talk::Firestore(talk) => talk.request(),
                Talk::CouchDb(talk) => talk.request(),
                Talk::Receiver(talk) => talk.request(),
            }),
        }
    }

    /// Takes the answer to the last request. `random` is any random number: it keeps devices that failed together from
    /// trying together.
    pub fn answered(&mut self, answer: &Answer, random: u32) -> Step {
        if self.end.is_some() {
            return self.step();
        }
        let (status, headers, body) = match answer {
            Answer::Response { status, headers, body } => (status, headers, body),
            Answer::Redirected => {
                return self.wait(Trouble::unexpected(self.service(), None), None, random);
            }
            Answer::Unreachable => {
                return self.wait(Trouble::unreachable(self.service()), None, random);
            }
        };
        let verdict = match &mut self.talk {
            Talk::Firestore(talk) => talk.judge(*status, body),
            Talk::CouchDb(talk) => talk.judge(*status, body),
            Talk::Receiver(talk) => talk.judge(*status, body),
        };
        match verdict {
            Verdict::Done { place, arrival } => {
                let receipt = Receipt { id: self.id.clone(), place, arrival };
                self.end = Some(End::Done(receipt));
            }
            Verdict::GoOn if self.rounds < MAX_ROUNDS => self.rounds += 1,
            Verdict::GoOn => {
                let trouble = Trouble::unexpected(self.service(), Some(*status));
                return self.wait(trouble, None, random);
            }
            Verdict::Later(trouble) => {
                return self.wait(trouble, waiting::retry_after(headers), random);
            }
            Verdict::Never(trouble) => self.end = Some(End::Failed(trouble)),
        }
        self.step()
    }

    fn wait(&mut self, trouble: Trouble, asked_ms: Option<u64>, random: u32) -> Step {
        let after_ms = waiting::delay(self.tries, asked_ms, random);
        self.tries = self.tries.saturating_add(1);
        self.rounds = 0;
        Step::Retry { after_ms, trouble }
    }

    fn service(&self) -> Service {
        match &self.talk {
            Talk::Firestore(_) => Service::Firestore,
            Talk::CouchDb(_) => Service::CouchDb,
            Talk::Receiver(_) => Service::Receiver,
        }
    }
}
