//! Views by lazily loaded code.

use std::pin::Pin;
use std::rc::Rc;

use leptos::prelude::{Get, RwSignal, Set, untrack};
use leptos::task::spawn_local;

use super::button;
use crate::app::App;
use crate::app::lazy::LazyLoadError;
use crate::ui::view::{View, dynamic, el};
use spanwise_i18n::TextId;

/// Makes the view once its code is loaded.
type MakeView = Rc<dyn Fn() -> View>;

/// Loads the code; `None` if it can't be downloaded.
type LoadFuture = Pin<Box<dyn Future<Output = Option<MakeView>>>>;

/// A view by lazily loaded code, once it is loaded. If that fails, offers to try again.
pub(crate) fn lazy<F, Load>(
    load: impl Fn() -> Load + 'static,
    show: impl Fn(F) -> View + 'static,
) -> View
where
    F: Copy + 'static,
    Load: Future<Output = Result<F, LazyLoadError>> + 'static,
{
    let show = Rc::new(show);
    // From here on one type does for all code that is loaded: the rest is compiled once.
    lazy_view(Rc::new(move || {
        let (loading, show) = (load(), show.clone());
        Box::pin(async move {
            let loaded = loading.await.ok()?;
            Some(Rc::new(move || show(loaded)) as MakeView)
        })
    }))
}

fn lazy_view(load: Rc<dyn Fn() -> LoadFuture>) -> View {
    let loaded = RwSignal::new_local(None);
    let start = Rc::new(move || {
        let loading = load();
        spawn_local(async move {
            let made = loading.await;
            // The page may be gone.
            loaded.try_set(Some(made));
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
        .attr("role", "alert")
        .child(app.text(TextId::FailurePart))
        .child(" ")
        .child(button(app.text(TextId::FailureRetry)).on_click(move || try_again()))
        .into()
}
