//! Events of `public/register-service-worker.js`: new versions of the app, and repairs of its files on the device.

use std::rc::Rc;

use gloo_events::EventListener;
use web_sys::Event;

use super::console::reported;

/// An event of the app's files on the device.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpdateEvent {
    /// A new version is ready.
    Ready,
    /// The new version was not loaded, because not all work is saved.
    Refused,
    /// A file on the device was damaged and has been fetched again.
    Repaired,
}

/// The names of the events in the window.
const EVENTS: [(&str, UpdateEvent); 3] = [
    ("spanwise:update", UpdateEvent::Ready),
    ("spanwise:update-refused", UpdateEvent::Refused),
    ("spanwise:repaired", UpdateEvent::Repaired),
];

/// Calls back with all such events, as long as the page lives.
pub fn on_event(run: impl Fn(UpdateEvent) + 'static) {
    let Some(window) = web_sys::window() else { return };
    let run = Rc::new(run);
    for (name, event) in EVENTS {
        let run = run.clone();
        EventListener::new(&window, name, move |_| run(event)).forget();
    }
}

/// Changes to the new version by reloading the page, once everything is saved.
pub fn apply() {
    let event = reported(Event::new("spanwise:apply-update"));
    if let (Some(window), Some(event)) = (web_sys::window(), event) {
        reported(window.dispatch_event(&event));
    }
}
