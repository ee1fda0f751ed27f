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
    /// The [name](Submission::assignment) of the submitted work.
    pub assignment: String,
    /// The time of submission in ISO 8601 (UTC).
    pub submitted_at: String,
    /// The number of failed attempts since a person last asked for one.
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
        /// The earliest time of the next attempt.
        not_before_ms: u64,
        /// The failure of the last attempt.
        #[serde(rename = "trouble")]
        failure: Option<SendingFailure>,
    },
    /// A tab is sending it.
    Sending {
        /// The name of the tab.
        token: String,
        /// The time from which other tabs may take over.
        until_ms: u64,
    },
    /// The database has it.
    Sent {
        /// The receipt, which is all that is kept here.
        receipt: Receipt,
        /// The time at which the receipt was stored.
        at_ms: u64,
    },
    /// Sending it again would not help.
    Failed {
        /// The failure.
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

    /// The time from which it may be sent; `None` if never. A time further away than any wait comes from a wrong clock
    /// and counts as now.
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
    /// Its id.
    pub id: SubmissionId,
    /// Its progress, or the damage by which it cannot be read.
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
    /// Another tab is sending it, until this time at most.
    Busy(u64),
    /// It waits until this time.
    TooEarly(u64),
    /// Somebody must ask for another attempt first.
    Failed(SendingFailure),
    /// There is no such submission here.
    Missing,
    /// It cannot be read. Damaged values are kept aside; those of a newer version are left as they are.
    Unreadable(ValueDamage),
    /// The store takes nothing.
    Store(StoreError),
}

impl OutboxRefusal {
    /// The reason and the remedy.
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
