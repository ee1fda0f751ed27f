//! The page shown while a file or an address is opened.

use leptos::prelude::{GetUntracked, With};

use crate::app::{App, OpeningProgress, opening};
use crate::ui::view::{El, el, text};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// Shows the name of the file or the address, and the progress of opening it.
pub(super) fn opening_page() -> El {
    let app = App::from_context();
    let words = app.words();
    let progress = text(move || {
        app.opening.with(|OpeningProgress { name, instances }| match instances {
            0 => words.fill(TextId::AppLoading, &[("name", name)]),
            _ => words
                .fill(TextId::AppLoadingCount, &[("name", name), ("n", &instances.to_string())]),
        })
    });
    el("main")
        .class("page page--narrow")
        .attr("data-page", "opening")
        .attr("aria-busy", "true")
        .child(el("p").class("opening").attr("role", "status").child(progress))
        .child((!app.is_embedded.get_untracked()).then(|| {
            let give_up = button(app.text(TextId::ButtonsCancelLabel))
                .attr("data-testid", "give-up")
                .on_click(move || opening::give_up(app));
            el("p").class("actions").child(give_up)
        }))
}
