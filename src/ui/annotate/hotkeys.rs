//! Keys of categories, and labels of keys beside controls.

use crate::ui::view::{El, el};
use spanwise_template::{Category, CategoryId};

/// The key that chooses a category: the template's, or its number.
pub(super) fn category_hotkey(id: CategoryId, category: &Category) -> Option<String> {
    let number = id.index() + 1;
    category.hotkey.map(String::from).or_else(|| (number < 10).then(|| number.to_string()))
}

/// The label of a key beside its control; hidden from screen readers, which have the list of keys.
pub(super) fn kbd(key: String) -> El {
    el("kbd").attr("aria-hidden", "true").child(key)
}
