//! Submissions that wait on this device until a database has them: stored before anything is sent, kept until there is
//! a receipt, and sent by one tab at a time.
//!
//! ```text
//!   put ─► Waiting ─ claim ─► Sending ─ sent ─► Sent: a receipt is left
//!             ▲                 │  └─ failed ─► Failed ─ again ─┐
//!             └──── later, or the claim runs out ◄──────────────┘
//! ```
//!
//! A claim keeps other tabs away for a while; before each further request, [`Outbox::hold`] renews it. Should two tabs
//! send all the same, the database recognises the id.

mod parcel_state;
mod stored_values;

use serde::Deserialize;

pub use self::parcel_state::{CLAIM_MS, OutboxEntry, OutboxRefusal, ParcelStage, ParcelState};
use self::stored_values::{StoredValueName, UnusableValue};
use super::identity::SubmissionId;
use super::requests::{Receipt, Sending, SendingFailure};
use super::submission::Submission;
use spanwise_annotation::store::{KeyValue, ValueDamage};
use spanwise_template::Database;

/// A submission with all that is needed to send it.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// The submission.
    pub submission: Submission,
    /// The database to send it to.
    pub database: Database,
    /// The number of failed attempts since a person last asked for one.
    pub tries: u32,
    /// Submissions of the same assignment that this device made before: this one may take their place. They are fixed
    /// when it is made, so that each attempt does the same.
    pub earlier: Vec<SubmissionId>,
}

impl Parcel {
    /// The requests that send it.
    #[must_use]
    pub fn sending(&self) -> Sending {
        Sending::new(&self.database, &self.submission, &self.earlier, self.tries)
    }
}

/// The part of a parcel that is written once. [`parcel_json`] writes it.
#[derive(Deserialize)]
struct StoredParcel {
    database: Database,
    #[serde(default)]
    earlier: Vec<SubmissionId>,
    submission: Submission,
}

fn parcel_json(submission: &Submission, database: &Database, earlier: &[SubmissionId]) -> String {
    // Cannot fail: all keys are texts.
    let database = serde_json::to_string(database).unwrap_or_default();
    let earlier = serde_json::to_string(earlier).unwrap_or_default();
    let submission = submission.to_json();
    format!("{{\"database\":{database},\"earlier\":{earlier},\"submission\":{submission}}}")
}

/// Returns `false` only if there is nothing to send. Reads no value.
pub fn may_hold_some(store: &impl KeyValue) -> bool {
    store
        .keys()
        .iter()
        .any(|key| key.starts_with(stored_values::PREFIX) && key.ends_with("/parcel"))
}

/// The submissions on this device. All times are milliseconds since 1970 (UTC).
#[derive(Debug, Clone)]
pub struct Outbox<S> {
    store: S,
}

impl<S: KeyValue> Outbox<S> {
    /// The outbox of a store.
    pub fn new(store: S) -> Self {
        Outbox { store }
    }

    /// Stores a submission and returns its progress. One that is here already stays as it is, and so does a receipt.
    ///
    /// # Errors
    /// If it cannot be stored, of which nothing new is left here then, or a newer version of the app has stored it.
    /// Nothing should be sent then.
    pub fn put(
        &self,
        submission: &Submission,
        database: &Database,
    ) -> Result<ParcelState, OutboxRefusal> {
        let id = submission.id();
        let state = self.state(id);
        let parcel = self.parcel(id);
        for (name, unusable) in [
            (StoredValueName::State, state.as_ref().err()),
            (StoredValueName::Parcel, parcel.as_ref().err()),
        ] {
            match unusable {
                Some(UnusableValue::Damaged(newer @ ValueDamage::Newer(_))) => {
                    return Err(OutboxRefusal::Unreadable(*newer));
                }
                Some(UnusableValue::Damaged(_)) => stored_values::set_aside(&self.store, id, name),
                Some(UnusableValue::Missing) | None => {}
            }
        }
        if let Some(state) = state.ok().filter(|state| state.is_sent() || parcel.is_ok()) {
            return Ok(state);
        }
        let state = ParcelState::new(submission);
        if parcel.is_ok() {
            // Only its progress is lost: without room for a new one, the submission itself stays.
            return self.write(id, &state).map(|()| state);
        }
        let json = parcel_json(submission, database, &self.earlier(submission));
        let stored = stored_values::write(&self.store, id, StoredValueName::Parcel, &json)
            .map_err(OutboxRefusal::Store);
        match stored.and_then(|()| self.write(id, &state)) {
            Ok(()) => Ok(state),
            Err(refusal) => {
                stored_values::remove(&self.store, id, StoredValueName::Parcel);
                Err(refusal)
            }
        }
    }

    /// All submissions, the oldest first.
    #[must_use]
    pub fn list(&self) -> Vec<OutboxEntry> {
        let entry = |id: SubmissionId| match self.known(&id) {
            Ok(state) => Some(OutboxEntry { id, state: Ok(state) }),
            Err(UnusableValue::Damaged(damage)) => Some(OutboxEntry { id, state: Err(damage) }),
            Err(UnusableValue::Missing) => None,
        };
        let mut all: Vec<OutboxEntry> =
            stored_values::ids(&self.store).into_iter().filter_map(entry).collect();
        all.sort_by_key(|l| l.state.as_ref().map(|s| s.submitted_at.clone()).unwrap_or_default());
        all
    }

    /// The submissions that may be sent now, the oldest first.
    #[must_use]
    pub fn due(&self, now_ms: u64) -> Vec<SubmissionId> {
        let is_due = |l: &OutboxEntry| l.due_ms(now_ms).is_some_and(|due| due <= now_ms);
        self.list().into_iter().filter(is_due).map(|l| l.id).collect()
    }

    /// The time from which the next submission may be sent, maybe in the past; `None` if none waits.
    #[must_use]
    pub fn next_due_ms(&self, now_ms: u64) -> Option<u64> {
        self.list().iter().filter_map(|l| l.due_ms(now_ms)).min()
    }

    /// Number of values that could not be read and are kept aside.
    #[must_use]
    pub fn kept_aside(&self) -> usize {
        stored_values::aside(&self.store)
    }

    /// Claims a submission for sending. `token` names this tab; a claim of its own is renewed.
    ///
    /// # Errors
    /// If it is not to be sent, now or at all.
    pub fn claim(
        &self,
        id: &SubmissionId,
        token: &str,
        now_ms: u64,
    ) -> Result<Parcel, OutboxRefusal> {
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let due = state.due_ms(now_ms).filter(|due| *due > now_ms);
        match (&state.stage, due) {
            (ParcelStage::Sent { receipt, .. }, _) => {
                return Err(OutboxRefusal::Sent(receipt.clone()));
            }
            (ParcelStage::Failed { failure }, _) => {
                return Err(OutboxRefusal::Failed(failure.clone()));
            }
            (ParcelStage::Waiting { .. }, Some(due)) => return Err(OutboxRefusal::TooEarly(due)),
            (ParcelStage::Sending { .. }, Some(due)) if !state.is_held_by(token) => {
                return Err(OutboxRefusal::Busy(due));
            }
            (ParcelStage::Waiting { .. } | ParcelStage::Sending { .. }, _) => {}
        }
        self.take(id, state, token, now_ms)
    }

    /// [`Outbox::claim`] for a tab that holds a surer lock than claims: those of other tabs count for nothing.
    ///
    /// # Errors
    /// If it is not to be sent, now or at all.
    pub fn take_over(
        &self,
        id: &SubmissionId,
        token: &str,
        now_ms: u64,
    ) -> Result<Parcel, OutboxRefusal> {
        match self.known(id) {
            Ok(state) if matches!(state.stage, ParcelStage::Sending { .. }) => {
                self.take(id, state, token, now_ms)
            }
            _ => self.claim(id, token, now_ms),
        }
    }

    fn take(
        &self,
        id: &SubmissionId,
        state: ParcelState,
        token: &str,
        now_ms: u64,
    ) -> Result<Parcel, OutboxRefusal> {
        let StoredParcel { submission, database, earlier } =
            self.parcel(id).map_err(|unusable| self.give_up(id, unusable))?;
        let until_ms = now_ms.saturating_add(CLAIM_MS);
        let tries = state.tries;
        let stage = ParcelStage::Sending { token: token.to_owned(), until_ms };
        // A full store is no reason not to send. Of two tabs that write at the same time, the later one has it.
        let written = self.write(id, &ParcelState { stage, ..state }).is_ok();
        if written && !self.state(id).is_ok_and(|state| state.is_held_by(token)) {
            return Err(OutboxRefusal::Busy(until_ms));
        }
        Ok(Parcel { submission, database, tries, earlier })
    }

    /// The submissions of the same assignment that are here, sent or not.
    fn earlier(&self, submission: &Submission) -> Vec<SubmissionId> {
        let assignment = submission.assignment();
        let is_same = |l: &OutboxEntry| l.state.as_ref().is_ok_and(|s| s.assignment == assignment);
        let others = self.list().into_iter().filter(|l| l.id != *submission.id());
        others.filter(is_same).map(|l| l.id).collect()
    }

    /// Renews the claim of this tab. Returns `false` if the tab has lost it and must send nothing more.
    #[must_use]
    pub fn hold(&self, id: &SubmissionId, token: &str, now_ms: u64) -> bool {
        let until_ms = now_ms.saturating_add(CLAIM_MS);
        let stage = ParcelStage::Sending { token: token.to_owned(), until_ms };
        match self.state(id) {
            Ok(state) if state.is_held_by(token) => {
                // If there is no room, the claim lasts as long as it did.
                let _ = self.write(id, &ParcelState { stage, ..state });
                true
            }
            _ => false,
        }
    }

    /// Releases the claimed submission for another attempt from `not_before_ms` on. Does nothing if another tab has
    /// taken it over.
    ///
    /// # Errors
    /// If the store fails; then the claim runs out.
    pub fn later(
        &self,
        id: &SubmissionId,
        token: &str,
        not_before_ms: u64,
        failure: SendingFailure,
    ) -> Result<(), OutboxRefusal> {
        self.give_back(id, token, ParcelStage::Waiting { not_before_ms, failure: Some(failure) })
    }

    /// Marks the claimed submission as failed. Does nothing if another tab has taken it over.
    ///
    /// # Errors
    /// If the store fails; then the claim runs out.
    pub fn failed(
        &self,
        id: &SubmissionId,
        token: &str,
        failure: SendingFailure,
    ) -> Result<(), OutboxRefusal> {
        self.give_back(id, token, ParcelStage::Failed { failure })
    }

    fn give_back(
        &self,
        id: &SubmissionId,
        token: &str,
        stage: ParcelStage,
    ) -> Result<(), OutboxRefusal> {
        match self.state(id) {
            Ok(state) if state.is_held_by(token) => {
                let tries = state.tries.saturating_add(1);
                self.write(id, &ParcelState { stage, tries, ..state })
            }
            _ => Ok(()),
        }
    }

    /// Records that the database has a submission, whichever tab sent it: stores the receipt, removes the annotations.
    ///
    /// # Errors
    /// If the store fails, or the submission is not here or cannot be read. It has arrived all the same.
    pub fn sent(&self, receipt: &Receipt, now_ms: u64) -> Result<(), OutboxRefusal> {
        let id = &receipt.id;
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let done = match state.is_sent() {
            true => Ok(()),
            false => {
                let stage = ParcelStage::Sent { receipt: receipt.clone(), at_ms: now_ms };
                let sent = ParcelState { stage, ..state };
                self.write(id, &sent).or_else(|_| {
                    // Room for the receipt.
                    stored_values::remove(&self.store, id, StoredValueName::Parcel);
                    self.write(id, &sent)
                })
            }
        };
        stored_values::remove(&self.store, id, StoredValueName::Parcel);
        done
    }

    /// Makes a submission due at once, as a person asks for another attempt.
    ///
    /// # Errors
    /// If it has arrived, another tab is sending it, it is not here or cannot be read, or the store fails.
    pub fn again(&self, id: &SubmissionId, now_ms: u64) -> Result<(), OutboxRefusal> {
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let due = state.due_ms(now_ms).filter(|due| *due > now_ms);
        match (&state.stage, due) {
            (ParcelStage::Sent { receipt, .. }, _) => Err(OutboxRefusal::Sent(receipt.clone())),
            (ParcelStage::Sending { .. }, Some(due)) => Err(OutboxRefusal::Busy(due)),
            (ParcelStage::Waiting { .. } | ParcelStage::Failed { .. }, _)
            | (ParcelStage::Sending { .. }, None) => {
                let stage = ParcelStage::Waiting { not_before_ms: 0, failure: None };
                self.write(id, &ParcelState { stage, tries: 0, ..state })
            }
        }
    }

    /// Removes a submission, or its receipt. Only a person may ask for that.
    pub fn remove(&self, id: &SubmissionId) {
        stored_values::remove(&self.store, id, StoredValueName::Parcel);
        stored_values::remove(&self.store, id, StoredValueName::State);
    }

    fn state(&self, id: &SubmissionId) -> Result<ParcelState, UnusableValue> {
        stored_values::read(&self.store, id, StoredValueName::State)
    }

    /// The state. If it is missing or damaged, but the parcel is there, it starts anew: better sent twice, which
    /// databases recognise, than never.
    fn known(&self, id: &SubmissionId) -> Result<ParcelState, UnusableValue> {
        match self.state(id) {
            Ok(state) => Ok(state),
            Err(newer @ UnusableValue::Damaged(ValueDamage::Newer(_))) => Err(newer),
            Err(unusable) => match self.parcel(id) {
                Ok(stored) => Ok(ParcelState::new(&stored.submission)),
                Err(UnusableValue::Missing) => Err(unusable),
                Err(damaged) => Err(damaged),
            },
        }
    }

    fn parcel(&self, id: &SubmissionId) -> Result<StoredParcel, UnusableValue> {
        let stored: StoredParcel = stored_values::read(&self.store, id, StoredValueName::Parcel)?;
        // A submission under the id of another one would be sent in place of it.
        match stored.submission.id() == id {
            true => Ok(stored),
            false => Err(UnusableValue::Damaged(ValueDamage::Foreign)),
        }
    }

    fn write(&self, id: &SubmissionId, state: &ParcelState) -> Result<(), OutboxRefusal> {
        if let Err(UnusableValue::Damaged(_)) = self.state(id) {
            stored_values::set_aside(&self.store, id, StoredValueName::State);
        }
        // Cannot fail: all keys are texts.
        let json = serde_json::to_string(state).unwrap_or_default();
        stored_values::write(&self.store, id, StoredValueName::State, &json)
            .map_err(OutboxRefusal::Store)
    }

    /// Sets a submission aside that cannot be read, unless a newer version wrote it.
    fn give_up(&self, id: &SubmissionId, unusable: UnusableValue) -> OutboxRefusal {
        if !matches!(unusable, UnusableValue::Damaged(ValueDamage::Newer(_))) {
            stored_values::set_aside(&self.store, id, StoredValueName::Parcel);
            stored_values::set_aside(&self.store, id, StoredValueName::State);
        }
        match unusable {
            UnusableValue::Missing => OutboxRefusal::Missing,
            UnusableValue::Damaged(damage) => OutboxRefusal::Unreadable(damage),
        }
    }
}
