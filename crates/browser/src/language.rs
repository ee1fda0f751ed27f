//! The languages that the reader prefers, and the one that the page is in.

/// The reader's languages, best first, as BCP 47 codes.
#[must_use]
pub fn preferred() -> Vec<String> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    languages.map_or_else(Vec::new, |all| all.iter().filter_map(|l| l.as_string()).collect())
}

/// Says in which language the page is written, and in which direction.
pub fn set(code: &str, right_to_left: bool) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(root) = document.and_then(|document| document.document_element()) {
        // Attributes with these names can always be set.
        let _ = root.set_attribute("lang", code);
        let _ = root.set_attribute("dir", if right_to_left { "rtl" } else { "ltr" });
    }
}

/// A time, in milliseconds since 1970 (UTC), as the reader's language and place write it.
#[must_use]
pub fn date_and_time(ms: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below 2^53")]
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(ms as f64));
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
    let language = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    date.to_locale_string(&language, &js_sys::Object::new()).into()
}

/// What a language is called in the language of the page; its code where the browser does not know.
#[must_use]
pub fn name_of(code: &str) -> String {
    named(code).unwrap_or_else(|| code.to_owned())
}

fn named(code: &str) -> Option<String> {
    use js_sys::{Array, Function, Object, Reflect};
    use wasm_bindgen::{JsCast, JsValue};
    let text = JsValue::from_str;
    let root = web_sys::window()?.document()?.document_element()?;
    let page = root.get_attribute("lang").unwrap_or_default();
    let intl = Reflect::get(&js_sys::global(), &text("Intl")).ok()?;
    let names: Function = Reflect::get(&intl, &text("DisplayNames")).ok()?.dyn_into().ok()?;
    let options = Object::new();
    Reflect::set(&options, &text("type"), &text("language")).ok()?;
    let names = Reflect::construct(&names, &Array::of2(&text(&page), &options)).ok()?;
    let of: Function = Reflect::get(&names, &text("of")).ok()?.dyn_into().ok()?;
    of.call1(&names, &text(code)).ok()?.as_string()
}
