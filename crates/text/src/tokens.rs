//! The tokens of a plain text, as a tokenizer divides it.
//!
//! Tokens are numbered from 0 in the order of the text. What spans snap to are their *units*: where tokens share a
//! character (bytes of one character, a ligature that a normalizer takes apart) they are one unit, so that units neither
//! overlap nor cut a character. A token of white space alone is in no unit, but has its number.

use std::ops::Range;

use super::{Byte, Span, Text};

/// Tokens that share no character with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TokenUnit {
    /// Their bytes in the text.
    pub(super) bytes: Range<usize>,
    /// Their numbers.
    pub(super) numbers: Range<u32>,
}

impl TokenUnit {
    /// This unit and a later one as one.
    fn joined(self, later: &TokenUnit) -> Self {
        let start = self.bytes.start.min(later.bytes.start);
        let end = self.bytes.end.max(later.bytes.end);
        TokenUnit { bytes: start..end, numbers: self.numbers.start..later.numbers.end }
    }
}

/// The units of a text, in order, from the spans of its tokens without white space at their ends.
pub(super) fn units_of(text: &Text, tokens: &[Span]) -> Box<[TokenUnit]> {
    let mut units: Vec<TokenUnit> = Vec::with_capacity(tokens.len());
    for (number, span) in (0..).zip(tokens) {
        let bytes = text.to_byte(span.start()).0..text.to_byte_up(span.end()).0;
        if bytes.is_empty() {
            continue;
        }
        let mut unit = TokenUnit { bytes, numbers: number..number + 1 };
        while let Some(last) = units.pop_if(|last| last.bytes.end > unit.bytes.start) {
            unit = last.joined(&unit);
        }
        units.push(unit);
    }
    units.into()
}

/// The first unit that ends after a byte.
pub(super) fn first(text: &Text, from: usize) -> Option<Range<usize>> {
    let units = text.token_units()?;
    let unit = units.get(units.partition_point(|unit| unit.bytes.end <= from))?;
    Some(unit.bytes.clone())
}

/// The last unit that starts before a byte.
pub(super) fn last(text: &Text, until: usize) -> Option<Range<usize>> {
    let units = text.token_units()?;
    let unit = units.get(units.partition_point(|unit| unit.bytes.start < until).checked_sub(1)?)?;
    Some(unit.bytes.clone())
}

/// The numbers of the tokens that a span touches; for an insertion point an empty range at the token after it.
///
/// `None` if the tokens of the text are not known.
#[must_use]
pub fn token_numbers(text: &Text, span: Span) -> Option<Range<u32>> {
    let units = text.token_units()?;
    let (start, end) = (text.to_byte(span.start()).0, text.to_byte_up(span.end()).0);
    let after = |at: usize| units.partition_point(|unit| unit.bytes.end <= at);
    let count = units.last().map_or(0, |unit| unit.numbers.end);
    let first = units.get(after(start)).map_or(count, |unit| unit.numbers.start);
    let until = units.partition_point(|unit| unit.bytes.start < end);
    let end = until.checked_sub(1).and_then(|last| units.get(last)).map_or(0, |u| u.numbers.end);
    Some(first..if span.is_empty() { first } else { end.max(first) })
}

/// The spans of the units, in order; empty if the tokens of the text are not known.
pub fn unit_spans(text: &Text) -> impl Iterator<Item = Span> + '_ {
    let units = text.token_units().unwrap_or_default();
    let utf16 = |byte| text.to_utf16(Byte(byte));
    units.iter().map(move |unit| Span::between(utf16(unit.bytes.start), utf16(unit.bytes.end)))
}
