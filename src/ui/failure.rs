//! The page of something that could not be opened, with the places of the problems and the remedies.

use super::view::{El, el};
use super::widgets::{button, diagnostics, notice_in_page, page_link};
use crate::app::{App, Failure, NoticeLevel};
use spanwise_browser::location;
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// The page of a failure.
pub(super) fn failure_page(failure: Failure) -> El {
    let app = App::from_context();
    let Failure { what, message, diagnostics: list, .. } = failure;
    el("main")
        .class("page page--narrow")
        .attr("data-page", "failure")
        .child(el("h1").child(app.text(TextId::FailureTitle)))
        .child(
            notice_in_page(NoticeLevel::Error)
                .attr("role", "alert")
                .child(el("p").class("failure__what").child(what))
                .child(el("p").child(app.say(&message)))
                .child(diagnostics(&list)),
        )
        .child(
            el("p")
                .class("actions")
                .child(
                    button(app.text(TextId::FailureRetry))
                        .class("button button--main")
                        .on_click(location::reload),
                )
                .child(
                    page_link(Route::Start.to_string(), app.text(TextId::FailureHub))
                        .class("button"),
                ),
        )
}
