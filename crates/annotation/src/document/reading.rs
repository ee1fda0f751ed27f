//! Reading a text paragraph by paragraph: the part that is revealed, and the record of how it was read.

use spanwise_json::{Array, Object, integer};
use spanwise_template::{Side, TemplateSettings};
use spanwise_text::{Span, Utf16};

use super::instance::{Edit, Instance};
use super::texts::TextName;

/// The record of one paragraph that was revealed: an item of `_spanwise.reading`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ParagraphReading {
    /// The time at which it was revealed, in milliseconds since 1970; `None` for the first one, which always is.
    pub revealed_ms: Option<u64>,
    /// The milliseconds for which it was the current one, until the annotator last went on from it.
    pub dwell_ms: u64,
    /// `true` if an edit in it was made, changed or deleted after a later paragraph had been revealed.
    pub revised: bool,
}

/// The JSON of a record of reading.
pub(crate) fn reading_to_json(reading: &[ParagraphReading]) -> String {
    let item = |paragraph: &ParagraphReading| {
        let revealed = paragraph.revealed_ms.map(|ms| format!("\"revealed_ms\":{ms},"));
        let revised = if paragraph.revised { ",\"revised\":true" } else { "" };
        let dwell_ms = paragraph.dwell_ms;
        format!("{{{}\"dwell_ms\":{dwell_ms}{revised}}}", revealed.unwrap_or_default())
    };
    format!("[{}]", reading.iter().map(item).collect::<Vec<_>>().join(","))
}

/// Reads a record of reading. What is not part of one counts as not recorded.
pub(crate) fn reading_from_json(json: &str) -> Vec<ParagraphReading> {
    let item = |raw: &str| {
        let object = Object::parse(raw).unwrap_or_default();
        let number = |name: &str| u64::try_from(integer(object.get(name)?)?).ok();
        ParagraphReading {
            revealed_ms: number("revealed_ms"),
            dwell_ms: number("dwell_ms").unwrap_or_default(),
            revised: object.get("revised") == Some("true"),
        }
    };
    Array::parse(json).map_or_else(Vec::new, |list| list.values().map(item).collect())
}

/// The paragraphs of an instance's target that are revealed, in a template that reveals one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RevealedParagraphs {
    /// The name of the target.
    target: TextName,
    /// All paragraphs, which tile the target; at least one.
    paragraphs: Vec<Span>,
    /// The 0-based number of the last one that is revealed.
    newest: usize,
}

impl RevealedParagraphs {
    /// The revealed paragraphs of an instance; `None` if the template shows texts as a whole.
    #[must_use]
    pub fn of(instance: &Instance, settings: &TemplateSettings) -> Option<Self> {
        settings.reveal.revision()?;
        let target = instance.texts.first(Side::Target);
        let paragraphs = target.map(|target| target.paragraphs(settings.paragraphs));
        let paragraphs = paragraphs.unwrap_or_else(|| vec![Span::between(Utf16(0), Utf16(0))]);
        let read = instance.reading.len().saturating_sub(1);
        let newest = read.min(paragraphs.len().saturating_sub(1));
        let target = target.map_or(TextName::TARGET, |target| target.name.clone());
        Some(RevealedParagraphs { target, paragraphs, newest })
    }

    /// The name of the target.
    #[must_use]
    pub fn target(&self) -> &TextName {
        &self.target
    }

    /// The number of all paragraphs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.paragraphs.len()
    }

    /// The 0-based number of the last paragraph that is revealed.
    #[must_use]
    pub fn newest(&self) -> usize {
        self.newest
    }

    /// Returns `true` if every paragraph is revealed.
    #[must_use]
    pub fn are_all(&self) -> bool {
        self.newest + 1 == self.count()
    }

    /// The span of a paragraph, by its 0-based number; an empty one for a number that is too large.
    #[must_use]
    pub fn span(&self, paragraph: usize) -> Span {
        let none = Span::between(Utf16(0), Utf16(0));
        self.paragraphs.get(paragraph).copied().unwrap_or(none)
    }

    /// The paragraphs up to one, by its 0-based number.
    #[must_use]
    pub fn up_to(&self, paragraph: usize) -> &[Span] {
        self.paragraphs.get(..=paragraph).unwrap_or(&self.paragraphs)
    }

    /// The end of what is revealed.
    #[must_use]
    pub fn end(&self) -> Utf16 {
        self.span(self.newest).end()
    }

    /// Returns `true` if no span of an edit on the target reaches beyond what is revealed.
    #[must_use]
    pub fn hold(&self, edit: &Edit) -> bool {
        self.spans_of(edit).all(|span| span.end() <= self.end())
    }

    /// The 0-based number of the last paragraph that an edit has a span in; `None` if it has none on the target.
    #[must_use]
    pub fn last_of(&self, edit: &Edit) -> Option<usize> {
        // An insertion point at the start of a paragraph belongs to it.
        let last = self.spans_of(edit).map(|span| span.start().max(before(span.end())));
        last.max()
            .map(|at| self.paragraphs.partition_point(|p| p.end() <= at).min(self.count() - 1))
    }

    /// The spans of an edit and its constituents on the target.
    fn spans_of<'e>(&'e self, edit: &'e Edit) -> impl Iterator<Item = Span> + 'e {
        let constituents = edit.constituents.iter().map(AsRef::as_ref);
        let edits = std::iter::once(edit).chain(constituents);
        edits.flat_map(|edit| edit.spans.on(&self.target)).copied()
    }
}

fn before(end: Utf16) -> Utf16 {
    Utf16(end.0.saturating_sub(1))
}
