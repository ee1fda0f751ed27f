//! Adding, removing and moving the items of a list that is written in brackets.

use std::ops::Range;

use super::error::OutlineError;
use super::patch::TextEdit;
use super::scalar::in_line;
use super::tree::{OutlineTree, WrittenNode};
use super::value::NewItem;
use crate::yaml::lines::{
    YamlLineKind, column, comment_after, is_first_in_line, line_at, line_before, line_break,
    line_start, rest, skip_blank, slice,
};
use crate::yaml::{CollectionLayout, MappingEntry, YamlNode};

/// An item in brackets, with its comma and its comments.
struct ItemExtent {
    /// The item with the comments above it.
    item: Range<usize>,
    /// The comma after it.
    comma: Option<usize>,
    /// The comment after that in the same line; empty if there is none.
    note: Range<usize>,
}

impl ItemExtent {
    /// All of it.
    fn whole(&self) -> Range<usize> {
        self.item.start..self.note.end
    }
}

fn extents(text: &str, items: &[YamlNode]) -> Vec<ItemExtent> {
    let mut floor = 0;
    let extent = |item: &YamlNode| {
        let (mut start, end) = (item.source.start(), item.source.content().end);
        if is_first_in_line(text, start) {
            let indent = column(text, start);
            let mut line = line_start(text, start);
            while let Some(above) = line_before(text, line)
                && above >= floor
                && line_at(text, above) == YamlLineKind::Comment(indent)
            {
                (line, start) = (above, above + indent);
            }
        }
        let next = skip_blank(text, end);
        let comma = rest(text, next).starts_with(',').then_some(next);
        let after = comma.map_or(end, |comma| comma + 1);
        let note = comment_after(text, after).unwrap_or(after..after);
        floor = note.end;
        ItemExtent { item: start..end, comma, note }
    };
    items.iter().map(extent).collect()
}

pub(super) fn insert(
    tree: &OutlineTree<'_>,
    list: &YamlNode,
    items: &[YamlNode],
    index: usize,
    item: &NewItem,
) -> Result<Vec<TextEdit>, OutlineError> {
    let text = tree.text;
    let new = item.in_brackets().ok_or_else(OutlineError::lossy)?;
    let extents = extents(text, items);
    let Some(last) = extents.last() else {
        let start = list.source.content().start + 1;
        return Ok(vec![(start..start, new)]);
    };
    let gap = gap(tree, items, &extents);
    if let Some(next) = extents.get(index) {
        return Ok(vec![(next.item.start..next.item.start, format!("{new},{gap}"))]);
    }
    if last.note.is_empty() || gap == " " {
        let end = last.item.end;
        return Ok(vec![(end..end, format!(",{gap}{new}"))]);
    }
    let (comma, end) = (last.comma, last.note.end);
    let trailing = if comma.is_some() { "," } else { "" };
    let mut edits = vec![(end..end, format!("{gap}{new}{trailing}"))];
    if comma.is_none() {
        edits.insert(0, (last.item.end..last.item.end, ",".to_owned()));
    }
    Ok(edits)
}

/// The white space between a comma and the next item.
fn gap(tree: &OutlineTree<'_>, items: &[YamlNode], extents: &[ItemExtent]) -> String {
    let text = tree.text;
    if let [.., previous, last] = extents
        && let Some(comma) = previous.comma
        && tree.is_blank(comma + 1..last.item.start)
    {
        return slice(text, comma + 1..last.item.start).to_owned();
    }
    match items.last().map(|item| item.source.start()) {
        Some(start) if is_first_in_line(text, start) => {
            format!("{}{}", line_break(text), " ".repeat(column(text, start)))
        }
        _ => " ".to_owned(),
    }
}

pub(super) fn remove(
    tree: &OutlineTree<'_>,
    list: &YamlNode,
    items: &[YamlNode],
    index: usize,
) -> Result<Vec<TextEdit>, OutlineError> {
    let extents = extents(tree.text, items);
    let extent = extents.get(index).ok_or_else(OutlineError::missing)?;
    let previous = index.checked_sub(1).and_then(|index| extents.get(index));
    let inside = list.source.content().start + 1..list.source.content().end.saturating_sub(1);
    let nothing = String::new();
    Ok(match (previous, extents.get(index + 1)) {
        (_, Some(next)) if tree.is_blank(extent.note.end..next.item.start) => {
            vec![(extent.item.start..next.item.start, nothing)]
        }
        (_, Some(_)) => vec![(extent.whole(), nothing)],
        (Some(previous), None) => {
            let mut edits = vec![(previous.note.end..extent.note.end, nothing.clone())];
            // A comma at the end of the list stays one.
            if let (None, Some(comma)) = (extent.comma, previous.comma) {
                edits.insert(0, (comma..comma + 1, nothing));
            }
            edits
        }
        (None, None) if tree.is_blank(extent.note.end..inside.end) => {
            vec![(inside, nothing)]
        }
        (None, None) => vec![(extent.whole(), nothing)],
    })
}

pub(super) fn reorder(
    tree: &OutlineTree<'_>,
    items: &[YamlNode],
    from: usize,
    to: usize,
) -> Result<Vec<TextEdit>, OutlineError> {
    let extents = extents(tree.text, items);
    let mut order: Vec<usize> = (0..extents.len()).collect();
    let moved = order.remove(from);
    order.insert(to, moved);
    let mut edits = Vec::new();
    for (extent, moved) in extents.iter().zip(order.iter().filter_map(|at| extents.get(*at))) {
        for (old, new) in [(&extent.item, &moved.item), (&extent.note, &moved.note)] {
            if old != new {
                edits.push((old.clone(), slice(tree.text, new.clone()).to_owned()));
            }
        }
    }
    Ok(edits)
}

/// A node in one line, as it is written in brackets; `None` if a comment, an anchor or another part of it would be
/// lost.
pub(super) fn in_brackets(text: &str, node: &YamlNode) -> Option<String> {
    let source = &node.source;
    let written = WrittenNode::of(node);
    let is_cut = node.cut && !matches!(written, WrittenNode::Alias);
    if source.anchor.is_some() || source.is_unusual || is_cut {
        return None;
    }
    match written {
        WrittenNode::Alias
        | WrittenNode::Seq(CollectionLayout::Flow, _)
        | WrittenNode::Map(CollectionLayout::Flow, _) => {
            let written = slice(text, source.outer());
            (!written.contains(['\n', '\r', '#'])).then(|| written.to_owned())
        }
        WrittenNode::Scalar(scalar) => {
            if source.has_properties() || has_comment(text, source.content().end) {
                return None;
            }
            let written = slice(text, source.content());
            let closes = |c: char| ",[]{}\n\r".contains(c);
            if scalar.is_plain() && !written.contains(closes) {
                return Some(written.to_owned());
            }
            Some(in_line(&scalar.text, CollectionLayout::Flow, scalar.style))
        }
        WrittenNode::Seq(CollectionLayout::Block, items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| in_brackets(text, item)).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        WrittenNode::Map(CollectionLayout::Block, entries) => {
            let entry = |entry: &MappingEntry| {
                let plain = !has_comment(text, entry.value.source.indicator()? + 1);
                let key = in_brackets(text, &entry.key)?;
                let value = in_brackets(text, &entry.value)?;
                plain.then(|| format!("{key}: {value}"))
            };
            let entries: Option<Vec<_>> = entries.iter().map(entry).collect();
            Some(format!("{{{}}}", entries?.join(", ")))
        }
    }
}

/// Returns `true` if an item of the list has comments of its own.
pub(super) fn has_comments(text: &str, items: &[YamlNode], index: usize) -> bool {
    let extents = extents(text, items);
    let (Some(extent), Some(item)) = (extents.get(index), items.get(index)) else { return false };
    !extent.note.is_empty() || extent.item.start != item.source.start()
}

/// Returns `true` if a comment follows in the same line.
pub(super) fn has_comment(text: &str, at: usize) -> bool {
    comment_after(text, at).is_some_and(|comment| !comment.is_empty())
}
