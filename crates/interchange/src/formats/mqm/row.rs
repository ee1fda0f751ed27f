//! One row of the table: what its cells say, and the cells again.

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

/// What a row can't do without.
const NEEDED: [&str; 4] = ["source", "target", "category", "severity"];

/// What a column says.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Column {
    /// Something of the item: `metadata` of the record, by this name.
    Item(&'static str),
    Rater,
    Text(Side),
    Category,
    /// Something of the row, the severity among it: `metadata` of the edit, by this name.
    Row(String),
}

/// The first line of a file.
#[derive(Debug)]
pub(super) struct Header {
    line: String,
    columns: Vec<Column>,
}

impl Default for Header {
    fn default() -> Self {
        Header { line: COLUMNS.to_owned(), columns: columns(COLUMNS) }
    }
}

/// What a row says.
#[derive(Debug)]
pub(super) struct Row {
    /// The members of the record's metadata.
    pub item: Members,
    /// Empty if nobody is named.
    pub rater: String,
    /// Without marks.
    pub source: Text,
    /// Without marks.
    pub target: Text,
    /// What was found.
    pub content: Content,
    /// A text where `<v>` or `</v>` has no partner.
    pub unpaired: Option<Side>,
}

/// What a row says about its segment.
#[derive(Debug)]
pub(super) enum Content {
    /// There is no error; the cells that belong to the row.
    NoError(Members),
    /// There is one.
    Error(Box<Edit>),
}

fn columns(line: &str) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for (i, name) in
        line.trim_start_matches('\u{feff}').trim_end_matches('\r').split('\t').enumerate()
    {
        let column = match name {
            "system" => Column::Item("system"),
            "doc" => Column::Item("doc"),
            "doc_id" => Column::Item("doc_id"),
            "seg_id" => Column::Item("seg_id"),
            "rater" => Column::Rater,
            "source" => Column::Text(Side::Source),
            "target" => Column::Text(Side::Target),
            "category" => Column::Category,
            other => Column::Row(other.to_owned()),
        };
        let used = name.is_empty() || columns.contains(&column);
        columns.push(if used { Column::Row(format!("column {}", i + 1)) } else { column });
    }
    columns
}

impl Header {
    /// Reads the first line; what is missing, if it is not one.
    pub(super) fn read(line: &str) -> Result<Self, Vec<&'static str>> {
        let columns = columns(line);
        let names: Vec<&str> = columns.iter().map(Column::name).collect();
        let missing: Vec<_> = NEEDED.into_iter().filter(|name| !names.contains(name)).collect();
        if missing.is_empty() {
            Ok(Header { line: line.to_owned(), columns })
        } else {
            Err(missing)
        }
    }

    /// The line itself.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// The members of a record's metadata that there are columns for.
    pub(super) fn of_items(&self) -> Vec<&str> {
        let of_item = |column: &&Column| matches!(column, Column::Item(_) | Column::Rater);
        self.columns.iter().filter(of_item).map(Column::name).collect()
    }

    /// The members of an edit's metadata that there are columns for.
    pub(super) fn of_rows(&self) -> Vec<&str> {
        let of_row = |column: &&Column| matches!(column, Column::Row(_));
        self.columns.iter().filter(of_row).map(Column::name).collect()
    }

    /// Reads a row; nothing if it ends before a column that is needed.
    pub(super) fn row(&self, line: &str) -> Option<Row> {
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
                Column::Item(name) => item.set_text(name, cell),
                Column::Rater => rater = cell,
                Column::Category => category = cell,
                Column::Row(name) => own.set_text(name, cell),
                Column::Text(side) => {
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
            Content::NoError(own)
        } else {
            let (name, answers) = understood(category, &severity);
            let mut edit =
                Edit { category: name, spans, answers, metadata: own, ..Edit::default() };
            if spelled(&edit).0 != category {
                edit.preserved.set_text("category", category);
            }
            Content::Error(Box::new(edit))
        };
        let [source, target] = texts;
        Some(Row { item, rater: rater.to_owned(), source, target, content, unpaired })
    }

    /// The line of an edit.
    pub(super) fn edit_line(&self, record: &Record, edit: &Edit) -> String {
        let (category, severity) = spelled(edit);
        let mut own = edit.metadata.clone();
        own.set_text("severity", &severity);
        self.write(record, &edit.spans, &category, &own)
    }

    /// The line that says that there is no error; `own` are the cells that belong to the row.
    pub(super) fn no_error_line(&self, record: &Record, own: &Members) -> String {
        let category = own.text("category").unwrap_or_else(|| "No-error".to_owned());
        self.write(record, &Spans::default(), &category, own)
    }

    fn write(&self, record: &Record, spans: &Spans, category: &str, own: &Members) -> String {
        let mut line = String::new();
        for (i, column) in self.columns.iter().enumerate() {
            line.push_str(if i == 0 { "" } else { "\t" });
            let text = match column {
                Column::Item(name) => record.metadata.text(name).unwrap_or_default(),
                Column::Rater => rater(record),
                Column::Category => category.to_owned(),
                Column::Row(name) => own.text(name).unwrap_or_default(),
                Column::Text(side) => mark(record.text(*side), spans.on(&(*side).into())),
            };
            line.push_str(&cell(&text));
        }
        line + if self.line.ends_with('\r') { "\r" } else { "" }
    }
}

impl Column {
    fn name(&self) -> &str {
        match self {
            Column::Item(name) => name,
            Column::Rater => "rater",
            Column::Text(Side::Source) => "source",
            Column::Text(Side::Target) => "target",
            Column::Category => "category",
            Column::Row(name) => name,
        }
    }
}

/// Who annotated; Thresh's converter has it among the metadata.
pub(super) fn rater(record: &Record) -> String {
    let named = record.annotator.clone().or_else(|| record.metadata.text("rater"));
    named.unwrap_or_default()
}

impl Row {
    pub(super) fn text(&self, side: Side) -> &Text {
        match side {
            Side::Source => &self.source,
            Side::Target => &self.target,
        }
    }

    /// Whether it is on the item of a record, by its rater.
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
