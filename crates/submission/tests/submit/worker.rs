//! The visitor of a link.

use spanwise_submission::assignment_part;
use spanwise_submission::worker::{Visitor, Worker, WorkerError};

use super::*;

fn visitor(query: &str) -> Result<Visitor, WorkerError> {
    Visitor::of_link(&parameters(query))
}

fn worker(query: &str) -> Worker {
    match visitor(query) {
        Ok(Visitor::Worker(worker)) => worker,
        other => panic!("{query}: {other:?}"),
    }
}

const TURK: &str = "assignmentId=a1&hitId=h1&workerId=w1";

#[test]
fn platforms_are_told_by_their_parameters() {
    let text = str::to_owned;
    let turk = |hit: Option<&str>, server: &str| Worker::MTurk {
        id: text("w1"),
        assignment: text("a1"),
        hit: hit.map(text),
        submit_to: format!("https://{server}/mturk/externalSubmit"),
    };
    let cases = [
        ("PROLIFIC_PID=5f1&STUDY_ID=s7&SESSION_ID=e9&n=5", participant()),
        ("PROLIFIC_PID=&PROLIFIC_PID=5f1&PROLIFIC_PID=6a2&STUDY_ID=", {
            Worker::Prolific { id: text("5f1"), study: None, session: None }
        }),
        (
            "assignmentId=a1&hitId=h1&workerId=w1&turkSubmitTo=https://www.mturk.com/",
            turk(Some("h1"), "www.mturk.com"),
        ),
        (
            "assignmentId=a1&workerId=w1&turkSubmitTo=https://workersandbox.mturk.com",
            turk(None, "workersandbox.mturk.com"),
        ),
        ("annotator=Ann Other", Worker::Named { id: text("Ann Other") }),
    ];
    for (query, expected) in cases {
        assert_eq!(worker(query), expected, "{query}");
    }
    assert_eq!(visitor(""), Ok(Visitor::Unnamed));
    assert_eq!(visitor("STUDY_ID=s7&workerId=w1"), Ok(Visitor::Unnamed));
}

#[test]
fn a_preview_is_nobody() {
    let preview = |hit: Option<&str>| Ok(Visitor::Preview { hit: hit.map(str::to_owned) });
    let query = "assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE";
    assert_eq!(visitor(query), preview(None));
    assert_eq!(
        visitor(&format!("{query}&hitId=h1&turkSubmitTo=https://x.org")),
        preview(Some("h1"))
    );
}

#[test]
fn links_that_lead_nowhere_are_refused() {
    let cases = [
        ("PROLIFIC_PID=5f1&assignmentId=a1", WorkerError::TwoPlatforms),
        ("PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID=s", WorkerError::Placeholder("PROLIFIC_PID")),
        ("PROLIFIC_PID=5f1&SESSION_ID={%SESSION_ID%}", WorkerError::Placeholder("SESSION_ID")),
        ("assignmentId=a1&turkSubmitTo=https://www.mturk.com", WorkerError::Missing("workerId")),
        (TURK, WorkerError::Missing("turkSubmitTo")),
    ];
    for (query, expected) in cases {
        assert_eq!(visitor(query), Err(expected), "{query}");
    }
}

// Thresh 11.15: no Mechanical Turk
#[test]
fn annotations_are_sent_to_mechanical_turk_only() {
    for server in [
        "http://www.mturk.com",
        "https://evilmturk.com",
        "https://mturk.com.evil.example",
        "https://evil.example/www.mturk.com",
        "https://evil.example#.mturk.com",
        "https://www.mturk.com@evil.example",
        "https://user@www.mturk.com",
        "https://www.mturk.com:8443",
        "https://www.mturk.com/elsewhere",
        "https://www.mturk.com/?x",
        "javascript:alert(1)//.mturk.com",
        "www.mturk.com",
    ] {
        let found = visitor(&format!("{TURK}&turkSubmitTo={server}"));
        assert_eq!(found, Err(WorkerError::SubmitTo(server.to_owned())), "{server}");
    }
}

#[test]
fn every_error_says_what_to_do() {
    for query in ["PROLIFIC_PID={%X%}", "PROLIFIC_PID=1&assignmentId=2", TURK] {
        let error = visitor(query).expect_err("an error");
        assert!(is_sentence(&error.message()) && is_sentence(&error.remedy()), "{error}");
    }
}

// Thresh 11.28: annotators are not told apart
#[test]
fn annotators_on_one_device_do_not_share_their_work() {
    let part =
        |query: &str, instances: Option<&[usize]>| assignment_part(&worker(query), instances);
    let mut parts = vec![
        part("PROLIFIC_PID=a&STUDY_ID=s", None),
        part("PROLIFIC_PID=b&STUDY_ID=s", None),
        part("PROLIFIC_PID=a&STUDY_ID=t", None),
        part("PROLIFIC_PID=a&STUDY_ID=s", Some(&[0, 1])),
        part("PROLIFIC_PID=a&STUDY_ID=s", Some(&[1, 0])),
        part("PROLIFIC_PID=a&STUDY_ID=s", Some(&[])),
        part("annotator=a", None),
    ];
    let same = part("PROLIFIC_PID=a&STUDY_ID=s&SESSION_ID=another", None);
    assert_eq!(parts[0], same, "a new session goes on with the same work");
    // Kept work is found under these names: they must not change.
    assert_eq!(parts[0], "96756654a8cab5c9");
    let all = parts.len();
    parts.sort();
    parts.dedup();
    assert_eq!(parts.len(), all);
    assert!(parts.iter().all(|part| part.len() == 16));
}
