//! Drafts: incomplete edits.

use super::instance::EditKey;
use super::spans::Spans;
use super::texts::{TextName, Texts};
use spanwise_template::{CategoryId, CategoryShape, Side, Sides, SpanCount};
use spanwise_text::Span;

/// An incomplete edit: its category is chosen, but spans or constituents may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The category of the future edit.
    pub category: CategoryId,
    /// Spans chosen so far.
    pub spans: Spans,
    /// Edits chosen so far as constituents of a composite.
    pub constituents: Vec<EditKey>,
}

/// A requirement that a draft does not meet yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingInDraft {
    /// A span in a text on this side.
    Span(Side),
    /// An insertion point in a text on this side.
    Point(Side),
    /// At least one constituent.
    Edits,
}

impl Draft {
    /// Creates an empty draft.
    #[must_use]
    pub fn new(category: CategoryId) -> Self {
        Draft { category, spans: Spans::default(), constituents: Vec::new() }
    }

    /// The first requirement not met, the source before the target; `None` if the draft is complete.
    #[must_use]
    pub fn missing(&self, shape: CategoryShape, texts: &Texts) -> Option<MissingInDraft> {
        match shape {
            CategoryShape::Whole => None,
            CategoryShape::Composite => {
                self.constituents.is_empty().then_some(MissingInDraft::Edits)
            }
            CategoryShape::Spans { sides, count } => {
                let missing = match count {
                    SpanCount::Point => MissingInDraft::Point,
                    SpanCount::One | SpanCount::Many => MissingInDraft::Span,
                };
                missing_side(sides, &self.spans, texts).map(missing)
            }
        }
    }

    /// Returns `true` if the draft is complete and takes no further spans or constituents, so that it becomes an edit
    /// at once.
    #[must_use]
    pub fn is_full(&self, shape: CategoryShape, texts: &Texts) -> bool {
        let open_ended = matches!(
            shape,
            CategoryShape::Composite | CategoryShape::Spans { count: SpanCount::Many, .. }
        );
        !open_ended && self.missing(shape, texts).is_none()
    }

    /// Adds a span to those of a multi-span edit; otherwise replaces the one on the same side.
    pub fn add_span(&mut self, text: &TextName, span: Span, count: SpanCount, texts: &Texts) {
        add_span(&mut self.spans, text, span, count, texts);
    }

    /// Adds a constituent, or removes it if it is one already.
    pub fn toggle_constituent(&mut self, key: EditKey) {
        match self.constituents.iter().position(|m| *m == key) {
            Some(at) => {
                self.constituents.remove(at);
            }
            None => self.constituents.push(key),
        }
    }
}

/// Adds a span to those of a multi-span edit; otherwise replaces the one on the same side, in whichever of its texts that
/// is. A span that is there already is not added again.
pub fn add_span(spans: &mut Spans, text: &TextName, span: Span, count: SpanCount, texts: &Texts) {
    if count != SpanCount::Many {
        let side = |name: &TextName| texts.get(name).map(|text| text.role);
        spans.retain_texts(|name| name != text && side(name) != side(text));
    }
    spans.change(text, |spans| {
        if !spans.contains(&span) {
            spans.push(span);
        }
    });
}

/// The first side that needs a span and has none on any of its texts.
#[must_use]
pub fn missing_side(sides: Sides, spans: &Spans, texts: &Texts) -> Option<Side> {
    Side::ALL.into_iter().find(|side| sides.includes(*side) && !is_marked(*side, spans, texts))
}

/// Returns `true` if any text of a side has a span.
#[must_use]
pub fn is_marked(side: Side, spans: &Spans, texts: &Texts) -> bool {
    texts.on(side).any(|text| !spans.on(&text.name).is_empty())
}
