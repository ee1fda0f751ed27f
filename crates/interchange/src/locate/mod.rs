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
mod search;
#[cfg(test)]
mod tests;

use self::haystack::Haystack;
use self::search::Search;
use super::report::Matched;
use spanwise_text::{Span, Text};

/// A text that should stand somewhere.
#[derive(Debug, Clone, Copy)]
pub struct Quote<'a> {
    /// What is looked for.
    pub text: &'a str,
    /// Where the file says that it stands, in UTF-16 units.
    pub stored: Option<Span>,
    /// Which of several occurrences is meant, from 0, where the file says so.
    pub occurrence: Option<usize>,
}

/// How a text was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Letter for letter.
    Exact,
    /// Folded for Unicode form, white space, quotes and dashes.
    Folded,
    /// Folded for case too.
    CaseFolded,
    /// Most alike.
    Fuzzy,
}

/// Where a text was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// The place, in UTF-16 units.
    pub span: Span,
    /// How.
    pub tier: Tier,
    /// Whether it is not where the file says.
    pub moved: bool,
    /// Whether it occurs elsewhere too, and nothing said which place is meant.
    pub ambiguous: bool,
}

impl Matched {
    /// Counts a quote.
    pub fn count(&mut self, found: Option<&Found>) {
        let Some(found) = found else {
            self.missing += 1;
            return;
        };
        let tier = match found.tier {
            Tier::Exact => &mut self.exact,
            Tier::Folded => &mut self.folded,
            Tier::CaseFolded => &mut self.case_folded,
            Tier::Fuzzy => &mut self.fuzzy,
        };
        *tier += 1;
        self.moved += usize::from(found.moved);
        self.ambiguous += usize::from(found.ambiguous);
    }
}

/// Where each quote stands; `None` where it does not. An empty quote stands nowhere.
#[must_use]
pub fn locate(text: &Text, quotes: &[Quote]) -> Vec<Option<Found>> {
    let haystack = Haystack::of(text);
    let mut found: Vec<Option<Found>> =
        quotes.iter().map(|quote| haystack.at_stored(quote)).collect();
    if found.iter().any(Option::is_none) {
        Search::of(haystack).complete(quotes, &mut found);
    }
    found
}
