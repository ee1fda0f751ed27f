//! An edit in the making.

use super::instance::EditKey;
use super::spans::Spans;
use super::texts::{TextName, Texts};
use spanwise_template::{CategoryId, CategoryShape, Side, Sides, SpanCount};
use spanwise_text::Span;

/// An edit in the making: its category is chosen, its spans or members are not all there yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// What it will be.
    pub category: CategoryId,
    /// Spans chosen so far.
    pub spans: Spans,
    /// Edits chosen so far, for a composite.
    pub members: Vec<EditKey>,
}

/// What a draft needs before it can become an edit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingInDraft {
    /// A span in a text on this side.
    Span(Side),
    /// An insertion point in a text on this side.
    Point(Side),
    /// At least one edit to be made of.
    Edits,
}

impl Draft {
    /// An empty draft.
    #[must_use]
    pub fn new(category: CategoryId) -> Self {
        Draft { category, spans: Spans::default(), members: Vec::new() }
    }

    /// What is still missing, the source before the target.
    #[must_use]
    pub fn missing(&self, shape: CategoryShape, texts: &Texts) -> Option<MissingInDraft> {
        match shape {
            CategoryShape::Whole => None,
            CategoryShape::Composite => self.members.is_empty().then_some(MissingInDraft::Edits),
            CategoryShape::Spans { sides, count } => {
                let missing = match count {
                    SpanCount::Point => MissingInDraft::Point,
                    SpanCount::One | SpanCount::Many => MissingInDraft::Span,
                };
                missing_side(sides, &self.spans, texts).map(missing)
            }
        }
    }

    /// Whether nothing more can be added, so that it becomes an edit by itself.
    #[must_use]
    pub fn is_full(&self, shape: CategoryShape, texts: &Texts) -> bool {
        let open_ended = matches!(
            shape,
            CategoryShape::Composite | CategoryShape::Spans { count: SpanCount::Many, .. }
        );
        !open_ended && self.missing(shape, texts).is_none()
    }

    /// Adds a span: to the others of a multi-span edit, in the place of the one on the same text otherwise.
    pub fn add_span(&mut self, text: &TextName, span: Span, count: SpanCount) {
        self.spans.change(text, |spans| {
            if count != SpanCount::Many {
                spans.clear();
            }
            if !spans.contains(&span) {
                spans.push(span);
            }
        });
    }

    /// Adds a member, or takes it away again.
    pub fn toggle_member(&mut self, key: EditKey) {
        match self.members.iter().position(|m| *m == key) {
            Some(at) => {
                self.members.remove(at);
            }
            None => self.members.push(key),
        }
    }
}

/// The first side that needs a span and has none on any of its texts.
#[must_use]
pub fn missing_side(sides: Sides, spans: &Spans, texts: &Texts) -> Option<Side> {
    Side::ALL.into_iter().find(|side| sides.includes(*side) && !is_marked(*side, spans, texts))
}

/// Whether there is a span on any text of a side.
#[must_use]
pub fn is_marked(side: Side, spans: &Spans, texts: &Texts) -> bool {
    texts.on(side).any(|text| !spans.on(&text.name).is_empty())
}
