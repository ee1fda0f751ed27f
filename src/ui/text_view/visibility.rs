//! Observers of elements: the visibility of one in the viewport, and the coming of several near it.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit};

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

/// The distance from the viewport at which an element is near it: its height.
const NEAR: &str = "100% 0px";

/// Watches elements until they come near the viewport, or until this is dropped.
pub(super) struct NearObserver {
    observer: IntersectionObserver,
    _callback: Closure<dyn FnMut(Array)>,
}

impl NearObserver {
    /// Calls `on_near` with elements that are near the viewport: soon after they are watched, or when they come. `None`
    /// if the browser has no intersection observers.
    pub(super) fn new(mut on_near: impl FnMut(Vec<Element>) + 'static) -> Option<Self> {
        let callback = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let entries = entries.iter().filter_map(|entry| entry.dyn_into().ok());
            let near =
                |entry: IntersectionObserverEntry| entry.is_intersecting().then(|| entry.target());
            let elements: Vec<Element> = entries.filter_map(near).collect();
            if !elements.is_empty() {
                on_near(elements);
            }
        });
        let options = IntersectionObserverInit::new();
        options.set_root_margin(NEAR);
        let function = callback.as_ref().unchecked_ref();
        let observer = IntersectionObserver::new_with_options(function, &options).ok()?;
        Some(NearObserver { observer, _callback: callback })
    }

    /// Watches a further element; one that is watched is reported once more.
    pub(super) fn watch(&self, element: &Element) {
        self.observer.unobserve(element);
        self.observer.observe(element);
    }

    /// Watches an element no longer.
    pub(super) fn unwatch(&self, element: &Element) {
        self.observer.unobserve(element);
    }
}

impl Drop for NearObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
