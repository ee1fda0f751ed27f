//! The tree of a text: its values, with their written forms and their places.
//!
//! All ranges and positions are bytes of the text, which is UTF-8. Nodes are cheap to clone, so that an alias shares
//! the node of its anchor.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::ops::Range;
use std::sync::Arc;

use super::location::TextLocation;
use spanwise_diagnostics::Diagnostic;

/// The first document of a text.
#[derive(Debug, Clone, Default)]
pub struct YamlDocument {
    /// Its root; `None` for a text with nothing in it.
    pub root: Option<YamlNode>,
    /// All problems of YAML itself, up to the first syntax error.
    pub diagnostics: Vec<Diagnostic>,
    /// The anchors that an alias refers to.
    pub(super) referenced: HashSet<AnchorId>,
    /// Start of a second document, which is not read, in bytes of the text.
    pub(super) next_document: Option<usize>,
}

impl YamlDocument {
    /// Returns `true` if a node is shared with other parts of the document: as an alias, or by an anchor with aliases.
    #[must_use]
    pub fn is_shared(&self, node: &YamlNode) -> bool {
        let referenced = |anchor| self.referenced.contains(&anchor);
        node.source.is_alias || node.source.anchor.is_some_and(referenced)
    }

    /// Returns `true` if a position, in bytes of the text, is behind the document.
    #[must_use]
    pub fn is_behind(&self, position: usize) -> bool {
        self.next_document.is_some_and(|start| start <= position)
    }

    /// Returns `true` if the document has aliases.
    #[must_use]
    pub fn has_aliases(&self) -> bool {
        !self.referenced.is_empty()
    }
}

/// An anchor of a document, numbered from 1.
pub type AnchorId = NonZeroU32;

/// A part of a document. Its depth is bounded by the reader, so recursion over it is safe.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlNode {
    /// The place for messages about it: its content without anchor, tag and the `|` of a block scalar; for an alias,
    /// the place of the node with the anchor.
    pub at: TextLocation,
    /// Its value; for an alias, that of the node with the anchor.
    pub value: YamlValue,
    /// `true` if reading stopped inside it, so that parts of it may be missing.
    pub cut: bool,
    /// Its written form.
    pub source: NodeSource,
}

/// The written form of a node; for an alias, that of the alias itself.
///
/// Positions are stored in 32 bits, which the longest template allows: most of the tree is positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeSource {
    pub(super) indicator: Option<u32>,
    pub(super) start: u32,
    pub(super) content: Range<u32>,
    /// Its anchor.
    pub anchor: Option<AnchorId>,
    /// `true` if it is an alias.
    pub is_alias: bool,
    /// `true` if it is written in a rare way: a map with `?`, or a pair in a list in brackets without braces.
    pub is_unusual: bool,
}

/// The three kinds of nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum YamlValue {
    /// Anything written as text.
    Scalar(YamlScalar),
    /// A list.
    Seq(YamlSequence),
    /// A map.
    Map(YamlMapping),
}

/// The layout of a list or map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CollectionLayout {
    /// In lines.
    Block,
    /// In brackets.
    Flow,
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlSequence {
    /// Its layout.
    pub layout: CollectionLayout,
    /// Its items.
    pub items: Arc<[YamlNode]>,
}

/// A map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlMapping {
    /// Its layout.
    pub layout: CollectionLayout,
    /// All its written entries, in the order of the document.
    pub written: Arc<[MappingEntry]>,
    /// The entries that its merge keys (`<<`) take in from other maps.
    pub merged: Arc<[MappingEntry]>,
}

/// A key of a map and its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingEntry {
    /// The key: a scalar, unless the entry is [unusable](EntryRole::Unusable).
    pub key: YamlNode,
    /// Its value.
    pub value: YamlNode,
    /// Its role in the map.
    pub role: EntryRole,
}

/// The role of an entry in its map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryRole {
    /// One of its keys.
    Own,
    /// `<<`, which takes in the entries of other maps.
    Merge,
    /// One that was reported and does not count, such as a key that is already set.
    Unusable,
}

/// A value that is neither a list nor a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct YamlScalar {
    /// The text, with quotes and escapes resolved; empty if nothing was written.
    pub text: Arc<str>,
    /// Its style.
    pub style: ScalarStyle,
    /// Its tag, if that is one of the YAML core schema.
    pub tag: Option<CoreTag>,
}

/// A tag of the YAML core schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CoreTag {
    /// `!!null`
    Null,
    /// `!!bool`
    Bool,
    /// `!!str`, also written `!`, and those of numbers, lists and maps.
    Other,
}

/// The style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalarStyle {
    /// Without quotes.
    Plain,
    /// In `'`.
    SingleQuoted,
    /// In `"`.
    DoubleQuoted,
    /// After `|` or `>`.
    Block,
}

/// The meaning of a scalar in the core schema of YAML 1.2. Numbers remain texts, for the caller to parse.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResolvedScalar<'a> {
    /// `null`, `~`, or nothing at all.
    Null,
    /// `true` or `false`. Unlike in YAML 1.1, `yes` and `no` are text.
    Bool(bool),
    /// Anything else.
    Text(&'a str),
}

impl YamlScalar {
    /// An empty scalar.
    pub(super) fn empty() -> Self {
        YamlScalar { text: "".into(), style: ScalarStyle::Plain, tag: None }
    }

    /// Returns `true` if it is written without quotes and not as a block.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.style == ScalarStyle::Plain
    }

    /// Its meaning in the core schema: <https://yaml.org/spec/1.2.2/#103-core-schema>.
    #[must_use]
    pub fn resolve(&self) -> ResolvedScalar<'_> {
        let typed = match self.tag {
            None => self.is_plain(),
            Some(CoreTag::Null | CoreTag::Bool) => true,
            Some(CoreTag::Other) => false,
        };
        match &*self.text {
            "" | "~" | "null" | "Null" | "NULL" if typed => ResolvedScalar::Null,
            "true" | "True" | "TRUE" if typed => ResolvedScalar::Bool(true),
            "false" | "False" | "FALSE" if typed => ResolvedScalar::Bool(false),
            text => ResolvedScalar::Text(text),
        }
    }
}

impl YamlMapping {
    /// Its entries, each key once: its own, then those taken in with `<<`.
    pub fn entries(&self) -> impl Iterator<Item = &MappingEntry> {
        let own = self.written.iter().filter(|entry| entry.role == EntryRole::Own);
        own.chain(self.merged.iter())
    }

    /// The entry of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&MappingEntry> {
        self.entries().find(|entry| entry.key_text() == key)
    }
}

impl MappingEntry {
    /// The key as text; empty for a list or map.
    #[must_use]
    pub fn key_text(&self) -> &str {
        self.key.as_scalar().map_or("", |scalar| &scalar.text)
    }
}

impl NodeSource {
    /// The position of the dash before an item of a list in lines, or of the colon before the value of a key.
    #[must_use]
    pub fn indicator(&self) -> Option<usize> {
        self.indicator.map(widened)
    }

    /// The start of an item of a list: its dash, if it has one.
    #[must_use]
    pub fn item_start(&self) -> usize {
        self.indicator().unwrap_or(self.start())
    }

    /// The start of its anchor or tag, or of its content if it has neither.
    #[must_use]
    pub fn start(&self) -> usize {
        widened(self.start)
    }

    /// The range of its content, without anchor and tag; empty if nothing is written.
    #[must_use]
    pub fn content(&self) -> Range<usize> {
        widened(self.content.start)..widened(self.content.end)
    }

    /// The range of the node with its anchor and tag.
    #[must_use]
    pub fn outer(&self) -> Range<usize> {
        self.start()..self.content().end
    }

    /// Returns `true` if the node has an anchor or tag.
    #[must_use]
    pub fn has_properties(&self) -> bool {
        self.start != self.content.start
    }
}

impl YamlNode {
    /// Returns `true` if it is empty or `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        self.as_scalar().is_some_and(|scalar| scalar.resolve() == ResolvedScalar::Null)
    }

    /// Its scalar, if it is one.
    #[must_use]
    pub fn as_scalar(&self) -> Option<&YamlScalar> {
        match &self.value {
            YamlValue::Scalar(scalar) => Some(scalar),
            YamlValue::Seq(_) | YamlValue::Map(_) => None,
        }
    }

    /// Its list, if it is one.
    #[must_use]
    pub fn as_sequence(&self) -> Option<&YamlSequence> {
        match &self.value {
            YamlValue::Seq(sequence) => Some(sequence),
            YamlValue::Scalar(_) | YamlValue::Map(_) => None,
        }
    }

    /// Its map, if it is one.
    #[must_use]
    pub fn as_mapping(&self) -> Option<&YamlMapping> {
        match &self.value {
            YamlValue::Map(mapping) => Some(mapping),
            YamlValue::Scalar(_) | YamlValue::Seq(_) => None,
        }
    }

    /// The place for messages about the whole node: the first key of a map, otherwise the node itself.
    #[must_use]
    pub fn head(&self) -> &TextLocation {
        let first = self.as_mapping().and_then(|mapping| mapping.entries().next());
        first.map_or(&self.at, |entry| &entry.key.at)
    }

    /// Calls `see` with the node and all nodes written in it. Aliases are not followed.
    pub fn visit<'n>(&'n self, see: &mut impl FnMut(&'n YamlNode)) {
        see(self);
        if self.source.is_alias {
            return;
        }
        match &self.value {
            YamlValue::Scalar(_) => {}
            YamlValue::Seq(sequence) => sequence.items.iter().for_each(|item| item.visit(see)),
            YamlValue::Map(mapping) => mapping.written.iter().for_each(|entry| {
                entry.key.visit(see);
                entry.value.visit(see);
            }),
        }
    }
}

/// A position as the tree stores it; texts are no longer than [`LONGEST_TEMPLATE`](spanwise_limits::LONGEST_TEMPLATE).
pub(super) fn narrowed(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

fn widened(position: u32) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}
