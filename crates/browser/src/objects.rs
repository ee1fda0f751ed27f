//! Members of plain JavaScript objects.

use js_sys::{Object, Reflect};
use wasm_bindgen::JsValue;

use super::console::reported;

/// An object with these members.
pub(crate) fn object<'a>(members: impl IntoIterator<Item = (&'a str, JsValue)>) -> Object {
    let object = Object::new();
    for (name, value) in members {
        reported(Reflect::set(&object, &name.into(), &value));
    }
    object
}

/// A member of an object: `undefined` if it has none by this name, `None` if this is no object.
pub(crate) fn member(object: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(object, &name.into()).ok()
}
