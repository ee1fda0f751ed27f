//! The tools of an instance, in the bar: its status, bookmark, comment, and done.

use leptos::prelude::*;

use super::focus::focus_question;
use super::lazy_extras::lazy_comment_panel;
use super::{annotation_bar, page_keys};
use crate::app::{App, Session};
use crate::ui::view::{El, View, el, flag, show, text};
use crate::ui::widgets::{Icon, button, dropdown, dropdown_button, icon, icon_button};
use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::workspace::{AnnotatorActivity, Command};
use spanwise_i18n::TextId;

/// The tools. `read_through` is `true` once the end of the texts was seen.
pub(in crate::ui) fn instance_tools(session: Session, read_through: Signal<bool>) -> El {
    el("div")
        .class("bar__group instance-tools")
        .attr("inert", flag(move || session.read_only.get()))
        .child(status(session))
        .child(open_questions(session))
        .child(bookmark(session))
        .child(comment(session))
        .child(done(session, read_through))
}

/// A button with the number of open questions about the instance, which may stand below a long text. It goes there.
fn open_questions(session: Session) -> View {
    let app = App::from_context();
    let open = Memo::new(move |_| session.summary().open_questions);
    let shown = move || {
        let name = text(move || app.words().count(TextId::QuestionsOpen, open.get() as usize));
        button(icon(Icon::Warning))
            .class("button button--quiet count--open")
            .attr("data-testid", "open-questions")
            .attr("aria-label", name)
            .attr("title", name)
            .on_click(|| {
                focus_question(".instance-questions .question--open");
            })
            .child(text(move || open.get().to_string()))
    };
    show(flag(move || open.get() > 0), shown)
}

fn bookmark(session: Session) -> El {
    let name = App::from_context().text(TextId::StatusBookmark);
    let bookmarked = Memo::new(move |_| session.instance.with(|i| i.bookmark));
    icon_button(Icon::Bookmark, name.clone())
        .attr("data-testid", "bookmark")
        .attr("title", format!("{name} (*)"))
        .attr("aria-pressed", text(move || bookmarked.get().to_string()))
        .on_click(move || session.dispatch(Command::SetBookmark(!bookmarked.get_untracked())))
}

/// The button that opens the comment; it shows whether there is one, and its tooltip what it says.
fn comment(session: Session) -> El {
    let name = App::from_context().text(TextId::CommentBoxLabel);
    let comment = Memo::new(move |_| session.instance.with(|i| i.comment.clone()));
    let label = name.clone();
    let button = dropdown_button(icon(Icon::Comment))
        .attr("data-testid", "open-comment")
        .attr("data-state", text(move || comment.with(|c| comment_state(c).to_owned())))
        .attr("aria-label", name)
        .attr(
            "title",
            text(
                move || if comment.with(String::is_empty) { label.clone() } else { comment.get() },
            ),
        );
    dropdown(button, move |_| lazy_comment_panel(session))
}

fn comment_state(comment: &str) -> &'static str {
    if comment.is_empty() { "empty" } else { "written" }
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
