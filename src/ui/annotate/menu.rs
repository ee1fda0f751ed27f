//! The menu of the bar, with everything that the bar has no room for.

use super::dialog_signals::DialogSignals;
use super::lazy_extras::lazy_menu_panel;
use crate::app::{App, Session};
use crate::ui::view::{El, View, el, flag, show};
use crate::ui::widgets::{Icon, dropdown, dropdown_button, icon};
use spanwise_i18n::TextId;

/// The menu of the bar.
pub(in crate::ui) fn menu(session: Session, dialogs: DialogSignals) -> El {
    let app = App::from_context();
    let any = flag(move || session.has_problems());
    let dot = show(any, || el("span").class("menu__dot").attr("aria-hidden", "true"));
    let button = dropdown_button(View::from([icon(Icon::Menu).into(), dot]))
        .attr("aria-label", app.text(TextId::BarMenu));
    dropdown(button, move |menu| lazy_menu_panel(session, menu, dialogs)).class("dropdown menu")
}
