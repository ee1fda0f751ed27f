//! The layer of curves within a text, for the edit that is open and the one pointed at: from the span of its first role to
//! those of its other roles.

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::curves::{ConnectorCurve, between_texts, cubic_curve, draw};
use super::marks::category_color;
use super::panes::Panes;
use crate::app::{App, ConnectorVisibility, Session};
use crate::ui::view::{El, svg};
use spanwise_annotation::document::{AssignedRoles, Edit, TextName};
use spanwise_browser::timing;
use spanwise_template::Side;
use spanwise_text::Span;

/// The depth of a curve below its line, in CSS pixels.
const BELOW_LINE: f64 = 16.0;

/// The layer that the curves are drawn on; fills the element around the panes. `None` for a template in which no category
/// has two roles on a side, or that shows no connectors.
pub(super) fn role_connectors(session: Session, panes: Panes, frame: HtmlElement) -> Option<El> {
    let template = session.template();
    let are_related = template.typology.categories().iter().any(|category| {
        let on = |side| category.roles.iter().filter(move |role| role.side == side).count();
        Side::ALL.into_iter().any(|side| on(side) > 1)
    });
    if !are_related || template.settings.display.disable_lines {
        return None;
    }
    let app = App::from_context();
    let layer = svg("svg").class("connectors").attr("aria-hidden", "true");
    let node: Element = layer.node();
    Effect::new(move |_| {
        panes.moved.track();
        let wanted = app.preferences.with(|preferences| preferences.connectors);
        let shown = [session.view.with(|view| view.selected), session.hovered.get()];
        let is_hidden = wanted == ConnectorVisibility::None || session.is_plain.get();
        let edits: Vec<_> = session.instance.with(|instance| {
            let is_shown = |edit: &Edit| !is_hidden && shown.contains(&Some(edit.key));
            instance.edits.iter().filter(|edit| is_shown(edit)).cloned().collect()
        });
        let (node, frame) = (node.clone(), frame.clone());
        // The texts are laid out by then, so that measuring them costs no layout of its own.
        timing::before_paint(move || {
            let curves = edits.iter().flat_map(|edit| curves(session, panes, edit));
            draw(&node, &frame, &curves.collect::<Vec<_>>(), within_text);
        });
    });
    Some(layer)
}

/// The curves of an edit.
fn curves(session: Session, panes: Panes, edit: &Edit) -> Vec<ConnectorCurve> {
    let Some((id, category)) = session.category_of(edit) else { return Vec::new() };
    // The page may be gone.
    let spans = session.instance.try_with_untracked(|instance| {
        let assigned = AssignedRoles::of(&edit.spans, &category.roles, &instance.texts);
        Side::ALL.map(|side| {
            let mut spans = Vec::new();
            for text in instance.texts.on(side) {
                for (index, span) in edit.spans.on(&text.name).iter().enumerate() {
                    let Some(role) = assigned.role(&text.name, index) else { continue };
                    let at = category.roles.iter().position(|one| one.name == role.name);
                    spans.extend(at.map(|at| (at, text.name.clone(), *span)));
                }
            }
            spans
        })
    });
    let mut curves = Vec::new();
    for mut spans in spans.into_iter().flatten() {
        // In the order of the roles.
        spans.sort_by_key(|(at, ..)| *at);
        let first_line =
            |text: &TextName, span: Span| panes.rectangles(text, span).first().copied();
        let Some(((first, first_text, from), others)) = spans.split_first() else { continue };
        for (_, text, to) in others.iter().filter(|(at, ..)| at != first) {
            let ends = (first_line(first_text, *from), first_line(text, *to));
            if let (Some(from), Some(to)) = ends {
                let color = category_color(Some(id.index()));
                curves.push(ConnectorCurve { from, to, color, is_strong: true });
            }
        }
    }
    curves
}

/// A curve between two spans of a text: below the words between them where both stand on one line.
fn within_text(curve: &ConnectorCurve, left: f64, top: f64) -> String {
    let (a, b) = (curve.from, curve.to);
    if b.top >= a.bottom || a.top >= b.bottom {
        return between_texts(curve, left, top);
    }
    let y = a.bottom.max(b.bottom) - top;
    let [x1, x2] = [a, b].map(|line| f64::midpoint(line.left, line.right) - left);
    let below = y + BELOW_LINE;
    cubic_curve([x1, y], [x1, below], [x2, below], [x2, y])
}
