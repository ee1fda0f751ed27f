//! A program that has not enabled sentences has none; this is one of its own, since what is enabled stays so.

use spanwise_text::boundary::{next_unit, previous_unit, snap, snap_point};
use spanwise_text::{Boundary, Span, Text, Utf16};

#[test]
fn without_their_tables_texts_have_no_sentences() {
    let text = Text::from("One. Two.");
    let all = Span::between(Utf16(0), text.len_utf16());
    assert_eq!(snap(&text, all, Boundary::Sentence), None);
    assert_eq!(next_unit(&text, Utf16(0), Boundary::Sentence), None);
    assert_eq!(previous_unit(&text, Utf16(9), Boundary::Sentence), None);
    assert_eq!(snap_point(&text, Utf16(7), Boundary::Sentence), Utf16(9));
}
