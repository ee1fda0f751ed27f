//! The shell: notices, the page that is shown, files dropped anywhere.

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::adjudicate::adjudicate_page;
use super::annotate::{annotate, load_for_texts, waits_for_code};
use super::build::build_page;
use super::columns::columns_page;
use super::conversion::conversion_page;
use super::embed::{embed_page, embedded_data_page};
use super::failure::failure_page;
use super::figures::figures_page;
use super::hub::hub;
use super::language_model::model_page;
use super::opening::opening_page;
use super::submit::carry_on;
use super::template_page::template_page;
use super::training::training_page;
use super::view::{El, MountPoint, View, dynamic};
use super::widgets::{notices, open_files, prefetch_open_files};
use crate::app::builder::BuilderStart;
use crate::app::lazy::lazily_loaded;
use crate::app::training::TrainingPurpose;
use crate::app::{
    AdjudicationRequest, App, EmbeddedDataSource, FiguresRequest, ForeignFiles, LoadedTemplate,
    ModelRequest, NoticeAction, NoticeLevel, Page, Session, UnmappedData, opening,
};
use crate::ui::widgets::lazy;
use spanwise_browser::console::reported;
use spanwise_browser::updates::{self, UpdateEvent};
use spanwise_browser::{folders, leaving, location, presence, timing};
use spanwise_i18n::TextId;

/// The pages before a work. A link to data leads past them, so that they are not downloaded.
#[derive(Clone, Copy)]
struct StartPages {
    hub: fn() -> El,
    template: fn(LoadedTemplate) -> El,
}

/// The pages whose template and data come from elsewhere than from files and addresses.
#[derive(Clone, Copy)]
struct EmbeddedPages {
    embed: fn() -> El,
    embedded_data: fn(EmbeddedDataSource) -> El,
}

type AdjudicatePage = fn(AdjudicationRequest, RwSignal<bool>) -> El;

lazily_loaded!(research, adjudicate_view, AdjudicatePage, adjudicate_page);

lazily_loaded!(research, columns_view, fn(UnmappedData) -> El, columns_page);
lazily_loaded!(research, figures_view, fn(FiguresRequest) -> El, figures_page);
lazily_loaded!(research, model_view, fn(Arc<ModelRequest>) -> El, model_page);
lazily_loaded!(research, conversion_view, fn(ForeignFiles) -> El, conversion_page);
type TrainingPage = fn(LoadedTemplate, TrainingPurpose, RwSignal<bool>) -> El;

lazily_loaded!(training, training_view, TrainingPage, training_page);
lazily_loaded!(research, build_view, fn(BuilderStart) -> El, build_page);
lazily_loaded!(
    research,
    embedded_pages,
    EmbeddedPages,
    EmbeddedPages { embed: embed_page, embedded_data: embedded_data_page }
);
lazily_loaded!(start, start_pages, StartPages, StartPages { hub, template: template_page });

/// Mounts the app.
pub fn show() {
    let app = App::provide();
    spawn_local(async move {
        app.join_stores().await;
        opening::open_address(app);
        location::on_change(move || opening::open_address(app));
    });
    // Submissions that wait to be sent may have come back with the recent works.
    Effect::watch(move || app.recent.get(), move |_, _, _| carry_on(app), false);
    accept_drops(app);
    updates::on_event(move |event| tell_update(app, event));
    leaving::ask_before(move || app.loses_work());
    let shown = RwSignal::new(false);
    Effect::new(move |_| {
        let ready = shown.get();
        timing::after_paint(move || set_ready(ready));
        if !ready {
            set_ready(false);
        }
    });
    let page = dynamic(move || {
        // Messages have their language from the first page on.
        if app.page_number.get() > 0 {
            carry_on(app);
        }
        untrack(|| page_view(app.page.get_untracked(), shown))
    });
    if let Some(body) = document().body() {
        View::from(notices()).mount(MountPoint::end_of(&body));
        page.mount(MountPoint::end_of(&body));
    }
}

/// Builds a page, and sets `shown` once it takes input.
fn page_view(page: Page, shown: RwSignal<bool>) -> View {
    let is_here = match &page {
        Page::Annotate(session) => !waits_for_code(*session),
        Page::Embed | Page::Failure(_) => true,
        Page::Opening
        | Page::Hub
        | Page::Template(_)
        | Page::FieldMapping(_)
        | Page::Conversion(_)
        | Page::Figures(_)
        | Page::Model(_)
        | Page::Training(_)
        | Page::Adjudicate(_)
        | Page::Build(_)
        | Page::EmbeddedData(_) => false,
    };
    shown.set(is_here);
    let start = move |view: Box<dyn Fn(StartPages) -> El>| {
        lazy(start_pages, move |pages| {
            shown.set(true);
            view(pages).into()
        })
    };
    match page {
        Page::Opening => opening_page().into(),
        Page::Hub => start(Box::new(|pages| (pages.hub)())),
        Page::Template(loaded) => start(Box::new(move |pages| (pages.template)(loaded.clone()))),
        Page::FieldMapping(unmapped) => lazy(columns_view, move |page| {
            shown.set(true);
            page(unmapped.clone()).into()
        }),
        Page::Conversion(foreign) => lazy(conversion_view, move |page| {
            shown.set(true);
            page(foreign.clone()).into()
        }),
        Page::Figures(request) => lazy(figures_view, move |page| {
            shown.set(true);
            page(request.clone()).into()
        }),
        Page::Model(request) => lazy(model_view, move |page| {
            shown.set(true);
            page(request.clone()).into()
        }),
        Page::Training(loaded) => {
            let purpose = TrainingPurpose::Progress;
            lazy(training_view, move |page| page(loaded.clone(), purpose, shown).into())
        }
        Page::Annotate(session) if !is_here => annotate_with_code(session, shown),
        Page::Annotate(session) => annotate(session).into(),
        Page::Adjudicate(several) => {
            lazy(adjudicate_view, move |page| page(several.clone(), shown).into())
        }
        Page::Build(from) => lazy(build_view, move |page| {
            shown.set(true);
            page(from.clone()).into()
        }),
        Page::Embed => lazy(embedded_pages, |pages| (pages.embed)().into()),
        Page::EmbeddedData(by) => {
            lazy(embedded_pages, move |pages| (pages.embedded_data)(by.clone()).into())
        }
        Page::Failure(failure) => failure_page(failure).into(),
    }
}

/// The annotate page once the code is there that shows its texts and what stands above them: coming later, it would move
/// them under the pointer.
fn annotate_with_code(session: Session, shown: RwSignal<bool>) -> View {
    let is_loaded = RwSignal::new(false);
    spawn_local(async move {
        load_for_texts(session).await;
        // Another page may be shown by now.
        is_loaded.try_set(true);
    });
    dynamic(move || {
        let is_loaded = is_loaded.get();
        shown.set(is_loaded);
        untrack(|| if is_loaded { annotate(session) } else { opening_page() })
    })
}

/// Shows a notice of a new version, of the refusal to load it, or of a repaired file.
fn tell_update(app: App, event: UpdateEvent) {
    let (level, text, action) = match event {
        UpdateEvent::Ready => {
            let action = NoticeAction { label: TextId::UpdateApply, run: Arc::new(updates::apply) };
            (NoticeLevel::Info, TextId::UpdateReady, Some(action))
        }
        UpdateEvent::Refused => (NoticeLevel::Warning, TextId::UpdateRefused, None),
        UpdateEvent::Repaired => (NoticeLevel::Info, TextId::UpdateRepaired, None),
    };
    app.tell(level, text, action);
}

/// Opens files that are dropped anywhere on the page.
fn accept_drops(app: App) {
    presence::at_first_signs(prefetch_open_files);
    let allow = window_event_listener(ev::dragover, |event| event.prevent_default());
    let drop = window_event_listener(ev::drop, move |event| {
        event.prevent_default();
        let dropped = event.data_transfer().map(|transfer| folders::dropped(&transfer));
        open_files(app, dropped.unwrap_or_default());
    });
    on_cleanup(move || {
        allow.remove();
        drop.remove();
    });
}

fn set_ready(ready: bool) {
    let Some(root) = document().document_element() else { return };
    reported(if ready {
        root.set_attribute("data-app-ready", "true")
    } else {
        root.remove_attribute("data-app-ready")
    });
}
