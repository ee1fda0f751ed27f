//! Reading and writing by a format, with what one format leaves for another to lose.
//!
//! What only the way back to a format needs is kept with the name of that format, so that no other takes it for its own:
//! several keep their columns, rows or names.

use super::members::Members;
use super::record::{Corpus, Edit, Record};
use super::report::{File, Imported, Written};
use super::{Format, Reading};
use crate::domain::format::dataset::TEMPLATE_KEY;

/// The member of what is kept with the name of the format that it is for.
const FORMAT: &str = "format";

/// The format that holds what is kept of all others.
const THRESH: &str = "thresh";

impl Format {
    /// Reads files; only one unless the format is a folder. Never fails: what is wrong is in the problems.
    #[must_use]
    pub fn import(&self, files: &[File], reading: Reading) -> Imported {
        let mut imported = (self.read)(files, reading);
        if self.name == THRESH {
            return imported;
        }
        if !imported.corpus.kept.is_empty() {
            imported.corpus.kept.set_text(FORMAT, self.name);
        }
        for record in imported.corpus.records.iter_mut().filter(|record| keeps(record)) {
            record.kept.set_text(FORMAT, self.name);
        }
        imported
    }

    /// Writes records. First, what is kept for other formats is dropped from them, but by Thresh's, which holds it.
    #[must_use]
    pub fn export(&self, corpus: &mut Corpus) -> Written {
        if self.name == THRESH {
            return (self.write)(corpus);
        }
        let has_template = corpus.kept.get(TEMPLATE_KEY).is_some();
        self.drop_others(corpus);
        let mut written = (self.write)(corpus);
        if has_template {
            written.losses.note("templates of bundles", 0);
        }
        written
    }

    /// Whether something is kept for this format.
    fn is_of(&self, kept: &Members) -> bool {
        kept.text(FORMAT).as_deref() == Some(self.name)
    }

    /// Drops what is kept for other formats.
    fn drop_others(&self, corpus: &mut Corpus) {
        if !self.is_of(&corpus.kept) {
            corpus.kept = Members::default();
        }
        for record in corpus.records.iter_mut().filter(|record| !self.is_of(&record.kept)) {
            record.kept = Members::default();
            record.edits.iter_mut().for_each(forget);
        }
    }
}

/// Whether anything is kept of a record.
fn keeps(record: &Record) -> bool {
    fn any(edit: &Edit) -> bool {
        !edit.kept.is_empty() || edit.parts.iter().any(any)
    }
    !record.kept.is_empty() || record.edits.iter().any(any)
}

fn forget(edit: &mut Edit) {
    edit.kept = Members::default();
    edit.parts.iter_mut().for_each(forget);
}
