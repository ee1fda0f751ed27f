//! `spanwise agree`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Folder;

/// A marked span: start, end, category, severity.
type Mark<'a> = (u32, u32, &'a str, &'a str);

/// A file in Thresh's format, with the marks of each text.
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
fn answers_in_free_text_have_no_matrix() {
    let texts: Vec<(String, String)> =
        (0..201).map(|n| (format!("{TEXT} {n}"), format!("note {n}"))).collect();
    let marks: Vec<Vec<Mark>> =
        texts.iter().map(|(_, note)| vec![(0, 10, "x", note.as_str())]).collect();
    let all: Vec<(&str, &[Mark])> = texts
        .iter()
        .zip(&marks)
        .map(|((text, _), marks)| (text.as_str(), marks.as_slice()))
        .collect();
    let folder = Folder::with(&[("a.json", &file(&all)), ("b.json", &file(&all))]);
    let found = folder.json(&["agree", "--all", "--resamples", "0", "a.json", "b.json"], 0);
    let confusion = &found["answers"]["x: severity"]["confusion"];
    assert_eq!(confusion["matrix"], Value::Null);
    assert!(confusion["left_out"].as_str().expect("a reason").contains("201 labels"));
}

/// Agreement on what was answered about the items as a whole, of two and of three annotators.
#[test]
fn answers_about_items_are_compared() {
    let data = |answers: [&str; 3]| {
        let item = |(at, fluent): (usize, &str)| {
            json!({ "target": format!("{TEXT} {at}"), "edits": [],
                "_spanwise": { "answers": { "fluent": fluent }, "done": true } })
        };
        json!(answers.into_iter().enumerate().map(item).collect::<Vec<_>>()).to_string()
    };
    let folder = Folder::with(&[
        ("a.json", &data(["yes", "no", "no"])),
        ("b.json", &data(["yes", "no", "yes"])),
        ("c.json", &data(["yes", "yes", "no"])),
    ]);
    let found = folder.json(&["agree", "--resamples", "0", "a.json", "b.json"], 0);
    let fluent = &found["item_answers"]["fluent"];
    // Both marginals: 1/3 and 2/3 of yes; agreement 2/3, by chance 4/9.
    near(&fluent["cohen_kappa"], 0.4);
    assert_eq!(fluent["about"]["cohen_kappa"]["n"], 3);
    assert_eq!(fluent["confusion"]["matrix"], json!([[1, 1], [0, 1]]));
    let found = folder.json(&["agree", "--resamples", "0", "a.json", "b.json", "c.json"], 0);
    assert_eq!(found["item_answers"]["fluent"]["about"]["fleiss_kappa"]["n"], 3);
}

/// Fails if a measure can be chosen but has no member in the output.
#[test]
fn every_measure_has_a_member_of_its_own() {
    let folder = two();
    let refused = folder.run(&["agree", "anna.json", "ben.json", "--measures", "-"]).exits(2);
    let (_, names) = refused.err.split_once("[possible values: ").expect("the measures");
    let (names, _) = names.split_once(']').expect("the end of the measures");
    let of = |name| {
        let agree = ["agree", "anna.json", "ben.json", "--resamples", "0", "--measures", name];
        let found = folder.json(&agree, 0);
        let members: BTreeSet<String> =
            found.as_object().expect("an object").keys().cloned().collect();
        (name, members)
    };
    let found: Vec<(&str, BTreeSet<String>)> = names.split(", ").map(of).collect();
    for (name, members) in &found {
        let others = found.iter().filter(|(other, _)| other != name);
        let others: BTreeSet<&String> = others.flat_map(|(_, members)| members).collect();
        assert!(members.iter().any(|member| !others.contains(member)), "{name}");
    }
}

// Thresh 11.42: no statistics, no agreement
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
    // On the second text only Cleo marked something: of three annotators, that counts.
    assert_eq!(found["gamma"]["n"], 2);
    assert_eq!(found["partly_empty"], json!({ "texts": 1, "share": 0.5, "treatment": "count" }));
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
fn each_hypothesis_has_to_have_the_items_of_the_reference() {
    let folder = Folder::with(&[
        ("gold.json", &yes(&[("a", 3), ("b", 0)])),
        ("good.json", &yes(&[("a", 3), ("b", 0)])),
        ("half.json", &yes(&[("a", 3)])),
    ]);
    let agree =
        ["agree", "--reference", "gold.json", "--hypothesis", "good.json", "--measures", "f1"];
    folder.run(&agree).exits(0);
    let both = [&agree[..], &["--hypothesis", "half.json"]].concat();
    folder.run(&both).exits(2).says("1 of 2 items of the reference and half (50.0 %)");
    folder.run(&[&both[..], &["--max-left-out", "50"]].concat()).exits(0);
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
    near(&f1(&["--map", "0=wrong,Incorrect=wrong"]), 1.0);
    folder.write("changes.yml", "categories: {0: Incorrect}");
    near(&f1(&["--map", "changes.yml"]), 1.0);
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
        .says("Choose one of these: model, p, q.");
}

#[test]
fn annotators_who_are_not_chosen_are_not_among_them() {
    let of = |annotator: Option<&str>, end: u32| {
        json!([{
            "target": TEXT, "metadata": { "annotator": annotator },
            "edits": [{ "category": "x", "id": 1, "output_idx": [[0, end]] }],
        }])
        .to_string()
    };
    let folder = Folder::with(&[
        ("p.json", &of(Some("p"), 10)),
        ("q.json", &of(Some("q"), 5)),
        ("r.json", &of(Some("r"), 3)),
        ("nobody.json", &of(None, 7)),
    ]);
    let two = folder.json(&["agree", "p.json", "q.json", "--measures", "f1"], 0);
    let all = ["agree", "p.json", "nobody.json", "r.json", "q.json", "--measures", "f1"];
    let chosen = |names: &str| folder.json(&[&all[..], &["--annotator", names]].concat(), 0);
    let found = chosen("p,q");
    for member in ["annotators", "examples", "left_out", "f1", "main"] {
        assert_eq!(found[member], two[member], "{member}");
    }
    assert_eq!(chosen("p,nobody")["annotators"], json!(["p", "nobody"]));
    folder.run(&[&all[..], &["--annotator", "p"]].concat()).exits(2).says("only one annotator");
    let report = ["report", "p.json", "r.json", "q.json", "-o", "r.html", "--annotator", "p,q"];
    assert_eq!(folder.json(&report, 0)["stats"]["annotators"], json!(["p", "q"]));
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
    folder
        .run(&[&agree[..], &["tokens.txt"]].concat())
        .exits(2)
        .says("tokens.txt lacks 1 text, such as “天気は晴れです。” (the target of item 1).");
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
    let by = |found: &Value| found["sides_by"].as_str().expect("a word").to_owned();
    assert_eq!((by(&found), by(&both)), ("annotators".to_owned(), "side".to_owned()));
}

#[test]
fn a_template_says_which_sides_are_compared() {
    let item = json!({ "source": TEXT, "target": TEXT, "edits": [{ "category": "x", "id": 1, "output_idx": [[0, 5]] }] });
    let data = json!([item]).to_string();
    let folder = Folder::with(&[("anna.json", &data), ("ben.json", &data)]);
    let template = |name: &str, categories: &str| {
        folder.write(name, format!("template_name: t\ntemplate_label: T\nedits:\n{categories}"));
    };
    template(
        "both.yml",
        "  - { name: x, enable_output: true }\n  - { name: y, enable_input: true }\n",
    );
    template("target.yml", "  - { name: x, enable_output: true }\n");
    template("whole.yml", "  - { name: x }\n");
    folder.write("broken.yml", "edits: [\n");
    for (template, sides, by) in [
        ("both.yml", json!(["source", "target"]), "template"),
        ("target.yml", json!(["target"]), "template"),
        ("whole.yml", json!(["target"]), "annotators"),
    ] {
        for command in [&["agree", "anna.json", "ben.json"][..], &["stats", "anna.json"]] {
            let found = folder.json(&[command, &["--template", template]].concat(), 0);
            assert_eq!((&found["sides"], &found["sides_by"]), (&sides, &json!(by)), "{template}");
        }
    }
    let agree = ["agree", "anna.json", "ben.json", "--template"];
    let text = folder.run(&[&agree[..], &["both.yml"]].concat()).exits(0).out;
    assert!(text.contains("sides by: template"), "{text}");
    folder.run(&[&agree[..], &["broken.yml"]].concat()).exits(2).says("spanwise check");
    let chosen = folder.json(&[&agree[..], &["both.yml", "--side", "target"]].concat(), 0);
    assert_eq!((&chosen["sides"], &chosen["sides_by"]), (&json!(["target"]), &json!("side")));
}

/// Ten texts of two languages. Anna marks the same words everywhere; Ben the same in Czech, others in German; Cleo the
/// same as Anna in every other text, and nothing else.
fn ten() -> Folder {
    let instance = |number: usize, start: u32, is_marked: bool| {
        let edit = json!({ "category": "x", "id": 1, "output_idx": [[start, start + 10]] });
        let edits = if is_marked { vec![edit] } else { Vec::new() };
        let language = if number < 5 { "cs" } else { "de" };
        json!({
            "id": format!("i{number}"), "target": format!("{TEXT} {number}"), "edits": edits,
            "metadata": { "language": language },
        })
    };
    let file = |start: fn(usize) -> u32, is_marked: fn(usize) -> bool| {
        let all = (0..10).map(|number| instance(number, start(number), is_marked(number)));
        Value::from(all.collect::<Vec<_>>()).to_string()
    };
    Folder::with(&[
        ("anna.json", &file(|_| 0, |_| true)),
        ("ben.json", &file(|number| if number < 5 { 0 } else { 11 }, |_| true)),
        ("cleo.json", &file(|_| 0, |number| number % 2 == 0)),
    ])
}

#[test]
fn the_main_figures_have_intervals_and_fit_on_a_screen() {
    let folder = ten();
    let found = folder.json(&["agree", "anna.json", "ben.json"], 0);
    let main = &found["main"];
    for (figure, expected) in [("f1", 0.5), ("f1_soft", 0.5)] {
        near(&main[figure]["value"], expected);
        let bounds: Vec<f64> =
            serde_json::from_value(main[figure]["interval_95"].clone()).expect("two numbers");
        assert!(0.0 < bounds[0] && bounds[0] < 0.5 && 0.5 < bounds[1] && bounds[1] < 1.0);
        assert_eq!(main[figure]["n"], 10);
        assert!(main[figure]["convention"].is_string());
    }
    assert!(main["pearson"]["value"].is_null() && main["pearson"]["value_reason"].is_string());
    assert!(main["gamma"]["value"].is_f64() && main["alpha"]["value"].is_f64());
    assert_eq!(found["intervals"]["samples"], 1000);
    assert!(found["intervals"]["convention"].as_str().expect("words").contains("bootstrap"));
    let lines = |arguments: &[&str]| folder.run(arguments).exits(0).out.lines().count();
    assert!(lines(&["agree", "anna.json", "ben.json", "cleo.json"]) <= 24);
    assert!(lines(&["agree", "anna.json", "ben.json", "--all"]) > 60);
    let again = folder.json(&["agree", "anna.json", "ben.json"], 0);
    assert_eq!(found, again, "the same samples every time");
    let other = folder.json(&["agree", "anna.json", "ben.json", "--seed", "7"], 0);
    assert_ne!(found["main"]["f1"]["interval_95"], other["main"]["f1"]["interval_95"]);
    let without = folder.json(&["agree", "anna.json", "ben.json", "--resamples", "0"], 0);
    assert!(without["main"]["f1"].get("interval_95").is_none());
}

#[test]
fn figures_are_means_over_what_is_named() {
    let folder = ten();
    let agree = |more: &[&str]| {
        let all = [&["agree", "anna.json", "ben.json", "cleo.json"][..], more].concat();
        folder.json(&all, 0)["main"].clone()
    };
    // Anna and Ben .5; Anna and Cleo 10 · 2 / 15; Ben and Cleo, in Czech three of eight, in all three of fifteen.
    let pairs = [0.5, 2.0 * 5.0 / 15.0, 2.0 * 3.0 / 15.0];
    near(&agree(&["--measures", "f1"])["f1"]["value"], pairs.iter().sum::<f64>() / 3.0);
    near(&agree(&["--measures", "f1", "--pool"])["f1"]["value"], 2.0 * 13.0 / 50.0);
    let czech = (1.0 + 2.0 * 3.0 / 8.0 + 2.0 * 3.0 / 8.0) / 3.0;
    let german = (0.0 + 2.0 * 2.0 / 7.0 + 0.0) / 3.0;
    let by_language = agree(&["--measures", "f1", "--average", "pairs,language"]);
    near(&by_language["f1"]["value"], f64::midpoint(czech, german));
    assert_eq!(
        (&by_language["f1"]["n"], &by_language["averaged_over"]),
        (&json!(6), &json!(["pairs", "language"]))
    );
    let found =
        folder.json(&["agree", "anna.json", "ben.json", "--by", "language", "--measures", "f1"], 0);
    near(&found["groups"]["cs"]["main"]["f1"]["value"], 1.0);
    near(&found["groups"]["de"]["main"]["f1"]["value"], 0.0);
    folder
        .run(&["agree", "anna.json", "ben.json", "--average", "langage"])
        .exits(2)
        .says("Did you mean `language`?");
}

#[test]
fn the_convention_of_a_mean_says_over_what() {
    let folder = ten();
    let starts = |average: &[&str], files: &[&str], name: &str, start: &str, unit: &str, n: u64| {
        let figures = ["--measures", "f1,gamma,alpha"];
        let found = folder.json(&[&["agree"], files, average, &figures].concat(), 0);
        let figure = &found["main"][name];
        let convention = figure["convention"].as_str().expect("words");
        assert!(convention.starts_with(start), "{convention}");
        assert!(convention.ends_with(&format!("; n: {unit}.")), "{convention}");
        assert_eq!(figure["n"], n, "{average:?} {name}");
    };
    let (three, two) = (&["anna.json", "ben.json", "cleo.json"], &["anna.json", "ben.json"]);
    let by_language = &["--average", "pairs,language"];
    let values = "Mean over the values of language of ";
    let both = "Mean over the values of language of the mean over pairs of annotators of ";
    let pairs = "Mean over pairs of annotators of ";
    starts(&[], three, "f1", pairs, "pairs", 3);
    for name in ["f1", "f1_soft"] {
        starts(by_language, three, name, both, "pairs with each value", 6);
        starts(by_language, two, name, values, "values", 2);
    }
    // Of all annotators together, so not over pairs.
    for name in ["gamma", "alpha"] {
        starts(by_language, three, name, values, "values", 2);
        starts(by_language, two, name, values, "values", 2);
    }
    let counted = folder.json(&["stats", "anna.json", "--average", "language"], 0);
    let convention = &counted["averages"]["coverage"]["all"]["span_coverage"]["convention"];
    let convention = convention.as_str().expect("words");
    assert!(convention.starts_with("Mean over the values of language of coverage"), "{convention}");
}

#[test]
fn further_figures_are_averaged_as_the_main_ones() {
    let folder = ten();
    let agree = |more: &[&str]| {
        let files = ["agree", "anna.json", "ben.json", "cleo.json"];
        folder.json(&[&files[..], &["--measures", "f1,s-empty"], more].concat(), 0)
    };
    // Pairs for which it is undefined are left out.
    let mean = |values: Vec<&Value>| {
        let numbers: Vec<f64> = values.iter().filter_map(|value| value.as_f64()).collect();
        numbers.iter().sum::<f64>() / numbers.len() as f64
    };
    let of_pairs = |found: &Value, path: &str| {
        mean(
            found["pairs"]
                .as_array()
                .expect("pairs")
                .iter()
                .map(|pair| pair.pointer(path).expect(path))
                .collect(),
        )
    };
    let figures = [
        ("precision", "/f1/micro_char/hard/precision"),
        ("recall", "/f1/micro_char/hard/recall"),
        ("precision_soft", "/f1/micro_char/soft/precision"),
        ("recall_soft", "/f1/micro_char/soft/recall"),
        ("delta_f1", "/f1/micro_char/delta_f1"),
        ("s_empty", "/s_empty/value"),
    ];
    let found = agree(&[]);
    let by_language = agree(&["--average", "pairs,language", "--by", "language"]);
    for (name, path) in figures {
        near(&found["averages"][name]["value"], of_pairs(&found, path));
        let languages =
            ["cs", "de"].map(|language| of_pairs(&by_language["groups"][language], path));
        let average = &by_language["averages"][name];
        near(&average["value"], f64::midpoint(languages[0], languages[1]));
        assert_eq!(average["n"], if name == "s_empty" { 4 } else { 6 }, "{name}");
    }
    let confusions =
        folder.json(&["agree", "anna.json", "ben.json", "cleo.json", "--measures", "confusion"], 0);
    for path in ["/matrix/0/0", "/reference_only/x", "/hypothesis_only/x"] {
        let pairs = confusions["pairs"].as_array().expect("pairs").iter();
        let counts = pairs
            .map(|pair| pair["confusion"].pointer(path).and_then(Value::as_f64).unwrap_or(0.0));
        near(
            confusions["averages"]["confusion"].pointer(path).expect(path),
            counts.sum::<f64>() / 3.0,
        );
    }
    let pair = folder.json(&["agree", "anna.json", "ben.json", "--measures", "f1"], 0);
    assert!(pair.get("averages").is_none(), "a single pair has its own figures");
}

#[test]
fn only_edits_of_some_categories_may_count() {
    let folder = two();
    let figures = |more: &[&str]| {
        folder
            .json(&[&["agree", "anna.json", "ben.json", "--measures", "f1"][..], more].concat(), 0)
    };
    let only = figures(&["--category", "x"]);
    assert_eq!(only["f1"]["micro_char"]["hard"]["f1"], figures(&[])["f1_by_category"]["x"]["f1"]);
    assert_eq!(only["selection"]["categories"], json!(["x"]));
    let unknown = ["agree", "anna.json", "ben.json", "--category", "x,z"];
    folder.run(&unknown).exits(2).says("There is no category “z”.");
}

#[test]
fn a_category_that_only_records_left_out_have_is_known() {
    let text = |n: u32, edits: Value| json!({ "id": n, "target": TEXT, "system": n.to_string(), "edits": edits });
    let edit = |category: &str| json!([{ "category": category, "output_idx": [[0, 3]] }]);
    let file = json!([text(1, edit("x")), text(2, edit("y"))]).to_string();
    let folder = Folder::with(&[("anna.json", &file), ("ben.json", &file)]);
    let agree = ["agree", "anna.json", "ben.json", "--measures", "counts", "--where", "system=2"];
    let with = |more: &[&str]| folder.json(&[&agree[..], more].concat(), 0);
    assert_eq!(with(&["--category", "x"])["counts"]["anna"]["edits"], json!(0));
    assert_eq!(
        with(&["--category", "y", "--leave-out", "x=1"])["counts"]["anna"]["edits"],
        json!(1)
    );
    let stats = ["stats", "anna.json", "--where", "system=2", "--leave-out", "x=1"];
    assert_eq!(folder.json(&stats, 0)["counts"]["anna"]["edits"], json!(1));
}

#[test]
fn conditions_that_no_record_meets_at_once_are_said_to_be_so() {
    let record = |system: &str, domain: &str| json!({ "target": TEXT, "system": system, "domain": domain, "edits": [], "_kept": "k" });
    let file = json!([record("a", "news"), record("b", "blog")]).to_string();
    let folder = Folder::with(&[("anna.json", &file)]);
    let stats = |conditions: &str| folder.run(&["stats", "anna.json", "--where", conditions]);
    stats("system=a,domain=news").exits(0);
    stats("system=b,domain=news").exits(2).says("No record meets all conditions at once.");
    stats("system=b,domain=mail").exits(2).says("Choose one of these: blog, news.");
    // Not what is kept for a format.
    stats("speaker=b").exits(2).says("Choose one of these: domain, system.");
    let by_keys = ["stats", "anna.json", "--keys", "speaker"];
    folder.run(&by_keys).exits(2).says("Choose one of these: domain, system.");
}

#[test]
fn numbers_that_no_sampling_can_use_are_refused() {
    let folder = two();
    for (option, number) in [
        ("--precision", "0"),
        ("--precision", "nan"),
        ("--precision", "2"),
        ("--resamples", "99999999999"),
    ] {
        let given = format!("{option}={number}");
        let agree = ["agree", "anna.json", "ben.json", "--measures", "f1", &given];
        folder.run(&agree).exits(2).says(&format!("invalid value '{number}' for '{option}"));
    }
    folder.run(&["agree", "anna.json", "ben.json", "--precision=-1"]).exits(2);
}

#[test]
fn hypotheses_are_tested_against_each_other() {
    let folder = ten();
    let found = folder.json(
        &[
            "agree",
            "--reference",
            "anna.json",
            "--hypothesis",
            "ben.json",
            "--hypothesis",
            "cleo.json",
        ],
        0,
    );
    let pairs: Vec<&Value> = found["pairs"].as_array().expect("a list").iter().collect();
    assert_eq!(pairs.len(), 2, "hypotheses are not compared with each other");
    assert!(pairs.iter().all(|pair| pair["reference"] == "anna"));
    let difference = &found["differences"]["ben − cleo"]["f1"];
    near(&difference["value"], 0.5 - 2.0 * 5.0 / 15.0);
    for figure in ["f1", "f1_soft"] {
        let difference = &found["differences"]["ben − cleo"][figure];
        assert!(difference["p"].as_f64().expect("a number") > 0.05, "{figure}");
        assert_eq!(difference["interval_95"].as_array().map(Vec::len), Some(2), "{figure}");
    }
    let gamma = &found["differences"]["ben − cleo"]["gamma"];
    assert_eq!(gamma["n"], 5, "Cleo marked nothing in the other five");
    let of = |pair: usize| found["pairs"][pair]["gamma"]["mean"].as_f64().expect("a number");
    assert!(of(0) < of(1), "Cleo marks what Anna marks, or nothing");
    // As tables of papers have them: a row for each hypothesis.
    for (at, name) in ["ben", "cleo"].into_iter().enumerate() {
        let (of, pair) = (&found["hypotheses"][name], &found["pairs"][at]);
        let hard = &pair["f1"]["micro_char"]["hard"];
        let soft = &pair["f1"]["micro_char"]["soft"];
        assert_eq!(of["pearson"], pair["pearson"]["per_example_category"], "{name}");
        assert_eq!(
            [&of["precision"], &of["recall"], &of["f1"]],
            [&hard["precision"], &hard["recall"], &hard["f1"]]
        );
        assert_eq!(
            [&of["precision_soft"], &of["recall_soft"]],
            [&soft["precision"], &soft["recall"]]
        );
        assert_eq!(of["delta_f1"], pair["f1"]["micro_char"]["delta_f1"], "{name}");
        assert_eq!(of["gamma"], pair["gamma"]["mean"], "{name}");
        assert_eq!(of["gamma_interval_95"], pair["gamma"]["mean_interval_95"], "{name}");
        assert_eq!(of["s_empty"], pair["s_empty"]["value"], "{name}");
    }
    // Ben marked something wherever Anna did.
    let s_empty = &found["differences"]["ben − cleo"]["s_empty"];
    assert_eq!(s_empty["value_reason"], "both annotators marked something in every text");
}

#[test]
fn several_annotators_of_a_reference_are_pooled_if_asked() {
    let instance = |annotator: &str, end: u32| json!({ "target": TEXT, "metadata": { "annotator": annotator }, "edits": [{ "category": "x", "id": 1, "output_idx": [[0, end]] }] });
    let reference = json!([instance("anna", 10), instance("ben", 5)]).to_string();
    let folder = Folder::with(&[
        ("two.json", &reference),
        ("model.json", &file(&[(TEXT, &[(0, 10, "x", "minor")])])),
    ]);
    let agree =
        ["agree", "--reference", "two.json", "--hypothesis", "model.json", "--measures", "f1"];
    folder.run(&agree).exits(2);
    let found = folder.json(&[&agree[..], &["--pool"]].concat(), 0);
    near(&found["f1"]["micro_char"]["hard"]["f1"], 2.0 * 15.0 / 35.0);
    assert_eq!(found["f1"]["micro_char"]["hard"]["n"], 2);
}

#[test]
fn f1_of_each_category_is_known() {
    let found = two().json(&["agree", "anna.json", "ben.json", "--measures", "f1"], 0);
    near(&found["f1_by_category"]["x"]["f1"], 2.0 * 5.0 / 15.0);
    near(&found["f1_by_category"]["y"]["f1"], 0.0);
}

#[test]
fn figures_of_each_text_go_into_a_file() {
    let folder = ten();
    let agree = ["agree", "anna.json", "ben.json", "--measures", "f1,gamma"];
    folder.run(&[&agree[..], &["--per-text", "texts.csv"]].concat()).exits(0);
    let table = folder.read("texts.csv");
    let mut lines = table.lines();
    assert!(lines.next().expect("a head").starts_with("item,side,reference,hypothesis,"));
    assert_eq!(lines.next(), Some("i0,target,anna,ben,23,1,1,10,10,1.0,1.0,1.0,"));
    assert_eq!(lines.count(), 9);
    folder.run(&[&agree[..], &["--per-text", "texts.jsonl"]].concat()).exits(0);
    let last = folder.read("texts.jsonl").lines().last().expect("a line").to_owned();
    let last: Value = serde_json::from_str(&last).expect("JSON");
    assert_eq!((&last["item"], &last["f1"]), (&json!("i9"), &json!(0.0)));
    folder.run(&[&agree[..], &["--per-text", "anna.json"]].concat()).exits(2);
    let three = ["agree", "anna.json", "ben.json", "cleo.json", "--measures", "gamma"];
    let found = folder.json(&[&three[..], &["--per-text", "three.jsonl"]].concat(), 0);
    let rows: Vec<Value> = folder
        .read("three.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(rows.len(), 30, "each text of each of three pairs");
    let together = |row: &&Value| row["reference"] == "anna" && row["hypothesis"] == "ben";
    let gammas = rows.iter().filter(together).map(|row| row["gamma_of_all"].as_f64().expect("γ"));
    near(&found["main"]["gamma"]["value"], gammas.sum::<f64>() / 10.0);
}

#[test]
fn each_cell_of_a_confusion_has_as_many_spans_as_it_counts() {
    let anna = file(&[
        (TEXT, &[(0, 4, "x", "minor"), (6, 9, "y", "minor"), (11, 13, "x", "minor")]),
        ("naïve 🙂 text", &[(6, 8, "x", "minor")]),
    ]);
    let ben = file(&[
        (TEXT, &[(2, 8, "y", "minor"), (3, 5, "x", "minor"), (14, 16, "y", "minor")]),
        ("naïve 🙂 text", &[(6, 13, "y", "minor")]),
    ]);
    let cleo = file(&[(TEXT, &[(0, 4, "y", "minor")]), ("naïve 🙂 text", &[])]);
    let folder = Folder::with(&[("anna.json", &anna), ("ben.json", &ben), ("cleo.json", &cleo)]);
    let agree = ["agree", "anna.json", "ben.json", "cleo.json", "--measures", "confusion"];
    let spans = |more: &[&str]| -> Vec<Value> {
        folder.run(&[&agree[..], &["--confusion-spans", "spans.jsonl"], more].concat()).exits(0);
        let text = folder.read("spans.jsonl");
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let all = spans(&[]);
    let found = folder.json(&agree, 0);
    let mut counted = 0;
    for pair in found["pairs"].as_array().expect("pairs") {
        let confusion = &pair["confusion"];
        let of_pair = |row: &&Value| {
            row["reference"] == pair["reference"] && row["hypothesis"] == pair["hypothesis"]
        };
        for (row, reference) in ["x", "y", ""].into_iter().enumerate() {
            for (column, hypothesis) in ["x", "y", ""].into_iter().enumerate() {
                let n = match (reference, hypothesis) {
                    ("", "") => continue,
                    ("", name) => &confusion["hypothesis_only"][name],
                    (name, "") => &confusion["reference_only"][name],
                    (_, _) => &confusion["matrix"][row][column],
                };
                let n = n.as_u64().unwrap_or(0);
                let own = spans(&["--confused", reference, hypothesis]);
                let own = own.iter().filter(of_pair).count() as u64;
                let whole = all.iter().filter(of_pair).filter(|row| {
                    row["reference_category"].as_str().unwrap_or("") == reference
                        && row["hypothesis_category"].as_str().unwrap_or("") == hypothesis
                });
                assert_eq!((own, whole.count() as u64), (n, n), "{reference} {hypothesis} {pair}");
                counted += n;
            }
        }
    }
    assert_eq!(counted, all.len() as u64);
    let emoji = all.iter().find(|row| row["item"] == "2" && row["hypothesis"] == "ben");
    let emoji = emoji.expect("the second text");
    assert_eq!((&emoji["reference_text"], &emoji["reference_end"]), (&json!("🙂"), &json!(7)));
    assert_eq!((&emoji["hypothesis_text"], &emoji["side"]), (&json!("🙂 text"), &json!("target")));
    let unknown = [&agree[..], &["--confusion-spans", "s.csv", "--confused", "x", "z"]].concat();
    folder.run(&unknown).exits(2).says("There is no category “z”.");
    folder.run(&[&agree[..], &["--confusion-spans", "anna.json"]].concat()).exits(2);
}

#[test]
fn edits_are_the_same_by_a_rule_that_is_named() {
    let answered = |start: u32, end: u32| file(&[(TEXT, &[(start, end, "x", "minor")])]);
    let folder = Folder::with(&[("a.json", &answered(0, 10)), ("b.json", &answered(9, 18))]);
    let n = |more: &[&str]| {
        let all = [&["agree", "a.json", "b.json", "--measures", "kappa"][..], more].concat();
        let found = folder.json(&all, 0);
        assert!(found["same_edits"].is_string());
        assert_eq!(found["answers"].as_object().map(serde_json::Map::len), Some(1));
        found["answers"]["x: severity"]["about"]["cohen_kappa"]["n"].clone()
    };
    assert_eq!(n(&[]), 1);
    assert_eq!(
        (n(&["--same-edit", "iou=0.5"]), n(&["--same-edit", "exact"])),
        (json!(0), json!(0))
    );
    assert_eq!(n(&["--same-edit", "iou=0.05"]), 1);
    folder.run(&["agree", "a.json", "b.json", "--same-edit", "iou=2"]).exits(2).says("from 0 to 1");
}

#[test]
fn texts_that_an_annotator_left_empty_are_treated_as_named() {
    let folder = ten();
    let n = |more: &[&str]| {
        let agree = ["agree", "anna.json", "ben.json", "cleo.json", "--measures", "gamma"];
        let found = folder.json(&[&agree[..], more].concat(), 0);
        assert_eq!(found["partly_empty"]["texts"], 5);
        (found["main"]["gamma"]["n"].clone(), found["partly_empty"]["treatment"].clone())
    };
    assert_eq!(n(&[]), (json!(10), json!("count")));
    assert_eq!(n(&["--empty", "skip"]), (json!(5), json!("skip")));
}

#[test]
fn only_pairs_with_items_in_common_are_listed() {
    let folder = Folder::with(&[
        ("a.json", &file(&[("one", &[]), ("two", &[])])),
        ("b.json", &file(&[("one", &[])])),
        ("c.json", &file(&[("two", &[])])),
    ]);
    let pairs = |more: &[&str]| {
        let all = [&["agree", "a.json", "b.json", "c.json"][..], more].concat();
        folder.json(&all, 0)["pairs"].as_array().expect("a list").len()
    };
    assert_eq!((pairs(&[]), pairs(&["--pairs", "all"])), (2, 3));
}

#[test]
fn tables_are_printed_for_papers() {
    let folder = ten();
    let table = |kind: &str| {
        let run = folder.run(&["agree", "anna.json", "ben.json", "--table", kind]);
        run.exits(0).out
    };
    assert!(table("md").contains("| main, f1 | 0.5000 |"));
    assert!(table("latex").contains("\\begin{tabular}"));
    assert!(table("csv").starts_with("figure,value,low_95,high_95,n,convention\n\"main, f1\""));
}

#[test]
fn spans_are_scored_by_the_schemes_of_muc() {
    let found = two().json(&["agree", "anna.json", "ben.json", "--measures", "schemes"], 0);
    let scheme = |name: &str| found["schemes"][name].clone();
    // Ben's first span is half of Anna's, in the same category; his second overlaps nothing.
    near(&scheme("partial")["f1"], 2.0 * 0.5 / 3.0);
    near(&scheme("type")["f1"], 2.0 / 3.0);
    near(&scheme("strict")["f1"], 0.0);
    near(&scheme("exact")["f1"], 0.0);
    assert_eq!(
        (&scheme("partial")["partial"], &scheme("strict")["spurious"]),
        (&json!(1), &json!(1))
    );
}

#[test]
fn soft_labels_are_scored_as_in_mu_shroom() {
    let line = |soft: &str, hard: &str| {
        format!(
            r#"{{"id": 1, "model_input": "?", "model_output_text": "abcdefghij", "soft_labels": {soft}, "hard_labels": {hard}}}"#
        )
    };
    let [gold, model] = [
        line(
            r#"[{"start": 0, "end": 4, "prob": 1.0}, {"start": 4, "end": 6, "prob": 0.4}]"#,
            "[[0, 4]]",
        ),
        line(
            r#"[{"start": 0, "end": 2, "prob": 0.9}, {"start": 6, "end": 8, "prob": 0.6}]"#,
            "[[0, 2], [6, 8]]",
        ),
    ];
    let folder = Folder::with(&[("gold.jsonl", &gold), ("model.jsonl", &model)]);
    let found = folder.json(
        &["agree", "--format", "mu-shroom", "gold.jsonl", "model.jsonl", "--measures", "soft"],
        0,
    );
    near(&found["soft"]["iou"], 2.0 / 6.0);
    assert!(found["soft"]["correlation"].as_f64().is_some_and(|rho| 0.0 < rho && rho < 0.6));
    // Several annotators are pooled: each character as likely as it is often marked.
    let one = |annotator: &str, end: u32| json!({ "target": "abcdefghij", "metadata": { "annotator": annotator }, "edits": [{ "category": "x", "id": 1, "output_idx": [[0, end]] }] });
    folder.write("crowd.json", json!([one("a", 4), one("b", 4), one("c", 8)]).to_string());
    folder.write("one.json", json!([one("d", 4)]).to_string());
    let found = folder.json(
        &[
            "agree",
            "--reference",
            "crowd.json",
            "--hypothesis",
            "one.json",
            "--pool",
            "--measures",
            "soft",
        ],
        0,
    );
    near(&found["soft"]["iou"], 1.0);
}

/// Three annotators and a model that marks as the first one does.
#[test]
fn a_model_is_tested_against_every_annotator() {
    let texts: Vec<String> = (0..40).map(|at| format!("{TEXT} {at}")).collect();
    let marked = |every: usize| {
        let marks = [(0, 10, "x", "minor")];
        let item = |(at, text): (usize, &String)| {
            let marks = if at % every == 0 { marks.to_vec() } else { Vec::new() };
            (text.clone(), marks)
        };
        let items: Vec<(String, Vec<Mark>)> = texts.iter().enumerate().map(item).collect();
        let items: Vec<(&str, &[Mark])> =
            items.iter().map(|(text, marks)| (text.as_str(), marks.as_slice())).collect();
        file(&items)
    };
    let folder = Folder::with(&[
        ("a.json", &marked(2)),
        ("b.json", &marked(2)),
        ("c.json", &marked(3)),
        ("model.json", &marked(2)),
    ]);
    let agree = ["agree", "a.json", "b.json", "c.json", "model.json", "--measures", "counts"];
    let of = |more: &[&str]| folder.json(&[&agree[..], more].concat(), 0);
    let found = of(&["--alt-test", "model", "--resamples", "200"]);
    let model = &found["alt_test"]["model"];
    near(&model["winning_rate"], 1.0);
    assert_eq!((&model["passed"], &found["alt_test"]["epsilon"]), (&json!(true), &json!(0.1)));
    near(&model["annotators"]["a"]["model_advantage"], 1.0);
    near(&model["annotators"]["a"]["p"], 0.0);
    assert!(model["advantage_probability_interval_95"].is_array());
    assert_eq!(model["annotators"].as_object().expect("an object").len(), 3);
    // The third one marks other texts: it loses against the first two, who agree.
    let third = of(&["--alt-test", "c", "--epsilon", "0", "--alt-score", "count"]);
    assert_eq!(third["alt_test"]["c"]["passed"], json!(false));
    assert_eq!(third["alt_test"]["score"], "count");
    // Of two models, neither is an annotator for the other: two remain, which are too few.
    let two = of(&["--alt-test", "model,c"]);
    assert_eq!(two["alt_test"]["model"]["passed"], Value::Null);
    assert!(two["alt_test"]["model"]["winning_rate_reason"].is_string());
    folder.run(&[&agree[..], &["--alt-test", "modle"]].concat()).exits(2).says("`model`");
    folder.run(&[&agree[..], &["--alt-test", "model", "--epsilon", "2"]].concat()).exits(2);
}

/// Two annotators on the outputs of three systems: one with severities, the other with scores only.
#[test]
fn annotators_are_compared_as_judges_of_systems() {
    let data = |of: &dyn Fn(usize, usize) -> Value| {
        let item = |(system, name): (usize, &str), segment: usize| {
            let mut item = json!({ "source": format!("s {segment}"), "target": format!("{TEXT} {name} {segment}"),
                "system": name, "edits": [] });
            for (member, value) in of(system, segment).as_object().expect("an object") {
                item[member] = value.clone();
            }
            item
        };
        let all = ["good", "fair", "bad"].into_iter().enumerate();
        let all = all.flat_map(|named| (0..8).map(move |segment| item(named, segment)));
        Value::from(all.collect::<Vec<_>>()).to_string()
    };
    let errors = |system: usize, _: usize| {
        let edit = json!({ "category": "x", "id": 1, "output_idx": [[0, 10]], "annotation": { "severity": "minor" } });
        json!({ "edits": vec![edit; system] })
    };
    let scores = |system: usize, segment: usize| {
        let score = 90 - 10 * system - segment;
        json!({ "metadata": { "score": score.to_string() } })
    };
    let folder = Folder::with(&[("people.json", &data(&errors)), ("metric.json", &data(&scores))]);
    let agree =
        ["agree", "people.json", "metric.json", "--systems", "system", "--other-categories"];
    let found = folder.json(&[&agree[..], &["--measures", "counts"]].concat(), 0);
    let systems = &found["systems"];
    assert_eq!(systems["names"], json!(["bad", "fair", "good"]));
    assert_eq!(systems["scores"], json!({ "people": "mqm_per_segment", "metric": "esa_score" }));
    let both = &systems["people and metric"];
    for name in ["pairwise_accuracy", "soft_pairwise_accuracy", "acc_eq", "acc_eq_calibrated"] {
        near(&both[name], 1.0);
        assert!(both[format!("{name}_interval_95")].is_array(), "{name}");
    }
    near(&both["tie_threshold"], 0.0);
    assert_eq!(both["about"]["acc_eq"]["n"], 8);
    let unknown = ["agree", "people.json", "metric.json", "--systems", "sistem"];
    folder.run(&unknown).exits(2).says("`system`");
}

#[test]
fn the_shares_of_annotators_are_a_file_of_soft_labels() {
    let text = "ab 😀 cd ef";
    let marked = |marks: &[Mark]| file(&[(text, marks), ("none", &[])]);
    let folder = Folder::with(&[
        ("a.json", &marked(&[(0, 2, "x", "minor"), (6, 8, "y", "minor")])),
        ("b.json", &marked(&[(0, 5, "x", "minor")])),
        ("c.json", &marked(&[(0, 2, "y", "minor")])),
    ]);
    let agree =
        ["agree", "a.json", "b.json", "c.json", "--measures", "competence", "--soft-labels"];
    let found = folder.json(&[&agree[..], &["soft.jsonl"]].concat(), 0);
    assert_eq!(found["soft_labels"], json!({ "file": "soft.jsonl", "texts": 2, "from": "share" }));
    let lines = folder.read("soft.jsonl");
    let lines: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let labels = lines[0]["soft_labels"].as_array().expect("a list");
    let labels: Vec<(u64, u64, f64)> = labels
        .iter()
        .map(|label| {
            let number = |name: &str| label[name].as_u64().expect("an offset");
            (number("start"), number("end"), label["prob"].as_f64().expect("a number"))
        })
        .collect();
    // Offsets of Thresh's files are UTF-16 units, those of Mu-SHROOM are code points.
    assert_eq!(labels, [(0, 2, 1.0), (2, 4, 1.0 / 3.0), (5, 7, 1.0 / 3.0)]);
    assert_eq!(lines[0]["hard_labels"], json!([[0, 2]]));
    assert_eq!(lines[0]["annotators"], json!(["a", "b", "c"]));
    assert_eq!(
        (&lines[1]["soft_labels"], &lines[1]["model_output_text"]),
        (&json!([]), &json!("none"))
    );
    // What was written is read again; compared with itself, it agrees.
    folder.write("same.jsonl", folder.read("soft.jsonl"));
    let again =
        ["agree", "--format", "mu-shroom", "--measures", "soft", "soft.jsonl", "same.jsonl"];
    near(&folder.json(&again, 0)["soft"]["correlation"], 1.0);
    let all = &found["competence"]["all"];
    assert!(all["annotators"]["b"]["sensitivity"].is_number() && all["prevalence"].is_number());
    let fitted = [&agree[..], &["fitted.jsonl", "--soft-from", "competence"]].concat();
    assert_eq!(folder.json(&fitted, 0)["soft_labels"]["from"], "competence");
    assert!(folder.read("fitted.jsonl").contains("\"prob\""));
    folder.run(&["agree", "a.json", "b.json", "--soft-from", "share"]).exits(2);
}

#[test]
fn categories_that_are_only_spelled_differently_are_an_error() {
    let marked = |category: &str| file(&[(TEXT, &[(0, 5, category, "a"), (11, 21, "both", "a")])]);
    let folder = Folder::with(&[("a.json", &marked("alpha")), ("b.json", &marked("Alpha"))]);
    let agree = ["agree", "a.json", "b.json", "--measures", "f1"];
    folder.run(&agree).exits(2).says("“Alpha”, “alpha”").says("--map FROM=TO");
    let found = folder.json(&[&agree[..], &["--map", "Alpha=alpha"]].concat(), 0);
    near(&found["main"]["f1"]["value"], 1.0);
    assert_eq!(found["categories_of_one_annotator"], json!({}));
    let found = folder.json(&[&agree[..], &["--other-categories"]].concat(), 0);
    assert_eq!(found["categories_of_one_annotator"], json!({ "a": ["alpha"], "b": ["Alpha"] }));
}

#[test]
fn annotators_without_a_side_in_common_are_an_error() {
    let on = |member: &str| {
        let edit = json!({ "category": "x", "id": 1, (member): [[0, 5]] });
        json!([{ "source": TEXT, "target": TEXT, "edits": [edit] }]).to_string()
    };
    let folder = Folder::with(&[("a.json", &on("input_idx")), ("b.json", &on("output_idx"))]);
    let agree = ["agree", "a.json", "b.json", "--measures", "f1"];
    folder.run(&agree).exits(2).says("no side in common").says("--side");
    folder.run(&[&agree[..], &["--side", "both"]].concat()).exits(0);
}

#[test]
fn parts_leave_out_no_more_than_the_whole() {
    let folder = ten();
    let mut data: Vec<Value> = serde_json::from_str(&folder.read("ben.json")).expect("JSON");
    data.iter_mut().for_each(|item| item["metadata"] = json!({}));
    folder.write("unsaid.json", Value::from(data).to_string());
    let agree = ["agree", "anna.json", "unsaid.json", "--measures", "f1"];
    folder.run(&agree).exits(0);
    for parted in ["--by", "--average"] {
        let run = folder.run(&[&agree[..], &[parted, "language"]].concat());
        run.exits(2).says("(language)").says("(100.0 %) have no counterpart");
    }
    let by = ["agree", "anna.json", "ben.json", "--measures", "f1", "--by", "language"];
    let one = folder.json(&by, 0);
    let two = folder.json(&[&by[..], &["--by", "language,language"]].concat(), 0);
    assert_eq!(two["groups_by"]["language"], one["groups"]);
    assert!(two.get("groups").is_none());
}

#[test]
fn a_member_may_have_one_of_several_values() {
    let folder = ten();
    let agree = |conditions: &str| {
        let agree = ["agree", "anna.json", "ben.json", "--measures", "f1", "--where", conditions];
        folder.json(&agree, 0)["items"].clone()
    };
    assert_eq!(agree("language=cs,language=de"), 10);
    assert_eq!(agree("language=cs"), 5);
}

#[test]
fn what_main_figures_are_means_over_is_said_as_it_is() {
    let folder = ten();
    let averaged = |more: &[&str]| {
        let all = [&["agree", "anna.json", "ben.json", "cleo.json"][..], more].concat();
        folder.json(&all, 0)["main"]["averaged_over"].clone()
    };
    assert_eq!(averaged(&["--measures", "f1"]), json!(["pairs"]));
    assert_eq!(averaged(&["--measures", "f1", "--pool"]), json!([]));
    assert_eq!(
        averaged(&["--measures", "f1", "--average", "language"]),
        json!(["pairs", "language"])
    );
}

#[test]
fn what_was_selected_is_said() {
    let folder = ten();
    let agree = |more: &[&str]| {
        let all = [&["agree", "anna.json", "ben.json", "--measures", "f1"][..], more].concat();
        (folder.json(&all, 0)["selection"].clone(), folder.run(&all).exits(0).out)
    };
    let (all, text) = agree(&[]);
    let expected = json!({
        "where": {}, "annotators": [], "categories": [], "records": 20, "left_out": 0, "first_spans": false, "map": null,
    });
    assert_eq!(all, expected);
    assert!(!text.contains("selected"));
    let (czech, text) = agree(&["--where", "language=cs", "--map", "x=y", "--first-spans"]);
    assert_eq!((&czech["records"], &czech["left_out"]), (&json!(10), &json!(10)));
    assert_eq!(
        (&czech["where"], &czech["first_spans"]),
        (&json!({ "language": ["cs"] }), &json!(true))
    );
    assert_eq!(czech["map"]["changed"][0]["to"], "y");
    assert!(text.contains("selected: 10 of 20 records"), "{text}");
    let stats = folder.json(&["stats", "anna.json", "--where", "language=de"], 0);
    assert_eq!(stats["selection"]["left_out"], 5);
}

#[test]
fn what_is_undefined_of_one_of_many_pairs_says_why() {
    let names: Vec<String> = (0..8).map(|number| format!("{number}.json")).collect();
    let files: Vec<(&str, String)> =
        names.iter().map(|name| (name.as_str(), file(&[(TEXT, &[]), ("k", &[])]))).collect();
    let files: Vec<(&str, &str)> =
        files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::with(&files);
    let all: Vec<&str> = std::iter::once("agree").chain(names.iter().map(String::as_str)).collect();
    let found = folder.json(&all, 0);
    let pairs = found["pairs"].as_array().expect("a list");
    assert_eq!(pairs.len(), 28);
    for pair in pairs {
        let hard = &pair["f1"]["micro_char"]["hard"];
        assert!(hard["f1"].is_null() && hard["f1_reason"].is_string(), "{pair}");
        assert!(pair["pearson"]["per_example_category_reason"].is_string(), "{pair}");
    }
}

/// A file of one item that notes the typology it was annotated with.
fn noted(typology: &str) -> String {
    json!([{ "target": TEXT, "edits": [{ "category": "x", "id": 1, "annotation": null, "output_idx": [[0, 5]] }],
        "_spanwise": { "typology": typology } }])
    .to_string()
}

#[test]
fn files_of_different_typologies_are_named() {
    const OLD: &str = "00000000000000aa";
    const NEW: &str = "00000000000000bb";
    let template = "template_name: t\nedits: [{name: x, enable_output: true}]\n";
    let files = [noted(OLD), noted(OLD), noted(NEW)];
    let folder = Folder::with(&[
        ("anna.json", &files[0]),
        ("ben.json", &files[1]),
        ("cleo.json", &files[2]),
        ("dora.json", &file(&[(TEXT, &[(0, 5, "x", "minor")])])),
        ("t.yml", template),
    ]);
    let told = |arguments: &[&str]| {
        let json = folder.json(&[arguments, &["--resamples", "0"]].concat(), 0);
        let problems = json["problems"].as_array().expect("a list").clone();
        let others = problems.iter().filter(|problem| problem["code"] == "other-typology");
        let told = |problem: &Value| {
            let text = |name: &str| problem[name].as_str().expect("a text").to_owned();
            (text("file"), text("message"))
        };
        (others.map(told).collect::<Vec<_>>(), json["typologies"].clone())
    };
    let all = ["agree", "dora.json", "anna.json", "ben.json", "cleo.json"];
    let (others, typologies) = told(&all);
    let message = format!("Annotated with the typology {NEW} × 1, but anna.json has {OLD}.");
    assert_eq!(others, [("cleo.json".to_owned(), message)]);
    let row =
        |file, typology| json!({ "file": file, "typology": typology, "instances": 1, "index": 0 });
    let expected = [row("anna.json", OLD), row("ben.json", OLD), row("cleo.json", NEW)];
    assert_eq!(typologies, json!(expected));
    let printed = folder.run(&all).exits(0);
    assert!(printed.err.contains("cleo.json: instance 1, _spanwise.typology: warning["));

    // The same typology, and none.
    assert_eq!(told(&["agree", "anna.json", "ben.json", "dora.json"]).0, []);
    // With a template all are compared with it.
    let with_template = ["agree", "--template", "t.yml", "anna.json", "ben.json", "cleo.json"];
    let (others, _) = told(&with_template);
    let named: Vec<&str> = others.iter().map(|(file, _)| file.as_str()).collect();
    assert_eq!(named, ["anna.json", "ben.json", "cleo.json"]);
    assert!(others[0].1.contains(&format!("{OLD} × 1, but t.yml has ")), "{others:?}");
    assert_eq!(told(&["stats", "anna.json", "cleo.json"]).0.len(), 1);
    // Changed names are those of another typology.
    let (others, typologies) = told(&[&all[..], &["--map", "x=y"]].concat());
    assert_eq!((others, typologies), (Vec::new(), json!([])));
}

#[test]
fn the_time_that_gamma_takes_is_announced_once_texts_are_done() {
    let texts: Vec<String> = (0..80).map(|n| format!("{TEXT} {n}")).collect();
    let marks: &[Mark] = &[(0, 5, "x", "minor"), (11, 21, "y", "minor")];
    let all: Vec<(&str, &[Mark])> = texts.iter().map(|text| (text.as_str(), marks)).collect();
    let folder = Folder::with(&[("a.json", &file(&all)), ("b.json", &file(&all))]);
    let arguments = ["--progress-lines", "agree", "--measures", "gamma", "a.json", "b.json"];
    let ran = folder.run(&arguments).exits(0);
    let lines = ran.err.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let gamma: Vec<Value> = lines.filter(|line| line["progress"] == "γ").collect();
    let left = |line: &Value| line.get("seconds_left").cloned();
    let at = |done: u64| gamma.iter().find(|line| line["done"] == done).expect("a line");
    assert_eq!((left(at(0)), left(at(80))), (None, None), "{gamma:?}");
    let said: Vec<u64> = gamma.iter().filter_map(|line| left(line)?.as_u64()).collect();
    assert!(!said.is_empty() && !said.contains(&0), "{gamma:?}");
}
