//! The panel at the end of the work: all instances are done, and what is left is to hand them in.

use super::menu_panel::{STYLE, downloads};
use crate::app::export::ExportFormat;
use crate::app::{App, Session};
use crate::ui::submit;
use crate::ui::view::{El, View, el};
use crate::ui::widgets::{Icon, button, dropdown, dropdown_button, icon};
use spanwise_browser::styles;
use spanwise_i18n::TextId;

/// The panel. Works that are submitted have the button for that; others the download, with its variants apart.
pub(super) fn all_done(session: Session) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let hand_in: View = if session.is_for_others() {
        // The bar has the submission with its dialogs.
        button(app.text(TextId::SubmitSubmit))
            .class("button button--main")
            .attr("data-testid", "submit")
            .on_click(submit::press)
            .into()
    } else if session.template().settings.disable.download {
        View::Nothing
    } else {
        let variants = dropdown_button(app.text(TextId::AllDoneForAnalysis));
        View::from([
            button(icon(Icon::Download))
                .class("button button--main")
                .attr("data-testid", "download")
                .child(app.text(TextId::BarDownload))
                .on_click(move || session.export(app, ExportFormat::Annotations)),
            dropdown(variants, move |menu| {
                el("div").class("dropdown__panel").child(downloads(session, menu)).into()
            }),
        ])
    };
    el("section")
        .class("all-done")
        .attr("data-testid", "all-done")
        .attr("role", "status")
        .child(icon(Icon::Check))
        .child(el("strong").child(app.text(TextId::AllDoneTitle)))
        .child(hand_in)
}
