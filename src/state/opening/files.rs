//! Files that a person chose or dropped.

use std::sync::Arc;

use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::File;

use super::data::{Given, open_data};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::wording::Key;
use crate::platform::files::{self, FileError};
use crate::platform::timing;
use crate::state::app::{App, Failure, Level, Page, WaitingData};
use crate::state::sources::{compiled, decode, looks_like_json};

/// Opens files that a person chose or dropped: a template, data, or both.
pub fn open_files(app: App, chosen: Vec<File>) {
    if chosen.is_empty() {
        return;
    }
    let disabled = app.page.with_untracked(|page| match page {
        Page::Annotate(session) => session.template().settings.disable.upload,
        Page::Landing(landing) => landing.template.settings.disable.upload,
        _ => false,
    });
    if disabled {
        app.tell(Level::Warning, app.words().get(Key::NoticeDropDisabled), None);
        return;
    }
    timing::start("import");
    spawn_local(async move {
        match take_files(app, chosen).await {
            Ok(Some(page)) => app.show(page),
            Ok(None) => {}
            Err(failure) => app.tell(Level::Error, in_a_notice(&failure), None),
        }
        timing::end_after_paint("import");
    });
}

/// A failure in one message; what is open stays open.
fn in_a_notice(failure: &Failure) -> String {
    let mut text = format!("{}: {}", failure.what, failure.message);
    let mut listed: Vec<&Diagnostic> = failure.diagnostics.iter().collect();
    // Errors first: they are what keeps the file from being opened.
    listed.sort_by_key(|d| std::cmp::Reverse(d.severity));
    for diagnostic in listed.into_iter().take(5) {
        text.push('\n');
        text.push_str(&diagnostic.sentence());
    }
    text
}

async fn take_files(app: App, chosen: Vec<File>) -> Result<Option<Page>, Failure> {
    let mut template = None;
    let mut data = None;
    for file in chosen {
        let name = file.name();
        let opened = files::read(file).await.map_err(|error| file_failure(app, &name, &error))?;
        let text = decode(app, &name, opened.bytes)?;
        if looks_like_json(&text) {
            data = Some(Given::file(name, text));
        } else if is_template(&name, &text) {
            template = Some(compiled(app, &text, name)?);
        } else {
            let message = app.words().fill(Key::FailedFileKind, &[("name", &name)]);
            return Err(Failure { what: name, message, diagnostics: Arc::from([]) });
        }
    }
    let at_hand = app.page.with_untracked(|page| match page {
        Page::Landing(landing) => Some(landing.clone()),
        Page::Annotate(session) => Some(session.landing()),
        _ => None,
    });
    match (template, data) {
        (template, Some(data)) => {
            let is_bundle = template.is_none() && data.text.contains("\"_thresh_template\"");
            let template = template.or(if is_bundle { None } else { at_hand });
            if template.is_none() && !is_bundle {
                // The template may come next.
                app.waiting_data.set(Some(WaitingData { name: data.name, text: data.text }));
                return Ok(Some(Page::Hub));
            }
            open_data(app, template, data).await.map(Some)
        }
        (Some(template), None) => match app.waiting_data.get_untracked() {
            Some(WaitingData { name, text }) => {
                app.waiting_data.set(None);
                open_data(app, Some(template), Given::file(name, text)).await.map(Some)
            }
            None => Ok(Some(Page::Landing(template))),
        },
        (None, None) => Ok(None),
    }
}

fn is_template(name: &str, text: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".yml") || name.ends_with(".yaml") || text.contains("template_name:")
}

fn file_failure(app: App, name: &str, error: &FileError) -> Failure {
    let words = app.words();
    let message = match error {
        FileError::TooLarge => words.get(Key::FailedTooLarge).to_owned(),
        FileError::Unreadable(why) => words.fill(Key::FailedUnreadable, &[("why", why)]),
    };
    Failure { what: name.to_owned(), message, diagnostics: Arc::from([]) }
}
