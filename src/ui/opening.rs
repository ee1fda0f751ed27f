//! What is shown while something is being opened.

use leptos::prelude::GetUntracked;

use crate::domain::wording::Key;
use crate::state::{App, opening};
use crate::ui::view::{El, el};
use crate::ui::widgets::button;

/// Says what is being opened, a file or an address, and how many instances are read so far.
pub(super) fn opening_page(what: &str, count: usize) -> El {
    let app = App::from_context();
    let text = if count == 0 {
        app.words().fill(Key::Loading, &[("name", what)])
    } else {
        app.words().fill(Key::LoadingCount, &[("name", what), ("n", &count.to_string())])
    };
    el("main")
        .class("page page--narrow")
        .set("data-page", "opening")
        .set("aria-busy", "true")
        .child(el("p").class("opening").set("role", "status").child(text))
        .child((!app.is_embedded.get_untracked()).then(|| {
            let give_up = button(app.text(Key::Cancel))
                .set("data-testid", "give-up")
                .on_click(move || opening::give_up(app));
            el("p").class("actions").child(give_up)
        }))
}
