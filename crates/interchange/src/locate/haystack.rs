//! The searched text: letter for letter, and folded.

use std::cell::OnceCell;
use std::ops::Range;

use unicode_segmentation::GraphemeCursor;

use super::fold::FoldedText;
use super::occurrences::OccurrenceIndex;
use super::quote::{LocatedQuote, MatchTier, Quote};
use spanwise_text::{Span, Text, Utf16};

/// The searched text, folded when that is needed.
pub(super) struct Haystack<'t> {
    pub(super) text: &'t Text,
    occurrences: OccurrenceIndex,
    folded: OnceCell<FoldedText>,
    case_folded: OnceCell<FoldedText>,
}

/// The tiers that fold.
pub(super) const FOLDING: [MatchTier; 2] = [MatchTier::Folded, MatchTier::CaseFolded];

impl<'t> Haystack<'t> {
    pub(super) fn of(text: &'t Text) -> Self {
        let (folded, case_folded) = (OnceCell::new(), OnceCell::new());
        Haystack { text, occurrences: OccurrenceIndex::default(), folded, case_folded }
    }

    pub(super) fn folded(&self, tier: MatchTier) -> &FoldedText {
        let folded = self.folded.get_or_init(|| FoldedText::of(self.text.as_str()));
        if tier == MatchTier::Folded {
            return folded;
        }
        self.case_folded.get_or_init(|| folded.case_folded())
    }

    /// The quote at its stored position; `None` if it is not there.
    pub(super) fn at_stored(&self, quote: &Quote) -> Option<LocatedQuote> {
        let stored = quote.stored.filter(|_| !quote.text.is_empty())?;
        let found = |tier, span| LocatedQuote { span, tier, moved: false, ambiguous: false };
        let rest = self.text.exact_byte(stored.start());
        let rest = rest.and_then(|start| self.text.as_str().get(start.0..));
        if rest.is_some_and(|rest| rest.starts_with(quote.text)) {
            let end = Utf16(stored.start().0 + Utf16::length_of(quote.text).0);
            return Some(found(MatchTier::Exact, Span::between(stored.start(), end)));
        }
        let start = self.text.to_byte(stored.start()).0;
        let window = self.window(start, quote.text)?;
        let mut folded = FoldedText::of(window);
        FOLDING.into_iter().find_map(|tier| {
            if tier == MatchTier::CaseFolded {
                folded = folded.case_folded();
            }
            let needle = Needle::of(quote.text, tier)?.0;
            let at = folded.from(0);
            let stands = folded.text().get(at..)?.starts_with(&needle);
            let bytes = stands.then(|| folded.original(at..at + needle.len()))??;
            let bytes = start + bytes.start..start + bytes.end;
            Some(found(tier, self.text.span_of(bytes)))
        })
    }

    /// The text from a place on, as long as a match of the quote can be; `None` if a cluster is cut there.
    fn window(&self, start: usize, quote: &str) -> Option<&str> {
        let string = self.text.as_str();
        let mut end = start.saturating_add(4 * quote.len() + 64).min(string.len());
        while !self.is_whole(end) {
            end -= 1;
        }
        string.get(start..end).filter(|_| self.is_whole(start))
    }

    /// Returns `true` if a byte is a boundary of grapheme clusters.
    fn is_whole(&self, at: usize) -> bool {
        let string = self.text.as_str();
        is_between_ascii(string.as_bytes(), at)
            || string.is_char_boundary(at)
                && GraphemeCursor::new(at, string.len(), true).is_boundary(string, 0) == Ok(true)
    }

    /// The verbatim places of a quote: at whole grapheme clusters, or else anywhere.
    pub(super) fn exact(&self, quote: &str) -> Vec<Span> {
        let string = self.text.as_str();
        let is_whole =
            |bytes: &Range<usize>| self.is_whole(bytes.start) && self.is_whole(bytes.end);
        let all: Vec<_> =
            self.occurrences.of(quote, string).into_iter().map(|at| at..at + quote.len()).collect();
        let any_is_whole = all.iter().any(is_whole);
        let chosen = all.into_iter().filter(|bytes| !any_is_whole || is_whole(bytes));
        chosen.map(|bytes| self.text.span_of(bytes)).collect()
    }

    /// The places of a quote after folding.
    pub(super) fn after_folding(&self, tier: MatchTier, quote: &str) -> Vec<Span> {
        let Some(Needle(needle)) = Needle::of(quote, tier) else { return Vec::new() };
        let folded = self.folded(tier);
        let occurrences = folded.occurrences(&needle).into_iter();
        let bytes = occurrences.filter_map(|at| folded.original(at..at + needle.len()));
        bytes.map(|bytes| self.text.span_of(bytes)).collect()
    }
}

/// Returns `true` if there are ASCII characters on both sides, which are clusters of their own except in `\r\n`.
fn is_between_ascii(text: &[u8], at: usize) -> bool {
    let around = at.checked_sub(1).and_then(|before| text.get(before..=at));
    around.is_some_and(|around| around.is_ascii() && around != b"\r\n")
}

/// A search pattern for a folded text.
pub(super) struct Needle(pub(super) String);

impl Needle {
    /// Folds and trims a quote; `None` if nothing is left of it.
    pub(super) fn of(quote: &str, tier: MatchTier) -> Option<Self> {
        let folded = FoldedText::of(quote.trim());
        let folded = if tier == MatchTier::Folded { folded } else { folded.case_folded() };
        let text = folded.text().trim();
        (!text.is_empty()).then(|| Needle(text.to_owned()))
    }
}
