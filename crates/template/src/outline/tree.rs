//! The tree of a text as structural editing uses it: as it is written, aliases not followed, and only where a change of
//! one part is not a change of others too.

use std::ops::Range;

use super::error::OutlineError;
use super::path::ItemPath;
use crate::yaml::lines::{self, WHITE};
use crate::yaml::{self, Document, Layout, MappingEntry, Node, Scalar, Sequence, Value};

/// A text and its tree.
pub(super) struct Tree<'t> {
    pub(super) text: &'t str,
    pub(super) document: Document,
}

/// A node as it is written.
pub(super) enum Written<'n> {
    Alias,
    Scalar(&'n Scalar),
    Seq(Layout, &'n [Node]),
    /// With all entries, also those that do not count.
    Map(Layout, &'n [MappingEntry]),
}

impl<'n> Written<'n> {
    pub(super) fn of(node: &'n Node) -> Self {
        match &node.value {
            _ if node.source.is_alias => Written::Alias,
            Value::Scalar(scalar) => Written::Scalar(scalar),
            Value::Seq(Sequence { layout, items }) => Written::Seq(*layout, items),
            Value::Map(mapping) => Written::Map(mapping.layout, &mapping.written),
        }
    }
}

/// The entries of a map, those included that do not count.
pub(super) fn entries_of(node: &Node) -> Option<(Layout, &[MappingEntry])> {
    match Written::of(node) {
        Written::Map(layout, entries) => Some((layout, entries)),
        Written::Alias | Written::Scalar(_) | Written::Seq(..) => None,
    }
}

/// The items of a list.
pub(super) fn items_of(node: &Node) -> Option<(Layout, &[Node])> {
    match Written::of(node) {
        Written::Seq(layout, items) => Some((layout, items)),
        Written::Alias | Written::Scalar(_) | Written::Map(..) => None,
    }
}

/// The key of an entry, unless that is an alias.
pub(super) fn key_of(entry: &MappingEntry) -> Option<&str> {
    match Written::of(&entry.key) {
        Written::Scalar(scalar) => Some(&scalar.text),
        Written::Alias | Written::Seq(..) | Written::Map(..) => None,
    }
}

/// The first entry with this key.
pub(super) fn entry_of<'n>(node: &'n Node, key: &str) -> Option<&'n MappingEntry> {
    entries_of(node)?.1.iter().find(|entry| key_of(entry) == Some(key))
}

/// Whether nothing is written, or a word for nothing.
pub(super) fn is_null(node: &Node) -> bool {
    !node.source.is_alias && node.is_null()
}

/// Where an item of a list begins: at its dash, if it has one.
pub(super) fn mark(item: &Node) -> usize {
    item.source.indicator().unwrap_or(item.source.start())
}

/// Why a key is not in a map: another one that is taken in may have it.
pub(super) fn absent(map: &Node) -> OutlineError {
    let merges = entry_of(map, "<<").is_some();
    if merges { OutlineError::shared() } else { OutlineError::missing() }
}

/// Whether a node or something in it has an anchor.
pub(super) fn has_anchor(node: &Node) -> bool {
    let mut found = false;
    node.visit(&mut |node| found |= node.source.anchor.is_some());
    found
}

/// A list, and the map with the key that it belongs to.
pub(super) struct ListOfItem<'n> {
    pub(super) owner: &'n Node,
    /// `None` if the key is not there.
    pub(super) entry: Option<&'n MappingEntry>,
}

impl<'t> Tree<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        Tree { text, document: yaml::read(text) }
    }

    pub(super) fn root(&self) -> Option<&Node> {
        self.document.root.as_ref()
    }

    /// The node that an item is, if it may be changed.
    pub(super) fn item(&self, path: &ItemPath) -> Result<&Node, OutlineError> {
        let mut node = self.usable(self.root().ok_or_else(OutlineError::missing)?)?;
        let mut list = ItemPath::root();
        for &index in path.indices() {
            let value = &entry_of(node, list.list_key()).ok_or_else(|| absent(node))?.value;
            let (_, items) = items_of(self.usable(value)?).ok_or_else(OutlineError::missing)?;
            node = self.usable(items.get(index).ok_or_else(OutlineError::missing)?)?;
            list = list.child(index);
        }
        Ok(node)
    }

    /// The list in which the items of another one stand, or would stand.
    pub(super) fn list(&self, owner: &ItemPath) -> Result<ListOfItem<'_>, OutlineError> {
        let node = self.item(owner)?;
        let entry = entry_of(node, owner.list_key());
        if let Some(entry) = entry {
            self.usable(&entry.value)?;
        }
        Ok(ListOfItem { owner: node, entry })
    }

    /// The items of the list that an item stands in, and how they are written.
    pub(super) fn list_around(&self, path: &ItemPath) -> Option<(Layout, &[Node])> {
        items_of(&self.list(&path.parent()?).ok()?.entry?.value)
    }

    /// How the list is written that an item stands in.
    pub(super) fn layout_around(&self, path: &ItemPath) -> Layout {
        self.list_around(path).map_or(Layout::Block, |(layout, _)| layout)
    }

    /// A node, unless a change of it would be one of other parts too.
    pub(super) fn usable<'n>(&self, node: &'n Node) -> Result<&'n Node, OutlineError> {
        if self.document.is_shared(node) {
            return Err(OutlineError::shared());
        }
        if node.source.is_unusual { Err(OutlineError::unusual()) } else { Ok(node) }
    }

    /// Whether a text holds nothing but white space.
    pub(super) fn is_blank(&self, range: Range<usize>) -> bool {
        lines::slice(self.text, range).trim_matches(WHITE).is_empty()
    }
}
