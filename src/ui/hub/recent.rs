//! Recent work on this device: open, rename, download, delete.

use leptos::ev;
use leptos::prelude::*;
use web_sys::HtmlInputElement;

use crate::app::export::export_closed_work;
use crate::app::{App, recent_works};
use crate::ui::view::{El, View, dynamic, el, flag, show};
use crate::ui::widgets::{InstanceCounts, button, page_link, progress_text};
use spanwise_annotation::store::WorkId;
use spanwise_annotation::store::disambiguation::Disambiguation;
use spanwise_annotation::store::works::{ListedWork, WorkMeta};
use spanwise_browser::console::reported;
use spanwise_i18n::{TextId, say};
use spanwise_links::Route;

/// The list, newest first.
pub(super) fn recent_works() -> El {
    let app = App::from_context();
    let works = Memo::new(move |_| recent_works::list(app));
    el("section")
        .attr("aria-labelledby", "recent-heading")
        .child(el("h2").attr("id", "recent-heading").child(app.text(TextId::HubRecent)))
        .child(show(flag(move || works.with(Vec::is_empty)), move || {
            el("p").class("hint").child(app.text(TextId::HubRecentNone))
        }))
        .child(
            el("ul").class("recent").child(dynamic(move || {
                works.get().into_iter().map(recent_work).collect::<Vec<_>>()
            })),
        )
}

fn recent_work((listed, apart): (ListedWork, Disambiguation)) -> El {
    let app = App::from_context();
    let ListedWork { work, meta, bytes } = listed;
    let (name, head, more) = match meta {
        Ok(meta) => {
            let apart = in_words(app, apart);
            let name = [std::slice::from_ref(&meta.title), &apart].concat().join(" · ");
            (name, work_card(&work, &meta, bytes, apart), Some(changes(&work)))
        }
        Err(why) => {
            let line = app.say(&say!(HubRecentUnreadable, why = why.message()));
            let head = [el("span").child(work.to_string()), el("span").class("hint").child(line)];
            (work.to_string(), View::from(head), None)
        }
    };
    let actions = el("span").class("recent__actions").child(more).child(
        button(app.text(TextId::HubRemove))
            .class("button button--quiet")
            .attr("aria-label", format!("{}: {name}", app.text(TextId::HubRemove)))
            .on_click(move || recent_works::delete(app, &work, &name)),
    );
    el("li").class("recent__work").child(head).child(actions)
}

/// Disambiguates works with equal titles.
fn in_words(app: App, apart: Disambiguation) -> Vec<String> {
    let by = |name: String| app.words().fill(TextId::HubRecentAnnotator, &[("name", &name)]);
    apart.annotator.map(by).into_iter().chain(apart.file).collect()
}

/// Title, disambiguation, progress and size of a work; the title is a field while it is renamed.
fn work_card(work: &WorkId, meta: &WorkMeta, bytes: usize, apart: Vec<String>) -> View {
    let app = App::from_context();
    let renaming = RwSignal::new(false);
    provide_context(RenamingSignal(renaming));
    let (id, title) = (work.clone(), meta.title.clone());
    let shown = dynamic(move || {
        if renaming.get() {
            name_field(&id, &title, renaming)
        } else {
            page_link(Route::Work(id.to_string()).to_string(), title.clone())
                .attr("data-testid", "recent-work")
        }
    });
    let figures = [meta.done, meta.annotated, meta.instances];
    let [done, annotated, total] = figures.map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let progress = progress_text(&app.words(), InstanceCounts { done, annotated, total });
    let line = format!("{progress} · {}", app.words().isolated(&byte_size(bytes)));
    let share = el("progress")
        .attr("max", total.max(1).to_string())
        .attr("value", done.saturating_add(annotated).to_string())
        .attr("aria-hidden", "true");
    let apart = apart.into_iter().map(|part| {
        el("span")
            .class("recent__apart")
            .attr("data-testid", "recent-apart")
            .attr("dir", "auto")
            .child(part)
            .into()
    });
    let line = el("span").class("hint").child(line).into();
    View::Many(std::iter::once(shown).chain(apart).chain([share.into(), line]).collect())
}

/// `true` while the work of the row is renamed.
#[derive(Debug, Clone, Copy)]
struct RenamingSignal(RwSignal<bool>);

/// The buttons of a work that can be read.
fn changes(work: &WorkId) -> View {
    let app = App::from_context();
    let renaming = use_context::<RenamingSignal>().map(|RenamingSignal(signal)| signal);
    let export = work.clone();
    View::Many(vec![
        button(app.text(TextId::HubRename))
            .class("button button--quiet")
            .attr("data-testid", "rename-work")
            .on_click(move || {
                if let Some(renaming) = renaming {
                    renaming.set(true);
                }
            })
            .into(),
        button(app.text(TextId::HubExport))
            .class("button button--quiet")
            .attr("data-testid", "export-work")
            .on_click(move || export_closed_work(app, export.clone()))
            .into(),
    ])
}

/// The field for a new name: Enter or leaving it renames the work, Escape cancels.
fn name_field(work: &WorkId, title: &str, renaming: RwSignal<bool>) -> El {
    let app = App::from_context();
    let label = app.words().fill(TextId::HubNewName, &[("name", title)]);
    let field = el("input")
        .attr("type", "text")
        .attr("aria-label", label)
        .attr("data-testid", "new-name")
        .prop("value", title.to_owned());
    let input: HtmlInputElement = field.node();
    let focused = input.clone();
    spanwise_browser::timing::before_paint(move || {
        focused.select();
        reported(focused.focus());
    });
    let (id, old) = (work.clone(), title.to_owned());
    let take = move || {
        if renaming.try_get_untracked() != Some(true) {
            return;
        }
        renaming.set(false);
        let new = input.value().trim().to_owned();
        if !new.is_empty() && new != old {
            recent_works::rename(app, &id, &new);
        }
    };
    let taken = take.clone();
    field.on(ev::blur, move |_| take()).on(ev::keydown, move |event| match event.key().as_str() {
        "Enter" => taken(),
        "Escape" => renaming.set(false),
        _ => {}
    })
}

/// A number of bytes, for people to read.
pub(crate) fn byte_size(bytes: usize) -> String {
    match bytes {
        0..1024 => format!("{bytes} B"),
        1024..1_048_576 => format!("{} KB", bytes / 1024),
        _ => format!("{} MB", bytes / 1_048_576),
    }
}
