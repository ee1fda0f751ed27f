//! Buttons that open a panel below them.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDetailsElement, HtmlElement, Node};

use spanwise_browser::console::reported;

use crate::ui::view::{El, View, el, show};

/// The element of a dropdown, for its contents to close.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DropdownElement(StoredValue<HtmlDetailsElement, LocalStorage>);

impl DropdownElement {
    /// Closes the panel.
    pub(crate) fn close(self) {
        self.0.with_value(|details| details.set_open(false));
    }

    /// Returns the focus to the button: the focused element in the panel is gone.
    fn focus_button(self) {
        let summary = self.0.with_value(|details| details.query_selector("summary").ok().flatten());
        if let Some(button) = summary.and_then(|summary| summary.dyn_into::<HtmlElement>().ok()) {
            reported(button.focus());
        }
    }
}

/// A dropdown: `button` is its `<summary>`. A press elsewhere and Escape close the panel, which is made when it is first
/// opened.
pub(crate) fn dropdown(
    button: El,
    panel: impl Fn(DropdownElement) -> View + Clone + 'static,
) -> El {
    let details = el("details");
    let element = DropdownElement(StoredValue::new_local(details.node()));
    let opened = RwSignal::new(false);
    let outside = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        if !element.0.with_value(|details| details.contains(target.as_ref())) {
            element.close();
        }
    });
    on_cleanup(move || outside.remove());
    details
        .class("dropdown")
        .on(ev::toggle, move |_| opened.set(true))
        .on(ev::keydown, move |event| {
            if event.key() == "Escape" {
                event.stop_propagation();
                element.close();
                element.focus_button();
            }
        })
        .child(button)
        .child(show(opened.into(), move || panel(element)))
}

/// The button of a dropdown, quiet as those of a bar are.
pub(crate) fn dropdown_button(content: impl Into<View>) -> El {
    el("summary").class("button button--quiet").child(content)
}
