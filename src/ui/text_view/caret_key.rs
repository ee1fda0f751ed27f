//! The meaning of keys in a text for the caret. Pure: no DOM.

use crate::ui::key_press::KeyPress;

/// A move of the caret.
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
    /// Select from the unit in which the caret began to the one that it has reached.
    SelectRange,
    /// Choose the place before the caret's unit.
    SelectPoint,
    /// Remove the caret.
    Leave,
    /// Move the caret; `extends` keeps the text in between selected.
    Move { caret_move: CaretMove, extends: bool },
}

/// The text in which a key is pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CaretContext {
    /// `true` if the caret is in the text.
    pub(super) has_caret: bool,
    /// `true` if the text is read from right to left.
    pub(super) is_right_to_left: bool,
}

/// Decides what a key asks for in a text; `None` leaves it to the page.
pub(super) fn caret_key(press: &KeyPress, context: CaretContext) -> Option<CaretKey> {
    if press.alt {
        return None;
    }
    let moves = || {
        let caret_move = caret_move(press, context)?;
        Some(CaretKey::Move { caret_move, extends: press.shift })
    };
    match (press.key.as_str(), press.has_command(), context.has_caret) {
        ("a" | "A", true, _) => Some(CaretKey::SelectAll),
        ("Home" | "End", ..) => moves(),
        (_, true, _) => None,
        ("Enter", false, true) => Some(CaretKey::SelectRange),
        ("i" | "I", false, true) => Some(CaretKey::SelectPoint),
        ("Escape", false, true) => Some(CaretKey::Leave),
        _ => moves(),
    }
}

/// The move of an arrow key, Home or End.
fn caret_move(press: &KeyPress, context: CaretContext) -> Option<CaretMove> {
    let CaretContext { has_caret, is_right_to_left } = context;
    // Home and End go to the ends of the text then, not of the line.
    let to_text_end = press.has_command() || !has_caret;
    Some(match press.key.as_str() {
        "ArrowRight" if is_right_to_left => CaretMove::Backward,
        "ArrowLeft" if is_right_to_left => CaretMove::Forward,
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

    const WITH: CaretContext = CaretContext { has_caret: true, is_right_to_left: false };
    const WITHOUT: CaretContext = CaretContext { has_caret: false, ..WITH };

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
        for (written, context, meaning) in cases {
            let found = caret_key(&KeyPress::of(written), context);
            assert_eq!(found, meaning, "{written} {context:?}");
        }
    }

    #[wasm_bindgen_test]
    fn arrows_go_the_way_that_the_text_is_read_and_shift_extends() {
        let press = KeyPress::of("Shift+ArrowLeft");
        let extended = |caret_move| Some(CaretKey::Move { caret_move, extends: true });
        assert_eq!(
            caret_key(&press, CaretContext { is_right_to_left: true, ..WITH }),
            extended(CaretMove::Forward)
        );
        assert_eq!(caret_key(&press, WITH), extended(CaretMove::Backward));
    }
}
