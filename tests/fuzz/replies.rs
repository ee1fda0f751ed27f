//! Answers of the servers that annotations are sent to.

use serde_json::Value;
use spanwise_submission::requests::{
    HttpAnswer, HttpMethod, HttpRequest, LONGEST_WAIT_MS, Sending, SendingStep,
};
use spanwise_submission::submission::{SubmissionDetails, TemplateName};
use spanwise_submission::worker::Worker;
use spanwise_submission::{Submission, SubmissionId};
use spanwise_template::Database;
use spanwise_template::database::{CouchDb, Firestore, FirestoreMode, Receiver};

use super::corpus::Corpus;

const WORDS: &[&str] = &[
    "\n",
    " ",
    "0\n",
    "1\n",
    "2\n",
    "3\n",
    "200 - ",
    "201 - ",
    "204 - ",
    "302 - ",
    "401 - ",
    "403 - ",
    "404 - ",
    "409 - ",
    "429 9 ",
    "500 - ",
    "503 99999999999999999999 ",
    "redirected\n",
    "unreachable\n",
    "{",
    "}",
    "[",
    "]",
    ",",
    "\"",
    "null",
    "true",
    "false",
    "1",
    "{}",
    "\"ok\":true",
    "\"rev\":\"1-a\"",
    "\"_rev\":\"1-a\"",
    "\"_id\":\"x\"",
    "\"id\":\"ID\"",
    "\"id\":\"EARLIER\"",
    "\"_conflicts\":[\"1-b\"]",
    "\"name\":\"a/ID\"",
    "\"updateTime\":\"t\"",
    "\"writeResults\":[{}]",
    "\"commitTime\":\"t\"",
    "\"error\":{\"status\":\"ALREADY_EXISTS\"}",
    "\"error\":\"no\"",
    "<html>",
    "é",
    "\u{0}",
];

#[test]
fn only_what_proves_the_storing_is_taken_for_it() {
    let corpus = Corpus::of("replies", WORDS);
    let submission = submission();
    bolero::check!(name = "replies").for_each(|bytes: &[u8]| {
        corpus.texts(bytes).iter().for_each(|text| talk(text, &submission));
    });
}

fn submission() -> Submission {
    let particulars = SubmissionDetails {
        work: "00ff-aa11".to_owned(),
        template: TemplateName { name: "t".to_owned(), hash: "00ff".to_owned() },
        worker: Worker::Named { id: "a b".to_owned() },
        now_ms: 1_709_193_903_007,
        completion_code: None,
        durations_ms: None,
        hidden_gold: None,
    };
    let instance = r#"{"target":"x","edits":[]}"#.to_owned();
    Submission::new(particulars, [(3, instance)]).expect("a submission")
}

fn database(number: usize) -> Database {
    let firestore = |mode| {
        Database::Firebase(Firestore {
            project: "p".to_owned(),
            database: Firestore::DATABASE.to_owned(),
            collection: Firestore::COLLECTION.to_owned(),
            document: Firestore::DOCUMENT.to_owned(),
            field: Firestore::FIELD.to_owned(),
            api_key: None,
            mode,
        })
    };
    match number % 4 {
        0 => firestore(FirestoreMode::Append),
        1 => firestore(FirestoreMode::Document),
        2 => Database::CouchDb(CouchDb {
            url: "https://couch.example".to_owned(),
            database: "d".to_owned(),
        }),
        _ => Database::Http(Receiver { url: "https://r.example/in".to_owned() }),
    }
}

/// Plays a talk: the number of a database, then an answer a line. `ID` in an answer is the submission's, `EARLIER` that
/// of one before.
fn talk(text: &str, submission: &Submission) {
    let mut lines = text.lines();
    let number = lines.next().and_then(|line| line.trim().parse().ok()).unwrap_or_default();
    let database = database(number);
    let earlier = SubmissionId::new(&"f".repeat(32)).expect("an id");
    let mut sending = Sending::new(&database, submission, std::slice::from_ref(&earlier), 0);
    for line in lines {
        let line =
            line.replace("ID", submission.id().as_str()).replace("EARLIER", earlier.as_str());
        let SendingStep::Send(request) = sending.step() else { return };
        let answer = answer(&line);
        match sending.answered(&answer, line.len() as u32) {
            SendingStep::Done(receipt) => {
                assert_eq!(receipt.id, *submission.id());
                let proof = proves(&database, &request, &answer, submission.id().as_str());
                assert_eq!(proof, Some(true), "{line} to {request:?}");
            }
            SendingStep::Retry { after_ms, failure } => {
                assert!(after_ms <= LONGEST_WAIT_MS && !failure.to_string().is_empty());
            }
            SendingStep::Failed(failure) => assert!(!failure.to_string().is_empty()),
            SendingStep::Send(_) => {}
        }
    }
}

/// `<status> <Retry-After or -> <body>`; no answer where the first is no number.
fn answer(line: &str) -> HttpAnswer {
    let mut parts = line.splitn(3, ' ');
    let status = parts.next().and_then(|status| status.parse().ok());
    let wait = parts.next().unwrap_or("-");
    let body = parts.next().unwrap_or_default().to_owned();
    let headers = vec![("Retry-After".to_owned(), wait.to_owned())];
    match status {
        Some(status) => HttpAnswer::Response { status, headers, body },
        None if line == "redirected" => HttpAnswer::Redirected,
        None => HttpAnswer::Unreachable,
    }
}

/// Returns `Some(true)` if an answer to a request proves, by the protocol of the database, that it has the submission.
fn proves(
    database: &Database,
    request: &HttpRequest,
    answer: &HttpAnswer,
    id: &str,
) -> Option<bool> {
    let HttpAnswer::Response { status, body, .. } = answer else { return None };
    let answer: Value = serde_json::from_str(body).unwrap_or_default();
    let text = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
    let is_success = (200..300).contains(status);
    Some(match database {
        Database::Firebase(firestore) => match firestore.mode {
            FirestoreMode::Append => {
                let writes = answer.get("writeResults").and_then(Value::as_array)?;
                is_success && writes.len() == 1 && !text("commitTime").is_empty()
            }
            // The name of the document is the id of the submission.
            FirestoreMode::Document => {
                let is_there = answer.pointer("/error/status") == Some(&"ALREADY_EXISTS".into());
                let is_named = text("name").rsplit('/').next() == Some(id);
                !is_success && is_there || is_success && is_named && !text("updateTime").is_empty()
            }
        },
        Database::CouchDb(_) if request.method == HttpMethod::Put => {
            is_success && answer.get("ok") == Some(&Value::Bool(true)) && !text("rev").is_empty()
        }
        // A document beside is named by the submission: if it must not be read, it is there.
        Database::CouchDb(_) => {
            let is_beside = request.url.contains(id);
            is_success && text("id") == id || is_beside && matches!(status, 401 | 403)
        }
        Database::Http(_) => (is_success || *status == 409) && text("id") == id,
    })
}
