//! Annotation for others: links of platforms, samples, requests to databases, and arrival exactly once.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod completeness;
mod finish;
mod firestore;
mod outbox;
mod sample;
mod sending;
mod servers;
mod simulation;
mod stopwatch;
mod submission;
mod worker;

use spanwise_i18n::Message;
use spanwise_submission::Submission;
use spanwise_submission::submission::{SubmissionDetails, TemplateName};
use spanwise_submission::worker::Worker;
use spanwise_template::database::{CouchDb, Firestore, FirestoreMode, Receiver};
use spanwise_template::{Database, TemplateSettings, compile};

/// 2024-02-29T08:05:03.007Z.
const NOW: u64 = 1_709_193_903_007;

/// Parameters of a link: `a=1&b=2`, nothing escaped.
fn parameters(query: &str) -> Vec<(String, String)> {
    let pair = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (name.to_owned(), value.to_owned())
    };
    query.split('&').filter(|part| !part.is_empty()).map(pair).collect()
}

fn is_sentence(message: &Message) -> bool {
    message.to_string().ends_with('.')
}

fn participant() -> Worker {
    Worker::Prolific {
        id: "5f1".to_owned(),
        study: Some("s7".to_owned()),
        session: Some("e9".to_owned()),
    }
}

fn details(worker: Worker) -> SubmissionDetails {
    SubmissionDetails {
        work: "00ff-aa11".to_owned(),
        template: TemplateName { name: "salsa".to_owned(), hash: "00ff".to_owned() },
        worker,
        now_ms: NOW,
        completion_code: None,
        durations_ms: None,
        hidden_gold: None,
    }
}

/// A submission of one instance with this text.
fn submission(text: &str) -> Submission {
    submission_of(details(participant()), text)
}

fn submission_of(details: SubmissionDetails, text: &str) -> Submission {
    let instance = serde_json::json!({ "target": text, "edits": [] }).to_string();
    Submission::new(details, [(3, instance)]).expect("a submission")
}

fn firestore(mode: FirestoreMode) -> Firestore {
    Firestore {
        project: "my-project".to_owned(),
        database: Firestore::DATABASE.to_owned(),
        collection: Firestore::COLLECTION.to_owned(),
        document: Firestore::DOCUMENT.to_owned(),
        field: Firestore::FIELD.to_owned(),
        api_key: None,
        mode,
    }
}

/// One database of each kind.
fn databases() -> [Database; 4] {
    [
        Database::Firebase(firestore(FirestoreMode::Append)),
        Database::Firebase(firestore(FirestoreMode::Document)),
        couchdb(),
        Database::Http(Receiver { url: "https://r.example.org/in".to_owned() }),
    ]
}

fn couchdb() -> Database {
    Database::CouchDb(CouchDb {
        url: "https://couch.example.org".to_owned(),
        database: "salsa".to_owned(),
    })
}

fn settings(yaml: &str) -> TemplateSettings {
    let text = format!("template_name: t\nedits: [{{name: a}}]\n{yaml}");
    compile(&text).template.expect("a template").settings
}
