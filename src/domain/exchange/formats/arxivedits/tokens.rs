//! Spans of tokens, and spans of characters.

use std::ops::Range;

use crate::domain::text::{Span, Text, Utf16};

/// Where the tokens of a sentence are: what stands between single spaces, as Python's `split(' ')` has it.
#[derive(Debug)]
pub(super) struct Tokens(Vec<Span>);

impl Tokens {
    pub(super) fn new(text: &Text) -> Self {
        let mut at = 0;
        let token = |token: &str| {
            let start = at;
            let end = start + u32::try_from(token.encode_utf16().count()).unwrap_or(u32::MAX);
            at = end + 1;
            Span::between(Utf16(start), Utf16(end))
        };
        Tokens(text.as_str().split(' ').map(token).collect())
    }

    /// The characters of some tokens, without the spaces around them; for no tokens, the point before the next one.
    pub(super) fn span(&self, tokens: Range<usize>) -> Option<Span> {
        if tokens.is_empty() {
            let before = self.0.get(tokens.start).map(|next| next.start());
            let end =
                || (tokens.start == self.0.len()).then(|| self.0.last().map(|last| last.end()));
            let at = before.or_else(|| end().flatten()).filter(|_| tokens.start == tokens.end)?;
            return Some(Span::between(at, at));
        }
        let (first, last) = (self.0.get(tokens.start)?, self.0.get(tokens.end.checked_sub(1)?)?);
        Some(Span::between(first.start(), last.end()))
    }

    /// The tokens that a span touches, and whether it is just those; Thresh's converter counts the space after them in.
    pub(super) fn touched(&self, span: Span) -> (Range<usize>, bool) {
        let start = if span.is_empty() {
            self.0.partition_point(|token| token.start() < span.start())
        } else {
            self.0.partition_point(|token| token.end() <= span.start())
        };
        let end = self.0.partition_point(|token| token.start() < span.end()).max(start);
        let exact = self.span(start..end).is_some_and(|whole| {
            let end_with_space = Utf16(whole.end().0 + 1);
            span.start() == whole.start() && [whole.end(), end_with_space].contains(&span.end())
        });
        (start..end, exact)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_between_single_spaces() {
        let text = Text::new("a 😀b  cd");
        let tokens = Tokens::new(&text);
        for (range, found) in [
            (0..1, Some("a")),
            (0..2, Some("a 😀b")),
            (1..4, Some("😀b  cd")),
            (3..4, Some("cd")),
            (2..3, Some("")),
            (4..4, Some("")),
            (5..5, None),
            (3..5, None),
        ] {
            let span = tokens.span(range.clone());
            assert_eq!(span.map(|span| text.slice(span)), found, "{range:?}");
        }
        assert_eq!(tokens.span(1..1).map(Span::start), Some(Utf16(2)));
        assert_eq!(tokens.span(4..4).map(Span::start), Some(Utf16(9)));
    }

    #[test]
    fn spans_are_of_the_tokens_they_touch() {
        let text = Text::new("one two three");
        let tokens = Tokens::new(&text);
        for (span, range, exact) in [
            (0..3, 0..1, true),
            (0..4, 0..1, true),
            (4..13, 1..3, true),
            (8..14, 2..3, true),
            (4..4, 1..1, true),
            (13..13, 3..3, true),
            (1..3, 0..1, false),
            (3..7, 1..2, false),
            (1..6, 0..2, false),
            (3..4, 1..1, false),
        ] {
            let span = Span::between(Utf16(span.start), Utf16(span.end));
            assert_eq!(tokens.touched(span), (range, exact), "{span:?}");
        }
    }
}
