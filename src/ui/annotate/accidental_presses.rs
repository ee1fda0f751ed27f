//! Guards against accidental presses: the further clicks of a double click, and held keys.
//!
//! A press does one thing. After it another control may stand where the pressed one stood, or another instance be shown,
//! so that the second press would do what nobody meant. Controls to be pressed again and again have `data-repeats`.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, EventTarget, KeyboardEvent, MouseEvent};

use crate::ui::document_listener::{ListenerPhase, document_listener};
use spanwise_browser::elements::closest;

/// Controls that react to a click; text is none, since double clicks select words.
const CONTROLS: &str =
    "button, a, summary, label, select, input[type=radio], input[type=checkbox], [role=button]";

/// Fields for typing.
const FIELDS: &str = "textarea, select, input:not([type=radio], [type=checkbox])";

const REPEATS: &str = "[data-repeats]";

/// Keys that move or undo repeatedly while held.
const HELD: [&str; 13] = [
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Tab",
    "[",
    "]",
    "{",
    "}",
];

/// Guards the whole page for as long as it is shown.
pub(in crate::ui) fn guard() {
    // The control that the first press was on.
    let first: Rc<RefCell<Option<Element>>> = Rc::default();
    let pressed = first.clone();
    let presses = before_others("mousedown", move |event: &MouseEvent| {
        let control = closest(event.target(), CONTROLS);
        if event.detail() < 2 {
            pressed.replace(control);
            return false;
        }
        // The control is gone: the element under it is not meant, and no word of it is to be selected.
        let first = pressed.borrow();
        first.is_some() && *first != control
    });
    let clicks = before_others("click", move |event: &MouseEvent| {
        let control = closest(event.target(), CONTROLS);
        if event.detail() < 2 || closest(event.target(), FIELDS).is_some() {
            return false;
        }
        let first = first.borrow();
        *first != control || (control.is_some() && !repeats(event))
    });
    // The element on which the held key went down.
    let began: RefCell<Option<EventTarget>> = RefCell::default();
    let keys = before_others("keydown", move |event: &KeyboardEvent| {
        if !event.repeat() {
            began.replace(event.target());
            return false;
        }
        let takes_back = (event.ctrl_key() || event.meta_key())
            && matches!(event.key().as_str(), "z" | "Z" | "y" | "Y");
        let moves = HELD.contains(&event.key().as_str());
        // The key was not pressed for a field that has got the focus in between.
        let types = closest(event.target(), FIELDS).is_some()
            && *began.borrow() == event.target()
            && event.key() != "Enter";
        !(takes_back || moves || types || repeats(event))
    });
    on_cleanup(move || {
        presses();
        clicks();
        keys();
    });
}

fn repeats(event: &Event) -> bool {
    closest(event.target(), REPEATS).is_some()
}

/// Drops the events for which `is_dropped` returns `true`, before any other listener gets them. Returns a closure that
/// ends that.
fn before_others<E: JsCast + 'static>(
    name: &'static str,
    is_dropped: impl Fn(&E) -> bool + 'static,
) -> impl FnOnce() + Send + Sync {
    document_listener(name, ListenerPhase::Capture, move |event: &Event| {
        if is_dropped(event.unchecked_ref()) {
            event.prevent_default();
            event.stop_immediate_propagation();
        }
    })
}
