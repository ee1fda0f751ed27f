//! When the network comes back.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

/// Calls back whenever the browser finds the network again, for as long as the page lives.
pub fn on_return(run: impl Fn() + 'static) {
    let callback = Closure::<dyn Fn()>::new(run);
    if let Some(window) = web_sys::window() {
        // Adding a listener does not fail.
        let _ =
            window.add_event_listener_with_callback("online", callback.as_ref().unchecked_ref());
    }
    // Lives as long as the page.
    callback.forget();
}
