//! `spanwise audit`: annotations drawn at random, and what is counted of the judgements.

use serde_json::{Value, json};

use super::{Folder, TEMPLATE};

/// So many instances, each with an annotation of one category and with one that was not found.
fn run_of(model: &str, instances: usize) -> String {
    let instance = |at: usize| {
        json!({
            "id": format!("i{at}"), "source": "a b", "target": "one two three",
            "edits": [
                {
                    "category": "fluency", "id": 1, "annotation": { "severity": "minor" },
                    "output_idx": [[0, 3]], "metadata": { "reason": format!("{model} {at}") },
                },
                { "category": "fluency", "id": 2, "annotation": null, "metadata": { "quote": "four" } },
            ],
            "_spanwise": { "origin": { "from": "model", "name": model } },
        })
    };
    Value::Array((0..instances).map(instance).collect()).to_string()
}

fn folder() -> Folder {
    Folder::with(&[("t.yml", TEMPLATE), ("a.json", &run_of("a", 9)), ("b.json", &run_of("b", 2))])
}

const AUDIT: [&str; 8] = ["audit", "t.yml", "a.json", "b.json", "--each", "4", "-o", "audit.json"];

/// The items that were drawn.
fn items(folder: &Folder) -> Vec<Value> {
    let list: Vec<Value> = serde_json::from_str(&folder.read("audit.json")).expect("a list");
    list.into_iter().filter(|item| item.get("_thresh_template").is_none()).collect()
}

#[test]
fn so_many_of_each_category_and_file_are_drawn_and_the_same_each_time() {
    let folder = folder();
    let told = folder.json(&AUDIT, 0);
    assert_eq!(told["drawn"], 6);
    let drawn = items(&folder);
    let of = |file: &str| drawn.iter().filter(|item| item["metadata"]["audited"] == file).count();
    assert_eq!((of("a"), of("b")), (4, 2));
    let mut reasons: Vec<String> = drawn.iter().map(|item| item["context"].to_string()).collect();
    reasons.sort();
    reasons.dedup();
    assert_eq!(reasons.len(), 6, "each once");
    assert!(drawn.iter().all(|item| item["edits"][0]["output_idx"] == json!([[0, 3]])));
    assert!(!folder.read("audit.json").contains("\"from\""), "whose it is, is not shown");
    let again = |seed: &str| {
        folder.json(&[&AUDIT[..], &["--force", "--seed", seed]].concat(), 0);
        items(&folder)
    };
    assert_eq!(again("42"), drawn);
    assert_ne!(again("43"), drawn);
    let template = told["template"].as_str().expect("a template").to_owned();
    std::fs::write(folder.0.join("audit.yml"), template).expect("room");
    let checked = folder.json(&["check", "audit.yml", "audit.json"], 0);
    assert_eq!((&checked["errors"], &checked["warnings"]), (&json!(0), &json!(0)), "{checked}");
}

#[test]
fn shares_of_judgements_are_counted_by_file_and_category() {
    let folder = folder();
    folder.json(&AUDIT, 0);
    let mut judged = items(&folder);
    for item in &mut judged {
        let is_a = item["metadata"]["audited"] == "a";
        let judgement = if is_a { "correct" } else { "incorrect" };
        item["_spanwise"] =
            json!({ "done": true, "answers": { "annotation": { "val": judgement } } });
    }
    std::fs::write(folder.0.join("judged.json"), Value::Array(judged).to_string()).expect("room");
    let told = folder.json(&["stats", "judged.json", "--by", "audited,category"], 0);
    let share = |of: &Value, judgement: &str| {
        of["given_answers"]["annotation"][judgement]["share"].as_f64()
    };
    let all = share(&told, "correct").expect("a share");
    assert!((all - 4.0 / 6.0).abs() < 1e-12, "{all}");
    let groups = &told["groups"];
    let values: Vec<_> = ["a / fluency", "b / fluency"]
        .map(|group| (share(&groups[group], "correct"), share(&groups[group], "incorrect")))
        .into();
    assert_eq!(values, [(Some(1.0), None), (None, Some(1.0))], "{groups}");
    let next = &told["ranking"]["a / fluency"]["to_the_next"];
    assert_eq!(next["value_reason"], "they have few items in common");
    let shown = folder.run(&["stats", "judged.json"]).exits(0).out;
    assert!(shown.contains("annotation · correct"), "{shown}");
}

#[test]
fn files_without_annotations_have_nothing_to_judge() {
    let folder = Folder::with(&[("t.yml", TEMPLATE), ("a.json", r#"[{"target": "one"}]"#)]);
    let told = folder.run(&["audit", "t.yml", "a.json", "-o", "audit.json"]).exits(2).err;
    assert!(told.contains("no annotation to be judged"), "{told}");
}
