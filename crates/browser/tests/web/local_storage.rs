//! localStorage.

use spanwise_annotation::store::{KeyValue, StoreError};
use spanwise_browser::storage::BrowserStore;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn what_is_stored_is_found_again() {
    let store = BrowserStore::open().unwrap();
    store.set("spanwise-test/a", "\u{1f44d}").unwrap();
    assert_eq!(store.get("spanwise-test/a").as_deref(), Some("\u{1f44d}"));
    assert!(store.keys().contains(&"spanwise-test/a".to_owned()));
    store.remove("spanwise-test/a");
    assert_eq!(store.get("spanwise-test/a"), None);
}

#[wasm_bindgen_test]
fn a_full_store_says_so_and_keeps_what_it_had() {
    let store = BrowserStore::open().unwrap();
    store.set("spanwise-test/b", "small").unwrap();
    let huge = "x".repeat(20_000_000);
    assert_eq!(store.set("spanwise-test/b", &huge), Err(StoreError::Full));
    assert_eq!(store.get("spanwise-test/b").as_deref(), Some("small"));
    store.remove("spanwise-test/b");
}
