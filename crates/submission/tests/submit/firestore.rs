//! Requests to Firestore, recorded: the shapes of its REST interface.

use expect_test::expect_file;
use serde_json::{Value, json};
use spanwise_submission::requests::{
    Arrival, FailureCause, HttpAnswer, HttpMethod, HttpRequest, Sending, SendingStep,
};

use super::*;

/// A request as it is recorded.
fn recorded(request: &HttpRequest) -> String {
    let headers: String =
        request.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    let body: Value =
        serde_json::from_str(request.body.as_deref().unwrap_or("null")).expect("JSON");
    let body = serde_json::to_string_pretty(&body).expect("JSON");
    format!("{} {}\n{headers}\n{body}\n", request.method.as_str(), request.url)
}

fn request(firestore: Firestore, submission: &Submission) -> HttpRequest {
    match Sending::new(&Database::Firebase(firestore), submission, &[], 0).step() {
        SendingStep::Send(request) => request,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_append_is_that_of_thresh() {
    let submission = submission("Größe");
    let text = recorded(&request(firestore(FirestoreMode::Append), &submission));
    expect_file!["firestore_append.http"].assert_eq(&text);
}

#[test]
fn a_document_of_its_own_is_named_by_the_submission() {
    let firestore = Firestore {
        database: "study".to_owned(),
        collection: "studies/first one/results".to_owned(),
        api_key: Some("AIza+1".to_owned()),
        ..firestore(FirestoreMode::Document)
    };
    let named = Worker::Named { id: "Ann".to_owned() };
    let text = recorded(&request(firestore, &submission_of(details(named), "x")));
    expect_file!["firestore_document.http"].assert_eq(&text);
}

#[test]
fn paths_of_fields_are_quoted_where_they_must() {
    for (field, expected) in [
        ("annotations", "annotations"),
        ("a.b_1", "a.b_1"),
        ("my-field", "`my-field`"),
        ("1st.größe", "`1st`.`größe`"),
    ] {
        let firestore = Firestore { field: field.to_owned(), ..firestore(FirestoreMode::Append) };
        let body = request(firestore, &submission("x")).body.expect("a body");
        let body: Value = serde_json::from_str(&body).expect("JSON");
        assert_eq!(body["writes"][0]["updateTransforms"][0]["fieldPath"], expected);
    }
}

#[test]
fn the_same_submission_is_the_same_element() {
    let of = |submission: &Submission| request(firestore(FirestoreMode::Append), submission);
    let first = submission("x");
    let stored = Submission::from_json(&first.to_json()).expect("a submission");
    assert_eq!(of(&first), of(&stored));
    assert_eq!(of(&first).method, HttpMethod::Post);
}

fn after(mode: FirestoreMode, status: u16, body: &Value) -> SendingStep {
    let database = Database::Firebase(firestore(mode));
    let mut sending = Sending::new(&database, &submission("x"), &[], 0);
    let body = body.to_string();
    sending.answered(&HttpAnswer::Response { status, headers: vec![], body }, 0)
}

#[test]
fn answers_are_understood() {
    use FirestoreMode::{Append, Document};
    let error = |code: u16, status: &str, message: &str| {
        (code, json!({"error": {"code": code, "message": message, "status": status}}))
    };
    let done = |mode, (status, body): (u16, Value)| match after(mode, status, &body) {
        SendingStep::Done(receipt) => receipt.arrival,
        other => panic!("{other:?}"),
    };
    let written = json!({"writeResults": [{"updateTime": "t"}], "commitTime": "t"});
    assert_eq!(done(Append, (200, written)), Arrival::New);
    let place = match after(Document, 409, &json!({"error": {"status": "ALREADY_EXISTS"}})) {
        SendingStep::Done(receipt) => receipt.place,
        other => panic!("{other:?}"),
    };
    let document = json!({"name": place, "updateTime": "t"});
    assert_eq!(done(Document, (200, document)), Arrival::New);
    let there = error(409, "ALREADY_EXISTS", "Document already exists");
    assert_eq!(done(Document, there.clone()), Arrival::Before);

    let retried = |(status, body): (u16, Value)| match after(Append, status, &body) {
        SendingStep::Retry { failure, .. } => failure.cause,
        other => panic!("{other:?}"),
    };
    assert_eq!(retried(error(409, "ABORTED", "Too much contention")), FailureCause::Busy);
    assert_eq!(retried(error(429, "RESOURCE_EXHAUSTED", "Quota exceeded.")), FailureCause::Busy);
    assert_eq!(retried(error(503, "UNAVAILABLE", "")), FailureCause::Busy);
    assert_eq!(retried((500, Value::Null)), FailureCause::Busy);
    assert_eq!(retried((200, json!("log in first"))), FailureCause::Unexpected);
    for body in [json!({"login": "required"}), json!({"writeResults": [], "commitTime": "t"})] {
        assert_eq!(retried((200, body)), FailureCause::Unconfirmed);
    }
    for body in [json!({"name": place}), json!({"name": "projects/other", "updateTime": "t"})] {
        match after(Document, 200, &body) {
            SendingStep::Retry { failure, .. } => {
                assert_eq!(failure.cause, FailureCause::Unconfirmed)
            }
            other => panic!("{other:?}"),
        }
    }

    let failed = |mode, (status, body): (u16, Value)| match after(mode, status, &body) {
        SendingStep::Failed(failure) => failure,
        other => panic!("{other:?}"),
    };
    let rules = "Missing or insufficient permissions.";
    let denied = failed(Append, error(403, "PERMISSION_DENIED", rules));
    assert_eq!((denied.cause, denied.said.as_str()), (FailureCause::Forbidden, rules));
    assert_eq!(
        denied.to_string(),
        "Firestore does not allow annotations to be stored. Its answer: status 403, “Missing or insufficient permissions.”. Tell the researchers to check the security rules of the database and the restrictions of the API key; download your annotations meanwhile."
    );
    assert_eq!(failed(Append, error(404, "NOT_FOUND", "")).cause, FailureCause::NotFound);
    assert_eq!(failed(Append, error(401, "UNAUTHENTICATED", "")).cause, FailureCause::LoginNeeded);
    assert_eq!(failed(Append, there).cause, FailureCause::Conflict);
    let full = "Document 'x' cannot be written because its size (1,048,600 bytes) exceeds the maximum allowed size of 1,048,576 bytes.";
    let full = error(400, "INVALID_ARGUMENT", full);
    assert_eq!(failed(Append, full.clone()).cause, FailureCause::DocumentFull);
    assert_eq!(failed(Document, full).cause, FailureCause::TooLarge);
    assert_eq!(failed(Append, error(400, "INVALID_ARGUMENT", "bad")).cause, FailureCause::Refused);
}

#[test]
fn what_no_document_holds_is_not_sent() {
    for mode in [FirestoreMode::Append, FirestoreMode::Document] {
        let database = Database::Firebase(firestore(mode));
        let step = |bytes| Sending::new(&database, &submission(&"x".repeat(bytes)), &[], 0).step();
        assert!(matches!(step(1_047_000), SendingStep::Send(_)));
        match step(1_048_400) {
            SendingStep::Failed(failure) => assert_eq!(failure.cause, FailureCause::TooLarge),
            other => panic!("{other:?}"),
        }
    }
}
