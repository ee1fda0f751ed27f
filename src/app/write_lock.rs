//! The write lock of a work: one tab at a time changes it. A page whose work vanished from the stores writes it back.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::Session;
use super::notices::{NoticeAction, NoticeLevel};
use super::open_work::{Interruption, OpenWork};
use spanwise_annotation::store::StoreError;
use spanwise_annotation::workspace::Command;
use spanwise_browser::location;
use spanwise_browser::tab_lock::{self, TabLockMode, TabLockState};
use spanwise_i18n::{TextId, say};

impl Session {
    /// Requests the write lock of this work; without it the work is read-only.
    pub(super) fn lock(self) {
        if !self.app.store().is_durable() {
            return;
        }
        let Some(id) = self.work.try_with_value(|work| work.id.to_string()) else { return };
        let claim = tab_lock::request(&id, TabLockMode::IfAvailable, move |lock| match lock {
            TabLockState::Elsewhere => self.become_read_only(TextId::NoticeElsewhere),
            TabLockState::Lost => self.become_read_only(TextId::NoticeTakenOver),
            TabLockState::Held | TabLockState::Unsupported => self.report_interruption(),
        });
        self.work.try_update_value(|work| work.claims.push(claim));
    }

    /// Releases the write lock for other tabs and sessions.
    pub(super) fn release(self) {
        self.record_all();
        self.work.try_update_value(|work| {
            work.claims.clear();
            work.mark_closed();
        });
    }

    /// Marks the work as closed, because the page is being left.
    pub(super) fn mark_closed(self) {
        self.record_all();
        self.work.try_update_value(OpenWork::mark_closed);
    }

    pub(super) fn become_read_only(self, why: TextId) {
        let known = self.work.try_update_value(|work| work.workspace.set_read_only(true));
        if known.is_none() {
            return;
        }
        self.publish();
        let run = Arc::new(move || self.take_over());
        let action = Some(NoticeAction { label: TextId::NoticeTakeOver, run });
        self.app.tell(NoticeLevel::Warning, why, action);
    }

    /// Takes the write lock over from another tab.
    fn take_over(self) {
        let Some(id) = self.work.try_with_value(|work| work.id.to_string()) else { return };
        let claim = tab_lock::request(&id, TabLockMode::TakeOver, move |lock| {
            if lock == TabLockState::Held {
                self.continue_here();
            }
        });
        self.work.try_update_value(|work| work.claims.push(claim));
    }

    /// Continues from the state that the other tab stored, or, if the work is no longer stored, from that of this page.
    fn continue_here(self) {
        let known = self.work.try_with_value(|work| (work.is_stored(), work.journal.backlog() > 0));
        match known {
            None => {}
            Some((true, false)) => location::reload(),
            // Reloading would lose the unsaved changes.
            Some((true, true)) => {
                self.app.tell(
                    NoticeLevel::Error,
                    TextId::NoticeBothChanged,
                    self.download_action(),
                );
            }
            Some((false, _)) => self.write_back(),
        }
    }

    /// Stores the work again if it vanished from the store.
    pub(super) fn restore_if_vanished(self) {
        let is_gone = self.work.try_update_value(|work| work.journal.look_for_loss());
        if is_gone == Some(true) {
            self.write_back();
        }
    }

    fn write_back(self) {
        let Some(outcome) = self.work.try_update_value(OpenWork::write_back) else {
            return;
        };
        self.report_written_back(outcome);
        self.publish();
    }

    pub(super) fn report_written_back(self, outcome: Result<(), StoreError>) {
        match outcome {
            Ok(()) => {
                self.app.tell(NoticeLevel::Warning, TextId::NoticeWrittenBack, None);
                self.app.join_again();
            }
            Err(cause) => self.tell_unsaved(&cause),
        }
    }

    /// Reports the last stored change if a page of this work ended without closing it.
    fn report_interruption(self) {
        let known = self.work.try_update_value(|work| work.interrupted.take());
        let Some(Interruption { change, came_back }) = known.flatten() else { return };
        let number = change.instance.saturating_add(1);
        let message =
            say!(StoragePageEndedWithoutWarningLastTime, seq = change.seq.to_string(), number)
                .and(came_back);
        let at = usize::try_from(change.instance).unwrap_or(usize::MAX);
        let run = Arc::new(move || self.dispatch(Command::GoTo(at)));
        let action = NoticeAction { label: TextId::BarGoto, run };
        self.app.tell(NoticeLevel::Info, message, Some(action));
    }
}
