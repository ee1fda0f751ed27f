//! A YAML text as it is written: the places of dashes, colons, brackets and anchors, aliases left as they are.
//!
//! What the text means is for [`yaml::read`](crate::yaml::read()).

use std::collections::HashSet;
use std::ops::Range;

use super::error::OutlineError;
use super::lines;
use super::path::ItemPath;

/// A text and its first document.
pub(super) struct Tree<'t> {
    pub(super) text: &'t str,
    /// `None` if nothing is written.
    pub(super) root: Option<Part>,
    /// Anchors that an alias refers to.
    pub(super) shared: HashSet<usize>,
}

/// Anything that can be the value of a key. All ranges are bytes of the text.
pub(super) struct Part {
    /// With its anchor and tag.
    pub(super) outer: Range<usize>,
    /// Without them; up to the end of what is written, so empty where nothing is.
    pub(super) bytes: Range<usize>,
    pub(super) shape: Shape,
    pub(super) anchor: Option<usize>,
    /// Whether reading stopped in it.
    pub(super) cut: bool,
    /// Whether it is written in a way that no operation deals with, such as with `?`.
    pub(super) odd: bool,
}

pub(super) enum Shape {
    Scalar(Style, String),
    Alias,
    List(Layout, Vec<Slot>),
    Map(Layout, Vec<Pair>),
}

/// How a list or map is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// In lines.
    Block,
    /// In brackets.
    Flow,
}

/// How a scalar is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Plain,
    Single,
    Double,
    /// After `|` or `>`.
    Block,
}

/// An item of a list.
pub(super) struct Slot {
    /// Its dash; where it begins, in brackets.
    pub(super) mark: usize,
    pub(super) part: Part,
}

/// A key with its value.
pub(super) struct Pair {
    pub(super) key: Part,
    /// The colon, if there is one.
    pub(super) colon: Option<usize>,
    pub(super) value: Part,
}

/// A list, and the map with the key that it belongs to.
pub(super) struct ListPlace<'p> {
    pub(super) owner: &'p Part,
    /// `None` if the key is not there.
    pub(super) pair: Option<&'p Pair>,
}

impl Part {
    /// The text of a scalar.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.shape {
            Shape::Scalar(_, text) => Some(text),
            _ => None,
        }
    }

    /// Whether nothing is written, or a word for nothing.
    pub(super) fn is_null(&self) -> bool {
        let words = ["", "~", "null", "Null", "NULL"];
        matches!(&self.shape, Shape::Scalar(Style::Plain, text) if words.contains(&text.as_str()))
    }

    pub(super) fn pairs(&self) -> Option<(Layout, &[Pair])> {
        match &self.shape {
            Shape::Map(layout, pairs) => Some((*layout, pairs)),
            _ => None,
        }
    }

    pub(super) fn slots(&self) -> Option<(Layout, &[Slot])> {
        match &self.shape {
            Shape::List(layout, slots) => Some((*layout, slots)),
            _ => None,
        }
    }

    /// The first pair with this key.
    pub(super) fn pair(&self, key: &str) -> Option<&Pair> {
        self.pairs()?.1.iter().find(|pair| pair.key.text() == Some(key))
    }

    /// Why a key is not here: another map that is taken in may have it.
    pub(super) fn absent(&self) -> OutlineError {
        let merges = self.pair("<<").is_some();
        if merges { OutlineError::shared() } else { OutlineError::missing() }
    }

    /// Itself and everything in it.
    pub(super) fn visit<'p>(&'p self, see: &mut impl FnMut(&'p Part)) {
        see(self);
        match &self.shape {
            Shape::Scalar(..) | Shape::Alias => {}
            Shape::List(_, slots) => slots.iter().for_each(|slot| slot.part.visit(see)),
            Shape::Map(_, pairs) => pairs.iter().for_each(|pair| {
                pair.key.visit(see);
                pair.value.visit(see);
            }),
        }
    }

    /// Whether it or something in it has an anchor.
    pub(super) fn has_anchor(&self) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= part.anchor.is_some());
        found
    }
}

impl Tree<'_> {
    /// The part that an item is, if it may be changed.
    pub(super) fn item(&self, path: &ItemPath) -> Result<&Part, OutlineError> {
        let mut part = self.usable(self.root.as_ref().ok_or_else(OutlineError::missing)?)?;
        let mut list = ItemPath::root();
        for &index in path.indices() {
            let value = &part.pair(list.list_key()).ok_or_else(|| part.absent())?.value;
            let (_, slots) = self.usable(value)?.slots().ok_or_else(OutlineError::missing)?;
            part = self.usable(&slots.get(index).ok_or_else(OutlineError::missing)?.part)?;
            list = list.child(index);
        }
        Ok(part)
    }

    /// The list in which the items of another one stand, or would stand.
    pub(super) fn list(&self, owner: &ItemPath) -> Result<ListPlace<'_>, OutlineError> {
        let part = self.item(owner)?;
        let pair = part.pair(owner.list_key());
        if let Some(pair) = pair {
            self.usable(&pair.value)?;
        }
        Ok(ListPlace { owner: part, pair })
    }

    /// How the list is written that an item stands in.
    pub(super) fn layout_around(&self, path: &ItemPath) -> Layout {
        let list = path.parent().and_then(|owner| self.list(&owner).ok()?.pair?.value.slots());
        list.map_or(Layout::Block, |(layout, _)| layout)
    }

    /// A part, unless a change of it would be one of other parts too.
    pub(super) fn usable<'p>(&self, part: &'p Part) -> Result<&'p Part, OutlineError> {
        let shared = part.anchor.is_some_and(|anchor| self.shared.contains(&anchor));
        if shared || matches!(part.shape, Shape::Alias) {
            return Err(OutlineError::shared());
        }
        if part.odd { Err(OutlineError::unusual()) } else { Ok(part) }
    }

    /// Whether a text holds nothing but white space.
    pub(super) fn is_blank(&self, range: Range<usize>) -> bool {
        lines::slice(self.text, range).trim_matches(lines::WHITE).is_empty()
    }
}
