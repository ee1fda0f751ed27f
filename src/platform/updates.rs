//! New versions of the app, as `public/offline.js` tells of them.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

/// The news of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// A new version is ready.
    Ready,
    /// It was not changed to, because not all work is saved.
    Refused,
}

/// Calls back with all news, as long as the page lives.
pub fn on_news(run: impl Fn(News) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let closure = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        let ready = event.type_() == "spanwise:update";
        run(if ready { News::Ready } else { News::Refused });
    });
    for name in ["spanwise:update", "spanwise:update-refused"] {
        // Adding a listener does not fail.
        let _ = window.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
    }
    closure.forget();
}

/// Changes to the new version: loads the page anew, once everything is saved.
pub fn apply() {
    if let (Some(window), Ok(event)) = (web_sys::window(), Event::new("spanwise:apply-update")) {
        // An event of our own can be dispatched.
        let _ = window.dispatch_event(&event);
    }
}
