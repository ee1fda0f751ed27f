//! From edits to what a pane shows: which pieces of the text are marked, and how.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use spanwise_annotation::document::{Edit, EditId, EditKey, Instance, TextName};
use spanwise_browser::length::tenths;
use spanwise_browser::text_pane::{Glyphs, Look, Marking};
use spanwise_limits::MOST_MARKS;
use spanwise_template::{Side, Template};
use spanwise_text::blocks::blocks;
use spanwise_text::runs::{self, Cover, Mark};
use spanwise_text::subword::{self, Piece, Shown};
use spanwise_text::{Span, Text, Utf16};

/// Room below the text for stacked underlines, in CSS pixels; `style/text.css` reserves as much.
const ROOM: f64 = 13.0;

/// Underlines that can be told apart in that room; what lies further out shares the last place.
const LANES: u8 = 12;

/// One span of one edit, with what its marks need.
#[derive(Debug)]
struct Source {
    key: EditKey,
    /// The constituent that it is a span of, if it is one.
    constituent: Option<EditKey>,
    names: String,
    /// Position of its category in the template, or `None` for a category the template does not know.
    category: Option<usize>,
    open: bool,
    span: Span,
}

/// What a pane shows besides the edits.
#[derive(Debug, Default)]
pub(super) struct Overlay {
    /// Spans of the draft, or the range selected for it, with the draft's category.
    pub(super) pending: Vec<(Span, Option<usize>)>,
    /// The one category whose edits are marked, if not all are.
    pub(super) only: Option<String>,
    /// Classes that marks of single edits have besides their own.
    pub(super) classes: HashMap<EditKey, &'static str>,
}

impl Overlay {
    /// The further class of an edit's marks, with a space before it.
    fn class(&self, key: EditKey) -> Option<String> {
        self.classes.get(&key).map(|class| format!(" {class}"))
    }
}

/// The name of an edit in `data-mark`.
pub(super) fn mark_name(edit: &Edit) -> String {
    match &edit.id {
        Some(EditId::Number(id)) => format!("{}-{id}", edit.category),
        Some(EditId::Other(id)) => format!("{}-{id}", edit.category),
        None => format!("{}-k{}", edit.category, edit.key.0),
    }
}

/// The lines of one side, with the looks of their pieces.
pub(super) fn lines(
    instance: &Instance,
    side: Side,
    template: &Template,
    subwords: bool,
    overlay: &Overlay,
) -> Vec<(Span, Vec<Look>)> {
    let text = instance.text(side);
    let name = instance.texts.first(side).map_or_else(|| side.into(), |text| text.name.clone());
    let shown =
        |edit: &&Arc<Edit>| overlay.only.as_ref().is_none_or(|category| *category == edit.category);
    let edits: Vec<&Arc<Edit>> = instance.edits.iter().filter(shown).collect();
    let last = last_start(&edits, &name);
    let mut sources = Vec::new();
    for edit in edits {
        if spans(edit, &name).any(|span| span.start() <= last) {
            collect(edit, &name, template, &mut sources);
        }
    }
    sources.retain(|source| source.span.start() <= last);
    sources.truncate(MOST_MARKS);
    let marks: Vec<Mark> =
        (0u32..).zip(&sources).map(|(rank, s)| Mark { span: s.span, rank }).collect();
    let layout = runs::layout(text.len_utf16(), &marks);
    let pieces = if subwords { subword::pieces(text) } else { Vec::new() };
    let lanes = layout.runs.iter().flat_map(|r| &r.cover).map(|c| c.lane).max().unwrap_or(0);
    let lanes = f64::from(lanes.min(LANES - 1)) + 1.0;
    let painter = Painter { text, sources: &sources, pieces, lanes };
    let points = painter.points(&layout, overlay);
    let mut cuts: Vec<Utf16> = points.iter().map(|p| p.at).collect();
    cuts.extend(overlay.pending.iter().flat_map(|(s, _)| [s.start(), s.end()]));
    cuts.sort_unstable();
    let mut runs = layout.runs.as_slice();
    let mut lines = Vec::new();
    for line in blocks(text) {
        let mut looks = Vec::new();
        while let Some((run, rest)) = runs.split_first() {
            if run.span.start() >= line.end() {
                break;
            }
            let start = run.span.start().max(line.start());
            let end = run.span.end().min(line.end());
            painter.segments(start, end, &run.cover, &cuts, &points, overlay, &mut looks);
            if run.span.end() > line.end() {
                break;
            }
            runs = rest;
        }
        lines.push((line, looks));
    }
    let end = text.len_utf16();
    let last: Vec<Look> = points
        .iter()
        .filter(|p| p.at == end && !p.after)
        .map(|p| Look::Point(p.marking.clone()))
        .collect();
    match lines.last_mut() {
        Some((_, looks)) => looks.extend(last),
        None => lines.push((Span::between(end, end), last)),
    }
    lines
}

/// Where the last of the marks that are drawn begins: of too many, those that begin first are.
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
    let members = edit.constituents.iter().flat_map(move |member| member.spans.on(text));
    edit.spans.on(text).iter().chain(members).copied()
}

fn collect(edit: &Edit, text: &TextName, template: &Template, sources: &mut Vec<Source>) {
    let category = |edit: &Edit| template.typology.find(&edit.category).map(|(id, _)| id.index());
    let open = !spanwise_annotation::document::summary::is_complete(
        edit,
        &template.typology,
        &template.settings,
    );
    let own = mark_name(edit);
    for span in edit.spans.on(text) {
        let (key, names, constituent) = (edit.key, own.clone(), None);
        sources.push(Source {
            key,
            constituent,
            names,
            category: category(edit),
            open,
            span: *span,
        });
    }
    for member in &edit.constituents {
        for span in member.spans.on(text) {
            let names = format!("{own} {}", mark_name(member));
            sources.push(Source {
                key: edit.key,
                constituent: Some(member.key),
                names,
                category: category(edit),
                open,
                span: *span,
            });
        }
    }
}

/// Something between characters.
struct PointLook {
    at: Utf16,
    /// Whether it belongs to what is before it rather than to what comes after.
    after: bool,
    marking: Marking,
}

struct Painter<'a> {
    text: &'a Text,
    sources: &'a [Source],
    pieces: Vec<Piece>,
    lanes: f64,
}

impl Painter<'_> {
    fn points(&self, layout: &runs::Layout, overlay: &Overlay) -> Vec<PointLook> {
        let mut points = Vec::new();
        for point in &layout.points {
            let Some(source) = self.sources.get(point.mark) else { continue };
            let marking = Marking {
                class: format!("point{}", overlay.class(source.key).unwrap_or_default()),
                names: source.names.clone(),
                keys: std::iter::once(source.key).chain(source.constituent).map(|k| k.0).collect(),
                attributes: Vec::new(),
                styles: vec![("--tint", color(source.category, source.open))],
            };
            points.push(PointLook { at: point.at, after: false, marking });
        }
        for (span, category) in overlay.pending.iter().filter(|(s, _)| s.is_empty()) {
            let marking = Marking {
                class: "point point--pending".to_owned(),
                styles: vec![("--tint", color(*category, false))],
                ..Marking::default()
            };
            points.push(PointLook { at: span.start(), after: false, marking });
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
        points: &[PointLook],
        overlay: &Overlay,
        looks: &mut Vec<Look>,
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
            looks.extend(at(from).filter(|p| !p.after).map(|p| Look::Point(p.marking.clone())));
            looks.push(self.look(Span::between(from, to), cover, overlay));
            looks.extend(at(to).filter(|p| p.after).map(|p| Look::Point(p.marking.clone())));
            from = to;
        }
    }

    fn look(&self, span: Span, cover: &[Cover], overlay: &Overlay) -> Look {
        let glyphs = self.glyphs(span);
        let inside = |s: &Span| s.start() <= span.start() && span.end() <= s.end();
        let pending = overlay.pending.iter().find(|(s, _)| !s.is_empty() && inside(s));
        if cover.is_empty() && pending.is_none() {
            return Look::Plain(glyphs);
        }
        let mut marking = Marking { class: "run".to_owned(), ..Marking::default() };
        let mut by_length: Vec<&Cover> = cover.iter().collect();
        by_length.sort_by_key(|c| self.sources.get(c.mark).map(|s| s.span.len()));
        let tint = by_length.first().and_then(|c| self.sources.get(c.mark)).map(|s| s.category);
        let mut names: Vec<&str> = Vec::new();
        let mut known = HashSet::new();
        for cover in by_length {
            let Some(source) = self.sources.get(cover.mark) else { continue };
            for key in std::iter::once(source.key).chain(source.constituent) {
                if !marking.keys.contains(&key.0) {
                    marking.keys.push(key.0);
                }
            }
            for name in source.names.split(' ') {
                if known.insert(name) {
                    names.push(name);
                }
            }
        }
        marking.names = names.join(" ");
        if let Some(category) = tint {
            marking.styles.push(("--tint", color(category, false)));
        }
        self.underline(cover, &mut marking);
        if let Some(class) = marking.keys.first().and_then(|key| overlay.class(EditKey(*key))) {
            marking.class.push_str(&class);
        }
        if let Some((_, category)) = pending {
            marking.class.push_str(" run--pending");
            marking.styles.push(("--pending", color(*category, false)));
        }
        Look::Marked(glyphs, marking)
    }

    /// One layer of background per underline, lanes from the text downwards.
    fn underline(&self, cover: &[Cover], marking: &mut Marking) {
        if cover.is_empty() {
            return;
        }
        let pitch = (ROOM / self.lanes).min(4.0);
        let thick = (pitch - 1.0).clamp(1.0, 3.0);
        let (mut images, mut sizes, mut positions) = (Vec::new(), Vec::new(), Vec::new());
        // They come by lane: of those in the last place, the first is drawn.
        let drawn = cover.chunk_by(|a, b| a.lane.min(LANES - 1) == b.lane.min(LANES - 1));
        for cover in drawn.filter_map(<[Cover]>::first) {
            let Some(source) = self.sources.get(cover.mark) else { continue };
            images.push(stroke(source.category, source.open));
            sizes.push(format!("100% {}px", tenths(thick)));
            let below = ROOM - pitch * f64::from(cover.lane.min(LANES - 1)) - thick;
            positions.push(format!("0 calc(100% - {}px)", tenths(below)));
        }
        marking.styles.push(("background-image", images.join(",")));
        marking.styles.push(("background-size", sizes.join(",")));
        marking.styles.push(("background-position", positions.join(",")));
    }

    fn glyphs(&self, span: Span) -> Vec<Glyphs> {
        if self.pieces.is_empty() {
            return vec![Glyphs::Shown(self.text.slice(span).to_owned())];
        }
        let first = self.pieces.partition_point(|p| p.span.end() <= span.start());
        let mut glyphs = Vec::new();
        for piece in self.pieces.iter().skip(first) {
            if piece.span.start() >= span.end() {
                break;
            }
            let part = Span::between(
                piece.span.start().max(span.start()),
                piece.span.end().min(span.end()),
            );
            let stored = self.text.slice(part).to_owned();
            glyphs.push(match &piece.shown {
                Shown::AsIs => Glyphs::Shown(stored),
                Shown::Hidden => Glyphs::Hidden(stored),
                // A decoded character cut by a mark is shown once, with its first part.
                Shown::Instead(text) if part.start() == piece.span.start() => {
                    Glyphs::Instead(stored, text.clone())
                }
                Shown::Instead(_) => Glyphs::Hidden(stored),
            });
        }
        glyphs
    }
}

/// The colour of a category as a style: a variable that the page sets for both themes.
pub(super) fn color(category: Option<usize>, open: bool) -> String {
    match (category, open) {
        (Some(index), false) => format!("var(--c{index})"),
        (Some(index), true) => format!("var(--o{index})"),
        (None, _) => "var(--unknown)".to_owned(),
    }
}

/// Categories differ in pattern as well as in colour.
fn stroke(category: Option<usize>, open: bool) -> String {
    let c = color(category, open);
    match category.map(|index| index % 4) {
        Some(1) => format!("repeating-linear-gradient(90deg,{c} 0 8px,transparent 8px 11px)"),
        Some(2) => format!("repeating-linear-gradient(90deg,{c} 0 3px,transparent 3px 6px)"),
        Some(3) => format!(
            "repeating-linear-gradient(90deg,{c} 0 12px,transparent 12px 15px,{c} 15px 18px,transparent 18px 21px)"
        ),
        _ => format!("linear-gradient({c},{c})"),
    }
}
