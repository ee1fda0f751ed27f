//! The texts of an edit that can be looked for elsewhere.

use leptos::prelude::*;

use crate::app::Session;
use spanwise_annotation::document::Edit;
use spanwise_annotation::workspace::same_text::is_marked_by_one_span;
use spanwise_template::Side;

/// A text that an edit marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EditedText {
    pub(super) text: String,
    pub(super) side: Side,
}

/// The texts of an edit's spans on the side where one span makes an edit of its category, each once.
pub(super) fn sought_texts(session: Session, edit: &Edit) -> Vec<EditedText> {
    let Some((_, category)) = session.category_of(edit) else { return Vec::new() };
    let mut texts = Vec::new();
    session.instance.with_untracked(|instance| {
        for (name, spans) in edit.spans.iter() {
            let Some(named) = instance.texts.get(name) else { continue };
            let side = named.role.side().filter(|side| is_marked_by_one_span(&category, *side));
            let Some(side) = side else { continue };
            for span in spans.iter().filter(|span| !span.is_empty()) {
                let text = EditedText { text: named.text.slice(*span).to_owned(), side };
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
        }
    });
    texts
}
