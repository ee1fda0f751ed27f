//! localStorage, as the journal sees it.

use gloo_storage::{LocalStorage, Storage};
use js_sys::{JsString, Object};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use spanwise_annotation::store::{KeyValue, StoreError};

/// The localStorage of this origin. Exists unless the browser denies it to this page; it may be full, and can be read then.
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
        Some(BrowserStore { raw: LocalStorage::raw() })
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

    /// Counted where the texts are: copying megabytes into the program takes longer.
    fn units(&self) -> usize {
        let length = |text: JsValue| text.dyn_ref::<JsString>().map_or(0, JsString::length);
        let (keys, values) = (Object::keys(&self.raw), Object::values(&self.raw));
        keys.iter().chain(values.iter()).map(|text| length(text) as usize).sum()
    }
}

/// What an error of the browser's store means.
pub(super) fn store_error(error: &JsValue) -> StoreError {
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

/// How much of its quota this origin uses for `IndexedDB` and what else is not localStorage, in percent; `None` if the
/// browser does not say.
pub async fn percent_used() -> Option<u8> {
    let estimate = web_sys::window()?.navigator().storage().estimate().ok()?;
    let estimate = JsFuture::from(estimate).await.ok()?;
    let number =
        |name: &str| js_sys::Reflect::get(&estimate, &JsValue::from_str(name)).ok()?.as_f64();
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
    if let Some(window) = web_sys::window() {
        // A refusal changes nothing for us; the promise is left to itself.
        let _ = window.navigator().storage().persist();
    }
}
