//! The layer of curves between the source and the target spans of edits.

use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::curves::{ConnectorCurve, between_texts, draw};
use super::marks;
use super::panes::Panes;
use crate::app::{App, ConnectorVisibility, Session};
use crate::ui::view::{El, svg};
use spanwise_annotation::document::{Edit, TextName, Texts};
use spanwise_browser::timing;
use spanwise_limits::MOST_CONNECTED;
use spanwise_template::Side;
use spanwise_text::Span;

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

/// Connects every span on the sources with the span of the same rank on the targets, and spans left over with the last
/// one.
fn connect(
    session: Session,
    panes: Panes,
    edit: &Edit,
    is_strong: bool,
    curves: &mut Vec<ConnectorCurve>,
) {
    let category = session.category_of(edit).map(|(id, _)| id.index());
    let parts = std::iter::once(edit).chain(edit.constituents.iter().map(|c| &**c));
    for part in parts {
        // The page may be gone.
        let sides = session.instance.try_with_untracked(|instance| {
            let on = |side| spans_on(&instance.texts, side, part);
            (on(Side::Source), on(Side::Target))
        });
        let Some((source, target)) = sides else { return };
        if source.is_empty() || target.is_empty() {
            continue;
        }
        for at in 0..source.len().max(target.len()) {
            let first = |spans: &[(TextName, Span)]| {
                let (text, span) = spans.get(at).or(spans.last())?;
                panes.rectangles(text, *span).first().copied()
            };
            if let (Some(from), Some(to)) = (first(&source), first(&target)) {
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

/// The spans of an edit on the texts of a side, in the order of these.
fn spans_on(texts: &Texts, side: Side, edit: &Edit) -> Vec<(TextName, Span)> {
    let of = |name: &TextName| {
        let spans = edit.spans.on(name).iter();
        spans.map(|span| (name.clone(), *span)).collect::<Vec<_>>()
    };
    texts.on(side).flat_map(|text| of(&text.name)).collect()
}
