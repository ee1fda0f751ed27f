//! The schema at a place of a template.

use super::cursor::PathStep;
use super::inserted_text::CollectionState;
use crate::docs;
use crate::schema::{self, ANSWERS, SchemaKey, SchemaSection, SchemaWord, ValueType};
use spanwise_i18n::{Language, Words, say};

/// A place of a template.
#[derive(Debug, Clone, Copy)]
pub(super) enum SchemaPlace<'t> {
    /// The whole template.
    Root,
    /// The value of a key.
    Value(&'static SchemaKey),
    /// An item of a list that is the value of a key.
    Item(&'static SchemaKey),
    /// A group of `interface_text`.
    Group(&'t str),
    /// A place that the schema does not describe.
    Unknown,
}

impl<'t> SchemaPlace<'t> {
    /// The place at the end of some steps from the root.
    pub(super) fn at(steps: &[PathStep<'t>]) -> Self {
        steps.iter().fold(SchemaPlace::Root, |place, step| place.step(*step))
    }

    /// The place one step on.
    pub(super) fn step(self, step: PathStep<'t>) -> Self {
        let next = match (self, step) {
            (SchemaPlace::Value(key), PathStep::Item) => {
                let is_list = key.value.item_section().is_some() || key.has_words();
                is_list.then_some(SchemaPlace::Item(key))
            }
            (SchemaPlace::Value(key), PathStep::Key(name)) if key.is_interface_text() => {
                Some(SchemaPlace::Group(name))
            }
            (SchemaPlace::Value(key), PathStep::Key(_)) if key.has_words() => {
                Some(SchemaPlace::Item(key))
            }
            (_, PathStep::Key(name)) => self.key(name).map(SchemaPlace::Value),
            (_, PathStep::Item) => None,
        };
        next.unwrap_or(SchemaPlace::Unknown)
    }

    /// The section of the map that stands here, if it is one.
    pub(super) fn section(self) -> Option<&'static SchemaSection> {
        match self {
            SchemaPlace::Root => Some(&schema::TEMPLATE),
            SchemaPlace::Value(key) => key.value.map_section(),
            SchemaPlace::Item(key) => key.value.item_section(),
            SchemaPlace::Group(_) | SchemaPlace::Unknown => None,
        }
    }

    /// The key of this name in the map that stands here.
    pub(super) fn key(self, name: &str) -> Option<&'static SchemaKey> {
        self.section()?.key(name)
    }

    /// The section of the items of the list that may stand here, if they are maps.
    pub(super) fn items(self) -> Option<&'static SchemaSection> {
        match self {
            SchemaPlace::Value(key) => key.value.item_section(),
            SchemaPlace::Root
            | SchemaPlace::Item(_)
            | SchemaPlace::Group(_)
            | SchemaPlace::Unknown => None,
        }
    }

    /// The key whose words may stand here; [`CollectionState::Begins`] if a word here begins a list of them.
    pub(super) fn words(self) -> Option<(&'static SchemaKey, CollectionState)> {
        match self {
            SchemaPlace::Value(key) if key.has_words() => Some((key, CollectionState::Begins)),
            SchemaPlace::Value(key) => Some((key, CollectionState::GoesOn)),
            SchemaPlace::Item(key) => key.has_words().then_some((key, CollectionState::GoesOn)),
            SchemaPlace::Root | SchemaPlace::Group(_) | SchemaPlace::Unknown => None,
        }
    }
}

/// A noun phrase, with its article, for values of a type; Markdown.
#[must_use]
pub fn described(words: &Words, value: ValueType) -> String {
    words.say(&match value {
        ValueType::Name => say!(HelpAName),
        ValueType::Text => say!(HelpAText),
        ValueType::Markdown => say!(HelpTextInMarkdown),
        ValueType::Flag => say!(HelpTrueOrFalse),
        ValueType::Integer { min, max: u16::MAX } => {
            say!(HelpWholeNumberFromOn, min = u32::from(min))
        }
        ValueType::Integer { min, max } => {
            say!(HelpWholeNumberFrom, min = u32::from(min), max = u32::from(max))
        }
        ValueType::Decimal => say!(HelpANumber),
        ValueType::Color => say!(HelpAColour),
        ValueType::Icon => say!(HelpTheNameOfAnIcon),
        ValueType::Language => {
            say!(HelpALanguageCodes, codes = listed(Language::codes().into_iter()))
        }
        ValueType::Link => say!(HelpAWebAddress),
        ValueType::RelativeLink => say!(HelpAnAddress),
        ValueType::Hotkey => say!(HelpASingleCharacter),
        ValueType::Word(known) => return listed(names(known)),
        ValueType::OpenWord(known) => {
            say!(HelpOrAnotherText, words = listed(names(known)))
        }
        ValueType::Words(known) => say!(HelpAListOfWords, words = listed(names(known))),
        ValueType::WordOrTexts(known) => {
            say!(HelpOrListTexts, words = listed(names(known)))
        }
        ValueType::Answers => say!(HelpOrListOptions, words = listed(names(ANSWERS))),
        ValueType::Map(_) => say!(HelpAMap),
        ValueType::Training => say!(HelpAMapOrAnAddress),
        ValueType::WordOrMap(known, section) => {
            let keys: Vec<&str> = section.keys.iter().map(|key| key.name).collect();
            say!(HelpOrAMap, words = listed(names(known)), key = keys.join("`, `"))
        }
        ValueType::List(section) => {
            say!(HelpListEachItem, item = docs::of_item(section))
        }
        ValueType::InterfaceText => say!(HelpMapGroupsTexts),
    })
}

fn names(words: &'static [SchemaWord]) -> impl Iterator<Item = &'static str> {
    words.iter().map(|word| word.name)
}

fn listed<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let marked: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    marked.join(", ")
}
