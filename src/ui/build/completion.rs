//! Completion and hover help for the script of the template's editor: JSON, offsets in UTF-16 units.

use serde::Serialize;

use crate::app::builder::in_utf16;
use spanwise_i18n::Words;
use spanwise_template::completion::{Completion, CompletionKind, completions, hover};
use spanwise_text::{Byte, Text, Utf16};

#[derive(Serialize)]
struct CompletionList<'a> {
    from: u32,
    to: u32,
    items: Vec<CompletionItem<'a>>,
}

#[derive(Serialize)]
struct CompletionItem<'a> {
    label: &'a str,
    detail: &'a str,
    doc: &'a str,
    insert: &'a str,
    cursor: u32,
    kind: &'static str,
}

#[derive(Serialize)]
struct HoverHelp {
    from: u32,
    to: u32,
    title: String,
    doc: String,
}

/// The completions at a place, as JSON. Unless they were `asked` for, only where something is being typed.
pub(super) fn complete(
    words: &Words,
    icons: &[String],
    text: String,
    at: u32,
    asked: bool,
) -> Option<String> {
    let text = Text::new(text);
    let found = completions(words, icons, text.as_str(), text.to_byte(Utf16(at)).0);
    if found.items.is_empty() || (!asked && found.from == found.to) {
        return None;
    }
    let (from, to) = in_utf16(&text, &(found.from..found.to));
    let offer =
        CompletionList { from, to, items: found.items.iter().map(completion_item).collect() };
    serde_json::to_string(&offer).ok()
}

fn completion_item(completion: &Completion) -> CompletionItem<'_> {
    let insert = Text::new(completion.insert.as_str());
    CompletionItem {
        label: &completion.label,
        detail: &completion.detail,
        doc: &completion.doc,
        insert: &completion.insert,
        cursor: insert.to_utf16(Byte(completion.cursor)).0,
        kind: match completion.kind {
            CompletionKind::Key => "property",
            CompletionKind::Value => "enum",
            CompletionKind::Snippet => "text",
        },
    }
}

/// The hover help at a place, as JSON.
pub(super) fn hover_help(words: &Words, text: String, at: u32) -> Option<String> {
    let text = Text::new(text);
    let found = hover(words, text.as_str(), text.to_byte(Utf16(at)).0)?;
    let (from, to) = in_utf16(&text, &found.range);
    let help = HoverHelp { from, to, title: found.title, doc: found.doc };
    serde_json::to_string(&help).ok()
}
