use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{DecidedMatch, ImportOptions, MatchDecision, Members, OffsetUnit, Record, TextFile};
use serde_json::Value;
use spanwise_annotation::document::{Answer, EditMaker, TextName};
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

fn value(answer: &str) -> Answer {
    Answer::Value(answer.to_owned())
}

fn choice(option: &str, follow_up: Option<Answer>) -> Answer {
    Answer::Choice { option: option.to_owned(), follow_up: follow_up.map(Box::new) }
}

/// A task with some results of one annotator on “one 😀 two two”.
fn task(results: &str) -> String {
    format!(
        r#"[{{"data": {{"text": "one 😀 two two"}}, "annotations": [{{"completed_by": 1, "was_cancelled": false, "result": [{results}]}}]}}]"#
    )
}

fn region(id: &str, start: u32, end: u32, quote: &str) -> String {
    format!(
        r#"{{"id": "{id}", "from_name": "l", "to_name": "text", "type": "labels", "value": {{"start": {start}, "end": {end}, "text": "{quote}", "labels": ["X"]}}}}"#
    )
}

#[test]
fn annotations_and_predictions_are_records() {
    let text = r#"[{"id": 5, "data": {"text": "one two", "source": "src", "context": "c", "n": 1}, "annotations": [
        {"completed_by": 3, "result": [{"id": "a", "from_name": "l", "to_name": "text", "type": "labels", "value": {"start": 0, "end": 3, "text": "one", "labels": ["X"]}}]},
        {"completed_by": {"id": 4, "email": "b@c.d"}, "was_cancelled": true, "result": []}],
        "predictions": [{"model_version": "m 1", "result": [{"id": "p", "from_name": "l", "to_name": "source", "type": "labels", "value": {"start": 0, "end": 1, "text": "s", "labels": ["Y"]}}]}]},
        {"id": 6, "data": {"text": ""}, "annotations": [], "predictions": []}]"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    let [first, skipped, model, untouched] = imported.corpus.records.as_slice() else { panic!() };
    let names = [first, skipped, model, untouched].map(|record| record.annotator.as_deref());
    assert_eq!(names, [Some("3"), Some("b@c.d"), Some("m 1"), None]);
    assert_eq!([first, skipped, model, untouched].map(|r| r.done), [true, false, true, false]);
    assert_eq!(marked(first), [("X", Some("one"))]);
    assert_eq!(model.edits[0].spans.source().len(), 1);
    let origin = model.noted_origin().unwrap();
    assert_eq!((origin.from, origin.name.as_deref()), (EditMaker::Model, Some("m 1")));
    assert_eq!((first.source().as_str(), first.context.as_deref()), ("src", Some("c")));
    assert_eq!(first.metadata.to_json(), r#"{"n":1,"id":5}"#);
}

#[test]
fn results_on_a_region_and_on_the_item_are_answers() {
    let on = r#""id": "a", "to_name": "text""#;
    let place = r#""start": 0, "end": 3"#;
    let results = [
        region("a", 0, 3, "one"),
        format!(r#"{{{on}, "from_name": "one", "type": "choices", "value": {{{place}, "choices": ["x"]}}}}"#),
        format!(r#"{{{on}, "from_name": "all", "type": "choices", "value": {{{place}, "choices": ["x", "y"]}}}}"#),
        format!(r#"{{{on}, "from_name": "why", "type": "textarea", "value": {{{place}, "text": ["so"]}}}}"#),
        format!(r#"{{{on}, "from_name": "kind", "type": "taxonomy", "value": {{{place}, "taxonomy": [["a", "b", "c"]]}}}}"#),
        r#"{"id": "i", "to_name": "text", "from_name": "stars", "type": "rating", "value": {"rating": 4}}"#.to_owned(),
        r#"{"id": "j", "to_name": "text", "from_name": "tags", "type": "choices", "value": {"choices": ["p", "q"]}}"#.to_owned(),
    ];
    let imported = round_trip(&FORMAT, &[TextFile::new("", task(&results.join(",")))]);
    let record = &imported.corpus.records[0];
    let answers = &record.edits[0].answers;
    assert_eq!(answers.get("one"), Some(&value("x")));
    assert_eq!(answers.get("all"), Some(&Answer::Several(vec!["x".to_owned(), "y".to_owned()])));
    assert_eq!(answers.get("why"), Some(&value("so")));
    let path = choice("a", Some(choice("b", Some(value("c")))));
    assert_eq!(answers.get("kind"), Some(&path));
    assert_eq!(record.answers.get("stars"), Some(&value("4")));
    assert_eq!(
        record.answers.get("tags"),
        Some(&Answer::Several(vec!["p".to_owned(), "q".to_owned()]))
    );
}

#[test]
fn a_change_changes_only_the_results_of_its_edit() {
    let rating = r#"{"id": "a", "from_name": "stars", "to_name": "text", "type": "rating", "value": {"start": 0, "end": 3, "text": "one", "rating": 4}}"#;
    let mut main: Value = serde_json::from_str(&region("a", 0, 3, "one")).unwrap();
    main["origin"] = "manual".into();
    let results = [
        main.to_string(),
        rating.to_owned(),
        region("b", 6, 9, "two"),
        r#"{"type": "relation", "from_id": "a", "to_id": "b"}"#.to_owned(),
    ];
    let mut imported = read(&task(&results.join(",")));
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].spans.set(TextName::TARGET, vec![Span::between(Utf16(7), Utf16(10))]);
    record.edits[0].answers.set("stars", Some(value("5")));
    record.edits[0].metadata.set_text("comment", "c");
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let tasks: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let found = &tasks[0]["annotations"][0]["result"];
    assert_eq!(found[0]["value"]["start"], 6, "code points");
    assert_eq!(
        (&found[0]["origin"], &found[0]["meta"]["text"][0]),
        (&"manual".into(), &"c".into())
    );
    assert_eq!((&found[1]["value"]["rating"], &found[1]["value"]["start"]), (&5.into(), &6.into()));
    assert_eq!(found[3]["type"], "relation");

    imported.corpus.records[0].edits.remove(0);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("relations with edits that are gone", 1)]);
}

#[test]
fn the_text_of_results_is_found_by_their_name_or_their_quotes() {
    for (data, to_name, target) in [
        (r#"{"text": "a", "body": "one two"}"#, "body", "one two"),
        (r#"{"text": "a", "body": "one two"}"#, "t", "one two"),
        (r#"{"title": "a", "body": "one three"}"#, "?", "one three"),
    ] {
        let file = format!(
            r#"[{{"data": {data}, "annotations": [{{"result": [{{"id": "a", "from_name": "l", "to_name": "{to_name}", "type": "labels", "value": {{"start": 0, "end": 3, "text": "one", "labels": ["X"]}}}}]}}]}}]"#
        );
        let imported = round_trip(&FORMAT, &[TextFile::new("", file)]);
        let record = &imported.corpus.records[0];
        assert_eq!(record.target().as_str(), target);
        assert_eq!(marked(record), [("X", Some("one"))]);
    }
    let unannotated = read(r#"[{"data": {"text": "a", "body": "longer"}}]"#);
    assert_eq!(unannotated.corpus.records[0].target().as_str(), "a");
}

#[test]
fn offsets_of_older_versions_are_told_by_the_quotes() {
    let imported = read(&task(&region("a", 7, 10, "two")));
    assert_eq!((imported.unit, imported.problems.warnings()), (Some(OffsetUnit::Utf16), 1));
    assert_eq!(marked(&imported.corpus.records[0]), [("X", Some("two"))]);
    let again = written_by(FORMAT.write, &imported.corpus);
    assert!(again.files[0].text.contains(r#""start":6,"end":9"#), "{:?}", again.files);
    let by = read(&task(&region("a", 6, 9, "two")));
    assert_eq!((by.unit, by.problems.warnings()), (Some(OffsetUnit::CodePoints), 0));
    assert_eq!(marked(&by.corpus.records[0]), [("X", Some("two"))]);
}

#[test]
fn what_is_not_read_is_said_and_comes_back() {
    let results = [
        r#"{"id": "r", "from_name": "box", "to_name": "img", "type": "rectanglelabels", "value": {"x": 1}}"#,
        r#"{"id": "s", "from_name": "l", "to_name": "text", "type": "labels", "value": {"start": 0, "end": 3, "text": "absent from here", "labels": ["X"]}}"#,
        "7",
    ];
    let imported = round_trip(&FORMAT, &[TextFile::new("", task(&results.join(",")))]);
    let codes: Vec<_> = imported.problems.listed().iter().map(|p| p.diagnostic.code).collect();
    assert_eq!(codes, ["other-result", "other-result", "not-found"]);
    assert_eq!(marked(&imported.corpus.records[0]), [("X", None)]);
    let broken = read("[{\"data\": {\"text\": \"a\"}}, 5, {\"data\": 1}]\n");
    let places: Vec<_> =
        broken.problems.listed().iter().map(|p| p.diagnostic.place.to_string()).collect();
    assert_eq!(places, ["instance 2", "instance 3, data"]);
    assert!(read("").corpus.records.is_empty());
}

#[test]
fn a_region_that_is_not_found_is_named_by_its_text_or_its_place() {
    let long = "absent, and so many words that a message has no room for all of the region";
    let regions = [region("a", 0, 3, long), region("b", 90, 95, "")];
    let imported = read(&task(&regions.join(",")));
    let problems = imported.problems.listed().iter();
    let said: Vec<String> = problems.map(|p| p.diagnostic.message.to_string()).collect();
    assert!(said[0].starts_with("“absent, and so many"), "{said:?}");
    assert!(said[0].ends_with(" is not in the text."), "{said:?}");
    assert_eq!(said[1], "The text has no place from 90 to 95.");
}

#[test]
fn an_accepted_region_is_written_where_its_text_was_found() {
    let file = task(&[region("a", 0, 3, "two"), region("b", 0, 4, "two")].join(","));
    let offsets = |decisions: &[DecidedMatch]| {
        let mut imported = read(&file);
        imported.decide(decisions).unwrap();
        let written = written_by(FORMAT.write, &imported.corpus).files.remove(0).text;
        let tasks: Value = serde_json::from_str(&written).unwrap();
        let results = tasks[0]["annotations"][0]["result"].as_array().unwrap();
        let offsets = results.iter().map(|result| {
            let value = &result["value"];
            [value["start"].as_u64(), value["end"].as_u64()].map(Option::unwrap)
        });
        offsets.collect::<Vec<_>>()
    };
    let accepted =
        |number| DecidedMatch { number, quote: "two".to_owned(), decision: MatchDecision::Accept };
    assert_eq!(offsets(&[]), [[0, 3], [0, 4]], "as it was, until it is decided");
    assert_eq!(offsets(&[accepted(0)]), [[6, 9], [0, 4]]);
    assert_eq!(offsets(&[accepted(0), accepted(1)]), [[6, 9], [10, 13]]);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records[0].answers.set("overall", Some(value("good")));
    // That of another format, which only some read.
    corpus.records[0].preserved = Members::default();
    let mut model = Record {
        annotator: Some("gpt".to_owned()),
        done: true,
        texts: corpus.records[0].texts.clone(),
        other: Members::parse(r#"{"_spanwise": {"origin": {"from": "model", "name": "gpt"}}}"#),
        ..Record::default()
    };
    model.context.clone_from(&corpus.records[0].context);
    model.metadata.clone_from(&corpus.records[0].metadata);
    corpus.records.push(model);
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("composite edits, of which the parts became edits", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("insertion points", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 1),
        ]
    );
    let tasks: Value = serde_json::from_str(&written.files[0].text).unwrap();
    assert_eq!(tasks.as_array().map(Vec::len), Some(2));
    assert_eq!(tasks[0]["annotations"][0]["completed_by"]["email"], "ann");
    assert_eq!(tasks[0]["predictions"][0]["model_version"], "gpt");
    let again = round_trip(&FORMAT, &written.files);
    let record = &again.corpus.records[0];
    assert_eq!(record.answers.get("overall"), Some(&value("good")));
    assert_eq!(record.edits[0].answers.get("kind"), Some(&choice("other", Some(value("why")))));
    assert_eq!(record.edits[0].metadata.text("note").as_deref(), Some("n"));
    assert_eq!(
        marked(record),
        [
            ("plain", Some("Hello")),
            ("several", Some("all")),
            ("several", Some("Hello")),
            ("source only", None),
            ("both", Some("😀")),
            ("part", Some("😀")),
            ("part", None),
        ]
    );
}

#[test]
fn long_answers_are_texts_and_one_of_several_choices_is_a_loss() {
    let mut corpus = everything();
    let answers = &mut corpus.records[0].answers;
    answers.set("why", Some(value("a sentence that is longer than any name of an option")));
    answers.set("one", Some(Answer::Several(vec!["a".to_owned()])));
    let written = written_by(FORMAT.write, &corpus);
    assert!(lost(&written).contains(&("answers about items", 1)), "{:?}", lost(&written));
    let tasks: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let results = tasks[0]["annotations"][0]["result"].as_array().unwrap();
    let kind = |name: &str| {
        results.iter().find(|result| result["from_name"] == name).map(|result| &result["type"])
    };
    assert_eq!(kind("why"), Some(&"textarea".into()));
    assert_eq!(kind("severity"), Some(&"choices".into()));
}
