//! Tests that need a browser, in headless Chromium.

#![cfg(target_arch = "wasm32")]
#![allow(
    clippy::unwrap_used,
    reason = "a test may fail; helpers of tests are not exempt by themselves"
)]

mod events;
mod indexed_db;
mod language;
mod local_storage;
mod page;
mod text_offsets;
mod timing;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
