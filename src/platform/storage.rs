//! localStorage, as the journal sees it.

use gloo_storage::{LocalStorage, Storage};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::StorageEvent;

use crate::domain::store::{KeyValue, StoreError};

/// The localStorage of this origin. Exists only where it works.
#[derive(Debug, Clone)]
pub struct BrowserStore {
    raw: web_sys::Storage,
}

impl BrowserStore {
    /// The store, unless the browser blocks it.
    #[must_use]
    pub fn open() -> Option<Self> {
        // gloo's `raw` panics where storage is blocked, so it is asked for only after trying.
        web_sys::window()?.local_storage().ok().flatten()?;
        let raw = LocalStorage::raw();
        let probe = "spanwise/probe";
        raw.set_item(probe, "1").ok()?;
        raw.remove_item(probe).ok()?;
        Some(BrowserStore { raw })
    }
}

impl KeyValue for BrowserStore {
    fn get(&self, key: &str) -> Option<String> {
        self.raw.get_item(key).ok().flatten()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.raw.set_item(key, value).map_err(|error| store_error(&error))
    }

    fn remove(&self, key: &str) {
        // A key that can't be removed stays; the journal tolerates it.
        let _ = self.raw.remove_item(key);
    }

    fn keys(&self) -> Vec<String> {
        let count = self.raw.length().unwrap_or(0);
        (0..count).filter_map(|i| self.raw.key(i).ok().flatten()).collect()
    }
}

fn store_error(error: &JsValue) -> StoreError {
    let name = js_sys::Reflect::get(error, &JsValue::from_str("name"))
        .ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default();
    match name.as_str() {
        "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => StoreError::Full,
        "SecurityError" => StoreError::Blocked,
        _ => StoreError::Other(super::message(error)),
    }
}

/// Asks the browser not to delete this origin's data when space is short.
pub fn ask_to_keep() {
    if let Some(window) = web_sys::window() {
        // A refusal changes nothing for us; the promise is left to itself.
        let _ = window.navigator().storage().persist();
    }
}

/// Calls back whenever another tab changed a key that begins like this, for as long as the page lives.
pub fn on_change_elsewhere(prefix: &'static str, run: impl Fn() + 'static) {
    let callback = Closure::<dyn Fn(StorageEvent)>::new(move |event: StorageEvent| {
        // Without a key, everything was removed.
        if event.key().is_none_or(|key| key.starts_with(prefix)) {
            run();
        }
    });
    if let Some(window) = web_sys::window() {
        let function = callback.as_ref().unchecked_ref();
        // Adding a listener does not fail.
        let _ = window.add_event_listener_with_callback("storage", function);
    }
    callback.forget();
}
