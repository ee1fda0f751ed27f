//! Retries to store unsaved changes, and shows notices that explain why they are unsaved.
//!
//! Changes wait in the journals of their works, files in the [`PageStore`](super::store::PageStore), large data in
//! [`UnsavedChanges`]; a work that is left before its changes are stored stays open without a page. A new attempt is
//! made with the next change, when something is deleted in this tab or another, when the page becomes visible again,
//! and from time to time.

use std::rc::Rc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Session};
use super::notices::{NoticeAction, NoticeLevel};
use super::unsaved_changes::{BlobWrite, UnsavedChanges};
use spanwise_annotation::store::usage::{is_much, percent_used};
use spanwise_browser::{blobs, connection, leaving, presence, storage, timing};
use spanwise_i18n::{Message, TextId, say};

/// Time to the first new attempt, in milliseconds. Each further one waits twice as long,
const FIRST_WAIT_MS: i32 = 2_000;
/// but no longer than this.
const LONGEST_WAIT_MS: i32 = 60_000;
/// Delay of the measurement of the used storage, in milliseconds, so that it does not delay a change.
const MEASURE_AFTER_MS: i32 = 1_500;

impl App {
    /// Retries on each event after which there may be room, as long as the page lives.
    pub(super) fn watch_for_room(self) {
        connection::on_change_elsewhere(move |key| {
            match key {
                Some(key) => self.store().yield_to_others(&key),
                // All of localStorage was cleared.
                None => self.join_again(),
            }
            self.restore_if_vanished();
            self.retry_unsaved();
        });
        presence::on_shown(move || {
            self.restore_if_vanished();
            self.retry_unsaved();
        });
        leaving::on_leave(move || {
            self.open_sessions().into_iter().for_each(Session::mark_closed);
        });
    }

    /// Stores works again that vanished while they are open.
    fn restore_if_vanished(self) {
        self.open_sessions().into_iter().for_each(Session::restore_if_vanished);
    }

    /// Shows a notice that explains why something is not stored, once, and retries until it is.
    pub(super) fn tell_unsaved(
        self,
        level: NoticeLevel,
        message: Message,
        action: Option<NoticeAction>,
    ) {
        let is_new = self.unsaved.try_update_value(|unsaved| {
            let is_new = !unsaved.told.contains(&message);
            if is_new {
                unsaved.told.push(message.clone());
            }
            is_new
        });
        if is_new == Some(true) {
            self.tell(level, message, action);
        }
        self.retry_later();
    }

    /// Starts a series of attempts to store unsaved changes.
    pub(super) fn retry_later(self) {
        let run = self.unsaved.try_update_value(|unsaved| {
            let begins = !std::mem::replace(&mut unsaved.is_retrying, true);
            unsaved.run = unsaved.run.wrapping_add(u32::from(begins));
            begins.then_some(unsaved.run)
        });
        if let Some(run) = run.flatten() {
            self.retry_after(FIRST_WAIT_MS, run);
        }
    }

    fn retry_after(self, ms: i32, run: u32) {
        let goes_on =
            move || self.unsaved.with_value(|unsaved| unsaved.is_retrying && unsaved.run == run);
        timing::after(ms, move || {
            if goes_on() {
                self.retry_unsaved();
            }
            if goes_on() {
                self.retry_after(ms.saturating_mul(2).min(LONGEST_WAIT_MS), run);
            }
        });
    }

    /// Retries to store unsaved changes.
    pub fn retry_unsaved(self) {
        if !self.unsaved.with_value(|unsaved| unsaved.is_retrying) && !self.store().holds_some() {
            return;
        }
        self.store().retry();
        self.retry_durable();
        self.open_sessions()
            .into_iter()
            .filter(|session| session.is_unsaved())
            .for_each(Session::retry);
        self.unsaved
            .with_value(|unsaved| unsaved.blobs.clone())
            .into_iter()
            .for_each(|blob| self.put(blob));
        self.settle_unsaved();
    }

    /// Stores a text in `IndexedDB` in place of one of the same name, and retries until it is there.
    pub(super) fn keep_blob(self, blob: BlobWrite) {
        let blob = Rc::new(blob);
        self.unsaved.update_value(|unsaved| {
            unsaved.blobs.retain(|other| other.name != blob.name);
            unsaved.blobs.push(blob.clone());
        });
        self.put(blob);
    }

    fn put(self, blob: Rc<BlobWrite>) {
        if blob.is_under_way.replace(true) {
            return;
        }
        spawn_local(async move {
            let outcome = blobs::put(&blob.name, (*blob.text).as_ref()).await;
            blob.is_under_way.set(false);
            if outcome.is_ok() {
                self.unsaved.update_value(|unsaved| {
                    unsaved.blobs.retain(|other| !Rc::ptr_eq(other, &blob));
                });
            }
            (blob.done)(outcome);
            self.settle_unsaved();
        });
    }

    /// Returns a text that is in `IndexedDB`, or waits to be.
    pub(super) async fn blob(self, name: &str) -> Option<String> {
        let waiting = self.unsaved.with_value(|unsaved| {
            let blob = unsaved.blobs.iter().find(|blob| blob.name == name)?;
            Some((*blob.text).as_ref().to_owned())
        });
        if waiting.is_some() {
            return waiting;
        }
        let bytes = blobs::get(name).await.ok().flatten()?;
        String::from_utf8(bytes).ok()
    }

    /// Returns `true` if a text is not yet in `IndexedDB`.
    pub(super) fn holds_blob(self, name: &str) -> bool {
        self.unsaved.with_value(|unsaved| unsaved.blobs.iter().any(|blob| blob.name == name))
    }

    /// Ends the attempts if everything is stored, and shows a notice that it is.
    pub(super) fn settle_unsaved(self) {
        let is_retrying = || self.unsaved.with_value(|unsaved| unsaved.is_retrying);
        self.end_stored_sessions();
        if !is_retrying() || self.has_unsaved() {
            return;
        }
        // The check may have stored it, and called this function itself.
        let told = self.unsaved.try_update_value(|unsaved| {
            unsaved.is_retrying = false;
            std::mem::take(&mut unsaved.told)
        });
        let told = told.unwrap_or_default();
        if !told.is_empty() {
            self.notices.all.update(|all| all.retain(|notice| !told.contains(&notice.message)));
            self.tell(NoticeLevel::Info, TextId::NoticeStoredAgain, None);
        }
    }

    /// Returns `true` if something is not stored.
    fn has_unsaved(self) -> bool {
        self.store().holds_some()
            || self.unsaved.with_value(|unsaved| !unsaved.blobs.is_empty())
            || self.open_sessions().into_iter().any(Session::is_unsaved)
            || self.is_draft_lost()
            || !self.is_mirrored()
    }

    /// Returns `true` on the first call: the person is reminded to download once.
    pub(super) fn take_reminder(self) -> bool {
        let remind =
            |unsaved: &mut UnsavedChanges| !std::mem::replace(&mut unsaved.has_reminded, true);
        self.unsaved.try_update_value(remind) == Some(true)
    }

    /// After a change: retries to store unsaved changes, and measures the used storage if that is due.
    pub(super) fn look_after_storage(self) {
        self.retry_unsaved();
        let store = self.store();
        if store.is_durable() && store.meter().is_measuring_due() {
            timing::after(MEASURE_AFTER_MS, move || self.measure_storage());
        }
    }

    fn measure_storage(self) {
        let warn = move |percent: u8| {
            if self.unsaved.with_value(|unsaved| !unsaved.told.is_empty()) {
                // A notice says already that there is no room.
                return;
            }
            let percent = u32::from(percent);
            let message = say!(NoticeFilling, percent);
            let own = self.open_sessions().into_iter().rfind(|session| session.is_own_work());
            let action = own.and_then(Session::download_action);
            self.tell(NoticeLevel::Warning, message, action);
        };
        let store = self.store();
        if let Some(percent) = store.meter().measure() {
            return warn(percent);
        }
        spawn_local(async move {
            if let Some(percent) = storage::percent_used().await
                && let Some(percent) = store.meter().reached(percent)
            {
                warn(percent);
            }
        });
    }

    /// Used share of the store in percent, if it is large. Tracks deletions.
    #[must_use]
    pub fn storage_filling(self) -> Option<u8> {
        self.recent.track();
        let store = self.store();
        let percent = store.is_durable().then(|| percent_used(&store))?;
        is_much(percent).then_some(percent)
    }
}
