//! Builds the tree from the parser's events, with a stack of its own instead of recursion.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Span, StructureStyle, Tag};

use super::lines::{WHITE, column, slice, trimmed};
use super::location::{TextLocation, one_based};
use super::places::PositionScanner;
use super::tree::{
    AnchorId, CollectionLayout, CoreTag, EntryRole, MappingEntry, NodeSource, ScalarStyle,
    YamlDocument, YamlMapping, YamlNode, YamlScalar, YamlSequence, YamlValue, narrowed,
};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, say};
use spanwise_limits::{DEEPEST_TEMPLATE, MOST_REPEATED_BYTES, MOST_TEMPLATE_NODES};

/// The size of a node, counted again for each alias.
#[derive(Debug, Clone, Copy, Default)]
struct NodeSize {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

impl NodeSize {
    fn add(&mut self, child: NodeSize) {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.bytes = self.bytes.saturating_add(child.bytes);
        self.depth = self.depth.max(child.depth + 1);
    }
}

/// A list or map that is not closed yet.
pub(super) struct OpenCollection {
    at: TextLocation,
    pub(super) source: NodeSource,
    pub(super) layout: CollectionLayout,
    size: NodeSize,
    pub(super) parts: OpenContent,
    /// The column of its continuation lines, if it differs from that of its start.
    moved_to: Option<usize>,
}

pub(super) enum OpenContent {
    Seq(Vec<YamlNode>),
    Map(OpenMapping),
}

#[derive(Default)]
pub(super) struct OpenMapping {
    pub(super) written: Vec<MappingEntry>,
    /// Keys so far, with their lines.
    lines: HashMap<Arc<str>, u32>,
    /// A key that waits for its value.
    pub(super) pending: Option<(YamlNode, EntryRole)>,
    merged: Vec<MappingEntry>,
}

/// A finished node on its way into its parent.
struct FinishedNode {
    node: YamlNode,
    size: NodeSize,
}

/// Builds a tree from events.
pub(super) struct TreeBuilder<'t> {
    pub(super) text: &'t str,
    /// The part of the text that the parser reads.
    pub(super) excerpt: Excerpt,
    pub(super) places: PositionScanner<'t>,
    pub(super) frames: Vec<OpenCollection>,
    anchors: HashMap<AnchorId, (YamlNode, NodeSize)>,
    referenced: HashSet<AnchorId>,
    /// The last scalar, held back until the next event shows that it was complete.
    held: Option<FinishedNode>,
    root: Option<YamlNode>,
    documents: usize,
    nodes: usize,
    repeated_bytes: usize,
    /// End of the last node read, in bytes of `text`.
    end: usize,
    /// Start of a second document, where reading ended.
    next_document: Option<usize>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A part of the text that the parser reads, with other text before it.
#[derive(Clone, Copy)]
pub(super) struct Excerpt {
    /// Bytes that the parser reads before the part.
    pub(super) prefix: usize,
    /// Lines of the parser's text before the line in which the part begins.
    pub(super) prefix_lines: usize,
    /// Start of the part in the text, in bytes.
    pub(super) start: usize,
    /// Lines of the text before that.
    pub(super) lines: usize,
    /// End of the part in the text, in bytes; anything that the parser reads beyond it is not in the text.
    pub(super) end: usize,
}

impl Excerpt {
    /// Converts a position in the text of the parser to one in the text.
    fn position(&self, offset: usize) -> usize {
        (offset.saturating_sub(self.prefix) + self.start).min(self.end)
    }

    /// Returns `true` if a position in the text of the parser is beyond the part.
    fn is_beyond(&self, offset: usize) -> bool {
        offset.saturating_sub(self.prefix) + self.start > self.end
    }
}

impl<'t> TreeBuilder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        TreeBuilder {
            text,
            excerpt: Excerpt { prefix: 0, prefix_lines: 0, start: 0, lines: 0, end: text.len() },
            places: PositionScanner::new(text),
            frames: Vec::new(),
            anchors: HashMap::new(),
            referenced: HashSet::new(),
            held: None,
            root: None,
            documents: 0,
            nodes: 0,
            repeated_bytes: 0,
            end: 0,
            next_document: None,
            diagnostics: Vec::new(),
        }
    }

    /// Takes back a held scalar in plain style of several lines: after a syntax error, its second line is often
    /// something else.
    pub(super) fn undo_held_lines(&mut self) {
        let has_lines = |held: &mut FinishedNode| {
            let is_plain = held.node.as_scalar().is_some_and(YamlScalar::is_plain);
            is_plain && slice(self.text, held.node.source.content()).contains(['\n', '\r'])
        };
        if let Some(held) = self.held.take_if(has_lines) {
            let source = held.node.source;
            self.places.end = source.indicator().unwrap_or(source.start());
        }
    }

    /// A number that no anchor has so far.
    pub(super) fn next_anchor(&self) -> usize {
        let last = self.anchors.keys().map(|anchor| anchor.get()).max();
        last.and_then(|last| usize::try_from(last).ok()).map_or(1, |last| last + 1)
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Processes one event; returns `false` if reading ends with it.
    #[expect(clippy::wildcard_enum_match_arm, reason = "the events of the parser may become more")]
    pub(super) fn accept(&mut self, event: Event<'_>, span: &Span) -> bool {
        self.settle();
        let at = self.location(span);
        let is_cut = span.end.byte_offset().is_some_and(|offset| self.excerpt.is_beyond(offset));
        match event {
            Event::DocumentStart(is_explicit, _) => self.start_document(is_explicit, &at),
            Event::Scalar(text, style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                self.scalar(at, source, (&text, style), tag.as_deref(), is_cut)
            }
            Event::SequenceStart(style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                self.open(at, source, layout(style), tag.as_deref(), OpenContent::Seq(Vec::new()))
            }
            Event::MappingStart(style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                let parts = OpenContent::Map(OpenMapping::default());
                self.open(at, source, layout(style), tag.as_deref(), parts)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.end_of_collection(&at, is_cut);
                true
            }
            Event::Alias(anchor) => self.alias(at, numbered(anchor)),
            Event::UnresolvedAlias(name) => {
                let message = say!(YamlNoAnchorComesBeforeAlias, name = &*name);
                self.dangling_alias(at, message);
                true
            }
            _ => true,
        }
    }

    /// Stops with a problem; the parts that are still open count as cut.
    pub(super) fn fail(&mut self, problem: Diagnostic) {
        self.diagnostics.push(problem);
        // The last scalar before a syntax error is often incomplete.
        self.held = None;
        while !self.frames.is_empty() {
            self.close(true);
        }
    }

    pub(super) fn finish(mut self) -> YamlDocument {
        self.settle();
        let TreeBuilder { root, diagnostics, referenced, next_document, .. } = self;
        YamlDocument { root, diagnostics, referenced, next_document }
    }

    fn location(&self, span: &Span) -> TextLocation {
        let excerpt = &self.excerpt;
        let byte = |marker: granit_parser::Marker| {
            marker.byte_offset().map_or(self.text.len(), |offset| excerpt.position(offset))
        };
        let start = byte(span.start);
        let line = span.start.line().saturating_sub(1 + excerpt.prefix_lines) + excerpt.lines;
        TextLocation {
            line: one_based(line),
            column: one_based(span.start.col()),
            bytes: start..byte(span.end).max(start),
        }
    }

    /// Reads the dash or colon, the anchor and the tag before a node.
    fn begin(&mut self, anchor: Option<AnchorId>, has_tag: bool) -> NodeSource {
        let (indicator, is_unusual) = self.indicator();
        if let Some(frame) = self.frames.last_mut() {
            frame.source.is_unusual |= is_unusual;
        }
        let properties =
            if anchor.is_some() || has_tag { self.places.take_properties() } else { None };
        let end = narrowed(self.places.end);
        NodeSource {
            indicator: indicator.map(narrowed),
            // Without anchor and tag, its start is that of its content.
            start: properties.map_or(u32::MAX, narrowed),
            content: end..end,
            anchor,
            is_alias: false,
            is_unusual: false,
        }
    }

    /// Reads the dash, comma, question mark or colon before a node; returns the position of a dash or colon, and `true`
    /// if the list or map is written in a rare way.
    fn indicator(&mut self) -> (Option<usize>, bool) {
        let places = &mut self.places;
        let Some(frame) = self.frames.last() else { return (None, false) };
        match (&frame.parts, frame.layout) {
            (OpenContent::Seq(_), CollectionLayout::Block) => {
                let dash = places.take(b'-');
                (dash.or_else(|| Some(places.next())), dash.is_none())
            }
            (OpenContent::Map(map), _) if map.pending.is_some() => (places.take(b':'), false),
            (OpenContent::Map(_), _) => (None, places.take_before_key()),
            (OpenContent::Seq(_), CollectionLayout::Flow) => {
                places.take(b',');
                (None, false)
            }
        }
    }

    fn start_document(&mut self, is_explicit: bool, at: &TextLocation) -> bool {
        self.documents += 1;
        if is_explicit {
            self.places.reach(at.bytes.end);
        }
        if self.documents == 1 {
            return true;
        }
        self.next_document = Some(at.bytes.start);
        self.diagnostics.push(at.error(
            "yaml-several-documents",
            say!(YamlSecondDocumentStartsNotRead),
            say!(YamlRemoveLineAndWhatFollows),
        ));
        false
    }

    fn scalar(
        &mut self,
        at: TextLocation,
        mut source: NodeSource,
        (text, style): (&str, granit_parser::ScalarStyle),
        tag: Option<&Tag>,
        cut: bool,
    ) -> bool {
        let style = scalar_style(style);
        let end = trimmed(self.text, at.bytes.end).max(at.bytes.start);
        let written = match style {
            ScalarStyle::Block => self.block_scalar(at.bytes.end),
            ScalarStyle::Plain | ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                at.bytes.start..end
            }
        };
        let written = if written.is_empty() { self.places.end..self.places.end } else { written };
        self.write(&mut source, written);
        let at = TextLocation { bytes: at.bytes.start..end, ..at };
        // The parser gives `~` for a value that was left out.
        let is_left_out = style == ScalarStyle::Plain && at.bytes.is_empty();
        let text = if is_left_out { "" } else { text };
        let tag = self.core_tag(&at, tag);
        self.end = self.end.max(at.bytes.end);
        let size = NodeSize { nodes: 1, bytes: text.len(), depth: 0 };
        let value = YamlValue::Scalar(YamlScalar { text: text.into(), style, tag });
        let node = YamlNode { at, value, cut, source };
        if !self.count(1, &node.at) {
            return false;
        }
        self.anchor(&node, size);
        self.held = Some(FinishedNode { node, size });
        true
    }

    /// The range of a block scalar, given the end that the parser reports. The start that it reports leaves out the
    /// header: the `|` or `>` with its indicators.
    fn block_scalar(&self, end: usize) -> Range<usize> {
        let start = self.places.next();
        let written = slice(self.text, start..end);
        let header = written.split(WHITE).next().unwrap_or_default();
        if !header.contains('+') {
            return start..trimmed(self.text, end).max(start);
        }
        // The blank lines at its end are part of it.
        let line_break = if written.ends_with("\r\n") { 2 } else { 1 };
        start..start + written.len().saturating_sub(line_break)
    }

    /// Records the range of a node.
    fn write(&mut self, source: &mut NodeSource, written: Range<usize>) {
        source.content = narrowed(written.start)..narrowed(written.end);
        source.start = source.start.min(source.content.start);
        self.places.reach(written.end);
    }

    fn open(
        &mut self,
        at: TextLocation,
        mut source: NodeSource,
        layout: CollectionLayout,
        tag: Option<&Tag>,
        parts: OpenContent,
    ) -> bool {
        self.core_tag(&at, tag);
        if self.frames.len() >= DEEPEST_TEMPLATE {
            self.fail(too_deep(&at));
            return false;
        }
        if !self.count(1, &at) {
            return false;
        }
        let start = self.places.next();
        source.content = narrowed(start)..narrowed(start);
        source.start = source.start.min(source.content.start);
        if layout == CollectionLayout::Flow {
            self.end = self.end.max(at.bytes.end);
            let bracket = match parts {
                OpenContent::Seq(_) => b'[',
                OpenContent::Map(_) => b'{',
            };
            // A pair in a list in brackets may have no braces of its own.
            match self.places.is(start, bracket) {
                true => self.places.reach(at.bytes.end),
                false => source.is_unusual = true,
            }
        }
        let size = NodeSize { nodes: 1, ..NodeSize::default() };
        self.frames.push(OpenCollection { at, source, layout, size, parts, moved_to: None });
        true
    }

    fn end_of_collection(&mut self, at: &TextLocation, cut: bool) {
        // Only the end of a flow collection is written out.
        if !at.bytes.is_empty() {
            self.end = self.end.max(at.bytes.end);
        }
        if let Some(frame) = self.frames.last()
            && frame.layout == CollectionLayout::Flow
            && !frame.source.is_unusual
        {
            self.places.reach(at.bytes.end);
        }
        self.close(cut);
    }

    /// Closes the innermost list or map.
    pub(super) fn close(&mut self, cut: bool) {
        let Some(OpenCollection { at, mut source, layout, size, parts, .. }) = self.frames.pop()
        else {
            return;
        };
        let value = match parts {
            OpenContent::Seq(items) => YamlValue::Seq(YamlSequence { layout, items: items.into() }),
            OpenContent::Map(map) => YamlValue::Map(map.into_mapping(layout)),
        };
        source.content.end = narrowed(self.places.end).max(source.content.start);
        let bytes = at.bytes.start..self.end.max(at.bytes.start);
        let node = YamlNode { at: TextLocation { bytes, ..at }, value, cut, source };
        self.anchor(&node, size);
        self.attach(FinishedNode { node, size });
    }

    /// Reads the written form of an alias.
    fn alias_source(&mut self, at: &TextLocation) -> NodeSource {
        let mut source = self.begin(None, false);
        source.is_alias = true;
        self.write(&mut source, at.bytes.clone());
        self.end = self.end.max(at.bytes.end);
        source
    }

    fn alias(&mut self, at: TextLocation, anchor: Option<AnchorId>) -> bool {
        self.referenced.extend(anchor);
        let named = anchor.and_then(|anchor| self.anchors.get(&anchor));
        let Some((node, size)) = named.cloned() else {
            self.dangling_alias(at, say!(YamlAliasStandsForPartContains));
            return true;
        };
        let source = self.alias_source(&at);
        if self.frames.len() + size.depth > DEEPEST_TEMPLATE {
            self.fail(too_deep(&at));
            return false;
        }
        self.repeated_bytes = self.repeated_bytes.saturating_add(size.bytes);
        if self.repeated_bytes > MOST_REPEATED_BYTES {
            self.fail(too_many(&at));
            return false;
        }
        if !self.count(size.nodes, &at) {
            return false;
        }
        self.attach(FinishedNode { node: YamlNode { source, ..node }, size });
        true
    }

    /// Reports an alias and puts an empty scalar in its place.
    fn dangling_alias(&mut self, at: TextLocation, message: Message) {
        self.diagnostics.push(at.error("yaml-alias", message, say!(YamlPutTextInQuotesIfShould)));
        let source = self.alias_source(&at);
        let node =
            YamlNode { at, value: YamlValue::Scalar(YamlScalar::empty()), cut: false, source };
        self.attach(FinishedNode { node, size: NodeSize { nodes: 1, ..NodeSize::default() } });
    }

    /// Adds a text that the parser did not read to the innermost list or map: an empty scalar if the range is empty.
    pub(super) fn attach_text(&mut self, written: Range<usize>) {
        let mut source = self.begin(None, false);
        let cut = !written.is_empty();
        let text = slice(self.text, written.clone()).into();
        let at = TextLocation::in_text(self.text, written.clone());
        self.write(&mut source, written);
        let scalar = YamlScalar { text, ..YamlScalar::empty() };
        let node = YamlNode { at, value: YamlValue::Scalar(scalar), cut, source };
        self.attach(FinishedNode { node, size: NodeSize { nodes: 1, ..NodeSize::default() } });
    }

    fn anchor(&mut self, node: &YamlNode, size: NodeSize) {
        if let Some(anchor) = node.source.anchor {
            self.anchors.insert(anchor, (node.clone(), size));
        }
    }

    /// Counts nodes; returns `false`, with a report, if there are too many.
    fn count(&mut self, nodes: usize, at: &TextLocation) -> bool {
        self.nodes = self.nodes.saturating_add(nodes);
        let within = self.nodes <= MOST_TEMPLATE_NODES;
        if !within {
            self.fail(too_many(at));
        }
        within
    }

    /// A tag of the core schema; reports others.
    fn core_tag(&mut self, at: &TextLocation, tag: Option<&Tag>) -> Option<CoreTag> {
        let tag = tag?;
        if tag.core_suffix().is_none() && tag.original() != "!" {
            self.diagnostics.push(at.hint(
                "yaml-tag",
                say!(YamlTagMeansNothing, tag = tag.original()),
                say!(YamlRemoveOrPutTextInQuotes),
            ));
            return None;
        }
        Some(match tag.core_suffix() {
            Some("null") => CoreTag::Null,
            Some("bool") => CoreTag::Bool,
            Some(_) | None => CoreTag::Other,
        })
    }

    pub(super) fn settle(&mut self) {
        if let Some(finished) = self.held.take() {
            self.attach(finished);
        }
    }

    /// Puts a node into the innermost open list or map, as item, key or value.
    fn attach(&mut self, FinishedNode { node, size }: FinishedNode) {
        let Some(frame) = self.frames.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        frame.size.add(size);
        let problem = match &mut frame.parts {
            OpenContent::Seq(items) => {
                items.push(node);
                None
            }
            OpenContent::Map(map) => map.attach(node),
        };
        self.diagnostics.extend(problem);
    }
}

impl OpenCollection {
    /// The column of its keys or dashes, in bytes from the start of their line.
    pub(super) fn column(&self, text: &str) -> usize {
        self.moved_to.unwrap_or_else(|| column(text, self.source.content().start))
    }

    /// A list or map that was closed, opened again for lines at a column.
    pub(super) fn reopened(node: YamlNode, column: usize) -> Option<Self> {
        let YamlNode { at, value, source, .. } = node;
        let (layout, parts) = match value {
            YamlValue::Scalar(_) => return None,
            YamlValue::Seq(sequence) => {
                (sequence.layout, OpenContent::Seq(sequence.items.to_vec()))
            }
            YamlValue::Map(mapping) => {
                let written = mapping.written.to_vec();
                (
                    mapping.layout,
                    OpenContent::Map(OpenMapping { written, ..OpenMapping::default() }),
                )
            }
        };
        Some(OpenCollection {
            at,
            source,
            layout,
            size: NodeSize::default(),
            parts,
            moved_to: Some(column),
        })
    }
}

impl OpenMapping {
    pub(super) fn attach(&mut self, node: YamlNode) -> Option<Diagnostic> {
        let Some((key, role)) = self.pending.take() else {
            let (role, problem) = self.role_of(&node);
            self.pending = Some((node, role));
            return problem;
        };
        let problem = if role == EntryRole::Merge { self.merge(&node) } else { None };
        self.written.push(MappingEntry { key, value: node, role });
        problem
    }

    /// The role of an entry with this key, and the problem with it, if any.
    fn role_of(&mut self, key: &YamlNode) -> (EntryRole, Option<Diagnostic>) {
        let Some(scalar) = key.as_scalar() else {
            let problem = key.head().error(
                "yaml-key",
                say!(YamlKeyCannotListOrMap),
                say!(YamlUseTextOrPutInQuotes),
            );
            return (EntryRole::Unusable, Some(problem));
        };
        if scalar.is_plain() && &*scalar.text == "<<" {
            return (EntryRole::Merge, None);
        }
        if scalar.is_plain() && scalar.text.is_empty() {
            let problem =
                key.at.error("yaml-key", say!(YamlAKeyIsMissing), say!(YamlWriteKeyBeforeColon));
            return (EntryRole::Unusable, Some(problem));
        }
        if let Some(line) = self.lines.get(&scalar.text) {
            let problem = duplicate(&key.at, &scalar.text, *line);
            return (EntryRole::Unusable, Some(problem));
        }
        self.lines.insert(scalar.text.clone(), key.at.line);
        (EntryRole::Own, None)
    }

    /// `<<`: a map, or a list of maps; of those with the same key the first wins.
    fn merge(&mut self, node: &YamlNode) -> Option<Diagnostic> {
        let sources: &[YamlNode] = match &node.value {
            YamlValue::Seq(sequence) => &sequence.items,
            YamlValue::Scalar(_) if node.is_null() => &[],
            YamlValue::Map(_) | YamlValue::Scalar(_) => std::slice::from_ref(node),
        };
        for source in sources {
            let Some(mapping) = source.as_mapping() else {
                return Some(source.at.error(
                    "yaml-merge",
                    say!(YamlTakesInMapButNotMap),
                    say!(YamlWriteAliasMapSuchName),
                ));
            };
            self.merged.extend(mapping.entries().cloned());
        }
        None
    }

    /// The finished map. Merged entries count only for keys that it does not have itself.
    fn into_mapping(self, layout: CollectionLayout) -> YamlMapping {
        let mut merged = self.merged;
        if !merged.is_empty() {
            let mut known: HashSet<Arc<str>> = self.lines.into_keys().collect();
            merged.retain(|entry| known.insert(entry.key_text().into()));
        }
        YamlMapping { layout, written: self.written.into(), merged: merged.into() }
    }
}

/// The anchor with this number of the parser, which has 0 for none.
fn numbered(anchor: usize) -> Option<AnchorId> {
    AnchorId::new(narrowed(anchor))
}

fn layout(style: StructureStyle) -> CollectionLayout {
    if style == StructureStyle::Flow { CollectionLayout::Flow } else { CollectionLayout::Block }
}

fn scalar_style(style: granit_parser::ScalarStyle) -> ScalarStyle {
    match style {
        granit_parser::ScalarStyle::Plain => ScalarStyle::Plain,
        granit_parser::ScalarStyle::SingleQuoted => ScalarStyle::SingleQuoted,
        granit_parser::ScalarStyle::DoubleQuoted => ScalarStyle::DoubleQuoted,
        granit_parser::ScalarStyle::Literal | granit_parser::ScalarStyle::Folded => {
            ScalarStyle::Block
        }
    }
}

fn duplicate(at: &TextLocation, key: &str, line: u32) -> Diagnostic {
    at.error(
        "yaml-duplicate-key",
        say!(YamlAlreadySetInLine, key, line),
        say!(YamlKeepOneTwoKeysFirstUsed),
    )
}

pub(super) fn too_deep(at: &TextLocation) -> Diagnostic {
    at.error(
        "yaml-too-deep",
        say!(YamlListsAndMapsNestDeeper, max = DEEPEST_TEMPLATE.to_string()),
        say!(YamlMakeTreeQuestionsFlatter),
    )
}

fn too_many(at: &TextLocation) -> Diagnostic {
    let max = MOST_TEMPLATE_NODES.to_string();
    at.error(
        "yaml-too-large",
        say!(YamlTemplateMoreThanPartsOrRepeats, max),
        say!(YamlRepeatLessWithAliasesOrMake),
    )
}
