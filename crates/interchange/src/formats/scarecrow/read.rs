//! From rows to records.

use super::annotation;
use super::names::{
    ANNOTATIONS, COLUMN_NAMES, GENERATION, PROMPT, RESPONSE, RESPONSES, SINGLE, UNREAD,
};
use super::python_literal::{PythonLiteral, PythonLiteralError};
use super::responses::{AnnotationsPlace, is_single, responses_of};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::table::{CsvRow, CsvTable};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::order::numbered;
use crate::record::{Corpus, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_json::encode;
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let unit = reading.unit.unwrap_or(OffsetUnit::Utf16);
    let mut imported = ImportOutcome {
        corpus: Corpus::default(),
        unit: Some(unit),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        alignment: None,
    };
    for file in files {
        read_file(file, unit, &mut imported);
    }
    imported
}

fn read_file(file: &mut TextFile, unit: OffsetUnit, imported: &mut ImportOutcome) {
    let table = CsvTable::read(file, &mut imported.problems);
    let columns = [PROMPT, GENERATION, RESPONSES].map(|name| table.column(name));
    let [Some(prompt), Some(generation), Some(responses)] = columns else {
        let said =
            "The first line does not name the columns “prompt”, “generation” and “responses”.";
        let remedy = "Give a CSV file as Scarecrow publishes it.";
        imported.problems.error(
            file,
            DiagnosticPlace::Whole,
            "no-columns",
            [said, remedy].map(str::to_owned),
        );
        return;
    };
    let names: Vec<String> = table.columns.iter().map(|name| encode(name)).collect();
    imported.corpus.preserved.set(COLUMN_NAMES, format!("[{}]", names.join(",")));
    let mut fits = OffsetUnitEvidence::default();
    for row in table.rows.iter().filter(|row| !row.cell(generation).is_ascii()) {
        let literal = literal(row.cell(responses));
        count_words(&mut fits, &Text::new(row.cell(generation)), literal.as_ref().ok());
    }
    file.text = String::new();
    fits.doubt(unit, file, &mut imported.problems);
    for (number, row) in table.rows.into_iter().enumerate() {
        let mut metadata = Members::default();
        for (column, name) in table.columns.iter().enumerate() {
            let is_own = [prompt, generation, responses].contains(&column);
            if !is_own && !row.cell(column).is_empty() {
                metadata.set_text(name, row.cell(column));
            }
        }
        let mut item = Record {
            texts: Texts::usual(Text::new(row.cell(prompt)), Text::new(row.cell(generation))),
            metadata,
            ..Record::default()
        };
        item.preserved.set("row", number.to_string());
        let (cell, row) = (row.cell(responses), &row);
        ScarecrowRowReader { file, row, unit, item, imported }.responses(cell, &literal(cell));
    }
}

/// Parses the cell of responses; an empty one is an empty list.
fn literal(cell: &str) -> Result<PythonLiteral, PythonLiteralError> {
    if cell.trim().is_empty() {
        Ok(PythonLiteral::List(Vec::new()))
    } else {
        PythonLiteral::parse(cell)
    }
}

/// Counts the main spans of all responses, which are whole words.
fn count_words(fits: &mut OffsetUnitEvidence, text: &Text, responses: Option<&PythonLiteral>) {
    for response in responses.and_then(responses_of).unwrap_or_default() {
        let annotations = AnnotationsPlace::of(response).and_then(|at| at.of_response(response));
        for annotation in annotations.unwrap_or_default() {
            if let Some((start, end)) = annotation::main(annotation) {
                fits.count_words(text, start, end);
            }
        }
    }
}

/// Reads the responses of a row.
struct ScarecrowRowReader<'a> {
    file: &'a TextFile,
    row: &'a CsvRow,
    unit: OffsetUnit,
    /// The record of the row without annotations.
    item: Record,
    imported: &'a mut ImportOutcome,
}

impl ScarecrowRowReader<'_> {
    fn responses(mut self, cell: &str, literal: &Result<PythonLiteral, PythonLiteralError>) {
        let responses = match literal {
            Ok(literal) => responses_of(literal).ok_or("The responses are not a list.".to_owned()),
            Err(fault) => Err(format!("The responses can't be read: {fault}.")),
        };
        let responses = responses.unwrap_or_else(|said| {
            self.error(said);
            self.item.preserved.set_text(RESPONSES, cell);
            &[]
        });
        if literal.as_ref().is_ok_and(is_single) {
            self.item.preserved.set(SINGLE, "true");
        }
        for (i, response) in responses.iter().enumerate() {
            let record = self.response(i, response);
            self.imported.corpus.add(record);
        }
        if responses.is_empty() {
            self.imported.corpus.add(self.item);
        }
    }

    fn response(&mut self, number: usize, response: &PythonLiteral) -> Record {
        let mut record = self.item.clone();
        let mut rest = response.clone();
        record.annotator = worker(response).or_else(|| Some(position_name(number)));
        let annotations = AnnotationsPlace::of(response);
        let annotations = annotations.and_then(|at| at.in_response(&mut rest).map(std::mem::take));
        record.done = annotations.is_some();
        if annotations.is_none() {
            let said = format!(
                "Response {} has no list of annotations as its item {ANNOTATIONS}.",
                number + 1
            );
            self.error(said);
        }
        let mut unread = Vec::new();
        for (i, annotation) in annotations.into_iter().flatten().enumerate() {
            let place = format!("Response {}, annotation {}", number + 1, i + 1);
            match annotation::read(&annotation, record.target(), self.unit) {
                Ok(read) => {
                    self.imported.located.by_offsets += read.spans - read.outside;
                    self.imported.located.missing += read.outside;
                    for remark in read.remarks {
                        self.error(format!("{place}: {remark}"));
                    }
                    record.edits.push(read.edit);
                }
                Err(why) => {
                    self.error(format!("{place}: {why}"));
                    unread.push((i, encode(&annotation.to_string())));
                }
            }
        }
        record.preserved.set_text(RESPONSE, &rest.to_string());
        if !unread.is_empty() {
            record.preserved.set(UNREAD, numbered(&unread));
        }
        record
    }

    fn error(&mut self, said: String) {
        let remedy = "It is kept, and written back as it was.".to_owned();
        let place = self.row.place.clone();
        self.imported.problems.error(self.file, place, "unreadable-response", [said, remedy]);
    }
}

/// The name of an annotator known only by the position in the row.
pub(super) fn position_name(number: usize) -> String {
    format!("annotator {}", number + 1)
}

/// The worker id in a response.
fn worker(response: &PythonLiteral) -> Option<String> {
    let items = response.items()?.iter().enumerate().filter(|(i, _)| *i != ANNOTATIONS);
    let mut texts = items.filter_map(|(_, item)| item.text());
    texts.find(|text| is_worker(text)).map(str::to_owned)
}

/// Returns `true` if a text looks like a worker id of Mechanical Turk: an A and 11 to 20 capitals and digits, with a
/// digit at least.
pub(super) fn is_worker(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    text.starts_with('A')
        && (12..=21).contains(&text.len())
        && text.bytes().all(is_part)
        && text.bytes().any(|b| b.is_ascii_digit())
}
