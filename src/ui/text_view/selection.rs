//! The browser's selection and positions in the window, as offsets in the text of a pane: UTF-16 code units.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Node, Range};

use super::browser_selection::current;
use super::text_pane::TextPane;
use spanwise_browser::console::reported;
use spanwise_browser::length;
use spanwise_text::{Span, Utf16};

/// The selected part of a pane's text, cut to the pane; `None` if nothing of it is selected.
pub(super) fn in_pane(pane: &TextPane) -> Option<Span> {
    let selection = current()?;
    let anchor = pane.offset(&selection.anchor_node()?, selection.anchor_offset());
    let focus = pane.offset(&selection.focus_node()?, selection.focus_offset());
    let span = Span::between(anchor, focus);
    (!span.is_empty()).then_some(span)
}

/// Selects a part of a pane's text, as if it had been dragged.
pub(super) fn select(pane: &TextPane, anchor: Utf16, focus: Utf16) {
    if let (Some(selection), Some((a, i)), Some((b, j))) =
        (current(), pane.position(anchor), pane.position(focus))
    {
        // Positions come from the pane itself, so they are valid.
        reported(selection.set_base_and_extent(&a, i, &b, j));
    }
}

/// The offset in a pane's text under a point of the window.
pub(super) fn offset_at_point(pane: &TextPane, x: f32, y: f32) -> Option<Utf16> {
    let document = web_sys::window()?.document()?;
    // Chrome and Safari had their own name for this before the standard one.
    let call = |name: &str| -> Option<JsValue> {
        let function = js_sys::Reflect::get(&document, &JsValue::from_str(name)).ok()?;
        let function: js_sys::Function = function.dyn_into().ok()?;
        let result = function.call2(&document, &x.into(), &y.into()).ok()?;
        (!result.is_null()).then_some(result)
    };
    let field =
        |value: &JsValue, name: &str| js_sys::Reflect::get(value, &JsValue::from_str(name)).ok();
    let (node, at) = if let Some(caret) = call("caretPositionFromPoint") {
        (field(&caret, "offsetNode")?, field(&caret, "offset")?)
    } else {
        let range = call("caretRangeFromPoint")?;
        (field(&range, "startContainer")?, field(&range, "startOffset")?)
    };
    let node: Node = node.dyn_into().ok()?;
    if !pane.root().contains(Some(&node)) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "an index in the page"
    )]
    Some(pane.offset(&node, at.as_f64()? as u32))
}

/// The edges of a rectangle in the window, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::ui) struct Rectangle {
    pub(in crate::ui) left: f64,
    pub(in crate::ui) top: f64,
    pub(in crate::ui) right: f64,
    pub(in crate::ui) bottom: f64,
}

/// The rectangles that a part of a pane's text fills, in the order of the text, without those that the box of what was read
/// has scrolled out of sight.
pub(super) fn rectangles(pane: &TextPane, span: Span) -> Vec<Rectangle> {
    let Some((context, end)) = pane.context_box() else { return rectangles_of(pane, span) };
    if span.start() >= end {
        return rectangles_of(pane, span);
    }
    let frame = context.get_bounding_client_rect();
    let mut rectangles = rectangles_of(pane, Span::between(span.start(), span.end().min(end)));
    rectangles.retain(|r| (frame.top()..=frame.bottom()).contains(&f64::midpoint(r.top, r.bottom)));
    if span.end() > end {
        rectangles.extend(rectangles_of(pane, Span::between(end, span.end())));
    }
    rectangles
}

fn rectangles_of(pane: &TextPane, span: Span) -> Vec<Rectangle> {
    let find = || {
        let list = range(pane, span)?.get_client_rects()?;
        let rectangle = |rect: web_sys::DomRect| Rectangle {
            left: rect.left(),
            top: rect.top(),
            right: rect.right(),
            bottom: rect.bottom(),
        };
        let all: Vec<Rectangle> =
            (0..list.length()).filter_map(|i| list.item(i)).map(rectangle).collect();
        // If the span touches the next node of text, browsers add an empty rectangle, maybe on another line.
        let filled: Vec<Rectangle> = all.iter().copied().filter(|r| r.right > r.left).collect();
        Some(if filled.is_empty() { all } else { filled })
    };
    find().unwrap_or_default()
}

/// A part of a pane's text as a range of the page.
pub(super) fn range(pane: &TextPane, span: Span) -> Option<Range> {
    let range = web_sys::window()?.document()?.create_range().ok()?;
    let ((start, from), (end, to)) = (pane.position(span.start())?, pane.position(span.end())?);
    range.set_start(&start, from).ok()?;
    range.set_end(&end, to).ok()?;
    Some(range)
}

/// The distance from one line of a pane's text to the next, in CSS pixels.
pub(super) fn line_height(pane: &TextPane) -> Option<f64> {
    let style = web_sys::window()?.get_computed_style(pane.root()).ok().flatten()?;
    length::parse(&style.get_property_value("line-height").ok()?)
}
