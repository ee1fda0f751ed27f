//! The `database` block of a template.

use super::origin::SchemaOrigin;
use super::section::{
    KeyEffect, NoEffectReason, SchemaKey, SchemaSection, SchemaSectionKind, ValueType,
};
use super::value_words::{DATABASES, FIRESTORE_MODES};

/// `database`.
pub static DATABASE: SchemaSection = SchemaSection {
    part: SchemaSectionKind::Key("database"),
    keys: &[
        SchemaKey::new("type", ValueType::Word(DATABASES)),
        SchemaKey::new("url", ValueType::Link),
        SchemaKey::new("project_id", ValueType::Text),
        SchemaKey::new("database", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("collection", ValueType::Text),
        SchemaKey::new("document", ValueType::Text),
        SchemaKey::new("field", ValueType::Text),
        SchemaKey::new("api_key", ValueType::Text).of(SchemaOrigin::Spanwise),
        SchemaKey::new("mode", ValueType::Word(FIRESTORE_MODES)).of(SchemaOrigin::Spanwise),
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

const SECRET: SchemaKey =
    SchemaKey::new("", ValueType::Text).with(KeyEffect::None(NoEffectReason::NoSecrets));
