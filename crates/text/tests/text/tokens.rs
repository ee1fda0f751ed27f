//! Spans that snap to the tokens of a tokenizer.

use proptest::prelude::*;
use spanwise_text::boundary::{has_units, next_unit, previous_unit, snap, snap_point};
use spanwise_text::tokens::{forget, learn, token_numbers, unit_spans};
use spanwise_text::{Boundary, Span, Text, Utf16};

use super::samples::{span, text};

/// Starts and ends in UTF-16.
type Ranges = &'static [(u32, u32)];

/// A text with tokens.
fn tokenized(string: &str, tokens: &[(u32, u32)]) -> Text {
    let text = Text::from(string);
    let tokens: Vec<Span> = tokens.iter().map(|&(start, end)| span(start, end)).collect();
    learn(&text, &tokens);
    text
}

/// `un`, `friend`, `ly`, the thumb in two tokens of bytes, the first with the space before it, and `ﬁne` as `Ġf`, `ine`.
fn unfriendly() -> Text {
    let tokens = [(0, 2), (2, 8), (8, 10), (10, 13), (11, 13), (13, 15), (14, 17)];
    tokenized("unfriendly 👍 ﬁne", &tokens)
}

#[test]
fn a_unit_is_without_the_space_before_it_and_cuts_no_character() {
    let cases: [(&str, Ranges, Ranges); 12] = [
        ("a cat", &[(0, 1), (1, 5)], &[(0, 1), (2, 5)]),
        // The space is a token itself, or a longer one with the word.
        ("a cat", &[(0, 1), (1, 2), (2, 5)], &[(0, 1), (1, 2), (2, 5)]),
        ("a   cat", &[(0, 1), (1, 3), (3, 7)], &[(0, 1), (1, 3), (4, 7)]),
        ("a\u{a0}b", &[(0, 1), (1, 3)], &[(0, 1), (2, 3)]),
        ("a\n\nb", &[(0, 1), (1, 3), (3, 4)], &[(0, 1), (1, 3), (3, 4)]),
        // Behind a word it stays.
        ("a) \n", &[(0, 1), (1, 4)], &[(0, 1), (1, 4)]),
        // Bytes of one character.
        ("né", &[(0, 1), (1, 2), (1, 2)], &[(0, 1), (1, 2)]),
        ("x 字y", &[(0, 1), (1, 3), (2, 3), (2, 3), (3, 4)], &[(0, 1), (2, 3), (3, 4)]),
        ("👍🏽", &[(0, 2), (0, 2), (0, 2), (2, 4), (2, 4)], &[(0, 2), (2, 4)]),
        ("\u{a0}", &[(0, 1), (0, 1)], &[(0, 1)]),
        // A normalizer takes a ligature apart, or adds a token for no character.
        ("ﬁn", &[(0, 1), (0, 2)], &[(0, 2)]),
        ("ab", &[(0, 0), (0, 1), (1, 2)], &[(0, 1), (1, 2)]),
    ];
    for (string, tokens, expected) in cases {
        let expected: Vec<Span> = expected.iter().map(|&(start, end)| span(start, end)).collect();
        assert_eq!(unit_spans(&tokenized(string, tokens)), expected, "{string:?} {tokens:?}");
    }
}

#[test]
fn selections_snap_to_tokens() {
    let text = unfriendly();
    let cases = [
        (span(3, 4), Some(span(2, 8))),
        (span(1, 9), Some(span(0, 10))),
        (span(9, 12), Some(span(8, 13))),
        (span(10, 12), Some(span(11, 13))),
        (span(10, 11), None),
        (span(12, 16), Some(span(11, 17))),
        (span(4, 4), None),
    ];
    for (selected, expected) in cases {
        assert_eq!(snap(&text, selected, Boundary::Token), expected, "{selected:?}");
    }
    assert_eq!(snap_point(&text, Utf16(3), Boundary::Token), Utf16(2));
    assert_eq!(next_unit(&text, Utf16(9), Boundary::Token), Some(span(11, 13)));
    assert_eq!(next_unit(&text, Utf16(17), Boundary::Token), None);
    assert_eq!(previous_unit(&text, Utf16(9), Boundary::Token), Some(span(2, 8)));
    assert_eq!(previous_unit(&text, Utf16(1), Boundary::Token), None);
}

#[test]
fn spans_know_the_numbers_of_their_tokens() {
    let text = unfriendly();
    let cases = [
        (span(2, 8), 1..2),
        (span(0, 10), 0..3),
        (span(11, 13), 3..5),
        (span(14, 17), 5..7),
        (span(10, 11), 3..3),
        (span(8, 8), 2..2),
        (span(17, 17), 7..7),
    ];
    for (at, expected) in cases {
        assert_eq!(token_numbers(&text, at), Some(expected), "{at:?}");
    }
    assert_eq!(token_numbers(&Text::EMPTY, span(0, 0)), Some(0..0));
}

#[test]
fn a_text_whose_tokens_are_not_known_has_no_unit() {
    let text = tokenized("one two", &[(0, 3), (3, 7)]);
    assert!(has_units(&text, Boundary::Token));
    forget();
    assert!(!has_units(&text, Boundary::Token));
    assert!(has_units(&text, Boundary::Word) && has_units(&Text::EMPTY, Boundary::Token));
    assert_eq!(snap(&text, span(0, 3), Boundary::Token), None);
    assert_eq!(token_numbers(&text, span(0, 3)), None);
    assert_eq!(unit_spans(&text), []);
}

proptest! {
    /// Whatever a tokenizer says, units are in order and apart, and snapping twice changes nothing.
    #[test]
    fn units_are_apart(
        string in text(),
        tokens in proptest::collection::vec((0..40_u32, 0..40_u32), 0..12),
        (a, b) in (0..60_u32, 0..60_u32),
    ) {
        let text = tokenized(&string, &tokens);
        let units = unit_spans(&text);
        prop_assert!(units.iter().all(|unit| !unit.is_empty()));
        prop_assert!(units.is_sorted_by(|left, right| left.end() <= right.start()));
        if let Some(snapped) = snap(&text, span(a, b), Boundary::Token) {
            prop_assert!(units.iter().any(|unit| unit.start() == snapped.start()));
            prop_assert!(units.iter().any(|unit| unit.end() == snapped.end()));
            let again = snap(&text, snapped, Boundary::Token);
            prop_assert!(again == Some(snapped) || text.slice(snapped).trim().is_empty());
        }
    }
}
