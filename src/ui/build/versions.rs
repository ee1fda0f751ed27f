//! Earlier versions of the draft, and the other drafts of this device.

use leptos::prelude::*;

use crate::app::App;
use crate::app::builder::Builder;
use crate::ui::hub;
use crate::ui::view::{El, View, dynamic, el};
use crate::ui::widgets::{button, page_link};
use spanwise_annotation::store::drafts::{DraftVersion, ListedDraft};
use spanwise_browser::{language, styles};
use spanwise_i18n::TextId;
use spanwise_links::Route;

/// The contents of the dialog.
pub(super) fn versions(builder: Builder, open: RwSignal<bool>) -> View {
    styles::adopt(hub::STYLE);
    let app = App::from_context();
    View::Many(vec![
        el("p").class("hint").child(app.text(TextId::BuildVersionsHint)).into(),
        button(app.text(TextId::BuildKeepVersion))
            .attr("data-testid", "keep-version")
            .on_click(move || builder.keep_version())
            .into(),
        dynamic(move || {
            let rows = builder.versions().into_iter().map(|(_, v)| version(builder, v, open));
            el("ul")
                .class("recent")
                .attr("data-testid", "version-list")
                .child(rows.collect::<Vec<_>>())
        }),
        dynamic(move || match builder.damaged_versions() {
            0 => View::Nothing,
            n => {
                let count =
                    app.words().fill(TextId::BuildVersionsDamaged, &[("n", &n.to_string())]);
                el("p").class("hint").attr("data-testid", "damaged-versions").child(count).into()
            }
        }),
        el("h3").child(app.text(TextId::BuildDrafts)).into(),
        dynamic(move || {
            let here = builder.draft();
            let others = builder.drafts().into_iter().filter(|listed| listed.draft != here);
            let rows: Vec<El> = others.map(|listed| draft(builder, listed)).collect();
            if rows.is_empty() {
                el("p").class("hint").child(app.text(TextId::BuildNoDrafts))
            } else {
                el("ul").class("recent").attr("data-testid", "draft-list").child(rows)
            }
        }),
    ])
}

fn version(builder: Builder, version: DraftVersion, open: RwSignal<bool>) -> El {
    let app = App::from_context();
    let lines = version.template.lines().count();
    let data = version.data.as_ref().map_or(0, String::len);
    let size = app.words().fill(
        TextId::BuildVersionSize,
        &[("lines", &lines.to_string()), ("size", &crate::ui::hub::byte_size(data))],
    );
    el("li")
        .class("recent__work")
        .child(el("span").child(language::date_and_time(version.at_ms)))
        .child(el("span").class("hint").child(size))
        .child(button(app.text(TextId::BuildRestore)).attr("data-testid", "restore").on_click(
            move || {
                builder.restore(&version);
                open.set(false);
            },
        ))
}

fn draft(builder: Builder, listed: ListedDraft) -> El {
    let app = App::from_context();
    let ListedDraft { draft, meta, bytes } = listed;
    let route = Route::Build(Some(draft.to_string())).to_string();
    let name = meta.title.clone();
    let line = format!(
        "{} · {}",
        language::date_and_time(meta.changed_ms),
        crate::ui::hub::byte_size(bytes)
    );
    el("li")
        .class("recent__work")
        .child(page_link(route, meta.title))
        .child(el("span").class("hint").child(line))
        .child(
            button(app.text(TextId::HubRemove))
                .class("button button--quiet")
                .on_click(move || builder.delete_draft(&draft, &name)),
        )
}
