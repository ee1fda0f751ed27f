//! The verdicts on answers of CouchDB and of a receiver, one by one.

use proptest::prelude::*;
use serde_json::{Value, json};
use spanwise_submission::SubmissionId;
use spanwise_submission::requests::{
    Arrival, FailureCause, HttpAnswer, HttpMethod, HttpRequest, Sending, SendingStep,
};

use super::*;

const BASE: &str = "https://couch.example.org/salsa";

fn answer(status: u16, body: Value) -> HttpAnswer {
    HttpAnswer::Response { status, headers: vec![], body: body.to_string() }
}

fn sent(step: SendingStep) -> HttpRequest {
    match step {
        SendingStep::Send(request) => request,
        other => panic!("{other:?}"),
    }
}

/// The method, the path below the database, and the `_rev` of the body.
fn put_or_get(request: &HttpRequest) -> (HttpMethod, String, Value) {
    let body: Value = serde_json::from_str(request.body.as_deref().unwrap_or("{}")).expect("JSON");
    let path = request.url.strip_prefix(BASE).expect("an address in the database").to_owned();
    (request.method, path, body["_rev"].clone())
}

/// The requests that get these answers, and the step after the last answer.
fn exchange(
    submission: &Submission,
    earlier: &[SubmissionId],
    answers: &[HttpAnswer],
) -> (Vec<(HttpMethod, String, Value)>, SendingStep) {
    let mut sending = Sending::new(&couchdb(), submission, earlier, 0);
    let mut requests = Vec::new();
    let mut step = sending.step();
    for answer in answers {
        requests.push(put_or_get(&sent(step)));
        step = sending.answered(answer, 0);
    }
    (requests, step)
}

fn arrival(step: SendingStep) -> (String, Arrival) {
    match step {
        SendingStep::Done(receipt) => (receipt.place, receipt.arrival),
        other => panic!("{other:?}"),
    }
}

const NAME: &str = "00ff-aa11:5f1";
const PATH: &str = "/00ff-aa11%3A5f1";

fn ok() -> HttpAnswer {
    answer(201, json!({"ok": true, "id": NAME, "rev": "1-a"}))
}

fn conflict() -> HttpAnswer {
    answer(409, json!({"error": "conflict", "reason": "Document update conflict."}))
}

#[test]
fn a_document_is_put_under_the_name_of_the_assignment() {
    let submission = submission("x");
    let request = sent(Sending::new(&couchdb(), &submission, &[], 0).step());
    assert_eq!((request.method, request.url), (HttpMethod::Put, format!("{BASE}{PATH}")));
    let body: Value = serde_json::from_str(&request.body.expect("a body")).expect("JSON");
    let mut expected: Value = serde_json::from_str(&submission.to_json()).expect("JSON");
    expected["_id"] = json!(NAME);
    assert_eq!(body, expected);
    let (_, step) = exchange(&submission, &[], &[ok()]);
    assert_eq!(arrival(step), (NAME.to_owned(), Arrival::New));
    // Accepted is not stored yet: there is no revision.
    match exchange(&submission, &[], &[answer(202, json!({"ok": true}))]).1 {
        SendingStep::Retry { failure, .. } => assert_eq!(failure.cause, FailureCause::Unconfirmed),
        other => panic!("{other:?}"),
    }
}

#[test]
fn names_are_escaped() {
    let odd = Worker::Named { id: "a/b?é".to_owned() };
    let request = sent(Sending::new(&couchdb(), &submission_of(details(odd), "x"), &[], 0).step());
    assert_eq!(request.url, format!("{BASE}/00ff-aa11%3Aa%2Fb%3F%C3%A9"));
    let database = Database::CouchDb(CouchDb {
        url: "https://couch.example.org/x".to_owned(),
        database: "a/b+c".to_owned(),
    });
    let request = sent(Sending::new(&database, &submission("x"), &[], 0).step());
    assert_eq!(request.url, format!("https://couch.example.org/x/a%2Fb%2Bc{PATH}"));
}

#[test]
fn a_lost_answer_is_no_conflict() {
    let submission = submission("x");
    let found = answer(200, json!({"_id": NAME, "_rev": "1-a", "id": submission.id()}));
    let (requests, step) = exchange(&submission, &[], &[conflict(), found]);
    let get = (HttpMethod::Get, format!("{PATH}?conflicts=true"), Value::Null);
    assert_eq!(requests, [(HttpMethod::Put, PATH.to_owned(), Value::Null), get]);
    assert_eq!(arrival(step), (NAME.to_owned(), Arrival::Before));
}

#[test]
fn what_is_not_ours_is_never_overwritten() {
    let submission = submission("x");
    let other = super::submission("y");
    let beside = format!("{NAME}:{}", submission.id());
    let beside_path = format!("{PATH}%3A{}", submission.id());
    let documents = [
        json!({"_id": NAME, "_rev": "1-a"}),
        json!({"_id": NAME, "_rev": "1-a", "id": "something else"}),
        json!({"_id": NAME, "_rev": "1-a", "id": other.id()}),
        json!({"_id": NAME, "id": 3}),
        // An earlier one of this device, but others have changed it elsewhere.
        json!({"_id": NAME, "_rev": "2-b", "id": "f".repeat(32), "_conflicts": ["2-a"]}),
    ];
    let earlier = [SubmissionId::new(&"f".repeat(32)).expect("an id")];
    for document in documents {
        let answers = [conflict(), answer(200, document.clone()), ok()];
        let (requests, step) = exchange(&submission, &earlier, &answers);
        let last = requests.last().expect("requests");
        assert_eq!(*last, (HttpMethod::Put, beside_path.clone(), Value::Null), "{document}");
        assert_eq!(arrival(step), (beside.clone(), Arrival::Beside), "{document}");
    }
    // A document that cannot be read may be anyone's.
    for status in [401, 403] {
        let (requests, step) =
            exchange(&submission, &earlier, &[conflict(), answer(status, json!({})), ok()]);
        assert_eq!(requests[2].1, beside_path);
        assert_eq!(arrival(step).1, Arrival::Beside);
    }
}

#[test]
fn an_earlier_submission_of_ours_is_replaced() {
    let (old, new) = (submission("x"), submission("y"));
    let earlier = [old.id().clone()];
    let found = |rev: &str| answer(200, json!({"_id": NAME, "_rev": rev, "id": old.id()}));
    let (requests, step) = exchange(&new, &earlier, &[conflict(), found("1-a"), ok()]);
    assert_eq!(requests[2], (HttpMethod::Put, PATH.to_owned(), json!("1-a")));
    assert_eq!(arrival(step), (NAME.to_owned(), Arrival::Replaced));
    // It changed in between, twice.
    let answers = [conflict(), found("1-a"), conflict(), found("2-b"), ok()];
    let (requests, step) = exchange(&new, &earlier, &answers);
    assert_eq!(requests[4].2, json!("2-b"));
    assert_eq!(arrival(step).1, Arrival::Replaced);
    // It was deleted in between.
    let (requests, step) =
        exchange(&new, &earlier, &[conflict(), answer(404, json!({"reason": "deleted"})), ok()]);
    assert_eq!(requests[2], (HttpMethod::Put, PATH.to_owned(), Value::Null));
    assert_eq!(arrival(step).1, Arrival::New);
}

#[test]
fn beside_is_found_again_too() {
    let submission = submission("x");
    let foreign = answer(200, json!({"_rev": "1-a"}));
    let ours = answer(200, json!({"_rev": "1-a", "id": submission.id()}));
    let start = [conflict(), foreign.clone(), conflict()];
    let ending = |last: HttpAnswer| exchange(&submission, &[], &[&start[..], &[last]].concat()).1;
    assert_eq!(arrival(ending(ours)).1, Arrival::Beside);
    assert_eq!(arrival(ending(answer(403, json!({})))).1, Arrival::Beside);
    match ending(foreign) {
        SendingStep::Failed(failure) => assert_eq!(failure.cause, FailureCause::Conflict),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_quarrel_without_end_is_put_off() {
    let (old, new) = (submission("x"), submission("y"));
    let found = answer(200, json!({"_rev": "1-a", "id": old.id()}));
    let mut sending = Sending::new(&couchdb(), &new, &[old.id().clone()], 0);
    for _ in 0..4 {
        assert!(matches!(sending.answered(&conflict(), 0), SendingStep::Send(_)));
        assert!(matches!(sending.answered(&found, 0), SendingStep::Send(_)));
    }
    assert!(matches!(sending.answered(&conflict(), 0), SendingStep::Retry { .. }));
    assert!(matches!(sending.step(), SendingStep::Send(_)));
}

// Thresh 11.6: errors of the database are not shown
#[test]
fn troubles_of_couchdb_say_what_to_do() {
    let cases = [
        (401, "You are not authorized to access this db.", FailureCause::LoginNeeded),
        (403, "forbidden", FailureCause::Forbidden),
        (404, "Database does not exist.", FailureCause::NotFound),
        (412, "precondition failed", FailureCause::Conflict),
        (413, "document_too_large", FailureCause::TooLarge),
        (400, "invalid UTF-8 JSON", FailureCause::Refused),
    ];
    for (status, reason, problem) in cases {
        let (_, step) =
            exchange(&submission("x"), &[], &[answer(status, json!({"reason": reason}))]);
        match step {
            SendingStep::Failed(failure) => {
                assert_eq!((failure.cause, failure.said.as_str()), (problem, reason));
                assert!(!failure.remedy().is_none());
            }
            other => panic!("{status}: {other:?}"),
        }
    }
    for (body, problem) in [
        (json!("<html>"), FailureCause::Unexpected),
        (json!({ "login": "required" }), FailureCause::Unconfirmed),
        (json!({ "ok": true, "id": NAME }), FailureCause::Unconfirmed),
    ] {
        for before in [&[][..], &[conflict()]] {
            let answers = [before, &[answer(200, body.clone())]].concat();
            match exchange(&submission("x"), &[], &answers).1 {
                SendingStep::Retry { failure, .. } => assert_eq!(failure.cause, problem, "{body}"),
                other => panic!("{body}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_receiver_gets_the_submission_with_its_id() {
    let submission = submission("x");
    let [.., database] = databases();
    let sending = Sending::new(&database, &submission, &[], 0);
    let request = sent(sending.step());
    assert_eq!(
        (request.method, request.url.as_str()),
        (HttpMethod::Post, "https://r.example.org/in")
    );
    assert_eq!(request.body, Some(submission.to_json()));
    let key = ("Idempotency-Key".to_owned(), submission.id().to_string());
    assert!(request.headers.contains(&key));
    let content = ("Content-Type".to_owned(), "application/json".to_owned());
    assert!(request.headers.contains(&content));
    let ending = |status, body| sending.clone().answered(&answer(status, body), 0);
    for status in [200, 201, 202] {
        let body = json!({ "id": submission.id(), "at": 4 });
        assert_eq!(arrival(ending(status, body)).1, Arrival::New);
        // A login page, a proxy, another submission, nothing: none of them says that it is stored.
        for (body, problem) in [
            (json!("<html>"), FailureCause::Unexpected),
            (Value::Null, FailureCause::Unexpected),
            (json!({ "login": "required" }), FailureCause::Unconfirmed),
            (json!({ "id": "another" }), FailureCause::Unconfirmed),
        ] {
            match ending(status, body.clone()) {
                SendingStep::Retry { failure, .. } => assert_eq!(failure.cause, problem, "{body}"),
                other => panic!("{status} {body}: {other:?}"),
            }
        }
    }
    assert_eq!(arrival(ending(409, json!({"id": submission.id()}))).1, Arrival::Before);
    for (status, body, problem) in [
        (409, json!({"id": "another"}), FailureCause::Conflict),
        (409, Value::Null, FailureCause::Conflict),
        (404, Value::Null, FailureCause::NotFound),
        (302, Value::Null, FailureCause::Refused),
        (422, json!({"error": "no such study"}), FailureCause::Refused),
    ] {
        match ending(status, body) {
            SendingStep::Failed(failure) => assert_eq!(failure.cause, problem, "{status}"),
            other => panic!("{status}: {other:?}"),
        }
    }
}

#[test]
fn a_redirect_is_not_followed_and_tried_again() {
    for database in databases() {
        let mut sending = Sending::new(&database, &submission("x"), &[], 0);
        match sending.answered(&HttpAnswer::Redirected, 0) {
            SendingStep::Retry { failure, .. } => {
                assert_eq!((failure.cause, failure.status), (FailureCause::Unexpected, None));
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn no_answer_means_waiting_longer_each_time() {
    for database in databases() {
        let mut sending = Sending::new(&database, &submission("x"), &[], 0);
        let first = sending.step();
        let mut waits = Vec::new();
        for _ in 0..12 {
            match sending.answered(&HttpAnswer::Unreachable, u32::MAX / 2) {
                SendingStep::Retry { after_ms, failure } => {
                    assert_eq!((failure.cause, failure.status), (FailureCause::Unreachable, None));
                    waits.push(after_ms);
                }
                other => panic!("{other:?}"),
            }
            assert_eq!(sending.step(), first, "the same request again");
        }
        assert_eq!(waits[..4], [749, 1499, 2999, 5999]);
        assert!(waits.iter().all(|ms| *ms <= 300_000));
        assert_eq!(sending.tries(), 12);
    }
    let [.., database] = databases();
    let mut sending = Sending::new(&database, &submission("x"), &[], 0);
    let headers = vec![("retry-after".to_owned(), "600".to_owned())];
    let busy = HttpAnswer::Response { status: 429, headers, body: String::new() };
    match sending.answered(&busy, 0) {
        SendingStep::Retry { after_ms, .. } => assert_eq!(after_ms, 600_000),
        other => panic!("{other:?}"),
    }
}

fn any_answer() -> impl Strategy<Value = HttpAnswer> {
    let id = submission("x").id().to_string();
    let body = prop_oneof![
        Just(r#"{"ok":true}"#.to_owned()),
        Just(format!(r#"{{"id":"{id}","_rev":"1-a"}}"#)),
        Just(r#"{"id":"ffffffffffffffffffffffffffffffff","_rev":"1-a"}"#.to_owned()),
        Just(r#"{"error":{"status":"ALREADY_EXISTS"}}"#.to_owned()),
        Just(r#"{"error":{"status":3,"message":[]},"reason":{},"id":null}"#.to_owned()),
        "[{}\\[\\]\":a-z0-9,]{0,30}",
        ".{0,30}",
    ];
    let status = prop_oneof![
        prop::sample::select(vec![200_u16, 201, 400, 401, 403, 404, 409, 412, 429, 500, 503]),
        any::<u16>(),
    ];
    let headers = prop::collection::vec(("Retry-After|.{0,5}", "[0-9]{0,25}|.{0,5}"), 0..2);
    prop_oneof![
        1 => Just(HttpAnswer::Unreachable),
        9 => (status, headers, body)
            .prop_map(|(status, headers, body)| HttpAnswer::Response { status, headers, body }),
    ]
}

proptest! {
    #[test]
    fn any_answers_lead_somewhere_and_an_end_is_an_end(
        answers in prop::collection::vec((any_answer(), any::<u32>()), 0..30),
    ) {
        let earlier = [SubmissionId::new(&"f".repeat(32)).expect("an id")];
        for database in databases() {
            let mut sending = Sending::new(&database, &submission("x"), &earlier, 0);
            let mut end = None;
            for (answer, random) in &answers {
                let step = sending.answered(answer, *random);
                if let Some(end) = &end {
                    prop_assert_eq!(&step, end, "sent again after the end");
                }
                match &step {
                    SendingStep::Done(_) | SendingStep::Failed(_) => end = Some(step.clone()),
                    SendingStep::Retry { after_ms, failure } => {
                        prop_assert!(*after_ms >= 500 && *after_ms <= 3_600_000);
                        prop_assert!(!failure.to_string().is_empty());
                    }
                    SendingStep::Send(_) => {}
                }
            }
            if let Some(end) = end {
                prop_assert_eq!(sending.step(), end);
            }
        }
    }
}
