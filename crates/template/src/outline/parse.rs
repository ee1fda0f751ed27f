//! From the events of the parser to a [`Tree`]. The parser says where scalars and brackets are; dashes, colons,
//! anchors and tags are looked for between them.

use std::collections::HashSet;

use granit_parser::{Event, Options, Parser, ScalarStyle, Span, StructureStyle};

use super::lines::{WHITE, rest, skip_blank, slice};
use super::tree::{Layout, Pair, Part, Shape, Slot, Style, Tree};
use spanwise_limits::{DEEPEST_TEMPLATE, LONGEST_TEMPLATE};

/// Reads the first document; within the limits of [`crate::yaml`], beyond which nothing is read.
pub(super) fn parse(text: &str) -> Tree<'_> {
    let mut builder = Builder {
        text,
        frames: Vec::new(),
        held: None,
        root: None,
        shared: HashSet::new(),
        documents: 0,
        last: if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 },
    };
    if text.len() <= LONGEST_TEMPLATE {
        builder.run();
    }
    Tree { text, root: builder.root, shared: builder.shared }
}

fn options() -> Options {
    granit_parser::options! { emit_unresolved_aliases: true }
}

/// A list or map that is not closed yet.
struct Frame {
    mark: Option<usize>,
    part: Part,
    /// The key that waits for its value.
    key: Option<Part>,
}

struct Builder<'t> {
    text: &'t str,
    frames: Vec<Frame>,
    /// The last scalar with its mark: only the next event shows that it was complete.
    held: Option<(Option<usize>, Part)>,
    root: Option<Part>,
    shared: HashSet<usize>,
    documents: usize,
    /// End of the last thing read.
    last: usize,
}

impl Builder<'_> {
    fn run(&mut self) {
        for step in Parser::new_from_str_with_options(self.text, options()) {
            let Ok((event, span)) = step else {
                self.held = None;
                return self.cut();
            };
            if let Some((mark, part)) = self.held.take() {
                self.attach(mark, part);
            }
            if !self.accept(event, &span) {
                return self.cut();
            }
        }
        if let Some((mark, part)) = self.held.take() {
            self.attach(mark, part);
        }
    }

    /// Closes what is open when reading stops early.
    fn cut(&mut self) {
        while let Some(mut frame) = self.frames.pop() {
            frame.part.cut = true;
            self.close(frame);
        }
    }

    /// Takes one event; `false` when there is no use in going on.
    fn accept(&mut self, event: Event<'_>, span: &Span) -> bool {
        match event {
            Event::DocumentStart(explicit, _) => {
                self.documents += 1;
                if explicit {
                    self.last = self.last.max(self.byte(span.end.byte_offset()));
                }
                return self.documents == 1;
            }
            Event::Scalar(text, style, anchor, tag) => {
                let (mark, mut part) = self.begin(anchor, tag.is_some());
                self.scalar(&mut part, &text, style, span);
                self.held = Some((mark, part));
            }
            Event::SequenceStart(style, anchor, tag) => {
                let shape = Shape::List(layout(style), Vec::new());
                return self.open(shape, anchor, tag.is_some(), span);
            }
            Event::MappingStart(style, anchor, tag) => {
                let shape = Shape::Map(layout(style), Vec::new());
                return self.open(shape, anchor, tag.is_some(), span);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(frame) = self.frames.pop() {
                    self.last = self.last.max(self.closing_bracket(&frame.part, span));
                    self.close(frame);
                }
            }
            Event::Alias(id) => {
                self.shared.insert(id);
                self.alias(span);
            }
            Event::UnresolvedAlias(_) => self.alias(span),
            _ => {}
        }
        true
    }

    fn byte(&self, offset: Option<usize>) -> usize {
        offset.unwrap_or(self.text.len())
    }

    fn scalar(&mut self, part: &mut Part, text: &str, style: ScalarStyle, span: &Span) {
        let style = match style {
            ScalarStyle::Plain => Style::Plain,
            ScalarStyle::SingleQuoted => Style::Single,
            ScalarStyle::DoubleQuoted => Style::Double,
            ScalarStyle::Literal | ScalarStyle::Folded => Style::Block,
        };
        let start = match style {
            // The parser leaves out `|` and what follows it.
            Style::Block => skip_blank(self.text, self.last),
            _ => self.byte(span.start.byte_offset()),
        };
        let written = slice(self.text, start..self.byte(span.end.byte_offset()));
        let length = length(written, style);
        if length == 0 {
            part.bytes = self.last..self.last;
            part.outer.end = self.last;
            return;
        }
        part.shape = Shape::Scalar(style, text.to_owned());
        self.finish_at(part, start, start + length);
    }

    fn alias(&mut self, span: &Span) {
        let (mark, mut part) = self.begin(0, false);
        let start = self.byte(span.start.byte_offset());
        part.shape = Shape::Alias;
        let end = self.byte(span.end.byte_offset());
        self.finish_at(&mut part, start, end);
        self.attach(mark, part);
    }

    fn finish_at(&mut self, part: &mut Part, start: usize, end: usize) {
        let end = end.max(start);
        part.bytes = start..end;
        part.outer = part.outer.start.min(start)..end;
        self.last = self.last.max(end);
    }

    fn open(&mut self, shape: Shape, anchor: usize, tag: bool, span: &Span) -> bool {
        if self.frames.len() >= DEEPEST_TEMPLATE {
            return false;
        }
        let (mark, mut part) = self.begin(anchor, tag);
        let start = skip_blank(self.text, self.last);
        let bracket = match shape {
            Shape::List(Layout::Flow, _) => Some("["),
            Shape::Map(Layout::Flow, _) => Some("{"),
            _ => None,
        };
        part.shape = shape;
        let end = match bracket {
            Some(bracket) if rest(self.text, start).starts_with(bracket) => {
                self.byte(span.end.byte_offset())
            }
            // A pair in a list in brackets, without braces of its own.
            Some(_) => {
                part.odd = true;
                self.last
            }
            None => self.last,
        };
        part.outer.start = part.outer.start.min(start);
        part.bytes = start..start;
        self.last = self.last.max(end);
        self.frames.push(Frame { mark, part, key: None });
        true
    }

    fn closing_bracket(&self, part: &Part, span: &Span) -> usize {
        let written =
            matches!(part.shape, Shape::List(Layout::Flow, _) | Shape::Map(Layout::Flow, _));
        if written && !part.odd { self.byte(span.end.byte_offset()) } else { self.last }
    }

    fn close(&mut self, frame: Frame) {
        let mut part = frame.part;
        let end = self.last.max(part.bytes.start);
        part.bytes.end = end;
        part.outer.end = end;
        self.attach(frame.mark, part);
    }

    /// Reads what stands before a node: its dash or colon, its anchor and tag.
    fn begin(&mut self, anchor: usize, tag: bool) -> (Option<usize>, Part) {
        let mark = self.mark();
        let start = if anchor != 0 || tag { self.properties() } else { None };
        let part = Part {
            // Without anchor and tag it begins where its content does.
            outer: start.unwrap_or(usize::MAX)..self.last,
            bytes: self.last..self.last,
            shape: Shape::Scalar(Style::Plain, String::new()),
            anchor: (anchor != 0).then_some(anchor),
            cut: false,
            odd: false,
        };
        (mark, part)
    }

    /// Reads the anchor and the tag before a node, and gives their start.
    fn properties(&mut self) -> Option<usize> {
        let mut start = None;
        loop {
            let at = skip_blank(self.text, self.last);
            let property = rest(self.text, at);
            if !property.starts_with(['&', '!']) {
                return start;
            }
            start.get_or_insert(at);
            let length = property.find(|c| WHITE.contains(&c) || ",[]{}".contains(c));
            self.last = at + length.unwrap_or(property.len());
        }
    }

    /// Reads the dash, comma, question mark or colon before a node; gives the place of a dash or colon.
    fn mark(&mut self) -> Option<usize> {
        let frame = self.frames.last_mut()?;
        let mut at = skip_blank(self.text, self.last);
        let next = |at: usize, what: char| rest(self.text, at).starts_with(what);
        match &frame.part.shape {
            Shape::List(Layout::Block, _) => {
                if next(at, '-') {
                    self.last = at + 1;
                } else {
                    frame.part.odd = true;
                }
                Some(at)
            }
            Shape::Map(_, _) if frame.key.is_some() => {
                let colon = next(at, ':').then_some(at);
                self.last = colon.map_or(self.last, |colon| colon + 1);
                colon
            }
            _ => {
                if next(at, ',') {
                    self.last = at + 1;
                    at = skip_blank(self.text, self.last);
                }
                let asks = next(at, '?') && !matches!(frame.part.shape, Shape::List(..));
                let explicit = rest(self.text, at + 1).starts_with(WHITE);
                if asks && explicit {
                    frame.part.odd = true;
                    self.last = at + 1;
                }
                None
            }
        }
    }

    fn attach(&mut self, mark: Option<usize>, mut part: Part) {
        part.outer.start = part.outer.start.min(part.bytes.start);
        part.outer.end = part.outer.end.max(part.bytes.end);
        let Some(frame) = self.frames.last_mut() else {
            self.root.get_or_insert(part);
            return;
        };
        match (&mut frame.part.shape, frame.key.take()) {
            (Shape::List(_, slots), _) => {
                let mark = mark.unwrap_or(part.outer.start);
                slots.push(Slot { mark, part });
            }
            (Shape::Map(_, pairs), Some(key)) => pairs.push(Pair { key, colon: mark, value: part }),
            (_, None) => frame.key = Some(part),
            (_, Some(_)) => {}
        }
    }
}

fn layout(style: StructureStyle) -> Layout {
    if style == StructureStyle::Flow { Layout::Flow } else { Layout::Block }
}

/// How much of what the parser takes for a scalar is one.
fn length(written: &str, style: Style) -> usize {
    let header = written.split(WHITE).next().unwrap_or_default();
    if style == Style::Block && header.contains('+') {
        // The blank lines at its end are part of it.
        let line_break = if written.ends_with("\r\n") { 2 } else { 1 };
        return written.len().saturating_sub(line_break);
    }
    written.trim_end_matches(WHITE).len()
}
