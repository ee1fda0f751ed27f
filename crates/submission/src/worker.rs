//! Who annotates: what Prolific and Mechanical Turk append to the link of a study, and the way back to them.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::identity::Digest;
use spanwise_i18n::{Message, say};
use spanwise_links::Address;

/// What stands for the assignment while someone looks at a task without having accepted it.
/// <https://docs.aws.amazon.com/AWSMechTurk/latest/AWSMturkAPI/ApiReference_ExternalQuestionArticle.html>
const PREVIEW: &str = "ASSIGNMENT_ID_NOT_AVAILABLE";

/// Someone who annotates.
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
        /// Where the form at the end is posted to, on the server that `turkSubmitTo` names.
        submit_to: String,
    },
    /// Someone named by the link: `annotator`.
    Named {
        /// `annotator`.
        id: String,
    },
    /// Someone of whom nothing is known but the device.
    Device {
        /// A random text that the device keeps.
        id: String,
    },
}

/// Who opened a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visitor {
    /// The link does not say.
    Unnamed,
    /// Someone on Mechanical Turk who has not accepted the task: nothing may be submitted.
    Preview {
        /// `hitId`.
        hit: Option<String>,
    },
    /// Someone who annotates.
    Worker(Worker),
}

impl Visitor {
    /// Who opened a link with these [other parameters](spanwise_links::Request::other). Of several with the same
    /// name the first counts; an empty one is as good as none.
    ///
    /// # Errors
    /// Names the parameter that cannot be used.
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

    /// What a random sample is derived from where the link gives no `seed`: the person and the study or HIT. `None`
    /// where nothing tells people apart.
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
    /// What the platform calls the person.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Worker::Prolific { id, .. }
            | Worker::MTurk { id, .. }
            | Worker::Named { id }
            | Worker::Device { id } => id,
        }
    }

    /// Takes in what tells the work of this person from that of others.
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

/// A parameter with its value, unless it is empty or was never filled in.
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

/// Why a link does not say who annotates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkerError {
    /// It names both a participant of Prolific and an assignment of Mechanical Turk.
    TwoPlatforms,
    /// A parameter of Mechanical Turk is not there.
    Missing(&'static str),
    /// A parameter still holds the placeholder that Prolific should have replaced.
    Placeholder(&'static str),
    /// `turkSubmitTo` is not a server of Mechanical Turk.
    SubmitTo(String),
}

impl WorkerError {
    /// What was found, as one sentence.
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

    /// What to do about it, as one sentence.
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

    /// What was found and what to do.
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
