//! Other tabs.

use gloo_events::EventListener;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

use super::console::reported;

/// Opens an address in another tab, without access to this one. Returns `false` if the browser refuses.
#[must_use]
pub fn open(address: &str) -> bool {
    let Some(tab) = opened(address) else { return false };
    // A tab that keeps its opener could lead it elsewhere; it works either way.
    reported(tab.set_opener(&JsValue::NULL));
    true
}

fn opened(address: &str) -> Option<Window> {
    web_sys::window()?.open_with_url_and_target(address, "_blank").ok().flatten()
}

/// Opens `try.html` in another tab, and sends it the text of a page whenever it asks. Returns `false` if the browser
/// refuses.
#[must_use]
pub fn open_page(html: String) -> bool {
    let Some(tab) = opened("try.html") else { return false };
    let Some(window) = web_sys::window() else { return false };
    let origin = super::messages::own_origin();
    let hand_over = EventListener::new(&window, "message", move |event| {
        let event: &MessageEvent = event.unchecked_ref();
        let is_from_tab = event.source().is_some_and(|source| *source == ***tab);
        if is_from_tab && event.origin() == origin {
            reported(tab.post_message(&JsValue::from_str(&html), &origin));
        }
    });
    // The other tab may be loaded anew, for as long as this page lives.
    hand_over.forget();
    true
}
