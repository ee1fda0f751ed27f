//! The console of the browser: unexpected errors that nobody at the page can act on.

use wasm_bindgen::JsValue;

/// Returns the value of a call that cannot fail as this program makes it, such as setting an attribute by a valid name.
/// If it fails all the same, reports the error in the console.
pub fn reported<T>(outcome: Result<T, JsValue>) -> Option<T> {
    outcome.inspect_err(web_sys::console::error_1).ok()
}
