//! Reading folders of documents.

use super::document::Document;
use super::edits;
use super::names::{DOCUMENT, ENDING, OWN, UNIT};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::members::Members;
use crate::record::{Corpus, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use crate::writing::project_files::names_of;
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_json::encode;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let (mut corpus, mut problems) = (Corpus::default(), FileProblems::default());
    let mut located = SpanLocationCounts::default();
    let mut others = Members::default();
    let mut unit = None;
    for file in files.iter() {
        let is_document = file.path.is_empty() || file.path.ends_with(ENDING);
        let document =
            is_document.then(|| Document::read(file, reading.unit, &mut problems)).flatten();
        let Some(document) = document else {
            if !file.path.is_empty() {
                if !is_document {
                    problems.other_file(file, "WebAnno's tables end in .tsv.");
                }
                others.set(&file.path, encode(&file.text));
            }
            continue;
        };
        unit.get_or_insert(document.unit);
        let record = record(file, &document);
        for edit in &record.edits {
            match edit.spans.is_empty() {
                true => located.missing += 1,
                false => located.by_offsets += 1,
            }
        }
        corpus.add(record);
    }
    if corpus.records.is_empty() && problems.errors() == 0 {
        let file = files.first().cloned().unwrap_or_else(|| TextFile::new("", ""));
        let said =
            ["There are no documents here.", "Open a file or a folder of WebAnno TSV 3 (.tsv)."];
        problems.error(&file, DiagnosticPlace::Whole, "no-documents", said.map(str::to_owned));
    }
    if !others.is_empty() {
        corpus.preserved.set(OWN, others.to_json());
    }
    let unit = Some(unit.or(reading.unit).unwrap_or(UNIT));
    ImportOutcome { corpus, unit, located, problems, alignment: None }
}

fn record(file: &TextFile, document: &Document) -> Record {
    let (name, annotator) = names_of(&file.path, ENDING);
    let mut record = Record {
        annotator: annotator.map(str::to_owned),
        texts: Texts::target_only(document.text.clone()),
        edits: edits::read(document),
        done: true,
        ..Record::default()
    };
    if !name.is_empty() {
        record.metadata.set_text(DOCUMENT, name);
    }
    let mut own = Members::default();
    own.set_text("file", &file.path);
    own.set_text("unit", document.unit.name());
    own.set_text("lines", &file.text);
    record.preserved.set(OWN, own.to_json());
    record
}
