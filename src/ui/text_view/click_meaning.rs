//! The meaning of clicks in a text. Pure: no DOM.

use spanwise_annotation::document::EditKey;
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_template::CategoryShape;

/// A click in a text, and the state it happens in.
#[derive(Debug, Clone)]
pub(super) struct TextClick<'a> {
    /// The activity under way.
    pub(super) activity: &'a AnnotatorActivity,
    /// The shape of the category that is drafted or extended, if one is.
    pub(super) shape: Option<CategoryShape>,
    /// The edit that is open.
    pub(super) open: Option<EditKey>,
    /// The edits that cover the place, shortest first.
    pub(super) covering: &'a [EditKey],
    /// The first of these that can become a constituent of the draft composite.
    pub(super) candidate: Option<EditKey>,
}

/// An action that a click asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClickMeaning {
    Nothing,
    /// Choose the place for the draft.
    ChoosePoint,
    /// Take an edit into the draft composite, or out again.
    ToggleConstituent(EditKey),
    /// Open an edit.
    Open(EditKey),
    /// Close the open edit.
    Close,
    /// Drop the selection.
    DropSelection,
}

/// Decides what a click asks for. Further clicks on the same place open one covering edit after the other.
pub(super) fn click_meaning(click: &TextClick<'_>) -> ClickMeaning {
    match click.shape {
        Some(CategoryShape::Spans { .. }) => ClickMeaning::ChoosePoint,
        Some(CategoryShape::Composite) => {
            click.candidate.map_or(ClickMeaning::Nothing, ClickMeaning::ToggleConstituent)
        }
        Some(CategoryShape::Whole) => ClickMeaning::Nothing,
        None => {
            let open = click.open.and_then(|open| click.covering.iter().position(|k| *k == open));
            let next = open.map_or(0, |at| (at + 1) % click.covering.len());
            match (click.covering.get(next), click.activity) {
                (Some(edit), _) => ClickMeaning::Open(*edit),
                (None, AnnotatorActivity::Selected { .. }) => ClickMeaning::DropSelection,
                (None, _) if click.open.is_some() => ClickMeaning::Close,
                (None, _) => ClickMeaning::Nothing,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spanwise_annotation::document::TextName;
    use spanwise_template::compile;
    use spanwise_text::{Span, Utf16};
    use wasm_bindgen_test::wasm_bindgen_test;

    const A: EditKey = EditKey(1);
    const B: EditKey = EditKey(2);
    const C: EditKey = EditKey(3);

    #[wasm_bindgen_test]
    fn a_click_outside_a_draft_goes_through_the_edits_there() {
        let selected = AnnotatorActivity::Selected {
            text: TextName::TARGET,
            span: Span::between(Utf16(0), Utf16(3)),
        };
        // Open edit, edits under the pointer, activity, meaning.
        let cases = [
            (None, vec![A, B], AnnotatorActivity::Idle, ClickMeaning::Open(A)),
            (Some(A), vec![A, B], AnnotatorActivity::Idle, ClickMeaning::Open(B)),
            (Some(B), vec![A, B], AnnotatorActivity::Idle, ClickMeaning::Open(A)),
            (Some(C), vec![A, B], AnnotatorActivity::Idle, ClickMeaning::Open(A)),
            (Some(A), vec![], AnnotatorActivity::Idle, ClickMeaning::Close),
            (None, vec![], AnnotatorActivity::Idle, ClickMeaning::Nothing),
            (None, vec![], selected.clone(), ClickMeaning::DropSelection),
            (None, vec![B], selected, ClickMeaning::Open(B)),
        ];
        for (open, covering, activity, meaning) in cases {
            let click = TextClick {
                activity: &activity,
                shape: None,
                open,
                covering: &covering,
                candidate: None,
            };
            assert_eq!(click_meaning(&click), meaning, "{click:?}");
        }
    }

    #[wasm_bindgen_test]
    fn a_click_in_a_draft_belongs_to_it() {
        let compiled = compile("template_name: t\nedits: [{name: a, enable_output: true}]");
        let spans = compiled.template.unwrap().typology.categories()[0].shape;
        // The category's shape, the edit there that can become a constituent, meaning.
        let cases = [
            (spans, None, ClickMeaning::ChoosePoint),
            (spans, Some(A), ClickMeaning::ChoosePoint),
            (CategoryShape::Composite, Some(B), ClickMeaning::ToggleConstituent(B)),
            (CategoryShape::Composite, None, ClickMeaning::Nothing),
            (CategoryShape::Whole, None, ClickMeaning::Nothing),
        ];
        for (shape, candidate, meaning) in cases {
            let click = TextClick {
                activity: &AnnotatorActivity::Idle,
                shape: Some(shape),
                open: Some(A),
                covering: &[A, B],
                candidate,
            };
            assert_eq!(click_meaning(&click), meaning, "{click:?}");
        }
    }
}
