//! Bringing the marks of an edit, or a part of a text, into view.

use leptos::prelude::{document, window};
use web_sys::{Element, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition};

use super::panes::Panes;
use spanwise_annotation::document::{EditKey, TextName};
use spanwise_browser::timing;
use spanwise_text::Span;

/// Scrolls to the first mark of an edit unless it is in view. `style/text.css` has the room that bars take of the view.
pub(in crate::ui) fn reveal(edit: EditKey) {
    reveal_within("", edit);
}

/// Scrolls to the first mark of an edit within a selector unless it is in view.
pub(in crate::ui) fn reveal_within(within: &str, edit: EditKey) {
    let selector = format!("{within} .pane__text [data-keys~=\"{}\"]", edit.0);
    // Once what the edit opens has its place.
    timing::before_paint(move || {
        if let Ok(Some(mark)) = document().query_selector(&selector) {
            scroll_to(&mark);
        }
    });
}

/// Scrolls to the line in which a span of a text begins unless it is in view.
pub(in crate::ui) fn reveal_span(panes: Panes, text: &TextName, span: Span) {
    let text = text.clone();
    timing::before_paint(move || {
        let start = panes.with(&text, |pane| pane.position(span.start())).flatten();
        if let Some(element) = start.and_then(|(node, _)| node.parent_element()) {
            scroll_to(&element);
        }
    });
}

fn scroll_to(mark: &Element) {
    let reduced = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    // The lines of a long text get their heights only in view, and a long way there would end elsewhere.
    let is_in_long_text = mark.closest(".is-long").is_ok_and(|long| long.is_some());
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    options.set_behavior(if is_in_long_text || reduced.is_some_and(|query| query.matches()) {
        ScrollBehavior::Instant
    } else {
        ScrollBehavior::Smooth
    });
    mark.scroll_into_view_with_scroll_into_view_options(&options);
}
