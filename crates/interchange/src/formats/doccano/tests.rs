use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{ImportOptions, Record, TextFile};
use spanwise_annotation::document::{Answer, TextName, Texts};
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

fn value(answer: &str) -> Answer {
    Answer::Value(answer.to_owned())
}

#[test]
fn labels_are_edits_in_all_their_forms() {
    let text = r#"{"id": 1, "text": "é 😀 one", "label": [[4, 7, "A"], [0, 7, "B"]], "Comments": ["c"]}
{"text": "one", "labels": []}
{"id": 3, "text": "one two", "entities": [{"id": 8, "label": "A", "start_offset": 0, "end_offset": 3}, {"id": 9, "label": "B", "start_offset": 4, "end_offset": 7}], "relations": [{"id": 1, "from_id": 8, "to_id": 9, "type": "r"}]}
{"text": "not done"}
"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    let [first, empty, related, undone] = imported.corpus.records.as_slice() else { panic!() };
    assert_eq!(marked(first), [("A", Some("one")), ("B", Some("é 😀 one"))]);
    assert_eq!(first.metadata.to_json(), r#"{"id":1,"Comments":["c"]}"#);
    assert_eq!(marked(related), [("A", Some("one")), ("B", Some("two"))]);
    assert_eq!([first, empty, related, undone].map(|r| r.done), [true, true, true, false]);
}

#[test]
fn labels_of_texts_are_an_answer() {
    let text = r#"{"text": "one", "label": ["positive"]}
{"text": "two", "label": ["a", "b"]}
{"text": "three", "cats": ["c"], "entities": [{"id": 1, "label": "A", "start_offset": 0, "end_offset": 5}]}
"#;
    let mut imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    let cats: Vec<_> =
        imported.corpus.records.iter().map(|r| r.answers.get("cats").cloned()).collect();
    let several = Answer::Several(vec!["a".to_owned(), "b".to_owned()]);
    assert_eq!(cats, [Some(value("positive")), Some(several), Some(value("c"))]);
    // A span on a text that had only a class.
    let edit = crate::Edit::on(
        spanwise_template::Side::Target,
        "X",
        vec![Span::between(Utf16(0), Utf16(3))],
    );
    imported.corpus.records[0].edits.push(edit);
    let written = written_by(FORMAT.write, &imported.corpus);
    let first = written.files[0].text.lines().next().unwrap();
    assert_eq!(
        first,
        r#"{"text":"one","entities":[{"id":1,"label":"X","start_offset":0,"end_offset":3}],"label":["positive"]}"#
    );
}

#[test]
fn files_of_a_folder_are_annotators() {
    let line = |label: &str| format!("{{\"text\": \"one\", \"label\": [[0, 3, \"{label}\"]]}}\n");
    let files = [
        TextFile::new("all.jsonl", line("A")),
        TextFile::new("anna.jsonl", line("B")),
        TextFile::new("label_config.json.txt", "kept"),
    ];
    let mut imported = round_trip(&FORMAT, &files);
    let names: Vec<_> = imported.corpus.records.iter().map(|r| r.annotator.as_deref()).collect();
    assert_eq!(names, [None, Some("anna")]);
    imported.corpus.records[0].annotator = Some("ben".to_owned());
    imported.corpus.records.push(Record {
        annotator: Some("a/b".to_owned()),
        texts: Texts::target_only("x"),
        ..Record::default()
    });
    let written = written_by(FORMAT.write, &imported.corpus);
    let paths: Vec<_> = written.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["ben.jsonl", "anna.jsonl", "all.jsonl", "label_config.json.txt"]);
    assert_eq!(lost(&written), [("names of annotators", 1)]);
}

#[test]
fn a_change_keeps_the_id_of_its_label_and_a_deletion_ends_relations() {
    let text = r#"{"text": "one two", "entities": [{"id": 8, "label": "A", "start_offset": 0, "end_offset": 3}, {"id": 9, "label": "B", "start_offset": 4, "end_offset": 7, "x": 1}], "relations": [{"from_id": 8, "to_id": 9}, {"from_id": 9, "to_id": 9}]}"#;
    let mut imported = read(text);
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits.remove(0);
    record.edits[0].spans.set(TextName::TARGET, vec![Span::between(Utf16(4), Utf16(6))]);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("relations with edits that are gone", 1)]);
    assert_eq!(
        written.files[0].text,
        "{\"text\":\"one two\",\"entities\":[{\"id\":9,\"label\":\"B\",\"start_offset\":4,\"end_offset\":6,\"x\":1}],\"relations\":[{\"from_id\": 9, \"to_id\": 9}]}\n"
    );
}

#[test]
fn another_unit_is_suspected_and_can_be_named() {
    let text = "{\"text\": \"😀 one two .\", \"label\": [[3, 6, \"A\"], [7, 10, \"A\"]]}";
    let guessed = read(text);
    assert_eq!(guessed.problems.listed()[0].diagnostic.code, "other-unit");
    let options =
        ImportOptions { unit: Some(crate::OffsetUnit::Utf16), ..ImportOptions::default() };
    let named = (FORMAT.read)(&mut [TextFile::new("", text)], options);
    assert_eq!(marked(&named.corpus.records[0]), [("A", Some("one")), ("A", Some("two"))]);
    let written = written_by(FORMAT.write, &named.corpus);
    assert_eq!(marked(&read(&written.files[0].text).corpus.records[0])[0], ("A", Some("one")));
}

#[test]
fn what_is_wrong_is_said_and_comes_back() {
    let text = r#"{"text": "one", "label": [[0, 9, "A"], 5]}
{"text": 5, "label": 3}
{"text": "two", "labe
{"text": "three", "label": [["x"]]}"#;
    let imported = read(text);
    let said: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|p| (p.diagnostic.place.to_string(), p.diagnostic.code))
        .collect();
    assert!(said[0].0.starts_with("line 3"), "{said:?}");
    let codes: Vec<_> = said[1..].iter().map(|(_, code)| *code).collect();
    assert_eq!(
        codes,
        ["unreadable-span", "unreadable-span", "no-text", "unexpected-value", "unreadable-span"]
    );
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    assert_eq!(
        written.files[0].text.lines().next(),
        Some(r#"{"text":"one","label":[[0, 9, "A"],5]}"#)
    );
    assert!(read("").corpus.records.is_empty());
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records[0].answers.set("cats", Some(value("good")));
    corpus.records[0].answers.set("other", Some(value("lost")));
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("answers about items", 1),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("insertion points", 1),
            ("metadata of edits", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("source texts", 1),
            ("spans on the source", 3),
        ]
    );
    let paths: Vec<_> = written.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["ann.jsonl", "all.jsonl"]);
    let again = round_trip(&FORMAT, &written.files);
    let record = &again.corpus.records[0];
    assert_eq!(
        (record.annotator.as_deref(), record.answers.get("cats")),
        (Some("ann"), Some(&value("good")))
    );
    let expected = [
        ("plain", "Hello"),
        ("several", "all"),
        ("several", "Hello"),
        ("both", "😀"),
        ("part", "😀"),
    ];
    assert_eq!(marked(record), expected.map(|(category, text)| (category, Some(text))));
}
