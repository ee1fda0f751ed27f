//! What is shown by a part of the program that is downloaded when it is first needed.

use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::{Get, RwSignal, Set, untrack};
use leptos::task::spawn_local;

use super::{View, dynamic, el};
use crate::app::App;
use crate::app::lazy::LazyLoadError;
use crate::ui::widgets::button;
use spanwise_i18n::Key;

/// What a part shows, once it is there.
type Show = Rc<dyn Fn() -> View>;

/// Loads a part; `None` if it can't be had.
type Loading = Pin<Box<dyn Future<Output = Option<Show>>>>;

/// Shows something as soon as what makes it is there. Where it can't be had, it says so and offers to try again.
pub(crate) fn later<F, Load>(
    load: impl Fn() -> Load + 'static,
    show: impl Fn(F) -> View + 'static,
) -> View
where
    F: Copy + 'static,
    Load: Future<Output = Result<F, LazyLoadError>> + 'static,
{
    let show = Rc::new(show);
    // From here on one type does for all parts: the code of the rest is there once.
    later_shown(Rc::new(move || {
        let (loading, show) = (load(), show.clone());
        Box::pin(async move {
            let part = loading.await.ok()?;
            Some(Rc::new(move || show(part)) as Show)
        })
    }))
}

fn later_shown(load: Rc<dyn Fn() -> Loading>) -> View {
    let loaded = RwSignal::new_local(None);
    let start = Rc::new(move || {
        let loading = load();
        spawn_local(async move {
            let part = loading.await;
            // The page may be gone.
            loaded.try_set(Some(part));
        });
    });
    start();
    dynamic(move || match loaded.get() {
        None => View::Nothing,
        Some(Some(show)) => untrack(|| show()),
        Some(None) => failure(start.clone()),
    })
}

fn failure(try_again: Rc<dyn Fn()>) -> View {
    let app = App::from_context();
    el("p")
        .class("hint")
        .set("role", "alert")
        .child(app.text(Key::FailurePart))
        .child(" ")
        .child(button(app.text(Key::FailureRetry)).on_click(move || try_again()))
        .into()
}
