//! `spanwise stats`.

use serde_json::{Value, json};

use super::Folder;
use super::agree::file;

#[track_caller]
fn near(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn one_annotator_has_counts_coverage_and_scores() {
    let marked = file(&[
        ("one two three four", &[(0, 7, "x", "minor"), (4, 7, "x", "a lot")]),
        ("five six", &[]),
    ]);
    let folder = Folder::with(&[("anna.json", &marked)]);
    let found = folder.json(&["stats", "anna.json"], 0);
    assert_eq!((&found["items"], &found["annotators"]), (&json!(2), &json!(["anna"])));
    let counts = &found["counts"]["anna"];
    assert_eq!((&counts["edits"], &counts["spans"]), (&json!(2), &json!(2)));
    near(&counts["edits_per_item"], 1.0);
    near(&counts["items_without"], 0.5);
    near(&counts["mean_length"], 5.0);
    let coverage = &found["coverage"]["all"];
    // Two tokens and one token of four; nothing of two.
    near(&coverage["span_coverage"]["value"], 0.375);
    near(&coverage["without_overlap"]["value"], 0.25);
    near(&coverage["severity_weighted"]["value"], (2.0 + 3.0) / 4.0 / 2.0);
    near(&coverage["span_rate"]["value"], 0.25);
    assert_eq!(coverage["span_coverage"]["n"], 2);
    assert!(coverage["span_coverage"]["interval_95"].is_array());
    assert_eq!(found["stability"]["samples"], 1000);
    assert_eq!(found["quality"]["anna"]["esa_score"]["value"], Value::Null);
    assert!(found.get("one_against_rest").is_none());
}

#[test]
fn slight_slips_can_be_left_out() {
    let marked = file(&[("one two", &[(0, 3, "x", "minor"), (4, 7, "x", "a lot")])]);
    let folder = Folder::with(&[("anna.json", &marked)]);
    let found = folder.json(&["stats", "anna.json", "--leave-out", "x=1"], 0);
    assert_eq!(
        (&found["edits_left_out"], &found["counts"]["anna"]["edits"]),
        (&json!(1), &json!(1))
    );
    folder.run(&["stats", "anna.json", "--leave-out", "x"]).exits(2).says("CATEGORY=SEVERITY");
}

#[test]
fn systems_are_told_apart() {
    let instance = |system: &str, severities: &[&str]| {
        let edit = |severity: &&str| {
            json!({
                "category": "accuracy", "id": 1, "output_idx": [[0, 1]],
                "metadata": { "severity": severity },
            })
        };
        json!({
            "target": format!("text of {system}"), "metadata": { "system": system, "score": 80 },
            "edits": severities.iter().map(edit).collect::<Vec<_>>(),
        })
    };
    let data = json!([
        instance("a", &["Minor", "Major"]),
        instance("b", &["Critical"]),
        instance("b", &[])
    ]);
    let folder = Folder::with(&[("mqm.json", &data.to_string())]);
    let found = folder.json(&["stats", "mqm.json", "--by", "system"], 0);
    let quality = |system: &str| found["groups"][system]["quality"]["mqm"].clone();
    near(&quality("a")["mqm_per_segment"]["value"], 6.0);
    near(&quality("b")["mqm_per_segment"]["value"], 12.5);
    near(&quality("b")["mqm_total"], 25.0);
    near(&quality("a")["esa_score"]["value"], 80.0);
    near(&quality("a")["esa_from_spans"]["value"], 94.0);
    let weighted = folder.json(&["stats", "mqm.json", "--weights", "critical=10,minor=2"], 0);
    near(&weighted["quality"]["mqm"]["mqm_total"], 17.0);
    folder.run(&["stats", "mqm.json", "--weights", "awful=1"]).exits(2);
}

#[test]
fn three_annotators_are_held_against_the_others() {
    let one = file(&[("one two", &[(0, 3, "x", "minor")])]);
    let other = file(&[("one two", &[(0, 7, "x", "minor")])]);
    let folder = Folder::with(&[("a.json", &one), ("b.json", &one), ("c.json", &other)]);
    let found = folder.json(&["stats", "a.json", "b.json", "c.json"], 0);
    let union = &found["one_against_rest"]["x"]["union"];
    near(&union["precision"], (1.0 + 1.0 + 0.5) / 3.0);
    near(&union["recall"], (0.5 + 0.5 + 1.0) / 3.0);
}

#[test]
fn names_that_nothing_has_are_errors_with_a_suggestion() {
    let data = json!([{ "target": "one", "metadata": { "system": "m" }, "edits": [
        { "category": "grammar", "id": 1, "output_idx": [[0, 3]] }
    ] }]);
    let folder = Folder::with(&[("anna.json", &data.to_string())]);
    let stats = |more: [&str; 2]| folder.run(&["stats", "anna.json", more[0], more[1]]);
    stats(["--by", "sistem"]).exits(2).says("Did you mean `system`?");
    stats(["--leave-out", "gramar=1"]).exits(2).says("Did you mean `grammar`?");
    stats(["--keys", "sistem"]).exits(2).says("Did you mean `system`?");
    stats(["--by", "system"]).exits(0);
}
