//! The tree of a text for structural editing: as written, without following aliases, and without parts that are shared
//! with others.

use std::ops::Range;

use super::error::OutlineError;
use super::path::ItemPath;
use crate::yaml::lines::{self, WHITE};
use crate::yaml::{
    self, CollectionLayout, MappingEntry, YamlDocument, YamlNode, YamlScalar, YamlSequence,
    YamlValue,
};

/// A text and its tree.
pub(super) struct OutlineTree<'t> {
    pub(super) text: &'t str,
    pub(super) document: YamlDocument,
}

/// A node as it is written.
pub(super) enum WrittenNode<'n> {
    Alias,
    Scalar(&'n YamlScalar),
    Seq(CollectionLayout, &'n [YamlNode]),
    /// With all entries, also those that do not count.
    Map(CollectionLayout, &'n [MappingEntry]),
}

impl<'n> WrittenNode<'n> {
    pub(super) fn of(node: &'n YamlNode) -> Self {
        match &node.value {
            _ if node.source.is_alias => WrittenNode::Alias,
            YamlValue::Scalar(scalar) => WrittenNode::Scalar(scalar),
            YamlValue::Seq(YamlSequence { layout, items }) => WrittenNode::Seq(*layout, items),
            YamlValue::Map(mapping) => WrittenNode::Map(mapping.layout, &mapping.written),
        }
    }
}

/// The entries of a map, those included that do not count.
pub(super) fn entries_of(node: &YamlNode) -> Option<(CollectionLayout, &[MappingEntry])> {
    match WrittenNode::of(node) {
        WrittenNode::Map(layout, entries) => Some((layout, entries)),
        WrittenNode::Alias | WrittenNode::Scalar(_) | WrittenNode::Seq(..) => None,
    }
}

/// The items of a list.
pub(super) fn items_of(node: &YamlNode) -> Option<(CollectionLayout, &[YamlNode])> {
    match WrittenNode::of(node) {
        WrittenNode::Seq(layout, items) => Some((layout, items)),
        WrittenNode::Alias | WrittenNode::Scalar(_) | WrittenNode::Map(..) => None,
    }
}

/// The key of an entry, unless that is an alias.
pub(super) fn key_of(entry: &MappingEntry) -> Option<&str> {
    match WrittenNode::of(&entry.key) {
        WrittenNode::Scalar(scalar) => Some(&scalar.text),
        WrittenNode::Alias | WrittenNode::Seq(..) | WrittenNode::Map(..) => None,
    }
}

/// The first entry with this key.
pub(super) fn entry_of<'n>(node: &'n YamlNode, key: &str) -> Option<&'n MappingEntry> {
    entries_of(node)?.1.iter().find(|entry| key_of(entry) == Some(key))
}

/// Returns `true` if a node is written as empty or `null`.
pub(super) fn is_null(node: &YamlNode) -> bool {
    !node.source.is_alias && node.is_null()
}

/// The error about a key that is not in a map: a merged map may have it.
pub(super) fn absent(map: &YamlNode) -> OutlineError {
    let merges = entry_of(map, "<<").is_some();
    if merges { OutlineError::shared() } else { OutlineError::missing() }
}

/// Returns `true` if a node or one inside it has an anchor.
pub(super) fn has_anchor(node: &YamlNode) -> bool {
    let mut found = false;
    node.visit(&mut |node| found |= node.source.anchor.is_some());
    found
}

/// A list, and the map with the key that it belongs to.
pub(super) struct ListOfItem<'n> {
    pub(super) owner: &'n YamlNode,
    /// `None` if the key is not there.
    pub(super) entry: Option<&'n MappingEntry>,
}

impl<'t> OutlineTree<'t> {
    pub(super) fn read(text: &'t str) -> Self {
        OutlineTree { text, document: yaml::read(text) }
    }

    pub(super) fn root(&self) -> Option<&YamlNode> {
        self.document.root.as_ref()
    }

    /// The node of an item, if it may be changed.
    pub(super) fn item(&self, path: &ItemPath) -> Result<&YamlNode, OutlineError> {
        let mut node = self.usable(self.root().ok_or_else(OutlineError::missing)?)?;
        for key in path.list().base() {
            node = self.usable(&entry_of(node, key).ok_or_else(|| absent(node))?.value)?;
        }
        let mut list = ItemPath::of_list(path.list());
        for &index in path.indices() {
            let value = &entry_of(node, list.list_key()).ok_or_else(|| absent(node))?.value;
            let (_, items) = items_of(self.usable(value)?).ok_or_else(OutlineError::missing)?;
            node = self.usable(items.get(index).ok_or_else(OutlineError::missing)?)?;
            list = list.child(index);
        }
        Ok(node)
    }

    /// The list of the children of an item; its key may be missing.
    pub(super) fn list(&self, owner: &ItemPath) -> Result<ListOfItem<'_>, OutlineError> {
        let node = self.item(owner)?;
        let entry = entry_of(node, owner.list_key());
        if let Some(entry) = entry {
            self.usable(&entry.value)?;
        }
        Ok(ListOfItem { owner: node, entry })
    }

    /// The items of the list that contains an item, and the layout of the list.
    pub(super) fn list_around(&self, path: &ItemPath) -> Option<(CollectionLayout, &[YamlNode])> {
        items_of(&self.list(&path.parent()?).ok()?.entry?.value)
    }

    /// The layout of the list that contains an item.
    pub(super) fn layout_around(&self, path: &ItemPath) -> CollectionLayout {
        self.list_around(path).map_or(CollectionLayout::Block, |(layout, _)| layout)
    }

    /// A node, unless its text is shared with other parts or written in a rare way.
    pub(super) fn usable<'n>(&self, node: &'n YamlNode) -> Result<&'n YamlNode, OutlineError> {
        if self.document.is_shared(node) {
            return Err(OutlineError::shared());
        }
        if node.source.is_unusual { Err(OutlineError::unusual()) } else { Ok(node) }
    }

    /// Returns `true` if a range holds nothing but white space.
    pub(super) fn is_blank(&self, range: Range<usize>) -> bool {
        lines::slice(self.text, range).trim_matches(WHITE).is_empty()
    }
}
