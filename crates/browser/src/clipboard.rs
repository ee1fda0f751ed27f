//! The clipboard.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Puts a text on the clipboard.
///
/// # Errors
/// With the browser's words when it has no clipboard for this page.
pub async fn copy(text: &str) -> Result<(), String> {
    let promise = ask(text).map_err(|error| super::message(&error))?;
    JsFuture::from(promise).await.map(drop).map_err(|error| super::message(&error))
}

fn ask(text: &str) -> Result<Promise, JsValue> {
    let window = web_sys::window().ok_or(JsValue::UNDEFINED)?;
    let clipboard = Reflect::get(&window.navigator(), &JsValue::from_str("clipboard"))?;
    let write: Function = Reflect::get(&clipboard, &JsValue::from_str("writeText"))?.dyn_into()?;
    write.call1(&clipboard, &JsValue::from_str(text))?.dyn_into()
}
