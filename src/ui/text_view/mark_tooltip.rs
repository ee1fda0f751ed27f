//! The tooltips of marks: the category of the edit under the pointer or the caret, and the roles of its spans.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::marks::category_color;
use super::panes::Panes;
use crate::app::Session;
use crate::ui::edit_text::{category_label, origin_text, role_of_span};
use crate::ui::view::{View, dynamic, el};
use spanwise_annotation::document::{Edit, EditKey, TextName};
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::console::reported;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
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
                if let Some((text, span)) = label.place {
                    place_above(panes, &text, span, &node, &frame);
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
    place: Option<(TextName, Span)>,
    /// The name of the role of the span, if it has one.
    role: Option<String>,
    text: String,
}

/// The category and the origin above the first span of an edit, together with its role, and other roles above theirs.
fn labels(session: Session, edit: &Edit) -> Vec<MarkLabel> {
    let mut category = category_label(&session.template(), edit);
    let origin = origin_text(session, edit);
    if !origin.is_empty() {
        category = format!("{category} · {origin}");
    }
    let words = session.app().words();
    let mut labels = Vec::new();
    for text in edit.spans.iter().map(|(text, _)| text) {
        for (index, span) in edit.spans.on(text).iter().enumerate() {
            if let Some(role) = role_of_span(session, edit, text, index) {
                let said = [("role", category.as_str()), ("text", role.label.as_str())];
                let is_first = labels.is_empty();
                let label =
                    if is_first { words.fill(TextId::EditRoleOfSpan, &said) } else { role.label };
                let place = Some((text.clone(), *span));
                labels.push(MarkLabel { place, role: Some(role.name), text: label });
            }
        }
    }
    if labels.is_empty() {
        labels.push(MarkLabel { place: session.first_span(edit), role: None, text: category });
    }
    labels
}

fn place_above(
    panes: Panes,
    text: &TextName,
    span: Span,
    tooltip: &HtmlElement,
    frame: &HtmlElement,
) {
    let lines = panes.rectangles(text, span);
    let Some(first) = lines.first() else { return };
    let (frame, size) = (frame.get_bounding_client_rect(), tooltip.get_bounding_client_rect());
    let x = first.left.min(frame.right() - size.width()).max(frame.left());
    let style = tooltip.style();
    reported(style.set_property("left", &format!("{}px", (x - frame.left()).round())));
    let y = first.top - size.height() - frame.top();
    reported(style.set_property("top", &format!("{}px", y.round())));
}
