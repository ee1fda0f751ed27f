//! This page within a host page, which sends a template and data, and requests the annotations.
//!
//! The messages are described in `docs/embedding.md`.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::context::{App, Page, Session};
use super::failure::Failure;
use super::file_writer::{ExportFormat, written};
use super::notices::NoticeLevel;
use super::opening::open_embedded;
use spanwise_annotation::store::SaveState;
use spanwise_annotation::workspace::Command;
use spanwise_browser::messages::{self, MessageField, MessageTarget, WindowMessage};
use spanwise_browser::{location, timing};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{TextId, say};
use spanwise_links::{AddressParts, LinkRequest};

/// A request of the host page to load a template and data.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HostRequest {
    template: String,
    data: Option<String>,
    /// 1-based number of the instance to show.
    instance: Option<usize>,
    /// `true` if work is stored on this device.
    keep: bool,
    /// `true` for Thresh's own message, which its pages send several times.
    is_thresh: bool,
}

impl HostRequest {
    fn read(message: &WindowMessage) -> Self {
        HostRequest {
            template: message.text("template").unwrap_or_default(),
            // Thresh writes the text `null` where there is no data.
            data: message.text("data").filter(|data| data.trim() != "null"),
            instance: message.number("instance"),
            keep: !message.is_false("keep"),
            is_thresh: message.text("type").is_none(),
        }
    }
}

/// Requests to load: one is carried out at a time, and of the waiting ones only the last.
#[derive(Debug, Default)]
struct LoadQueue {
    is_busy: bool,
    next: Option<HostRequest>,
    /// The last request carried out, if it was Thresh's message.
    last: Option<HostRequest>,
}

/// The page that embeds this one.
#[derive(Clone)]
struct HostPage {
    target: MessageTarget,
    queue: Rc<RefCell<LoadQueue>>,
}

impl HostPage {
    fn post(&self, kind: &str, fields: &[(&str, MessageField<'_>)]) {
        self.target.post(kind, fields);
    }
}

/// Listens for the messages of the page that embeds this one.
pub fn wait(app: App) {
    let Some(window) = messages::parent() else {
        return app.fail(Failure::new(location::address(), TextId::EmbedNotEmbedded));
    };
    let origin = match allowed_origin() {
        Ok(origin) => origin,
        Err(UnusableOrigin(named)) => {
            let message = say!(EmbedBadOrigin, origin = named);
            return app.fail(Failure::new(location::address(), message));
        }
    };
    let host = HostPage { target: MessageTarget { window, origin }, queue: Rc::default() };
    if app.is_embedded.get_untracked() {
        // The listener is there already: this page is shown again.
        return host.post("ready", &[]);
    }
    app.is_embedded.set(true);
    let listening = {
        let host = host.clone();
        messages::listen(move |message| {
            if !message.is_from(&host.target.window) {
                return;
            }
            if message.origin() == host.target.origin {
                answer(app, &host, &message);
            } else {
                ignored(app, &host, &message);
            }
        })
    };
    // Lives as long as the page, which shows other things in the meantime.
    std::mem::forget(listening);
    host.post("ready", &[]);
}

/// A text in the address of this page that is not an origin.
struct UnusableOrigin(String);

/// Returns the origin named in the address of this page; its own if none is named.
fn allowed_origin() -> Result<String, UnusableOrigin> {
    let address = location::address();
    let request = LinkRequest::parse(AddressParts::of(&address).query.unwrap_or_default(), "");
    match request.other.into_iter().find(|(name, _)| name == "origin") {
        None => Ok(messages::own_origin()),
        Some((_, named)) => messages::origin_of(&named).ok_or(UnusableOrigin(named)),
    }
}

/// Shows developers of the host page why nothing happens. Nothing of the message is read.
fn ignored(app: App, host: &HostPage, message: &WindowMessage) {
    if app.page.with_untracked(|page| matches!(page, Page::Embed)) {
        let allowed = host.target.origin.clone();
        app.tell(
            NoticeLevel::Warning,
            say!(EmbedOtherOrigin, origin = message.origin(), allowed),
            None,
        );
    }
}

fn answer(app: App, host: &HostPage, message: &WindowMessage) {
    match message.text("type").as_deref() {
        Some("load") => load(app, host, HostRequest::read(message)),
        // Thresh's own message has no type.
        None if message.text("template").is_some() => load(app, host, HostRequest::read(message)),
        Some("get") => give(app, host, message),
        Some("go") => {
            if let (Some(session), Some(at)) = (session(app), message.number("instance")) {
                // Hosts need not know the number of instances.
                let _ = session.try_dispatch(Command::GoTo(at.saturating_sub(1)));
            }
        }
        _ => {}
    }
}

fn session(app: App) -> Option<Session> {
    app.page.with_untracked(|page| match page {
        Page::Annotate(session) => Some(*session),
        Page::Adjudicate(_) => app.last_session(),
        Page::Opening
        | Page::Hub
        | Page::Template(_)
        | Page::FieldMapping(_)
        | Page::Conversion(_)
        | Page::Figures(_)
        | Page::Model(_)
        | Page::Training(_)
        | Page::Build(_)
        | Page::Embed
        | Page::EmbeddedData(_)
        | Page::Failure(_) => None,
    })
}

fn load(app: App, host: &HostPage, handed: HostRequest) {
    {
        let mut queue = host.queue.borrow_mut();
        let latest = queue.next.as_ref().or(queue.last.as_ref());
        if handed.is_thresh && latest == Some(&handed) {
            return;
        }
        queue.next = Some(handed);
        if std::mem::replace(&mut queue.is_busy, true) {
            return;
        }
    }
    let host = host.clone();
    spawn_local(async move {
        loop {
            let next = {
                let mut queue = host.queue.borrow_mut();
                let next = queue.next.take();
                queue.is_busy = next.is_some();
                if let Some(handed) = &next {
                    queue.last = handed.is_thresh.then(|| handed.clone());
                }
                next
            };
            let Some(handed) = next else { return };
            open(app, &host, handed).await;
        }
    });
}

async fn open(app: App, host: &HostPage, handed: HostRequest) {
    if !handed.keep {
        app.keep_in_memory();
    }
    app.is_preview.set_value(!handed.keep && host.target.origin == messages::own_origin());
    timing::start("load");
    let opened = open_embedded(app, &handed.template, handed.data, &host.target.origin).await;
    if host.queue.borrow().next.is_some() {
        // Another request came meanwhile.
        return;
    }
    match opened {
        Ok(page) => {
            let problems = match &page {
                Page::Annotate(session) => session.problems.template(),
                Page::Template(loaded_template) | Page::Training(loaded_template) => {
                    loaded_template.diagnostics.clone()
                }
                Page::Adjudicate(request) => request.loaded_template.diagnostics.clone(),
                Page::Opening
                | Page::Hub
                | Page::FieldMapping(_)
                | Page::Conversion(_)
                | Page::Figures(_)
                | Page::Model(_)
                | Page::Build(_)
                | Page::Embed
                | Page::EmbeddedData(_)
                | Page::Failure(_) => Arc::default(),
            };
            if let (Page::Annotate(session), Some(at)) = (&page, handed.instance) {
                // The data may have fewer instances than it had.
                let _ = session.try_dispatch(Command::GoTo(at.saturating_sub(1)));
            }
            if app.words_of(&page).is_none() {
                // The host is told that the page is loaded only when it is shown.
                app.load_language(&page).await;
            }
            let is_open = matches!(page, Page::Annotate(_));
            app.show(page);
            host.post("loaded", &[("problems", MessageField::Texts(&sentences(app, &problems)))]);
            if is_open {
                report(app, host.clone());
            } else {
                report_later(app, host.clone(), handed.instance);
            }
        }
        Err(failure) => {
            let problems = sentences(app, &failure.diagnostics);
            let message = app.say(&failure.message);
            let fields = [
                ("message", MessageField::Text(&message)),
                ("problems", MessageField::Texts(&problems)),
            ];
            host.post("failed", &fields);
            app.fail(failure);
        }
    }
    timing::end_after_paint("load");
}

/// Like [`report`], for works that are opened after their page is shown.
fn report_later(app: App, host: HostPage, instance: Option<usize>) {
    app.await_session(move || {
        if let (Some(session), Some(at)) = (session(app), instance) {
            // The data may have fewer instances than it had.
            let _ = session.try_dispatch(Command::GoTo(at.saturating_sub(1)));
        }
        report(app, host);
    });
}

fn sentences(app: App, problems: &[Diagnostic]) -> Vec<String> {
    problems.iter().map(|problem| app.say(&problem.sentence())).collect()
}

/// Posts every change to the host page as long as the work is open.
fn report(app: App, host: HostPage) {
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
                    ("instance", MessageField::Number(at + 1)),
                    ("total", MessageField::Number(progress.total)),
                    ("done", MessageField::Number(progress.all_done())),
                    ("saved", MessageField::Flag(saved)),
                ],
            );
        });
    });
}

fn give(app: App, host: &HostPage, message: &WindowMessage) {
    let id = message.value("id");
    let data = session(app).map(|session| written(session, ExportFormat::Annotations).text);
    let data = data.as_ref().map(|data| ("data", MessageField::Text(data)));
    let fields: Vec<_> = [("id", MessageField::Value(&id))].into_iter().chain(data).collect();
    host.post("result", &fields);
}
