//! What a selection snaps to.

/// The unit that spans are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Boundary {
    /// Any grapheme cluster (`char`).
    Char,
    /// Runs between white space (`whitespace`; Thresh's `word`). The default.
    #[default]
    Whitespace,
    /// Words as Unicode defines them in UAX #29 (`word`).
    Word,
    /// Tokens of subword-tokenised data (`subword`; Thresh's `tokenized`).
    Subword,
}
