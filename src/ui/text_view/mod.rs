//! The annotated text: the panes of a work with marks, handles, connectors, selection and caret.
//!
//! # Why it is not made of elements and signals like the rest
//! A text is patched by line and segment, imperatively. With hundreds of edits every keystroke or drag would otherwise
//! make thousands of nodes anew; and no node may be replaced while the browser selects in it or a pointer drags over it,
//! or the selection is lost. So [`text_pane::TextPane`] owns the child nodes of its element and replaces only those of
//! segments that differ; signals end at [`mod@pane`], which calls it.
//!
//! # From data to the page
//! ```text
//! Session::instance, Session::view        signals: the edits, the draft, the open edit
//!   └ pane::paint                         an effect for each text
//!       ├ marks::marked_lines             pure: edits → LineContent { span, segments }
//!       ├ TextPane::paint                 compares segments, patches nodes; the rest of a long text frame by frame
//!       └ Panes::moved += 1               text may stand elsewhere now
//!            ├ handles                    measure the text and follow it before the next paint
//!            ├ connectors, role_connectors
//!            └ the menu of categories     (in `annotate`)
//! ```
//! Hovered, open and chosen edits are classes on present nodes (`TextPane::highlight`): nothing is painted anew. The
//! [`tokens`](mod@tokens) and [`mentions`](mod@mentions) of few templates are custom highlights, which follow
//! `Panes::moved`: no node changes for them. Of templates that render their texts, [`rendering`](mod@rendering) cuts the
//! segments further and gives them and their lines classes: only how characters look changes. Lines of a long text that are far from the viewport are text without marks
//! until they come near it.
//!
//! # From events to commands
//! | Event | Listener | Becomes |
//! |---|---|---|
//! | `pointerdown`, `pointermove`, `pointerup` on a handle | [`gestures`] | `Command::Grip`, `Command::MoveEdge` |
//! | `mouseup`, `pointerup`, `selectionchange` | [`gestures`] | once the selection rests: `Command::SelectText` |
//! | `click` | [`gestures`], [`click_meaning`] | an insertion point, a constituent, or the next edit under the pointer |
//! | `pointerover` | [`gestures`] | `Session::hovered` |
//! | `pointermove` | [`mentions`](mod@mentions) | the cluster that is lit |
//! | `keydown` on a text | [`caret`], [`caret_key`] | moves the caret; `Command::SelectText`, `Command::SelectPoint` |
//!
//! Offsets are UTF-16 code units of the text, as the DOM counts; [`text_pane::TextPane::offset`] and
//! [`text_pane::TextPane::position`] convert. A selection goes to the workspace as it is: only
//! `spanwise_annotation::workspace` snaps it to units.
//!
//! # Invariants
//! * `textContent` outside `[data-skip]` equals the text of the instance, character for character.
//! * A node whose segment is as before stays the same node.
//! * Nothing is painted between the start of a selection and its end, but the marks of lines that come near the viewport
//!   and hold neither.
//! * Code that measures the layout does so in `timing::before_paint`, so that one layout serves all.
//!
//! Start reading at [`mod@pane`] (painting) or [`gestures`] (input). Rules of annotation do not belong here.

mod browser_selection;
mod caret;
mod caret_announcement;
mod caret_key;
mod click_meaning;
mod connectors;
mod curves;
mod gestures;
mod handles;
mod highlighted_spans;
mod mark_lanes;
mod mark_tooltip;
mod marks;
mod mentions;
mod pane;
mod panes;
mod paragraph_bar;
mod paragraph_boxes;
mod pointed_edits;
mod rendering;
mod reveal;
mod role_connectors;
mod selection;
mod text_pane;
mod tokens;
mod visibility;

use std::collections::BTreeSet;

use leptos::prelude::*;
use web_sys::HtmlElement;

use self::connectors::connectors;
use self::handles::handles;
use self::mark_tooltip::mark_tooltip;
use self::mentions::lazy_mentions;
use self::pane::{end_of_texts, pane};
use self::paragraph_bar::lazy_paragraph_bar;
use self::rendering::lazy_rendering;
use self::role_connectors::role_connectors;
use self::tokens::lazy_tokens;
use super::view::{El, View, dynamic, el, show, text};
use super::widgets::lazy;
use crate::app::lazy::lazily_loaded;
use crate::app::{Session, ShownText};
use spanwise_annotation::document::TextRole;

pub(super) use self::browser_selection::clear as clear_selection;
pub(super) use self::caret::Caret;
pub(super) use self::caret_announcement::caret_announcement;
pub(super) use self::gestures::{listen, listen_to_clicks, listen_to_hovering};
pub(super) use self::highlighted_spans::highlight_spans;
pub(super) use self::mark_lanes::{LanedMark, depth, draw_lanes, pixels, reserve_lanes};
pub(super) use self::marks::{MarkClass, category_color, mark_name};
pub(super) use self::panes::Panes;
pub(super) use self::pointed_edits::{edits_at_point, edits_of};
pub(super) use self::rendering::{is_rendered, load_rendering};
pub(super) use self::reveal::{reveal, reveal_span, reveal_within};
pub(super) use self::selection::Rectangle;

/// Makes what stands below a text, in its pane.
pub(super) type BelowText = fn(Session, &ShownText) -> View;

/// The texts of a work with the elements over them.
pub(super) fn text_view(
    session: Session,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
    below_text: BelowText,
) -> El {
    let frame = el("div").class("texts");
    let node: HtmlElement = frame.node();
    panes.watch(&node);
    let texts = Memo::new(move |_| session.shown_texts());
    let is_output = |text: &&ShownText| text.role == TextRole::Target;
    let outputs =
        text(move || texts.with(|texts| texts.iter().filter(is_output).count().to_string()));
    let in_columns = session.template().settings.display.outputs_side_by_side;
    // The same panes stay while the texts that follow have the same names.
    let panes_of_texts = dynamic(move || {
        let pane = |text: &ShownText| {
            let pane = pane(session, text, panes, caret, hidden, mark_class.clone());
            View::from(pane.child(below_text(session, text)))
        };
        let texts = texts.get();
        untrack(|| texts.iter().map(pane).collect::<Vec<View>>())
    });
    frame
        .class(("texts--outputs-in-columns", in_columns))
        .style(("--outputs", outputs))
        .child(panes_of_texts)
        .child(session.revision().map(|_| lazy_paragraph_bar(session, panes)))
        .child(end_of_texts(session, panes))
        .child(connectors(session, panes, node.clone()))
        .child(is_rendered(session).then(|| lazy_rendering(panes)))
        .child(session.has_tokenizer().then(|| lazy_tokens(session, panes)))
        .child(session.shows_mentions().then(|| lazy_mentions(session, panes, caret, node.clone())))
        .child(lazy_edit_overlays(session, panes, node))
}

lazily_loaded!(edit, edit_overlays, fn(Session, Panes, HtmlElement) -> View, overlays_of_edits);

/// The handles of the open edit, the tooltips of the one pointed at, and the curves between the roles of both, over the
/// texts.
fn overlays_of_edits(session: Session, panes: Panes, frame: HtmlElement) -> View {
    let handles = (!session.is_reader()).then(|| handles(session, panes, frame.clone()));
    let curves = role_connectors(session, panes, frame.clone());
    View::Many(vec![curves.into(), handles.into(), mark_tooltip(session, panes, frame)])
}

/// These overlays, once an edit was open or pointed at.
fn lazy_edit_overlays(session: Session, panes: Panes, frame: HtmlElement) -> View {
    let is_wanted = Memo::new(move |before: Option<&bool>| {
        before == Some(&true)
            || session.hovered.get().is_some()
            || session.view.with(|view| view.selected.is_some())
    });
    show(is_wanted.into(), move || {
        let frame = frame.clone();
        lazy(edit_overlays, move |overlays| overlays(session, panes, frame.clone()))
    })
}

#[cfg(test)]
mod tests;
