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

mod shelf;
mod state;

use serde::Deserialize;

use self::shelf::{Part, Unusable};
pub use self::state::{CLAIM_MS, Listed, Refusal, Stage, State};
use super::identity::SubmissionId;
use super::requests::{Receipt, Sending, Trouble};
use super::submission::Submission;
use spanwise_annotation::store::{Damage, KeyValue};
use spanwise_template::Database;

/// A submission with all that is needed to send it.
#[derive(Debug, Clone)]
pub struct Parcel {
    /// What to send.
    pub submission: Submission,
    /// Where to.
    pub database: Database,
    /// Attempts in vain.
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

/// What is written once. Its JSON is put together in [`parcel_json`].
#[derive(Deserialize)]
struct Stored {
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

/// Whether there may be something to send: quickly told, and never wrong when it says no.
pub fn may_hold_some(store: &impl KeyValue) -> bool {
    store.keys().iter().any(|key| key.starts_with(shelf::PREFIX) && key.ends_with("/parcel"))
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

    /// Keeps a submission and says how far it is. One that is here already stays as it is, and so does a receipt.
    ///
    /// # Errors
    /// Says why it could not be kept. Then nothing of it is here, and nothing should be sent.
    pub fn put(&self, submission: &Submission, database: &Database) -> Result<State, Refusal> {
        let id = submission.id();
        let state = self.state(id);
        let parcel = self.parcel(id);
        for (part, problem) in
            [(Part::State, state.as_ref().err()), (Part::Parcel, parcel.as_ref().err())]
        {
            match problem {
                Some(Unusable::Damaged(newer @ Damage::Newer(_))) => {
                    return Err(Refusal::Unreadable(*newer));
                }
                Some(Unusable::Damaged(_)) => shelf::set_aside(&self.store, id, part),
                Some(Unusable::Missing) | None => {}
            }
        }
        if let Some(state) = state.ok().filter(|state| state.is_sent() || parcel.is_ok()) {
            return Ok(state);
        }
        let state = State::new(submission);
        let json = parcel_json(submission, database, &self.earlier(submission));
        let stored = shelf::write(&self.store, id, Part::Parcel, &json).map_err(Refusal::Store);
        match stored.and_then(|()| self.write(id, &state)) {
            Ok(()) => Ok(state),
            Err(refusal) => {
                shelf::remove(&self.store, id, Part::Parcel);
                Err(refusal)
            }
        }
    }

    /// All submissions, the oldest first.
    #[must_use]
    pub fn list(&self) -> Vec<Listed> {
        let listed = |id: SubmissionId| match self.known(&id) {
            Ok(state) => Some(Listed { id, state: Ok(state) }),
            Err(Unusable::Damaged(damage)) => Some(Listed { id, state: Err(damage) }),
            Err(Unusable::Missing) => None,
        };
        let mut all: Vec<Listed> = shelf::ids(&self.store).into_iter().filter_map(listed).collect();
        all.sort_by_key(|l| l.state.as_ref().map(|s| s.submitted_at.clone()).unwrap_or_default());
        all
    }

    /// Those that may be sent now, the oldest first.
    #[must_use]
    pub fn due(&self, now_ms: u64) -> Vec<SubmissionId> {
        let is_due = |l: &Listed| l.due_ms(now_ms).is_some_and(|due| due <= now_ms);
        self.list().into_iter().filter(is_due).map(|l| l.id).collect()
    }

    /// When the next one may be sent, which may lie in the past; `None` if nothing waits.
    #[must_use]
    pub fn next_due_ms(&self, now_ms: u64) -> Option<u64> {
        self.list().iter().filter_map(|l| l.due_ms(now_ms)).min()
    }

    /// Number of values that could not be read and are kept aside.
    #[must_use]
    pub fn kept_aside(&self) -> usize {
        shelf::aside(&self.store)
    }

    /// Takes a submission to send it. `token` names this tab; a claim of its own is renewed.
    ///
    /// # Errors
    /// Says why it is not to be sent, now or at all.
    pub fn claim(&self, id: &SubmissionId, token: &str, now_ms: u64) -> Result<Parcel, Refusal> {
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let due = state.due_ms(now_ms).filter(|due| *due > now_ms);
        match (&state.stage, due) {
            (Stage::Sent { receipt, .. }, _) => return Err(Refusal::Sent(receipt.clone())),
            (Stage::Failed { trouble }, _) => return Err(Refusal::Failed(trouble.clone())),
            (Stage::Waiting { .. }, Some(due)) => return Err(Refusal::TooEarly(due)),
            (Stage::Sending { .. }, Some(due)) if !state.is_held_by(token) => {
                return Err(Refusal::Busy(due));
            }
            (Stage::Waiting { .. } | Stage::Sending { .. }, _) => {}
        }
        self.take(id, state, token, now_ms)
    }

    /// [`Outbox::claim`] for a tab that knows of a surer lock than claims: those of other tabs count for nothing.
    ///
    /// # Errors
    /// Says why it is not to be sent, now or at all.
    pub fn take_over(
        &self,
        id: &SubmissionId,
        token: &str,
        now_ms: u64,
    ) -> Result<Parcel, Refusal> {
        match self.known(id) {
            Ok(state) if matches!(state.stage, Stage::Sending { .. }) => {
                self.take(id, state, token, now_ms)
            }
            _ => self.claim(id, token, now_ms),
        }
    }

    fn take(
        &self,
        id: &SubmissionId,
        state: State,
        token: &str,
        now_ms: u64,
    ) -> Result<Parcel, Refusal> {
        let Stored { submission, database, earlier } =
            self.parcel(id).map_err(|unusable| self.give_up(id, unusable))?;
        let until_ms = now_ms.saturating_add(CLAIM_MS);
        let tries = state.tries;
        let stage = Stage::Sending { token: token.to_owned(), until_ms };
        // A full store is no reason not to send. Of two tabs that write at the same time, the later one has it.
        let written = self.write(id, &State { stage, ..state }).is_ok();
        if written && !self.state(id).is_ok_and(|state| state.is_held_by(token)) {
            return Err(Refusal::Busy(until_ms));
        }
        Ok(Parcel { submission, database, tries, earlier })
    }

    /// Those of the same assignment that are here, sent or not.
    fn earlier(&self, submission: &Submission) -> Vec<SubmissionId> {
        let assignment = submission.assignment();
        let is_same = |l: &Listed| l.state.as_ref().is_ok_and(|s| s.assignment == assignment);
        let others = self.list().into_iter().filter(|l| l.id != *submission.id());
        others.filter(is_same).map(|l| l.id).collect()
    }

    /// Whether this tab still has its claim, which is renewed. If not, it must send nothing more.
    #[must_use]
    pub fn hold(&self, id: &SubmissionId, token: &str, now_ms: u64) -> bool {
        let until_ms = now_ms.saturating_add(CLAIM_MS);
        let stage = Stage::Sending { token: token.to_owned(), until_ms };
        match self.state(id) {
            Ok(state) if state.is_held_by(token) => {
                // If there is no room, the claim lasts as long as it did.
                let _ = self.write(id, &State { stage, ..state });
                true
            }
            _ => false,
        }
    }

    /// The claimed submission is to be tried again at some time. If another tab has taken it over, nothing happens.
    ///
    /// # Errors
    /// Those of the store; then the claim runs out.
    pub fn later(
        &self,
        id: &SubmissionId,
        token: &str,
        not_before_ms: u64,
        trouble: Trouble,
    ) -> Result<(), Refusal> {
        self.give_back(id, token, Stage::Waiting { not_before_ms, trouble: Some(trouble) })
    }

    /// The claimed submission cannot be sent. If another tab has taken it over, nothing happens.
    ///
    /// # Errors
    /// Those of the store; then the claim runs out.
    pub fn failed(&self, id: &SubmissionId, token: &str, trouble: Trouble) -> Result<(), Refusal> {
        self.give_back(id, token, Stage::Failed { trouble })
    }

    fn give_back(&self, id: &SubmissionId, token: &str, stage: Stage) -> Result<(), Refusal> {
        match self.state(id) {
            Ok(state) if state.is_held_by(token) => {
                let tries = state.tries.saturating_add(1);
                self.write(id, &State { stage, tries, ..state })
            }
            _ => Ok(()),
        }
    }

    /// The database has a submission, whoever sent it. The receipt stays, the annotations go.
    ///
    /// # Errors
    /// Those of the store, or that there is nothing to be done about it here. It has arrived all the same.
    pub fn sent(&self, receipt: &Receipt, now_ms: u64) -> Result<(), Refusal> {
        let id = &receipt.id;
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let done = match state.is_sent() {
            true => Ok(()),
            false => {
                let stage = Stage::Sent { receipt: receipt.clone(), at_ms: now_ms };
                let sent = State { stage, ..state };
                self.write(id, &sent).or_else(|_| {
                    // Room for the receipt.
                    shelf::remove(&self.store, id, Part::Parcel);
                    self.write(id, &sent)
                })
            }
        };
        shelf::remove(&self.store, id, Part::Parcel);
        done
    }

    /// A person asks for another attempt, now.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn again(&self, id: &SubmissionId, now_ms: u64) -> Result<(), Refusal> {
        let state = self.known(id).map_err(|unusable| self.give_up(id, unusable))?;
        let due = state.due_ms(now_ms).filter(|due| *due > now_ms);
        match (&state.stage, due) {
            (Stage::Sent { receipt, .. }, _) => Err(Refusal::Sent(receipt.clone())),
            (Stage::Sending { .. }, Some(due)) => Err(Refusal::Busy(due)),
            _ => {
                let stage = Stage::Waiting { not_before_ms: 0, trouble: None };
                self.write(id, &State { stage, tries: 0, ..state })
            }
        }
    }

    /// Removes a submission, or its receipt. Only a person may ask for that.
    pub fn remove(&self, id: &SubmissionId) {
        shelf::remove(&self.store, id, Part::Parcel);
        shelf::remove(&self.store, id, Part::State);
    }

    fn state(&self, id: &SubmissionId) -> Result<State, Unusable> {
        shelf::read(&self.store, id, Part::State)
    }

    /// The state. Where it is missing or damaged, but there is something to send, it starts anew: better sent twice,
    /// which databases recognise, than never.
    fn known(&self, id: &SubmissionId) -> Result<State, Unusable> {
        match self.state(id) {
            Ok(state) => Ok(state),
            Err(newer @ Unusable::Damaged(Damage::Newer(_))) => Err(newer),
            Err(unusable) => match self.parcel(id) {
                Ok(stored) => Ok(State::new(&stored.submission)),
                Err(Unusable::Missing) => Err(unusable),
                Err(damaged) => Err(damaged),
            },
        }
    }

    fn parcel(&self, id: &SubmissionId) -> Result<Stored, Unusable> {
        let stored: Stored = shelf::read(&self.store, id, Part::Parcel)?;
        // What lies under a wrong name would arrive under it.
        match stored.submission.id() == id {
            true => Ok(stored),
            false => Err(Unusable::Damaged(Damage::Foreign)),
        }
    }

    fn write(&self, id: &SubmissionId, state: &State) -> Result<(), Refusal> {
        if let Err(Unusable::Damaged(_)) = self.state(id) {
            shelf::set_aside(&self.store, id, Part::State);
        }
        // Cannot fail: all keys are texts.
        let json = serde_json::to_string(state).unwrap_or_default();
        shelf::write(&self.store, id, Part::State, &json).map_err(Refusal::Store)
    }

    /// Sets a submission aside that cannot be read, unless a newer version wrote it.
    fn give_up(&self, id: &SubmissionId, unusable: Unusable) -> Refusal {
        if !matches!(unusable, Unusable::Damaged(Damage::Newer(_))) {
            shelf::set_aside(&self.store, id, Part::Parcel);
            shelf::set_aside(&self.store, id, Part::State);
        }
        match unusable {
            Unusable::Missing => Refusal::Missing,
            Unusable::Damaged(damage) => Refusal::Unreadable(damage),
        }
    }
}
