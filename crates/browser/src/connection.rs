//! What happens elsewhere while a page is open.

use gloo_events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::StorageEvent;

/// Calls back whenever the browser finds the network again, for as long as the page lives.
pub fn on_return(run: impl Fn() + 'static) {
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, "online", move |_| run()).forget();
    }
}

/// Calls back whenever another tab stored or removed something, for as long as the page lives: with the key, unless all
/// were removed.
pub fn on_change_elsewhere(run: impl Fn(Option<String>) + 'static) {
    if let Some(window) = web_sys::window() {
        let tell = move |event: &web_sys::Event| run(event.unchecked_ref::<StorageEvent>().key());
        EventListener::new(&window, "storage", tell).forget();
    }
}
