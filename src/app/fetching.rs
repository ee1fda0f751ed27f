//! Fetches, decodes and compiles texts from elsewhere.

use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::failure::{Failure, has_errors};
use super::lazy::lazily_loaded;
use super::loaded_template::{ExampleData, LoadedTemplate};
use spanwise_annotation::format::{FileKind, kind, text_of};
use spanwise_browser::net::{self, NetError};
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{Message, TextId, say};
use spanwise_template::yaml::explain_syntax_errors;
use spanwise_template::{CompiledTemplate, compile};

lazily_loaded!(edit, syntax_explanations, fn(), explain_syntax_errors);

pub(super) async fn fetch(address: &str) -> Result<String, Failure> {
    let bytes = net::fetch(address).await.map_err(|error| Failure::new(address, said(&error)))?;
    decode(address, bytes)
}

fn said(error: &NetError) -> Message {
    match error {
        NetError::Status(404) => TextId::FailureStatus404.into(),
        NetError::Status(status) => {
            say!(FailureStatus, status = status.to_string())
        }
        NetError::Unreachable => TextId::FailureUnreachable.into(),
        NetError::Unframed => TextId::FailureUnframed.into(),
        NetError::TimedOut => TextId::FailureTimedOut.into(),
        NetError::TooLarge => TextId::FailureTooLarge.into(),
    }
}

/// Fetches and parses a JSON file of the app itself.
pub(super) async fn fetch_json<T: DeserializeOwned>(address: &str) -> Result<T, Failure> {
    let json = fetch(address).await?;
    serde_json::from_str(&json).map_err(|error| {
        let why = error.to_string();
        Failure::new(address, say!(OpeningFileSpanwiseCannotRead, why))
    })
}

pub(super) fn decode(what: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    text_of(bytes).map_err(|foreign| Failure::new(what, foreign.message()))
}

/// Failure for a text that is neither a template nor data.
pub(super) fn unknown_file_kind(name: impl Into<String>) -> Failure {
    let name = name.into();
    let message = say!(FailureKind, name = name.as_str());
    Failure::new(name, message)
}

/// Compiles a text; one with errors again, with explanations of its syntax errors.
pub(super) async fn explained<T>(compile: impl Fn() -> T, has_errors: impl Fn(&T) -> bool) -> T {
    let compiled = compile();
    if has_errors(&compiled)
        && let Ok(explain_syntax_errors) = syntax_explanations().await
    {
        explain_syntax_errors();
        return compile();
    }
    compiled
}

/// Compiles a template. One with errors is returned as far as it is usable; [`LoadedTemplate::without_errors`] rejects
/// it.
///
/// # Errors
/// If there is no category to annotate with, or the text is not a template.
pub(super) async fn compile_template(
    text: &str,
    origin: String,
) -> Result<LoadedTemplate, Failure> {
    let has_errors = |compiled: &CompiledTemplate| has_errors(&compiled.diagnostics);
    let compiled = explained(|| compile(text), has_errors).await;
    let diagnostics: Arc<[Diagnostic]> = compiled.diagnostics.into();
    let is_template = compiled.template.is_some() || kind(&origin, text) == FileKind::Template;
    match compiled.template {
        Some(template) if !template.typology.categories().is_empty() => {
            let example = template.settings.demo_data_link.clone().map(ExampleData::Link);
            Ok(LoadedTemplate {
                template: Arc::new(template),
                text: text.into(),
                origin,
                diagnostics,
                example,
            })
        }
        _ if is_template => Err(Failure::of_template(text.into(), origin, diagnostics)),
        _ => Err(Failure { diagnostics, ..unknown_file_kind(origin) }),
    }
}
