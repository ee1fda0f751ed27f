//! The place of the open edit's panel: in the column beside its text; while an edit that was made in the menu of categories
//! asks its questions, at its span, where the menu was and the hand is.

use std::cell::Cell;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{HtmlElement, PointerEvent};

use super::beside_span::{SpanRoom, stay_beside_span};
use super::edit_panel::edit_panel;
use crate::app::Session;
use crate::ui::text_view::Panes;
use crate::ui::view::{El, el, flag};
use spanwise_annotation::document::summary::is_complete;
use spanwise_annotation::document::{Edit, EditKey, NamedText, TextName};
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_template::Template;
use spanwise_text::Span;

/// The distance from the top of the panel to its edit, in CSS pixels: the questions begin at the height of the text.
const ABOVE_SPAN: f64 = 48.0;

/// The height kept free for the panel in its column, in CSS pixels, so that questions rarely need scrolling.
const ROOM_FOR_QUESTIONS: f64 = 420.0;

/// The height kept free for the panel at a span, in CSS pixels: a question with its follow-up, and no tools.
const ROOM_AT_SPAN: f64 = 300.0;

/// The distance from the panel at which the pointer has left it, in CSS pixels: a hand does not stay exactly within.
const NEAR: f64 = 48.0;

/// The time in which the end of a press in the menu makes an edit, in milliseconds.
const MENU_PRESS_MS: f64 = 200.0;

thread_local! {
    static MENU_PRESSED_MS: Cell<f64> = const { Cell::new(f64::MIN) };
}

/// Notes the end of a press of a mouse in the menu of categories; its click follows at once.
pub(super) fn note_menu_press(event: &PointerEvent) {
    if event.pointer_type() == "mouse" {
        MENU_PRESSED_MS.set(timing::now_ms());
    }
}

/// The pointer and the panel of an edit.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PointerPlace {
    /// It was over the panel, and is near it.
    Near,
    /// It has gone away from it.
    Gone,
}

/// Where the pointer is, with the edit whose panel it was over.
type PointedPanel = RwSignal<Option<(EditKey, PointerPlace)>>;

/// The panel of the open edit, placed as said above; `style/annotate.css` has the sizes of window for which that holds.
pub(super) fn placed_edit_panel(session: Session, panes: Panes) -> El {
    let pointer = PointedPanel::new(None);
    let at_span = is_at_span(session, pointer);
    let place =
        el("div").class("open-edit").class(("open-edit--at-span", flag(move || at_span.get())));
    follow_pointer(session, at_span, pointer, place.node());
    keep_beside_text(session, panes, place.node());
    let room = SpanRoom { height: Some(ROOM_AT_SPAN), ends_above: Some(".work__making") };
    stay_beside_span(session, panes, place.node(), room, move || {
        let edit = at_span.get_untracked().then(|| untrack(|| session.selected())).flatten()?;
        last_span(session, &edit)
    });
    place.child(edit_panel(session))
}

/// `true` from the making of an edit in the menu until its last required question is answered, or the pointer leaves the
/// panel. It does not come back: nothing moves under a hand that changes answers, and the text is free for the next edit.
fn is_at_span(session: Session, pointer: PointedPanel) -> Memo<bool> {
    let place = Memo::new(move |before: Option<&(Option<EditKey>, bool)>| {
        let edit = session.selected();
        let key = edit.as_ref().map(|edit| edit.key);
        let is_new = before.is_none_or(|(open, _)| *open != key);
        let stayed = before.is_some_and(|(_, at_span)| *at_span);
        let was_made_in_menu = || timing::now_ms() - MENU_PRESSED_MS.get() < MENU_PRESS_MS;
        let has_left = pointer
            .get()
            .is_some_and(|(panel, place)| Some(panel) == key && place == PointerPlace::Gone);
        let may_be = if is_new { was_made_in_menu() } else { stayed && !has_left };
        (key, may_be && edit.is_some_and(|edit| asks(session, &edit)))
    });
    Memo::new(move |_| place.get().1)
}

/// Keeps up where the pointer is, while the panel is at a span.
fn follow_pointer(
    session: Session,
    at_span: Memo<bool>,
    pointer: PointedPanel,
    panel: HtmlElement,
) {
    let moved = window_event_listener(ev::pointermove, move |event| {
        let open = session.view.with_untracked(|view| view.selected);
        let Some(key) = open.filter(|_| at_span.get_untracked()) else { return };
        let before = pointer.get_untracked().filter(|(panel, _)| *panel == key);
        let distance = distance_to(&panel, event.client_x().into(), event.client_y().into());
        let now = match before {
            None if distance > 0.0 => None,
            None | Some(_) if distance <= NEAR => Some((key, PointerPlace::Near)),
            None | Some(_) => Some((key, PointerPlace::Gone)),
        };
        if now != before {
            pointer.set(now);
        }
    });
    on_cleanup(move || moved.remove());
}

/// The distance of a point of the window from an element, in CSS pixels; 0 within.
fn distance_to(element: &HtmlElement, x: f64, y: f64) -> f64 {
    let area = element.get_bounding_client_rect();
    let dx = (area.left() - x).max(x - area.right()).max(0.0);
    let dy = (area.top() - y).max(y - area.bottom()).max(0.0);
    dx.hypot(dy)
}

/// Reports whether required questions of an edit are open.
fn asks(session: Session, edit: &Edit) -> bool {
    let Template { typology, settings, .. } = &*session.template();
    session.instance.with_untracked(|i| !is_complete(edit, &i.texts, typology, settings))
}

/// The span that was probably marked last: the last one in the last text that has one.
fn last_span(session: Session, edit: &Edit) -> Option<(TextName, Span)> {
    session.instance.with_untracked(|instance| {
        let last = |text: &NamedText| Some((text.name.clone(), *edit.spans.on(&text.name).last()?));
        instance.texts.iter().filter_map(last).last()
    })
}

/// Sets `--beside` of the panel's place to the height in the window where the edit was when it was opened, for as long as
/// it is open.
fn keep_beside_text(session: Session, panes: Panes, place: HtmlElement) {
    let open = Memo::new(move |_| session.view.with(|view| view.selected));
    Effect::new(move |_| {
        let Some(key) = open.get() else { return };
        let place = place.clone();
        timing::before_paint(move || {
            let height = window().inner_height().ok().and_then(|height| height.as_f64());
            // The page may be gone, and with it what knows of the edit.
            let top = place.is_connected().then(|| top_of(session, panes, key)).flatten();
            let (Some(top), Some(height)) = (top, height) else { return };
            let top = (top - ABOVE_SPAN).min(height - ROOM_FOR_QUESTIONS).max(0.0);
            reported(place.style().set_property("--beside", &format!("{}px", top.round())));
        });
    });
}

/// The top of the first line of an edit in the window, in CSS pixels.
fn top_of(session: Session, panes: Panes, key: EditKey) -> Option<f64> {
    let edit = session.instance.with_untracked(|i| i.edit(key).cloned())?;
    let (text, span) = session.first_span(&edit)?;
    panes.rectangles(&text, span).first().map(|line| line.top)
}
