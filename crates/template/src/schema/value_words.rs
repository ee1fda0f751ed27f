//! The words that keys take as values, each with its meaning; other words have none.

use std::num::NonZeroU32;

use super::origin::SchemaOrigin;
use crate::database::{DatabaseType, FirestoreMode};
use crate::model::{
    CategoryType, DisabledAction, DisplayOption, EditSteps, LikertScale, MentionRule,
    OverlapPolicy, QuestionKind, RevealUnit, Revision, ScoreKind, Side, Slider,
};
use crate::number::{NumberRange, SliderRange};
use spanwise_markdown::formatting::Rendering;
use spanwise_text::{Boundary, ParagraphRule};

/// A word that a key takes as a value.
#[derive(Debug, Clone, Copy)]
pub struct SchemaWord {
    /// The word.
    pub name: &'static str,
    /// The reader that introduced it.
    pub origin: SchemaOrigin,
}

impl SchemaWord {
    const fn new(name: &'static str) -> Self {
        SchemaWord { name, origin: SchemaOrigin::Thresh }
    }

    const fn of(self, origin: SchemaOrigin) -> Self {
        SchemaWord { origin, ..self }
    }

    const fn means<T>(self, meaning: T) -> WordMeaning<T> {
        WordMeaning { word: self, meaning }
    }
}

/// A word with its meaning.
#[derive(Debug)]
pub struct WordMeaning<T> {
    /// The word.
    pub word: SchemaWord,
    /// Its meaning.
    pub meaning: T,
}

/// The words of a table.
const fn words<T, const N: usize>(meanings: &[WordMeaning<T>; N]) -> [SchemaWord; N] {
    let mut words = [SchemaWord::new(""); N];
    let mut index = 0;
    while index < N {
        words[index] = meanings[index].word;
        index += 1;
    }
    words
}

/// The meaning of a word in a table; `None` if it is not in the table.
#[must_use]
pub fn meaning_of<'m, T>(word: &str, meanings: &'m [WordMeaning<T>]) -> Option<&'m T> {
    meanings.iter().find(|known| known.word.name == word).map(|known| &known.meaning)
}

/// Values of `type`, with their meanings.
pub const TYPE_MEANINGS: &[WordMeaning<CategoryType>; 4] = &[
    SchemaWord::new("single_span").means(CategoryType::SingleSpan),
    SchemaWord::new("multi_span").means(CategoryType::MultiSpan),
    SchemaWord::new("composite").means(CategoryType::Composite),
    SchemaWord::new("split").of(SchemaOrigin::Spanwise).means(CategoryType::Split),
];

/// Values of `type`.
pub const TYPES: &[SchemaWord] = &words(TYPE_MEANINGS);

/// Values of `side`, with their meanings.
pub const SIDE_MEANINGS: &[WordMeaning<Side>; 2] = &[
    SchemaWord::new("source").of(SchemaOrigin::Spanwise).means(Side::Source),
    SchemaWord::new("target").of(SchemaOrigin::Spanwise).means(Side::Target),
];

/// Values of `side`.
pub const SIDES: &[SchemaWord] = &words(SIDE_MEANINGS);

/// Values of `boundary`, with their meanings.
pub const BOUNDARY_MEANINGS: &[WordMeaning<Boundary>; 6] = &[
    SchemaWord::new("char").of(SchemaOrigin::Paper).means(Boundary::Char),
    SchemaWord::new("whitespace").of(SchemaOrigin::Paper).means(Boundary::Whitespace),
    SchemaWord::new("word").of(SchemaOrigin::Spanwise).means(Boundary::Word),
    SchemaWord::new("subword").of(SchemaOrigin::Paper).means(Boundary::Subword),
    SchemaWord::new("sentence").of(SchemaOrigin::Spanwise).means(Boundary::Sentence),
    SchemaWord::new("paragraph").of(SchemaOrigin::Spanwise).means(Boundary::Paragraph),
];

/// Values of `boundary`.
pub const BOUNDARIES: &[SchemaWord] = &words(BOUNDARY_MEANINGS);

/// Words for `paragraphs`, with their meanings.
pub const PARAGRAPH_RULE_MEANINGS: &[WordMeaning<ParagraphRule>; 2] = &[
    SchemaWord::new("blank-line").of(SchemaOrigin::Spanwise).means(ParagraphRule::BlankLine),
    SchemaWord::new("sentence")
        .of(SchemaOrigin::Spanwise)
        .means(ParagraphRule::Sentences(NonZeroU32::MIN)),
];

/// Words for `paragraphs`.
pub const PARAGRAPH_RULES: &[SchemaWord] = &words(PARAGRAPH_RULE_MEANINGS);

/// Words for `rendering`, with their meanings.
pub const RENDERING_MEANINGS: &[WordMeaning<Rendering>; 3] = &[
    SchemaWord::new("markdown").of(SchemaOrigin::Spanwise).means(Rendering::Markdown),
    SchemaWord::new("code").of(SchemaOrigin::Spanwise).means(Rendering::Code),
    SchemaWord::new("table").of(SchemaOrigin::Spanwise).means(Rendering::Table),
];

/// Words for `rendering`.
pub const RENDERINGS: &[SchemaWord] = &words(RENDERING_MEANINGS);

/// Values of `reveal`, with their meanings.
pub const REVEAL_MEANINGS: &[WordMeaning<RevealUnit>; 2] = &[
    SchemaWord::new("all").of(SchemaOrigin::Spanwise).means(RevealUnit::Text),
    SchemaWord::new("paragraph").of(SchemaOrigin::Spanwise).means(RevealUnit::Paragraph),
];

/// Values of `reveal`.
pub const REVEALS: &[SchemaWord] = &words(REVEAL_MEANINGS);

/// Values of `revise`, with their meanings.
pub const REVISION_MEANINGS: &[WordMeaning<Revision>; 3] = &[
    SchemaWord::new("allow").of(SchemaOrigin::Spanwise).means(Revision::Allow),
    SchemaWord::new("view").of(SchemaOrigin::Spanwise).means(Revision::View),
    SchemaWord::new("deny").of(SchemaOrigin::Spanwise).means(Revision::Deny),
];

/// Values of `revise`.
pub const REVISIONS: &[SchemaWord] = &words(REVISION_MEANINGS);

/// Values of `overlap`, with their meanings.
pub const OVERLAP_MEANINGS: &[WordMeaning<OverlapPolicy>; 2] = &[
    SchemaWord::new("allow").of(SchemaOrigin::Spanwise).means(OverlapPolicy::Allow),
    SchemaWord::new("forbid").of(SchemaOrigin::Spanwise).means(OverlapPolicy::Forbid),
];

/// Values of `overlap`.
pub const OVERLAPS: &[SchemaWord] = &words(OVERLAP_MEANINGS);

/// Values of `steps`, with their meanings.
pub const STEPS_MEANINGS: &[WordMeaning<EditSteps>; 2] = &[
    SchemaWord::new("all").of(SchemaOrigin::Spanwise).means(EditSteps::AtOnce),
    SchemaWord::new("guided").of(SchemaOrigin::Spanwise).means(EditSteps::Guided),
];

/// Values of `steps`.
pub const STEPS: &[SchemaWord] = &words(STEPS_MEANINGS);

/// Values of `tokenization`, with their meanings.
pub const TOKENIZATION_MEANINGS: &[WordMeaning<Boundary>; 3] = &[
    SchemaWord::new("word").means(Boundary::Whitespace),
    SchemaWord::new("char").means(Boundary::Char),
    SchemaWord::new("tokenized").means(Boundary::Subword),
];

/// Values of `tokenization`.
pub const TOKENIZATIONS: &[SchemaWord] = &words(TOKENIZATION_MEANINGS);

/// Usual values of `score`, with their meanings; any other is a formula.
pub const SCORE_MEANINGS: &[WordMeaning<ScoreKind>; 3] = &[
    SchemaWord::new("mqm").of(SchemaOrigin::Spanwise).means(ScoreKind::Mqm),
    SchemaWord::new("esa").of(SchemaOrigin::Spanwise).means(ScoreKind::EsaFromSpans),
    SchemaWord::new("weights").of(SchemaOrigin::Spanwise).means(ScoreKind::Weights),
];

/// Usual values of `score`.
pub const SCORES: &[SchemaWord] = &words(SCORE_MEANINGS);

/// Values of `mentions`, with their meanings; a list holds words and phrases.
pub const MENTION_MEANINGS: &[WordMeaning<MentionRule>; 2] = &[
    SchemaWord::new("data").of(SchemaOrigin::Spanwise).means(MentionRule::Data),
    SchemaWord::new("names").of(SchemaOrigin::Spanwise).means(MentionRule::Names),
];

/// Values of `mentions`.
pub const MENTIONS: &[SchemaWord] = &words(MENTION_MEANINGS);

/// Values of `options`, with their meanings.
pub const ANSWER_MEANINGS: &[WordMeaning<QuestionKind>; 8] = &[
    SchemaWord::new("binary").means(QuestionKind::Binary),
    SchemaWord::new("likert-3").means(QuestionKind::Likert(LikertScale::Three)),
    SchemaWord::new("likert-5")
        .of(SchemaOrigin::Paper)
        .means(QuestionKind::Likert(LikertScale::Five)),
    SchemaWord::new("textbox").means(QuestionKind::Textbox),
    SchemaWord::new("textarea").means(QuestionKind::Textarea),
    SchemaWord::new("replacement").of(SchemaOrigin::Spanwise).means(QuestionKind::Replacement),
    SchemaWord::new("number")
        .of(SchemaOrigin::Spanwise)
        .means(QuestionKind::Number { range: NumberRange::ANY, unit: None }),
    SchemaWord::new("slider").of(SchemaOrigin::Spanwise).means(QuestionKind::Slider(Slider {
        range: SliderRange::DEFAULT,
        min_label: None,
        max_label: None,
    })),
];

/// Values of `options`.
pub const ANSWERS: &[SchemaWord] = &words(ANSWER_MEANINGS);

/// The keys beside `options` that say more about the answers.
pub const ANSWER_KEYS: &[&str] =
    &["multiple", "min", "max", "step", "unit", "min_label", "max_label"];

/// Those of [`ANSWER_KEYS`] that have an effect on a kind of answers.
#[must_use]
pub fn keys_of_answers(kind: &QuestionKind) -> &'static [&'static str] {
    match kind {
        QuestionKind::Number { .. } => &["min", "max", "step", "unit"],
        QuestionKind::Slider(_) => &["min", "max", "step", "min_label", "max_label"],
        QuestionKind::Choice(_) | QuestionKind::Checkboxes(_) => &["multiple"],
        QuestionKind::Binary
        | QuestionKind::Likert(_)
        | QuestionKind::Textbox
        | QuestionKind::Textarea
        | QuestionKind::Replacement => &[],
    }
}

/// Values of `display`, with their meanings.
pub const DISPLAY_MEANINGS: &[WordMeaning<DisplayOption>; 5] = &[
    SchemaWord::new("side-by-side").means(DisplayOption::SideBySide),
    SchemaWord::new("text-side-by-side").means(DisplayOption::TextSideBySide),
    SchemaWord::new("outputs-side-by-side")
        .of(SchemaOrigin::Spanwise)
        .means(DisplayOption::OutputsSideBySide),
    SchemaWord::new("disable-lines").means(DisplayOption::DisableLines),
    SchemaWord::new("hide-context").means(DisplayOption::HideContext),
];

/// Values of `display`.
pub const DISPLAYS: &[SchemaWord] = &words(DISPLAY_MEANINGS);

/// Values of `disable`, with their meanings.
pub const DISABLE_MEANINGS: &[WordMeaning<DisabledAction>; 4] = &[
    SchemaWord::new("upload").means(DisabledAction::Upload),
    SchemaWord::new("download").means(DisabledAction::Download),
    SchemaWord::new("selection").means(DisabledAction::Selection),
    SchemaWord::new("annotation").means(DisabledAction::Annotation),
];

/// Values of `disable`.
pub const DISABLES: &[SchemaWord] = &words(DISABLE_MEANINGS);

/// Values of `type` in `database`, with their meanings.
pub const DATABASE_MEANINGS: &[WordMeaning<DatabaseType>; 3] = &[
    SchemaWord::new("firebase").means(DatabaseType::Firebase),
    SchemaWord::new("couchdb").of(SchemaOrigin::Spanwise).means(DatabaseType::CouchDb),
    SchemaWord::new("http").of(SchemaOrigin::Spanwise).means(DatabaseType::Http),
];

/// Values of `type` in `database`.
pub const DATABASES: &[SchemaWord] = &words(DATABASE_MEANINGS);

/// Values of `mode` in `database`, with their meanings.
pub const FIRESTORE_MODE_MEANINGS: &[WordMeaning<FirestoreMode>; 2] = &[
    SchemaWord::new("append").means(FirestoreMode::Append),
    SchemaWord::new("document").of(SchemaOrigin::Spanwise).means(FirestoreMode::Document),
];

/// Values of `mode` in `database`.
pub const FIRESTORE_MODES: &[SchemaWord] = &words(FIRESTORE_MODE_MEANINGS);

/// Usual values of `crowdsource`.
pub const CROWDS: &[SchemaWord] = &[SchemaWord::new("prolific"), SchemaWord::new("custom")];

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
    ("integer", "number"),
    ("range", "slider"),
    ("firestore", "firebase"),
    ("couch", "couchdb"),
    ("pouchdb", "couchdb"),
    ("https", "http"),
    ("post", "http"),
    ("array", "append"),
    ("documents", "document"),
];
