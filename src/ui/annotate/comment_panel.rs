//! The field of the comment on an instance.

use leptos::ev;
use leptos::prelude::*;

use super::focus::focus;
use super::menu_panel::STYLE;
use crate::app::{App, Session};
use crate::ui::view::{El, el, text};
use spanwise_annotation::workspace::Command;
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;

/// The panel of the comment. The field has the focus when it is opened.
pub(super) fn comment_panel(session: Session) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let field = el("textarea")
        .attr("rows", "4")
        .attr("dir", "auto")
        .attr("data-testid", "comment")
        .attr("placeholder", app.text(TextId::CommentBoxPlaceholder))
        .prop("value", text(move || session.instance.with(|i| i.comment.clone())))
        .on(ev::input, move |event| {
            session.dispatch(Command::SetComment(event_target_value(&event)));
        });
    timing::after(0, || {
        focus("[data-testid=comment]");
    });
    el("label")
        .class("dropdown__panel comment-panel")
        .child(el("span").child(app.text(TextId::CommentBoxLabel)))
        .child(field)
}
