//! The `database` block of a template.

use super::{DATABASES, Effect, FIRESTORE_MODES, Key, Origin, Part, Section, ValueType, WhyNot};

/// `database`.
pub static DATABASE: Section = Section {
    part: Part::Key("database"),
    keys: &[
        Key::new("type", ValueType::Word(DATABASES)),
        Key::new("url", ValueType::Link),
        Key::new("project_id", ValueType::Text),
        Key::new("database", ValueType::Text).of(Origin::Spanwise),
        Key::new("collection", ValueType::Text),
        Key::new("document", ValueType::Text),
        Key::new("field", ValueType::Text),
        Key::new("api_key", ValueType::Text).of(Origin::Spanwise),
        Key::new("mode", ValueType::Word(FIRESTORE_MODES)).of(Origin::Spanwise),
        SECRET.named("user"),
        SECRET.named("username"),
        SECRET.named("password"),
        SECRET.named("token"),
        SECRET.named("access_token"),
        SECRET.named("secret"),
    ],
    slips: &[
        ("kind", "type"),
        ("address", "url"),
        ("server", "url"),
        ("host", "url"),
        ("endpoint", "url"),
        ("project", "project_id"),
        ("projectId", "project_id"),
        ("name", "database"),
        ("db", "database"),
        ("apiKey", "api_key"),
        ("key", "api_key"),
    ],
};

const SECRET: Key = Key::new("", ValueType::Text).with(Effect::None(WhyNot::NoSecrets));
