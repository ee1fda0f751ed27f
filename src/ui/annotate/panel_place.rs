//! The place of the open edit's panel: at its span while it has open questions, then in the column beside its text.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlElement;

use super::beside_span::stay_beside_span;
use super::edit_panel::edit_panel;
use crate::app::Session;
use crate::ui::text_view::Panes;
use crate::ui::view::{El, el, flag};
use spanwise_annotation::document::summary::open_count;
use spanwise_annotation::document::{Edit, EditKey, TextName};
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_template::Side;
use spanwise_text::Span;

/// The distance from the top of the panel to its edit, in CSS pixels: the questions begin at the height of the text.
const ABOVE_SPAN: f64 = 48.0;

/// The height kept free for the panel, in CSS pixels, so that questions rarely need scrolling.
const ROOM_FOR_QUESTIONS: f64 = 420.0;

/// The panel of the open edit, placed as said above; `style/annotate.css` has the sizes of window for which that holds.
pub(super) fn placed_edit_panel(session: Session, panes: Panes) -> El {
    let is_hovered = RwSignal::new(false);
    let at_span = is_at_span(session, is_hovered);
    let place = el("div")
        .class("open-edit")
        .class(("open-edit--at-span", flag(move || at_span.get())))
        .on(ev::pointerenter, move |_| is_hovered.set(true))
        .on(ev::pointerleave, move |_| is_hovered.set(false));
    keep_beside_text(session, panes, place.node());
    stay_beside_span(session, panes, place.node(), Some(ROOM_FOR_QUESTIONS), move || {
        let edit = at_span.get_untracked().then(|| untrack(|| session.selected())).flatten()?;
        last_span(session, &edit)
    });
    place.child(edit_panel(session))
}

/// `true` from the opening of an edit, if it has open required questions, until the last one is answered and the pointer
/// has left the panel. It does not come back by itself: nothing moves under a hand that changes answers.
fn is_at_span(session: Session, is_hovered: RwSignal<bool>) -> Memo<bool> {
    let place = Memo::new(move |before: Option<&(Option<EditKey>, bool)>| {
        let edit = session.selected();
        let key = edit.as_ref().map(|edit| edit.key);
        let asks = edit.is_some_and(|edit| asks(session, &edit));
        let at_span = match before {
            Some((open, at_span)) if *open == key => *at_span && (asks || is_hovered.get()),
            Some(_) | None => asks,
        };
        (key, at_span)
    });
    Memo::new(move |_| place.get().1)
}

/// Reports whether required questions of an edit are open.
fn asks(session: Session, edit: &Edit) -> bool {
    let category = session.category_of(edit).map(|(_, category)| category);
    open_count(edit, category.as_ref(), &session.template().settings) > 0
}

/// The span that was probably marked last: the last one in the target, else in the source.
fn last_span(session: Session, edit: &Edit) -> Option<(TextName, Span)> {
    [Side::Target, Side::Source].into_iter().find_map(|side| {
        let text = session.text_name(side)?;
        let span = *edit.spans.on(&text).last()?;
        Some((text, span))
    })
}

/// Sets `--beside` of the panel's place to the height in the window where the edit was when it was opened, for as long as it is
/// open.
fn keep_beside_text(session: Session, panes: Panes, place: HtmlElement) {
    let open = Memo::new(move |_| session.view.with(|view| view.selected));
    Effect::new(move |_| {
        let Some(key) = open.get() else { return };
        let place = place.clone();
        timing::before_paint(move || {
            let height = window().inner_height().ok().and_then(|height| height.as_f64());
            let (Some(top), Some(height)) = (top_of(session, panes, key), height) else { return };
            let top = (top - ABOVE_SPAN).min(height - ROOM_FOR_QUESTIONS).max(0.0);
            reported(place.style().set_property("--beside", &format!("{}px", top.round())));
        });
    });
}

/// The top of the first line of an edit in the window, in CSS pixels.
fn top_of(session: Session, panes: Panes, key: EditKey) -> Option<f64> {
    let spans = session.instance.with_untracked(|i| i.edit(key).map(|edit| edit.spans.clone()))?;
    Side::ALL.into_iter().find_map(|side| {
        let span = *spans.on(&session.text_name(side)?).first()?;
        panes.rectangles(side, span).first().map(|line| line.top)
    })
}
