//! From segments to records.

use super::{BOOK, ERRORS, NAMES, ODD, OFFSETS, SEGMENT, SPAN, TEXT, TYPE, UNREAD, write};
use crate::Reading;
use crate::files::json::{in_item, owned_members, unexpected, value};
use crate::locate::{Found, Quote, locate};
use crate::members::Members;
use crate::preserved::as_written::{keep_json, keep_spans};
use crate::preserved::order::{names, numbered};
use crate::record::{Corpus, Edit, Record};
use crate::report::{File, Imported, Matched, Problems};
use crate::unit::Unit;
use spanwise_diagnostics::{Place, quoted};
use spanwise_json::{Array, Object, integer};
use spanwise_template::Side;
use spanwise_text::{Span, Text};

pub(super) fn read(files: &mut [File], _: Reading) -> Imported {
    let mut imported = Imported {
        corpus: Corpus::default(),
        unit: None,
        matched: Matched::default(),
        problems: Problems::default(),
        aligned: None,
    };
    for file in files {
        let Some(json) = value(file, &mut imported.problems) else { continue };
        let Some(pieces) = Object::parse(json).map(|books| pieces(&books)) else {
            let mut reader = Reader { file, imported: &mut imported };
            reader.unexpected(String::new(), "an object of books", json);
            continue;
        };
        file.text = String::new();
        let mut reader = Reader { file, imported: &mut imported };
        pieces.into_iter().for_each(|piece| reader.piece(&piece));
    }
    imported
}

/// A segment of a book, or a book without segments.
struct Piece {
    book: Box<str>,
    segment: Option<Box<str>>,
    json: Box<str>,
}

fn pieces(books: &Object) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for member in books.members() {
        let book = || Box::from(&*member.name);
        match Object::parse(&member.value).filter(|segments| !segments.members().is_empty()) {
            Some(segments) => {
                pieces.extend(owned_members(&segments).into_iter().map(|(name, json)| Piece {
                    book: book(),
                    segment: Some(name),
                    json,
                }))
            }
            None => {
                let json = Box::from(&*member.value);
                pieces.push(Piece { book: book(), segment: None, json });
            }
        }
    }
    pieces
}

struct Reader<'a> {
    file: &'a File,
    imported: &'a mut Imported,
}

impl Reader<'_> {
    fn piece(&mut self, piece: &Piece) {
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

    /// Adds a record that only brings back what is no segment.
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
        let mut read: Vec<(usize, Error)> = Vec::new();
        let mut unread = Vec::new();
        for (i, json) in errors.values().enumerate() {
            match Error::read(json, record.target()) {
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
                self.imported.matched.count(found.as_ref());
                self.say(i, &error, found.as_ref());
            }
            record.edits.push(error.edit(found.flatten(), record.target()));
        }
    }

    fn say(&mut self, i: usize, error: &Error, found: Option<&Found>) {
        let text = error.span.as_deref().unwrap_or_default();
        let place = Place::Data {
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

/// An error as the file has it.
pub(super) struct Error<'a> {
    json: &'a str,
    members: Members,
    /// What it quotes; nothing for an error without a span.
    span: Option<String>,
    stored: Option<Span>,
    category: String,
}

impl<'a> Error<'a> {
    /// `None` if it is none.
    pub(super) fn read(json: &'a str, text: &Text) -> Option<Self> {
        let members = Members::parse(json);
        let text_of = |name| members.get(name).filter(|value| value.starts_with('"'));
        let category = text_of(TYPE).map(|_| members.text(TYPE).unwrap_or_default())?;
        let span = match members.get(SPAN) {
            None | Some("null") => None,
            Some(_) => text_of(SPAN).map(|_| members.text(SPAN))?.filter(|span| !span.is_empty()),
        };
        let [start, end] = OFFSETS.map(|name| {
            let offset = members.get(name).and_then(integer);
            offset.and_then(|offset| u32::try_from(offset).ok())
        });
        let stored = start.zip(end).zip(span.as_deref());
        let stored = stored.and_then(|((start, end), span)| stored_span(text, start, end, span));
        Some(Error { json, members, span, stored, category })
    }

    pub(super) fn quote(&self) -> Option<Quote<'_>> {
        let text = self.span.as_deref()?;
        Some(Quote { text, stored: self.stored, occurrence: None })
    }

    pub(super) fn edit(self, found: Option<Found>, text: &Text) -> Edit {
        let spans: Vec<Span> = found.iter().map(|found| found.span).collect();
        let mut edit = Edit::on(Side::Target, &self.category, spans);
        let own = |name: &str| name == TYPE || name == SPAN || OFFSETS.contains(&name);
        edit.metadata = self.members.iter().filter(|(name, _)| !own(name)).collect();
        let anew = write::error_anew(&edit, text).to_json();
        keep_json(&mut edit.preserved, self.json, &anew);
        if !edit.preserved.is_empty() {
            keep_spans(&mut edit);
        }
        edit
    }
}

/// Where `start` and `end` say that a text is: in the unit in which it stands there, otherwise in code points, since
/// programs in Python wrote the file.
fn stored_span(text: &Text, start: u32, end: u32, quote: &str) -> Option<Span> {
    let spans = Unit::ALL.into_iter().filter_map(|unit| unit.span(text, start, end));
    let mut fitting = spans.filter(|span| text.slice(*span) == quote);
    fitting.next().or_else(|| {
        let length = Unit::CodePoints.length(text);
        Unit::CodePoints.span(text, start.min(end).min(length), start.max(end).min(length))
    })
}
