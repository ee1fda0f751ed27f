//! The typologies and tutorials that come with the app.

use leptos::ev;
use leptos::prelude::*;

use super::task_group::TaskGroup;
use crate::app::gallery::{self, ShippedTemplate};
use crate::app::{App, Failure, NoticeLevel};
use crate::ui::typology;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::{notice_in_page, page_link};
use spanwise_browser::language;
use spanwise_i18n::TextId;
use spanwise_links::Route;
use spanwise_template::diagram::thumbnail;

/// The gallery, searchable: typologies by task, then the tutorials.
pub(super) fn gallery() -> Vec<El> {
    let app = App::from_context();
    let loaded = RwSignal::new_local(None::<Result<Vec<ShippedTemplate>, Failure>>);
    leptos::task::spawn_local(async move {
        let all = gallery::load().await;
        // The page may be gone.
        loaded.try_set(Some(all));
    });
    let search = RwSignal::new(String::new());
    let found = move |group: TaskGroup| -> Vec<ShippedTemplate> {
        let heading = app.text(group.heading());
        let search = search.get();
        loaded.with(|loaded| match loaded {
            Some(Ok(all)) => all
                .iter()
                .filter(|shipped| TaskGroup::of(shipped) == group)
                .filter(|shipped| shipped.matches(&search, &heading))
                .cloned()
                .collect(),
            Some(Err(_)) | None => Vec::new(),
        })
    };
    let groups = dynamic(move || {
        let groups = TaskGroup::TYPOLOGIES.into_iter().map(|task| task_group(task, found(task)));
        el("div").class("gallery").child(groups.collect::<Vec<_>>())
    });
    let tutorials = dynamic(move || {
        let cards = found(TaskGroup::Tutorials).into_iter().map(card).collect::<Vec<_>>();
        el("ul").class("gallery gallery--tutorials").child(cards)
    });
    let count = text(move || {
        if search.with(String::is_empty) {
            return String::new();
        }
        let groups = TaskGroup::TYPOLOGIES.into_iter().chain([TaskGroup::Tutorials]);
        app.words().count(TextId::HubFound, groups.map(|group| found(group).len()).sum())
    });
    let failed = dynamic(move || match loaded.get() {
        Some(Err(failure)) => notice_in_page(NoticeLevel::Error)
            .child(el("p").child(format!("{}: {}", failure.what, app.say(&failure.message))))
            .into(),
        Some(Ok(_)) | None => View::Nothing,
    });
    let heading = |id: &'static str, name: TextId| el("h2").attr("id", id).child(app.text(name));
    let typologies = el("section")
        .attr("data-testid", "gallery")
        .attr("aria-labelledby", "gallery-heading")
        .attr("aria-busy", text(move || loaded.with(Option::is_none).to_string()))
        .child(
            el("div")
                .class("gallery__head")
                .child(heading("gallery-heading", TextId::HubGallery))
                .child(el("span").class("hint").child(app.text(TextId::HubGalleryHint)))
                .child(el("span").class("hint").attr("role", "status").child(count))
                .child(search_field(search)),
        )
        .child(failed)
        .child(groups);
    let tutorials = el("section")
        .attr("aria-labelledby", "tutorials-heading")
        .child(
            el("div")
                .class("gallery__head")
                .child(heading("tutorials-heading", TextId::HubTutorials))
                .child(el("span").class("hint").child(app.text(TextId::HubTutorialsHint))),
        )
        .child(tutorials);
    vec![typologies, tutorials]
}

/// The typologies for related tasks; nothing if there are none.
fn task_group(group: TaskGroup, found: Vec<ShippedTemplate>) -> View {
    if found.is_empty() {
        return View::Nothing;
    }
    let app = App::from_context();
    el("div")
        .class("gallery__group")
        .style(("--cards", found.len().to_string()))
        .child(el("h3").child(app.text(group.heading())))
        .child(
            el("ul").class("gallery__cards").child(found.into_iter().map(card).collect::<Vec<_>>()),
        )
        .into()
}

fn search_field(search: RwSignal<String>) -> El {
    let app = App::from_context();
    el("input")
        .attr("type", "search")
        .attr("aria-label", app.text(TextId::HubSearch))
        .attr("placeholder", app.text(TextId::HubSearchHint))
        .attr("data-testid", "search")
        .on(ev::input, move |event| search.set(event_target_value(&event)))
}

fn card(shipped: ShippedTemplate) -> El {
    let app = App::from_context();
    let ShippedTemplate { name, template } = &shipped;
    let route = match spanwise_links::ShippedName::new(name) {
        Some(name) => Route::Template(name).to_string(),
        None => Route::Start.to_string(),
    };
    let settings = &template.settings;
    // Typologies stand below the heading of their task, tutorials do not.
    let heading = el(if shipped.is_tutorial() { "h3" } else { "h4" });
    let diagram = (!shipped.is_tutorial()).then(|| {
        let diagram = thumbnail(&template.typology, typology::direction(app));
        el("div").class("gallery__picture").child(typology::diagram(&diagram))
    });
    let languages: Vec<String> = settings.languages.iter().map(|c| language::name_of(c)).collect();
    let categories = app.words().count(TextId::HubCategories, template.typology.categories().len());
    let task = settings.task.clone().filter(|_| !shipped.is_tutorial());
    let facts = task.into_iter().chain([categories, languages.join(", ")]);
    el("li")
        .class("panel gallery__card")
        .attr("data-template", name.clone())
        .child(diagram)
        .child(heading.class("gallery__name").child(page_link(route, template.label.clone())))
        .child((!shipped.is_tutorial()).then(|| facts_line(facts)))
        .child(template.description.clone().map(|text| el("p").child(text)))
        .child(
            page_link(format!("?t={name}"), app.text(TextId::HubTry))
                .class("button")
                .child(el("span").class("visually-hidden").child(format!(": {}", template.label))),
        )
}

/// Facts in a row. The task is in the language of the template, whose direction may be another.
fn facts_line(facts: impl Iterator<Item = String>) -> El {
    let mut line = el("p").class("hint gallery__facts");
    for (at, fact) in facts.enumerate() {
        line = line.child((at > 0).then_some(" · ")).child(el("bdi").child(fact));
    }
    line
}
