//! Paths of items in the tree of a template.

use std::fmt;

use crate::schema::{self, SchemaSection};

/// The kind of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ItemKind {
    /// An item of `edits`.
    Category,
    /// An item of `annotation`.
    Question,
    /// An item of `options`; with options of its own it is a question, too.
    Option,
}

impl ItemKind {
    /// The name that an item is added with if none is given; a number is added to one that is taken.
    pub(super) fn placeholder_name(self) -> &'static str {
        match self {
            ItemKind::Category => "new_category",
            ItemKind::Question => "new_question",
            ItemKind::Option => "new_option",
        }
    }
}

/// The path of an item: its index in `edits`, then in `annotation`, then in one `options` after the other. The empty
/// path is that of the template itself.
///
/// Indices are 0-based and count all written items, including those that the compiler leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct ItemPath(Vec<usize>);

impl ItemPath {
    /// The path of the template itself.
    #[must_use]
    pub fn root() -> Self {
        ItemPath::default()
    }

    /// Creates the path with these indices.
    #[must_use]
    pub fn new(indices: impl Into<Vec<usize>>) -> Self {
        ItemPath(indices.into())
    }

    /// The indices.
    #[must_use]
    pub fn indices(&self) -> &[usize] {
        &self.0
    }

    /// The path of an item in the list of this one.
    #[must_use]
    pub fn child(&self, index: usize) -> Self {
        ItemPath(self.0.iter().copied().chain([index]).collect())
    }

    /// The path of the item whose list contains this one; `None` for the template.
    #[must_use]
    pub fn parent(&self) -> Option<ItemPath> {
        let (_, parent) = self.0.split_last()?;
        Some(ItemPath(parent.to_vec()))
    }

    /// The index in the list that contains this item; `None` for the template.
    #[must_use]
    pub fn index(&self) -> Option<usize> {
        self.0.last().copied()
    }

    /// The kind of this item; `None` for the template.
    #[must_use]
    pub fn kind(&self) -> Option<ItemKind> {
        match self.0.len() {
            0 => None,
            1 => Some(ItemKind::Category),
            2 => Some(ItemKind::Question),
            _ => Some(ItemKind::Option),
        }
    }

    /// The kind of the items in the list of this one.
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

    /// Returns `true` if this item is `other` or inside it.
    #[must_use]
    pub fn is_within(&self, other: &ItemPath) -> bool {
        self.0.starts_with(&other.0)
    }

    /// The section of the map of this item.
    pub(super) fn section(&self) -> &'static SchemaSection {
        match self.kind() {
            None => &schema::TEMPLATE,
            Some(ItemKind::Category) => &schema::CATEGORY,
            Some(ItemKind::Question) => &schema::QUESTION,
            Some(ItemKind::Option) => &schema::CHOICE,
        }
    }

    /// The path of this item after the removal of `gone`; meaningless for items inside `gone`.
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
