//! One row of the table, read and written.

use std::fmt;

use super::names::{is_no_error, spelled, understood};
use super::tags::{mark, unmark};
use crate::files::lines::cell;
use crate::members::Members;
use crate::record::{Edit, Record};
use spanwise_annotation::document::Spans;
use spanwise_template::Side;
use spanwise_text::Text;

/// The columns of a file made here, in the order of the released ones.
const COLUMNS: &str = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity";

/// The columns that a row needs.
const NEEDED: [&str; 4] = ["source", "target", "category", "severity"];

/// The meaning of a column.
#[derive(Debug, Clone, PartialEq, Eq)]
enum MqmColumn {
    /// A member of the record's metadata, by name.
    Item(&'static str),
    Rater,
    Text(Side),
    Category,
    /// A member of the edit's metadata, by name; the severity is among them.
    Row(String),
}

/// The first line of a file.
#[derive(Debug)]
pub(super) struct MqmHeader {
    line: String,
    columns: Vec<MqmColumn>,
}

impl Default for MqmHeader {
    fn default() -> Self {
        MqmHeader { line: COLUMNS.to_owned(), columns: columns(COLUMNS) }
    }
}

/// A row that was read.
#[derive(Debug)]
pub(super) struct MqmRow {
    /// The members of the record's metadata.
    pub item: Members,
    /// Empty if nobody is named.
    pub rater: String,
    /// Without marks.
    pub source: Text,
    /// Without marks.
    pub target: Text,
    /// Its judgement.
    pub content: MqmRowContent,
    /// A text where `<v>` or `</v>` has no partner.
    pub unpaired: Option<Side>,
}

/// The judgement of a row on its segment.
#[derive(Debug)]
pub(super) enum MqmRowContent {
    /// There is no error; the cells of the row itself.
    NoError(Members),
    /// There is an error.
    Error(Box<Edit>),
}

fn columns(line: &str) -> Vec<MqmColumn> {
    let mut columns: Vec<MqmColumn> = Vec::new();
    for (i, name) in
        line.trim_start_matches('\u{feff}').trim_end_matches('\r').split('\t').enumerate()
    {
        let column = match name {
            "system" => MqmColumn::Item("system"),
            "doc" => MqmColumn::Item("doc"),
            "doc_id" => MqmColumn::Item("doc_id"),
            "seg_id" => MqmColumn::Item("seg_id"),
            "rater" => MqmColumn::Rater,
            "source" => MqmColumn::Text(Side::Source),
            "target" => MqmColumn::Text(Side::Target),
            "category" => MqmColumn::Category,
            other => MqmColumn::Row(other.to_owned()),
        };
        let used = name.is_empty() || columns.contains(&column);
        columns.push(if used { MqmColumn::Row(format!("column {}", i + 1)) } else { column });
    }
    columns
}

/// The names of the columns that a first line lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MissingColumns(Vec<&'static str>);

impl fmt::Display for MissingColumns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl MqmHeader {
    /// Reads the first line.
    ///
    /// # Errors
    /// If the line lacks columns that are needed: with their names.
    pub(super) fn read(line: &str) -> Result<Self, MissingColumns> {
        let columns = columns(line);
        let names: Vec<&str> = columns.iter().map(MqmColumn::name).collect();
        let missing: Vec<_> = NEEDED.into_iter().filter(|name| !names.contains(name)).collect();
        if missing.is_empty() {
            Ok(MqmHeader { line: line.to_owned(), columns })
        } else {
            Err(MissingColumns(missing))
        }
    }

    /// The line itself.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// The members of a record's metadata that have columns.
    pub(super) fn of_items(&self) -> Vec<&str> {
        let of_item = |column: &&MqmColumn| matches!(column, MqmColumn::Item(_) | MqmColumn::Rater);
        self.columns.iter().filter(of_item).map(MqmColumn::name).collect()
    }

    /// The members of an edit's metadata that have columns.
    pub(super) fn of_rows(&self) -> Vec<&str> {
        let of_row = |column: &&MqmColumn| matches!(column, MqmColumn::Row(_));
        self.columns.iter().filter(of_row).map(MqmColumn::name).collect()
    }

    /// Reads a row; `None` if it ends before a column that is needed.
    pub(super) fn row(&self, line: &str) -> Option<MqmRow> {
        let cells: Vec<&str> = line.trim_end_matches('\r').split('\t').collect();
        let last = self.columns.iter().rposition(|column| NEEDED.contains(&column.name()))?;
        cells.get(last)?;
        let mut item = Members::default();
        let mut own = Members::default();
        let (mut rater, mut category) = ("", "");
        let mut texts = [Text::new(""), Text::new("")];
        let (mut spans, mut unpaired) = (Spans::default(), None);
        for (column, cell) in self.columns.iter().zip(cells) {
            match column {
                MqmColumn::Item(name) => item.set_text(name, cell),
                MqmColumn::Rater => rater = cell,
                MqmColumn::Category => category = cell,
                MqmColumn::Row(name) => own.set_text(name, cell),
                MqmColumn::Text(side) => {
                    let found = unmark(cell);
                    let text = Text::new(found.text);
                    let marked = found.spans.into_iter().map(|span| text.span_of(span));
                    spans.set((*side).into(), marked.collect());
                    if found.unpaired {
                        unpaired = Some(*side);
                    }
                    let [source, target] = &mut texts;
                    *(if *side == Side::Source { source } else { target }) = text;
                }
            }
        }
        let severity = own.text("severity").unwrap_or_default();
        let content = if is_no_error(category, &severity) {
            own.set_text("category", category);
            MqmRowContent::NoError(own)
        } else {
            let (name, answers) = understood(category, &severity);
            let mut edit =
                Edit { category: name, spans, answers, metadata: own, ..Edit::default() };
            if spelled(&edit).0 != category {
                edit.preserved.set_text("category", category);
            }
            MqmRowContent::Error(Box::new(edit))
        };
        let [source, target] = texts;
        Some(MqmRow { item, rater: rater.to_owned(), source, target, content, unpaired })
    }

    /// The line of an edit.
    pub(super) fn edit_line(&self, record: &Record, edit: &Edit) -> String {
        let (category, severity) = spelled(edit);
        let mut own = edit.metadata.clone();
        own.set_text("severity", &severity);
        self.write(record, &edit.spans, &category, &own)
    }

    /// The line of a row without an error; `own` are the cells of the row itself.
    pub(super) fn no_error_line(&self, record: &Record, own: &Members) -> String {
        let category = own.text("category").unwrap_or_else(|| "No-error".to_owned());
        self.write(record, &Spans::default(), &category, own)
    }

    fn write(&self, record: &Record, spans: &Spans, category: &str, own: &Members) -> String {
        let mut line = String::new();
        for (i, column) in self.columns.iter().enumerate() {
            line.push_str(if i == 0 { "" } else { "\t" });
            let text = match column {
                MqmColumn::Item(name) => record.metadata.text(name).unwrap_or_default(),
                MqmColumn::Rater => rater(record),
                MqmColumn::Category => category.to_owned(),
                MqmColumn::Row(name) => own.text(name).unwrap_or_default(),
                MqmColumn::Text(side) => mark(record.text(*side), spans.on(&(*side).into())),
            };
            line.push_str(&cell(&text));
        }
        line + if self.line.ends_with('\r') { "\r" } else { "" }
    }
}

impl MqmColumn {
    fn name(&self) -> &str {
        match self {
            MqmColumn::Item(name) => name,
            MqmColumn::Rater => "rater",
            MqmColumn::Text(Side::Source) => "source",
            MqmColumn::Text(Side::Target) => "target",
            MqmColumn::Category => "category",
            MqmColumn::Row(name) => name,
        }
    }
}

/// The annotator, or `metadata.rater`, where Thresh's converter has it.
pub(super) fn rater(record: &Record) -> String {
    let named = record.annotator.clone().or_else(|| record.metadata.text("rater"));
    named.unwrap_or_default()
}

impl MqmRow {
    pub(super) fn text(&self, side: Side) -> &Text {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// Returns `true` if the row has the item, the texts and the rater of a record.
    pub(super) fn is_of(&self, record: &Record) -> bool {
        let of_item = |(name, _): (&str, &str)| {
            self.item.text(name).unwrap_or_default()
                == record.metadata.text(name).unwrap_or_default()
        };
        self.source == *record.source()
            && self.target == *record.target()
            && self.rater == rater(record)
            && self.item.iter().all(of_item)
    }
}
