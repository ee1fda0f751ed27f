//! Documentation of the keys and words of [`schema`](super::schema), in Markdown: the texts of `help_…` in the language
//! files of the builder, by the names of sections, keys and words.
//!
//! Only completion, hover help and the JSON Schema refer to these texts, so a program without those does not contain
//! them.

use super::schema::{
    ANSWER_KEYS, KeyEffect, SchemaKey, SchemaOrigin, SchemaSection, SchemaSectionKind,
};
use spanwise_i18n::{Message, REPLACEABLE, THRESH_ONLY, TextGroup, groups, say};

/// The keys of each section.
const KEYS: [(&str, TextGroup); 11] = [
    ("template", groups::HELP_KEY_TEMPLATE),
    ("category", groups::HELP_KEY_CATEGORY),
    ("spans", groups::HELP_KEY_SPANS),
    ("question", groups::HELP_KEY_QUESTION),
    ("option", groups::HELP_KEY_OPTION),
    ("paragraphs", groups::HELP_KEY_PARAGRAPHS),
    ("corrections", groups::HELP_KEY_CORRECTIONS),
    ("outputs", groups::HELP_KEY_OUTPUTS),
    ("font_size", groups::HELP_KEY_FONT_SIZE),
    ("rendering", groups::HELP_KEY_RENDERING),
    ("database", groups::HELP_KEY_DATABASE),
];

/// The words of each key, in any section.
const WORDS: [(&str, TextGroup); 20] = [
    ("type", groups::HELP_WORD_TYPE),
    ("mode", groups::HELP_WORD_MODE),
    ("side", groups::HELP_WORD_SIDE),
    ("boundary", groups::HELP_WORD_BOUNDARY),
    ("tokenization", groups::HELP_WORD_TOKENIZATION),
    ("paragraphs", groups::HELP_WORD_PARAGRAPHS),
    ("reveal", groups::HELP_WORD_REVEAL),
    ("steps", groups::HELP_WORD_STEPS),
    ("overlap", groups::HELP_WORD_OVERLAP),
    ("revise", groups::HELP_WORD_REVISE),
    ("score", groups::HELP_WORD_SCORE),
    ("mentions", groups::HELP_WORD_MENTIONS),
    ("options", groups::HELP_WORD_OPTIONS),
    ("display", groups::HELP_WORD_DISPLAY),
    ("rendering", groups::HELP_WORD_RENDERING),
    // Within `rendering`.
    ("source", groups::HELP_WORD_RENDERING),
    ("target", groups::HELP_WORD_RENDERING),
    ("disable", groups::HELP_WORD_DISABLE),
    ("crowdsource", groups::HELP_WORD_CROWDSOURCE),
    ("language", groups::HELP_WORD_LANGUAGE),
];

/// The documentation of a section.
#[must_use]
pub fn of_section(section: &SchemaSection) -> Message {
    find(Some(groups::HELP_SECTION), section.name())
}

/// The documentation of a key of a section.
#[must_use]
pub fn of_key(section: &SchemaSection, key: &str) -> Message {
    // A follow-up has the same keys about its answers as any question.
    let is_follow_up = section.part == SchemaSectionKind::Choice && ANSWER_KEYS.contains(&key);
    let asked = is_follow_up.then_some(groups::HELP_KEY_QUESTION);
    find(asked.or_else(|| group(&KEYS, section.name())), key)
}

/// The documentation of a word as a value of a key; empty if it has none.
#[must_use]
pub fn of_word(key: &SchemaKey, word: &str) -> Message {
    find(group(&WORDS, key.name), word)
}

/// A noun phrase, with its article, for an item of a list that a section describes.
#[must_use]
pub fn of_item(section: &SchemaSection) -> Message {
    find(Some(groups::HELP_ITEM), section.name())
}

/// A short title for a key of a section.
#[must_use]
pub fn title_of_key(section: &SchemaSection, key: &str) -> Message {
    find(Some(groups::HELP_TITLE), section.name()).with("key", key)
}

/// The note on a key that is an older name or has no effect; empty for other keys.
#[must_use]
pub fn of_effect(effect: KeyEffect) -> Message {
    match effect {
        KeyEffect::Used => Message::none(),
        KeyEffect::OlderNameOf(newer) => say!(HelpOlderNameOfNewer, newer),
        KeyEffect::None(why) => say!(HelpItHasNoEffect).and(why.message()),
    }
}

/// The note on a key or a word that Thresh does not read; empty for others.
#[must_use]
pub fn of_origin(origin: SchemaOrigin) -> Message {
    match origin {
        SchemaOrigin::Thresh => Message::none(),
        SchemaOrigin::Paper => say!(HelpDescribedInPaperOnThresh),
        SchemaOrigin::Spanwise => say!(HelpReadSpanwiseNotThresh),
    }
}

/// The English text of a key of `interface_text`; `None` if Spanwise does not show it.
#[must_use]
pub fn of_interface_text(group: &str, key: &str) -> Option<Message> {
    let group = REPLACEABLE.iter().find(|known| known.name == group)?;
    let text = group.find(key).filter(|text| !THRESH_ONLY.contains(text))?;
    Some(say!(HelpInEnglishText, text = english(text)))
}

/// An English text in the notation of `interface_text`: both forms of a plural text, and placeholders in single braces.
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
