//! Buttons and keys that take an edit of another annotator into the editable work.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::adjudication_keys::{TAKE_BOTH_KEY, TAKE_KEY};
use super::annotator_name::annotator_name;
use crate::app::adjudication::{Adjudication, MatchedEdit};
use crate::app::{App, Session};
use crate::ui::edit_text::{category_label, spans_text};
use crate::ui::view::{View, el};
use crate::ui::widgets::button;
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The buttons beside an edit of another annotator; nothing if the editable work has the same edit.
pub(super) fn take_buttons(adjudication: Adjudication, session: Session, edit: &Edit) -> View {
    let app = App::from_context();
    let (annotator, key) = (session.number, edit.key);
    let Some(offer) = untrack(|| adjudication.offer(annotator, key)) else { return View::Nothing };
    let what =
        format!("{} {}", category_label(&session.template(), edit), spans_text(session, edit));
    let label = match offer.also_by.is_empty() {
        true => app.text(TextId::AdjudicateTake),
        false => {
            let all = std::iter::once(annotator).chain(offer.also_by);
            let names = all.map(|at| annotator_name(app, adjudication, at)).collect::<Vec<_>>();
            let what = app.text(TextId::AdjudicateTake);
            let values = [("what", what.as_str()), ("names", &names.join(", "))];
            app.words().fill(TextId::AdjudicateFrom, &values)
        }
    };
    let take_button = |label: String, testid: &'static str, hint: String, matched: MatchedEdit| {
        button(label.clone())
            .class("button button--small")
            .attr("data-testid", testid)
            .attr("data-annotator", (annotator + 1).to_string())
            .attr("aria-label", format!("{label}: {what}"))
            .attr("title", hint)
            .on(ev::click, move |event| {
                // A click on the row itself would open the edit.
                event.stop_propagation();
                take(adjudication, session, key, matched);
            })
    };
    let hint = |text: TextId, key: &str| format!("{} ({key})", app.text(text));
    let both = offer.matched.map(|_| {
        take_button(
            app.text(TextId::AdjudicateTakeBoth),
            "take-both",
            hint(TextId::AdjudicateTakeBothHint, TAKE_BOTH_KEY),
            MatchedEdit::Kept,
        )
    });
    let hint = hint(TextId::AdjudicateTakeHint, TAKE_KEY);
    el("span")
        .class("row__take")
        .child(take_button(label, "take", hint, MatchedEdit::Replaced))
        .child(both)
        .into()
}

/// Takes the edit pointed at, or the one with the focus.
pub(super) fn take_pointed(adjudication: Adjudication, matched: MatchedEdit) {
    let Some((annotator, key)) = adjudication.pointed.get_untracked() else { return };
    if let Some(session) = adjudication.sessions().get(annotator) {
        take(adjudication, *session, key, matched);
    }
}

fn take(adjudication: Adjudication, session: Session, key: EditKey, matched: MatchedEdit) {
    if untrack(|| adjudication.take(session.number, key, matched)) {
        keep_focus(session, key);
    }
}

/// Focuses the row of a taken edit if the focus was in it: the row is made anew, without the button.
fn keep_focus(session: Session, key: EditKey) {
    let row = move || document().get_element_by_id(&session.id(&format!("row-{}", key.0)));
    let focused = document().active_element();
    let had_focus = row().is_some_and(|row| row.contains(focused.as_ref().map(AsRef::as_ref)));
    if !had_focus {
        return;
    }
    timing::after(0, move || {
        let open = row().and_then(|row| row.query_selector("[data-action=open]").ok().flatten());
        if let Some(open) = open.and_then(|open| open.dyn_into::<HtmlElement>().ok()) {
            reported(open.focus());
        }
    });
}
