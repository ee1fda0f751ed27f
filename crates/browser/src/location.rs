//! The address of the page.

use std::cell::RefCell;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};

thread_local! {
    /// The address that was last opened or set here.
    static KNOWN: RefCell<String> = const { RefCell::new(String::new()) };
}

/// The whole address of this page.
#[must_use]
pub fn address() -> String {
    web_sys::window().and_then(|w| w.location().href().ok()).unwrap_or_default()
}

/// The address of a query and fragment on this page, from the root of its host.
#[must_use]
pub fn link(query_and_hash: &str) -> String {
    let path = web_sys::window().and_then(|w| w.location().pathname().ok()).unwrap_or_default();
    format!("{path}{query_and_hash}")
}

/// Replaces query and fragment in the address bar.
pub fn replace(query_and_hash: &str) {
    set(query_and_hash, |history, address| {
        history.replace_state_with_url(&JsValue::NULL, "", Some(address))
    });
}

/// Sets query and fragment in the address bar, as a new entry of the history.
pub fn push(query_and_hash: &str) {
    set(query_and_hash, |history, address| {
        history.push_state_with_url(&JsValue::NULL, "", Some(address))
    });
}

fn set(query_and_hash: &str, change: impl FnOnce(&web_sys::History, &str) -> Result<(), JsValue>) {
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        // A sandboxed page may not; its address then stays as it is.
        let _ = change(&history, &link(query_and_hash));
    }
    KNOWN.set(address());
}

/// Leaves the page for another address.
pub fn leave(address: &str) {
    if let Some(window) = web_sys::window() {
        // A page that may not navigate stays where it is.
        let _ = window.location().assign(address);
    }
}

/// Reloads the page.
pub fn reload() {
    if let Some(window) = web_sys::window() {
        // A page that may not navigate stays where it is.
        let _ = window.location().reload();
    }
}

/// Calls back whenever the person navigates within this page: back, forward, or by a fragment.
pub fn on_change(run: impl Fn() + 'static) {
    KNOWN.set(address());
    let callback = Closure::<dyn Fn()>::new(move || {
        let now = address();
        // One step may bring both events.
        if KNOWN.replace(now.clone()) != now {
            run();
        }
    });
    if let Some(window) = web_sys::window() {
        let function = callback.as_ref().unchecked_ref();
        window.set_onpopstate(Some(function));
        window.set_onhashchange(Some(function));
    }
    // Lives as long as the page.
    callback.forget();
}
