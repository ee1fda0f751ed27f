//! Spans that snap to the tokens of a tokenizer.

use proptest::prelude::*;
use spanwise_text::boundary::{next_unit, previous_unit, snap, snap_point};
use spanwise_text::tokens::{token_numbers, unit_spans};
use spanwise_text::{Boundary, Span, Text, Utf16};

use super::samples::{span, text};

/// `unfriendly 👍 ﬁne`: `un`, `friend`, `ly`, the thumb in two tokens of bytes, a space, and `ﬁne` as `f` and `ine`.
fn tokenized() -> Text {
    let spans = [(0, 2), (2, 8), (8, 10), (11, 13), (11, 13), (14, 14), (14, 15), (14, 17)];
    Text::from("unfriendly 👍 ﬁne").with_tokens(&spans.map(|(start, end)| span(start, end)))
}

#[test]
fn tokens_that_share_a_character_are_one_unit() {
    let units: Vec<Span> = unit_spans(&tokenized()).collect();
    assert_eq!(units, [span(0, 2), span(2, 8), span(8, 10), span(11, 13), span(14, 17)]);
}

#[test]
fn selections_snap_to_tokens() {
    let text = tokenized();
    let cases = [
        (span(3, 4), Some(span(2, 8))),
        (span(1, 9), Some(span(0, 10))),
        (span(10, 11), None),
        (span(12, 16), Some(span(11, 17))),
        (span(4, 4), None),
    ];
    for (selected, expected) in cases {
        assert_eq!(snap(&text, selected, Boundary::Token), expected, "{selected:?}");
    }
    assert_eq!(snap_point(&text, Utf16(3), Boundary::Token), Utf16(2));
    assert_eq!(next_unit(&text, Utf16(9), Boundary::Token), Some(span(11, 13)));
    assert_eq!(previous_unit(&text, Utf16(9), Boundary::Token), Some(span(2, 8)));
}

#[test]
fn spans_know_the_numbers_of_their_tokens() {
    let text = tokenized();
    let cases = [
        (span(2, 8), 1..2),
        (span(0, 10), 0..3),
        (span(11, 13), 3..5),
        (span(14, 17), 6..8),
        (span(10, 11), 3..3),
        (span(8, 8), 2..2),
        (span(17, 17), 8..8),
    ];
    for (at, expected) in cases {
        assert_eq!(token_numbers(&text, at), Some(expected), "{at:?}");
    }
}

#[test]
fn a_text_whose_tokens_are_not_known_has_no_unit() {
    let text = Text::from("one two");
    assert!(!text.has_tokens());
    assert_eq!(snap(&text, span(0, 3), Boundary::Token), None);
    assert_eq!(token_numbers(&text, span(0, 3)), None);
    assert_eq!(text, text.with_tokens(&[span(0, 3)]));
    assert!(Text::EMPTY.has_tokens());
}

proptest! {
    /// Whatever a tokenizer says, units are in order and apart, and snapping twice changes nothing.
    #[test]
    fn units_are_apart(
        string in text(),
        tokens in proptest::collection::vec((0..40_u32, 0..40_u32), 0..12),
        (a, b) in (0..60_u32, 0..60_u32),
    ) {
        let tokens: Vec<Span> = tokens.into_iter().map(|(a, b)| span(a, b)).collect();
        let text = Text::from(string.as_str()).with_tokens(&tokens);
        let units: Vec<Span> = unit_spans(&text).collect();
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
