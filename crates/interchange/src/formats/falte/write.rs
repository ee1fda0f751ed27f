//! From records to stories and rows.

use std::collections::{HashMap, HashSet};

use super::columns::Columns;
use super::rows::session;
use super::story::Story;
use super::{
    CELLS, COLUMNS, EMPTY_ROWS, FEEDBACK, MENTIONS, NO_ERROR, OTHER_ROWS, PARAGRAPHS, ROW, SEGMENT,
    STORY, STORY_WAS, category_of, is_paired, type_of,
};
use crate::files::table;
use crate::members::Members;
use crate::record::{Corpus, Edit, Record};
use crate::report::{File, Losses};
use crate::unit::Unit;
use crate::way_back::as_written;
use crate::writing::holds::{Holds, SPANS_ONLY, Spans, Which};
use crate::writing::lost;
use crate::writing::sink::Sink;
use spanwise_json::{Array, encode};
use spanwise_text::Span;

const HOLDS: Holds = Holds {
    annotator: true,
    undone: true,
    metadata: Which::Named(&[STORY, PARAGRAPHS, MENTIONS]),
    spans: [Spans::NONE, Spans::UpTo(|edit| if is_paired(&edit.category) { 2 } else { 1 })],
    nowhere: |_| true,
    of_edits: Which::Words(&Which::Named(&[SEGMENT, FEEDBACK])),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> Losses {
    let mut losses = Losses::default();
    let (stories, places) = Stories::of(corpus, &mut losses);
    let mut writer = Writer {
        columns: Columns::kept(corpus.kept.get(COLUMNS)),
        stories: stories.all,
        sessions: HashSet::new(),
        rows: Vec::new(),
        losses,
    };
    for ((number, record), at) in corpus.records.iter().enumerate().zip(places) {
        let edits = HOLDS.edits_but(record, number, &mut writer.losses, stands);
        writer.record(record, &edits, at, number);
    }
    writer.stories_file().into_iter().for_each(|file| sink.file(file));
    if !writer.rows.is_empty() || corpus.kept.get(COLUMNS).is_some() {
        writer.write_rows(sink);
    }
    writer.losses
}

/// The stories of all records.
#[derive(Default)]
struct Stories {
    all: Vec<Entry>,
    names: HashSet<String>,
    /// By the name that a record gives, the text, and for what nobody looked at the number.
    known: HashMap<(Option<String>, String, Option<usize>), usize>,
}

/// A story to be written.
struct Entry {
    name: String,
    story: Story,
    /// As it was.
    json: Option<String>,
    /// Whether there is anything to be written.
    is_known: bool,
}

impl Stories {
    /// The stories, and the number of that of each record.
    fn of(corpus: &Corpus, losses: &mut Losses) -> (Self, Vec<usize>) {
        let mut stories = Stories::default();
        let records = corpus.records.iter().enumerate();
        let places = records.map(|(number, record)| stories.add(record, number, losses));
        let places: Vec<usize> = places.collect();
        for ((number, record), at) in corpus.records.iter().enumerate().zip(&places) {
            let Some(entry) = stories.all.get(*at) else { continue };
            let metadata = &record.metadata;
            let unnamed = metadata.get(STORY).is_some() && metadata.text(STORY).is_none();
            let mentions = entry.json.is_none() && metadata.get(MENTIONS).is_some();
            let places = metadata.get(PARAGRAPHS);
            let moved = places.is_some_and(|places| places != entry.story.paragraphs_json());
            let lost = [unnamed, mentions, moved].into_iter().filter(|lost| *lost).count();
            losses.note_many(lost::OF_ITEMS, number, lost);
        }
        (stories, places)
    }

    fn add(&mut self, record: &Record, number: usize, losses: &mut Losses) -> usize {
        let named = record.metadata.text(STORY);
        // An item that nobody looked at is one of its own.
        let untouched = !record.done && record.edits.is_empty();
        let own = untouched.then_some(number);
        let key = (named.clone(), record.target.as_str().to_owned(), own);
        let at = *self.known.entry(key).or_insert(self.all.len());
        if at == self.all.len() {
            let numbered = (at..).map(|n| n.to_string());
            let mut names = named.iter().cloned().chain(numbered);
            let name = names.find(|name| !self.names.contains(name)).unwrap_or_default();
            let renamed = named.is_some_and(|own| own != name);
            losses.note_many("names of stories", number, usize::from(renamed));
            self.names.insert(name.clone());
            let story = Story::plain(&record.target);
            self.all.push(Entry { name, story, json: None, is_known: false });
        }
        let Some(entry) = self.all.get_mut(at) else { return at };
        let has_rows = record.done || !record.edits.is_empty();
        entry.is_known |= !record.target.is_empty() || !has_rows;
        if let Some(json) = record.kept.get(STORY_WAS) {
            let read = Story::read(json);
            let says_so =
                read.as_ref().map_or("", |story| story.text.as_str()) == record.target.as_str();
            if says_so {
                entry.is_known = true;
                entry.json = Some(json.to_owned());
                entry.story = read.unwrap_or_else(|| Story::plain(&record.target));
            }
        }
        at
    }
}

struct Writer {
    columns: Columns,
    stories: Vec<Entry>,
    /// Stories with the sessions that have rows.
    sessions: HashSet<(usize, String)>,
    rows: Vec<Row>,
    losses: Losses,
}

/// A row with its number in the table that was read; new ones come last.
struct Row {
    number: Option<usize>,
    cells: Members,
}

impl Writer {
    fn record(&mut self, record: &Record, edits: &[&Edit], at: usize, number: usize) {
        let session = record.annotator.clone().unwrap_or_default();
        let kept = |name: &str| record.kept.get(name).map(kept_rows).unwrap_or_default();
        if record.edits.is_empty() && !record.done {
            self.losses.note_many(
                lost::ANNOTATORS,
                number,
                usize::from(record.annotator.is_some()),
            );
            return;
        }
        let is_new = self.sessions.insert((at, session.clone()));
        self.losses.note_many(lost::ANNOTATORS, number, usize::from(!is_new));
        let mut rows = kept(OTHER_ROWS);
        if record.edits.is_empty() {
            rows.extend(kept(EMPTY_ROWS));
            if rows.is_empty() {
                let mut cells = Members::default();
                self.columns.set(&mut cells, "error", NO_ERROR);
                self.columns.set(&mut cells, "segmentid", "0");
                rows.push(Row { number: None, cells });
            }
        }
        for edit in edits {
            rows.push(self.row(edit, at, number));
        }
        let name = self.stories.get(at).map(|entry| entry.name.clone()).unwrap_or_default();
        for mut row in rows {
            if self.columns.cell(&row.cells, "storyid") != name {
                self.columns.set(&mut row.cells, "storyid", &name);
            }
            if self::session(&row.cells, &self.columns) != session {
                self.columns.set(&mut row.cells, "survey_code", &session);
                self.columns.set(&mut row.cells, "annotator", &session);
            }
            self.rows.push(row);
        }
    }

    /// The row of an edit: as it was, but for the cells that would say something else.
    fn row(&mut self, edit: &Edit, at: usize, number: usize) -> Row {
        let kept = edit.kept.get(CELLS).map(Members::parse);
        let mut cells = kept.clone().unwrap_or_default();
        let error = self.columns.cell(&cells, "error");
        if category_of(error.trim()) != edit.category {
            let error = type_of(&edit.category);
            let renamed = category_of(error) != edit.category || error == NO_ERROR;
            self.losses.note_many(lost::CATEGORIES, number, usize::from(renamed));
            self.columns.set(&mut cells, "error", error);
        }
        let feedback = edit.metadata.text(FEEDBACK).unwrap_or_default();
        if self.columns.cell(&cells, FEEDBACK) != feedback {
            self.columns.set(&mut cells, FEEDBACK, &feedback);
        }
        if !stands(edit) {
            self.mark(&mut cells, edit, at, number);
        }
        Row { number: edit.kept.text(ROW).and_then(|row| row.parse().ok()), cells }
    }

    /// Sets the cells for paragraph and spans.
    fn mark(&mut self, cells: &mut Members, edit: &Edit, at: usize, number: usize) {
        let Some(Entry { story, .. }) = self.stories.get(at) else { return };
        let spans = edit.spans.target.iter().copied().filter(|span| !span.is_empty());
        let mut spans = spans.take(if is_paired(&edit.category) { 2 } else { 1 });
        let mut set = |field: &str, text: &str, [start, end]: [String; 2]| {
            self.columns.set(cells, field, text);
            self.columns.set(cells, &format!("{field}_start"), &start);
            self.columns.set(cells, &format!("{field}_end"), &end);
        };
        let first = spans.next();
        let paragraph = first.and_then(|span| Some((span, story.paragraph_at(span.start())?)));
        let mut segment = edit.metadata.text(SEGMENT).unwrap_or_else(|| "0".to_owned());
        match paragraph {
            Some((span, (place, paragraph))) => {
                let end = span.end().min(paragraph.end());
                let start = span.start().min(end);
                self.losses.note_many(
                    "ends of spans in a later paragraph",
                    number,
                    usize::from(end != span.end()),
                );
                let text = story.text.slice(Span::between(start, end));
                let offsets = [start, end].map(|at| (at.0 - paragraph.start.0).to_string());
                set("span1", text, offsets);
                segment = place.to_string();
            }
            None => set("span1", "", Default::default()),
        }
        match spans.next() {
            Some(span) => {
                let (start, end) = Unit::Utf16.offsets(&story.text, span);
                set("span2", story.text.slice(span), [start.to_string(), end.to_string()]);
            }
            None => set("span2", "", Default::default()),
        }
        let named = edit.metadata.text(SEGMENT);
        let lost = named.is_some_and(|named| named != segment || named.parse::<u32>().is_err());
        self.losses.note_many(lost::OF_EDITS, number, usize::from(lost));
        self.columns.set(cells, "segmentid", &segment);
    }

    fn stories_file(&self) -> Vec<File> {
        let stories = self.stories.iter().filter(|entry| entry.is_known).map(|entry| {
            let json = entry.json.clone().unwrap_or_else(|| entry.story.to_json());
            format!("{}: {json}", encode(&entry.name))
        });
        let stories: Vec<String> = stories.collect();
        if stories.is_empty() {
            return Vec::new();
        }
        vec![File::new("stories.json", format!("{{\n{}\n}}\n", stories.join(",\n")))]
    }

    fn write_rows(&mut self, sink: &mut dyn Sink) {
        self.rows.sort_by_key(|row| row.number.unwrap_or(usize::MAX));
        let ids = self
            .rows
            .iter()
            .filter_map(|row| self.columns.cell(&row.cells, "sampleid").parse::<u64>().ok());
        let mut last = ids.max().unwrap_or_default();
        for row in self.rows.iter_mut().filter(|row| row.number.is_none()) {
            last = last.saturating_add(1);
            self.columns.set(&mut row.cells, "sampleid", &last.to_string());
        }
        let names = &self.columns.names;
        let cells = |row: &Row| -> Vec<String> {
            names.iter().map(|name| row.cells.text(name).unwrap_or_default()).collect()
        };
        sink.begin("annotations.csv");
        table::write(names, self.rows.iter().map(cells), sink);
    }
}

/// Whether the row of an edit says where it is.
fn stands(edit: &Edit) -> bool {
    edit.kept.get(CELLS).is_some() && as_written::stands(edit)
}

/// Rows that are kept as a list of objects.
fn kept_rows(json: &str) -> Vec<Row> {
    let array = Array::parse(json).unwrap_or_default();
    let rows = array.values().map(|json| {
        let row = Members::parse(json);
        Row {
            number: row.text(ROW).and_then(|number| number.parse().ok()),
            cells: row.get(CELLS).map(Members::parse).unwrap_or_default(),
        }
    });
    rows.collect()
}
