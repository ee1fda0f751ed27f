//! Import and export of annotation formats: each format is read into records and written from them.
//!
//! ```text
//! files of a format ──read──► Corpus ──write──► files of a format, and the losses
//!                              └► Thresh's JSON, which can represent all of it
//! ```
//!
//! A format is a file or folder in `formats` with a `FORMAT` of type [`Format`], listed in [`FORMATS`]. It has two functions,
//! `read(&mut [TextFile], ImportOptions) -> ImportOutcome` and `write(&Corpus, &mut dyn Sink) -> ExportOutcome`, and declares
//! its capabilities (`writing::capabilities::Capabilities`), from which the losses follow. Content of a file that has
//! no place in the model is preserved data of its record ([`Record::preserved`]): reading and writing again gives the same
//! values, also by way of Thresh's JSON. Messages are in English; they are for the command line.
//!
//! **Start reading** at [`Record`], then [`Format`] and a short format such as `formats/esa`.
//!
//! **Must never happen here:** an export that leaves something out without a loss; an import that stops at an error or
//! panics, whatever the files are; preserved data of one format used by another; access to files, network, clock or
//! randomness (callers pass texts and a [`Sink`]).
//!
//! | | |
//! |---|---|
//! | `record`, `members`, `comments` | the model: records, their edits, and named values |
//! | `report`, `file_problems` | problems, losses and counts that reading and writing report |
//! | `text_file`, `offset_unit` | the files that are read, and the units that their offsets count |
//! | `recognition`, `overview`, `typology_of_data`, `gallery` | the formats that files look like, what files hold, the templates for them |
//! | `alignment` | alignments made while reading and writing, for the report |
//! | `formats` | one file or folder for each format |
//! | `files` | kinds of files that several formats share: JSON, tables, lines |
//! | [`locate`] | finds quotes in texts |
//! | `match_decisions` | what a person decides about spans that are not just where a file says |
//! | `preserved` | preserved data: content that only the format itself needs to be written as it was, such as order and layout |
//! | `writing` | capabilities, losses, records that are written together, sinks |
//! | `import_export` | the entry points of reading and writing; keeps preserved data of different formats separate |
//! | `testing` | properties that hold for every format, tested on all of them |

#![warn(clippy::wildcard_enum_match_arm)]

mod alignment;
mod comments;
mod file_problems;
mod files;
mod formats;
mod gallery;
mod import_export;
mod in_order;
pub mod locate;
mod match_decisions;
mod members;
mod offset_unit;
mod overview;
mod preserved;
mod recognition;
mod record;
mod report;
#[cfg(test)]
mod testing;
mod text_file;
mod typology_changes;
mod typology_of_data;
mod uncertain_table;
mod writing;

pub use alignment::{RecordAlignment, TextAlignment};
pub use file_problems::{FileProblem, FileProblems};
pub use formats::{FORMATS, with_semicolons};
pub use gallery::gallery_template;
pub use match_decisions::{DecidedMatch, MatchDecision, MatchDecisionCounts, MatchDecisionError};
pub use members::Members;
pub use offset_unit::{OffsetUnit, OffsetUnitEvidence};
pub use overview::{CorpusOverview, UnitReading, unit_readings};
pub use recognition::detect;
pub use record::{Corpus, Edit, Record};
pub use report::{
    ExportOutcome, ExportedFiles, ImportOutcome, Loss, Losses, SpanLocationCounts, UncertainSpan,
    UncertainSpans,
};
pub use text_file::TextFile;
pub use typology_of_data::{
    AnswersInData, CategoryInData, QuestionInData, ShapeInData, TypologyOfData,
};
pub use uncertain_table::{match_name, uncertain_table};
pub use writing::sink::Sink;
use writing::texts::HeldTexts;

/// Options of reading files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// The unit of offsets, if not the one that the format declares.
    pub unit: Option<OffsetUnit>,
    /// The purpose of reading.
    pub purpose: ReadingPurpose,
}

/// The purpose of reading records, which decides what of them is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ReadingPurpose {
    /// To be written again, as any format: everything.
    #[default]
    AnyFormat,
    /// To be written as Thresh's format: no preserved data, which only other formats need.
    ThreshFormat,
    /// Figures: nothing that is only needed to write them again as they were.
    Figures,
}

/// A format of annotation files.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line, such as `factgenie`.
    pub name: &'static str,
    /// A description in a few words.
    pub about: &'static str,
    /// The unit of its offsets; `None` if it has none.
    pub unit: Option<OffsetUnit>,
    /// A single file or a folder of files.
    pub layout: FileLayout,
    /// The usual extension of its file, without the dot; of a format of folders, that of a single file in place of one.
    pub extension: &'static str,
    /// The formats whose preserved data its files can hold.
    preserved_data: PreservedDataOf,
    /// The texts of a record that it can hold.
    texts: HeldTexts,
    /// Reads files: [`import`](Format::import) except for the mark on preserved data. It may take the texts out of the
    /// files, which then need not be in memory beside all records.
    read: fn(&mut [TextFile], ImportOptions) -> ImportOutcome,
    /// Writes records: [`export`](Format::export) but for preserved data of other formats.
    write: fn(&Corpus, &mut dyn Sink) -> ExportOutcome,
    /// How far the beginnings of files look like this format, for [`detect`]. Folders may hold other files, too.
    recognises: fn(&[recognition::FileHead]) -> recognition::Recognition,
    /// The members of [`Record::metadata`] that identify items, for the alignment of files: all of them are needed. `a|b` is
    /// `a`, or `b` for records without it.
    pub keys: &'static [&'static str],
    /// Small files with its oddities, for the tests of every format.
    #[cfg(test)]
    sample: testing::samples::Sample,
}

/// The form in which data of a format are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileLayout {
    /// One file.
    SingleFile,
    /// A folder of files.
    Folder,
}

impl FileLayout {
    /// Its name in the list of formats.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FileLayout::SingleFile => "file",
            FileLayout::Folder => "folder",
        }
    }
}

/// The formats whose preserved data a format can hold in its files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PreservedDataOf {
    /// Only its own: those of other formats are dropped before writing.
    ThisFormat,
    /// Those of every format, marked with the name of the format that they belong to.
    AllFormats,
}

/// The format with this name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
