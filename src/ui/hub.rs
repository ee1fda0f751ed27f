//! The start page: open a file, paste a link, go on with recent work, or try a typology.

use leptos::prelude::*;
use web_sys::{Event, HtmlInputElement};

use super::view::{El, dynamic, el, flag, when};
use super::widgets::{button, file_field, notice_in_page, page_link};
use crate::domain::link::Route;
use crate::domain::store::works::Listed;
use crate::domain::wording::Key;
use crate::state::{App, Level, opening, recent};

/// Templates that come with the app: name, title, what it is for.
const SHIPPED: [(&str, &str, &str); 3] = [
    ("salsa", "SALSA", "Simplification: edits between a complex and a simple sentence"),
    ("mqm", "MQM", "Translation: errors in a translated segment"),
    ("scarecrow", "Scarecrow", "Generation: errors in machine-written text"),
];

/// The start page.
pub(super) fn hub() -> El {
    let app = App::from_context();
    el("main")
        .class("page")
        .set("data-page", "hub")
        .child(
            el("header")
                .class("hub__header")
                .child(el("h1").child(app.text(Key::AppName)))
                .child(el("p").class("lead").child(app.text(Key::HubSentence))),
        )
        .child((!app.store().is_durable()).then(|| {
            notice_in_page(Level::Warning).child(el("p").child(app.text(Key::HubNoStorage)))
        }))
        .child(dynamic(move || {
            app.waiting.get().map(|name| {
                let text = app.words().fill(Key::DataWaiting, &[("name", &name)]);
                notice_in_page(Level::Info).set("role", "status").child(el("p").child(text))
            })
        }))
        .child(
            el("div")
                .class("hub__ways")
                .child(
                    el("section")
                        .class("panel")
                        .child(el("h2").child(app.text(Key::HubOpen)))
                        .child(file_choice())
                        .child(el("p").class("hint").child(app.text(Key::HubOpenHint))),
                )
                .child(link_panel()),
        )
        .child(recent_works())
        .child(gallery())
}

fn link_panel() -> El {
    let app = App::from_context();
    let field = el("input")
        .set("type", "text")
        .set("inputmode", "url")
        .set("autocomplete", "off")
        .set("spellcheck", "false")
        .set("placeholder", "https://github.com/…/template.yml")
        .set("aria-labelledby", "link-heading")
        .set("data-testid", "link");
    let input: HtmlInputElement = field.node();
    let form = el("form")
        .class("hub__link")
        .on("submit", move |event: Event| {
            event.prevent_default();
            opening::open_pasted(app, &input.value());
        })
        .child(field)
        .child(button(app.text(Key::HubLinkGo)).set("type", "submit"));
    el("section")
        .class("panel")
        .child(el("h2").set("id", "link-heading").child(app.text(Key::HubLink)))
        .child(form)
        .child(el("p").class("hint").child(app.text(Key::HubLinkHint)))
}

fn gallery() -> El {
    let app = App::from_context();
    let entry = |(name, title, purpose): (&'static str, &str, &str)| {
        el("li").class("panel").child(el("h3").child(title)).child(el("p").child(purpose)).child(
            button(app.text(Key::HubTry))
                .on_click(move || opening::go(app, &format!("?t={name}")))
                .child(el("span").class("visually-hidden").child(format!(": {title}"))),
        )
    };
    el("section")
        .child(el("h2").child(app.text(Key::HubGallery)))
        .child(el("ul").class("gallery").child(SHIPPED.map(entry)))
}

/// A button that opens files.
pub(super) fn file_choice() -> El {
    let app = App::from_context();
    el("label")
        .class("file-choice")
        .child(el("span").class("button button--main").child(app.text(Key::OpenFile)))
        .child(file_field(|| {}))
}

fn recent_works() -> El {
    let app = App::from_context();
    let works = Memo::new(move |_| recent::list(app));
    el("section")
        .child(el("h2").child(app.text(Key::HubRecent)))
        .child(when(flag(move || works.with(Vec::is_empty)), move || {
            el("p").class("hint").child(app.text(Key::HubRecentNone))
        }))
        .child(
            el("ul").class("recent").child(dynamic(move || {
                works.get().into_iter().map(recent_work).collect::<Vec<_>>()
            })),
        )
}

fn recent_work(listed: Listed) -> El {
    let app = App::from_context();
    let words = app.words();
    let (title, line, readable) = match &listed.meta {
        Ok(meta) => {
            let values = [
                ("done", meta.done.to_string()),
                ("total", meta.instances.to_string()),
                ("size", size(listed.bytes)),
            ];
            let values: Vec<(&str, &str)> = values.iter().map(|(k, v)| (*k, v.as_str())).collect();
            (meta.title.clone(), words.fill(Key::HubRecentLine, &values), true)
        }
        Err(why) => {
            let why = why.to_string();
            (listed.work.to_string(), words.fill(Key::HubRecentUnreadable, &[("why", &why)]), false)
        }
    };
    let name = title.clone();
    let title = if readable {
        page_link(Route::Work(listed.work.to_string()).to_string(), title)
            .set("data-testid", "recent-work")
    } else {
        el("span").child(title)
    };
    el("li").class("recent__work").child(title).child(el("span").class("hint").child(line)).child(
        button(app.text(Key::HubRemove))
            .class("button button--quiet")
            .on_click(move || recent::delete(app, &listed.work, &name)),
    )
}

pub(super) fn size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KB", bytes / 1024),
        _ => format!("{} MB", bytes / 1_048_576),
    }
}
