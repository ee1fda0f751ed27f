//! Chips: parts of an edit that can be taken out of it.

use leptos::prelude::*;

use crate::ui::view::{El, el};
use crate::ui::widgets::{Icon, button, icon};

/// A chip with a button that takes it out. It stands for a place in a list, not for the item there: so the focus stays
/// on the button when the next one moves up.
pub(super) fn chip(content: El, name: Signal<String>, remove: impl FnMut() + 'static) -> El {
    el("li").class("chip").child(content).child(
        button(icon(Icon::Close))
            .class("button button--quiet")
            .attr("aria-label", name)
            .on_click(remove),
    )
}
