//! The search for quotes that are not at a stored position.

use std::cell::{Cell, OnceCell};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::fuzzy;
use super::haystack::{FOLDING, Haystack, Needle};
use super::quote::{LocatedQuote, MatchTier, Quote};
use spanwise_text::Span;

/// The number of steps of 64 characters for approximate matching in one text, some tenths of a second. Quotes still
/// missing then are not found.
const FUZZY_STEPS: usize = 100_000_000;

/// The minimal number of characters of an approximate match: one in ten may differ.
const FEWEST: usize = 10;

/// The search in one text.
pub(super) struct QuoteSearch<'q, 't> {
    alike: ApproximateSearch<'t>,
    places: HashMap<&'q str, QuotePlaces>,
    taken: HashSet<Span>,
}

/// The places of a quote, by the first tier with any.
struct QuotePlaces {
    tier: MatchTier,
    /// From left to right.
    spans: Vec<Span>,
    /// The number of places from the left that are all taken.
    taken: usize,
}

impl<'q, 't> QuoteSearch<'q, 't> {
    pub(super) fn of(haystack: Haystack<'t>) -> Self {
        let steps = Cell::new(FUZZY_STEPS);
        let alike = ApproximateSearch { haystack, characters: OnceCell::new(), steps };
        QuoteSearch { alike, places: HashMap::new(), taken: HashSet::new() }
    }

    /// Locates the missing quotes: first those with a stored position or a number of the occurrence, so that the others
    /// get the remaining places.
    pub(super) fn complete(mut self, quotes: &[Quote<'q>], found: &mut [Option<LocatedQuote>]) {
        self.taken.extend(found.iter().flatten().map(|found| found.span));
        for told in [true, false] {
            for (quote, found) in quotes.iter().zip(found.iter_mut()) {
                let is_told = quote.stored.is_some() || quote.occurrence.is_some();
                if found.is_none() && is_told == told && !quote.text.is_empty() {
                    *found = self.find(quote);
                    self.taken.extend(found.map(|found| found.span));
                }
            }
        }
    }

    fn find(&mut self, quote: &Quote<'q>) -> Option<LocatedQuote> {
        let alike = &self.alike;
        let places = self.places.entry(quote.text).or_insert_with(|| alike.places(quote.text));
        if places.tier == MatchTier::Fuzzy
            && let Some(span) = quote.stored.and_then(|stored| alike.at(quote.text, stored))
        {
            return Some(LocatedQuote {
                span,
                tier: MatchTier::Fuzzy,
                moved: false,
                ambiguous: false,
            });
        }
        let named = quote.occurrence.and_then(|at| places.spans.get(at)).copied();
        let span = named.or_else(|| places.choose(quote.stored, &self.taken))?;
        Some(LocatedQuote {
            span,
            tier: places.tier,
            moved: quote.stored.is_some_and(|stored| stored.start() != span.start()),
            ambiguous: named.is_none() && places.spans.len() > 1,
        })
    }
}

impl QuotePlaces {
    /// The first free place, or the one nearest to the stored position; if all are taken, the first or nearest of all.
    fn choose(&mut self, stored: Option<Span>, taken: &HashSet<Span>) -> Option<Span> {
        while self.spans.get(self.taken).is_some_and(|span| taken.contains(span)) {
            self.taken += 1;
        }
        let is_free = |span: &&Span| self.taken == self.spans.len() || !taken.contains(*span);
        let free = self.spans.get(self.taken).or(self.spans.first());
        let Some(stored) = stored else { return free.copied() };
        let distance = |span: &&Span| span.start().0.abs_diff(stored.start().0);
        let (before, after) =
            self.spans.split_at(self.spans.partition_point(|span| span.start() < stored.start()));
        let nearest = [before.iter().rev().find(is_free), after.iter().find(is_free)];
        nearest.into_iter().flatten().min_by_key(distance).copied()
    }
}

/// The approximate search in a text.
struct ApproximateSearch<'t> {
    haystack: Haystack<'t>,
    characters: OnceCell<FoldedCharacters>,
    /// The number of steps left.
    steps: Cell<usize>,
}

/// The characters of the folded text, and the byte of each.
struct FoldedCharacters {
    all: Vec<char>,
    bytes: Vec<usize>,
}

impl ApproximateSearch<'_> {
    fn places(&self, quote: &str) -> QuotePlaces {
        let exact = [(MatchTier::Exact, self.haystack.exact(quote))].into_iter();
        let folded = FOLDING.into_iter();
        let folded = folded.map(|tier| (tier, self.haystack.after_folding(tier, quote)));
        let found = exact.chain(folded).find(|(_, spans)| !spans.is_empty());
        let (tier, spans) = found.unwrap_or_else(|| (MatchTier::Fuzzy, self.anywhere(quote)));
        QuotePlaces { tier, spans, taken: 0 }
    }

    /// The places that are most like a quote.
    fn anywhere(&self, quote: &str) -> Vec<Span> {
        let characters = self.characters();
        let needle = self.needle(quote, characters.all.len());
        let found = needle.map(|needle| fuzzy::most_alike(&characters.all, &needle));
        found.into_iter().flatten().filter_map(|range| self.span(range)).collect()
    }

    /// The text similar to a quote at the place that the file names.
    fn at(&self, quote: &str, stored: Span) -> Option<Span> {
        let needle = self.needle(quote, quote.len())?;
        let folded = self.haystack.folded(MatchTier::CaseFolded);
        let byte = folded.from(self.haystack.text.to_byte(stored.start()).0);
        let characters = self.characters();
        let start = characters.bytes.binary_search(&byte).ok()?;
        let length = fuzzy::alike_from(characters.all.get(start..)?, &needle)?;
        self.span(start..start + length)
    }

    /// The characters of a quote, folded; `None` if it is too short, too long for the text, or if the comparison with
    /// `compared` characters would take more steps than are left.
    fn needle(&self, quote: &str, compared: usize) -> Option<Vec<char>> {
        let needle: Vec<char> = Needle::of(quote, MatchTier::CaseFolded)?.0.chars().collect();
        let length = self.characters().all.len();
        if needle.len() < FEWEST || !fuzzy::alike(needle.len().saturating_sub(length), needle.len())
        {
            return None;
        }
        let steps = needle.len().div_ceil(64).saturating_mul(compared);
        self.steps.set(self.steps.get().checked_sub(steps)?);
        Some(needle)
    }

    /// The span of a range of characters, widened to whole clusters.
    fn span(&self, range: Range<usize>) -> Option<Span> {
        let folded = self.haystack.folded(MatchTier::CaseFolded);
        let bytes = &self.characters().bytes;
        let byte = |at: usize| bytes.get(at).copied().unwrap_or(folded.text().len());
        let original = folded.widened(byte(range.start)..byte(range.end))?;
        Some(self.haystack.text.span_of(original))
    }

    fn characters(&self) -> &FoldedCharacters {
        self.characters.get_or_init(|| {
            let (bytes, all) =
                self.haystack.folded(MatchTier::CaseFolded).text().char_indices().unzip();
            FoldedCharacters { all, bytes }
        })
    }
}
