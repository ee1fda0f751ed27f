//! Leaving the page.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

thread_local! {
    /// Whether nobody is asked for the moment.
    static FREELY: Cell<bool> = const { Cell::new(false) };
}

/// Lets the page go without asking, in the next few seconds: what would go with it has arrived elsewhere.
pub fn go_freely() {
    FREELY.set(true);
    super::timing::after(5000, || FREELY.set(false));
}

/// Calls back when the page goes, maybe to come back; as long as it lives.
pub fn on_leave(run: impl Fn() + 'static) {
    listen("pagehide", move |_| run());
}

/// Has the browser ask the person before the page goes, whenever `loses` says that something would go with it. As long
/// as the page lives.
pub fn ask_before(loses: impl Fn() -> bool + 'static) {
    listen("beforeunload", move |event| {
        if !FREELY.get() && loses() {
            event.prevent_default();
        }
    });
}

fn listen(name: &str, run: impl Fn(Event) + 'static) {
    let closure = Closure::<dyn Fn(Event)>::new(run);
    if let Some(window) = web_sys::window() {
        // Adding a listener does not fail.
        let _ = window.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    }
    // Lives as long as the page.
    closure.forget();
}
