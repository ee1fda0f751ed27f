//! The clipboard.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::BrowserError;

/// Copies a text to the clipboard.
///
/// # Errors
/// If the browser has no clipboard for this page.
pub async fn copy(text: &str) -> Result<(), BrowserError> {
    JsFuture::from(write_text(text)?).await?;
    Ok(())
}

fn write_text(text: &str) -> Result<Promise, JsValue> {
    let window = web_sys::window().ok_or(JsValue::UNDEFINED)?;
    let clipboard = Reflect::get(&window.navigator(), &JsValue::from_str("clipboard"))?;
    let write: Function = Reflect::get(&clipboard, &JsValue::from_str("writeText"))?.dyn_into()?;
    write.call1(&clipboard, &JsValue::from_str(text))?.dyn_into()
}
