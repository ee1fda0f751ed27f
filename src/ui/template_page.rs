//! A template: what it is about, its decision tree, and the ways on from here.

use leptos::ev;
use leptos::prelude::*;

use super::hub::{self, file_choice};
use super::typology;
use super::view::{El, View, el, text, when};
use super::widgets::{button, copy, diagnostics, dialog, markdown, page_link};
use crate::state::export::not_saved;
use crate::state::{App, Landing, Level, opening};
use spanwise_browser::{files, language, styles};
use spanwise_i18n::Key;
use spanwise_links::Route;
use spanwise_template::Settings;
use spanwise_template::diagram::{Diagram, DiagramOptions, TypologyTree, layout, svg_file};

/// The page of a template that waits for data.
pub(super) fn template_page(landing: Landing) -> El {
    styles::adopt(hub::STYLE);
    let app = App::from_context();
    let template = landing.template.clone();
    let settings = &template.settings;
    let problems = (!landing.diagnostics.is_empty()).then(|| {
        let title = app.words().count(Key::BarTemplateProblems, landing.diagnostics.len());
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
    let home = (!app.is_embedded.get_untracked())
        .then(|| el("p").child(page_link(Route::Start.to_string(), app.text(Key::AppHome))));
    el("main")
        .class("page")
        .set("data-page", "landing")
        .child(home)
        .child(el("h1").child(template.label.clone()))
        .child(template.description.clone().map(|text| el("p").class("lead").child(text)))
        .child(facts(app, settings))
        .child(actions(app, &landing))
        .child(problems)
        .child(upload)
        .child(tree(app, &landing))
        .child(settings.instructions.clone().map(|text| instructions(app, text)))
}

/// What annotators are told, once it is asked for.
fn instructions(app: App, text: String) -> El {
    let open = RwSignal::new(false);
    el("details")
        .class("panel")
        .on(ev::toggle, move |_| open.set(true))
        .child(el("summary").child(app.text(Key::ButtonsInstructionsLabel)))
        .child(when(open.into(), move || markdown(&text)))
}

/// Task and languages.
fn facts(app: App, settings: &Settings) -> El {
    let fact = |key: Key, value: String| [el("dt").child(app.text(key)), el("dd").child(value)];
    let task = settings.task.clone().map(|task| fact(Key::TemplateTask, task));
    let languages: Vec<String> = settings.languages.iter().map(|c| language::name_of(c)).collect();
    let languages =
        (!languages.is_empty()).then(|| fact(Key::TemplateLanguages, languages.join(", ")));
    el("dl").class("facts").child(task.map(View::from)).child(languages.map(View::from))
}

/// The ways on from here.
fn actions(app: App, landing: &Landing) -> El {
    let settings = &landing.template.settings;
    let example = landing.example.is_some().then(|| {
        let landing = landing.clone();
        button(app.text(Key::LandingExample))
            .class("button button--main")
            .on_click(move || opening::open_example(app, landing.clone()))
    });
    let customise = (!app.is_embedded.get_untracked()).then(|| {
        let landing = landing.clone();
        button(app.text(Key::TemplateCustomise))
            .set("data-testid", "customise")
            .on_click(move || opening::customise(app, &landing))
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
    el("p")
        .class("actions")
        .child(example)
        .child(customise)
        .child(settings.citation.clone().map(|citation| cite(app, citation)))
        .child(link(&settings.tutorial_link, Key::LandingTutorial))
        .child(link(&settings.paper_link, Key::LandingPaper))
}

/// The button that shows the citation, to be copied.
fn cite(app: App, citation: String) -> View {
    let open = RwSignal::new(false);
    let content = move || {
        let copied = citation.clone();
        View::Many(vec![
            el("pre").class("citation").set("dir", "ltr").child(citation.as_str()).into(),
            button(app.text(Key::TemplateCopy))
                .class("button button--main")
                .set("data-testid", "copy-citation")
                .on_click(move || copy(app, copied.clone()))
                .into(),
        ])
    };
    let title = text(move || app.text(Key::TemplateCite));
    View::Many(vec![
        button(app.text(Key::TemplateCite))
            .set("data-testid", "cite")
            .on_click(move || open.set(true))
            .into(),
        dialog(open, title, content).into(),
    ])
}

/// The decision tree as a diagram, as a file, and as a list.
fn tree(app: App, landing: &Landing) -> El {
    let template = &landing.template;
    let tree = TypologyTree::of(&template.label, &template.typology);
    let words = typology::words(app);
    let options =
        DiagramOptions { direction: typology::direction(app), ..DiagramOptions::default() };
    let diagram = layout(&tree, &words, &options);
    let drawn = typology::drawn(&diagram);
    let list = typology::list(&tree, &words);
    el("section")
        .child(el("h2").child(app.text(Key::TemplateTree)))
        .child(
            el("div")
                .class("panel tree-frame")
                .set("role", "group")
                .set("aria-label", app.text(Key::TemplateTree))
                .set("tabindex", "0")
                .child(drawn),
        )
        .child(
            el("p").class("actions").child(
                button(app.text(Key::TemplateTreeFile)).set("data-testid", "tree-file").on_click(
                    download(app, template.label.clone(), template.name.clone(), diagram),
                ),
            ),
        )
        .child(
            el("details").child(el("summary").child(app.text(Key::TemplateTreeList))).child(list),
        )
}

/// Saves a diagram as a file.
fn download(app: App, title: String, name: String, diagram: Diagram) -> impl FnMut() {
    move || {
        let file = svg_file(&diagram, &title);
        if let Err(why) = files::save(&format!("{name}.svg"), "image/svg+xml", &[file]) {
            app.tell(Level::Error, not_saved(why), None);
        }
    }
}
