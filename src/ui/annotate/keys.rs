//! Keys of the whole page.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use super::{draft, list, questions};
use crate::app::{App, NoticeLevel, Session};
use crate::ui::view::{El, el, text};
use crate::ui::widgets::dialog;
use spanwise_annotation::document::TextName;
use spanwise_annotation::workspace::{Activity, Command, Direction, Edge, SpanAddress, View};
use spanwise_browser::selection::closest;
use spanwise_browser::timing;
use spanwise_i18n::Key;
use spanwise_template::{Category, Side};

/// Keys and what they do, as the list of keys shows them.
pub(in crate::ui) type Keys = &'static [(&'static str, Key)];

const LIST: Keys = &[
    (". ,", Key::KeysNextPrevious),
    (";", Key::KeysUnfinished),
    ("* '", Key::KeysBookmark),
    ("Ctrl+Enter", Key::KeysDone),
    ("Ctrl+Z, Ctrl+Shift+Z", Key::KeysUndo),
    ("1 … 9", Key::KeysCategory),
    ("← ↑ → ↓", Key::KeysText),
    ("Enter, I", Key::KeysSpan),
    ("N, Shift+N", Key::KeysCycle),
    ("[ ]", Key::KeysEdge),
    ("{ }", Key::KeysEdgeStart),
    ("Delete", Key::KeysDelete),
    ("Escape", Key::KeysEscape),
    ("Alt+1 … Alt+4", Key::KeysPanes),
    ("?", Key::KeysHelp),
];

/// Of these, single characters that work on the whole page, unless the person has turned that off.
const SINGLE: [Key; 9] = [
    Key::KeysNextPrevious,
    Key::KeysUnfinished,
    Key::KeysBookmark,
    Key::KeysCategory,
    Key::KeysCycle,
    Key::KeysEdge,
    Key::KeysEdgeStart,
    Key::KeysHelp,
    Key::AdjudicateNextDifference,
];

/// Of these, what makes or changes edits.
const OF_EDITS: [Key; 5] =
    [Key::KeysCategory, Key::KeysSpan, Key::KeysEdge, Key::KeysEdgeStart, Key::KeysDelete];

/// Of these, the keys for work that is only looked at.
const FOR_READERS: [Key; 4] =
    [Key::KeysNextPrevious, Key::AdjudicateNextDifference, Key::KeysText, Key::KeysHelp];

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
    choose_category(session, &key) || questions::focus_by_key(&key)
}

fn choose_category(session: Session, key: &str) -> bool {
    let template = session.template();
    let found = template
        .typology
        .iter()
        .find(|(id, category)| draft::hotkey(*id, category).as_deref() == Some(key));
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
            questions::focus_first_open();
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
        let shown = |side| i.texts.first(side).map(|text| text.name.clone());
        let has_span = |text: &TextName| !edit.spans.on(text).is_empty();
        let target = shown(Side::Target).filter(has_span);
        let text = target.or_else(|| shown(Side::Source))?;
        let index = edit.spans.on(&text).len().checked_sub(1)?;
        Some(SpanAddress { edit: key, text, index })
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
        session.app().tell(NoticeLevel::Info, Key::NoticeAnswerFirst, None);
        timing::after(0, questions::focus_first_open);
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
            questions::focus_first_open();
            return;
        }
    };
    focus(selector);
}

/// Puts the focus on the text: the target, or the source where there is no target.
pub(in crate::ui) fn focus_text() {
    if !focus(".pane:not(.pane--absent) #text-target") {
        focus("#text-source");
    }
}

/// Puts the focus on the first element that a selector of ours finds. Whether it could.
pub(in crate::ui) fn focus(selector: &str) -> bool {
    let element = document().query_selector(selector).ok().flatten();
    match element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        Some(element) => element.focus().is_ok(),
        None => false,
    }
}

/// The list of keys that do something here, with those that only this page has.
pub(super) fn keys_dialog(session: Session, of_page: Keys, open: RwSignal<bool>) -> El {
    let app = App::from_context();
    let entry = |(keys, what): (String, String)| {
        [el("dt").child(el("kbd").child(keys)), el("dd").child(what)]
    };
    dialog(open, text(move || app.text(Key::KeysTitle)), move || {
        let single = app.preferences.with(|p| p.single_keys);
        let disable = session.template().settings.disable;
        let works = |what: Key| {
            (single || !SINGLE.contains(&what))
                && (!disable.selection || !OF_EDITS.contains(&what))
                && (!session.is_reader() || FOR_READERS.contains(&what))
        };
        let shown = of_page.iter().chain(LIST).filter(|(_, what)| works(*what));
        let mut all: Vec<(String, String)> = Vec::new();
        for (keys, what) in shown {
            match *what {
                Key::KeysCategory => all.extend(category_keys(session, app)),
                what => all.push(((*keys).to_owned(), app.text(what))),
            }
        }
        let questions = question_keys(session).filter(|_| single);
        all.extend(questions.map(|keys| (keys, app.text(Key::KeysQuestion))));
        el("dl").class("keys").child(all.into_iter().flat_map(entry).collect::<Vec<_>>())
    })
}

/// The numbers of categories, then each category that has a key of its own.
fn category_keys(session: Session, app: App) -> Vec<(String, String)> {
    let template = session.template();
    let categories = template.typology.categories();
    let numbers = match categories.len().min(9) {
        1 => "1".to_owned(),
        last => format!("1 … {last}"),
    };
    let own = |category: &Category| {
        let key = category.hotkey?.to_uppercase().collect::<String>();
        Some((key, category.label.clone()))
    };
    let numbers = (numbers, app.text(Key::KeysCategory));
    std::iter::once(numbers).chain(categories.iter().filter_map(own)).collect()
}

/// The keys that go to questions, if the template has any and the questions can be answered.
fn question_keys(session: Session) -> Option<String> {
    let template = session.template();
    let questions = template.typology.categories().iter().flat_map(|category| &category.questions);
    let mut keys = String::new();
    for key in questions.filter_map(|question| question.hotkey) {
        if !keys.contains(key) {
            keys.extend([key, ' ']);
        }
    }
    let are_answered = !session.is_reader() && !template.settings.disable.annotation;
    (are_answered && !keys.is_empty()).then_some(keys)
}
