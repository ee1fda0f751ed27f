//! The announcement of the caret to screen readers: the unit it is on, and the edits there.

use leptos::prelude::*;

use super::caret::Caret;
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, role_of_span};
use crate::ui::view::{El, el, text};
use spanwise_annotation::document::Edit;
use spanwise_i18n::TextId;
use spanwise_text::Span;

/// A live region that announces the position of the caret.
pub(in crate::ui) fn caret_announcement(session: Session, caret: RwSignal<Option<Caret>>) -> El {
    let said = text(move || caret.get().map(|c| announcement(session, &c)).unwrap_or_default());
    el("p").class("visually-hidden").attr("aria-live", "assertive").child(said)
}

fn announcement(session: Session, caret: &Caret) -> String {
    let template = session.template();
    session.instance.with(|instance| {
        let text = session.read(instance.texts.content(&caret.text), caret.range());
        let at = caret.head.start();
        let name_of_text = &caret.text;
        let words = App::from_context().words();
        let name = |edit: &Edit| {
            let covers = |span: &Span| span.start() <= at && at < span.end();
            let index = edit.spans.on(name_of_text).iter().position(covers)?;
            let label = category_label(&template, edit);
            Some(match role_of_span(session, edit, name_of_text, index) {
                Some(role) => {
                    words.fill(TextId::EditRoleOfSpan, &[("role", &label), ("text", &role.label)])
                }
                None => label,
            })
        };
        let names: Vec<String> = instance.edits.iter().filter_map(|edit| name(edit)).collect();
        if names.is_empty() {
            return text;
        }
        let inside = words.fill(TextId::TextInEdits, &[("names", &names.join(", "))]);
        format!("{text}, {inside}")
    })
}
