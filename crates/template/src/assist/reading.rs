//! A template as far as lines and indentation tell it, and where in it the cursor is.
//!
//! Someone who types leaves the YAML broken most of the time, so this is no parser: it never fails, and what it does
//! not understand belongs nowhere.

use std::ops::Range;

/// What was read.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    nodes: Vec<Node>,
    /// What could be completed or explained at the cursor.
    pub(super) spot: Option<Spot>,
}

/// Two kinds of nodes; texts are none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Map,
    List,
}

/// A map or a list.
pub(super) struct Node {
    pub(super) kind: Kind,
    /// Where its keys or dashes stand, in characters from the start of the line; of no meaning within brackets.
    pub(super) column: usize,
    seat: Seat,
    pub(super) entries: Vec<Entry>,
}

/// A key, or an item of a list.
pub(super) struct Entry {
    /// The key, without quotes; empty for an item.
    pub(super) key: Range<usize>,
    /// Whether its value is a text, so that no map or list can follow.
    pub(super) filled: bool,
    /// The map or list that it holds.
    pub(super) child: Option<usize>,
}

/// What a node or a text is the value of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Seat {
    /// The whole document.
    Root,
    /// An entry of a node, by their positions.
    In(usize, usize),
    /// Something that is not understood.
    Nowhere,
}

/// One step from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step<'t> {
    /// To the value of a key.
    Key(&'t str),
    /// To an item of a list.
    Item,
}

/// Where the cursor is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) what: What,
    /// The word that the cursor touches, without its quotes; empty if it touches none.
    pub(super) word: Range<usize>,
    /// Whether the word is in quotes.
    pub(super) quoted: bool,
    /// Whether a space must be put before what is inserted.
    pub(super) glued: bool,
    pub(super) way: Way,
    /// Where the keys or dashes of a map or list that begins here would stand, in characters.
    pub(super) column: usize,
}

/// What is at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A key of a map, or a place for one.
    Key {
        map: usize,
        /// The entry, if it is there.
        entry: Option<usize>,
        /// Whether it has its colon.
        colon: bool,
        /// What else may begin here: the list of the key before.
        beside: Option<Seat>,
    },
    /// A value, or a place for a value, map or list.
    Value(Seat),
}

/// How a map or list may be written at the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From the cursor on.
    Here,
    /// From the next line on.
    Below,
    /// In brackets.
    Brackets,
}

impl<'t> Reading<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Reading { text, nodes: Vec::new(), spot: None }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    pub(super) fn node(&self, node: usize) -> Option<&Node> {
        self.nodes.get(node)
    }

    /// The map or list of a seat.
    pub(super) fn child(&self, seat: Seat) -> Option<usize> {
        match seat {
            Seat::Root => (!self.nodes.is_empty()).then_some(0),
            Seat::In(node, entry) => self.node(node)?.entries.get(entry)?.child,
            Seat::Nowhere => None,
        }
    }

    /// The steps from the root to a seat; `None` if it is nowhere.
    pub(super) fn steps(&self, mut seat: Seat) -> Option<Vec<Step<'t>>> {
        let mut steps = Vec::new();
        while let Seat::In(node, entry) = seat {
            let node = self.node(node)?;
            steps.push(match node.kind {
                Kind::List => Step::Item,
                Kind::Map => Step::Key(self.text.get(node.entries.get(entry)?.key.clone())?),
            });
            seat = node.seat;
        }
        steps.reverse();
        (seat == Seat::Root).then_some(steps)
    }

    /// The seat of a node.
    pub(super) fn seat_of(&self, node: usize) -> Seat {
        self.node(node).map_or(Seat::Nowhere, |node| node.seat)
    }

    /// The keys of a map but for one entry.
    pub(super) fn keys(&self, map: usize, but: Option<usize>) -> Vec<&'t str> {
        let entries = self.node(map).map(|node| &*node.entries).unwrap_or_default();
        let others = entries.iter().enumerate().filter(|(i, _)| Some(*i) != but);
        others.filter_map(|(_, entry)| self.text.get(entry.key.clone())).collect()
    }

    /// Adds a node and makes it the child of its seat.
    pub(super) fn add(&mut self, kind: Kind, column: usize, seat: Seat) -> usize {
        let id = self.nodes.len();
        self.nodes.push(Node { kind, column, seat, entries: Vec::new() });
        if let Some(entry) = self.entry_mut(seat) {
            entry.child = Some(id);
        }
        id
    }

    /// Adds an entry to a node.
    pub(super) fn push(&mut self, node: usize, key: Range<usize>) -> Seat {
        let Some(found) = self.nodes.get_mut(node) else { return Seat::Nowhere };
        found.entries.push(Entry { key, filled: false, child: None });
        Seat::In(node, found.entries.len() - 1)
    }

    /// The last entry of a node.
    pub(super) fn last(&self, node: usize) -> Seat {
        match self.node(node).and_then(|node| node.entries.len().checked_sub(1)) {
            Some(entry) => Seat::In(node, entry),
            None => Seat::Nowhere,
        }
    }

    /// Whether a text is the value of a seat.
    pub(super) fn is_filled(&self, seat: Seat) -> bool {
        match seat {
            Seat::In(node, entry) => {
                self.node(node).and_then(|n| n.entries.get(entry)).is_some_and(|e| e.filled)
            }
            Seat::Root | Seat::Nowhere => false,
        }
    }

    pub(super) fn fill(&mut self, seat: Seat) {
        if let Some(entry) = self.entry_mut(seat) {
            entry.filled = true;
        }
    }

    /// Moves a node whose lines are not indented alike.
    pub(super) fn move_to(&mut self, node: usize, column: usize) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.column = column;
        }
    }

    fn entry_mut(&mut self, seat: Seat) -> Option<&mut Entry> {
        match seat {
            Seat::In(node, entry) => self.nodes.get_mut(node)?.entries.get_mut(entry),
            Seat::Root | Seat::Nowhere => None,
        }
    }
}
