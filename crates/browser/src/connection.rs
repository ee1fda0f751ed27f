//! What happens elsewhere while a page is open.

use js_sys::Reflect;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

/// Calls back whenever the browser finds the network again, for as long as the page lives.
pub fn on_return(run: impl Fn() + 'static) {
    listen("online", move |_| run());
}

/// Calls back whenever another tab stored or removed something, for as long as the page lives: with the key, unless all
/// were removed.
pub fn on_change_elsewhere(run: impl Fn(Option<String>) + 'static) {
    listen("storage", move |event| {
        let key = Reflect::get(&event, &JsValue::from_str("key"));
        run(key.ok().and_then(|key| key.as_string()));
    });
}

fn listen(event: &str, run: impl Fn(JsValue) + 'static) {
    let callback = Closure::<dyn Fn(JsValue)>::new(run);
    if let Some(window) = web_sys::window() {
        // Adding a listener does not fail.
        let _ = window.add_event_listener_with_callback(event, callback.as_ref().unchecked_ref());
    }
    // Lives as long as the page.
    callback.forget();
}
