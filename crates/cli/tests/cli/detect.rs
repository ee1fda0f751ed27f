//! `spanwise detect`, and commands that are not told the format.

use super::{DATA, Folder};

const ESA: &str = r#"{"line_id": 1, "src": "a", "tgt": "😀 one two", "system": "s", "annotator": "ann", "esa_spans": [{"start_i": 2, "end_i": 4, "severity": "minor"}]}"#;

#[test]
fn a_format_is_recognised_by_its_content() {
    let folder = Folder::with(&[
        ("thresh", DATA),
        ("esa", ESA),
        ("brat/x.txt", "one two"),
        ("brat/x.ann", "T1\tA 0 3\tone\n"),
    ]);
    for (input, edits) in [("thresh", 1), ("esa", 1), ("brat", 1)] {
        let json = folder.json(&["convert", "--to", "thresh", input, "out.json"], 0);
        let from = &json["from"];
        assert_eq!((&from["format"], &from["detected"]), (&input.into(), &true.into()));
        assert_eq!(json["edits"], edits);
        let named =
            folder.json(&["convert", "--from", input, "--to", "thresh", input, "named.json"], 0);
        assert_eq!(named["from"]["detected"], false);
        assert_eq!(folder.read("out.json"), folder.read("named.json"));
        let stats = folder.json(&["stats", input], 0);
        let told = &stats["selection"];
        assert!(told.is_object());
        assert_eq!(stats["formats"][0]["format"], input);
        assert_eq!(stats["formats"][0]["detected"], true);
    }
    let json = folder.json(&["stats", "esa", "thresh"], 0);
    let formats: Vec<_> =
        json["formats"].as_array().expect("a list").iter().map(|told| &told["format"]).collect();
    assert_eq!(formats, ["esa", "thresh"]);
}

#[test]
fn no_format_and_several_are_asked_about() {
    let folder = Folder::with(&[
        ("words.txt", "Some words."),
        ("both/article1.txt", "one"),
        ("both/a.ann", "T1\tA 0 3\tone\n"),
        ("both/a.txt", "one"),
    ]);
    folder.run(&["convert", "--to", "thresh", "words.txt", "out"]).exits(2).says("--from");
    folder.run(&["convert", "--to", "thresh", "both", "out"]).exits(2).says("propaganda, brat");
    folder.run(&["stats", "both"]).exits(2).says("--format");
    assert!(!folder.has("out"));
    for (input, code, candidates) in
        [("words.txt", "unknown-format", 0), ("both", "several-formats", 2)]
    {
        let json = folder.json(&["detect", input], 1);
        assert_eq!(json["problems"][0]["code"], code);
        assert!(json["files"][0]["format"].is_null());
        assert_eq!(json["files"][0]["candidates"].as_array().map(Vec::len), Some(candidates));
    }
    let json = folder.json(&["detect", "--format", "brat", "both"], 0);
    assert_eq!(json["files"][0]["format"], "brat");
    assert_eq!(json["files"][0]["detected"], false);
}

#[test]
fn what_files_hold_is_told() {
    let folder = Folder::with(&[("esa.jsonl", ESA)]);
    let json = folder.json(&["detect", "esa.jsonl"], 0);
    let file = &json["files"][0];
    assert_eq!(
        (&file["format"], &file["records"], &file["edits"]),
        (&"esa".into(), &1.into(), &1.into())
    );
    assert_eq!(file["annotators"][0]["name"], "ann");
    assert_eq!(file["categories"][0], serde_json::json!({ "name": "minor", "edits": 1 }));
    assert_eq!(
        (&file["offsets"]["unit"], &file["offsets"]["declared"]),
        (&"code-points".into(), &"code-points".into())
    );
    let readings = file["offsets"]["readings"].as_array().expect("a list");
    let words: Vec<_> = readings.iter().map(|reading| reading["words"].as_u64()).collect();
    assert_eq!(words, [Some(0), Some(1), Some(0)]);
    let json = folder.json(&["detect", "--offsets", "utf16", "esa.jsonl"], 0);
    assert_eq!(json["files"][0]["offsets"]["unit"], "utf16");
    let ran = folder.run(&["detect", "esa.jsonl"]).exits(0);
    assert!(
        ran.out.contains("esa (Error span annotation") && ran.out.contains("minor 1"),
        "{ran:?}"
    );
}
