//! What is said about the instance as a whole: done, bookmark, comment.

use leptos::prelude::*;

use super::{bar, keys};
use crate::domain::document::Status;
use crate::domain::wording::Key;
use crate::domain::workspace::Command;
use crate::state::{App, Session};
use crate::ui::dynamic::{When, flag, text};
use crate::ui::widgets::{Icon, icon};

/// Below the texts: the status of the instance, its bookmark and its comment.
#[component]
pub(super) fn InstanceFoot(session: Session) -> impl IntoView {
    let app = App::from_context();
    let status = Memo::new(move |_| {
        session.progress.track();
        session.instance.track();
        session.status(session.view.with(|v| v.instance))
    });
    let open = Memo::new(move |_| session.open_edits());
    let declared = Memo::new(move |_| session.instance.with(|i| i.done));
    let no_edits = Memo::new(move |_| session.instance.with(|i| i.edits.is_empty()));
    let bookmarked = Memo::new(move |_| session.instance.with(|i| i.bookmark));
    let comment = text(move || session.instance.with(|i| i.comment.clone()));
    let label = text(move || {
        let n = open.get();
        let key = match status.get() {
            Status::InProgress if declared.get() && n > 0 => {
                return app.words().count(Key::DoneButOpen, n);
            }
            Status::Untouched => Key::Untouched,
            Status::InProgress => Key::InProgress,
            Status::Done => Key::Done,
            Status::DoneNoErrors => Key::DoneNoErrors,
        };
        app.text(key)
    });
    view! {
        <footer class="foot" inert=session.read_only>
            <span
                class=text(move || format!("status status--{}", bar::name(status.get())))
                data-testid="status"
                data-status=text(move || bar::name(status.get()).to_owned())
                role="status"
            >
                {label}
            </span>
            <When is=flag(move || !declared.get())>
                <button
                    type="button"
                    class="button button--main"
                    data-testid="mark-done"
                    title="Ctrl+Enter"
                    on:click=move |_| keys::done_and_on(session)
                >
                    {icon(Icon::Check)}
                    {text(move || {
                        let key = if no_edits.get() { Key::MarkNoErrors } else { Key::MarkDone };
                        app.text(key)
                    })}
                </button>
            </When>
            <When is=declared.into()>
                <button
                    type="button"
                    class="button"
                    data-testid="reopen"
                    on:click=move |_| session.dispatch(Command::SetDone(false))
                >
                    {app.text(Key::Reopen)}
                </button>
            </When>
            <button
                type="button"
                class="button"
                data-testid="bookmark"
                aria-pressed=text(move || bookmarked.get().to_string())
                on:click=move |_| session.dispatch(Command::SetBookmark(!bookmarked.get_untracked()))
            >
                {icon(Icon::Bookmark)}
                {app.text(Key::Bookmark)}
            </button>
            <label class="foot__comment">
                <span>{app.text(Key::Comment)}</span>
                <textarea
                    rows="1"
                    dir="auto"
                    data-testid="comment"
                    placeholder=app.text(Key::CommentPlaceholder)
                    prop:value=comment
                    on:input=move |event| {
                        session.dispatch(Command::SetComment(event_target_value(&event)));
                    }
                ></textarea>
            </label>
        </footer>
    }
}
