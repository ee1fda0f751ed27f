//! Keys of the whole page.

use leptos::ev;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use super::category_menu::FILTER;
use super::edit_list;
use super::focus::{
    click, focus, focus_by_key, focus_first_open, focus_text, focus_text_with_role,
};
use super::key_meaning::{
    KeyPlace, PageKey, PagePart, SingleKey, category_by_key, page_key, single_key,
};
use crate::app::{NoticeLevel, Session};
use crate::ui::text_view::reveal;
use spanwise_annotation::workspace::{
    AnnotatorActivity, Command, SpanAddress, SpanEdge, StepDirection, Workspace, WorkspaceView,
};
use spanwise_browser::elements::closest;
use spanwise_browser::timing;
use spanwise_i18n::TextId;

/// Listens on the whole window for as long as the page is shown.
pub(super) fn listen(session: Session, help: RwSignal<bool>) {
    let listener = window_event_listener(ev::keydown, move |event| keydown(session, help, &event));
    on_cleanup(move || listener.remove());
}

/// Carries out the action of a key on the whole page.
pub(in crate::ui) fn keydown(session: Session, help: RwSignal<bool>, event: &KeyboardEvent) {
    let within = |selector: &str| closest(event.target(), selector).is_some();
    if event.default_prevented() || within("dialog") {
        return;
    }
    let place = KeyPlace {
        is_in_field: within(
            "textarea, select, input:not([type=radio],[type=checkbox],[type=range])",
        ),
        is_on_control: within("button, a, summary, input"),
        uses_single_keys: session.app().preferences.with_untracked(|p| p.single_keys),
    };
    let Some(key) = page_key(&event.into(), place) else { return };
    let is_done = match key {
        PageKey::Undo => done(|| session.dispatch(Command::Undo)),
        PageKey::Redo => done(|| session.dispatch(Command::Redo)),
        PageKey::DoneAndNext => done(|| paragraph_done(session)),
        PageKey::Focus(part) => done(|| focus_part(part)),
        PageKey::Escape => done(|| escape(session)),
        PageKey::ShowKeys => done(|| help.set(true)),
        PageKey::FinishOrAnswer => finish(session),
        PageKey::DeleteEdit => delete_selected(session),
        PageKey::Character(character) => {
            if filters(session, &character) {
                // The character goes into the field that has the focus now.
                focus(FILTER);
                return;
            }
            template_key(session, &character)
                || single_key(&character).is_some_and(|key| carry_out(session, key))
        }
    };
    if is_done {
        event.prevent_default();
    }
}

/// Reports whether a character filters the menu of categories: a letter that is no key of one of them.
fn filters(session: Session, character: &str) -> bool {
    let is_open =
        session.view.with_untracked(|v| matches!(v.activity, AnnotatorActivity::Selected { .. }));
    is_open
        && character.chars().all(char::is_alphabetic)
        && category_by_key(&session.template().typology, &character.to_lowercase()).is_none()
}

/// Runs an action that a key always has.
fn done(run: impl FnOnce()) -> bool {
    run();
    true
}

/// Chooses a category or goes to a question by a key of the template. Returns `true` if the template has the key. The
/// focused question handles its keys first.
fn template_key(session: Session, character: &str) -> bool {
    let key = character.to_lowercase();
    match category_by_key(&session.template().typology, &key) {
        Some(category) => done(|| session.dispatch(Command::ChooseCategory(category))),
        None => focus_by_key(&key),
    }
}

/// Carries out the action of a character. Returns `true` if it had one.
fn carry_out(session: Session, key: SingleKey) -> bool {
    let view = session.view.get_untracked();
    let last = session.ask(Workspace::len).saturating_sub(1);
    match key {
        SingleKey::NextInstance if view.instance >= last => return false,
        SingleKey::NextInstance => session.dispatch(Command::GoTo(view.instance + 1)),
        SingleKey::PreviousInstance if view.instance == 0 => return false,
        SingleKey::PreviousInstance => session.dispatch(Command::GoTo(view.instance - 1)),
        SingleKey::NextUnfinished => {
            go(session, session.ask(|w| w.overview().next_unfinished(view.instance)));
        }
        SingleKey::NextBookmark => {
            go(session, session.ask(|w| w.overview().next_bookmark(view.instance)));
        }
        SingleKey::ToggleBookmark => {
            let on = session.instance.with_untracked(|i| i.bookmark);
            session.dispatch(Command::SetBookmark(!on));
        }
        SingleKey::NextEdit => cycle(session, &view, StepDirection::Forward),
        SingleKey::PreviousEdit => cycle(session, &view, StepDirection::Backward),
        SingleKey::StepEdge(edge, direction) => return step_edge(session, &view, edge, direction),
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
    if before.activity == AnnotatorActivity::Idle && before.selected.is_some() {
        focus_text();
    }
}

fn finish(session: Session) -> bool {
    match session.view.with_untracked(|v| v.activity.clone()) {
        AnnotatorActivity::Drafting(_) | AnnotatorActivity::Extending { .. } => {
            // Goes on to the next guided step.
            if !click("[data-testid=\"step-next\"]") {
                session.dispatch(Command::Finish);
            }
            true
        }
        AnnotatorActivity::Idle if session.view.with_untracked(|v| v.selected.is_some()) => {
            focus_first_open();
            true
        }
        AnnotatorActivity::Idle | AnnotatorActivity::Selected { .. } => false,
    }
}

fn delete_selected(session: Session) -> bool {
    let Some(key) = session.view.with_untracked(|v| v.selected) else { return false };
    edit_list::delete_edit(session, key);
    true
}

/// Opens the next edit of the list, or the one before.
fn cycle(session: Session, view: &WorkspaceView, direction: StepDirection) {
    let keys = edit_list::edits_in_order(session);
    if keys.is_empty() {
        return;
    }
    let at = view.selected.and_then(|key| keys.iter().position(|k| *k == key));
    let next = match (at, direction) {
        (None, StepDirection::Forward) => 0,
        (None, StepDirection::Backward) => keys.len() - 1,
        (Some(at), StepDirection::Forward) => (at + 1) % keys.len(),
        (Some(at), StepDirection::Backward) => (at + keys.len() - 1) % keys.len(),
    };
    let next = keys.get(next).copied();
    session.dispatch(Command::Select(next));
    next.into_iter().for_each(reveal);
}

/// Moves an edge of the open edit: that of its last span, in the last text that has one.
fn step_edge(
    session: Session,
    view: &WorkspaceView,
    edge: SpanEdge,
    direction: StepDirection,
) -> bool {
    let Some(key) = view.selected else { return false };
    let last = session.instance.with_untracked(|i| {
        let edit = i.edit(key)?;
        let marked = i.texts.iter().filter(|text| !edit.spans.on(&text.name).is_empty());
        let text = marked.last()?.name.clone();
        let index = edit.spans.on(&text).len().checked_sub(1)?;
        Some(SpanAddress { edit: key, text, index })
    });
    let Some(address) = last else { return false };
    session.dispatch(Command::StepEdge(address, edge, direction));
    true
}

/// Goes on to the next paragraph; after the last one, or in a text that is shown as a whole, as [`done_and_on`].
fn paragraph_done(session: Session) {
    let next = untrack(|| {
        session.ask_revealed(|all, shown| Some(shown + 1).filter(|next| *next < all.count()))
    });
    match next.flatten() {
        Some(next) => session.go_to_paragraph(next),
        None => done_and_on(session),
    }
}

/// Marks the instance as done and goes to the next unfinished one, or to the first required question that is open.
pub(super) fn done_and_on(session: Session) {
    if !declare_done(session) {
        return;
    }
    let at = session.view.with_untracked(|v| v.instance);
    let next = session.ask(|w| w.overview().next_unfinished(at));
    if next != Some(at) {
        go(session, next);
    }
}

/// Declares the instance done, or says what is in the way. Returns `true` if it is done. Does nothing while a press may
/// have been meant for what was there before.
pub(super) fn declare_done(session: Session) -> bool {
    if session.is_new_here.get_untracked() {
        return false;
    }
    if let Err(reject) = session.try_dispatch(Command::SetDone(true)) {
        session.explain(reject);
        return false;
    }
    let is_done = session.instance.with_untracked(|i| i.done);
    if !is_done {
        session.app().tell(NoticeLevel::Info, TextId::NoticeAnswerFirst, None);
        timing::after(0, focus_first_open);
    }
    is_done
}

fn focus_part(part: PagePart) {
    match part {
        PagePart::Source => focus_text_with_role("source"),
        PagePart::Target => focus_text_with_role("target"),
        PagePart::EditList => {
            focus("#list-heading");
        }
        PagePart::Questions => focus_first_open(),
    }
}
