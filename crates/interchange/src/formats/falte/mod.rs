//! FALTE's files (Goyal, Li and Durrett 2022): stories in paragraphs, and a table with a row for each error.
//!
//! `stories.json` is `{story: {"sentences": [paragraph, …]}}`; a paragraph is HTML, of which the text is read. Rows are CSV
//! with the columns of FALTE's database, or those named in the paper. Given together they are joined; a record is what one
//! session (`survey_code`, or `annotator` where there is none) says of one story. Rows without stories keep what they
//! quote, but have no spans. Written are `stories.json` and `annotations.csv`.
//!
//! | Record | Files |
//! |---|---|
//! | target | the paragraphs of the story, with a blank line between two |
//! | `metadata.paragraphs` | the `[start, end]` of each paragraph in the target, in code points |
//! | `metadata.mentions` | the same of the mentions of entities, by the K of `<span class="ne ne-K">` |
//! | category | `error`, by the names of SNaC, for which FALTE was made (see `TYPES`); others as they are |
//! | spans | `span1`, and `span2` where the type is paired or not known |
//! | metadata of an edit | `segmentid`, the 0-based number of the paragraph; `feedback` |
//! | done, without edits | a row whose `error` is `no-error` |
//!
//! **Offsets** count UTF-16 units. Those of span 1 are in the paragraph; FALTE's own page has a space before it. Those of
//! span 2 are in the paragraphs so far, which FALTE's page pads with white space; here they are written as they are in the
//! target. FALTE's page stores offsets of the wrong span where the second is in the current paragraph, backward ones, and
//! texts cut at 500 characters. So each text is looked for where the offsets may mean, and then wherever it stands.

mod anew;
mod columns;
mod in_turn;
mod place;
mod read;
mod rows;
mod story;
mod write;

use crate::unit::Unit;
use crate::{Format, HeldTexts};

/// FALTE's files.
pub(super) const FORMAT: Format = Format {
    name: "falte",
    about: "FALTE's stories.json and the table of its annotations",
    unit: Some(Unit::Utf16),
    folder: true,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    keys: &["storyid"],
};

/// FALTE's types, the names that SNaC's data and template have for the same notions, and whether a second span belongs
/// to them.
const TYPES: [(&str, &str, bool); 7] = [
    ("character", "CharE", false),
    ("event", "RefE", false),
    ("scene", "SceneE", false),
    ("repitition", "RepE", true),
    ("inconsistent", "InconE", true),
    ("grammar", "GramE", false),
    ("coref", "CorefE", false),
];

/// What stands for a type where there is no error.
const NO_ERROR: &str = "no-error";

/// What FALTE's page puts before the name of a type.
const PREFIX: &str = "selection-";

/// Names in [`Record::metadata`](crate::Record) and [`Edit::metadata`](crate::Edit).
const STORY: &str = "storyid";
const PARAGRAPHS: &str = "paragraphs";
const MENTIONS: &str = "mentions";
const SEGMENT: &str = "segmentid";
const FEEDBACK: &str = "feedback";

/// Names in what is kept: the columns of the table; the story as it was; rows that say that there is no error, those that
/// go as soon as there is one, and those that stay; the number of a row, and those of its cells that would be
/// written otherwise.
const COLUMNS: &str = "columns";
const STORY_WAS: &str = "story";
const EMPTY_ROWS: &str = "no_error";
const OTHER_ROWS: &str = "rows";
const ROW: &str = "row";
const CELLS: &str = "cells";

/// The category of a type.
fn category_of(error: &str) -> &str {
    let name = error.strip_prefix(PREFIX).unwrap_or(error);
    TYPES.iter().find(|(known, ..)| *known == name).map_or(name, |(_, category, _)| category)
}

/// The type of a category.
fn type_of(category: &str) -> &str {
    TYPES.iter().find(|(_, known, _)| *known == category).map_or(category, |(name, ..)| name)
}

/// Whether a second span belongs to a category, as far as is known.
fn is_paired(category: &str) -> bool {
    TYPES.iter().find(|(_, known, _)| *known == category).is_none_or(|(.., paired)| *paired)
}

#[cfg(test)]
mod tests;
