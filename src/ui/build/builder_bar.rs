//! The bar of the builder: the draft, its save state, versions, download and deployment.

use leptos::prelude::*;

use super::versions;
use crate::app::builder::{Builder, DraftFile, DraftSaveState};
use crate::app::export::not_saved;
use crate::app::lazy::lazily_loaded;
use crate::app::{App, NoticeLevel};
use crate::ui::deploy::deploy;
use crate::ui::view::{El, View, el, text};
use crate::ui::widgets::lazy;
use crate::ui::widgets::{button, dialog, page_link};
use spanwise_annotation::store::SaveState;
use spanwise_browser::files::{self, NewFile};
use spanwise_i18n::TextId;
use spanwise_links::Route;

lazily_loaded!(research, deploy_view, fn(Builder) -> View, deploy);

/// The bar at the top.
pub(super) fn builder_bar(builder: Builder) -> El {
    let app = App::from_context();
    let versions_open = RwSignal::new(false);
    let deploy_open = RwSignal::new(false);
    let title = text(move || builder.meta.with(|meta| meta.title.clone()));
    let heading = text(move || {
        builder.meta.with(|meta| app.words().fill(TextId::BuildTitle, &[("name", &meta.title)]))
    });
    let state = move || match builder.saving.get() {
        DraftSaveState::Saved => match builder.durability() {
            SaveState::Saving => ("saving", TextId::BuildSaving),
            SaveState::SavedNotDurably => ("saved", TextId::BarSavedNotDurably),
            SaveState::Saved | SaveState::Unsaved(_) | SaveState::ReadOnly(_) => {
                ("saved", TextId::BarSaved)
            }
        },
        DraftSaveState::Due => ("saving", TextId::BuildSaving),
        DraftSaveState::Refused => ("unsaved", TextId::BarUnsaved),
    };
    let download = move |file: DraftFile| {
        builder.save_now();
        let (name, media_type, content) = match file {
            DraftFile::Template => ("template.yml", "text/yaml", builder.template.get_untracked()),
            DraftFile::Data => ("data.json", "application/json", builder.data_shown().into()),
        };
        if let Err(why) = files::save(NewFile { name, media_type, content: content.as_bytes() }) {
            app.tell(NoticeLevel::Error, not_saved(&why), None);
        }
    };
    el("header")
        .class("bar")
        .child(
            page_link(Route::Start.to_string(), app.text(TextId::AppName))
                .class("bar__title")
                .attr("title", app.text(TextId::AppHome)),
        )
        .child(el("h1").class("build__title").attr("title", title).child(heading))
        .child(
            el("span")
                .class("bar__saved hint")
                .attr("role", "status")
                .attr("data-testid", "save-state")
                .attr("data-state", text(move || state().0.to_owned()))
                .child(text(move || app.text(state().1))),
        )
        .child(
            el("div")
                .class("bar__group")
                .child(
                    button(app.text(TextId::BuildVersions))
                        .class("button button--quiet")
                        .attr("data-testid", "versions")
                        .on_click(move || versions_open.set(true)),
                )
                .child(
                    button(app.text(TextId::BuildTemplateFile))
                        .class("button button--quiet")
                        .attr("data-testid", "download-template")
                        .on_click(move || download(DraftFile::Template)),
                )
                .child(
                    button(app.text(TextId::BuildDataFile))
                        .class("button button--quiet")
                        .attr("data-testid", "download-data")
                        .on_click(move || download(DraftFile::Data)),
                )
                .child(
                    button(app.text(TextId::DeployTitle))
                        .class("button button--main")
                        .attr("data-testid", "deploy-open")
                        .on_click(move || deploy_open.set(true)),
                ),
        )
        .child(
            dialog(deploy_open, text(move || app.text(TextId::DeployTitle)), move || {
                lazy(deploy_view, move |view| view(builder))
            })
            .class("dialog dialog--full"),
        )
        .child(dialog(versions_open, text(move || app.text(TextId::BuildVersions)), move || {
            versions::versions(builder, versions_open)
        }))
}
