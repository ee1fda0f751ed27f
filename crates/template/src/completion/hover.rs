//! Hover help on the key or word under the cursor.

use std::ops::Range;

use super::cursor::{Cursor, CursorTarget};
use super::schema_place::SchemaPlace;
use super::{clamped, explain};
use crate::color::Color;
use crate::docs;
use crate::interface_text::keys_of;
use crate::schema::{KeyEffect, SchemaKey, SchemaOrigin, SchemaSection, ValueType};
use crate::yaml;
use spanwise_i18n::{Language, Words, say};

/// The hover help on a part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The part, in bytes of UTF-8.
    pub range: Range<usize>,
    /// Its title, in Markdown.
    pub title: String,
    /// Its meaning, its possible values and its origin, in Markdown.
    pub doc: String,
    /// Its origin; `None` for texts of the interface and for colours.
    pub origin: Option<SchemaOrigin>,
    /// Its effect; [`KeyEffect::Used`] unless it is a key of the schema.
    pub effect: KeyEffect,
}

/// The hover help on the key or word that contains a byte of the text or ends at it, in the language of `words`; `None`
/// if the key or word is unknown.
#[must_use]
pub fn hover(words: &Words, text: &str, at: usize) -> Option<Hover> {
    let document = yaml::read_with_recovery(text);
    let cursor = Cursor::locate(text, &document, clamped(text, at))?;
    let word = text.get(cursor.word.clone()).filter(|word| !word.is_empty())?;
    let hover = match &cursor.target {
        CursorTarget::Key { map, .. } => key(words, SchemaPlace::at(map), word),
        CursorTarget::Value { path, .. } => value(words, SchemaPlace::at(path), word),
    };
    Some(Hover { range: cursor.word, ..hover? })
}

/// The range is left empty, here and in the functions below, for [`hover`] to set.
fn key(words: &Words, place: SchemaPlace<'_>, name: &str) -> Option<Hover> {
    let (title, doc) = match place {
        SchemaPlace::Group(group) if keys_of(group).contains(&name) => {
            (say!(HelpTextATextOfGroup, text = name, group), explain::text(words, group, name))
        }
        SchemaPlace::Value(key) if key.is_interface_text() => {
            (say!(HelpGroupTextsInterface, group = name), explain::group(words, name))
        }
        SchemaPlace::Root
        | SchemaPlace::Value(_)
        | SchemaPlace::Item(_)
        | SchemaPlace::Group(_)
        | SchemaPlace::Unknown => {
            let section = place.section()?;
            return Some(section_key(words, section, section.key(name)?));
        }
    };
    let (title, origin, effect) = (words.say(&title), None, KeyEffect::Used);
    (!doc.is_empty()).then_some(Hover { range: 0..0, title, doc, origin, effect })
}

fn section_key(words: &Words, section: &SchemaSection, key: &SchemaKey) -> Hover {
    Hover {
        range: 0..0,
        title: words.say(&docs::title_of_key(section, key.name)),
        doc: explain::key_at_length(words, section, key),
        origin: Some(key.origin),
        effect: key.effect,
    }
}

fn value(words: &Words, place: SchemaPlace<'_>, word: &str) -> Option<Hover> {
    let (key, _) = place.words()?;
    let title = words.say(&say!(HelpWordAValueOfKey, word, key = key.name));
    let hover = |doc, origin| Hover { range: 0..0, title, doc, origin, effect: KeyEffect::Used };
    if matches!(key.value, ValueType::Color) {
        return Some(hover(format!("`{}`", Color::parse(word)?.css()), None));
    }
    let is_code = matches!(key.value, ValueType::Language) && Language::codes().contains(&word);
    let known = key.value.words().iter().find(|known| known.name == word);
    let origin = known.map(|known| known.origin).or(is_code.then_some(key.origin))?;
    Some(hover(explain::word(words, key, word), Some(origin)))
}
