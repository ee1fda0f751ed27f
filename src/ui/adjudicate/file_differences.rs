//! The notice about differences of the annotators' files besides their annotations.

use leptos::prelude::*;

use crate::app::adjudication::Adjudication;
use crate::app::{App, NoticeLevel};
use crate::ui::view::{View, dynamic, el};
use crate::ui::widgets::{Icon, icon_button, notice_in_page, prose};
use spanwise_i18n::TextId;

/// One notice in the page, so that it covers nothing, until it is dismissed; nothing if the files differ in nothing.
pub(super) fn file_differences(adjudication: Adjudication) -> View {
    let app = App::from_context();
    let differences = adjudication.file_differences;
    dynamic(move || {
        let told = differences.get();
        (!told.is_empty()).then(|| {
            let told = told.iter().map(|message| el("p").child(prose(&app.say(message))));
            let told = el("div").child(told.collect::<Vec<_>>());
            let dismiss = icon_button(Icon::Close, app.text(TextId::AppDismiss))
                .on_click(move || differences.set(Vec::new()));
            notice_in_page(NoticeLevel::Warning)
                .attr("role", "status")
                .child(el("div").class("file-differences").child(told).child(dismiss))
        })
    })
}
