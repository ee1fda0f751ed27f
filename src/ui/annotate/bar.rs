//! The bar: which work, where in it, how far, undo, what is saved, everything else in a menu.

use leptos::html;
use leptos::prelude::*;

use super::menu::Menu;
use crate::domain::document::Status;
use crate::domain::store::SaveState;
use crate::domain::wording::Key;
use crate::domain::workspace::Command;
use crate::platform::location;
use crate::state::{App, Level, Session};
use crate::ui::dynamic::{dynamic, flag, text};
use crate::ui::widgets::{Icon, icon};

/// How many cells the strip of instances has at most.
const STRIP: usize = 60;

/// The bar at the top.
#[component]
pub(super) fn Bar(
    session: Session,
    instructions: RwSignal<bool>,
    keys: RwSignal<bool>,
    problems: RwSignal<bool>,
) -> impl IntoView {
    let app = App::from_context();
    let template = session.template();
    let has_instructions =
        template.settings.instructions.is_some() && !template.settings.prepend_instructions;
    view! {
        <header class="bar">
            <a
                class="bar__title"
                href="#/"
                title=app.text(Key::Home)
                on:click=|event| {
                    event.prevent_default();
                    location::go("#/");
                }
            >
                {template.label.clone()}
            </a>
            <Position session/>
            <ProgressStrip session/>
            <div class="bar__group">
                <button
                    type="button"
                    class="button button--quiet"
                    data-testid="undo"
                    aria-label=app.text(Key::Undo)
                    title=format!("{} (Ctrl+Z)", app.text(Key::Undo))
                    disabled=flag(move || !session.history.get().0)
                    on:click=move |_| session.dispatch(Command::Undo)
                >
                    {icon(Icon::Undo)}
                </button>
                <button
                    type="button"
                    class="button button--quiet"
                    data-testid="redo"
                    aria-label=app.text(Key::Redo)
                    title=format!("{} (Ctrl+Shift+Z)", app.text(Key::Redo))
                    disabled=flag(move || !session.history.get().1)
                    on:click=move |_| session.dispatch(Command::Redo)
                >
                    {icon(Icon::Redo)}
                </button>
            </div>
            <Saving session/>
            {has_instructions
                .then(|| {
                    view! {
                        <button
                            type="button"
                            class="button button--quiet"
                            on:click=move |_| instructions.set(true)
                        >
                            {app.text(Key::Instructions)}
                        </button>
                    }
                })}
            <Menu session keys problems/>
        </header>
    }
}

#[component]
fn Position(session: Session) -> impl IntoView {
    let app = App::from_context();
    let total = session.ask(crate::domain::workspace::Workspace::len);
    let at = Memo::new(move |_| session.view.with(|v| v.instance));
    let input = NodeRef::<html::Input>::new();
    let go = move || {
        let Some(input) = input.get_untracked() else { return };
        let typed = input.value();
        if let Ok(wanted) = typed.trim().parse::<usize>() {
            session.dispatch(Command::GoTo(wanted.clamp(1, total.max(1)) - 1));
        } else if !typed.trim().is_empty() {
            let text = app.words().fill(Key::RejectNotANumber, &[("text", typed.trim())]);
            app.tell(Level::Info, text, None);
        }
        input.set_value(&(at.get_untracked() + 1).to_string());
    };
    view! {
        <nav
            class="bar__group position"
            aria-label=app.text(Key::InstanceWord)
            data-testid="position"
            data-index=text(move || (at.get() + 1).to_string())
            data-total=total
        >
            <button
                type="button"
                class="button button--quiet"
                data-testid="previous"
                aria-label=app.text(Key::Previous)
                title=format!("{} (,)", app.text(Key::Previous))
                disabled=flag(move || at.get() == 0)
                on:click=move |_| session.dispatch(Command::GoTo(at.get_untracked().saturating_sub(1)))
            >
                {icon(Icon::Previous)}
            </button>
            <input
                type="text"
                inputmode="numeric"
                class="position__input"
                data-testid="goto"
                aria-label=app.text(Key::GoToInstance)
                prop:value=text(move || (at.get() + 1).to_string())
                node_ref=input
                on:change=move |_| go()
                on:keydown=move |event| {
                    if event.key() == "Enter" {
                        go();
                    }
                }
            />
            <span class="position__total">{app.words().count(Key::OfTotal, total)}</span>
            <button
                type="button"
                class="button button--quiet"
                data-testid="next"
                aria-label=app.text(Key::Next)
                title=format!("{} (.)", app.text(Key::Next))
                disabled=flag(move || { at.get() + 1 >= total })
                on:click=move |_| session.dispatch(Command::GoTo(at.get_untracked() + 1))
            >
                {icon(Icon::Next)}
            </button>
        </nav>
    }
}

/// Progress as a strip of instances, and the way to the next one that is not done.
#[component]
fn ProgressStrip(session: Session) -> impl IntoView {
    let app = App::from_context();
    let strip = Memo::new(move |_| {
        session.progress.track();
        session.ask(|w| w.overview().strip(STRIP))
    });
    let figures = text(move || {
        let progress = session.progress.get();
        let done = (progress.done + progress.done_no_errors).to_string();
        let total = progress.total.to_string();
        app.words().fill(Key::DoneOf, &[("n", &done), ("total", &total)])
    });
    let here = move || {
        let total = session.progress.with(|p| p.total).max(1);
        let cells = STRIP.min(total);
        session.view.with(|v| v.instance) * cells / total
    };
    let next = move |_| {
        let from = session.view.with_untracked(|v| v.instance);
        if let Some(at) = session.ask(|w| w.overview().next_unfinished(from)) {
            session.dispatch(Command::GoTo(at));
        }
    };
    view! {
        <div class="bar__group progress" data-testid="progress">
            <span class="strip" aria-hidden="true">
                {dynamic(move || {
                    let here = here();
                    strip
                        .get()
                        .into_iter()
                        .enumerate()
                        .map(|(at, status)| {
                            let current = if at == here { " strip__cell--here" } else { "" };
                            let class = format!("strip__cell strip__cell--{}{current}", name(status));
                            view! { <i class=class></i> }
                        })
                        .collect_view()
                })}
            </span>
            <span class="progress__text">{figures}</span>
            <button
                type="button"
                class="button button--quiet"
                data-testid="next-unfinished"
                aria-label=app.text(Key::NextUnfinished)
                title=format!("{} (;)", app.text(Key::NextUnfinished))
                on:click=next
            >
                {icon(Icon::Skip)}
            </button>
        </div>
    }
}

/// The name of a status in classes and attributes.
pub(super) fn name(status: Status) -> &'static str {
    match status {
        Status::Untouched => "untouched",
        Status::InProgress => "in-progress",
        Status::Done => "done",
        Status::DoneNoErrors => "done-no-errors",
    }
}

#[component]
fn Saving(session: Session) -> impl IntoView {
    let app = App::from_context();
    let durable = app.store().is_durable();
    let state = Memo::new(move |_| {
        if session.read_only.get() {
            return ("read-only", Key::ReadOnly);
        }
        match session.save_state.get() {
            SaveState::Saved if durable => ("saved", Key::Saved),
            SaveState::Saved | SaveState::Unsaved(_) => ("unsaved", Key::Unsaved),
            SaveState::ReadOnly(_) => ("read-only", Key::ReadOnly),
        }
    });
    view! {
        <span
            class=text(move || format!("save-state save-state--{}", state.get().0))
            data-testid="save-state"
            data-state=text(move || state.get().0.to_owned())
            role="status"
        >
            {text(move || app.text(state.get().1))}
        </span>
    }
}
