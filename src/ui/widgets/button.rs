//! Buttons.

use super::{Icon, icon};
use crate::ui::view::{El, View, el};

/// A button with something in it.
pub(crate) fn button(content: impl Into<View>) -> El {
    el("button").attr("type", "button").class("button").child(content)
}

/// A quiet button that shows an icon, and has a name for those who don't see it.
pub(crate) fn icon_button(glyph: Icon, name: String) -> El {
    button(icon(glyph)).class("button button--quiet").attr("aria-label", name)
}
