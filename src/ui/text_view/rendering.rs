//! Texts shown as what they are written in, for templates with `rendering`. Every character stays in its place of the text:
//! segments are cut where the formatting changes and get classes, as do lines, and the cells of tables get room before
//! what separates them. The style sheet does the rest.

use std::sync::Arc;

use leptos::prelude::*;

use super::panes::Panes;
use super::text_pane::{DisplayedText, FormatLines, LineContent, MarkAttributes, Segment};
use crate::app::Session;
use crate::app::lazy::lazily_loaded;
use crate::ui::view::View;
use crate::ui::widgets::lazy;
use spanwise_annotation::document::TextName;
use spanwise_browser::styles;
use spanwise_markdown::formatting::{BlockKind, FormattedBlock, Formatting, InlineKind, Rendering};
use spanwise_text::{Span, Utf16};

static STYLE: &str = include_str!("../../../style/rendering.css");

lazily_loaded!(markdown, rendering_code, fn(Panes) -> View, rendering);

/// Reports whether the template renders a text.
pub(in crate::ui) fn is_rendered(session: Session) -> bool {
    session.template().settings.renders_texts()
}

/// Loads what renders texts.
pub(in crate::ui) async fn load_rendering() {
    drop(rendering_code().await);
}

/// Has the panes show their texts rendered. Until it is loaded they show nothing.
pub(super) fn lazy_rendering(panes: Panes) -> View {
    lazy(rendering_code, move |rendering| rendering(panes))
}

fn rendering(panes: Panes) -> View {
    styles::adopt(STYLE);
    panes.formatter.set(Some(formatter));
    View::Nothing
}

/// Makes what formats the lines of a text, under the current owner.
pub(super) type MakeFormatter = fn(Session, TextName, Rendering) -> FormatLines;

fn formatter(session: Session, name: TextName, rendering: Rendering) -> FormatLines {
    let formatting = Memo::new(move |_| {
        let text = session.instance.with(|instance| Some(instance.texts.get(&name)?.text.clone()));
        text.map(|text| Arc::new(Formatting::of(&text, rendering)))
    });
    // The page may be gone.
    Box::new(move |lines| match formatting.try_get().flatten() {
        Some(formatting) => formatted(&formatting, lines),
        None => lines,
    })
}

/// Cuts and classifies the lines of a text.
pub(super) fn formatted(formatting: &Formatting, lines: Vec<LineContent>) -> Vec<LineContent> {
    let looks = looks(formatting);
    let mut blocks = LineBlocks { coming: formatting.blocks.as_slice(), around: Vec::new() };
    let format = |line: LineContent| {
        let first = looks.partition_point(|look| look.span.end() <= line.span.start());
        let looks = looks.get(first..).unwrap_or_default();
        let (mut at, mut segments) = (line.span.start(), Vec::new());
        for segment in line.segments {
            let end = Utf16(at.0 + length(&segment));
            cut(segment, at, looks, &mut segments);
            at = end;
        }
        LineContent { classes: blocks.classes(line.span), segments, ..line }
    };
    lines.into_iter().map(format).collect()
}

/// The blocks of a text, gone through line by line.
struct LineBlocks<'f> {
    /// Blocks that begin after the lines so far.
    coming: &'f [FormattedBlock],
    /// Blocks that began before and may go on, outer ones first.
    around: Vec<FormattedBlock>,
}

impl LineBlocks<'_> {
    /// The classes of the next line: those of the blocks that half of it or more is in. Of a text of very many lines several
    /// are shown as one.
    fn classes(&mut self, line: Span) -> String {
        while let Some((block, rest)) = self.coming.split_first()
            && block.span.start() < line.end()
        {
            self.around.push(*block);
            self.coming = rest;
        }
        self.around.retain(|block| block.span.end() > line.start());
        let mut classes = String::new();
        for block in &self.around {
            let start = block.span.start().max(line.start()).0;
            let shared = block.span.end().min(line.end()).0.saturating_sub(start);
            let class = block_class(block.kind);
            if shared.saturating_mul(2) >= line.len() && !classes.contains(class) {
                classes.push_str(class);
            }
        }
        classes
    }
}

fn block_class(kind: BlockKind) -> &'static str {
    match kind {
        BlockKind::Heading(1) => " line--heading line--h1",
        BlockKind::Heading(2) => " line--heading line--h2",
        BlockKind::Heading(3) => " line--heading line--h3",
        BlockKind::Heading(_) => " line--heading",
        BlockKind::Code => " line--code",
        BlockKind::Quote => " line--quote",
        BlockKind::Table => " line--table",
    }
}

/// A part of a text whose characters look the same.
struct Look {
    span: Span,
    classes: String,
    /// Room before it, in characters.
    padding: usize,
}

/// The parts of a text that do not look plain, in order.
fn looks(formatting: &Formatting) -> Vec<Look> {
    let mut looks = Vec::new();
    let mut paddings = formatting.paddings.iter().filter(|padding| padding.columns > 0).peekable();
    let mut run_classes = formatting.runs.iter().map(|run| {
        let classes: Vec<&str> = run.kinds.iter().map(|kind| class(*kind)).collect();
        (run.span, classes.join(" "))
    });
    let mut next = run_classes.next();
    loop {
        // A separator is cut out of the run around it.
        match (&mut next, paddings.peek().copied()) {
            (None, None) => return looks,
            (Some((span, classes)), padding)
                if padding.is_none_or(|padding| span.start() < padding.at) =>
            {
                let end = padding.map_or(span.end(), |padding| padding.at.min(span.end()));
                looks.push(Look {
                    span: Span::between(span.start(), end),
                    classes: classes.clone(),
                    padding: 0,
                });
                if end == span.end() {
                    next = run_classes.next();
                } else {
                    *span = Span::between(end, span.end());
                }
            }
            (run, Some(padding)) => {
                paddings.next();
                let end = Utf16(padding.at.0 + 1);
                let mut classes = "fmt".to_owned();
                if let Some((span, own)) = run
                    && span.start() == padding.at
                {
                    classes.clone_from(own);
                    if span.end() <= end {
                        next = run_classes.next();
                    } else {
                        *span = Span::between(end, span.end());
                    }
                }
                let span = Span::between(padding.at, end);
                looks.push(Look { span, classes, padding: padding.columns });
            }
            (Some(_), None) => return looks,
        }
    }
}

fn class(kind: InlineKind) -> &'static str {
    match kind {
        InlineKind::Markup => "fmt fmt--markup",
        InlineKind::ListMarker => "fmt fmt--marker",
        InlineKind::Strong => "fmt fmt--strong",
        InlineKind::Emphasis => "fmt fmt--emphasis",
        InlineKind::Strike => "fmt fmt--strike",
        InlineKind::Code => "fmt fmt--code",
        InlineKind::Link => "fmt fmt--link",
    }
}

/// The characters of the text in a segment.
fn length(segment: &Segment) -> u32 {
    match segment {
        Segment::Plain(texts) | Segment::Marked(texts, _) => {
            texts.iter().map(|text| Utf16::length_of(stored(text)).0).sum()
        }
        Segment::Point(_) => 0,
    }
}

fn stored(text: &DisplayedText) -> &str {
    match text {
        DisplayedText::AsStored(text)
        | DisplayedText::Hidden(text)
        | DisplayedText::Replaced { stored: text, .. } => text,
    }
}

/// Adds a segment that begins at `at`, cut where the look of its characters changes. `looks` are those from its line on.
fn cut(segment: Segment, mut at: Utf16, looks: &[Look], segments: &mut Vec<Segment>) {
    let end = Utf16(at.0 + length(&segment));
    let mut rest = Some(segment);
    let first = looks.partition_point(|look| look.span.end() <= at);
    for look in looks.iter().skip(first).take_while(|look| look.span.start() < end) {
        for (until, look) in [(look.span.start(), None), (look.span.end(), Some(look))] {
            if until <= at {
                continue;
            }
            let Some(segment) = rest.take() else { return };
            let (head, tail) = divided(segment, until.0 - at.0);
            segments.push(match look {
                // The room stands before the separator, not before the rest of one that a mark cuts.
                Some(look) => dressed(head, look, look.span.start() == at),
                None => head,
            });
            (rest, at) = (tail, until.min(end));
        }
    }
    segments.extend(rest);
}

/// A segment with a look.
fn dressed(segment: Segment, look: &Look, is_first: bool) -> Segment {
    let (texts, mut attributes) = match segment {
        Segment::Plain(texts) => (texts, MarkAttributes::default()),
        Segment::Marked(texts, attributes) => (texts, attributes),
        Segment::Point(attributes) => return Segment::Point(attributes),
    };
    attributes.class.push_str(if attributes.class.is_empty() { "" } else { " " });
    attributes.class.push_str(&look.classes);
    if look.padding > 0 && is_first {
        attributes.styles.push(("padding-inline-start", format!("{}ch", look.padding)));
    }
    Segment::Marked(texts, attributes)
}

/// The first `units` UTF-16 code units of a segment, and the others if there are any.
fn divided(segment: Segment, units: u32) -> (Segment, Option<Segment>) {
    if length(&segment) <= units {
        return (segment, None);
    }
    match segment {
        Segment::Plain(texts) => {
            let (head, tail) = divided_texts(texts, units);
            (Segment::Plain(head), Some(Segment::Plain(tail)))
        }
        Segment::Marked(texts, attributes) => {
            let (head, tail) = divided_texts(texts, units);
            let tail = Segment::Marked(tail, attributes.clone());
            (Segment::Marked(head, attributes), Some(tail))
        }
        Segment::Point(attributes) => (Segment::Point(attributes), None),
    }
}

fn divided_texts(
    texts: Vec<DisplayedText>,
    units: u32,
) -> (Vec<DisplayedText>, Vec<DisplayedText>) {
    let (mut head, mut tail, mut left) = (Vec::new(), Vec::new(), units);
    for text in texts {
        let length = Utf16::length_of(stored(&text)).0;
        if left >= length {
            left -= length;
            head.push(text);
        } else if left == 0 {
            tail.push(text);
        } else {
            let (first, second) = divided_text(text, left);
            left = 0;
            head.push(first);
            tail.push(second);
        }
    }
    (head, tail)
}

fn divided_text(text: DisplayedText, units: u32) -> (DisplayedText, DisplayedText) {
    let at = byte_at(stored(&text), units);
    let halves = |text: &str| {
        let (first, second) = text.split_at_checked(at).unwrap_or((text, ""));
        (first.to_owned(), second.to_owned())
    };
    match text {
        DisplayedText::AsStored(text) => {
            let (first, second) = halves(&text);
            (DisplayedText::AsStored(first), DisplayedText::AsStored(second))
        }
        DisplayedText::Hidden(text) => {
            let (first, second) = halves(&text);
            (DisplayedText::Hidden(first), DisplayedText::Hidden(second))
        }
        // What is displayed instead stands once, with the first part.
        DisplayedText::Replaced { stored, displayed } => {
            let (first, second) = halves(&stored);
            (DisplayedText::Replaced { stored: first, displayed }, DisplayedText::Hidden(second))
        }
    }
}

/// The byte of the character that begins after so many UTF-16 code units.
fn byte_at(text: &str, units: u32) -> usize {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left == 0 {
            return at;
        }
        left = left.saturating_sub(if c.len_utf16() == 2 { 2 } else { 1 });
    }
    text.len()
}
