//! From stories and rows to records.

use std::collections::HashMap;

use super::columns::Columns;
use super::rows::Row;
use super::story::{Paragraph, Story};
use super::{
    CELLS, COLUMNS, EMPTY_ROWS, FEEDBACK, MENTIONS, OTHER_ROWS, PARAGRAPHS, ROW, SEGMENT, STORY,
    STORY_WAS, place,
};
use crate::Reading;
use crate::files::json::{self, unexpected, value};
use crate::files::table::Table;
use crate::locate::{Found, locate};
use crate::members::Members;
use crate::record::{Corpus, Edit, Record};
use crate::report::{File, Imported, Matched, Problems};
use crate::unit::{Fits, Unit};
use crate::way_back::as_written::keep_spans;
use spanwise_diagnostics::{Place, quoted};
use spanwise_json::Object;
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

pub(super) fn read(files: &mut [File], reading: Reading) -> Imported {
    let mut input = Input::default();
    let mut problems = Problems::default();
    for file in files {
        let text = file.text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
        if text.starts_with(['{', '[']) {
            input.read_stories(file, &mut problems);
        } else {
            input.read_table(file, &mut problems);
        }
    }
    let unit = input.settle(reading, &mut problems);
    input.say_without_stories(&mut problems);
    let mut corpus = Corpus::default();
    if let Some(columns) = &input.columns {
        corpus.kept.set(COLUMNS, columns.to_json());
    }
    let mut matched = Matched::default();
    for (story, sessions) in input.by_story() {
        let mut reader = Sessions { unit, story, matched: &mut matched, problems: &mut problems };
        let first = corpus.records.len();
        if sessions.is_empty() {
            corpus.add(reader.item());
        }
        for session in sessions {
            let record = reader.record(session);
            corpus.add(record);
        }
        if let (Some(json), Some(record)) = (story.json, corpus.records.get_mut(first)) {
            // Once is enough, since the records of a story are written together.
            record.kept.set(STORY_WAS, json);
        }
    }
    Imported { corpus, unit: Some(unit), matched, problems }
}

/// What the files hold.
#[derive(Default)]
struct Input<'a> {
    stories: Vec<Entry>,
    by_name: HashMap<String, usize>,
    columns: Option<Columns>,
    /// Rows with the file they are from.
    rows: Vec<(&'a File, Row)>,
}

/// A member of `stories.json`.
struct Entry {
    name: String,
    json: String,
    /// Nothing if it is no story.
    story: Option<Story>,
}

/// A story as far as it is known.
#[derive(Clone, Copy)]
struct Known<'a> {
    name: &'a str,
    json: Option<&'a str>,
    story: Option<&'a Story>,
}

/// The rows of one session on one story.
type Session<'a> = Vec<&'a (&'a File, Row)>;

impl<'a> Input<'a> {
    fn read_stories(&mut self, file: &File, problems: &mut Problems) {
        let Some(json) = value(file, problems) else { return };
        let Some(stories) = Object::parse(json) else {
            return unexpected(file, problems, json::in_item(0, ""), "an object of stories", json);
        };
        for member in stories.members() {
            let story = Story::read(&member.value);
            if story.is_none() {
                let place = json::in_item(self.stories.len(), "");
                unexpected(
                    file,
                    problems,
                    place,
                    "a story with a list of sentences",
                    &member.value,
                );
            }
            let (name, json) = (member.name.to_string(), member.value.to_string());
            self.by_name.insert(name.clone(), self.stories.len());
            self.stories.push(Entry { name, json, story });
        }
    }

    fn read_table(&mut self, file: &'a File, problems: &mut Problems) {
        let table = Table::read(file, problems);
        let columns = Columns { names: table.columns };
        if ["storyid", "error", "span1"].into_iter().any(|field| columns.of(field).is_none()) {
            let said = "The first line does not name the columns “storyid”, “error” and “span1”.";
            let remedy = "Give FALTE's stories.json, the table of its annotations as CSV, or both.";
            problems.error(file, Place::Whole, "no-columns", [said, remedy].map(str::to_owned));
            return;
        }
        for row in table.rows {
            let names = columns.names.iter().enumerate();
            let mut cells = Members::default();
            names.for_each(|(i, name)| cells.set_text(name, row.cell(i)));
            let row = Row::read(self.rows.len(), row.place, cells, &columns);
            self.rows.push((file, row));
        }
        let known = self.columns.get_or_insert_default();
        let new = columns.names.into_iter().filter(|name| !known.names.contains(name));
        let new: Vec<String> = new.collect();
        known.names.extend(new);
    }

    /// Warns of rows whose stories are not there, once.
    fn say_without_stories(&self, problems: &mut Problems) {
        let mut lost = self.rows.iter().filter(|(_, row)| !self.by_name.contains_key(&row.story));
        let Some((file, row)) = lost.next() else { return };
        let said = format!("{} rows are about stories that are not there.", lost.count() + 1);
        let remedy =
            "They are kept as they are, but have no spans. Put stories.json into the same folder.";
        problems.warn(file, row.place.clone(), "no-stories", [said, remedy.to_owned()]);
    }

    fn story(&self, name: &str) -> Option<&Story> {
        self.stories.get(*self.by_name.get(name)?)?.story.as_ref()
    }

    /// What the offsets of the rows count.
    fn settle(&self, reading: Reading, problems: &mut Problems) -> Unit {
        let mut fits = Fits::default();
        for (_, row) in &self.rows {
            if let Some(paragraph) = self.story(&row.story).and_then(|story| row.paragraph(story)) {
                place::count(&mut fits, row, paragraph);
            }
        }
        match self.rows.first() {
            Some((file, _)) => fits.settle(Unit::Utf16, reading, file, problems),
            None => reading.unit.unwrap_or(Unit::Utf16),
        }
    }

    /// The sessions of each story in the order of their first rows; stories that are not known come last.
    fn by_story(&self) -> Vec<(Known<'_>, Vec<Session<'_>>)> {
        let mut found: Vec<(Known, Vec<Session>)> = Vec::new();
        for entry in &self.stories {
            let known =
                Known { name: &entry.name, json: Some(&entry.json), story: entry.story.as_ref() };
            found.push((known, Vec::new()));
        }
        let mut at_name: HashMap<&str, usize> =
            self.by_name.iter().map(|(name, at)| (name.as_str(), *at)).collect();
        let mut at_session: HashMap<(usize, &str), usize> = HashMap::new();
        for row in &self.rows {
            let name = row.1.story.as_str();
            let story = *at_name.entry(name).or_insert(found.len());
            if story == found.len() {
                found.push((Known { name, json: None, story: None }, Vec::new()));
            }
            let Some((_, sessions)) = found.get_mut(story) else { continue };
            let session = *at_session.entry((story, &row.1.session)).or_insert(sessions.len());
            match sessions.get_mut(session) {
                Some(rows) => rows.push(row),
                None => sessions.push(vec![row]),
            }
        }
        found
    }
}

/// Makes records of the sessions on one story.
struct Sessions<'a> {
    unit: Unit,
    story: Known<'a>,
    matched: &'a mut Matched,
    problems: &'a mut Problems,
}

impl Sessions<'_> {
    /// The story before anyone's work.
    fn item(&self) -> Record {
        let mut item = Record::default();
        item.metadata.set_text(STORY, self.story.name);
        if let Some(story) = self.story.story {
            item.target = story.text.clone();
            item.metadata.set(PARAGRAPHS, story.paragraphs_json());
            if let Some(mentions) = story.mentions_json() {
                item.metadata.set(MENTIONS, mentions);
            }
        }
        item
    }

    fn record(&mut self, session: Session) -> Record {
        let mut record = self.item();
        record.done = true;
        let name = session.first().map(|(_, row)| row.session.clone()).unwrap_or_default();
        record.annotator = Some(name).filter(|name| !name.is_empty());
        let (empty, rows): (Session, Session) =
            session.into_iter().partition(|(_, row)| row.is_empty);
        if !empty.is_empty() {
            let empty: Vec<String> = empty.iter().map(|(_, row)| kept_row(row)).collect();
            let kept = if rows.is_empty() { EMPTY_ROWS } else { OTHER_ROWS };
            record.kept.set(kept, format!("[{}]", empty.join(",")));
        }
        let spans = self.spans(&rows);
        for ((_, row), spans) in rows.iter().zip(spans) {
            record.edits.push(edit(row, spans));
        }
        record
    }

    /// The spans of each row, the first one first.
    fn spans(&mut self, rows: &Session) -> Vec<Vec<Span>> {
        let mut spans = vec![Vec::new(); rows.len()];
        let Some(story) = self.story.story else {
            self.matched.missing += rows.iter().map(|(_, row)| row.marks()).sum::<usize>();
            return spans;
        };
        // The first spans by paragraph, each with the number of its row.
        let mut firsts: HashMap<usize, Vec<usize>> = HashMap::new();
        for (i, (file, row)) in rows.iter().enumerate() {
            match row.segment.filter(|segment| *segment < story.paragraphs.len()) {
                Some(segment) if !row.first.text.is_empty() => {
                    firsts.entry(segment).or_default().push(i)
                }
                Some(_) => {}
                None => {
                    let said = "The row does not name a paragraph of the story.".to_owned();
                    let remedy =
                        "Paragraphs are numbered from 0. The row is kept without spans.".to_owned();
                    self.problems.error(file, row.place.clone(), "no-paragraph", [said, remedy]);
                    self.matched.missing += row.marks();
                }
            }
        }
        let mut segments: Vec<_> = firsts.into_iter().collect();
        segments.sort_unstable();
        for (segment, numbers) in segments {
            let Some(paragraph) = story.paragraphs.get(segment) else { continue };
            let of_paragraph = || numbers.iter().filter_map(|i| Some((*i, rows.get(*i)?)));
            let quotes: Vec<_> = of_paragraph()
                .map(|(_, (_, row))| place::first(row, paragraph, self.unit))
                .collect();
            let found = locate(&paragraph.text, &quotes);
            for ((i, (file, row)), found) in of_paragraph().zip(found) {
                let span = self.found(file, row, &row.first.text, found);
                let span = span.map(|span| shifted(span, paragraph));
                spans.get_mut(i).into_iter().for_each(|spans: &mut Vec<Span>| spans.extend(span));
            }
        }
        self.seconds(rows, story, &mut spans);
        spans
    }

    /// Adds the second spans.
    fn seconds(&mut self, rows: &Session, story: &Story, spans: &mut [Vec<Span>]) {
        let with_second = || {
            rows.iter().zip(0..).filter_map(|((file, row), i): (_, usize)| {
                Some((i, file, row, row.second.as_ref()?, row.paragraph(story)?))
            })
        };
        let quotes = with_second()
            .map(|(.., mark, paragraph)| place::second(mark, story, paragraph, self.unit));
        let found = locate(&story.text, &quotes.collect::<Vec<_>>());
        for ((i, file, row, mark, _), found) in with_second().zip(found) {
            let span = self.found(file, row, &mark.text, found);
            // Without the first span the second would be taken for it.
            if let Some(spans) = spans.get_mut(i).filter(|spans| !spans.is_empty()) {
                spans.extend(span);
            }
        }
        for (file, row) in rows.iter().filter(|(_, row)| row.is_stale) {
            let said = format!(
                "The type {} has no second span, but the row has one.",
                quoted(&row.category)
            );
            let remedy =
                "It is left out: FALTE's page may have kept it from an earlier error.".to_owned();
            self.problems.warn(file, row.place.clone(), "stale-span", [said, remedy]);
        }
    }

    fn found(&mut self, file: &File, row: &Row, text: &str, found: Option<Found>) -> Option<Span> {
        self.matched.count(found.as_ref());
        match &found {
            None => {
                let said = format!("The text {} does not occur where it should.", quoted(text));
                let remedy = "It is kept, and written back as it was.".to_owned();
                self.problems.error(file, row.place.clone(), "text-not-found", [said, remedy]);
            }
            Some(found) if found.moved => {
                let said = format!("The text {} does not stand at its offsets.", quoted(text));
                let remedy = "It is taken where it was found.".to_owned();
                self.problems.warn(file, row.place.clone(), "text-moved", [said, remedy]);
            }
            Some(_) => {}
        }
        found.map(|found| found.span)
    }
}

fn edit(row: &Row, spans: Vec<Span>) -> Edit {
    let mut edit = Edit::on(Side::Target, &row.category, spans);
    if let Some(segment) = row.segment {
        edit.metadata.set(SEGMENT, segment.to_string());
    }
    if !row.feedback.is_empty() {
        edit.metadata.set_text(FEEDBACK, &row.feedback);
    }
    edit.kept.set(ROW, row.number.to_string());
    edit.kept.set(CELLS, row.cells.to_json());
    keep_spans(&mut edit);
    edit
}

/// A row without an error, as it is kept.
fn kept_row(row: &Row) -> String {
    let mut kept = Members::default();
    kept.set(ROW, row.number.to_string());
    kept.set(CELLS, row.cells.to_json());
    kept.to_json()
}

fn shifted(span: Span, paragraph: &Paragraph) -> Span {
    let at = |offset: Utf16| Utf16(paragraph.start.0 + offset.0);
    Span::between(at(span.start()), at(span.end()))
}
