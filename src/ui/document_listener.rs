//! Listeners on the document, for events and phases that Leptos's `window_event_listener` does not offer.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::Event;

use spanwise_browser::console::reported;

/// The phase in which a listener gets an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListenerPhase {
    /// Before the listeners of the elements.
    Capture,
    /// After them.
    Bubble,
}

/// Listens on the document. Returns a closure that removes the listener.
pub(super) fn document_listener(
    name: &'static str,
    phase: ListenerPhase,
    run: impl Fn(&Event) + 'static,
) -> impl FnOnce() + Send + Sync {
    let callback = Closure::<dyn Fn(Event)>::new(move |event: Event| run(&event));
    let captures = phase == ListenerPhase::Capture;
    reported(document().add_event_listener_with_callback_and_bool(
        name,
        callback.as_ref().unchecked_ref(),
        captures,
    ));
    let callback = StoredValue::new_local(callback);
    move || {
        callback.with_value(|callback| {
            reported(document().remove_event_listener_with_callback_and_bool(
                name,
                callback.as_ref().unchecked_ref(),
                captures,
            ));
        });
    }
}
