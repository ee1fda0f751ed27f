//! Adding, removing and moving the items of a list that is written in lines.

use std::ops::Range;

use super::data::keeps_empty_list;
use super::error::OutlineError;
use super::flow;
use super::keys::{self, without_gap};
use super::patch::TextEdit;
use super::path::ItemPath;
use super::region::{end_of_lines, lines_of};
use super::tree::{OutlineTree, WrittenNode, absent, entries_of, items_of};
use super::value::NewItem;
use crate::yaml::lines::{column, line_break, line_end, slice, trimmed};
use crate::yaml::{CollectionLayout, MappingEntry, YamlNode};

/// The indentation of keys relative to their dash, and of dashes relative to the key of their list, if the text has no
/// example.
const USUAL: usize = 2;

/// Puts an item into the list of another; the list must be there, though it may be empty.
pub(super) fn insert(
    tree: &OutlineTree<'_>,
    owner: &ItemPath,
    index: usize,
    item: &NewItem,
) -> Result<Vec<TextEdit>, OutlineError> {
    let place = tree.list(owner)?;
    let entry = place.entry.ok_or_else(|| absent(place.owner))?;
    let (layout, items) =
        items_of(&entry.value).ok_or_else(|| OutlineError::not_a_list(owner.list_key()))?;
    if entry.value.cut {
        return Err(OutlineError::broken());
    }
    let around = entries_of(place.owner).map_or(CollectionLayout::Flow, |(layout, _)| layout);
    match layout {
        CollectionLayout::Block => insert_lines(tree, entry, items, index, item),
        CollectionLayout::Flow if items.is_empty() && around == CollectionLayout::Block => {
            begin_lines(tree, entry, item)
                .or_else(|_| flow::insert(tree, &entry.value, items, index, item))
        }
        CollectionLayout::Flow => flow::insert(tree, &entry.value, items, index, item),
    }
}

/// Writes the first item of an empty list in lines below its key, in place of `[]`.
fn begin_lines(
    tree: &OutlineTree<'_>,
    entry: &MappingEntry,
    item: &NewItem,
) -> Result<Vec<TextEdit>, OutlineError> {
    let text = tree.text;
    let list = &entry.value;
    let (Some(colon), true) = (entry.value.source.indicator(), !list.source.has_properties())
    else {
        return Err(OutlineError::unusual());
    };
    let key = column(text, entry.key.source.start());
    let end =
        end_of_lines(text, list.source.content().end, key).ok_or_else(OutlineError::unusual)?;
    let inside = list.source.content().start + 1..list.source.content().end.saturating_sub(1);
    if !tree.is_blank(inside) || !tree.is_blank(colon + 1..list.source.content().start) {
        return Err(OutlineError::unusual());
    }
    let (dash, keys) = indents(tree);
    let line_break = line_break(text);
    let lines = item.as_lines(key + dash, keys, line_break).ok_or_else(OutlineError::lossy)?;
    Ok(vec![
        (colon + 1..list.source.content().end, String::new()),
        (end..end, format!("{line_break}{lines}")),
    ])
}

fn insert_lines(
    tree: &OutlineTree<'_>,
    entry: &MappingEntry,
    items: &[YamlNode],
    index: usize,
    item: &NewItem,
) -> Result<Vec<TextEdit>, OutlineError> {
    let text = tree.text;
    let regions = regions(tree, entry, items)?;
    let (Some(first), Some(last)) = (items.first(), regions.last()) else {
        return Err(OutlineError::missing());
    };
    let dash = column(text, first.source.item_start());
    let keys = items.iter().find_map(|item| keys_from_dash(text, item));
    let keys = keys.unwrap_or_else(|| indents(tree).1);
    let line_break = line_break(text);
    let lines = item.as_lines(dash, keys, line_break).ok_or_else(OutlineError::lossy)?;
    let gap = |before: usize| {
        let gap = regions.get(before)?.end..regions.get(before + 1)?.start;
        tree.is_blank(gap.clone()).then(|| slice(text, gap))
    };
    let between = gap(index.saturating_sub(1).min(items.len().saturating_sub(2)));
    let between = between.unwrap_or(line_break);
    Ok(vec![match regions.get(index) {
        Some(next) => (next.start..next.start, format!("{lines}{between}")),
        None => (last.end..last.end, format!("{between}{lines}")),
    }])
}

/// The lines of each item.
fn regions(
    tree: &OutlineTree<'_>,
    entry: &MappingEntry,
    items: &[YamlNode],
) -> Result<Vec<Range<usize>>, OutlineError> {
    let mut floor =
        entry.value.source.indicator().map_or(entry.value.source.start(), |colon| colon + 1);
    let mut regions = Vec::with_capacity(items.len());
    for item in items {
        let end = item.source.content().end;
        let lines = lines_of(tree.text, item.source.item_start(), end, floor);
        regions.push(lines.ok_or_else(OutlineError::unusual)?);
        floor = end;
    }
    Ok(regions)
}

/// The lines of one item, and the indentation of its dash.
pub(super) fn lines_of_item(
    tree: &OutlineTree<'_>,
    owner: &ItemPath,
    index: usize,
) -> Option<(Range<usize>, usize)> {
    let entry = tree.list(owner).ok()?.entry?;
    let (CollectionLayout::Block, items) = items_of(&entry.value)? else { return None };
    let region = regions(tree, entry, items).ok()?.get(index)?.clone();
    Some((region, column(tree.text, items.get(index)?.source.item_start())))
}

fn keys_from_dash(text: &str, item: &YamlNode) -> Option<usize> {
    let (CollectionLayout::Block, entries) = entries_of(item)? else { return None };
    let key = entries.first()?.key.source.start();
    let same_line = line_end(text, item.source.item_start()) == line_end(text, key);
    same_line.then(|| key.saturating_sub(item.source.item_start()))
}

/// The indentation, in this text, of dashes relative to the key of their list, and of keys relative to their dash.
fn indents(tree: &OutlineTree<'_>) -> (usize, usize) {
    let (mut dashes, mut keys) = (None, None);
    let text = tree.text;
    let mut see = |node: &YamlNode| match WrittenNode::of(node) {
        WrittenNode::Map(CollectionLayout::Block, entries) => {
            let dash = |entry: &MappingEntry| match WrittenNode::of(&entry.value) {
                WrittenNode::Seq(CollectionLayout::Block, items) => {
                    let dash = column(text, items.first()?.source.item_start());
                    dash.checked_sub(column(text, entry.key.source.start()))
                }
                WrittenNode::Seq(CollectionLayout::Flow, _)
                | WrittenNode::Map(..)
                | WrittenNode::Scalar(_)
                | WrittenNode::Alias => None,
            };
            dashes = dashes.or_else(|| entries.iter().find_map(dash));
        }
        WrittenNode::Seq(CollectionLayout::Block, items) => {
            keys = keys.or_else(|| items.iter().find_map(|item| keys_from_dash(text, item)));
        }
        WrittenNode::Map(CollectionLayout::Flow, _)
        | WrittenNode::Seq(CollectionLayout::Flow, _)
        | WrittenNode::Scalar(_)
        | WrittenNode::Alias => {}
    };
    if let Some(root) = tree.root() {
        root.visit(&mut see);
    }
    (dashes.unwrap_or(USUAL), keys.unwrap_or(USUAL))
}

/// Takes an item out of its list.
pub(super) fn remove(
    tree: &OutlineTree<'_>,
    owner: &ItemPath,
    index: usize,
) -> Result<Vec<TextEdit>, OutlineError> {
    let place = tree.list(owner)?;
    let entry = place.entry.ok_or_else(|| absent(place.owner))?;
    let (layout, items) = items_of(&entry.value).ok_or_else(OutlineError::missing)?;
    if index >= items.len() {
        return Err(OutlineError::missing());
    }
    let last = index + 1 == items.len();
    if entry.value.cut && last {
        return Err(OutlineError::broken());
    }
    if items.len() == 1 && !keeps_empty_list(owner) {
        return keys::remove(tree, place.owner, owner.list_key());
    }
    if layout == CollectionLayout::Flow {
        return flow::remove(tree, &entry.value, items, index);
    }
    let regions = regions(tree, entry, items)?;
    let region = regions.get(index).ok_or_else(OutlineError::missing)?;
    if items.len() > 1 {
        return Ok(vec![(without_gap(tree.text, region.clone(), !last), String::new())]);
    }
    let colon = entry.value.source.indicator().ok_or_else(OutlineError::unusual)?;
    let start = trimmed(tree.text, region.start).max(line_end(tree.text, colon));
    Ok(vec![
        (colon + 1..colon + 1, " []".to_owned()),
        (start.min(region.start)..region.end, String::new()),
    ])
}

/// Moves an item within its list. The text between the items remains in place.
pub(super) fn reorder(
    tree: &OutlineTree<'_>,
    owner: &ItemPath,
    from: usize,
    to: usize,
) -> Result<Vec<TextEdit>, OutlineError> {
    let entry = tree.list(owner)?.entry.ok_or_else(OutlineError::missing)?;
    let (layout, items) = items_of(&entry.value).ok_or_else(OutlineError::missing)?;
    if from.max(to) >= items.len() {
        return Err(OutlineError::missing());
    }
    if entry.value.cut && from.max(to) + 1 == items.len() {
        return Err(OutlineError::broken());
    }
    if layout == CollectionLayout::Flow {
        return flow::reorder(tree, items, from, to);
    }
    let regions = regions(tree, entry, items)?;
    moved(tree.text, &regions, from, to).ok_or_else(OutlineError::missing)
}

fn moved(text: &str, regions: &[Range<usize>], from: usize, to: usize) -> Option<Vec<TextEdit>> {
    let region = |at: usize| regions.get(at).cloned();
    let gap = |at: usize| Some(region(at)?.end..region(at + 1)?.start);
    let item = region(from)?;
    let mut edits = Vec::new();
    if to < from {
        let start = region(to)?.start;
        let above = slice(text, gap(to)?);
        edits.push((start..start, format!("{}{above}", slice(text, item.clone()))));
        for at in to..from - 1 {
            edits.push((gap(at)?, slice(text, gap(at + 1)?).to_owned()));
        }
        edits.push((gap(from - 1)?.start..item.end, String::new()));
    } else if from < to {
        edits.push((item.start..gap(from)?.end, String::new()));
        for at in from + 1..to {
            edits.push((gap(at)?, slice(text, gap(at - 1)?).to_owned()));
        }
        let end = region(to)?.end;
        let below = slice(text, gap(to - 1)?);
        edits.push((end..end, format!("{below}{}", slice(text, item))));
    }
    Some(edits)
}
