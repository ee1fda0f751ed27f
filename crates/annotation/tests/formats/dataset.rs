//! Whole files: every form, every damage.

use spanwise_annotation::format::{
    Dataset, DatasetForm, DatasetReader, OffsetUnit, cuts_characters, read_instance, write_bundle,
    write_dataset, write_instance,
};

use super::{listed, typology};

pub(crate) fn open(text: &str) -> Dataset {
    DatasetReader::new(text.to_owned()).finish().expect("a data file")
}

fn unchanged(dataset: &Dataset) -> String {
    write_dataset(dataset, |_| None, OffsetUnit::Utf16)
}

#[test]
fn every_form_is_read_and_written_back() {
    let cases: &[(&str, DatasetForm, usize, &[&str])] = &[
        ("\u{feff}[{\"target\":\"a\"}]", DatasetForm::Array, 1, &[]),
        ("[ {\"target\":\"a\"} ,\n {} ]\r\n", DatasetForm::Array, 2, &[]),
        ("[]", DatasetForm::Array, 0, &["file no-instances"]),
        ("[{}, 5, null, {}]", DatasetForm::Array, 2, &["1:6 not-an-object", "1:9 not-an-object"]),
        ("{\"v\":1,\"data\":[{},{}],\"z\":[{}]}", DatasetForm::Wrapped, 2, &[]),
        ("{\"instances\" : [ ] }", DatasetForm::Wrapped, 0, &["file no-instances"]),
        ("{\"target\":\"a\"}", DatasetForm::Lines, 1, &[]),
        ("{\"id\":1,\n\"target\":\"a\"}\n", DatasetForm::Lines, 1, &[]),
        ("{\"t\":1}\n\n{\"t\":2}\r\n{\"t\":3}\n", DatasetForm::Lines, 3, &[]),
        ("{\"source\":\"a\",\"data\":[{}]}\n{}", DatasetForm::Lines, 2, &[]),
        ("{\"a\":1}\n[2]\n{}", DatasetForm::Lines, 2, &["2:1 not-an-object"]),
    ];
    for (text, form, len, problems) in cases {
        let dataset = open(text);
        assert_eq!((dataset.form(), dataset.len()), (*form, *len), "{text}");
        assert_eq!(listed(dataset.problems()), *problems, "{text}");
        assert_eq!(unchanged(&dataset), *text);
        assert!(!dataset.is_damaged());
    }
}

// Thresh 11.26: no messages for bad JSON
#[test]
fn damage_is_placed_and_the_rest_survives() {
    let cases: &[(&str, usize, &str, &str)] = &[
        ("[{}, {'a': 1}]", 1, "1:7", "Single quotes"),
        ("[{},\n {\"a\": tru}]", 1, "2:8", "“tru”"),
        ("[{}, {\"a\": NaN}]", 1, "1:12", "Write null"),
        ("[{}, {\"a\": 1,}]", 1, "1:13", "comma after"),
        ("[{}, {\"a\": 1 \"b\"}]", 1, "1:14", "missing"),
        ("[{}, {\"a\" 1}]", 1, "1:11", "colon"),
        ("[{}, {a: 1}]", 1, "1:7", "double quotes"),
        ("[{}, {}", 2, "1:8", "cut off"),
        ("[{},\n{\"a\": [1, ", 1, "2:11", "line 2 is never closed"),
        ("[{}, {\"a\": \"é", 1, "1:14", "never ends"),
        ("[{}, {\"a\": \"b\nc\"}]", 1, "1:14", "line break"),
        ("[{}, {\"a\": \"\\x\"}]", 1, "1:13", "backslash"),
        ("[{}, {\"a\": 012}]", 1, "1:12", "number"),
        ("[{}, // more\n{}]", 1, "1:6", "comment"),
        ("[{}, “a”]", 1, "1:6", "Typographic"),
        ("[{} {}]", 1, "1:5", "missing"),
        ("[{}] [{}]", 1, "1:6", "more text"),
        ("{\"data\":[{}], oops}", 1, "1:15", "double quotes"),
        ("{\"a\":1},\n{\"a\":2}", 1, "1:8", "Put ["),
        ("{\"a\":1}\n{\"a\":", 1, "2:6", "cut off"),
    ];
    for (text, len, place, words) in cases {
        let dataset = open(text);
        assert_eq!(dataset.len(), *len, "{text}");
        let problem = dataset.problems().last().expect("a problem");
        assert_eq!(
            listed(std::slice::from_ref(problem)),
            [format!("{place} json-syntax")],
            "{text}"
        );
        assert!(problem.to_string().contains(words), "{text}: {problem}");
        assert!(dataset.is_damaged() && dataset.tail().is_some_and(|tail| text.ends_with(tail)));
        assert_eq!(unchanged(&dataset), *text);
    }
}

#[test]
fn a_damaged_line_does_not_take_the_others_with_it() {
    let text = "{\"target\":\"a\"}\n{\"target\": oops}\n{\"target\":\"c\"}\n";
    let dataset = open(text);
    assert_eq!((dataset.len(), dataset.tail()), (2, None));
    assert_eq!(listed(dataset.problems()), ["2:12 json-syntax"]);
    assert!(dataset.is_damaged());
    assert_eq!(unchanged(&dataset), text);
}

#[test]
fn a_comma_after_the_last_item_is_left_out() {
    let dataset = open("[{\"target\":\"a\"},\n]");
    assert_eq!(listed(dataset.problems()), ["1:16 json-syntax"]);
    assert!(!dataset.is_damaged());
    assert_eq!(unchanged(&dataset), "[{\"target\":\"a\"}\n]");
}

#[test]
fn what_is_no_data_file_is_refused_with_a_reason() {
    for (text, words) in [
        ("", "empty"),
        (" \u{feff}", "1:2"),
        ("\u{feff} \n", "empty"),
        ("\"target\"", "\"target\""),
        ("42", "holds “42”"),
        ("edits:\n  - name: a", "“edits” is not"),
        ("<html>", "“<”"),
        ("{\"name\":\"x\",\"list\":[{}]}", "“name”, “list”"),
        ("[{\"a\":}]", "“}”"),
        ("[", "cut off"),
        ("{", "cut off"),
    ] {
        let error = DatasetReader::new(text).finish().expect_err(text);
        let said = format!("{} {error}", listed(std::slice::from_ref(&error)).join(""));
        assert!(said.contains(words), "{text:?}: {said}");
    }
}

#[test]
fn hostile_files_are_listed_in_part() {
    let dataset = open(&format!("[{}{{}}]", "1,\n".repeat(50_000)));
    assert_eq!((dataset.len(), dataset.problems().len()), (1, 101));
}

#[test]
fn json_lines_stay_json_lines() {
    let text = include_str!("../data/lines.jsonl");
    let dataset = open(text);
    let mut instance = read_instance(dataset.raw(0).expect("a line"), 0, &typology()).instance;
    instance.comment = "literal".into();
    let line = write_instance(&instance, &typology());
    let file = write_dataset(&dataset, |i| (i == 0).then(|| line.clone()), OffsetUnit::Utf16);
    assert_eq!(file, text.replacen("you?\"", "you?\",\"comment\":\"literal\"", 1));
}

// Thresh 11.13: edits of one instance turn up in the next when a file is written
#[test]
fn changed_instances_take_their_places() {
    let text = include_str!("../data/several-scripts.json");
    let dataset = open(text);
    let raw = dataset.raw(1).expect("an instance");
    let mut instance = read_instance(raw, 1, &typology()).instance;
    instance.bookmark = true;
    let written = write_instance(&instance, &typology());
    let file = write_dataset(&dataset, |i| (i == 1).then(|| written.clone()), OffsetUnit::Utf16);
    assert_eq!(
        file,
        text.replace("\"_thresh_id\": 2\n", "\"_thresh_id\": 2,\n    \"bookmark\": true\n")
    );
}

#[test]
fn bundles_read_back() {
    let yaml = "template_name: \"größe\"\nedits: []\n";
    for text in [
        "[]",
        "[{\"target\":\"a\"}, 5]",
        "{\"data\":[{\"target\":\"a\"}]}",
        "{\"target\":\"a\"}\n{\"target\":\"b\"}",
        "[{\"target\":\"a\"},{\"_thresh_template\":\"old: 1\"}]",
    ] {
        let data = open(text);
        let bundle = open(&write_bundle(&data, |_| None, yaml));
        assert_eq!(bundle.template().as_deref(), Some(yaml));
        assert_eq!((bundle.form(), bundle.len()), (DatasetForm::Array, data.len()));
        assert_eq!(bundle.iter().collect::<Vec<_>>(), data.iter().collect::<Vec<_>>());
    }
}

#[test]
fn a_template_may_stand_anywhere_but_once() {
    let dataset =
        open(r#"[{"_thresh_template":"a: 1"},{"target":"x"},{"_thresh_template":"b: 2"}]"#);
    assert_eq!((dataset.len(), dataset.template().as_deref()), (1, Some("a: 1")));
    assert_eq!(listed(dataset.problems()), ["1:45 second-template"]);
}

#[test]
fn offsets_within_characters_are_found() {
    for (spans, cuts) in [
        (r#""output_idx":[[1,3]]"#, false),
        (r#""output_idx":[[1,2]]"#, true),
        (r#""output_idx":[2,3]"#, true),
        (r#""input_idx":[[2,9]]"#, false),
        (r#""constituent_edits":[{"output_idx":[[0,1],[2,2]]}]"#, true),
    ] {
        let raw = format!(r#"{{"source":"abc","target":"a😀b","edits":[3,{{{spans}}}]}}"#);
        assert_eq!(cuts_characters(&raw), cuts, "{spans}");
    }
    assert!(!cuts_characters("7") && !cuts_characters("{}"));
}

#[test]
fn code_points_for_python() {
    let text = include_str!("../data/several-scripts.json");
    let expected = text
        .replace("[ 37, 41 ]", "[ 36, 40 ]")
        .replace("[ 43, 60 ]", "[ 42, 59 ]")
        .replace(
            "\"bookmark\": true",
            "\"bookmark\": true,\n    \"_spanwise\": {\"offsets\":\"code-points\"}",
        )
        .replace("\"edits\": null", "\"edits\": []");
    assert_eq!(write_dataset(&open(text), |_| None, OffsetUnit::CodePoints), expected);
    for (raw, expected) in [
        (r#"{"target":"😀b"}"#, r#"{"target":"😀b","edits":[]}"#),
        (
            r#"{"source":"😀b","target":"bb","edits":[1,{"input_idx":[2,3.0],"output_idx":[[2,9]],"n":[[2,3]]}]}"#,
            r#"{"source":"😀b","target":"bb","edits":[1,{"input_idx":[1,2],"output_idx":[[2,9]],"n":[[2,3]]}],"_spanwise":{"offsets":"code-points"}}"#,
        ),
        (
            r#"{"target":"😀b","edits":[{"constituent_edits":[{"output_idx":[[0.0,2],[3,8],[-1,-1]]}]}]}"#,
            r#"{"target":"😀b","edits":[{"constituent_edits":[{"output_idx":[[0.0,1],[2,7],[-1,-1]]}]}],"_spanwise":{"offsets":"code-points"}}"#,
        ),
    ] {
        assert_eq!(write_dataset(&open(raw), |_| None, OffsetUnit::CodePoints), expected);
    }
}
