//! The schema of templates: one table for the compiler, for completion and for documentation, whose texts are in
//! [`docs`](super::docs).
//!
//! `section` has the types of the table, `value_words` the words that keys take as values.

mod database;
mod origin;
mod section;
mod training;
mod value_words;

pub use database::DATABASE;
pub use origin::SchemaOrigin;
pub use section::{
    KeyEffect, NoEffectReason, SchemaKey, SchemaSection, SchemaSectionKind, ValueType,
};
pub use training::{
    NOT_ERROR, QUIZ_OPTION, QUIZ_QUESTION, TRAINING, TRAINING_SCORING, TRAINING_STEP,
};
pub use value_words::*;

/// Smallest and largest font size, in CSS pixels.
pub const FONT_SIZES: (u16, u16) = (8, 72);

/// All sections.
pub const SECTIONS: [&SchemaSection; 11] = [
    &TEMPLATE,
    &CATEGORY,
    &SPAN_ROLE,
    &QUESTION,
    &CHOICE,
    &PARAGRAPHS,
    &CORRECTIONS,
    &OUTPUTS,
    &FONT_SIZE,
    &RENDERING,
    &DATABASE,
];

/// The section of a key, among the sections that people confuse.
#[must_use]
pub fn owner_of(key: &str) -> Option<&'static SchemaSection> {
    [&TEMPLATE, &CATEGORY, &QUESTION].into_iter().find(|section| section.key(key).is_some())
}

impl ValueType {
    // Here and not beside the type, which knows none of the sections.
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
            | ValueType::Decimal
            | ValueType::Color
            | ValueType::Icon
            | ValueType::Language
            | ValueType::Link
            | ValueType::RelativeLink
            | ValueType::Hotkey
            | ValueType::Word(_)
            | ValueType::OpenWord(_)
            | ValueType::Words(_)
            | ValueType::WordOrTexts(_)
            | ValueType::Map(_)
            | ValueType::WordOrMap(..)
            | ValueType::InterfaceText
            | ValueType::Training => None,
        }
    }
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
        SchemaKey::new("instance_questions", ValueType::List(&QUESTION)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("text_questions", ValueType::List(&QUESTION)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("confidence", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("instructions", ValueType::Markdown),
        SchemaKey::new("prepend_instructions", ValueType::Flag),
        SchemaKey::new("boundary", ValueType::Word(BOUNDARIES)).of(SchemaOrigin::Paper),
        SchemaKey::new("tokenization", ValueType::Word(TOKENIZATIONS))
            .with(KeyEffect::OlderNameOf("boundary")),
        SchemaKey::new("tokenizer", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("paragraphs", ValueType::WordOrMap(PARAGRAPH_RULES, &PARAGRAPHS))
            .of(SchemaOrigin::Spanwise),
        SchemaKey::new("reveal", ValueType::Word(REVEALS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("revise", ValueType::Word(REVISIONS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("steps", ValueType::Word(STEPS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("overlap", ValueType::Word(OVERLAPS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("score", ValueType::OpenWord(SCORES)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("mentions", ValueType::WordOrTexts(MENTIONS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("corrections", ValueType::Map(&CORRECTIONS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("outputs", ValueType::Map(&OUTPUTS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("language", ValueType::Language),
        SchemaKey::new("interface_text", ValueType::InterfaceText),
        SchemaKey::new("display", ValueType::Words(DISPLAYS)),
        SchemaKey::new("disable", ValueType::Words(DISABLES)),
        SchemaKey::new("font_size", ValueType::Map(&FONT_SIZE)),
        SchemaKey::new("rendering", ValueType::WordOrMap(RENDERINGS, &RENDERING))
            .of(SchemaOrigin::Spanwise),
        SchemaKey::new("adjudication", ValueType::Integer { min: 1, max: u16::MAX }),
        SchemaKey::new("highlight_first_interface", ValueType::Flag),
        SchemaKey::new("crowdsource", ValueType::OpenWord(CROWDS)),
        SchemaKey::new("prolific_completion_code", ValueType::Text),
        SchemaKey::new("database", ValueType::Map(&DATABASE)),
        SchemaKey::new("enforce", ValueType::Flag).of(SchemaOrigin::Spanwise),
        SchemaKey::new("event_log", ValueType::Flag).of(SchemaOrigin::Spanwise),
        SchemaKey::new("training", ValueType::Training).of(SchemaOrigin::Spanwise),
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
    ],
    slips: &[
        ("name", "template_name"),
        ("label", "template_label"),
        ("title", "template_label"),
        ("description", "template_description"),
        ("categories", "edits"),
        ("annotations", "edits"),
        ("typology", "edits"),
        ("questions", "instance_questions"),
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
        SchemaKey::new("group", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("color", ValueType::Color),
        SchemaKey::new("icon", ValueType::Icon),
        HOTKEY,
        SchemaKey::new("type", ValueType::Word(TYPES)),
        SchemaKey::new("enable_input", ValueType::Flag),
        SchemaKey::new("enable_output", ValueType::Flag),
        SchemaKey::new("spans", ValueType::List(&SPAN_ROLE)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("boundary", ValueType::Word(BOUNDARIES)).of(SchemaOrigin::Spanwise),
        WEIGHT,
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
        ("roles", "spans"),
        ("tokenization", "boundary"),
        ("enable_source", "enable_input"),
        ("enable_target", "enable_output"),
        ("input", "enable_input"),
        ("output", "enable_output"),
    ],
};

/// An item of `spans`.
pub static SPAN_ROLE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("spans"),
    keys: &[
        SchemaKey::new("name", ValueType::Name).needed().of(SchemaOrigin::Spanwise),
        SchemaKey::new("label", ValueType::Text).of(SchemaOrigin::Spanwise),
        DESCRIPTION,
        SchemaKey::new("side", ValueType::Word(SIDES)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("required", ValueType::Flag).of(SchemaOrigin::Spanwise),
        MULTIPLE,
    ],
    slips: &[("title", "label"), ("desc", "description"), ("text", "side"), ("multi", "multiple")],
};

/// The keys of a section that asks a question: its own, then those that say more of the answers.
macro_rules! keys_with_answers {
    ($($own:expr),* $(,)?) => {
        &[$($own,)* MULTIPLE, MIN, MAX, STEP, UNIT, MIN_LABEL, MAX_LABEL]
    };
}

/// An item of `annotation`, `instance_questions` or `text_questions`.
pub static QUESTION: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Question,
    keys: keys_with_answers![
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
    keys: keys_with_answers![
        SchemaKey::new("name", ValueType::Name).needed(),
        SchemaKey::new("label", ValueType::Text),
        DESCRIPTION,
        HOTKEY,
        WEIGHT,
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

const MULTIPLE: SchemaKey = SchemaKey::new("multiple", ValueType::Flag).of(SchemaOrigin::Spanwise);

const MIN: SchemaKey = SchemaKey::new("min", ValueType::Decimal).of(SchemaOrigin::Spanwise);

const MAX: SchemaKey = SchemaKey::new("max", ValueType::Decimal).of(SchemaOrigin::Spanwise);

const STEP: SchemaKey = SchemaKey::new("step", ValueType::Decimal).of(SchemaOrigin::Spanwise);

const UNIT: SchemaKey = SchemaKey::new("unit", ValueType::Text).of(SchemaOrigin::Spanwise);

const MIN_LABEL: SchemaKey =
    SchemaKey::new("min_label", ValueType::Text).of(SchemaOrigin::Spanwise);

const MAX_LABEL: SchemaKey =
    SchemaKey::new("max_label", ValueType::Text).of(SchemaOrigin::Spanwise);

const DESCRIPTION: SchemaKey =
    SchemaKey::new("description", ValueType::Text).of(SchemaOrigin::Spanwise);

const HOTKEY: SchemaKey = SchemaKey::new("hotkey", ValueType::Hotkey).of(SchemaOrigin::Spanwise);

const WEIGHT: SchemaKey = SchemaKey::new("weight", ValueType::Decimal).of(SchemaOrigin::Spanwise);

/// `paragraphs`.
pub static PARAGRAPHS: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("paragraphs"),
    keys: &[SchemaKey::new("sentences", ValueType::Integer { min: 1, max: u16::MAX })
        .of(SchemaOrigin::Spanwise)],
    slips: &[("sentence", "sentences")],
};

/// `corrections`.
pub static CORRECTIONS: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("corrections"),
    keys: &[
        SchemaKey::new("substitution", ValueType::Name).needed().of(SchemaOrigin::Spanwise),
        SchemaKey::new("insertion", ValueType::Name).of(SchemaOrigin::Spanwise),
        SchemaKey::new("deletion", ValueType::Name).of(SchemaOrigin::Spanwise),
    ],
    slips: &[("replacement", "substitution"), ("replace", "substitution")],
};

/// `outputs`.
pub static OUTPUTS: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("outputs"),
    keys: &[
        SchemaKey::new("blind", ValueType::Flag).of(SchemaOrigin::Spanwise),
        SchemaKey::new("shuffle", ValueType::Text).of(SchemaOrigin::Spanwise),
    ],
    slips: &[("seed", "shuffle"), ("random", "shuffle"), ("anonymous", "blind")],
};

/// `font_size`.
pub static FONT_SIZE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("font_size"),
    keys: &[SchemaKey::new("source", PIXELS), SchemaKey::new("target", PIXELS)],
    slips: &[("input", "source"), ("output", "target")],
};

/// `rendering`.
pub static RENDERING: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("rendering"),
    keys: &[
        SchemaKey::new("source", ValueType::Word(RENDERINGS)).of(SchemaOrigin::Spanwise),
        SchemaKey::new("target", ValueType::Word(RENDERINGS)).of(SchemaOrigin::Spanwise),
    ],
    slips: &[("input", "source"), ("output", "target")],
};

const PIXELS: ValueType = ValueType::Integer { min: FONT_SIZES.0, max: FONT_SIZES.1 };
