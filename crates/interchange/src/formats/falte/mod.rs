//! FALTE's files (Goyal, Li and Durrett 2022): stories in paragraphs, and a table with a row for each error.
//!
//! `stories.json` is `{story: {"sentences": [paragraph, …]}}`; a paragraph is HTML, of which the text is read. Rows are
//! CSV with the columns of FALTE's database, or those named in the paper. Given together they are joined; a record has
//! the annotations of one story in one session (`survey_code`, or `annotator` if there is none). The annotator is the one
//! that the rows name, or else the session: FALTE's page writes `turker` into all of them. Rows without stories
//! keep their quotes, but have no spans. Written are `stories.json` and `annotations.csv`.
//!
//! | Record | Files |
//! |---|---|
//! | target | the paragraphs of the story, with a blank line between two |
//! | `metadata.paragraphs` | the `[start, end]` of each paragraph in the target, in code points |
//! | `mentions` | the mentions of entities, with the K of `<span class="ne ne-K">` as the cluster |
//! | category | `error`, by the names of SNaC, for which FALTE was made (see `TYPES`); others as they are |
//! | spans | `span1`, and `span2` where the type is paired or not known; of a paired type, `span2` has the role `antecedent` |
//! | `metadata.session` | `survey_code`, where it is not the annotator |
//! | metadata of an edit | `segmentid`, the 0-based number of the paragraph; `feedback` |
//! | answer `feedback` | written as `feedback`, before that of the metadata |
//! | done, without edits | a row whose `error` is `no-error` |
//!
//! **Offsets** count UTF-16 units. Those of span 1 are in the paragraph; FALTE's own page has a space before it. Those
//! of span 2 are in the paragraphs so far, which FALTE's page pads with white space; here they are written as they are
//! in the target. FALTE's page stores offsets of the wrong span where the second is in the current paragraph, backward
//! ones, and texts cut at 500 characters. So each text is first looked for at all places that its offsets may mean,
//! then anywhere.

mod candidate_spans;
mod columns;
mod names;
mod new_row;
mod read;
mod rows;
mod rows_in_order;
mod story;
mod write;

use self::names::ITEM_KEYS;
use crate::offset_unit::OffsetUnit;
use crate::recognition::{FileHead, Recognition};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// FALTE's files.
pub(super) const FORMAT: Format = Format {
    name: "falte",
    about: "FALTE's stories.json and the table of its annotations",
    unit: Some(OffsetUnit::Utf16),
    layout: FileLayout::Folder,
    extension: "csv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: ITEM_KEYS,
    #[cfg(test)]
    sample: samples::FALTE,
};

fn recognises(files: &[FileHead]) -> Recognition {
    let is_stories =
        |file: &FileHead| file.json().is_some_and(|json| json.has_at(2, &["sentences"]));
    let is_table = |file: &FileHead| {
        let fields: Vec<&str> = file.columns().iter().map(|name| columns::field_of(name)).collect();
        [names::STORY, names::SEGMENT, "span1"].iter().all(|field| fields.contains(field))
    };
    files.iter().any(|file| is_stories(file) || is_table(file)).into()
}

#[cfg(test)]
mod tests;
