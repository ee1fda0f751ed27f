//! The tooltips of marks: the category of the edit under the pointer or the caret, and the roles of its spans.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::marks::category_color;
use super::panes::Panes;
use crate::app::Session;
use crate::ui::edit_text::{category_label, role_of_span};
use crate::ui::view::{View, dynamic, el};
use spanwise_annotation::document::{Edit, EditKey};
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::Side;
use spanwise_text::Span;

/// The tooltip above the first line of the edit pointed at; one above each span that has a role. The list of edits says
/// the same to screen readers.
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
        let labels = labels(session, &edit).into_iter().map(|label| {
            let tooltip = el("div")
                .class("mark-tooltip")
                .attr("data-testid", "mark-tooltip")
                .attr("data-role", label.role)
                .attr("aria-hidden", "true")
                .style(("--tint", category_color(category)))
                .child(label.text);
            let (node, frame): (HtmlElement, _) = (tooltip.node(), frame.clone());
            timing::before_paint(move || {
                if let Some((side, span)) = label.place {
                    place_above(panes, side, span, &node, &frame);
                }
            });
            tooltip
        });
        Some(labels.collect::<Vec<_>>())
    })
}

/// The text of a tooltip.
struct MarkLabel {
    /// The span that it is above, if that is shown.
    place: Option<(Side, Span)>,
    /// The name of the role of the span, if it has one.
    role: Option<String>,
    text: String,
}

/// The category above the first span of an edit, together with its role, and other roles above theirs.
fn labels(session: Session, edit: &Edit) -> Vec<MarkLabel> {
    let category = category_label(&session.template(), edit);
    let words = session.app().words();
    let mut labels = Vec::new();
    for side in Side::ALL {
        let Some(text) = session.text_name(side) else { continue };
        for (index, span) in edit.spans.on(&text).iter().enumerate() {
            if let Some(role) = role_of_span(session, edit, &text, index) {
                let said = [("role", category.as_str()), ("text", role.label.as_str())];
                let is_first = labels.is_empty();
                let text =
                    if is_first { words.fill(TextId::EditRoleOfSpan, &said) } else { role.label };
                labels.push(MarkLabel { place: Some((side, *span)), role: Some(role.name), text });
            }
        }
    }
    if labels.is_empty() {
        labels.push(MarkLabel { place: first_span(session, edit), role: None, text: category });
    }
    labels
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
