//! The event log of a work: what the annotator did and when, without texts.
//!
//! **Start reading** at [`BeforeCommand`], which finds the events of a command; [`WorkTimes`] derives the time per
//! instance and per edit from events, and writes it to files. [`store::events`](crate::store::events) keeps the log.
//!
//! **Must never happen here:** a text of the data, of an answer or of a comment in an event. An event has numbers and
//! one of our own words, nothing else.

mod following;
mod line;
mod times;

pub use following::BeforeCommand;
pub use times::{FileTimes, IDLE_MS, InstanceTimes, WorkTimes};

use crate::document::EditKey;

/// Something that the annotator did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LoggedEvent {
    /// The time, in milliseconds since 1970 (UTC).
    pub unix_ms: u64,
    /// 0-based position of the instance.
    pub instance: usize,
    /// The kind of event.
    pub kind: LoggedEventKind,
}

/// A kind of event, with the number of what it is about. Edits have the numbers by which the work tells them apart,
/// which are not those in files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoggedEventKind {
    /// The work was opened at the instance: a visit begins.
    Opened,
    /// Another instance was gone to: this one.
    Shown,
    /// A paragraph was revealed, by its 0-based number.
    Revealed(usize),
    /// An edit was opened; `None` for a selection in a text, of which there is no edit yet.
    Selected(Option<EditKey>),
    /// An edit was made.
    Committed(EditKey),
    /// An edit was changed other than by an answer; `None` for the bookmark or comment of the instance.
    Changed(Option<EditKey>),
    /// A question was answered, of an edit or of the instance.
    Answered(Option<EditKey>),
    /// An edit was deleted.
    Deleted(EditKey),
    /// A step was undone.
    Undone,
    /// A step was redone.
    Redone,
    /// The instance was declared done.
    Done,
    /// The instance is no longer declared done.
    Reopened,
    /// The work was submitted, with this instance shown.
    Submitted,
    /// The log is full: later events are not in it.
    Full,
}

/// Changes or answers of the same thing within this time are one event, in milliseconds: a text that is typed, an edge
/// that is dragged.
const SAME_EVENT_MS: u64 = 2000;

impl LoggedEvent {
    /// Returns `true` if this event goes on with the one before it, and need not be logged.
    #[must_use]
    pub fn goes_on_with(&self, before: &LoggedEvent) -> bool {
        let goes_on =
            matches!(self.kind, LoggedEventKind::Changed(_) | LoggedEventKind::Answered(_));
        let since = self.unix_ms.checked_sub(before.unix_ms);
        goes_on
            && (self.instance, self.kind) == (before.instance, before.kind)
            && since.is_some_and(|ms| ms < SAME_EVENT_MS)
    }
}
