//! The meaning of keys on the annotate page. Pure: no DOM, no signals.

use crate::ui::key_press::KeyPress;
use spanwise_annotation::workspace::{SpanEdge, StepDirection};
use spanwise_template::{Category, CategoryId, Typology};

use super::hotkeys::category_hotkey;

/// The place where a key went down, and the preference for single characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct KeyPlace {
    /// `true` in a field that takes text or has values of its own.
    pub(super) is_in_field: bool,
    /// `true` on a control that Enter presses.
    pub(super) is_on_control: bool,
    /// `true` if the person uses single characters as shortcuts.
    pub(super) uses_single_keys: bool,
}

/// An action of the page that a key asks for, whatever the template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PageKey {
    Undo,
    Redo,
    /// Declare the instance done and go on.
    DoneAndNext,
    Focus(PagePart),
    Escape,
    /// Finish the draft, or go to the questions of the open edit.
    FinishOrAnswer,
    DeleteEdit,
    ShowKeys,
    /// A character, which may be a key of the template.
    Character(String),
}

/// A part of the page that a key puts the focus on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PagePart {
    Source,
    Target,
    EditList,
    Questions,
}

/// An action that a character asks for if it is no key of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SingleKey {
    NextInstance,
    PreviousInstance,
    NextUnfinished,
    NextBookmark,
    ToggleBookmark,
    NextEdit,
    PreviousEdit,
    /// Move an edge of the open edit by a unit.
    StepEdge(SpanEdge, StepDirection),
}

/// Decides what a key asks for; `None` leaves it to the browser.
pub(super) fn page_key(press: &KeyPress, place: KeyPlace) -> Option<PageKey> {
    if press.has_command() {
        return match press.key.as_str() {
            "z" | "Z" if press.shift => Some(PageKey::Redo),
            "z" | "Z" => Some(PageKey::Undo),
            "y" | "Y" => Some(PageKey::Redo),
            "Enter" => Some(PageKey::DoneAndNext),
            _ => None,
        };
    }
    if press.alt {
        return match press.key.as_str() {
            "1" => Some(PageKey::Focus(PagePart::Source)),
            "2" => Some(PageKey::Focus(PagePart::Target)),
            "3" => Some(PageKey::Focus(PagePart::EditList)),
            "4" => Some(PageKey::Focus(PagePart::Questions)),
            _ => None,
        };
    }
    match press.key.as_str() {
        "Escape" => Some(PageKey::Escape),
        _ if place.is_in_field => None,
        "Enter" if place.is_on_control => None,
        "Enter" => Some(PageKey::FinishOrAnswer),
        "Delete" => Some(PageKey::DeleteEdit),
        _ if !place.uses_single_keys => None,
        "?" => Some(PageKey::ShowKeys),
        character => Some(PageKey::Character(character.to_owned())),
    }
}

/// Decides what a character asks for that is no key of the template.
pub(super) fn single_key(character: &str) -> Option<SingleKey> {
    Some(match character {
        "." => SingleKey::NextInstance,
        "," => SingleKey::PreviousInstance,
        ";" => SingleKey::NextUnfinished,
        "'" => SingleKey::NextBookmark,
        "*" => SingleKey::ToggleBookmark,
        "n" => SingleKey::NextEdit,
        "N" => SingleKey::PreviousEdit,
        "[" => SingleKey::StepEdge(SpanEdge::End, StepDirection::Backward),
        "]" => SingleKey::StepEdge(SpanEdge::End, StepDirection::Forward),
        "{" => SingleKey::StepEdge(SpanEdge::Start, StepDirection::Backward),
        "}" => SingleKey::StepEdge(SpanEdge::Start, StepDirection::Forward),
        _ => return None,
    })
}

/// The category that a character chooses: the one with this key, or else by its number.
pub(super) fn category_by_key(typology: &Typology, character: &str) -> Option<CategoryId> {
    let has_key = |(id, category): &(CategoryId, &Category)| {
        category_hotkey(*id, category).as_deref() == Some(character)
    };
    let by_number = || {
        let number: usize = character.parse().ok()?;
        typology.iter().nth(number.checked_sub(1)?)
    };
    typology.iter().find(has_key).or_else(by_number).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_template::compile;
    use wasm_bindgen_test::wasm_bindgen_test;

    const ON_PAGE: KeyPlace =
        KeyPlace { is_in_field: false, is_on_control: false, uses_single_keys: true };
    const IN_FIELD: KeyPlace = KeyPlace { is_in_field: true, ..ON_PAGE };
    const ON_CONTROL: KeyPlace = KeyPlace { is_on_control: true, ..ON_PAGE };
    const WITHOUT_SINGLE: KeyPlace = KeyPlace { uses_single_keys: false, ..ON_PAGE };

    #[wasm_bindgen_test]
    fn a_key_means_one_thing_wherever_the_focus_is() {
        let character = |key: &str| Some(PageKey::Character(key.to_owned()));
        let cases = [
            ("Ctrl+z", ON_PAGE, Some(PageKey::Undo)),
            ("Meta+z", IN_FIELD, Some(PageKey::Undo)),
            ("Ctrl+Shift+Z", ON_PAGE, Some(PageKey::Redo)),
            ("Ctrl+y", ON_PAGE, Some(PageKey::Redo)),
            ("Ctrl+Enter", IN_FIELD, Some(PageKey::DoneAndNext)),
            ("Ctrl+c", ON_PAGE, None),
            ("Ctrl+1", ON_PAGE, None),
            ("Alt+1", IN_FIELD, Some(PageKey::Focus(PagePart::Source))),
            ("Alt+4", ON_PAGE, Some(PageKey::Focus(PagePart::Questions))),
            ("Alt+5", ON_PAGE, None),
            ("Escape", IN_FIELD, Some(PageKey::Escape)),
            ("Enter", IN_FIELD, None),
            ("Enter", ON_CONTROL, None),
            ("Enter", ON_PAGE, Some(PageKey::FinishOrAnswer)),
            ("Enter", WITHOUT_SINGLE, Some(PageKey::FinishOrAnswer)),
            ("Delete", ON_CONTROL, Some(PageKey::DeleteEdit)),
            ("Delete", IN_FIELD, None),
            ("?", ON_PAGE, Some(PageKey::ShowKeys)),
            ("?", WITHOUT_SINGLE, None),
            (".", ON_CONTROL, character(".")),
            (".", IN_FIELD, None),
            (".", WITHOUT_SINGLE, None),
        ];
        for (written, place, meaning) in cases {
            assert_eq!(page_key(&KeyPress::of(written), place), meaning, "{written} {place:?}");
        }
    }

    #[wasm_bindgen_test]
    fn a_category_has_its_key_and_its_number() {
        let yaml =
            "template_name: t\nedits: [{name: a, hotkey: b}, {name: b}, {name: c, hotkey: '1'}]";
        let compiled = compile(yaml);
        let template = compiled.template.unwrap();
        let cases = [
            ("b", Some(0)),
            ("1", Some(2)),
            ("2", Some(1)),
            ("3", Some(2)),
            ("4", None),
            ("0", None),
            ("x", None),
        ];
        for (character, position) in cases {
            let found = category_by_key(&template.typology, character);
            assert_eq!(found.map(CategoryId::index), position, "{character}");
        }
    }
}
