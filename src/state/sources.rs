//! Texts from elsewhere: fetched, decoded, compiled, or a [`Failure`] that says why not.

use std::sync::Arc;

use super::app::{App, Example, Failure, Landing};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::typology::compile;
use crate::domain::wording::Key;
use crate::platform::net::{self, NetError};

pub(super) async fn fetch(app: App, address: &str) -> Result<String, Failure> {
    let words = app.words();
    let bytes = net::fetch(address).await.map_err(|error| {
        let message = match error {
            NetError::Status(404) => words.get(Key::FailedStatus404).to_owned(),
            NetError::Status(status) => {
                words.fill(Key::FailedStatus, &[("status", &status.to_string())])
            }
            NetError::Unreachable => words.get(Key::FailedUnreachable).to_owned(),
            NetError::TimedOut => words.get(Key::FailedTimedOut).to_owned(),
            NetError::TooLarge => words.get(Key::FailedTooLarge).to_owned(),
        };
        Failure { what: address.to_owned(), message, diagnostics: Arc::from([]) }
    })?;
    let text = decode(app, address, bytes)?;
    let start = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    if start == "<!doctype" || start.starts_with("<html") {
        let message = words.get(Key::FailedHtml).to_owned();
        return Err(Failure { what: address.to_owned(), message, diagnostics: Arc::from([]) });
    }
    Ok(text)
}

pub(super) fn decode(app: App, what: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to().to_string();
        let message = app.words().fill(Key::FailedNotText, &[("byte", &byte)]);
        Failure { what: what.to_owned(), message, diagnostics: Arc::from([]) }
    })
}

pub(super) fn looks_like_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '{'])
}

pub(super) fn compiled(app: App, text: &str, origin: String) -> Result<Landing, Failure> {
    let compiled = compile(text);
    let diagnostics: Arc<[Diagnostic]> = compiled.diagnostics.into();
    match compiled.template {
        Some(template) if !template.typology.categories().is_empty() => {
            let example = template.settings.demo_data_link.clone().map(Example::Link);
            Ok(Landing {
                template: Arc::new(template),
                text: text.into(),
                origin,
                diagnostics,
                example,
            })
        }
        _ => Err(Failure {
            what: origin,
            message: app.words().get(Key::FailedTemplate).to_owned(),
            diagnostics,
        }),
    }
}
