//! What the key or the word under the cursor is.

use std::ops::Range;

use super::block::read;
use super::place::{Place, words_of};
use super::reading::{Seat, What};
use super::{clamped, explain};
use crate::domain::typology::color::Color;
use crate::domain::typology::interface_text::keys_of;
use crate::domain::typology::schema::{Effect, Key, Origin, Section, ValueType};
use crate::domain::wording::Language;

/// What a part of the text is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The part, in bytes of UTF-8.
    pub range: Range<usize>,
    /// What it is, in a few words of Markdown.
    pub title: String,
    /// What it is for, what it may be, and who reads it, in Markdown.
    pub doc: String,
    /// Who introduced it; `None` for texts of the interface and for colours.
    pub origin: Option<Origin>,
    /// Whether anything comes of it.
    pub effect: Effect,
}

/// What the key or word is that a byte of the text belongs to or ends at, if it is known.
#[must_use]
pub fn hover(text: &str, at: usize) -> Option<Hover> {
    let reading = read(text, clamped(text, at));
    let spot = reading.spot.as_ref()?;
    let word = text.get(spot.word.clone()).filter(|word| !word.is_empty())?;
    let place = |seat: Seat| reading.steps(seat).map(|steps| Place::at(&steps));
    let hover = match spot.what {
        What::Key { map, .. } => key(place(reading.seat_of(map))?, word),
        What::Value(seat) => value(place(seat)?, word),
    };
    Some(Hover { range: spot.word.clone(), ..hover? })
}

/// With the range left empty, as the others here.
fn key(place: Place<'_>, name: &str) -> Option<Hover> {
    let (title, doc) = match place {
        Place::Group(group) if keys_of(group).contains(&name) => {
            (format!("`{name}`, a text of `{group}`"), explain::text(group, name))
        }
        Place::Value(key) if matches!(key.value, ValueType::InterfaceText) => {
            (format!("`{name}`, a group of texts of the interface"), explain::group(name))
        }
        _ => {
            let section = place.section()?;
            return Some(section_key(section, section.key(name)?));
        }
    };
    let (origin, effect) = (None, Effect::Used);
    (!doc.is_empty()).then_some(Hover { range: 0..0, title, doc, origin, effect })
}

fn section_key(section: &Section, key: &Key) -> Hover {
    Hover {
        range: 0..0,
        title: format!("`{}`, a key of {}", key.name, section.title),
        doc: explain::key_at_length(section, key),
        origin: Some(key.origin),
        effect: key.effect,
    }
}

fn value(place: Place<'_>, word: &str) -> Option<Hover> {
    let (key, _) = place.words()?;
    let title = format!("`{word}`, a value of `{}`", key.name);
    let hover = |doc, origin| Hover { range: 0..0, title, doc, origin, effect: Effect::Used };
    match key.value {
        ValueType::Color => Some(hover(format!("`{}`", Color::parse(word)?.css()), None)),
        ValueType::Language if Language::codes().contains(&word) => {
            Some(hover(explain::word(key, word), Some(key.origin)))
        }
        _ => {
            let known = words_of(key).iter().find(|known| known.name == word)?;
            Some(hover(explain::word(key, word), Some(known.origin)))
        }
    }
}
