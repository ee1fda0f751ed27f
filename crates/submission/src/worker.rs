//! Annotators, from the parameters that Prolific and Mechanical Turk append to the link of a study; with the address of
//! Mechanical Turk's form.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::identity::Digest;
use spanwise_i18n::{Message, say};
use spanwise_links::Address;

/// The `assignmentId` of someone who previews a task without having accepted it.
/// <https://docs.aws.amazon.com/AWSMechTurk/latest/AWSMturkAPI/ApiReference_ExternalQuestionArticle.html>
const PREVIEW: &str = "ASSIGNMENT_ID_NOT_AVAILABLE";

/// An annotator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "platform", rename_all = "lowercase")]
pub enum Worker {
    /// A participant on Prolific.
    Prolific {
        /// `PROLIFIC_PID`.
        id: String,
        /// `STUDY_ID`.
        study: Option<String>,
        /// `SESSION_ID`.
        session: Option<String>,
    },
    /// A worker on Amazon Mechanical Turk who has accepted a task.
    MTurk {
        /// `workerId`.
        id: String,
        /// `assignmentId`.
        assignment: String,
        /// `hitId`.
        hit: Option<String>,
        /// The address that the form at the end is posted to, on the server that `turkSubmitTo` names.
        submit_to: String,
    },
    /// An annotator named by the link.
    Named {
        /// `annotator`.
        id: String,
    },
    /// An annotator of whom only the device is known.
    Device {
        /// A random text that the device keeps.
        id: String,
    },
}

/// The person who opened a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    /// Someone whom the link does not name.
    Unnamed,
    /// Someone on Mechanical Turk who has not accepted the task: nothing may be submitted.
    Preview {
        /// `hitId`.
        hit: Option<String>,
    },
    /// An annotator.
    Worker(Worker),
}

impl Visitor {
    /// Reads the visitor from the [other parameters](spanwise_links::LinkRequest::other) of a link. Of several with the
    /// same name, the first that is not empty counts.
    ///
    /// # Errors
    /// If the parameters are of two platforms, or one of them is missing or cannot be used.
    pub fn of_link(parameters: &[(String, String)]) -> Result<Self, WorkerError> {
        let given = |name| given(parameters, name);
        match (given("PROLIFIC_PID")?, given("assignmentId")?, given("annotator")?) {
            (Some(_), Some(_), _) => Err(WorkerError::TwoPlatforms),
            (Some(id), None, _) => Ok(Visitor::Worker(Worker::Prolific {
                id,
                study: given("STUDY_ID")?,
                session: given("SESSION_ID")?,
            })),
            (None, Some(assignment), _) if assignment == PREVIEW => {
                Ok(Visitor::Preview { hit: given("hitId")? })
            }
            (None, Some(assignment), _) => Ok(Visitor::Worker(Worker::MTurk {
                id: given("workerId")?.ok_or(WorkerError::Missing("workerId"))?,
                submit_to: external_submit(given("turkSubmitTo")?)?,
                hit: given("hitId")?,
                assignment,
            })),
            (None, None, Some(id)) => Ok(Visitor::Worker(Worker::Named { id })),
            (None, None, None) => Ok(Visitor::Unnamed),
        }
    }

    /// The seed of a random sample if the link gives none: a digest of the person and the study or HIT; in a preview,
    /// the HIT. `None` if the link does not name the person.
    #[must_use]
    pub fn seed(&self) -> Option<String> {
        match self {
            Visitor::Unnamed => None,
            Visitor::Preview { hit } => Some(hit.clone().unwrap_or_default()),
            Visitor::Worker(worker) => Some(worker.digest(Digest::new()).hex()),
        }
    }
}

impl Worker {
    /// The id on the platform, the name in the link, or the id of the device.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Worker::Prolific { id, .. }
            | Worker::MTurk { id, .. }
            | Worker::Named { id }
            | Worker::Device { id } => id,
        }
    }

    /// Adds the platform, the person, and the study or HIT to a digest.
    pub(super) fn digest(&self, digest: Digest) -> Digest {
        let (platform, task) = match self {
            Worker::Prolific { study, .. } => ("prolific", study.as_deref()),
            Worker::MTurk { hit, .. } => ("mturk", hit.as_deref()),
            Worker::Named { .. } => ("named", None),
            Worker::Device { .. } => ("device", None),
        };
        digest.text(platform).text(self.id()).text(task.unwrap_or_default())
    }
}

/// Returns the first value of a parameter that is not empty; an error if it is a placeholder that was never filled in.
fn given(
    parameters: &[(String, String)],
    name: &'static str,
) -> Result<Option<String>, WorkerError> {
    let values = parameters.iter().filter(|(n, _)| n == name).map(|(_, value)| value.trim());
    match values.into_iter().find(|value| !value.is_empty()) {
        // As Prolific shows it in the address to be pasted: `{{%PROLIFIC_PID%}}`.
        Some(value) if value.contains("{%") || value.contains("%}") => {
            Err(WorkerError::Placeholder(name))
        }
        value => Ok(value.map(str::to_owned)),
    }
}

/// The address of the form, from the server to submit to: `https://www.mturk.com`, `https://workersandbox.mturk.com`.
fn external_submit(server: Option<String>) -> Result<String, WorkerError> {
    let server = server.ok_or(WorkerError::Missing("turkSubmitTo"))?;
    let is_server = |address: &Address| {
        let is_mturk = address.host() == "mturk.com" || address.host().ends_with(".mturk.com");
        let is_bare = address.path() == "/" && address.query().is_none();
        address.is_https() && is_mturk && is_bare
    };
    match Address::parse(&server).ok().filter(is_server) {
        Some(address) => Ok(format!("{}/mturk/externalSubmit", address.origin())),
        None => Err(WorkerError::SubmitTo(server)),
    }
}

/// The reason why a link does not identify an annotator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerError {
    /// It names both a participant of Prolific and an assignment of Mechanical Turk.
    TwoPlatforms,
    /// A parameter of Mechanical Turk is missing.
    Missing(&'static str),
    /// A parameter still holds the placeholder that Prolific should have replaced.
    Placeholder(&'static str),
    /// `turkSubmitTo` is not a server of Mechanical Turk.
    SubmitTo(String),
}

impl WorkerError {
    /// The problem, as one sentence.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            WorkerError::TwoPlatforms => {
                say!(WorkerLinkComesFromProlific)
            }
            WorkerError::Missing(name) => {
                say!(WorkerLinkComesFromMechanicalTurk, name = *name)
            }
            WorkerError::Placeholder(name) => {
                say!(WorkerLinkDoesNotSayWhoYou, name = *name)
            }
            WorkerError::SubmitTo(server) => {
                say!(WorkerParameterTurksubmittoNotServerMechanicalTurk, server = server.as_str())
            }
        }
    }

    /// The remedy, as one sentence.
    #[must_use]
    pub fn remedy(&self) -> Message {
        match self {
            WorkerError::TwoPlatforms => {
                say!(WorkerOpenAgainFromOneOnYou)
            }
            WorkerError::Missing(_) => {
                say!(WorkerOpenTaskFromMechanicalTurkAdds)
            }
            WorkerError::Placeholder(_) => {
                say!(WorkerOpenStudyFromProlificOrUse)
            }
            WorkerError::SubmitTo(_) => {
                say!(WorkerOpenTaskFromMechanicalTurk)
            }
        }
    }

    /// The problem and its remedy.
    #[must_use]
    pub fn sentences(&self) -> Message {
        self.message().and(self.remedy())
    }
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.sentences().fmt(f)
    }
}

impl std::error::Error for WorkerError {}
