//! Quotes, and the places where they are found.

use spanwise_diagnostics::quoted;
use spanwise_text::Span;

/// A text to be located.
#[derive(Debug, Clone, Copy)]
pub struct Quote<'a> {
    /// The text of the quote.
    pub text: &'a str,
    /// The position that the file names, in UTF-16 units.
    pub stored: Option<Span>,
    /// The number of the occurrence that the file names, from 0.
    pub occurrence: Option<usize>,
}

/// Says that a span is not in a text: by its own text if it has one, else by its offsets as the file has them. `text` and
/// `span` are what both are called.
#[must_use]
pub fn absence(quote: &str, offsets: Option<(u32, u32)>, text: &str, span: &str) -> String {
    match offsets {
        _ if !quote.is_empty() => format!("{} is not in the {text}.", quoted(quote)),
        Some((start, end)) => format!("The {text} has no place from {start} to {end}."),
        None => format!("A {span} has neither a text nor a place."),
    }
}

/// The method by which a quote was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MatchTier {
    /// Letter for letter.
    Exact,
    /// Folded for Unicode form, white space, quotes and dashes.
    Folded,
    /// Folded for case too.
    CaseFolded,
    /// Most alike.
    Fuzzy,
}

/// The place at which a quote was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocatedQuote {
    /// The place, in UTF-16 units.
    pub span: Span,
    /// The method by which it was found.
    pub tier: MatchTier,
    /// `true` if it is not at its stored position.
    pub moved: bool,
    /// `true` if it occurs elsewhere too, and the file does not identify the place.
    pub ambiguous: bool,
}
