//! The browser's selection, and positions under the pointer.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Node, Selection};

use super::length;
use super::text_pane::TextPane;
use spanwise_text::{Span, Utf16};

fn selection() -> Option<Selection> {
    web_sys::window()?.get_selection().ok().flatten()
}

/// Whether nothing, or only a position, is selected.
#[must_use]
pub fn is_collapsed() -> bool {
    selection().is_none_or(|s| s.is_collapsed())
}

/// Whether the selection starts or ends in an element.
#[must_use]
pub fn touches(root: &Node) -> bool {
    let Some(selection) = selection() else { return false };
    let inside = |node: Option<Node>| node.is_some_and(|n| root.contains(Some(&n)));
    inside(selection.anchor_node()) || inside(selection.focus_node())
}

/// The selected part of a pane's text, cut to the pane; `None` when nothing of it is selected.
#[must_use]
pub fn in_pane(pane: &TextPane) -> Option<Span> {
    let selection = selection()?;
    let anchor = pane.offset(&selection.anchor_node()?, selection.anchor_offset());
    let focus = pane.offset(&selection.focus_node()?, selection.focus_offset());
    let span = Span::between(anchor, focus);
    (!span.is_empty()).then_some(span)
}

/// Selects a part of a pane's text, as if it had been dragged.
pub fn select(pane: &TextPane, anchor: Utf16, focus: Utf16) {
    if let (Some(selection), Some((a, i)), Some((b, j))) =
        (selection(), pane.position(anchor), pane.position(focus))
    {
        // Positions come from the pane itself, so they are valid.
        let _ = selection.set_base_and_extent(&a, i, &b, j);
    }
}

/// Selects nothing.
pub fn clear() {
    if let Some(selection) = selection() {
        // Emptying a selection does not fail.
        let _ = selection.remove_all_ranges();
    }
}

/// The offset in a pane's text under a point of the window.
#[must_use]
pub fn offset_at_point(pane: &TextPane, x: f32, y: f32) -> Option<Utf16> {
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

/// The rectangles that a part of a pane's text fills, in window coordinates: left, top, right, bottom.
#[must_use]
pub fn rectangles(pane: &TextPane, span: Span) -> Vec<[f64; 4]> {
    let find = || {
        let range = web_sys::window()?.document()?.create_range().ok()?;
        let (a, i) = pane.position(span.start())?;
        let (b, j) = pane.position(span.end())?;
        range.set_start(&a, i).ok()?;
        range.set_end(&b, j).ok()?;
        let list = range.get_client_rects()?;
        let all: Vec<[f64; 4]> = (0..list.length())
            .filter_map(|i| list.item(i))
            .map(|r| [r.left(), r.top(), r.right(), r.bottom()])
            .collect();
        // Where the span touches the next node of text, browsers add an empty rectangle, maybe on another line.
        let filled: Vec<[f64; 4]> =
            all.iter().copied().filter(|[left, _, right, _]| right > left).collect();
        Some(if filled.is_empty() { all } else { filled })
    };
    find().unwrap_or_default()
}

/// From one line of a pane's text to the next, in CSS pixels.
#[must_use]
pub fn line_height(pane: &TextPane) -> Option<f64> {
    let style = web_sys::window()?.get_computed_style(pane.root()).ok().flatten()?;
    length::parse(&style.get_property_value("line-height").ok()?)
}

/// The keys of the edits that cover the text under a point of the window, shortest first: what lies over the text, such
/// as the handle of a span, is looked through.
#[must_use]
pub fn keys_at_point(x: i32, y: i32) -> Vec<u32> {
    let Some(document) = web_sys::window().and_then(|w| w.document()) else { return Vec::new() };
    #[expect(clippy::cast_precision_loss, reason = "pixels of a window")]
    let elements = document.elements_from_point(x as f32, y as f32);
    let mut keys = Vec::new();
    for element in elements.iter() {
        let element = element.dyn_into::<Element>().ok();
        for key in keys_of(element.map(web_sys::EventTarget::from)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
    }
    keys
}

/// The keys of the edits that cover an element of a text or stand for a row of the list, shortest first.
#[must_use]
pub fn keys_of(target: Option<web_sys::EventTarget>) -> Vec<u32> {
    let keys = closest(target, "[data-keys]").and_then(|e| e.get_attribute("data-keys"));
    keys.map_or_else(Vec::new, |keys| keys.split(' ').filter_map(|k| k.parse().ok()).collect())
}

/// The innermost element that fits a selector, from that on where something happened, or whose text it happened in.
#[must_use]
pub fn closest(target: Option<web_sys::EventTarget>, selector: &str) -> Option<Element> {
    let node = target?.dyn_into::<Node>().ok()?;
    let element = node.dyn_ref::<Element>().cloned().or_else(|| node.parent_element())?;
    element.closest(selector).ok().flatten()
}
