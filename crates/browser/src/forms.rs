//! Forms submitted by the page itself, in its own frame.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::HtmlFormElement;

use super::BrowserError;

/// Submits a form by POST. The page is left for the answer of the other server.
///
/// # Errors
/// If the form could not be made. Whether it arrives is not known here.
pub fn post(action: &str, fields: &[(String, String)]) -> Result<(), BrowserError> {
    Ok(new_form(action, fields)?.submit()?)
}

fn new_form(action: &str, fields: &[(String, String)]) -> Result<HtmlFormElement, JsValue> {
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
