//! Elements in the page of a test.

use std::ops::Deref;

use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// An element at the end of the page, removed when this is dropped.
pub(crate) struct MountedElement(HtmlElement);

/// Puts a new element at the end of the page.
pub(crate) fn mount(tag: &str) -> MountedElement {
    let document = web_sys::window().unwrap().document().unwrap();
    let element: HtmlElement = document.create_element(tag).unwrap().unchecked_into();
    document.body().unwrap().append_child(&element).unwrap();
    MountedElement(element)
}

impl Deref for MountedElement {
    type Target = HtmlElement;

    fn deref(&self) -> &HtmlElement {
        &self.0
    }
}

impl Drop for MountedElement {
    fn drop(&mut self) {
        self.0.remove();
    }
}
