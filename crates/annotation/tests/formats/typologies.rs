//! The hash of a typology, and its note in files.

use std::fs;
use std::sync::Arc;

use serde_json::{Value, json};
use spanwise_annotation::document::{AnswerOwner, GivenAnswer, TextName};
use spanwise_annotation::format::{DatasetReader, OffsetUnit, read_instance, write_dataset};
use spanwise_annotation::typology_hash::{
    NotedInstances, NotedTypologies, OTHER_TYPOLOGY, TypologyHash, note_typology,
};
use spanwise_annotation::workspace::{Command, Workspace};
use spanwise_diagnostics::{DiagnosticPlace, Severity};
use spanwise_template::{CategoryId, Template, compile};

use super::span;

const TEMPLATE: &str = r#"
template_name: t
score: weights
enforce: false
edits:
  - name: wrong
    type: multi_span
    enable_output: true
    weight: 2
    annotation:
      - {name: severity, options: likert-3}
      - name: kind
        options:
          - {name: style, weight: 3}
          - {name: grammar, question: Where?, options: [{name: verb}, {name: noun}]}
      - {name: count, options: number, min: 0, step: 1}
      - {name: where, multiple: true, options: [{name: start}, {name: end}]}
  - {name: gone, enable_input: true, annotation: [{name: sure, options: binary}]}
instance_questions:
  - {name: fluent, options: slider}
"#;

fn template(yaml: &str) -> Template {
    compile(yaml).template.expect("a template")
}

fn hash(yaml: &str) -> TypologyHash {
    TypologyHash::of(&template(yaml))
}

/// The template with one part replaced.
fn with(old: &str, new: &str) -> String {
    assert_eq!(TEMPLATE.matches(old).count(), 1, "{old}");
    TEMPLATE.replace(old, new)
}

#[test]
fn what_gives_annotations_their_meaning_is_in_the_hash() {
    let changed = [
        ("{name: gone", "{name: missing"),
        ("{name: severity", "{name: weight_of_error"),
        ("name: style", "name: form"),
        ("name: verb", "name: adverb"),
        ("name: start", "name: begin"),
        ("name: fluent", "name: good"),
        ("multi_span", "single_span"),
        ("multi_span", "composite"),
        ("enable_output", "enable_input"),
        ("enable_input: true", "enable_input: true, enable_output: true"),
        ("enable_input: true, ", ""),
        ("likert-3", "likert-5"),
        ("options: binary", "options: textbox"),
        ("options: number", "options: slider"),
        ("min: 0", "min: 1"),
        ("step: 1", "step: 0.5"),
        ("options: slider", "options: slider, max: 10"),
        ("multiple: true, ", ""),
        ("{name: start}, ", ""),
        (", question: Where?, options: [{name: verb}, {name: noun}]", ""),
        (", annotation: [{name: sure, options: binary}]", ""),
        ("instance_questions:\n  - {name: fluent, options: slider}\n", ""),
        ("weight: 2", "weight: 1"),
        ("weight: 3", "weight: -3"),
        ("score: weights\n", ""),
    ];
    let mut hashes = vec![hash(TEMPLATE)];
    for (old, new) in changed {
        let changed = hash(&with(old, new));
        assert!(!hashes.contains(&changed), "{old} → {new}");
        hashes.push(changed);
    }
}

#[test]
fn what_is_only_shown_is_not_in_the_hash() {
    let changed = [
        ("template_name: t", "template_name: u\ntemplate_label: T\nlanguage: de\nlanguages: [de]"),
        ("template_name: t", "# A comment.\n\"template_name\":   'v'\ntask: T"),
        ("name: wrong", "name: wrong\n    label: Wrong!\n    description: D\n    group: G"),
        ("name: wrong", "color: \"#112233\"\n    hotkey: w\n    icon: fa-pen\n    name: wrong"),
        ("enable_output: true", "boundary: char\n    enable_output: true"),
        ("{name: severity, ", "{question: How bad?, label: S, required: false, name: severity, "),
        ("options: likert-3}", "options: likert-3, hotkey: s}"),
        ("{name: style, weight: 3}", "{weight: 3.0, label: Style, name: style}"),
        ("Where?", "In what?"),
        ("[{name: verb}, {name: noun}]", "[{name: noun}, {name: verb}]"),
        ("min: 0, step: 1", "step: 1.0, min: -0, unit: words"),
        ("options: slider", "options: slider, min: 0, max: 100, step: 1, min_label: bad"),
        ("score: weights", "score: 100 - weights / words"),
    ];
    let own = hash(TEMPLATE);
    for (old, new) in changed {
        assert_eq!(hash(&with(old, new)), own, "{old} → {new}");
    }
    let last =
        "  - {name: gone, enable_input: true, annotation: [{name: sure, options: binary}]}\n";
    let swapped = with(last, "").replace("edits:\n", &format!("edits:\n{last}"));
    assert_eq!(hash(&swapped), own, "the last category comes first");
    // Weights are nothing while no score counts with them.
    let unweighted = with("score: weights", "score: mqm");
    for (old, new) in [("score: mqm\n", ""), ("weight: 2", "weight: 7"), (", weight: 3", "")] {
        assert_eq!(hash(&unweighted.replace(old, new)), hash(&unweighted), "{old} → {new}");
    }
}

#[test]
fn roles_of_spans_are_in_the_hash() {
    let hash_with = |roles: &str| {
        let many = "enable_output: true, type: multi_span";
        hash(&format!("template_name: t\nedits:\n  - {{name: a, {many}, spans: [{roles}]}}\n"))
    };
    let own = hash_with("{name: e}, {name: b}");
    for shown in [
        "{name: e, label: Error}, {name: b, required: true}",
        "{name: e, side: target}, {name: b, description: D}",
    ] {
        assert_eq!(hash_with(shown), own, "{shown}");
    }
    let changed = [
        "",
        "{name: e}",
        "{name: b}, {name: e}",
        "{name: e}, {name: c}",
        "{name: e}, {name: b, multiple: true}",
        "{name: e}, {name: b, side: source}",
    ];
    let mut hashes = vec![own];
    for roles in changed {
        let changed = hash_with(roles);
        assert!(!hashes.contains(&changed), "{roles}");
        hashes.push(changed);
    }
}

/// A hash is in files for as long as they are kept: it is the same in every version.
#[test]
fn hashes_stay_as_they_are() {
    let own = |name: &str| {
        let path = format!("{}/../../templates/{name}/template.yml", env!("CARGO_MANIFEST_DIR"));
        fs::read_to_string(path).expect("a template")
    };
    let cases = [
        (TEMPLATE.to_owned(), "7d11db113a7c18cc"),
        ("template_name: t\nedits: []\n".to_owned(), "724487667445ac21"),
        (own("mqm"), "002ac27e61035e2c"),
        (own("salsa"), "80dc48a6c011caa1"),
        (own("demo_edit_types"), "8088c289c7a5f43a"),
    ];
    let found = cases.iter().map(|(yaml, _)| hash(yaml).to_string());
    assert_eq!(found.collect::<Vec<_>>(), cases.iter().map(|(_, hash)| *hash).collect::<Vec<_>>());
}

#[test]
fn only_changed_annotations_are_noted() {
    let own = hash(TEMPLATE);
    let note = format!(r#""typology":"{own}""#);
    let noted = |old: &str, new: &str| note_typology(old, new.to_owned(), own, None);
    let kept = [
        (r#"{"target":"a"}"#, r#"{"target":"a"}"#),
        (r#"{"target":"a"}"#, r#"{"target":"a","bookmark":true,"comment":"c"}"#),
        (r#"{"target":"a"}"#, r#"{"target":"a","_spanwise":{"reading":[{},{}]}}"#),
        (
            r#"{"_spanwise": {"done": true}}"#,
            r#"{"_spanwise": {"done": true, "reading": [{}, {}]}}"#,
        ),
        (
            r#"{"edits":[1],"_spanwise":{"typology":"x"}}"#,
            r#"{"edits":[1],"_spanwise":{"typology":"x"},"comment":"c"}"#,
        ),
        // No place for the note.
        (r#"{"_spanwise":7}"#, r#"{"edits":[1],"_spanwise":7}"#),
        ("7", "7"),
    ];
    for (old, new) in kept {
        assert_eq!(noted(old, new), new);
    }
    let changed = [
        (
            r#"{"a":1.0}"#,
            r#"{"a":1.0, "edits": [ ]}"#,
            r#"{"a":1.0, "edits": [ ], "_spanwise": {NOTE}}"#,
        ),
        (
            r#"{"edits":[]}"#,
            r#"{"edits":[],"_spanwise":{"done":true}}"#,
            r#"{"edits":[],"_spanwise":{"done":true,NOTE}}"#,
        ),
        (
            r#"{"_spanwise":{"reading":[{},{}]}}"#,
            r#"{"_spanwise":{"reading":[{},{}],"answers":{"fluent":"70"}}}"#,
            r#"{"_spanwise":{"reading":[{},{}],"answers":{"fluent":"70"},NOTE}}"#,
        ),
        (r#"{"_spanwise":{"done":true}}"#, r#"{"_spanwise":{}}"#, r#"{"_spanwise":{NOTE}}"#),
        (
            r#"{"edits":[1],"_spanwise":{"typology":"x","y":[1]}}"#,
            r#"{"edits":[],"_spanwise":{"typology":"x","y":[1]}}"#,
            r#"{"edits":[],"_spanwise":{NOTE,"y":[1]}}"#,
        ),
    ];
    for (old, new, expected) in changed {
        let written = noted(old, new);
        assert_eq!(written, expected.replace("NOTE", &note));
        assert_eq!(noted(old, &written), written, "noted twice");
        assert_eq!(TypologyHash::noted_in(&written), Some(own));
    }
}

#[test]
fn only_a_hash_is_read_as_one() {
    let cases = [
        (r#"{"typology":"00000000000000ff"}"#, Some("00000000000000ff")),
        (r#"{"typology":"00000000000000FF"}"#, None),
        (r#"{"typology":"0ff"}"#, None),
        (r#"{"typology":"+0000000000000ff"}"#, None),
        (r#"{"typology":"00000000000000ff0"}"#, None),
        (r#"{"typology":255}"#, None),
        (r#"{"typology":{"v":2}}"#, None),
        (r#"{"done":true}"#, None),
        ("7", None),
    ];
    for (own, expected) in cases {
        let expected = expected.map(str::to_owned);
        let read = |hash: Option<TypologyHash>| hash.map(|hash| hash.to_string());
        assert_eq!(read(TypologyHash::noted_in_own(own)), expected, "{own}");
        let raw = format!(r#"{{"target":"a","_spanwise":{own}}}"#);
        assert_eq!(read(TypologyHash::noted_in(&raw)), expected, "{own}");
        let loaded = read_instance(&raw, 0, &template(TEMPLATE).typology);
        assert!(expected.is_none() || loaded.may_note_typology, "{own}");
        assert_eq!(loaded.problems, []);
    }
}

fn open(yaml: &str, data: &str) -> Workspace {
    let dataset = DatasetReader::new(data.to_owned()).finish().expect("data");
    Workspace::new(Arc::new(template(yaml)), Arc::new(dataset))
}

/// The file of a work.
fn file(work: &Workspace, unit: OffsetUnit) -> String {
    let typology = TypologyHash::of(work.template());
    write_dataset(work.dataset(), |at| work.written_with_typology(at, typology), unit)
}

const DATA: &str = "[ {\"target\": \"a b\"},\n {\"target\": \"😀 c\", \"n\": 1.50, \"edits\": [ ]},\n {\"target\": \"d\"} ]\n";

/// The file of a work in which the second instance is annotated, and the third one bookmarked.
fn annotated(unit: OffsetUnit) -> String {
    let mut work = open(TEMPLATE, DATA);
    let span = span(0, 2);
    let commands = [
        Command::GoTo(1),
        Command::SelectText(TextName::TARGET, span),
        Command::ChooseCategory(CategoryId(0)),
        Command::GoTo(2),
        Command::SetBookmark(true),
    ];
    for command in commands {
        work.dispatch(command, 0.0).expect("allowed");
    }
    file(&work, unit)
}

#[test]
fn a_file_has_the_hash_where_it_was_annotated() {
    for unit in [OffsetUnit::Utf16, OffsetUnit::CodePoints] {
        let text = annotated(unit);
        let value: Value = serde_json::from_str(&text).expect("JSON");
        let noted = |at: usize| value[at]["_spanwise"]["typology"].as_str().map(str::to_owned);
        let own = hash(TEMPLATE).to_string();
        assert_eq!([noted(0), noted(1), noted(2)], [None, Some(own), None], "{text}");
        if unit == OffsetUnit::Utf16 {
            assert!(
                text.starts_with("[ {\"target\": \"a b\"},\n {\"target\": \"😀 c\", \"n\": 1.50,")
            );
            assert!(text.ends_with("{\"target\": \"d\",\"bookmark\": true} ]\n"), "{text}");
        }
    }
    let text = annotated(OffsetUnit::Utf16);
    assert_eq!(file(&open(TEMPLATE, &text), OffsetUnit::Utf16), text, "written again");
}

#[test]
fn undone_work_leaves_no_note() {
    let mut work = open(TEMPLATE, DATA);
    work.dispatch(Command::SetDone(true), 0.0).expect("allowed");
    assert!(file(&work, OffsetUnit::Utf16).contains("typology"));
    work.dispatch(Command::Undo, 0.0).expect("allowed");
    assert_eq!(file(&work, OffsetUnit::Utf16), DATA);
}

#[test]
fn an_answer_about_the_instance_is_noted() {
    let mut work = open(TEMPLATE, DATA);
    let answer = GivenAnswer::Value("70".to_owned());
    let command = Command::Answer(AnswerOwner::Instance, vec!["fluent".to_owned()], answer);
    work.dispatch(command, 0.0).expect("allowed");
    let value: Value = serde_json::from_str(&file(&work, OffsetUnit::Utf16)).expect("JSON");
    let own = hash(TEMPLATE).to_string();
    assert_eq!(value[0]["_spanwise"], json!({ "answers": { "fluent": "70" }, "typology": own }));
}

/// The problems of a work after all was read.
fn problems(yaml: &str, data: &str) -> Vec<(String, DiagnosticPlace, Severity)> {
    let mut work = open(yaml, data);
    work.scan(1_000);
    let mut noted = NotedTypologies::default();
    for (at, raw) in work.dataset().clone().iter().enumerate() {
        TypologyHash::noted_in(raw).iter().for_each(|typology| noted.add(at, *typology));
    }
    assert_eq!(work.overview().may_note_typologies(), !noted.is_empty());
    noted.problem(hash(yaml)).into_iter().for_each(|problem| work.report(problem));
    let problems = work.overview().problems();
    assert_eq!(work.overview().problem_count(), problems.len());
    // It is about the whole file, so it comes before all others.
    let others = problems.iter().take_while(|p| p.code == OTHER_TYPOLOGY);
    others.map(|p| (p.message.to_string(), p.place.clone(), p.severity)).collect()
}

#[test]
fn another_typology_is_told_once() {
    let text = annotated(OffsetUnit::Utf16);
    assert_eq!(problems(TEMPLATE, &text), [], "its own");
    let relabelled = with("name: wrong", "name: wrong\n    label: Error");
    assert_eq!(problems(&relabelled, &text), [], "of the same meaning");
    let other = with("likert-3", "likert-5");
    assert_eq!(problems(&other, DATA), [], "no note");

    let (own, now) = (hash(TEMPLATE), hash(&other));
    let place =
        |instance| DiagnosticPlace::Data { instance, path: "_spanwise.typology".to_owned() };
    let message = |noted: &str| {
        format!(
            "The annotations were made with another version of the typology: {noted}. The template’s is {now}."
        )
    };
    let expected = (message(&format!("{own} × 1")), place(1), Severity::Warning);
    assert_eq!(problems(&other, &text), [expected]);
    // The only instance is read before the others are.
    let one = format!(r#"[{{"target": "a", "edits": 7, "_spanwise": {{"typology": "{own}"}}}}]"#);
    let expected = (message(&format!("{own} × 1")), place(0), Severity::Warning);
    assert_eq!(problems(&other, &one), [expected]);
    // Of many versions, the first are named.
    let many: Vec<Value> = (0..50)
        .map(|n| json!({ "target": "a", "_spanwise": { "typology": format!("{n:016x}") } }))
        .collect();
    let found = problems(&other, &Value::from(many).to_string());
    let first = "0000000000000000 × 1, 0000000000000001 × 1, 0000000000000002 × 1, …";
    assert_eq!(found, [(message(first), place(0), Severity::Warning)]);
}

#[test]
fn opening_with_another_template_loses_nothing() {
    let text = annotated(OffsetUnit::Utf16);
    let other = with("likert-3", "likert-5");
    let mut work = open(&other, &text);
    work.scan(1_000);
    assert_eq!(file(&work, OffsetUnit::Utf16), text);
    // The note is that of the last change.
    work.dispatch(Command::GoTo(1), 0.0).expect("allowed");
    work.dispatch(Command::Clear, 0.0).expect("allowed");
    let value: Value = serde_json::from_str(&file(&work, OffsetUnit::Utf16)).expect("JSON");
    assert_eq!(value[1]["_spanwise"]["typology"], hash(&other).to_string());
}

#[test]
fn noted_hashes_are_counted() {
    let [a, b] = ["00000000000000aa", "00000000000000bb"].map(|digits| {
        TypologyHash::noted_in_own(&format!(r#"{{"typology":"{digits}"}}"#)).expect("a hash")
    });
    let mut noted = NotedTypologies::default();
    assert!(noted.is_empty() && noted.first().is_none());
    for (instance, typology) in [(2, b), (3, a), (7, b)] {
        noted.add(instance, typology);
    }
    let of_b = NotedInstances { count: 2, first: 2 };
    assert_eq!(noted.first(), Some((b, of_b)));
    assert_eq!(noted.to_string(), format!("{a} × 1, {b} × 2"));
    assert_eq!(noted.except(a).iter().collect::<Vec<_>>(), [(b, of_b)]);
    assert!(noted.except(a).except(b).is_empty());
    assert_eq!(noted.except(a).problem(b), None);
}
