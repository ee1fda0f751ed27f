//! One pane: the name of a text and the text, kept painted.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::{Element, HtmlElement};

use super::caret::{self, Caret};
use super::marks::{self, MarkClass, MarkOverlay, PendingSpan, category_color};
use super::panes::{Panes, SharedPane};
use super::paragraph_boxes::ShownParagraphs;
use super::text_pane::{HighlightedEdit, TextPane};
use super::visibility::{NearObserver, VisibilityObserver};
use crate::app::lazy::lazily_loaded;
use crate::app::{App, Session, ShownText};
use crate::ui::view::{El, View, el, flag, text};
use crate::ui::widgets::{button, lazy};
use spanwise_annotation::document::{EditKey, NamedText, TextName, TextRole};
use spanwise_annotation::workspace::AnnotatorActivity;
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The name of a text and the text. `caret` is the keyboard's, in one of the panes; edits of `hidden` categories are not
/// marked.
pub(super) fn pane(
    session: Session,
    shown: &ShownText,
    panes: Panes,
    caret: RwSignal<Option<Caret>>,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
) -> El {
    let template = session.template();
    let font_size = match shown.role {
        TextRole::Source => template.settings.source_font_size,
        TextRole::Target => template.settings.target_font_size,
        TextRole::Context => None,
    };
    let name = shown.name.clone();
    // A name may be anything, an id may not.
    let (test_id, id) = match name.as_str() {
        "source" => (Some("pane-source"), "text-source".to_owned()),
        "target" => (Some("pane-target"), "text-target".to_owned()),
        _ => (None, format!("text-{}", shown.place + 1)),
    };
    let id = session.id(&id);
    let of_keys = name.clone();
    let content = el("div")
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
            caret::keydown(session, panes, &of_keys, caret, &event);
        })
        .on(ev::blur, move |_| caret::lose_focus(caret));
    paint(session, &name, panes, hidden, mark_class, content.node());

    let is_source = shown.role == TextRole::Source;
    let of_emptiness = name.clone();
    let is_empty = Memo::new(move |_| {
        is_source && session.instance.with(|i| i.texts.content(&of_emptiness).is_empty())
    });
    // The browser's search finds what is folded.
    let of_folding = name.clone();
    let hidden_if_folded = Signal::derive(move || {
        let is_folded = panes.folded.with(|folded| folded.contains(of_folding.as_str()));
        is_folded.then(|| "until-found".to_owned())
    });
    let of_search = name.clone();
    let content = content.on(ev::Custom::<web_sys::Event>::new("beforematch"), move |_| {
        panes.folded.update(|folded| {
            folded.remove(of_search.as_str());
        });
    });
    let label = el("span").attr("id", format!("{id}-label")).attr("dir", "auto");
    el("section")
        .class("pane")
        .class(("pane--absent", flag(move || is_empty.get())))
        .attr("data-testid", "pane")
        .attr("data-text", name.as_str().to_owned())
        .attr("data-role", shown.role.name())
        .child(
            el("h2")
                .class("pane__label")
                .attr("data-skip", "")
                .child(label.child(session.label_of(shown)))
                .child(
                    (shown.role == TextRole::Context)
                        .then(|| lazy_fold(panes, name.clone(), id.clone())),
                ),
        )
        .child(content.attr("hidden", hidden_if_folded))
}

lazily_loaded!(edit, fold_button, fn(Panes, TextName, String) -> El, fold);

/// The button that folds a text which is only read.
fn lazy_fold(panes: Panes, name: TextName, id: String) -> View {
    lazy(fold_button, move |fold| fold(panes, name.clone(), id.clone()).into())
}

/// The button that folds a text with an id. What is folded stays so on the instances that follow.
fn fold(panes: Panes, name: TextName, id: String) -> El {
    let app = App::from_context();
    let is_folded = Memo::new({
        let name = name.clone();
        move |_| panes.folded.with(|folded| folded.contains(name.as_str()))
    });
    let label = move || {
        app.text(if is_folded.get() {
            TextId::ButtonsShowContextLabel
        } else {
            TextId::ButtonsHideContextLabel
        })
    };
    button(text(label))
        .class("button button--quiet pane__fold")
        .attr("data-testid", "fold")
        .attr("aria-controls", id.clone())
        .attr("aria-describedby", format!("{id}-label"))
        .attr("aria-expanded", text(move || (!is_folded.get()).to_string()))
        .on_click(move || {
            panes.folded.update(|folded| {
                if !folded.remove(name.as_str()) {
                    folded.insert(name.as_str().to_owned());
                }
            });
        })
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

/// Repaints a text whenever its appearance changes.
fn paint(
    session: Session,
    name: &TextName,
    panes: Panes,
    hidden: RwSignal<BTreeSet<String>>,
    mark_class: Option<MarkClass>,
    root: HtmlElement,
) {
    let subwords = session.has_subwords();
    let template = session.template();
    let of_lines = name.clone();
    let near = NearObserver::new(move |lines| {
        change(panes, &of_lines, |pane| {
            pane.mark_lines(&lines);
            untrack(|| highlight_edits(session, pane));
        });
    });
    let Some(pane) = TextPane::new(root, near) else { return };
    let shared: SharedPane = Rc::new(RefCell::new(pane));
    panes.add(name.clone(), shared.clone());
    let of_print = name.clone();
    let printed = window_event_listener_untyped("beforeprint", move |_| {
        change(panes, &of_print, TextPane::mark_all);
    });
    let is_scheduled = Rc::new(Cell::new(false));
    let label = session.app().text(TextId::ParagraphsContext);
    let (text, painted) = (name.clone(), shared.clone());
    let owner = Owner::current().unwrap_or_default();
    Effect::new(move |_| {
        let mut overlay = overlay(session, &text, hidden.get());
        if let Some(mark_class) = &mark_class {
            let edits = session.instance.get();
            let keys = edits.edits.iter().map(|edit| edit.key);
            overlay.classes = keys.map(|key| (key, mark_class(key))).collect();
        }
        let paragraphs = session.shown_paragraphs(&text);
        let shown = paragraphs.as_deref();
        if let Some(rendering) = session.rendering(&text) {
            // Painted once the code is there, so that no text moves.
            let Some(formatter) = panes.formatter.get() else { return };
            if let Ok(mut pane) = painted.try_borrow_mut() {
                let format = || owner.with(|| formatter(session, text.clone(), rendering));
                pane.format.get_or_insert_with(format);
            }
        }
        let lines = session
            .instance
            .with(|i| marks::marked_lines(i, &text, shown, &template, subwords, &overlay));
        if let Ok(mut pane) = painted.try_borrow_mut() {
            let instance = session.view.with_untracked(|view| view.instance);
            let shown = shown.map(|shown| ShownParagraphs { instance, count: shown.len() });
            let context = pane.divide(shown, &label);
            pane.paint(lines);
            if let Some(context) = context {
                show_end(context);
            }
            decorate(session, &text, &mut pane);
            if !pane.is_whole() && !is_scheduled.replace(true) {
                paint_rest(session, text.clone(), panes, is_scheduled.clone());
            }
        }
        panes.moved.update(|n| *n = n.wrapping_add(1));
    });
    let text = name.clone();
    Effect::new(move |_| {
        let hovered = highlighted(session, session.hovered.get());
        change(panes, &text, |pane| pane.highlight("is-hovered", &hovered));
    });
    let shared = StoredValue::new_local(shared);
    on_cleanup(move || {
        shared.with_value(|pane| panes.remove(pane));
        printed.remove();
    });
}

/// Scrolls the box of what was read to its end.
fn show_end(context: Element) {
    timing::before_paint(move || context.set_scroll_top(context.scroll_height()));
}

/// Changes a pane, if it is on the page.
fn change(panes: Panes, text: &TextName, run: impl FnOnce(&mut TextPane)) {
    if let Some(pane) = panes.of(text)
        && let Ok(mut pane) = pane.try_borrow_mut()
    {
        run(&mut pane);
    }
}

/// Adds the texts before and after a painted text, and the highlights of edits.
fn decorate(session: Session, name: &TextName, pane: &mut TextPane) {
    if pane.is_whole() {
        session.instance.with(|i| {
            let text = i.texts.get(name);
            let end = text.map(|text| text.text.len_utf16());
            let after = text.filter(|_| Some(session.shown_end(name)) == end);
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
fn paint_rest(session: Session, text: TextName, panes: Panes, is_scheduled: Rc<Cell<bool>>) {
    timing::after_paint(move || {
        is_scheduled.set(false);
        // The page may be gone.
        let Some(pane) = panes.of(&text) else { return };
        let Ok(mut pane) = pane.try_borrow_mut() else { return };
        pane.paint_more();
        untrack(|| decorate(session, &text, &mut pane));
        if !pane.is_whole() && !is_scheduled.replace(true) {
            paint_rest(session, text.clone(), panes, is_scheduled.clone());
        }
        drop(pane);
        panes.moved.try_update(|n| *n = n.wrapping_add(1));
    });
}

/// The spans of the draft edit, or the selection.
fn overlay(session: Session, name: &TextName, hidden: BTreeSet<String>) -> MarkOverlay {
    let is_plain = session.is_plain.get();
    let mut overlay = MarkOverlay { hidden, is_plain, ..MarkOverlay::default() };
    session.view.with(|view| match &view.activity {
        AnnotatorActivity::Drafting(draft) => {
            let spans = draft.spans.on(name).iter();
            let category = Some(draft.category.index());
            overlay.pending = spans.map(|span| PendingSpan { span: *span, category }).collect();
        }
        AnnotatorActivity::Selected { text, span } if text == name => {
            let span = session.ask(|w| w.preview()).map_or(*span, |(_, span)| span);
            overlay.pending.push(PendingSpan { span, category: None });
        }
        AnnotatorActivity::Selected { .. }
        | AnnotatorActivity::Extending { .. }
        | AnnotatorActivity::Idle => {}
    });
    overlay
}
