//! Values that operations write, and new items.

use super::data::PlainData;
use super::scalar::{WrittenScalar, in_line, scalar};
use crate::yaml::{CollectionLayout, ScalarStyle};

/// The value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutlineValue {
    Text(String),
    /// A number or another word that is written without quotes.
    Bare(String),
    Flag(bool),
    EmptyList,
    /// Nothing, which is still to be written.
    Empty,
    /// A map of values in single lines.
    Fields(Vec<(&'static str, OutlineValue)>),
}

impl OutlineValue {
    pub(super) fn written(&self, layout: CollectionLayout, like: ScalarStyle) -> WrittenScalar {
        match self {
            OutlineValue::Text(text) => scalar(text, layout, like),
            OutlineValue::Fields(fields) if layout == CollectionLayout::Block => {
                let lines = fields.iter().map(|field| entry(field, layout)).collect();
                WrittenScalar { line: String::new(), body: Some(lines) }
            }
            OutlineValue::Bare(_)
            | OutlineValue::Flag(_)
            | OutlineValue::EmptyList
            | OutlineValue::Empty
            | OutlineValue::Fields(_) => {
                WrittenScalar { line: self.in_line(layout, like), body: None }
            }
        }
    }

    pub(super) fn in_line(&self, layout: CollectionLayout, like: ScalarStyle) -> String {
        match self {
            OutlineValue::Text(text) => in_line(text, layout, like),
            OutlineValue::Bare(text) => text.clone(),
            OutlineValue::Flag(value) => value.to_string(),
            OutlineValue::EmptyList => "[]".to_owned(),
            OutlineValue::Empty => String::new(),
            OutlineValue::Fields(fields) => in_brackets(fields),
        }
    }

    pub(super) fn data(&self) -> PlainData {
        match self {
            OutlineValue::Text(text) | OutlineValue::Bare(text) => PlainData::Text(text.clone()),
            OutlineValue::Flag(value) => PlainData::Bool(*value),
            OutlineValue::EmptyList => PlainData::List(Vec::new()),
            OutlineValue::Empty => PlainData::Null,
            OutlineValue::Fields(fields) => data_of(fields),
        }
    }
}

fn data_of(fields: &[(&'static str, OutlineValue)]) -> PlainData {
    let pair = |(key, value): &(&str, OutlineValue)| ((*key).to_owned(), value.data());
    PlainData::Map(fields.iter().map(pair).collect())
}

/// A key with its value in a single line.
fn entry((key, value): &(&'static str, OutlineValue), layout: CollectionLayout) -> String {
    format!("{key}: {}", value.in_line(layout, ScalarStyle::Plain)).trim_end().to_owned()
}

fn in_brackets(fields: &[(&'static str, OutlineValue)]) -> String {
    let entries: Vec<String> =
        fields.iter().map(|field| entry(field, CollectionLayout::Flow)).collect();
    format!("{{{}}}", entries.join(", "))
}

/// An item on its way into a list.
#[derive(Debug, Clone)]
pub(super) enum NewItem {
    Fields(Vec<(&'static str, OutlineValue)>),
    /// An item from another place.
    Moved {
        /// As lines of a list, the dash included, with the indentation of that dash.
        lines: Option<(String, usize)>,
        /// As an item of a list in brackets.
        flow: Option<String>,
        data: PlainData,
    },
}

impl NewItem {
    pub(super) fn data(&self) -> PlainData {
        match self {
            NewItem::Fields(fields) => data_of(fields),
            NewItem::Moved { data, .. } => data.clone(),
        }
    }

    /// As an item of a list in brackets.
    pub(super) fn in_brackets(&self) -> Option<String> {
        match self {
            NewItem::Fields(fields) => Some(in_brackets(fields)),
            NewItem::Moved { flow, .. } => flow.clone(),
        }
    }

    /// As lines, the dash indented by `dash` and the keys by `keys` more, without a line end after the last.
    pub(super) fn as_lines(&self, dash: usize, keys: usize, line_break: &str) -> Option<String> {
        match self {
            NewItem::Fields(fields) => {
                let mut lines = String::new();
                for (at, field) in fields.iter().enumerate() {
                    let entry = entry(field, CollectionLayout::Block);
                    if at == 0 {
                        let gap = " ".repeat(keys.saturating_sub(1));
                        lines += &format!("{}-{gap}{entry}", " ".repeat(dash));
                    } else {
                        lines += &format!("{line_break}{}{entry}", " ".repeat(dash + keys));
                    }
                }
                Some(lines)
            }
            NewItem::Moved { lines, .. } => {
                let (lines, from) = lines.as_ref()?;
                Some(indented(lines, *from, dash))
            }
        }
    }
}

/// Shifts the indentation of lines from one column to another; blank lines keep theirs.
fn indented(lines: &str, from: usize, to: usize) -> String {
    let line = |line: &str| {
        let content = line.trim_start_matches(' ');
        let indent = line.len() - content.len();
        let blank = content.trim_matches(['\r', '\n']).is_empty();
        let indent = if blank { indent } else { (indent + to).saturating_sub(from) };
        " ".repeat(indent) + content
    };
    lines.split_inclusive(['\n', '\r']).map(line).collect()
}
