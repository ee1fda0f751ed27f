//! `spanwise merge`.

use serde_json::{Value, json};

use super::Folder;

const ANNA: &str =
    r#"[{"target": "a", "n": 1.50, "edits": [{"id": 1}]}, {"target": "b", "edits": []}]"#;
const BEN: &str = r#"{"target": "b", "edits": [{"id": 2}]}
{"target": "a"}
"#;

fn folder() -> Folder {
    Folder::with(&[("anna.json", ANNA), ("x/ben.jsonl", BEN)])
}

fn instances(text: &str) -> Vec<(String, String)> {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pair = |v: &Value| (text(&v["metadata"]["annotator"]), text(&v["target"]));
    value.as_array().expect("a list").iter().map(pair).collect()
}

#[test]
fn annotators_are_called_like_their_files() {
    let folder = folder();
    let merge = ["merge", "anna.json", "x/ben.jsonl", "-o", "all.json"];
    folder.run(&merge).exits(0).says("4 instances (anna 2, ben 2)");
    let merged = folder.read("all.json");
    let expected = [("anna", "a"), ("ben", "a"), ("anna", "b"), ("ben", "b")];
    assert_eq!(instances(&merged), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(merged.contains("1.50"), "numbers stay as they are");

    let json = folder.json(&merge, 0);
    assert_eq!((json["read"].as_u64(), json["instances"].as_u64()), (Some(4), Some(4)));
    assert_eq!(json["annotators"][1]["name"], "ben");
    assert_eq!(json["written"], "all.json");
    assert_eq!(json["aligned"], json!({ "by_name": 0, "by_texts": 2 }));
    assert_eq!(json["without_counterpart"], json!([]));
}

#[test]
fn names_can_be_given() {
    let folder = folder();
    let merge = |names| ["merge", "anna.json", "x/ben.jsonl", "-o", "-", "--annotators", names];
    let merged = folder.run(&merge("p1,p2")).exits(0).out;
    assert_eq!(instances(&merged)[0].0, "p1");
    assert_eq!(instances(&merged)[1].0, "p2");
    folder.run(&merge("p1,p2,p3")).exits(2).says("2 files, but 3 annotators");
    folder.run(&merge("p1,")).exits(2);
}

#[test]
fn files_of_the_same_name_need_to_be_told_apart() {
    let folder = Folder::with(&[("1/data.json", ANNA), ("2/data.json", r#"[{"target": "c"}]"#)]);
    let merge = ["merge", "1/data.json", "2/data.json", "-o", "all.json"];
    folder.run(&merge).exits(2).says("--annotators");
    assert!(!folder.has("all.json"));
    folder.run(&[&merge[..], &["--annotators", "anna"]].concat()).exits(0);
}

#[test]
fn merging_twice_changes_nothing() {
    let folder = folder();
    folder.run(&["merge", "anna.json", "x/ben.jsonl", "-o", "all.json"]).exits(0);
    let once = folder.read("all.json");
    for files in
        [&["all.json"][..], &["all.json", "anna.json", "x/ben.jsonl"], &["all.json", "all.json"]]
    {
        folder.run(&[&["merge"][..], files, &["-o", "again.json"]].concat()).exits(0);
        assert_eq!(folder.read("again.json"), once, "{files:?}");
    }
}

#[test]
fn parts_of_one_annotator_become_one_file() {
    let parts = Folder::with(&[
        ("1.json", r#"[{"id": "x", "target": "a", "edits": [1]}, {"id": "y", "target": "b"}]"#),
        (
            "2.json",
            r#"[{"id": "x", "target": "a"}, {"id": "y", "target": "b", "edits": [2]}, {"id": "z", "target": "b"}]"#,
        ),
    ]);
    let merge = ["merge", "1.json", "2.json", "--annotators", "anna", "-o", "anna.json"];
    parts.run(&merge).exits(0).says("3 instances (anna 3)").says("gave way");
    let merged: Value = serde_json::from_str(&parts.read("anna.json")).expect("JSON");
    let edits: Vec<&Value> =
        merged.as_array().expect("a list").iter().map(|v| &v["edits"]).collect();
    assert_eq!(edits, [&Value::from(vec![1]), &Value::from(vec![2]), &Value::Null]);
}

#[test]
fn conflicts_are_listed_and_never_settled_silently() {
    let other = r#"[{"target": "a", "n": 1.50, "edits": [{"id": 7}]}]"#;
    let folder = Folder::with(&[("1.json", ANNA), ("2.json", other)]);
    let merge = ["merge", "1.json", "2.json", "--annotators", "anna", "-o", "out.json"];
    folder.run(&merge).exits(1).says("2.json: instance 1: error[conflict]").says("edits");
    assert!(!folder.has("out.json"));
    let json = folder.json(&merge, 1);
    let conflict = &json["conflicts"][0];
    assert_eq!(
        (conflict["annotator"].as_str(), conflict["differing"][0].as_str()),
        (Some("anna"), Some("edits"))
    );
    assert_eq!(
        (conflict["versions"][0]["file"].as_str(), conflict["versions"][1]["index"].as_u64()),
        (Some("1.json"), Some(0))
    );
    assert!(json["written"].is_null());
    for (which, id) in [("first", 1), ("last", 7)] {
        let merge = [&merge[..], &["--prefer", which]].concat();
        folder.run(&merge).exits(0).says("warning[conflict]");
        let merged: Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
        assert_eq!(merged[0]["edits"][0]["id"], id);
    }
}

#[test]
fn what_could_be_lost_is_refused_or_told() {
    for (data, code, said) in [
        ("[{\"target\": \"a\"}, {\"target\": ", 1, "error[damaged]"),
        (r#"[{"target": "a", "metadata": "text"}]"#, 1, "error[no-place-for-annotator]"),
        (
            r#"[{"target": "a"}, {"_thresh_template": "template_name: t"}]"#,
            0,
            "warning[template-left-out]",
        ),
        ("nothing", 1, "error["),
    ] {
        let folder = Folder::with(&[("d.json", data)]);
        folder.run(&["merge", "d.json", "-o", "out.json"]).exits(code).says(said);
        assert_eq!(folder.has("out.json"), code == 0, "{data}");
    }
}

#[test]
fn what_aligned_instances_is_said_and_which_have_no_counterpart() {
    let folder = Folder::with(&[
        ("anna.json", r#"[{"id": 1, "target": "a"}, {"id": 2, "target": "a"}]"#),
        ("ben.json", r#"[{"id": 2, "target": "a"}, {"id": 3, "target": "a"}]"#),
    ]);
    let merge = ["merge", "anna.json", "ben.json", "-o", "all.json"];
    folder.run(&merge).exits(0).says("1 instance aligned by name, 0 by their texts");
    let json = folder.json(&merge, 0);
    assert_eq!(json["aligned"], json!({ "by_name": 1, "by_texts": 0 }));
    // Anna's 1; Ben's 3 comes after both of 2.
    assert_eq!(json["without_counterpart"], json!([0, 3]));
}

/// An instance that notes the typology it was annotated with.
fn noted(target: &str, typology: &str) -> String {
    format!(
        r#"{{"target": "{target}", "edits": [{{"id": 1}}], "_spanwise": {{"typology": "{typology}"}}}}"#
    )
}

const OLD: &str = "00000000000000aa";
const NEW: &str = "00000000000000bb";

#[test]
fn files_of_different_typologies_are_named() {
    let old = noted("a", OLD);
    let mixed = format!("[{}, {}, {}]", noted("a", OLD), noted("b", NEW), noted("c", NEW));
    let folder = Folder::with(&[
        ("anna.json", &format!("[{old}]")),
        ("ben.json", &mixed),
        ("cleo.json", r#"[{"target": "a", "edits": []}]"#),
    ]);
    let merge = ["merge", "cleo.json", "anna.json", "ben.json", "-o", "all.json"];
    let ran = folder.run(&merge).exits(0).says(&format!(
        "ben.json: instance 2, _spanwise.typology: warning[other-typology]: Annotated with the typology {NEW} × 2, but anna.json has {OLD}."
    ));
    assert_eq!(ran.err.matches("other-typology").count(), 1, "{}", ran.err);
    assert!(folder.read("all.json").contains(NEW), "the notes stay");
    let json = folder.json(&[&merge[..], &["--force"]].concat(), 0);
    let row = |file, typology, instances, index| json!({ "file": file, "typology": typology, "instances": instances, "index": index });
    let expected =
        [row("anna.json", OLD, 1, 0), row("ben.json", OLD, 1, 0), row("ben.json", NEW, 2, 1)];
    assert_eq!(json["typologies"], json!(expected));
    assert_eq!((&json["warnings"], &json["problems"][0]["file"]), (&json!(1), &json!("ben.json")));

    // Nothing is said of one typology, or none, or of a note that is no hash.
    for other in [OLD, "0"] {
        folder.write("ben.json", format!("[{}]", noted("b", other)));
        let json = folder.json(&[&merge[..], &["--force"]].concat(), 0);
        assert_eq!(json["problems"], json!([]), "{other}");
    }
    // Within one file.
    folder.write("ben.json", mixed);
    folder
        .run(&["merge", "ben.json", "-o", "-"])
        .exits(0)
        .says(&format!("× 2, but its first instances have {OLD}."));
}

#[test]
fn the_note_of_the_typology_makes_no_conflict() {
    let files = [("1.json", noted("a", OLD)), ("2.json", noted("a", NEW))];
    let files: Vec<(&str, String)> =
        files.map(|(name, instance)| (name, format!("[{instance}]"))).into();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::with(&files);
    let merge = ["merge", "1.json", "2.json", "--annotators", "anna", "-o", "out.json"];
    let json = folder.json(&merge, 0);
    assert_eq!((&json["conflicts"], &json["repeated"]), (&json!([]), &json!(1)));
    assert_eq!(json["problems"][0]["code"], "other-typology");
    assert!(folder.read("out.json").contains(OLD), "the first version stays");
}

/// A submission as a receiver keeps it.
fn submission(worker: &str, at: &str, annotations: &str) -> String {
    format!(
        r#"{{"schema": "spanwise-submission/1", "id": "f0616febeaa18a7beb8a245c59f4370f", "work": "w-d",
            "template": {{"name": "t", "hash": "5d41402abc4b2a76"}}, "worker": {worker}, "submitted_at": "{at}",
            "completion_code": "7K3Q9XTB04", "instances": [0, 1], "annotations": {annotations}}}"#
    )
}

#[test]
fn submissions_are_files_of_their_annotators() {
    let (anna, ben) = (
        submission(r#"{"platform": "named", "id": "anna"}"#, "2026-03-01T08:00:00.000Z", ANNA),
        submission(
            r#"{"platform": "prolific", "id": "5f1", "study": null, "session": null}"#,
            "2026-03-01T09:00:00.000Z",
            r#"[{"target": "a"}, {"target": "b", "edits": [{"id": 2}]}]"#,
        ),
    );
    let folder = Folder::with(&[("s/1.json", &anna), ("s/2.json", &ben)]);
    let merge = ["merge", "s/1.json", "s/2.json", "-o", "all.json"];
    folder.run(&merge).exits(0).says("4 instances (anna 2, 5f1 2)");
    let merged = folder.read("all.json");
    let expected = [("anna", "a"), ("5f1", "a"), ("anna", "b"), ("5f1", "b")];
    assert_eq!(instances(&merged), expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    assert!(merged.contains("1.50"), "numbers stay as they are");

    let named = [&merge[..], &["--annotators", "p1,p2"]].concat();
    folder.run(&named).exits(0).says("(p1 2, p2 2)");

    // Who submitted twice is one annotator with two versions.
    let again = anna.replace(r#""edits": []"#, r#""edits": [{"id": 7}]"#);
    folder.write("s/3.json", again);
    let all = ["merge", "s/1.json", "s/2.json", "s/3.json", "-o", "all.json"];
    folder.run(&all).exits(0).says("(anna 2, 5f1 2)");
    assert!(folder.read("all.json").contains(r#""id": 7"#), "an empty version gives way");
}
