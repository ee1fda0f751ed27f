//! Moving the focus on a page of annotations: to the texts, to questions.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Puts the focus on the text: the target, or the source where there is no target.
pub(in crate::ui) fn focus_text() {
    if !focus(".pane:not(.pane--absent) #text-target") {
        focus("#text-source");
    }
}

/// Puts the focus on the first element that a selector of ours finds. Returns whether it took it.
pub(in crate::ui) fn focus(selector: &str) -> bool {
    let element = document().query_selector(selector).ok().flatten();
    match element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        Some(element) => element.focus().is_ok(),
        None => false,
    }
}

/// Moves the focus to the next question, or to the one before. Returns whether there was one.
pub(super) fn focus_question(from: &Element, forward: bool) -> bool {
    let all = questions_on_page();
    let Some(at) = all.iter().position(|q| q == from) else { return false };
    let next = if forward { Some(at + 1) } else { at.checked_sub(1) };
    next.and_then(|next| all.get(next)).is_some_and(focus_control)
}

/// The questions on the page, in their order.
pub(super) fn questions_on_page() -> Vec<Element> {
    let Ok(list) = document().query_selector_all("[data-testid=question]") else {
        return Vec::new();
    };
    (0..list.length()).filter_map(|i| list.get(i)?.dyn_into().ok()).collect()
}

/// Puts the focus on what a question is answered with. Returns whether it took it.
pub(super) fn focus_control(question: &Element) -> bool {
    let control = question
        .query_selector("input:checked")
        .ok()
        .flatten()
        .filter(|c| c.closest("[data-testid=question]").ok().flatten().as_ref() == Some(question))
        .or_else(|| question.query_selector("input, textarea").ok().flatten());
    match control.and_then(|c| c.dyn_into::<HtmlElement>().ok()) {
        Some(control) => control.focus().is_ok(),
        None => false,
    }
}

/// Puts the focus on the question that a key goes to. Returns whether there is one.
pub(super) fn focus_by_key(key: &str) -> bool {
    let is_it = |question: &Element| question.get_attribute("data-key").as_deref() == Some(key);
    questions_on_page().iter().find(|question| is_it(question)).is_some_and(focus_control)
}

/// Puts the focus on the first open question of the open edit, or else on the first one.
pub(in crate::ui) fn focus_first_open() {
    let open = document().query_selector(".question--open").ok().flatten();
    if let Some(question) = open.or_else(|| questions_on_page().into_iter().next()) {
        focus_control(&question);
    }
}
