//! What the annotate page has besides the work itself: the menu with the downloads, the keys, the problems. A part of
//! its own, loaded when the page is there.

use leptos::prelude::*;

use super::all_problems;
use super::keys::{Keys, keys_dialog};
use super::menu::{Menu, panel};
use crate::domain::wording::Key;
use crate::platform::timing;
use crate::state::{App, Session};
use crate::ui::view::{El, NotLoaded, View, part_of_its_own, text};
use crate::ui::widgets::{diagnostics, dialog};

/// How long the page is left alone before this is loaded, in milliseconds.
const AFTER_MS: i32 = 150;

/// Makes what is in the menu: of a work, with the signals that open the dialogs and the number of problems.
type MakeMenu = fn(Session, Menu, RwSignal<bool>, RwSignal<bool>, Signal<usize>) -> El;

/// The makers of what is here.
#[derive(Clone, Copy)]
pub(in crate::ui) struct More {
    /// What is in the menu.
    pub(super) menu: MakeMenu,
    /// The dialogs of keys, those that only the page has among them, and of problems.
    pub(in crate::ui) dialogs: fn(Session, Keys, RwSignal<bool>, RwSignal<bool>) -> View,
}

part_of_its_own!(more, load, More, More { menu: panel, dialogs });

/// Loads it, a moment later.
pub(in crate::ui) async fn more() -> Result<More, NotLoaded> {
    timing::wait(AFTER_MS).await;
    load().await
}

fn dialogs(
    session: Session,
    of_page: Keys,
    help: RwSignal<bool>,
    problems: RwSignal<bool>,
) -> View {
    let app = App::from_context();
    let title = text(move || app.words().count(Key::Problems, session.problem_count.get()));
    let list = dialog(problems, title, move || diagnostics(&all_problems(session)));
    View::Many(vec![keys_dialog(session, of_page, help).into(), list.into()])
}
