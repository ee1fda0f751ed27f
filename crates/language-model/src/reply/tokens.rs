//! Texts with numbered tokens, and the spans that numbers name.

use std::fmt::Write as _;

use super::TokenRange;
use spanwise_text::{Span, Text};

/// The text with the number of each token before it. Tokens are what white space divides.
pub(crate) fn numbered(text: &str) -> String {
    let mut shown = String::new();
    let mut end = 0;
    for (number, (start, token)) in tokens(text).enumerate() {
        shown.push_str(text.get(end..start).unwrap_or_default());
        // Writing to a text does not fail.
        let _ = write!(shown, "[{number}]{token}");
        end = start + token.len();
    }
    shown.push_str(text.get(end..).unwrap_or_default());
    shown
}

/// The span from the first to the last token of a range; `None` if the text has not that many.
pub(crate) fn span(text: &Text, range: TokenRange) -> Option<Span> {
    let [first, last] = [usize::try_from(range.first).ok()?, usize::try_from(range.last).ok()?];
    let mut of = tokens(text.as_str()).skip(first);
    let (start, token) = of.next()?;
    let (last_start, last_token) =
        if last > first { of.nth(last - first - 1)? } else { (start, token) };
    Some(text.span_of(start..last_start + last_token.len()))
}

/// The range of the tokens that a span touches.
pub(super) fn range_of(text: &Text, span: Span) -> Option<[usize; 2]> {
    let (start, end) = (text.to_byte(span.start()).0, text.to_byte(span.end()).0);
    if start == end {
        let before = tokens(text.as_str()).enumerate().take_while(|(_, (at, _))| *at < start);
        return before.last().map(|(number, _)| [number, number]);
    }
    let touched = tokens(text.as_str())
        .enumerate()
        .filter(|(_, (at, token))| *at < end && at + token.len() > start);
    let numbers: Vec<usize> = touched.map(|(number, _)| number).collect();
    Some([*numbers.first()?, *numbers.last()?])
}

/// Tokens with their first bytes.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    let pieces = text.split_inclusive(char::is_whitespace).map(move |piece| {
        let start = end;
        end += piece.len();
        (start, piece.trim_end())
    });
    pieces.filter(|(_, token)| !token.is_empty())
}
