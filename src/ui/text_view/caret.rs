//! Selecting text with the keyboard: a caret that moves by the unit that spans are made of.

use std::sync::Arc;

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::browser_selection;
use super::caret_key::{CaretContext, CaretKey, CaretMove, caret_key};
use super::panes::Panes;
use super::selection::{self, Rectangle};
use crate::app::Session;
use spanwise_annotation::document::{Edit, EditKey, TextName};
use spanwise_annotation::workspace::{Command, SpanEdge};
use spanwise_text::boundary::{next_unit, previous_unit, unit_at};
use spanwise_text::{Boundary, Span, Text, Utf16};

/// The caret in a text: the unit where selecting began, and the one it has reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ui) struct Caret {
    pub(super) text: TextName,
    anchor: Span,
    pub(super) head: Span,
}

impl Caret {
    /// The text, and the offset that it has reached.
    pub(in crate::ui) fn place(&self) -> (&TextName, Utf16) {
        (&self.text, self.head.start())
    }

    /// Everything from the first unit to the last.
    pub(super) fn range(&self) -> Span {
        Span::between(
            self.anchor.start().min(self.head.start()),
            self.anchor.end().max(self.head.end()),
        )
    }
}

/// Handles a key in a text.
pub(super) fn keydown(
    session: Session,
    panes: Panes,
    text: &TextName,
    caret: RwSignal<Option<Caret>>,
    event: &KeyboardEvent,
) {
    let at = caret.get_untracked().filter(|c| c.text == *text);
    let context =
        CaretContext { has_caret: at.is_some(), is_right_to_left: panes.is_right_to_left(text) };
    let Some(key) = caret_key(&event.into(), context) else { return };
    match (key, &at) {
        (CaretKey::SelectAll, _) => {
            event.prevent_default();
            let all = Span::between(Utf16(0), session.shown_end(text));
            caret.set(None);
            session.dispatch(Command::SelectText(text.clone(), all));
        }
        (CaretKey::SelectRange, Some(at)) => {
            take_over(caret, event);
            session.dispatch(Command::SelectText(text.clone(), at.range()));
        }
        (CaretKey::SelectPoint, Some(at)) => {
            take_over(caret, event);
            session.dispatch(Command::SelectPoint(text.clone(), at.head.start()));
        }
        (CaretKey::SelectRange | CaretKey::SelectPoint, None) => {}
        (CaretKey::Leave, _) => {
            event.stop_propagation();
            leave(caret);
        }
        (CaretKey::Move { caret_move, extends }, at) => {
            event.prevent_default();
            if let Some(moved) = moved(session, panes, text, at.as_ref(), caret_move, extends) {
                let range = moved.range();
                session.hovered.set(edit_at(session, text, moved.head.start()));
                caret.set(Some(moved));
                panes.with(text, |pane| selection::select(pane, range.start(), range.end()));
            }
        }
    }
}

/// The shortest edit over an offset.
fn edit_at(session: Session, text: &TextName, at: Utf16) -> Option<EditKey> {
    session.instance.with_untracked(|instance| {
        let covering = |edit: &Arc<Edit>| {
            let spans = edit.spans.on(text).iter();
            let over = spans.filter(|span| span.start() <= at && at < span.end());
            Some((over.map(|span| span.len()).min()?, edit.key))
        };
        instance.edits.iter().filter_map(covering).min().map(|(_, key)| key)
    })
}

/// Removes the caret when the focus goes elsewhere. A unit it only stood on was never meant as a selection, and must not be
/// taken for one later; what was extended stays selected, for a click on a category.
pub(super) fn lose_focus(caret: RwSignal<Option<Caret>>) {
    match caret.try_get_untracked() {
        Some(Some(at)) if at.anchor == at.head => leave(caret),
        Some(Some(_)) => caret.set(None),
        // It has none, or the page has gone.
        Some(None) | None => {}
    }
}

/// Removes the caret and the browser's selection.
fn leave(caret: RwSignal<Option<Caret>>) {
    caret.set(None);
    browser_selection::clear();
}

/// Removes the caret, and keeps the key from the rest of the page: the selection goes to the workspace.
fn take_over(caret: RwSignal<Option<Caret>>, event: &KeyboardEvent) {
    event.prevent_default();
    event.stop_propagation();
    leave(caret);
}

/// The caret after a move from `at`; without one, it enters the text at its start or end.
fn moved(
    session: Session,
    panes: Panes,
    name: &TextName,
    at: Option<&Caret>,
    caret_move: CaretMove,
    extends: bool,
) -> Option<Caret> {
    let side = session.side_of(name);
    let boundary = side.map(|side| session.ask(|w| w.boundary(side))).unwrap_or_default();
    let end = session.shown_end(name);
    let head = session.instance.with_untracked(|instance| {
        let text = instance.texts.content(name);
        match (at, caret_move) {
            (_, CaretMove::TextEnd) | (None, CaretMove::Backward | CaretMove::LineUp) => {
                previous_unit(text, end, boundary)
            }
            (None, _) | (_, CaretMove::TextStart) => next_unit(text, Utf16(0), boundary),
            (Some(at), CaretMove::Forward) => next_unit(text, at.head.end(), boundary),
            (Some(at), CaretMove::Backward) => previous_unit(text, at.head.start(), boundary),
            (Some(at), CaretMove::LineUp) => line_away(panes, text, at, boundary, -1.0),
            (Some(at), CaretMove::LineDown) => line_away(panes, text, at, boundary, 1.0),
            (Some(at), CaretMove::LineStart) => {
                line_edge(panes, text, at, boundary, SpanEdge::Start)
            }
            (Some(at), CaretMove::LineEnd) => line_edge(panes, text, at, boundary, SpanEdge::End),
        }
    });
    let head = head.filter(|head| head.start() < end)?;
    let anchor = at.filter(|_| extends).map_or(head, |at| at.anchor);
    Some(Caret { text: name.clone(), anchor, head })
}

/// The unit above or below the caret on the screen.
fn line_away(panes: Panes, text: &Text, at: &Caret, unit: Boundary, lines: f64) -> Option<Span> {
    panes.with(&at.text, |pane| {
        let Rectangle { left, top, right, bottom } =
            selection::rectangles(pane, at.head).first().copied()?;
        let height = selection::line_height(pane).unwrap_or(bottom - top);
        let x = f64::midpoint(left, right);
        let y = f64::midpoint(top, bottom) + lines * height;
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
        let offset = selection::offset_at_point(pane, x as f32, y as f32)?;
        unit_at(text, offset, unit)
    })?
}

/// The first or the last unit of the caret's line on the screen.
fn line_edge(
    panes: Panes,
    text: &Text,
    at: &Caret,
    unit: Boundary,
    edge: SpanEdge,
) -> Option<Span> {
    let at_right = (edge == SpanEdge::End) != panes.is_right_to_left(&at.text);
    panes.with(&at.text, |pane| {
        let Rectangle { top, bottom, .. } =
            selection::rectangles(pane, at.head).first().copied()?;
        let frame = pane.root().get_bounding_client_rect();
        let x = if at_right { frame.right() - 1.0 } else { frame.left() + 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
        let offset = selection::offset_at_point(pane, x as f32, f64::midpoint(top, bottom) as f32)?;
        match edge {
            SpanEdge::Start => unit_at(text, offset, unit),
            SpanEdge::End => previous_unit(text, offset, unit),
        }
    })?
}
