//! The eraser: a drag takes text out of the edits that mark it, a click deletes an edit.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent, MouseEvent, PointerEvent};

use super::focus::{focus_text_in_place, has_focus};
use super::mark_tools::{MENU, MarkedTexts};
use crate::app::{App, Session};
use crate::ui::document_listener::{ListenerPhase, document_listener};
use crate::ui::text_view::{clear_selection, edits_at_point};
use crate::ui::view::{View, el, text};
use crate::ui::widgets::button;
use spanwise_annotation::document::{EditKey, TextName};
use spanwise_annotation::workspace::erasing::erase;
use spanwise_annotation::workspace::{AnnotatorActivity, Command, InstanceChanges};
use spanwise_browser::elements::closest;
use spanwise_browser::{styles, timing};
use spanwise_i18n::{Message, TextId, say};
use spanwise_text::Span;

pub(super) static STYLE: &str = include_str!("../../../style/marks.css");

/// The time that a selection by touch must rest, in milliseconds: less than where selections make edits.
const REST_MS: i32 = 250;

/// The press that may become a drag.
#[derive(Debug, Default)]
struct Press {
    /// The text on which it went down, of a press with the main button.
    text: RefCell<Option<TextName>>,
    is_down: Cell<bool>,
    is_touch: Cell<bool>,
    /// `true` if it has become a drag: the click that follows is none.
    has_dragged: Cell<bool>,
    /// Counts changes of the selection by touch, so that timers notice that they are late.
    count: Cell<u32>,
}

/// The eraser while it is on: what it did last, and the way out of it.
pub(super) fn eraser(texts: MarkedTexts) -> View {
    styles::adopt(STYLE);
    let session = texts.session;
    let app = App::from_context();
    let said = RwSignal::new(Message::from(TextId::EraserHint));
    listen(texts, said);
    Effect::new(move |_| {
        let is_idle = session.view.with(|v| v.activity == AnnotatorActivity::Idle);
        if !is_idle || session.is_plain.get() || session.read_only.get() {
            session.is_erasing.set(false);
        }
    });
    keep_focus();
    on_cleanup(keep_focus);
    el("div")
        .class("eraser")
        .attr("data-testid", "eraser")
        .child(el("p").attr("role", "status").child(text(move || said.with(|said| app.say(said)))))
        .child(
            button(app.text(TextId::EraserEnd))
                .attr("data-testid", "eraser-end")
                .on_click(move || session.is_erasing.set(false)),
        )
        .into()
}

/// Focuses a text once the element that had the focus is gone.
fn keep_focus() {
    timing::after(0, || {
        if !has_focus() {
            focus_text_in_place();
        }
    });
}

/// Listens before the listeners that select and open.
fn listen(texts: MarkedTexts, said: RwSignal<Message>) {
    let session = texts.session;
    let press = Rc::new(Press::default());
    let before = |name, run: Box<dyn Fn(&Event)>| {
        document_listener(name, ListenerPhase::Capture, move |event: &Event| run(event))
    };
    let p = press.clone();
    let down = before(
        "pointerdown",
        Box::new(move |event| {
            let event: &PointerEvent = event.unchecked_ref();
            let text = texts.panes.text_at(event.target()).filter(|_| event.button() == 0);
            p.text.replace(text);
            p.is_down.set(true);
            p.is_touch.set(event.pointer_type() == "touch");
            p.has_dragged.set(false);
        }),
    );
    let p = press.clone();
    let up = before(
        "mouseup",
        Box::new(move |event| {
            let event: &MouseEvent = event.unchecked_ref();
            if event.button() == 0 && !p.is_touch.get() {
                end_drag(texts, said, &p, event.detail());
            }
        }),
    );
    let p = press.clone();
    let clicked = before(
        "click",
        Box::new(move |event| {
            if texts.panes.text_at(event.target()).is_none() {
                return;
            }
            event.prevent_default();
            event.stop_immediate_propagation();
            let event: &MouseEvent = event.unchecked_ref();
            if !p.has_dragged.take() && event.detail() < 2 {
                let keys = edits_at_point(event.client_x(), event.client_y());
                delete_first(session, said, &keys);
            }
        }),
    );
    let ends = ["pointerup", "pointercancel", "selectionchange"].map(|name| {
        let p = press.clone();
        before(
            name,
            Box::new(move |_| {
                if name != "selectionchange" {
                    p.is_down.set(false);
                }
                if p.is_touch.get() {
                    erase_once_at_rest(texts, said, p.clone());
                }
            }),
        )
    });
    let p = press;
    let typed = before(
        "keydown",
        Box::new(move |event| {
            p.is_touch.set(false);
            if keydown(texts, said, event.unchecked_ref()) {
                event.prevent_default();
                event.stop_immediate_propagation();
            }
        }),
    );
    on_cleanup(move || {
        down();
        up();
        clicked();
        ends.into_iter().for_each(|end| end());
        typed();
    });
}

/// Ends a press of the mouse. A drag that began beside the texts erases nothing, nor does a double click, which selects a
/// word.
fn end_drag(texts: MarkedTexts, said: RwSignal<Message>, press: &Press, clicks: i32) {
    let began = press.text.take();
    let selected = selected_spans(texts);
    if selected.is_empty() {
        return;
    }
    clear_selection();
    press.has_dragged.set(true);
    let is_it = |(text, _): &(TextName, Span)| Some(text) == began.as_ref();
    if let Some((text, span)) = selected.into_iter().find(is_it)
        && clicks < 2
    {
        said.set(erase_part(texts, &text, span));
    }
}

/// The parts of texts that are selected, of those in which the selection begins or ends.
fn selected_spans(texts: MarkedTexts) -> Vec<(TextName, Span)> {
    let selected = |text: TextName| {
        let span = texts.panes.touched_span(&text)?;
        Some((text, span))
    };
    texts.panes.texts().into_iter().filter_map(selected).collect()
}

/// Erases what a finger has selected, once that rests.
fn erase_once_at_rest(texts: MarkedTexts, said: RwSignal<Message>, press: Rc<Press>) {
    let count = press.count.get().wrapping_add(1);
    press.count.set(count);
    timing::after(REST_MS, move || {
        let is_late = press.count.get() != count || press.is_down.get() || !press.is_touch.get();
        // The eraser may be off.
        if is_late || texts.session.is_erasing.try_get_untracked() != Some(true) {
            return;
        }
        if let Some((text, span)) = selected_spans(texts).into_iter().next() {
            clear_selection();
            said.set(erase_part(texts, &text, span));
        }
    });
}

/// Handles a key. Returns `true` if it is the eraser's.
fn keydown(texts: MarkedTexts, said: RwSignal<Message>, event: &KeyboardEvent) -> bool {
    let session = texts.session;
    if closest(event.target(), &format!("dialog, {MENU}")).is_some() {
        return false;
    }
    match event.key().as_str() {
        "Escape" => {
            clear_selection();
            session.is_erasing.set(false);
            true
        }
        "Delete" | "Backspace" => {
            let Some(text) = texts.panes.text_at(event.target()) else { return false };
            let selected = texts.panes.selected_span(&text);
            if let Some(span) = selected.filter(|_| !event.repeat()) {
                said.set(erase_part(texts, &text, span));
            }
            true
        }
        _ => false,
    }
}

/// Deletes the first of the edits that is no constituent.
fn delete_first(session: Session, said: RwSignal<Message>, keys: &[EditKey]) {
    let is_top_level = |key: &&EditKey| {
        session.instance.with_untracked(|instance| instance.position(**key).is_some())
    };
    if let Some(key) = keys.iter().find(is_top_level) {
        match session.try_dispatch(Command::Delete(*key)) {
            Ok(()) => said.set(erased(1, 0)),
            Err(reject) => session.explain(reject),
        }
    }
}

/// Takes a part of a text out of the edits that are shown, in one step. Returns what was done.
pub(super) fn erase_part(texts: MarkedTexts, name: &TextName, span: Span) -> Message {
    let session = texts.session;
    let template = session.template();
    let erasure = session.instance.with_untracked(|instance| {
        erase(instance, name, span, &template.typology, |edit| texts.shows(edit))
    });
    if erasure.changes.is_empty() {
        return TextId::EraserNothing.into();
    }
    let instance = session.view.with_untracked(|view| view.instance);
    let changes = erasure.changes;
    match session.try_dispatch(Command::Apply(vec![InstanceChanges { instance, changes }])) {
        Ok(()) => erased(erasure.deleted, erasure.shortened),
        Err(reject) => {
            session.explain(reject);
            TextId::EraserNothing.into()
        }
    }
}

fn erased(deleted: usize, shortened: usize) -> Message {
    say!(EraserDone, deleted = deleted.to_string(), shortened = shortened.to_string())
}
