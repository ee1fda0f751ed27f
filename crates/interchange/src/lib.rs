//! The formats of others: each is read into records and written from them.
//!
//! ```text
//! files of a format ──read──► Corpus ──write──► files of a format, and what it could not hold
//!                              └► Thresh's JSON, which holds all of it
//! ```
//!
//! A format is a file or folder in `formats` with two functions, `read(&mut [TextFile], ImportOptions) -> ImportOutcome` and
//! `write(&Corpus, &mut dyn Sink) -> ExportOutcome`, and a row in [`FORMATS`]. What it has a place for it declares as `writing::capabilities::Capabilities`,
//! which notes the rest as lost. What does not fit the records is kept beside them ([`Record`]) and comes back on the way
//! out: reading and writing again gives the same values, also by way of Thresh's JSON. Messages are in English; they are
//! for the command line.
//!
//! | | |
//! |---|---|
//! | `record`, `members`, `comments`, `report`, `unit` | the model: what is read into, and what is said about it |
//! | `alignment` | what was aligned while reading and writing |
//! | `formats` | one file or folder for each format |
//! | `files` | kinds of files: JSON, tables, lines |
//! | [`locate`] | quotes found in texts |
//! | `preserved` | preserved data, which only the format itself needs to come back as it was: what stood in the file, and in which order |
//! | `writing` | what a format has a place for, what is lost, which records are written together, where it goes |
//! | `import_export` | reading and writing by any format, so that none takes for its own what is kept for another |
//! | `testing` | what holds for every format, asked of all of them |

mod alignment;
mod comments;
mod file_problems;
mod files;
mod formats;
mod import_export;
mod in_order;
pub mod locate;
mod members;
mod offset_unit;
mod preserved;
mod record;
mod report;
#[cfg(test)]
mod testing;
mod text_file;
mod typology_changes;
mod writing;

pub use alignment::{RecordAlignment, TextAlignment};
pub use file_problems::{FileProblem, FileProblems};
pub use formats::FORMATS;
pub use members::Members;
pub use offset_unit::{OffsetUnit, OffsetUnitEvidence};
pub use record::{Corpus, Edit, Record};
pub use report::{ExportOutcome, ExportedFiles, ImportOutcome, Loss, Losses, SpanLocationCounts};
pub use text_file::TextFile;
pub use writing::sink::Sink;
use writing::texts::HeldTexts;

/// How files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// What offsets count, if not what the format declares.
    pub unit: Option<OffsetUnit>,
}

/// A format of annotation files.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line, such as `factgenie`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What its offsets count; `None` where it has none.
    pub unit: Option<OffsetUnit>,
    /// Whether it is a single file or a folder of files.
    pub layout: FileLayout,
    /// The formats whose preserved data its files can hold.
    preserved_data: PreservedDataOf,
    /// Which texts of a record it can hold.
    texts: HeldTexts,
    /// What [`import`](Format::import) does, but for what is kept. It may take the texts out of the files, so that they
    /// need not be there beside all records.
    read: fn(&mut [TextFile], ImportOptions) -> ImportOutcome,
    /// What [`export`](Format::export) does, but for what is kept.
    write: fn(&Corpus, &mut dyn Sink) -> ExportOutcome,
    /// The members of [`Record::metadata`] that tell items apart, for pairing files: all of them are needed. `a|b` is
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

/// The format of a name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
