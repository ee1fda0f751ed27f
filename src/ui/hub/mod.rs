//! The start page: open a file, paste a link, build a template, go on with recent work, or try a typology.

mod gallery;
mod recent;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::view::{El, dynamic, el};
use super::widgets::{button, file_field, language_choice, notice_in_page, page_link};
use crate::app::{App, NoticeLevel, opening};
use spanwise_browser::styles;
use spanwise_i18n::TextId;
use spanwise_links::Route;

pub(super) use recent::byte_size;

/// The styles of the start page, and of the page of a template.
pub(super) static STYLE: &str = include_str!("../../../style/hub.css");

/// The start page.
pub(super) fn hub() -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    crate::app::recent_works::purge(app);
    el("main")
        .class("page")
        .attr("data-page", "hub")
        .child(
            el("header")
                .class("hub__header")
                .child(el("h1").child(app.text(TextId::AppName)))
                .child(language_choice()),
        )
        .child(el("p").class("lead").child(app.text(TextId::HubSentence)))
        .child(app.store().is_blocked().then(|| {
            notice_in_page(NoticeLevel::Warning)
                .child(el("p").child(app.text(TextId::HubNoStorage)))
        }))
        .child(dynamic(move || {
            app.storage_filling().map(|percent| {
                let text =
                    app.words().fill(TextId::NoticeFilling, &[("percent", &percent.to_string())]);
                notice_in_page(NoticeLevel::Warning).child(el("p").child(text))
            })
        }))
        .child(dynamic(move || {
            app.waiting.get().map(|name| {
                let text = app.words().fill(TextId::LandingDataWaiting, &[("name", &name)]);
                notice_in_page(NoticeLevel::Info).attr("role", "status").child(el("p").child(text))
            })
        }))
        .child(
            el("div")
                .class("hub__ways")
                .child(
                    el("section")
                        .class("panel")
                        .child(el("h2").child(app.text(TextId::HubOpen)))
                        .child(file_choice())
                        .child(el("p").class("hint").child(app.text(TextId::HubOpenHint))),
                )
                .child(link_panel())
                .child(
                    el("section")
                        .class("panel")
                        .child(el("h2").child(app.text(TextId::HubBuild)))
                        .child(
                            page_link(Route::Build(None).to_string(), app.text(TextId::HubBuild))
                                .class("button"),
                        )
                        .child(el("p").class("hint").child(app.text(TextId::HubBuildHint))),
                ),
        )
        .child(recent::recent_works())
        .child(gallery::gallery())
}

fn link_panel() -> El {
    let app = App::from_context();
    let field = el("input")
        .attr("type", "text")
        .attr("inputmode", "url")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("dir", "ltr")
        .attr("placeholder", "https://github.com/…/template.yml")
        .attr("aria-labelledby", "link-heading")
        .attr("data-testid", "link");
    let input: HtmlInputElement = field.node();
    let form = el("form")
        .class("hub__link")
        .on(ev::submit, move |event| {
            event.prevent_default();
            opening::open_pasted(app, &input.value());
        })
        .child(field)
        .child(button(app.text(TextId::HubLinkGo)).attr("type", "submit"));
    el("section")
        .class("panel")
        .child(el("h2").attr("id", "link-heading").child(app.text(TextId::HubLink)))
        .child(form)
        .child(el("p").class("hint").child(app.text(TextId::HubLinkHint)))
}

/// A button that opens files.
pub(super) fn file_choice() -> El {
    let app = App::from_context();
    el("label")
        .class("file-choice")
        .child(el("span").class("button button--main").child(app.text(TextId::BarOpenFile)))
        .child(file_field(|| {}))
}
