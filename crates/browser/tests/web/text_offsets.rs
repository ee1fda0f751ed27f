//! Lengths and slices of texts are those of JavaScript strings.

use js_sys::JsString;
use spanwise_text::{Span, Text, Utf16};
use wasm_bindgen_test::wasm_bindgen_test;

const SAMPLE: &str = "a\u{e9}\u{4e2d}\u{1f44d}\u{1f3fd} \u{5e9}\u{5dc}\u{5d5}\u{5dd}";

#[wasm_bindgen_test]
fn lengths_are_those_of_javascript() {
    assert_eq!(Text::new(SAMPLE).len_utf16().0, JsString::from(SAMPLE).length());
}

#[wasm_bindgen_test]
fn slices_between_whole_characters_are_those_of_javascript() {
    let text = Text::new(SAMPLE);
    let whole = JsString::from(SAMPLE);
    let offsets: Vec<u32> =
        SAMPLE.char_indices().map(|(byte, _)| Text::new(&SAMPLE[..byte]).len_utf16().0).collect();
    for (index, &start) in offsets.iter().enumerate() {
        for &end in &offsets[index..] {
            let span = Span::between(Utf16(start), Utf16(end));
            assert_eq!(text.slice(span), String::from(whole.slice(start, end)));
        }
    }
}
