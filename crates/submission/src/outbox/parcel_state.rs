//! The progress of a submission in the outbox.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::SubmissionId;
use crate::requests::{LONGEST_WAIT_MS, Receipt, SendingFailure};
use crate::submission::Submission;
use spanwise_annotation::store::{StoreError, ValueDamage};
use spanwise_i18n::{Message, say};

/// Longest time that a claim lasts, in milliseconds: longer than a request may take.
pub const CLAIM_MS: u64 = 90_000;

/// The progress of a submission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParcelState {
    /// [Names](Submission::assignment) what it is a submission of.
    pub assignment: String,
    /// When it was submitted, in the form of ISO 8601 (UTC).
    pub submitted_at: String,
    /// Attempts in vain.
    pub tries: u32,
    /// Its stage.
    pub stage: ParcelStage,
}

/// The stage of a submission. Times are milliseconds since 1970 (UTC).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum ParcelStage {
    /// To be sent.
    Waiting {
        /// Not before this time.
        not_before_ms: u64,
        /// The failure of the last attempt.
        #[serde(rename = "trouble")]
        failure: Option<SendingFailure>,
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
        #[serde(rename = "trouble")]
        failure: SendingFailure,
    },
}

impl ParcelState {
    pub(super) fn new(submission: &Submission) -> Self {
        ParcelState {
            assignment: submission.assignment(),
            submitted_at: submission.submitted_at().to_owned(),
            tries: 0,
            stage: ParcelStage::Waiting { not_before_ms: 0, failure: None },
        }
    }

    pub(super) fn is_sent(&self) -> bool {
        matches!(self.stage, ParcelStage::Sent { .. })
    }

    pub(super) fn is_held_by(&self, tab: &str) -> bool {
        matches!(&self.stage, ParcelStage::Sending { token, .. } if token == tab)
    }

    /// The time from which it may be sent; `None` if never. A time further away than any wait comes from a clock that was wrong.
    #[must_use]
    pub fn due_ms(&self, now_ms: u64) -> Option<u64> {
        let (due, longest) = match self.stage {
            ParcelStage::Waiting { not_before_ms, .. } => (not_before_ms, LONGEST_WAIT_MS),
            ParcelStage::Sending { until_ms, .. } => (until_ms, CLAIM_MS),
            ParcelStage::Sent { .. } | ParcelStage::Failed { .. } => return None,
        };
        Some(if due > now_ms.saturating_add(longest) { now_ms } else { due })
    }
}

/// A submission in the list of the outbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboxEntry {
    /// Its name.
    pub id: SubmissionId,
    /// Its progress, or why it cannot be read.
    pub state: Result<ParcelState, ValueDamage>,
}

impl OutboxEntry {
    pub(super) fn due_ms(&self, now_ms: u64) -> Option<u64> {
        self.state.as_ref().ok()?.due_ms(now_ms)
    }
}

/// An operation on a submission that the outbox refuses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutboxRefusal {
    /// It has arrived.
    Sent(Receipt),
    /// Another tab is at it, until this time at most.
    Busy(u64),
    /// It waits until this time.
    TooEarly(u64),
    /// Somebody must ask for another attempt first.
    Failed(SendingFailure),
    /// There is no such submission here.
    Missing,
    /// It cannot be read. What was damaged is kept aside; what a newer version wrote is left as it is.
    Unreadable(ValueDamage),
    /// The store takes nothing.
    Store(StoreError),
}

impl OutboxRefusal {
    /// Why, and what to do about it.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            OutboxRefusal::Sent(_) => say!(OutboxAnnotationsArrivedAlready),
            OutboxRefusal::Busy(_) => say!(OutboxAnotherTabSendingAnnotations),
            OutboxRefusal::TooEarly(_) => say!(OutboxAnnotationsSentAgainInWhile),
            OutboxRefusal::Failed(failure) => failure.sentences(),
            OutboxRefusal::Missing => {
                say!(OutboxSubmissionNotWaitingOnDeviceAny).and(submit_again())
            }
            OutboxRefusal::Unreadable(ValueDamage::Newer(_)) => {
                say!(OutboxSubmissionWasStoredNewerVersionSpanwise)
            }
            OutboxRefusal::Unreadable(ValueDamage::Length) => {
                say!(OutboxStoredSubmissionWasCutOffKept).and(submit_again())
            }
            OutboxRefusal::Unreadable(ValueDamage::Altered) => {
                say!(OutboxStoredSubmissionWasAlteredKeptAside).and(submit_again())
            }
            OutboxRefusal::Unreadable(ValueDamage::Foreign) => {
                say!(OutboxStoredSubmissionWasNotWrittenApp).and(submit_again())
            }
            OutboxRefusal::Store(cause) => cause.message(),
        }
    }
}

fn submit_again() -> Message {
    say!(OutboxSubmitAgainFromYourWork)
}

impl fmt::Display for OutboxRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for OutboxRefusal {}
