//! The times of steps, from the event log of the work.
//!
//! Both are gone through from the end: the log is older than the history where that was put together. A step without an
//! event of its own, as when someone goes on typing, has no time.

use super::{RecordedStep, Replay, ReplayDeed};
use crate::change::Change;
use crate::document::{Edit, EditKey};
use crate::event_log::{LoggedEvent, LoggedEventKind};

impl Replay {
    /// Sets the times of the steps by the events of the instance, in their order. What the log says to have been undone or
    /// redone is named so.
    pub fn set_times(&mut self, events: &[LoggedEvent]) {
        let mut left = events;
        for step in self.steps.iter_mut().rev() {
            left = before_last(left, |event| is_change(event.kind));
            let Some(event) = left.last().copied().filter(|event| is_of(step, event.kind)) else {
                continue;
            };
            step.step.unix_ms = Some(event.unix_ms);
            match event.kind {
                LoggedEventKind::Undone => step.step.deed = ReplayDeed::Undone,
                LoggedEventKind::Redone => step.step.deed = ReplayDeed::Redone,
                LoggedEventKind::Opened
                | LoggedEventKind::Shown
                | LoggedEventKind::Revealed(_)
                | LoggedEventKind::Selected(_)
                | LoggedEventKind::Committed(_)
                | LoggedEventKind::Changed(_)
                | LoggedEventKind::Answered(_)
                | LoggedEventKind::Deleted(_)
                | LoggedEventKind::Done
                | LoggedEventKind::Reopened
                | LoggedEventKind::Submitted
                | LoggedEventKind::Full => {}
            }
            // One command may log several events; two commands are not made in the same millisecond.
            let is_other =
                |other: &LoggedEvent| other.unix_ms != event.unix_ms || !is_of(step, other.kind);
            left = before_last(left, |other| is_change(other.kind) && is_other(other));
        }
    }
}

/// The events up to the last one that satisfies a condition.
fn before_last(events: &[LoggedEvent], is_it: impl Fn(&LoggedEvent) -> bool) -> &[LoggedEvent] {
    let end = events.iter().rposition(is_it).map_or(0, |at| at + 1);
    events.get(..end).unwrap_or_default()
}

/// Returns `true` for an event that goes with changes of the instance.
fn is_change(kind: LoggedEventKind) -> bool {
    match kind {
        LoggedEventKind::Revealed(_)
        | LoggedEventKind::Committed(_)
        | LoggedEventKind::Changed(_)
        | LoggedEventKind::Answered(_)
        | LoggedEventKind::Deleted(_)
        | LoggedEventKind::Undone
        | LoggedEventKind::Redone
        | LoggedEventKind::Done
        | LoggedEventKind::Reopened => true,
        LoggedEventKind::Opened
        | LoggedEventKind::Shown
        | LoggedEventKind::Selected(_)
        | LoggedEventKind::Submitted
        | LoggedEventKind::Full => false,
    }
}

/// Returns `true` if an event may be that of a step.
fn is_of(step: &RecordedStep, kind: LoggedEventKind) -> bool {
    let any = |is_it: &dyn Fn(&Change) -> bool| step.redo.iter().any(is_it);
    let has = |edit: &Edit, key: EditKey| {
        edit.key == key || edit.constituents.iter().any(|constituent| constituent.key == key)
    };
    match kind {
        LoggedEventKind::Committed(key) => {
            any(&|change| matches!(change, Change::Insert { edit, .. } if has(edit, key)))
        }
        LoggedEventKind::Deleted(key) => {
            any(&|change| matches!(change, Change::Remove(removed) if *removed == key))
        }
        LoggedEventKind::Changed(Some(key)) | LoggedEventKind::Answered(Some(key)) => {
            any(&|change| matches!(change, Change::Replace(edit) if has(edit, key)))
        }
        LoggedEventKind::Changed(None) => {
            any(&|change| matches!(change, Change::Bookmark(_) | Change::Comment(_)))
        }
        LoggedEventKind::Answered(None) => any(&|change| matches!(change, Change::Answers(_))),
        LoggedEventKind::Done => any(&|change| *change == Change::Done(true)),
        LoggedEventKind::Reopened => any(&|change| *change == Change::Done(false)),
        LoggedEventKind::Revealed(_) => any(&|change| matches!(change, Change::Reading(_))),
        LoggedEventKind::Undone | LoggedEventKind::Redone => true,
        LoggedEventKind::Opened
        | LoggedEventKind::Shown
        | LoggedEventKind::Selected(_)
        | LoggedEventKind::Submitted
        | LoggedEventKind::Full => false,
    }
}
