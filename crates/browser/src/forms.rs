//! Forms that are sent by the page itself, in the frame that it is in.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlFormElement;

/// Sends a form by POST. The page is left for what the other server answers.
///
/// # Errors
/// With the browser's words, if the form could not be made. Whether it arrives, nobody is told.
pub fn post(action: &str, fields: &[(String, String)]) -> Result<(), String> {
    made(action, fields).and_then(|form| form.submit()).map_err(|error| super::message(&error))
}

fn made(action: &str, fields: &[(String, String)]) -> Result<HtmlFormElement, JsValue> {
    let document = web_sys::window().and_then(|w| w.document()).ok_or(JsValue::UNDEFINED)?;
    let form: HtmlFormElement = document.create_element("form")?.dyn_into()?;
    form.set_attribute("method", "post")?;
    form.set_attribute("action", action)?;
    form.set_attribute("hidden", "")?;
    for (name, value) in fields {
        let field = document.create_element("input")?;
        field.set_attribute("type", "hidden")?;
        field.set_attribute("name", name)?;
        field.set_attribute("value", value)?;
        form.append_child(&field)?;
    }
    document.body().ok_or(JsValue::UNDEFINED)?.append_child(&form)?;
    Ok(form)
}
