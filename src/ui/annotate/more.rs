//! What the annotate page has besides the work itself: the menu with the downloads, the keys, the problems. A part of
//! its own, loaded when the page is there.

use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::*;

use super::keys::{Keys, keys_dialog};
use super::menu::{Menu, panel};
use crate::app::export::ExportFormat;
use crate::app::problems::{FileProblems, ProblemFile};
use crate::app::{App, Session, icons};
use crate::ui::view::{El, LazyLoadError, View, el, lazily_loaded, text};
use crate::ui::widgets::{diagnostic, diagnostic_list, dialog};
use spanwise_browser::timing;
use spanwise_i18n::Key;

/// How long the page is left alone before this is loaded, in milliseconds.
const AFTER_MS: i32 = 150;

/// Makes what is in the menu: of a work, with the signals that open the dialogs.
type MakeMenu = fn(Session, Menu, RwSignal<bool>, RwSignal<bool>) -> El;

/// The makers of what is here.
#[derive(Clone, Copy)]
pub(in crate::ui) struct More {
    /// What is in the menu.
    pub(super) menu: MakeMenu,
    /// Saves the annotations as a file.
    pub(super) download: fn(App, Session),
    /// Loads the icons of the categories.
    pub(super) icons: fn(Session),
    /// The dialogs of keys, those that only the page has among them, and of problems.
    pub(in crate::ui) dialogs: fn(Session, Keys, RwSignal<bool>) -> View,
}

lazily_loaded!(more, load, More, More { menu: panel, download, icons: icons::load, dialogs });

/// Loads it, a moment later; at once if it is there.
pub(in crate::ui) async fn more() -> Result<More, LazyLoadError> {
    static IS_HERE: AtomicBool = AtomicBool::new(false);
    if !IS_HERE.load(Ordering::Relaxed) {
        timing::wait(AFTER_MS).await;
    }
    let more = load().await?;
    IS_HERE.store(true, Ordering::Relaxed);
    Ok(more)
}

fn download(app: App, session: Session) {
    session.export(app, ExportFormat::Annotations);
}

fn dialogs(session: Session, of_page: Keys, help: RwSignal<bool>) -> View {
    let app = App::from_context();
    let title = text(move || app.say(&session.problems_counted()));
    let list = dialog(session.problems.shown, title, move || {
        session.problems_by_file().into_iter().map(problems_of_file).collect::<Vec<_>>()
    });
    View::Many(vec![keys_dialog(session, of_page, help).into(), list.into()])
}

/// What is wrong with a file; each entry says whether that is the template or data.
fn problems_of_file(file: FileProblems) -> El {
    let app = App::from_context();
    let (origin, counted, said) = match file.origin {
        ProblemFile::Template => ("template", Key::BarTemplateProblems, Key::BarProblemOfTemplate),
        ProblemFile::Data => ("data", Key::BarProblems, Key::BarProblemOfData),
    };
    let row = |problem| {
        diagnostic(problem, None)
            .set("data-origin", origin)
            .child(" ")
            .child(el("span").class("diagnostic__origin").child(app.text(said)))
    };
    el("section")
        .class("problems-of-file")
        .set("data-testid", "problems-of-file")
        .set("data-origin", origin)
        .child(el("h3").child(app.words().count(counted, file.count)))
        .child(el("p").class("failure__what").child(file.name))
        .child(diagnostic_list(file.problems.iter().map(row).collect()))
}
