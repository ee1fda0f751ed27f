//! Selecting, clicking, hovering and dragging in the texts.
//!
//! A selection counts once it is settled: when the mouse button goes up (wherever that is), or a moment after the last
//! change where there is no button, as with touch. Nothing is repainted before that.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event, MouseEvent, PointerEvent};

use super::browser_selection;
use super::caret::Caret;
use super::click_meaning::{ClickMeaning, TextClick, click_meaning};
use super::panes::Panes;
use super::pointed_edits::{edits_at_point, edits_of};
use crate::app::Session;
use crate::ui::document_listener::{ListenerPhase, document_listener};
use spanwise_annotation::document::TextName;
use spanwise_annotation::workspace::{
    AnnotatorActivity, Command, Rejection, SpanAddress, SpanEdge, Tap, Workspace,
};
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_text::boundary::{Boundary, previous_unit, unit_at};
use spanwise_text::{Span, Utf16};

/// The time in which a double click may become a triple one, in milliseconds.
const TRIPLE_CLICK_MS: i32 = 250;

/// The time that a selection without a pointer must rest, in milliseconds.
const REST_MS: i32 = 400;

#[derive(Debug, Default)]
struct PointerState {
    /// `true` while a button or finger is down.
    down: Cell<bool>,
    /// The text where it went down.
    text: RefCell<Option<TextName>>,
    /// Counts events, so that timers notice that they are late.
    count: Cell<u32>,
    /// `true` from the end of a drag until its selection is taken over.
    dragged: Cell<bool>,
    /// The handle being dragged.
    handle: RefCell<Option<(SpanAddress, SpanEdge)>>,
}

impl PointerState {
    fn tick(&self) -> u32 {
        self.count.set(self.count.get().wrapping_add(1));
        self.count.get()
    }
}

/// Listens on the whole window for as long as the page is shown.
pub(in crate::ui) fn listen(session: Session, panes: Panes, caret: RwSignal<Option<Caret>>) {
    let pointer = Rc::new(PointerState::default());
    let p = pointer.clone();
    let down = window_event_listener(ev::pointerdown, move |event| {
        p.tick();
        // On a busy page the next press may come before the timer, and would change the selection.
        if p.dragged.take() {
            settle(session, panes, p.text.take());
        }
        p.down.set(true);
        let text = panes.text_at(event.target());
        if text.is_some() {
            caret.set(None);
        }
        p.text.replace(text);
        let handle = handle_at(session, &event);
        let is_gripped = handle.is_some();
        p.handle.replace(handle);
        if is_gripped {
            event.prevent_default();
            session.dispatch(Command::Grip);
        }
    });
    let p = pointer.clone();
    let moved = window_event_listener(ev::pointermove, move |event| {
        if let Some((address, edge)) = p.handle.borrow().clone() {
            drag(session, panes, address, edge, &event);
        }
    });
    let p = pointer.clone();
    let up = window_event_listener(ev::pointerup, move |event| {
        p.down.set(false);
        p.handle.take();
        if event.pointer_type() != "mouse" {
            settle_later(session, panes, caret, p.clone(), REST_MS);
        }
    });
    let p = pointer.clone();
    let cancelled = window_event_listener(ev::pointercancel, move |_| {
        p.down.set(false);
        p.handle.take();
        // The browser has taken over, often to select: its changes of the selection until now were ignored.
        settle_later(session, panes, caret, p.clone(), REST_MS);
    });
    let p = pointer.clone();
    let mouse_up = window_event_listener(ev::mouseup, move |event| {
        p.down.set(false);
        if event.button() != 0 {
            return;
        }
        let wait = if event.detail() == 2 { TRIPLE_CLICK_MS } else { 0 };
        settle_later(session, panes, caret, p.clone(), wait);
    });
    let copied =
        document_listener("copy", ListenerPhase::Bubble, move |event: &Event| copy(session, event));
    let p = pointer.clone();
    let changed = document_listener("selectionchange", ListenerPhase::Bubble, move |_: &Event| {
        if !p.down.get() && caret.get_untracked().is_none() {
            settle_later(session, panes, caret, p.clone(), REST_MS);
        }
    });
    on_cleanup(move || {
        for listener in [down, moved, up, cancelled] {
            listener.remove();
        }
        mouse_up.remove();
        copied();
        changed();
    });
}

/// Listens on the whole window for clicks on edits, for as long as the page is shown.
pub(in crate::ui) fn listen_to_clicks(session: Session, panes: Panes) {
    let clicked = window_event_listener(ev::click, move |event| click(session, panes, &event));
    on_cleanup(move || clicked.remove());
}

/// Listens on the whole window for the edit under the pointer or the focus, for as long as the page is shown.
pub(in crate::ui) fn listen_to_hovering(session: Session) {
    let point_at = move |target| {
        let key = edits_of(target).first().copied();
        if session.hovered.get_untracked() != key {
            session.hovered.set(key);
        }
    };
    let hovered = window_event_listener(ev::pointerover, move |event| point_at(event.target()));
    let focused = window_event_listener(ev::focusin, move |event| point_at(event.target()));
    on_cleanup(move || {
        hovered.remove();
        focused.remove();
    });
}

/// Copies the text whose category is asked for: it is selected for the person, though no longer for the browser.
fn copy(session: Session, event: &Event) {
    if !browser_selection::is_collapsed() || closest(event.target(), "input, textarea").is_some() {
        return;
    }
    let Some((text, span)) = session.ask(Workspace::preview) else { return };
    let text = session.read_in(&text, span);
    let clipboard = event.dyn_ref::<ClipboardEvent>().and_then(ClipboardEvent::clipboard_data);
    if clipboard.is_some_and(|clipboard| clipboard.set_data("text/plain", &text).is_ok()) {
        event.prevent_default();
    }
}

fn settle_later(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    pointer: Rc<PointerState>,
    wait: i32,
) {
    let count = pointer.tick();
    if wait == 0 {
        pointer.dragged.set(true);
    }
    timing::after(wait, move || {
        // The browser may tell of a change of the selection only after the button went up.
        let late = if wait == 0 { !pointer.dragged.take() } else { pointer.count.get() != count };
        if !late && !pointer.down.get() && caret.try_get_untracked() == Some(None) {
            settle(session, panes, pointer.text.take());
        }
    });
}

/// Takes over the browser's selection, in the text where selecting began if it is known. Of a text that is only read,
/// the browser keeps it.
fn settle(session: Session, panes: Panes, began: Option<TextName>) {
    if browser_selection::is_collapsed() || session.is_plain.get_untracked() {
        return;
    }
    let touched = |text: &TextName| {
        panes.with(text, |pane| browser_selection::touches(pane.root())).unwrap_or(false)
    };
    let Some(text) = began.or_else(|| panes.texts().into_iter().find(touched)) else { return };
    let Some(span) = panes.selected_span(&text) else { return };
    if session.side_of(&text).is_none()
        || session.read_only.get_untracked()
        || session.template().settings.disable.selection
    {
        return;
    }
    browser_selection::clear();
    match session.try_dispatch(Command::SelectText(text, span)) {
        // A slip of the mouse over white space is worth no message.
        Ok(()) | Err(Rejection::NothingSelected) => {}
        Err(reject) => session.explain(reject),
    }
}

/// Carries out the action of a click in a text.
fn click(session: Session, panes: Panes, event: &MouseEvent) {
    let Some(text) = panes.text_at(event.target()) else { return };
    if !browser_selection::is_collapsed() || event.detail() > 1 || session.is_plain.get_untracked()
    {
        return;
    }
    let keys = edits_at_point(event.client_x(), event.client_y());
    let view = session.view.get_untracked();
    let shape = match &view.activity {
        AnnotatorActivity::Drafting(draft) => {
            session.ask(|w| w.category(draft.category).map(|c| c.shape))
        }
        AnnotatorActivity::Extending { edit, .. } => {
            let edit = session.instance.with_untracked(|i| i.edit(*edit).cloned());
            edit.and_then(|e| session.category_of(&e)).map(|(_, c)| c.shape)
        }
        AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => None,
    };
    let candidate = keys.iter().copied().find(|key| session.ask(|w| w.can_be_constituent(*key)));
    let meaning = click_meaning(&TextClick {
        activity: &view.activity,
        shape,
        open: view.selected,
        covering: &keys,
        candidate,
    });
    match meaning {
        ClickMeaning::Nothing => {}
        ClickMeaning::ChoosePoint => {
            if let Some(at) = panes.offset_at(&text, event.client_x(), event.client_y()) {
                let tap = is_tap(event).then(|| tap(session, panes, &text, at, event)).flatten();
                session.dispatch(match tap {
                    Some(tap) => Command::TapWord(text, tap),
                    None => Command::ClickPoint(text, at),
                });
            }
        }
        ClickMeaning::ToggleConstituent(key) => session.dispatch(Command::ToggleConstituent(key)),
        ClickMeaning::Open(key) => session.dispatch(Command::Select(Some(key))),
        ClickMeaning::Close => session.dispatch(Command::Select(None)),
        ClickMeaning::DropSelection => session.dispatch(Command::Escape),
    }
}

/// Reports whether a click was made by a finger, which selects words one at a time more easily than by dragging.
fn is_tap(event: &MouseEvent) -> bool {
    event.dyn_ref::<PointerEvent>().is_some_and(|event| event.pointer_type() == "touch")
}

/// The tap on a character, which is one of the two beside the nearest offset; `None` on white space and beside the text.
fn tap(
    session: Session,
    panes: Panes,
    name: &TextName,
    nearest: Utf16,
    event: &MouseEvent,
) -> Option<Tap> {
    let x = f64::from(event.client_x());
    let beside = session.instance.with_untracked(|i| {
        let text = &i.texts.get(name)?.text;
        let before = previous_unit(text, nearest, Boundary::Char);
        Some([before, unit_at(text, nearest, Boundary::Char)])
    })?;
    let (character, area) = beside.into_iter().flatten().find_map(|character| {
        let areas = panes.rectangles(name, character);
        let under = areas.into_iter().find(|area| area.left <= x && x < area.right)?;
        Some((character, under))
    })?;
    let outer = (area.right - area.left) / 4.0;
    let at_edge = x < area.left + outer || x >= area.right - outer;
    let is_blank = session.read_in(name, character).trim().is_empty();
    (!is_blank).then(|| Tap { character: character.start(), nearest, at_edge })
}

/// The span edge whose handle is under the pointer.
fn handle_at(session: Session, event: &PointerEvent) -> Option<(SpanAddress, SpanEdge)> {
    let handle = closest(event.target(), ".handle__knob")?;
    let text = TextName::new(&handle.get_attribute("data-text")?);
    let index = handle.get_attribute("data-index")?.parse().ok()?;
    let edge = match handle.get_attribute("data-edge")?.as_str() {
        "start" => SpanEdge::Start,
        _ => SpanEdge::End,
    };
    let edit = session.view.with_untracked(|v| v.selected)?;
    Some((SpanAddress { edit, text, index }, edge))
}

fn drag(
    session: Session,
    panes: Panes,
    address: SpanAddress,
    edge: SpanEdge,
    event: &PointerEvent,
) {
    let Some(at) = panes.offset_at(&address.text, event.client_x(), event.client_y()) else {
        return;
    };
    let span = session.instance.with_untracked(|i| {
        i.edit(address.edit).and_then(|e| e.spans.on(&address.text).get(address.index).copied())
    });
    let unmoved = |span: Span| match edge {
        SpanEdge::Start => span.start() == at,
        SpanEdge::End => span.end() == at,
    };
    if span.is_none_or(unmoved) {
        return;
    }
    match session.try_dispatch(Command::MoveEdge(address, edge, at)) {
        // If the span would be empty, it just does not follow; a refusal at each movement would be too many words.
        Ok(()) | Err(_) => {}
    }
}
