//! Who or what made each edit: kept, told in files, and mended by whoever changes it.

use spanwise_annotation::change;
use spanwise_annotation::document::{Answers, Origin};
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_annotation::workspace::same_text::mark;
use spanwise_annotation::workspace::{InstanceChanges, StepDirection};

use super::*;

/// An instance with edits on `uno` and `dos`, and a composite of one on `tres`, each as `own` says; `of_all` is the
/// instance's own member.
fn given(own: &str, of_all: &str) -> String {
    let own = if own.is_empty() { String::new() } else { format!(r#", "_spanwise": {own}"#) };
    let of_all =
        if of_all.is_empty() { String::new() } else { format!(r#", "_spanwise": {of_all}"#) };
    format!(
        r#"[{{"source": "one two three", "target": "uno dos tres", "edits": [
          {{"category": "word", "id": 1, "annotation": null, "output_idx": [[0, 3]]{own}}},
          {{"category": "word", "id": 2, "annotation": null, "output_idx": [[4, 7]]{own}}},
          {{"category": "rewrite", "id": 1, "annotation": null, "constituent_edits": [
            {{"category": "word", "id": 3, "annotation": null, "output_idx": [[8, 12]]{own}}}]{own}}}]{of_all}}}]"#
    )
}

fn open(data: &str) -> Desk {
    Desk::with(Workspace::new(template(), dataset(data)))
}

/// The words of the origins of all edits, each composite followed by its constituents.
fn words(desk: &Desk) -> Vec<&'static str> {
    let instance = desk.workspace.current();
    instance.all_edits().map(|edit| instance.origin(edit).word()).collect()
}

fn downloaded(workspace: &Workspace) -> String {
    let typology = TypologyHash::of(workspace.template());
    let raw = workspace.dataset().raw(0).expect("an instance").to_owned();
    format!("[{}]", workspace.written_with_typology(0, typology).unwrap_or(raw))
}

const MODEL: &str = r#"{"origin": {"from": "model", "name": "m-1", "run": 7}}"#;

#[test]
fn what_came_with_the_data_is_what_it_says() {
    for (own, of_all, expected) in [
        ("", "", "pre-annotation"),
        (MODEL, "", "model"),
        ("", MODEL, "model"),
        (r#"{"origin": {"from": "person"}}"#, MODEL, "person"),
        (r#"{"origin": {"from": "model", "mended": true}}"#, "", "mended"),
        (r#"{"origin": {"from": "person", "mended": true}}"#, "", "person"),
        // Annotated in this app before origins were noted.
        ("", r#"{"done": true}"#, "person"),
        ("", r#"{"typology": "0123456789abcdef"}"#, "person"),
        (
            "",
            r#"{"typology": "0123456789abcdef", "origin": {"from": "pre-annotation"}}"#,
            "pre-annotation",
        ),
        ("", r#"{"done": false, "times": {}}"#, "pre-annotation"),
        // Of another form.
        (r#"{"origin": "model"}"#, "", "pre-annotation"),
        (r#"{"origin": {"from": "Model"}}"#, "", "pre-annotation"),
        (r#"{"origin": {"from": 1, "mended": true}}"#, "", "pre-annotation"),
        ("7", "[]", "pre-annotation"),
    ] {
        assert_eq!(words(&open(&given(own, of_all))), [expected; 4], "{own} {of_all}");
    }
}

/// Acts of a person on the edit on `uno`, and the word of its origin afterwards.
fn deeds() -> Vec<(&'static str, Command, &'static str)> {
    let first = EditKey(0);
    let end = || on(first, Side::Target, 0);
    vec![
        ("answered", value(first, "severity", "minor"), "mended"),
        ("category", Command::SetCategory(first, CategoryId(6)), "mended"),
        ("spans", Command::StepEdge(end(), SpanEdge::End, StepDirection::Forward), "mended"),
        ("looked at", Command::Select(Some(first)), "model"),
        ("bookmark", Command::SetBookmark(true), "model"),
        ("done", Command::SetDone(true), "model"),
        ("another deleted", Command::Delete(EditKey(1)), "model"),
    ]
}

#[test]
fn whatever_a_person_changes_is_mended_until_it_is_undone() {
    for (what, command, expected) in deeds() {
        let mut desk = open(&given(MODEL, ""));
        desk.workspace.dispatch(command, 0.0).expect(what);
        assert_eq!(words(&desk)[0], expected, "{what}");
        assert!(words(&desk)[1..].iter().all(|word| *word == "model"), "{what}: no other");
        if desk.workspace.can_undo() {
            desk.act(Command::Undo);
            assert_eq!(words(&desk), ["model"; 4], "{what}, undone");
            desk.act(Command::Redo);
            assert_eq!(words(&desk)[0], expected, "{what}, done again");
        }
    }
}

#[test]
fn a_composite_is_mended_by_its_constituents_alone_if_they_are_others() {
    let mut desk = open(&given("", ""));
    desk.act(value(EditKey(3), "severity", "minor"));
    assert_eq!(words(&desk)[2..], ["pre-annotation", "mended"], "an answer of the constituent");
    desk.act(Command::TakeApart(EditKey(2)));
    assert_eq!(words(&desk), ["pre-annotation", "pre-annotation", "mended"]);

    let mut desk = open(&given("", ""));
    desk.act(Command::Extend(EditKey(2)));
    desk.act(Command::ToggleConstituent(EditKey(0)));
    assert_eq!(words(&desk), ["pre-annotation", "mended", "pre-annotation", "pre-annotation"]);
}

#[test]
fn what_is_made_here_is_a_persons_and_a_copy_what_it_was() {
    let mut desk = open(&given(MODEL, ""));
    let places = [(TextName::TARGET, span(4, 7))];
    let changes = mark(desk.workspace.current(), "word", &Answers::default(), &places);
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
    assert_eq!(words(&desk)[4], "person");
    desk.act(value(EditKey(4), "severity", "minor"));
    assert_eq!(words(&desk)[4], "person", "changed by its maker");
    desk.act(Command::Duplicate(EditKey(4)));
    desk.act(Command::Duplicate(EditKey(0)));
    assert_eq!(words(&desk), ["model", "model", "model", "model", "model", "person", "person"]);
    let copy = desk.workspace.current().edits[1].origin.clone().expect("a note");
    assert_eq!(copy.name.as_deref(), Some("m-1"));

    let annotator = open(&given(r#"{"origin": {"from": "model", "mended": true}}"#, ""));
    let theirs = annotator.workspace.current();
    let edit = Arc::new(theirs.with_known_origins(&theirs.edits[2]));
    desk.act(Command::Take { edit, instead_of: None });
    assert_eq!(words(&desk)[7..], ["mended", "mended"], "taken with its constituents");
    let unnoted = open(&given("", ""));
    let theirs = unnoted.workspace.current();
    let edit = Arc::new(theirs.with_known_origins(&theirs.edits[0]));
    desk.act(Command::Take { edit, instead_of: None });
    assert_eq!(words(&desk)[9], "person", "of an annotator's file that does not say");
}

#[test]
fn a_file_says_the_origin_of_what_was_made_or_changed_here() {
    let mut desk = open(&given("", ""));
    let raw = desk.workspace.dataset().text().to_owned();
    assert_eq!(downloaded(&desk.workspace), raw, "untouched");
    desk.act(value(EditKey(0), "severity", "minor"));
    desk.act(Command::Duplicate(EditKey(1)));
    let places = [(TextName::TARGET, span(0, 7))];
    let changes = mark(desk.workspace.current(), "word", &Answers::default(), &places);
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
    let before = words(&desk);
    let text = downloaded(&desk.workspace);
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let note = |value: &serde_json::Value| value["_spanwise"]["origin"].to_string();
    let edits = file[0]["edits"].as_array().expect("edits");
    let notes: Vec<String> = edits.iter().map(note).collect();
    let came = r#"{"from":"pre-annotation"}"#;
    let mended = r#"{"from":"pre-annotation","mended":true}"#;
    assert_eq!(notes, [mended, "null", came, "null", r#"{"from":"person"}"#]);
    assert_eq!(note(&file[0]), came, "of the edits without a note");
    let untouched = r#"{"category": "word", "id": 2, "annotation": null, "output_idx": [[4, 7]]}"#;
    assert!(text.contains(untouched), "as it was: {text}");

    let mut again = open(&text);
    assert_eq!(words(&again), before, "opened again");
    again.act(value(EditKey(5), "severity", "a lot"));
    assert_eq!(words(&again), before, "gone on with");
    assert_eq!(words(&open(&downloaded(&again.workspace))), before);
}

#[test]
fn where_all_edits_are_a_persons_the_instance_says_so_and_they_stay_plain() {
    let mut desk = open(r#"[{"target": "Anna came in late."}]"#);
    let places = [(TextName::TARGET, span(0, 4))];
    let changes = mark(desk.workspace.current(), "word", &Answers::default(), &places);
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
    let text = downloaded(&desk.workspace);
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file[0]["edits"][0].get("_spanwise"), None);
    assert_eq!(file[0]["_spanwise"]["origin"].to_string(), r#"{"from":"person"}"#);
    let mut again = open(&text);
    assert_eq!(words(&again), ["person"]);
    again.act(Command::Duplicate(EditKey(0)));
    let file: serde_json::Value =
        serde_json::from_str(&downloaded(&again.workspace)).expect("JSON");
    assert_eq!(file[0]["edits"][1].get("_spanwise"), None);
}

#[test]
fn a_note_of_an_instance_stays_where_no_edit_is_left_that_it_is_about() {
    let mut desk = open(&given("", MODEL));
    desk.act(Command::Clear);
    let places = [(TextName::TARGET, span(4, 7))];
    let changes = mark(desk.workspace.current(), "word", &Answers::default(), &places);
    desk.act(Command::Apply(vec![InstanceChanges { instance: 0, changes }]));
    let file: serde_json::Value = serde_json::from_str(&downloaded(&desk.workspace)).expect("JSON");
    assert_eq!(file[0]["_spanwise"]["origin"]["from"], "model");
    assert_eq!(file[0]["edits"][0]["_spanwise"]["origin"]["from"], "person");
}

#[test]
fn what_was_only_declared_done_is_still_a_pre_annotation() {
    let mut desk = open(&given("", ""));
    desk.act(Command::SetComment("seen".to_owned()));
    assert!(!downloaded(&desk.workspace).contains("origin"), "a comment says nothing of edits");
    desk.workspace.dispatch(Command::Delete(EditKey(0)), 0.0).expect("deleted");
    assert_eq!(words(&open(&downloaded(&desk.workspace))), ["pre-annotation"; 3]);
}

#[test]
fn an_origin_survives_the_journal_with_all_that_it_says() {
    let mut desk = open(&given(MODEL, ""));
    desk.act(value(EditKey(0), "severity", "minor"));
    let typology = &desk.workspace.template().typology;
    let json = change::to_json(&desk.workspace.snapshot(0), typology).expect("JSON");
    let mut again = open(&given(MODEL, ""));
    let changes = change::from_json(&json, typology).expect("changes");
    assert_eq!(again.workspace.replay(0, &changes), 0);
    assert_eq!(words(&again), ["mended", "model", "model", "model"]);
    let edit = &again.workspace.current().edits[0];
    assert_eq!(
        edit.origin,
        Some(Origin {
            is_mended: true,
            name: Some("m-1".into()),
            ..Origin::by(spanwise_annotation::document::EditMaker::Model)
        })
    );
    assert!(downloaded(&again.workspace).contains(r#""run": 7"#), "other members stay");
}
