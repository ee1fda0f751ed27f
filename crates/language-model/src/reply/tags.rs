//! Replies that repeat the text with tags around spans.

use std::collections::HashMap;

use super::{ReadAnnotation, ReadQuote, ReadReply, ReplyNote};
use serde_json::Value;
use spanwise_template::{Side, Typology};

/// The tag of a category: its name, with dashes for what no tag can hold.
pub(crate) fn tag_of(category: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || c == '_' { c } else { '-' };
    category.chars().map(plain).collect()
}

/// A tag that is open.
struct OpenTag {
    category: String,
    reason: String,
    /// Its start in the text without tags.
    start: usize,
    /// The position of its annotation.
    number: usize,
}

/// Reads a text with tags. Tags may overlap; those of no category are text.
pub(super) fn read(text: &str, typology: &Typology) -> ReadReply {
    let is_point =
        |name: &str| typology.find(name).is_some_and(|(_, category)| category.shape.is_point());
    let names = typology
        .categories()
        .iter()
        .map(|category| (tag_of(&category.name), category.name.clone()));
    let names: HashMap<String, String> = names.collect();
    let mut reply = ReadReply::default();
    let mut plain = String::new();
    let mut open: Vec<OpenTag> = Vec::new();
    let mut closed: Vec<(usize, ReadAnnotation)> = Vec::new();
    let mut number = 0;
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        plain.push_str(before);
        let Some(tag) = tag(from, &names) else {
            plain.push('<');
            rest = from.get(1..).unwrap_or_default();
            continue;
        };
        rest = from.get(tag.length..).unwrap_or_default();
        if !tag.is_end {
            open.push(OpenTag {
                category: tag.category,
                reason: tag.reason,
                start: plain.len(),
                number,
            });
            number += 1;
            continue;
        }
        match open.iter().rposition(|one| one.category == tag.category) {
            Some(at) => {
                let one = open.remove(at);
                let start = if is_point(&one.category) { word_before(&plain) } else { one.start };
                closed.push((one.number, annotation(one, &plain, start)));
            }
            None => {
                let said = format!("There is an end of “{}” without its start.", tag.category);
                reply.notes.push(ReplyNote::invalid("unopened-tag", said));
            }
        }
    }
    plain.push_str(rest);
    for one in open {
        let said = format!("A span of “{}” has no end.", one.category);
        reply.notes.push(ReplyNote::invalid("unclosed-tag", said));
    }
    closed.sort_by_key(|(number, _)| *number);
    reply.annotations = closed.into_iter().map(|(_, annotation)| annotation).collect();
    if plain.trim().is_empty() {
        reply.notes.push(ReplyNote::invalid("empty", "The reply is empty."));
    }
    reply.repeated = Some(plain);
    reply
}

/// The start of the word that a text ends with, white space after it included: what an insertion point stands after.
pub(super) fn word_before(text: &str) -> usize {
    let before = text.trim_end().char_indices().rev().find(|(_, c)| c.is_whitespace());
    before.map_or(0, |(at, c)| at + c.len_utf8())
}

/// The annotation of a tag, whose quote is the text from a byte on.
fn annotation(tag: OpenTag, plain: &str, start: usize) -> ReadAnnotation {
    let text = plain.get(start..).unwrap_or_default().to_owned();
    let quote =
        ReadQuote { text, side: Some(Side::Target), at: Some(start), ..ReadQuote::default() };
    ReadAnnotation {
        category: Some(Value::String(tag.category)),
        reason: tag.reason,
        quotes: vec![quote],
        ..ReadAnnotation::default()
    }
}

struct Tag {
    category: String,
    reason: String,
    is_end: bool,
    /// In bytes.
    length: usize,
}

/// The tag of a category that a text begins with.
fn tag(text: &str, names: &HashMap<String, String>) -> Option<Tag> {
    let inner = text.strip_prefix('<')?;
    let is_end = inner.starts_with('/');
    let inner = inner.strip_prefix('/').unwrap_or(inner);
    let end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'))?;
    let (name, attributes) = inner.split_at(end);
    let category = names.get(name)?.clone();
    let close = closing(attributes)?;
    let reason = reason(attributes.get(..close).unwrap_or_default());
    let length = text.len() - attributes.len() + close + 1;
    Some(Tag { category, reason, is_end, length })
}

/// The place of the `>` that closes a tag, outside quotes.
fn closing(attributes: &str) -> Option<usize> {
    let mut quote = None;
    for (at, c) in attributes.char_indices() {
        match (quote, c) {
            (None, '>') => return Some(at),
            (None, '<') => return None,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    None
}

fn reason(attributes: &str) -> String {
    let value = attributes.split_once('=').map_or("", |(_, value)| value.trim());
    value.trim_matches(['"', '\'']).to_owned()
}
