//! From stories and rows to records.

use std::collections::HashMap;

use super::candidate_spans;
use super::columns::{FalteColumns, SESSION};
use super::names::{
    CELLS, COLUMNS, EMPTY_ROWS, FEEDBACK, ITEM_KEYS, OTHER_ROWS, PARAGRAPHS, ROW, SEGMENT,
    SESSION_ID, STORY, STORY_WAS, has_antecedent,
};
use super::new_row::NewRow;
use super::rows::FalteRow;
use super::story::{Paragraph, Story};
use crate::ImportOptions;
use crate::alignment::TextAlignment;
use crate::file_problems::FileProblems;
use crate::files::json::{self, unexpected, value};
use crate::files::table::CsvTable;
use crate::locate::{LocatedQuote, locate};
use crate::members::Members;
use crate::offset_unit::{OffsetUnit, OffsetUnitEvidence};
use crate::preserved::verbatim::preserve_spans;
use crate::record::{Corpus, Edit, Record};
use crate::report::{ImportOutcome, SpanLocationCounts};
use crate::text_file::TextFile;
use crate::writing::roles::ERROR_AND_ANTECEDENT;
use spanwise_annotation::document::TextName;
use spanwise_annotation::mentions::MENTIONS;
use spanwise_diagnostics::{DiagnosticPlace, quoted};
use spanwise_json::{Array, Object, encode};
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

pub(super) fn read(files: &mut [TextFile], reading: ImportOptions) -> ImportOutcome {
    let mut input = FalteInput::default();
    let mut problems = FileProblems::default();
    let is_table = |file: &TextFile| {
        let text = file.text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']);
        !text.starts_with(['{', '['])
    };
    let (tables, stories): (Vec<usize>, Vec<usize>) =
        (0..files.len()).partition(|number| files.get(*number).is_some_and(is_table));
    let numbers =
        stories.into_iter().map(|n| (n, false)).chain(tables.into_iter().map(|n| (n, true)));
    for (number, is_table) in numbers {
        let Some(file) = files.get_mut(number) else { continue };
        if is_table {
            input.read_table(number, file, &mut problems);
        } else {
            input.read_stories(number, file, &mut problems);
        }
        file.text = String::new();
    }
    let unit = input.settle(files, reading, &mut problems);
    input.say_without_stories(files, &mut problems);
    let mut corpus = Corpus::default();
    if !input.tables.is_empty() {
        corpus.preserved.set(COLUMNS, input.columns.to_json());
    }
    let alignment = input.alignment();
    let mut located = SpanLocationCounts::default();
    let FalteInput { stories, tables, columns, .. } = input;
    for entry in stories {
        let story = entry.read();
        if let (None, Some(json), Some(file)) = (&story, &entry.json, files.get(entry.file)) {
            let place = json::in_item(entry.number, "");
            unexpected(file, &mut problems, place, "a story with a list of sentences", json);
        }
        let mut reader = SessionReader {
            number: 0,
            unit,
            name: &entry.name,
            story: story.as_ref(),
            columns: &columns,
            located: &mut located,
            problems: &mut problems,
        };
        let first = corpus.records.len();
        let item = reader.item();
        if entry.sessions.is_empty() {
            corpus.add(item.clone());
        }
        for session in &entry.sessions {
            reader.number = corpus.records.len();
            let rows = session.iter().filter_map(|row| row.read(files, &tables));
            let record = reader.record(item.clone(), rows.collect());
            corpus.add(record);
        }
        if let (Some(json), Some(record)) = (entry.json, corpus.records.get_mut(first)) {
            // Once is enough, since the records of a story are written together.
            record.preserved.set(STORY_WAS, json);
        }
    }
    ImportOutcome { corpus, unit: Some(unit), located, problems, alignment }
}

/// The content of the files.
#[derive(Default)]
struct FalteInput {
    /// The stories of `stories.json`, then those that only rows name.
    stories: Vec<StoryDraft>,
    by_name: HashMap<String, usize>,
    tables: Vec<(usize, FalteColumns)>,
    /// The columns of all tables.
    columns: FalteColumns,
    rows: usize,
}

/// A story, as JSON until its records are made: all parsed stories would take more memory than their file.
struct StoryDraft {
    name: String,
    /// Its 0-based number among all stories.
    number: usize,
    /// Its JSON, if it is in a file; `file` is the number of that.
    json: Option<Box<str>>,
    file: usize,
    sessions: Vec<Vec<PendingRow>>,
    by_session: HashMap<Box<str>, usize>,
}

impl StoryDraft {
    fn new(name: String, number: usize) -> Self {
        let (sessions, by_session) = (Vec::new(), HashMap::new());
        StoryDraft { name, number, json: None, file: 0, sessions, by_session }
    }

    fn read(&self) -> Option<Story> {
        Story::read(self.json.as_deref()?)
    }
}

/// A row that waits for its story.
struct PendingRow {
    table: usize,
    number: usize,
    place: DiagnosticPlace,
    /// As a JSON list.
    cells: Box<str>,
}

impl PendingRow {
    /// The row, with the file that it is from.
    fn read<'f>(
        &self,
        files: &'f [TextFile],
        tables: &[(usize, FalteColumns)],
    ) -> Option<(&'f TextFile, FalteRow)> {
        let (file, columns) = tables.get(self.table)?;
        let values = Array::parse(&self.cells)?;
        let cells = columns.names.iter().map(String::as_str).zip(values.values()).collect();
        Some((files.get(*file)?, FalteRow::read(self.number, self.place.clone(), cells, columns)))
    }
}

/// The rows of one session on one story.
type SessionRows<'a> = Vec<(&'a TextFile, FalteRow)>;

impl FalteInput {
    fn read_stories(&mut self, number: usize, file: &TextFile, problems: &mut FileProblems) {
        let Some(json) = value(file, problems) else { return };
        let Some(stories) = Object::parse(json) else {
            return unexpected(file, problems, json::in_item(0, ""), "an object of stories", json);
        };
        for (name, json) in json::owned_members(&stories) {
            let (name, at) = (String::from(name), self.stories.len());
            self.by_name.insert(name.clone(), at);
            self.stories.push(StoryDraft {
                json: Some(json),
                file: number,
                ..StoryDraft::new(name, at)
            });
        }
    }

    fn read_table(&mut self, number: usize, file: &mut TextFile, problems: &mut FileProblems) {
        let table = CsvTable::read(file, problems);
        let columns = FalteColumns { names: table.columns };
        if ["storyid", "error", "span1"].into_iter().any(|field| columns.of(field).is_none()) {
            let said = "The first line does not name the columns “storyid”, “error” and “span1”.";
            let remedy = "Give FALTE's stories.json, the table of its annotations as CSV, or both.";
            problems.error(
                file,
                DiagnosticPlace::Whole,
                "no-columns",
                [said, remedy].map(str::to_owned),
            );
            return;
        }
        file.text = String::new();
        let column = |field| columns.names.iter().position(|name| columns.of(field) == Some(name));
        let columns_of_session = SESSION.map(column);
        let column_of_story = column("storyid");
        for row in table.rows {
            let cell = |column: Option<usize>| column.map_or("", |column| row.cell(column));
            let story = self.story_at(cell(column_of_story));
            let mut sessions = columns_of_session.into_iter().map(cell);
            let session = sessions.find(|session| !session.is_empty()).unwrap_or_default();
            let cells = (0..columns.names.len()).map(|i| encode(row.cell(i)));
            let cells = format!("[{}]", cells.collect::<Vec<_>>().join(",")).into();
            let held = PendingRow {
                table: self.tables.len(),
                number: self.rows,
                place: row.place.clone(),
                cells,
            };
            self.rows += 1;
            let Some(entry) = self.stories.get_mut(story) else { continue };
            let next = entry.sessions.len();
            let at = *entry.by_session.entry(session.into()).or_insert(next);
            match entry.sessions.get_mut(at) {
                Some(rows) => rows.push(held),
                None => entry.sessions.push(vec![held]),
            }
        }
        let known = &mut self.columns.names;
        let new: Vec<String> =
            columns.names.iter().filter(|name| !known.contains(name)).cloned().collect();
        known.extend(new);
        self.tables.push((number, columns));
    }

    /// The number of a story; an unknown one is added at the end.
    fn story_at(&mut self, name: &str) -> usize {
        if let Some(at) = self.by_name.get(name) {
            return *at;
        }
        let at = self.stories.len();
        self.by_name.insert(name.to_owned(), at);
        self.stories.push(StoryDraft::new(name.to_owned(), at));
        at
    }

    /// The file and the place of the first row about a wanted story.
    fn first<'f>(
        &self,
        files: &'f [TextFile],
        is_wanted: impl Fn(&StoryDraft) -> bool,
    ) -> Option<(&'f TextFile, DiagnosticPlace)> {
        let rows = self.stories.iter().filter(|entry| is_wanted(entry));
        let rows = rows.flat_map(|entry| entry.sessions.iter().flatten());
        let first = rows.min_by_key(|row| row.number)?;
        let (file, _) = self.tables.get(first.table)?;
        Some((files.get(*file)?, first.place.clone()))
    }

    /// The alignment of rows with stories; `None` without a table.
    fn alignment(&self) -> Option<TextAlignment> {
        let mut alignment = TextAlignment::new("rows", ITEM_KEYS);
        for entry in &self.stories {
            let rows: usize = entry.sessions.iter().map(Vec::len).sum();
            match (&entry.json, rows) {
                (Some(_), 0) => alignment.not_annotated += 1,
                (Some(_), rows) => alignment.by_name += rows,
                (None, _) => {
                    alignment.without_counterpart.insert(entry.name.clone());
                }
            }
        }
        (!self.tables.is_empty()).then_some(alignment)
    }

    /// Adds one warning about all rows whose stories are missing.
    fn say_without_stories(&self, files: &[TextFile], problems: &mut FileProblems) {
        let is_lost = |entry: &StoryDraft| entry.json.is_none();
        let lost = self.stories.iter().filter(|entry| is_lost(entry));
        let lost: usize = lost.flat_map(|entry| &entry.sessions).map(Vec::len).sum();
        let Some((file, place)) = self.first(files, is_lost) else { return };
        let said = format!("{lost} rows are about stories that are not there.");
        let remedy =
            "They are kept as they are, but have no spans. Put stories.json into the same folder.";
        problems.warn(file, place, "no-stories", [said, remedy.to_owned()]);
    }

    /// The unit of the offsets in the rows. It depends on the quotes of all rows, so stories and rows are parsed twice.
    fn settle(
        &self,
        files: &[TextFile],
        reading: ImportOptions,
        problems: &mut FileProblems,
    ) -> OffsetUnit {
        let mut fits = OffsetUnitEvidence::default();
        for entry in self.stories.iter().filter(|entry| !entry.sessions.is_empty()) {
            let Some(story) = entry.read() else { continue };
            for held in entry.sessions.iter().flatten() {
                let Some((_, row)) = held.read(files, &self.tables) else { continue };
                if let Some(paragraph) = row.paragraph(&story) {
                    candidate_spans::count(&mut fits, &row, paragraph);
                }
            }
        }
        match self.first(files, |_| true) {
            Some((file, _)) => fits.settle(OffsetUnit::Utf16, reading, file, problems),
            None => reading.unit.unwrap_or(OffsetUnit::Utf16),
        }
    }
}

/// Makes records of the sessions on one story.
struct SessionReader<'a> {
    /// The 0-based number of the record.
    number: usize,
    unit: OffsetUnit,
    name: &'a str,
    story: Option<&'a Story>,
    columns: &'a FalteColumns,
    located: &'a mut SpanLocationCounts,
    problems: &'a mut FileProblems,
}

impl SessionReader<'_> {
    /// The record of the story without annotations.
    fn item(&self) -> Record {
        let mut item = Record::default();
        item.metadata.set_text(STORY, self.name);
        if let Some(story) = self.story {
            item.texts.set(Side::Target, story.text.clone());
            item.metadata.set(PARAGRAPHS, story.paragraphs_json());
            if let Some(mentions) = story.mentions_json() {
                item.other.set(MENTIONS, mentions);
            }
        }
        item
    }

    fn record(&mut self, mut record: Record, session: SessionRows) -> Record {
        record.done = true;
        let named = session.first().map(|(_, row)| row.session.clone()).unwrap_or_default();
        let (empty, rows): (SessionRows, SessionRows) =
            session.into_iter().partition(|(_, row)| row.is_empty);
        if !empty.is_empty() {
            let empty: Vec<String> = empty.iter().map(|(_, row)| preserved_row(row)).collect();
            let preserved = if rows.is_empty() { EMPTY_ROWS } else { OTHER_ROWS };
            record.preserved.set(preserved, format!("[{}]", empty.join(",")));
        }
        let spans = self.spans(&rows);
        let nothing = Story::plain(&Text::new(""), &[]);
        let story = self.story.unwrap_or(&nothing);
        for ((_, row), spans) in rows.iter().zip(spans) {
            let mut edit = edit(row, spans);
            let new_row = NewRow::of(&edit, self.columns, story, self.name, &named);
            let (cells, is_elsewhere) = new_row.others(&row.cells, self.columns);
            edit.preserved.set(ROW, row.number.to_string());
            if !cells.is_empty() {
                edit.preserved.set(CELLS, cells.to_json());
            }
            if is_elsewhere {
                preserve_spans(&mut edit);
            }
            record.edits.push(edit);
        }
        if named.code != named.annotator {
            record.metadata.set_text(SESSION_ID, &named.code);
        }
        record.annotator = Some(named.annotator).filter(|name| !name.is_empty());
        record
    }

    /// The spans of each row, the first one first.
    fn spans(&mut self, rows: &SessionRows) -> Vec<Vec<Span>> {
        let mut spans = vec![Vec::new(); rows.len()];
        let Some(story) = self.story else {
            self.located.missing += rows.iter().map(|(_, row)| row.marks()).sum::<usize>();
            return spans;
        };
        // The positions of the rows with a first span, by paragraph.
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
                    self.located.missing += row.marks();
                }
            }
        }
        let mut segments: Vec<_> = firsts.into_iter().collect();
        segments.sort_unstable();
        for (segment, numbers) in segments {
            let Some(paragraph) = story.paragraphs.get(segment) else { continue };
            let of_paragraph = || numbers.iter().filter_map(|i| Some((*i, rows.get(*i)?)));
            let quotes: Vec<_> = of_paragraph()
                .map(|(_, (_, row))| candidate_spans::first(row, paragraph, self.unit))
                .collect();
            let found = locate(&paragraph.text, &quotes);
            for ((i, (file, row)), found) in of_paragraph().zip(found) {
                let span = |found: &LocatedQuote| shifted(found.span, paragraph);
                let found = found.map(|found| LocatedQuote { span: span(&found), ..found });
                let span = self.found((i, file, row), (story, &row.first.text), found);
                spans.get_mut(i).into_iter().for_each(|spans: &mut Vec<Span>| spans.extend(span));
            }
        }
        self.seconds(rows, story, &mut spans);
        spans
    }

    /// Adds the second spans.
    fn seconds(&mut self, rows: &SessionRows, story: &Story, spans: &mut [Vec<Span>]) {
        let with_second = || {
            rows.iter().zip(0..).filter_map(|((file, row), i): (_, usize)| {
                Some((i, file, row, row.second.as_ref()?, row.paragraph(story)?))
            })
        };
        let quotes = with_second().map(|(.., mark, paragraph)| {
            candidate_spans::second(mark, story, paragraph, self.unit)
        });
        let found = locate(&story.text, &quotes.collect::<Vec<_>>());
        for ((i, file, row, mark, _), found) in with_second().zip(found) {
            let span = self.found((i, file, row), (story, &mark.text), found);
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

    fn found(
        &mut self,
        (edit, file, row): (usize, &TextFile, &FalteRow),
        (story, text): (&Story, &str),
        found: Option<LocatedQuote>,
    ) -> Option<Span> {
        let target = (&TextName::TARGET, &story.text);
        self.located.add((self.number, edit), target, text, found.as_ref());
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

fn edit(row: &FalteRow, mut spans: Vec<Span>) -> Edit {
    spans.shrink_to_fit();
    let mut edit = Edit::on(Side::Target, &row.category, spans);
    if has_antecedent(&row.category) && edit.spans.len() == 2 {
        let roles = ERROR_AND_ANTECEDENT.map(|role| Some(role.into()));
        edit.spans.set_roles(&TextName::TARGET, roles.to_vec());
    }
    if let Some(segment) = row.segment {
        edit.metadata.set(SEGMENT, segment.to_string());
    }
    if !row.feedback.is_empty() {
        edit.metadata.set_text(FEEDBACK, &row.feedback);
    }
    edit
}

/// A row without an error, as it is preserved.
fn preserved_row(row: &FalteRow) -> String {
    let mut preserved = Members::default();
    preserved.set(ROW, row.number.to_string());
    preserved.set(CELLS, row.cells.to_json());
    preserved.to_json()
}

fn shifted(span: Span, paragraph: &Paragraph) -> Span {
    let at = |offset: Utf16| Utf16(paragraph.start.0 + offset.0);
    Span::between(at(span.start()), at(span.end()))
}
