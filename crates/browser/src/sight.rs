//! Whether an element is in sight.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry};

/// Watches an element until it is dropped.
pub struct Sight {
    observer: IntersectionObserver,
    is_first: Rc<Cell<bool>>,
    _told: Closure<dyn FnMut(Array)>,
}

impl Sight {
    /// Calls `tell` with whether the element is in sight, soon after it is watched and whenever that changes, and with
    /// whether it is the first time since then. `None` where the browser cannot tell.
    #[must_use]
    pub fn new(mut tell: impl FnMut(bool, bool) + 'static) -> Option<Self> {
        let is_first = Rc::new(Cell::new(true));
        let first = is_first.clone();
        let told = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let latest = entries.pop().dyn_into::<IntersectionObserverEntry>();
            if let Ok(entry) = latest {
                tell(entry.is_intersecting(), first.replace(false));
            }
        });
        let observer = IntersectionObserver::new(told.as_ref().unchecked_ref()).ok()?;
        Some(Sight { observer, is_first, _told: told })
    }

    /// Watches this element from now on, and no other.
    pub fn watch(&self, element: &Element) {
        self.observer.disconnect();
        self.is_first.set(true);
        self.observer.observe(element);
    }
}

impl Drop for Sight {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
