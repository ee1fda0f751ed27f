//! Whether someone is at the page.

use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use web_sys::{Event, Window};

/// What is told of someone at the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// Someone does something.
    Sign,
    /// The page comes in sight.
    Shown,
    /// The page goes out of sight, maybe for good.
    Hidden,
}

/// By which someone gives signs, and what tells whether the page is in sight. All of it can be heard at the window.
const EVENTS: [&str; 7] =
    ["pointerdown", "pointermove", "keydown", "scroll", "visibilitychange", "pagehide", "pageshow"];

/// Watches for as long as it lives.
#[derive(Debug)]
pub struct Watching {
    _listeners: Vec<EventListener>,
}

/// Calls back with whatever tells of someone at the page.
#[must_use]
pub fn watch(tell: impl Fn(Presence) + 'static) -> Watching {
    let tell = Rc::new(tell);
    let listener = |window: &Window, event: &'static str| {
        let tell = tell.clone();
        let options = EventListenerOptions::run_in_capture_phase();
        EventListener::new_with_options(window, event, options, move |event| {
            tell(match event.type_().as_str() {
                "pagehide" => Presence::Hidden,
                "visibilitychange" | "pageshow" if is_in_sight() => Presence::Shown,
                "visibilitychange" | "pageshow" => Presence::Hidden,
                _ => Presence::Sign,
            });
        })
    };
    let window = web_sys::window();
    let listeners = window.map(|window| EVENTS.map(|event| listener(&window, event)).into());
    Watching { _listeners: listeners.unwrap_or_default() }
}

/// Calls back whenever the page comes in sight again, for as long as the page lives.
pub fn on_shown(run: impl Fn() + 'static) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let tell = move |_: &Event| {
        if is_in_sight() {
            run();
        }
    };
    EventListener::new(&document, "visibilitychange", tell).forget();
}

/// Whether the page can be seen: its tab is in front, its window not minimised.
#[must_use]
pub fn is_in_sight() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| !document.hidden())
}
