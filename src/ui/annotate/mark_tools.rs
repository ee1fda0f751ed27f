//! Tools for marks that are there: the context menu of a mark, the eraser, the same text elsewhere, the replay.
//!
//! The listeners are here; what they open is downloaded when it is first wanted.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement, KeyboardEvent, MouseEvent};

use super::eraser::eraser;
use super::mark_menu::mark_menu;
use super::replay_dialog::replay_dialog;
use super::same_text_dialog::same_text_dialog;
use crate::app::lazy::lazily_loaded;
use crate::app::{App, Session};
use crate::ui::key_press::KeyPress;
use crate::ui::text_view::{Panes, edits_at_point, edits_of};
use crate::ui::view::{View, dynamic, show};
use crate::ui::widgets::lazy;
use spanwise_annotation::document::{Edit, EditKey, TextName};
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_browser::elements::closest;
use spanwise_text::{Span, Utf16};

/// The context menu, for the selectors of those that leave it alone.
pub(super) const MENU: &str = ".mark-menu";

/// The texts with the marks on them.
#[derive(Clone, Copy)]
pub(super) struct MarkedTexts {
    pub(super) session: Session,
    pub(super) panes: Panes,
    /// The names of the categories whose edits are not marked.
    pub(super) hidden: RwSignal<BTreeSet<String>>,
}

impl MarkedTexts {
    /// Reports whether an edit is marked in the texts.
    pub(super) fn shows(self, edit: &Edit) -> bool {
        !self.hidden.with_untracked(|hidden| hidden.contains(&edit.category))
    }
}

/// The place where the context menu was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TextPoint {
    pub(super) text: TextName,
    pub(super) at: Utf16,
}

/// A wish for the context menu.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct MenuRequest {
    /// The edits that it is about, shortest first; not empty.
    pub(super) edits: Vec<EditKey>,
    /// The place in a text; `None` in the list.
    pub(super) point: Option<TextPoint>,
    /// The place in the window, in CSS pixels.
    pub(super) position: (f64, f64),
    /// The element that gets the focus back.
    pub(super) opener: Option<HtmlElement>,
}

/// The request for the context menu that is open, if any.
pub(super) type OpenMenu = RwSignal<Option<Rc<MenuRequest>>, LocalStorage>;

/// The lazily loaded views.
#[derive(Clone, Copy)]
struct MarkToolViews {
    menu: fn(MarkedTexts, Rc<MenuRequest>, OpenMenu) -> View,
    eraser: fn(MarkedTexts) -> View,
    same_text: fn(Session) -> View,
}

lazily_loaded!(
    edit,
    mark_tool_views,
    MarkToolViews,
    MarkToolViews { menu: mark_menu, eraser, same_text: same_text_dialog }
);

lazily_loaded!(edit, replay_view, fn(Session) -> View, replay_dialog);

/// The tools, with the listeners that open them.
pub(super) fn mark_tools(
    session: Session,
    panes: Panes,
    hidden: RwSignal<BTreeSet<String>>,
) -> View {
    let texts = MarkedTexts { session, panes, hidden };
    let open: OpenMenu = RwSignal::new_local(None);
    listen_for_menu(texts, open);
    listen_for_key("-", session.app(), move || toggle_eraser(session));
    listen_for_key("<", session.app(), move || open_replay(session));
    let menu = move |request: Rc<MenuRequest>| {
        lazy(mark_tool_views, move |views| (views.menu)(texts, request.clone(), open))
    };
    let is_sought = Memo::new(move |before: Option<&bool>| {
        before == Some(&true) || session.seeks_same_text.get()
    });
    let was_replayed =
        Memo::new(move |before: Option<&bool>| before == Some(&true) || session.replays.get());
    View::Many(vec![
        dynamic(move || open.get().map_or(View::Nothing, menu)),
        show(session.is_erasing.into(), move || {
            lazy(mark_tool_views, move |views| (views.eraser)(texts))
        }),
        show(is_sought.into(), move || {
            lazy(mark_tool_views, move |views| (views.same_text)(session))
        }),
        show(was_replayed.into(), move || lazy(replay_view, move |view| view(session))),
    ])
}

/// Reports whether edits can be changed.
fn can_change(session: Session) -> bool {
    !session.read_only.get_untracked()
        && !session.is_reader()
        && !session.template().settings.disable.selection
}

/// Turns the eraser on or off. A draft that is under way is dropped first, as by Escape.
pub(super) fn toggle_eraser(session: Session) {
    let turns_on = !session.is_erasing.get_untracked();
    if turns_on && !can_change(session) {
        return;
    }
    if turns_on {
        session.is_plain.set(false);
        if session.view.with_untracked(|v| v.activity != AnnotatorActivity::Idle) {
            session.dispatch(Command::Escape);
        }
    }
    session.is_erasing.set(turns_on);
}

/// Opens the replay of the instance, on a page of its own.
fn open_replay(session: Session) {
    if session.is_alone() && !session.is_reader() {
        session.replays.set(true);
    }
}

/// Runs an action by its key, unless the template gives that to something else.
pub(super) fn listen_for_key(key: &'static str, app: App, run: impl Fn() + 'static) {
    let listener = window_event_listener(ev::keydown, move |event| {
        let press = KeyPress::from(&event);
        // On many keyboards a sign is typed with Shift.
        let is_it =
            press == KeyPress { key: key.to_owned(), shift: press.shift, ..KeyPress::default() };
        let types =
            "dialog, textarea, select, input:not([type=radio],[type=checkbox],[type=range])";
        if is_it
            && !event.default_prevented()
            && closest(event.target(), types).is_none()
            && app.preferences.with_untracked(|p| p.single_keys)
        {
            event.prevent_default();
            run();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Opens the context menu where there are edits; elsewhere, with Shift and by a long press, the browser's own opens.
fn listen_for_menu(texts: MarkedTexts, open: OpenMenu) {
    let session = texts.session;
    let is_touch = Rc::new(Cell::new(false));
    let touched = is_touch.clone();
    let pressed = window_event_listener(ev::pointerdown, move |event| {
        touched.set(event.pointer_type() == "touch");
        let is_open = open.with_untracked(Option::is_some);
        if is_open && closest(event.target(), MENU).is_none() {
            open.set(None);
        }
    });
    let asked = window_event_listener(ev::contextmenu, move |event| {
        let event: &MouseEvent = event.unchecked_ref();
        let is_open = closest(event.target(), MENU).is_some();
        let request = || {
            let is_native = event.shift_key() || is_touch.get();
            if is_native || !can_change(session) { None } else { pointed(texts, event) }
        };
        if is_open {
            // The key that opened it has come up.
            event.prevent_default();
        } else if let Some(request) = request() {
            event.prevent_default();
            open.set(Some(Rc::new(request)));
        }
    });
    let typed = window_event_listener(ev::keydown, move |event| {
        let is_it = event.key() == "ContextMenu" || (event.key() == "F10" && event.shift_key());
        if !is_it || event.default_prevented() || !can_change(session) {
            return;
        }
        if let Some(request) = focused(texts, &event) {
            event.prevent_default();
            open.set(Some(Rc::new(request)));
        }
    });
    on_cleanup(move || {
        pressed.remove();
        asked.remove();
        typed.remove();
    });
}

/// The request of a pointer; `None` where there is no edit.
fn pointed(texts: MarkedTexts, event: &MouseEvent) -> Option<MenuRequest> {
    let (x, y) = (event.client_x(), event.client_y());
    let (edits, point) = match texts.panes.text_at(event.target()) {
        Some(text) => {
            let at = texts.panes.offset_at(&text, x, y);
            (edits_at_point(x, y), at.map(|at| TextPoint { text, at }))
        }
        None => (edits_of(row(event.target()).map(EventTarget::from)), None),
    };
    request(edits, point, (x.into(), y.into()))
}

/// The request of a key: for the row of the list, the edits at the caret, or else the open edit.
fn focused(texts: MarkedTexts, event: &KeyboardEvent) -> Option<MenuRequest> {
    let session = texts.session;
    if let Some(row) = row(event.target()) {
        let place = row.get_bounding_client_rect();
        return request(edits_of(Some(row.into())), None, (place.left(), place.bottom()));
    }
    let text = texts.panes.text_at(event.target())?;
    if let Some(caret) = texts.panes.selected_span(&text) {
        let edits = edits_at(texts, &text, caret.start());
        let position = below(texts, &text, caret)?;
        return request(edits, Some(TextPoint { text, at: caret.start() }), position);
    }
    let open = session.selected()?;
    let span = *open.spans.on(&text).first()?;
    let position = below(texts, &text, span)?;
    request(vec![open.key], Some(TextPoint { text, at: span.start() }), position)
}

fn request(
    edits: Vec<EditKey>,
    point: Option<TextPoint>,
    position: (f64, f64),
) -> Option<MenuRequest> {
    let opener = document().active_element().and_then(|element| element.dyn_into().ok());
    (!edits.is_empty()).then_some(MenuRequest { edits, point, position, opener })
}

/// The row of the list of edits that an element is in.
fn row(target: Option<EventTarget>) -> Option<Element> {
    closest(target, ".list__rows [data-keys]")
}

/// The place below the first line of a span.
fn below(texts: MarkedTexts, text: &TextName, span: Span) -> Option<(f64, f64)> {
    texts.panes.rectangles(text, span).first().map(|line| (line.left, line.bottom))
}

/// The edits that cover an offset, shortest first, each composite before its constituent.
fn edits_at(texts: MarkedTexts, text: &TextName, at: Utf16) -> Vec<EditKey> {
    let mut covering = Vec::new();
    texts.session.instance.with_untracked(|instance| {
        for edit in instance.edits.iter().filter(|edit| texts.shows(edit)) {
            for part in std::iter::once(edit).chain(&edit.constituents) {
                let over = |span: &&Span| span.start() <= at && at < span.end();
                let spans = part.spans.on(text).iter().filter(over);
                if let Some(length) = spans.map(|span| span.len()).min() {
                    covering.push((length, edit.key));
                    covering.push((length, part.key));
                }
            }
        }
    });
    covering.sort_by_key(|(length, _)| *length);
    let mut keys = Vec::new();
    for (_, key) in covering {
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys
}
