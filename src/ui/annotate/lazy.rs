//! Lazily loaded code of the annotate page: what it has besides the work itself. Loaded when the page is there.

use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::*;

use super::keys_dialog::{ListedKeys, keys_dialog};
use super::menu_panel::{MenuElement, menu_panel};
use crate::app::export::ExportFormat;
use crate::app::lazy::{LazyLoadError, lazily_loaded};
use crate::app::problems::{FileProblems, ProblemFile};
use crate::app::{App, Session, icons};
use crate::ui::view::{El, View, el, text};
use crate::ui::widgets::{diagnostic, diagnostic_list, dialog};
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// The time between the page and the loading of this code, in milliseconds.
const AFTER_MS: i32 = 150;

/// Makes what is in the menu: of a work, with the signals that open the dialogs of keys and of problems.
type MenuPanel = fn(Session, MenuElement, RwSignal<bool>, RwSignal<bool>) -> El;

/// The functions that are loaded.
#[derive(Clone, Copy)]
pub(in crate::ui) struct AnnotateExtras {
    /// Makes the contents of the menu.
    pub(super) menu_panel: MenuPanel,
    /// Saves the annotations as a file.
    pub(super) download: fn(App, Session),
    /// Loads the icons of the categories.
    pub(super) load_icons: fn(Session),
    /// The dialogs of keys, those that only the page has among them, and of problems.
    pub(in crate::ui) dialogs: fn(Session, ListedKeys, RwSignal<bool>) -> View,
}

lazily_loaded!(
    more,
    load,
    AnnotateExtras,
    AnnotateExtras { menu_panel, download, load_icons: icons::load, dialogs }
);

/// Loads the functions, a moment after the first call; at once if they are there.
///
/// # Errors
/// If the code can't be downloaded.
pub(in crate::ui) async fn annotate_extras() -> Result<AnnotateExtras, LazyLoadError> {
    static IS_HERE: AtomicBool = AtomicBool::new(false);
    if !IS_HERE.load(Ordering::Relaxed) {
        timing::wait(AFTER_MS).await;
    }
    let extras = load().await?;
    IS_HERE.store(true, Ordering::Relaxed);
    Ok(extras)
}

fn download(app: App, session: Session) {
    session.export(app, ExportFormat::Annotations);
}

fn dialogs(session: Session, of_page: ListedKeys, help: RwSignal<bool>) -> View {
    let app = App::from_context();
    let title = text(move || app.say(&session.problems_counted()));
    let list = dialog(session.problems.shown, title, move || {
        session.problems_by_file().into_iter().map(problems_of_file).collect::<Vec<_>>()
    });
    View::Many(vec![keys_dialog(session, of_page, help).into(), list.into()])
}

/// The problems of a file; each entry says whether that is the template or data.
fn problems_of_file(file: FileProblems) -> El {
    let app = App::from_context();
    let (origin, counted, said) = match file.origin {
        ProblemFile::Template => {
            ("template", TextId::BarTemplateProblems, TextId::BarProblemOfTemplate)
        }
        ProblemFile::Data => ("data", TextId::BarProblems, TextId::BarProblemOfData),
    };
    let row = |problem| {
        diagnostic(problem, None)
            .attr("data-origin", origin)
            .child(" ")
            .child(el("span").class("diagnostic__origin").child(app.text(said)))
    };
    el("section")
        .class("problems-of-file")
        .attr("data-testid", "problems-of-file")
        .attr("data-origin", origin)
        .child(el("h3").child(app.words().count(counted, file.count)))
        .child(el("p").class("failure__what").child(file.name))
        .child(diagnostic_list(file.problems.iter().map(row).collect()))
}
