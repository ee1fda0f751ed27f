//! Events from outside the page: the network, and other tabs.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::StorageEvent;

/// Calls back whenever the browser is online again, as long as the page lives.
pub fn on_return(run: impl Fn() + 'static) {
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, "online", move |_| run()).forget();
    }
}

/// Calls back whenever another tab set or removed a value of localStorage, as long as the page lives: with the key, or
/// `None` if all were removed.
pub fn on_change_elsewhere(run: impl Fn(Option<String>) + 'static) {
    if let Some(window) = web_sys::window() {
        let tell = move |event: &web_sys::Event| run(event.unchecked_ref::<StorageEvent>().key());
        EventListener::new(&window, "storage", tell).forget();
    }
}
