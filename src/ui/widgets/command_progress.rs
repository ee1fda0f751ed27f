//! The progress of a command that runs in the worker.

use leptos::prelude::*;

use super::button;
use crate::app::App;
use crate::app::commands::Commands;
use crate::ui::view::{View, dynamic, el, text};
use spanwise_browser::commands::CommandProgress;
use spanwise_i18n::TextId;

/// The work at hand, named by `busy`, with its progress and a way to cancel it; empty while nothing runs.
pub(crate) fn command_progress(commands: Commands, busy: TextId) -> View {
    let app = App::from_context();
    let progress = commands.progress;
    let is_busy = Memo::new(move |_| progress.with(Option::is_some));
    let share = move || progress.with(|progress| progress.as_ref().map_or(0.0, |p| p.share));
    let what = move || {
        progress.with(|progress| progress.as_ref().map(|p| told(app, p)).unwrap_or_default())
    };
    dynamic(move || {
        is_busy.get().then(|| {
            let cancel =
                button(app.text(TextId::ButtonsCancelLabel)).on_click(move || commands.cancel());
            View::from([
                el("label")
                    .child(el("span").attr("role", "status").child(app.text(busy)))
                    .child(el("progress").prop("value", text(move || share().to_string())))
                    .child(el("span").class("hint").child(text(what))),
                cancel,
            ])
        })
    })
}

/// The work at hand, with the time that the rest of it takes.
fn told(app: App, progress: &CommandProgress) -> String {
    match progress.seconds_left {
        Some(seconds) => time_told(app, &progress.what, seconds),
        None => progress.what.clone(),
    }
}

/// Something with the time that it takes, in seconds up to two minutes, then in minutes.
pub(in crate::ui) fn time_told(app: App, what: &str, seconds: f64) -> String {
    let (text, left) = if seconds < 120.0 {
        (TextId::CommandsSecondsLeft, seconds.ceil())
    } else {
        (TextId::CommandsMinutesLeft, (seconds / 60.0).ceil())
    };
    app.words().fill(text, &[("what", what), ("left", &left.to_string())])
}
