//! Reading and writing by any format: the entry points.
//!
//! Preserved data are marked with the name of their format, since several formats preserve columns, rows or names, and
//! none may use those of another.

use super::members::{Members, words};
use super::record::{Corpus, Edit, Record};
use super::report::{ExportOutcome, ExportedFiles, ImportOutcome, Losses};
use super::text_file::TextFile;
use super::writing::sink::Sink;
use super::{Format, HeldTexts, ImportOptions, PreservedDataOf, ReadingPurpose};
use spanwise_annotation::format::dataset::TEMPLATE_KEY;

/// The member of preserved data with the name of their format.
const FORMAT: &str = "format";

impl Format {
    /// Reads files; only one unless the format is a folder. Never fails: errors are among the problems.
    #[must_use]
    pub fn import(&self, files: impl Into<Vec<TextFile>>, reading: ImportOptions) -> ImportOutcome {
        let mut files = files.into();
        let mut imported = (self.read)(&mut files, reading);
        if let (None, Some(file)) = (reading.unit, files.first()) {
            imported.doubt_declared_unit(file);
        }
        if reading.purpose != ReadingPurpose::AnyFormat {
            imported.corpus.drop_preserved_if(|_| true);
            return imported;
        }
        if self.preserved_data == PreservedDataOf::AllFormats {
            return imported;
        }
        if !imported.corpus.preserved.is_empty() {
            imported.corpus.preserved.set_text(FORMAT, self.name);
        }
        for record in imported.corpus.records.iter_mut().filter(|record| has_preserved_data(record))
        {
            record.preserved.set_text(FORMAT, self.name);
        }
        imported
    }

    /// Writes records. Preserved data of other formats and texts that the format does not hold are dropped first; Thresh's
    /// format holds both.
    #[must_use]
    pub fn export(&self, corpus: &mut Corpus) -> ExportedFiles {
        let mut files = Vec::new();
        let losses = self.export_to(corpus, &mut files).losses;
        ExportedFiles { files, losses }
    }

    /// The same into a sink, so that the output need not fit in memory. Returns the losses and the alignment.
    pub fn export_to(&self, corpus: &mut Corpus, sink: &mut dyn Sink) -> ExportOutcome {
        if self.preserved_data == PreservedDataOf::AllFormats {
            return (self.write)(corpus, sink);
        }
        let has_template = corpus.preserved.get(TEMPLATE_KEY).is_some();
        self.drop_others(corpus);
        let mut losses = Losses::default();
        for (number, record) in corpus.records.iter_mut().enumerate() {
            self.texts.keep(record, number, &mut losses);
            if self.texts != HeldTexts::All {
                move_id(record);
            }
        }
        let mut outcome = (self.write)(corpus, sink);
        outcome.losses.extend(losses);
        if has_template {
            outcome.losses.note("templates of bundles", 0);
        }
        outcome
    }

    /// Returns `true` if preserved data are of this format.
    fn is_of(&self, preserved: &Members) -> bool {
        preserved.text(FORMAT).as_deref() == Some(self.name)
    }

    /// Drops preserved data of other formats.
    fn drop_others(&self, corpus: &mut Corpus) {
        corpus.drop_preserved_if(|preserved| !self.is_of(preserved));
    }
}

/// Moves the `id` of a record, a member of its own in Thresh's files, to the metadata, where other formats have it.
fn move_id(record: &mut Record) {
    const ID: &str = "id";
    let is_free = record.metadata.get(ID).is_none();
    let Some(id) = record.other.get(ID).filter(|id| is_free && words(id).is_some()) else { return };
    let id = id.to_owned();
    record.metadata = std::iter::once((ID, id.as_str())).chain(record.metadata.iter()).collect();
    record.other.remove(ID);
}

impl Corpus {
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

/// Returns `true` if a record has preserved data.
fn has_preserved_data(record: &Record) -> bool {
    fn any(edit: &Edit) -> bool {
        !edit.preserved.is_empty() || edit.constituents.iter().any(any)
    }
    !record.preserved.is_empty() || record.edits.iter().any(any)
}

fn forget(edit: &mut Edit) {
    edit.preserved = Members::default();
    edit.constituents.iter_mut().for_each(forget);
}
