//! One pane: a label and a text, kept painted.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::caret::{self, Caret};
use super::marks::{self, MarkClass, MarkOverlay, PendingSpan, category_color};
use super::panes::Panes;
use super::paragraph_boxes::ShownParagraphs;
use super::text_pane::{HighlightedEdit, TextPane};
use super::visibility::{NearObserver, VisibilityObserver};
use crate::app::{App, Session};
use crate::ui::view::{El, el, flag};
use spanwise_annotation::document::{EditKey, NamedText};
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::timing;
use spanwise_i18n::TextId;
use spanwise_template::Side;

/// The label and the text of one side. `caret` is the keyboard's, in one of the panes; edits of
/// `hidden` categories are not marked.
pub(super) fn pane(
    session: Session,
    side: Side,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
) -> El {
    let app = App::from_context();
    let template = session.template();
    let font_size = match side {
        Side::Source => template.settings.source_font_size,
        Side::Target => template.settings.target_font_size,
    };
    let (test_id, name) = match side {
        Side::Source => ("pane-source", "text-source"),
        Side::Target => ("pane-target", "text-target"),
    };
    let id = session.id(name);
    let text = el("div")
        .class("pane__text")
        .attr("id", id.clone())
        .attr("data-testid", test_id)
        .attr("dir", "auto")
        .attr("tabindex", "0")
        .attr("role", "textbox")
        .attr("aria-readonly", "true")
        .attr("aria-multiline", "true")
        .attr("aria-labelledby", format!("{id}-label"))
        .attr("aria-describedby", "text-help")
        .style(("font-size", font_size.map(|px| format!("calc({px}px * var(--text-scale))"))))
        .on(ev::keydown, move |event| {
            caret::keydown(session, panes, side, caret, &event);
        })
        .on(ev::blur, move |_| caret.set(None));
    paint(session, side, panes, hidden, mark_class, text.node());

    let is_empty = Memo::new(move |_| session.instance.with(|i| i.text(side).is_empty()));
    el("section")
        .class("pane")
        .class(("pane--absent", flag(move || side == Side::Source && is_empty.get())))
        .child(
            el("h2")
                .class("pane__label")
                .attr("id", format!("{id}-label"))
                .child(app.text(side.label())),
        )
        .child(text)
}

/// An element after both texts, which reports when it comes into the viewport.
pub(super) fn end_of_texts(session: Session, panes: Panes) -> El {
    let end = el("div").class("texts__end").attr("aria-hidden", "true");
    let node: HtmlElement = end.node();
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    if let Some(observer) = VisibilityObserver::new(move |end| {
        // The page may be gone. An end seen once counts as seen until another instance is shown.
        panes.read_through.try_update(|read| *read = end.is_visible || (*read && !end.is_first));
    }) {
        let observer = StoredValue::new_local(observer);
        Effect::new(move |_| {
            at.get();
            observer.with_value(|observer| observer.watch(&node));
        });
    }
    end
}

/// Repaints the text of a side whenever its appearance changes.
fn paint(
    session: Session,
    side: Side,
    panes: Panes,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
    root: HtmlElement,
) {
    let slot = panes.slot(side);
    let subwords = session.has_subwords();
    let template = session.template();
    let near = NearObserver::new(move |lines| {
        change(panes, side, |pane| {
            pane.mark_lines(&lines);
            untrack(|| highlight_edits(session, pane));
        });
    });
    slot.set_value(TextPane::new(root, near).map(|pane| Rc::new(RefCell::new(pane))));
    let printed = window_event_listener_untyped("beforeprint", move |_| {
        change(panes, side, TextPane::mark_all);
    });
    let is_scheduled = Rc::new(Cell::new(false));
    let label = session.app().text(TextId::ParagraphsContext);
    Effect::new(move |_| {
        let mut overlay = overlay(session, side, hidden.get());
        if let Some(mark_class) = &mark_class {
            let edits = session.instance.get();
            let keys = edits.edits.iter().map(|edit| edit.key);
            overlay.classes = keys.map(|key| (key, mark_class(key))).collect();
        }
        let paragraphs = session.shown_paragraphs(side);
        let shown = paragraphs.as_deref();
        let lines = session
            .instance
            .with(|i| marks::marked_lines(i, side, shown, &template, subwords, &overlay));
        if let Some(pane) = slot.get_value()
            && let Ok(mut pane) = pane.try_borrow_mut()
        {
            let instance = session.view.with_untracked(|view| view.instance);
            let shown = shown.map(|shown| ShownParagraphs { instance, count: shown.len() });
            let context = pane.divide(shown, &label);
            pane.paint(lines);
            if let Some(context) = context {
                show_end(context);
            }
            decorate(session, side, &mut pane);
            if !pane.is_whole() && !is_scheduled.replace(true) {
                paint_rest(session, side, panes, is_scheduled.clone());
            }
        }
        panes.moved.update(|n| *n = n.wrapping_add(1));
    });
    Effect::new(move |_| {
        let hovered = highlighted(session, session.hovered.get());
        change(panes, side, |pane| pane.highlight("is-hovered", &hovered));
    });
    on_cleanup(move || {
        slot.set_value(None);
        printed.remove();
    });
}

/// Scrolls the box of what was read to its end.
fn show_end(context: Element) {
    timing::before_paint(move || context.set_scroll_top(context.scroll_height()));
}

/// Changes a pane, if it is on the page.
fn change(panes: Panes, side: Side, run: impl FnOnce(&mut TextPane)) {
    let pane = panes.slot(side).try_get_value().flatten();
    if let Some(pane) = pane
        && let Ok(mut pane) = pane.try_borrow_mut()
    {
        run(&mut pane);
    }
}

/// Adds the texts before and after a painted text, and the highlights of edits.
fn decorate(session: Session, side: Side, pane: &mut TextPane) {
    if pane.is_whole() {
        session.instance.with(|i| {
            let text = i.texts.first(side);
            let is_whole = session.ask_revealed(|all, shown| shown + 1 == all.count());
            let after = text.filter(|_| side == Side::Source || is_whole.unwrap_or(true));
            pane.surround(text.and_then(NamedText::before), after.and_then(NamedText::after));
        });
    }
    highlight_edits(session, pane);
}

/// Highlights the edits that are open and chosen.
fn highlight_edits(session: Session, pane: &mut TextPane) {
    session.view.with_untracked(|view| {
        pane.highlight("is-open", &highlighted(session, view.selected));
        pane.highlight("is-chosen", &highlighted(session, view.chosen().iter().copied()));
    });
}

/// Edits with the colours of their own categories.
fn highlighted(session: Session, keys: impl IntoIterator<Item = EditKey>) -> Vec<HighlightedEdit> {
    let color = |key: EditKey| {
        let edit = session.instance.with_untracked(|i| i.edit(key).cloned());
        let category = edit.and_then(|edit| session.category_of(&edit));
        category_color(category.map(|(id, _)| id.index()))
    };
    keys.into_iter().map(|key| HighlightedEdit { key: key.0, color: color(key) }).collect()
}

/// Paints the rest of a long text, a part with each frame. `is_scheduled` is `true` while the next part is due.
fn paint_rest(session: Session, side: Side, panes: Panes, is_scheduled: Rc<Cell<bool>>) {
    timing::after_paint(move || {
        is_scheduled.set(false);
        // The page may be gone.
        let Some(pane) = panes.slot(side).try_get_value().flatten() else { return };
        let Ok(mut pane) = pane.try_borrow_mut() else { return };
        pane.paint_more();
        untrack(|| decorate(session, side, &mut pane));
        if !pane.is_whole() && !is_scheduled.replace(true) {
            paint_rest(session, side, panes, is_scheduled.clone());
        }
        drop(pane);
        panes.moved.try_update(|n| *n = n.wrapping_add(1));
    });
}

/// The spans of the draft edit, or the selection.
fn overlay(session: Session, side: Side, hidden: BTreeSet<String>) -> MarkOverlay {
    let is_plain = session.is_plain.get();
    let mut overlay = MarkOverlay { hidden, is_plain, ..MarkOverlay::default() };
    let Some(shown) = session.text_name(side) else { return overlay };
    session.view.with(|view| match &view.activity {
        AnnotatorActivity::Drafting(draft) => {
            let spans = draft.spans.on(&shown).iter();
            let category = Some(draft.category.index());
            overlay.pending = spans.map(|span| PendingSpan { span: *span, category }).collect();
        }
        AnnotatorActivity::Selected { text, span } if *text == shown => {
            let span = session.ask(|w| w.preview()).map_or(*span, |(_, span)| span);
            overlay.pending.push(PendingSpan { span, category: None });
        }
        AnnotatorActivity::Selected { .. }
        | AnnotatorActivity::Extending { .. }
        | AnnotatorActivity::Idle => {}
    });
    overlay
}
