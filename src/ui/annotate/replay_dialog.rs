//! The dialog in which the history of the instance shown is gone through, on a slider.

use std::collections::BTreeSet;

use leptos::ev;
use leptos::prelude::*;

use super::edit_list::edit_list;
use super::texts_with_menu;
use crate::app::replay::InstanceReplay;
use crate::app::{App, Session};
use crate::ui::edit_text::category_label;
use crate::ui::text_view::{Caret, Panes, listen_to_clicks};
use crate::ui::view::{El, View, el, flag, show, text};
use crate::ui::widgets::{Icon, button, dialog, icon_button};
use spanwise_annotation::replay::{ReplayDeed, ReplayStep};
use spanwise_browser::language::date_and_time;
use spanwise_browser::{styles, timing};
use spanwise_i18n::TextId;

static STYLE: &str = include_str!("../../../style/replay.css");

/// The time for which each step is shown while the replay plays, in milliseconds.
const STEP_MS: i32 = 900;

/// The dialog of the replay.
pub(super) fn replay_dialog(session: Session) -> View {
    styles::adopt(STYLE);
    let app = App::from_context();
    let title = text(move || app.text(TextId::ReplayTitle));
    dialog(session.replays, title, move || untrack(|| content(session))).into()
}

fn content(session: Session) -> View {
    let Some(replay) = InstanceReplay::begin(session) else { return View::Nothing };
    let app = App::from_context();
    let is_read = flag(move || replay.count.get().is_some());
    let shortened = replay.is_shortened.then(|| {
        el("p")
            .class("hint")
            .attr("data-testid", "replay-shortened")
            .child(app.text(TextId::ReplayShortened))
    });
    el("div")
        .class("replay")
        .attr("data-testid", "replay")
        .child(shortened)
        .child(show(is_read, move || untrack(|| controls(app, replay))))
        .child(state(replay.session))
        .into()
}

/// The texts with marks, and the list of edits, as they were.
fn state(session: Session) -> El {
    let panes = Panes::new();
    let caret = RwSignal::new(None::<Caret>);
    let hidden = RwSignal::new(BTreeSet::new());
    listen_to_clicks(session, panes);
    el("div")
        .class("replay__state")
        .child(texts_with_menu(session, panes, caret, hidden, None))
        .child(edit_list(session, hidden, None))
}

/// The slider, with buttons for the step before and the next one and for going through all.
fn controls(app: App, replay: InstanceReplay) -> View {
    let count = replay.count.get().unwrap_or_default();
    if count == 0 {
        let none = app.text(TextId::ReplayNone);
        return el("p").class("hint").attr("data-testid", "replay-step").child(none).into();
    }
    let is_playing = RwSignal::new(false);
    let go_to = move |number: usize| {
        is_playing.set(false);
        replay.go_to(number);
    };
    let said = Memo::new(move |_| in_words(app, replay, replay.at.get(), count));
    let step = |icon: Icon, name: TextId, testid: &'static str, by: isize| {
        let to = move || replay.at.get_untracked().saturating_add_signed(by);
        let is_end = move || replay.at.get() == if by < 0 { 0 } else { count };
        icon_button(icon, app.text(name))
            .class("button button--quiet")
            .attr("data-testid", testid)
            .attr("title", app.text(name))
            .attr("aria-disabled", text(move || is_end().to_string()))
            .on_click(move || go_to(to()))
    };
    let play = button(text(move || {
        app.text(if is_playing.get() { TextId::ReplayPause } else { TextId::ReplayPlay })
    }))
    .class("button")
    .attr("data-testid", "replay-play")
    .on_click(move || {
        if is_playing.get_untracked() {
            return is_playing.set(false);
        }
        if replay.at.get_untracked() == count {
            replay.go_to(0);
        }
        is_playing.set(true);
        play_on(replay, is_playing, count);
    });
    let slider = el("input")
        .attr("type", "range")
        .class("replay__slider")
        .attr("min", "0")
        .attr("max", count.to_string())
        .attr("step", "1")
        .attr("data-testid", "replay-slider")
        .attr("aria-label", app.text(TextId::ReplaySlider))
        .attr("aria-valuetext", text(move || said.get()))
        .prop("value", text(move || replay.at.get().to_string()))
        .on(ev::input, move |event| {
            if let Ok(number) = event_target_value(&event).parse() {
                go_to(number);
            }
        });
    el("div")
        .class("replay__controls")
        .child(
            el("div")
                .class("replay__buttons")
                .child(step(Icon::Previous, TextId::ReplayPrevious, "replay-previous", -1))
                .child(play)
                .child(step(Icon::Next, TextId::ReplayNext, "replay-next", 1)),
        )
        .child(slider)
        .child(
            el("p")
                .class("replay__step")
                .attr("role", "status")
                .attr("data-testid", "replay-step")
                .attr("data-index", text(move || replay.at.get().to_string()))
                .attr("data-total", count.to_string())
                .child(text(move || said.get())),
        )
        .into()
}

/// Goes on by a step, and again after a while, until the last one or until somebody stops it.
fn play_on(replay: InstanceReplay, is_playing: RwSignal<bool>, count: usize) {
    timing::after(STEP_MS, move || {
        // The dialog may be closed.
        if is_playing.try_get_untracked() != Some(true) {
            return;
        }
        let next = replay.at.get_untracked() + 1;
        replay.go_to(next);
        if next < count {
            play_on(replay, is_playing, count);
        } else {
            is_playing.set(false);
        }
    });
}

/// A step for people to read: its number, what was done, and when, if that is known.
fn in_words(app: App, replay: InstanceReplay, number: usize, total: usize) -> String {
    let words = app.words();
    let mut what = match replay.step(number) {
        Some(step) => deed_in_words(app, replay.session, &step),
        None => words.get(TextId::ReplayStart).to_owned(),
    };
    if let Some(ms) = replay.step(number).and_then(|step| step.unix_ms) {
        let values = [("what", what.as_str()), ("time", &date_and_time(ms))];
        what = words.fill(TextId::ReplayAt, &values);
    }
    let values = [("n", number.to_string()), ("total", total.to_string()), ("what", what)];
    words.fill(TextId::ReplayStep, &values.each_ref().map(|(name, value)| (*name, value.as_str())))
}

fn deed_in_words(app: App, session: Session, step: &ReplayStep) -> String {
    let words = app.words();
    let Some(first) = step.edits.first() else {
        let text = match step.deed {
            ReplayDeed::Undone => TextId::ReplayUndone,
            ReplayDeed::Redone => TextId::ReplayRedone,
            ReplayDeed::Answered => TextId::ReplayInstanceAnswered,
            ReplayDeed::Done => TextId::ReplayDone,
            ReplayDeed::Reopened => TextId::ReplayReopened,
            ReplayDeed::Revealed => TextId::ReplayRevealed,
            ReplayDeed::Made | ReplayDeed::Changed | ReplayDeed::Deleted | ReplayDeed::Restored => {
                TextId::ReplayInstanceChanged
            }
        };
        return words.get(text).to_owned();
    };
    let mut edit = category_label(&session.template(), first);
    let others = step.edits.len() - 1;
    if others > 0 {
        let values = [("edit", edit.as_str()), ("n", &others.to_string())];
        edit = words.fill(TextId::ReplayMore, &values);
    }
    let text = match step.deed {
        ReplayDeed::Made => TextId::ReplayEditMade,
        ReplayDeed::Changed | ReplayDeed::Done | ReplayDeed::Reopened | ReplayDeed::Revealed => {
            TextId::ReplayEditChanged
        }
        ReplayDeed::Answered => TextId::ReplayEditAnswered,
        ReplayDeed::Deleted => TextId::ReplayEditDeleted,
        ReplayDeed::Restored => TextId::ReplayEditRestored,
        ReplayDeed::Undone => TextId::ReplayEditUndone,
        ReplayDeed::Redone => TextId::ReplayEditRedone,
    };
    words.fill(text, &[("edit", &edit)])
}
