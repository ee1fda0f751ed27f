//! The content of submissions.

use expect_test::expect;
use proptest::prelude::*;
use serde_json::Value;
use spanwise_submission::submission::NotAnInstance;

use super::*;

fn two(worker: Worker) -> Submission {
    let instances = [
        (0, r#"{"target": "Größe 😀", "edits": [{"input_idx": [[0, 3]], "votes": 1.50}]}"#),
        (4, "{\"target\":\"b\",\n\"edits\":[]}"),
    ];
    let details = SubmissionDetails {
        completion_code: Some("C1".to_owned()),
        durations_ms: Some(vec![1200, 340]),
        ..details(worker)
    };
    let owned = instances.map(|(at, json)| (at, json.to_owned()));
    Submission::new(details, owned).expect("a submission")
}

// Thresh 11.28: no times but one without a zone
#[test]
fn the_json_is_as_documented_and_instances_are_as_written() {
    expect![[r#"
        {"schema":"spanwise-submission/1","id":"fae450edfb032d6753e0894c501710cd","work":"00ff-aa11","template":{"name":"salsa","hash":"00ff"},"worker":{"platform":"prolific","id":"5f1","study":"s7","session":"e9"},"submitted_at":"2024-02-29T08:05:03.007Z","completion_code":"C1","durations_ms":[1200,340],"instances":[0,4],"annotations":[{"target": "Größe 😀", "edits": [{"input_idx": [[0, 3]], "votes": 1.50}]},{"target":"b",
        "edits":[]}]}"#]]
    .assert_eq(&two(participant()).to_json());
}

#[test]
fn annotations_are_laid_out_as_by_thresh() {
    expect![[r#"
        [
          {
            "target": "Größe 😀",
            "edits": [
              {
                "input_idx": [
                  [
                    0,
                    3
                  ]
                ],
                "votes": 1.50
              }
            ]
          },
          {
            "target": "b",
            "edits": []
          }
        ]"#]]
    .assert_eq(&two(participant()).annotations());
}

#[test]
fn the_entry_of_thresh_has_its_fields() {
    let entry = two(participant()).thresh_entry();
    let names: Vec<&String> = entry.keys().collect();
    assert_eq!(names, ["annotations", "prolific_metadata", "spanwise", "time_submitted"]);
    assert_eq!(entry["annotations"], two(participant()).annotations());
    assert_eq!(entry["time_submitted"], "2024-02-29T08:05:03.007Z");
    let metadata = entry["prolific_metadata"].as_str().expect("a text");
    assert_eq!(
        serde_json::from_str::<Value>(metadata).expect("JSON"),
        serde_json::json!({"completion_code": "C1", "prolific_pid": "5f1", "study_id": "s7", "session_id": "e9"})
    );
    assert_eq!(entry["spanwise"]["schema"], "spanwise-submission/1");
    assert_eq!(entry["spanwise"]["instances"], serde_json::json!([0, 4]));
    assert_eq!(entry["spanwise"].get("annotations"), None);
    let named = two(Worker::Named { id: "ann".to_owned() }).thresh_entry();
    assert_eq!(named["prolific_metadata"], Value::Null);
}

#[test]
fn the_id_tells_contents_apart_and_nothing_else() {
    let id = |details, text| submission_of(details, text).id().clone();
    let usual = details(participant());
    let first = id(usual.clone(), "x");
    // Databases know earlier submissions by these ids.
    assert_eq!(first.as_str(), "f0616febeaa18a7beb8a245c59f4370f");
    assert_eq!(first, id(SubmissionDetails { now_ms: 1, ..usual.clone() }, "x"));
    let again =
        Worker::Prolific { id: "5f1".to_owned(), study: Some("s7".to_owned()), session: None };
    assert_eq!(first, id(details(again), "x"), "a new session");
    assert_ne!(first, id(usual.clone(), "y"));
    assert_ne!(first, id(SubmissionDetails { work: "w".to_owned(), ..usual }, "x"));
    assert_ne!(first, id(details(Worker::Named { id: "5f1".to_owned() }), "x"));
}

#[test]
fn submissions_have_a_completion_code_of_their_own() {
    let code = |worker: Worker, text: &str| {
        let made = submission_of(
            SubmissionDetails { completion_code: Some("C1".to_owned()), ..details(worker) },
            text,
        );
        let sent: Value = serde_json::from_str(&made.to_json()).expect("JSON");
        let sent = sent["completion_code"].as_str().expect("a code").to_owned();
        (sent, made.session().map(str::to_owned), made.code_to_show().map(str::to_owned))
    };
    // Prolific has its own codes and sessions.
    assert_eq!(code(participant(), "x"), ("C1".to_owned(), None, None));
    let ann = || Worker::Named { id: "ann".to_owned() };
    let (sent, session, shown) = code(ann(), "x");
    assert_eq!((session.as_ref(), shown.as_ref()), (Some(&sent), Some(&sent)));
    assert_eq!(sent.len(), 10);
    assert!(sent.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_uppercase()), "{sent}");
    assert_eq!(code(ann(), "x").0, sent, "the same as long as the annotations are");
    assert_ne!(code(ann(), "y").0, sent);
    assert_ne!(code(Worker::Named { id: "ben".to_owned() }, "x").0, sent);
}

#[test]
fn only_objects_are_instances() {
    for json in ["", "[]", "null", "{", "{} {}", "{\"a\": 1,}"] {
        let made = Submission::new(details(participant()), [(7, json.to_owned())]);
        assert_eq!(made.map(|_| ()), Err(NotAnInstance { instance: 7 }), "{json}");
    }
}

#[test]
fn details_are_sent_and_do_not_identify_a_submission() {
    let plain = submission("a");
    let detailed =
        plain.clone().with_details(|at, json| Some(json.replace("[]", &format!("[{at}]"))));
    assert_eq!(detailed.id(), plain.id());
    let sent: Value = serde_json::from_str(&detailed.annotations()).expect("JSON");
    assert_eq!(sent[0]["edits"], serde_json::json!([0]));
    for none in [None, Some("[]"), Some("{"), Some("")] {
        let same = plain.clone().with_details(|_, _| none.map(str::to_owned));
        assert_eq!(same.to_json(), plain.to_json(), "{none:?}");
    }
}

proptest! {
    #[test]
    fn submissions_are_read_back(text: String, worker: String, now_ms: u64, durations: Option<Vec<u64>>) {
        let worker = Worker::Prolific { id: worker, study: None, session: None };
        let details = SubmissionDetails { now_ms, durations_ms: durations, ..details(worker) };
        let submission = submission_of(details, &text);
        let json = submission.to_json();
        let again = Submission::from_json(&json).expect("a submission");
        prop_assert_eq!(again.to_json(), json.clone());
        prop_assert_eq!(again.id(), submission.id());
        let laid_out: Value = serde_json::from_str(&submission.annotations()).expect("JSON");
        prop_assert_eq!(&laid_out[0]["target"], &Value::from(text));
        prop_assert!(Submission::from_json(&json[..json.len() - 1]).is_none());
    }
}
