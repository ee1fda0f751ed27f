//! Texts from elsewhere: fetched, decoded, compiled, or a [`Failure`] that says why not.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::app::{Example, Failure, Landing};
use crate::domain::diagnostic::Diagnostic;
use crate::domain::typology::compile;
use crate::domain::wording::{Key, Message, say};
use crate::platform::net::{self, NetError};

pub(super) async fn fetch(address: &str) -> Result<String, Failure> {
    let bytes = net::fetch(address).await.map_err(|error| Failure::new(address, said(&error)))?;
    let text = decode(address, bytes)?;
    let start = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    if start == "<!doctype" || start.starts_with("<html") {
        return Err(Failure::new(address, Key::FailedHtml));
    }
    Ok(text)
}

fn said(error: &NetError) -> Message {
    match error {
        NetError::Status(404) => Key::FailedStatus404.into(),
        NetError::Status(status) => {
            Message::new(Key::FailedStatus, vec![("status", status.to_string().into())])
        }
        NetError::Unreachable => Key::FailedUnreachable.into(),
        NetError::TimedOut => Key::FailedTimedOut.into(),
        NetError::TooLarge => Key::FailedTooLarge.into(),
    }
}

/// What a JSON file of the app itself holds.
pub(super) async fn fetch_own<T: DeserializeOwned>(address: &str) -> Result<T, Failure> {
    let json = fetch(address).await?;
    serde_json::from_str(&json).map_err(|error| {
        let why = error.to_string();
        Failure::new(address, say!("This file of Spanwise cannot be read: {why}.", why))
    })
}

pub(super) fn decode(what: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to().to_string();
        Failure::new(what, Message::new(Key::FailedNotText, vec![("byte", byte.into())]))
    })
}

pub(super) fn looks_like_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}').trim_start().starts_with(['[', '{'])
}

pub(super) fn compiled(text: &str, origin: String) -> Result<Landing, Failure> {
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
        _ => Err(Failure { diagnostics, ..Failure::new(origin, Key::FailedTemplate) }),
    }
}
