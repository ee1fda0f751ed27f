//! The builder: the template on the left with its outline, the data below, the real annotate page on the right.

mod builder_bar;
mod builder_panes;
mod completion;
mod data_problems;
mod editors;
mod outline;
mod outline_form;
mod outline_tree;
mod template_problems;
mod versions;

use leptos::prelude::*;

use super::view::{El, View, dynamic, el};
use crate::app::builder::{Builder, BuilderStart};
use crate::app::{App, Failure};
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
    el("div").class("build").attr("data-page", "build").child(dynamic(move || match opened.get() {
        Some(builder) => View::Many(vec![
            builder_bar::builder_bar(builder).into(),
            builder_panes::builder_panes(builder).into(),
        ]),
        None => View::Nothing,
    }))
}
