//! Tables: a row for each span, or for each edit.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord};

use super::cells::NamedCell;
use super::names::{
    ColumnNames, EDIT_ANSWER, EDIT_METADATA, ITEM_ANSWER, ITEM_METADATA, TEXT, text_column,
    text_of_column,
};
use super::place::read_records;
use super::record::{FlatEdit, FlatRecord, FlatSpan, FlatText, UNIT};
use crate::ImportOptions;
use crate::file_problems::FileProblems;
use crate::files::table::{self, read_rows, separator};
use crate::offset_unit::OffsetUnit;
use crate::record::Corpus;
use crate::report::{ExportOutcome, ImportOutcome, Losses, SpanLocationCounts};
use crate::text_file::TextFile;
use crate::writing::sink::Sink;
use spanwise_annotation::document::TextRole;
use spanwise_diagnostics::DiagnosticPlace;
use spanwise_text::spreadsheet::{guarded, unguarded};

/// What a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Row {
    Span,
    Edit,
}

/// The columns of an item; they are in each row of a record.
const OF_ITEM: [&str; 3] = ["record", "id", "annotator"];
const DONE: &str = "done";
/// The columns of an edit; they are in each of its rows.
const CATEGORY: &str = "category";
const OF_EDIT: [&str; 5] = ["edit", "part_of", "edit_id", "origin", "origin_name"];
/// The columns of a span, beside those of its offsets.
const SPAN_TEXT: &str = "text";
const OF_SPAN: [&str; 2] = ["quote", "role"];
const SOURCE: &str = "source";
const TARGET: &str = "target";
const CONTEXT: &str = "context";
const ITEM_MORE: &str = "item_more";
const EDIT_MORE: &str = "edit_more";

/// What the names of columns with offsets begin with; the unit follows.
const START: &str = "start";
const END: &str = "end";
/// The same for columns of all spans on a text, whose name follows after a colon, and of their texts.
const SPANS: &str = "spans";
const QUOTES: &str = "quotes:";

/// Between spans in a cell, and between their texts.
const BETWEEN: &str = "; ";
const BETWEEN_QUOTES: &str = " … ";
/// Between the offsets of a span: spreadsheets would take 3-5 for a date and 3:5 for a time.
const TO: &str = "..";

/// The byte order mark by which spreadsheets know UTF-8.
const MARK: &str = "\u{feff}";

/// The unit in the name of a column.
fn unit_name(unit: OffsetUnit) -> &'static str {
    match unit {
        OffsetUnit::Utf16 => "_utf16",
        OffsetUnit::CodePoints => "_code_points",
        OffsetUnit::Bytes => "_bytes",
    }
}

/// Writes a table.
pub(super) fn write(
    corpus: &Corpus,
    row: Row,
    separator: u8,
    sink: &mut dyn Sink,
) -> ExportOutcome {
    let mut names = ColumnNames::of(corpus);
    let columns = TableColumns::of(corpus, row, &mut names);
    let mut losses = Losses::default();
    sink.begin("");
    sink.push(MARK);
    sink.push(&table::line(separator, columns.names.iter()));
    for (number, record) in corpus.records.iter().enumerate() {
        let flat = FlatRecord::of(record, number, &mut names, &mut losses);
        columns.rows(&flat, number, row, |cells| {
            let cells = cells.iter().map(|cell| guarded(cell).into_owned());
            sink.push(&table::line(separator, cells));
        });
    }
    losses.into()
}

/// The columns of a table that is written.
struct TableColumns {
    names: Vec<String>,
    places: HashMap<String, usize>,
}

impl TableColumns {
    fn of(corpus: &Corpus, row: Row, names: &mut ColumnNames) -> Self {
        let mut all: Vec<String> = Vec::new();
        let add = |all: &mut Vec<String>, names: &[&str]| {
            all.extend(names.iter().map(|name| (*name).to_owned()));
        };
        add(&mut all, &OF_ITEM);
        add(&mut all, &[DONE, CATEGORY]);
        let mut group = |all: &mut Vec<String>, group: &'static str| {
            all.extend(names.take(group).into_iter().map(|name| format!("{group}{name}")));
        };
        match row {
            Row::Span => {
                add(&mut all, &[SPAN_TEXT]);
                all.extend([START, END].map(|name| format!("{name}{}", unit_name(UNIT))));
                add(&mut all, &OF_SPAN);
            }
            Row::Edit => {
                for text in texts_with_spans(corpus) {
                    all.push(format!("{SPANS}{}:{text}", unit_name(UNIT)));
                    all.push(format!("{QUOTES}{text}"));
                }
            }
        }
        group(&mut all, EDIT_ANSWER);
        group(&mut all, EDIT_METADATA);
        add(&mut all, &OF_EDIT);
        add(&mut all, &[EDIT_MORE]);
        group(&mut all, ITEM_METADATA);
        group(&mut all, ITEM_ANSWER);
        add(&mut all, &[SOURCE, TARGET]);
        group(&mut all, TEXT);
        add(&mut all, &[CONTEXT, ITEM_MORE]);
        let places = all.iter().cloned().zip(0..).collect();
        TableColumns { names: all, places }
    }

    fn put(&self, cells: &mut [String], name: &str, value: &str) {
        let cell = self.places.get(name).and_then(|at| cells.get_mut(*at));
        if let Some(cell) = cell {
            value.clone_into(cell);
        }
    }

    fn put_named(&self, cells: &mut [String], group: &str, named: &[NamedCell]) {
        for (name, value) in named {
            self.put(cells, &format!("{group}{name}"), value);
        }
    }

    /// Visits the rows of a record. What is long, the texts and the data without a column, is in the first one only.
    fn rows(&self, flat: &FlatRecord, number: usize, row: Row, mut visit: impl FnMut(&[String])) {
        let mut item = vec![String::new(); self.names.len()];
        let done = if flat.done { "yes" } else { "no" };
        let number = (number + 1).to_string();
        let values = [&number, &flat.id, &flat.annotator];
        self.put(&mut item, DONE, done);
        OF_ITEM.iter().zip(values).for_each(|(name, value)| self.put(&mut item, name, value));
        self.put_named(&mut item, ITEM_METADATA, &flat.metadata);
        self.put_named(&mut item, ITEM_ANSWER, &flat.answers);
        let mut first = item.clone();
        let long = [&flat.source, &flat.target, &flat.context, &flat.more];
        let names = [SOURCE, TARGET, CONTEXT, ITEM_MORE];
        names.iter().zip(long).for_each(|(name, value)| self.put(&mut first, name, value));
        for text in &flat.texts {
            let name = format!("{TEXT}{}", text_column(&text.name, text.role));
            self.put(&mut first, &name, &text.text);
        }
        let mut next = first;
        if flat.edits.is_empty() {
            visit(&next);
        }
        for edit in &flat.edits {
            let mut cells = std::mem::replace(&mut next, item.clone());
            self.put_edit(&mut cells, edit);
            self.put(&mut cells, EDIT_MORE, &edit.more);
            if row == Row::Edit {
                self.put_spans(&mut cells, &edit.spans);
                visit(&cells);
                continue;
            }
            if edit.spans.is_empty() {
                visit(&cells);
            }
            for span in &edit.spans {
                self.put_span(&mut cells, span);
                visit(&cells);
                cells.clone_from(&item);
                self.put_edit(&mut cells, edit);
            }
        }
    }

    fn put_edit(&self, cells: &mut [String], edit: &FlatEdit) {
        let part_of = if edit.part_of > 0 { edit.part_of.to_string() } else { String::new() };
        let number = edit.number.to_string();
        let values = [&number, &part_of, &edit.id, &edit.origin, &edit.origin_name];
        self.put(cells, CATEGORY, &edit.category);
        OF_EDIT.iter().zip(values).for_each(|(name, value)| self.put(cells, name, value));
        self.put_named(cells, EDIT_ANSWER, &edit.answers);
        self.put_named(cells, EDIT_METADATA, &edit.metadata);
    }

    fn put_span(&self, cells: &mut [String], span: &FlatSpan) {
        let values = [&span.quote, &span.role];
        self.put(cells, SPAN_TEXT, &span.text);
        OF_SPAN.iter().zip(values).for_each(|(name, value)| self.put(cells, name, value));
        if let Some((start, end)) = span.offsets {
            for (name, offset) in [(START, start), (END, end)] {
                self.put(cells, &format!("{name}{}", unit_name(UNIT)), &offset.to_string());
            }
        }
    }

    fn put_spans(&self, cells: &mut [String], spans: &[FlatSpan]) {
        for on_text in spans.chunk_by(|a, b| a.text == b.text) {
            let Some(FlatSpan { text, .. }) = on_text.first() else { continue };
            let places = on_text.iter().filter_map(|span| {
                let (start, end) = span.offsets?;
                let space = if span.role.is_empty() { "" } else { " " };
                Some(format!("{start}{TO}{end}{space}{}", span.role))
            });
            let places: Vec<String> = places.collect();
            let quotes: Vec<&str> = on_text.iter().map(|span| span.quote.as_str()).collect();
            let column = format!("{SPANS}{}:{text}", unit_name(UNIT));
            self.put(cells, &column, &places.join(BETWEEN));
            self.put(cells, &format!("{QUOTES}{text}"), &quotes.join(BETWEEN_QUOTES));
        }
    }
}

/// The names of the texts on which edits have spans, sorted; the usual target is always among them.
fn texts_with_spans(corpus: &Corpus) -> Vec<String> {
    let mut texts = std::collections::BTreeSet::from([TARGET.to_owned()]);
    let mut todo: Vec<_> = corpus.records.iter().flat_map(|record| &record.edits).collect();
    while let Some(edit) = todo.pop() {
        for (name, _) in edit.spans.iter() {
            if !texts.contains(name.as_str()) {
                texts.insert(name.as_str().to_owned());
            }
        }
        todo.extend(&edit.constituents);
    }
    texts.into_iter().collect()
}

/// What a column of a table that is read holds.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Column {
    Record,
    Id,
    Annotator,
    Done,
    Category,
    Edit,
    PartOf,
    EditId,
    Origin,
    OriginName,
    SpanText,
    Start,
    End,
    Quote,
    Role,
    /// All spans on a text.
    Spans(String),
    /// Their texts.
    Quotes(String),
    Answer(String),
    Metadata(String),
    EditMore,
    ItemMetadata(String),
    ItemAnswer(String),
    Source,
    Target,
    Text(String, TextRole),
    Context,
    ItemMore,
    /// Any other: metadata of the edit in a row, or else of the item.
    Other(String),
}

impl Column {
    /// The column of a name, and the unit that the name says.
    fn of(name: &str) -> (Self, Option<OffsetUnit>) {
        let name = name.trim();
        let with_unit = |begin: &str| {
            let rest = name.strip_prefix(begin)?;
            let unit = OffsetUnit::ALL.into_iter().find(|unit| rest.starts_with(unit_name(*unit)));
            Some((rest.strip_prefix(unit.map_or("", unit_name))?, unit))
        };
        if let Some(("", unit)) = with_unit(START) {
            return (Column::Start, unit);
        }
        if let Some(("", unit)) = with_unit(END) {
            return (Column::End, unit);
        }
        if let Some((rest, unit)) = with_unit(SPANS)
            && let Some(text) = rest.strip_prefix(':')
        {
            return (Column::Spans(text.to_owned()), unit);
        }
        (Column::without_unit(name), None)
    }

    fn without_unit(name: &str) -> Self {
        let part = |group| name.strip_prefix(group).map(str::to_owned);
        if let Some(text) = part(QUOTES) {
            return Column::Quotes(text);
        }
        if let Some(path) = part(EDIT_ANSWER) {
            return Column::Answer(path);
        }
        if let Some(name) = part(EDIT_METADATA) {
            return Column::Metadata(name);
        }
        if let Some(name) = part(ITEM_METADATA) {
            return Column::ItemMetadata(name);
        }
        if let Some(path) = part(ITEM_ANSWER) {
            return Column::ItemAnswer(path);
        }
        if let Some(text) = part(TEXT) {
            let (name, role) = text_of_column(&text);
            return Column::Text(name.to_owned(), role);
        }
        match name {
            "record" => Column::Record,
            "id" => Column::Id,
            "annotator" => Column::Annotator,
            DONE => Column::Done,
            CATEGORY => Column::Category,
            "edit" => Column::Edit,
            "part_of" => Column::PartOf,
            "edit_id" => Column::EditId,
            "origin" => Column::Origin,
            "origin_name" => Column::OriginName,
            SPAN_TEXT => Column::SpanText,
            "quote" => Column::Quote,
            "role" => Column::Role,
            SOURCE => Column::Source,
            TARGET => Column::Target,
            CONTEXT => Column::Context,
            ITEM_MORE => Column::ItemMore,
            EDIT_MORE => Column::EditMore,
            other => Column::Other(other.to_owned()),
        }
    }
}

/// Returns `true` if these are the names of the columns of a table with such rows.
pub(super) fn has_rows(columns: &[String], row: Row) -> bool {
    let columns: Vec<Column> = columns.iter().map(|name| Column::of(name).0).collect();
    let has = |column: &Column| columns.contains(column);
    has(&Column::Category)
        && match row {
            Row::Span => has(&Column::Start) && has(&Column::End) || has(&Column::Quote),
            Row::Edit => {
                columns.iter().any(|column| matches!(column, Column::Spans(_) | Column::Quotes(_)))
            }
        }
}

/// Reads tables of either kind of row, whatever separates their cells.
pub(super) fn read(files: &mut [TextFile], options: ImportOptions) -> ImportOutcome {
    let mut outcome = ImportOutcome {
        corpus: Corpus::default(),
        unit: options.unit.or(Some(UNIT)),
        located: SpanLocationCounts::default(),
        problems: FileProblems::default(),
        alignment: None,
    };
    for file in files {
        read_file(file, options, &mut outcome);
    }
    outcome
}

fn read_file(file: &mut TextFile, options: ImportOptions, outcome: &mut ImportOutcome) {
    let start = file.text.len() - table::without_separator_line(&file.text).len();
    file.text.drain(..start);
    let mut keys = RecordKeys::default();
    let names =
        read_rows(file, separator(file.text.as_bytes()), &mut outcome.problems, |names, row| {
            keys.add(names, &row.cells, &row.place);
        });
    let columns: Vec<(Column, Option<OffsetUnit>)> =
        names.iter().map(|name| Column::of(name)).collect();
    if !columns.iter().any(|(column, _)| *column == Column::Category) {
        let said = [
            "There is no column `category`.".to_owned(),
            "Name the columns in the first line, as docs/formats.md says.".to_owned(),
        ];
        outcome.problems.error(file, DiagnosticPlace::Whole, "no-category", said);
        return;
    }
    let delimiter = separator(file.text.as_bytes());
    if let Some(sorted) = keys.in_order(&file.text) {
        file.text = sorted;
    }
    let unit = columns.iter().find_map(|(_, unit)| *unit);
    let columns: Vec<Column> = columns.into_iter().map(|(column, _)| column).collect();
    let file = &*file;
    let reader = TableReader { columns: &columns, records: keys.records(), delimiter };
    let is_ascii = file.text.is_ascii();
    read_records(file, unit, is_ascii, options, outcome, |visit| {
        reader.each_record(&file.text, visit);
    });
}

/// The record that each row belongs to.
#[derive(Default)]
struct RecordKeys {
    numbers: HashMap<Vec<String>, usize>,
    /// For each row the number of its record, and where it starts, in bytes.
    rows: Vec<(usize, usize)>,
}

impl RecordKeys {
    /// Rows are of one record if they have the same `record`, `id` and `annotator`; without any of these, if they have
    /// the same texts. One without texts, too, is of the record before it.
    fn add(&mut self, names: &[String], cells: &StringRecord, place: &DiagnosticPlace) {
        let values = |wanted: &[&str]| -> Vec<String> {
            let cell = |name: &str| {
                let at = names.iter().position(|known| known.trim() == name)?;
                cells.get(at).map(str::to_owned)
            };
            wanted.iter().map(|name| cell(name).unwrap_or_default()).collect()
        };
        let is_blank = |key: &Vec<String>| key.iter().all(String::is_empty);
        let mut key = values(&OF_ITEM);
        if is_blank(&key) {
            key = values(&[SOURCE, TARGET]);
        }
        let next = self.numbers.len();
        let before = self.rows.last().map(|(record, _)| *record).filter(|_| is_blank(&key));
        let record = before.unwrap_or_else(|| *self.numbers.entry(key).or_insert(next));
        let start = if let DiagnosticPlace::Text { bytes, .. } = place { bytes.start } else { 0 };
        self.rows.push((record, start));
    }

    /// The number of the record of each row, in the order of the records.
    fn records(&self) -> Vec<usize> {
        let mut records: Vec<usize> = self.rows.iter().map(|(record, _)| *record).collect();
        records.sort_unstable();
        records
    }

    /// The table with the rows of each record together; `None` if they are.
    fn in_order(&self, text: &str) -> Option<String> {
        if self.rows.is_sorted_by_key(|(record, _)| *record) {
            return None;
        }
        let starts = self.rows.iter().map(|(_, start)| *start);
        let ends = starts.skip(1).chain(std::iter::once(text.len()));
        let mut rows: Vec<(usize, &str)> = self
            .rows
            .iter()
            .zip(ends)
            .map(|((record, start), end)| (*record, text.get(*start..end).unwrap_or_default()))
            .collect();
        rows.sort_by_key(|(record, _)| *record);
        let header = self.rows.first().and_then(|(_, start)| text.get(..*start))?;
        let mut sorted = String::with_capacity(text.len() + 1);
        sorted.push_str(header);
        for (_, row) in rows {
            sorted.push_str(row);
            // The last row of the file may be without an end.
            sorted.push_str(if row.ends_with(['\n', '\r']) { "" } else { "\n" });
        }
        Some(sorted)
    }
}

/// Reads the rows of a table, of which those of each record stand together.
struct TableReader<'a> {
    columns: &'a [Column],
    /// The number of the record of each row.
    records: Vec<usize>,
    delimiter: u8,
}

impl TableReader<'_> {
    /// Visits the records in their order.
    fn each_record(&self, text: &str, visit: &mut dyn FnMut(FlatRecord)) {
        let mut reader = ReaderBuilder::new();
        let mut rows = reader.delimiter(self.delimiter).flexible(true).from_reader(text.as_bytes());
        let mut open: Option<(usize, RecordBuilder)> = None;
        let mut row = StringRecord::new();
        for record in &self.records {
            // Reading from memory fails for what is no UTF-8 only.
            if !rows.read_record(&mut row).unwrap_or_default() {
                break;
            }
            match &mut open {
                Some((number, builder)) if number == record => builder.add(self.columns, &row),
                _ => {
                    let mut builder = RecordBuilder::default();
                    builder.add(self.columns, &row);
                    let done = open.replace((*record, builder));
                    done.into_iter().for_each(|(_, builder)| visit(builder.record));
                }
            }
        }
        open.into_iter().for_each(|(_, builder)| visit(builder.record));
    }
}

/// A record as far as its rows were read.
#[derive(Default)]
struct RecordBuilder {
    record: FlatRecord,
    has_rows: bool,
    /// The places of the edits among those of the record, by the cell `edit`.
    edits: HashMap<String, usize>,
}

impl RecordBuilder {
    fn add(&mut self, columns: &[Column], row: &StringRecord) {
        let cells =
            || columns.iter().zip(row.iter().map(unguarded)).filter(|(_, cell)| !cell.is_empty());
        let has_edit = cells().any(|(column, _)| {
            matches!(
                column,
                Column::Category
                    | Column::Edit
                    | Column::Start
                    | Column::Quote
                    | Column::Spans(_)
                    | Column::Quotes(_)
            )
        });
        if !self.has_rows {
            let is_done = |column: &Column| *column == Column::Done;
            let done = cells().find(|(column, _)| is_done(column)).map(|(_, cell)| cell);
            // A table without this column has the items that were annotated.
            let has_column = columns.iter().any(is_done);
            self.record.done =
                done.map_or(!has_column, |cell| !matches!(cell, "no" | "false" | "0"));
            self.has_rows = true;
        }
        for (column, cell) in cells() {
            self.add_item_cell(column, cell, has_edit);
        }
        if has_edit {
            self.add_edit(cells());
        }
    }

    fn add_item_cell(&mut self, column: &Column, cell: &str, has_edit: bool) {
        let record = &mut self.record;
        let differs = match column {
            Column::Id => set(&mut record.id, cell),
            Column::Annotator => set(&mut record.annotator, cell),
            Column::Source => set(&mut record.source, cell),
            Column::Target => set(&mut record.target, cell),
            Column::Context => set(&mut record.context, cell),
            Column::ItemMore => set(&mut record.more, cell),
            Column::ItemMetadata(name) => set_named(&mut record.metadata, name, cell),
            Column::Other(name) if !has_edit => set_named(&mut record.metadata, name, cell),
            Column::ItemAnswer(path) => set_named(&mut record.answers, path, cell),
            Column::Text(name, role) => {
                match record.texts.iter_mut().find(|text| text.name == *name) {
                    Some(text) => set(&mut text.text, cell),
                    None => {
                        let (name, text) = (name.clone(), cell.to_owned());
                        record.texts.push(FlatText { name, role: *role, text });
                        false
                    }
                }
            }
            Column::Record
            | Column::Done
            | Column::Category
            | Column::Edit
            | Column::PartOf
            | Column::EditId
            | Column::Origin
            | Column::OriginName
            | Column::SpanText
            | Column::Start
            | Column::End
            | Column::Quote
            | Column::Role
            | Column::Spans(_)
            | Column::Quotes(_)
            | Column::Answer(_)
            | Column::Metadata(_)
            | Column::EditMore
            | Column::Other(_) => false,
        };
        record.differs |= differs;
    }

    fn add_edit<'c>(&mut self, cells: impl Iterator<Item = (&'c Column, &'c str)> + Clone) {
        let named = cells.clone().find(|(column, _)| **column == Column::Edit);
        let named = named.map(|(_, cell)| cell.to_owned());
        let next = self.record.edits.len();
        let at = match &named {
            Some(name) => *self.edits.entry(name.clone()).or_insert(next),
            None => next,
        };
        if at == next {
            let number = named.as_deref().and_then(|name| name.parse().ok()).unwrap_or_default();
            self.record.edits.push(FlatEdit { number, ..FlatEdit::default() });
        }
        let Some(edit) = self.record.edits.get_mut(at) else { return };
        let (mut span, mut has_span) = (FlatSpan::default(), false);
        let (mut start, mut end) = ("", "");
        let (before, mut quotes) = (edit.spans.len(), Vec::new());
        for (column, cell) in cells {
            let differs = match column {
                Column::Category => set(&mut edit.category, cell),
                Column::PartOf => {
                    edit.part_of = cell.parse().unwrap_or_default();
                    false
                }
                Column::EditId => set(&mut edit.id, cell),
                Column::Origin => set(&mut edit.origin, cell),
                Column::OriginName => set(&mut edit.origin_name, cell),
                Column::Answer(path) => set_named(&mut edit.answers, path, cell),
                Column::Metadata(name) | Column::Other(name) => {
                    set_named(&mut edit.metadata, name, cell)
                }
                Column::EditMore => set(&mut edit.more, cell),
                Column::SpanText => set(&mut span.text, cell),
                Column::Role => set(&mut span.role, cell),
                Column::Quote => {
                    has_span = true;
                    set(&mut span.quote, cell)
                }
                Column::Start | Column::End => {
                    has_span = true;
                    *(if *column == Column::Start { &mut start } else { &mut end }) = cell;
                    false
                }
                Column::Spans(text) => {
                    add_spans(text, cell, &mut edit.spans);
                    false
                }
                Column::Quotes(text) => {
                    quotes.push((text, cell));
                    false
                }
                Column::Record
                | Column::Id
                | Column::Annotator
                | Column::Done
                | Column::Edit
                | Column::Source
                | Column::Target
                | Column::Text(..)
                | Column::Context
                | Column::ItemMore
                | Column::ItemMetadata(_)
                | Column::ItemAnswer(_) => false,
            };
            self.record.differs |= differs;
        }
        if has_span {
            if span.text.is_empty() {
                TARGET.clone_into(&mut span.text);
            }
            span.offsets = offset(start).zip(offset(end));
            if span.offsets.is_none() && !(start.is_empty() && end.is_empty()) {
                span.no_offsets = format!("{start} to {end}");
            }
            edit.spans.push(span);
        }
        for (text, cell) in quotes {
            add_quotes(text, cell, &mut edit.spans, before);
        }
    }
}

/// Sets what no earlier row set. Returns `true` if one set something else.
fn set(value: &mut String, cell: &str) -> bool {
    if value.is_empty() {
        cell.clone_into(value);
    }
    value != cell
}

/// The same for a named cell.
fn set_named(cells: &mut Vec<NamedCell>, name: &str, cell: &str) -> bool {
    match cells.iter_mut().find(|(known, _)| known == name) {
        Some((_, value)) => set(value, cell),
        None => {
            cells.push((name.to_owned(), cell.to_owned()));
            false
        }
    }
}

/// An offset; spreadsheets may write it with a decimal point.
fn offset(cell: &str) -> Option<u32> {
    let cell = cell.trim();
    cell.strip_suffix(".0").unwrap_or(cell).parse().ok()
}

/// Adds the spans of a cell: `0..5; 9..12 role`.
fn add_spans(text: &str, cell: &str, spans: &mut Vec<FlatSpan>) {
    for part in cell.split(BETWEEN) {
        let (place, role) = part.split_once(' ').unwrap_or((part, ""));
        let place = place.split_once(TO);
        let offsets = place.and_then(|(start, end)| Some((offset(start)?, offset(end)?)));
        match (offsets, spans.last_mut()) {
            // It belongs to the role before.
            (None, Some(last)) if !last.role.is_empty() => {
                last.role.push_str(BETWEEN);
                last.role.push_str(part);
            }
            _ => {
                // What is no span has no offsets, and is told as one without a place.
                let no_offsets = if offsets.is_none() { part.to_owned() } else { String::new() };
                let (text, role) = (text.to_owned(), role.to_owned());
                spans.push(FlatSpan { text, offsets, role, no_offsets, ..FlatSpan::default() });
            }
        }
    }
}

/// Adds the quotes of a cell: to the spans on the text from a position on, or, where there are none, as spans.
fn add_quotes(text: &str, cell: &str, spans: &mut Vec<FlatSpan>, from: usize) {
    let on_text = spans.iter_mut().skip(from).filter(|span| span.text == text);
    let mut on_text: Vec<&mut FlatSpan> = on_text.collect();
    let quotes: Vec<&str> = match on_text.len() {
        1 => vec![cell],
        _ => cell.split(BETWEEN_QUOTES).collect(),
    };
    // Quotes with what stands between quotes are not told apart.
    if on_text.len() == quotes.len() {
        for (span, quote) in on_text.iter_mut().zip(quotes) {
            quote.clone_into(&mut span.quote);
        }
    } else if on_text.is_empty() {
        spans.extend(quotes.into_iter().filter(|quote| !quote.is_empty()).map(|quote| {
            let (text, quote) = (text.to_owned(), quote.to_owned());
            FlatSpan { text, quote, ..FlatSpan::default() }
        }));
    }
}
