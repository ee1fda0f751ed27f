//! The durable store beside localStorage: joined with it when the page opens, and given each write at once.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Session};
use super::notices::NoticeLevel;
use super::store::PageStore;
use spanwise_annotation::store::{Joined, StoreError, WorkId, go_on_alone, join};
use spanwise_browser::durable::DurableStore;
use spanwise_browser::timing;
use spanwise_i18n::{Message, Value, say};

/// How long the page waits for the durable store when it opens, in milliseconds. Browsers answer within some hundredths
/// of a second, or have a fault and never do.
const LONGEST_OPENING_MS: i32 = 4_000;
/// What another tab removes or brings back may be under way to either store for so long, in milliseconds.
const OTHER_TABS_MS: i32 = 300;
/// How long a submission waits for the durable store, in milliseconds.
const LONGEST_WAIT_MS: i32 = 5_000;

impl App {
    /// Opens the durable store, and has each of the two stores learn from the other what it lacks.
    pub async fn join_stores(self) {
        let store = self.store();
        let Some(mirror) = store.mirror().cloned() else { return };
        let durable = Rc::new(DurableStore::default());
        let joined = timing::within(LONGEST_OPENING_MS, compare(&store, &durable)).await;
        let joined = joined.unwrap_or_else(|| Err(StoreError::Other(NO_ANSWER.to_owned())));
        match joined {
            Ok(joined) => {
                // What finds no room is held, and tried again.
                joined.apply(&store.or_hold(), &mirror);
                self.durable.update_value(|own| {
                    own.store = Some(durable);
                    own.restored = joined.restored;
                });
                mirror.on_write(move || self.send_soon());
                self.send_soon();
            }
            Err(cause) => {
                // Without the mark, what the durable store has from before would be mixed with what comes now.
                let _ = go_on_alone(&store.or_hold(), timing::wall_clock_ms());
                mirror.refuse();
                self.durable.update_value(|own| own.missing = Some(cause));
            }
        }
    }

    /// Says that there is no durable store, once: when there is work that a crash can undo.
    pub(super) fn tell_not_durable(self) {
        let cause = self.durable.try_update_value(|own| own.missing.take()).flatten();
        if let Some(cause) = cause {
            self.tell(NoticeLevel::Warning, not_durable(&cause), None);
        }
    }

    /// Brings back what vanished from the first store while the page was open, and sends what waited there.
    pub(super) fn join_again(self) {
        let durable = self.durable.with_value(|own| own.store.clone());
        let store = self.store();
        let Some((mirror, durable)) = store.mirror().cloned().zip(durable) else { return };
        spawn_local(async move {
            // What this page has written by now counts; the other store may have to learn of it first.
            self.settle_durable().await;
            if let Ok(joined) = compare(&store, &durable).await {
                joined.apply(&store.or_hold(), &mirror);
                self.recent.update(|n| *n = n.wrapping_add(1));
            }
        });
    }

    /// Whether there is a durable store.
    fn has_durable_store(self) -> bool {
        self.durable.with_value(|durable| durable.store.is_some())
    }

    /// The instances (0-based) of a work of which changes came back when the page was opened; said once.
    pub(super) fn take_restored(self, work: &WorkId) -> Vec<u32> {
        let taken = self.durable.try_update_value(|durable| {
            let at = durable.restored.iter().position(|(of, _)| of == work)?;
            Some(durable.restored.swap_remove(at).1)
        });
        taken.flatten().unwrap_or_default()
    }

    /// Waits until all that was written is on disk, or has waited long enough.
    pub(super) async fn settle_durable(self) {
        let store = self.store();
        let Some(mirror) = store.mirror().filter(|_| self.has_durable_store()) else { return };
        let settled = async {
            while !mirror.is_confirmed(|_| true) {
                timing::wait(10).await;
            }
        };
        // What takes longer is sent all the same: it is in the first store.
        let _ = timing::within(LONGEST_WAIT_MS, settled).await;
    }

    /// Sends what is written to the durable store as soon as what runs now has ended, which is before the next paint.
    fn send_soon(self) {
        let was_due = self.durable.try_update_value(|own| std::mem::replace(&mut own.is_due, true));
        if was_due == Some(false) {
            spawn_local(async move {
                self.durable.update_value(|own| own.is_due = false);
                self.send_batch().await;
            });
        }
    }

    /// Sends again what the durable store did not take.
    pub(super) fn retry_durable(self) {
        if !self.is_mirrored() {
            self.send_soon();
        }
    }

    /// Whether the durable store has all that was written, as far as there is one.
    pub(super) fn is_mirrored(self) -> bool {
        let store = self.store();
        !self.has_durable_store() || store.mirror().is_none_or(|mirror| !mirror.has_refused())
    }

    async fn send_batch(self) {
        let store = self.store();
        let durable = self.durable.with_value(|own| own.store.clone());
        let Some((mirror, durable)) = store.mirror().zip(durable) else { return };
        let Some(batch) = mirror.batch(timing::wall_clock_ms()) else { return };
        match durable.write(&batch).await {
            Ok(()) => mirror.confirm(&batch),
            Err(cause) => {
                mirror.refuse();
                self.tell_unsaved(NoticeLevel::Warning, not_durable(&cause), None);
            }
        }
        self.confirmed.update(|n| *n = n.wrapping_add(1));
        self.open_sessions().into_iter().for_each(Session::publish_save_state);
        self.settle_unsaved();
    }
}

/// What the page is told of a store that never answers.
const NO_ANSWER: &str = "no answer";

async fn compare(store: &PageStore, durable: &DurableStore) -> Result<Joined, StoreError> {
    let joined = join(store, &durable.read().await?);
    if joined.to_first.is_empty() && joined.removed.is_empty() {
        return Ok(joined);
    }
    timing::wait(OTHER_TABS_MS).await;
    Ok(join(store, &durable.read().await?))
}

fn not_durable(cause: &StoreError) -> Message {
    let why: Value = match cause {
        StoreError::Full => say!(StorageItsStorageIsFull).into(),
        StoreError::Blocked | StoreError::Altered => say!(StorageItMayNot).into(),
        StoreError::Other(cause) => cause.clone().into(),
    };
    say!(StorageBrowserDoesNotWriteYourChanges, why)
}
