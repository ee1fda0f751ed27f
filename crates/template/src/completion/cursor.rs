//! The part of a template at the cursor.

use std::ops::Range;

use crate::yaml::lines::{column, is_first_in_line, line_end, line_start, slice};
use crate::yaml::{
    CollectionLayout, MappingEntry, ScalarStyle, YamlDocument, YamlNode, YamlSequence, YamlValue,
};

/// The indentation of a list or map relative to its key.
const STEP: usize = 2;

/// The cursor, as a place for completion and hover help. Positions are bytes of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cursor<'d> {
    pub(super) target: CursorTarget<'d>,
    /// The word that the cursor touches, without its quotes; empty if it touches none.
    pub(super) word: Range<usize>,
    /// `true` if the word is in quotes.
    pub(super) is_quoted: bool,
    /// `true` if a space must precede the inserted text.
    pub(super) needs_space: bool,
    pub(super) placement: Placement,
    /// The column for the keys or dashes of a map or list that begins here, in bytes from the start of the line.
    pub(super) column: usize,
}

/// The kind of part at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CursorTarget<'d> {
    /// A key of a map.
    Key {
        map: ValuePath<'d>,
        /// The other keys of the map.
        others: Vec<&'d str>,
        has_colon: bool,
        /// The value of the key before, if its list can begin here.
        list: Option<ValuePath<'d>>,
    },
    /// A value.
    Value {
        path: ValuePath<'d>,
        /// The keys of the map at that place, if there is one.
        others: Vec<&'d str>,
        /// `true` if the value is empty but for the word.
        is_free: bool,
    },
}

/// The keys and items that lead from the root to a value.
pub(super) type ValuePath<'d> = Vec<PathStep<'d>>;

/// One step from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PathStep<'d> {
    /// To the value of a key.
    Key(&'d str),
    /// To an item of a list.
    Item,
}

/// The placement of a map or list that begins at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Placement {
    /// From the cursor on.
    Here,
    /// From the next line on.
    Below,
    /// In brackets.
    Brackets,
}

impl<'d> Cursor<'d> {
    /// The cursor at a position of a text, given the document read from it; `None` if nothing can be completed or
    /// explained there.
    pub(super) fn locate(text: &str, document: &'d YamlDocument, at: usize) -> Option<Self> {
        if document.is_behind(at) {
            return None;
        }
        let lookup = CursorLookup::new(text, document.root.as_ref(), at);
        if let Some(touched) = lookup.touched() {
            return lookup.in_scalar(touched);
        }
        if let Some(level) = lookup.brackets_around() {
            return lookup.in_brackets(level);
        }
        lookup.in_space()
    }

    fn at_value(
        path: ValuePath<'d>,
        word: Range<usize>,
        placement: Placement,
        column: usize,
    ) -> Self {
        let target = CursorTarget::Value { path, others: Vec::new(), is_free: true };
        Cursor { target, word, is_quoted: false, needs_space: false, placement, column }
    }
}

/// A list or map that begins before the cursor.
struct CollectionAround<'d> {
    node: &'d YamlNode,
    path: ValuePath<'d>,
    /// Its last item or entry that begins before the cursor.
    last: Option<CollectionChild<'d>>,
}

#[derive(Clone, Copy)]
enum CollectionChild<'d> {
    Item(&'d YamlNode),
    Entry { map: &'d [MappingEntry], index: usize, entry: &'d MappingEntry },
}

impl<'d> CollectionChild<'d> {
    /// The last item or entry of a node that begins at a position or before it.
    fn before(node: &'d YamlNode, at: usize) -> Option<Self> {
        match &node.value {
            _ if node.source.is_alias => None,
            YamlValue::Scalar(_) => None,
            YamlValue::Seq(YamlSequence { items, .. }) => {
                let index = items.partition_point(|item| item.source.item_start() <= at);
                Some(CollectionChild::Item(items.get(index.checked_sub(1)?)?))
            }
            YamlValue::Map(mapping) => {
                let map = &*mapping.written;
                let index = map.partition_point(|entry| entry.key.source.start() <= at);
                let index = index.checked_sub(1)?;
                Some(CollectionChild::Entry { map, index, entry: map.get(index)? })
            }
        }
    }

    fn value(self) -> &'d YamlNode {
        match self {
            CollectionChild::Item(item) => item,
            CollectionChild::Entry { entry, .. } => &entry.value,
        }
    }

    fn start(self) -> usize {
        match self {
            CollectionChild::Item(item) => item.source.item_start(),
            CollectionChild::Entry { entry, .. } => entry.key.source.start(),
        }
    }

    fn step(self) -> PathStep<'d> {
        match self {
            CollectionChild::Item(_) => PathStep::Item,
            CollectionChild::Entry { entry, .. } => PathStep::Key(entry.key_text()),
        }
    }

    /// The end of its written part.
    fn end(self) -> usize {
        let value = self.value().source.content();
        match self {
            CollectionChild::Entry { entry, .. } if value.is_empty() => {
                self.indicator().map_or(entry.key.source.content().end, |colon| colon + 1)
            }
            CollectionChild::Entry { .. } | CollectionChild::Item(_) => value.end,
        }
    }

    /// The position of its dash or colon.
    fn indicator(self) -> Option<usize> {
        self.value().source.indicator()
    }
}

fn layout(node: &YamlNode) -> Option<CollectionLayout> {
    match &node.value {
        _ if node.source.is_alias => None,
        YamlValue::Scalar(_) => None,
        YamlValue::Seq(sequence) => Some(sequence.layout),
        YamlValue::Map(mapping) => Some(mapping.layout),
    }
}

/// The keys of a map but for one entry.
fn keys<'d>(node: &'d YamlNode, without: Option<&MappingEntry>) -> Vec<&'d str> {
    let entries = node.as_mapping().map(|mapping| &*mapping.written).unwrap_or_default();
    let others =
        entries.iter().filter(|entry| !without.is_some_and(|out| std::ptr::eq(out, *entry)));
    others.map(MappingEntry::key_text).collect()
}

/// A scalar that the cursor touches.
struct TouchedScalar<'d> {
    scalar: &'d YamlNode,
    /// The entry whose key it is.
    key_of: Option<&'d MappingEntry>,
}

struct CursorLookup<'t, 'd> {
    text: &'t str,
    root: Option<&'d YamlNode>,
    at: usize,
    /// The lists and maps around the cursor, or around the part before it, outermost first.
    levels: Vec<CollectionAround<'d>>,
}

impl<'t, 'd> CursorLookup<'t, 'd> {
    fn new(text: &'t str, root: Option<&'d YamlNode>, at: usize) -> Self {
        let mut levels = Vec::new();
        let (mut node, mut path) = (root, Vec::new());
        while let Some(found) = node
            && layout(found).is_some()
            && found.source.start() <= at
        {
            let last = CollectionChild::before(found, at);
            levels.push(CollectionAround { node: found, path: path.clone(), last });
            path.extend(last.map(CollectionChild::step));
            node = last.map(CollectionChild::value);
        }
        CursorLookup { text, root, at, levels }
    }

    fn path_to_last(&self, level: &CollectionAround<'d>) -> ValuePath<'d> {
        level.path.iter().copied().chain(level.last.map(CollectionChild::step)).collect()
    }

    fn touched(&self) -> Option<TouchedScalar<'d>> {
        let touches = |node: &&YamlNode| {
            let content = node.source.content();
            let is_text = !node.source.is_alias && node.as_scalar().is_some();
            is_text && !content.is_empty() && (content.start..=content.end).contains(&self.at)
        };
        let Some(level) = self.levels.last() else {
            let scalar = self.root.filter(touches)?;
            return Some(TouchedScalar { scalar, key_of: None });
        };
        let child = level.last?;
        if let CollectionChild::Entry { entry, .. } = child
            && touches(&&entry.key)
        {
            return Some(TouchedScalar { scalar: &entry.key, key_of: Some(entry) });
        }
        Some(child.value()).filter(touches).map(|scalar| TouchedScalar { scalar, key_of: None })
    }

    /// The word that the cursor touches, and `true` if it is in quotes.
    fn word(&self, node: &YamlNode) -> Option<(Range<usize>, bool)> {
        let content = node.source.content();
        let style = node.as_scalar()?.style;
        let line = line_start(self.text, self.at)..line_end(self.text, self.at);
        let (word, is_quoted) = match style {
            ScalarStyle::Block => return None,
            ScalarStyle::Plain => {
                let word = content.start.max(line.start)..content.end.min(line.end);
                let written = slice(self.text, word.clone());
                let blank = written.len() - written.trim_start_matches([' ', '\t']).len();
                let start = word.start + blank;
                (start..start + written.trim_matches([' ', '\t']).len(), false)
            }
            ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                let end = match node.cut {
                    true => content.end.min(line.end),
                    false => content.end - 1,
                };
                let is_here = line.start <= content.start && end <= line.end;
                (is_here.then_some(content.start + 1..end.max(content.start + 1))?, true)
            }
        };
        (word.start..=word.end).contains(&self.at).then_some((word, is_quoted))
    }

    fn in_scalar(&self, touched: TouchedScalar<'d>) -> Option<Cursor<'d>> {
        let scalar = touched.scalar;
        let (word, is_quoted) = self.word(scalar)?;
        let start = scalar.source.content().start;
        let level = self.levels.last();
        let layout = level.and_then(|level| layout(level.node));
        let cursor = match (level, touched.key_of) {
            (Some(level), Some(entry)) => self.at_key(level, entry, word),
            (Some(level), None) => {
                let path = self.path_to_last(level);
                let is_own_line = is_first_in_line(self.text, start);
                let is_continued = start < line_start(self.text, self.at);
                match level.last? {
                    _ if layout == Some(CollectionLayout::Flow) => {
                        Cursor::at_value(path, word, Placement::Brackets, 0)
                    }
                    CollectionChild::Item(_) if is_continued && !is_own_line => return None,
                    CollectionChild::Item(_) => {
                        let column = column(self.text, word.start);
                        Cursor::at_value(path, word, Placement::Here, column)
                    }
                    CollectionChild::Entry { .. } if is_own_line => {
                        let column = column(self.text, word.start);
                        Cursor::at_value(path, word, Placement::Here, column)
                    }
                    CollectionChild::Entry { .. } if is_continued => return None,
                    CollectionChild::Entry { entry, .. } => {
                        let column = column(self.text, entry.key.source.start()) + STEP;
                        Cursor::at_value(path, word, Placement::Below, column)
                    }
                }
            }
            (None, _) => {
                let column = column(self.text, word.start);
                Cursor::at_value(Vec::new(), word, Placement::Here, column)
            }
        };
        Some(Cursor { is_quoted, ..cursor })
    }

    fn at_key(
        &self,
        level: &CollectionAround<'d>,
        entry: &'d MappingEntry,
        word: Range<usize>,
    ) -> Cursor<'d> {
        let has_colon = entry.value.source.indicator().is_some();
        let others = keys(level.node, Some(entry));
        let in_lines = layout(level.node) == Some(CollectionLayout::Block);
        let column = if in_lines { column(self.text, entry.key.source.start()) } else { 0 };
        let placement = if in_lines { Placement::Here } else { Placement::Brackets };
        let before = match level.last {
            Some(CollectionChild::Entry { map, index, .. }) if in_lines && !has_colon => {
                index.checked_sub(1).and_then(|index| map.get(index))
            }
            Some(CollectionChild::Entry { .. } | CollectionChild::Item(_)) | None => None,
        };
        let is_first = level.node.source.content().start == entry.key.source.start();
        let map = level.path.clone();
        let target = if in_lines && !has_colon && is_first {
            // The word may become something other than a key.
            let is_free = others.is_empty();
            CursorTarget::Value { path: map, others, is_free }
        } else {
            let list = before.filter(|entry| self.may_have_list(entry, column));
            let list = list.map(|entry| [&*map, &[PathStep::Key(entry.key_text())]].concat());
            CursorTarget::Key { map, others, has_colon, list }
        };
        Cursor { target, word, is_quoted: false, needs_space: false, placement, column }
    }

    /// The innermost list or map in brackets that the cursor is in.
    fn brackets_around(&self) -> Option<&CollectionAround<'d>> {
        let is_around = |level: &&CollectionAround<'d>| {
            let content = level.node.source.content();
            let end = if level.node.cut { content.end + 1 } else { content.end };
            layout(level.node) == Some(CollectionLayout::Flow)
                && content.start < self.at
                && self.at < end
        };
        self.levels.iter().rev().find(is_around)
    }

    /// The cursor between the parts of a list or map in brackets.
    fn in_brackets(&self, level: &CollectionAround<'d>) -> Option<Cursor<'d>> {
        let is_map = level.node.as_mapping().is_some();
        let content_start = level.node.source.content().start + 1;
        let end = level.last.map_or(content_start, CollectionChild::end);
        let between = slice(self.text, end.min(self.at)..self.at);
        if between.contains('#') {
            return None;
        }
        let begins_child = level.last.is_none() || between.contains(',');
        let target = if begins_child && is_map {
            let (map, others) = (level.path.clone(), keys(level.node, None));
            CursorTarget::Key { map, others, has_colon: false, list: None }
        } else {
            let awaits_value = |child: &CollectionChild<'d>| {
                let has_colon = child.indicator().is_some_and(|colon| colon < self.at);
                is_map && has_colon && child.value().source.content().is_empty()
            };
            let step = match level.last.filter(awaits_value) {
                _ if begins_child => PathStep::Item,
                Some(child) => child.step(),
                None => return None,
            };
            let path = [&*level.path, &[step]].concat();
            CursorTarget::Value { path, others: Vec::new(), is_free: true }
        };
        let needs_space = slice(self.text, 0..self.at).ends_with(':');
        let word = self.at..self.at;
        Some(Cursor {
            target,
            word,
            is_quoted: false,
            needs_space,
            placement: Placement::Brackets,
            column: 0,
        })
    }

    fn path_to(&self, level: &CollectionAround<'d>, child: CollectionChild<'d>) -> ValuePath<'d> {
        [&*level.path, &[child.step()]].concat()
    }

    /// The cursor in the white space of a line.
    fn in_space(&self) -> Option<Cursor<'d>> {
        let line = line_start(self.text, self.at)..line_end(self.text, self.at);
        let after = slice(self.text, self.at..line.end);
        let before = slice(self.text, line.start..self.at);
        let is_blank = |text: &str| text.trim_matches([' ', '\t']).is_empty();
        if is_blank(before) {
            return if is_blank(after) { self.in_blank_line(before.len()) } else { None };
        }
        // Directly after an inserted text, the `#` would no longer begin a comment.
        if !is_blank(after) && (after.starts_with('#') || !after.trim_start().starts_with('#')) {
            return None;
        }
        let level = self.levels.last()?;
        let child = level.last?;
        let indicator = child.indicator()?;
        let is_behind = line.start <= indicator && indicator < self.at;
        if !is_behind || !is_blank(slice(self.text, indicator + 1..self.at)) {
            return None;
        }
        let value = child.value();
        let path = self.path_to(level, child);
        let needs_space = self.at == indicator + 1;
        let word = self.at..self.at;
        let cursor = match child {
            CollectionChild::Item(_) if !value.source.content().is_empty() => return None,
            CollectionChild::Item(_) => {
                let column =
                    column(self.text, if needs_space { indicator + STEP } else { self.at });
                Cursor::at_value(path, word, Placement::Here, column)
            }
            CollectionChild::Entry { .. } if layout(value).is_some() => return None,
            CollectionChild::Entry { entry, .. } => {
                let column = column(self.text, entry.key.source.start()) + STEP;
                Cursor::at_value(path, word, Placement::Below, column)
            }
        };
        Some(Cursor { needs_space, ..cursor })
    }

    fn in_blank_line(&self, column: usize) -> Option<Cursor<'d>> {
        let word = self.at..self.at;
        let in_lines =
            |level: &&CollectionAround<'d>| layout(level.node) == Some(CollectionLayout::Block);
        let open: Vec<&CollectionAround<'d>> = self.levels.iter().take_while(in_lines).collect();
        let columns: Vec<usize> = open.iter().map(|level| self.column_of(level)).collect();
        let has_ended = |index: usize| {
            let column_at = |index: usize| columns.get(index).copied();
            let is_list = open.get(index).is_some_and(|level| level.node.as_sequence().is_some());
            // A list may stand right below its key, and another key right below it.
            let is_level = is_list && index.checked_sub(1).and_then(column_at) == Some(column);
            column_at(index).is_none_or(|of| of > column || of == column && is_level)
        };
        let Some(innermost) = (0..open.len()).rev().find(|index| !has_ended(*index)) else {
            let is_empty = self
                .root
                .is_none_or(|root| root.as_scalar().is_some() || root.source.start() > self.at);
            return is_empty
                .then(|| self.at_value_in_lines(Vec::new(), self.root, word, column))?;
        };
        let level = open.get(innermost)?;
        let is_level = columns.get(innermost) == Some(&column);
        match level.last? {
            _ if is_level && level.node.as_sequence().is_some() => {
                self.at_value_in_lines(level.path.clone(), Some(level.node), word, column)
            }
            CollectionChild::Entry { entry, .. } if is_level => {
                let map = level.path.clone();
                let list = self.may_have_list(entry, column).then(|| self.path_to_last(level));
                let others = keys(level.node, None);
                let target = CursorTarget::Key { map, others, has_colon: false, list };
                let placement = Placement::Here;
                Some(Cursor {
                    target,
                    word,
                    is_quoted: false,
                    needs_space: false,
                    placement,
                    column,
                })
            }
            child @ (CollectionChild::Item(_) | CollectionChild::Entry { .. }) => {
                if self.is_filled(child.value()) {
                    return None;
                }
                let path = self.path_to_last(level);
                self.at_value_in_lines(path, Some(child.value()), word, column)
            }
        }
    }

    /// The column of the keys or dashes of a list or map in lines.
    fn column_of(&self, level: &CollectionAround<'d>) -> usize {
        let start = level.last.map_or(level.node.source.start(), CollectionChild::start);
        column(self.text, start)
    }

    /// The cursor at a value that begins or goes on in a line; `None` if another value is there that cannot go on in
    /// it.
    fn at_value_in_lines(
        &self,
        path: ValuePath<'d>,
        node: Option<&'d YamlNode>,
        word: Range<usize>,
        column: usize,
    ) -> Option<Cursor<'d>> {
        let cursor = Cursor::at_value(path.clone(), word, Placement::Here, column);
        let Some((node, layout)) = node.and_then(|node| Some((node, layout(node)?))) else {
            return Some(cursor);
        };
        let goes_on = layout == CollectionLayout::Block && self.column_of_node(node) == column;
        let target = CursorTarget::Value { path, others: keys(node, None), is_free: false };
        goes_on.then_some(Cursor { target, ..cursor })
    }

    fn column_of_node(&self, node: &YamlNode) -> usize {
        let start = CollectionChild::before(node, self.at)
            .map_or(node.source.content().start, CollectionChild::start);
        column(self.text, start)
    }

    /// Returns `true` if a text or an alias precedes the cursor, so that no map or list can follow.
    fn is_filled(&self, value: &YamlNode) -> bool {
        let is_text = value.source.is_alias || value.as_scalar().is_some();
        is_text && !value.source.content().is_empty() && value.source.start() < self.at
    }

    /// Returns `true` if the list of a key may begin, or go on, in a line that is indented like the key.
    fn may_have_list(&self, entry: &MappingEntry, column: usize) -> bool {
        let value = &entry.value;
        let is_level = value.as_sequence().is_some() && self.column_of_node(value) == column;
        !self.is_filled(value) && (layout(value).is_none() || is_level)
    }
}
