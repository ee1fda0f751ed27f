//! localStorage as the store of the journal, and sessionStorage for what is kept until the tab is closed.

use js_sys::{JsString, Object};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};

use super::console::reported;
use super::objects::member;
use spanwise_annotation::store::{KeyValue, StoreError};

/// The localStorage of this origin, or its sessionStorage, unless the browser denies it to this page. A full one can still
/// be read.
#[derive(Debug, Clone)]
pub struct BrowserStore {
    raw: web_sys::Storage,
}

impl BrowserStore {
    /// The store, unless the browser blocks it.
    #[must_use]
    pub fn open() -> Option<Self> {
        let raw = web_sys::window()?.local_storage().ok().flatten()?;
        Some(BrowserStore { raw })
    }

    /// The store of this tab, unless the browser blocks it.
    #[must_use]
    pub fn of_tab() -> Option<Self> {
        let raw = web_sys::window()?.session_storage().ok().flatten()?;
        Some(BrowserStore { raw })
    }
}

impl KeyValue for BrowserStore {
    fn get(&self, key: &str) -> Option<String> {
        reported(self.raw.get_item(key)).flatten()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), StoreError> {
        self.raw.set_item(key, value).map_err(|error| store_error(&error))
    }

    fn remove(&self, key: &str) {
        reported(self.raw.remove_item(key));
    }

    fn keys(&self) -> Vec<String> {
        let count = reported(self.raw.length()).unwrap_or(0);
        (0..count).filter_map(|index| reported(self.raw.key(index)).flatten()).collect()
    }

    /// Counted by the browser: copying megabytes into the program takes longer.
    fn units(&self) -> usize {
        let length = |text: JsValue| text.dyn_ref::<JsString>().map_or(0, JsString::length);
        let (keys, values) = (Object::keys(&self.raw), Object::values(&self.raw));
        keys.iter().chain(values.iter()).map(|text| length(text) as usize).sum()
    }
}

/// Converts an error of the browser's store.
pub(super) fn store_error(error: &JsValue) -> StoreError {
    let name = member(error, "name").and_then(|name| name.as_string());
    match name.unwrap_or_default().as_str() {
        "QuotaExceededError" | "NS_ERROR_DOM_QUOTA_REACHED" => StoreError::Full,
        "SecurityError" => StoreError::Blocked,
        _ => StoreError::Other(super::message(error)),
    }
}

/// The share of its quota that this origin uses for `IndexedDB` and everything else but localStorage, in percent; `None`
/// if the browser does not say.
pub async fn percent_used() -> Option<u8> {
    let estimate = web_sys::window()?.navigator().storage().estimate().ok()?;
    let estimate = JsFuture::from(estimate).await.ok()?;
    let number = |name| member(&estimate, name)?.as_f64();
    let percent = number("usage")? / number("quota")?.max(1.0) * 100.0;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a percentage, cut to what fits"
    )]
    Some(percent.clamp(0.0, 100.0) as u8)
}

/// Asks the browser not to delete this origin's data when space is short.
pub fn ask_to_keep() {
    // Pages that were not loaded by https have no such storage.
    let asked = web_sys::window().and_then(|window| window.navigator().storage().persist().ok());
    if let Some(answer) = asked {
        // The browser keeps the data or not: nothing is done differently.
        spawn_local(async { drop(reported(JsFuture::from(answer).await)) });
    }
}
