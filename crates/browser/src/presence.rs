//! Whether someone is at the page.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
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
pub struct Watching(Closure<dyn Fn(Event)>);

impl Watching {
    /// Adds this listener to an event, or takes it away.
    fn at_each(&self, act: impl Fn(&Window, &str, &js_sys::Function)) {
        if let Some(window) = web_sys::window() {
            EVENTS.iter().for_each(|event| act(&window, event, self.0.as_ref().unchecked_ref()));
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        self.at_each(|window, event, listener| {
            // Taking a listener away does not fail.
            let _ = window.remove_event_listener_with_callback_and_bool(event, listener, true);
        });
    }
}

/// Calls back with whatever tells of someone at the page.
#[must_use]
pub fn watch(tell: impl Fn(Presence) + 'static) -> Watching {
    let watching = Watching(Closure::new(move |event: Event| {
        tell(match event.type_().as_str() {
            "pagehide" => Presence::Hidden,
            "visibilitychange" | "pageshow" if is_in_sight() => Presence::Shown,
            "visibilitychange" | "pageshow" => Presence::Hidden,
            _ => Presence::Sign,
        });
    }));
    watching.at_each(|window, event, listener| {
        // Adding a listener does not fail.
        let _ = window.add_event_listener_with_callback_and_bool(event, listener, true);
    });
    watching
}

/// Calls back whenever the page comes in sight again, for as long as the page lives.
pub fn on_shown(run: impl Fn() + 'static) {
    let watching = Closure::<dyn Fn()>::new(move || {
        if is_in_sight() {
            run();
        }
    });
    if let Some(document) = web_sys::window().and_then(|window| window.document()) {
        let listener = watching.as_ref().unchecked_ref();
        // Adding a listener does not fail.
        let _ = document.add_event_listener_with_callback("visibilitychange", listener);
    }
    // Lives as long as the page.
    watching.forget();
}

/// Whether the page can be seen: its tab is in front, its window not minimised.
#[must_use]
pub fn is_in_sight() -> bool {
    let document = web_sys::window().and_then(|window| window.document());
    document.is_some_and(|document| !document.hidden())
}
