//! Adding, removing and moving the items of a list that is written in brackets.

use std::ops::Range;

use super::error::OutlineError;
use super::lines::{
    Line, column, comment_after, is_first_in_line, line_at, line_before, line_break, line_start,
    rest, skip_blank, slice,
};
use super::patch::Edit;
use super::scalar::in_line;
use super::tree::{Layout, Pair, Part, Shape, Slot, Style, Tree};
use super::value::NewItem;

/// What belongs to an item in brackets.
struct Place {
    /// The item with the comments above it.
    item: Range<usize>,
    /// The comma after it.
    comma: Option<usize>,
    /// The comment after that in the same line; empty where there is none.
    note: Range<usize>,
}

impl Place {
    /// All of it.
    fn whole(&self) -> Range<usize> {
        self.item.start..self.note.end
    }
}

fn places(text: &str, slots: &[Slot]) -> Vec<Place> {
    let mut floor = 0;
    let place = |slot: &Slot| {
        let (mut start, end) = (slot.part.outer.start, slot.part.outer.end);
        if is_first_in_line(text, start) {
            let indent = column(text, start);
            let mut line = line_start(text, start);
            while let Some(above) = line_before(text, line)
                && above >= floor
                && line_at(text, above) == Line::Comment(indent)
            {
                (line, start) = (above, above + indent);
            }
        }
        let next = skip_blank(text, end);
        let comma = rest(text, next).starts_with(',').then_some(next);
        let after = comma.map_or(end, |comma| comma + 1);
        let note = comment_after(text, after).unwrap_or(after..after);
        floor = note.end;
        Place { item: start..end, comma, note }
    };
    slots.iter().map(place).collect()
}

pub(super) fn insert(
    tree: &Tree<'_>,
    pair: &Pair,
    slots: &[Slot],
    index: usize,
    item: &NewItem,
) -> Result<Vec<Edit>, OutlineError> {
    let text = tree.text;
    let new = item.in_brackets().ok_or_else(OutlineError::lossy)?;
    let places = places(text, slots);
    let Some(last) = places.last() else {
        let start = pair.value.bytes.start + 1;
        return Ok(vec![(start..start, new)]);
    };
    let gap = gap(tree, slots, &places);
    if let Some(next) = places.get(index) {
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

/// What stands between a comma and the next item.
fn gap(tree: &Tree<'_>, slots: &[Slot], places: &[Place]) -> String {
    let text = tree.text;
    if let [.., previous, last] = places
        && let Some(comma) = previous.comma
        && tree.is_blank(comma + 1..last.item.start)
    {
        return slice(text, comma + 1..last.item.start).to_owned();
    }
    match slots.last().map(|slot| slot.part.outer.start) {
        Some(start) if is_first_in_line(text, start) => {
            format!("{}{}", line_break(text), " ".repeat(column(text, start)))
        }
        _ => " ".to_owned(),
    }
}

pub(super) fn remove(
    tree: &Tree<'_>,
    list: &Part,
    slots: &[Slot],
    index: usize,
) -> Result<Vec<Edit>, OutlineError> {
    let places = places(tree.text, slots);
    let place = places.get(index).ok_or_else(OutlineError::missing)?;
    let previous = index.checked_sub(1).and_then(|index| places.get(index));
    let nothing = String::new();
    Ok(match (previous, places.get(index + 1)) {
        (_, Some(next)) if tree.is_blank(place.note.end..next.item.start) => {
            vec![(place.item.start..next.item.start, nothing)]
        }
        (_, Some(_)) => vec![(place.whole(), nothing)],
        (Some(previous), None) => {
            let mut edits = vec![(previous.note.end..place.note.end, nothing.clone())];
            // A comma at the end of the list stays one.
            if let (None, Some(comma)) = (place.comma, previous.comma) {
                edits.insert(0, (comma..comma + 1, nothing));
            }
            edits
        }
        (None, None) if tree.is_blank(place.note.end..list.bytes.end.saturating_sub(1)) => {
            vec![(list.bytes.start + 1..list.bytes.end.saturating_sub(1), nothing)]
        }
        (None, None) => vec![(place.whole(), nothing)],
    })
}

pub(super) fn reorder(
    tree: &Tree<'_>,
    slots: &[Slot],
    from: usize,
    to: usize,
) -> Result<Vec<Edit>, OutlineError> {
    let places = places(tree.text, slots);
    let mut order: Vec<usize> = (0..places.len()).collect();
    let moved = order.remove(from);
    order.insert(to, moved);
    let mut edits = Vec::new();
    for (place, source) in places.iter().zip(order.iter().filter_map(|at| places.get(*at))) {
        for (old, new) in [(&place.item, &source.item), (&place.note, &source.note)] {
            if old != new {
                edits.push((old.clone(), slice(tree.text, new.clone()).to_owned()));
            }
        }
    }
    Ok(edits)
}

/// A part in one line, as it is written in brackets; `None` if it holds what would be lost.
pub(super) fn in_brackets(text: &str, part: &Part) -> Option<String> {
    if part.outer != part.bytes && part.anchor.is_some() || part.odd || part.cut {
        return None;
    }
    match &part.shape {
        Shape::Alias | Shape::List(Layout::Flow, _) | Shape::Map(Layout::Flow, _) => {
            let written = slice(text, part.outer.clone());
            (!written.contains(['\n', '\r', '#'])).then(|| written.to_owned())
        }
        Shape::Scalar(style, value) => {
            if part.outer != part.bytes || has_comment(text, part.bytes.end) {
                return None;
            }
            let written = slice(text, part.bytes.clone());
            let closes = |c: char| ",[]{}\n\r".contains(c);
            if *style == Style::Plain && !written.contains(closes) {
                return Some(written.to_owned());
            }
            Some(in_line(value, Layout::Flow, *style))
        }
        Shape::List(Layout::Block, slots) => {
            let items: Option<Vec<_>> =
                slots.iter().map(|slot| in_brackets(text, &slot.part)).collect();
            Some(format!("[{}]", items?.join(", ")))
        }
        Shape::Map(Layout::Block, pairs) => {
            let pair = |pair: &Pair| {
                let plain = !has_comment(text, pair.colon? + 1);
                let (key, value) = (in_brackets(text, &pair.key)?, in_brackets(text, &pair.value)?);
                plain.then(|| format!("{key}: {value}"))
            };
            let pairs: Option<Vec<_>> = pairs.iter().map(pair).collect();
            Some(format!("{{{}}}", pairs?.join(", ")))
        }
    }
}

/// Whether an item of the list has comments of its own.
pub(super) fn has_comments(text: &str, slots: &[Slot], index: usize) -> bool {
    let places = places(text, slots);
    let (Some(place), Some(slot)) = (places.get(index), slots.get(index)) else { return false };
    !place.note.is_empty() || place.item.start != slot.part.outer.start
}

/// Whether a comment follows in the same line.
pub(super) fn has_comment(text: &str, at: usize) -> bool {
    comment_after(text, at).is_some_and(|comment| !comment.is_empty())
}
