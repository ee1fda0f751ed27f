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
            Service::Firestore => say!(SendingFirestore),
            Service::CouchDb => say!(SendingTheCouchdbServer),
            Service::Receiver => say!(SendingTheServer),
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
            Problem::Unreachable => say!(SendingServiceCannotBeReached, service),
            Problem::Busy => {
                say!(SendingCannotTakeAnnotationsAtMoment, service)
            }
            Problem::Unexpected => say!(SendingDidNotAnswerShould, service),
            Problem::Unconfirmed => {
                say!(SendingDidNotConfirmStoredAnnotations, service)
            }
            Problem::LoginNeeded => say!(SendingAsksForLogin, service),
            Problem::Forbidden => {
                say!(SendingDoesNotAllowAnnotationsStored, service)
            }
            Problem::NotFound => {
                say!(SendingDoesNotKnowPlaceWhereAnnotations, service)
            }
            Problem::Conflict => {
                say!(SendingHoldsSomethingElseUnderNameSubmission, service)
            }
            Problem::TooLarge => {
                say!(SendingDoesNotTakeSubmissionSize, service)
            }
            Problem::DocumentFull => {
                say!(SendingNoRoomLeftInDocument, service)
            }
            Problem::Refused => say!(SendingDidNotTakeAnnotations, service),
        };
        problem.and(self.answer())
    }

    /// What the server answered, if it did.
    fn answer(&self) -> Message {
        let Some(status) = self.status.map(u32::from) else { return Message::none() };
        match self.said.as_str() {
            "" => say!(SendingItsAnswerStatusStatus, status),
            said => say!(SendingItsAnswerStatusStatusSaid, status, said),
        }
    }

    /// What to do about it, as one or two sentences. The annotations are kept in any case.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match (self.problem, self.service) {
            (Problem::Unreachable, Service::Firestore) => {
                say!(SendingCheckYourConnectionTheySentSoon)
            }
            (Problem::Unreachable, _) => say!(SendingCheckYourConnectionTheySentSoonBack),
            (Problem::Busy, _) => say!(SendingTheySentAgainInWhile),
            (Problem::Unexpected, _) => say!(SendingTheySentAgainInWhileIfYou),
            (Problem::Unconfirmed, _) => {
                say!(SendingTheyKeptAndSentAgain)
            }
            (Problem::LoginNeeded, _) => say!(SendingTellResearchersDatabaseMustTakeAnnotations),
            (Problem::Forbidden, Service::Firestore) => {
                say!(SendingTellResearchersCheckSecurityRulesDatabase)
            }
            (Problem::Forbidden, _) => say!(SendingTellResearchersLetAnyoneAddDocuments),
            (Problem::NotFound, Service::Firestore) => say!(SendingTellResearchersCheckProjectId),
            (Problem::NotFound, Service::CouchDb) => {
                say!(SendingTellResearchersCheckUrlAndDatabase)
            }
            (Problem::NotFound, Service::Receiver) => {
                say!(SendingTellResearchersCheckUrlInTemplate)
            }
            (Problem::Conflict, _) => say!(SendingNothingWasOverwrittenDownloadYourAnnotations),
            (Problem::TooLarge, _) => say!(SendingDownloadYourAnnotationsAndSendThem),
            (Problem::DocumentFull, _) => {
                say!(SendingDownloadYourAnnotationsAndSendThemResearchers)
            }
            (Problem::Refused, _) => {
                say!(SendingDownloadYourAnnotationsAndSendThemResearchersWithMessage)
            }
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
