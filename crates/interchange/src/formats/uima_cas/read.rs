//! Reading CAS files.

use super::cas::Cas;
use super::names::{DOCUMENT, ENDING, OWN, UNIT};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::value;
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use crate::writing::project_files::names_of;
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::encode;
use spanwise_template::Side;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(UNIT);
    let mut reader = CasReader {
        unit,
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
    };
    let (mut corpus, mut others) = (Corpus::default(), Members::default());
    for file in files.iter() {
        let is_document = file.path.is_empty() || file.path.ends_with(ENDING);
        if !is_document {
            reader.problems.other_file(file, "Files of UIMA CAS JSON end in .json.");
        }
        let record = is_document.then(|| reader.record(file)).flatten();
        match record {
            Some(record) => corpus.add(record),
            None if file.path.is_empty() => {}
            None => others.set(&file.path, encode(&file.text)),
        }
    }
    let CasReader { located, mut problems, .. } = reader;
    if corpus.records.is_empty() && problems.errors() == 0 {
        let file = files.first().cloned().unwrap_or_else(|| TextFile::new("", ""));
        let said =
            ["There are no documents here.", "Open a file or a folder of UIMA CAS JSON (.json)."];
        problems.error(&file, DiagnosticPlace::Whole, "no-documents", said.map(str::to_owned));
    }
    if !others.is_empty() {
        corpus.preserved.set(OWN, others.to_json());
    }
    ImportOutcome { corpus, unit: Some(unit), located, problems, alignment: None }
}

struct CasReader {
    unit: OffsetUnit,
    located: SpanLocationCounts,
    problems: FileProblems,
}

impl CasReader {
    /// The record of a file; `None` if it is none of a CAS, which is an error only for a file that is alone.
    fn record(&mut self, file: &TextFile) -> Option<Record> {
        let json = value(file, &mut self.problems)?;
        let Some(cas) = Cas::parse(json) else {
            const EXPECTED: &str = "A UIMA CAS is an object with a list “%FEATURE_STRUCTURES”.";
            if file.path.is_empty() {
                let said = ["This is no UIMA CAS JSON.", EXPECTED];
                self.error(file, "no-cas", said.map(str::to_owned));
            } else {
                self.problems.other_file(file, EXPECTED);
            }
            return None;
        };
        if cas.view(Side::Target).id.is_none() {
            let said = [
                "The CAS has no text.",
                "Its text is the “sofaString” of a structure of the type uima.cas.Sofa.",
            ];
            self.error(file, "no-text", said.map(str::to_owned));
        }
        let (name, annotator) = names_of(&file.path, ENDING);
        let texts = [Side::Source, Side::Target].map(|side| cas.view(side).text.clone());
        let [source, target] = texts;
        let mut record = Record {
            annotator: annotator.map(str::to_owned),
            texts: Texts::usual(source, target),
            done: true,
            ..Record::default()
        };
        record.edits = self.edits(file, &cas);
        if !name.is_empty() {
            record.metadata.set_text(DOCUMENT, name);
        }
        let mut own = Members::default();
        own.set_text("file", &file.path);
        own.set_text("unit", self.unit.name());
        own.set("cas", json);
        record.preserved.set(OWN, own.to_json());
        Some(record)
    }

    fn error(&mut self, file: &TextFile, code: &'static str, said: [String; 2]) {
        self.problems.error(file, DiagnosticPlace::Whole, code, said);
    }

    fn edits(&mut self, file: &TextFile, cas: &Cas) -> Vec<Edit> {
        let mut edits = Vec::new();
        let mut words = OffsetUnitEvidence::default();
        for (raw, structure) in &cas.structures {
            let Some(side) = cas.side(structure) else { continue };
            let edit = cas.edit(structure, side, self.unit);
            match edit.spans.all().next() {
                Some(span) => {
                    let text = &cas.view(side).text;
                    let (start, end) = self.unit.offsets(text, span);
                    words.count_words(text, start, end);
                    self.located.by_offsets += 1;
                }
                None => {
                    self.located.missing += 1;
                    let said = format!("An annotation is not within its text: {}.", quoted(raw));
                    let remedy = "It is kept without a place: begin and end count UTF-16 units from 0, the end is not included.";
                    self.error(file, "unreadable-span", [said, remedy.to_owned()]);
                }
            }
            edits.push(edit);
        }
        words.doubt(self.unit, file, &mut self.problems);
        edits
    }
}
