//! Builds the tree from the parser's events, with a stack of its own instead of recursion.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use granit_parser::{Event, Span, StructureStyle, Tag};

use super::lines::{WHITE, slice, trimmed};
use super::location::{Location, one_based};
use super::places::Places;
use super::tree::{
    Anchor, CoreTag, Document, EntryRole, Layout, Mapping, MappingEntry, Node, Scalar, ScalarStyle,
    Sequence, Source, Value, narrowed,
};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, say};
use spanwise_limits::{DEEPEST_TEMPLATE, MOST_REPEATED_BYTES, MOST_TEMPLATE_NODES};

/// What a node costs each time it is repeated.
#[derive(Debug, Clone, Copy, Default)]
struct Size {
    nodes: usize,
    bytes: usize,
    depth: usize,
}

impl Size {
    fn add(&mut self, child: Size) {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.bytes = self.bytes.saturating_add(child.bytes);
        self.depth = self.depth.max(child.depth + 1);
    }
}

/// A list or map that is not closed yet.
struct Frame {
    at: Location,
    source: Source,
    layout: Layout,
    size: Size,
    parts: Parts,
}

enum Parts {
    Seq(Vec<Node>),
    Map(OpenMap),
}

#[derive(Default)]
struct OpenMap {
    written: Vec<MappingEntry>,
    /// Keys so far, with their lines.
    lines: HashMap<Arc<str>, u32>,
    /// A key that waits for its value.
    pending: Option<(Node, EntryRole)>,
    merged: Vec<MappingEntry>,
}

/// A finished node on its way into its parent.
struct Finished {
    node: Node,
    size: Size,
}

/// Takes events, gives a tree.
pub(super) struct Builder<'t> {
    text: &'t str,
    places: Places<'t>,
    frames: Vec<Frame>,
    anchors: HashMap<Anchor, (Node, Size)>,
    referenced: HashSet<Anchor>,
    /// The last scalar, held back until the next event shows that it was complete.
    held: Option<Finished>,
    root: Option<Node>,
    documents: usize,
    nodes: usize,
    repeated_bytes: usize,
    /// End of the last node read, in bytes of `text`.
    end: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Builder {
            text,
            places: Places::new(text),
            frames: Vec::new(),
            anchors: HashMap::new(),
            referenced: HashSet::new(),
            held: None,
            root: None,
            documents: 0,
            nodes: 0,
            repeated_bytes: 0,
            end: 0,
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Takes one event; `false` when there is no use in going on.
    pub(super) fn accept(&mut self, event: Event<'_>, span: &Span) -> bool {
        self.settle();
        let at = self.location(span);
        match event {
            Event::DocumentStart(is_explicit, _) => self.start_document(is_explicit, &at),
            Event::Scalar(text, style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                self.scalar(at, source, &text, style, tag.as_deref())
            }
            Event::SequenceStart(style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                self.open(at, source, layout(style), tag.as_deref(), Parts::Seq(Vec::new()))
            }
            Event::MappingStart(style, anchor, tag) => {
                let source = self.begin(numbered(anchor), tag.is_some());
                let parts = Parts::Map(OpenMap::default());
                self.open(at, source, layout(style), tag.as_deref(), parts)
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.end_of_collection(&at);
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
        // Before a syntax error the last scalar is often half of what was meant.
        self.held = None;
        while !self.frames.is_empty() {
            self.close(true);
        }
    }

    pub(super) fn finish(mut self) -> Document {
        self.settle();
        let Builder { root, diagnostics, referenced, .. } = self;
        Document { root, diagnostics, referenced }
    }

    fn location(&self, span: &Span) -> Location {
        let byte = |marker: granit_parser::Marker| marker.byte_offset().unwrap_or(self.text.len());
        let start = byte(span.start);
        Location {
            line: one_based(span.start.line().saturating_sub(1)),
            column: one_based(span.start.col()),
            bytes: start..byte(span.end).max(start),
        }
    }

    /// Reads what stands before a node: its dash or colon, its anchor and tag.
    fn begin(&mut self, anchor: Option<Anchor>, has_tag: bool) -> Source {
        let (indicator, is_unusual) = self.indicator();
        if let Some(frame) = self.frames.last_mut() {
            frame.source.is_unusual |= is_unusual;
        }
        let properties =
            if anchor.is_some() || has_tag { self.places.take_properties() } else { None };
        let end = narrowed(self.places.end);
        Source {
            indicator: indicator.map(narrowed),
            // Without anchor and tag it begins where its content does.
            start: properties.map_or(u32::MAX, narrowed),
            content: end..end,
            anchor,
            is_alias: false,
            is_unusual: false,
        }
    }

    /// Reads the dash, comma, question mark or colon before a node: gives the place of a dash or colon, and whether
    /// the list or map is written in a rare way.
    fn indicator(&mut self) -> (Option<usize>, bool) {
        let places = &mut self.places;
        let Some(frame) = self.frames.last() else { return (None, false) };
        match (&frame.parts, frame.layout) {
            (Parts::Seq(_), Layout::Block) => {
                let dash = places.take(b'-');
                (dash.or_else(|| Some(places.next())), dash.is_none())
            }
            (Parts::Map(map), _) if map.pending.is_some() => (places.take(b':'), false),
            (Parts::Map(_), _) => (None, places.take_before_key()),
            (Parts::Seq(_), Layout::Flow) => {
                places.take(b',');
                (None, false)
            }
        }
    }

    fn start_document(&mut self, is_explicit: bool, at: &Location) -> bool {
        self.documents += 1;
        if is_explicit {
            self.places.reach(at.bytes.end);
        }
        if self.documents == 1 {
            return true;
        }
        self.diagnostics.push(at.error(
            "yaml-several-documents",
            say!(YamlSecondDocumentStartsNotRead),
            say!(YamlRemoveLineAndWhatFollows),
        ));
        false
    }

    fn scalar(
        &mut self,
        at: Location,
        mut source: Source,
        text: &str,
        style: granit_parser::ScalarStyle,
        tag: Option<&Tag>,
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
        let at = Location { bytes: at.bytes.start..end, ..at };
        // The parser gives `~` for a value that was left out.
        let is_left_out = style == ScalarStyle::Plain && at.bytes.is_empty();
        let text = if is_left_out { "" } else { text };
        let tag = self.core_tag(&at, tag);
        self.end = self.end.max(at.bytes.end);
        let size = Size { nodes: 1, bytes: text.len(), depth: 0 };
        let value = Value::Scalar(Scalar { text: text.into(), style, tag });
        let node = Node { at, value, cut: false, source };
        if !self.count(1, &node.at) {
            return false;
        }
        self.anchor(&node, size);
        self.held = Some(Finished { node, size });
        true
    }

    /// Where a block scalar is written of which the parser tells the end; it leaves out the `|` and what follows it.
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

    /// Notes where a node is written.
    fn write(&mut self, source: &mut Source, written: Range<usize>) {
        source.content = narrowed(written.start)..narrowed(written.end);
        source.start = source.start.min(source.content.start);
        self.places.reach(written.end);
    }

    fn open(
        &mut self,
        at: Location,
        mut source: Source,
        layout: Layout,
        tag: Option<&Tag>,
        parts: Parts,
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
        if layout == Layout::Flow {
            self.end = self.end.max(at.bytes.end);
            let bracket = match parts {
                Parts::Seq(_) => b'[',
                Parts::Map(_) => b'{',
            };
            // Not there for a pair in a list in brackets, without braces of its own.
            match self.places.is(start, bracket) {
                true => self.places.reach(at.bytes.end),
                false => source.is_unusual = true,
            }
        }
        let size = Size { nodes: 1, ..Size::default() };
        self.frames.push(Frame { at, source, layout, size, parts });
        true
    }

    fn end_of_collection(&mut self, at: &Location) {
        // Only the end of a flow collection is written out.
        if !at.bytes.is_empty() {
            self.end = self.end.max(at.bytes.end);
        }
        if let Some(frame) = self.frames.last()
            && frame.layout == Layout::Flow
            && !frame.source.is_unusual
        {
            self.places.reach(at.bytes.end);
        }
        self.close(false);
    }

    /// Closes the innermost list or map.
    fn close(&mut self, cut: bool) {
        let Some(Frame { at, mut source, layout, size, parts }) = self.frames.pop() else { return };
        let value = match parts {
            Parts::Seq(items) => Value::Seq(Sequence { layout, items: items.into() }),
            Parts::Map(map) => Value::Map(map.into_mapping(layout)),
        };
        source.content.end = narrowed(self.places.end).max(source.content.start);
        let bytes = at.bytes.start..self.end.max(at.bytes.start);
        let node = Node { at: Location { bytes, ..at }, value, cut, source };
        self.anchor(&node, size);
        self.attach(Finished { node, size });
    }

    /// How an alias is written.
    fn alias_source(&mut self, at: &Location) -> Source {
        let mut source = self.begin(None, false);
        source.is_alias = true;
        self.write(&mut source, at.bytes.clone());
        self.end = self.end.max(at.bytes.end);
        source
    }

    fn alias(&mut self, at: Location, anchor: Option<Anchor>) -> bool {
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
        self.attach(Finished { node: Node { source, ..node }, size });
        true
    }

    /// Reports an alias and puts nothing in its place.
    fn dangling_alias(&mut self, at: Location, message: Message) {
        self.diagnostics.push(at.error("yaml-alias", message, say!(YamlPutTextInQuotesIfShould)));
        let source = self.alias_source(&at);
        let node = Node { at, value: Value::Scalar(Scalar::empty()), cut: false, source };
        self.attach(Finished { node, size: Size { nodes: 1, ..Size::default() } });
    }

    fn anchor(&mut self, node: &Node, size: Size) {
        if let Some(anchor) = node.source.anchor {
            self.anchors.insert(anchor, (node.clone(), size));
        }
    }

    /// Counts nodes; reports and gives `false` when there are too many.
    fn count(&mut self, nodes: usize, at: &Location) -> bool {
        self.nodes = self.nodes.saturating_add(nodes);
        let within = self.nodes <= MOST_TEMPLATE_NODES;
        if !within {
            self.fail(too_many(at));
        }
        within
    }

    /// A tag of the core schema; reports others.
    fn core_tag(&mut self, at: &Location, tag: Option<&Tag>) -> Option<CoreTag> {
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

    fn settle(&mut self) {
        if let Some(finished) = self.held.take() {
            self.attach(finished);
        }
    }

    /// Puts a node into the innermost open list or map, as item, key or value.
    fn attach(&mut self, Finished { node, size }: Finished) {
        let Some(frame) = self.frames.last_mut() else {
            self.root.get_or_insert(node);
            return;
        };
        frame.size.add(size);
        let problem = match &mut frame.parts {
            Parts::Seq(items) => {
                items.push(node);
                None
            }
            Parts::Map(map) => map.attach(node),
        };
        self.diagnostics.extend(problem);
    }
}

impl OpenMap {
    fn attach(&mut self, node: Node) -> Option<Diagnostic> {
        let Some((key, role)) = self.pending.take() else {
            let (role, problem) = self.role_of(&node);
            self.pending = Some((node, role));
            return problem;
        };
        let problem = if role == EntryRole::Merge { self.merge(&node) } else { None };
        self.written.push(MappingEntry { key, value: node, role });
        problem
    }

    /// What an entry is by its key.
    fn role_of(&mut self, key: &Node) -> (EntryRole, Option<Diagnostic>) {
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

    /// `<<`: a map, or a list of maps of which the first to have a key wins.
    fn merge(&mut self, node: &Node) -> Option<Diagnostic> {
        let sources: &[Node] = match &node.value {
            Value::Seq(sequence) => &sequence.items,
            Value::Scalar(_) if node.is_null() => &[],
            Value::Map(_) | Value::Scalar(_) => std::slice::from_ref(node),
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

    /// The map: what `<<` takes in counts where the map has no such key of its own.
    fn into_mapping(self, layout: Layout) -> Mapping {
        let mut merged = self.merged;
        if !merged.is_empty() {
            let mut known: HashSet<Arc<str>> = self.lines.into_keys().collect();
            merged.retain(|entry| known.insert(entry.key_text().into()));
        }
        Mapping { layout, written: self.written.into(), merged: merged.into() }
    }
}

/// The anchor that the parser gives a number; it gives 0 where there is none.
fn numbered(anchor: usize) -> Option<Anchor> {
    Anchor::new(narrowed(anchor))
}

fn layout(style: StructureStyle) -> Layout {
    if style == StructureStyle::Flow { Layout::Flow } else { Layout::Block }
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

fn duplicate(at: &Location, key: &str, line: u32) -> Diagnostic {
    at.error(
        "yaml-duplicate-key",
        say!(YamlAlreadySetInLine, key, line),
        say!(YamlKeepOneTwoKeysFirstUsed),
    )
}

pub(super) fn too_deep(at: &Location) -> Diagnostic {
    at.error(
        "yaml-too-deep",
        say!(YamlListsAndMapsNestDeeper, max = DEEPEST_TEMPLATE.to_string()),
        say!(YamlMakeTreeQuestionsFlatter),
    )
}

fn too_many(at: &Location) -> Diagnostic {
    let max = MOST_TEMPLATE_NODES.to_string();
    at.error(
        "yaml-too-large",
        say!(YamlTemplateMoreThanPartsOrRepeats, max),
        say!(YamlRepeatLessWithAliasesOrMake),
    )
}
