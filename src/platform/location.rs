//! The address of the page.

use wasm_bindgen::JsValue;

/// The address of this page, whole.
#[must_use]
pub fn address() -> String {
    web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// Shows another query and fragment in the address bar, without loading anything.
pub fn replace(query_and_hash: &str) {
    if let Some(window) = web_sys::window()
        && let (Ok(history), Ok(path)) = (window.history(), window.location().pathname())
    {
        let address = format!("{path}{query_and_hash}");
        // A sandboxed page may not; its address then stays as it is.
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

/// Loads the page anew at another query and fragment.
pub fn go(query_and_hash: &str) {
    if let Some(window) = web_sys::window()
        && let Ok(path) = window.location().pathname()
    {
        // A page that may not navigate stays where it is.
        let _ = window.location().assign(&format!("{path}{query_and_hash}"));
    }
}

/// Loads the page anew.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // A page that may not navigate stays where it is.
        let _ = window.location().reload();
    }
}

/// Whether a fragment was set from outside changes what is shown: calls back at each change.
pub fn on_fragment_change(run: impl Fn() + 'static) {
    use wasm_bindgen::{JsCast, closure::Closure};
    if let Some(window) = web_sys::window() {
        let callback = Closure::<dyn Fn()>::new(run);
        window.set_onhashchange(Some(callback.as_ref().unchecked_ref()));
        // Lives as long as the page.
        callback.forget();
    }
}
