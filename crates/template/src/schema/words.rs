//! The words that stand for something as the value of a key, each with what it stands for: what is none of them has no
//! meaning.

use super::Origin;
use crate::database::{DatabaseType, FirestoreMode};
use crate::model::{CategoryType, DisabledAction, DisplayOption, QuestionKind, Scale};
use spanwise_text::Boundary;

/// A word that stands for something.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    /// The word.
    pub name: &'static str,
    /// Who reads it.
    pub origin: Origin,
}

impl Word {
    const fn new(name: &'static str) -> Self {
        Word { name, origin: Origin::Thresh }
    }

    const fn of(self, origin: Origin) -> Self {
        Word { origin, ..self }
    }

    const fn means<T>(self, meaning: T) -> WordMeaning<T> {
        WordMeaning { word: self, meaning }
    }
}

/// A word and what it stands for.
#[derive(Debug)]
pub struct WordMeaning<T> {
    /// The word.
    pub word: Word,
    /// What it stands for.
    pub meaning: T,
}

/// The words of a table.
const fn words<T, const N: usize>(meanings: &[WordMeaning<T>; N]) -> [Word; N] {
    let mut words = [Word::new(""); N];
    let mut index = 0;
    while index < N {
        words[index] = meanings[index].word;
        index += 1;
    }
    words
}

/// What a word of a table stands for.
#[must_use]
pub fn meaning_of<'m, T>(word: &str, meanings: &'m [WordMeaning<T>]) -> Option<&'m T> {
    meanings.iter().find(|known| known.word.name == word).map(|known| &known.meaning)
}

/// Values of `type`, and what they mean.
pub const TYPE_MEANINGS: &[WordMeaning<CategoryType>; 4] = &[
    Word::new("single_span").means(CategoryType::SingleSpan),
    Word::new("multi_span").means(CategoryType::MultiSpan),
    Word::new("composite").means(CategoryType::Composite),
    Word::new("split").of(Origin::Spanwise).means(CategoryType::Split),
];

/// Values of `type`.
pub const TYPES: &[Word] = &words(TYPE_MEANINGS);

/// Values of `boundary`, and what they mean.
pub const BOUNDARY_MEANINGS: &[WordMeaning<Boundary>; 4] = &[
    Word::new("char").of(Origin::Paper).means(Boundary::Char),
    Word::new("whitespace").of(Origin::Paper).means(Boundary::Whitespace),
    Word::new("word").of(Origin::Spanwise).means(Boundary::Word),
    Word::new("subword").of(Origin::Paper).means(Boundary::Subword),
];

/// Values of `boundary`.
pub const BOUNDARIES: &[Word] = &words(BOUNDARY_MEANINGS);

/// Values of `tokenization`, and what they mean.
pub const TOKENIZATION_MEANINGS: &[WordMeaning<Boundary>; 3] = &[
    Word::new("word").means(Boundary::Whitespace),
    Word::new("char").means(Boundary::Char),
    Word::new("tokenized").means(Boundary::Subword),
];

/// Values of `tokenization`.
pub const TOKENIZATIONS: &[Word] = &words(TOKENIZATION_MEANINGS);

/// Values of `options`, and what they mean.
pub const ANSWER_MEANINGS: &[WordMeaning<QuestionKind>; 5] = &[
    Word::new("binary").means(QuestionKind::Binary),
    Word::new("likert-3").means(QuestionKind::Likert(Scale::Three)),
    Word::new("likert-5").of(Origin::Paper).means(QuestionKind::Likert(Scale::Five)),
    Word::new("textbox").means(QuestionKind::Textbox),
    Word::new("textarea").means(QuestionKind::Textarea),
];

/// Values of `options`.
pub const ANSWERS: &[Word] = &words(ANSWER_MEANINGS);

/// Values of `display`, and what they mean.
pub const DISPLAY_MEANINGS: &[WordMeaning<DisplayOption>; 4] = &[
    Word::new("side-by-side").means(DisplayOption::SideBySide),
    Word::new("text-side-by-side").means(DisplayOption::TextSideBySide),
    Word::new("disable-lines").means(DisplayOption::DisableLines),
    Word::new("hide-context").means(DisplayOption::HideContext),
];

/// Values of `display`.
pub const DISPLAYS: &[Word] = &words(DISPLAY_MEANINGS);

/// Values of `disable`, and what they mean.
pub const DISABLE_MEANINGS: &[WordMeaning<DisabledAction>; 4] = &[
    Word::new("upload").means(DisabledAction::Upload),
    Word::new("download").means(DisabledAction::Download),
    Word::new("selection").means(DisabledAction::Selection),
    Word::new("annotation").means(DisabledAction::Annotation),
];

/// Values of `disable`.
pub const DISABLES: &[Word] = &words(DISABLE_MEANINGS);

/// Values of `type` in `database`, and what they mean.
pub const DATABASE_MEANINGS: &[WordMeaning<DatabaseType>; 3] = &[
    Word::new("firebase").means(DatabaseType::Firebase),
    Word::new("couchdb").of(Origin::Spanwise).means(DatabaseType::CouchDb),
    Word::new("http").of(Origin::Spanwise).means(DatabaseType::Http),
];

/// Values of `type` in `database`.
pub const DATABASES: &[Word] = &words(DATABASE_MEANINGS);

/// Values of `mode` in `database`, and what they mean.
pub const FIRESTORE_MODE_MEANINGS: &[WordMeaning<FirestoreMode>; 2] = &[
    Word::new("append").means(FirestoreMode::Append),
    Word::new("document").of(Origin::Spanwise).means(FirestoreMode::Document),
];

/// Values of `mode` in `database`.
pub const FIRESTORE_MODES: &[Word] = &words(FIRESTORE_MODE_MEANINGS);

/// Usual values of `crowdsource`.
pub const CROWDS: &[Word] = &[Word::new("prolific"), Word::new("custom")];

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
