//! The formats of others: each is read into records and written from them.
//!
//! ```text
//! files of a format ──read──► Corpus ──write──► files of a format, and what it could not hold
//!                              └► Thresh's JSON, which holds all of it
//! ```
//!
//! A format is a file here with two functions, `read(&[File], Reading) -> Imported` and `write(&Corpus) -> Written`, and
//! a row in [`FORMATS`]. What does not fit the records is kept beside them ([`Record`]) and comes back on the way out:
//! reading and writing again gives the same values, also by way of Thresh's JSON. Messages are in English; they are for
//! the command line.

mod arxivedits;
mod as_written;
mod brat;
mod comments;
mod conll;
mod esa;
mod factgenie;
mod falte;
mod fg_rlhf;
mod flat;
mod folder;
mod frank;
mod groups;
mod holds;
mod items;
mod json_file;
mod json_items;
mod lines;
pub mod locate;
mod marks;
mod members;
mod mqm;
mod propaganda;
mod pygamma;
mod python_literal;
mod record;
mod report;
mod scarecrow;
mod snac;
mod table;
#[cfg(test)]
mod testing;
mod thresh;
mod travel;
mod unit;
mod web_annotation;

pub use members::Members;
pub use record::{Corpus, Edit, Record};
pub use report::{File, Imported, Loss, Losses, Matched, Problem, Problems, Written};
pub use unit::{Fits, Unit};

/// How files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reading {
    /// What offsets count, if not what the format declares.
    pub unit: Option<Unit>,
}

/// A format of annotation files.
#[derive(Debug)]
pub struct Format {
    /// Its name on the command line, such as `factgenie`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// What its offsets count; `None` where it has none.
    pub unit: Option<Unit>,
    /// Whether it is a folder of files.
    pub folder: bool,
    /// What [`import`](Format::import) does, but for what is kept.
    read: fn(&[File], Reading) -> Imported,
    /// What [`export`](Format::export) does, but for what is kept.
    write: fn(&Corpus) -> Written,
    /// The members of [`Record::metadata`] that tell items apart, for pairing files: all of them are needed. `a|b` is
    /// `a`, or `b` for records without it.
    pub keys: &'static [&'static str],
}

/// All formats.
pub static FORMATS: &[Format] = &[
    thresh::FORMAT,
    factgenie::FORMAT,
    mqm::FORMAT,
    esa::FORMAT,
    propaganda::FORMAT,
    arxivedits::FORMAT,
    fg_rlhf::FORMAT,
    falte::FORMAT,
    frank::FORMAT,
    scarecrow::FORMAT,
    snac::FORMAT,
    web_annotation::FORMAT,
    pygamma::FORMAT,
    conll::FORMAT,
    brat::FORMAT,
];

/// The format of a name.
#[must_use]
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
