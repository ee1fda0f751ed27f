//! The selection of the browser, wherever it is.

use web_sys::{Node, Selection};

use spanwise_browser::console::reported;

/// The selection; `None` if the browser shows no page.
pub(super) fn current() -> Option<Selection> {
    web_sys::window()?.get_selection().ok().flatten()
}

/// Reports whether the selection is empty or only a position.
pub(super) fn is_collapsed() -> bool {
    current().is_none_or(|s| s.is_collapsed())
}

/// Reports whether the selection starts or ends in an element.
pub(super) fn touches(root: &Node) -> bool {
    let Some(selection) = current() else { return false };
    let inside = |node: Option<Node>| node.is_some_and(|n| root.contains(Some(&n)));
    inside(selection.anchor_node()) || inside(selection.focus_node())
}

/// Clears the selection.
pub(in crate::ui) fn clear() {
    if let Some(selection) = current() {
        reported(selection.remove_all_ranges());
    }
}
