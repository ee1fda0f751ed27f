//! Finds where a text stands that a file only quotes.
//!
//! By tiers, each tried only where the one before finds nothing: letter for letter; folded for Unicode form, white
//! space, quotes and dashes; folded for case too; most alike. What occurs several times is given to the quotes in their
//! order, from left to right, each place once.

use crate::domain::text::{Span, Text};

use super::report::Matched;

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

/// Where each quote stands; `None` where it does not.
#[must_use]
pub fn locate(text: &Text, quotes: &[Quote]) -> Vec<Option<Found>> {
    let string = text.as_str();
    let at_stored = |quote: &Quote| quote.stored.filter(|span| text.slice(*span) == quote.text);
    let find = |quote: &Quote| {
        if let Some(span) = at_stored(quote) {
            return Some(Found { span, tier: Tier::Exact, moved: false, ambiguous: false });
        }
        let at = string.find(quote.text).filter(|_| !quote.text.is_empty())?;
        let span = text.span_of(at..at + quote.text.len());
        Some(Found { span, tier: Tier::Exact, moved: quote.stored.is_some(), ambiguous: false })
    };
    quotes.iter().map(find).collect()
}
