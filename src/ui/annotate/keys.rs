//! Keys of the whole page.

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::focus::{focus, focus_by_key, focus_first_open, focus_text};
use super::hotkeys::category_hotkey;
use super::list;
use crate::state::{Level, Session};
use spanwise_annotation::workspace::{Activity, Command, Direction, Edge, SpanAddress, View};
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_i18n::Key;
use spanwise_template::Side;

/// Listens on the whole window for as long as the page is shown.
pub(super) fn listen(session: Session, help: RwSignal<bool>) {
    let listener = window_event_listener(ev::keydown, move |event| keydown(session, help, &event));
    on_cleanup(move || listener.remove());
}

/// What a key does on the whole page.
pub(in crate::ui) fn keydown(session: Session, help: RwSignal<bool>, event: &KeyboardEvent) {
    let within = |selector: &str| closest(event.target(), selector).is_some();
    if event.default_prevented() || within("dialog") {
        return;
    }
    let typing = within("textarea, select, input:not([type=radio])");
    let command = event.ctrl_key() || event.meta_key();
    let key = event.key();
    let handled = match key.as_str() {
        "z" | "Z" if command => {
            let back = !event.shift_key();
            session.dispatch(if back { Command::Undo } else { Command::Redo });
            true
        }
        "y" | "Y" if command => {
            session.dispatch(Command::Redo);
            true
        }
        "Enter" if command => {
            done_and_on(session);
            true
        }
        _ if command => false,
        "1" | "2" | "3" | "4" if event.alt_key() => {
            focus_part(&key);
            true
        }
        _ if event.alt_key() => false,
        "Escape" => {
            escape(session);
            true
        }
        _ if typing => false,
        // Enter on a control presses it.
        "Enter" if within("button, a, summary, input") => false,
        "Enter" => finish(session),
        "Delete" => delete(session),
        _ if !session.app().preferences.with_untracked(|p| p.single_keys) => false,
        "?" => {
            help.set(true);
            true
        }
        _ => of_template(session, &key) || plain(session, &key),
    };
    if handled {
        event.prevent_default();
    }
}

/// A key that chooses a category or goes to a question, unless the question that has the focus takes it for an answer.
fn of_template(session: Session, key: &str) -> bool {
    let key: String = key.chars().flat_map(char::to_lowercase).collect();
    choose_category(session, &key) || focus_by_key(&key)
}

fn choose_category(session: Session, key: &str) -> bool {
    let template = session.template();
    let found = template
        .typology
        .iter()
        .find(|(id, category)| category_hotkey(*id, category).as_deref() == Some(key));
    let by_number = || {
        let number: usize = key.parse().ok()?;
        template.typology.iter().nth(number.checked_sub(1)?)
    };
    match found.or_else(by_number) {
        Some((id, _)) => {
            session.dispatch(Command::ChooseCategory(id));
            true
        }
        None => false,
    }
}

fn plain(session: Session, key: &str) -> bool {
    let view = session.view.get_untracked();
    let total = session.ask(spanwise_annotation::workspace::Workspace::len);
    match key {
        "." if view.instance + 1 < total => session.dispatch(Command::GoTo(view.instance + 1)),
        "," if view.instance > 0 => session.dispatch(Command::GoTo(view.instance - 1)),
        ";" => go(session, session.ask(|w| w.overview().next_unfinished(view.instance))),
        "'" => go(session, session.ask(|w| w.overview().next_bookmark(view.instance))),
        "*" => {
            let on = session.instance.with_untracked(|i| i.bookmark);
            session.dispatch(Command::SetBookmark(!on));
        }
        "n" => cycle(session, &view, true),
        "N" => cycle(session, &view, false),
        "[" => return step(session, &view, Edge::End, Direction::Backward),
        "]" => return step(session, &view, Edge::End, Direction::Forward),
        "{" => return step(session, &view, Edge::Start, Direction::Backward),
        "}" => return step(session, &view, Edge::Start, Direction::Forward),
        _ => return false,
    }
    true
}

fn go(session: Session, to: Option<usize>) {
    if let Some(at) = to {
        session.dispatch(Command::GoTo(at));
    }
}

fn escape(session: Session) {
    let before = session.view.get_untracked();
    session.dispatch(Command::Escape);
    if before.activity == Activity::Idle && before.selected.is_some() {
        focus_text();
    }
}

fn finish(session: Session) -> bool {
    match session.view.with_untracked(|v| v.activity.clone()) {
        Activity::Drafting(_) | Activity::Extending(_) => {
            session.dispatch(Command::Finish);
            true
        }
        Activity::Idle if session.view.with_untracked(|v| v.selected.is_some()) => {
            focus_first_open();
            true
        }
        _ => false,
    }
}

fn delete(session: Session) -> bool {
    let Some(key) = session.view.with_untracked(|v| v.selected) else { return false };
    list::delete(session, key);
    true
}

/// Opens the next edit of the list, or the one before.
fn cycle(session: Session, view: &View, forward: bool) {
    let keys = list::in_order(session);
    if keys.is_empty() {
        return;
    }
    let at = view.selected.and_then(|key| keys.iter().position(|k| *k == key));
    let next = match (at, forward) {
        (None, true) => 0,
        (None, false) => keys.len() - 1,
        (Some(at), true) => (at + 1) % keys.len(),
        (Some(at), false) => (at + keys.len() - 1) % keys.len(),
    };
    session.dispatch(Command::Select(keys.get(next).copied()));
}

/// Moves an edge of the open edit: that of its last span, in the target if it has one there.
fn step(session: Session, view: &View, edge: Edge, direction: Direction) -> bool {
    let Some(key) = view.selected else { return false };
    let last = session.instance.with_untracked(|i| {
        let edit = i.edit(key)?;
        let side = if edit.spans.target.is_empty() { Side::Source } else { Side::Target };
        let index = edit.spans.on(side).len().checked_sub(1)?;
        Some(SpanAddress { edit: key, side, index })
    });
    let Some(address) = last else { return false };
    session.dispatch(Command::StepEdge(address, edge, direction));
    true
}

/// Declares the instance done and goes on to the next that is not; to the first open question instead, if there is one
/// that must be answered.
pub(super) fn done_and_on(session: Session) {
    if session.is_new_here.get_untracked() {
        return;
    }
    if let Err(reject) = session.try_dispatch(Command::SetDone(true)) {
        return session.explain(reject);
    }
    if !session.instance.with_untracked(|i| i.done) {
        session.app().tell(Level::Info, Key::NoticeAnswerFirst, None);
        timing::after(0, focus_first_open);
        return;
    }
    let at = session.view.with_untracked(|v| v.instance);
    let next = session.ask(|w| w.overview().next_unfinished(at));
    if next != Some(at) {
        go(session, next);
    }
}

fn focus_part(number: &str) {
    let selector = match number {
        "1" => "#text-source",
        "2" => "#text-target",
        "3" => "#list-heading",
        _ => {
            focus_first_open();
            return;
        }
    };
    focus(selector);
}
