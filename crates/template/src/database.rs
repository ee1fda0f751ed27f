//! The destination of submissions: the `database` block of a template, compiled. It cannot represent an unusable
//! destination.

use serde::{Deserialize, Serialize};
use spanwise_links::Address;

/// The destination of submissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Database {
    /// `firebase`: Cloud Firestore.
    Firebase(Firestore),
    /// `couchdb`: Apache `CouchDB`, or a server that speaks its protocol.
    CouchDb(CouchDb),
    /// `http`: any address that takes a POST of JSON.
    Http(Receiver),
}

/// The `type` of a `database` block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseType {
    /// `firebase`
    Firebase,
    /// `couchdb`
    CouchDb,
    /// `http`
    Http,
}

impl DatabaseType {
    /// Its word in a template.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            DatabaseType::Firebase => "firebase",
            DatabaseType::CouchDb => "couchdb",
            DatabaseType::Http => "http",
        }
    }
}

impl Database {
    /// The destination as people recognise it: its host, or Google Firestore with the project.
    #[must_use]
    pub fn place(&self) -> String {
        let host = |url: &str| {
            Address::parse(url).map_or_else(|_| url.to_owned(), |url| url.host().to_owned())
        };
        match self {
            Database::Firebase(firestore) => format!("Google Firestore ({})", firestore.project),
            Database::CouchDb(couch) => host(&couch.url),
            Database::Http(receiver) => host(&receiver.url),
        }
    }
}

/// A destination in Cloud Firestore. The defaults are Thresh's, except [`Firestore::FIELD`]: Thresh has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Firestore {
    /// `project_id`.
    pub project: String,
    /// `database`: the id of a database in the project.
    pub database: String,
    /// `collection`: one name, or an odd number of them with `/` between.
    pub collection: String,
    /// `document`: the document that all submissions are appended to; unused with [`FirestoreMode::Document`].
    pub document: String,
    /// `field`: the array in that document; a `.` leads into a map.
    pub field: String,
    /// `api_key`: identifies the project to Google. It is no secret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key: Option<String>,
    /// `mode`.
    pub mode: FirestoreMode,
}

impl Firestore {
    /// The database that each project begins with.
    pub const DATABASE: &'static str = "(default)";
    /// Thresh's default.
    pub const COLLECTION: &'static str = "thresh";
    /// Thresh's default.
    pub const DOCUMENT: &'static str = "annotations";
    /// Thresh has no default and fails without a field.
    pub const FIELD: &'static str = "annotations";
}

/// The layout of submissions in Firestore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FirestoreMode {
    /// All in one array of one document, as with Thresh. The document holds 1 MiB, and only so many writes a second.
    Append,
    /// Each in a document of its own, named by its id.
    Document,
}

/// A database on a `CouchDB` server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouchDb {
    /// Address of the server, without a slash at its end.
    pub url: String,
    /// Name of the database: begins with a small letter, and holds `a-z`, `0-9` and `_$()+-/`.
    pub database: String,
}

/// An address that takes submissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receiver {
    /// The address.
    pub url: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_the_host_that_receives() {
        for (url, place) in [
            ("https://lab.example/collect?study=1", "lab.example"),
            ("http://localhost:5984", "localhost:5984"),
            ("https://lab.example#x", "lab.example"),
        ] {
            assert_eq!(Database::Http(Receiver { url: url.to_owned() }).place(), place);
        }
    }
}
