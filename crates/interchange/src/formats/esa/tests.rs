use super::*;
use crate::testing::{everything, lost, marked, round_trip, written_by};

const LINES: &str = r#"{"langs": "en-cs", "line_id": 1, "src": "The cat", "tgt": "Ta 😀 kočka", "doc_id": "d", "domain": "news", "esa_spans": [{"start_i": 3, "end_i": 3, "severity": "minor"}, {"start_i": 5, "end_i": 9, "severity": "major", "error_type": null}, {"start_i": "missing", "end_i": "missing", "severity": "minor"}], "esa_score": 85.50, "system": "S", "annotator": "ann7", "speech_info": null}

{"langs": "en-cs", "line_id": 1, "src": "The cat", "tgt": "Kočka", "esa_spans": [], "esa_score": "100", "system": "T", "annotator": 12}
{"langs": "en-cs", "line_id": 2, "src": "A", "tgt": "B [missing]", "esa_spans": null, "score": 3, "system": "T"}
{"src": "A", "tgt": "B", "score": 1, "esa_score": 2, "esa_spans": [{"start_i": 0, "end_i": 0.0, "severity": 3}]}
{"src": "A", "tgt": "B"}
"#;

fn read_text(text: &str) -> ImportOutcome {
    read(&mut [TextFile::new("", text)], ImportOptions::default())
}

#[test]
fn a_line_is_a_record() {
    let ImportOutcome { corpus, located, unit, .. } =
        round_trip(&FORMAT, &[TextFile::new("", LINES)]);
    assert_eq!(
        (corpus.records.len(), located.by_offsets, unit),
        (5, 3, Some(OffsetUnit::CodePoints))
    );
    let [first, second, third, fourth, fifth] = corpus.records.as_slice() else { panic!() };
    assert_eq!((first.source().as_str(), first.annotator.as_deref()), ("The cat", Some("ann7")));
    assert_eq!(first.metadata.get("score"), Some("85.50"));
    assert_eq!(first.metadata.get("esa_score"), None);
    let found = marked(first);
    assert_eq!(found, [("minor", Some("😀")), ("major", Some("kočka")), ("minor", None)]);
    assert_eq!(first.edits[1].metadata.get("error_type"), Some("null"));
    assert!(first.edits.iter().all(|edit| edit.preserved.is_empty()));
    assert_eq!((second.annotator.as_deref(), second.done), (Some("12"), true));
    assert!(!third.done && !fifth.done);
    assert_eq!(third.metadata.get("score"), Some("3"));
    assert_eq!(
        (fourth.metadata.get("score"), fourth.metadata.get("esa_score")),
        (Some("1"), Some("2"))
    );
    assert_eq!(fourth.edits[0].category, "3");
}

#[test]
fn an_item_is_on_one_line() {
    let mut corpus = everything();
    corpus.records[0].metadata.set("model", "{\n  \"a\": [\r\n1]}");
    assert_eq!(written_by(write, &corpus).files[0].text.lines().count(), 2);
}

#[test]
fn the_severity_of_mqm_is_that_of_esa() {
    let mut corpus = everything();
    let edit = &mut corpus.records[0].edits[0];
    edit.category = "accuracy".to_owned();
    edit.metadata = Members::parse(r#"{"severity": "Major"}"#);
    let text = written_by(write, &corpus).files[0].text.clone();
    let entry = r#"{"start_i":0,"end_i":4,"severity":"Major","error_type":"accuracy"}"#;
    assert!(text.contains(entry), "{text}");
}

#[test]
fn a_changed_span_is_written_anew() {
    let mut corpus = read_text(LINES).corpus;
    let record = &mut corpus.records[3];
    record.edits[0].category = "major".to_owned();
    let text = written_by(write, &corpus).files[0].text.clone();
    assert!(text.contains(r#"[{"start_i":0,"end_i":0,"severity":"major"}]"#), "{text}");
}

#[test]
fn a_span_that_ends_one_after_the_target_ends_with_it() {
    let line = r#"{"src": "a", "tgt": "a😀c", "esa_spans": [{"start_i": 1, "end_i": 3, "severity": "minor"}]}"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", line)]);
    assert_eq!(marked(&imported.corpus.records[0]), [("minor", Some("😀c"))]);
    assert_eq!((imported.problems.errors(), imported.problems.warnings()), (0, 1));
    assert_eq!(imported.problems.listed()[0].diagnostic.code, "clipped-span");
}

#[test]
fn what_is_wrong_is_said_with_its_number() {
    for (line, code) in [
        (
            r#"{"src": "a", "tgt": "abc", "esa_spans": [{"start_i": 1, "end_i": 4, "severity": "minor"}]}"#,
            "unreadable-span",
        ),
        (
            r#"{"src": "a", "tgt": "abc", "esa_spans": [{"start_i": 2, "end_i": 1, "severity": "minor"}]}"#,
            "unreadable-span",
        ),
        (
            r#"{"src": "a", "tgt": "abc", "esa_spans": [{"start_i": -1, "end_i": 4294967295}]}"#,
            "unreadable-span",
        ),
        (
            r#"{"src": "a", "tgt": "abc", "esa_spans": [{"start_i": 0, "end_i": 4294967295}]}"#,
            "unreadable-span",
        ),
        (
            r#"{"src": "a", "tgt": "abc", "esa_spans": [7, {"severity": "minor"}]}"#,
            "unreadable-span",
        ),
        (r#"{"src": "a", "tgt": "abc", "esa_spans": {"a": 1}}"#, "no-list"),
        (r#"{"src": "a", "tgt": "abc", "esa_score": 101}"#, "score-range"),
        (r#"{"src": "a", "tgt": ["abc"]}"#, "no-text"),
        (r#"{"src": "a"}"#, "no-text"),
    ] {
        let text = format!("{{\"src\":\"a\",\"tgt\":\"b\"}}\n{line}\n");
        let imported = read_text(&text);
        let listed = imported.problems.listed();
        let said = listed[0].diagnostic.to_string();
        assert!(said.starts_with("instance 2: ") && said.contains(code), "{line}: {said}");
        let written = written_by(write, &imported.corpus);
        assert_eq!(lost(&written), []);
        if !line.ends_with(r#"{"src": "a"}"#) {
            crate::testing::same_values(&[TextFile::new("", text)], &written.files);
        }
    }
    for (line, errors, records) in [
        ("[1]", 1, 0),
        ("{\"src\": \"a\", \"tgt\": \"", 1, 0),
        ("nonsense\n{\"src\": \"a\", \"tgt\": \"b\"}", 1, 1),
    ] {
        let imported = read_text(line);
        let found = (imported.problems.errors(), imported.corpus.records.len());
        assert_eq!(found, (errors, records), "{line}");
    }
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let written = written_by(write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("insertion points", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
        ]
    );
    let read = read_text(&written.files[0].text);
    assert_eq!(read.problems.listed(), []);
    let [first, second] = read.corpus.records.as_slice() else { panic!() };
    let found = marked(first);
    assert_eq!(
        found,
        [
            ("plain", Some("Hello")),
            ("several", Some("all")),
            ("several", Some("Hello")),
            ("source only", None),
            ("both", Some("😀")),
            ("point", None),
            ("whole", None),
            ("part", Some("😀")),
            ("part", None),
        ]
    );
    assert_eq!(first.edits[0].metadata.text("note").as_deref(), Some("n"));
    assert_eq!((first.metadata.get("n"), first.done, second.done), (Some("2"), true, false));
}
