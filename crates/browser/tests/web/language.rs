//! Languages.

use spanwise_browser::language::plural_category;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn counts_have_the_plural_categories_of_their_language() {
    let cases = [("ru", 3, "few"), ("ru", 21, "one"), ("ar", 0, "zero"), ("ja", 1, "other")];
    for (code, n, category) in cases {
        assert_eq!(plural_category(code, n), category, "{code} {n}");
    }
}
