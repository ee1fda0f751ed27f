//! The announcement of the caret to screen readers: the unit it is on, the mention and the edits there.

use leptos::prelude::*;

use super::caret::Caret;
use crate::app::{App, Session};
use crate::ui::edit_text::category_label;
use crate::ui::view::{El, el, text};
use spanwise_annotation::document::Edit;
use spanwise_i18n::{TextId, say};

/// A live region that announces the position of the caret.
pub(in crate::ui) fn caret_announcement(session: Session, caret: RwSignal<Option<Caret>>) -> El {
    let said = text(move || caret.get().map(|c| announcement(session, c)).unwrap_or_default());
    el("p").class("visually-hidden").attr("aria-live", "assertive").child(said)
}

fn announcement(session: Session, caret: Caret) -> String {
    let template = session.template();
    session.instance.with(|instance| {
        let app = App::from_context();
        let mut said = session.read(instance.text(caret.side), caret.range());
        let at = caret.head.start();
        let shown = instance.texts.first(caret.side).map(|text| &text.name);
        let mentions = session.mentions.shown.get();
        if let Some(mention) = shown.and_then(|name| mentions.at(name, at)) {
            let n = mentions.count(&mention.cluster);
            said = format!("{said}, {}", app.say(&say!(TextMention, n)));
        }
        let spans = |e: &Edit| shown.map_or_else(Vec::new, |name| e.spans.on(name).to_vec());
        let names: Vec<String> = instance
            .edits
            .iter()
            .filter(|e| spans(e).iter().any(|s| s.start() <= at && at < s.end()))
            .map(|e| category_label(&template, e))
            .collect();
        if names.is_empty() {
            return said;
        }
        let inside = app.words().fill(TextId::TextInEdits, &[("names", &names.join(", "))]);
        format!("{said}, {inside}")
    })
}
