//! factgenie's annotations: JSON Lines, one record of one annotator a line; alone, several files, or a campaign folder
//! (`db.csv`, `metadata.json`, `files/*.jsonl`).
//!
//! A record is `{dataset, split, setup_id, example_idx, output, annotations: [{type, text, start, reason}], metadata, …}`.
//! `start` counts code points; there is no end: it follows from `text`. A model wrote `text`, which may be spelled
//! otherwise than in the output, or not be in it at all. As long as a span is unmoved, `type`, `text` and `start` are
//! written as they were.
//!
//! * The category is the name with the number `type` in `annotation_span_categories`, in the record's `metadata` or in
//!   the `metadata.json` or `config.yaml` of the campaign; without such a list it is the number as text.
//! * The annotator is `annotator_id`, a person or a model, in the record or in its `metadata`; if there is none, as in
//!   released data, it is `annotator_group`. That is only a number of a set of annotations: all of a group cover each
//!   example once, but several people may have made them.
//! * A record whose `metadata` names a `model` is that model's: campaigns of people have no such member.
//! * A record without `output` takes its text from a file with the outputs among those that are read: from a record
//!   without `annotations` that has the same keys ([`by_keys`](spanwise_annotation::alignment::by_keys)).
//! * Other members of records and annotations are in `metadata`. Files without annotations are preserved as a whole.

mod categories;
mod names;
mod preserved;
mod read;
#[cfg(test)]
mod tests;
mod write;

use self::names::{ITEM_KEYS, UNIT};
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// factgenie.
pub(super) const FORMAT: Format = Format {
    name: "factgenie",
    about: "factgenie's JSON Lines, files or a campaign folder",
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
    sample: samples::FACTGENIE,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| {
        json.has(&["annotations"]) && json.has_any(&["output", "setup_id", "example_idx"])
    })
}
