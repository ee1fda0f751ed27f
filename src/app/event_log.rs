//! The event log of a work whose template asks for one.
//!
//! Few templates do, so all of it is reached through function pointers that [`enable`] sets: the code is loaded before
//! such a work opens.

use std::sync::OnceLock;

use leptos::prelude::*;

use super::context::{App, Session};
use super::notices::NoticeLevel;
use super::open_work::OpenWork;
use super::store::PageStore;
use spanwise_annotation::event_log::{BeforeCommand, LoggedEvent, LoggedEventKind, WorkTimes};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::events::{append_events, event_lines, logged_events};
use spanwise_annotation::workspace::{Command, Commit, Rejection, Workspace};
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The functions that log and read logs.
struct EventLogCode {
    begin: fn(Session),
    dispatch: fn(&mut OpenWork, Command, f64) -> Result<Vec<Commit>, Rejection>,
    submitted: fn(&mut OpenWork),
    time_writer: fn(&PageStore, &WorkId) -> TimeWriter,
    download: fn(App, Session),
}

static CODE: OnceLock<EventLogCode> = OnceLock::new();

/// Adds the times of a log to an instance (0-based) as it is written; `None` for one that is written as it was read.
pub(super) type TimeWriter = Box<dyn Fn(&Workspace, usize, Option<String>) -> Option<String>>;

/// The log of an open work.
#[derive(Debug)]
pub(super) struct OpenLog {
    /// The chunk that is written next.
    chunk: u32,
    /// The beginning of this visit, until something else is logged: pages that are only looked at log nothing.
    opened: Option<LoggedEvent>,
}

/// Makes event logs known to the program; before, nothing is logged.
pub(super) fn enable() {
    CODE.get_or_init(|| EventLogCode {
        begin: begin_log,
        dispatch: dispatch_logged,
        submitted: log_submitted,
        time_writer: writer_of_times,
        download: download_log,
    });
}

/// Begins to log what is done in a session, if its template asks for it.
pub(super) fn begin(session: Session) {
    if let Some(code) = CODE.get() {
        (code.begin)(session);
    }
}

/// Executes a command, and logs it if the work has a log.
///
/// # Errors
/// Those of [`Workspace::dispatch`].
pub(super) fn dispatch(
    work: &mut OpenWork,
    command: Command,
    now_ms: f64,
) -> Result<Vec<Commit>, Rejection> {
    match CODE.get().filter(|_| work.log.is_some()) {
        Some(code) => (code.dispatch)(work, command, now_ms),
        None => work.workspace.dispatch(command, now_ms),
    }
}

/// Logs that the work was submitted.
pub(super) fn submitted(work: &mut OpenWork) {
    if let Some(code) = CODE.get() {
        (code.submitted)(work);
    }
}

/// Adds the times of a work's log to its instances as they are written.
pub(super) fn time_writer(store: &PageStore, work: &WorkId) -> TimeWriter {
    match CODE.get() {
        Some(code) => (code.time_writer)(store, work),
        None => Box::new(|_, _, written| written),
    }
}

impl Session {
    /// Returns `true` if what is done in this work is logged.
    #[must_use]
    pub fn has_event_log(self) -> bool {
        self.work.with_value(|work| work.log.is_some())
    }

    /// Saves the event log as a file.
    pub fn download_event_log(self, app: App) {
        if let Some(code) = CODE.get() {
            (code.download)(app, self);
        }
    }
}

fn event(work: &OpenWork, kind: LoggedEventKind) -> LoggedEvent {
    let instance = work.workspace.view().instance;
    LoggedEvent { unix_ms: timing::wall_clock_ms(), instance, kind }
}

/// Tells the annotator that there is a log when it is begun. Nothing is logged in previews and in pages of hosts that
/// store the work themselves.
fn begin_log(session: Session) {
    let (app, store) = (session.app(), session.app().store());
    let is_kept_elsewhere = !store.is_durable() && !store.is_blocked();
    if !session.template().settings.event_log || is_kept_elsewhere {
        return;
    }
    let is_new = session.work.try_update_value(|work| {
        work.log = Some(OpenLog { chunk: 0, opened: Some(event(work, LoggedEventKind::Opened)) });
        event_lines(&work.store, &work.id).is_empty()
    });
    if is_new == Some(true) {
        app.tell(NoticeLevel::Info, TextId::NoticeEventLog, None);
    }
}

fn dispatch_logged(
    work: &mut OpenWork,
    command: Command,
    now_ms: f64,
) -> Result<Vec<Commit>, Rejection> {
    let before = BeforeCommand::of(&work.workspace, &command);
    let commits = work.workspace.dispatch(command, now_ms)?;
    let events = before.events(&work.workspace, &commits, timing::wall_clock_ms());
    append(work, events);
    Ok(commits)
}

fn log_submitted(work: &mut OpenWork) {
    let submitted = event(work, LoggedEventKind::Submitted);
    append(work, vec![submitted]);
}

fn append(work: &mut OpenWork, events: Vec<LoggedEvent>) {
    let Some(log) = work.log.as_mut() else { return };
    if events.is_empty() || work.workspace.is_read_only() {
        return;
    }
    let events: Vec<LoggedEvent> = log.opened.take().into_iter().chain(events).collect();
    // A log that finds no room has a gap; what was annotated does not depend on it.
    if let Ok(chunk) = append_events(&work.store, &work.id, log.chunk, &events) {
        log.chunk = chunk;
    }
}

fn writer_of_times(store: &PageStore, work: &WorkId) -> TimeWriter {
    let times = WorkTimes::of(logged_events(store, work));
    Box::new(move |workspace, at, written| {
        let json = written.as_deref().or_else(|| workspace.dataset().raw(at)).unwrap_or_default();
        let of_instance = times.instance(at);
        of_instance.and_then(|t| t.written_to(&workspace.instance(at), json)).or(written)
    })
}

fn download_log(app: App, session: Session) {
    let lines = session.work.with_value(|work| event_lines(&work.store, &work.id));
    app.download("event-log.jsonl", "application/jsonl", lines.as_bytes());
}
