//! Other tabs.

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Window};

/// Opens an address in another tab, which knows nothing of this one. `false` if the browser did not let it.
#[must_use]
pub fn open(address: &str) -> bool {
    let Some(tab) = opened(address) else { return false };
    // A tab that keeps its opener could lead it elsewhere; it works either way.
    let _ = tab.set_opener(&JsValue::NULL);
    true
}

fn opened(address: &str) -> Option<Window> {
    web_sys::window()?.open_with_url_and_target(address, "_blank").ok().flatten()
}

/// Opens `try.html` in another tab, and hands it the text of a page whenever it asks. `false` if the browser did not
/// let it.
#[must_use]
pub fn open_page(html: String) -> bool {
    let Some(tab) = opened("try.html") else { return false };
    let Some(window) = web_sys::window() else { return false };
    let origin = super::messages::own_origin();
    let hand_over = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let is_from_tab = event.source().is_some_and(|source| *source == ***tab);
        if is_from_tab && event.origin() == origin {
            // A tab that was closed meanwhile gets nothing.
            let _ = tab.post_message(&JsValue::from_str(&html), &origin);
        }
    });
    let function = hand_over.as_ref().unchecked_ref();
    // Adding a listener does not fail. It lives as long as the page: the other tab may be loaded anew.
    let _ = window.add_event_listener_with_callback("message", function);
    hand_over.forget();
    true
}
