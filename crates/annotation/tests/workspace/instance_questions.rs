//! Questions about the instance as a whole: answered, taken back, stored, and open until they are answered.

use serde_json::{Value, json};
use spanwise_annotation::document::InstanceStatus;
use spanwise_annotation::format::{read_instance, write_instance};

use super::changes::check;
use super::*;

const INSTANCE: AnswerOwner = AnswerOwner::Instance;

/// A desk at which the questions about instances are required.
fn asking() -> Desk {
    let mut template = Template::clone(&template());
    template.typology = about_instances(template.typology, Necessity::Required);
    Desk::with(Workspace::new(Arc::new(template), dataset(DATA)))
}

/// `_spanwise` of the instance, as a file has it.
fn stored(desk: &Desk) -> Value {
    let at = desk.view().instance;
    let raw = desk.workspace.written(at).expect("a change");
    let instance: Value = serde_json::from_str(&raw).expect("JSON");
    instance["_spanwise"].clone()
}

fn status(desk: &Desk) -> InstanceStatus {
    desk.workspace.overview().status(desk.view().instance)
}

/// Answers every required question.
fn answer_all(desk: &mut Desk) {
    desk.act(value(INSTANCE, "severity", "minor"));
    desk.act(value(INSTANCE, "sure", "no"));
    desk.act(option(INSTANCE, "kind", "style"));
}

#[test]
fn answers_are_stored_undone_and_restored_as_any_change() {
    let clear = Command::Answer(INSTANCE, path("sure"), GivenAnswer::Nothing);
    let cases: [(&str, Vec<Command>, Value); 5] = [
        ("yes", vec![value(INSTANCE, "sure", "yes")], json!({"answers": {"sure": "yes"}})),
        (
            "a follow-up",
            vec![option(INSTANCE, "kind", "other"), value(INSTANCE, "kind/other", "so")],
            json!({"answers": {"kind": {"val": "other", "other": "so"}}}),
        ),
        (
            "another option",
            vec![
                option(INSTANCE, "kind", "other"),
                value(INSTANCE, "kind/other", "so"),
                option(INSTANCE, "kind", "style"),
            ],
            json!({"answers": {"kind": {"val": "style"}}}),
        ),
        ("an answer that is cleared", vec![value(INSTANCE, "sure", "yes"), clear], json!(null)),
        (
            "done as well",
            vec![value(INSTANCE, "sure", "yes"), Command::SetDone(true)],
            json!({"answers": {"sure": "yes"}, "done": true}),
        ),
    ];
    for (what, commands, expected) in cases {
        check(what, 0, &commands, stored, &expected);
    }
}

#[test]
fn the_answers_of_edits_and_of_the_instance_are_apart() {
    let mut desk = Desk::new();
    let word = desk.word();
    desk.act(value(INSTANCE, "sure", "yes"));
    desk.act(value(word, "sure", "no"));
    let edit = desk.workspace.current().edit(word).expect("an edit").answers.clone();
    assert_ne!(edit, desk.workspace.current().answers);
    assert_eq!(desk.view().selected, Some(word), "an answer leaves the open edit open");
    desk.act(Command::Delete(word));
    assert_eq!(stored(&desk), json!({"answers": {"sure": "yes"}}));
}

#[test]
fn what_is_not_asked_or_not_offered_is_refused() {
    let mut desk = Desk::new();
    assert_eq!(desk.refused(value(INSTANCE, "nothing", "yes")), Rejection::Gone);
    assert_eq!(desk.refused(value(INSTANCE, "sure", "perhaps")), Rejection::NotAnAnswer);
    let mut template = Template::clone(&template());
    template.settings.disable.annotation = true;
    let mut desk = Desk::with(Workspace::new(Arc::new(template), dataset(DATA)));
    assert_eq!(desk.refused(value(INSTANCE, "sure", "yes")), Rejection::AnnotationDisabled);
}

#[test]
fn an_instance_is_done_once_its_required_questions_are_answered() {
    let mut desk = asking();
    assert_eq!(status(&desk), InstanceStatus::Untouched);
    assert_eq!(desk.workspace.first_open_question(), Some(path("severity")));
    desk.act(Command::SetDone(true));
    assert!(!desk.workspace.current().done, "a question is open");
    desk.act(value(INSTANCE, "severity", "minor"));
    assert_eq!(status(&desk), InstanceStatus::InProgress);
    assert_eq!(desk.workspace.first_open_question(), Some(path("sure")));
    answer_all(&mut desk);
    assert_eq!(desk.workspace.first_open_question(), None);
    assert_eq!(status(&desk), InstanceStatus::InProgress);
    desk.act(Command::SetDone(true));
    assert_eq!(status(&desk), InstanceStatus::DoneNoErrors);
    desk.act(Command::Answer(INSTANCE, path("sure"), GivenAnswer::Nothing));
    let summary = desk.workspace.overview().summary(0);
    assert_eq!((summary.done, summary.open_questions), (true, 1));
    assert_eq!(status(&desk), InstanceStatus::InProgress);
}

#[test]
fn open_questions_hold_nothing_up_where_the_template_allows_or_disables_them() {
    let desk_with = |change: fn(&mut Template)| {
        let mut template = Template::clone(&template());
        template.typology = about_instances(template.typology, Necessity::Required);
        change(&mut template);
        Desk::with(Workspace::new(Arc::new(template), dataset(DATA)))
    };
    let mut allowed = desk_with(|template| template.settings.allows_open_questions = true);
    allowed.act(Command::SetDone(true));
    assert!(allowed.workspace.current().done);
    let mut disabled = desk_with(|template| template.settings.disable.annotation = true);
    disabled.act(Command::SetDone(true));
    assert_eq!(status(&disabled), InstanceStatus::DoneNoErrors);
}

#[test]
fn files_keep_what_they_say_about_the_instance() {
    let typology = &template().typology;
    for raw in [
        r#"{"target": "a", "_spanwise": { "answers": {"sure": "yes", "unheard": [1]} , "kept": {"x": 1} }}"#,
        r#"{"target": "a", "_spanwise": {"answers": 7}}"#,
        r#"{"target": "a", "_spanwise": {"answers": {"sure": true, "severity": 2}}}"#,
    ] {
        let mut instance = read_instance(raw, 0, typology).instance;
        assert_eq!(write_instance(&instance, typology), raw, "untouched");
        instance.done = true;
        let done = write_instance(&instance, typology);
        let again = read_instance(&done, 0, typology).instance;
        assert_eq!(again.answers, instance.answers, "{done}");
    }
    let raw =
        r#"{"target": "a", "_spanwise": {"answers": {"sure": "yes", "old": "x"}, "kept": 1}}"#;
    let mut instance = read_instance(raw, 0, typology).instance;
    instance.answers.set("sure", None);
    let expected = r#"{"target": "a", "_spanwise": {"answers": { "old": "x"}, "kept": 1}}"#;
    assert_eq!(write_instance(&instance, typology), expected);
}

#[test]
fn problems_of_answers_about_the_instance_have_their_place() {
    let raw = r#"{"target": "a", "_spanwise": {"answers": {"sure": "perhaps", "unheard": "x"}}}"#;
    let problems = read_instance(raw, 0, &template().typology).problems;
    let codes: Vec<_> = problems.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["unknown-answer", "unknown-question"]);
}
