//! Conversion between spans of tokens and spans of characters.

use std::ops::Range;

use spanwise_text::{Span, Text, Utf16};

/// The spans of the tokens of a sentence: the parts between single spaces, as in Python's `split(' ')`.
#[derive(Debug)]
pub(super) struct SentenceTokens(Vec<Span>);

impl SentenceTokens {
    pub(super) fn new(text: &Text) -> Self {
        let mut at = 0;
        let token = |token: &str| {
            let start = at;
            let end = start + Utf16::length_of(token).0;
            at = end + 1;
            Span::between(Utf16(start), Utf16(end))
        };
        SentenceTokens(text.as_str().split(' ').map(token).collect())
    }

    /// The characters of a range of tokens, without the spaces around them; for an empty range, the point before the
    /// next token, or at the end of the sentence.
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

    /// The tokens that a span touches, and the relation of its ends to theirs.
    pub(super) fn touched(&self, span: Span) -> (Range<usize>, TokenFit) {
        let start = if span.is_empty() {
            self.0.partition_point(|token| token.start() < span.start())
        } else {
            self.0.partition_point(|token| token.end() <= span.start())
        };
        // A span may begin or end with an empty token, which has no character to touch.
        let first = self.0.binary_search_by_key(&span.start(), |token| token.start());
        let last = self.0.binary_search_by_key(&span.end(), |token| token.end());
        if let (Ok(first), Ok(last)) = (first, last)
            && first <= last
            && !span.is_empty()
        {
            return (first..last + 1, TokenFit::Exact);
        }
        let end = self.0.partition_point(|token| token.start() < span.end()).max(start);
        let fit = match self.span(start..end) {
            Some(whole) if whole == span => TokenFit::Exact,
            Some(whole) if is_followed_by_space(whole, span) => TokenFit::WithSpace,
            _ => TokenFit::Inexact,
        };
        (start..end, fit)
    }
}

/// Returns `true` if a span starts with its tokens and ends one character after them.
fn is_followed_by_space(tokens: Span, span: Span) -> bool {
    span.start() == tokens.start() && span.end().0 == tokens.end().0 + 1
}

/// The relation of the ends of a span to those of the tokens that it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenFit {
    /// They are the same.
    Exact,
    /// The span includes the space after the last token, or at the end of a sentence its would-be place. Thresh's
    /// converter makes all spans so.
    WithSpace,
    /// They differ otherwise.
    Inexact,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_stand_between_single_spaces() {
        let text = Text::new("a 😀b  cd");
        let tokens = SentenceTokens::new(&text);
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
        let tokens = SentenceTokens::new(&text);
        for (span, range, fit) in [
            (0..3, 0..1, TokenFit::Exact),
            (0..4, 0..1, TokenFit::WithSpace),
            (4..13, 1..3, TokenFit::Exact),
            (8..14, 2..3, TokenFit::WithSpace),
            (4..4, 1..1, TokenFit::Exact),
            (13..13, 3..3, TokenFit::Exact),
            (1..3, 0..1, TokenFit::Inexact),
            (3..7, 1..2, TokenFit::Inexact),
            (1..6, 0..2, TokenFit::Inexact),
            (3..4, 1..1, TokenFit::Inexact),
            (8..15, 2..3, TokenFit::Inexact),
        ] {
            let span = Span::between(Utf16(span.start), Utf16(span.end));
            assert_eq!(tokens.touched(span), (range, fit), "{span:?}");
        }
    }

    #[test]
    fn tokens_come_back_from_their_spans() {
        for sentence in ["one two", "", "a  b ", "  a", "😀 é", "   "] {
            let text = Text::new(sentence);
            let tokens = SentenceTokens::new(&text);
            for (start, end) in (0..=tokens.0.len()).flat_map(|end| (0..end).map(move |s| (s, end)))
            {
                let span = tokens.span(start..end).expect("tokens of the sentence");
                let (found, fit) = tokens.touched(span);
                assert_eq!(fit, TokenFit::Exact, "{sentence:?}: {start}..{end}");
                // An empty token and no token are the same place.
                assert!(found == (start..end) || span.is_empty(), "{sentence:?}: {start}..{end}");
                assert_eq!(tokens.span(found), Some(span));
            }
        }
    }
}
