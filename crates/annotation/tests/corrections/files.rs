//! Corrections in files.

use serde_json::{Value, json};
use spanwise_annotation::format::{read_instance, write_instance};

use super::{edit, template};

fn written(raw: &Value) -> Value {
    let (typology, _) = template("char");
    let instance = read_instance(&raw.to_string(), 0, &typology).instance;
    let written = write_instance(&instance, &typology);
    let again = read_instance(&written, 0, &typology).instance;
    assert_eq!(write_instance(&again, &typology), written);
    serde_json::from_str(&written).expect("JSON")
}

#[test]
fn the_corrected_text_goes_out_beside_the_target() {
    let edits = json!([edit("fix", 1, [0, 1], &json!({"r": "x"}))]);
    let out = written(&json!({"source": "", "target": "ab", "edits": edits}));
    assert_eq!(out["target"], "ab");
    assert_eq!(out["_spanwise"], json!({"corrected": {"target": "xb"}}));
    let texts = json!([
        {"name": "mt 1", "role": "target", "text": "ab"},
        {"name": "mt 2", "role": "target", "text": "cd"},
    ]);
    let edits = json!([
        {"category": "fix", "id": 1, "spans": {"mt 2": [[0, 2]]}, "annotation": {"r": ""}}
    ]);
    let out = written(&json!({"texts": texts, "edits": edits}));
    assert_eq!(out["_spanwise"], json!({"corrected": {"mt 2": ""}}));
}

#[test]
fn a_corrected_text_that_is_none_any_more_is_taken_away() {
    let own = json!({"corrected": {"target": "xb"}, "done": true});
    let edits = json!([edit("fix", 1, [0, 1], &json!({}))]);
    let out = written(&json!({"target": "ab", "edits": edits, "_spanwise": own}));
    assert_eq!(out["_spanwise"], json!({"done": true}));
}

#[test]
fn a_file_that_says_the_same_is_not_touched() {
    let (typology, _) = template("char");
    for raw in [
        r#"{"target": "ab", "edits": [{"category": "fix", "id": 1, "output_idx": [[0, 1]], "annotation": {"r": ""}}], "_spanwise": { "corrected": { "target" : "\u0062" } } }"#,
        r#"{"target": "ab", "edits": [{"category": "fix", "id": 1, "output_idx": [[0, 1]], "annotation": {"r": null}}]}"#,
        r#"{"target": "ab", "edits": []}"#,
    ] {
        let instance = read_instance(raw, 0, &typology).instance;
        assert_eq!(write_instance(&instance, &typology), raw);
    }
}
