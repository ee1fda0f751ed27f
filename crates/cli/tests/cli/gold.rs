//! `spanwise gold`.

use super::{Folder, TEMPLATE};

const GOLD: &str = r#"[
  {"target": "gold a", "edits": [{"category": "fluency", "id": 1, "annotation": null, "output_idx": [[0, 4]]}], "_spanwise": {"done": true}},
  {"target": "gold b", "edits": []}
]"#;

fn folder() -> Folder {
    let data: Vec<String> = (0..9).map(|n| format!(r#"{{"target": "text {n}"}}"#)).collect();
    Folder::with(&[
        ("t.yml", TEMPLATE),
        ("data.json", &format!("[{}]", data.join(","))),
        ("gold.json", GOLD),
    ])
}

#[test]
fn gold_is_hidden_at_the_places_that_are_asked_for() {
    let folder = folder();
    let run = |extra: &[&str]| {
        let arguments =
            [&["gold", "hide", "data.json", "--gold", "gold.json", "-o", "out.json"], extra]
                .concat();
        folder.json(&arguments, 0)
    };
    let at = run(&["--at", "2,11"]);
    assert_eq!((&at["instances"], &at["gold"]), (&11.into(), &serde_json::json!([2, 11])));
    let work: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let texts: Vec<&str> = work
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["target"].as_str().expect("a text"))
        .collect();
    assert!(texts[1].starts_with("gold") && texts[10].starts_with("gold"), "{texts:?}");
    let data: Vec<&&str> = texts.iter().filter(|text| text.starts_with("text")).collect();
    assert!(data.is_sorted() && data.len() == 9, "{texts:?}");
    assert!(
        work.as_array()
            .expect("a list")
            .iter()
            .all(|one| one["edits"].as_array().is_none_or(Vec::is_empty))
    );

    assert_eq!(run(&["--every", "6"])["gold"].as_array().map(Vec::len), Some(1));
    let anywhere = run(&["--seed", "a"]);
    assert_eq!(anywhere["gold"].as_array().map(Vec::len), Some(2));
    assert_eq!(run(&["--seed", "a"]), anywhere);

    let few =
        ["gold", "hide", "data.json", "--gold", "gold.json", "-o", "out.json", "--every", "3"];
    folder.run(&few).exits(2).says("4 instances with gold would be needed, and the file has 2");
    let nowhere =
        ["gold", "hide", "data.json", "--gold", "gold.json", "-o", "out.json", "--at", "12"];
    folder.run(&nowhere).exits(2).says("Place 12");
}

#[test]
fn annotators_are_scored_by_the_hidden_gold() {
    let folder = folder();
    folder
        .run(&[
            "gold",
            "hide",
            "data.json",
            "--gold",
            "gold.json",
            "-o",
            "work.json",
            "--at",
            "1,2",
        ])
        .exits(0);
    let edit = r#""edits": [{"category": "fluency", "id": 1, "annotation": null, "output_idx": [[0, 4]]}]"#;
    // The first list of edits that is not the gold itself is that of the instance.
    let annotated = folder
        .read("work.json")
        .replace(r#""target": "gold a", "edits": []"#, &format!(r#""target": "gold a", {edit}"#));
    folder.write("ann.json", annotated);
    let arguments = ["gold", "score", "ann.json", "work.json", "--template", "t.yml"];
    let ran = folder.run(&arguments).exits(0);
    assert!(
        ran.out.contains("ann.json: 2 instances; 1 of 1 found") && ran.out.contains("F1 1.000"),
        "{ran:?}"
    );
    let json = folder.json(&arguments, 0);
    let [first, second] = json["annotators"].as_array().expect("a list").as_slice() else {
        panic!("{json}")
    };
    assert_eq!(
        (&first["f1"], &first["found"], &first["missed"]),
        (&1.0.into(), &1.into(), &0.into())
    );
    assert_eq!((&second["f1"], &second["missed"]), (&0.0.into(), &1.into()));
    folder
        .run(&["gold", "score", "data.json", "--template", "t.yml"])
        .exits(0)
        .says("No instance of the file has hidden gold");
}

#[test]
fn instances_with_hidden_gold_are_taken_out_again() {
    let folder = folder();
    let hide =
        ["gold", "hide", "data.json", "--gold", "gold.json", "-o", "work.json", "--at", "2,5"];
    folder.run(&hide).exits(0);
    let json = folder.json(&["gold", "remove", "work.json", "-o", "left.json"], 0);
    assert_eq!(
        (&json["written"], &json["instances"], &json["removed"]),
        (&"left.json".into(), &9.into(), &2.into())
    );
    let read = |name: &str| -> serde_json::Value {
        serde_json::from_str(&folder.read(name)).expect("JSON")
    };
    assert_eq!(read("left.json"), read("data.json"));
    folder.run(&["gold", "remove", "work.json", "-o", "work.json"]).exits(2).says("--force");
    folder.run(&["gold", "remove", "work.json", "-o", "work.json", "--force"]).exits(0);
    assert_eq!(read("work.json"), read("data.json"));
}

/// Gold with a union, an edit that no decision is about, and what stands beside edits.
const ADJUDICATED: &str = r#"[
  {"target": "He go home now.","edits": [{"category":"fluency","id":1,"annotation":null,"output_idx":[[0,10]]},{"category":"fluency","id":2,"annotation":null,"output_idx":[[11,14]]}],"comment": "settled","_spanwise": {"decisions":[{"group":"GROUP","decision":"union","rationale":"both, \"as said\""}],"done":true}},
  {"target": "It is."}
]
"#;

#[test]
fn gold_is_made_again_exactly_from_the_record_of_decisions() {
    let edit = |start: u32, end: u32| {
        format!(
            r#"[{{"target": "He go home now.", "edits": [{{"category": "fluency", "id": 1, "annotation": null, "output_idx": [[{start}, {end}]]}}]}}, {{"target": "It is."}}]"#
        )
    };
    let folder = folder();
    folder.write("anna.json", edit(0, 5));
    folder.write("ben.json", edit(3, 10));
    folder.write(
        "blank.json",
        "[\n  {\"target\": \"He go home now.\"},\n  {\"target\": \"It is.\"}\n]\n",
    );
    let record = |out: &str| {
        let inputs = ["gold", "record", "adjudicated.json", "anna.json", "ben.json"];
        folder.json(&[&inputs[..], &["--template", "t.yml", "-o", out, "--force"]].concat(), 0)
    };
    // The id of the group is known once a record was written.
    folder.write("adjudicated.json", ADJUDICATED);
    assert_eq!(record("record.json")["decided"], 0);
    let rows: serde_json::Value = serde_json::from_str(&folder.read("record.json")).expect("JSON");
    let gold = ADJUDICATED.replace("GROUP", rows[0]["group"].as_str().expect("a group"));
    folder.write("adjudicated.json", gold.as_str());
    for name in ["record.json", "record.csv"] {
        let written = record(name);
        assert_eq!((&written["groups"], &written["decided"]), (&1.into(), &1.into()));
        let make = ["gold", "make", "blank.json", "--decisions", name, "-o", "made.json"];
        let made = folder.json(&make, 0);
        assert_eq!((&made["instances"], &made["edits"]), (&2.into(), &2.into()));
        assert_eq!(folder.read("made.json"), gold, "{name}");
        let again = ["gold", "make", "anna.json", "--decisions", name, "-o", "again.json"];
        folder.json(&again, 0);
        let value = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
        assert_eq!(value(&folder.read("again.json")), value(&gold), "made of an annotator's file");
    }
    let rows: serde_json::Value = serde_json::from_str(&folder.read("record.json")).expect("JSON");
    assert_eq!(
        (&rows[0]["decision"], &rows[0]["annotators"], &rows[1]["standing"]),
        (&"union".into(), &"anna, ben".into(), &"added".into())
    );
    folder
        .run(&["gold", "make", "data.json", "--decisions", "record.csv", "-o", "no.json"])
        .exits(2)
        .says("no instance with the texts of instance 1");
    folder
        .run(&["gold", "make", "blank.json", "--decisions", "t.yml", "-o", "no.json"])
        .exits(2)
        .says("no record of decisions");
}

/// A text of an annotator with marked stretches, each with its category.
fn marked(edits: &[(&str, u32, u32)]) -> String {
    let edit = |(id, (category, start, end)): (usize, &(&str, u32, u32))| {
        format!(
            r#"{{"category": "{category}", "id": {id}, "annotation": null, "output_idx": [[{start}, {end}]]}}"#
        )
    };
    let edits: Vec<String> = edits.iter().enumerate().map(edit).collect();
    format!(
        r#"[{{"id": "home", "target": "He go home right now.", "edits": [{}]}}]"#,
        edits.join(",")
    )
}

/// What three annotators marked: `go` by all, `home` by two of them in other borders, `now` by one, `He` in three categories.
fn three_annotators() -> Folder {
    let folder = folder();
    folder.write("anna.json", marked(&[("fluency", 3, 5), ("fluency", 6, 10), ("fluency", 0, 2)]));
    folder.write("ben.json", marked(&[("fluency", 3, 5), ("fluency", 6, 16), ("accuracy", 0, 2)]));
    folder.write("cleo.json", marked(&[("fluency", 3, 5), ("fluency", 17, 20), ("style", 0, 2)]));
    folder
}

/// The categories and spans of the only instance of gold.
fn gold_spans(folder: &Folder) -> Vec<(String, serde_json::Value)> {
    let gold: serde_json::Value = serde_json::from_str(&folder.read("made.json")).expect("JSON");
    let edits = gold[0]["edits"].as_array().cloned().unwrap_or_default();
    let content = |edit: &serde_json::Value| {
        (edit["category"].as_str().expect("a category").to_owned(), edit["output_idx"][0].clone())
    };
    edits.iter().map(content).collect()
}

const ANNOTATORS: [&str; 3] = ["anna.json", "ben.json", "cleo.json"];

#[test]
fn gold_is_decided_by_a_rule_and_what_it_does_not_decide_is_named() {
    let folder = three_annotators();
    let fluency = |start: u32, end: u32| ("fluency".to_owned(), serde_json::json!([start, end]));
    let expected = [
        // `now` is left out by most; no category of `He` has a majority.
        ("majority", vec![fluency(3, 5), fluency(6, 10)], vec!["category"]),
        ("unanimous", vec![fluency(3, 5)], vec!["category", "missed", "only-one"]),
        ("union", vec![fluency(3, 5), fluency(6, 16), fluency(17, 20)], vec!["category"]),
        ("intersection", vec![fluency(3, 5)], vec!["category", "missed", "only-one"]),
    ];
    for (rule, spans, open) in expected {
        let options = ["--take", rule, "-o", "made.json", "--record", "made.csv"];
        let json = folder.json(&[&["gold", "decide"][..], &ANNOTATORS, &options].concat(), 0);
        assert_eq!(gold_spans(&folder), spans, "{rule}");
        let mut standings: Vec<&str> = json["undecided"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|group| group["standing"].as_str().expect("a word"))
            .collect();
        standings.sort_unstable();
        assert_eq!(standings, open, "{rule}");
        assert_eq!((&json["groups"], &json["decided"]), (&4.into(), &(4 - open.len()).into()));
        assert_eq!(json["problems"][0]["code"], "open-groups", "{rule}");

        // The record makes the same gold again.
        let made = folder.read("made.json");
        let make = ["gold", "make", "ben.json", "--decisions", "made.csv", "-o", "again.json"];
        folder.run(&make).exits(0);
        let value = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
        assert_eq!(value(&folder.read("again.json")), value(&made), "{rule}");
    }
}

#[test]
fn gold_is_the_same_of_one_file_of_all_annotators_and_of_other_formats() {
    let folder = three_annotators();
    let decide = |files: &[&str]| {
        let options = ["--take", "majority", "-o", "made.json", "--record", "made.csv"];
        let json = folder.json(&[&["gold", "decide"][..], files, &options].concat(), 0);
        (json["annotators"].clone(), folder.read("made.csv"))
    };
    let of_files = decide(&ANNOTATORS);
    folder.run(&[&["merge"][..], &ANNOTATORS, &["-o", "all.json"]].concat()).exits(0);
    folder.run(&["convert", "all.json", "all.csv", "--to", "csv-spans"]).exits(0);
    assert_eq!(decide(&["all.json"]), of_files);
    assert_eq!(decide(&["all.csv"]), of_files);
    assert_eq!(
        decide(&["anna.json", "ben.json", "cleo.json", "ben.json"]),
        of_files,
        "given twice"
    );
}

#[test]
fn the_record_of_a_rule_is_the_one_written_of_the_gold_that_it_made() {
    let folder = folder();
    folder.write("anna.json", marked(&[("fluency", 3, 5), ("fluency", 6, 10)]));
    folder.write("ben.json", marked(&[("fluency", 3, 5), ("fluency", 6, 16)]));
    folder.write("cleo.json", marked(&[("fluency", 3, 5), ("fluency", 17, 20)]));
    let template = ["--template", "t.yml"];
    for rule in ["majority", "unanimous", "union", "intersection"] {
        let options = ["--take", rule, "-o", "made.json", "--record", "made.csv", "--force"];
        let decide = [&["gold", "decide"][..], &ANNOTATORS, &options, &template].concat();
        folder.run(&decide).exits(0);
        let options = ["-o", "record.csv", "--force"];
        let record = [&["gold", "record", "made.json"][..], &ANNOTATORS, &options, &template];
        folder.run(&record.concat()).exits(0);
        assert_eq!(folder.read("record.csv"), folder.read("made.csv"), "{rule}");
    }
}

/// Anna and Ben marked texts with their sources; Cleo's file is one of doccano, which holds the target alone.
fn three_formats() -> Folder {
    let folder = three_annotators();
    for name in ["anna.json", "ben.json", "cleo.json"] {
        let with_source =
            folder.read(name).replace(r#""target""#, r#""source": "Er geht heim.", "target""#);
        folder.write(name, with_source);
    }
    folder.run(&["convert", "cleo.json", "cleo.jsonl", "--to", "doccano"]).exits(0);
    assert!(!folder.read("cleo.jsonl").contains("Er geht heim"));
    folder
}

#[test]
fn annotators_files_may_be_of_any_format_and_lack_sources() {
    let folder = three_formats();
    let files = ["anna.json", "cleo.jsonl", "ben.json"];
    for files in [files, ["cleo.jsonl", "ben.json", "anna.json"]] {
        let rule = ["--take", "majority", "-o", "made.json", "--record", "made.csv", "--force"];
        let decide = [&["gold", "decide"][..], &files, &rule, &["--template", "t.yml"]].concat();
        let decided = folder.json(&decide, 0);
        assert_eq!((&decided["instances"], &decided["decided"]), (&1.into(), &3.into()));
        let gold: serde_json::Value =
            serde_json::from_str(&folder.read("made.json")).expect("JSON");
        assert_eq!(gold[0]["source"], "Er geht heim.");

        let options = ["--template", "t.yml", "-o", "record.csv", "--force"];
        let record = [&["gold", "record", "made.json"][..], &files, &options].concat();
        folder.run(&record).exits(0);
        assert_eq!(folder.read("record.csv"), folder.read("made.csv"));

        let options = ["--decisions", "made.csv", "-o", "again.json", "--force"];
        folder.run(&[&["gold", "make"][..], &files, &options].concat()).exits(0);
        let again: serde_json::Value =
            serde_json::from_str(&folder.read("again.json")).expect("JSON");
        assert_eq!(again, gold);
        folder
            .run(&[&["gold", "make", "cleo.jsonl"][..], &options].concat())
            .exits(2)
            .says("no instance with the texts of instance 1");

        let merge = [&["merge"][..], &files, &["-o", "all.json", "--force"]].concat();
        let merged = folder.json(&merge, 0);
        assert_eq!(merged["instances"], 3);
        assert_eq!(merged["without_counterpart"], serde_json::json!([]));
        let of_merged = ["agree", "--all", "--resamples", "0", "all.json"];
        let of_files = [&["agree", "--all", "--resamples", "0"][..], &files].concat();
        let (of_merged, of_files) = (folder.json(&of_merged, 0), folder.json(&of_files, 0));
        assert_eq!(of_merged["main"], of_files["main"]);
        let lacking = serde_json::json!({ "cleo": ["source"] });
        assert_eq!(of_files["left_out"]["lacking_texts"], lacking);
        assert_eq!((&of_files["items"], &of_files["examples"]), (&1.into(), &1.into()));
    }
    let unknown = ["merge", "anna.json", "cleo.jsonl", "--format", "brat", "-o", "no.json"];
    folder.run(&unknown).exits(1);
    assert!(!folder.has("no.json"));
}

#[test]
fn answers_about_instances_are_decided_and_ties_stay_open() {
    let folder = folder();
    let rated = |quality: &str, edits: &str| {
        format!(
            r#"[{{"target": "He go home.", "edits": [{edits}], "_spanwise": {{"answers": {{"quality": "{quality}"}}}}}}, {{"target": "{quality}"}}]"#
        )
    };
    let edit = r#"{"category": "fluency", "id": 1, "annotation": null, "output_idx": [[3, 5]]}"#;
    folder.write("anna.json", rated("good", edit));
    folder.write("ben.json", rated("good", ""));
    let options = ["--take", "majority", "-o", "made.json"];
    let decide = ["gold", "decide", "anna.json", "ben.json"];
    let json = folder.json(&[&decide[..], &options].concat(), 0);
    // The edit of one of two is a tie; what both answered is not.
    assert_eq!((&json["decided"], &json["edits"]), (&1.into(), &0.into()));
    assert_eq!(json["undecided"][0]["annotators"], "anna");
    let gold: serde_json::Value = serde_json::from_str(&folder.read("made.json")).expect("JSON");
    assert_eq!(gold[0]["_spanwise"]["answers"]["quality"]["val"], "good");

    folder.write("cleo.json", rated("bad", ""));
    let ran = folder.run(&[&decide[..], &["cleo.json"], &options].concat()).exits(0);
    ran.says("lacks 1 instance");
    let same = ["gold", "decide", "anna.json", "--take", "union", "-o", "anna.json"];
    folder.run(&same).exits(2).says("--force");
}

#[test]
fn gold_is_made_again_of_files_none_of_which_has_all_instances() {
    let folder = folder();
    let instance = |text: &str, edits: &str| {
        format!(r#"{{"target": "{text}", "edits": [{edits}], "metadata": {{"n": 1}}}}"#)
    };
    let go = r#"{"category": "fluency", "id": 1, "annotation": null, "output_idx": [[3, 5]]}"#;
    folder.write("anna.json", format!("[{}, {}]", instance("He go.", go), instance("It is.", "")));
    folder.write("ben.json", format!("[{}, {}]", instance("We go.", go), instance("He go.", go)));
    let decide = ["gold", "decide", "anna.json", "ben.json", "--take", "majority"];
    let outputs = ["-o", "gold.json", "--record", "record.csv"];
    folder.run(&[&decide[..], &outputs].concat()).exits(0);
    for files in [["anna.json", "ben.json"], ["ben.json", "anna.json"]] {
        let options = ["--decisions", "record.csv", "-o", "again.json", "--force"];
        let made = folder.json(&[&["gold", "make"][..], &files, &options].concat(), 0);
        assert_eq!((&made["instances"], &made["edits"]), (&3.into(), &2.into()));
        let value = |name: &str| -> serde_json::Value {
            serde_json::from_str(&folder.read(name)).expect("JSON")
        };
        assert_eq!(value("again.json"), value("gold.json"), "{files:?}");
    }
    folder
        .run(&["gold", "make", "anna.json", "--decisions", "record.csv", "-o", "no.json"])
        .exits(2)
        .says("anna.json has no instance with the texts of instance 3 of gold.")
        .says("the files of all annotators");
    let of_both = ["gold", "make", "anna.json", "blank.json", "--decisions", "record.csv"];
    folder.write("blank.json", r#"[{"target": "It is."}]"#);
    folder
        .run(&[&of_both[..], &["-o", "no.json"]].concat())
        .exits(2)
        .says("None of the files has an instance with the texts of instance 3 of gold.");
}
