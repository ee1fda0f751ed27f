//! The maps of a training, as structural editing writes them. `spanwise_training` reads them.

use super::section::{SchemaKey, SchemaSection, SchemaSectionKind, ValueType};

const POINTS: ValueType = ValueType::Integer { min: 1, max: 1000 };

/// `training`, where it is a map.
pub static TRAINING: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("training"),
    keys: &[
        SchemaKey::new("title", ValueType::Text).needed(),
        SchemaKey::new("scoring", ValueType::Text),
        SchemaKey::new("pass", ValueType::Integer { min: 1, max: 100 }),
        SchemaKey::new("attempts", ValueType::Integer { min: 1, max: 100 }),
        SchemaKey::new("steps", ValueType::List(&TRAINING_STEP)).needed(),
    ],
    slips: &[],
};

/// `scoring` of a training, where it is a map.
pub static TRAINING_SCORING: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("scoring"),
    keys: &[
        SchemaKey::new("rule", ValueType::Text).needed(),
        SchemaKey::new("exercise", POINTS),
        SchemaKey::new("question", POINTS),
        SchemaKey::new("examination", POINTS),
        SchemaKey::new("boundary_tolerance", ValueType::Integer { min: 0, max: 100 }),
    ],
    slips: &[],
};

/// An item of `steps` of a training. Of the first four keys it has one.
pub static TRAINING_STEP: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("steps"),
    keys: &[
        SchemaKey::new("lesson", ValueType::Text).needed(),
        SchemaKey::new("exercise", ValueType::Text).needed(),
        SchemaKey::new("quiz", ValueType::Text).needed(),
        SchemaKey::new("examination", ValueType::Text).needed(),
        SchemaKey::new("text", ValueType::Markdown),
        SchemaKey::new("annotated", ValueType::Text),
        SchemaKey::new("not_errors", ValueType::List(&NOT_ERROR)),
        SchemaKey::new("questions", ValueType::List(&QUIZ_QUESTION)),
    ],
    slips: &[],
};

/// An item of `not_errors` of an exercise or examination.
pub static NOT_ERROR: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("not_errors"),
    keys: &[
        SchemaKey::new("words", ValueType::Text).needed(),
        SchemaKey::new("why", ValueType::Text).needed(),
    ],
    slips: &[],
};

/// An item of `questions` of a quiz.
pub static QUIZ_QUESTION: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("questions"),
    keys: &[
        SchemaKey::new("question", ValueType::Markdown).needed(),
        SchemaKey::new("options", ValueType::List(&QUIZ_OPTION)).needed(),
    ],
    slips: &[],
};

/// An item of `options` of a question of a quiz. Of the first two keys it has one.
pub static QUIZ_OPTION: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("options"),
    keys: &[
        SchemaKey::new("right", ValueType::Text).needed(),
        SchemaKey::new("wrong", ValueType::Text).needed(),
        SchemaKey::new("why", ValueType::Text),
    ],
    slips: &[],
};
