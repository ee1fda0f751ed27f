//! Moving the focus on a page of annotations: to the texts, to questions.

use std::cell::RefCell;

use leptos::prelude::*;
use leptos::task::{spawn_local, tick};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};

use spanwise_browser::console::reported;
use spanwise_browser::elements::elements;

/// Focuses the first target text, or another if there is none.
pub(in crate::ui) fn focus_text() {
    if let Some(text) = text_to_focus() {
        reported(text.focus());
    }
}

/// The target text that the open edit marks, or the first one, or another text if there is none.
fn text_to_focus() -> Option<HtmlElement> {
    let targets =
        ["[data-role=target] .pane__text:has(.is-open)", "[data-role=target] .pane__text"];
    targets.into_iter().find_map(find).or_else(|| find(".pane:not(.pane--absent) .pane__text"))
}

/// Focuses the first text with a role, or the one after it that has the focus.
pub(super) fn focus_text_with_role(role: &str) {
    let selector = format!(".pane[data-role={role}] .pane__text");
    let texts: Vec<HtmlElement> = elements(document().query_selector_all(&selector));
    let is_focused = |text: &HtmlElement| Some(&**text) == document().active_element().as_ref();
    let next = texts.iter().position(is_focused).map_or(0, |at| (at + 1) % texts.len());
    if let Some(text) = texts.get(next) {
        reported(text.focus());
    }
}

/// The first HTML element that a selector finds.
fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// Focuses the first element that a selector finds. Returns `true` if it took the focus.
pub(in crate::ui) fn focus(selector: &str) -> bool {
    find(selector).is_some_and(|element| element.focus().is_ok())
}

/// Reports whether an element of the page has the focus, and not the page as a whole.
pub(super) fn has_focus() -> bool {
    document().active_element().is_some_and(|element| element.tag_name() != "BODY")
}

/// Focuses the target text, or the source, where it is: without scrolling to it.
pub(super) fn focus_text_in_place() {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    if let Some(text) = text_to_focus() {
        reported(text.focus_with_options(&options));
    }
}

/// Clicks the first element that a selector finds. Returns `true` if there is one.
pub(in crate::ui) fn click(selector: &str) -> bool {
    let element = find(selector);
    element.iter().for_each(HtmlElement::click);
    element.is_some()
}

/// Moves the focus to the question after another. Returns `true` if there is one.
pub(super) fn focus_next_question(from: &Element) -> bool {
    let mut questions = questions_on_page().into_iter().skip_while(|question| question != from);
    questions.nth(1).is_some_and(|next| focus_control(&next))
}

/// Moves the focus to the question before another, if there is one.
pub(super) fn focus_previous_question(from: &Element) {
    let mut before = questions_on_page().into_iter().take_while(|question| question != from);
    if let Some(previous) = before.by_ref().last() {
        focus_control(&previous);
    }
}

/// Moves the focus once what changes is on the page, and before the next key, which is meant for what is there then.
pub(super) fn after_update(move_focus: impl FnOnce() + 'static) {
    spawn_local(async move {
        tick().await;
        move_focus();
    });
}

/// The questions on the page, in their order.
pub(super) fn questions_on_page() -> Vec<Element> {
    elements(document().query_selector_all(".question"))
}

thread_local! {
    /// The question whose control was to be focused before it was there, and what had the focus then.
    static AWAITED: RefCell<Option<(Element, Option<Element>)>> = const { RefCell::new(None) };
}

/// Focuses the control of the question that could not take the focus since its control was not loaded yet, unless the
/// person has gone elsewhere meanwhile. Called whenever a control is there.
pub(super) fn focus_awaited() {
    let Some((question, before)) = AWAITED.take() else { return };
    let now = document().active_element();
    if now == before || now == document().body().map(Into::into) {
        focus_control(&question);
    }
}

/// Focuses the control of a question and brings all of the question into view. Returns `true` if it took the focus, or will
/// once its control is loaded.
pub(in crate::ui) fn focus_control(question: &Element) -> bool {
    let control = question
        .query_selector("input:checked")
        .ok()
        .flatten()
        .filter(|c| c.closest(".question").ok().flatten().as_ref() == Some(question))
        .or_else(|| question.query_selector("input, textarea").ok().flatten());
    match control.and_then(|c| c.dyn_into::<HtmlElement>().ok()) {
        Some(control) => {
            let is_focused = control.focus().is_ok();
            // The browser brings the control into view, and its other answers may be below.
            let options = ScrollIntoViewOptions::new();
            options.set_block(ScrollLogicalPosition::Nearest);
            question.scroll_into_view_with_scroll_into_view_options(&options);
            is_focused
        }
        None => {
            AWAITED.set(Some((question.clone(), document().active_element())));
            true
        }
    }
}

/// Focuses the question with a shortcut key. Returns `true` if there is one.
pub(super) fn focus_by_key(key: &str) -> bool {
    let is_it = |question: &Element| question.get_attribute("data-key").as_deref() == Some(key);
    questions_on_page().iter().find(|question| is_it(question)).is_some_and(focus_control)
}

/// Focuses the first open question of the open edit, else the first open one about the instance, else the first
/// question of the open edit, else the first about the instance.
pub(in crate::ui) fn focus_first_open() {
    let in_order =
        [".edit-panel .question--open", ".question--open", ".edit-panel .question", ".question"];
    in_order.into_iter().any(focus_question);
}

/// Focuses the first question that a selector finds. Returns `true` if there is one and it took the focus.
pub(super) fn focus_question(selector: &str) -> bool {
    find(selector).is_some_and(|question| focus_control(&question))
}
