//! The open works: the one that the page shows, and those behind it whose changes are not all stored.

use leptos::prelude::*;

use super::context::{App, OwnedSession, Session};
use spanwise_annotation::store::WorkId;
use spanwise_browser::timing;

impl App {
    /// Creates the signals of a work, which are disposed of with its page.
    pub(super) fn begin_session(self, make: impl FnOnce() -> Session) -> Session {
        // The same work may be opened again: it must not find itself taken. One with unsaved changes is not opened
        // anew.
        let is_stored = |open: &&OwnedSession| !open.session.has_unstored();
        self.sessions.with_value(|all| {
            all.iter().filter(is_stored).for_each(|open| open.session.release());
        });
        let owner = Owner::new();
        let session = owner.with(make);
        let page = self.requested_page.get_value();
        self.sessions.update_value(|all| all.push(OwnedSession { page, owner, session }));
        session
    }

    /// Returns the open session of a work with unsaved changes, and makes it the last one.
    pub(super) fn unsaved_session(self, id: &WorkId) -> Option<Session> {
        let is_it = |open: &OwnedSession| open.session.is_of(id) && open.session.has_unstored();
        let take = |all: &mut Vec<OwnedSession>| Some(all.remove(all.iter().position(is_it)?));
        let left = self.pageless_sessions.try_update_value(take).flatten();
        let open = left.or_else(|| self.sessions.try_update_value(take).flatten())?;
        let session = open.session;
        let page = self.requested_page.get_value();
        self.sessions.update_value(|all| all.push(OwnedSession { page, ..open }));
        Some(session)
    }

    /// Returns all open works, those without a page first.
    pub(super) fn open_sessions(self) -> Vec<Session> {
        let of = |all: &Vec<OwnedSession>| all.iter().map(|open| open.session).collect();
        let sessions: Vec<Session> = self.pageless_sessions.with_value(of);
        sessions.into_iter().chain(self.sessions.with_value(of)).collect()
    }

    /// Returns the open work that was opened last.
    pub(super) fn last_session(self) -> Option<Session> {
        self.sessions.with_value(|all| all.last().map(|open| open.session))
    }

    /// Sets the function to be called once the page that is shown next has opened its work.
    pub(super) fn await_session(self, run: impl FnOnce() + 'static) {
        self.on_session_opened.set_value(Some(Box::new(run)));
    }

    /// Calls the function set by [`App::await_session`]: the work of the page is open.
    pub(super) fn session_opened(self) {
        if let Some(run) = self.on_session_opened.try_update_value(Option::take).flatten() {
            run();
        }
    }

    /// Returns the number of sessions that began once a page was requested: a page may have to wait for its language, and is
    /// turned to after works of its own, or of the page that comes after it, were opened.
    pub(super) fn sessions_since(self, page: u32) -> usize {
        self.sessions.with_value(|all| all.iter().filter(|open| open.page >= page).count())
    }

    /// Runs a function under the owner of the session opened last.
    pub(super) fn in_session(self, run: impl FnOnce()) {
        let owner = self.sessions.with_value(|all| all.last().map(|open| open.owner.clone()));
        if let Some(owner) = owner {
            owner.with(run);
        }
    }

    /// Ends all but the last sessions. Those with unsaved changes go on without a page.
    pub(super) fn end_sessions(self, but_last: usize) {
        let ended: Vec<OwnedSession> = self
            .sessions
            .try_update_value(|all| all.drain(..all.len().saturating_sub(but_last)).collect())
            .unwrap_or_default();
        self.pageless_sessions.update_value(|left| left.extend(ended));
        self.end_stored_sessions();
    }

    /// Ends the sessions without a page whose changes are stored.
    pub(super) fn end_stored_sessions(self) {
        let (left, ended): (Vec<_>, Vec<_>) = self
            .pageless_sessions
            .try_update_value(std::mem::take)
            .unwrap_or_default()
            .into_iter()
            .partition(|open| open.session.has_unstored());
        self.pageless_sessions.set_value(left);
        if !ended.is_empty() {
            for OwnedSession { session, .. } in &ended {
                session.release();
                session.dismiss_problems();
                session.dismiss_offer();
            }
            timing::after(1000, move || {
                for open in ended {
                    open.owner.cleanup();
                }
            });
        }
    }
}
