//! The announcement of the caret to screen readers: the unit it is on, and the edits there.

use leptos::prelude::*;

use super::caret::Caret;
use crate::app::{App, Session};
use crate::ui::edit_text::category_label;
use crate::ui::view::{El, el, text};
use spanwise_i18n::TextId;

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
        let names: Vec<String> = instance
            .edits
            .iter()
            .filter(|e| e.spans.on(&caret.text).iter().any(|s| s.start() <= at && at < s.end()))
            .map(|e| category_label(&template, e))
            .collect();
        if names.is_empty() {
            return text;
        }
        let inside =
            App::from_context().words().fill(TextId::TextInEdits, &[("names", &names.join(", "))]);
        format!("{text}, {inside}")
    })
}
