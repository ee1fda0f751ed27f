//! Parts of the program that are downloaded when they are first needed.

use std::rc::Rc;

use leptos::prelude::{Get, RwSignal, Set, untrack};
use leptos::task::spawn_local;
pub(crate) use leptos::wasm_split::SplitLoaderError as NotLoaded;

use super::{View, dynamic, el};
use crate::domain::wording::Key;
use crate::state::App;
use crate::ui::widgets::button;

/// Declares `async fn $load() -> Result<$type, NotLoaded>`, which gives `$value`. In a release the value, with all code
/// that nothing else uses, is a file of its own, `$part`; `scripts/lib/split` makes it.
macro_rules! part_of_its_own {
    ($part:ident, $load:ident, $type:ty, $value:expr) => {
        #[cfg(split)]
        #[leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible)]
        fn $load() -> Result<$type, $crate::ui::view::NotLoaded> {
            Ok($value)
        }

        #[cfg(not(split))]
        async fn $load() -> Result<$type, $crate::ui::view::NotLoaded> {
            Ok($value)
        }
    };
}
pub(crate) use part_of_its_own;

/// Shows something as soon as what makes it is there. Where it can't be had, it says so and offers to try again.
pub(crate) fn later<F, Load>(
    load: impl Fn() -> Load + 'static,
    show: impl Fn(F) -> View + 'static,
) -> View
where
    F: Copy + 'static,
    Load: Future<Output = Result<F, NotLoaded>> + 'static,
{
    let loaded = RwSignal::new_local(None);
    let start = Rc::new(move || {
        let loading = load();
        spawn_local(async move {
            let part = loading.await.ok();
            // The page may be gone.
            loaded.try_set(Some(part));
        });
    });
    start();
    dynamic(move || match loaded.get() {
        None => View::Nothing,
        Some(Some(part)) => untrack(|| show(part)),
        Some(None) => failure(start.clone()),
    })
}

fn failure(try_again: Rc<dyn Fn()>) -> View {
    let app = App::from_context();
    el("p")
        .class("hint")
        .set("role", "alert")
        .child(app.text(Key::PartNotLoaded))
        .child(" ")
        .child(button(app.text(Key::FailureRetry)).on_click(move || try_again()))
        .into()
}
