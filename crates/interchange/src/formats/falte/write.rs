//! From records to stories and rows.

use std::collections::{HashMap, HashSet};

use super::columns::{FalteColumns, MARKS, SESSION};
use super::names::{
    CELLS, COLUMNS, EMPTY_ROWS, FEEDBACK, NO_ERROR, OTHER_ROWS, PARAGRAPHS, ROW, SEGMENT,
    SESSION_ID, STORY, STORY_WAS, answered_feedback, category_of, is_paired, type_of,
};
use super::new_row::NewRow;
use super::rows::Session;
use super::rows_in_order::RowSequencer;
use super::story::{Story, StoryMention};
use crate::alignment::RecordAlignment;
use crate::files::table;
use crate::members::Members;
use crate::preserved::verbatim;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ExportOutcome, Losses};
use crate::writing::capabilities::{Capabilities, MemberFilter, SPANS_ONLY, SpanCapacity};
use crate::writing::loss_names;
use crate::writing::roles::ERROR_AND_ANTECEDENT;
use crate::writing::sink::Sink;
use spanwise_annotation::alignment::AlignmentRule;
use spanwise_annotation::format::report::InstanceReport;
use spanwise_annotation::mentions::{MENTIONS, Mention, read_mentions};
use spanwise_json::{Array, encode};
use spanwise_template::Side;
use spanwise_text::Span;

const CAPABILITIES: Capabilities = Capabilities {
    annotator: true,
    undone_items: true,
    metadata: MemberFilter::Named(&[STORY, PARAGRAPHS, SESSION_ID]),
    other_members: MemberFilter::Named(&[MENTIONS]),
    spans: [
        SpanCapacity::NONE,
        SpanCapacity::UpTo(|edit| if is_paired(&edit.category) { 2 } else { 1 }),
    ],
    roles: &ERROR_AND_ANTECEDENT,
    without_spans: |_| true,
    answers: |edit, question| question == FEEDBACK && answered_feedback(edit).is_some(),
    edit_metadata: MemberFilter::Words(&MemberFilter::Named(&[SEGMENT, FEEDBACK])),
    ..SPANS_ONLY
};

pub(super) fn write(corpus: &Corpus, sink: &mut dyn Sink) -> ExportOutcome {
    let mut losses = Losses::default();
    let (stories, places) = StoriesToWrite::of(corpus, &mut losses);
    let mut writer = FalteWriter {
        columns: FalteColumns::preserved(corpus.preserved.get(COLUMNS)),
        stories: stories.all,
        sessions: HashSet::new(),
        has_table: false,
        rows: RowSequencer::new(numbers(corpus)),
        new: AddedRows::of(corpus),
        losses,
    };
    writer.write_stories(sink);
    let mut at_hand = StoryCache::default();
    for ((number, record), at) in corpus.records.iter().enumerate().zip(places.iter().copied()) {
        let edits = CAPABILITIES.edits_except(record, number, &mut writer.losses, stands);
        let story = writer.stories.get(at).map(|entry| at_hand.story(at, entry));
        writer.record(record, &edits, (at, story), number, sink);
    }
    if corpus.preserved.get(COLUMNS).is_some() {
        writer.begin_table(sink);
    }
    writer.finish(sink);
    ExportOutcome { losses: writer.losses, alignment: Some(alignment(corpus, &places)) }
}

/// The alignment of records with stories, by names or else by texts.
fn alignment(corpus: &Corpus, places: &[usize]) -> RecordAlignment {
    let rule = |record: &Record| match record.metadata.text(STORY) {
        Some(_) => AlignmentRule::Name,
        None => AlignmentRule::Texts,
    };
    let records = corpus.records.iter().enumerate().zip(places);
    RecordAlignment::of(records.map(|((number, record), at)| (number, record, *at, rule(record))))
}

/// The numbers of the rows of all records in the table that they were read from.
fn numbers(corpus: &Corpus) -> Vec<usize> {
    let number = |edit: &Edit| edit.preserved.text(ROW)?.parse::<usize>().ok();
    let mut numbers = Vec::new();
    for record in &corpus.records {
        numbers.extend(record.edits.iter().filter_map(number));
        let empty = if record.edits.is_empty() { Some(EMPTY_ROWS) } else { None };
        let preserved = empty.into_iter().chain([OTHER_ROWS]);
        let rows = preserved.filter_map(|name| record.preserved.get(name)).flat_map(preserved_rows);
        numbers.extend(rows.filter_map(|row| row.number));
    }
    numbers
}

/// The stories of all records.
#[derive(Default)]
struct StoriesToWrite<'a> {
    all: Vec<StoryToWrite<'a>>,
    names: HashSet<String>,
    /// By the name in the record, the text, and for an unannotated item the number of the record.
    known: HashMap<(Option<String>, &'a str, Option<usize>), usize>,
}

/// A story to be written.
struct StoryToWrite<'a> {
    name: String,
    /// The first record on it, with its text and mentions.
    record: &'a Record,
    /// The original JSON.
    json: Option<&'a str>,
    /// `true` if it is to be written to `stories.json`.
    is_known: bool,
}

impl StoryToWrite<'_> {
    fn story(&self) -> Story {
        let of_record = || {
            let mentions = mentions_of(self.record).unwrap_or_default();
            Story::plain(self.record.target(), &mentions)
        };
        self.json.and_then(Story::read).unwrap_or_else(of_record)
    }
}

/// The last story that was used, with its number. The records of a story are consecutive, and all stories would take
/// more memory than their file.
#[derive(Default)]
struct StoryCache(Option<(usize, Story)>);

impl StoryCache {
    fn story(&mut self, at: usize, entry: &StoryToWrite) -> &Story {
        let known = self.0.take().filter(|(known, _)| *known == at);
        &self.0.insert(known.unwrap_or_else(|| (at, entry.story()))).1
    }
}

impl<'a> StoriesToWrite<'a> {
    /// The stories, and the number of each record's story.
    fn of(corpus: &'a Corpus, losses: &mut Losses) -> (Self, Vec<usize>) {
        let mut stories = StoriesToWrite::default();
        let records = corpus.records.iter().enumerate();
        let places = records.map(|(number, record)| stories.add(record, number, losses));
        let places: Vec<usize> = places.collect();
        let mut at_hand = StoryCache::default();
        for ((number, record), at) in corpus.records.iter().enumerate().zip(&places) {
            let Some(entry) = stories.all.get(*at) else { continue };
            let metadata = &record.metadata;
            let unnamed = metadata.get(STORY).is_some() && metadata.text(STORY).is_none();
            let places = metadata.get(PARAGRAPHS);
            // Spaces in a list of numbers say nothing: other programs write them.
            let moved = places.is_some_and(|places| {
                let written = at_hand.story(*at, entry).paragraphs_json();
                places.chars().filter(|c| !c.is_whitespace()).ne(written.chars())
            });
            let lost = [unnamed, moved].into_iter().filter(|lost| *lost).count();
            losses.note_many(loss_names::ITEM_METADATA, number, lost);
            let mentions = mentions_of(record).unwrap_or_default();
            if !mentions.is_empty() {
                let held = set_of(&at_hand.story(*at, entry).mentions);
                let lost = mentions.iter().filter(|mention| !held.contains(mention)).count();
                losses.note_many("mentions", number, lost);
            }
        }
        (stories, places)
    }

    fn add(&mut self, record: &'a Record, number: usize, losses: &mut Losses) -> usize {
        let named = record.metadata.text(STORY);
        // An unannotated item is a story of its own.
        let untouched = !record.done && record.edits.is_empty();
        let own = untouched.then_some(number);
        let key = (named.clone(), record.target().as_str(), own);
        let at = *self.known.entry(key).or_insert(self.all.len());
        if at == self.all.len() {
            let numbered = (at..).map(|n| n.to_string());
            let mut names = named.iter().cloned().chain(numbered);
            let name = names.find(|name| !self.names.contains(name)).unwrap_or_default();
            let renamed = named.is_some_and(|own| own != name);
            losses.note_many("names of stories", number, usize::from(renamed));
            self.names.insert(name.clone());
            self.all.push(StoryToWrite { name, record, json: None, is_known: false });
        }
        let Some(entry) = self.all.get_mut(at) else { return at };
        let has_rows = record.done || !record.edits.is_empty();
        entry.is_known |= !record.target().is_empty() || !has_rows;
        if let Some(json) = record.preserved.get(STORY_WAS) {
            let read = Story::read(json);
            let says_so =
                read.as_ref().map_or("", |story| story.text.as_str()) == record.target().as_str();
            let mentions = mentions_of(record);
            let says_so = says_so
                && mentions.is_none_or(|mentions| {
                    read.is_none_or(|story| set_of(&story.mentions) == set_of(&mentions))
                });
            if says_so {
                entry.is_known = true;
                entry.json = Some(json);
            }
        }
        at
    }
}

fn set_of(mentions: &[StoryMention]) -> HashSet<&StoryMention> {
    mentions.iter().collect()
}

/// The mentions on the target of a record; `None` if it says nothing of any.
fn mentions_of(record: &Record) -> Option<Vec<StoryMention>> {
    let given = record.other.get(MENTIONS)?;
    let given = read_mentions(given, &record.texts, &mut InstanceReport::new(0));
    let text = record.texts.first(Side::Target)?;
    let bytes = |span: Span| text.text.to_byte(span.start()).0..text.text.to_byte(span.end()).0;
    let given = given.into_iter().filter(|given| given.text == text.name);
    let mention = |Mention { span, cluster }: Mention| StoryMention {
        entity: cluster.to_string(),
        bytes: bytes(span),
    };
    Some(given.map(|given| mention(given.mention)).collect())
}

/// New rows. They come last, numbered on from the greatest `sampleid` of the others.
enum AddedRows {
    /// They wait for the others.
    Waiting { rows: Vec<Members>, last_sample: u64 },
    /// There are no others, so each is written at once; the number of the next one.
    Next(u64),
}

impl AddedRows {
    fn of(corpus: &Corpus) -> Self {
        let is_new = |record: &Record| {
            record.preserved.is_empty() && record.edits.iter().all(|edit| edit.preserved.is_empty())
        };
        if corpus.records.iter().all(is_new) {
            return AddedRows::Next(1);
        }
        AddedRows::Waiting { rows: Vec::new(), last_sample: 0 }
    }
}

struct FalteWriter<'a> {
    columns: FalteColumns,
    stories: Vec<StoryToWrite<'a>>,
    /// The stories and sessions with rows.
    sessions: HashSet<(usize, Session)>,
    /// `true` if the table was begun.
    has_table: bool,
    /// Rows of the table that was read.
    rows: RowSequencer,
    new: AddedRows,
    losses: Losses,
}

/// A row with its number in the table that was read.
struct RowToWrite {
    number: Option<usize>,
    cells: Members,
}

impl FalteWriter<'_> {
    fn record(
        &mut self,
        record: &Record,
        edits: &[&Edit],
        (at, story): (usize, Option<&Story>),
        number: usize,
        sink: &mut dyn Sink,
    ) {
        let Some(story) = story else { return };
        let session = Session::of_record(record);
        let preserved =
            |name: &str| record.preserved.get(name).map(preserved_rows).unwrap_or_default();
        if record.edits.is_empty() && !record.done {
            self.losses.note_many(
                loss_names::ANNOTATORS,
                number,
                usize::from(record.annotator.is_some()),
            );
            return;
        }
        let is_new = self.sessions.insert((at, session.clone()));
        self.losses.note_many(loss_names::ANNOTATORS, number, usize::from(!is_new));
        let mut rows = preserved(OTHER_ROWS);
        if record.edits.is_empty() {
            rows.extend(preserved(EMPTY_ROWS));
            if rows.is_empty() {
                let mut cells = Members::default();
                self.columns.set(&mut cells, "error", NO_ERROR);
                self.columns.set(&mut cells, "segmentid", "0");
                rows.push(RowToWrite { number: None, cells });
            }
        }
        let name = self.stories.get(at).map(|entry| entry.name.clone()).unwrap_or_default();
        for mut row in rows {
            if self.columns.cell(&row.cells, "storyid") != name {
                self.columns.set(&mut row.cells, "storyid", &name);
            }
            if Session::of_row(&row.cells, &self.columns) != session {
                session.set(&mut row.cells, &self.columns);
            }
            self.add(row, sink);
        }
        for edit in edits {
            let has_two_comments =
                answered_feedback(edit).is_some() && edit.metadata.get(FEEDBACK).is_some();
            self.losses.note_many(loss_names::EDIT_METADATA, number, usize::from(has_two_comments));
            let new_row = NewRow::of(edit, &self.columns, story, &name, &session);
            let row = self.row(edit, new_row, &session, number);
            self.add(row, sink);
        }
    }

    fn add(&mut self, row: RowToWrite, sink: &mut dyn Sink) {
        self.begin_table(sink);
        if let AddedRows::Waiting { last_sample, .. } = &mut self.new {
            let sample: Option<u64> = self.columns.cell(&row.cells, "sampleid").parse().ok();
            *last_sample = sample.unwrap_or_default().max(*last_sample);
        }
        match (row.number, &mut self.new) {
            (Some(number), _) => {
                let line = self.line(&row.cells);
                self.rows.add(number, &line, sink);
            }
            (None, AddedRows::Waiting { rows, .. }) => rows.push(row.cells),
            (None, AddedRows::Next(next)) => {
                let sample = *next;
                *next += 1;
                self.write_added_row(row.cells, sample, sink);
            }
        }
    }

    /// Writes a new row.
    fn write_added_row(&self, mut cells: Members, sample: u64, sink: &mut dyn Sink) {
        self.columns.set(&mut cells, "sampleid", &sample.to_string());
        sink.push(&self.line(&cells));
    }

    fn line(&self, cells: &Members) -> String {
        let names = self.columns.names.iter();
        table::line(b',', names.map(|name| cells.text(name).unwrap_or_default()))
    }

    /// The row of an edit: the original one, except for the cells that no longer hold.
    fn row(
        &mut self,
        edit: &Edit,
        new_row: NewRow,
        session: &Session,
        number: usize,
    ) -> RowToWrite {
        let preserved = edit.preserved.get(CELLS).map(Members::parse).unwrap_or_default();
        let columns = &self.columns;
        let mut losses = Losses::default();
        let error = columns.cell(&preserved, "error");
        let keeps_error = !error.is_empty() && category_of(error.trim()) == edit.category;
        let renamed = category_of(type_of(&edit.category)) != edit.category
            || type_of(&edit.category) == NO_ERROR;
        losses.note_many(loss_names::CATEGORIES, number, usize::from(!keeps_error && renamed));
        let stands = stands(edit);
        if !stands {
            new_row.note_marks(edit, number, &mut losses);
        }
        let mut with_session = new_row.cells.clone();
        columns.take_over(&mut with_session, &preserved, &SESSION);
        let keeps_session = Session::of_row(&with_session, columns) == *session;
        let keeps = |field: &str| match field {
            "error" => keeps_error,
            field if SESSION.contains(&field) => keeps_session,
            field if MARKS.contains(&field) => stands,
            field => !matches!(field, "storyid" | FEEDBACK),
        };
        let mut cells = new_row.cells;
        let preserved = preserved.iter().filter(|(name, _)| keeps(columns.field(name)));
        preserved.for_each(|(name, value)| cells.set(name, value));
        for loss in losses.iter() {
            self.losses.note_many(loss.what, number, loss.count);
        }
        RowToWrite { number: edit.preserved.text(ROW).and_then(|row| row.parse().ok()), cells }
    }

    fn write_stories(&self, sink: &mut dyn Sink) {
        let mut stories = self.stories.iter().filter(|entry| entry.is_known).peekable();
        if stories.peek().is_none() {
            return;
        }
        sink.begin("stories.json");
        sink.push("{\n");
        for (number, entry) in stories.enumerate() {
            sink.push(if number > 0 { ",\n" } else { "" });
            sink.push(&(encode(&entry.name) + ": "));
            match entry.json {
                Some(json) => sink.push(json),
                None => sink.push(&entry.story().to_json()),
            }
        }
        sink.push("\n}\n");
    }

    fn begin_table(&mut self, sink: &mut dyn Sink) {
        if !self.has_table {
            self.has_table = true;
            sink.begin("annotations.csv");
            sink.push(&table::line(b',', self.columns.names.iter()));
        }
    }

    /// Writes the waiting rows, then the new ones.
    fn finish(&mut self, sink: &mut dyn Sink) {
        self.rows.finish(sink);
        if let AddedRows::Waiting { rows, last_sample } = &mut self.new {
            let (rows, last_sample) = (std::mem::take(rows), *last_sample);
            for (cells, number) in rows.into_iter().zip(1..) {
                self.write_added_row(cells, last_sample.saturating_add(number), sink);
            }
        }
    }
}

/// Returns `true` if an edit has preserved cells that still give its place.
fn stands(edit: &Edit) -> bool {
    edit.preserved.get(CELLS).is_some() && verbatim::is_unmoved(edit)
}

/// Rows that are preserved as a list of objects.
fn preserved_rows(json: &str) -> Vec<RowToWrite> {
    let array = Array::parse(json).unwrap_or_default();
    let rows = array.values().map(|json| {
        let row = Members::parse(json);
        RowToWrite {
            number: row.text(ROW).and_then(|number| number.parse().ok()),
            cells: row.get(CELLS).map(Members::parse).unwrap_or_default(),
        }
    });
    rows.collect()
}
