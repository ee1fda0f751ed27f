//! The start page: what the app is, two ways in (open, build), recent work, and the gallery of typologies.

mod gallery;
mod marked_sentence;
mod recent;
mod task_group;

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use super::view::{El, dynamic, el};
use super::widgets::{button, file_field, language_choice, notice_in_page, page_link};
use crate::app::{App, NoticeLevel, WaitingData, opening};
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
                .child(language_choice(TextId::HubLanguageAuto)),
        )
        .child(marked_sentence::marked_sentence())
        .child(el("p").class("hint").child(app.text(TextId::HubPrivate)))
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
            app.waiting.get().map(|WaitingData { names, has_edits }| {
                let text = app.words().fill(TextId::LandingDataWaiting, &[("name", &names)]);
                let make = has_edits.then(|| {
                    button(app.text(TextId::LandingMakeTemplate))
                        .attr("data-testid", "make-template")
                        .on_click(move || opening::make_template_for_data(app))
                });
                notice_in_page(NoticeLevel::Info)
                    .attr("role", "status")
                    .child(el("p").child(text))
                    .child(make)
            })
        }))
        .child(el("div").class("hub__ways").child(open_panel()).child(build_panel()))
        .child(recent::recent_works())
        .child(gallery::gallery())
}

/// The first way in: files of one's own, or a link to some.
fn open_panel() -> El {
    let app = App::from_context();
    el("section")
        .class("panel")
        .attr("aria-labelledby", "open-heading")
        .child(el("h2").attr("id", "open-heading").child(app.text(TextId::HubOpen)))
        .child(el("p").child(app.text(TextId::HubOpenHint)))
        .child(file_choice())
        .child(link_form())
        .child(
            el("p")
                .child(page_link(Route::Figures.to_string(), app.text(TextId::FiguresTitle)))
                .child(": ")
                .child(app.text(TextId::HubFiguresHint)),
        )
}

/// The second way in: a template of one's own.
fn build_panel() -> El {
    let app = App::from_context();
    el("section")
        .class("panel")
        .attr("aria-labelledby", "build-heading")
        .child(el("h2").attr("id", "build-heading").child(app.text(TextId::HubBuild)))
        .child(el("p").child(app.text(TextId::HubBuildHint)))
        .child(
            page_link(Route::Build(None).to_string(), app.text(TextId::HubBuild))
                .class("button button--main"),
        )
        .child(el("pre").class("hub__sample").attr("dir", "ltr").child(SAMPLE))
}

/// The part of a template that says most: a category with a question.
const SAMPLE: &str = "\
edits:
  - name: fluency
    annotation:
      - question: How bad is it?
        options: likert-3";

fn link_form() -> El {
    let app = App::from_context();
    let field = el("input")
        .attr("type", "text")
        .attr("inputmode", "url")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("dir", "ltr")
        .attr("id", "link")
        .attr("placeholder", "https://github.com/…/template.yml")
        .attr("aria-describedby", "link-hint")
        .attr("data-testid", "link");
    let input: HtmlInputElement = field.node();
    el("form")
        .class("hub__link")
        .on(ev::submit, move |event| {
            event.prevent_default();
            opening::open_pasted(app, &input.value());
        })
        .child(el("label").attr("for", "link").child(app.text(TextId::HubLink)))
        .child(field)
        .child(button(app.text(TextId::HubLinkGo)).attr("type", "submit"))
        .child(el("p").class("hint").attr("id", "link-hint").child(app.text(TextId::HubLinkHint)))
}

/// A button that opens files.
pub(super) fn file_choice() -> El {
    let app = App::from_context();
    el("label")
        .class("file-choice")
        .child(el("span").class("button button--main").child(app.text(TextId::BarOpenFile)))
        .child(file_field(|| {}))
}
