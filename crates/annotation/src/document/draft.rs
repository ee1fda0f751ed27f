//! Drafts: incomplete edits.

use super::instance::EditKey;
use super::roles::{AssignedRoles, roles_of};
use super::spans::{RoleName, Spans};
use super::texts::{TextName, Texts};
use spanwise_template::{Category, CategoryId, CategoryShape, Side, SpanCount, SpanRole};
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
    /// The role that the next span takes, if the annotator chose one; otherwise it is the first that no span has.
    pub role: RoleName,
}

/// A requirement that a draft does not meet yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MissingInDraft {
    /// A span in a text on this side.
    Span(Side),
    /// An insertion point in a text on this side.
    Point(Side),
    /// A span of the first role of the category, which is on this side.
    Role(Side),
    /// At least one constituent.
    Edits,
}

impl Draft {
    /// Creates an empty draft.
    #[must_use]
    pub fn new(category: CategoryId) -> Self {
        Draft { category, spans: Spans::default(), constituents: Vec::new(), role: None }
    }

    /// The first requirement not met, the source before the target; `None` if the draft is complete.
    #[must_use]
    pub fn missing(&self, category: &Category, texts: &Texts) -> Option<MissingInDraft> {
        match category.shape {
            CategoryShape::Whole => None,
            CategoryShape::Composite => {
                self.constituents.is_empty().then_some(MissingInDraft::Edits)
            }
            CategoryShape::Spans { count, .. } => {
                let missing = match count {
                    SpanCount::Point => MissingInDraft::Point,
                    SpanCount::Many if !roles_of(category).is_empty() => MissingInDraft::Role,
                    SpanCount::One | SpanCount::Many => MissingInDraft::Span,
                };
                missing_sides(category, &self.spans, texts).first().copied().map(missing)
            }
        }
    }

    /// The role that the next span takes: the chosen one, or the first that no span has. `None` if all have one, and for a
    /// category without roles.
    #[must_use]
    pub fn next_role<'c>(&self, category: &'c Category, texts: &Texts) -> Option<&'c SpanRole> {
        let chosen = self.role.as_deref().and_then(|name| category.role(name));
        chosen.or_else(|| AssignedRoles::of(&self.spans, &category.roles, texts).missing().next())
    }

    /// Returns `true` if the draft is complete and takes no further spans or constituents, so that it becomes an edit
    /// at once.
    #[must_use]
    pub fn is_full(&self, category: &Category, texts: &Texts) -> bool {
        let open_ended = match category.shape {
            CategoryShape::Composite => true,
            CategoryShape::Spans { count: SpanCount::Many, .. } => {
                let roles = roles_of(category);
                roles.is_empty()
                    || roles.iter().any(|role| role.multiple)
                    || self.next_role(category, texts).is_some()
            }
            CategoryShape::Whole | CategoryShape::Spans { .. } => false,
        };
        !open_ended && self.missing(category, texts).is_none()
    }

    /// Adds a span to those of a multi-span edit; otherwise replaces the one on the same side. With roles, the span takes
    /// [one of them](Spans::add_in_role): the chosen one, or the next one of its side.
    pub fn add_span(&mut self, text: &TextName, span: Span, category: &Category, texts: &Texts) {
        let chosen = self.role.take();
        let role = chosen.as_deref().and_then(|name| category.role(name));
        add_span(&mut self.spans, text, span, role, category, texts);
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

/// Adds a span to those of an edit, or replaces the one on the same side, in whichever of its texts that is, if the category
/// takes only one there. A span that is there already is not added.
pub(crate) fn add_span(
    spans: &mut Spans,
    text: &TextName,
    span: Span,
    role: Option<&SpanRole>,
    category: &Category,
    texts: &Texts,
) {
    if spans.on(text).contains(&span) {
        return;
    }
    if !roles_of(category).is_empty() {
        spans.add_in_role(text, span, role, &category.roles, texts);
        return;
    }
    let takes_many = matches!(category.shape, CategoryShape::Spans { count: SpanCount::Many, .. });
    if !takes_many {
        let side = |name: &TextName| texts.get(name).map(|text| text.role);
        spans.retain_texts(|name| name != text && side(name) != side(text));
    }
    spans.change(text, |spans| spans.push(span));
}

/// The sides on which an edit of a category needs a span and has none on any of their texts: with roles, the side of the
/// first role if no span has it.
#[must_use]
pub fn missing_sides(category: &Category, spans: &Spans, texts: &Texts) -> Vec<Side> {
    let CategoryShape::Spans { sides, .. } = category.shape else { return Vec::new() };
    match roles_of(category).first() {
        Some(first) => {
            let assigned = AssignedRoles::of(spans, &category.roles, texts);
            let is_missing = assigned.missing().any(|role| role.name == first.name);
            is_missing.then_some(first.side).into_iter().collect()
        }
        None => {
            let lacks = |side: &Side| sides.includes(*side) && !is_marked(*side, spans, texts);
            Side::ALL.into_iter().filter(lacks).collect()
        }
    }
}

/// Returns `true` if any text of a side has a span.
fn is_marked(side: Side, spans: &Spans, texts: &Texts) -> bool {
    texts.on(side).any(|text| !spans.on(&text.name).is_empty())
}
