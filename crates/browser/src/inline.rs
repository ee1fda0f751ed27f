//! The template and data that the one-file version of the app holds in its page: see `public/assemble.js`.

fn element() -> Option<web_sys::Element> {
    web_sys::window()?.document()?.get_element_by_id("spanwise-inline")
}

/// Returns `true` if this page has embedded data.
#[must_use]
pub fn is_there() -> bool {
    element().is_some()
}

/// Returns the embedded data as JSON.
#[must_use]
pub fn json() -> Option<String> {
    element()?.text_content()
}
