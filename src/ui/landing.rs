//! A template without data: what it is, and where the data goes.

use super::hub::file_choice;
use super::view::{El, el};
use super::widgets::{button, diagnostics};
use crate::domain::wording::Key;
use crate::state::{App, Landing, opening};

/// The page of a template that waits for data.
pub(super) fn landing_page(landing: Landing) -> El {
    let app = App::from_context();
    let template = landing.template.clone();
    let settings = &template.settings;
    let problems = (!landing.diagnostics.is_empty()).then(|| {
        let title = app.words().count(Key::TemplateProblems, landing.diagnostics.len());
        el("details")
            .class("panel")
            .child(el("summary").child(title))
            .child(diagnostics(&landing.diagnostics))
    });
    let upload = (!settings.disable.upload).then(|| {
        el("section")
            .class("panel")
            .child(el("h2").child(app.text(Key::LandingData)))
            .child(file_choice())
            .child(el("p").class("hint").child(app.text(Key::LandingDataHint)))
    });
    let example = landing.example.is_some().then(|| {
        button(app.text(Key::LandingExample))
            .class("button button--main")
            .on_click(move || opening::open_example(app, landing.clone()))
    });
    let link = |address: &Option<String>, key: Key| {
        address.clone().map(|href| {
            el("a")
                .class("button")
                .set("href", href)
                .set("target", "_blank")
                .set("rel", "noopener noreferrer")
                .child(app.text(key))
        })
    };
    el("main")
        .class("page page--narrow")
        .set("data-page", "landing")
        .child(el("h1").child(template.label.clone()))
        .child(template.description.clone().map(|text| el("p").class("lead").child(text)))
        .child(problems)
        .child(upload)
        .child(
            el("p")
                .class("actions")
                .child(example)
                .child(link(&settings.tutorial_link, Key::LandingTutorial))
                .child(link(&settings.paper_link, Key::LandingPaper)),
        )
}
