//! From rows to records.

use super::python_literal::{Literal, LiteralFault};
use super::{
    ANNOTATIONS, Annotations, COLUMN_NAMES, GENERATION, PROMPT, RESPONSE, RESPONSES, SINGLE,
    UNREAD, annotation, is_single, responses_of,
};
use crate::Reading;
use crate::files::table::{Row, Table};
use crate::members::Members;
use crate::preserved::order::numbered;
use crate::record::{Corpus, Record};
use crate::report::{File, Imported, Matched, Problems};
use crate::unit::{Fits, Unit};
use spanwise_annotation::document::Texts;
use spanwise_diagnostics::Place;
use spanwise_json::encode;
use spanwise_text::Text;

pub(super) fn read(files: &mut [File], reading: Reading) -> Imported {
    let unit = reading.unit.unwrap_or(Unit::Utf16);
    let mut imported = Imported {
        corpus: Corpus::default(),
        unit: Some(unit),
        matched: Matched::default(),
        problems: Problems::default(),
        aligned: None,
    };
    for file in files {
        read_file(file, unit, &mut imported);
    }
    imported
}

fn read_file(file: &mut File, unit: Unit, imported: &mut Imported) {
    let table = Table::read(file, &mut imported.problems);
    let columns = [PROMPT, GENERATION, RESPONSES].map(|name| table.column(name));
    let [Some(prompt), Some(generation), Some(responses)] = columns else {
        let said =
            "The first line does not name the columns “prompt”, “generation” and “responses”.";
        let remedy = "Give a CSV file as Scarecrow publishes it.";
        imported.problems.error(
            file,
            Place::Whole,
            "no-columns",
            [said, remedy].map(str::to_owned),
        );
        return;
    };
    let names: Vec<String> = table.columns.iter().map(|name| encode(name)).collect();
    imported.corpus.preserved.set(COLUMN_NAMES, format!("[{}]", names.join(",")));
    let mut fits = Fits::default();
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
        RowReader { file, row, unit, item, imported }.responses(cell, &literal(cell));
    }
}

/// What the cell of responses holds; an empty one holds none.
fn literal(cell: &str) -> Result<Literal, LiteralFault> {
    if cell.trim().is_empty() { Ok(Literal::List(Vec::new())) } else { Literal::parse(cell) }
}

/// Counts the main spans of all responses, which are whole words.
fn count_words(fits: &mut Fits, text: &Text, responses: Option<&Literal>) {
    for response in responses.and_then(responses_of).unwrap_or_default() {
        let annotations = Annotations::of(response).and_then(|at| at.of_response(response));
        for annotation in annotations.unwrap_or_default() {
            if let Some((start, end)) = annotation::main(annotation) {
                fits.count_words(text, start, end);
            }
        }
    }
}

/// Reads the responses of a row.
struct RowReader<'a> {
    file: &'a File,
    row: &'a Row,
    unit: Unit,
    /// The record before an annotator's work.
    item: Record,
    imported: &'a mut Imported,
}

impl RowReader<'_> {
    fn responses(mut self, cell: &str, literal: &Result<Literal, LiteralFault>) {
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

    fn response(&mut self, number: usize, response: &Literal) -> Record {
        let mut record = self.item.clone();
        let mut rest = response.clone();
        record.annotator = worker(response).or_else(|| Some(position_name(number)));
        let annotations = Annotations::of(response);
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
                    self.imported.matched.by_offsets += read.spans - read.outside;
                    self.imported.matched.missing += read.outside;
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

/// The name of an annotator who is only known by a place in the row.
pub(super) fn position_name(number: usize) -> String {
    format!("annotator {}", number + 1)
}

/// The worker id in a response.
fn worker(response: &Literal) -> Option<String> {
    let items = response.items()?.iter().enumerate().filter(|(i, _)| *i != ANNOTATIONS);
    let mut texts = items.filter_map(|(_, item)| item.text());
    texts.find(|text| is_worker(text)).map(str::to_owned)
}

/// Whether a text looks like a worker id of Mechanical Turk: an A and 11 to 20 capitals and digits.
pub(super) fn is_worker(text: &str) -> bool {
    let is_part = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit();
    text.starts_with('A')
        && (12..=21).contains(&text.len())
        && text.bytes().all(is_part)
        && text.bytes().any(|b| b.is_ascii_digit())
}
