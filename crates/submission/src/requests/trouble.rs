//! What can go wrong on the way to a database, in words.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Verdict;
use spanwise_i18n::{Message, say};

/// Characters of a server's own words that are repeated.
const MAX_SAID: usize = 200;

/// What a submission is sent to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Service {
    /// `firebase`.
    Firestore,
    /// `couchdb`.
    CouchDb,
    /// `http`.
    Receiver,
}

impl Service {
    fn name(self) -> Message {
        match self {
            Service::Firestore => say!("Firestore"),
            Service::CouchDb => say!("The CouchDB server"),
            Service::Receiver => say!("The server"),
        }
    }
}

/// The kinds of what can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Problem {
    /// No answer.
    Unreachable,
    /// Too much to do, or an error of the server's own.
    Busy,
    /// Something answered that is not the database.
    Unexpected,
    /// It took the submission, and did not say that it has stored it.
    Unconfirmed,
    /// It asks for a login.
    LoginNeeded,
    /// It does not allow this.
    Forbidden,
    /// It has no such project or database, or there is nothing at the address.
    NotFound,
    /// It holds something else under the same name.
    Conflict,
    /// The submission is too large by itself.
    TooLarge,
    /// There is no room left in the document that holds all submissions.
    DocumentFull,
    /// It refuses for another reason.
    Refused,
}

/// Something that went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trouble {
    /// Where.
    pub service: Service,
    /// What.
    pub problem: Problem,
    /// Status of the answer, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// What the server said to it, shortened; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

impl Trouble {
    pub(super) fn new(service: Service, problem: Problem, status: u16, said: &str) -> Self {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let said = said.trim().chars().take(MAX_SAID).map(clean).collect();
        Trouble { service, problem, status: Some(status), said }
    }

    pub(super) fn unreachable(service: Service) -> Self {
        Trouble { service, problem: Problem::Unreachable, status: None, said: String::new() }
    }

    pub(super) fn unexpected(service: Service, status: Option<u16>) -> Self {
        Trouble { service, problem: Problem::Unexpected, status, said: String::new() }
    }

    /// What happened, in one sentence, and another one for the answer of the server.
    #[must_use]
    pub fn message(&self) -> Message {
        let service = self.service.name();
        let problem = match self.problem {
            Problem::Unreachable => say!("{service} cannot be reached.", service),
            Problem::Busy => {
                say!("{service} cannot take the annotations at the moment.", service)
            }
            Problem::Unexpected => say!("{service} did not answer as it should.", service),
            Problem::Unconfirmed => {
                say!("{service} did not confirm that it has stored the annotations.", service)
            }
            Problem::LoginNeeded => say!("{service} asks for a login.", service),
            Problem::Forbidden => {
                say!("{service} does not allow annotations to be stored.", service)
            }
            Problem::NotFound => {
                say!("{service} does not know the place where annotations go.", service)
            }
            Problem::Conflict => {
                say!("{service} holds something else under the name of this submission.", service)
            }
            Problem::TooLarge => {
                say!("{service} does not take a submission of this size.", service)
            }
            Problem::DocumentFull => {
                say!("{service} has no room left in the document for all submissions.", service)
            }
            Problem::Refused => say!("{service} did not take the annotations.", service),
        };
        problem.and(self.answer())
    }

    /// What the server answered, if it did.
    fn answer(&self) -> Message {
        let Some(status) = self.status.map(u32::from) else { return Message::none() };
        match self.said.as_str() {
            "" => say!("Its answer: status {status}.", status),
            said => say!("Its answer: status {status}, “{said}”.", status, said),
        }
    }

    /// What to do about it, as one or two sentences. The annotations are kept in any case.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match (self.problem, self.service) {
            (Problem::Unreachable, Service::Firestore) => {
                say!("Check your connection; they are sent as soon as it is back.")
            }
            (Problem::Unreachable, _) => say!(
                "Check your connection; they are sent as soon as it is back. If other pages work, the server may be down, or not allow other sites to send to it (CORS)."
            ),
            (Problem::Busy, _) => say!("They are sent again in a while."),
            (Problem::Unexpected, _) => say!(
                "They are sent again in a while. If you are in a network that asks for a login, log in first."
            ),
            (Problem::Unconfirmed, _) => {
                say!("They are kept here and sent again in a while; you can also download them.")
            }
            (Problem::LoginNeeded, _) => say!(
                "Tell the researchers that the database must take annotations without a login; download yours meanwhile."
            ),
            (Problem::Forbidden, Service::Firestore) => say!(
                "Tell the researchers to check the security rules of the database and the restrictions of the API key; download your annotations meanwhile."
            ),
            (Problem::Forbidden, _) => say!(
                "Tell the researchers to let anyone add documents there; download your annotations meanwhile."
            ),
            (Problem::NotFound, Service::Firestore) => say!(
                "Tell the researchers to check “project_id” and “database” in the template; download your annotations meanwhile."
            ),
            (Problem::NotFound, Service::CouchDb) => say!(
                "Tell the researchers to check “url” and “database” in the template, and whether the database was created; download your annotations meanwhile."
            ),
            (Problem::NotFound, Service::Receiver) => say!(
                "Tell the researchers to check “url” in the template; download your annotations meanwhile."
            ),
            (Problem::Conflict, _) => say!(
                "Nothing was overwritten. Download your annotations and send them to the researchers."
            ),
            (Problem::TooLarge, _) => say!(
                "Download your annotations and send them to the researchers, who can give out fewer instances at a time (“n” or “range” in the link)."
            ),
            (Problem::DocumentFull, _) => say!(
                "Download your annotations and send them to the researchers, who should set “mode: document” in the template."
            ),
            (Problem::Refused, _) => say!(
                "Download your annotations and send them to the researchers with this message."
            ),
        }
    }

    /// What happened and what to do.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message().and(self.remedy())
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for Trouble {}

/// A success that does not say what was stored: from something else in place of the database, such as a login page, if it is
/// no JSON, or from a database that does not keep to the protocol.
pub(super) fn unconfirmed(service: Service, status: u16, answer: &serde_json::Value) -> Verdict {
    Verdict::Later(match answer {
        serde_json::Value::Object(_) => Trouble::new(service, Problem::Unconfirmed, status, ""),
        _ => Trouble::unexpected(service, Some(status)),
    })
}

/// What a status means that has no meaning of its own in the protocol.
pub(super) fn by_status(service: Service, status: u16, said: &str) -> Verdict {
    let trouble = |problem| Trouble::new(service, problem, status, said);
    match status {
        408 | 425 | 429 | 500..=599 => Verdict::Later(trouble(Problem::Busy)),
        401 | 407 => Verdict::Never(trouble(Problem::LoginNeeded)),
        403 => Verdict::Never(trouble(Problem::Forbidden)),
        404 | 405 | 410 => Verdict::Never(trouble(Problem::NotFound)),
        409 | 412 => Verdict::Never(trouble(Problem::Conflict)),
        413 => Verdict::Never(trouble(Problem::TooLarge)),
        _ => Verdict::Never(trouble(Problem::Refused)),
    }
}
