//! The error of functions that can fail for a reason that only the browser knows.

use std::fmt;

use wasm_bindgen::JsValue;

/// An error of the browser, with the browser's own text, which is in whatever language the browser chooses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrowserError(String);

impl From<JsValue> for BrowserError {
    fn from(error: JsValue) -> Self {
        BrowserError(super::message(&error))
    }
}

impl fmt::Display for BrowserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BrowserError {}
