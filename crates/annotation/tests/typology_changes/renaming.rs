//! Names that differ between two versions of a template, and data that follow.

use spanwise_annotation::format::DatasetReader;
use spanwise_annotation::typology_changes::{
    Rename, RenamedPart, Renames, rename_in_data, renamed,
};
use spanwise_template::{Typology, compile};

const TEMPLATE: &str = "template_name: t
instance_questions:
  - name: fluent
    options: binary
  - name: good
    multiple: true
    options: [facts, form]
edits:
  - name: omission
    enable_input: true
  - name: fluency
    label: Fluency!
    enable_output: true
    annotation:
      - name: severity
        options: likert-3
      - name: kind
        options:
          - grammar
          - name: style
            question: How?
            options: [clumsy, wordy]
";

fn typology(text: &str) -> Typology {
    compile(text).template.expect("a template").typology
}

/// A rename at a path, which begins with `/` in questions about instances.
fn rename(path: &str, to: &str) -> Rename {
    let (part, path) = match path.strip_prefix('/') {
        Some(path) => (RenamedPart::InstanceQuestions, path),
        None => (RenamedPart::Categories, path),
    };
    Rename { part, path: path.split('/').map(str::to_owned).collect(), to: to.to_owned() }
}

#[test]
fn one_changed_name_is_a_rename() {
    for (from, to, expected) in [
        ("name: omission", "name: left_out", Some(("omission", "left_out"))),
        ("name: fluency", "name: language", Some(("fluency", "language"))),
        ("name: severity", "name: how_bad", Some(("fluency/severity", "how_bad"))),
        ("- grammar", "- syntax", Some(("fluency/kind/grammar", "syntax"))),
        ("name: style", "name: manner", Some(("fluency/kind/style", "manner"))),
        ("wordy", "long", Some(("fluency/kind/style/wordy", "long"))),
        ("name: fluent", "name: smooth", Some(("/fluent", "smooth"))),
        ("[facts, form]", "[facts, style]", Some(("/good/form", "style"))),
        // Something else.
        ("name: omission", "name: omission", None),
        ("Fluency!", "Language", None),
        ("likert-3", "likert-5", None),
        ("[clumsy, wordy]", "[wordy, clumsy]", None),
        ("[clumsy, wordy]", "[wordy]", None),
        ("[clumsy, wordy]", "[plain, odd]", None),
        ("name: fluent\n    options: binary", "name: smooth\n    options: likert-3", None),
        ("name: fluency\n    label: Fluency!", "name: language\n    label: Language!", None),
    ] {
        let found = renamed(&typology(TEMPLATE), &typology(&TEMPLATE.replace(from, to)));
        assert_eq!(found, expected.map(|(path, to)| rename(path, to)), "{from} → {to}");
    }
}

#[test]
fn a_name_that_is_typed_is_renamed_once() {
    let mut renames = Renames::default();
    for (path, to) in [("a", "ab"), ("ab", "abc"), ("abc/q", "r"), ("abc/r", "rs")] {
        renames.push(rename(path, to));
    }
    let mut expected = Renames::default();
    expected.push(rename("a", "abc"));
    expected.push(rename("abc/q", "rs"));
    assert_eq!(renames, expected);
    renames.push(rename("/abc/rs", "other"));
    renames.push(rename("/abc/other", "rs"));
    renames.push(rename("abc/rs", "q"));
    renames.push(rename("abc", "a"));
    assert!(renames.is_empty());
}

#[test]
fn data_follow_and_come_back_byte_for_byte() {
    let data = r#"[
  {"target": "a b", "x": 1.50, "edits": [
    {"category": "fluency", "id": 1, "annotation": {"kind": {"val": "style", "style": {"val": "wordy"}}}, "output_idx": [[2, 3]], "y": 2},
    {"category": "unknown", "id": 1, "output_idx": [[0, 1]]}
  ]},
  {"target": "c", "edits": [ ], "_spanwise": {"answers": {"fluent": "yes", "good": ["form"]}}}
]
"#;
    let before = typology(TEMPLATE);
    let changed = TEMPLATE.replace("wordy", "long").replace("name: fluency", "name: language");
    let changed = changed.replace("name: fluent", "name: smooth").replace("form", "style");
    let after = typology(&changed);
    let read = |text: &str| DatasetReader::new(text.to_owned()).finish().expect("data");
    let mut there = Renames::default();
    there.push(rename("fluency/kind/style/wordy", "long"));
    there.push(rename("fluency", "language"));
    there.push(rename("/good/form", "style"));
    there.push(rename("/fluent", "smooth"));
    let text = rename_in_data(&read(data), &there.changes(), &before, &after);
    let expected = data
        .replace("\"fluency\"", "\"language\"")
        .replace(r#"{"val": "wordy"}"#, r#"{"val":"long"}"#)
        .replace(
            r#"{"fluent": "yes", "good": ["form"]}"#,
            r#"{ "good": ["style"], "smooth": "yes"}"#,
        );
    assert_eq!(text, expected);
    let mut back = Renames::default();
    back.push(rename("language", "fluency"));
    back.push(rename("/good/style", "form"));
    back.push(rename("/smooth", "fluent"));
    back.push(rename("fluency/kind/style/long", "wordy"));
    let text = rename_in_data(&read(&text), &back.changes(), &after, &before);
    let dense = |text: &str| text.replace(' ', "");
    let expected = data.replace(
        r#"{"fluent": "yes", "good": ["form"]}"#,
        r#"{"good": ["form"], "fluent": "yes"}"#,
    );
    assert_eq!(dense(&text), dense(&expected));
}
