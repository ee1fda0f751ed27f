//! The event log of a work, beside its journal: lines of JSON in chunks, the last of which grows.
//!
//! Each write reads the chunk first, so that pages that write one after the other lose nothing of each other.

use super::key_value::{KeyValue, StoreError};
use super::keys::{StorageKey, WorkId, WorkKeyPart};
use super::works::is_here;
use crate::event_log::{LoggedEvent, LoggedEventKind};
use spanwise_limits::MOST_LOGGED_EVENTS;

/// The number of events in a chunk: it is written anew with each of them.
const EVENTS_IN_CHUNK: usize = 50;

/// The number of the chunk after the last full one, which only says that the log is full.
#[expect(clippy::cast_possible_truncation, reason = "a small number")]
const LAST_CHUNK: u32 = (MOST_LOGGED_EVENTS / EVENTS_IN_CHUNK) as u32;

/// Appends events to the log of a work; ignores a work that was removed. No chunk before `from` is looked at. Returns
/// the chunk that is written next.
///
/// # Errors
/// Those of the store; the events from the one that it refused on are lost.
pub fn append_events(
    store: &impl KeyValue,
    work: &WorkId,
    from: u32,
    events: &[LoggedEvent],
) -> Result<u32, StoreError> {
    if !is_here(store, work) {
        return Ok(from);
    }
    let mut chunk = from;
    for event in events {
        let mut lines = chunk_of(store, work, chunk);
        while chunk < LAST_CHUNK && lines.lines().count() >= EVENTS_IN_CHUNK {
            chunk += 1;
            lines = chunk_of(store, work, chunk);
        }
        let last = lines.lines().next_back().and_then(LoggedEvent::from_json);
        if chunk == LAST_CHUNK {
            if lines.is_empty() {
                let full = LoggedEvent { kind: LoggedEventKind::Full, ..*event };
                store.set(&name(work, chunk), &format!("{}\n", full.to_json()))?;
            }
            return Ok(chunk);
        }
        if !last.is_some_and(|last| event.goes_on_with(&last)) {
            store.set(&name(work, chunk), &format!("{lines}{}\n", event.to_json()))?;
        }
    }
    Ok(chunk)
}

/// The log of a work, one JSON object per line; empty if there is none.
#[must_use]
pub fn event_lines(store: &impl KeyValue, work: &WorkId) -> String {
    let chunk = |key: &String| match key.parse() {
        Ok(StorageKey::Work(of, WorkKeyPart::Events { chunk })) if of == *work => Some(chunk),
        _ => None,
    };
    let mut chunks: Vec<u32> = store.keys().iter().filter_map(chunk).collect();
    chunks.sort_unstable();
    chunks.into_iter().map(|chunk| chunk_of(store, work, chunk)).collect()
}

/// The events of the log of a work. Lines that cannot be read are left out.
#[must_use]
pub fn logged_events(store: &impl KeyValue, work: &WorkId) -> Vec<LoggedEvent> {
    event_lines(store, work).lines().filter_map(LoggedEvent::from_json).collect()
}

fn chunk_of(store: &impl KeyValue, work: &WorkId, chunk: u32) -> String {
    store.get(&name(work, chunk)).unwrap_or_default()
}

fn name(work: &WorkId, chunk: u32) -> String {
    StorageKey::Work(work.clone(), WorkKeyPart::Events { chunk }).to_string()
}
