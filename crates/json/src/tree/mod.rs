//! A JSON value as a flat tree to look at: the shapes of its parts, its numbers, and where something is found in it.
//!
//! Start reading at [`JsonTree::parse`]: one pass over the text, without recursion, so that neither a deep nor a large
//! value can overflow the stack. Nothing of the text is copied but what is asked for.

mod chart;
mod search;
mod shape;

pub use chart::{ChartPoint, ChartSeries};
pub use shape::{DataTable, Shape, is_folded, page, pages};

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use crate::{decode, encode, key_end, skip_space, value_end};

/// A JSON value and all values in it.
#[derive(Debug)]
pub struct JsonTree {
    text: Arc<str>,
    /// The values in the order of the text: a container comes before what is in it.
    nodes: Vec<JsonNode>,
}

/// A value of a [`JsonTree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(usize);

/// The kind of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `{…}`
    Object,
    /// `[…]`
    List,
    /// `"…"`
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Bool,
    /// `null`
    Null,
}

#[derive(Debug)]
struct JsonNode {
    kind: NodeKind,
    /// The bytes of its key, quotes included; empty if it has none.
    key: Range<usize>,
    /// The bytes of its text.
    value: Range<usize>,
    parent: Option<NodeId>,
    /// Its 0-based number among the values of its parent.
    number: usize,
    /// The number of values directly in it.
    count: usize,
    /// The position after the last value in it.
    end: usize,
}

/// Reports whether a text begins like an object or a list: all that tells data from Markdown without reading it.
#[must_use]
pub fn may_be_data(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

impl JsonTree {
    /// Reads a text; `None` if it is not one JSON object or list, or nests deeper than
    /// [`DEEPEST_DATA`](spanwise_limits::DEEPEST_DATA).
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !may_be_data(text) {
            return None;
        }
        let start = skip_space(text, 0);
        let end = value_end(text, start).ok()?;
        if skip_space(text, end) != text.len() {
            return None;
        }
        let mut tree = JsonTree { text: text.into(), nodes: Vec::new() };
        tree.read(start)?;
        Some(tree)
    }

    /// Reads the value at byte `at`, which is known to be well formed.
    fn read(&mut self, mut at: usize) -> Option<()> {
        let text = self.text.clone();
        let byte = |at: usize| text.as_bytes().get(at).copied();
        let mut open: Vec<NodeId> = Vec::new();
        let mut key = 0..0;
        loop {
            let kind = NodeKind::beginning(byte(at)?);
            let id = self.add(kind, std::mem::take(&mut key), at, open.last().copied());
            let inner = skip_space(&text, at + 1);
            if kind.is_container() && !matches!(byte(inner)?, b'}' | b']') {
                open.push(id);
                at = inner;
            } else {
                at = if kind.is_container() { inner + 1 } else { value_end(&text, at).ok()? };
                self.close(id, at);
                loop {
                    let Some(parent) = open.last().copied() else { return Some(()) };
                    at = skip_space(&text, at);
                    let is_next = byte(at)? == b',';
                    at += 1;
                    if is_next {
                        at = skip_space(&text, at);
                        break;
                    }
                    open.pop();
                    self.close(parent, at);
                }
            }
            if open.last().is_some_and(|parent| self.kind(*parent) == NodeKind::Object) {
                let (key_ends, value) = key_end(&text, at).ok()?;
                key = at..key_ends;
                at = value;
            }
        }
    }

    fn add(
        &mut self,
        kind: NodeKind,
        key: Range<usize>,
        at: usize,
        parent: Option<NodeId>,
    ) -> NodeId {
        let id = NodeId(self.nodes.len());
        let number = parent.map_or(0, |parent| {
            let number = self.count(parent);
            if let Some(parent) = self.nodes.get_mut(parent.0) {
                parent.count += 1;
            }
            number
        });
        let (value, end) = (at..at, id.0 + 1);
        self.nodes.push(JsonNode { kind, key, value, parent, number, count: 0, end });
        id
    }

    /// Ends a value at byte `at`.
    fn close(&mut self, id: NodeId, at: usize) {
        let end = self.nodes.len();
        if let Some(node) = self.nodes.get_mut(id.0) {
            node.value.end = at;
            node.end = end;
        }
    }

    /// The whole value.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    fn node(&self, id: NodeId) -> Option<&JsonNode> {
        self.nodes.get(id.0)
    }

    /// The kind of a value.
    #[must_use]
    pub fn kind(&self, id: NodeId) -> NodeKind {
        self.node(id).map_or(NodeKind::Null, |node| node.kind)
    }

    /// The number of values directly in a value; 0 unless it is an object or a list.
    #[must_use]
    pub fn count(&self, id: NodeId) -> usize {
        self.node(id).map_or(0, |node| node.count)
    }

    /// The values directly in a value, in the order of the text.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.node(id).map_or(0, |node| node.end);
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            let child = NodeId(next);
            next = self.node(child).filter(|_| next < end)?.end;
            Some(child)
        })
    }

    /// The name of a value in the one around it: its key, or its 0-based number. Empty for the whole value.
    #[must_use]
    pub fn name(&self, id: NodeId) -> Cow<'_, str> {
        match (self.key(id), self.node(id).and_then(|node| node.parent.map(|_| node.number))) {
            (Some(key), _) => key,
            (None, Some(number)) => number.to_string().into(),
            (None, None) => "".into(),
        }
    }

    /// The key of a member of an object.
    fn key(&self, id: NodeId) -> Option<Cow<'_, str>> {
        let key = self.raw_key(id);
        (!key.is_empty()).then(|| decode(key).text)
    }

    /// The key as it is spelled; empty if there is none.
    fn raw_key(&self, id: NodeId) -> &str {
        self.node(id).and_then(|node| self.text.get(node.key.clone())).unwrap_or_default()
    }

    fn raw(&self, id: NodeId) -> &str {
        self.node(id).and_then(|node| self.text.get(node.value.clone())).unwrap_or_default()
    }

    /// A value as text: that of a text without quotes and escapes, any other as it is spelled.
    #[must_use]
    pub fn shown(&self, id: NodeId) -> Cow<'_, str> {
        match self.kind(id) {
            NodeKind::Text => decode(self.raw(id)).text,
            NodeKind::Object
            | NodeKind::List
            | NodeKind::Number
            | NodeKind::Bool
            | NodeKind::Null => self.raw(id).into(),
        }
    }

    /// The path of a value from the whole one, as problems of data have it: `teams[0].name`.
    #[must_use]
    pub fn path(&self, id: NodeId) -> String {
        let parent = |id: &NodeId| self.node(*id).and_then(|node| node.parent);
        let mut steps: Vec<NodeId> = std::iter::successors(Some(id), parent).collect();
        steps.pop();
        let mut path = String::new();
        for step in steps.into_iter().rev() {
            let name = self.name(step);
            match self.key(step) {
                Some(key) if is_plain(&key) => {
                    path.push_str(if path.is_empty() { "" } else { "." });
                    path.push_str(&key);
                }
                Some(key) => path.push_str(&format!("[{}]", encode(&key))),
                None => path.push_str(&format!("[{name}]")),
            }
        }
        path
    }
}

impl NodeKind {
    fn beginning(byte: u8) -> Self {
        match byte {
            b'{' => NodeKind::Object,
            b'[' => NodeKind::List,
            b'"' => NodeKind::Text,
            b't' | b'f' => NodeKind::Bool,
            b'n' => NodeKind::Null,
            _ => NodeKind::Number,
        }
    }

    /// Returns `true` for objects and lists.
    #[must_use]
    pub fn is_container(self) -> bool {
        matches!(self, NodeKind::Object | NodeKind::List)
    }
}

/// Returns `true` if a name needs no quotes in a path.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

#[cfg(test)]
mod tests;
