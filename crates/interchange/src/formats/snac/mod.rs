//! SNaC's JSON (Goyal et al. 2022): summaries in segments, with errors that quote their spans.
//!
//! `{book: {segment: {"text": …, "errors": [{"span": text, "votes": number, "error_type": name}]}}}`; books and
//! segments keep their order. The errors of all annotators are in one list, so a record has no annotator.
//!
//! | Record | File |
//! |---|---|
//! | target | `text` |
//! | metadata | `book` and `segment`, the names of the two levels; then all other members of the segment |
//! | category, a span on the target | `error_type`, `span` |
//! | metadata of an edit | all other members of an error, `votes` among them |
//!
//! A text that occurs several times is given to the errors that quote it from left to right, unless an error has
//! `start` and `end`: these are tried in every unit, and taken if the text stands there. An error is written back as it
//! was if it still describes the edit; a changed one has no `start` and `end`.

mod error;
mod names;
mod read;
mod write;

use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// SNaC's JSON.
pub(super) const FORMAT: Format = Format {
    name: "snac",
    about: "SNaC's JSON of books and segments, whose errors quote the text",
    unit: None,
    layout: FileLayout::SingleFile,
    extension: "json",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["book", "segment"],
    #[cfg(test)]
    sample: samples::SNAC,
};

fn recognises(files: &[FileHead]) -> Recognition {
    any_json(files, |json| json.has_at(3, &[names::TEXT, names::ERRORS]))
}

#[cfg(test)]
mod tests;
