//! New versions of the app and repairs of what is kept of it, as `public/offline.js` tells of them.

use std::rc::Rc;

use gloo_events::EventListener;
use web_sys::Event;

use super::console::reported;

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
    let run = Rc::new(run);
    for (name, news) in EVENTS {
        let run = run.clone();
        EventListener::new(&window, name, move |_| run(news)).forget();
    }
}

/// Changes to the new version: loads the page anew, once everything is saved.
pub fn apply() {
    let event = reported(Event::new("spanwise:apply-update"));
    if let (Some(window), Some(event)) = (web_sys::window(), event) {
        reported(window.dispatch_event(&event));
    }
}
