//! What the keys and words of [`schema`](super::schema) are for, in Markdown: the texts of `help_…` in the language files
//! of the builder, by the names of sections, keys and words.
//!
//! Completion, hover help and the JSON Schema name them and nothing else does, so a program without them goes without the
//! texts.

use super::schema::{KeyEffect, SchemaKey, SchemaOrigin, SchemaSection};
use spanwise_i18n::{Message, REPLACEABLE, THRESH_ONLY, TextGroup, groups, say};

/// The keys of each section.
const KEYS: [(&str, TextGroup); 6] = [
    ("template", groups::HELP_KEY_TEMPLATE),
    ("category", groups::HELP_KEY_CATEGORY),
    ("question", groups::HELP_KEY_QUESTION),
    ("option", groups::HELP_KEY_OPTION),
    ("font_size", groups::HELP_KEY_FONT_SIZE),
    ("database", groups::HELP_KEY_DATABASE),
];

/// The words that a key may be set to, in whatever section.
const WORDS: [(&str, TextGroup); 9] = [
    ("type", groups::HELP_WORD_TYPE),
    ("mode", groups::HELP_WORD_MODE),
    ("boundary", groups::HELP_WORD_BOUNDARY),
    ("tokenization", groups::HELP_WORD_TOKENIZATION),
    ("options", groups::HELP_WORD_OPTIONS),
    ("display", groups::HELP_WORD_DISPLAY),
    ("disable", groups::HELP_WORD_DISABLE),
    ("crowdsource", groups::HELP_WORD_CROWDSOURCE),
    ("language", groups::HELP_WORD_LANGUAGE),
];

/// What a section is for.
#[must_use]
pub fn of_section(section: &SchemaSection) -> Message {
    find(Some(groups::HELP_SECTION), section.name())
}

/// What a key of a section is for.
#[must_use]
pub fn of_key(section: &SchemaSection, key: &str) -> Message {
    find(group(&KEYS, section.name()), key)
}

/// What a word stands for as a value of a key; nothing if it has no text.
#[must_use]
pub fn of_word(key: &SchemaKey, word: &str) -> Message {
    find(group(&WORDS, key.name), word)
}

/// What an item of a list is that a section describes, in a few words with their article.
#[must_use]
pub fn of_item(section: &SchemaSection) -> Message {
    find(Some(groups::HELP_ITEM), section.name())
}

/// The key of a section in a few words.
#[must_use]
pub fn title_of_key(section: &SchemaSection, key: &str) -> Message {
    find(Some(groups::HELP_TITLE), section.name()).with("key", key)
}

/// What comes of a key, where that is not what one would think; nothing otherwise.
#[must_use]
pub fn of_effect(effect: KeyEffect) -> Message {
    match effect {
        KeyEffect::Used => Message::none(),
        KeyEffect::OlderNameOf(newer) => say!(HelpOlderNameOfNewer, newer),
        KeyEffect::None(why) => say!(HelpItHasNoEffect).and(why.message()),
    }
}

/// Who reads a key or a word, if Thresh does not; nothing otherwise.
#[must_use]
pub fn of_origin(origin: SchemaOrigin) -> Message {
    match origin {
        SchemaOrigin::Thresh => Message::none(),
        SchemaOrigin::Paper => say!(HelpDescribedInPaperOnThresh),
        SchemaOrigin::Spanwise => say!(HelpReadSpanwiseNotThresh),
    }
}

/// What a text of `interface_text` says in English, if Spanwise shows it.
#[must_use]
pub fn of_interface_text(group: &str, key: &str) -> Option<Message> {
    let group = REPLACEABLE.iter().find(|known| known.name == group)?;
    let text = group.find(key).filter(|text| !THRESH_ONLY.contains(text))?;
    Some(say!(HelpInEnglishText, text = english(text)))
}

/// An English text as `interface_text` writes it: both forms of one that counts, and places with one pair of braces.
fn english(text: spanwise_i18n::TextId) -> String {
    let forms = text.english_for_one().into_iter().chain([text.english()]);
    forms.collect::<Vec<_>>().join("|").replace("{{", "{").replace("}}", "}")
}

fn group(groups: &[(&str, TextGroup)], name: &str) -> Option<TextGroup> {
    groups.iter().find(|(known, _)| *known == name).map(|(_, group)| *group)
}

fn find(group: Option<TextGroup>, name: &str) -> Message {
    group.and_then(|group| group.find(name)).map_or_else(Message::none, Message::from)
}

#[cfg(test)]
mod tests;
