//! The reader's preferred languages, and that of the page.

use std::cell::RefCell;

use js_sys::{Array, Function, Reflect};
use wasm_bindgen::JsCast;

use super::console::reported;
use super::objects::{member, object};

/// The reader's languages, best first, as BCP 47 codes.
#[must_use]
pub fn preferred() -> Vec<String> {
    let languages = web_sys::window().map(|window| window.navigator().languages());
    languages.map_or_else(Vec::new, |all| all.iter().filter_map(|l| l.as_string()).collect())
}

/// Sets the language and the direction of the page.
pub fn set(code: &str, right_to_left: bool) {
    let document = web_sys::window().and_then(|window| window.document());
    if let Some(root) = document.and_then(|document| document.document_element()) {
        reported(root.set_attribute("lang", code));
        reported(root.set_attribute("dir", if right_to_left { "rtl" } else { "ltr" }));
    }
}

/// The CLDR plural category of a count in a language, as `Intl.PluralRules` names it.
#[must_use]
pub fn plural_category(code: &str, count: usize) -> String {
    use js_sys::Intl::PluralRules;
    thread_local! {
        // Making one takes longer than asking it. A page is in one language at a time.
        static LAST: RefCell<Option<(String, PluralRules)>> = const { RefCell::new(None) };
    }
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| known != code) {
            let locales = js_sys::Array::of1(&code.into());
            *last = Some((code.to_owned(), PluralRules::new(&locales, &js_sys::Object::new())));
        }
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
        let category = last.as_ref().map(|(_, rules)| rules.select(count as f64).into());
        category.unwrap_or_default()
    })
}

/// Formats a time, in milliseconds since 1970 (UTC), for the reader's language and region.
#[must_use]
pub fn date_and_time(ms: u64) -> String {
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 are far below 2^53")]
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(ms as f64));
    let root = web_sys::window().and_then(|w| w.document()).and_then(|d| d.document_element());
    let language = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    date.to_locale_string(&language, &js_sys::Object::new()).into()
}

/// The name of a language in the language of the page; its code if the browser has no name.
#[must_use]
pub fn name_of(code: &str) -> String {
    named(code).unwrap_or_else(|| code.to_owned())
}

fn named(code: &str) -> Option<String> {
    let root = web_sys::window()?.document()?.document_element()?;
    let page = root.get_attribute("lang").unwrap_or_default();
    let intl = member(&js_sys::global(), "Intl")?;
    let names: Function = member(&intl, "DisplayNames")?.dyn_into().ok()?;
    let options = object([("type", "language".into())]);
    let names = Reflect::construct(&names, &Array::of2(&page.into(), &options)).ok()?;
    let of: Function = member(&names, "of")?.dyn_into().ok()?;
    // A code that is none is an error.
    of.call1(&names, &code.into()).ok()?.as_string()
}
