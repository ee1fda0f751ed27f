//! Prodigy's JSON Lines (`db-out`): a task with its answer on each line.
//!
//! ```text
//! {"text": "…", "tokens": [{"text": "…", "start": 0, "end": 4, "id": 0, "ws": true}],
//!  "spans": [{"start": 0, "end": 4, "token_start": 0, "token_end": 0, "label": "X"}],
//!  "answer": "accept", "_annotator_id": "data-anna", "_session_id": "data-anna"}
//! ```
//!
//! * A line is a record. The annotator is `_annotator_id`, or else `_session_id`. An item is done if its `answer` is
//!   `accept`; another answer (`reject`, `ignore`) is `metadata.answer`.
//! * A span is an edit, its other members are metadata of it. Where the task has tokens, new spans at their ends have
//!   `token_start` and `token_end`.
//! * `accept`, the chosen ids of `options`, and `user_input` are answers about the item.
//! * Tokens and relations come back as they were; a relation with a span that is gone is left out. All other members are
//!   metadata of the item.
//!
//! Offsets count code points.
//!
//! Recognised by: lines of objects with `text` and with `_task_hash`, `_input_hash`, or a list `spans` of objects with
//! `start`, `end` and `label`.

mod names;
mod read;
mod spans;
#[cfg(test)]
mod tests;
mod write;

use self::names::UNIT;
use crate::recognition::{FileHead, JsonHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// Prodigy.
pub(super) const FORMAT: Format = Format {
    name: "prodigy",
    about: "Prodigy's JSON Lines",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "jsonl",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["_input_hash"],
    #[cfg(test)]
    sample: samples::PRODIGY,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_task = |json: &JsonHead| {
        json.has(&["text"]) && json.has_any(&["_task_hash", "_input_hash", "_session_id", "answer"])
    };
    any_json(files, is_task)
}
