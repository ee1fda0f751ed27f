//! Tables and lines for any typology, for spreadsheets and for programs that analyse data.
//!
//! | Format | A row or line is |
//! |---|---|
//! | `csv-spans`, `tsv-spans` | a span; an edit without a span, and an item without edits, have a row of their own |
//! | `csv-edits`, `tsv-edits` | an edit, with all its spans in a cell for each text; an item without edits has a row |
//! | `jsonl` | a record, with lists of edits, spans, answers and metadata; every line has the same members of the same types |
//!
//! All hold the same ([`record::FlatRecord`]), so that each can be made of the other: every text by its name, spans with
//! offsets in code points and their quotes, constituents by the number of their composite (`part_of`), the origin of
//! edits. An answer has a column for its question, and one for each follow-up ([`cells`]); metadata have a column for
//! each name. What is in no column is in the last one, as JSON (`edit_more`, `item_more`), so that nothing is lost but
//! preserved data of other formats and offsets beyond their text.
//!
//! **Texts** are in the first row of a record only; other rows repeat its `record`, `id`, `annotator` and metadata, so
//! that a table can be sorted and filtered. Read is a table in whatever order of its rows and columns; a column of another
//! name is metadata, of the edit if the row has one, else of the item.
//!
//! **Spreadsheets.** Tables begin with a byte order mark, by which Excel knows UTF-8. A cell that a spreadsheet would take
//! for a formula gets an apostrophe before it, which is taken away when it is read. Tables with semicolons, and with a line
//! `sep=;`, are read, too.

mod cells;
mod jsonl;
mod names;
mod place;
mod record;
mod table;

use self::record::UNIT;
use self::table::Row;
use crate::recognition::{FileHead, Recognition, any_json};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};
use spanwise_text::spreadsheet::guarded;

const COMMA: u8 = b',';
const SEMICOLON: u8 = b';';
const TAB: u8 = b'\t';

/// What all of these formats have in common.
const TABLE: Format = Format {
    name: "",
    about: "",
    unit: Some(UNIT),
    layout: FileLayout::SingleFile,
    extension: "csv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::All,
    read: table::read,
    write: |corpus, sink| table::write(corpus, Row::Span, COMMA, sink),
    recognises: |_| Recognition::No,
    keys: &[],
    #[cfg(test)]
    sample: samples::CSV_SPANS,
};

/// A row for each span, as CSV.
pub(super) const CSV_SPANS: Format = Format {
    name: "csv-spans",
    about: "a table (CSV) with a row for each span, for any typology",
    recognises: |files| has_rows(files, Row::Span, COMMA),
    ..TABLE
};

/// A row for each span, separated by tabs.
pub(super) const TSV_SPANS: Format = Format {
    name: "tsv-spans",
    extension: "tsv",
    about: "the same, separated by tabs",
    write: |corpus, sink| table::write(corpus, Row::Span, TAB, sink),
    recognises: |files| has_rows(files, Row::Span, TAB),
    #[cfg(test)]
    sample: samples::TSV_SPANS,
    ..TABLE
};

/// A row for each edit, as CSV.
pub(super) const CSV_EDITS: Format = Format {
    name: "csv-edits",
    about: "a table (CSV) with a row for each edit, for any typology",
    write: |corpus, sink| table::write(corpus, Row::Edit, COMMA, sink),
    recognises: |files| has_rows(files, Row::Edit, COMMA),
    #[cfg(test)]
    sample: samples::CSV_EDITS,
    ..TABLE
};

/// A row for each edit, separated by tabs.
pub(super) const TSV_EDITS: Format = Format {
    name: "tsv-edits",
    extension: "tsv",
    about: "the same, separated by tabs",
    write: |corpus, sink| table::write(corpus, Row::Edit, TAB, sink),
    recognises: |files| has_rows(files, Row::Edit, TAB),
    #[cfg(test)]
    sample: samples::TSV_EDITS,
    ..TABLE
};

/// The tables with commas as they are written with semicolons, as spreadsheets expect where the comma is for decimals.
static WITH_SEMICOLONS: [Format; 2] = [
    Format { write: |corpus, sink| table::write(corpus, Row::Span, SEMICOLON, sink), ..CSV_SPANS },
    Format { write: |corpus, sink| table::write(corpus, Row::Edit, SEMICOLON, sink), ..CSV_EDITS },
];

/// A format whose cells are separated by semicolons rather than commas; `None` if the format has no choice.
#[must_use]
pub fn with_semicolons(format: &Format) -> Option<&'static Format> {
    WITH_SEMICOLONS.iter().find(|other| other.name == format.name)
}

/// A line for each record, for the library `datasets` and others that infer a schema.
pub(super) const JSONL: Format = Format {
    name: "jsonl",
    extension: "jsonl",
    about: "JSON Lines of one schema, for Hugging Face's datasets and for data frames",
    read: jsonl::read,
    write: jsonl::write,
    recognises: |files| any_json(files, |json| json.has(&jsonl::LISTS)),
    #[cfg(test)]
    sample: samples::JSONL,
    ..TABLE
};

/// A line of a table with commas that no spreadsheet executes.
pub(crate) fn guarded_line<const N: usize>(cells: [String; N]) -> String {
    crate::files::table::line(COMMA, cells.iter().map(|cell| guarded(cell).into_owned()))
}

/// Recognises a table with such rows. One with semicolons counts as one with commas.
fn has_rows(files: &[FileHead], row: Row, separator: u8) -> Recognition {
    let is_own = |file: &FileHead| {
        let is_tabbed = file.separator() == TAB;
        is_tabbed == (separator == TAB) && table::has_rows(file.columns(), row)
    };
    files.iter().any(is_own).into()
}

#[cfg(test)]
mod tests;
