//! A modal dialog: the browser's own, which keeps the focus and closes with Escape.

use leptos::html;
use leptos::prelude::*;

use super::{Icon, icon};
use crate::domain::wording::Key;
use crate::state::App;
use crate::ui::dynamic::When;

/// A dialog that is shown while `open` is true.
#[component]
pub(crate) fn Dialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
    /// Its heading.
    #[prop(into)]
    title: Signal<String>,
    /// What is in it; built anew at each opening.
    children: ChildrenFn,
) -> impl IntoView {
    let app = App::from_context();
    let node = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let open = open.get();
        let Some(dialog) = node.get() else { return };
        if open && !dialog.open() {
            // A dialog that is in the page and not open can be opened.
            let _ = dialog.show_modal();
        } else if !open && dialog.open() {
            dialog.close();
        }
    });
    view! {
        <dialog
            class="dialog"
            node_ref=node
            aria-label=title
            on:close=move |_| open.set(false)
            on:click=move |event| {
                // A click beside the dialog is one on the dialog element itself.
                let outside = node.get_untracked().is_some_and(|dialog| {
                    let target = event.target().map(wasm_bindgen::JsValue::from);
                    target.is_some_and(|t| t == *wasm_bindgen::JsValue::from(dialog).as_ref())
                });
                if outside {
                    open.set(false);
                }
            }
        >
            <div class="dialog__content">
                <header class="dialog__header">
                    <h2>{title}</h2>
                    <button
                        type="button"
                        class="button button--quiet"
                        aria-label=app.text(Key::Close)
                        on:click=move |_| open.set(false)
                    >
                        {icon(Icon::Close)}
                    </button>
                </header>
                <div class="dialog__body" tabindex="0">
                    <When is=open.into()>{children()}</When>
                </div>
            </div>
        </dialog>
    }
}
