//! Observation of an element's visibility in the viewport.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

/// A report on the watched element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VisibilityReport {
    /// `true` if a part of the element is in the viewport.
    pub(super) is_visible: bool,
    /// `true` for the first report since the element is watched.
    pub(super) is_first: bool,
}

/// Watches one element, until this is dropped.
pub(super) struct VisibilityObserver {
    observer: IntersectionObserver,
    is_first: Rc<Cell<bool>>,
    _callback: Closure<dyn FnMut(Array)>,
}

impl VisibilityObserver {
    /// Calls `on_change` soon after an element is watched and whenever its visibility changes. `None` if the browser
    /// has no intersection observers.
    pub(super) fn new(mut on_change: impl FnMut(VisibilityReport) + 'static) -> Option<Self> {
        let is_first = Rc::new(Cell::new(true));
        let first = is_first.clone();
        let callback = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let latest = entries.pop().dyn_into::<IntersectionObserverEntry>();
            if let Ok(entry) = latest {
                on_change(VisibilityReport {
                    is_visible: entry.is_intersecting(),
                    is_first: first.replace(false),
                });
            }
        });
        let observer = IntersectionObserver::new(callback.as_ref().unchecked_ref()).ok()?;
        Some(VisibilityObserver { observer, is_first, _callback: callback })
    }

    /// Watches this element instead of the previous one.
    pub(super) fn watch(&self, element: &Element) {
        self.observer.disconnect();
        self.is_first.set(true);
        self.observer.observe(element);
    }
}

impl Drop for VisibilityObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
