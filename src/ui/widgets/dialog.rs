//! A modal dialog: the browser's own, which keeps the focus and closes with Escape.

use leptos::ev;
use leptos::prelude::*;
use web_sys::{EventTarget, HtmlDialogElement};

use super::{Icon, icon_button};
use crate::app::App;
use crate::ui::view::{El, View, el, show};
use spanwise_browser::console::reported;
use spanwise_i18n::TextId;

/// A dialog that is shown while `open` is `true`. Its contents are rebuilt at each opening.
pub(crate) fn dialog<V: Into<View>>(
    open: RwSignal<bool>,
    title: Signal<String>,
    content: impl Fn() -> V + 'static,
) -> El {
    let app = App::from_context();
    let element = el("dialog").class("dialog").attr("aria-label", title);
    let node: HtmlDialogElement = element.node();
    follow(open, node.clone());
    let close = move || open.set(false);
    element
        .on(ev::close, move |_| close())
        .on(ev::click, move |event| {
            // A click beside the dialog is one on the dialog element itself.
            if event.target().is_some_and(|target| target == EventTarget::from(node.clone())) {
                close();
            }
        })
        .child(
            el("div")
                .class("dialog__content")
                .child(
                    el("header").class("dialog__header").child(el("h2").child(title)).child(
                        icon_button(Icon::Close, app.text(TextId::AppClose)).on_click(close),
                    ),
                )
                .child(
                    el("div")
                        .class("dialog__body")
                        .attr("tabindex", "0")
                        .child(show(open.into(), content)),
                ),
        )
}

/// Opens and closes the browser's dialog with the signal.
fn follow(open: RwSignal<bool>, dialog: HtmlDialogElement) {
    Effect::new(move |_| {
        let open = open.get();
        if open && !dialog.open() {
            reported(dialog.show_modal());
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
}
