//! The JSON of edits in a file, after each answer: the shapes of Thresh.

use serde_json::{Value, json};

use super::changes::check;
use super::*;

/// The last edit of the instance, as a file has it.
fn stored(desk: &Desk) -> Value {
    let at = desk.view().instance;
    let raw = desk.workspace.written(at).expect("a change");
    let instance: Value = serde_json::from_str(&raw).expect("JSON");
    instance["edits"].as_array().and_then(|edits| edits.last()).cloned().expect("an edit")
}

type Answering = fn(EditKey) -> Command;

#[test]
fn every_kind_at_every_depth() {
    let cases: Vec<(Vec<Answering>, Value)> = vec![
        (vec![], json!(null)),
        (vec![|k| value(k, "sure", "no")], json!({"sure": "no"})),
        (vec![|k| value(k, "severity", "somewhat")], json!({"severity": "somewhat"})),
        (vec![|k| value(k, "why", "use 'whom'")], json!({"why": "use 'whom'"})),
        (vec![|k| option(k, "kind", "style")], json!({"kind": {"val": "style"}})),
        (
            vec![|k| option(k, "kind", "other"), |k| value(k, "kind/other", "free\ntext")],
            json!({"kind": {"val": "other", "other": "free\ntext"}}),
        ),
        (
            vec![|k| option(k, "kind", "grammar"), |k| option(k, "kind/grammar", "noun"), |k| {
                value(k, "kind/grammar/noun", "4")
            }],
            json!({"kind": {"val": "grammar", "grammar": {"val": "noun", "noun": "4"}}}),
        ),
        (
            vec![
                |k| option(k, "kind", "grammar"),
                |k| option(k, "kind/grammar", "verb"),
                |k| option(k, "kind/grammar/verb", "agreement"),
                |k| value(k, "kind/grammar/verb/agreement", "yes"),
            ],
            json!({"kind": {"val": "grammar", "grammar": {"val": "verb",
                "verb": {"val": "agreement", "agreement": "yes"}}}}),
        ),
        (vec![|k| value(k, "count", " 03.50 ")], json!({"count": "3.5"})),
        (vec![|k| value(k, "degree", "0"), |k| value(k, "degree", "77")], json!({"degree": "77"})),
        (
            vec![|k| option(k, "where", "end"), |k| option(k, "where", "start")],
            json!({"where": ["start", "end"]}),
        ),
        (vec![|k| option(k, "where", "end"), |k| option(k, "where", "end")], json!(null)),
        (
            vec![|k| value(k, "sure", "no"), |k| {
                Command::Answer(k.into(), path("sure"), GivenAnswer::Nothing)
            }],
            json!(null),
        ),
        (
            vec![|k| option(k, "kind", "other"), |k| value(k, "kind/other", "a"), |k| {
                option(k, "kind", "style")
            }],
            json!({"kind": {"val": "style"}}),
        ),
        (
            vec![|k| option(k, "kind", "other"), |k| value(k, "kind/other", "a"), |k| {
                Command::Answer(k.into(), path("kind/other"), GivenAnswer::Nothing)
            }],
            json!({"kind": {"val": "other"}}),
        ),
    ];
    // The first edit of the first instance.
    let key = EditKey(0);
    for (answers, expected) in cases {
        let answers = answers.iter().map(|answer| answer(key));
        let commands: Vec<Command> =
            [choose("word"), target(0, 3)].into_iter().chain(answers).collect();
        check("answers", 0, &commands, |desk| stored(desk)["annotation"].clone(), &expected);
    }
}

#[test]
fn every_shape_of_edit() {
    let empty = |category: &str| json!({"category": category, "id": 1, "annotation": null});
    let with = |mut edit: Value, name: &str, spans: Value| {
        edit[name] = spans;
        edit
    };
    let word = with(empty("word"), "output_idx", json!([[0, 3]]));
    let many = with(empty("many"), "input_idx", json!([[4, 7], [0, 3]]));
    let many = with(many, "output_idx", json!([[8, 12]]));
    let gap = with(empty("gap"), "output_idx", json!([[4, 4]]));
    let spans = [choose("many"), source(4, 7), source(0, 3), target(8, 12), Command::Finish];
    let cases: [(&str, Vec<Command>, Value); 4] = [
        ("one span", vec![choose("word"), target(0, 3)], word),
        ("many spans", spans.into(), many),
        ("a point", vec![choose("gap"), target(4, 4)], gap),
        ("no span", vec![choose("tag")], empty("tag")),
    ];
    for (what, commands, expected) in cases {
        check(what, 0, &commands, stored, &expected);
    }
}

#[test]
fn a_composite_holds_its_constituents_with_their_answers() {
    let mut desk = Desk::new();
    let word = desk.word();
    desk.act(value(word, "sure", "yes"));
    let composite =
        desk.make([choose("rewrite"), Command::ToggleConstituent(word), Command::Finish]);
    desk.act(value(composite, "note", "n"));
    let constituent =
        json!({"category": "word", "id": 1, "annotation": {"sure": "yes"}, "output_idx": [[0, 3]]});
    let expected = json!({"category": "rewrite", "id": 1, "annotation": {"note": "n"}, "constituent_edits": [constituent]});
    assert_eq!(stored(&desk), expected);
}

#[test]
fn constituents_of_the_file_stay() {
    let mut desk = Desk::at(1);
    let key = desk.keys()[0];
    desk.act(value(key, "severity", "a lot"));
    desk.act(value(key, "sure", "no"));
    desk.act(option(key, "kind", "style"));
    desk.act(Command::SetDone(true));
    let raw = desk.workspace.written(1).expect("a change");
    let instance: Value = serde_json::from_str(&raw).expect("JSON");
    let annotation = &instance["edits"][0]["annotation"];
    assert_eq!((&annotation["severity"], &annotation["leftover"]), (&json!("a lot"), &json!(1)));
    assert_eq!(instance["edits"][0]["votes"], 2);
    assert_eq!((&instance["id"], &instance["metadata"]["k"][0]), (&json!("x7"), &json!(1)));
    assert_eq!(instance["_spanwise"]["done"], true);
}
