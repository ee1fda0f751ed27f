//! The tooltip of a mark: the category of the edit under the pointer or the caret.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::marks::category_color;
use super::panes::Panes;
use crate::app::Session;
use crate::ui::edit_text::{category_label, origin_text};
use crate::ui::view::{View, dynamic, el};
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_template::Side;
use spanwise_text::Span;

/// The tooltip above the first line of the edit pointed at. The list of edits says the same to screen readers.
pub(super) fn mark_tooltip(session: Session, panes: Panes, frame: HtmlElement) -> View {
    let pointed = Memo::new(move |_| {
        let is_idle = session.view.with(|v| v.activity == AnnotatorActivity::Idle);
        session.hovered.get().filter(|_| is_idle && !session.is_plain.get())
    });
    dynamic(move || {
        let edit = pointed.get().and_then(|key: EditKey| {
            session.instance.with_untracked(|instance| instance.edit(key).cloned())
        })?;
        let category = session.category_of(&edit).map(|(id, _)| id.index());
        let mut label = category_label(&session.template(), &edit);
        let origin = origin_text(session, &edit);
        if !origin.is_empty() {
            label = format!("{label} · {origin}");
        }
        let tooltip = el("div")
            .class("mark-tooltip")
            .attr("data-testid", "mark-tooltip")
            .attr("aria-hidden", "true")
            .style(("--tint", category_color(category)))
            .child(label);
        let (node, frame): (HtmlElement, _) = (tooltip.node(), frame.clone());
        timing::before_paint(move || {
            if let Some((side, span)) = first_span(session, &edit) {
                place_above(panes, side, span, &node, &frame);
            }
        });
        Some(tooltip)
    })
}

/// The first span of an edit or of its constituents that is shown.
fn first_span(session: Session, edit: &Edit) -> Option<(Side, Span)> {
    let on = |edit: &Edit, side| edit.spans.on(&session.text_name(side)?).first().copied();
    let of = |edit: &Edit| Side::ALL.into_iter().find_map(|side| Some((side, on(edit, side)?)));
    of(edit).or_else(|| edit.constituents.iter().find_map(|constituent| of(constituent)))
}

fn place_above(panes: Panes, side: Side, span: Span, tooltip: &HtmlElement, frame: &HtmlElement) {
    let lines = panes.rectangles(side, span);
    let Some(first) = lines.first() else { return };
    let (frame, size) = (frame.get_bounding_client_rect(), tooltip.get_bounding_client_rect());
    let x = first.left.min(frame.right() - size.width()).max(frame.left());
    let style = tooltip.style();
    reported(style.set_property("left", &format!("{}px", (x - frame.left()).round())));
    let y = first.top - size.height() - frame.top();
    reported(style.set_property("top", &format!("{}px", y.round())));
}
