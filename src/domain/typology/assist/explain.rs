//! What keys, words and texts are, in Markdown.

use super::place::{described, words_of};
use crate::domain::typology::docs;
use crate::domain::typology::interface_text::keys_of;
use crate::domain::typology::schema::{Key, Section, ValueType};
use crate::domain::wording::Language;

/// What a key is for and who reads it.
pub(super) fn key(section: &Section, key: &Key) -> String {
    paragraphs(&[
        docs::of_key(section, key.name),
        &docs::of_effect(key.effect),
        docs::of_origin(key.origin),
    ])
}

/// The same with its type, and with what each of its words stands for.
pub(super) fn key_at_length(section: &Section, key: &Key) -> String {
    let item = |word: &str| format!("- `{word}`: {}", docs::of_word(key, word));
    let (value, items) = match key.value {
        ValueType::Language => ("one of these:".to_owned(), Language::codes().map(item).to_vec()),
        _ => {
            let items: Vec<String> = words_of(key).iter().map(|word| item(word.name)).collect();
            let more = match key.value {
                _ if items.is_empty() => format!("{}.", described(key.value)),
                ValueType::Words(_) => "a list of some of these:".to_owned(),
                ValueType::OpenWord(_) => "one of these, or another text:".to_owned(),
                ValueType::Answers => "a list of options, or one of these:".to_owned(),
                _ => "one of these:".to_owned(),
            };
            (more, items)
        }
    };
    let needed = if key.needed { "Needed." } else { "" };
    let value = format!("Value: {value}");
    let doc = docs::of_key(section, key.name);
    let (effect, origin) = (docs::of_effect(key.effect), docs::of_origin(key.origin));
    paragraphs(&[doc, &value, &items.join("\n"), needed, &effect, origin])
}

/// What a word stands for as the value of a key, and who reads it.
pub(super) fn word(key: &Key, word: &str) -> String {
    let known = words_of(key).iter().find(|known| known.name == word);
    let origin = known.map_or("", |word| docs::of_origin(word.origin));
    paragraphs(&[docs::of_word(key, word), origin])
}

/// What a group of `interface_text` holds; empty if there is none of this name.
pub(super) fn group(group: &str) -> String {
    let keys: Vec<String> = keys_of(group).iter().map(|key| format!("`{key}`")).collect();
    if keys.is_empty() { String::new() } else { format!("Texts: {}.", keys.join(", ")) }
}

/// What a text of the interface says.
pub(super) fn text(group: &str, key: &str) -> String {
    let unused = || "A text of Thresh’s interface for which Spanwise has no place.".to_owned();
    docs::of_interface_text(group, key).unwrap_or_else(unused)
}

fn paragraphs(parts: &[&str]) -> String {
    let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
    parts.join("\n\n")
}
