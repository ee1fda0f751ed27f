use super::*;
use crate::offset_unit::OffsetUnit;
use crate::testing::{
    self, by_way_of_thresh, everything, lost, round_trip, same_values, written_by,
};
use crate::{ImportOptions, ImportOutcome, TextFile};
use spanwise_annotation::document::TextName;
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// Category and text of each edit; `None` without a span.
fn marked(imported: &ImportOutcome) -> Vec<Vec<(&str, Option<&str>)>> {
    imported.corpus.records.iter().map(testing::marked).collect()
}

/// A record with one annotation of each kind.
const RECORD: &str = r#"{"dataset": "weather", "split": "test", "setup_id": "Model.1", "example_idx": 3,
    "output": "Zürich 😀 is warm; it is warm.", "annotations": [
        {"reason": "too warm", "text": "warm", "type": 0, "start": 12},
        {"text": "IT IS", "type": 1, "start": 18},
        {"text": "nowhere at all", "type": 0, "start": 2, "id": "x-7"},
        {"text": "warm", "type": 7, "start": 24.0, "occurence_index": 1}
    ],
    "flags": [{"label": "odd", "value": false}], "time_last_saved": 1.50,
    "metadata": {"annotator_id": "p-9", "annotator_group": 0, "prompt": "…",
        "annotation_span_categories": [{"name": "Wrong", "color": "red"}, {"name": "Other"}]}}"#;

fn line(record: &str) -> String {
    record.split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_record_is_read_whole() {
    let imported = round_trip(&FORMAT, &[TextFile::new("", line(RECORD))]);
    let record = imported.corpus.records.first().unwrap();
    assert_eq!(
        marked(&imported),
        [[("Wrong", Some("warm")), ("Other", Some("it is")), ("Wrong", None), ("7", Some("warm"))]]
    );
    assert_eq!(record.edits.first().unwrap().spans.target(), [Span::between(Utf16(13), Utf16(17))]);
    assert_eq!(record.annotator.as_deref(), Some("p-9"));
    assert!(record.done);
    let names: Vec<_> = record.metadata.iter().map(|(name, _)| name).collect();
    let expected =
        ["dataset", "split", "setup_id", "example_idx", "flags", "time_last_saved", "metadata"];
    assert_eq!(names, expected);
    assert_eq!(record.edits.first().unwrap().metadata.text("reason").as_deref(), Some("too warm"));
    let located = imported.located;
    assert_eq!(
        (located.exact, located.case_folded, located.missing, located.ambiguous),
        (2, 1, 1, 0)
    );
    let problem = &imported.problems.listed().first().unwrap().diagnostic;
    assert_eq!(problem.place.to_string(), "instance 1, annotations[2].text");
    assert_eq!(imported.unit, Some(OffsetUnit::CodePoints));
}

#[test]
fn released_records_have_a_group_and_no_categories() {
    let text = r#"{"dataset": "d", "split": "s", "setup_id": "m", "example_idx": 0, "orig_example_idx": 9, "output": "one two", "annotations": [{"type": 2, "text": "two", "start": 4, "id": 5}, {"type": "named", "text": "one", "start": 0}], "annotator_group": 2, "thinking_trace": null}
{"dataset": "d", "split": "s", "setup_id": "m", "example_idx": 1, "output": "", "annotations": [], "annotator_group": 2}"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    let [first, second] = imported.corpus.records.as_slice() else { panic!() };
    assert_eq!((first.annotator.as_deref(), second.edits.len()), (Some("2"), 0));
    assert_eq!(marked(&imported)[0], [("2", Some("two")), ("named", Some("one"))]);
}

#[test]
fn a_campaign_comes_back_with_all_its_files() {
    let files = [
        TextFile::new("c/db.csv", "dataset,split\nd,\"a,b\"\n"),
        TextFile::new(
            "c/metadata.json",
            r#"{"config": {"annotation_span_categories": [{"name": "A"}, {"name": "B"}]}}"#,
        ),
        TextFile::new(
            "c/files/1.jsonl",
            "{\"example_idx\": 0, \"output\": \"x y\", \"annotations\": [{\"type\": 1, \"text\": \"y\", \"start\": 2}]}\n",
        ),
        TextFile::new(
            "c/files/2.jsonl",
            "{\"example_idx\": 1, \"output\": \"x\", \"annotations\": []}\n",
        ),
        TextFile::new("c/files/empty.jsonl", ""),
    ];
    let imported = round_trip(&FORMAT, &files);
    assert_eq!(marked(&imported), [vec![("B", Some("y"))], vec![]]);
}

#[test]
fn categories_have_the_names_of_the_campaigns_configuration() {
    let record = r#"{"output": "x y", "annotations": [{"type": 1, "text": "y", "start": 2}]}"#;
    let config = "annotation_span_categories:\n- name: Wrong\n  color: red\n- name: Odd\n";
    let within = "config:\n  annotation_span_categories: [Wrong, Odd]\n";
    let metadata = r#"{"config": {"annotation_span_categories": ["Right", "Even"]}}"#;
    for (name, text, expected) in [("config.yaml", config, "Odd"), ("config.yml", within, "Odd")] {
        let files =
            [TextFile::new("c/files/1.jsonl", record), TextFile::new(format!("c/{name}"), text)];
        assert_eq!(marked(&round_trip(&FORMAT, &files)), [[(expected, Some("y"))]]);
    }
    let files = [
        TextFile::new("c/config.yaml", config),
        TextFile::new("c/files/1.jsonl", record),
        TextFile::new("c/metadata.json", metadata),
    ];
    assert_eq!(marked(&round_trip(&FORMAT, &files)), [[("Even", Some("y"))]]);
}

#[test]
fn configurations_that_do_not_name_the_categories_are_told() {
    let record = r#"{"output": "x y", "annotations": [{"type": 1, "text": "y", "start": 2}]}"#;
    let cases = [
        ("config.yaml", "annotation_span_categories: [a, 'b", "1", "yaml-syntax", "line 1"),
        ("config.yaml", "annotation_span_categories: red", "1", "no-list", "line 1, column 29"),
        ("config.yaml", "annotation_span_categories: {a: 1}", "1", "no-list", "line 1"),
        ("config.yaml", "config:\n  annotation_span_categories:", "1", "no-list", "line 2"),
        ("config.yml", "categories: [a, b]", "1", "no-categories", ""),
        ("config.yml", "- a\n- b", "1", "no-categories", ""),
        ("config.yml", "", "1", "no-categories", ""),
        (
            "config.yaml",
            "annotation_span_categories:\n- name: a\n- color: red",
            "1",
            "no-name",
            "line 3, column 3",
        ),
        ("config.yaml", "annotation_span_categories: [a, {name: [b]}]", "1", "no-name", "line 1"),
        ("metadata.json", "{\"annotation_span_categories\": {}}", "1", "no-list", ""),
        ("metadata.json", "[]", "1", "no-object", ""),
    ];
    for (name, text, expected, code, place) in cases {
        let files =
            [TextFile::new("c/files/1.jsonl", record), TextFile::new(format!("c/{name}"), text)];
        let imported = FORMAT.import(files, ImportOptions::default());
        assert_eq!(marked(&imported), [[(expected, Some("y"))]], "{text}");
        let mut listed = imported.problems.listed().iter();
        let said = listed.find(|problem| problem.file == format!("c/{name}"));
        let diagnostic = &said.unwrap_or_else(|| panic!("{name} {text}")).diagnostic;
        assert_eq!(diagnostic.code, code, "{text}");
        assert!(diagnostic.place.to_string().contains(place), "{text}: {}", diagnostic.place);
        assert!(!diagnostic.remedy.is_none(), "{text}");
    }
}

#[test]
fn texts_may_be_in_files_of_their_own() {
    let key = r#""dataset": "d", "split": "s", "setup_id": "m", "example_idx": 0"#;
    let annotations =
        format!(r#"{{{key}, "annotations": [{{"type": 0, "text": "wo", "start": 5}}]}}"#);
    let output = format!(r#"{{{key}, "output": "Two twos", "in": "x"}}"#);
    let files =
        [TextFile::new("a/x.jsonl", annotations.clone()), TextFile::new("out/m.jsonl", output)];
    let imported = round_trip(&FORMAT, &files);
    assert_eq!(imported.corpus.records.first().unwrap().target().as_str(), "Two twos");
    assert_eq!(marked(&imported), [[("0", Some("wo"))]]);

    // As released: the setup spelled otherwise, the annotated examples with numbers of their own.
    let released = r#"{"dataset": "d", "split": "s", "setup_id": "phi3-5", "example_idx": 0, "orig_example_idx": 7, "annotations": []}"#;
    let output = |index: u32, text: &str| {
        format!(
            r#"{{"dataset": "d", "split": "s", "setup_id": "Phi3.5", "example_idx": {index}, "output": "{text}"}}"#
        )
    };
    let outputs = [output(0, "another"), output(7, "the one")].join("\n");
    let files = [TextFile::new("a/x.jsonl", released), TextFile::new("out/m.jsonl", outputs)];
    let imported = round_trip(&FORMAT, &files);
    assert_eq!(imported.corpus.records.first().unwrap().target().as_str(), "the one");

    // Without the outputs the offsets stay as they are.
    let imported = read(&annotations);
    assert_eq!(imported.problems.errors(), 1);
    let said = imported.problems.listed().first().unwrap().diagnostic.sentence().to_string();
    assert!(said.starts_with("instance 1, output: The record has no text"), "{said}");
    let edit = imported.corpus.records.first().unwrap().edits.first().unwrap().clone();
    assert_eq!(edit.spans.target(), [Span::between(Utf16(5), Utf16(7))]);
    let through = testing::by_way_of_thresh(&imported.corpus);
    same_values(&[TextFile::new("", annotations)], &written_by(FORMAT.write, &through).files);
}

#[test]
fn offsets_that_count_something_else_are_noticed() {
    let text =
        r#"{"output": "😀😀 ab ab", "annotations": [{"type": 0, "text": "ab", "start": 8}]}"#;
    let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
    assert_eq!((imported.unit, imported.problems.warnings()), (Some(OffsetUnit::Utf16), 1));
    assert_eq!((imported.located.exact, imported.located.moved), (1, 0));
}

#[test]
fn what_was_written_holds_only_while_the_span_stands() {
    let mut imported = read(&line(RECORD));
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[1].spans.set(TextName::TARGET, vec![Span::between(Utf16(7), Utf16(9))]);
    record.edits[2].spans.set(TextName::TARGET, vec![Span::between(Utf16(0), Utf16(6))]);
    record.edits[3].category = "Other".to_owned();
    record.annotator = Some("me".to_owned());
    let written = written_by(FORMAT.write, &imported.corpus);
    let again = read(&written.files.first().unwrap().text);
    let expected = [
        ("Wrong", Some("warm")),
        ("Other", Some("😀")),
        ("Wrong", Some("Zürich")),
        ("Other", Some("warm")),
    ];
    assert_eq!(marked(&again), [expected]);
    assert_eq!(again.corpus.records.first().unwrap().annotator.as_deref(), Some("me"));
    assert!(written.files.first().unwrap().text.contains(r#""start": 7"#), "in code points");
}

/// As Python's `json.dumps(…, ensure_ascii=False)` writes it.
#[test]
fn a_file_as_python_writes_it_comes_back_byte_for_byte() {
    let text = r#"{"dataset": "d", "split": "s", "setup_id": "m", "example_idx": 0, "output": "Es ist 😀 warm.", "annotations": [{"type": 0, "text": "😀", "start": 7, "reason": "“so”"}, {"type": 1, "text": "WARM", "start": 9}], "annotator_group": 0}"#;
    let text = format!("{text}\n");
    let written = written_by(FORMAT.write, &by_way_of_thresh(&read(&text).corpus));
    assert_eq!(written.files.first().unwrap().text, text);
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
    let again = read(&written.files.first().unwrap().text);
    assert_eq!(again.problems.errors(), 0);
    let expected = [
        ("plain", Some("Hello")),
        ("several", Some("all")),
        ("several", Some("Hello")),
        ("both", Some("😀")),
        ("part", Some("😀")),
    ];
    assert_eq!(marked(&again), [expected.to_vec(), vec![]]);
    let [first, second] = again.corpus.records.as_slice() else { panic!() };
    assert_eq!((first.annotator.as_deref(), first.done, second.done), (Some("ann"), true, false));
    assert_eq!(first.edits.first().unwrap().metadata.text("note").as_deref(), Some("n"));
}

#[test]
fn broken_files_are_survived() {
    let imported =
        read("{\"annotations\": 7}\n[1]\n{\"output\": [], \"annotations\": [null]}\n{\"output\"");
    let places: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|problem| problem.diagnostic.place.to_string())
        .collect();
    assert_eq!(
        places,
        [
            "line 4, column 10",
            "instance 1, output",
            "instance 1, annotations",
            "instance 2",
            "instance 3, output"
        ]
    );
    let written = written_by(FORMAT.write, &imported.corpus).files;
    same_values(
        &[TextFile::new("", "{\"annotations\": 7}\n{\"output\": [], \"annotations\": [null]}")],
        &written,
    );
    assert!(read("").problems.errors() > 0);
}

#[test]
fn a_record_of_a_model_says_so_in_thresh_and_comes_back() {
    let of = |config: &str| {
        format!(
            r#"{{"dataset": "d", "split": "s", "setup_id": "x", "example_idx": 0, "output": "so warm", "annotations": [{{"type": 0, "text": "warm", "start": 3}}], "metadata": {config}}}"#
        )
    };
    for (config, expected) in [
        (r#"{"model": "m-1", "annotation_span_categories": [{"name": "W"}]}"#, Some("m-1")),
        (r#"{"model": "", "annotation_span_categories": [{"name": "W"}]}"#, None),
        (r#"{"service": "local", "annotation_span_categories": [{"name": "W"}]}"#, None),
    ] {
        let imported = round_trip(&FORMAT, &[TextFile::new("", of(config) + "\n")]);
        let record = &imported.corpus.records[0];
        let origin = record.origin(&record.edits[0]);
        assert_eq!(origin.and_then(|origin| origin.name).as_deref(), expected, "{config}");
    }
}
