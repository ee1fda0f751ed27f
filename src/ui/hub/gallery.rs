//! The typologies and tutorials that come with the app.

use leptos::ev;
use leptos::prelude::*;

use crate::app::gallery::{self, ShippedTemplate};
use crate::app::{App, Failure, NoticeLevel};
use crate::ui::typology;
use crate::ui::view::{El, View, dynamic, el, text};
use crate::ui::widgets::{notice_in_page, page_link};
use spanwise_browser::language;
use spanwise_i18n::TextId;
use spanwise_links::Route;
use spanwise_template::diagram::thumbnail;

/// A section of the gallery.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GallerySection {
    Typologies,
    Tutorials,
}

impl GallerySection {
    fn of(shipped: &ShippedTemplate) -> Self {
        if shipped.is_tutorial() { GallerySection::Tutorials } else { GallerySection::Typologies }
    }
}

/// The gallery, searchable; the tutorials below it.
pub(super) fn gallery() -> El {
    let app = App::from_context();
    let loaded = RwSignal::new_local(None::<Result<Vec<ShippedTemplate>, Failure>>);
    leptos::task::spawn_local(async move {
        let all = gallery::load().await;
        // The page may be gone.
        loaded.try_set(Some(all));
    });
    let search = RwSignal::new(String::new());
    let found = move |section: GallerySection| -> Vec<ShippedTemplate> {
        let search = search.get();
        loaded.with(|loaded| match loaded {
            Some(Ok(all)) => all
                .iter()
                .filter(|shipped| {
                    GallerySection::of(shipped) == section && shipped.matches(&search)
                })
                .cloned()
                .collect(),
            Some(Err(_)) | None => Vec::new(),
        })
    };
    let cards = move |section: GallerySection, class: &'static str| {
        dynamic(move || {
            let cards = found(section).into_iter().map(card).collect::<Vec<_>>();
            el("ul").class(class).child(cards)
        })
    };
    let count = text(move || {
        if search.with(String::is_empty) {
            return String::new();
        }
        let sections = [GallerySection::Typologies, GallerySection::Tutorials];
        app.words()
            .count(TextId::HubFound, sections.map(|section| found(section).len()).iter().sum())
    });
    let failed = dynamic(move || match loaded.get() {
        Some(Err(failure)) => notice_in_page(NoticeLevel::Error)
            .child(el("p").child(format!("{}: {}", failure.what, app.say(&failure.message))))
            .into(),
        Some(Ok(_)) | None => View::Nothing,
    });
    el("section")
        .attr("data-testid", "gallery")
        .attr("aria-busy", text(move || loaded.with(Option::is_none).to_string()))
        .child(
            el("div")
                .class("gallery__head")
                .child(el("h2").child(app.text(TextId::HubGallery)))
                .child(search_field(search))
                .child(el("span").class("hint").attr("role", "status").child(count)),
        )
        .child(el("p").class("hint").child(app.text(TextId::HubGalleryHint)))
        .child(failed)
        .child(cards(GallerySection::Typologies, "gallery"))
        .child(el("h2").child(app.text(TextId::HubTutorials)))
        .child(el("p").class("hint").child(app.text(TextId::HubTutorialsHint)))
        .child(cards(GallerySection::Tutorials, "gallery gallery--tutorials"))
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
    let diagram = (!shipped.is_tutorial()).then(|| {
        let diagram = thumbnail(&template.typology, typology::direction(app));
        el("div").class("gallery__picture").child(typology::diagram(&diagram))
    });
    let languages: Vec<String> = settings.languages.iter().map(|c| language::name_of(c)).collect();
    let categories = app.words().count(TextId::HubCategories, template.typology.categories().len());
    let task = settings.task.clone().filter(|_| !shipped.is_tutorial());
    let facts: Vec<String> = task.into_iter().chain([categories, languages.join(", ")]).collect();
    el("li")
        .class("panel gallery__card")
        .attr("data-template", name.clone())
        .child(diagram)
        .child(el("h3").child(page_link(route, template.label.clone())))
        .child((!shipped.is_tutorial()).then(|| el("p").class("hint").child(facts.join(" · "))))
        .child(template.description.clone().map(|text| el("p").child(text)))
        .child(
            page_link(format!("?t={name}"), app.text(TextId::HubTry))
                .class("button")
                .child(el("span").class("visually-hidden").child(format!(": {}", template.label))),
        )
}
