//! Leaving the page.

use std::cell::Cell;

use gloo_events::{EventListener, EventListenerOptions};
use web_sys::Event;

thread_local! {
    /// `true` while the page may be left without asking.
    static FREELY: Cell<bool> = const { Cell::new(false) };
}

/// Lets the person leave without being asked, for a few seconds: unsaved work has arrived elsewhere.
pub fn go_freely() {
    FREELY.set(true);
    super::timing::after(5000, || FREELY.set(false));
}

/// Calls back when the page is left, maybe to come back, as long as it lives.
pub fn on_leave(run: impl Fn() + 'static) {
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, "pagehide", move |_| run()).forget();
    }
}

/// Has the browser ask the person before the page is left, whenever `loses` returns `true`, as long as the page lives.
pub fn ask_before(loses: impl Fn() -> bool + 'static) {
    let Some(window) = web_sys::window() else { return };
    let options = EventListenerOptions::enable_prevent_default();
    let ask = move |event: &Event| {
        if !FREELY.get() && loses() {
            event.prevent_default();
        }
    };
    EventListener::new_with_options(&window, "beforeunload", options, ask).forget();
}
