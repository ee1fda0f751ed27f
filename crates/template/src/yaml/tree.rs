//! Builds the tree from the parser's events, with a stack of its own instead of recursion.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use granit_parser::{Event, ScalarStyle, Span, StructureStyle, Tag};

use super::node::{Entry, Key, Location, Node, Scalar, Value, one_based};
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
    anchor: usize,
    size: Size,
    parts: Parts,
}

enum Parts {
    Seq(Vec<Node>),
    Map(OpenMap),
}

#[derive(Default)]
struct OpenMap {
    entries: Vec<Entry>,
    /// Keys so far, with their lines.
    lines: HashMap<Arc<str>, u32>,
    pending: Option<Pending>,
    merged: Vec<Entry>,
}

/// A key that waits for its value.
enum Pending {
    Key(Key),
    /// `<<`
    Merge,
    /// Its key was reported as unusable.
    Dropped,
}

/// A finished node on its way into its parent.
struct Finished {
    node: Node,
    size: Size,
}

/// Takes events, gives a tree.
pub(super) struct Builder<'t> {
    text: &'t str,
    frames: Vec<Frame>,
    anchors: HashMap<usize, (Node, Size)>,
    /// The last scalar, held back until the next event shows that it was complete.
    held: Option<Finished>,
    root: Option<Node>,
    documents: usize,
    nodes: usize,
    repeated_bytes: usize,
    /// End of the last thing read, in bytes of `text`.
    end: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Builder<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Builder {
            text,
            frames: Vec::new(),
            anchors: HashMap::new(),
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
            Event::DocumentStart(..) => self.start_document(&at),
            Event::Scalar(text, style, anchor, tag) => {
                self.scalar(at, &text, style, anchor, tag.as_deref())
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.open(at, anchor, style, tag.as_deref(), Parts::Seq(Vec::new()))
            }
            Event::MappingStart(style, anchor, tag) => {
                self.open(at, anchor, style, tag.as_deref(), Parts::Map(OpenMap::default()))
            }
            Event::SequenceEnd | Event::MappingEnd => {
                // Only the end of a flow collection is written out.
                if !at.bytes.is_empty() {
                    self.end = self.end.max(at.bytes.end);
                }
                self.close(false);
                true
            }
            Event::Alias(id) => self.alias(at, id),
            Event::UnresolvedAlias(name) => {
                self.unknown_alias(at, &name);
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

    pub(super) fn finish(mut self) -> (Option<Node>, Vec<Diagnostic>) {
        self.settle();
        (self.root, self.diagnostics)
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

    /// The end of what stands before the white space before a byte.
    fn trimmed(&self, byte: usize) -> usize {
        // Only what YAML takes for white space: a no-break space is text.
        let white = [' ', '\t', '\n', '\r'];
        self.text.get(..byte).map_or(byte, |before| before.trim_end_matches(white).len())
    }

    fn start_document(&mut self, at: &Location) -> bool {
        self.documents += 1;
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
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
    ) -> bool {
        let written = at.bytes.start..self.trimmed(at.bytes.end).max(at.bytes.start);
        let at = Location { bytes: written, ..at };
        let plain = style == ScalarStyle::Plain;
        // The parser gives `~` for a value that was left out.
        let text = if plain && at.bytes.is_empty() { "" } else { text };
        let tag = self.core_tag(&at, tag);
        self.end = self.end.max(at.bytes.end);
        let size = Size { nodes: 1, bytes: text.len(), depth: 0 };
        let value = Value::Scalar(Scalar { text: text.into(), plain, tag });
        let node = Node { at, value, cut: false };
        if !self.count(1, &node.at) {
            return false;
        }
        self.anchor(anchor, &node, size);
        self.held = Some(Finished { node, size });
        true
    }

    fn open(
        &mut self,
        at: Location,
        anchor: usize,
        style: StructureStyle,
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
        if style == StructureStyle::Flow {
            self.end = self.end.max(at.bytes.end);
        }
        let size = Size { nodes: 1, ..Size::default() };
        self.frames.push(Frame { at, anchor, size, parts });
        true
    }

    /// Closes the innermost list or map.
    fn close(&mut self, cut: bool) {
        let Some(frame) = self.frames.pop() else { return };
        let value = match frame.parts {
            Parts::Seq(items) => Value::Seq(items.into()),
            Parts::Map(map) => Value::Map(map.into_entries()),
        };
        let bytes = frame.at.bytes.start..self.end.max(frame.at.bytes.start);
        let node = Node { at: Location { bytes, ..frame.at }, value, cut };
        self.anchor(frame.anchor, &node, frame.size);
        self.attach(Finished { node, size: frame.size });
    }

    fn alias(&mut self, at: Location, id: usize) -> bool {
        self.end = self.end.max(at.bytes.end);
        let Some((node, size)) = self.anchors.get(&id).cloned() else {
            self.null_for(&at, say!(YamlAliasStandsForPartContains));
            return true;
        };
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
        self.attach(Finished { node, size });
        true
    }

    fn unknown_alias(&mut self, at: Location, name: &str) {
        self.end = self.end.max(at.bytes.end);
        self.null_for(&at, say!(YamlNoAnchorComesBeforeAlias, name));
    }

    /// Reports an alias and puts nothing in its place.
    fn null_for(&mut self, at: &Location, message: Message) {
        self.diagnostics.push(at.error("yaml-alias", message, say!(YamlPutTextInQuotesIfShould)));
        let value = Value::Scalar(Scalar { text: "".into(), plain: true, tag: None });
        let node = Node { at: at.clone(), value, cut: false };
        self.attach(Finished { node, size: Size { nodes: 1, ..Size::default() } });
    }

    fn anchor(&mut self, id: usize, node: &Node, size: Size) {
        if id != 0 {
            self.anchors.insert(id, (node.clone(), size));
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

    /// The name of a tag of the core schema; reports others.
    fn core_tag(&mut self, at: &Location, tag: Option<&Tag>) -> Option<Arc<str>> {
        let tag = tag?;
        if tag.core_suffix().is_none() && tag.original() != "!" {
            self.diagnostics.push(at.hint(
                "yaml-tag",
                say!(YamlTagMeansNothing, tag = tag.original()),
                say!(YamlRemoveOrPutTextInQuotes),
            ));
            return None;
        }
        Some(tag.core_suffix().unwrap_or("str").into())
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
        match self.pending.take() {
            None => {
                let (pending, problem) = self.key(node);
                self.pending = Some(pending);
                problem
            }
            Some(Pending::Key(key)) => {
                self.entries.push(Entry { key, value: node });
                None
            }
            Some(Pending::Merge) => self.merge(&node),
            Some(Pending::Dropped) => None,
        }
    }

    fn key(&mut self, node: Node) -> (Pending, Option<Diagnostic>) {
        let Node { at, value: Value::Scalar(scalar), .. } = node else {
            let problem = node.head().error(
                "yaml-key",
                say!(YamlKeyCannotListOrMap),
                say!(YamlUseTextOrPutInQuotes),
            );
            return (Pending::Dropped, Some(problem));
        };
        if scalar.plain && &*scalar.text == "<<" {
            return (Pending::Merge, None);
        }
        if scalar.plain && scalar.text.is_empty() {
            let problem =
                at.error("yaml-key", say!(YamlAKeyIsMissing), say!(YamlWriteKeyBeforeColon));
            return (Pending::Dropped, Some(problem));
        }
        if let Some(line) = self.lines.get(&scalar.text) {
            let problem = duplicate(&at, &scalar.text, *line);
            return (Pending::Dropped, Some(problem));
        }
        self.lines.insert(scalar.text.clone(), at.line);
        (Pending::Key(Key { text: scalar.text, at }), None)
    }

    /// `<<`: a map, or a list of maps of which the first to have a key wins.
    fn merge(&mut self, node: &Node) -> Option<Diagnostic> {
        let sources: &[Node] = match &node.value {
            Value::Seq(items) => items,
            Value::Scalar(_) if node.is_null() => &[],
            Value::Map(_) | Value::Scalar(_) => std::slice::from_ref(node),
        };
        for source in sources {
            let Value::Map(entries) = &source.value else {
                return Some(source.at.error(
                    "yaml-merge",
                    say!(YamlTakesInMapButNotMap),
                    say!(YamlWriteAliasMapSuchName),
                ));
            };
            self.merged.extend(entries.iter().cloned());
        }
        None
    }

    /// The entries: own keys first, then those taken in with `<<` that are not among them.
    fn into_entries(self) -> Arc<[Entry]> {
        let mut entries = self.entries;
        let mut known: HashSet<Arc<str>> = self.lines.into_keys().collect();
        entries.extend(self.merged.into_iter().filter(|e| known.insert(e.key.text.clone())));
        entries.into()
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
