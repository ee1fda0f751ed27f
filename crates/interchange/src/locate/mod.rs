//! Finds where a text stands that a file only quotes.
//!
//! By tiers, each tried only where the one before finds nothing: letter for letter; folded for Unicode form, white
//! space, quotes and dashes; folded for case too; most alike, which takes at least ten characters of which at most one in
//! ten differs. A quote that stands where the file says is there, whatever stands elsewhere; only what is merely alike
//! there is looked for elsewhere first.
//!
//! What occurs several times, and of which nothing says which place is meant, is given to the quotes in their order, from
//! left to right, each place once; if the file says a place that is wrong, the nearest one is taken. White space at the
//! ends of a quote counts only letter for letter. Places found are whole grapheme clusters; only what stands nowhere else
//! letter for letter may cut one.

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
use super::report::SpanLocationCounts;
use spanwise_text::Text;

pub use self::quote::{LocatedQuote, MatchTier, Quote};

impl SpanLocationCounts {
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

/// Where each quote stands; `None` where it does not. An empty quote stands nowhere.
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
