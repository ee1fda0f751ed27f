use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{ImportOptions, OffsetUnit, TextFile};
use serde_json::Value;
use spanwise_annotation::document::{Answer, TextName};
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// A task with tokens, and relations between its spans.
const TASK: &str = r#"{"text": "😀 one two", "_input_hash": 1, "_task_hash": 2, "meta": {"source": "s"}, "tokens": [{"text": "😀", "start": 0, "end": 1, "id": 0, "ws": true}, {"text": "one", "start": 2, "end": 5, "id": 1, "ws": true}, {"text": "two", "start": 6, "end": 9, "id": 2, "ws": false}], "spans": [{"start": 2, "end": 5, "token_start": 1, "token_end": 1, "label": "A"}, {"start": 6, "end": 9, "text": "two", "label": "B", "score": 0.5}], "relations": [{"head": 1, "child": 2, "label": "r", "head_span": {"start": 2, "end": 5, "label": "A"}, "child_span": {"start": 6, "end": 9, "label": "B"}}, {"head": 0, "child": 2, "label": "r", "head_span": {"start": 0, "end": 1, "label": null}, "child_span": {"start": 6, "end": 9, "label": "B"}}], "answer": "accept", "_annotator_id": "d-ann", "_session_id": "d-ann"}"#;

#[test]
fn tasks_are_records() {
    let others = r#"{"text": "a", "spans": [], "answer": "reject", "_session_id": "d-ben"}
{"text": "b", "answer": "ignore", "_annotator_id": "x", "_session_id": "2024-01-01"}
{"text": "c", "options": [{"id": "p", "text": "P"}], "accept": ["p"], "user_input": "so", "answer": "accept", "_annotator_id": null}
{"text": "d", "accept": ["p", "q"]}
"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", format!("{TASK}\n{others}"))]);
    let records = imported.corpus.records.as_slice();
    let [first, rejected, ignored, chosen, open] = records else { panic!() };
    assert_eq!(marked(first), [("A", Some("one")), ("B", Some("two"))]);
    assert_eq!(first.edits[1].metadata.to_json(), r#"{"score":0.5}"#);
    let names: Vec<_> = records.iter().map(|record| record.annotator.as_deref()).collect();
    assert_eq!(names, [Some("d-ann"), Some("d-ben"), Some("x"), None, None]);
    let done: Vec<_> = records.iter().map(|record| record.done).collect();
    assert_eq!(done, [true, false, false, true, false]);
    let answers = [rejected, ignored].map(|record| record.metadata.text("answer"));
    assert_eq!(answers, ["reject", "ignore"].map(|answer| Some(answer.to_owned())));
    assert_eq!(chosen.answers.get("accept"), Some(&Answer::Value("p".to_owned())));
    assert_eq!(chosen.answers.get("user_input"), Some(&Answer::Value("so".to_owned())));
    let several = Answer::Several(vec!["p".to_owned(), "q".to_owned()]);
    assert_eq!(open.answers.get("accept"), Some(&several));
}

#[test]
fn new_spans_have_tokens_where_they_fit() {
    let mut imported = read(TASK);
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].spans.set(TextName::TARGET, vec![Span::between(Utf16(0), Utf16(6))]);
    record.edits[1].spans.set(TextName::TARGET, vec![Span::between(Utf16(8), Utf16(10))]);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("relations with edits that are gone", 2)]);
    let line: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let spans = serde_json::json!([
        {"start": 0, "end": 5, "token_start": 0, "token_end": 1, "label": "A"},
        {"start": 7, "end": 9, "label": "B", "score": 0.5},
    ]);
    assert_eq!((&line["spans"], &line["relations"]), (&spans, &serde_json::json!([])));
}

#[test]
fn an_answer_follows_what_was_done() {
    let mut imported = read(r#"{"text": "a", "answer": "ignore"}"#);
    imported.corpus.records[0].done = true;
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("metadata of items", 1)]);
    let line: Value = serde_json::from_str(&written.files[0].text).unwrap();
    assert_eq!(line["answer"], "accept");
}

#[test]
fn another_unit_is_suspected_and_can_be_named() {
    let text = r#"{"text": "😀 one two", "tokens": [{"start": 3, "end": 6, "id": 0}], "spans": [{"start": 3, "end": 6, "label": "A"}]}"#;
    assert_eq!(read(text).problems.listed()[0].diagnostic.code, "other-unit");
    let options = ImportOptions { unit: Some(OffsetUnit::Utf16), ..ImportOptions::default() };
    let named = (FORMAT.read)(&mut [TextFile::new("", text)], options);
    assert_eq!(marked(&named.corpus.records[0]), [("A", Some("one"))]);
    let line: Value =
        serde_json::from_str(&written_by(FORMAT.write, &named.corpus).files[0].text).unwrap();
    assert_eq!(
        (&line["tokens"][0]["start"], &line["spans"][0]["token_start"]),
        (&2.into(), &0.into())
    );
}

#[test]
fn what_is_wrong_is_said_and_comes_back() {
    let text = r#"{"text": "one", "spans": [{"start": 0, "end": 9, "label": "A"}, 5]}
{"spans": "x"}
{"text": "two", "spa
{"text": "three", "accept": [1]}"#;
    let imported = read(text);
    let codes: Vec<_> = imported.problems.listed().iter().map(|p| p.diagnostic.code).collect();
    assert_eq!(codes[1..], ["unreadable-span", "unreadable-span", "no-text", "unexpected-value"]);
    let place = imported.problems.listed()[0].diagnostic.place.to_string();
    assert!(place.starts_with("line 3"), "{place}");
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let last = written.files[0].text.lines().last().unwrap();
    assert_eq!(last, r#"{"text":"three","accept":[1]}"#);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let written = written_by(FORMAT.write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("insertion points", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
        ]
    );
    let again = round_trip(&FORMAT, &written.files);
    let record = &again.corpus.records[0];
    assert_eq!((record.annotator.as_deref(), record.done), (Some("ann"), true));
    assert_eq!(record.edits[0].metadata.text("note").as_deref(), Some("n"));
    let expected = [
        ("plain", "Hello"),
        ("several", "all"),
        ("several", "Hello"),
        ("both", "😀"),
        ("part", "😀"),
    ];
    assert_eq!(marked(record), expected.map(|(category, text)| (category, Some(text))));
}
