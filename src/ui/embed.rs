//! What is shown until the page that embeds this one hands over a template.

use super::view::{El, el};
use crate::domain::wording::Key;
use crate::state::{App, embed};

/// The page that waits; it listens from the moment it is made.
pub(super) fn embed_page() -> El {
    let app = App::from_context();
    embed::wait(app);
    el("main")
        .class("page page--narrow")
        .set("data-page", "embed")
        .child(el("p").class("opening").set("role", "status").child(app.text(Key::EmbedWaiting)))
}
