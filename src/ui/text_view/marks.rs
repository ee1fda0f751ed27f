//! Conversion of edits into the segments that a pane paints. Pure: no DOM.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::text_pane::{DisplayedText, LineContent, MarkAttributes, Segment};
use crate::ui::colors::underline;
use spanwise_annotation::document::{Edit, EditId, EditKey, Instance, TextName};
use spanwise_browser::length::tenths;
use spanwise_limits::MOST_MARKS;
use spanwise_template::{Side, Template};
use spanwise_text::blocks::blocks;
use spanwise_text::runs::{self, Cover, Mark};
use spanwise_text::subword::{self, Piece, Shown};
use spanwise_text::{Span, Text, Utf16};

/// Room below the text for stacked underlines, in CSS pixels; `style/text.css` reserves as much.
const ROOM: f64 = 13.0;

/// The number of underlines that can be told apart in that room; those further out share the last place.
const LANES: u8 = 12;

/// One span of one edit, with the data of its marks.
#[derive(Debug)]
struct MarkedSpan {
    key: EditKey,
    /// The constituent that it is a span of, if it is one.
    constituent: Option<EditKey>,
    names: String,
    /// Position of its category in the template, or `None` for a category the template does not know.
    category: Option<usize>,
    is_complete: bool,
    span: Span,
}

impl MarkedSpan {
    /// The colour of the category, or its paler shade if the edit is incomplete.
    fn color(&self) -> String {
        match self.category {
            Some(index) if !self.is_complete => format!("var(--o{index})"),
            category @ (Some(_) | None) => category_color(category),
        }
    }

    /// The underline as a background image. Categories differ in pattern as well as in colour.
    fn stroke(&self) -> String {
        underline(self.category.unwrap_or_default(), &self.color())
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

/// Decorations of a pane besides the marks of edits.
#[derive(Debug, Default)]
pub(super) struct MarkOverlay {
    /// Spans of the draft, or of the selection for it.
    pub(super) pending: Vec<PendingSpan>,
    /// The one category whose edits are marked, if not all are.
    pub(super) only_category: Option<String>,
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

/// The lines of one side, as segments.
pub(super) fn marked_lines(
    instance: &Instance,
    side: Side,
    template: &Template,
    subwords: bool,
    overlay: &MarkOverlay,
) -> Vec<LineContent> {
    let text = instance.text(side);
    let name = instance.texts.first(side).map_or_else(|| side.into(), |text| text.name.clone());
    let shown = |edit: &&Arc<Edit>| {
        overlay.only_category.as_ref().is_none_or(|category| *category == edit.category)
    };
    let edits: Vec<&Arc<Edit>> = instance.edits.iter().filter(shown).collect();
    let last = last_start(&edits, &name);
    let mut marked_spans = Vec::new();
    for edit in edits {
        if spans(edit, &name).any(|span| span.start() <= last) {
            collect(edit, &name, template, &mut marked_spans);
        }
    }
    marked_spans.retain(|marked| marked.span.start() <= last);
    marked_spans.truncate(MOST_MARKS);
    let marks: Vec<Mark> =
        (0u32..).zip(&marked_spans).map(|(rank, s)| Mark { span: s.span, rank }).collect();
    let layout = runs::layout(text.len_utf16(), &marks);
    let pieces = if subwords { subword::pieces(text) } else { Vec::new() };
    let lanes = layout.runs.iter().flat_map(|r| &r.cover).map(|c| c.lane).max().unwrap_or(0);
    let lanes = f64::from(lanes.min(LANES - 1)) + 1.0;
    let painter = LinePainter { text, marked_spans: &marked_spans, pieces, lanes };
    let points = painter.points(&layout, overlay);
    let mut cuts: Vec<Utf16> = points.iter().map(|p| p.at).collect();
    cuts.extend(overlay.pending.iter().flat_map(|p| [p.span.start(), p.span.end()]));
    cuts.sort_unstable();
    let mut runs = layout.runs.as_slice();
    let mut lines = Vec::new();
    for line in blocks(text) {
        let mut segments = Vec::new();
        while let Some((run, rest)) = runs.split_first() {
            if run.span.start() >= line.end() {
                break;
            }
            let start = run.span.start().max(line.start());
            let end = run.span.end().min(line.end());
            painter.segments(start, end, &run.cover, &cuts, &points, overlay, &mut segments);
            if run.span.end() > line.end() {
                break;
            }
            runs = rest;
        }
        lines.push(LineContent { span: line, segments });
    }
    let end = text.len_utf16();
    let last: Vec<Segment> = points
        .iter()
        .filter(|p| p.at == end)
        .map(|p| Segment::Point(p.attributes.clone()))
        .collect();
    match lines.last_mut() {
        Some(line) => line.segments.extend(last),
        None => lines.push(LineContent { span: Span::between(end, end), segments: last }),
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

fn collect(edit: &Edit, text: &TextName, template: &Template, marked_spans: &mut Vec<MarkedSpan>) {
    let category = |edit: &Edit| template.typology.find(&edit.category).map(|(id, _)| id.index());
    let is_complete = spanwise_annotation::document::summary::is_complete(
        edit,
        &template.typology,
        &template.settings,
    );
    let own = mark_name(edit);
    for span in edit.spans.on(text) {
        let (key, names, constituent) = (edit.key, own.clone(), None);
        marked_spans.push(MarkedSpan {
            key,
            constituent,
            names,
            category: category(edit),
            is_complete,
            span: *span,
        });
    }
    for constituent in &edit.constituents {
        for span in constituent.spans.on(text) {
            let names = format!("{own} {}", mark_name(constituent));
            marked_spans.push(MarkedSpan {
                key: edit.key,
                constituent: Some(constituent.key),
                names,
                category: category(edit),
                is_complete,
                span: *span,
            });
        }
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
    lanes: f64,
}

impl LinePainter<'_> {
    fn points(&self, layout: &runs::Layout, overlay: &MarkOverlay) -> Vec<PointSegment> {
        let mut points = Vec::new();
        for point in &layout.points {
            let Some(marked) = self.marked_spans.get(point.mark) else { continue };
            let attributes = MarkAttributes {
                class: format!("point{}", overlay.class(marked.key).unwrap_or_default()),
                names: marked.names.clone(),
                keys: std::iter::once(marked.key).chain(marked.constituent).map(|k| k.0).collect(),
                styles: vec![("--tint", marked.color())],
            };
            points.push(PointSegment { at: point.at, attributes });
        }
        for pending in overlay.pending.iter().filter(|p| p.span.is_empty()) {
            let attributes = MarkAttributes {
                class: "point point--pending".to_owned(),
                styles: vec![("--tint", category_color(pending.category))],
                ..MarkAttributes::default()
            };
            points.push(PointSegment { at: pending.span.start(), attributes });
        }
        points.sort_by_key(|p| p.at);
        points
    }

    /// One run, cut where points stand and where the draft begins and ends.
    #[expect(clippy::too_many_arguments, reason = "one inner loop, taken out to be read")]
    fn segments(
        &self,
        start: Utf16,
        end: Utf16,
        cover: &[Cover],
        cuts: &[Utf16],
        points: &[PointSegment],
        overlay: &MarkOverlay,
        segments: &mut Vec<Segment>,
    ) {
        let inner = cuts.partition_point(|c| *c <= start)..cuts.partition_point(|c| *c < end);
        let mut edges: Vec<Utf16> = cuts.get(inner).unwrap_or_default().to_vec();
        edges.dedup();
        edges.push(end);
        let mut from = start;
        let at = |offset: Utf16| {
            let first = points.partition_point(|p| p.at < offset);
            points.iter().skip(first).take_while(move |p| p.at == offset)
        };
        for to in edges {
            segments.extend(at(from).map(|p| Segment::Point(p.attributes.clone())));
            segments.push(self.segment(Span::between(from, to), cover, overlay));
            from = to;
        }
    }

    fn segment(&self, span: Span, cover: &[Cover], overlay: &MarkOverlay) -> Segment {
        let texts = self.texts(span);
        let inside = |s: &Span| s.start() <= span.start() && span.end() <= s.end();
        let pending = overlay.pending.iter().find(|p| !p.span.is_empty() && inside(&p.span));
        if cover.is_empty() && pending.is_none() {
            return Segment::Plain(texts);
        }
        let mut attributes =
            MarkAttributes { class: "run".to_owned(), ..MarkAttributes::default() };
        let mut by_length: Vec<&Cover> = cover.iter().collect();
        by_length.sort_by_key(|c| self.marked_spans.get(c.mark).map(|s| s.span.len()));
        let tint =
            by_length.first().and_then(|c| self.marked_spans.get(c.mark)).map(|s| s.category);
        let mut names: Vec<&str> = Vec::new();
        let mut known = HashSet::new();
        for cover in by_length {
            let Some(marked) = self.marked_spans.get(cover.mark) else { continue };
            for key in std::iter::once(marked.key).chain(marked.constituent) {
                if !attributes.keys.contains(&key.0) {
                    attributes.keys.push(key.0);
                }
            }
            for name in marked.names.split(' ') {
                if known.insert(name) {
                    names.push(name);
                }
            }
        }
        attributes.names = names.join(" ");
        if let Some(category) = tint {
            attributes.styles.push(("--tint", category_color(category)));
        }
        self.underline(cover, &mut attributes);
        if let Some(class) = attributes.keys.first().and_then(|key| overlay.class(EditKey(*key))) {
            attributes.class.push_str(&class);
        }
        if let Some(pending) = pending {
            attributes.class.push_str(" run--pending");
            attributes.styles.push(("--pending", category_color(pending.category)));
        }
        Segment::Marked(texts, attributes)
    }

    /// One layer of background per underline, lanes from the text downwards.
    fn underline(&self, cover: &[Cover], attributes: &mut MarkAttributes) {
        if cover.is_empty() {
            return;
        }
        let pitch = (ROOM / self.lanes).min(4.0);
        let thick = (pitch - 1.0).clamp(1.0, 3.0);
        let (mut images, mut sizes, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        // They come by lane: of those in the last place, the first is drawn.
        let drawn = cover.chunk_by(|a, b| a.lane.min(LANES - 1) == b.lane.min(LANES - 1));
        for cover in drawn.filter_map(<[Cover]>::first) {
            let Some(marked) = self.marked_spans.get(cover.mark) else { continue };
            images.push(marked.stroke());
            sizes.push(format!("100% {}px", tenths(thick)));
            let below = ROOM - pitch * f64::from(cover.lane.min(LANES - 1)) - thick;
            positions.push(format!("0 calc(100% - {}px)", tenths(below)));
        }
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
