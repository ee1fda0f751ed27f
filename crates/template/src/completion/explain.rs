//! Explanations of keys, words and texts, in Markdown.

use super::schema_place::described;
use crate::docs;
use crate::interface_text::keys_of;
use crate::schema::{SchemaKey, SchemaSection, ValueType};
use spanwise_i18n::{Language, Message, Words, say};

/// The documentation of a key, with its effect and origin.
pub(super) fn key(words: &Words, section: &SchemaSection, key: &SchemaKey) -> String {
    let doc = docs::of_key(section, key.name);
    said(words, &[doc, docs::of_effect(key.effect), docs::of_origin(key.origin)])
}

/// The same with its type, the documentation of its words, and a note if it is required.
pub(super) fn key_at_length(words: &Words, section: &SchemaSection, key: &SchemaKey) -> String {
    let mut names: Vec<&str> = key.value.words().iter().map(|word| word.name).collect();
    if matches!(key.value, ValueType::Language) {
        names = Language::codes().to_vec();
    }
    let value = match key.value {
        ValueType::Words(_) => say!(HelpValueListSome),
        ValueType::WordOrTexts(_) => say!(HelpValueOneOrListTexts),
        ValueType::OpenWord(_) => say!(HelpValueOneOrAnotherText),
        ValueType::Answers => say!(HelpValueAListOfOptionsOr),
        ValueType::Word(_) | ValueType::Language => say!(HelpValueOneOfThese),
        ValueType::Name
        | ValueType::Text
        | ValueType::Markdown
        | ValueType::Flag
        | ValueType::Integer { .. }
        | ValueType::Decimal
        | ValueType::Color
        | ValueType::Icon
        | ValueType::Link
        | ValueType::RelativeLink
        | ValueType::Hotkey
        | ValueType::Map(_)
        | ValueType::WordOrMap(..)
        | ValueType::List(_)
        | ValueType::InterfaceText
        | ValueType::Training => say!(HelpValueValue, value = described(words, key.value)),
    };
    let item = |word: &&str| format!("- `{word}`: {}", words.say(&docs::of_word(key, word)));
    let items: Vec<String> = names.iter().map(item).collect();
    let needed = if key.needed { say!(HelpNeeded) } else { Message::none() };
    paragraphs(&[
        said(words, &[docs::of_key(section, key.name), value]),
        items.join("\n"),
        said(words, &[needed, docs::of_effect(key.effect), docs::of_origin(key.origin)]),
    ])
}

/// The documentation of a word as the value of a key, with its origin.
pub(super) fn word(words: &Words, key: &SchemaKey, word: &str) -> String {
    let known = key.value.words().iter().find(|known| known.name == word);
    let origin = known.map_or_else(Message::none, |word| docs::of_origin(word.origin));
    said(words, &[docs::of_word(key, word), origin])
}

/// The keys of a group of `interface_text`; empty if there is no such group.
pub(super) fn group(words: &Words, group: &str) -> String {
    let keys: Vec<String> = keys_of(group).iter().map(|key| format!("`{key}`")).collect();
    match keys.is_empty() {
        true => String::new(),
        false => words.say(&say!(HelpTextsKeys, keys = keys.join(", "))),
    }
}

/// The English text of a key of `interface_text`, or a note that only Thresh uses it.
pub(super) fn text(words: &Words, group: &str, key: &str) -> String {
    let unused = || say!(HelpTextThreshsInterfaceForSpanwise);
    words.say(&docs::of_interface_text(group, key).unwrap_or_else(unused))
}

fn said(words: &Words, parts: &[Message]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| words.say(part)).collect();
    paragraphs(&parts)
}

fn paragraphs(parts: &[String]) -> String {
    let parts: Vec<&str> = parts.iter().map(String::as_str).filter(|p| !p.is_empty()).collect();
    parts.join("\n\n")
}
