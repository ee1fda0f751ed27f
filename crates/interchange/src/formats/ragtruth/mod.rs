//! RAGTruth (Niu et al. 2024): hallucinated spans in responses that were generated with retrieved information.
//!
//! A folder with `response.jsonl` and `source_info.jsonl`, or the responses alone:
//!
//! ```text
//! {"id": "1", "source_id": "7", "model": "…", "temperature": 0.7, "labels": [{"start": 0, "end": 4, "text": "…",
//!  "label_type": "Evident Conflict", "meta": "…", "implicit_true": false, "due_to_null": false}], "response": "…"}
//! {"source_id": "7", "task_type": "QA", "source": "MARCO", "source_info": …, "prompt": "…"}
//! ```
//!
//! * A response is a record: `response` is the target. `source_info` with the same `source_id` is the source if it is a
//!   text; of an object the members are the context, each under its name. `task_type` and `source` are metadata of the item
//!   like the other members of the response; `prompt`, which repeats the information, stays in its line.
//! * A label is an edit of the category `label_type`. `meta` is `metadata.comment`; `implicit_true` and `due_to_null` are
//!   answers, yes or no. All other members are metadata of the edit. The quotes tell the unit and the places.
//! * A response without `labels` is not done. Annotators have no place.
//!
//! Offsets count code points.
//!
//! Recognised by: lines of objects with `response` and a list `labels` of objects with `label_type`; lines with `source_id`
//! and `source_info` belong to them.

mod labels;
mod names;
mod read;
mod sources;
#[cfg(test)]
mod tests;
mod write;

use self::names::{ITEM_KEYS, UNIT};
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// RAGTruth.
pub(super) const FORMAT: Format = Format {
    name: "ragtruth",
    about: "RAGTruth's JSON Lines: a folder of responses and their sources, or the responses",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "jsonl",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: ITEM_KEYS,
    #[cfg(test)]
    sample: samples::RAGTRUTH,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has(&["source_id", "response", "labels"]))
}
