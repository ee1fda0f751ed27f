//! The spans of an edit, listed by text.

use std::sync::Arc;

use super::texts::TextName;
use spanwise_json::{Array, Json};
use spanwise_text::Span;

/// The stored name of a span's role; `None` if none is stored.
pub type RoleName = Option<Arc<str>>;

/// Reads a JSON list of the names of roles, with `null` for a span without one; `None` if the text is not such JSON.
#[must_use]
pub(crate) fn role_names(json: &str) -> Option<Vec<RoleName>> {
    let name = |raw: &str| match Json::read(raw) {
        Json::String(name) => Some(Some(name.as_ref().into())),
        Json::Null => (raw == "null").then_some(None),
        Json::Bool(_) | Json::Number(_) | Json::Array(_) | Json::Object(_) => None,
    };
    Array::parse(json)?.values().map(name).collect()
}

/// The spans of an edit on one text. Never empty.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct SpansOnText {
    text: TextName,
    /// In the order they were made.
    spans: Vec<Span>,
    /// The names of their roles; `None` if there are none. In a box of its own, since most edits have no roles, and there
    /// are many edits.
    roles: Option<Box<RoleNames>>,
}

/// The names of roles, by position, up to the last one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct RoleNames(Vec<RoleName>);

impl SpansOnText {
    fn set_roles(&mut self, mut roles: Vec<RoleName>) {
        roles.truncate(self.spans.len());
        let named = roles.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        roles.truncate(named);
        self.roles = (named > 0).then(|| Box::new(RoleNames(roles)));
    }
}

/// The spans of one edit, by the name of their text. Texts without a span are absent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Spans(Vec<SpansOnText>);

impl Spans {
    /// Creates spans on one text.
    #[must_use]
    pub fn of(text: impl Into<TextName>, spans: Vec<Span>) -> Self {
        let mut all = Spans::default();
        all.set(text.into(), spans);
        all
    }

    /// Creates spans on the usual two texts.
    #[must_use]
    pub fn usual(source: Vec<Span>, target: Vec<Span>) -> Self {
        let mut all = Spans::of(TextName::SOURCE, source);
        all.set(TextName::TARGET, target);
        all
    }

    /// Returns `true` if no text has a span.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of spans on all texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|on| on.spans.len()).sum()
    }

    /// The spans on a text, in the order they were made.
    #[must_use]
    pub fn on(&self, text: &TextName) -> &[Span] {
        let at = self.0.iter().find(|on| on.text == *text);
        at.map_or(&[], |on| on.spans.as_slice())
    }

    /// The spans on the text named `source`: `input_idx`.
    #[must_use]
    pub fn source(&self) -> &[Span] {
        self.on(&TextName::SOURCE)
    }

    /// The spans on the text named `target`: `output_idx`.
    #[must_use]
    pub fn target(&self) -> &[Span] {
        self.on(&TextName::TARGET)
    }

    /// The names of the texts with spans, sorted, each with its spans.
    pub fn iter(&self) -> impl Iterator<Item = (&TextName, &[Span])> {
        self.0.iter().map(|on| (&on.text, on.spans.as_slice()))
    }

    /// The spans on all texts.
    pub fn all(&self) -> impl Iterator<Item = Span> {
        self.0.iter().flat_map(|on| on.spans.iter().copied())
    }

    /// The names of the roles of the spans on a text, by position; spans after the last name have none.
    #[must_use]
    pub fn roles_on(&self, text: &TextName) -> &[RoleName] {
        let at = self.0.iter().find(|on| on.text == *text);
        at.and_then(|on| on.roles.as_ref()).map_or(&[], |roles| roles.0.as_slice())
    }

    /// Returns `true` if the role of any span has a name.
    #[must_use]
    pub fn has_roles(&self) -> bool {
        self.0.iter().any(|on| on.roles.is_some())
    }

    /// Replaces the names of the roles of the spans on a text; those after its last span are dropped.
    pub fn set_roles(&mut self, text: &TextName, roles: Vec<RoleName>) {
        if let Some(on) = self.0.iter_mut().find(|on| on.text == *text) {
            on.set_roles(roles);
        }
    }

    /// Drops the names of all roles.
    pub fn clear_roles(&mut self) {
        self.0.iter_mut().for_each(|on| on.roles = None);
    }

    /// Adds a span on a text, with the name of its role.
    pub fn push_with_role(&mut self, text: &TextName, span: Span, role: RoleName) {
        let mut roles = self.roles_on(text).to_vec();
        roles.resize(self.on(text).len(), None);
        roles.push(role);
        self.push(text, span);
        self.set_roles(text, roles);
    }

    /// Removes a span, with the name of its role. Does nothing if there is none at this position.
    pub fn remove(&mut self, text: &TextName, index: usize) {
        let mut roles = self.roles_on(text).to_vec();
        if index < roles.len() {
            roles.remove(index);
        }
        self.change(text, |spans| {
            if index < spans.len() {
                spans.remove(index);
            }
        });
        self.set_roles(text, roles);
    }

    /// Replaces the spans on a text. Names of roles keep their positions.
    pub fn set(&mut self, text: TextName, spans: Vec<Span>) {
        match self.0.binary_search_by(|on| on.text.cmp(&text)) {
            Ok(at) if spans.is_empty() => {
                self.0.remove(at);
            }
            Ok(at) => {
                if let Some(on) = self.0.get_mut(at) {
                    on.spans = spans;
                    if let Some(roles) = on.roles.take() {
                        on.set_roles(roles.0);
                    }
                }
            }
            Err(_) if spans.is_empty() => {}
            Err(at) => {
                // Most edits are on one text, and there are many edits.
                self.0.reserve_exact(1);
                self.0.insert(at, SpansOnText { text, spans, roles: None });
            }
        }
    }

    /// Changes the spans on a text, and returns the result of `change`. Names of roles keep their positions.
    pub fn change<T>(&mut self, text: &TextName, change: impl FnOnce(&mut Vec<Span>) -> T) -> T {
        let mut spans = match self.0.iter_mut().find(|on| on.text == *text) {
            Some(on) => std::mem::take(&mut on.spans),
            None => Vec::new(),
        };
        let changed = change(&mut spans);
        self.set(text.clone(), spans);
        changed
    }

    /// Adds a span on a text.
    pub fn push(&mut self, text: &TextName, span: Span) {
        self.change(text, |spans| spans.push(span));
    }

    /// Drops the spans on texts that do not satisfy a condition.
    pub fn retain_texts(&mut self, keep: impl Fn(&TextName) -> bool) {
        self.0.retain(|on| keep(&on.text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_text::Utf16;

    fn span(start: u32, end: u32) -> Span {
        Span::between(Utf16(start), Utf16(end))
    }

    #[test]
    fn texts_without_a_span_make_no_difference() {
        let mut spans = Spans::usual(vec![], vec![span(0, 1)]);
        assert_eq!(spans, Spans::of(TextName::TARGET, vec![span(0, 1)]));
        let name = TextName::new("b");
        spans.push(&name, span(2, 3));
        assert_eq!((spans.len(), spans.on(&name)), (2, &[span(2, 3)][..]));
        spans.change(&name, Vec::clear);
        spans.set(TextName::SOURCE, Vec::new());
        assert_eq!(spans, Spans::of(TextName::TARGET, vec![span(0, 1)]));
        spans.retain_texts(|name| *name == TextName::SOURCE);
        assert_eq!((spans.is_empty(), spans.len()), (true, 0));
    }

    #[test]
    fn names_of_roles_stay_with_their_spans() {
        let name = |role: &str| -> RoleName { Some(role.into()) };
        let target = TextName::TARGET;
        let mut spans = Spans::usual(vec![], vec![span(0, 1)]);
        assert!(!spans.has_roles());
        spans.push_with_role(&target, span(2, 3), name("b"));
        spans.push_with_role(&target, span(4, 5), name("c"));
        assert_eq!(spans.roles_on(&target), [None, name("b"), name("c")]);
        spans.remove(&target, 0);
        spans.remove(&target, 7);
        assert_eq!(spans.roles_on(&target), [name("b"), name("c")]);
        spans.change(&target, |spans| spans[0] = span(8, 9));
        assert_eq!(
            (spans.target()[0], spans.roles_on(&target)[0].clone()),
            (span(8, 9), name("b"))
        );
        spans.change(&target, |spans| spans.truncate(1));
        assert_eq!(spans.roles_on(&target), [name("b")]);
        // Without a name it is as if there had been none.
        spans.set_roles(&target, vec![None, name("z")]);
        assert_eq!(spans, Spans::of(target, vec![span(8, 9)]));
    }

    #[test]
    fn the_order_in_which_texts_come_makes_no_difference() {
        let names = ["target", "b", "source", "zz"].map(TextName::new);
        let mut there = Spans::default();
        names.iter().for_each(|name| there.push(name, span(0, 1)));
        let mut back = Spans::default();
        names.iter().rev().for_each(|name| back.push(name, span(0, 1)));
        assert_eq!(there, back);
        let listed: Vec<&str> = there.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(listed, ["b", "source", "target", "zz"]);
    }
}
