//! From records to segments.

use std::collections::HashMap;

use super::super::holds::{Holds, Which, no_answers, without_composites};
use super::super::json_file::{in_order, put_back, read_numbered, strings};
use super::super::locate::{Quote, locate};
use super::super::members::Members;
use super::super::record::{Corpus, Edit, Record};
use super::super::report::{Losses, Written};
use super::read::Error;
use super::{
    BOOK, ERROR, ERRORS, FOUND, NAMES, ODD, OFFSETS, SEGMENT, SPAN, TEXT, TYPE, UNREAD, VOTES,
};
use crate::domain::format::json::encode;
use crate::domain::format::spans::write_spans;
use crate::domain::text::{Span, Text};

const HOLDS: Holds = Holds {
    source: false,
    context: false,
    annotator: false,
    untouched: false,
    metadata: Which::All,
    spans: 1,
    answers: no_answers,
    of_edits: Which::All,
};

/// The name of the book of records without one.
const NO_BOOK: &str = "0";

pub(super) fn write(corpus: &Corpus) -> Written {
    let mut losses = Losses::default();
    let corpus = &*without_composites(corpus, &mut losses);
    let mut books = Books::default();
    for (number, record) in corpus.records.iter().enumerate() {
        note(record, number, &mut losses);
        books.add(record, number, &mut losses);
    }
    let segments = books.all.iter().flat_map(|(_, segments)| segments);
    segments.for_each(|segment| segment.note_places(&mut losses));
    Written::single(books.to_json(), losses)
}

fn note(record: &Record, number: usize, losses: &mut Losses) {
    if record.kept.get(ODD).is_some() && record.edits.is_empty() {
        return;
    }
    HOLDS.note(record, number, losses);
    let own = [TEXT, ERRORS].map(|name| record.metadata.get(name));
    losses.note_many("metadata of items", number, own.iter().flatten().count());
    for edit in &record.edits {
        let own = [SPAN, TYPE].into_iter().chain(OFFSETS);
        let own = own.filter(|name| edit.metadata.get(name).is_some()).count();
        losses.note_many("metadata of edits", number, own);
    }
}

/// Books with their segments, both in order.
#[derive(Default)]
struct Books {
    all: Vec<(String, Vec<Segment>)>,
    at: HashMap<String, usize>,
    /// Books and segments with their places.
    segments: HashMap<(usize, String), usize>,
}

/// An error to be written.
struct Entry {
    json: String,
    /// The number of its record, and where its text stands there.
    number: usize,
    span: Option<Span>,
}

/// A segment: one record, or several on the same text.
struct Segment {
    name: String,
    text: Text,
    members: Members,
    order: Vec<String>,
    errors: Vec<Entry>,
    /// What it is instead, if it is none.
    odd: Option<String>,
    /// Whether it stands for a book without segments.
    is_book: bool,
}

impl Books {
    fn add(&mut self, record: &Record, number: usize, losses: &mut Losses) {
        let book = record.metadata.text(BOOK).unwrap_or_else(|| NO_BOOK.to_owned());
        let at = *self.at.entry(book.clone()).or_insert(self.all.len());
        if at == self.all.len() {
            self.all.push((book, Vec::new()));
        }
        let Some((_, segments)) = self.all.get_mut(at) else { return };
        let named = record.metadata.text(SEGMENT);
        let known = named.as_ref().and_then(|name| self.segments.get(&(at, name.clone())));
        let known = known.and_then(|known| segments.get_mut(*known));
        let same = known.filter(|known| known.text == record.target && known.odd.is_none());
        if let Some(same) = same {
            same.errors.extend(entries(record, number));
            return;
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
        segments.push(Segment::of(record, name, number));
    }

    fn to_json(&self) -> String {
        let books = self.all.iter().map(|(name, segments)| {
            let whole = segments.first().filter(|segment| segment.is_book && segments.len() == 1);
            let value = match whole {
                Some(segment) => segment.to_json(),
                None => {
                    let segments =
                        segments.iter().map(|s| format!("{}:{}", encode(&s.name), s.to_json()));
                    format!("{{{}}}", segments.collect::<Vec<_>>().join(","))
                }
            };
            format!("{}:{value}", encode(name))
        });
        format!("{{{}}}\n", books.collect::<Vec<_>>().join(",\n"))
    }
}

impl Segment {
    fn of(record: &Record, name: String, number: usize) -> Self {
        let own = [BOOK, SEGMENT, TEXT, ERRORS];
        let others = record.metadata.iter().filter(|(name, _)| !own.contains(name));
        let odd = record.kept.get(ODD).filter(|_| record.edits.is_empty());
        Segment {
            name,
            text: record.target.clone(),
            members: others.map(|(name, value)| (name, value.to_owned())).collect(),
            order: record.kept.get(NAMES).map(strings).unwrap_or_default(),
            errors: entries(record, number),
            is_book: odd.is_some() && record.metadata.get(SEGMENT).is_none(),
            odd: odd.map(str::to_owned),
        }
    }

    /// Notes spans that will be found elsewhere, or not at all, since only their texts are written.
    fn note_places(&self, losses: &mut Losses) {
        let errors = self.errors.iter().map(|entry| Error::read(&entry.json, &self.text));
        let errors: Vec<Option<Error>> = errors.collect();
        let quotes: Vec<Quote> = errors.iter().flatten().filter_map(Error::quote).collect();
        let mut found = locate(&self.text, &quotes).into_iter();
        for (entry, error) in self.errors.iter().zip(&errors) {
            let quote = error.as_ref().and_then(Error::quote);
            let found = quote.and_then(|_| found.next().flatten()).map(|found| found.span);
            losses.note_many("places of spans", entry.number, usize::from(found != entry.span));
        }
    }

    fn to_json(&self) -> String {
        if let Some(odd) = &self.odd {
            return odd.clone();
        }
        let errors: Vec<&str> = self.errors.iter().map(|entry| entry.json.as_str()).collect();
        let mut members = Members::default();
        members.set_text(TEXT, self.text.as_str());
        members.set(ERRORS, format!("[{}]", errors.join(",")));
        members.extend(self.members.iter());
        in_order(&self.order, members).to_json()
    }
}

/// The errors of a record.
fn entries(record: &Record, number: usize) -> Vec<Entry> {
    let entry = |json, span| Entry { json, number, span };
    let edits = record.edits.iter();
    let edits =
        edits.map(|edit| entry(error(edit, &record.target), edit.spans.target.first().copied()));
    let unread = read_numbered(record.kept.get(UNREAD)).into_iter();
    put_back(edits.collect(), unread.map(|(at, json)| (at, entry(json, None))).collect())
}

/// The error of an edit: as it was, if it says the same.
fn error(edit: &Edit, text: &Text) -> String {
    let found = write_spans(&edit.spans.target);
    let kept = edit.kept.get(ERROR).filter(|json| {
        let read = Error::read(json, text).map(|error| error.edit(None, text));
        read.is_some_and(|read| {
            (&read.category, &read.metadata) == (&edit.category, &edit.metadata)
        })
    });
    let is_there = edit.kept.get(FOUND).is_some_and(|kept| strip(kept) == found);
    match kept.filter(|_| is_there) {
        Some(json) => json.to_owned(),
        None => error_anew(edit, text).to_json(),
    }
}

/// JSON without white space, for lists of numbers.
fn strip(json: &str) -> String {
    json.split_whitespace().collect()
}

/// The members of an error that says what an edit says.
pub(super) fn error_anew(edit: &Edit, text: &Text) -> Members {
    let mut members = Members::default();
    let span = edit.spans.target.first().map_or("", |span| text.slice(*span));
    members.set_text(SPAN, span);
    let votes = edit.metadata.get(VOTES).or_else(|| edit.other.get(VOTES));
    if let Some(votes) = votes {
        members.set(VOTES, votes);
    }
    members.set_text(TYPE, &edit.category);
    let own = |name: &str| [SPAN, VOTES, TYPE].contains(&name) || OFFSETS.contains(&name);
    let metadata = edit.metadata.iter().filter(|(name, _)| !own(name));
    let other = edit.other.iter().filter(|(name, _)| !own(name) && *name != "annotation");
    // What is in both is as the metadata have it.
    members.extend(metadata.clone().chain(other).chain(metadata));
    members
}
