//! Submission of work. Loaded for work that is to be submitted, and if submissions wait.

mod submit_dialog;

use std::sync::Arc;

use leptos::prelude::{GetUntracked, Owner, RwSignal, With};
use leptos::task::spawn_local;
use web_sys::Element;

use self::submit_dialog::{submit_dialog, warning_dialog};
use super::annotate::annotation_bar::if_not_finished;
use super::annotate::focus::click;
use super::view::{El, MountPoint, View, el, flag, text};
use super::widgets::button;
use crate::app::lazy::lazily_loaded;
use crate::app::submission::{WorkSubmission, may_hold_submissions, send_outbox};
use crate::app::{App, NoticeAction, NoticeLevel, Session};
use spanwise_browser::{location, styles, timing};
use spanwise_i18n::TextId;

lazily_loaded!(submit, submit_part, fn(App, Option<SubmitButtonPlace>), begin);

/// The place of the submit button.
struct SubmitButtonPlace {
    session: Session,
    group: Element,
    owner: Owner,
    /// Lives as long as the page.
    shown: RwSignal<bool>,
}

/// The button that submits the work, with its dialogs, once they are loaded. Until then an invisible one keeps its place
/// in the bar.
pub(super) fn submit_button(session: Session) -> El {
    let app = App::from_context();
    let place = button(app.text(TextId::SubmitSubmit)).style(("visibility", "hidden"));
    let group = el("div").class("bar__group").child(place);
    let owner = Owner::current().unwrap_or_default();
    let shown = RwSignal::new(true);
    load(app, Some(SubmitButtonPlace { session, group: group.node(), owner, shown }));
    group
}

/// Presses the button; once it is loaded, if it is not yet.
pub(super) fn press() {
    const BUTTON: &str = "[data-action=submit]";
    if click(BUTTON) {
        return;
    }
    spawn_local(async {
        // If it cannot be loaded, that has been told.
        if submit_part().await.is_ok() {
            timing::pause().await;
            click(BUTTON);
        }
    });
}

/// Sends submissions that wait on this device.
pub(super) fn carry_on(app: App) {
    if may_hold_submissions(app) {
        load(app, None);
    }
}

fn load(app: App, place: Option<SubmitButtonPlace>) {
    spawn_local(async move {
        match submit_part().await {
            Ok(begin) => begin(app, place),
            Err(_) if place.is_some() => {
                let run = Arc::new(location::reload);
                let retry = NoticeAction { label: TextId::FailureRetry, run };
                app.tell(NoticeLevel::Error, TextId::FailurePart, Some(retry));
            }
            // There is no network to send anything either: the next page does.
            Err(_) => {}
        }
    });
}

static STYLE: &str = include_str!("../../../style/submit.css");

fn begin(app: App, place: Option<SubmitButtonPlace>) {
    styles::adopt(STYLE);
    match place {
        None => send_outbox(app),
        Some(SubmitButtonPlace { session, group, owner, shown }) => {
            if shown.try_get_untracked().is_some() {
                group.replace_children_with_node_0();
                owner.with(|| button_and_dialogs(session).mount(MountPoint::end_of(&group)));
            }
        }
    }
}

fn button_and_dialogs(session: Session) -> View {
    let app = App::from_context();
    let Some(submitting) = WorkSubmission::of(app, session) else { return View::Nothing };
    let button = button(app.text(TextId::SubmitSubmit))
        .class("button")
        .class((
            "button--main",
            flag(move || session.progress.with(|progress| progress.is_finished())),
        ))
        .attr("data-testid", text(move || if_not_finished(session, "submit")))
        .attr("data-action", "submit")
        .on_click(move || submitting.press());
    View::from([button, warning_dialog(submitting), submit_dialog(submitting)])
}
