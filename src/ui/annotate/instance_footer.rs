//! The footer of an instance: done, bookmark, comment.

use leptos::ev;
use leptos::prelude::*;

use super::{annotation_bar, page_keys};
use crate::app::{App, Session};
use crate::ui::view::{El, View, el, flag, show, text};
use crate::ui::widgets::{Icon, button, icon};
use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_i18n::TextId;

/// The status, the bookmark and the comment of the instance. `read_through` is `true` once the end of the texts was seen.
pub(in crate::ui) fn instance_footer(session: Session, read_through: Signal<bool>) -> El {
    let app = App::from_context();
    let bookmarked = Memo::new(move |_| session.instance.with(|i| i.bookmark));
    el("footer")
        .class("foot")
        .attr("inert", flag(move || session.read_only.get()))
        .child(status(session))
        .child(done(session, read_through))
        .child(
            button(icon(Icon::Bookmark))
                .attr("data-testid", "bookmark")
                .attr("aria-pressed", text(move || bookmarked.get().to_string()))
                .on_click(move || {
                    session.dispatch(Command::SetBookmark(!bookmarked.get_untracked()));
                })
                .child(app.text(TextId::StatusBookmark)),
        )
        .child(comment(session))
}

fn status(session: Session) -> El {
    let app = App::from_context();
    let summary = Memo::new(move |_| session.summary());
    let label = text(move || {
        let summary = summary.get();
        let key = match summary.status() {
            InstanceStatus::InProgress if summary.done && summary.open > 0 => {
                return app.words().count(TextId::StatusDoneButOpen, summary.open as usize);
            }
            InstanceStatus::InProgress if summary.done => {
                return app.words().count(TextId::QuestionsOpen, summary.open_questions as usize);
            }
            InstanceStatus::InProgress if summary.came_annotated() => TextId::StatusAnnotated,
            InstanceStatus::Untouched => TextId::StatusUntouched,
            InstanceStatus::InProgress => TextId::StatusInProgress,
            InstanceStatus::Done => TextId::StatusDone,
            InstanceStatus::DoneNoErrors => TextId::StatusDoneNoErrors,
        };
        app.text(key)
    });
    el("span")
        .class(text(move || {
            format!("status status--{}", annotation_bar::summary_name(summary.get()))
        }))
        .attr("data-testid", "status")
        .attr(
            "data-status",
            text(move || annotation_bar::status_name(summary.get().status()).to_owned()),
        )
        .attr("role", "status")
        .child(label)
}

/// The buttons that mark the instance as done, or undo that.
fn done(session: Session, read_through: Signal<bool>) -> Vec<View> {
    let app = App::from_context();
    let declared = Memo::new(move |_| session.instance.with(|i| i.done));
    let no_edits = Memo::new(move |_| session.instance.with(|i| i.edits.is_empty()));
    // A draft has a main button of its own, and nobody can call an unread instance faultless.
    let is_next = flag(move || {
        session.view.with(|v| v.activity == AnnotatorActivity::Idle)
            && (!no_edits.get() || read_through.get())
    });
    let mark = move || {
        button(icon(Icon::Check))
            .class(("button--main", is_next))
            .attr("data-testid", "mark-done")
            .attr("aria-disabled", text(move || session.is_new_here.get().to_string()))
            .attr("title", "Ctrl+Enter")
            .on_click(move || page_keys::done_and_on(session))
            .child(text(move || {
                app.text(if no_edits.get() {
                    TextId::StatusMarkNoErrors
                } else {
                    TextId::StatusMarkDone
                })
            }))
    };
    let reopen = move || {
        button(app.text(TextId::StatusReopen))
            .attr("data-testid", "reopen")
            .on_click(move || session.dispatch(Command::SetDone(false)))
    };
    vec![show(flag(move || !declared.get()), mark), show(declared.into(), reopen)]
}

fn comment(session: Session) -> El {
    let app = App::from_context();
    let field = el("textarea")
        .attr("rows", "1")
        .attr("dir", "auto")
        .attr("data-testid", "comment")
        .attr("placeholder", app.text(TextId::CommentBoxPlaceholder))
        .prop("value", text(move || session.instance.with(|i| i.comment.clone())))
        .on(ev::input, move |event| {
            session.dispatch(Command::SetComment(event_target_value(&event)));
        });
    el("label")
        .class("foot__comment")
        .child(el("span").child(app.text(TextId::CommentBoxLabel)))
        .child(field)
}
