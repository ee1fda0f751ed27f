//! Quotes, and the places where they are found.

use spanwise_text::Span;

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

/// Where a text was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocatedQuote {
    /// The place, in UTF-16 units.
    pub span: Span,
    /// How.
    pub tier: MatchTier,
    /// Whether it is not where the file says.
    pub moved: bool,
    /// Whether it occurs elsewhere too, and nothing said which place is meant.
    pub ambiguous: bool,
}
