//! Scarecrow's CSV (Dou et al. 2022): a row for each text, with the responses of all its annotators.
//!
//! `responses` is a Python literal: a list with one entry for each annotator, whose item 4 is the list of annotations; in
//! an older form the entry is that list itself. An annotation is `[type, explanation, severity, start, end, [start, end,
//! …]]`, the last list being the antecedents, which follow the main span here. Each annotator of a row is a record. Cells
//! that are a single entry, the form which Thresh's converter reads, are read and written as such.
//!
//! **Unit.** The tool that made the data runs in the browser, so its offsets count UTF-16 units by origin, although
//! programs in Python that read the file take them for code points. The two differ only after characters beyond the
//! Basic Multilingual Plane, such as emoji. The file quotes nothing that could tell, but the tool lets people mark whole
//! words only: if the spans of a file are whole words more often in another unit, a warning says so.
//!
//! | Record | File |
//! |---|---|
//! | source, target | `prompt`, `generation` |
//! | annotator | the first item of the response that looks like a worker id of Mechanical Turk, otherwise `annotator 1` … by position |
//! | metadata | all other columns, as text; those with empty cells are left out |
//! | category | the type by its name in the template, such as `grammar_usage` for `Grammar_Usage`; others as they are |
//! | answers | `explanation`, and 1 to 3 as `minor`, `somewhat`, `a lot` under `<category>_type` |
//!
//! Further content of an annotation or a response is preserved as its literal, and written back if that still describes
//! the record.

mod annotation;
mod names;
mod python_literal;
mod read;
mod responses;
mod write;

use crate::offset_unit::OffsetUnit;
use crate::recognition::{FileHead, Recognition};
#[cfg(test)]
use crate::testing::samples;
use crate::{FileLayout, Format, HeldTexts, PreservedDataOf};

/// Scarecrow's CSV.
pub(super) const FORMAT: Format = Format {
    name: "scarecrow",
    about: "Scarecrow's CSV with the responses of all annotators in a cell",
    unit: Some(OffsetUnit::Utf16),
    layout: FileLayout::SingleFile,
    extension: "csv",
    preserved_data: PreservedDataOf::ThisFormat,
    texts: HeldTexts::SourceAndTarget,
    read: read::read,
    write: write::write,
    recognises,
    keys: &["gid"],
    #[cfg(test)]
    sample: samples::SCARECROW,
};

fn recognises(files: &[FileHead]) -> Recognition {
    files.iter().any(|file| file.has_columns(&[names::GENERATION, names::RESPONSES])).into()
}

#[cfg(test)]
mod tests;
