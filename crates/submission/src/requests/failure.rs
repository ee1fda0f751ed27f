//! Failures of sending a submission, with messages and remedies.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ResponseVerdict;
use spanwise_i18n::{Message, say};

/// The length to which a server's own words are shortened, in characters.
const MAX_SAID: usize = 200;

/// The kind of database that a submission is sent to.
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

/// The cause of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureCause {
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

/// A failed attempt to send a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendingFailure {
    /// The database.
    pub service: Service,
    /// The cause.
    #[serde(rename = "problem")]
    pub cause: FailureCause,
    /// Status of the answer, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The text of the server's answer, shortened; may be empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
}

impl SendingFailure {
    pub(super) fn new(service: Service, cause: FailureCause, status: u16, said: &str) -> Self {
        let clean = |c: char| if c.is_control() { ' ' } else { c };
        let said = said.trim().chars().take(MAX_SAID).map(clean).collect();
        SendingFailure { service, cause, status: Some(status), said }
    }

    pub(super) fn unreachable(service: Service) -> Self {
        SendingFailure {
            service,
            cause: FailureCause::Unreachable,
            status: None,
            said: String::new(),
        }
    }

    pub(super) fn unexpected(service: Service, status: Option<u16>) -> Self {
        SendingFailure { service, cause: FailureCause::Unexpected, status, said: String::new() }
    }

    /// The failure as one sentence, and another one for the answer of the server.
    #[must_use]
    pub fn message(&self) -> Message {
        let service = self.service.name();
        let cause = match self.cause {
            FailureCause::Unreachable => say!(SendingServiceCannotBeReached, service),
            FailureCause::Busy => {
                say!(SendingCannotTakeAnnotationsAtMoment, service)
            }
            FailureCause::Unexpected => say!(SendingDidNotAnswerShould, service),
            FailureCause::Unconfirmed => {
                say!(SendingDidNotConfirmStoredAnnotations, service)
            }
            FailureCause::LoginNeeded => say!(SendingAsksForLogin, service),
            FailureCause::Forbidden => {
                say!(SendingDoesNotAllowAnnotationsStored, service)
            }
            FailureCause::NotFound => {
                say!(SendingDoesNotKnowPlaceWhereAnnotations, service)
            }
            FailureCause::Conflict => {
                say!(SendingHoldsSomethingElseUnderNameSubmission, service)
            }
            FailureCause::TooLarge => {
                say!(SendingDoesNotTakeSubmissionSize, service)
            }
            FailureCause::DocumentFull => {
                say!(SendingNoRoomLeftInDocument, service)
            }
            FailureCause::Refused => say!(SendingDidNotTakeAnnotations, service),
        };
        cause.and(self.answer())
    }

    /// The answer of the server, if there was one.
    fn answer(&self) -> Message {
        let Some(status) = self.status.map(u32::from) else { return Message::none() };
        match self.said.as_str() {
            "" => say!(SendingItsAnswerStatusStatus, status),
            said => say!(SendingItsAnswerStatusStatusSaid, status, said),
        }
    }

    /// The remedy, as one or two sentences. The annotations are kept in any case.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match (self.cause, self.service) {
            (FailureCause::Unreachable, Service::Firestore) => {
                say!(SendingCheckYourConnectionTheySentSoon)
            }
            (FailureCause::Unreachable, _) => say!(SendingCheckYourConnectionTheySentSoonBack),
            (FailureCause::Busy, _) => say!(SendingTheySentAgainInWhile),
            (FailureCause::Unexpected, _) => say!(SendingTheySentAgainInWhileIfYou),
            (FailureCause::Unconfirmed, _) => {
                say!(SendingTheyKeptAndSentAgain)
            }
            (FailureCause::LoginNeeded, _) => {
                say!(SendingTellResearchersDatabaseMustTakeAnnotations)
            }
            (FailureCause::Forbidden, Service::Firestore) => {
                say!(SendingTellResearchersCheckSecurityRulesDatabase)
            }
            (FailureCause::Forbidden, _) => say!(SendingTellResearchersLetAnyoneAddDocuments),
            (FailureCause::NotFound, Service::Firestore) => {
                say!(SendingTellResearchersCheckProjectId)
            }
            (FailureCause::NotFound, Service::CouchDb) => {
                say!(SendingTellResearchersCheckUrlAndDatabase)
            }
            (FailureCause::NotFound, Service::Receiver) => {
                say!(SendingTellResearchersCheckUrlInTemplate)
            }
            (FailureCause::Conflict, _) => {
                say!(SendingNothingWasOverwrittenDownloadYourAnnotations)
            }
            (FailureCause::TooLarge, _) => say!(SendingDownloadYourAnnotationsAndSendThem),
            (FailureCause::DocumentFull, _) => {
                say!(SendingDownloadYourAnnotationsAndSendThemResearchers)
            }
            (FailureCause::Refused, _) => {
                say!(SendingDownloadYourAnnotationsAndSendThemResearchersWithMessage)
            }
        }
    }

    /// The failure and its remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message().and(self.remedy())
    }
}

impl fmt::Display for SendingFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for SendingFailure {}

/// The verdict on a success that does not confirm the submission: if the answer is no JSON object, it came from
/// something else in place of the database, such as a login page; if it is one, the database does not keep to the
/// protocol.
pub(super) fn unconfirmed(
    service: Service,
    status: u16,
    answer: &serde_json::Value,
) -> ResponseVerdict {
    ResponseVerdict::Later(match answer {
        serde_json::Value::Object(_) => {
            SendingFailure::new(service, FailureCause::Unconfirmed, status, "")
        }
        serde_json::Value::Null
        | serde_json::Value::Bool(_)
        | serde_json::Value::Number(_)
        | serde_json::Value::String(_)
        | serde_json::Value::Array(_) => SendingFailure::unexpected(service, Some(status)),
    })
}

/// The meaning of a status to which the protocol gives none of its own.
pub(super) fn by_status(service: Service, status: u16, said: &str) -> ResponseVerdict {
    let failure = |cause| SendingFailure::new(service, cause, status, said);
    match status {
        408 | 425 | 429 | 500..=599 => ResponseVerdict::Later(failure(FailureCause::Busy)),
        401 | 407 => ResponseVerdict::Never(failure(FailureCause::LoginNeeded)),
        403 => ResponseVerdict::Never(failure(FailureCause::Forbidden)),
        404 | 405 | 410 => ResponseVerdict::Never(failure(FailureCause::NotFound)),
        409 | 412 => ResponseVerdict::Never(failure(FailureCause::Conflict)),
        413 => ResponseVerdict::Never(failure(FailureCause::TooLarge)),
        _ => ResponseVerdict::Never(failure(FailureCause::Refused)),
    }
}
