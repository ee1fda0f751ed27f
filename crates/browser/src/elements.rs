//! Elements found by selectors, and their sizes.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, EventTarget, Node, NodeList, ResizeObserver};

/// The elements of this type that a selector found, in the order of the page; none for what is no selector.
#[must_use]
pub fn elements<E: JsCast>(found: Result<NodeList, JsValue>) -> Vec<E> {
    let Ok(list) = found else { return Vec::new() };
    (0..list.length()).filter_map(|at| list.get(at)?.dyn_into().ok()).collect()
}

/// The innermost element that matches a selector, from the target of an event outwards; the target may be a text node.
#[must_use]
pub fn closest(target: Option<EventTarget>, selector: &str) -> Option<Element> {
    let node = target?.dyn_into::<Node>().ok()?;
    let element = node.dyn_ref::<Element>().cloned().or_else(|| node.parent_element())?;
    element.closest(selector).ok().flatten()
}

/// Calls a function when the size of an element changes, until it is dropped.
#[derive(Debug)]
pub struct SizeWatch {
    observer: ResizeObserver,
    _changed: Closure<dyn Fn()>,
}

impl SizeWatch {
    /// Watches an element; `None` where the browser cannot.
    #[must_use]
    pub fn of(element: &Element, changed: impl Fn() + 'static) -> Option<Self> {
        let changed = Closure::<dyn Fn()>::new(changed);
        let observer = ResizeObserver::new(changed.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(SizeWatch { observer, _changed: changed })
    }
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
