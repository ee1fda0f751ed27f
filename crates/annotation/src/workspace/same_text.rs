//! The same text elsewhere: its other places in an instance, and edits on them.
//!
//! A place is one that a person could select for the category: a match that begins or ends inside a unit of the category's
//! boundary is none, so that a category of words finds `art` but not the first letters of `article`.

use std::sync::Arc;

use crate::change::Change;
use crate::document::{Answers, Edit, EditKey, Instance, Spans, TextName, roles_of};
use spanwise_template::{Category, CategoryShape, Side, SpanCount};
use spanwise_text::boundary::snap;
use spanwise_text::{Boundary, Span, Text};

/// The text that is looked for, and the category that its places are to be marked with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SoughtText {
    /// The text; not empty.
    pub text: String,
    /// The side on whose texts it is looked for.
    pub side: Side,
    /// The name of the category.
    pub category: String,
    /// The boundary of the category.
    pub boundary: Boundary,
    /// `true` if capital letters and small ones are the same.
    pub ignores_case: bool,
}

/// A place of the sought text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextPlace {
    /// The text that it lies in.
    pub text: TextName,
    /// The place, in UTF-16 code units.
    pub span: Span,
    /// `true` if an edit of the category has a span that overlaps it.
    pub is_marked: bool,
}

/// Returns `true` if one span on a side makes an edit of a category.
#[must_use]
pub fn is_marked_by_one_span(category: &Category, side: Side) -> bool {
    if let Some(first) = roles_of(category).first() {
        return first.side == side;
    }
    match category.shape {
        CategoryShape::Spans { sides, count: SpanCount::One | SpanCount::Many } => {
            Side::ALL.into_iter().all(|other| sides.includes(other) == (other == side))
        }
        CategoryShape::Spans { count: SpanCount::Point, .. }
        | CategoryShape::Whole
        | CategoryShape::Composite => false,
    }
}

/// The places of a text in an instance, in the order of its texts; none overlaps another.
#[must_use]
pub fn places(instance: &Instance, sought: &SoughtText) -> Vec<TextPlace> {
    let mut places = Vec::new();
    for text in instance.texts.on(sought.side) {
        let of_category = || instance.all_edits().filter(|edit| edit.category == sought.category);
        let is_marked = |place: Span| {
            let overlaps = |span: &Span| span.start() < place.end() && place.start() < span.end();
            of_category().any(|edit| edit.spans.on(&text.name).iter().any(overlaps))
        };
        let found = spans_in(&text.text, &sought.text, sought.boundary, sought.ignores_case);
        places.extend(found.into_iter().map(|span| TextPlace {
            text: text.name.clone(),
            span,
            is_marked: is_marked(span),
        }));
    }
    places
}

/// The places of a text in another that a person could select with a boundary, in order; none overlaps another.
pub(super) fn spans_in(
    text: &Text,
    sought: &str,
    boundary: Boundary,
    ignores_case: bool,
) -> Vec<Span> {
    let string = text.as_str();
    let folded: Vec<char> = folded(sought).collect();
    let mut spans = Vec::new();
    let mut from = 0;
    while let Some(rest) = string.get(from..).filter(|rest| !rest.is_empty()) {
        let found = if ignores_case {
            let mut starts = rest.char_indices();
            starts.find_map(|(at, _)| Some((at, folded_length(rest.get(at..)?, &folded)?)))
        } else {
            rest.find(sought).map(|at| (at, sought.len()))
        };
        let Some((at, length)) = found else { break };
        let start = from + at;
        let span = text.span_of(start..start + length);
        let fits = length > 0 && snap(text, span, boundary) == Some(span);
        let first = rest.get(at..).and_then(|found| found.chars().next());
        from = start + if fits { length } else { first.map_or(1, char::len_utf8) };
        if fits {
            spans.push(span);
        }
    }
    spans
}

fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

/// The number of bytes at the start of a text that are a folded text but for their case; `None` if it starts otherwise.
fn folded_length(text: &str, sought: &[char]) -> Option<usize> {
    let mut left = sought;
    for (at, c) in text.char_indices() {
        if left.is_empty() {
            return Some(at);
        }
        for c in c.to_lowercase() {
            left = left.strip_prefix(&[c])?;
        }
    }
    left.is_empty().then_some(text.len())
}

/// The changes that make an edit of a category on each place, with these answers.
#[must_use]
pub fn mark(
    instance: &Instance,
    category: &str,
    answers: &Answers,
    places: &[(TextName, Span)],
) -> Vec<Change> {
    let mut id = instance.next_id(category);
    let mut key = instance.next_key;
    let mut changes = Vec::new();
    for (text, span) in places {
        let mut edit = Edit::new(EditKey(key), category, id);
        edit.spans = Spans::of(text.clone(), vec![*span]);
        edit.answers = answers.clone();
        let at = instance.edits.len() + changes.len();
        changes.push(Change::Insert { at, edit: Arc::new(edit) });
        id = id.saturating_add(1);
        key = key.saturating_add(1);
    }
    changes
}
