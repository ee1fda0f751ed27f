//! Cloud Firestore over REST.
//! <https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents>
//!
//! Appending adds the map that Thresh adds, to the same field, and makes the document if it is not there. An element
//! that is in the field already is not added again, so that an attempt may be repeated.

use serde_json::{Map, Value, json};

use super::failure::{FailureCause, SendingFailure, Service, by_status, unconfirmed};
use super::{Arrival, HttpMethod, HttpRequest, ResponseVerdict};
use crate::submission::Submission;
use spanwise_limits::LARGEST_DOCUMENT;
use spanwise_links::percent::{component, path};
use spanwise_template::database::{Firestore, FirestoreMode};

const SERVER: &str = "https://firestore.googleapis.com/v1";
#[derive(Debug, Clone)]
pub(super) struct FirestoreExchange {
    url: String,
    body: String,
    /// Name of the document.
    place: String,
    /// Bytes of the document with nothing in it but this submission.
    size: usize,
    mode: FirestoreMode,
}

impl FirestoreExchange {
    pub(super) fn new(firestore: &Firestore, submission: &Submission) -> Self {
        let Firestore { project, database, collection, document, field, api_key, mode } = firestore;
        let entry = submission.thresh_entry();
        let documents = format!("projects/{project}/databases/{database}/documents");
        let id = submission.id().as_str();
        let document = match mode {
            FirestoreMode::Append => document,
            FirestoreMode::Document => id,
        };
        let place = format!("{documents}/{collection}/{document}");
        let in_url = format!("{SERVER}/{}", path(&documents));
        let (url, body) = match mode {
            FirestoreMode::Append => {
                (format!("{in_url}:commit"), append(&place, field, fields(&entry)))
            }
            FirestoreMode::Document => (
                format!("{in_url}/{}?documentId={}", path(collection), component(id)),
                json!({ "fields": fields(&entry) }),
            ),
        };
        let separator = if url.contains('?') { '&' } else { '?' };
        let key = api_key.as_ref().map(|key| format!("{separator}key={}", component(key)));
        FirestoreExchange {
            url: url + &key.unwrap_or_default(),
            body: body.to_string(),
            size: name_size(collection, document) + map_size(&entry) + field.len() + 1,
            place,
            mode: *mode,
        }
    }

    /// The failure of a submission that no document can hold.
    pub(super) fn too_large(&self) -> Option<SendingFailure> {
        let too_large = || SendingFailure {
            service: Service::Firestore,
            cause: FailureCause::TooLarge,
            status: None,
            said: String::new(),
        };
        (self.size > LARGEST_DOCUMENT).then(too_large)
    }

    pub(super) fn request(&self) -> HttpRequest {
        HttpRequest::with_json(HttpMethod::Post, self.url.clone(), self.body.clone())
    }

    /// Returns `true` if an answer confirms the write: by the name and time of the document, or by one write result.
    fn is_confirmed_by(&self, answer: &Value) -> bool {
        let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
        match self.mode {
            FirestoreMode::Document => {
                // The last part of the name is the id of the submission.
                let id = |name: &str| name.rsplit('/').next().map(str::to_owned);
                id(text("name")) == id(&self.place) && !text("updateTime").is_empty()
            }
            FirestoreMode::Append => {
                let writes = answer.get("writeResults").and_then(Value::as_array);
                writes.is_some_and(|writes| writes.len() == 1) && !text("commitTime").is_empty()
            }
        }
    }

    pub(super) fn judge(&mut self, status: u16, body: &str) -> ResponseVerdict {
        let answer: Value = serde_json::from_str(body).unwrap_or_default();
        let error = answer.get("error");
        let text = |name| error.and_then(|error| error.get(name)).and_then(Value::as_str);
        let (code, said) =
            (text("status").unwrap_or_default(), text("message").unwrap_or_default());
        let done = |arrival| ResponseVerdict::Done { place: self.place.clone(), arrival };
        let failure = |cause| SendingFailure::new(Service::Firestore, cause, status, said);
        match (status, code) {
            (200..=299, _) if self.is_confirmed_by(&answer) => done(Arrival::New),
            (200..=299, _) => unconfirmed(Service::Firestore, status, &answer),
            // The name of the document is the id of the submission.
            (_, "ALREADY_EXISTS") if self.mode == FirestoreMode::Document => done(Arrival::Before),
            // Too many write to the document at once.
            (_, "ABORTED" | "RESOURCE_EXHAUSTED" | "UNAVAILABLE") => {
                ResponseVerdict::Later(failure(FailureCause::Busy))
            }
            (400, _) if said.contains("exceeds the maximum allowed size") => {
                ResponseVerdict::Never(failure(match self.mode {
                    FirestoreMode::Append => FailureCause::DocumentFull,
                    FirestoreMode::Document => FailureCause::TooLarge,
                }))
            }
            _ => by_status(Service::Firestore, status, said),
        }
    }
}

/// A commit that adds one element to an array. The empty mask leaves all other fields alone.
fn append(document: &str, field: &str, element: Value) -> Value {
    json!({ "writes": [{
        "update": { "name": document, "fields": {} },
        "updateMask": { "fieldPaths": [] },
        "updateTransforms": [{
            "fieldPath": field_path(field),
            "appendMissingElements": { "values": [{ "mapValue": { "fields": element } }] },
        }],
    }] })
}

/// The path of a field: names other than plain ones are quoted.
fn field_path(path: &str) -> String {
    let is_plain = |name: &str| {
        let allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
        name.chars().all(allowed) && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let quoted = |name: &str| match is_plain(name) {
        true => name.to_owned(),
        false => format!("`{}`", name.replace('\\', "\\\\").replace('`', "\\`")),
    };
    path.split('.').map(quoted).collect::<Vec<_>>().join(".")
}

fn fields(map: &Map<String, Value>) -> Value {
    map.iter().map(|(name, value)| (name.clone(), encoded(value))).collect::<Map<_, _>>().into()
}

/// A value in the JSON of Firestore, which names the type of each.
fn encoded(value: &Value) -> Value {
    match value {
        Value::Null => json!({ "nullValue": null }),
        Value::Bool(flag) => json!({ "booleanValue": flag }),
        // 64-bit integers travel as texts.
        Value::Number(number) if number.is_i64() => json!({ "integerValue": number.to_string() }),
        Value::Number(number) => json!({ "doubleValue": number }),
        Value::String(text) => json!({ "stringValue": text }),
        Value::Array(items) => {
            json!({ "arrayValue": { "values": items.iter().map(encoded).collect::<Vec<_>>() } })
        }
        Value::Object(map) => json!({ "mapValue": { "fields": fields(map) } }),
    }
}

/// Bytes that a value takes: <https://firebase.google.com/docs/firestore/storage-size>.
fn size(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 1,
        Value::Number(_) => 8,
        Value::String(text) => text.len() + 1,
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(map) => map_size(map),
    }
}

fn map_size(map: &Map<String, Value>) -> usize {
    32 + map.iter().map(|(name, value)| name.len() + 1 + size(value)).sum::<usize>()
}

fn name_size(collection: &str, document: &str) -> usize {
    // Each part of the path has a byte more than its length, as many as there are slashes and one.
    16 + collection.len() + 1 + document.len() + 1
}
