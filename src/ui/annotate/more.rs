//! What the annotate page has besides the work itself: the menu with the downloads, the keys, the problems. A part of
//! its own, loaded when the page is there.

use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::HtmlElement;

use super::all_problems;
use super::keys::{Keys, keys_dialog};
use super::menu::{Menu, panel};
use crate::domain::typology::icons::drawing;
use crate::domain::wording::Key;
use crate::platform::timing;
use crate::state::{App, Session};
use crate::ui::view::{El, NotLoaded, Place, View, el, part_of_its_own, text};
use crate::ui::widgets::{diagnostics, dialog, drawn};

/// How long the page is left alone before this is loaded, in milliseconds.
const AFTER_MS: i32 = 150;

/// Makes what is in the menu: of a work, with the signals that open the dialogs and the number of problems.
type MakeMenu = fn(Session, Menu, RwSignal<bool>, RwSignal<bool>, Signal<usize>) -> El;

/// The makers of what is here.
#[derive(Clone, Copy)]
pub(in crate::ui) struct More {
    /// What is in the menu.
    pub(super) menu: MakeMenu,
    /// The drawing of an icon of a category.
    drawing: fn(&str) -> Option<&'static str>,
    /// The dialogs of keys, those that only the page has among them, and of problems.
    pub(in crate::ui) dialogs: fn(Session, Keys, RwSignal<bool>, RwSignal<bool>) -> View,
}

part_of_its_own!(more, load, More, More { menu: panel, drawing, dialogs });

/// Loads it, a moment later; at once if it is there.
pub(in crate::ui) async fn more() -> Result<More, NotLoaded> {
    static IS_HERE: AtomicBool = AtomicBool::new(false);
    if !IS_HERE.load(Ordering::Relaxed) {
        timing::wait(AFTER_MS).await;
    }
    let more = load().await?;
    IS_HERE.store(true, Ordering::Relaxed);
    Ok(more)
}

/// The icon of a category. Its room is there before the drawings are, and goes if it has none.
pub(super) fn category_icon(name: String) -> El {
    let room = el("span").class("category__icon");
    let node: HtmlElement = room.node();
    spawn_local(async move {
        let drawing = more().await.ok().and_then(|more| (more.drawing)(&name));
        match drawing {
            Some(path) => View::from(drawn(path)).put(Place::end_of(&node)),
            None => node.remove(),
        }
    });
    room
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
