//! Keys of categories, and how a key is shown beside what it does.

use crate::ui::view::{El, el};
use spanwise_template::{Category, CategoryId};

/// The key that chooses a category: the template's, or its number.
pub(super) fn category_hotkey(id: CategoryId, category: &Category) -> Option<String> {
    let number = id.index() + 1;
    category.hotkey.map(String::from).or_else(|| (number < 10).then(|| number.to_string()))
}

/// A key beside what it does; who does not see it finds it in the list of keys.
pub(super) fn kbd(key: String) -> El {
    el("kbd").attr("aria-hidden", "true").child(key)
}
