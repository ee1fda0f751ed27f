//! Checks before the work, and the way back after it.

use spanwise_submission::finish::{
    CompletionForm, SetupProblem, WayBack, setup_problems, way_back,
};
use spanwise_submission::worker::Visitor;

use super::*;

const DATABASE: &str = "database: {type: http, url: 'https://r.example.org'}\n";

#[test]
fn what_is_missing_is_said_before_anyone_annotates() {
    let from_prolific = Visitor::Worker(participant());
    let code = "prolific_completion_code: C1\n";
    let cases = [
        (format!("{code}{DATABASE}"), vec![]),
        (DATABASE.to_owned(), vec![SetupProblem::NoCompletionCode]),
        (
            format!("prolific_completion_code: ' '\n{DATABASE}"),
            vec![SetupProblem::NoCompletionCode],
        ),
        (code.to_owned(), vec![SetupProblem::NoDatabase]),
        (String::new(), vec![SetupProblem::NoCompletionCode, SetupProblem::NoDatabase]),
    ];
    for (yaml, expected) in cases {
        assert_eq!(setup_problems(&settings(&yaml), &from_prolific), expected, "{yaml}");
        assert!(expected.iter().all(|problem| problem.is_grave()));
    }
    let crowd = settings(&format!("crowdsource: prolific\n{code}"));
    assert_eq!(setup_problems(&crowd, &Visitor::Unnamed), [SetupProblem::NotFromProlific]);
    assert!(!SetupProblem::NotFromProlific.is_grave());
    assert_eq!(setup_problems(&settings(""), &Visitor::Unnamed), []);
    assert_eq!(setup_problems(&settings(""), &Visitor::Preview { hit: None }), []);
}

#[test]
fn participants_go_back_to_prolific_with_the_code() {
    let back = |yaml| way_back(&settings(yaml), &submission("x"));
    let visit = |cc: &str| {
        Ok(WayBack::Visit(format!("https://app.prolific.com/submissions/complete?cc={cc}")))
    };
    assert_eq!(back("prolific_completion_code: C1A2"), visit("C1A2"));
    assert_eq!(back("prolific_completion_code: 'a b&c'"), visit("a%20b%26c"));
    assert_eq!(back(""), Err(SetupProblem::NoCompletionCode));
}

#[test]
fn workers_hand_in_a_form() {
    let worker = Worker::MTurk {
        id: "w1".to_owned(),
        assignment: "a1".to_owned(),
        hit: None,
        submit_to: "https://www.mturk.com/mturk/externalSubmit".to_owned(),
    };
    let submission = submission_of(details(worker), "x");
    let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut fields =
        vec![field("assignmentId", "a1"), field("submission_id", submission.id().as_str())];
    let form = |fields| {
        let action = "https://www.mturk.com/mturk/externalSubmit".to_owned();
        Ok(WayBack::Post(CompletionForm { action, fields }))
    };
    assert_eq!(way_back(&settings(DATABASE), &submission), form(fields.clone()));
    fields.push(field("submission", &submission.to_json()));
    assert_eq!(way_back(&settings(""), &submission), form(fields));
}

#[test]
fn others_stay() {
    for worker in [Worker::Named { id: "ann".to_owned() }, Worker::Device { id: "d".to_owned() }] {
        let submission = submission_of(details(worker), "x");
        assert_eq!(way_back(&settings(DATABASE), &submission), Ok(WayBack::Stay));
    }
}
