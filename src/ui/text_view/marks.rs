//! Conversion of edits into the segments that a pane paints. Pure: no DOM.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::text_pane::{DisplayedText, LineContent, MarkAttributes, Segment};
use crate::ui::colors::{LANES, UnderlinePlace, underline};
use spanwise_annotation::document::{Edit, EditId, EditKey, Instance, TextName, Texts};
use spanwise_limits::MOST_MARKS;
use spanwise_template::Template;
use spanwise_text::blocks::blocks;
use spanwise_text::runs::{self, Cover, Mark};
use spanwise_text::subword::{self, Piece, Shown};
use spanwise_text::{Span, Text, Utf16};

/// One span to mark: of an edit, or of the draft.
#[derive(Debug)]
struct MarkedSpan {
    span: Span,
    color: String,
    /// The position of its category in the template, which decides the pattern; `None` is a solid line.
    category: Option<usize>,
    /// The edit that it is a span of; `None` for the draft and the selection.
    edit: Option<MarkedEdit>,
}

/// The edit of a marked span.
#[derive(Debug)]
struct MarkedEdit {
    key: EditKey,
    /// The constituent that it is a span of, if it is one.
    constituent: Option<EditKey>,
    names: String,
}

impl MarkedEdit {
    fn keys(&self) -> impl Iterator<Item = u32> {
        std::iter::once(self.key).chain(self.constituent).map(|key| key.0)
    }
}

impl MarkedSpan {
    /// The underline as a background image. Categories differ in pattern as well as in colour.
    fn stroke(&self) -> String {
        underline(self.category.unwrap_or_default(), &self.color)
    }
}

/// A class of the marks of an edit besides their own, or an empty one. Tracked.
pub(in crate::ui) type MarkClass = Rc<dyn Fn(EditKey) -> &'static str>;

/// A span that is not part of an edit yet.
#[derive(Debug, Clone, Copy)]
pub(super) struct PendingSpan {
    pub(super) span: Span,
    /// The position in the template of the category that was chosen for it.
    pub(super) category: Option<usize>,
}

impl PendingSpan {
    fn marked(&self) -> MarkedSpan {
        let PendingSpan { span, category } = *self;
        let color =
            category.map_or_else(|| "var(--accent)".to_owned(), |_| category_color(category));
        MarkedSpan { span, color, category, edit: None }
    }
}

/// Decorations of a pane besides the marks of edits.
#[derive(Debug, Default)]
pub(super) struct MarkOverlay {
    /// Spans of the draft, or of the selection for it.
    pub(super) pending: Vec<PendingSpan>,
    /// The names of the categories whose edits are not marked.
    pub(super) hidden: BTreeSet<String>,
    /// `true` if nothing is marked.
    pub(super) is_plain: bool,
    /// Classes that marks of single edits have besides their own.
    pub(super) classes: HashMap<EditKey, &'static str>,
}

impl MarkOverlay {
    /// The further class of an edit's marks, with a space before it.
    fn class(&self, key: EditKey) -> Option<String> {
        self.classes.get(&key).map(|class| format!(" {class}"))
    }
}

/// The name of an edit in `data-mark`.
pub(in crate::ui) fn mark_name(edit: &Edit) -> String {
    match &edit.id {
        Some(EditId::Number(id)) => format!("{}-{id}", edit.category),
        Some(EditId::Other(id)) => format!("{}-{id}", edit.category),
        None => format!("{}-k{}", edit.category, edit.key.0),
    }
}

/// The lines of a text, as segments: of the whole text, or of the first paragraphs that are given.
pub(super) fn marked_lines(
    instance: &Instance,
    name: &TextName,
    paragraphs: Option<&[Span]>,
    template: &Template,
    subwords: bool,
    overlay: &MarkOverlay,
) -> Vec<LineContent> {
    let text = instance.texts.content(name);
    let shown =
        |edit: &&Arc<Edit>| !overlay.is_plain && !overlay.hidden.contains(edit.category.as_str());
    let edits: Vec<&Arc<Edit>> = instance.edits.iter().filter(shown).collect();
    let last = last_start(&edits, name);
    let mut marked_spans = Vec::new();
    for edit in edits {
        if spans(edit, name).any(|span| span.start() <= last) {
            collect(edit, name, &instance.texts, template, &mut marked_spans);
        }
    }
    marked_spans.retain(|marked| marked.span.start() <= last);
    marked_spans.truncate(MOST_MARKS);
    marked_spans.extend(overlay.pending.iter().map(PendingSpan::marked));
    let marks: Vec<Mark> =
        (0u32..).zip(&marked_spans).map(|(rank, s)| Mark { span: s.span, rank }).collect();
    let layout = runs::layout(text.len_utf16(), &marks);
    let pieces = if subwords { subword::pieces(text) } else { Vec::new() };
    let last_lane = layout.runs.iter().flat_map(|r| &r.cover).map(|c| c.lane).max().unwrap_or(0);
    let painter = LinePainter { text, marked_spans: &marked_spans, pieces, last_lane };
    let points = painter.points(&layout, overlay);
    let mut runs = layout.runs.as_slice();
    let mut lines = Vec::new();
    for (line, paragraph) in lines_in(text, paragraphs) {
        let mut segments = Vec::new();
        while let Some((run, rest)) = runs.split_first() {
            if run.span.start() >= line.end() {
                break;
            }
            let start = run.span.start().max(line.start());
            let end = run.span.end().min(line.end());
            let first = points.partition_point(|point| point.at < start);
            let here = points.iter().skip(first).take_while(|point| point.at == start);
            segments.extend(here.map(|point| Segment::Point(point.attributes.clone())));
            segments.push(painter.segment(Span::between(start, end), &run.cover, overlay));
            if run.span.end() > line.end() {
                break;
            }
            runs = rest;
        }
        lines.push(LineContent { span: line, paragraph, classes: String::new(), segments });
    }
    let end = lines.last().map_or(Utf16(0), |line| line.span.end());
    let last: Vec<Segment> = points
        .iter()
        .filter(|p| p.at == end)
        .map(|p| Segment::Point(p.attributes.clone()))
        .collect();
    match lines.last_mut() {
        Some(line) => line.segments.extend(last),
        None => {
            let span = Span::between(end, end);
            let classes = String::new();
            lines.push(LineContent { span, paragraph: 0, classes, segments: last });
        }
    }
    lines
}

/// The blocks of a text, cut at the borders of paragraphs, with the numbers of these.
fn lines_in(text: &Text, paragraphs: Option<&[Span]>) -> Vec<(Span, usize)> {
    let blocks = blocks(text);
    let Some(paragraphs) = paragraphs else {
        return blocks.into_iter().map(|block| (block, 0)).collect();
    };
    let mut lines = Vec::new();
    for (number, paragraph) in paragraphs.iter().enumerate() {
        let first = blocks.partition_point(|block| block.end() <= paragraph.start());
        let touching = blocks.iter().skip(first);
        for block in touching.take_while(|block| block.start() < paragraph.end()) {
            let start = block.start().max(paragraph.start());
            lines.push((Span::between(start, block.end().min(paragraph.end())), number));
        }
    }
    lines
}

/// The start of the last mark that is drawn: of too many, the first ones are.
fn last_start(edits: &[&Arc<Edit>], text: &TextName) -> Utf16 {
    let mut starts: Vec<Utf16> =
        edits.iter().flat_map(|edit| spans(edit, text)).map(|span| span.start()).collect();
    if starts.len() <= MOST_MARKS {
        return Utf16(u32::MAX);
    }
    *starts.select_nth_unstable(MOST_MARKS - 1).1
}

/// The spans of an edit and its constituents on a text.
fn spans(edit: &Edit, text: &TextName) -> impl Iterator<Item = Span> {
    let constituents =
        edit.constituents.iter().flat_map(move |constituent| constituent.spans.on(text));
    edit.spans.on(text).iter().chain(constituents).copied()
}

fn collect(
    edit: &Edit,
    text: &TextName,
    texts: &Texts,
    template: &Template,
    marked_spans: &mut Vec<MarkedSpan>,
) {
    let category = template.typology.find(&edit.category).map(|(id, _)| id.index());
    let is_complete = spanwise_annotation::document::summary::is_complete(
        edit,
        texts,
        &template.typology,
        &template.settings,
    );
    // An incomplete edit has a paler shade of its category's colour.
    let color = match category {
        Some(index) if !is_complete => format!("var(--o{index})"),
        Some(_) | None => category_color(category),
    };
    let own = mark_name(edit);
    let mut mark = |spans: &[Span], names: &str, constituent: Option<EditKey>| {
        marked_spans.extend(spans.iter().map(|span| MarkedSpan {
            span: *span,
            color: color.clone(),
            category,
            edit: Some(MarkedEdit { key: edit.key, constituent, names: names.to_owned() }),
        }));
    };
    mark(edit.spans.on(text), &own, None);
    for constituent in &edit.constituents {
        let names = format!("{own} {}", mark_name(constituent));
        mark(constituent.spans.on(text), &names, Some(constituent.key));
    }
}

/// An insertion point between characters.
struct PointSegment {
    at: Utf16,
    attributes: MarkAttributes,
}

struct LinePainter<'a> {
    text: &'a Text,
    marked_spans: &'a [MarkedSpan],
    pieces: Vec<Piece>,
    /// The lane of the text that is furthest from it.
    last_lane: u8,
}

impl LinePainter<'_> {
    /// The insertion points, in the order of the text.
    fn points(&self, layout: &runs::Layout, overlay: &MarkOverlay) -> Vec<PointSegment> {
        let point = |point: &runs::Point| {
            let marked = self.marked_spans.get(point.mark)?;
            let mut attributes = MarkAttributes {
                class: "point".to_owned(),
                styles: vec![("--tint", marked.color.clone())],
                ..MarkAttributes::default()
            };
            if self.is_between_words(point.at) {
                attributes.class.push_str(" point--between-words");
            }
            if let Some(edit) = &marked.edit {
                attributes.class.push_str(&overlay.class(edit.key).unwrap_or_default());
                attributes.names.clone_from(&edit.names);
                attributes.keys = edit.keys().collect();
            }
            Some(PointSegment { at: point.at, attributes })
        };
        layout.points.iter().filter_map(point).collect()
    }

    /// Reports whether a point stands before a word, after white space.
    fn is_between_words(&self, at: Utf16) -> bool {
        self.text.slice(Span::between(Utf16(0), at)).ends_with(char::is_whitespace)
    }

    fn segment(&self, span: Span, cover: &[Cover], overlay: &MarkOverlay) -> Segment {
        let texts = self.texts(span);
        if cover.is_empty() {
            return Segment::Plain(texts);
        }
        let mut attributes =
            MarkAttributes { class: "run".to_owned(), ..MarkAttributes::default() };
        let mut by_length: Vec<&MarkedSpan> =
            cover.iter().filter_map(|c| self.marked_spans.get(c.mark)).collect();
        by_length.sort_by_key(|marked| marked.span.len());
        let mut names: Vec<&str> = Vec::new();
        let mut known = HashSet::new();
        for edit in by_length.iter().filter_map(|marked| marked.edit.as_ref()) {
            for key in edit.keys() {
                if !attributes.keys.contains(&key) {
                    attributes.keys.push(key);
                }
            }
            names.extend(edit.names.split(' ').filter(|name| known.insert(*name)));
        }
        attributes.names = names.join(" ");
        if let Some(shortest) = by_length.first() {
            attributes.styles.push(("--tint", shortest.color.clone()));
        }
        self.underline(cover, &mut attributes);
        if let Some(class) = attributes.keys.first().and_then(|key| overlay.class(EditKey(*key))) {
            attributes.class.push_str(&class);
        }
        if let Some(pending) = by_length.iter().find(|marked| marked.edit.is_none()) {
            attributes.class.push_str(" run--pending");
            attributes.styles.push(("--pending", pending.color.clone()));
        }
        Segment::Marked(texts, attributes)
    }

    /// One layer of background per underline, lanes from the text downwards, and an empty one: the colour of the fill has
    /// the extent of the last layer, which is the words without the room below them.
    fn underline(&self, cover: &[Cover], attributes: &mut MarkAttributes) {
        let (mut images, mut sizes, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        // They come by lane: of those in the last place, the first is drawn.
        let drawn = cover.chunk_by(|a, b| a.lane.min(LANES - 1) == b.lane.min(LANES - 1));
        for cover in drawn.filter_map(<[Cover]>::first) {
            let Some(marked) = self.marked_spans.get(cover.mark) else { continue };
            images.push(marked.stroke());
            let place = UnderlinePlace::of(cover.lane, self.last_lane);
            sizes.push(place.size);
            positions.push(place.position);
        }
        let extents = "border-box,".repeat(images.len());
        attributes.styles.push(("background-clip", format!("{extents}content-box")));
        images.push("none".to_owned());
        attributes.styles.push(("background-image", images.join(",")));
        attributes.styles.push(("background-size", sizes.join(",")));
        attributes.styles.push(("background-position", positions.join(",")));
    }

    fn texts(&self, span: Span) -> Vec<DisplayedText> {
        if self.pieces.is_empty() {
            return vec![DisplayedText::AsStored(self.text.slice(span).to_owned())];
        }
        let first = self.pieces.partition_point(|p| p.span.end() <= span.start());
        let mut texts = Vec::new();
        for piece in self.pieces.iter().skip(first) {
            if piece.span.start() >= span.end() {
                break;
            }
            let part = Span::between(
                piece.span.start().max(span.start()),
                piece.span.end().min(span.end()),
            );
            let stored = self.text.slice(part).to_owned();
            texts.push(match &piece.shown {
                Shown::AsIs => DisplayedText::AsStored(stored),
                Shown::Hidden => DisplayedText::Hidden(stored),
                // A decoded character cut by a mark is shown once, with its first part.
                Shown::Instead(text) if part.start() == piece.span.start() => {
                    DisplayedText::Replaced { stored, displayed: text.clone() }
                }
                Shown::Instead(_) => DisplayedText::Hidden(stored),
            });
        }
        texts
    }
}

/// The colour of a category as a style: a variable that the page sets for both themes.
pub(in crate::ui) fn category_color(category: Option<usize>) -> String {
    category.map_or_else(|| "var(--unknown)".to_owned(), |index| format!("var(--c{index})"))
}
