//! `database`: each type has keys of its own.

use super::fields::SectionFields;
use super::report::{CompileReport, ExpectedValue, add_one, needs};
use super::values::bad_link;
use crate::database::{CouchDb, Database, DatabaseType, Firestore, FirestoreMode, Receiver};
use crate::schema::{self, DATABASE_MEANINGS, FIRESTORE_MODE_MEANINGS};
use crate::yaml::TextLocation;
use spanwise_diagnostics::{Diagnostic, quoted};
use spanwise_i18n::say;
use spanwise_links::{Address, AddressProblem};

/// Longest name of a collection, a document or a field in Firestore, in bytes.
const MAX_FIRESTORE_NAME: usize = 1500;

/// An example of `url`.
const EXAMPLE_SERVER: &str = "https://db.example.org";

/// The database of a template; `None` if there is none, or none that could be used.
pub(super) fn database(
    report: &mut CompileReport<'_>,
    fields: &SectionFields<'_>,
) -> Option<Database> {
    let entry = fields.get("database")?;
    let keys = report.fields(&entry.value, &schema::DATABASE)?;
    if keys.get("type").is_none() && !keys.node().cut {
        report.missing_key(&keys, "database", "type", "type: http");
    }
    let kind = report.word_of(&keys, "type", DATABASE_MEANINGS)?;
    let used = keys_of(kind);
    for known in
        schema::DATABASE.keys.iter().filter(|known| known.effect == schema::KeyEffect::Used)
    {
        report.only_for(&keys, kind.name(), known.name, used);
    }
    match kind {
        DatabaseType::Firebase => firestore(report, &keys).map(Database::Firebase),
        DatabaseType::CouchDb => couchdb(report, &keys).map(Database::CouchDb),
        DatabaseType::Http => {
            let url = report.server(&keys, kind.name())?.as_str().to_owned();
            Some(Database::Http(Receiver { url }))
        }
    }
}

/// The keys of each type. Thresh documents `url` for `firebase`, where it has no effect; so it is allowed there.
fn keys_of(kind: DatabaseType) -> &'static [&'static str] {
    match kind {
        DatabaseType::Firebase => &[
            "type",
            "url",
            "project_id",
            "database",
            "collection",
            "document",
            "field",
            "api_key",
            "mode",
        ],
        DatabaseType::CouchDb => &["type", "url", "database"],
        DatabaseType::Http => &["type", "url"],
    }
}

fn firestore(report: &mut CompileReport<'_>, keys: &SectionFields<'_>) -> Option<Firestore> {
    let project = report.text_of(keys, "project_id");
    if project.is_none() && !keys.node().cut {
        report.missing_key(keys, "firebase", "project_id", "project_id: my-project");
    }
    let mode = report.word_of(keys, "mode", FIRESTORE_MODE_MEANINGS);
    let mut name = |key, default: &str, is_name: fn(&str) -> bool| {
        let given = report.text_of(keys, key).unwrap_or_else(|| default.to_owned());
        if is_name(&given) {
            return Some(given);
        }
        report.bad_firestore_name(keys, key);
        None
    };
    // All names are read before an unusable one ends the function, so that all problems are reported.
    let project = project.and_then(|project| name("project_id", &project, is_project));
    let database = name("database", Firestore::DATABASE, is_firestore_id);
    let collection = name("collection", Firestore::COLLECTION, is_collection);
    let document = name("document", Firestore::DOCUMENT, is_firestore_id);
    let field = name("field", Firestore::FIELD, is_field_path);
    Some(Firestore {
        project: project?,
        database: database?,
        collection: collection?,
        document: document?,
        field: field?,
        api_key: report.text_of(keys, "api_key").filter(|key| !key.is_empty()),
        mode: mode.unwrap_or(FirestoreMode::Append),
    })
}

fn is_project(id: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-.:".contains(&b);
    !id.is_empty() && id.bytes().all(allowed)
}

/// <https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields>
fn is_firestore_id(id: &str) -> bool {
    let reserved = id == "." || id == ".." || id.starts_with("__") && id.ends_with("__");
    !id.is_empty() && id.len() <= MAX_FIRESTORE_NAME && !id.contains('/') && !reserved
}

/// Collections and documents in turn, beginning and ending with a collection.
fn is_collection(path: &str) -> bool {
    path.split('/').count() % 2 == 1 && path.split('/').all(is_firestore_id)
}

/// Returns `true` for a field path that is valid for `updateDoc`, which Thresh uses.
fn is_field_path(path: &str) -> bool {
    let clean = !path.contains(['~', '*', '/', '[', ']', '`', '\\']);
    clean && path.split('.').all(is_firestore_id)
}

fn couchdb(report: &mut CompileReport<'_>, keys: &SectionFields<'_>) -> Option<CouchDb> {
    let address = report.server(keys, "couchdb")?;
    let base = format!("{}{}", address.origin(), address.path());
    let base = base.trim_end_matches('/');
    let (url, database, named_by) = match report.text_of(keys, "database") {
        Some(name) => (base, name, "database"),
        None => match base.rsplit_once('/').filter(|_| base.len() > address.origin().len()) {
            Some((url, name)) => (url, name.to_owned(), "url"),
            None => {
                report.missing_key(keys, "couchdb", "database", "database: annotations");
                return None;
            }
        },
    };
    if !is_couchdb_name(&database) {
        report.bad_couchdb_name(keys, named_by, &database);
        return None;
    }
    Some(CouchDb { url: url.to_owned(), database })
}

/// <https://docs.couchdb.org/en/stable/api/database/common.html#put--db>
fn is_couchdb_name(name: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"_$()+-/".contains(&b);
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.bytes().all(allowed)
}

impl CompileReport<'_> {
    fn missing_key(&mut self, keys: &SectionFields<'_>, what: &str, key: &str, example: &str) {
        let at = keys.node().head();
        self.add(at.error("missing-key", needs(what, key), add_one(example)));
    }

    /// Reports a key that belongs to another type of database.
    fn only_for(&mut self, keys: &SectionFields<'_>, kind: &str, key: &str, used: &[&str]) {
        if let Some(entry) = keys.get(key).filter(|_| !used.contains(&key)) {
            let message = say!(CompileNoEffectWith, key, kind);
            self.add(entry.key.at.hint("unused-key", message, say!(JsonRemoveIt)));
        }
    }

    fn bad_firestore_name(&mut self, keys: &SectionFields<'_>, key: &str) {
        let Some((text, at)) =
            keys.get(key).and_then(|entry| self.plain(entry, ExpectedValue::Text))
        else {
            return;
        };
        let remedy = match key {
            "project_id" => say!(CompileCopyFromProjectsSettingsInFirebase),
            "collection" => say!(CompileWriteOneNameOrOddNumber),
            "field" => say!(CompileWriteOneNameLeadsIntoMap),
            _ => say!(CompileWriteOneNameWithout),
        };
        let message = say!(CompileCannotInFirestore, key, found = quoted(text));
        self.add(at.error("bad-name", message, remedy));
    }

    fn bad_couchdb_name(&mut self, keys: &SectionFields<'_>, key: &str, name: &str) {
        let Some((text, at)) =
            keys.get(key).and_then(|entry| self.plain(entry, ExpectedValue::Text))
        else {
            return;
        };
        let mended = name.to_lowercase();
        let fix = (text == name && is_couchdb_name(&mended)).then_some(mended);
        self.add(Diagnostic {
            fix,
            ..at.error(
                "bad-name",
                say!(CompileCannotNameCouchdbDatabase, found = quoted(name)),
                say!(CompileBeginWithSmallLetterAndUse),
            )
        });
    }

    /// The `url` of a database: `https`, or `http` on the same device.
    fn server(&mut self, keys: &SectionFields<'_>, kind: &str) -> Option<Address> {
        let Some(entry) = keys.get("url") else {
            if !keys.node().cut {
                self.missing_key(keys, kind, "url", &format!("url: {EXAMPLE_SERVER}"));
            }
            return None;
        };
        let (text, at) = self.plain(entry, ExpectedValue::Address)?;
        match Address::parse(text) {
            Ok(address) if is_private(&address) => Some(address),
            Ok(_) => self.insecure(text, at),
            Err(AddressProblem::User) => self.secret_in_url(text, at),
            Err(AddressProblem::Host) => {
                self.add(at.error(
                    "bad-link",
                    say!(CompileUrlNoUsableHostName, found = quoted(text)),
                    say!(CompileWriteAddressSuch, example = EXAMPLE_SERVER),
                ));
                None
            }
            Err(_) => {
                self.add(bad_link("url", text, at));
                None
            }
        }
    }

    fn insecure<T>(&mut self, text: &str, at: &TextLocation) -> Option<T> {
        let fix = text.trim().get(4..).map(|rest| format!("https{rest}"));
        self.add(Diagnostic {
            fix,
            ..at.error(
                "insecure-link",
                say!(CompileUrlWouldSendAnnotationsForAll, found = quoted(text)),
                say!(CompileWriteHttpsHttpForServers),
            )
        });
        None
    }

    fn secret_in_url<T>(&mut self, text: &str, at: &TextLocation) -> Option<T> {
        let fix = without_user(text);
        self.add(Diagnostic {
            fix,
            // The message does not repeat the secret.
            ..at.error(
                "secret-in-template",
                say!(CompileUrlHoldsUserNameOrPassword),
                say!(CompileLeaveBothOutAndLetDatabase),
            )
        });
        None
    }
}

/// Returns `true` if data sent there cannot be read on the way.
fn is_private(address: &Address) -> bool {
    address.is_https() || address.is_loopback()
}

/// An address without the user name and password before the `@` of its host; `None` if it has none, or is invalid
/// without them.
fn without_user(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end)?;
    let (_, host) = authority.rsplit_once('@')?;
    let mended = format!("{scheme}://{host}{path}");
    Address::parse(&mended).is_ok().then_some(mended)
}
