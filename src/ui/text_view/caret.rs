//! Selecting text with the keyboard: a caret that moves by the unit that spans are made of.

use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::panes::Panes;
use super::selection::{self, Rectangle};
use crate::state::Session;
use spanwise_annotation::workspace::Command;
use spanwise_template::Side;
use spanwise_text::boundary::{next_unit, previous_unit, unit_at};
use spanwise_text::{Boundary, Span, Text, Utf16};

/// Where the keyboard is in a text: the unit where selecting began, and the one it has reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ui) struct Caret {
    pub(super) side: Side,
    anchor: Span,
    pub(super) head: Span,
}

impl Caret {
    /// Everything from the first unit to the last.
    pub(super) fn range(self) -> Span {
        Span::between(
            self.anchor.start().min(self.head.start()),
            self.anchor.end().max(self.head.end()),
        )
    }
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Forward,
    Backward,
    First,
    Last,
    LineUp,
    LineDown,
    LineStart,
    LineEnd,
}

/// Handles a key in a text.
pub(super) fn keydown(
    session: Session,
    panes: Panes,
    side: Side,
    caret: RwSignal<Option<Caret>>,
    event: &KeyboardEvent,
) {
    if event.alt_key() {
        return;
    }
    let command = event.ctrl_key() || event.meta_key();
    let at = caret.get_untracked().filter(|c| c.side == side);
    match (event.key().as_str(), command, at) {
        ("a" | "A", true, _) => {
            event.prevent_default();
            let all = session.instance.with_untracked(|i| i.text(side).len_utf16());
            caret.set(None);
            session.dispatch(Command::SelectText(side, Span::between(Utf16(0), all)));
        }
        ("Home" | "End", ..) => go(session, panes, side, caret, event),
        (_, true, _) => {}
        ("Enter", _, Some(at)) => {
            event.prevent_default();
            event.stop_propagation();
            caret.set(None);
            selection::clear();
            session.dispatch(Command::SelectText(side, at.range()));
        }
        ("i" | "I", _, Some(at)) => {
            event.prevent_default();
            event.stop_propagation();
            caret.set(None);
            selection::clear();
            session.dispatch(Command::SelectPoint(side, at.head.start()));
        }
        ("Escape", _, Some(_)) => {
            event.stop_propagation();
            caret.set(None);
            selection::clear();
        }
        _ => go(session, panes, side, caret, event),
    }
}

/// Moves the caret, or its end, if the key is one that does so.
fn go(
    session: Session,
    panes: Panes,
    side: Side,
    caret: RwSignal<Option<Caret>>,
    event: &KeyboardEvent,
) {
    let at = caret.get_untracked().filter(|c| c.side == side);
    let whole = event.ctrl_key() || event.meta_key() || at.is_none();
    let Some(step) = step(&event.key(), panes.is_right_to_left(side), whole) else { return };
    event.prevent_default();
    if let Some(moved) = moved(session, panes, side, at, step, event.shift_key()) {
        caret.set(Some(moved));
        let range = moved.range();
        panes.with(side, |pane| selection::select(pane, range.start(), range.end()));
    }
}

/// What a key does; `whole`: whether Home and End go to the ends of the text, not of the line.
fn step(key: &str, right_to_left: bool, whole: bool) -> Option<Step> {
    Some(match key {
        "ArrowRight" if right_to_left => Step::Backward,
        "ArrowLeft" if right_to_left => Step::Forward,
        "ArrowRight" => Step::Forward,
        "ArrowLeft" => Step::Backward,
        "ArrowUp" => Step::LineUp,
        "ArrowDown" => Step::LineDown,
        "Home" if whole => Step::First,
        "End" if whole => Step::Last,
        "Home" => Step::LineStart,
        "End" => Step::LineEnd,
        _ => return None,
    })
}

fn moved(
    session: Session,
    panes: Panes,
    side: Side,
    at: Option<Caret>,
    step: Step,
    extend: bool,
) -> Option<Caret> {
    let boundary = session.ask(|w| w.boundary(side));
    let head = session.instance.with_untracked(|instance| {
        let text = instance.text(side);
        match (at, step) {
            (_, Step::Last) | (None, Step::Backward | Step::LineUp) => {
                previous_unit(text, text.len_utf16(), boundary)
            }
            (None, _) | (_, Step::First) => next_unit(text, Utf16(0), boundary),
            (Some(at), Step::Forward) => next_unit(text, at.head.end(), boundary),
            (Some(at), Step::Backward) => previous_unit(text, at.head.start(), boundary),
            (Some(at), Step::LineUp) => line_away(panes, text, at, boundary, -1.0),
            (Some(at), Step::LineDown) => line_away(panes, text, at, boundary, 1.0),
            (Some(at), Step::LineStart) => line_edge(panes, text, at, boundary, false),
            (Some(at), Step::LineEnd) => line_edge(panes, text, at, boundary, true),
        }
    })?;
    let anchor = at.filter(|_| extend).map_or(head, |at| at.anchor);
    Some(Caret { side, anchor, head })
}

/// The unit above or below the caret on the screen.
fn line_away(panes: Panes, text: &Text, at: Caret, unit: Boundary, lines: f64) -> Option<Span> {
    panes.with(at.side, |pane| {
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
fn line_edge(panes: Panes, text: &Text, at: Caret, unit: Boundary, end: bool) -> Option<Span> {
    let at_right = end != panes.is_right_to_left(at.side);
    panes.with(at.side, |pane| {
        let Rectangle { top, bottom, .. } =
            selection::rectangles(pane, at.head).first().copied()?;
        let frame = pane.root().get_bounding_client_rect();
        let x = if at_right { frame.right() - 1.0 } else { frame.left() + 1.0 };
        #[expect(clippy::cast_possible_truncation, reason = "pixels of a window")]
        let offset = selection::offset_at_point(pane, x as f32, f64::midpoint(top, bottom) as f32)?;
        if end { previous_unit(text, offset, unit) } else { unit_at(text, offset, unit) }
    })?
}
