//! How far a submission is.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SubmissionId;
use crate::requests::{LONGEST_WAIT_MS, Receipt, Trouble};
use crate::submission::Submission;
use spanwise_annotation::store::{Damage, StoreError};
use spanwise_i18n::{Message, say};

/// Longest time that a claim lasts, in milliseconds: longer than a request may take.
pub const CLAIM_MS: u64 = 90_000;

/// How far a submission is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// [Names](Submission::assignment) what it is a submission of.
    pub assignment: String,
    /// When it was submitted, in the form of ISO 8601 (UTC).
    pub submitted_at: String,
    /// Attempts in vain.
    pub tries: u32,
    /// Where it stands.
    pub stage: Stage,
}

/// Where a submission stands. Times are milliseconds since 1970 (UTC).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Stage {
    /// To be sent.
    Waiting {
        /// Not before this time.
        not_before_ms: u64,
        /// What went wrong the last time.
        trouble: Option<Trouble>,
    },
    /// A tab is at it.
    Sending {
        /// Names the tab.
        token: String,
        /// When others may take over.
        until_ms: u64,
    },
    /// The database has it.
    Sent {
        /// What is left of it here.
        receipt: Receipt,
        /// Since when.
        at_ms: u64,
    },
    /// Sending it again would not help.
    Failed {
        /// Why.
        trouble: Trouble,
    },
}

impl State {
    pub(super) fn new(submission: &Submission) -> Self {
        State {
            assignment: submission.assignment(),
            submitted_at: submission.submitted_at().to_owned(),
            tries: 0,
            stage: Stage::Waiting { not_before_ms: 0, trouble: None },
        }
    }

    pub(super) fn is_sent(&self) -> bool {
        matches!(self.stage, Stage::Sent { .. })
    }

    pub(super) fn is_held_by(&self, tab: &str) -> bool {
        matches!(&self.stage, Stage::Sending { token, .. } if token == tab)
    }

    /// When it may be sent; `None` if never. A time further away than any wait comes from a clock that was wrong.
    #[must_use]
    pub fn due_ms(&self, now_ms: u64) -> Option<u64> {
        let (due, longest) = match self.stage {
            Stage::Waiting { not_before_ms, .. } => (not_before_ms, LONGEST_WAIT_MS),
            Stage::Sending { until_ms, .. } => (until_ms, CLAIM_MS),
            Stage::Sent { .. } | Stage::Failed { .. } => return None,
        };
        Some(if due > now_ms.saturating_add(longest) { now_ms } else { due })
    }
}

/// A submission as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its name.
    pub id: SubmissionId,
    /// How far it is, or why nobody knows.
    pub state: Result<State, Damage>,
}

impl Listed {
    pub(super) fn due_ms(&self, now_ms: u64) -> Option<u64> {
        self.state.as_ref().ok()?.due_ms(now_ms)
    }
}

/// Why nothing can be done about a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// It has arrived.
    Sent(Receipt),
    /// Another tab is at it, until this time at most.
    Busy(u64),
    /// It waits until this time.
    TooEarly(u64),
    /// Somebody must ask for another attempt first.
    Failed(Trouble),
    /// There is no such submission here.
    Missing,
    /// It cannot be read. What was damaged is kept aside; what a newer version wrote is left as it is.
    Unreadable(Damage),
    /// The store takes nothing.
    Store(StoreError),
}

impl Refusal {
    /// Why, and what to do about it.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            Refusal::Sent(_) => say!(OutboxAnnotationsArrivedAlready),
            Refusal::Busy(_) => say!(OutboxAnotherTabSendingAnnotations),
            Refusal::TooEarly(_) => say!(OutboxAnnotationsSentAgainInWhile),
            Refusal::Failed(trouble) => trouble.sentences(),
            Refusal::Missing => say!(OutboxSubmissionNotWaitingOnDeviceAny).and(submit_again()),
            Refusal::Unreadable(Damage::Newer(_)) => {
                say!(OutboxSubmissionWasStoredNewerVersionSpanwise)
            }
            Refusal::Unreadable(Damage::Length) => {
                say!(OutboxStoredSubmissionWasCutOffKept).and(submit_again())
            }
            Refusal::Unreadable(Damage::Altered) => {
                say!(OutboxStoredSubmissionWasAlteredKeptAside).and(submit_again())
            }
            Refusal::Unreadable(Damage::Foreign) => {
                say!(OutboxStoredSubmissionWasNotWrittenApp).and(submit_again())
            }
            Refusal::Store(cause) => cause.message(),
        }
    }
}

fn submit_again() -> Message {
    say!(OutboxSubmitAgainFromYourWork)
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Refusal {}
