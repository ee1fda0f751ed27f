//! Lines and nodes: a text in the page with marks on it, patched where something changed.
//!
//! Each line of the text is a block (a very long one is several). In it, plain text nodes alternate with elements for
//! segments that edits cover. `textContent` outside `[data-skip]` equals the text, character for character, whatever is
//! marked. All offsets are UTF-16 code units, as the DOM counts.
//!
//! Of a long text, lines far from the viewport are text alone; they get their marks when they come near it, or when one of
//! their edits is highlighted.

use std::collections::VecDeque;

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, Node};

use super::browser_selection;
use super::paragraph_boxes::{ParagraphBoxes, ShownParagraphs};
use super::visibility::NearObserver;
use spanwise_browser::console::reported;
use spanwise_browser::elements::elements;
use spanwise_limits::MOST_BLOCKS_AT_ONCE;
use spanwise_text::{Span, Utf16};

/// Texts of more UTF-16 code units than this are laid out only in the viewport (CSS `content-visibility`), and of their
/// lines those that begin within as many are marked at once.
const LONG: u32 = 12_000;

/// The most segments before another among which one with the same look is looked for.
const MOST_LOOKED_AT: usize = 32;

/// A line of the text and the segments it is painted as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LineContent {
    /// The line in the text, with its line break.
    pub(super) span: Span,
    /// The 0-based number of its paragraph; 0 in a text that is shown as a whole.
    pub(super) paragraph: usize,
    /// Classes of its element besides its own, with a space before each; none in a plain text.
    pub(super) classes: String,
    /// Its segments, in order.
    pub(super) segments: Vec<Segment>,
}

/// A piece of a line that is one node of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    /// Text that no edit covers.
    Plain(Vec<DisplayedText>),
    /// Text that edits cover.
    Marked(Vec<DisplayedText>, MarkAttributes),
    /// An insertion point between characters; takes no room.
    Point(MarkAttributes),
}

impl Segment {
    fn marks(&self) -> Option<&MarkAttributes> {
        match self {
            Segment::Plain(_) => None,
            Segment::Marked(_, marks) | Segment::Point(marks) => Some(marks),
        }
    }
}

/// Characters of the text and how they are displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DisplayedText {
    /// Displayed as stored.
    AsStored(String),
    /// In the page, but given no room.
    Hidden(String),
    /// Hidden, with other text displayed in their place.
    Replaced {
        /// The characters of the text.
        stored: String,
        /// The characters displayed instead.
        displayed: String,
    },
}

/// Attributes and styles of a marked segment.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct MarkAttributes {
    /// `class`.
    pub(super) class: String,
    /// `data-mark`: names of the edits, separated by spaces.
    pub(super) names: String,
    /// `data-keys`: keys of the edits, shortest first, each composite before its constituent, separated by spaces.
    pub(super) keys: Vec<u32>,
    /// CSS properties and values, made by the app: never text from outside.
    pub(super) styles: Vec<(&'static str, String)>,
}

/// An edit to highlight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HighlightedEdit {
    /// Its key, as in [`MarkAttributes::keys`].
    pub(super) key: u32,
    /// Its colour, as CSS.
    pub(super) color: String,
}

/// A painted line.
struct PaintedLine {
    element: Element,
    span: Span,
    classes: String,
    segments: Vec<Segment>,
    /// The node of each segment.
    nodes: Vec<Node>,
    /// The segments with marks that a line far from the viewport waits for.
    waiting: Option<Vec<Segment>>,
}

impl PaintedLine {
    /// The segments to paint a line of the text with now: those given, or its text alone if it is far from the viewport.
    /// A line that was marked stays so while it is the same.
    fn due_segments(
        &mut self,
        span: Span,
        segments: Vec<Segment>,
        near: Option<&NearObserver>,
    ) -> Vec<Segment> {
        let was_waiting = self.waiting.take().is_some();
        let is_marked_before = !self.nodes.is_empty() && self.span == span && !was_waiting;
        let has_marks = segments.iter().any(|segment| segment.marks().is_some());
        match near {
            Some(near) if span.start().0 >= LONG && has_marks && !is_marked_before => {
                if !was_waiting {
                    near.watch(&self.element);
                }
                let text = unmarked(&segments);
                self.waiting = Some(segments);
                text
            }
            Some(_) | None => segments,
        }
    }
}

/// Formats the lines of a text.
pub(super) type FormatLines = Box<dyn Fn(Vec<LineContent>) -> Vec<LineContent>>;

/// The pane: owns the child nodes of one element.
pub(in crate::ui) struct TextPane {
    document: Document,
    root: HtmlElement,
    lines: Vec<PaintedLine>,
    /// Lines that are painted later, after those before `next`.
    coming: VecDeque<LineContent>,
    next: usize,
    /// Elements before and after the text that are not part of it.
    around: [Option<Element>; 2],
    /// Reports lines that come near the viewport; without it, all lines are marked at once.
    near: Option<NearObserver>,
    /// Formats lines before they are painted, for a text that is rendered.
    pub(super) format: Option<FormatLines>,
    /// The elements of paragraphs; `None` for a text that is shown as a whole.
    paragraphs: Option<ParagraphBoxes>,
}

impl TextPane {
    /// A pane in an empty element. `near` is to call [`TextPane::mark_lines`].
    pub(super) fn new(root: HtmlElement, near: Option<NearObserver>) -> Option<Self> {
        let document = root.owner_document()?;
        Some(TextPane {
            document,
            root,
            lines: Vec::new(),
            coming: VecDeque::new(),
            next: 0,
            around: [None, None],
            near,
            format: None,
            paragraphs: None,
        })
    }

    /// The element.
    pub(super) fn root(&self) -> &HtmlElement {
        &self.root
    }

    /// Divides the pane into the paragraphs of a text, or into none. Returns the box of those before the one looked at if
    /// it is new; `label` is its name. If there are others than before, all lines are painted anew.
    pub(super) fn divide(
        &mut self,
        shown: Option<ShownParagraphs>,
        label: &str,
    ) -> Option<Element> {
        if self.paragraphs.as_ref().map(ParagraphBoxes::shown) == shown {
            return None;
        }
        self.root.set_text_content(None);
        self.lines.clear();
        self.around = [None, None];
        self.paragraphs =
            shown.and_then(|shown| ParagraphBoxes::new(&self.document, &self.root, shown, label));
        self.paragraphs.as_ref()?.context().cloned()
    }

    /// The box of the paragraphs that were read, and the offset at which they end.
    pub(super) fn context_box(&self) -> Option<(&Element, Utf16)> {
        let context = self.paragraphs.as_ref()?.context()?;
        let parts = self.lines.iter().rev();
        let last = parts.into_iter().find(|line| context.contains(Some(&line.element)))?;
        Some((context, last.span.end()))
    }

    /// Paints a text. Nodes of segments that are as before stay. Of a text of very many lines only the first are painted
    /// now, the rest by [`TextPane::paint_more`].
    pub(super) fn paint(&mut self, lines: Vec<LineContent>) {
        let lines = match &self.format {
            Some(format) => format(lines),
            None => lines,
        };
        let length = lines.last().map_or(0, |line| line.span.end().0);
        reported(self.root.class_list().toggle_with_force("is-long", length > LONG));
        // Lines of another text go at once, even where those of this one are painted later.
        let is_same = |(old, new): (&PaintedLine, &LineContent)| old.span == new.span;
        let same = self.lines.iter().zip(&lines).take_while(|both| is_same(*both)).count();
        let kept =
            if same == self.lines.len() { same } else { lines.len().min(MOST_BLOCKS_AT_ONCE) };
        for line in self.lines.drain(kept.min(self.lines.len())..) {
            line.element.remove();
        }
        (self.coming, self.next) = (lines.into(), 0);
        self.paint_more();
    }

    /// Reports whether the whole text is painted.
    pub(super) fn is_whole(&self) -> bool {
        self.coming.is_empty()
    }

    /// Paints further lines, as many as go into a frame.
    pub(super) fn paint_more(&mut self) {
        let mut changed = 0;
        while changed < MOST_BLOCKS_AT_ONCE
            && let Some(LineContent { span, paragraph, classes, segments }) =
                self.coming.pop_front()
        {
            if self.lines.len() == self.next {
                let Ok(element) = self.document.create_element("div") else { return };
                element.set_class_name("line");
                let paragraph = self.paragraphs.as_ref().and_then(|all| all.of(paragraph));
                if paragraph.unwrap_or(&self.root).append_child(&element).is_err() {
                    return;
                }
                self.lines.push(PaintedLine {
                    element,
                    span,
                    classes: String::new(),
                    segments: Vec::new(),
                    nodes: Vec::new(),
                    waiting: None,
                });
            }
            if let Some(line) = self.lines.get_mut(self.next) {
                let segments = line.due_segments(span, segments, self.near.as_ref());
                line.span = span;
                if line.classes != classes {
                    line.element.set_class_name(&format!("line{classes}"));
                    line.classes = classes;
                }
                changed +=
                    usize::from(repaint(&self.document, line, segments, self.around[1].as_ref()));
            }
            self.next += 1;
        }
    }

    /// Marks those of these lines that wait for it. One in which a selection begins or ends is reported again later.
    pub(super) fn mark_lines(&mut self, elements: &[Element]) {
        self.mark_waiting(|line| elements.contains(&line.element));
    }

    /// Marks all lines, as for printing.
    pub(super) fn mark_all(&mut self) {
        self.mark_waiting(|_| true);
    }

    fn mark_waiting(&mut self, is_due: impl Fn(&PaintedLine) -> bool) {
        let Some(near) = &self.near else { return };
        for line in self.lines.iter_mut().filter(|line| line.waiting.is_some()) {
            if !is_due(line) {
                continue;
            }
            if !browser_selection::is_collapsed() && browser_selection::touches(&line.element) {
                near.watch(&line.element);
            } else if let Some(segments) = line.waiting.take() {
                near.unwatch(&line.element);
                repaint(&self.document, line, segments, self.around[1].as_ref());
            }
        }
    }

    /// Shows the texts before and after the pane's text, which are not part of it.
    pub(super) fn surround(&mut self, before: Option<&str>, after: Option<&str>) {
        let (Some(first), Some(last)) = (self.lines.first(), self.lines.last()) else { return };
        let [at_start, at_end] = &mut self.around;
        let start = first.nodes.first().cloned().or_else(|| at_end.clone().map(Node::from));
        surround(
            &self.document,
            at_start,
            before,
            "around--before",
            &first.element,
            start.as_ref(),
        );
        surround(&self.document, at_end, after, "around--after", &last.element, None);
    }

    /// Adds a class to every segment that one of these edits covers, with the colour of that edit in the variable of the
    /// same name, and removes the class from all others. Lines that wait for the marks of these edits get them.
    pub(super) fn highlight(&mut self, class: &str, edits: &[HighlightedEdit]) {
        for element in elements::<Element>(self.root.query_selector_all(&format!(".{class}"))) {
            reported(element.class_list().remove_1(class));
        }
        if edits.is_empty() {
            return;
        }
        self.mark_waiting(|line| {
            let waiting = line.waiting.iter().flatten().filter_map(Segment::marks);
            waiting
                .flat_map(|marks| &marks.keys)
                .any(|key| edits.iter().any(|edit| edit.key == *key))
        });
        let variable = format!("--{class}");
        for line in &self.lines {
            for (segment, node) in line.segments.iter().zip(&line.nodes) {
                let Some(attributes) = segment.marks() else { continue };
                if let Some(edit) = edits.iter().find(|edit| attributes.keys.contains(&edit.key))
                    && let Some(element) = node.dyn_ref::<HtmlElement>()
                {
                    reported(element.class_list().add_1(class));
                    reported(element.style().set_property(&variable, &edit.color));
                }
            }
        }
    }

    /// The offset in the text of a position in the page; positions outside the pane count as its start or end.
    pub(super) fn offset(&self, node: &Node, at: u32) -> Utf16 {
        let end = self.lines.last().map_or(Utf16(0), |l| l.span.end());
        if !self.root.contains(Some(node)) {
            let before =
                self.root.compare_document_position(node) & Node::DOCUMENT_POSITION_PRECEDING != 0;
            let around = node.contains(Some(&self.root));
            // A position in an ancestor, such as after select-all, is before or after by its child index.
            let first = around && at == 0;
            return if first || (before && !around) { Utf16(0) } else { end };
        }
        for line in &self.lines {
            let element: &Node = &line.element;
            if element.contains(Some(node)) {
                let mut count = UnitCounter { stop: node, at, units: 0 };
                count.walk(element);
                return Utf16(line.span.start().0 + count.units).min(line.span.end());
            }
        }
        self.offset_among_lines(node, at).unwrap_or(end)
    }

    /// The offset of a position in an element around lines: the start of the first line after it.
    fn offset_among_lines(&self, node: &Node, at: u32) -> Option<Utf16> {
        let inside = |node: &Node, line: &PaintedLine| node.contains(Some(&line.element));
        if let Some(child) = node.child_nodes().get(at) {
            let line = self.lines.iter().find(|line| inside(&child, line))?;
            return Some(line.span.start());
        }
        let last = self.lines.iter().rev().find(|line| inside(node, line))?;
        Some(last.span.end())
    }

    /// The page position of an offset: a text node and an offset in it.
    pub(super) fn position(&self, offset: Utf16) -> Option<(Node, u32)> {
        let at = self.lines.partition_point(|l| l.span.end() <= offset);
        let line = self.lines.get(at).or(self.lines.last())?;
        let mut left = offset.0.saturating_sub(line.span.start().0);
        let mut last = None;
        for node in &line.nodes {
            for text in text_nodes(node) {
                let length = units(&text);
                if left <= length {
                    return Some((text, left));
                }
                left -= length;
                last = Some((text, length));
            }
        }
        last
    }
}

impl std::fmt::Debug for TextPane {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TextPane({} lines)", self.lines.len())
    }
}

/// Inserts a text into a line, before one of its nodes or at its end, unless it is there.
fn surround(
    document: &Document,
    slot: &mut Option<Element>,
    text: Option<&str>,
    class: &str,
    line: &Element,
    before: Option<&Node>,
) {
    let is_there = |node: &Element| {
        node.text_content().as_deref() == text && node.parent_element().as_ref() == Some(line)
    };
    if slot.as_ref().map_or(text.is_none(), is_there) {
        return;
    }
    if let Some(old) = slot.take() {
        old.remove();
    }
    let (Some(text), Ok(element)) = (text, document.create_element("span")) else { return };
    element.set_class_name(class);
    reported(element.set_attribute("data-skip", ""));
    // Its direction is its own.
    reported(element.set_attribute("dir", "auto"));
    element.set_text_content(Some(text));
    reported(line.insert_before(&element, before.filter(|node| line.contains(Some(node)))));
    *slot = Some(element);
}

/// The text of segments without their marks.
fn unmarked(segments: &[Segment]) -> Vec<Segment> {
    let mut texts: Vec<DisplayedText> = Vec::new();
    for segment in segments {
        let (Segment::Plain(further) | Segment::Marked(further, _)) = segment else { continue };
        for text in further {
            match (texts.last_mut(), text) {
                (Some(DisplayedText::AsStored(all)), DisplayedText::AsStored(text)) => {
                    all.push_str(text)
                }
                _ => texts.push(text.clone()),
            }
        }
    }
    vec![Segment::Plain(texts)]
}

/// Replaces the nodes of segments that differ. Returns `true` if any did.
fn repaint(
    document: &Document,
    line: &mut PaintedLine,
    segments: Vec<Segment>,
    after: Option<&Element>,
) -> bool {
    let same = |a: &[Segment], b: &[Segment]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let head = same(&line.segments, &segments);
    if head == segments.len() && head == line.segments.len() {
        return false;
    }
    let most = segments.len().min(line.segments.len()) - head;
    let tail = line
        .segments
        .iter()
        .rev()
        .zip(segments.iter().rev())
        .take(most)
        .take_while(|(a, b)| a == b)
        .count();
    let old_end = line.nodes.len() - tail;
    let parent: &Node = &line.element;
    let after = after.filter(|after| parent.contains(Some(after)));
    let before = line.nodes.get(old_end).cloned().or_else(|| after.cloned().map(Node::from));
    let new_end = segments.len() - tail;
    let mut fresh: Vec<Node> = Vec::new();
    let changed = segments.get(head..new_end).unwrap_or_default();
    for segment in changed {
        let mut made = changed.iter().zip(&fresh).rev().take(MOST_LOOKED_AT);
        let twin = made.find(|(other, _)| has_same_look(other, segment));
        let node = build(document, segment, twin.map(|(_, node)| node));
        fresh.push(node);
    }
    for node in &fresh {
        reported(parent.insert_before(node, before.as_ref()));
    }
    for old in line.nodes.splice(head..old_end, fresh) {
        reported(parent.remove_child(&old));
    }
    line.segments = segments;
    true
}

/// Reports whether the elements of two segments have the same classes and styles.
fn has_same_look(one: &Segment, other: &Segment) -> bool {
    let (Segment::Marked(_, one), Segment::Marked(_, other)) = (one, other) else { return false };
    one.class == other.class && one.styles == other.styles
}

/// The node of a segment. `twin` is the new node of a segment with the same look, if there is one.
fn build(document: &Document, segment: &Segment, twin: Option<&Node>) -> Node {
    match segment {
        Segment::Plain(texts) => match texts.as_slice() {
            [DisplayedText::AsStored(text)] => document.create_text_node(text).into(),
            _ => element(document, texts, &MarkAttributes::default(), None),
        },
        Segment::Marked(texts, attributes) => element(document, texts, attributes, twin),
        Segment::Point(attributes) => {
            let node = element(document, &[], attributes, None);
            if let Some(point) = node.dyn_ref::<Element>() {
                reported(point.set_attribute("data-skip", ""));
            }
            node
        }
    }
}

fn element(
    document: &Document,
    texts: &[DisplayedText],
    attributes: &MarkAttributes,
    twin: Option<&Node>,
) -> Node {
    // A browser reads the styles of a thousand marks for longer than it takes for all else: they are copied.
    let copy = twin.and_then(|twin| twin.clone_node().ok()?.dyn_into::<Element>().ok());
    let is_new = copy.is_none();
    let Some(element) = copy.or_else(|| document.create_element("span").ok()) else {
        return document.create_text_node("").into();
    };
    if is_new && !attributes.class.is_empty() {
        element.set_class_name(&attributes.class);
    }
    if attributes.keys.is_empty() {
        // The copy of a mark, for a text that is only formatted.
        reported(element.remove_attribute("data-mark"));
        reported(element.remove_attribute("data-keys"));
    } else {
        let keys: Vec<String> = attributes.keys.iter().map(u32::to_string).collect();
        reported(element.set_attribute("data-mark", &attributes.names));
        reported(element.set_attribute("data-keys", &keys.join(" ")));
    }
    if is_new
        && !attributes.styles.is_empty()
        && let Some(element) = element.dyn_ref::<HtmlElement>()
    {
        let declarations = attributes.styles.iter().map(|(name, value)| format!("{name}:{value};"));
        element.style().set_css_text(&declarations.collect::<String>());
    }
    match texts {
        [DisplayedText::AsStored(text)] => element.set_text_content(Some(text)),
        _ => texts.iter().for_each(|text| append(document, &element, text)),
    }
    element.into()
}

/// Text in an element of its own, because it is not displayed as it is stored.
#[derive(Clone, Copy)]
enum GlyphText {
    /// Text of the instance that is not displayed.
    Stored,
    /// Text that is displayed in its place and is not the instance's.
    Displayed,
}

fn append(document: &Document, parent: &Element, text: &DisplayedText) {
    let wrapped = |text: &str, glyphs: GlyphText| {
        let Ok(element) = document.create_element("span") else { return };
        match glyphs {
            GlyphText::Stored => element.set_class_name("hidden-glyphs"),
            GlyphText::Displayed => {
                element.set_class_name("shown-glyphs");
                reported(element.set_attribute("data-skip", ""));
            }
        }
        element.set_text_content(Some(text));
        reported(parent.append_child(&element));
    };
    match text {
        DisplayedText::AsStored(text) => {
            reported(parent.append_child(&document.create_text_node(text)));
        }
        DisplayedText::Hidden(text) => wrapped(text, GlyphText::Stored),
        DisplayedText::Replaced { stored, displayed } => {
            wrapped(stored, GlyphText::Stored);
            wrapped(displayed, GlyphText::Displayed);
        }
    }
}

fn is_skipped(node: &Node) -> bool {
    node.dyn_ref::<Element>().is_some_and(|e| e.has_attribute("data-skip"))
}

fn units(text: &Node) -> u32 {
    text.dyn_ref::<web_sys::CharacterData>().map_or(0, web_sys::CharacterData::length)
}

/// Text nodes under a node, in order, outside `[data-skip]`.
fn text_nodes(node: &Node) -> Vec<Node> {
    if node.node_type() == Node::TEXT_NODE {
        return vec![node.clone()];
    }
    if is_skipped(node) {
        return Vec::new();
    }
    let children = node.child_nodes();
    (0..children.length()).filter_map(|i| children.get(i)).flat_map(|c| text_nodes(&c)).collect()
}

/// Counts the UTF-16 units of text before a position in the page.
struct UnitCounter<'a> {
    stop: &'a Node,
    at: u32,
    units: u32,
}

impl UnitCounter<'_> {
    /// Counts the text under a node. Returns `true` once the position is reached.
    fn walk(&mut self, node: &Node) -> bool {
        let stops_here = node.is_same_node(Some(self.stop));
        if is_skipped(node) {
            return stops_here || node.contains(Some(self.stop));
        }
        if node.node_type() == Node::TEXT_NODE {
            self.units += if stops_here { self.at.min(units(node)) } else { units(node) };
            return stops_here;
        }
        let mut child = node.first_child();
        let mut index = 0;
        while let Some(next) = child {
            if stops_here && index == self.at {
                return true;
            }
            if self.walk(&next) {
                return true;
            }
            index += 1;
            child = next.next_sibling();
        }
        stops_here
    }
}
