use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{DecidedMatch, ImportOptions, MatchDecision, OffsetUnit, Record, TextFile};
use serde_json::Value;
use spanwise_annotation::document::{Answer, TextName, Texts};
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

const ANSWERED: &str = r#"{"id": "1", "source_id": "7", "model": "m", "temperature": 0.70, "labels": [{"start": 2, "end": 6, "text": "warm", "meta": "EVIDENT\nno source", "label_type": "Evident Conflict", "implicit_true": false, "due_to_null": true, "x": 1}, {"start": 0, "end": 6, "text": "😀 warm", "label_type": "Subtle Baseless Info"}], "split": "test", "quality": "good", "response": "😀 warm and cold"}"#;
const SUMMARY: &str = r#"{"source_id": "7", "task_type": "Summary", "source": "news", "source_info": "It was cold.", "prompt": "Summarize."}"#;
const QA: &str = r#"{"source_id": "8", "task_type": "QA", "source": "web", "source_info": {"question": "How?", "passages": "one\n\ntwo\n\n", "n": {"a": 1}}, "prompt": "p"}"#;

fn folder(responses: &[&str], sources: &[&str]) -> [TextFile; 2] {
    let lines = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    [
        TextFile::new("response.jsonl", lines(responses)),
        TextFile::new("source_info.jsonl", lines(sources)),
    ]
}

#[test]
fn responses_are_read_with_their_sources() {
    let others = [
        r#"{"id": "2", "source_id": "8", "labels": [], "response": "So."}"#,
        r#"{"id": "3", "source_id": "9", "response": "Open."}"#,
    ];
    let files = folder(&[ANSWERED, others[0], others[1]], &[SUMMARY, QA]);
    let imported = round_trip(&FORMAT, &files);
    let [first, asked, open] = imported.corpus.records.as_slice() else { panic!() };
    assert_eq!(
        marked(first),
        [("Evident Conflict", Some("warm")), ("Subtle Baseless Info", Some("😀 warm"))]
    );
    let edit = &first.edits[0];
    assert_eq!(edit.metadata.text("comment").as_deref(), Some("EVIDENT\nno source"));
    let answer = |name| edit.answers.get(name).cloned();
    let flags = ["implicit_true", "due_to_null"].map(answer);
    assert_eq!(flags, ["no", "yes"].map(|flag| Some(Answer::Value(flag.to_owned()))));
    assert_eq!((first.source().as_str(), first.context.as_deref()), ("It was cold.", None));
    assert_eq!(first.metadata.text("task_type").as_deref(), Some("Summary"));
    let context =
        "### question\n\nHow?\n\n### passages\n\none\n\ntwo\n\n### n\n\n```json\n{\"a\": 1}\n```";
    assert_eq!(asked.context.as_deref(), Some(context));
    assert_eq!([first.done, asked.done, open.done], [true, true, false]);
    let alignment = imported.alignment.unwrap();
    assert_eq!((alignment.by_name, alignment.not_annotated), (2, 0));
    assert!(alignment.without_counterpart.contains("9"));
}

#[test]
fn a_file_of_responses_stands_alone() {
    let joined = r#"{"id": "4", "source_info": "beside", "labels": [], "response": "x"}"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", format!("{ANSWERED}\n{joined}\n"))]);
    assert_eq!(imported.corpus.records[1].source().as_str(), "beside");
    assert!(imported.alignment.is_none());
}

#[test]
fn a_change_is_written_with_its_quote() {
    let mut imported = read(ANSWERED);
    let edit = &mut imported.corpus.records[0].edits[0];
    edit.spans.set(TextName::TARGET, vec![Span::between(Utf16(8), Utf16(11))]);
    edit.answers.set("due_to_null", None);
    let line: Value =
        serde_json::from_str(&written_by(FORMAT.write, &imported.corpus).files[0].text).unwrap();
    let label = serde_json::json!({"start": 7, "end": 10, "text": "and", "meta": "EVIDENT\nno source", "label_type": "Evident Conflict", "implicit_true": false, "x": 1});
    assert_eq!(line["labels"][0], label);
}

#[test]
fn quotes_tell_the_unit_and_the_place() {
    let shifted = ANSWERED.replace("\"start\": 2, \"end\": 6", "\"start\": 3, \"end\": 7");
    let imported = read(&shifted.replace(
        r#", {"start": 0, "end": 6, "text": "😀 warm", "label_type": "Subtle Baseless Info"}"#,
        "",
    ));
    assert_eq!(imported.unit, Some(OffsetUnit::Utf16));
    assert_eq!(marked(&imported.corpus.records[0]), [("Evident Conflict", Some("warm"))]);
    let written = written_by(FORMAT.write, &imported.corpus).files.remove(0).text;
    assert!(written.contains(r#""start":2,"end":6"#), "{written}");

    let moved = read(
        r#"{"labels": [{"start": 0, "end": 3, "text": "two", "label_type": "A"}, {"start": 0, "end": 3, "text": "nowhere at all", "label_type": "B"}], "response": "one two"}"#,
    );
    assert_eq!(marked(&moved.corpus.records[0]), [("A", Some("two")), ("B", None)]);
    assert_eq!((moved.located.moved, moved.located.missing), (1, 1));
    let said = |imported: &ImportOutcome| {
        let problems = imported.problems.listed().iter();
        problems.map(|p| (p.diagnostic.code, p.diagnostic.message.to_string())).collect::<Vec<_>>()
    };
    let message = "“nowhere at all” is not in the response.".to_owned();
    assert_eq!(said(&moved), [("not-found", message)]);
    let accepted =
        DecidedMatch { number: 0, quote: "two".to_owned(), decision: MatchDecision::Accept };
    let mut decided = moved.clone();
    decided.decide(&[accepted]).unwrap();
    let written = written_by(FORMAT.write, &decided.corpus).files.remove(0).text;
    assert!(written.contains(r#""start":4,"end":7"#) && written.contains("nowhere"), "{written}");
    let beyond = read(
        r#"{"labels": [{"start": 5, "end": 30, "label_type": "A"}, {"label_type": "B"}], "response": "one two"}"#,
    );
    let messages =
        ["The response has no place from 5 to 30.", "A label has neither a text nor a place."];
    assert_eq!(said(&beyond), messages.map(|message| ("not-found", message.to_owned())));
    assert_eq!(lost(&written_by(FORMAT.write, &moved.corpus)), []);
}

#[test]
fn broken_lines_are_said_with_their_place() {
    let imported = read(
        "{\"response\": 5, \"labels\": 3}\n{\"response\": \n7\n{\"response\": \"a\", \"labels\": [1]}",
    );
    let said: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|p| (p.diagnostic.place.to_string(), p.diagnostic.code))
        .collect();
    assert!(said[0].0.starts_with("line 4") || said[0].0.starts_with("line 3"), "{said:?}");
    let codes: Vec<_> = said[1..].iter().map(|(_, code)| *code).collect();
    assert_eq!(codes, ["no-text", "unexpected-value", "not-found"]);
    assert_eq!(lost(&written_by(FORMAT.write, &imported.corpus)), []);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records[0].metadata.set_text("task_type", "QA");
    corpus.records[0].edits[0].answers.set("implicit_true", Some(Answer::Value("yes".to_owned())));
    let same = Texts::usual("The source", "Another response");
    corpus.records.push(Record { texts: same, done: true, ..Record::default() });
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("insertion points", 1),
            ("names of annotators", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
        ]
    );
    let sources = "{\"source_id\":\"1\",\"task_type\":\"QA\",\"source_info\":\"The source\"}\n{\"source_id\":\"2\",\"source_info\":\"The source\"}\n";
    assert_eq!(written.files[1], TextFile::new("source_info.jsonl", sources));
    let again = round_trip(&FORMAT, &written.files);
    let [first, empty, last] = again.corpus.records.as_slice() else { panic!() };
    assert_eq!([first, empty, last].map(|r| r.source().as_str()), ["The source", "", "The source"]);
    assert_eq!([first, empty, last].map(|r| r.done), [true, false, true]);
    let expected = [
        ("plain", "Hello"),
        ("several", "all"),
        ("several", "Hello"),
        ("both", "😀"),
        ("part", "😀"),
    ];
    assert_eq!(marked(first), expected.map(|(category, text)| (category, Some(text))));
}

#[test]
fn another_source_with_the_same_id_is_told() {
    let response = r#"{"id": "1", "source_id": "7", "response": "One.", "labels": []}"#;
    let source = |text: &str| format!(r#"{{"source_id": "7", "source_info": "{text}"}}"#);
    for (second, told) in [("First.", 0), ("Second.", 1)] {
        let files = folder(&[response], &[&source("First."), &source(second)]);
        let imported = FORMAT.import(files, ImportOptions::default());
        assert_eq!(imported.corpus.records[0].source().as_str(), "First.");
        let listed = imported.problems.listed();
        assert_eq!(listed.len(), told, "{second}");
        for problem in listed {
            assert_eq!(problem.diagnostic.code, "same-source");
            assert_eq!(problem.diagnostic.place.to_string(), "instance 2, source_id");
        }
    }
}
