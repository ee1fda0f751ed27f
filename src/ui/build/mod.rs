//! The builder: the template on the left with its outline, the data below, the real annotate page on the right.

mod builder_bar;
mod builder_panes;
mod completion;
mod data_problems;
mod editors;
mod gold_page;
mod outline;
mod outline_form;
mod outline_parts;
mod outline_tree;
mod screen;
mod template_problems;
mod training_form;
mod training_pane;
mod training_settings;
mod trial;
mod versions;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use self::screen::BuilderScreen;
use super::view::{El, View, dynamic, el, flag};
use crate::app::builder::{Builder, BuilderStart};
use crate::app::{App, Failure};
use spanwise_browser::console::reported;
use spanwise_browser::{location, styles};
use spanwise_i18n::TextId;
use spanwise_links::Route;

static STYLE: &str = include_str!("../../../style/build.css");

/// The page of a draft, once it is opened.
pub(super) fn build_page(from: BuilderStart) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let opened = RwSignal::new(None::<Builder>);
    // The signals of the draft belong to this page, not to the task that opens it.
    let owner = Owner::current().unwrap_or_default();
    leptos::task::spawn_local(async move {
        match Builder::open(app, from).await {
            Some(parts) => {
                let builder = owner.with(|| parts.into_builder(app));
                location::replace(&Route::Build(Some(builder.draft().to_string())).to_string());
                opened.try_set(Some(builder));
            }
            None => {
                app.fail(Failure::new(location::address(), TextId::BuildGone));
            }
        }
    });
    keep_field_when_leaving(opened);
    let screen = RwSignal::new(BuilderScreen::Draft);
    let is_hidden = flag(move || screen.with(|screen| !matches!(screen, BuilderScreen::Draft)));
    let draft =
        el("div").class("build").attr("data-page", "build").attr("hidden", is_hidden).child(
            dynamic(move || match opened.get() {
                Some(builder) => View::Many(vec![
                    builder_bar::builder_bar(builder).into(),
                    builder_panes::builder_panes(builder, screen).into(),
                ]),
                None => View::Nothing,
            }),
        );
    let node: HtmlElement = draft.node();
    Effect::new(move |_| {
        // A page is named once: in a trial it is that of the training.
        let is_trial = screen.with(|screen| matches!(screen, BuilderScreen::Trial));
        reported(if is_trial {
            node.remove_attribute("data-page")
        } else {
            node.set_attribute("data-page", "build")
        });
    });
    let instead = dynamic(move || match (screen.get(), opened.get()) {
        (BuilderScreen::Gold(step), _) => untrack(|| gold_page::gold_page(*step, screen)),
        (BuilderScreen::Trial, Some(builder)) => untrack(|| trial::trial(builder, screen)),
        (BuilderScreen::Draft | BuilderScreen::Trial, _) => View::Nothing,
    });
    el("div").child(draft).child(instead)
}

/// Keeps what was written into a field of the outline that still has the focus when the page is left: fields are taken over
/// when the focus leaves them.
fn keep_field_when_leaving(opened: RwSignal<Option<Builder>>) {
    let listener = window_event_listener(ev::pagehide, move |_| {
        let focused = document().active_element();
        if let Some(field) = focused.and_then(|field| field.dyn_into::<HtmlElement>().ok()) {
            reported(field.blur());
        }
        if let Some(builder) = opened.get_untracked() {
            builder.save_now();
        }
    });
    on_cleanup(move || listener.remove());
}
