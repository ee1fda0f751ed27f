//! `spanwise agree`.

use serde_json::{Value, json};

use super::Folder;

/// A span that is marked: start, end, category, severity.
type Mark<'a> = (u32, u32, &'a str, &'a str);

/// A file of Thresh's: for each text what is marked in it.
pub(crate) fn file(texts: &[(&str, &[Mark])]) -> String {
    let edit = |(start, end, category, severity): &Mark| {
        json!({
            "category": category, "id": 1, "output_idx": [[start, end]],
            "annotation": { "severity": severity },
        })
    };
    let instance = |(target, edits): &(&str, &[(u32, u32, &str, &str)])| json!({ "target": target, "edits": edits.iter().map(edit).collect::<Vec<_>>() });
    Value::from(texts.iter().map(instance).collect::<Vec<_>>()).to_string()
}

const TEXT: &str = "abcdefghij klmnopqrst";

/// Anna and Ben on two texts, the second one without errors. All figures below were worked out by hand.
fn two() -> Folder {
    Folder::with(&[
        ("anna.json", &file(&[(TEXT, &[(0, 10, "x", "minor")]), ("k", &[])])),
        ("ben.json", &file(&[(TEXT, &[(0, 5, "x", "a lot"), (11, 21, "y", "minor")]), ("k", &[])])),
    ])
}

#[track_caller]
fn near(found: &Value, expected: f64) {
    let found = found.as_f64().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn two_annotators_have_every_figure() {
    let folder = two();
    let found = folder.json(&["agree", "anna.json", "ben.json"], 0);
    assert_eq!(found["annotators"], json!(["anna", "ben"]));
    assert_eq!((&found["examples"], &found["paired_by"]), (&json!(2), &json!("texts")));
    near(&found["pearson"]["per_example"], 1.0);
    near(&found["pearson"]["per_example_category"], 0.5 / 0.75_f64.sqrt());
    assert_eq!(found["pearson"]["about"]["per_example_category"]["n"], 4);
    let hard = &found["f1"]["micro_char"]["hard"];
    near(&hard["precision"], 1.0 / 3.0);
    near(&hard["recall"], 0.5);
    near(&hard["f1"], 0.4);
    assert_eq!(hard["n"], 2);
    assert!(hard["convention"].as_str().expect("words").contains("same category"));
    near(&found["f1"]["exact_match"]["soft"]["f1"], 0.0);
    near(&found["f1"]["micro_char"]["delta_f1"], 0.0);
    near(&found["s_empty"]["value"], 1.0);
    assert_eq!(found["s_empty"]["n"], 1);
    let gamma = &found["gamma"];
    for (name, expected) in
        [("n", json!(1)), ("samples", json!(30)), ("seed", json!(42)), ("exact", json!(true))]
    {
        assert_eq!(gamma[name], expected, "{name}");
    }
    assert!(gamma["mean"].is_f64());
    assert_eq!(gamma["skipped"], json!([{ "n": 1, "why": "nobody marked anything" }]));
    assert_eq!(found["confusion"]["labels"], json!(["x", "y"]));
    assert_eq!(found["confusion"]["matrix"], json!([[1, 0], [0, 0]]));
    assert_eq!(found["confusion"]["hypothesis_only"], json!({ "y": 1 }));
    assert_eq!(found["counts"]["ben"]["edits"], 2);
    assert_eq!(found["counts"]["ben"]["categories"]["y"]["spans"], 1);
    // One token of each text; of the first text, its first token is marked as x by both, its second as y by Ben.
    near(&found["two_agree"]["categories"]["x"]["value"], 1.0);
    near(&found["two_agree"]["categories"]["y"]["value"], 0.0);
    near(&found["alpha"]["x"]["constant_skipped"], 1.0);
    assert_eq!(
        found["answers"]["x: severity"]["confusion"]["matrix"],
        json!([[0, 0, 1], [0, 0, 0], [0, 0, 0]])
    );
}

#[test]
fn the_reference_is_named_and_exchanging_both_exchanges_precision_and_recall() {
    let folder = two();
    let of = |reference: &str, hypothesis: &str| {
        let arguments =
            ["agree", "--reference", reference, "--hypothesis", hypothesis, "--measures", "f1"];
        folder.json(&arguments, 0)
    };
    let (one, other) = (of("anna.json", "ben.json"), of("ben.json", "anna.json"));
    for convention in ["micro_char", "paper_printed", "da_san_martino_2019", "exact_match"] {
        let (one, other) = (&one["f1"][convention]["hard"], &other["f1"][convention]["hard"]);
        assert_eq!(one["precision"], other["recall"], "{convention}");
        assert_eq!(one["f1"], other["f1"], "{convention}");
    }
    assert!(one.get("gamma").is_none(), "only what is asked for");
}

#[test]
fn what_is_undefined_is_null_and_says_why() {
    let empty = file(&[("a", &[])]);
    let folder = Folder::with(&[("a.json", &empty), ("b.json", &empty)]);
    let found = folder.json(&["agree", "a.json", "b.json"], 0);
    for (group, name) in [("pearson", "per_example"), ("gamma", "mean")] {
        assert_eq!(found[group][name], Value::Null);
        let reason = found[group][format!("{name}_reason")].as_str();
        assert!(reason.is_some_and(|reason| !reason.is_empty()), "{group}");
    }
    let hard = &found["f1"]["micro_char"]["hard"];
    assert_eq!(hard["f1"], Value::Null);
    assert_eq!(hard["f1_reason"], "neither of the annotators has spans in these texts");
    near(&found["s_empty"]["value"], 1.0);
    let text = folder.run(&["agree", "a.json", "b.json"]).exits(0).out;
    assert!(
        !text.contains("NaN")
            && text.contains("neither of the annotators has spans in these texts"),
        "{text}"
    );
}

#[test]
fn three_annotators_are_compared_together_and_two_by_two() {
    let folder = two();
    folder.write(
        "cleo.json",
        file(&[(TEXT, &[(0, 10, "x", "minor")]), ("k", &[(0, 1, "y", "minor")])]),
    );
    let found = folder.json(&["agree", "anna.json", "ben.json", "cleo.json"], 0);
    assert_eq!(found["examples"], 2);
    assert_eq!(found["gamma"]["n"], 1);
    assert!(found["alpha"]["x"]["constant_as_one"].is_f64());
    assert!(found["answers"]["x: severity"].get("fleiss_kappa").is_some());
    let pairs: Vec<(&str, &str)> = found["pairs"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|pair| {
            (pair["reference"].as_str().unwrap_or(""), pair["hypothesis"].as_str().unwrap_or(""))
        })
        .collect();
    assert_eq!(pairs, [("anna", "ben"), ("anna", "cleo"), ("ben", "cleo")]);
    let alone = folder.json(&["agree", "anna.json", "ben.json"], 0);
    for group in ["pearson", "f1", "s_empty", "gamma"] {
        assert_eq!(found["pairs"][0][group]["convention"], alone[group]["convention"], "{group}");
    }
    assert_eq!(found["pairs"][0]["f1"], alone["f1"]);
    assert_eq!(found["pairs"][0]["gamma"], alone["gamma"], "γ of a pair depends on nobody else");
}

#[test]
fn annotators_within_one_file_are_compared() {
    let instance = |annotator: &str, end: u32| {
        json!({
            "target": TEXT, "metadata": { "annotator": annotator },
            "edits": [{ "category": "x", "id": 1, "output_idx": [[0, end]] }],
        })
    };
    let data = json!([instance("p", 10), instance("q", 5)]).to_string();
    let folder = Folder::with(&[("both.json", &data)]);
    let found = folder.json(&["agree", "both.json", "--measures", "f1"], 0);
    assert_eq!(found["annotators"], json!(["p", "q"]));
    near(&found["f1"]["micro_char"]["hard"]["recall"], 0.5);
}

/// Two items with the same text and other spans, by their ids.
fn yes(items: &[(&str, u32)]) -> String {
    let instance = |(id, end): &(&str, u32)| {
        let edits = if *end == 0 {
            json!([])
        } else {
            json!([{ "category": "x", "id": 1, "output_idx": [[0, end]] }])
        };
        json!({ "id": id, "target": "Yes.", "edits": edits })
    };
    Value::from(items.iter().map(instance).collect::<Vec<_>>()).to_string()
}

#[test]
fn items_are_told_apart_by_their_ids_as_when_they_are_merged() {
    let folder = Folder::with(&[
        ("anna.json", &yes(&[("a", 3), ("b", 0)])),
        ("ben.json", &yes(&[("b", 0), ("a", 3)])),
    ]);
    let agree = ["agree", "anna.json", "ben.json", "--measures", "f1,pearson"];
    let found = folder.json(&agree, 0);
    assert_eq!(found["paired_by"], "id");
    near(&found["f1"]["micro_char"]["hard"]["f1"], 1.0);
    near(&found["pearson"]["per_example"], 1.0);
    folder.run(&["merge", "anna.json", "ben.json", "-o", "all.json"]).exits(0);
    let merged = folder.json(&["agree", "all.json", "--measures", "f1,pearson"], 0);
    assert_eq!((&merged["f1"], &merged["pearson"]), (&found["f1"], &found["pearson"]));
    let by_texts = folder.json(&[&agree[..], &["--by-texts"]].concat(), 0);
    assert_eq!(by_texts["paired_by"], "texts");
    near(&by_texts["f1"]["micro_char"]["hard"]["f1"], 0.0);
    let by_position = folder.json(&[&agree[..], &["--by-position"]].concat(), 0);
    assert_eq!(
        (&by_position["paired_by"], &by_position["f1"]),
        (&json!("position"), &by_texts["f1"])
    );
    assert_eq!(folder.json(&[&agree[..], &["--keys", "id"]].concat(), 0)["f1"], found["f1"]);
    folder.run(&[&agree[..], &["--keys", "ids"]].concat()).exits(2).says("Did you mean `id`?");
    folder.run(&[&agree[..], &["--keys", "id", "--by-texts"]].concat()).exits(2);
}

#[test]
fn what_is_left_out_is_said_and_ends_it_unless_that_is_wanted() {
    let folder = Folder::with(&[
        ("anna.json", &yes(&[("a", 3), ("b", 0)])),
        ("ben.json", &yes(&[("a", 3), ("c", 0)])),
    ]);
    let agree = ["agree", "anna.json", "ben.json", "--measures", "f1"];
    folder.run(&agree).exits(2).says("2 of 3 items (66.7 %) have no counterpart");
    let found = folder.json(&[&agree[..], &["--max-left-out", "70"]].concat(), 0);
    assert_eq!(found["without_counterpart"], json!({ "anna": ["b"], "ben": ["c"] }));
    near(&found["left_out"]["share"], 2.0 / 3.0);
    assert_eq!(found["left_out"]["items_of_one_annotator"], 2);
    folder.run(&[&agree[..], &["--max-left-out", "101"]].concat()).exits(2);
}

#[test]
fn categories_that_do_not_meet_are_an_error_until_they_are_joined() {
    let folder = Folder::with(&[
        ("anna.json", &file(&[(TEXT, &[(0, 10, "0", "minor")])])),
        ("ben.json", &file(&[(TEXT, &[(0, 10, "Incorrect", "minor")])])),
    ]);
    let agree = ["agree", "anna.json", "ben.json", "--measures", "f1"];
    let refused = folder.run(&agree).exits(2);
    refused.says("“Incorrect” there, “0” here").says("--map FROM=TO");
    let f1 = |more: &[&str]| {
        folder.json(&[&agree[..], more].concat(), 0)["f1"]["micro_char"]["hard"]["f1"].clone()
    };
    near(&f1(&["--map", "0=Incorrect"]), 1.0);
    near(&f1(&["--other-categories"]), 0.0);
    folder.run(&[&agree[..], &["--map", "incorect=0"]].concat()).exits(2).says("`Incorrect`");
}

#[test]
fn a_reference_is_the_work_of_one_annotator() {
    let instance = |annotator: &str, end: u32| {
        json!({
            "target": TEXT, "metadata": { "annotator": annotator },
            "edits": [{ "category": "x", "id": 1, "output_idx": [[0, end]] }],
        })
    };
    let folder = Folder::with(&[
        ("both.json", &json!([instance("p", 10), instance("q", 5)]).to_string()),
        ("model.json", &file(&[(TEXT, &[(0, 10, "x", "minor")])])),
    ]);
    let agree =
        ["agree", "--reference", "both.json", "--hypothesis", "model.json", "--measures", "f1"];
    folder.run(&agree).exits(2).says("several annotators: p, q");
    for (annotator, f1) in [("p", 1.0), ("q", 2.0 / 3.0)] {
        let found = folder.json(&[&agree[..], &["--annotator", annotator]].concat(), 0);
        near(&found["f1"]["micro_char"]["hard"]["f1"], f1);
    }
    folder
        .run(&[&agree[..], &["--annotator", "pp"]].concat())
        .exits(2)
        .says("Choose one of these: p, q.");
}

#[test]
fn figures_can_be_had_again_on_any_number_of_threads() {
    let folder = two();
    let agree = ["agree", "anna.json", "ben.json", "--measures", "gamma", "--seed", "7"];
    let first = folder.json(&agree, 0);
    assert_eq!(folder.json(&agree, 0), first);
    let other =
        folder.json(&["agree", "anna.json", "ben.json", "--measures", "gamma", "--seed", "8"], 0);
    assert_ne!(other["gamma"]["mean"], first["gamma"]["mean"]);
}

#[test]
fn what_can_not_be_compared_is_said() {
    let folder = two();
    folder.write("other.json", file(&[("elsewhere", &[])]));
    folder.run(&["agree", "anna.json"]).exits(2).says("There is only one annotator.");
    folder.run(&["agree"]).exits(2).says("There is nothing to compare.");
    folder.run(&["agree", "--reference", "anna.json"]).exits(2).says("--hypothesis");
    folder.run(&["agree", "anna.json", "other.json"]).exits(1).says("have no item in common");
    folder.run(&["agree", "anna.json", "ben.json", "--alpha=-1"]).exits(2).says("--alpha");
}

#[test]
fn no_sentence_is_one_token() {
    let text = "天気は晴れです。";
    let folder = Folder::with(&[
        ("anna.json", &file(&[(text, &[(0, 2, "x", "minor")])])),
        ("ben.json", &file(&[(text, &[(3, 5, "x", "minor")])])),
        ("tokens.txt", "天気 は 晴れ です 。\n"),
    ]);
    let two_agree = |tokens: &str| {
        let agree =
            ["agree", "anna.json", "ben.json", "--measures", "two-agree", "--tokens", tokens];
        let found = folder.json(&agree, 0);
        (found["tokens"].clone(), found["two_agree"]["pooled"]["value"].clone())
    };
    for (tokens, name, value) in [
        ("word", "word", 0.0),
        ("char", "char", 0.0),
        ("tokens.txt", "given", 0.0),
        ("space", "space", 1.0),
    ] {
        assert_eq!(two_agree(tokens), (json!(name), json!(value)));
    }
    let agree = ["agree", "anna.json", "ben.json", "--tokens"];
    folder.write("tokens.txt", "天気\n");
    folder.run(&[&agree[..], &["tokens.txt"]].concat()).exits(2).says("lacks 1 text");
    folder.run(&[&agree[..], &["words"]].concat()).exits(2);
}

#[test]
fn a_slip_on_the_other_side_adds_no_texts() {
    let instance = |edits: Value| json!([{ "source": TEXT, "target": TEXT, "edits": edits }, { "source": "k", "target": "k", "edits": [] }]);
    let on = |member: &str| json!({ "category": "x", "id": 1, (member): [[0, 5]] });
    let folder = Folder::with(&[
        ("anna.json", &instance(json!([on("output_idx"), on("input_idx")])).to_string()),
        ("ben.json", &instance(json!([on("output_idx")])).to_string()),
    ]);
    let agree = |more: &[&str]| {
        folder.json(&[&["agree", "anna.json", "ben.json", "--measures", "f1"], more].concat(), 0)
    };
    let found = agree(&[]);
    assert_eq!(
        (&found["sides"], &found["f1"]["micro_char"]["hard"]["n"]),
        (&json!(["target"]), &json!(2))
    );
    assert_eq!(found["left_out"]["spans_on_other_sides"], 1);
    near(&found["f1"]["micro_char"]["hard"]["f1"], 1.0);
    let both = agree(&["--side", "both"]);
    assert_eq!(
        (&both["sides"], &both["f1"]["micro_char"]["hard"]["n"]),
        (&json!(["source", "target"]), &json!(4))
    );
    assert_eq!(both["left_out"]["spans_on_other_sides"], 0);
    assert_eq!(agree(&["--side", "source"])["sides"], json!(["source"]));
}
