//! Small servers that keep to the protocols, for simulations.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use spanwise_submission::requests::{HttpAnswer, HttpMethod, HttpRequest};

/// A server for each kind of database; the address of a request selects the one that answers.
#[derive(Debug, Default)]
pub(crate) struct Servers {
    /// The field that is appended to.
    pub(crate) array: Vec<Value>,
    /// Documents of Firestore by id.
    pub(crate) documents: BTreeMap<String, Value>,
    /// Documents of CouchDB by name, with their revisions so far.
    pub(crate) couch: BTreeMap<String, (u32, Value)>,
    /// Ids of all submissions that CouchDB ever took.
    pub(crate) couch_ids: BTreeSet<String>,
    /// Submissions of the receiver by id.
    pub(crate) received: BTreeMap<String, Value>,
}

fn answer(status: u16, body: Value) -> HttpAnswer {
    HttpAnswer::Response { status, headers: vec![], body: body.to_string() }
}

impl Servers {
    pub(crate) fn take(&mut self, request: &HttpRequest) -> HttpAnswer {
        let body: Value = request
            .body
            .as_deref()
            .map_or(Value::Null, |body| serde_json::from_str(body).expect("JSON"));
        if request.url.starts_with("https://couch.example.org/salsa/") {
            return self.couchdb(request, body);
        }
        if request.url.starts_with("https://firestore.googleapis.com/") {
            return self.firestore(request, body);
        }
        let (_, id) =
            request.headers.iter().find(|(name, _)| name == "Idempotency-Key").expect("a key");
        match self.received.insert(id.clone(), body.clone()) {
            None => answer(201, json!({ "id": id })),
            Some(before) => {
                assert_eq!(before, body, "the same id for something else");
                answer(409, json!({ "id": id }))
            }
        }
    }

    fn firestore(&mut self, request: &HttpRequest, body: Value) -> HttpAnswer {
        if request.url.ends_with(":commit") {
            let transform = &body["writes"][0]["updateTransforms"][0]["appendMissingElements"];
            for value in transform["values"].as_array().expect("values") {
                if !self.array.contains(value) {
                    self.array.push(value.clone());
                }
            }
            return answer(200, json!({ "writeResults": [{}], "commitTime": "t" }));
        }
        let (_, id) = request.url.split_once("?documentId=").expect("an id");
        if self.documents.contains_key(id) {
            return answer(409, json!({ "error": { "status": "ALREADY_EXISTS" } }));
        }
        self.documents.insert(id.to_owned(), body);
        let name = format!("projects/p/databases/(default)/documents/c/{id}");
        answer(200, json!({ "name": name, "updateTime": "t" }))
    }

    fn couchdb(&mut self, request: &HttpRequest, body: Value) -> HttpAnswer {
        let name = request.url.rsplit('/').next().unwrap_or_default();
        let name = name.split('?').next().unwrap_or_default().replace("%3A", ":");
        let there = self.couch.get(&name);
        let rev = |number: &u32| format!("{number}-x");
        match (request.method, there) {
            (HttpMethod::Get, None) => answer(404, json!({ "reason": "missing" })),
            (HttpMethod::Get, Some((number, document))) => {
                let mut document = document.clone();
                document["_rev"] = json!(rev(number));
                answer(200, document)
            }
            (_, Some((number, _))) if body["_rev"] != rev(number) => {
                answer(409, json!({ "error": "conflict" }))
            }
            (_, None) if !body["_rev"].is_null() => answer(409, json!({ "error": "conflict" })),
            (_, there) => {
                let number = there.map_or(0, |(number, _)| *number) + 1;
                self.couch_ids.extend(body["id"].as_str().map(str::to_owned));
                self.couch.insert(name, (number, body));
                answer(201, json!({ "ok": true, "rev": rev(&number) }))
            }
        }
    }
}
