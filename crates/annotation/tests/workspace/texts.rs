//! Instances with more texts than a source and a target.

use spanwise_annotation::document::{Draft, MissingInDraft, NamedText, Spans, TextRole};
use spanwise_annotation::workspace::StepDirection;
use spanwise_annotation::workspace::view_json::{read_view, write_view};

use super::changes::check;
use super::*;

/// The instance with two targets.
const AT: usize = 3;

fn b() -> TextName {
    TextName::new("b")
}

/// Selects in the second target.
fn second(start: u32, end: u32) -> Command {
    Command::SelectText(b(), span(start, end))
}

/// The spans of an edit by text, as a file has them.
fn stored(desk: &Desk, key: EditKey) -> serde_json::Value {
    let raw = desk.workspace.written(AT).expect("a change");
    let instance: serde_json::Value = serde_json::from_str(&raw).expect("JSON");
    let at = desk.workspace.current().position(key).expect("an edit of the top level");
    let edit = &instance["edits"][at];
    serde_json::json!([edit["input_idx"], edit["output_idx"], edit["spans"]])
}

#[test]
fn edits_on_a_third_text() {
    use serde_json::json;
    type Making = (&'static str, Vec<Command>, serde_json::Value);
    let cases: Vec<Making> = vec![
        (
            "a target is a target",
            vec![choose("word"), second(0, 1)],
            json!([null, null, {"b": [[0, 2]]}]),
        ),
        ("text first", vec![second(4, 5), choose("word")], json!([null, null, {"b": [[3, 7]]}])),
        (
            "one target is enough",
            vec![choose("swap"), source(0, 3), second(8, 9)],
            json!([[[0, 3]], null, {"b": [[8, 12]]}]),
        ),
        (
            "many on all texts",
            vec![
                choose("many"),
                second(0, 2),
                target(0, 3),
                source(4, 7),
                second(8, 9),
                Command::Finish,
            ],
            json!([[[4, 7]], [[0, 3]], {"b": [[0, 2], [8, 12]]}]),
        ),
        (
            "a point",
            vec![choose("gap"), Command::SelectPoint(b(), Utf16(3))],
            json!([null, null, {"b": [[3, 3]]}]),
        ),
        (
            "another category keeps the spans that fit it",
            vec![choose("many"), second(0, 2), source(0, 3), choose("word")],
            json!([null, null, {"b": [[0, 2]]}]),
        ),
    ];
    for (what, commands, expected) in cases {
        check(what, AT, &commands, |desk| stored(desk, desk.selected()), &expected);
    }
}

#[test]
fn spans_on_a_third_text_are_changed_and_taken_back() {
    use serde_json::json;
    type Changing = (&'static str, fn(EditKey) -> Command, serde_json::Value);
    let cases: Vec<Changing> = vec![
        (
            "an edge",
            |key| to(&on(key, b(), 0), SpanEdge::End, 12),
            json!({"b": [[3, 12]], "lost": [[0, 1]]}),
        ),
        (
            "a step",
            |key| Command::StepEdge(on(key, b(), 0), SpanEdge::Start, StepDirection::Backward),
            json!({"b": [[0, 7]], "lost": [[0, 1]]}),
        ),
        (
            "spans of no text",
            |key| Command::RemoveSpan(on(key, TextName::new("lost"), 0)),
            json!({"b": [[3, 7]]}),
        ),
    ];
    for (what, command, expected) in cases {
        let key = EditKey(0);
        let expected = json!([[[0, 3]], null, expected]);
        check(what, AT, &[command(key)], |desk| stored(desk, key), &expected);
    }
}

#[test]
fn a_side_needs_a_span_on_one_of_its_texts() {
    let mut desk = Desk::at(AT);
    let key =
        desk.make([choose("many"), source(0, 3), target(0, 3), second(0, 2), Command::Finish]);
    desk.act(Command::RemoveSpan(on(key, TextName::TARGET, 0)));
    assert_eq!(desk.refused(Command::RemoveSpan(on(key, b(), 0))), Rejection::LastOne);
    desk.act(choose("swap"));
    desk.act(second(0, 2));
    let missing = Rejection::Incomplete(MissingInDraft::Span(Side::Source));
    assert_eq!(desk.refused(Command::Finish), missing);
}

#[test]
fn what_cannot_be_marked_is_refused() {
    let mut desk = Desk::at(AT);
    let select = |name: &str| Command::SelectText(TextName::new(name), span(0, 4));
    for chosen in [None, Some(choose("word"))] {
        chosen.into_iter().for_each(|command| drop(desk.act(command)));
        assert_eq!(desk.refused(select("notes")), Rejection::Context);
        assert_eq!(desk.refused(select("nowhere")), Rejection::Gone);
    }
    let mut usual = Desk::new();
    assert_eq!(usual.refused(second(0, 2)), Rejection::Gone, "another instance has that text");
}

#[test]
fn a_draft_on_a_third_text_comes_back() {
    let cases = [(vec![second(0, 2)], r#","spans":{"b":[[0,2]]}"#), (vec![], "")];
    for (further, written) in cases {
        let mut desk = Desk::at(AT);
        desk.act(choose("many"));
        desk.act(source(0, 3));
        further.into_iter().for_each(|command| drop(desk.act(command)));
        let json = write_view(desk.view()).expect("JSON");
        let draft = format!(
            r#""draft":{{"category":2,"source":[[0,3]],"target":[]{written},"members":[]}}"#
        );
        assert_eq!(json, format!(r#"{{"instance":3,{draft}}}"#));
        assert_eq!(&read_view(&json).expect("a view"), desk.view());
    }
    let stored =
        r#"{"instance":0,"draft":{"category":0,"source":[],"target":[[1,2]],"members":[]}}"#;
    let AnnotatorActivity::Drafting(draft) = read_view(stored).expect("a view").activity else {
        panic!("a draft");
    };
    let spans = Spans::usual(vec![], vec![span(1, 2)]);
    assert_eq!(draft, Draft { category: CategoryId(0), spans, constituents: vec![], role: None });
}

#[test]
fn texts_are_those_of_the_file() {
    let workspace = workspace();
    let instance = workspace.instance(AT);
    let listed: Vec<(&str, TextRole)> =
        instance.texts.iter().map(|text: &NamedText| (text.name.as_str(), text.role)).collect();
    let [source, target, b, notes] = [
        ("source", TextRole::Source),
        ("target", TextRole::Target),
        ("b", TextRole::Target),
        ("notes", TextRole::Context),
    ];
    assert_eq!(listed, [source, target, b, notes]);
}
