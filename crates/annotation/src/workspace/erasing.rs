//! The eraser: taking a part of a text out of the edits that mark it.
//!
//! The part is extended for each edit to the units that its category snaps selections to. Of a span that it cuts in the
//! middle, both parts stay if the category or the role takes several spans, otherwise the longer one. A point goes if it
//! lies inside, not at an edge. An edit goes with its last span on a side on which its category needs one, a composite
//! with its last constituent.

use std::sync::Arc;

use crate::change::Change;
use crate::document::draft::missing_sides;
use crate::document::{Edit, Instance, RoleName, Spans, TextName, Texts};
use spanwise_template::{Category, CategoryShape, SpanCount, Typology};
use spanwise_text::boundary::snap;
use spanwise_text::{Boundary, Span, Text, Utf16};

/// The effect of the eraser on an instance.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Erasure {
    /// The changes that make it.
    pub changes: Vec<Change>,
    /// The number of edits that are deleted.
    pub deleted: usize,
    /// The number of edits that lose a part of their spans.
    pub shortened: usize,
}

/// Takes a part of a text, as it was dragged, out of the edits that can be seen.
#[must_use]
pub fn erase(
    instance: &Instance,
    name: &TextName,
    dragged: Span,
    typology: &Typology,
    is_seen: impl Fn(&Edit) -> bool,
) -> Erasure {
    let mut erasure = Erasure::default();
    let Some(text) = instance.texts.get(name) else { return erasure };
    if text.role.side().is_none() {
        return erasure;
    }
    let (text, dragged) = (&text.text, text.text.clamp(dragged));
    let eraser = Eraser { texts: &instance.texts, name, text, dragged, typology };
    for edit in instance.edits.iter().filter(|edit| is_seen(edit)) {
        match eraser.rest(edit) {
            Rest::Whole => {}
            Rest::Part(edit) => {
                erasure.shortened += 1;
                erasure.changes.push(Change::Replace(Arc::new(edit)));
            }
            Rest::Nothing => {
                erasure.deleted += 1;
                erasure.changes.push(Change::Remove(edit.key));
            }
        }
    }
    erasure
}

/// The rest of an edit.
enum Rest {
    /// All of it.
    Whole,
    /// The edit with fewer or shorter spans.
    Part(Edit),
    /// Nothing that could be an edit.
    Nothing,
}

struct Eraser<'a> {
    texts: &'a Texts,
    name: &'a TextName,
    text: &'a Text,
    dragged: Span,
    typology: &'a Typology,
}

impl Eraser<'_> {
    fn rest(&self, edit: &Edit) -> Rest {
        let mut rest = edit.clone();
        let mut is_touched = false;
        rest.constituents.clear();
        for constituent in &edit.constituents {
            match self.rest(constituent) {
                Rest::Whole => rest.constituents.push(constituent.clone()),
                Rest::Part(part) => {
                    is_touched = true;
                    rest.constituents.push(Arc::new(part));
                }
                Rest::Nothing => is_touched = true,
            }
        }
        if is_touched && rest.constituents.is_empty() {
            return Rest::Nothing;
        }
        let category = self.typology.find(&edit.category).map(|(_, category)| category);
        let mut named = edit.spans.clone();
        named.name_roles(category.map_or(&[], |category| &category.roles), self.texts);
        let left = self.spans_left(&named, category);
        if !left.iter().map(|(span, _)| span).eq(edit.spans.on(self.name)) {
            is_touched = true;
            let (spans, roles) = left.into_iter().unzip();
            rest.spans = named;
            rest.spans.set(self.name.clone(), spans);
            rest.spans.set_roles(self.name, roles);
            if self.lacks_spans(&rest, edit, category) {
                return Rest::Nothing;
            }
        }
        if is_touched { Rest::Part(rest) } else { Rest::Whole }
    }

    /// Returns `true` if an edit cannot be without the spans that it lost.
    fn lacks_spans(&self, rest: &Edit, edit: &Edit, category: Option<&Category>) -> bool {
        let lacks = |edit: &Edit| {
            category.map_or(0, |category| missing_sides(category, &edit.spans, self.texts).len())
        };
        let is_bare = rest.spans.is_empty() && rest.constituents.is_empty();
        is_bare || lacks(rest) > lacks(edit)
    }

    /// The spans on the text that are left of those of an edit, with the names of their roles.
    fn spans_left(&self, spans: &Spans, category: Option<&Category>) -> Vec<(Span, RoleName)> {
        let boundary = category.map_or_else(Boundary::default, |category| category.boundary);
        let role = |index: usize| spans.roles_on(self.name).get(index).cloned().flatten();
        let spans = spans.on(self.name).iter().enumerate();
        let Some(units) = snap(self.text, self.dragged, boundary) else {
            return spans.map(|(index, span)| (*span, role(index))).collect();
        };
        let erased = Span::between(
            self.dragged.start().min(units.start()),
            self.dragged.end().max(units.end()),
        );
        let takes_several = |role: &RoleName| {
            let shape = category.map(|category| category.shape);
            let takes_many =
                matches!(shape, Some(CategoryShape::Spans { count: SpanCount::Many, .. }));
            let roles = category.map_or(&[][..], |category| &category.roles);
            let role = roles.iter().find(|one| Some(one.name.as_str()) == role.as_deref());
            takes_many && role.is_none_or(|role| role.multiple)
        };
        let left = |span: &Span, takes_several: bool| {
            if !self.touches(*span, erased) {
                return vec![*span];
            }
            let before = self.part(span.start(), erased.start(), boundary);
            let after = self.part(erased.end(), span.end(), boundary);
            match (before, after) {
                (Some(before), Some(after)) if takes_several => vec![before, after],
                (Some(before), Some(after)) if before.len() >= after.len() => vec![before],
                (before, after) => after.or(before).into_iter().collect(),
            }
        };
        let left = |(index, span): (usize, &Span)| {
            let role = role(index);
            let parts = left(span, takes_several(&role));
            parts.into_iter().map(move |part| (part, role.clone()))
        };
        spans.flat_map(left).collect()
    }

    /// Returns `true` if the eraser went over a part of a span, not only over the unit that it is a part of.
    fn touches(&self, span: Span, erased: Span) -> bool {
        if span.is_empty() {
            return erased.start() < span.start() && span.start() < erased.end();
        }
        self.dragged.start() < span.end() && span.start() < self.dragged.end()
    }

    /// The part of a span between two offsets, without the gaps at its ends; `None` if nothing is left.
    fn part(&self, start: Utf16, end: Utf16, boundary: Boundary) -> Option<Span> {
        if start >= end {
            return None;
        }
        let units = snap(self.text, Span::between(start, end), boundary)?;
        let (start, end) = (start.max(units.start()), end.min(units.end()));
        (start < end).then(|| Span::between(start, end))
    }
}
