//! The types of the schema: sections, their keys and the types of values.

use super::origin::SchemaOrigin;
use super::value_words::{ANSWERS, SchemaWord};
use spanwise_i18n::{Message, say};

/// The subject of a [`SchemaSection`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaSectionKind {
    /// The whole file.
    Template,
    /// An item of `edits`.
    Category,
    /// An item of `annotation` or `instance_questions`.
    Question,
    /// An item of `options`.
    Choice,
    /// The value of this key.
    Key(&'static str),
}

/// A kind of map in a template.
#[derive(Debug)]
pub struct SchemaSection {
    /// The part of a template that it describes.
    pub part: SchemaSectionKind,
    /// Its keys, in the order in which one would write them.
    pub keys: &'static [SchemaKey],
    /// Keys that people write by mistake, and the ones they mean.
    pub slips: &'static [(&'static str, &'static str)],
}

/// A key of a [`SchemaSection`].
#[derive(Debug)]
pub struct SchemaKey {
    /// The key itself.
    pub name: &'static str,
    /// The type of its value.
    pub value: ValueType,
    /// `true` if a map without it is an error.
    pub needed: bool,
    /// The reader that introduced it.
    pub origin: SchemaOrigin,
    /// Its effect in Spanwise.
    pub effect: KeyEffect,
}

/// The effect of a known key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEffect {
    /// The key is used.
    Used,
    /// The key is used as the older name of this one.
    OlderNameOf(&'static str),
    /// The key is ignored, for this reason.
    None(NoEffectReason),
}

/// The reason why a known key has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoEffectReason {
    /// `version`
    NoVersions,
    /// `dir`
    DirectionOfText,
    /// `password` and the like.
    NoSecrets,
}

impl NoEffectReason {
    /// The reason, as one sentence.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            NoEffectReason::NoVersions => say!(CompileTemplatesNoVersions),
            NoEffectReason::DirectionOfText => say!(CompileDirectionTextFollowsFromText),
            NoEffectReason::NoSecrets => {
                say!(CompileEveryoneWhoOpensTemplateCanRead)
            }
        }
    }
}

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum ValueType {
    /// A name that data refer to; numbers and `yes` are taken as they are written.
    Name,
    /// A text for people.
    Text,
    /// A longer text in Markdown.
    Markdown,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer {
        /// Smallest.
        min: u16,
        /// Largest.
        max: u16,
    },
    /// A [`Decimal`](crate::Decimal).
    Decimal,
    /// A colour.
    Color,
    /// `fa-` and a name of Font Awesome.
    Icon,
    /// A code of [`LANGUAGES`](spanwise_i18n::LANGUAGES).
    Language,
    /// An `http` or `https` address.
    Link,
    /// Such an address, or one relative to the template's.
    RelativeLink,
    /// A single character.
    Hotkey,
    /// One of some words.
    Word(&'static [SchemaWord]),
    /// A word, or any other text.
    OpenWord(&'static [SchemaWord]),
    /// Any number of some words: a list, a map whose values count, or a single word.
    Words(&'static [SchemaWord]),
    /// One of some words, or a list of texts.
    WordOrTexts(&'static [SchemaWord]),
    /// One of [`ANSWERS`], or a list of [`CHOICE`](super::CHOICE).
    Answers,
    /// A map.
    Map(&'static SchemaSection),
    /// One of some words, or a map.
    WordOrMap(&'static [SchemaWord], &'static SchemaSection),
    /// A list of maps.
    List(&'static SchemaSection),
    /// A map of [groups](crate::interface_text::groups) of texts.
    InterfaceText,
    /// A training of annotators, which is compiled by itself, or the address of one, maybe relative to the template's.
    Training,
}

impl ValueType {
    /// The words that a value may be or hold.
    #[must_use]
    pub fn words(self) -> &'static [SchemaWord] {
        match self {
            ValueType::Word(words)
            | ValueType::OpenWord(words)
            | ValueType::Words(words)
            | ValueType::WordOrMap(words, _)
            | ValueType::WordOrTexts(words) => words,
            ValueType::Answers => ANSWERS,
            ValueType::Name
            | ValueType::Text
            | ValueType::Markdown
            | ValueType::Flag
            | ValueType::Integer { .. }
            | ValueType::Decimal
            | ValueType::Color
            | ValueType::Icon
            | ValueType::Language
            | ValueType::Link
            | ValueType::RelativeLink
            | ValueType::Hotkey
            | ValueType::Map(_)
            | ValueType::List(_)
            | ValueType::InterfaceText
            | ValueType::Training => &[],
        }
    }

    /// The section of a map.
    #[must_use]
    pub fn map_section(self) -> Option<&'static SchemaSection> {
        if let ValueType::Map(section) | ValueType::WordOrMap(_, section) = self {
            Some(section)
        } else {
            None
        }
    }
}

impl SchemaSection {
    /// Its subject as one word, such as `category`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.part {
            SchemaSectionKind::Template => "template",
            SchemaSectionKind::Category => "category",
            SchemaSectionKind::Question => "question",
            SchemaSectionKind::Choice => "option",
            SchemaSectionKind::Key(key) => key,
        }
    }

    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static SchemaKey> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The key meant by a known slip.
    #[must_use]
    pub fn meant_by(&self, slip: &str) -> Option<&'static str> {
        self.slips.iter().find(|(wrong, _)| *wrong == slip).map(|(_, right)| *right)
    }
}

impl SchemaKey {
    /// Returns `true` if its value is any number of words.
    #[must_use]
    pub fn has_words(&self) -> bool {
        matches!(self.value, ValueType::Words(_))
    }

    /// Returns `true` for the key of the texts of the interface.
    #[must_use]
    pub fn is_interface_text(&self) -> bool {
        matches!(self.value, ValueType::InterfaceText)
    }

    pub(super) const fn new(name: &'static str, value: ValueType) -> Self {
        SchemaKey {
            name,
            value,
            needed: false,
            origin: SchemaOrigin::Thresh,
            effect: KeyEffect::Used,
        }
    }

    pub(super) const fn of(self, origin: SchemaOrigin) -> Self {
        SchemaKey { origin, ..self }
    }

    pub(super) const fn needed(self) -> Self {
        SchemaKey { needed: true, ..self }
    }

    pub(super) const fn with(self, effect: KeyEffect) -> Self {
        SchemaKey { effect, ..self }
    }

    pub(super) const fn named(self, name: &'static str) -> Self {
        SchemaKey { name, ..self }
    }
}
