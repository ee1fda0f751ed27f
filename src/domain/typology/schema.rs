//! What may stand in a template: one table for the compiler, for completion and for documentation.

mod database;

pub use database::{DATABASE, DATABASES, FIRESTORE_MODES};

/// Smallest and largest font size, in CSS pixels.
pub const FONT_SIZES: (u16, u16) = (8, 72);

/// A kind of map in a template.
#[derive(Debug)]
pub struct Section {
    /// What it is, with its article.
    pub title: &'static str,
    /// Its keys, in the order in which one would write them.
    pub keys: &'static [Key],
    /// Keys that people write by mistake, and the ones they mean.
    pub slips: &'static [(&'static str, &'static str)],
}

/// A key of a [`Section`].
#[derive(Debug)]
pub struct Key {
    /// The key itself.
    pub name: &'static str,
    /// What its value is.
    pub value: ValueType,
    /// What it is for, as one sentence; Markdown code marks included.
    pub doc: &'static str,
    /// Who reads it.
    pub origin: Origin,
    /// Whether anything comes of it here.
    pub effect: Effect,
}

/// Who introduced a key or a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Read by Thresh.
    Thresh,
    /// Described in the paper on Thresh, but not read by it.
    Paper,
    /// Read by Spanwise alone.
    Spanwise,
}

/// Whether a known key has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// It has.
    Used,
    /// It has, but this key is the newer name.
    OlderNameOf(&'static str),
    /// It has none, and why not, as one sentence.
    None(&'static str),
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
    /// A code of [`LANGUAGES`](super::LANGUAGES).
    Language,
    /// An `http` or `https` address.
    Link,
    /// Such an address, or one relative to the template's.
    RelativeLink,
    /// A single character.
    Hotkey,
    /// One of some words.
    Word(&'static [Word]),
    /// A word, or any other text.
    OpenWord(&'static [Word]),
    /// Any number of some words: a list, a map whose values count, or a single word.
    Words(&'static [Word]),
    /// One of [`ANSWERS`], or a list of [`CHOICE`].
    Answers,
    /// A map.
    Map(&'static Section),
    /// A list of maps.
    List(&'static Section),
    /// A map of which other keys than those of the section are kept too.
    OpenMap(&'static Section),
    /// A map of [groups](super::interface_text::groups) of texts.
    InterfaceText,
}

/// A word that stands for something.
#[derive(Debug)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// What it stands for, as one sentence.
    pub doc: &'static str,
    /// Who reads it.
    pub origin: Origin,
}

impl Section {
    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().find(|key| key.name == name)
    }

    /// The key meant by a known slip.
    #[must_use]
    pub fn meant_by(&self, slip: &str) -> Option<&'static str> {
        self.slips.iter().find(|(wrong, _)| *wrong == slip).map(|(_, right)| *right)
    }
}

/// Nothing in the app shows the documentation, so a release goes without.
const fn kept(doc: &'static str) -> &'static str {
    if cfg!(split) { "" } else { doc }
}

impl Key {
    const fn new(name: &'static str, value: ValueType, doc: &'static str) -> Self {
        Key { name, value, doc: kept(doc), origin: Origin::Thresh, effect: Effect::Used }
    }

    const fn of(self, origin: Origin) -> Self {
        Key { origin, ..self }
    }

    const fn with(self, effect: Effect) -> Self {
        Key { effect, ..self }
    }

    const fn named(self, name: &'static str) -> Self {
        Key { name, ..self }
    }
}

impl Word {
    const fn new(name: &'static str, doc: &'static str) -> Self {
        Word { name, doc: kept(doc), origin: Origin::Thresh }
    }

    const fn of(self, origin: Origin) -> Self {
        Word { origin, ..self }
    }
}

/// All sections.
pub const SECTIONS: [&Section; 6] =
    [&TEMPLATE, &CATEGORY, &QUESTION, &CHOICE, &FONT_SIZE, &DATABASE];

/// The section that a key belongs to, of those that people confuse.
#[must_use]
pub fn owner_of(key: &str) -> Option<&'static Section> {
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
pub static TEMPLATE: Section = Section {
    title: "a template",
    keys: &[
        Key::new("template_name", ValueType::Name, "Identifier, also used for file names."),
        Key::new("template_label", ValueType::Text, "Title that people see."),
        Key::new("template_description", ValueType::Text, "What it is for, in a sentence."),
        Key::new("task", ValueType::Text, "The task it belongs to, such as Summarization.")
            .of(Origin::Spanwise),
        Key::new(
            "languages",
            ValueType::Text,
            "Languages of the texts: BCP 47 codes separated by commas.",
        )
        .of(Origin::Spanwise),
        Key::new("edits", ValueType::List(&CATEGORY), "The categories of edits."),
        Key::new("instructions", ValueType::Markdown, "Instructions for annotators."),
        Key::new("prepend_instructions", ValueType::Flag, "Show the instructions above the texts."),
        Key::new("boundary", ValueType::Word(BOUNDARIES), "What selections snap to.")
            .of(Origin::Paper),
        Key::new("tokenization", ValueType::Word(TOKENIZATIONS), "What selections snap to.")
            .with(Effect::OlderNameOf("boundary")),
        Key::new("language", ValueType::Language, "Language of the interface."),
        Key::new("interface_text", ValueType::InterfaceText, "Texts that replace the app's own."),
        Key::new("display", ValueType::Words(DISPLAYS), "How the page is laid out."),
        Key::new("disable", ValueType::Words(DISABLES), "Parts of the page to turn off."),
        Key::new("font_size", ValueType::Map(&FONT_SIZE), "Sizes of the texts."),
        Key::new(
            "adjudication",
            ValueType::Integer { min: 1, max: u16::MAX },
            "How many annotators to show side by side.",
        ),
        Key::new("highlight_first_interface", ValueType::Flag, "Set the first of them apart."),
        Key::new("crowdsource", ValueType::OpenWord(CROWDS), "Where annotators come from."),
        Key::new("prolific_completion_code", ValueType::Text, "Code to return to Prolific with."),
        Key::new("database", ValueType::Map(&DATABASE), "Where to send annotations."),
        Key::new("citation", ValueType::Text, "BibTeX of the paper."),
        Key::new("paper_link", ValueType::Link, "Address of the paper."),
        Key::new("tutorial_link", ValueType::Link, "Address of a tutorial."),
        Key::new("demo_data_link", ValueType::RelativeLink, "Address of example data.")
            .of(Origin::Paper),
        Key::new("default_data_link", ValueType::RelativeLink, "Address of example data.")
            .with(Effect::OlderNameOf("demo_data_link")),
        Key::new("version", ValueType::Text, "Nothing.")
            .with(Effect::None("Templates have no versions here.")),
        Key::new("dir", ValueType::Text, "Nothing.")
            .with(Effect::None("The direction of a text follows from the text.")),
        Key::new("tokenizer", ValueType::Text, "Nothing.")
            .with(Effect::None("Data come tokenized; use `boundary` to say so.")),
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
pub static CATEGORY: Section = Section {
    title: "a category",
    keys: &[
        Key::new("name", ValueType::Name, "Name in data files."),
        Key::new("label", ValueType::Text, "Name that people see."),
        DESCRIPTION,
        Key::new("color", ValueType::Color, "Colour of its marks."),
        Key::new("icon", ValueType::Icon, "Icon beside its name."),
        HOTKEY,
        Key::new("type", ValueType::Word(TYPES), "How many spans an edit has, of what sort."),
        Key::new("enable_input", ValueType::Flag, "Spans lie in the source."),
        Key::new("enable_output", ValueType::Flag, "Spans lie in the target."),
        Key::new("boundary", ValueType::Word(BOUNDARIES), "What selections snap to.")
            .of(Origin::Spanwise),
        Key::new("annotation", ValueType::List(&QUESTION), "Questions about an edit."),
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
pub static QUESTION: Section = Section {
    title: "a question",
    keys: &[
        Key::new("name", ValueType::Name, "Name in data files."),
        Key::new("label", ValueType::Text, "Short name that people see in the list of edits."),
        Key::new("question", ValueType::Text, "The question itself."),
        DESCRIPTION,
        HOTKEY,
        Key::new("required", ValueType::Flag, "Whether it must be answered; `true` if not given."),
        Key::new("options", ValueType::Answers, "What can be answered."),
    ],
    slips: QUESTION_SLIPS,
};

/// An item of `options`: an answer, and the question that follows from it.
pub static CHOICE: Section = Section {
    title: "an option",
    keys: &[
        Key::new("name", ValueType::Name, "Name in data files."),
        Key::new("label", ValueType::Text, "Name that people see."),
        DESCRIPTION,
        HOTKEY,
        Key::new("question", ValueType::Text, "What to ask when this is chosen."),
        Key::new(
            "required",
            ValueType::Flag,
            "Whether that must be answered; `true` if not given.",
        )
        .of(Origin::Spanwise),
        Key::new("options", ValueType::Answers, "What can be answered to that."),
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

const DESCRIPTION: Key =
    Key::new("description", ValueType::Text, "Longer explanation, shown on demand.")
        .of(Origin::Spanwise);

const HOTKEY: Key =
    Key::new("hotkey", ValueType::Hotkey, "Key that chooses it: one character, capital or small.")
        .of(Origin::Spanwise);

/// `font_size`.
pub static FONT_SIZE: Section = Section {
    title: "`font_size`",
    keys: &[
        Key::new("source", PIXELS, "Size of the source, in pixels."),
        Key::new("target", PIXELS, "Size of the target, in pixels."),
    ],
    slips: &[("input", "source"), ("output", "target")],
};

const PIXELS: ValueType = ValueType::Integer { min: FONT_SIZES.0, max: FONT_SIZES.1 };

/// Values of `type`.
pub const TYPES: &[Word] = &[
    Word::new("single_span", "One span on each enabled side; a mark on the whole where none is."),
    Word::new("multi_span", "One or more spans on each enabled side."),
    Word::new("composite", "An edit made of other edits."),
    Word::new("split", "One point between two characters, where something is split or missing.")
        .of(Origin::Spanwise),
];

/// Values of `boundary`.
pub const BOUNDARIES: &[Word] = &[
    Word::new("char", "Any character.").of(Origin::Paper),
    Word::new("whitespace", "Runs between white space.").of(Origin::Paper),
    Word::new("word", "Words, as Unicode defines them.").of(Origin::Spanwise),
    Word::new("subword", "Tokens of subword-tokenized data.").of(Origin::Paper),
];

/// Values of `tokenization`.
pub const TOKENIZATIONS: &[Word] = &[
    Word::new("word", "Runs between white space."),
    Word::new("char", "Any character."),
    Word::new("tokenized", "Tokens of subword-tokenized data."),
];

/// Values of `options`.
pub const ANSWERS: &[Word] = &[
    Word::new("binary", "Yes or no."),
    Word::new("likert-3", "Three points: minor, somewhat, a lot."),
    Word::new("likert-5", "Five points, 1 to 5.").of(Origin::Paper),
    Word::new("textbox", "One line of text."),
    Word::new("textarea", "Several lines of text."),
];

/// Values of `display`.
pub const DISPLAYS: &[Word] = &[
    Word::new("side-by-side", "Texts on the left, edits and questions on the right."),
    Word::new("text-side-by-side", "Source and target in two columns."),
    Word::new("disable-lines", "No lines between source and target."),
    Word::new("hide-context", "The context starts folded."),
];

/// Values of `disable`.
pub const DISABLES: &[Word] = &[
    Word::new("upload", "No opening of files."),
    Word::new("download", "No downloading."),
    Word::new("selection", "No making, moving or deleting of edits."),
    Word::new("annotation", "No questions."),
];

/// Usual values of `crowdsource`.
pub const CROWDS: &[Word] = &[
    Word::new("prolific", "Prolific, with its completion code."),
    Word::new("custom", "Another site."),
];

/// Words that people write by mistake, and the ones they mean.
pub const WORD_SLIPS: &[(&str, &str)] = &[
    ("tokenized", "subword"),
    ("token", "subword"),
    ("tokens", "subword"),
    ("character", "char"),
    ("single", "single_span"),
    ("span", "single_span"),
    ("multi", "multi_span"),
    ("multiple", "multi_span"),
    ("likert", "likert-3"),
    ("boolean", "binary"),
    ("yes/no", "binary"),
    ("text", "textbox"),
    ("firestore", "firebase"),
    ("couch", "couchdb"),
    ("pouchdb", "couchdb"),
    ("https", "http"),
    ("post", "http"),
    ("array", "append"),
    ("documents", "document"),
];
