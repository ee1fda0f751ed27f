//! Custom highlights: parts of texts that a style sheet colours without elements around them (`::highlight(name)`).

use wasm_bindgen::prelude::*;
use web_sys::Range;

#[wasm_bindgen]
extern "C" {
    type Highlight;

    // Both are unstable in web-sys, where they take a compiler flag. Browsers of before 2025 may lack them.
    #[wasm_bindgen(constructor, catch)]
    fn new() -> Result<Highlight, JsValue>;
    #[wasm_bindgen(method)]
    fn add(this: &Highlight, range: &Range);

    #[wasm_bindgen(catch, js_namespace = ["CSS", "highlights"], js_name = set)]
    fn set_highlight(name: &str, highlight: &Highlight) -> Result<JsValue, JsValue>;
}

/// Highlights ranges of the page under a name, in the place of those before. Does nothing in a browser without custom
/// highlights.
pub fn set(name: &str, ranges: impl IntoIterator<Item = Range>) {
    let Ok(highlight) = Highlight::new() else { return };
    ranges.into_iter().for_each(|range| highlight.add(&range));
    let _ = set_highlight(name, &highlight);
}
