//! New versions of the app and repairs of what is kept of it, as `public/offline.js` tells of them.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

/// What there is to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// A new version is ready.
    Ready,
    /// It was not changed to, because not all work is saved.
    Refused,
    /// A file that was kept on the device was damaged, and was fetched anew.
    Repaired,
}

/// The events that tell of each.
const EVENTS: [(&str, News); 3] = [
    ("spanwise:update", News::Ready),
    ("spanwise:update-refused", News::Refused),
    ("spanwise:repaired", News::Repaired),
];

/// Calls back with all news, as long as the page lives.
pub fn on_news(run: impl Fn(News) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let closure = Closure::<dyn Fn(Event)>::new(move |event: Event| {
        let type_ = event.type_();
        if let Some((_, news)) = EVENTS.iter().find(|(name, _)| *name == type_) {
            run(*news);
        }
    });
    for (name, _) in EVENTS {
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
