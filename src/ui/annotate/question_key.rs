//! The meaning of keys within a question. Pure: no DOM.

use crate::ui::key_press::KeyPress;

/// The control of a question that has the focus.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuestionControl {
    /// An answer to choose, or a slider.
    Choice,
    /// A field for text.
    Text,
    /// Something else, such as the button that clears the answer.
    Other,
}

/// An action that a key asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum QuestionKey {
    /// Go to the next question, or from the last one to the text.
    Next,
    /// Go to the question before.
    Previous,
    /// Choose the answer with this key. A digit is the question's even if it has no such answer.
    Choose(String),
}

/// Decides what a key asks for; `None` leaves it to the page.
pub(super) fn question_key(press: &KeyPress, control: QuestionControl) -> Option<QuestionKey> {
    let is_text = control == QuestionControl::Text;
    match (press.key.as_str(), control) {
        ("Enter", QuestionControl::Choice) if !press.ctrl => Some(QuestionKey::Next),
        ("Enter", QuestionControl::Text) if !press.ctrl && !press.shift => Some(QuestionKey::Next),
        ("Backspace", _) if !is_text && press.is_plain() => Some(QuestionKey::Previous),
        (key, _) if !is_text && press.is_plain() && key.chars().count() == 1 => {
            Some(QuestionKey::Choose(key.to_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wasm_bindgen_test::wasm_bindgen_test;

    #[wasm_bindgen_test]
    fn keys_answer_and_go_on_except_where_text_is_typed() {
        let choose = |key: &str| Some(QuestionKey::Choose(key.to_owned()));
        let cases = [
            ("Enter", QuestionControl::Choice, Some(QuestionKey::Next)),
            ("Ctrl+Enter", QuestionControl::Choice, None),
            ("Enter", QuestionControl::Text, Some(QuestionKey::Next)),
            ("Shift+Enter", QuestionControl::Text, None),
            ("Enter", QuestionControl::Other, None),
            ("Backspace", QuestionControl::Choice, Some(QuestionKey::Previous)),
            ("Backspace", QuestionControl::Text, None),
            ("Alt+Backspace", QuestionControl::Choice, None),
            ("2", QuestionControl::Choice, choose("2")),
            ("2", QuestionControl::Text, None),
            ("Ctrl+2", QuestionControl::Choice, None),
            ("x", QuestionControl::Other, choose("x")),
            ("Tab", QuestionControl::Choice, None),
        ];
        for (written, control, meaning) in cases {
            assert_eq!(question_key(&KeyPress::of(written), control), meaning, "{written}");
        }
    }
}
