//! Conversions against a count of every character.

use proptest::prelude::*;
use spanwise_text::{Byte, CodePoint, Text, Utf16};

use crate::samples::{long_text, span, text};

/// All character boundaries in the three units, counted one by one.
fn boundaries(string: &str) -> Vec<(usize, u32, u32)> {
    let mut at = (0, 0, 0);
    let mut all = vec![at];
    for c in string.chars() {
        at = (at.0 + c.len_utf8(), at.1 + u32::try_from(c.len_utf16()).unwrap(), at.2 + 1);
        all.push(at);
    }
    all
}

fn check(string: &str) {
    let text = Text::from(string);
    let all = boundaries(string);
    let (bytes, units, points) = *all.last().unwrap();
    let floor =
        |inside: &dyn Fn(&(usize, u32, u32)) -> bool| *all.iter().rfind(|at| inside(at)).unwrap();
    assert_eq!((text.as_str(), text.len_utf16()), (string, Utf16(units)));
    for offset in (0..=units + 2).chain([u32::MAX]) {
        let (byte, whole, point) = floor(&|at| at.1 <= offset);
        assert_eq!(text.to_byte(Utf16(offset)), Byte(byte), "{string:?} at {offset}");
        assert_eq!(text.to_code_point(Utf16(offset)), CodePoint(point), "{string:?} at {offset}");
        let up = if whole < offset.min(units) { floor(&|at| at.1 <= offset + 1).0 } else { byte };
        assert_eq!(text.to_byte_up(Utf16(offset)), Byte(up), "{string:?} at {offset}");
    }
    for byte in (0..=bytes + 2).chain([usize::MAX]) {
        assert_eq!(
            text.to_utf16(Byte(byte)),
            Utf16(floor(&|at| at.0 <= byte).1),
            "{string:?} at byte {byte}"
        );
    }
    for point in (0..=points + 2).chain([u32::MAX]) {
        let expected = floor(&|at| at.2 <= point).1;
        assert_eq!(
            text.from_code_point(CodePoint(point)),
            Utf16(expected),
            "{string:?} at code point {point}"
        );
    }
}

proptest! {
    #[test]
    fn conversions_agree_with_a_count(string in text()) {
        check(&string);
    }

    #[test]
    fn conversions_agree_with_a_count_on_any_string(string in any::<String>()) {
        check(&string);
    }

    #[test]
    fn units_round_trip(string in text()) {
        let text = Text::from(string.as_str());
        for (byte, unit, point) in boundaries(&string) {
            prop_assert_eq!(text.to_byte(text.to_utf16(Byte(byte))), Byte(byte));
            prop_assert_eq!(text.to_utf16(text.to_byte(Utf16(unit))), Utf16(unit));
            prop_assert_eq!(text.to_code_point(text.from_code_point(CodePoint(point))), CodePoint(point));
        }
    }

    #[test]
    fn clamping_gives_whole_characters_once(string in text(), a in 0..80_u32, b in 0..80_u32) {
        let text = Text::from(string.as_str());
        let clamped = text.clamp(span(a, b));
        prop_assert_eq!(text.clamp(clamped), clamped);
        prop_assert!(clamped.end() <= text.len_utf16());
        prop_assert_eq!(text.slice(span(a, b)), text.slice(clamped));
        prop_assert_eq!(text.slice(clamped).encode_utf16().count(), clamped.len() as usize);
    }

    #[test]
    fn slices_that_touch_share_nothing(string in text(), middle in 0..80_u32) {
        let text = Text::from(string.as_str());
        let rest = text.slice(span(middle, u32::MAX));
        prop_assert_eq!(text.slice(span(0, middle)).to_owned() + rest, string);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn conversions_agree_with_a_count_across_checkpoints(string in long_text()) {
        check(&string);
    }
}

#[test]
fn conversions_agree_at_every_phase_of_the_checkpoints() {
    for shift in 0..8 {
        check(&("x".repeat(248 + shift) + "😀é字" + &"字😀".repeat(80)));
    }
}

#[test]
fn a_surrogate_pair_is_never_split() {
    let text = Text::from("ab😀cd");
    assert_eq!(text.slice(span(2, 4)), "😀");
    assert_eq!(text.to_byte(Utf16(3)), Byte(2));
    assert_eq!(text.to_byte_up(Utf16(3)), Byte(6));
    assert_eq!(text.clamp(span(3, 9)), span(2, 6));
    assert_eq!(text.clamp(span(2, 3)), span(2, 2));
}

#[test]
fn an_empty_text_has_one_offset() {
    let text = Text::from("");
    assert!(text.is_empty());
    assert_eq!(text.clamp(span(3, 7)), span(0, 0));
    assert_eq!(text.slice(span(0, 9)), "");
}
