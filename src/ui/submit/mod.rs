//! Submitting what was annotated for others. Loaded for such work, and where submissions wait.

mod dialog;

use leptos::prelude::*;
use leptos::task::spawn_local;

use self::dialog::{submit_dialog, warning_dialog};
use super::view::{View, el, flag, later, part_of_its_own};
use super::widgets::button;
use crate::domain::wording::Key;
use crate::domain::workspace::Progress;
use crate::state::submit::{Submitting, deliver, may_wait};
use crate::state::{App, Session};

/// What the rest of the app calls.
#[derive(Clone, Copy)]
struct Submit {
    button: fn(Session) -> View,
    deliver: fn(App),
}

part_of_its_own!(submit, submit_part, Submit, Submit { button: button_and_dialogs, deliver });

/// The button by which work is submitted, with its dialogs.
pub(super) fn submit_button(session: Session) -> View {
    later(submit_part, move |part: Submit| (part.button)(session))
}

/// Sends what has been waiting on this device since the last visit.
pub(super) fn carry_on(app: App) {
    Effect::new(move |begun: Option<bool>| {
        // Once a page is shown, so are messages, in its language.
        let begins = app.page_number.get() > 0;
        if begins && begun != Some(true) && may_wait(app) {
            spawn_local(async move {
                // Where the part cannot be had, there is no network to send anything either: the next visit does.
                if let Ok(part) = submit_part().await {
                    (part.deliver)(app);
                }
            });
        }
        begins
    });
}

/// The button stands out once nothing is left to do.
fn is_done(progress: &Progress) -> bool {
    progress.done + progress.done_no_errors == progress.total
}

fn button_and_dialogs(session: Session) -> View {
    let app = App::from_context();
    let Some(submitting) = Submitting::of(app, session) else { return View::Nothing };
    el("div")
        .class("bar__group")
        .child(
            button(app.text(Key::Submit))
                .class("button")
                .class_if("button--main", flag(move || session.progress.with(is_done)))
                .set("data-testid", "submit")
                .on_click(move || submitting.press()),
        )
        .child(warning_dialog(submitting))
        .child(submit_dialog(submitting))
        .into()
}
