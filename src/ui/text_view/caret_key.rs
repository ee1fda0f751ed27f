//! The meaning of keys in a text for the caret. Pure: no DOM.

use crate::ui::key_press::KeyPress;

/// A way that the caret goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaretMove {
    Forward,
    Backward,
    TextStart,
    TextEnd,
    LineUp,
    LineDown,
    LineStart,
    LineEnd,
}

/// An action that a key asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CaretKey {
    /// Select the whole text.
    SelectAll,
    /// Select from where the caret began to where it is.
    SelectRange,
    /// Choose the place before the caret's unit.
    SelectPoint,
    /// Take the caret away.
    Leave,
    /// Move the caret; with `extends` what lies between stays selected.
    Move { caret_move: CaretMove, extends: bool },
}

/// Decides what a key asks for in a text, in which there may be a caret; `None` leaves it to the page.
pub(super) fn caret_key(
    press: &KeyPress,
    has_caret: bool,
    right_to_left: bool,
) -> Option<CaretKey> {
    if press.alt {
        return None;
    }
    let moves = || {
        let to_text_end = press.has_command() || !has_caret;
        let caret_move = caret_move(&press.key, right_to_left, to_text_end)?;
        Some(CaretKey::Move { caret_move, extends: press.shift })
    };
    match (press.key.as_str(), press.has_command(), has_caret) {
        ("a" | "A", true, _) => Some(CaretKey::SelectAll),
        ("Home" | "End", ..) => moves(),
        (_, true, _) => None,
        ("Enter", false, true) => Some(CaretKey::SelectRange),
        ("i" | "I", false, true) => Some(CaretKey::SelectPoint),
        ("Escape", false, true) => Some(CaretKey::Leave),
        _ => moves(),
    }
}

/// The way of an arrow key, Home or End. `to_text_end`: whether Home and End go to the ends of the text, not of the line.
fn caret_move(key: &str, right_to_left: bool, to_text_end: bool) -> Option<CaretMove> {
    Some(match key {
        "ArrowRight" if right_to_left => CaretMove::Backward,
        "ArrowLeft" if right_to_left => CaretMove::Forward,
        "ArrowRight" => CaretMove::Forward,
        "ArrowLeft" => CaretMove::Backward,
        "ArrowUp" => CaretMove::LineUp,
        "ArrowDown" => CaretMove::LineDown,
        "Home" if to_text_end => CaretMove::TextStart,
        "End" if to_text_end => CaretMove::TextEnd,
        "Home" => CaretMove::LineStart,
        "End" => CaretMove::LineEnd,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    /// Whether there is a caret.
    const WITH: bool = true;
    const WITHOUT: bool = false;

    fn moved(caret_move: CaretMove) -> Option<CaretKey> {
        Some(CaretKey::Move { caret_move, extends: false })
    }

    #[wasm_bindgen_test]
    fn keys_move_the_caret_and_select() {
        let cases = [
            ("Ctrl+a", WITHOUT, Some(CaretKey::SelectAll)),
            ("Ctrl+c", WITH, None),
            ("Alt+ArrowLeft", WITH, None),
            ("ArrowRight", WITHOUT, moved(CaretMove::Forward)),
            ("ArrowLeft", WITH, moved(CaretMove::Backward)),
            ("ArrowUp", WITH, moved(CaretMove::LineUp)),
            ("Home", WITH, moved(CaretMove::LineStart)),
            ("Home", WITHOUT, moved(CaretMove::TextStart)),
            ("Ctrl+End", WITH, moved(CaretMove::TextEnd)),
            ("Ctrl+ArrowLeft", WITH, None),
            ("Enter", WITH, Some(CaretKey::SelectRange)),
            ("Enter", WITHOUT, None),
            ("i", WITH, Some(CaretKey::SelectPoint)),
            ("i", WITHOUT, None),
            ("Escape", WITH, Some(CaretKey::Leave)),
            ("Escape", WITHOUT, None),
        ];
        for (written, has_caret, meaning) in cases {
            let found = caret_key(&KeyPress::of(written), has_caret, false);
            assert_eq!(found, meaning, "{written} {has_caret}");
        }
    }

    #[wasm_bindgen_test]
    fn arrows_go_the_way_that_the_text_is_read_and_shift_extends() {
        let press = KeyPress::of("Shift+ArrowLeft");
        let extended = |caret_move| Some(CaretKey::Move { caret_move, extends: true });
        assert_eq!(caret_key(&press, true, true), extended(CaretMove::Forward));
        assert_eq!(caret_key(&press, true, false), extended(CaretMove::Backward));
    }
}
