//! Elements found from the target of an event.

use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, Node};

/// The innermost element that matches a selector, from the target of an event outwards; the target may be a text node.
#[must_use]
pub fn closest(target: Option<EventTarget>, selector: &str) -> Option<Element> {
    let node = target?.dyn_into::<Node>().ok()?;
    let element = node.dyn_ref::<Element>().cloned().or_else(|| node.parent_element())?;
    element.closest(selector).ok().flatten()
}
