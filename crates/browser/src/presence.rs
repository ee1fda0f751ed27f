//! User activity, and visibility of the page.

use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use web_sys::{Event, Window};

/// An event that shows whether someone is at the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PresenceEvent {
    /// User activity.
    Sign,
    /// The page became visible.
    Shown,
    /// The page was hidden, maybe for good.
    Hidden,
}

/// Events of user activity and visibility, all of which reach the window.
const EVENTS: [&str; 7] =
    ["pointerdown", "pointermove", "keydown", "scroll", "visibilitychange", "pagehide", "pageshow"];

/// Listens for as long as it lives.
#[derive(Debug)]
pub struct PresenceListener {
    _listeners: Vec<EventListener>,
}

/// Calls back with user activity and changes of the page's visibility.
#[must_use]
pub fn watch(tell: impl Fn(PresenceEvent) + 'static) -> PresenceListener {
    let tell = Rc::new(tell);
    let listener = |window: &Window, event: &'static str| {
        let tell = tell.clone();
        let options = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(window, event, options, move |event| {
            tell(match event.type_().as_str() {
                "pagehide" => PresenceEvent::Hidden,
                "visibilitychange" | "pageshow" if is_in_sight() => PresenceEvent::Shown,
                "visibilitychange" | "pageshow" => PresenceEvent::Hidden,
                _ => PresenceEvent::Sign,
            });
        })
    };
    let window = web_sys::window();
    let listeners = window.map(|window| EVENTS.map(|event| listener(&window, event)).into());
    PresenceListener { _listeners: listeners.unwrap_or_default() }
}

/// Calls back at the first signs that someone is at the page: once for the first movement, press, key and dragged file.
pub fn at_first_signs(run: fn()) {
    let Some(window) = web_sys::window() else { return };
    for sign in ["pointermove", "pointerdown", "keydown", "dragenter"] {
        EventListener::once(&window, sign, move |_| run()).forget();
    }
}

/// Calls back whenever the page becomes visible again, for as long as the page lives.
pub fn on_shown(run: impl Fn() + 'static) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let tell = move |_: &Event| {
        if is_in_sight() {
            run();
        }
    };
    EventListener::new(&document, "visibilitychange", tell).forget();
}

/// Returns `true` if the page is visible: its tab is in front, its window not minimised.
#[must_use]
pub fn is_in_sight() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| !document.hidden())
}
