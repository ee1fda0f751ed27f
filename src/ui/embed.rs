//! The pages until there is a template: from the page that embeds this one, or from embedded data.

use super::view::{El, el};
use crate::app::{App, EmbeddedDataSource, embed, opening};
use spanwise_i18n::TextId;

/// The page that waits for messages; it listens from its creation.
pub(super) fn embed_page() -> El {
    let app = App::from_context();
    embed::wait(app);
    el("main").class("page page--narrow").attr("data-page", "embed").child(
        el("p").class("opening").attr("role", "status").child(app.text(TextId::EmbedWaiting)),
    )
}

/// The page that opens the embedded data, which then replaces it.
pub(super) fn embedded_data_page(by: EmbeddedDataSource) -> El {
    opening::open_embedded_data(App::from_context(), by);
    el("main").class("page page--narrow").attr("data-page", "opening")
}
