//! Time spent on each instance, stored beside the journal: a small value for each instance, written
//! when the instance or the page is left, and with a change once some time has accumulated.

use leptos::prelude::*;

use crate::app::context::Session;
use crate::app::open_work::OpenWork;
use spanwise_annotation::store::works::{set_time_spent, time_spent};
use spanwise_annotation::workspace::Workspace;
use spanwise_browser::presence::{self, PresenceEvent, PresenceListener};
use spanwise_browser::timing::wall_clock_ms;
use spanwise_submission::stopwatch::Stopwatch;

/// Time that accumulates before a change writes it, in milliseconds, so that not each letter typed writes it.
const GATHERED_MS: u64 = 10_000;

/// Measures the time spent on the instances of a work. Cheap to copy; lasts as long as the page of the work.
#[derive(Debug, Clone, Copy)]
pub(super) struct TimeTracker {
    session: Session,
    measured: StoredValue<MeasuredTimes, LocalStorage>,
}

#[derive(Debug, Default)]
struct MeasuredTimes {
    watch: Stopwatch,
    /// The instance shown.
    instance: usize,
    /// Time spent on it that was not written.
    gathered_ms: u64,
    /// Time by instance; `None` until it is shown.
    spent_ms: Vec<Option<u64>>,
    watching: Option<PresenceListener>,
}

impl TimeTracker {
    /// Starts measuring.
    pub(super) fn of(session: Session) -> Self {
        let mut measured = MeasuredTimes {
            instance: session.view.with_untracked(|view| view.instance),
            spent_ms: vec![None; session.ask(Workspace::len)],
            ..MeasuredTimes::default()
        };
        if presence::is_in_sight() {
            measured.watch.show(wall_clock_ms());
        }
        let times = TimeTracker { session, measured: StoredValue::new_local(measured) };
        let watching = presence::watch(move |presence| times.hear(presence));
        times.measured.update_value(|measured| measured.watching = Some(watching));
        Effect::new(move |_| {
            session.instance.track();
            times.settle(session.view.with(|view| view.instance), GATHERED_MS);
        });
        on_cleanup(move || {
            times.write();
            times.measured.try_update_value(|measured| measured.watching = None);
        });
        times
    }

    /// Time spent on each instance so far, in milliseconds.
    pub(super) fn all(self) -> Vec<u64> {
        self.write();
        let known = self.measured.try_with_value(|measured| measured.spent_ms.clone());
        self.session.work.with_value(|work| {
            let spent =
                |(at, spent): (usize, Option<u64>)| spent.unwrap_or_else(|| stored(work, at));
            known.unwrap_or_default().into_iter().enumerate().map(spent).collect()
        })
    }

    fn hear(self, presence: PresenceEvent) {
        let now = wall_clock_ms();
        self.measured.try_update_value(|measured| match presence {
            PresenceEvent::Sign => measured.watch.sign(now),
            PresenceEvent::Shown => measured.watch.show(now),
            PresenceEvent::Hidden => measured.watch.hide(now),
        });
        if presence == PresenceEvent::Hidden {
            self.write();
        }
    }

    /// Writes the measured time.
    fn write(self) {
        if let Some(shown) = self.measured.try_with_value(|measured| measured.instance) {
            self.settle(shown, 0);
        }
    }

    /// Adds the measured time to its instance. Writes it if another instance is shown, or if
    /// `least_ms` have accumulated.
    fn settle(self, shown: usize, least_ms: u64) {
        let is_writable =
            self.session.read_only.try_get_untracked() == Some(false) && !self.session.is_unsaved();
        self.session.work.try_with_value(|work| {
            self.measured.try_update_value(|measured| {
                let at = std::mem::replace(&mut measured.instance, shown);
                let taken = measured.watch.take(wall_clock_ms());
                let Some(spent) = measured.spent_ms.get_mut(at) else { return };
                let spent = spent.get_or_insert_with(|| stored(work, at));
                *spent = spent.saturating_add(taken);
                measured.gathered_ms = measured.gathered_ms.saturating_add(taken);
                if at == shown && measured.gathered_ms < least_ms {
                    return;
                }
                if std::mem::take(&mut measured.gathered_ms) > 0 && is_writable {
                    // Time needs no notice of its own when storage is full.
                    let _ = set_time_spent(&work.store, &work.id, number(at), *spent);
                }
            })
        });
    }
}

fn stored(work: &OpenWork, at: usize) -> u64 {
    time_spent(&work.store, &work.id, number(at))
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
