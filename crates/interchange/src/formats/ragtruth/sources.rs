//! Sources: what a response was generated from.

use super::names::SOURCE_INFO;
use crate::members::Members;
use spanwise_json::Json;

/// The source text and the context of a line.
pub(super) fn texts(line: &Members) -> (String, Option<String>) {
    let Some(info) = line.get(SOURCE_INFO) else { return (String::new(), None) };
    match Json::read(info) {
        Json::String(text) => (text.into_owned(), None),
        Json::Object(_) => (String::new(), Some(context(&Members::parse(info)))),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Array(_) => (String::new(), None),
    }
}

/// The members of an object as Markdown, each under its name.
fn context(info: &Members) -> String {
    let member = |(name, value): (&str, &str)| {
        let text = match Json::read(value) {
            Json::String(text) => text.trim().to_owned(),
            Json::Number(_) | Json::Bool(_) | Json::Null => value.to_owned(),
            Json::Array(_) | Json::Object(_) => format!("```json\n{value}\n```"),
        };
        format!("### {name}\n\n{text}")
    };
    info.iter().map(member).collect::<Vec<_>>().join("\n\n")
}
