//! Label Studio's JSON: a list of tasks, each with `data`, `annotations` and `predictions`.
//!
//! ```text
//! {"id": 1, "data": {"text": "…"}, "annotations": [{"completed_by": 3, "result": [
//!     {"id": "a", "from_name": "label", "to_name": "text", "type": "labels", "value": {"start": 0, "end": 4, "text": "…", "labels": ["X"]}}, …]}]}
//! ```
//!
//! * An annotation is a record: its annotator is `completed_by` (the number, or the `email` of an object), and it is done
//!   unless `was_cancelled`. A prediction is a record of the model `model_version`. A task without either is an item that is
//!   not done.
//! * The target is the member of `data` that most results are on, found by their `to_name`, by the member of that name or
//!   with their quotes; without results it is `text`, or else the longest one. The source is `source`, or else the member
//!   with the next most results; the context is `context`. All other members of `data` are metadata of the item, and so is
//!   `id` of a task whose data have none.
//! * The results with one `id` and with `start` and `end` are an edit: its category is the first of its `labels`
//!   (`metadata.labels` has all of them if there are several), its answers are the results of other types on the region,
//!   by their `from_name`. `meta` is metadata of the edit, where `text` is `comment`; `score` is `metadata.score`.
//! * Results without a place are answers about the item.
//! * Answers: one of `choices`, a `textarea`, a `rating`, a `number` are values; several choices are several; a path of
//!   `taxonomy` is a choice with its follow-up. Answers of other formats are written as `choices`, as `textarea` if any
//!   answer to the question is long, and as `taxonomy`.
//! * Relations, results of other types and all other members come back as they were. A relation with an edit that is gone
//!   is left out.
//!
//! Offsets count code points; versions before 1.4 counted UTF-16 units where a text has emoji, which the quotes tell.
//!
//! Recognised by: a list of objects (or one object) with an object `data` and a list `annotations` or `predictions`.

mod answers;
mod names;
mod read;
mod regions;
mod survey;
#[cfg(test)]
mod tests;
mod write;

use self::names::UNIT;
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// Label Studio.
pub(super) const FORMAT: Format = Format {
    name: "label-studio",
    about: "Label Studio's JSON of annotations and predictions",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["id"],
    #[cfg(test)]
    sample: samples::LABEL_STUDIO,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&["data"]) && json.has_any(&["annotations", "predictions"]))
}
