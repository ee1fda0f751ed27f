//! Reading and writing by a format, with what one format leaves for another to lose.
//!
//! What only the way back to a format needs is kept with the name of that format, so that no other takes it for its own:
//! several keep their columns, rows or names.

use super::members::Members;
use super::record::{Corpus, Edit, Record};
use super::report::{ExportOutcome, ExportedFiles, ImportOutcome, Losses};
use super::text_file::TextFile;
use super::writing::sink::Sink;
use super::{Format, ImportOptions, PreservedDataOf};
use spanwise_annotation::format::dataset::TEMPLATE_KEY;

/// The member of what is kept with the name of the format that it is for.
const FORMAT: &str = "format";

impl Format {
    /// Reads files; only one unless the format is a folder. Never fails: what is wrong is in the problems.
    #[must_use]
    pub fn import(&self, files: impl Into<Vec<TextFile>>, reading: ImportOptions) -> ImportOutcome {
        let mut imported = (self.read)(&mut files.into(), reading);
        if self.preserved_data == PreservedDataOf::AllFormats {
            return imported;
        }
        if !imported.corpus.preserved.is_empty() {
            imported.corpus.preserved.set_text(FORMAT, self.name);
        }
        for record in imported.corpus.records.iter_mut().filter(|record| keeps(record)) {
            record.preserved.set_text(FORMAT, self.name);
        }
        imported
    }

    /// Writes records. First, what is kept for other formats is dropped from them, and what is no source or target of theirs;
    /// but not by Thresh's, which holds it.
    #[must_use]
    pub fn export(&self, corpus: &mut Corpus) -> ExportedFiles {
        let mut files = Vec::new();
        let losses = self.export_to(corpus, &mut files).losses;
        ExportedFiles { files, losses }
    }

    /// The same, piece by piece: what is written need not be held. What could not be written is given back.
    pub fn export_to(&self, corpus: &mut Corpus, sink: &mut dyn Sink) -> ExportOutcome {
        if self.preserved_data == PreservedDataOf::AllFormats {
            return (self.write)(corpus, sink);
        }
        let has_template = corpus.preserved.get(TEMPLATE_KEY).is_some();
        self.drop_others(corpus);
        let mut losses = Losses::default();
        for (number, record) in corpus.records.iter_mut().enumerate() {
            self.texts.keep(record, number, &mut losses);
        }
        let mut outcome = (self.write)(corpus, sink);
        outcome.losses.extend(losses);
        if has_template {
            outcome.losses.note("templates of bundles", 0);
        }
        outcome
    }

    /// Whether something is kept for this format.
    fn is_of(&self, preserved: &Members) -> bool {
        preserved.text(FORMAT).as_deref() == Some(self.name)
    }

    /// Drops what is kept for other formats.
    fn drop_others(&self, corpus: &mut Corpus) {
        corpus.drop_preserved_if(|preserved| !self.is_of(preserved));
    }
}

impl Corpus {
    /// Drops all that only the way back to a format needs, for who does not go there.
    pub fn drop_preserved(&mut self) {
        self.drop_preserved_if(|_| true);
    }

    fn drop_preserved_if(&mut self, is_dropped: impl Fn(&Members) -> bool) {
        if is_dropped(&self.preserved) {
            self.preserved = Members::default();
        }
        for record in self.records.iter_mut().filter(|record| is_dropped(&record.preserved)) {
            record.preserved = Members::default();
            record.edits.iter_mut().for_each(forget);
        }
    }
}

/// Whether anything is kept of a record.
fn keeps(record: &Record) -> bool {
    fn any(edit: &Edit) -> bool {
        !edit.preserved.is_empty() || edit.constituents.iter().any(any)
    }
    !record.preserved.is_empty() || record.edits.iter().any(any)
}

fn forget(edit: &mut Edit) {
    edit.preserved = Members::default();
    edit.constituents.iter_mut().for_each(forget);
}
