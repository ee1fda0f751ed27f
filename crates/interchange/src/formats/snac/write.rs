//! From records to segments.

use std::collections::HashMap;

use super::error::{SnacError, error_anew};
use super::names::{BOOK, ERRORS, NAMES, ODD, OFFSETS, SEGMENT, SPAN, TEXT, TYPE, UNREAD};
use crate::alignment::RecordAlignment;
use crate::files::json::strings;
use crate::locate::{Quote, locate};
use crate::members::Members;
use crate::preserved::order::{in_order, put_back, read_numbered};
use crate::preserved::verbatim::{is_unmoved, unchanged_json};
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::sink::Sink;
use spanwise_annotation::alignment::AlignmentRule;
use spanwise_json::encode;
use spanwise_text::{Span, Text};

const CAPABILITIES: Capabilities = Capabilities {
    metadata: MemberFilter::Besides(&[TEXT, ERRORS]),
    spans: [SpanCapacity::NONE, SpanCapacity::ONE],
    // `note_places` notes these, with all spans that will be found elsewhere by their texts.
    insertion_points: true,
    without_spans: |_| true,
    edit_metadata: MemberFilter::Besides(&OF_ERRORS),
    other_edit_members: MemberFilter::Besides(&OF_ERRORS),
    ..SPANS_ONLY
};

/// Members of an error that the edit represents, and so not its metadata.
const OF_ERRORS: [&str; 4] = [SPAN, TYPE, OFFSETS[0], OFFSETS[1]];

/// The name of the book of records without one.
const NO_BOOK: &str = "0";

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let mut books = BooksBeingRead::default();
    for (number, record) in corpus.records.iter().enumerate() {
        // A value that is not a segment is written as it was.
        let is_odd = record.preserved.get(ODD).is_some() && record.edits.is_empty();
        let noted = if is_odd { &mut Losses::default() } else { &mut losses };
        CAPABILITIES.edits(record, number, noted);
        books.add(record, number, &mut losses);
    }
    sink.begin("");
    let books = books.finish();
    books.write(sink, &mut losses);
    ExportOutcome { losses, alignment: Some(books.alignment()) }
}

/// Books with their segments, both in order.
#[derive(Default)]
struct SnacBooks<'a>(Vec<(String, Vec<SnacSegment<'a>>)>);

/// Books to which records are added.
#[derive(Default)]
struct BooksBeingRead<'a> {
    books: SnacBooks<'a>,
    /// The places of books by their names.
    at: HashMap<String, usize>,
    /// The places of segments, by place of the book and name of the segment.
    segments: HashMap<(usize, String), usize>,
}

/// An error to be written.
struct WrittenError {
    json: String,
    /// The number of its record; `span` is the place of its text there.
    number: usize,
    span: Option<Span>,
}

/// A segment: one record, or one of each of several annotators on the same text. Its JSON is made only when it is written.
struct SnacSegment<'a> {
    name: String,
    first: &'a Record,
    /// All records with their numbers.
    records: Vec<(usize, &'a Record)>,
}

impl<'a> BooksBeingRead<'a> {
    fn add(&mut self, record: &'a Record, number: usize, losses: &mut Losses) {
        let names = [BOOK, SEGMENT].into_iter();
        let odd = names.filter(|name| {
            record.metadata.get(name).is_some() && record.metadata.text(name).is_none()
        });
        losses.note_many(loss_names::ITEM_METADATA, number, odd.count());
        let book = record.metadata.text(BOOK).unwrap_or_else(|| NO_BOOK.to_owned());
        let at = *self.at.entry(book.clone()).or_insert(self.books.0.len());
        if at == self.books.0.len() {
            self.books.0.push((book, Vec::new()));
        }
        let Some((_, segments)) = self.books.0.get_mut(at) else { return };
        let named = record.metadata.text(SEGMENT);
        let known = named.as_ref().and_then(|name| self.segments.get(&(at, name.clone())));
        let known = known.and_then(|known| segments.get_mut(*known));
        let is_same = |known: &&mut SnacSegment| {
            known.first.target() == record.target()
                && known.odd().is_none()
                && known.records.iter().all(|(_, other)| other.annotator != record.annotator)
        };
        if let Some(same) = known.filter(is_same) {
            return same.records.push((number, record));
        }
        let is_taken = |name: &String| self.segments.contains_key(&(at, name.clone()));
        let numbered = (segments.len()..).map(|n| n.to_string());
        let mut names = named.iter().cloned().chain(numbered);
        let name = names.find(|name| !is_taken(name)).unwrap_or_default();
        losses.note_many(
            "names of segments",
            number,
            usize::from(named.is_some_and(|own| own != name)),
        );
        self.segments.insert((at, name.clone()), segments.len());
        segments.push(SnacSegment { name, first: record, records: vec![(number, record)] });
    }

    /// The books; the places of their names, which take much memory, are needed no longer.
    fn finish(self) -> SnacBooks<'a> {
        self.books
    }
}

impl SnacBooks<'_> {
    /// The alignment of records by the names of book and segment.
    fn alignment(&self) -> RecordAlignment {
        let segments = self.0.iter().flat_map(|(_, segments)| segments).enumerate();
        let records = segments.flat_map(|(item, segment)| {
            let records = segment.records.iter();
            records.map(move |(number, record)| (*number, *record, item, AlignmentRule::Name))
        });
        RecordAlignment::of(records)
    }

    /// Writes the books; notes spans that will be found elsewhere, or not at all, since only their texts are written.
    fn write(&self, sink: &mut dyn Sink, losses: &mut Losses) {
        sink.push("{");
        for (number, (name, segments)) in self.0.iter().enumerate() {
            sink.push(if number > 0 { ",\n" } else { "" });
            sink.push(&(encode(name) + ":"));
            if let [segment] = &**segments
                && segment.is_book()
            {
                sink.push(&segment.to_json(losses));
                continue;
            }
            sink.push("{");
            for (number, segment) in segments.iter().enumerate() {
                sink.push(if number > 0 { "," } else { "" });
                sink.push(&format!("{}:{}", encode(&segment.name), segment.to_json(losses)));
            }
            sink.push("}");
        }
        sink.push("}\n");
    }
}

impl SnacSegment<'_> {
    /// The original of a value that is not a segment.
    fn odd(&self) -> Option<&str> {
        self.first.preserved.get(ODD).filter(|_| self.first.edits.is_empty())
    }

    /// Returns `true` if it represents a book without segments.
    fn is_book(&self) -> bool {
        self.odd().is_some() && self.first.metadata.get(SEGMENT).is_none()
    }

    /// Notes spans that will be found elsewhere, or not at all.
    fn note_places(&self, entries: &[WrittenError], losses: &mut Losses) {
        let text = self.first.target();
        let errors = entries.iter().map(|entry| SnacError::read(&entry.json, text));
        let errors: Vec<Option<SnacError>> = errors.collect();
        let quotes: Vec<Quote> = errors.iter().flatten().filter_map(SnacError::quote).collect();
        let mut found = locate(text, &quotes).into_iter();
        for (entry, error) in entries.iter().zip(&errors) {
            let quote = error.as_ref().and_then(SnacError::quote);
            let found = quote.and_then(|_| found.next().flatten()).map(|found| found.span);
            losses.note_many("places of spans", entry.number, usize::from(found != entry.span));
        }
    }

    fn to_json(&self, losses: &mut Losses) -> String {
        let entries: Vec<WrittenError> =
            self.records.iter().flat_map(|(number, record)| entries(record, *number)).collect();
        self.note_places(&entries, losses);
        if let Some(odd) = self.odd() {
            return odd.to_owned();
        }
        let errors: Vec<&str> = entries.iter().map(|entry| entry.json.as_str()).collect();
        let own = [BOOK, SEGMENT, TEXT, ERRORS];
        let others = self.first.metadata.iter().filter(|(name, _)| !own.contains(name));
        let mut members = Members::default();
        members.set_text(TEXT, self.first.target().as_str());
        members.set(ERRORS, format!("[{}]", errors.join(",")));
        members.extend(others);
        let order = self.first.preserved.get(NAMES).map(strings).unwrap_or_default();
        in_order(&order, members).to_json()
    }
}

/// The errors of a record.
fn entries(record: &Record, number: usize) -> Vec<WrittenError> {
    let entry = |json, span| WrittenError { json, number, span };
    // Their losses were noted when the record was added.
    let edits = CAPABILITIES.edits(record, number, &mut Losses::default());
    let edits = edits
        .iter()
        .map(|edit| entry(error(edit, record.target()), edit.spans.target().first().copied()));
    let unread = read_numbered(record.preserved.get(UNREAD)).into_iter();
    put_back(edits.collect(), unread.map(|(at, json)| (at, entry(json, None))).collect())
}

/// The error of an edit, as it was read if it still describes the edit.
fn error(edit: &Edit, text: &Text) -> String {
    let read = |json: &str| {
        let read = SnacError::read(json, text).filter(|_| is_unmoved(edit))?.edit(None, text);
        Some(Edit { spans: edit.spans.clone(), ..read })
    };
    let as_written = unchanged_json(edit, read);
    as_written.map_or_else(|| error_anew(edit, text).to_json(), str::to_owned)
}
