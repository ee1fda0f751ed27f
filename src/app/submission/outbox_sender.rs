//! Sends the submissions in the outbox to their databases: one tab at a time, as long as any page of the app is open.
//!
//! The tab that holds the lock of the outbox makes a pass over all submissions that are due. Passes are at least a
//! second apart;
//! the return of the network and a request of the person start one at once.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::context::App;
use crate::app::notices::{NoticeAction, NoticeLevel};
use crate::app::store::PageStore;
use spanwise_browser::tab_lock::{self, TabLockClaim, TabLockMode, TabLockState};
use spanwise_browser::{connection, net, random, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_submission::outbox::{Outbox, OutboxRefusal, ParcelStage, ParcelState};
use spanwise_submission::requests::{FailureCause, SendingStep};
use spanwise_submission::{Submission, SubmissionId};
use spanwise_template::Database;

/// Name of the lock. No work has it.
const LOCK: &str = "outbox";
/// Shortest time between two passes, in milliseconds.
const SHORTEST_MS: u64 = 1000;
/// Longest time between two checks of another tab's progress, in milliseconds.
const LOOK_MS: u64 = 3000;
/// Longest timer, in milliseconds.
const LONGEST_MS: u64 = 10 * 60 * 1000;

thread_local! {
    static SENDER: RefCell<Option<Rc<OutboxSender>>> = const { RefCell::new(None) };
}

/// Sends the waiting submissions of this device, now and as long as the page lives.
pub fn send_outbox(app: App) {
    let sender = OutboxSender::of(app);
    if !sender.has_told.replace(true) {
        sender.report_failed();
    }
    sender.wake();
}

/// Access of a tab to the outbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutboxAccess {
    /// This tab holds the lock of the outbox: claims in it are of tabs that are gone.
    Exclusive,
    /// There are no locks: the claims in the outbox keep tabs apart.
    Shared,
}

/// A submission in an outbox.
pub(super) struct TrackedSubmission {
    pub(super) stage: ParcelStage,
    /// `true` if it outlives the page.
    pub(super) is_kept: bool,
}

/// Sends submissions. There is one for the whole page.
pub(super) struct OutboxSender {
    app: App,
    /// Identifies this tab.
    token: String,
    /// Submissions that the store cannot take; lost with the page.
    fleeting: Outbox<PageStore>,
    /// Changes with the state of any submission.
    changed: ArcRwSignal<u32>,
    /// Submissions whose state is shown on the page.
    watched: RefCell<Vec<SubmissionId>>,
    lock: RefCell<Option<TabLockClaim>>,
    is_busy: Cell<bool>,
    /// `true` if another pass was requested during the current one.
    is_wanted: Cell<bool>,
    /// `true` once failed submissions of earlier visits were reported.
    has_told: Cell<bool>,
    /// Number of the last timer; earlier ones are ignored.
    timer: Cell<u32>,
}

impl OutboxSender {
    pub(super) fn of(app: App) -> Rc<Self> {
        if let Some(sender) = SENDER.with_borrow(Clone::clone) {
            return sender;
        }
        let sender = Rc::new(OutboxSender {
            app,
            token: random::name(),
            fleeting: Outbox::new(PageStore::in_memory()),
            changed: ArcRwSignal::new(0),
            watched: RefCell::default(),
            lock: RefCell::default(),
            is_busy: Cell::new(false),
            is_wanted: Cell::new(false),
            has_told: Cell::new(false),
            timer: Cell::new(0),
        });
        SENDER.set(Some(sender.clone()));
        connection::on_return(move || OutboxSender::of(app).network_is_back());
        connection::on_change_elsewhere(move |_| OutboxSender::of(app).tell_change());
        sender
    }

    fn kept(&self) -> Outbox<PageStore> {
        Outbox::new(self.app.store())
    }

    fn outboxes(&self) -> [Outbox<PageStore>; 2] {
        [self.kept(), self.fleeting.clone()]
    }

    /// Stores a submission until it is sent; in memory if the store cannot take it.
    pub(super) fn put(
        self: &Rc<Self>,
        submission: &Submission,
        database: &Database,
    ) -> Result<(), OutboxRefusal> {
        self.watch(submission.id());
        match self.kept().put(submission, database) {
            Err(OutboxRefusal::Store(_)) => self.fleeting.put(submission, database).map(|_| ())?,
            Err(refusal) => return Err(refusal),
            Ok(_) => {}
        }
        self.tell_change();
        self.wake();
        Ok(())
    }

    /// Suppresses notices about a submission, whose state the page shows.
    pub(super) fn watch(&self, id: &SubmissionId) {
        self.watched.borrow_mut().push(id.clone());
    }

    /// Shows notices about all submissions again.
    pub(super) fn unwatch(&self) {
        self.watched.borrow_mut().clear();
    }

    /// The state of a submission in the outboxes.
    pub(super) fn tracked(&self, id: &SubmissionId) -> Option<TrackedSubmission> {
        let is_durable = self.app.store().is_durable();
        self.outboxes().iter().zip([is_durable, false]).find_map(|(outbox, kept)| {
            let listed = outbox.list().into_iter().find(|listed| listed.id == *id)?;
            Some(TrackedSubmission { stage: listed.state.ok()?.stage, is_kept: kept })
        })
    }

    /// Tracks the state of all submissions.
    pub(super) fn track(&self) {
        self.changed.track();
    }

    fn tell_change(&self) {
        self.changed.update(|n| *n = n.wrapping_add(1));
    }

    /// Retries a submission at once.
    pub(super) fn again(self: &Rc<Self>, id: &SubmissionId) {
        for outbox in self.outboxes() {
            // Refused for a submission that is being sent or has arrived.
            let _ = outbox.again(id, timing::wall_clock_ms());
        }
        self.tell_change();
        self.wake();
    }

    fn network_is_back(self: &Rc<Self>) {
        for outbox in self.outboxes() {
            for listed in outbox.list() {
                let Ok(state) = listed.state else { continue };
                if let ParcelStage::Waiting { failure: Some(failure), .. } = state.stage
                    && failure.cause == FailureCause::Unreachable
                {
                    // As above.
                    let _ = outbox.again(&listed.id, timing::wall_clock_ms());
                }
            }
        }
        self.wake();
    }

    /// Starts a pass, or schedules one after the current one.
    pub(super) fn wake(self: &Rc<Self>) {
        if self.is_busy.replace(true) {
            self.is_wanted.set(true);
            return;
        }
        let sender = self.clone();
        let claim = tab_lock::request(LOCK, TabLockMode::IfAvailable, move |lock| match lock {
            TabLockState::Held => sender.clone().begin(OutboxAccess::Exclusive),
            // The claims in the outbox keep tabs apart then. `Lost` means that the request was refused: this lock is
            // never taken over.
            TabLockState::Unsupported | TabLockState::Lost => {
                sender.clone().begin(OutboxAccess::Shared)
            }
            TabLockState::Elsewhere => sender.rest(LOOK_MS),
        });
        *self.lock.borrow_mut() = Some(claim);
    }

    fn begin(self: Rc<Self>, access: OutboxAccess) {
        spawn_local(async move {
            for outbox in self.outboxes() {
                for id in due(&outbox, access) {
                    self.send(&outbox, &id, access).await;
                }
            }
            self.rest(LONGEST_MS);
        });
    }

    /// Releases the lock, and schedules the next pass.
    fn rest(self: &Rc<Self>, longest_ms: u64) {
        self.lock.borrow_mut().take();
        self.is_busy.set(false);
        self.tell_change();
        let now = timing::wall_clock_ms();
        let next = self.outboxes().iter().filter_map(|outbox| outbox.next_due_ms(now)).min();
        let wanted = self.is_wanted.replace(false).then_some(now);
        let Some(next) = wanted.or(next) else { return };
        let wait = next.saturating_sub(now).clamp(SHORTEST_MS, longest_ms);
        let number = self.timer.get().wrapping_add(1);
        self.timer.set(number);
        let sender = self.clone();
        timing::after(i32::try_from(wait).unwrap_or(i32::MAX), move || {
            if sender.timer.get() == number {
                sender.wake();
            }
        });
    }

    /// Sends one submission as far as possible.
    async fn send(&self, outbox: &Outbox<PageStore>, id: &SubmissionId, access: OutboxAccess) {
        let now = timing::wall_clock_ms();
        let claimed = match access {
            OutboxAccess::Exclusive => outbox.take_over(id, &self.token, now),
            OutboxAccess::Shared => outbox.claim(id, &self.token, now),
        };
        let Ok(parcel) = claimed else { return };
        self.tell_change();
        // A crash must not undo what was sent.
        self.app.settle_durable().await;
        let mut sending = parcel.sending();
        let mut step = sending.step();
        loop {
            match step {
                SendingStep::Send(request) => {
                    if !outbox.hold(id, &self.token, timing::wall_clock_ms()) {
                        return;
                    }
                    step = sending.answered(&net::send(&request).await, random::number());
                }
                // If the outbox cannot be written, the claim expires and the database recognises the submission.
                SendingStep::Retry { after_ms, failure } => {
                    let not_before = timing::wall_clock_ms().saturating_add(after_ms);
                    let _ = outbox.later(id, &self.token, not_before, failure);
                    break;
                }
                SendingStep::Failed(failure) => {
                    let why = failure.sentences();
                    let _ = outbox.failed(id, &self.token, failure);
                    self.announce(id, NoticeLevel::Warning, undelivered(why));
                    break;
                }
                SendingStep::Done(receipt) => {
                    let _ = outbox.sent(&receipt, timing::wall_clock_ms());
                    self.announce(id, NoticeLevel::Info, TextId::SubmittingDelivered);
                    break;
                }
            }
        }
        self.tell_change();
    }

    /// Reports failed submissions of earlier visits, unless a later submission of the same work arrived.
    fn report_failed(&self) {
        let all: Vec<(SubmissionId, ParcelState)> =
            self.kept().list().into_iter().filter_map(|l| Some((l.id, l.state.ok()?))).collect();
        let has_followed = |failed: &ParcelState| {
            all.iter().any(|(_, other)| {
                matches!(other.stage, ParcelStage::Sent { .. })
                    && other.assignment == failed.assignment
                    && other.submitted_at > failed.submitted_at
            })
        };
        for (id, state) in &all {
            let ParcelStage::Failed { failure } = &state.stage else { continue };
            if has_followed(state) {
                continue;
            }
            let (app, id) = (self.app, id.clone());
            let run = Arc::new(move || OutboxSender::of(app).again(&id));
            let action = NoticeAction { label: TextId::SubmittingTryNow, run };
            app.tell(NoticeLevel::Warning, undelivered(failure.sentences()), Some(action));
        }
    }

    /// Shows a notice about a submission that no dialog shows.
    fn announce(&self, id: &SubmissionId, level: NoticeLevel, message: impl Into<Message>) {
        if !self.watched.borrow().contains(id) {
            self.app.tell(level, message, None);
        }
    }
}

fn undelivered(why: Message) -> Message {
    say!(SubmittingUndelivered, why)
}

/// Submissions to be sent now. Exclusive access includes those that a closed tab was sending.
fn due(outbox: &Outbox<PageStore>, access: OutboxAccess) -> Vec<SubmissionId> {
    let mut due = outbox.due(timing::wall_clock_ms());
    let is_left = |stage: &ParcelStage| {
        access == OutboxAccess::Exclusive && matches!(stage, ParcelStage::Sending { .. })
    };
    let left =
        outbox.list().into_iter().filter(|l| l.state.as_ref().is_ok_and(|s| is_left(&s.stage)));
    let more: Vec<SubmissionId> = left.map(|l| l.id).filter(|id| !due.contains(id)).collect();
    due.extend(more);
    due
}
