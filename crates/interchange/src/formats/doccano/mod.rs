//! doccano's JSON Lines: a text with its labels on each line, in one file or one for each annotator.
//!
//! ```text
//! {"id": 1, "text": "…", "label": [[0, 4, "X"]], "Comments": []}
//! {"id": 1, "text": "…", "entities": [{"id": 7, "label": "X", "start_offset": 0, "end_offset": 4}], "relations": […]}
//! {"id": 1, "text": "…", "label": ["positive"]}
//! ```
//!
//! * A line is a record. Of a folder, the name of a file is its annotator, as doccano exports them; `all` and `unknown` name
//!   nobody. All members but the text and the lists below are metadata.
//! * A label with offsets, in `label` (`labels` in older files) or `entities`, is an edit.
//! * Labels that are strings, of classifications (`label`, or `cats` beside `entities`), are the answer `cats` about the item.
//! * Relations come back as they were; one with an edit that is gone is left out.
//! * An item without any of these lists is not done.
//!
//! Offsets count code points.
//!
//! Recognised by: lines of objects with `text` and with a list `label` or `labels` of lists of two numbers and a string, or
//! with `entities` of objects with `start_offset`.

mod names;
mod read;
mod spans;
#[cfg(test)]
mod tests;
mod write;

use self::names::UNIT;
use crate::recognition::{FileHead, Recognition};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// doccano.
pub(super) const FORMAT: Format = Format {
    name: "doccano",
    about: "doccano's JSON Lines, a file or one for each annotator",
    unit: Some(UNIT),
    layout: FileLayout::Folder,
    extension: "jsonl",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["id"],
    #[cfg(test)]
    sample: samples::DOCCANO,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let has_places = |line: &str| {
        let dense: String = line.chars().filter(|c| !c.is_whitespace()).collect();
        let begins = ["\"label\":[[", "\"labels\":[[", "\"entities\":[{"];
        begins.iter().any(|begin| dense.contains(begin))
    };
    let is_document = |file: &FileHead| {
        file.json().is_some_and(|json| json.has(&["text"])) && file.lines().any(has_places)
    };
    files.iter().any(is_document).into()
}
