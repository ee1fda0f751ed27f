//! What may stand in a template: one table for the compiler, for completion and for documentation, the words of which
//! are in [`docs`](super::docs).

mod database;
mod words;

pub use database::DATABASE;
pub use words::*;

use spanwise_i18n::{Message, say};

/// Smallest and largest font size, in CSS pixels.
pub const FONT_SIZES: (u16, u16) = (8, 72);

/// What a [`SchemaSection`] describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaSectionKind {
    /// The whole file.
    Template,
    /// An item of `edits`.
    Category,
    /// An item of `annotation`.
    Question,
    /// An item of `options`.
    Choice,
    /// The value of this key.
    Key(&'static str),
}

/// A kind of map in a template.
#[derive(Debug)]
pub struct SchemaSection {
    /// What it describes.
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
    /// What its value is.
    pub value: ValueType,
    /// Whether a map without it is an error.
    pub needed: bool,
    /// Who reads it.
    pub origin: SchemaOrigin,
    /// Whether anything comes of it here.
    pub effect: KeyEffect,
}

/// Who introduced a key or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaOrigin {
    /// Read by Thresh.
    Thresh,
    /// Described in the paper on Thresh, but not read by it.
    Paper,
    /// Read by Spanwise alone.
    Spanwise,
}

/// Whether a known key has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEffect {
    /// It has.
    Used,
    /// It has, but this key is the newer name.
    OlderNameOf(&'static str),
    /// It has none, and why not.
    None(NoEffectReason),
}

/// Why a known key has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoEffectReason {
    /// `version`
    NoVersions,
    /// `dir`
    DirectionOfText,
    /// `tokenizer`
    TokenizedData,
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
            NoEffectReason::TokenizedData => say!(CompileDataComeTokenizedUseBoundarySay),
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
    /// One of [`ANSWERS`], or a list of [`CHOICE`].
    Answers,
    /// A map.
    Map(&'static SchemaSection),
    /// A list of maps.
    List(&'static SchemaSection),
    /// A map of [groups](super::interface_text::groups) of texts.
    InterfaceText,
}

impl ValueType {
    /// The words that a value may be or hold.
    #[must_use]
    pub fn words(self) -> &'static [SchemaWord] {
        match self {
            ValueType::Word(words) | ValueType::OpenWord(words) | ValueType::Words(words) => words,
            ValueType::Answers => ANSWERS,
            ValueType::Name
            | ValueType::Text
            | ValueType::Markdown
            | ValueType::Flag
            | ValueType::Integer { .. }
            | ValueType::Color
            | ValueType::Icon
            | ValueType::Language
            | ValueType::Link
            | ValueType::RelativeLink
            | ValueType::Hotkey
            | ValueType::Map(_)
            | ValueType::List(_)
            | ValueType::InterfaceText => &[],
        }
    }

    /// The section of the items of a list.
    #[must_use]
    pub fn item_section(self) -> Option<&'static SchemaSection> {
        match self {
            ValueType::List(section) => Some(section),
            ValueType::Answers => Some(&CHOICE),
            ValueType::Name
            | ValueType::Text
            | ValueType::Markdown
            | ValueType::Flag
            | ValueType::Integer { .. }
            | ValueType::Color
            | ValueType::Icon
            | ValueType::Language
            | ValueType::Link
            | ValueType::RelativeLink
            | ValueType::Hotkey
            | ValueType::Word(_)
            | ValueType::OpenWord(_)
            | ValueType::Words(_)
            | ValueType::Map(_)
            | ValueType::InterfaceText => None,
        }
    }

    /// The section of a map.
    #[must_use]
    pub fn map_section(self) -> Option<&'static SchemaSection> {
        if let ValueType::Map(section) = self { Some(section) } else { None }
    }
}

impl SchemaSection {
    /// What it describes as one word, such as `category`.
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
    /// Whether its value is any number of words.
    #[must_use]
    pub fn has_words(&self) -> bool {
        matches!(self.value, ValueType::Words(_))
    }

    /// Whether it is that of the texts of the interface.
    #[must_use]
    pub fn is_interface_text(&self) -> bool {
        matches!(self.value, ValueType::InterfaceText)
    }

    const fn new(name: &'static str, value: ValueType) -> Self {
        SchemaKey {
            name,
            value,
            needed: false,
            origin: SchemaOrigin::Thresh,
            effect: KeyEffect::Used,
        }
    }

    const fn of(self, origin: SchemaOrigin) -> Self {
        SchemaKey { origin, ..self }
    }

    const fn needed(self) -> Self {
        SchemaKey { needed: true, ..self }
    }

    const fn with(self, effect: KeyEffect) -> Self {
        SchemaKey { effect, ..self }
    }

    const fn named(self, name: &'static str) -> Self {
        SchemaKey { name, ..self }
    }
}

/// All sections.
pub const SECTIONS: [&SchemaSection; 6] =
    [&TEMPLATE, &CATEGORY, &QUESTION, &CHOICE, &FONT_SIZE, &DATABASE];

/// The section that a key belongs to, of those that people confuse.
#[must_use]
pub fn owner_of(key: &str) -> Option<&'static SchemaSection> {
    [&TEMPLATE, &CATEGORY, &QUESTION].into_iter().find(|section| section.key(key).is_some())
}

/// Keys of data files that are sometimes written into templates.
pub const DATA_KEYS: &[&str] = &[
    "source",
    "target",
    "context",
    "context_before",
    "context_after",
    "source_context_before",
    "source_context_after",
    "target_context_before",
    "target_context_after",
    "metadata",
    "input_idx",
    "output_idx",
    "constituent_edits",
];

/// The whole file.
pub static TEMPLATE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Template,
    keys: &[
        SchemaKey::new("template_name", ValueType::Name).needed(),
        SchemaKey::new("template_label", ValueType::Text),
        SchemaKey::new("template_description", ValueType::Text),
        SchemaKey::new("task", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("languages", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("edits", ValueType::List(&CATEGORY)).needed(),
        SchemaKey::new("instructions", ValueType::Markdown),
        SchemaKey::new("prepend_instructions", ValueType::Flag),
        SchemaKey::new("boundary", ValueType::Word(BOUNDARIES)).of(SchemaOrigin::Paper),
        SchemaKey::new("tokenization", ValueType::Word(TOKENIZATIONS))
            .with(KeyEffect::OlderNameOf("boundary")),
        SchemaKey::new("language", ValueType::Language),
        SchemaKey::new("interface_text", ValueType::InterfaceText),
        SchemaKey::new("display", ValueType::Words(DISPLAYS)),
        SchemaKey::new("disable", ValueType::Words(DISABLES)),
        SchemaKey::new("font_size", ValueType::Map(&FONT_SIZE)),
        SchemaKey::new("adjudication", ValueType::Integer { min: 1, max: u16::MAX }),
        SchemaKey::new("highlight_first_interface", ValueType::Flag),
        SchemaKey::new("crowdsource", ValueType::OpenWord(CROWDS)),
        SchemaKey::new("prolific_completion_code", ValueType::Text),
        SchemaKey::new("database", ValueType::Map(&DATABASE)),
        SchemaKey::new("enforce", ValueType::Flag).of(SchemaOrigin::Spanwise),
        SchemaKey::new("citation", ValueType::Text),
        SchemaKey::new("paper_link", ValueType::Link),
        SchemaKey::new("tutorial_link", ValueType::Link),
        SchemaKey::new("demo_data_link", ValueType::RelativeLink).of(SchemaOrigin::Paper),
        SchemaKey::new("default_data_link", ValueType::RelativeLink)
            .with(KeyEffect::OlderNameOf("demo_data_link")),
        SchemaKey::new("version", ValueType::Text)
            .with(KeyEffect::None(NoEffectReason::NoVersions)),
        SchemaKey::new("dir", ValueType::Text)
            .with(KeyEffect::None(NoEffectReason::DirectionOfText)),
        SchemaKey::new("tokenizer", ValueType::Text)
            .with(KeyEffect::None(NoEffectReason::TokenizedData)),
    ],
    slips: &[
        ("name", "template_name"),
        ("label", "template_label"),
        ("title", "template_label"),
        ("description", "template_description"),
        ("categories", "edits"),
        ("annotations", "edits"),
        ("typology", "edits"),
        ("lang", "language"),
        ("paper", "paper_link"),
        ("tutorial", "tutorial_link"),
        ("data_link", "demo_data_link"),
    ],
};

/// An item of `edits`.
pub static CATEGORY: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Category,
    keys: &[
        SchemaKey::new("name", ValueType::Name).needed(),
        SchemaKey::new("label", ValueType::Text),
        DESCRIPTION,
        SchemaKey::new("color", ValueType::Color),
        SchemaKey::new("icon", ValueType::Icon),
        HOTKEY,
        SchemaKey::new("type", ValueType::Word(TYPES)),
        SchemaKey::new("enable_input", ValueType::Flag),
        SchemaKey::new("enable_output", ValueType::Flag),
        SchemaKey::new("boundary", ValueType::Word(BOUNDARIES)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("annotation", ValueType::List(&QUESTION)),
    ],
    slips: &[
        ("title", "label"),
        ("desc", "description"),
        ("colour", "color"),
        ("key", "hotkey"),
        ("shortcut", "hotkey"),
        ("questions", "annotation"),
        ("annotations", "annotation"),
        ("tokenization", "boundary"),
        ("enable_source", "enable_input"),
        ("enable_target", "enable_output"),
        ("input", "enable_input"),
        ("output", "enable_output"),
    ],
};

/// An item of `annotation`.
pub static QUESTION: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Question,
    keys: &[
        SchemaKey::new("name", ValueType::Name).needed(),
        SchemaKey::new("label", ValueType::Text),
        SchemaKey::new("question", ValueType::Text),
        DESCRIPTION,
        HOTKEY,
        SchemaKey::new("required", ValueType::Flag),
        SchemaKey::new("options", ValueType::Answers).needed(),
    ],
    slips: QUESTION_SLIPS,
};

/// An item of `options`: an answer, and the question that follows from it.
pub static CHOICE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Choice,
    keys: &[
        SchemaKey::new("name", ValueType::Name).needed(),
        SchemaKey::new("label", ValueType::Text),
        DESCRIPTION,
        HOTKEY,
        SchemaKey::new("question", ValueType::Text),
        SchemaKey::new("required", ValueType::Flag).of(SchemaOrigin::Spanwise),
        SchemaKey::new("options", ValueType::Answers),
    ],
    slips: QUESTION_SLIPS,
};

const QUESTION_SLIPS: &[(&str, &str)] = &[
    ("questions", "question"),
    ("prompt", "question"),
    ("title", "label"),
    ("desc", "description"),
    ("key", "hotkey"),
    ("shortcut", "hotkey"),
    ("answers", "options"),
    ("annotation", "options"),
    ("type", "options"),
];

const DESCRIPTION: SchemaKey =
    SchemaKey::new("description", ValueType::Text).of(SchemaOrigin::Spanwise);

const HOTKEY: SchemaKey = SchemaKey::new("hotkey", ValueType::Hotkey).of(SchemaOrigin::Spanwise);

/// `font_size`.
pub static FONT_SIZE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("font_size"),
    keys: &[SchemaKey::new("source", PIXELS), SchemaKey::new("target", PIXELS)],
    slips: &[("input", "source"), ("output", "target")],
};

const PIXELS: ValueType = ValueType::Integer { min: FONT_SIZES.0, max: FONT_SIZES.1 };
