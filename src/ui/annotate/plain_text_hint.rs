//! The hint that the texts are shown without marks, and the way back.

use leptos::prelude::*;

use crate::app::{App, Session};
use crate::ui::view::{El, el};
use crate::ui::widgets::button;
use spanwise_i18n::TextId;

/// The hint, with a button that shows the marks again.
pub(super) fn plain_text_hint(session: Session) -> El {
    let app = App::from_context();
    el("div")
        .class("draft")
        .attr("data-testid", "plain-text-hint")
        .child(
            el("p")
                .class("draft__hint")
                .attr("role", "status")
                .child(app.text(TextId::DraftPlainText)),
        )
        .child(
            button(app.text(TextId::DraftPlainTextEnd))
                .class("button button--main")
                .on_click(move || session.is_plain.set(false)),
        )
}
