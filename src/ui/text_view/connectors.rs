//! The layer of curves between the source and the target spans of edits.

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::curves::{ConnectorCurve, between_texts, draw};
use super::marks;
use super::panes::Panes;
use crate::app::{App, ConnectorVisibility, Session};
use crate::ui::view::{El, svg};
use spanwise_annotation::document::Edit;
use spanwise_browser::timing;
use spanwise_limits::MOST_CONNECTED;
use spanwise_template::Side;

/// The layer that the curves are drawn on; fills the element around the panes.
pub(super) fn connectors(session: Session, panes: Panes, frame: HtmlElement) -> El {
    let app = App::from_context();
    let layer = svg("svg").class("connectors").attr("aria-hidden", "true");
    let node: Element = layer.node();
    let disabled = session.template().settings.display.disable_lines;
    Effect::new(move |drawn: Option<bool>| {
        panes.moved.track();
        let preferences = app.preferences.get();
        let hovered = session.hovered.get();
        let selected = session.view.with(|v| v.selected);
        let wanted = if disabled || session.is_plain.get() {
            ConnectorVisibility::None
        } else {
            preferences.connectors
        };
        let shown = |edit: &Edit, few: bool| {
            let is_strong = Some(edit.key) == selected || Some(edit.key) == hovered;
            is_strong || (wanted == ConnectorVisibility::All && few)
        };
        let edits: Vec<_> = session.instance.with(|i| {
            let few = i.edits.len() <= MOST_CONNECTED;
            i.edits
                .iter()
                .filter(|e| wanted != ConnectorVisibility::None && shown(e, few))
                .cloned()
                .collect()
        });
        if edits.is_empty() && drawn != Some(true) {
            return false;
        }
        let any = !edits.is_empty();
        let (node, frame) = (node.clone(), frame.clone());
        // The texts are laid out by then, so that measuring them costs no layout of its own.
        timing::before_paint(move || {
            let mut curves = Vec::new();
            for edit in &edits {
                let is_strong = Some(edit.key) == selected || Some(edit.key) == hovered;
                connect(session, panes, edit, is_strong, &mut curves);
            }
            draw(&node, &frame, &curves, between_texts);
        });
        any
    });
    layer
}

/// Connects every source span with the target span of the same rank, and spans left over with the last one.
fn connect(
    session: Session,
    panes: Panes,
    edit: &Edit,
    is_strong: bool,
    curves: &mut Vec<ConnectorCurve>,
) {
    let category = session.category_of(edit).map(|(id, _)| id.index());
    let (Some(source_name), Some(target_name)) =
        (session.text_name(Side::Source), session.text_name(Side::Target))
    else {
        return;
    };
    let parts = std::iter::once(edit).chain(edit.constituents.iter().map(|c| &**c));
    for part in parts {
        let (source, target) = (part.spans.on(&source_name), part.spans.on(&target_name));
        if source.is_empty() || target.is_empty() {
            continue;
        }
        for at in 0..source.len().max(target.len()) {
            let first = |side, spans: &[spanwise_text::Span]| {
                let span = *spans.get(at).or(spans.last())?;
                panes.rectangles(side, span).first().copied()
            };
            if let (Some(from), Some(to)) =
                (first(Side::Source, source), first(Side::Target, target))
            {
                curves.push(ConnectorCurve {
                    from,
                    to,
                    color: marks::category_color(category),
                    is_strong,
                });
            }
        }
    }
}
