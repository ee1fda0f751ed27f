//! Buttons.

use super::{Icon, icon};
use crate::ui::view::{El, View, el};

/// A button with a content.
pub(crate) fn button(content: impl Into<View>) -> El {
    el("button").attr("type", "button").class("button").child(content)
}

/// A quiet button that shows an icon, with a name for screen readers.
pub(crate) fn icon_button(glyph: Icon, name: String) -> El {
    button(icon(glyph)).class("button button--quiet").attr("aria-label", name)
}
