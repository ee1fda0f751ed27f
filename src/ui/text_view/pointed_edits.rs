//! The edits under the pointer: those that cover the text there, or whose row of the list it is.

use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};

use leptos::prelude::document;
use spanwise_annotation::document::EditKey;
use spanwise_browser::elements::closest;

/// The edits that cover the text at a point of the window, shortest first. Elements over the text, such as the handle of
/// a span, are looked through.
pub(in crate::ui) fn edits_at_point(x: i32, y: i32) -> Vec<EditKey> {
    #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
    let elements = document().elements_from_point(x as f32, y as f32);
    let mut keys = Vec::new();
    for element in elements.iter() {
        let element = element.dyn_into::<Element>().ok();
        for key in edits_of(element.map(EventTarget::from)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

/// The edits of an element: those that cover a piece of text, or the one of a row of the list; shortest first.
pub(in crate::ui) fn edits_of(target: Option<EventTarget>) -> Vec<EditKey> {
    let keys = closest(target, "[data-keys]").and_then(|e| e.get_attribute("data-keys"));
    keys.map_or_else(Vec::new, |keys| {
        keys.split(' ').filter_map(|key| key.parse().ok()).map(EditKey).collect()
    })
}
