//! The durable store beside localStorage: joined with it when the page opens, and sent each write at once.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Session};
use super::notices::NoticeLevel;
use super::restoring::restoring_code;
use super::store::PageStore;
use spanwise_annotation::store::{Reconciliation, StoreError, WorkId, go_on_alone};
use spanwise_browser::durable::DurableStore;
use spanwise_browser::timing;
use spanwise_i18n::{Message, MessageValue, say};

/// Longest time to wait for what the durable store has, in milliseconds. Browsers answer within hundredths
/// of a second, or never because of a fault.
const LONGEST_READING_MS: i32 = 4_000;
/// Longest time that a removal or restoration by another tab may take to reach both stores, in milliseconds.
const OTHER_TABS_MS: i32 = 300;
/// Longest time that a submission waits for the durable store, in milliseconds.
const LONGEST_WAIT_MS: i32 = 5_000;

impl App {
    /// Opens the durable store, and joins it with the first store.
    pub async fn join_stores(self) {
        let store = self.store();
        let Some(mirror) = store.mirror().cloned() else { return };
        let durable = Rc::new(DurableStore::default());
        match compare(&store, &durable).await {
            Ok(joined) => {
                // Values that find no room are held and retried.
                joined.apply(&store.or_hold(), &mirror);
                self.durable.update_value(|own| {
                    own.store = Some(durable);
                    own.restored = joined.restored;
                });
                mirror.on_write(move || self.send_soon());
                self.send_soon();
            }
            Err(cause) => {
                // Without the mark, old content of the durable store would later be mixed with new content of the
                // first.
                let _ = go_on_alone(&store.or_hold(), timing::wall_clock_ms());
                mirror.refuse();
                self.durable.update_value(|own| own.missing = Some(cause));
            }
        }
    }

    /// Shows a notice, once, that there is no durable store: called when there are changes that a crash can undo.
    pub(super) fn report_not_durable(self) {
        let cause = self.durable.try_update_value(|own| own.missing.take()).flatten();
        if let Some(cause) = cause {
            self.tell(NoticeLevel::Warning, not_durable(&cause), None);
        }
    }

    /// Restores values that vanished from the first store while the page was open.
    pub(super) fn join_again(self) {
        let durable = self.durable.with_value(|own| own.store.clone());
        let store = self.store();
        let Some((mirror, durable)) = store.mirror().cloned().zip(durable) else { return };
        spawn_local(async move {
            // The durable store may not have the latest writes of this page yet.
            self.settle_durable().await;
            if let Ok(joined) = compare(&store, &durable).await {
                joined.apply(&store.or_hold(), &mirror);
                self.recent.update(|n| *n = n.wrapping_add(1));
            }
        });
    }

    /// Returns `true` if there is a durable store.
    fn has_durable_store(self) -> bool {
        self.durable.with_value(|durable| durable.store.is_some())
    }

    /// Takes the instances (0-based) of a work of which changes were restored when the page was opened.
    pub(super) fn take_restored(self, work: &WorkId) -> Vec<u32> {
        let taken = self.durable.try_update_value(|durable| {
            let at = durable.restored.iter().position(|(of, _)| of == work)?;
            Some(durable.restored.swap_remove(at).1)
        });
        taken.flatten().unwrap_or_default()
    }

    /// Waits until all writes are durable, at most [`LONGEST_WAIT_MS`].
    pub(super) async fn settle_durable(self) {
        let store = self.store();
        let Some(mirror) = store.mirror().filter(|_| self.has_durable_store()) else { return };
        let settled = async {
            while !mirror.is_confirmed(|_| true) {
                timing::wait(10).await;
            }
        };
        // After a longer wait the submission is sent nevertheless: it is in the first store.
        let _ = timing::within(LONGEST_WAIT_MS, settled).await;
    }

    /// Sends the queued writes to the durable store when the current task ends, which is before the next paint.
    fn send_soon(self) {
        let was_due = self.durable.try_update_value(|own| std::mem::replace(&mut own.is_due, true));
        if was_due == Some(false) {
            spawn_local(async move {
                self.durable.update_value(|own| own.is_due = false);
                self.send_batch().await;
            });
        }
    }

    /// Retries the writes that the durable store refused.
    pub(super) fn retry_durable(self) {
        if !self.is_mirrored() {
            self.send_soon();
        }
    }

    /// Returns `true` if there is no durable store, or it has refused no writes.
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

/// Error text for a store that never answers.
const NO_ANSWER: &str = "no answer";

async fn compare(store: &PageStore, durable: &DurableStore) -> Result<Reconciliation, StoreError> {
    let entries = entries(durable).await?;
    if entries.is_empty() {
        return Ok(Reconciliation::with_new_store(store));
    }
    let code = restoring_code().await.map_err(|error| StoreError::Other(error.to_string()))?;
    let joined = (code.reconcile)(store, &entries);
    if joined.to_first.is_empty() && joined.removed.is_empty() {
        return Ok(joined);
    }
    timing::wait(OTHER_TABS_MS).await;
    Ok((code.reconcile)(store, &self::entries(durable).await?))
}

async fn entries(durable: &DurableStore) -> Result<Vec<(String, String)>, StoreError> {
    let read = timing::within(LONGEST_READING_MS, durable.read()).await;
    read.unwrap_or_else(|| Err(StoreError::Other(NO_ANSWER.to_owned())))
}

fn not_durable(cause: &StoreError) -> Message {
    let why: MessageValue = match cause {
        StoreError::Full => say!(StorageItsStorageIsFull).into(),
        StoreError::Blocked | StoreError::Altered => say!(StorageItMayNot).into(),
        StoreError::Other(cause) => cause.clone().into(),
    };
    say!(StorageBrowserDoesNotWriteYourChanges, why)
}
