//! This page within another one, which hands over a template and data, and asks for the annotations.
//!
//! The messages are described in `docs/embedding.md`.

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::Window;

use super::app::{App, Failure, Page};
use super::export::Export;
use super::opening::open_embedded;
use super::session::Session;
use crate::domain::diagnostic::Diagnostic;
use crate::domain::link::Request;
use crate::domain::store::SaveState;
use crate::domain::wording::Key;
use crate::domain::workspace::Command;
use crate::platform::messages::{self, Field, Message};
use crate::platform::{location, timing};

/// The page that embeds this one.
#[derive(Clone)]
struct Host {
    window: Window,
    /// The only origin whose messages count.
    origin: String,
}

impl Host {
    fn post(&self, kind: &str, fields: &[(&str, Field<'_>)]) {
        messages::post(&self.window, &self.origin, kind, fields);
    }
}

/// Waits for the messages of the page that embeds this one.
pub fn wait(app: App) {
    let Some(window) = messages::parent() else {
        let message = app.words().get(Key::EmbedNotEmbedded).to_owned();
        return app.fail(Failure { what: location::address(), message, ..Failure::default() });
    };
    let host = Host { window, origin: allowed_origin() };
    app.is_embedded.set(true);
    let listening = {
        let host = host.clone();
        messages::listen(move |message| {
            if message.is_from(&host.window) && message.origin() == host.origin {
                answer(app, &host, &message);
            }
        })
    };
    // Lives as long as the page, which shows other things in the meantime.
    std::mem::forget(listening);
    host.post("ready", &[]);
}

/// The origin named in the address of this page; its own where none is named.
fn allowed_origin() -> String {
    let address = location::address();
    let (before, hash) = address.split_once('#').unwrap_or((&address, ""));
    let request = Request::parse(before.split_once('?').map_or("", |(_, query)| query), hash);
    let named = request.other.into_iter().find(|(name, _)| name == "origin");
    named.map_or_else(messages::own_origin, |(_, origin)| origin)
}

fn answer(app: App, host: &Host, message: &Message) {
    match message.text("type").as_deref() {
        Some("load") => load(app, host.clone(), message),
        // Thresh's own message has no type.
        None if message.text("template").is_some() => load(app, host.clone(), message),
        Some("get") => give(app, host, message),
        Some("go") => {
            let at = message.number("instance").unwrap_or(1);
            if let Some(session) = session(app) {
                session.dispatch(Command::GoTo(at.saturating_sub(1)));
            }
        }
        _ => {}
    }
}

fn session(app: App) -> Option<Session> {
    app.page.with_untracked(|page| match page {
        Page::Annotate(session) => Some(*session),
        Page::Adjudicate(_) => app.last_session(),
        _ => None,
    })
}

fn load(app: App, host: Host, message: &Message) {
    let template = message.text("template").unwrap_or_default();
    // Thresh writes the text `null` where there is no data.
    let data = message.text("data").filter(|data| data.trim() != "null");
    let at = message.number("instance");
    if message.is_false("keep") {
        app.keep_nothing();
    }
    spawn_local(async move {
        timing::start("load");
        match open_embedded(app, &template, data, &host.origin).await {
            Ok(page) => {
                let problems: Vec<String> = match &page {
                    Page::Annotate(session) => {
                        session.template_problems.with_value(|p| sentences(p))
                    }
                    Page::Landing(landing) => sentences(&landing.diagnostics),
                    Page::Adjudicate(several) => sentences(&several.landing.diagnostics),
                    _ => Vec::new(),
                };
                if let (Page::Annotate(session), Some(at)) = (&page, at) {
                    // The data may have fewer instances than it had.
                    let _ = session.try_dispatch(Command::GoTo(at.saturating_sub(1)));
                }
                let is_open = matches!(page, Page::Annotate(_));
                app.show(page);
                host.post("loaded", &[("problems", Field::Texts(&problems))]);
                if is_open {
                    report(app, host);
                } else {
                    app.await_session(move || {
                        if let (Some(session), Some(at)) = (session(app), at) {
                            let _ = session.try_dispatch(Command::GoTo(at.saturating_sub(1)));
                        }
                        report(app, host);
                    });
                }
            }
            Err(failure) => {
                let problems = sentences(&failure.diagnostics);
                let fields = [
                    ("message", Field::Text(&failure.message)),
                    ("problems", Field::Texts(&problems)),
                ];
                host.post("failed", &fields);
                app.fail(failure);
            }
        }
        timing::end_after_paint("load");
    });
}

fn sentences(problems: &[Diagnostic]) -> Vec<String> {
    problems.iter().map(Diagnostic::sentence).collect()
}

/// Tells the other page of every change, as long as the work is open.
fn report(app: App, host: Host) {
    let Some(session) = session(app) else { return };
    app.in_session(move || {
        Effect::new(move |_| {
            session.instance.track();
            let progress = session.progress.get();
            let at = session.view.with(|view| view.instance);
            let saved = session.save_state.with(|state| *state == SaveState::Saved);
            host.post(
                "state",
                &[
                    ("instance", Field::Number(at + 1)),
                    ("total", Field::Number(progress.total)),
                    ("done", Field::Number(progress.done + progress.done_no_errors)),
                    ("saved", Field::Flag(saved)),
                ],
            );
        });
    });
}

fn give(app: App, host: &Host, message: &Message) {
    let id = message.text("id").unwrap_or_default();
    if let Some(session) = session(app) {
        let (_, data) = session.written(Export::Annotations);
        host.post("result", &[("id", Field::Text(&id)), ("data", Field::Text(&data))]);
    } else {
        host.post("result", &[("id", Field::Text(&id))]);
    }
}
