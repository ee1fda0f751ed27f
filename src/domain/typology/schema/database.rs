//! The `database` block of a template.

use super::{Effect, Key, Origin, Section, ValueType, Word};

/// `database`.
pub static DATABASE: Section = Section {
    title: "`database`",
    keys: &[
        Key::new("type", ValueType::Word(DATABASES), "Kind of database."),
        Key::new("url", ValueType::Link, "Address of the server; of no use with `firebase`."),
        Key::new("project_id", ValueType::Text, "Project, with `firebase`."),
        Key::new(
            "database",
            ValueType::Text,
            "Name of the database, with `couchdb`; with `firebase`, `(default)` if not given.",
        )
        .of(Origin::Spanwise),
        Key::new(
            "collection",
            ValueType::Text,
            "Collection in the project: `thresh` if not given.",
        ),
        Key::new(
            "document",
            ValueType::Text,
            "Document in the collection: `annotations` if not given.",
        ),
        Key::new("field", ValueType::Text, "Field of the document: `annotations` if not given."),
        Key::new("api_key", ValueType::Text, "Web API key of the project; it is no secret.")
            .of(Origin::Spanwise),
        Key::new("mode", ValueType::Word(FIRESTORE_MODES), "How submissions lie in `firebase`.")
            .of(Origin::Spanwise),
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

const SECRET: Key = Key::new("", ValueType::Text, "Nothing.").with(Effect::None(
    "Everyone who opens the template can read it, so it must not hold secrets.",
));

/// Values of `type` in `database`.
pub const DATABASES: &[Word] = &[
    Word::new("firebase", "Cloud Firestore."),
    Word::new("couchdb", "CouchDB, or a server that speaks its protocol.").of(Origin::Spanwise),
    Word::new("http", "An address of your own that takes JSON by POST.").of(Origin::Spanwise),
];

/// Values of `mode` in `database`.
pub const FIRESTORE_MODES: &[Word] = &[
    Word::new("append", "All submissions in one document, as with Thresh."),
    Word::new("document", "One document per submission: for more than a handful of annotators.")
        .of(Origin::Spanwise),
];
