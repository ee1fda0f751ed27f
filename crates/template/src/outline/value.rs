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
}

impl OutlineValue {
    pub(super) fn written(&self, layout: CollectionLayout, like: ScalarStyle) -> WrittenScalar {
        match self {
            OutlineValue::Text(text) => scalar(text, layout, like),
            OutlineValue::Bare(_) | OutlineValue::Flag(_) | OutlineValue::EmptyList => {
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
        }
    }

    pub(super) fn data(&self) -> PlainData {
        match self {
            OutlineValue::Text(text) | OutlineValue::Bare(text) => PlainData::Text(text.clone()),
            OutlineValue::Flag(value) => PlainData::Bool(*value),
            OutlineValue::EmptyList => PlainData::List(Vec::new()),
        }
    }
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
            NewItem::Fields(fields) => {
                let pair = |(key, value): &(&str, OutlineValue)| ((*key).to_owned(), value.data());
                PlainData::Map(fields.iter().map(pair).collect())
            }
            NewItem::Moved { data, .. } => data.clone(),
        }
    }

    /// As an item of a list in brackets.
    pub(super) fn in_brackets(&self) -> Option<String> {
        match self {
            NewItem::Fields(fields) => {
                let pair = |(key, value): &(&str, OutlineValue)| {
                    format!("{key}: {}", value.in_line(CollectionLayout::Flow, ScalarStyle::Plain))
                };
                Some(format!("{{{}}}", fields.iter().map(pair).collect::<Vec<_>>().join(", ")))
            }
            NewItem::Moved { flow, .. } => flow.clone(),
        }
    }

    /// As lines, the dash indented by `dash` and the keys by `keys` more, without a line end after the last.
    pub(super) fn as_lines(&self, dash: usize, keys: usize, line_break: &str) -> Option<String> {
        match self {
            NewItem::Fields(fields) => {
                let mut lines = String::new();
                for (at, (key, value)) in fields.iter().enumerate() {
                    let value = value.in_line(CollectionLayout::Block, ScalarStyle::Plain);
                    if at == 0 {
                        let gap = " ".repeat(keys.saturating_sub(1));
                        lines += &format!("{}-{gap}{key}: {value}", " ".repeat(dash));
                    } else {
                        lines += &format!("{line_break}{}{key}: {value}", " ".repeat(dash + keys));
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
