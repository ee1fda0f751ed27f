//! The page of a template: its description, its decision tree, and links to use it.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;

use super::colors::set_colors;
use super::hub::{self, file_choice};
use super::typology;
use super::view::{El, View, el, show, text};
use super::widgets::{button, copy, diagnostics, dialog, instructions, page_link};
use crate::app::export::not_saved;
use crate::app::{App, LoadedTemplate, NoticeLevel, opening};
use spanwise_browser::files::{self, NewFile};
use spanwise_browser::{language, styles};
use spanwise_i18n::TextId;
use spanwise_links::Route;
use spanwise_template::diagram::{Diagram, DiagramOptions, TypologyTree, layout, svg_file};
use spanwise_template::{Template, TemplateSettings};

/// The page of a template that waits for data.
pub(super) fn template_page(loaded_template: LoadedTemplate) -> El {
    styles::adopt(hub::STYLE);
    let app = App::from_context();
    let template = loaded_template.template.clone();
    let settings = &template.settings;
    let problems = (!loaded_template.diagnostics.is_empty()).then(|| {
        let title =
            app.words().count(TextId::BarTemplateProblems, loaded_template.diagnostics.len());
        el("details")
            .class("panel")
            .child(el("summary").child(title))
            .child(diagnostics(&loaded_template.diagnostics))
    });
    let upload = (!settings.disable.upload).then(|| {
        el("section")
            .class("panel")
            .child(el("h2").child(app.text(TextId::LandingData)))
            .child(file_choice())
            .child(el("p").class("hint").child(app.text(TextId::LandingDataHint)))
    });
    let home = (!app.is_embedded.get_untracked())
        .then(|| el("p").child(page_link(Route::Start.to_string(), app.text(TextId::AppHome))));
    el("main")
        .class("page")
        .attr("data-page", "landing")
        .child(home)
        .child(el("h1").child(template.label.clone()))
        .child(template.description.clone().map(|text| el("p").class("lead").child(text)))
        .child(facts(app, settings))
        .child(actions(app, &loaded_template))
        .child(problems)
        .child(upload)
        .child(tree(app, &loaded_template))
        .child(settings.instructions.is_some().then(|| instructions_panel(app, template.clone())))
}

/// The instructions, shown on request.
fn instructions_panel(app: App, template: Arc<Template>) -> El {
    let open = RwSignal::new(false);
    let panel = el("details").class("panel").on(ev::toggle, move |_| open.set(true));
    set_colors(panel.node(), template.clone());
    panel
        .child(el("summary").child(app.text(TextId::ButtonsInstructionsLabel)))
        .child(show(open.into(), move || instructions(&template)))
}

/// Task and languages.
fn facts(app: App, settings: &TemplateSettings) -> El {
    let fact = |key: TextId, value: String| [el("dt").child(app.text(key)), el("dd").child(value)];
    let task = settings.task.clone().map(|task| fact(TextId::TemplateTask, task));
    let languages: Vec<String> = settings.languages.iter().map(|c| language::name_of(c)).collect();
    let languages =
        (!languages.is_empty()).then(|| fact(TextId::TemplateLanguages, languages.join(", ")));
    el("dl").class("facts").child(task.map(View::from)).child(languages.map(View::from))
}

/// The buttons and links that use the template.
fn actions(app: App, loaded_template: &LoadedTemplate) -> El {
    let settings = &loaded_template.template.settings;
    let example = loaded_template.example.is_some().then(|| {
        let loaded_template = loaded_template.clone();
        button(app.text(TextId::LandingExample))
            .class("button button--main")
            .on_click(move || opening::open_example(app, loaded_template.clone()))
    });
    let training = settings.training.is_some().then(|| {
        let loaded_template = loaded_template.clone();
        button(app.text(TextId::TemplateTraining))
            .attr("data-testid", "training")
            .on_click(move || opening::open_training(app, loaded_template.clone()))
    });
    let customise = (!app.is_embedded.get_untracked()).then(|| {
        let loaded_template = loaded_template.clone();
        button(app.text(TextId::TemplateCustomise))
            .attr("data-testid", "customise")
            .on_click(move || opening::customise(app, &loaded_template))
    });
    let link = |address: &Option<String>, key: TextId| {
        address.clone().map(|href| {
            el("a")
                .class("button")
                .attr("href", href)
                .attr("target", "_blank")
                .attr("rel", "noopener noreferrer")
                .child(app.text(key))
        })
    };
    el("p")
        .class("actions")
        .child(example)
        .child(training)
        .child(customise)
        .child(settings.citation.clone().map(|citation| cite(app, citation)))
        .child(link(&settings.tutorial_link, TextId::LandingTutorial))
        .child(link(&settings.paper_link, TextId::LandingPaper))
}

/// The button that shows the citation, to be copied.
fn cite(app: App, citation: String) -> View {
    let open = RwSignal::new(false);
    let content = move || {
        let copied = citation.clone();
        View::Many(vec![
            el("pre").class("citation").attr("dir", "ltr").child(citation.as_str()).into(),
            button(app.text(TextId::TemplateCopy))
                .class("button button--main")
                .attr("data-testid", "copy-citation")
                .on_click(move || copy(app, copied.clone()))
                .into(),
        ])
    };
    let title = text(move || app.text(TextId::TemplateCite));
    View::Many(vec![
        button(app.text(TextId::TemplateCite))
            .attr("data-testid", "cite")
            .on_click(move || open.set(true))
            .into(),
        dialog(open, title, content).into(),
    ])
}

/// The decision tree as a diagram, as a file, and as a list.
fn tree(app: App, loaded_template: &LoadedTemplate) -> El {
    let template = &loaded_template.template;
    let tree = TypologyTree::of(&template.label, &template.typology);
    let words = typology::diagram_words(app);
    let options =
        DiagramOptions { direction: typology::direction(app), ..DiagramOptions::default() };
    let diagram = layout(&tree, &words, &options);
    let drawn = typology::diagram(&diagram);
    let list = typology::typology_list(&tree, &words);
    el("section")
        .child(el("h2").child(app.text(TextId::TemplateTree)))
        .child(
            el("div")
                .class("panel tree-frame")
                .attr("role", "group")
                .attr("aria-label", app.text(TextId::TemplateTree))
                .attr("tabindex", "0")
                .child(drawn),
        )
        .child(
            el("p").class("actions").child(
                button(app.text(TextId::TemplateTreeFile))
                    .attr("data-testid", "tree-file")
                    .on_click(download(
                        app,
                        template.label.clone(),
                        template.name.clone(),
                        diagram,
                    )),
            ),
        )
        .child(
            el("details")
                .child(el("summary").child(app.text(TextId::TemplateTreeList)))
                .child(list),
        )
}

/// Saves a diagram as a file.
fn download(app: App, title: String, name: String, diagram: Diagram) -> impl FnMut() {
    move || {
        let (name, text) = (format!("{name}.svg"), svg_file(&diagram, &title));
        let file = NewFile { name: &name, media_type: "image/svg+xml", content: text.as_bytes() };
        if let Err(why) = files::save(file) {
            app.tell(NoticeLevel::Error, not_saved(&why), None);
        }
    }
}
