//! From segments to records.

use super::error::SnacError;
use super::names::{BOOK, ERRORS, NAMES, ODD, SEGMENT, SPAN, TEXT, UNREAD};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::json::{in_item, owned_members, unexpected, value};
use crate::locate::{LocatedQuote, Quote, locate};
use crate::members::Members;
use crate::preserved::order::{names, numbered};
use crate::record::{Corpus, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use spanwise_annotation::document::TextName;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Array, Object};
use spanwise_template::Side;
use spanwise_text::Text;

pub(super) fn read(files: &mut [TextFile], _: ImportOptions) -> ImportOutcome {
    let mut imported = ImportOutcome {
        corpus: Corpus::default(),
        unit: None,
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        alignment: None,
    };
    for file in files {
        let Some(json) = value(file, &mut imported.problems) else { continue };
        let Some(pieces) = Object::parse(json).map(|books| pieces(&books)) else {
            let mut reader = SnacReader { file, imported: &mut imported };
            reader.unexpected(String::new(), "an object of books", json);
            continue;
        };
        file.text = String::new();
        let mut reader = SnacReader { file, imported: &mut imported };
        pieces.into_iter().for_each(|piece| reader.piece(&piece));
    }
    imported
}

/// A segment of a book, or a book without segments.
struct SegmentJson {
    book: Box<str>,
    segment: Option<Box<str>>,
    json: Box<str>,
}

fn pieces(books: &Object) -> Vec<SegmentJson> {
    let mut pieces = Vec::new();
    for member in books.members() {
        let book = || Box::from(&*member.name);
        match Object::parse(&member.value).filter(|segments| !segments.members().is_empty()) {
            Some(segments) => pieces.extend(
                owned_members(&segments).into_iter().map(|(name, json)| SegmentJson {
                    book: book(),
                    segment: Some(name),
                    json,
                }),
            ),
            None => {
                let json = Box::from(&*member.value);
                pieces.push(SegmentJson { book: book(), segment: None, json });
            }
        }
    }
    pieces
}

struct SnacReader<'a> {
    file: &'a TextFile,
    imported: &'a mut ImportOutcome,
}

impl SnacReader<'_> {
    fn piece(&mut self, piece: &SegmentJson) {
        let mut record = Record::default();
        record.metadata.set_text(BOOK, &piece.book);
        if let Some(segment) = &piece.segment {
            record.metadata.set_text(SEGMENT, segment);
            return self.segment(record, &piece.json);
        }
        if Object::parse(&piece.json).is_none() {
            self.unexpected(String::new(), "an object of segments", &piece.json);
        }
        self.odd(record, &piece.json);
    }

    /// Adds a record that only preserves a value that is not a segment.
    fn odd(&mut self, mut record: Record, json: &str) {
        record.preserved.set(ODD, json);
        self.imported.corpus.add(record);
    }

    fn segment(&mut self, mut record: Record, json: &str) {
        let mut members = Members::parse(json);
        let order = names(&members);
        let errors = members.take(ERRORS);
        let Some(text) = members.take_text(TEXT) else {
            self.unexpected(String::new(), "a segment with a text", json);
            return self.odd(record, json);
        };
        let Some(errors) = errors.as_deref().and_then(Array::parse) else {
            self.unexpected(
                ERRORS.to_owned(),
                "a list of errors",
                errors.as_deref().unwrap_or(json),
            );
            return self.odd(record, json);
        };
        record.preserved.set(NAMES, order);
        record.texts.set(Side::Target, Text::new(text));
        record.done = true;
        record.metadata.extend(members.iter());
        self.errors(&mut record, &errors);
        self.imported.corpus.add(record);
    }

    fn errors(&mut self, record: &mut Record, errors: &Array) {
        let mut read: Vec<(usize, SnacError)> = Vec::new();
        let mut unread = Vec::new();
        for (i, json) in errors.values().enumerate() {
            match SnacError::read(json, record.target()) {
                Some(error) => read.push((i, error)),
                None => {
                    let expected = "an error with its type and the text of its span";
                    self.unexpected(format!("{ERRORS}[{i}]"), expected, json);
                    unread.push((i, json.to_owned()));
                }
            }
        }
        if !unread.is_empty() {
            record.preserved.set(UNREAD, numbered(&unread));
        }
        let quotes: Vec<Quote> = read.iter().filter_map(|(_, error)| error.quote()).collect();
        let mut found = locate(record.target(), &quotes).into_iter();
        for (i, error) in read {
            let found = if error.quote().is_some() { found.next() } else { None };
            if let Some(found) = &found {
                let place = (self.imported.corpus.records.len(), record.edits.len());
                let quote = error.span.as_deref().unwrap_or_default();
                let target = (&TextName::TARGET, record.target());
                self.imported.located.add(place, target, quote, found.as_ref());
                self.say(i, &error, found.as_ref());
            }
            record.edits.push(error.edit(found.flatten(), record.target()));
        }
    }

    fn say(&mut self, i: usize, error: &SnacError, found: Option<&LocatedQuote>) {
        let text = error.span.as_deref().unwrap_or_default();
        let place = DiagnosticPlace::Data {
            instance: self.imported.corpus.records.len(),
            path: format!("{ERRORS}[{i}].{SPAN}"),
        };
        let problems = &mut self.imported.problems;
        match found {
            None => {
                let said = format!("The text {} does not occur in the segment.", quoted(text));
                let remedy =
                    "The error is kept without a span, and written back as it was.".to_owned();
                problems.error(self.file, place, "text-not-found", [said, remedy]);
            }
            Some(found) if found.moved => {
                let said = format!(
                    "The text {} does not stand where “start” and “end” say.",
                    quoted(text)
                );
                let remedy = "It is taken where it was found.".to_owned();
                problems.warn(self.file, place, "text-moved", [said, remedy]);
            }
            Some(_) => {}
        }
    }

    fn unexpected(&mut self, path: String, expected: &str, found: &str) {
        let place = in_item(self.imported.corpus.records.len(), path);
        unexpected(self.file, &mut self.imported.problems, place, expected, found);
    }
}
