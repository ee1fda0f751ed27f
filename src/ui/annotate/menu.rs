//! The menu of the bar, with everything that the bar has no room for.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDetailsElement, Node};

use super::dialog_signals::DialogSignals;
use super::focus::focus;
use super::lazy_extras::lazy_menu_panel;
use super::menu_panel::close;
use crate::app::{App, Session};
use crate::ui::view::{El, el, flag, show};
use crate::ui::widgets::{Icon, icon};
use spanwise_i18n::TextId;

/// The menu of the bar.
pub(in crate::ui) fn menu(session: Session, dialogs: DialogSignals) -> El {
    let app = App::from_context();
    let details = el("details").class("menu");
    let menu = StoredValue::new_local(details.node());
    let opened = RwSignal::new(false);
    let outside = window_event_listener(leptos::ev::pointerdown, move |event| {
        let target = event.target().and_then(|t| t.dyn_into::<Node>().ok());
        if !menu.with_value(|m: &HtmlDetailsElement| m.contains(target.as_ref())) {
            close(menu);
        }
    });
    on_cleanup(move || outside.remove());
    let any = flag(move || session.has_problems());
    details
        .on(ev::toggle, move |_| opened.set(true))
        .on(ev::keydown, move |event| {
            if event.key() == "Escape" {
                event.stop_propagation();
                close(menu);
                // The focused element in it is gone: the button that opens it takes the focus.
                focus(".menu summary");
            }
        })
        .child(
            el("summary")
                .class("button button--quiet")
                .attr("aria-label", app.text(TextId::BarMenu))
                .child(icon(Icon::Menu))
                .child(show(any, || el("span").class("menu__dot").attr("aria-hidden", "true"))),
        )
        .child(show(opened.into(), move || lazy_menu_panel(session, menu, dialogs)))
}
