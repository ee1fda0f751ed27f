//! The search for texts that a file quotes.
//!
//! By tiers, each tried only if the one before finds nothing: letter for letter; folded for Unicode form, white space,
//! quotes and dashes; folded for case too; most alike, which takes at least ten characters of which at most one in ten
//! differs. A quote at its stored position stays there, whatever its other occurrences; only if the text there is
//! merely alike are other places searched first.
//!
//! Occurrences of a repeated text are given to its quotes in their order, from left to right, each once, unless the
//! file identifies them; if a stored position is wrong, the nearest one is taken. White space at the ends of a quote
//! counts only letter for letter. Places found are whole grapheme clusters; a cluster is cut only if the quote occurs
//! nowhere else letter for letter.

mod fold;
mod fuzzy;
mod haystack;
mod occurrences;
mod quote;
mod search;
#[cfg(test)]
mod tests;

use self::haystack::Haystack;
use self::search::QuoteSearch;
use super::report::{SpanLocationCounts, UncertainSpan};
use spanwise_annotation::document::TextName;
use spanwise_text::{Span, Text};

pub use self::quote::{LocatedQuote, MatchTier, Quote, absence};

/// The maximal number of other places of a text that are listed.
const MOST_PLACES: usize = 10;

impl SpanLocationCounts {
    /// Counts a quote of an edit, both by their positions among records and edits, and lists it unless it stands where the
    /// file says, letter for letter. `name` is that of the text.
    pub fn add(
        &mut self,
        (record, edit): (usize, usize),
        (name, text): (&TextName, &Text),
        quote: &str,
        found: Option<&LocatedQuote>,
    ) {
        self.count(found);
        let is_exact = |found: &LocatedQuote| {
            found.tier == MatchTier::Exact && !found.moved && !found.ambiguous
        };
        if found.is_some_and(is_exact) {
            return;
        }
        self.uncertain.add(|| UncertainSpan {
            record,
            edit,
            text: name.clone(),
            quote: quote.to_owned(),
            found: found.copied(),
            found_text: found.map(|found| text.slice(found.span).to_owned()),
            elsewhere: found.map(|found| elsewhere(text, found.span)).unwrap_or_default(),
        });
    }

    /// Counts a quote.
    pub fn count(&mut self, found: Option<&LocatedQuote>) {
        let Some(found) = found else {
            self.missing += 1;
            return;
        };
        let tier = match found.tier {
            MatchTier::Exact => &mut self.exact,
            MatchTier::Folded => &mut self.folded,
            MatchTier::CaseFolded => &mut self.case_folded,
            MatchTier::Fuzzy => &mut self.fuzzy,
        };
        *tier += 1;
        self.moved += usize::from(found.moved);
        self.ambiguous += usize::from(found.ambiguous);
    }
}

/// The other places of the text of a span, at most [`MOST_PLACES`].
fn elsewhere(text: &Text, span: Span) -> Vec<Span> {
    let words = text.slice(span);
    if words.is_empty() {
        return Vec::new();
    }
    let places = text.as_str().match_indices(words);
    let places = places.map(|(at, words)| text.span_of(at..at + words.len()));
    places.filter(|place| *place != span).take(MOST_PLACES).collect()
}

/// The place of each quote; `None` for quotes that are not found. An empty quote is never found.
#[must_use]
pub fn locate(text: &Text, quotes: &[Quote]) -> Vec<Option<LocatedQuote>> {
    let haystack = Haystack::of(text);
    let mut found: Vec<Option<LocatedQuote>> =
        quotes.iter().map(|quote| haystack.at_stored(quote)).collect();
    if found.iter().any(Option::is_none) {
        QuoteSearch::of(haystack).complete(quotes, &mut found);
    }
    found
}
