//! Setting and removing the keys of a map.

use std::ops::Range;

use super::error::OutlineError;
use super::patch::TextEdit;
use super::region::{end_of_lines, lines_of};
use super::scalar::WrittenScalar;
use super::tree::{OutlineTree, WrittenNode, absent, entries_of, entry_of, is_null, key_of};
use super::value::OutlineValue;
use crate::Color;
use crate::schema::SchemaSection;
use crate::yaml::lines::{
    WHITE, column, comment_after, is_first_in_line, line_break, line_end, next_line, rest,
    skip_blank, slice, trimmed,
};
use crate::yaml::{CollectionLayout, MappingEntry, ScalarStyle, YamlNode};

/// The indentation of the lines of a text relative to their key.
const TEXT_INDENT: usize = 2;

/// Sets a key of an item; `around` is the layout of the list that contains the item.
pub(super) fn set(
    tree: &OutlineTree<'_>,
    item: &YamlNode,
    around: CollectionLayout,
    (key, value): (&str, &OutlineValue),
    section: &SchemaSection,
) -> Result<Vec<TextEdit>, OutlineError> {
    match WrittenNode::of(item) {
        WrittenNode::Scalar(scalar) => set_of_word(tree, item, scalar.style, around, (key, value)),
        WrittenNode::Map(layout, entries) => match entry_of(item, key) {
            Some(entry) => replace(tree, layout, entry, (key, value)),
            None if item.cut => Err(OutlineError::broken()),
            None => add(tree, item, (layout, entries), (key, value), section),
        },
        WrittenNode::Alias | WrittenNode::Seq(..) => Err(OutlineError::unusual()),
    }
}

/// Begins a template with its first key.
pub(super) fn begin(tree: &OutlineTree<'_>, (key, value): (&str, &OutlineValue)) -> Vec<TextEdit> {
    let end = tree.text.len();
    let line_break = line_break(tree.text);
    let first = tree.text.is_empty() || tree.text.ends_with(['\n', '\r', '\u{feff}']);
    let before = if first { "" } else { line_break };
    let line = value.in_line(CollectionLayout::Block, ScalarStyle::Plain);
    vec![(end..end, format!("{before}{key}: {line}{line_break}"))]
}

/// Sets a key of an item that is a mere word, or nothing.
fn set_of_word(
    tree: &OutlineTree<'_>,
    item: &YamlNode,
    style: ScalarStyle,
    around: CollectionLayout,
    (key, value): (&str, &OutlineValue),
) -> Result<Vec<TextEdit>, OutlineError> {
    let at = item.source.content();
    if item.source.has_properties() || style == ScalarStyle::Block {
        return Err(OutlineError::unusual());
    }
    if key == "name" && !is_null(item) {
        return Ok(vec![(at, value.in_line(around, style))]);
    }
    let entry = |layout| format!("{key}: {}", value.in_line(layout, ScalarStyle::Plain));
    if is_null(item) {
        let space = if at.is_empty() { " " } else { "" };
        let entry = match around {
            CollectionLayout::Block => entry(around),
            CollectionLayout::Flow => format!("{{{}}}", entry(around)),
        };
        return Ok(vec![(at, format!("{space}{entry}"))]);
    }
    if around == CollectionLayout::Flow {
        let (open, close) = ("{name: ".to_owned(), format!(", {}}}", entry(around)));
        return Ok(vec![(at.start..at.start, open), (at.end..at.end, close)]);
    }
    let indent = column(tree.text, at.start);
    let end = end_of_lines(tree.text, at.end, indent).ok_or_else(OutlineError::unusual)?;
    let below = format!("{}{}{}", line_break(tree.text), " ".repeat(indent), entry(around));
    Ok(vec![(at.start..at.start, "name: ".to_owned()), (end..end, below)])
}

/// Puts another value behind a key.
fn replace(
    tree: &OutlineTree<'_>,
    layout: CollectionLayout,
    entry: &MappingEntry,
    (key, value): (&str, &OutlineValue),
) -> Result<Vec<TextEdit>, OutlineError> {
    let old = &entry.value;
    let written = WrittenNode::of(old);
    if old.cut && !matches!(written, WrittenNode::Alias) {
        return Err(OutlineError::broken());
    }
    if old.source.is_unusual {
        return Err(OutlineError::unusual());
    }
    let Some(colon) = entry.value.source.indicator() else {
        let end = entry.key.source.content().end;
        return Ok(vec![(end..end, format!(": {}", value.in_line(layout, ScalarStyle::Plain)))]);
    };
    let style = match written {
        WrittenNode::Scalar(scalar) => scalar.style,
        WrittenNode::Alias | WrittenNode::Seq(..) | WrittenNode::Map(..) => ScalarStyle::Plain,
    };
    let new = value.written(layout, style);
    let (line, below) = places(tree, layout, entry, colon)?;
    let line = if key == "color" { with_color(tree.text, line) } else { line };
    let line = if new.line.is_empty() { colon + 1..line.end } else { line };
    let space = if line.start == colon + 1 && !new.line.is_empty() { " " } else { "" };
    let indent = column(tree.text, entry.key.source.start()) + TEXT_INDENT;
    let body = body(tree.text, &new, indent, below.end);
    Ok(vec![(line, format!("{space}{}", new.line)), (below, body)])
}

/// The ranges of the old value: in the line of its key, and below.
fn places(
    tree: &OutlineTree<'_>,
    layout: CollectionLayout,
    entry: &MappingEntry,
    colon: usize,
) -> Result<(Range<usize>, Range<usize>), OutlineError> {
    let old = &entry.value;
    let text = tree.text;
    let at = old.source.content();
    let (line, below) = match WrittenNode::of(old) {
        WrittenNode::Scalar(scalar) if scalar.style == ScalarStyle::Block => {
            let end = line_end(text, at.start);
            let header = slice(text, at.start..end);
            let length = header.find([' ', '\t']).unwrap_or(header.len());
            (at.start..at.start + length, end..at.end.max(end))
        }
        WrittenNode::Seq(CollectionLayout::Block, _)
        | WrittenNode::Map(CollectionLayout::Block, _) => {
            let indent = column(text, entry.key.source.start());
            let end = end_of_lines(text, at.end, indent).ok_or_else(OutlineError::unusual)?;
            if old.source.anchor.is_some() || line_end(text, colon) > old.source.start() {
                return Err(OutlineError::unusual());
            }
            (colon + 1..colon + 1, line_end(text, colon)..end)
        }
        WrittenNode::Alias
        | WrittenNode::Scalar(_)
        | WrittenNode::Seq(CollectionLayout::Flow, _)
        | WrittenNode::Map(CollectionLayout::Flow, _) => {
            let end =
                if layout == CollectionLayout::Block { line_end(text, at.end) } else { at.end };
            let is_left_out = at.is_empty() && !old.source.has_properties();
            let line = if is_left_out { colon + 1..colon + 1 } else { at };
            (line, end..end)
        }
    };
    let clear = layout == CollectionLayout::Flow || comment_after(text, line.end).is_some();
    if clear { Ok((line, below)) } else { Err(OutlineError::unusual()) }
}

/// The range of a colour in its line, extended to `#ff0000` without quotes, which is a comment in YAML.
fn with_color(text: &str, line: Range<usize>) -> Range<usize> {
    let comment = comment_after(text, line.end).unwrap_or(line.end..line.end);
    let word = slice(text, comment.clone()).split_whitespace().next().unwrap_or_default();
    if !line.is_empty() || Color::parse(word).is_none() {
        return line;
    }
    let start = skip_spaces(text, comment.start);
    line.start..start + word.len()
}

fn skip_spaces(text: &str, at: usize) -> usize {
    let rest = rest(text, at);
    at + (rest.len() - rest.trim_start_matches([' ', '\t']).len())
}

/// The lines of a text below the line of its key. `end` is the position before which they are inserted.
fn body(text: &str, new: &WrittenScalar, indent: usize, end: usize) -> String {
    let line_break = line_break(text);
    let Some(lines) = &new.body else { return String::new() };
    let line = |line: &String| match line.as_str() {
        "" => line_break.to_owned(),
        line => format!("{line_break}{}{line}", " ".repeat(indent)),
    };
    let mut body: String = lines.iter().map(line).collect();
    // At the end of the file the last line break is part of the text only if it is there.
    if new.line == "|" && end == text.len() {
        body += line_break;
    }
    body
}

/// Adds a key, after those that it usually follows.
fn add(
    tree: &OutlineTree<'_>,
    map: &YamlNode,
    (layout, entries): (CollectionLayout, &[MappingEntry]),
    (key, value): (&str, &OutlineValue),
    section: &SchemaSection,
) -> Result<Vec<TextEdit>, OutlineError> {
    let text = tree.text;
    let place = |name: &str| section.keys.iter().position(|key| key.name == name);
    let follows = |entry: &&MappingEntry| {
        key == "edits" || key_of(entry).and_then(place).is_some_and(|at| Some(at) < place(key))
    };
    let before = entries.iter().rev().find(follows);
    let new = value.written(layout, ScalarStyle::Plain);
    let line = format!("{key}: {}", new.line).trim_end().to_owned();
    let edit = match (layout, before, entries.first()) {
        (CollectionLayout::Flow, Some(entry), _) => {
            let end = entry.value.source.content().end.max(entry.key.source.content().end);
            (end..end, format!(", {line}"))
        }
        (CollectionLayout::Flow, None, Some(first)) => {
            let start = first.key.source.start();
            (start..start, format!("{line}, "))
        }
        (CollectionLayout::Flow, None, None) => {
            let start = map.source.content().start + 1;
            (start..start, line)
        }
        (CollectionLayout::Block, before, Some(first)) => {
            let indent = column(text, first.key.source.start());
            let line_break = line_break(text);
            let spaces = " ".repeat(indent);
            match before {
                Some(entry) => {
                    let end = end_of_lines(text, entry.value.source.content().end, indent)
                        .ok_or_else(OutlineError::unusual)?;
                    let body = body(text, &new, indent + TEXT_INDENT, end);
                    (end..end, format!("{line_break}{spaces}{line}{body}"))
                }
                None => {
                    let start = first.key.source.start();
                    let body = body(text, &new, indent + TEXT_INDENT, 0);
                    (start..start, format!("{line}{body}{line_break}{spaces}"))
                }
            }
        }
        (CollectionLayout::Block, _, None) => return Err(OutlineError::unusual()),
    };
    Ok(vec![edit])
}

/// Removes a key with its value and its comments.
pub(super) fn remove(
    tree: &OutlineTree<'_>,
    item: &YamlNode,
    key: &str,
) -> Result<Vec<TextEdit>, OutlineError> {
    let (layout, entries) = entries_of(item).ok_or_else(OutlineError::missing)?;
    let found = |entry: &MappingEntry| key_of(entry) == Some(key);
    let index = entries.iter().position(found).ok_or_else(|| absent(item))?;
    let entry = entries.get(index).ok_or_else(OutlineError::missing)?;
    let next = entries.get(index + 1);
    let previous = index.checked_sub(1).and_then(|index| entries.get(index));
    if next.is_none() && item.cut {
        return Err(OutlineError::broken());
    }
    if next.is_none() && previous.is_none() {
        return Err(OutlineError::unusual());
    }
    let range = match layout {
        CollectionLayout::Flow => in_brackets(tree, (previous, entry, next))?,
        CollectionLayout::Block => {
            let lines = lines_of_entry(tree.text, previous, entry)?;
            without_gap(tree.text, lines, next.is_some())
        }
    };
    Ok(vec![(range, String::new())])
}

fn lines_of_entry(
    text: &str,
    previous: Option<&MappingEntry>,
    entry: &MappingEntry,
) -> Result<Range<usize>, OutlineError> {
    let start = entry.key.source.start();
    let end = entry.value.source.content().end;
    // The comments above a first key are about more than the key.
    let floor = previous.map_or(start, |entry| entry.value.source.content().end);
    let lines = if is_first_in_line(text, start) {
        lines_of(text, start, end, floor)
    } else {
        end_of_lines(text, end, column(text, start)).map(|end| start..end)
    };
    lines.ok_or_else(OutlineError::unusual)
}

/// The range to delete with some lines: with the blank lines below them if something follows, otherwise with those
/// above.
pub(super) fn without_gap(text: &str, lines: Range<usize>, followed: bool) -> Range<usize> {
    if !followed {
        return trimmed(text, lines.start).min(lines.start)..lines.end;
    }
    let rest = rest(text, lines.end);
    let content = rest.len() - rest.trim_start_matches(WHITE).len();
    let mut end = lines.end + content;
    if is_first_in_line(text, lines.start) && column(text, lines.start) == 0 {
        // Whole lines go: the indentation of the next stays.
        let mut line = lines.end;
        while let Some(next) = next_line(text, line).filter(|next| *next <= end) {
            line = next;
        }
        end = line;
    }
    lines.start..end
}

fn in_brackets(
    tree: &OutlineTree<'_>,
    (previous, entry, next): (Option<&MappingEntry>, &MappingEntry, Option<&MappingEntry>),
) -> Result<Range<usize>, OutlineError> {
    let end_of =
        |entry: &MappingEntry| entry.value.source.content().end.max(entry.key.source.content().end);
    let start = entry.key.source.start();
    let (range, gap) = match (previous, next) {
        (_, Some(next)) => (start..next.key.source.start(), end_of(entry)..next.key.source.start()),
        (Some(previous), None) => (end_of(previous)..end_of(entry), end_of(previous)..start),
        (None, None) => return Err(OutlineError::unusual()),
    };
    // A comment there belongs to one of the two: only a person knows to which.
    let comma = skip_blank(tree.text, gap.start);
    let plain = tree.is_blank(gap.start..comma) && tree.is_blank(comma + 1..gap.end);
    if plain { Ok(range) } else { Err(OutlineError::unusual()) }
}
