//! Copies of an edit on the same words of another text of its side.
//!
//! A span is copied to the only place of its words in the other text; where there are several, to the one with the same
//! number among them as the span has in its own text. Words are the same if they are the same characters, and places are
//! those that a person could select for the category.

use std::sync::Arc;

use super::same_text::spans_in;
use crate::change::Change;
use crate::document::{Edit, EditId, EditKey, Instance, NamedText, OriginalJson, TextName};
use spanwise_template::Category;
use spanwise_text::{Boundary, Span, Text};

/// The reason why an edit cannot be copied to another text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotCopied {
    /// The other text does not have these words.
    Missing(String),
    /// The other text has these words more than once, and none of the places is the one that is meant.
    Ambiguous(String),
}

/// The texts that an edit can be copied to, with the text that it is copied from: all others on the side of a text that
/// it marks. None for a composite, and none for insertion points, which have no words.
#[must_use]
pub fn destinations(instance: &Instance, edit: &Edit) -> Vec<(TextName, TextName)> {
    if !edit.constituents.is_empty() {
        return Vec::new();
    }
    let has_words = |text: &&NamedText| {
        let spans = edit.spans.on(&text.name);
        !spans.is_empty() && spans.iter().all(|span| !span.is_empty())
    };
    let others = |from: &NamedText| {
        let side = from.role.side();
        let others = side.into_iter().flat_map(|side| instance.texts.on(side));
        let is_free = |text: &&NamedText| edit.spans.on(&text.name).is_empty();
        let pair = |to: &NamedText| (from.name.clone(), to.name.clone());
        others.filter(is_free).map(pair).collect::<Vec<_>>()
    };
    let mut found: Vec<(TextName, TextName)> = Vec::new();
    for pair in instance.texts.iter().filter(has_words).flat_map(others) {
        // Of several texts that the edit marks, the first is copied.
        if !found.iter().any(|(_, to)| *to == pair.1) {
            found.push(pair);
        }
    }
    found
}

/// The change that makes a copy of an edit, with its answers, whose spans on one text are on the same words of another.
/// Its spans on other sides are the same.
///
/// # Errors
/// If the words of a span have no place in the other text, or several.
pub fn copy_to(
    instance: &Instance,
    edit: &Edit,
    (from, to): (&TextName, &TextName),
    category: &Category,
) -> Result<Change, NotCopied> {
    let (own, other) = (instance.texts.content(from), instance.texts.content(to));
    let spans: Result<Vec<Span>, NotCopied> = edit
        .spans
        .on(from)
        .iter()
        .map(|span| same_words(own, *span, other, category.boundary))
        .collect();
    let side = |name: &TextName| instance.texts.get(name).and_then(|text| text.role.side());
    let mut copy = instance.with_origins_for_copy(edit);
    copy.spans.retain_texts(|name| side(name) != side(from));
    copy.spans.set(to.clone(), spans?);
    copy.key = EditKey(instance.next_key);
    copy.id = Some(EditId::Number(instance.next_id(&edit.category)));
    copy.tokens = None;
    copy.original = OriginalJson::default();
    Ok(Change::Insert { at: instance.edits.len(), edit: Arc::new(copy) })
}

/// The place in another text of the words of a span.
fn same_words(own: &Text, span: Span, other: &Text, boundary: Boundary) -> Result<Span, NotCopied> {
    let words = own.slice(span);
    let places = spans_in(other, words, boundary, false);
    if let [place] = places.as_slice() {
        return Ok(*place);
    }
    let number = spans_in(own, words, boundary, false).iter().position(|place| *place == span);
    let same = number.and_then(|number| places.get(number));
    same.copied().ok_or_else(|| match places.as_slice() {
        [] => NotCopied::Missing(words.to_owned()),
        _ => NotCopied::Ambiguous(words.to_owned()),
    })
}
