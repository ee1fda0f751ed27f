//! Handles at the ends of the open edit's spans, over the texts: they stay the same elements while a span is dragged.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::marks::category_color;
use super::panes::Panes;
use super::selection::{self, Rectangle};
use crate::app::Session;
use crate::ui::edit_text::role_of_span;
use crate::ui::view::{El, RowKey, el, for_each};
use spanwise_annotation::document::{TextName, TextRole};
use spanwise_annotation::fingerprint::fingerprint;
use spanwise_annotation::workspace::{SpanAddress, SpanEdge};
use spanwise_browser::console::reported;
use spanwise_browser::{styles, timing};
use spanwise_template::Side;
use spanwise_text::Span;

static STYLE: &str = include_str!("../../../style/handles.css");

/// Height of the grip, in CSS pixels, where lines are far enough apart.
const KNOB: f64 = 14.0;

/// The end of a span that a handle moves.
#[derive(Debug, Clone, PartialEq, Eq)]
struct EdgeAddress {
    address: SpanAddress,
    edge: SpanEdge,
}

/// The layer of handles; fills the element around the panes.
pub(super) fn handles(session: Session, panes: Panes, frame: HtmlElement) -> El {
    styles::adopt(STYLE);
    let disabled = session.template().settings.disable.selection;
    let edges = Memo::new(move |_| {
        if disabled || session.read_only.get() || session.is_plain.get() {
            Vec::new()
        } else {
            draggable_edges(session)
        }
    });
    let layer = el("div").class("handles").attr("aria-hidden", "true");
    let node: HtmlElement = layer.node();
    Effect::new(move |_| {
        panes.moved.track();
        let edges = edges.get();
        let (node, frame) = (node.clone(), frame.clone());
        // The texts are laid out by then, so that measuring them costs no layout of its own.
        timing::before_paint(move || place_handles(session, panes, &edges, &node, &frame));
    });
    layer.child(for_each(
        move || edges.get(),
        handle_key,
        move |span_edge| handle(session, span_edge),
    ))
}

fn handle(session: Session, span_edge: EdgeAddress) -> El {
    let id = handle_id(&span_edge);
    let EdgeAddress { address, edge } = span_edge;
    let edit = session.selected();
    let category = edit.as_ref().and_then(|edit| session.category_of(edit));
    let color = category_color(category.map(|(id, _)| id.index()));
    let role = edit.and_then(|edit| role_of_span(session, &edit, &address.text, address.index));
    let (class, edge) = match edge {
        SpanEdge::Start => ("handle handle--start", "start"),
        SpanEdge::End => ("handle handle--end", "end"),
    };
    let side = session.side_of(&address.text).unwrap_or(Side::Target);
    let knob = el("span")
        .class("handle__knob")
        .attr("data-testid", "knob")
        .attr("data-side", TextRole::from(side).name())
        .attr("data-text", address.text.as_str().to_owned())
        .attr("data-index", address.index.to_string())
        .attr("data-edge", edge)
        .attr("title", role.map(|role| role.label));
    el("span").class(class).attr("id", id).style(("--tint", color)).child(knob)
}

fn handle_key(EdgeAddress { address, edge }: &EdgeAddress) -> RowKey {
    let end = u64::from(*edge == SpanEdge::End);
    let number = address.index as u64 * 2 + end;
    (fingerprint(address.text.as_str().as_bytes()), (u64::from(address.edit.0) << 32) | number)
}

fn draggable_edges(session: Session) -> Vec<EdgeAddress> {
    let Some(edit) = session.selected() else { return Vec::new() };
    let mut edges = Vec::new();
    // Spans on texts that nothing marks are kept from the data, and are not shown.
    let marked = edit.spans.iter().filter(|(text, _)| session.side_of(text).is_some());
    for (text, spans) in marked {
        for (index, span) in spans.iter().enumerate() {
            let address = SpanAddress { edit: edit.key, text: text.clone(), index };
            // An insertion point has one end only.
            if !span.is_empty() {
                edges.push(EdgeAddress { address: address.clone(), edge: SpanEdge::Start });
            }
            edges.push(EdgeAddress { address, edge: SpanEdge::End });
        }
    }
    edges
}

fn handle_id(EdgeAddress { address, edge }: &EdgeAddress) -> String {
    let edge = if *edge == SpanEdge::Start { "start" } else { "end" };
    let text = fingerprint(address.text.as_str().as_bytes());
    format!("handle-{text:x}-{}-{edge}", address.index)
}

/// Puts each handle where its end of the span is on the page.
fn place_handles(
    session: Session,
    panes: Panes,
    edges: &[EdgeAddress],
    layer: &HtmlElement,
    frame: &HtmlElement,
) {
    let origin = frame.get_bounding_client_rect();
    for span_edge in edges {
        let EdgeAddress { address, edge } = span_edge;
        let selector = format!("[id=\"{}\"]", handle_id(span_edge));
        let handle = layer.query_selector(&selector).ok().flatten();
        let Some(handle) = handle.and_then(|h| h.dyn_into::<HtmlElement>().ok()) else { continue };
        let span = session.instance.try_with_untracked(|i| {
            i.edit(address.edit)?.spans.on(&address.text).get(address.index).copied()
        });
        let at = span.flatten().and_then(|span| end_of(panes, &address.text, span, *edge));
        let Some(EndOfSpan { x, top, height, above }) = at else { continue };
        let style = handle.style();
        reported(style.set_property("left", &format!("{}px", (x - origin.left()).round())));
        reported(style.set_property("top", &format!("{}px", (top - origin.top()).round())));
        reported(style.set_property("height", &format!("{}px", height.round())));
        reported(style.set_property("--knob", &format!("{}px", above.clamp(0.0, KNOB).round())));
    }
}

/// The place of an end of a span in the window, in CSS pixels.
struct EndOfSpan {
    x: f64,
    top: f64,
    height: f64,
    /// The room between its line and the one above.
    above: f64,
}

fn end_of(panes: Panes, text: &TextName, span: Span, edge: SpanEdge) -> Option<EndOfSpan> {
    let right_to_left = panes.is_right_to_left(text);
    let (rectangles, pitch) = panes
        .with(text, |pane| (selection::rectangles(pane, span), selection::line_height(pane)))?;
    let Rectangle { left, top, right, bottom } = match edge {
        SpanEdge::Start => rectangles.first(),
        SpanEdge::End => rectangles.last(),
    }?;
    let x = if (edge == SpanEdge::Start) == right_to_left { right } else { left };
    let height = bottom - top;
    let above = pitch.map_or(KNOB, |pitch| pitch - height);
    Some(EndOfSpan { x: *x, top: *top, height, above })
}
