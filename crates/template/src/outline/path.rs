//! Where an item stands in the tree of a template.

use std::fmt;

use crate::schema::{self, SchemaSection};

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// An item of `edits`.
    Category,
    /// An item of `annotation`.
    Question,
    /// An item of `options`; with options of its own it is a question, too.
    Option,
}

/// The way to an item: its index in `edits`, then in `annotation`, then in one `options` after the other. Without any
/// index it is the template itself.
///
/// Indices count what is written, from 0, also items that the compiler leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct ItemPath(Vec<usize>);

impl ItemPath {
    /// The template itself.
    #[must_use]
    pub fn root() -> Self {
        ItemPath::default()
    }

    /// The item that these indices lead to.
    #[must_use]
    pub fn new(indices: impl Into<Vec<usize>>) -> Self {
        ItemPath(indices.into())
    }

    /// The indices.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// An item of the list of this one.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        ItemPath(self.0.iter().copied().chain([index]).collect())
    }

    /// The item in whose list this stands; `None` for the template.
    #[must_use]
    pub fn parent(&self) -> Option<ItemPath> {
        let (_, parent) = self.0.split_last()?;
        Some(ItemPath(parent.to_vec()))
    }

    /// The index in the list in which this stands.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.0.last().copied()
    }

    /// What stands here; `None` for the template.
    #[must_use]
    pub fn kind(&self) -> Option<ItemKind> {
        match self.0.len() {
            0 => None,
            1 => Some(ItemKind::Category),
            2 => Some(ItemKind::Question),
            _ => Some(ItemKind::Option),
        }
    }

    /// What stands in the list of this item.
    #[must_use]
    pub fn child_kind(&self) -> ItemKind {
        match self.0.len() {
            0 => ItemKind::Category,
            1 => ItemKind::Question,
            _ => ItemKind::Option,
        }
    }

    /// The key of that list.
    #[must_use]
    pub fn list_key(&self) -> &'static str {
        match self.child_kind() {
            ItemKind::Category => "edits",
            ItemKind::Question => "annotation",
            ItemKind::Option => "options",
        }
    }

    /// Whether this is that item or stands somewhere in it.
    #[must_use]
    pub fn is_within(&self, other: &ItemPath) -> bool {
        self.0.starts_with(&other.0)
    }

    /// What may be written in the map of this item.
    pub(super) fn section(&self) -> &'static SchemaSection {
        match self.kind() {
            None => &schema::TEMPLATE,
            Some(ItemKind::Category) => &schema::CATEGORY,
            Some(ItemKind::Question) => &schema::QUESTION,
            Some(ItemKind::Option) => &schema::CHOICE,
        }
    }

    /// Where this item stands once that one is gone. For items in the one that is gone it means nothing.
    #[must_use]
    pub fn without(&self, gone: &ItemPath) -> Self {
        let mut path = self.clone();
        let Some((&index, list)) = gone.0.split_last() else { return path };
        if let Some(own) = path.0.get_mut(list.len())
            && self.0.starts_with(list)
            && *own > index
        {
            *own -= 1;
        }
        path
    }
}

/// `edits 2, annotation 0, options 1`.
impl fmt::Display for ItemPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, index) in self.0.iter().enumerate() {
            let list = ["edits", "annotation"].get(depth).copied().unwrap_or("options");
            let comma = if depth == 0 { "" } else { ", " };
            write!(f, "{comma}{list} {index}")?;
        }
        Ok(())
    }
}
