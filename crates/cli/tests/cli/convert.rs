//! `spanwise convert` and `spanwise formats`.

use spanwise_annotation::document::Texts;
use spanwise_annotation::format::span_decisions::{DecidedSpan, SpanDecisionFile, SpanFate};
use spanwise_interchange::{Corpus, Edit, FORMATS, FileLayout, Record};
use spanwise_template::Side;
use spanwise_text::Text;

use super::{DATA, Folder};

#[test]
fn all_formats_are_listed() {
    let folder = Folder::new();
    let text = folder.run(&["formats"]).exits(0).out;
    let json = folder.json(&["formats"], 0);
    let listed = json["formats"].as_array().expect("a list");
    assert_eq!((text.lines().count(), listed.len()), (FORMATS.len(), FORMATS.len()));
    for (format, listed) in FORMATS.iter().zip(listed) {
        assert!(text.lines().any(|line| line.starts_with(format.name)), "{}", format.name);
        assert_eq!(listed["name"], format.name);
        assert_eq!(listed["folder"], format.layout == FileLayout::Folder);
        assert_eq!(listed["offsets"].as_str(), format.unit.map(|unit| unit.name()));
    }
}

#[test]
fn an_unknown_format_is_answered_with_the_nearest() {
    let folder = Folder::with(&[("d.json", DATA)]);
    folder
        .run(&["convert", "--from", "tresh", "--to", "thresh", "d.json", "out.json"])
        .exits(2)
        .says("'thresh'");
    assert!(!folder.has("out.json"));
}

#[test]
fn a_file_is_converted_and_counted() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let convert = ["convert", "--from", "thresh", "--to", "thresh", "d.json", "out.json"];
    let ran = folder.run(&convert).exits(0).says("2 records, 1 edit").says("1 by offsets");
    assert_eq!(ran.out, "");
    let (before, after) = (DATA, folder.read("out.json"));
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    assert_eq!(value(&after)[0], value(before)[0]);

    let json = folder.json(&convert, 0);
    assert_eq!((json["records"].as_u64(), json["edits"].as_u64()), (Some(2), Some(1)));
    assert_eq!(json["spans"]["by_offsets"], 1);
    assert_eq!(json["spans"]["missing"], 0);
    assert_eq!(json["written"][0], "out.json");
    assert_eq!(json["losses"].as_array().map(Vec::len), Some(0));
    assert_eq!(json["from"]["offsets"], "utf16");
}

#[test]
fn tables_for_spreadsheets_have_semicolons_on_request() {
    let folder = Folder::with(&[("d.json", DATA)]);
    let written = |format: &str, more: &[&str]| {
        let out = [&["convert", "--to", format, "--force", "d.json", "out.csv"], more].concat();
        folder.run(&out).exits(0);
        folder.read("out.csv")
    };
    for format in ["csv-spans", "csv-edits"] {
        let commas = written(format, &[]);
        assert_eq!(written(format, &["--separator", ","]), commas);
        let semicolons = written(format, &["--separator", ";"]);
        assert!(semicolons.starts_with("\u{feff}record;id;annotator;"), "{semicolons}");
        // It is read without a word about that, and holds the same.
        folder.run(&["convert", "--to", format, "out.csv", "again.csv"]).exits(0);
        assert_eq!(folder.read("again.csv"), commas);
    }
    let tabs = ["convert", "--to", "tsv-spans", "--separator", ";", "d.json", "out.tsv"];
    folder.run(&tabs).exits(2).says("no choice of a separator").says("csv-spans or csv-edits");
    let formats = folder.json(&["formats"], 0);
    let listed = formats["formats"].as_array().expect("a list").iter();
    let names: Vec<_> =
        listed.filter(|one| one["semicolons"] == true).map(|one| &one["name"]).collect();
    assert_eq!(names, ["csv-spans", "csv-edits"]);
}

#[test]
fn offsets_count_what_is_asked_for() {
    let data =
        r#"[{"target": "😀ab", "edits": [{"category": "e", "id": 1, "output_idx": [[1, 2]]}]}]"#;
    let folder = Folder::with(&[("d.json", data)]);
    for (unit, expected) in [("code-points", "[2,3]"), ("utf16", "[1,2]")] {
        let ran = folder.run(&[
            "convert",
            "--from",
            "thresh",
            "--to",
            "thresh",
            "--offsets",
            unit,
            "d.json",
            "-",
        ]);
        let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
        assert_eq!(value[0]["edits"][0]["output_idx"][0].to_string(), expected, "{unit}");
    }
    let arguments =
        ["convert", "--from", "thresh", "--to", "thresh", "--offsets", "bits", "d.json", "-"];
    folder.run(&arguments).exits(2).says("code-points");
}

#[test]
fn standard_input_and_output_are_a_dash() {
    let folder = Folder::new();
    let arguments = ["convert", "--from", "thresh", "--to", "thresh", "-", "-"];
    let ran = folder.run_with(&arguments, DATA).exits(0).says("2 records");
    assert!(ran.out.starts_with('['), "{ran:?}");
    let quiet = folder.run_with(&[&arguments[..], &["-q"]].concat(), DATA).exits(0);
    assert_eq!((quiet.out, quiet.err.as_str()), (ran.out, ""));
    folder.json(&arguments, 2);
}

#[test]
fn errors_in_the_data_are_told_and_what_was_read_is_written() {
    let folder =
        Folder::with(&[("d.json", "[{\"target\": \"a\"}, {\"target\": "), ("e.json", "nothing")]);
    let convert = |name| ["convert", "--from", "thresh", "--to", "thresh", name, "out.json"];
    folder.run(&convert("e.json")).exits(1).says("e.json:1:1: error[").says("Nothing was written");
    assert!(!folder.has("out.json"));
    let json = folder.json(&convert("d.json"), 1);
    assert_eq!((json["records"].as_u64(), json["errors"].as_u64()), (Some(1), Some(1)));
    assert!(folder.read("out.json").contains("\"a\""));
}

/// A corpus with a span, and an edit that not every format can hold.
fn corpus() -> Corpus {
    let target = Text::new("a b");
    let edits = vec![
        Edit::on(Side::Target, "fluency", vec![target.span_of(0..1)]),
        Edit { category: "fluency".to_owned(), ..Edit::default() },
    ];
    let texts = Texts::target_only(target);
    let record = Record { texts, edits, done: true, ..Record::default() };
    Corpus { records: vec![record], ..Corpus::default() }
}

#[test]
fn every_format_is_written_unless_something_would_be_lost() {
    for format in FORMATS {
        let losses = format.export(&mut corpus()).losses;
        let thresh = FORMATS.iter().find(|format| format.name == "thresh").expect("thresh");
        let written = thresh.export(&mut corpus());
        let folder = Folder::with(&[("d.json", &written.files[0].text)]);
        let convert =
            ["convert", "--from", "thresh", "--to", format.name, "--no-loss", "d.json", "out"];
        if losses.is_empty() {
            folder.run(&convert).exits(0);
            assert!(folder.has("out"), "{}", format.name);
        } else {
            folder.run(&convert).exits(1).says("error[loss]").says("not in");
            assert!(!folder.has("out"), "{}", format.name);
            assert_ne!(folder.json(&convert, 1)["losses"].as_array().map(Vec::len), Some(0));
        }
    }
}

#[test]
fn a_folder_is_read_and_written_by_formats_of_several_files() {
    for format in FORMATS.iter().filter(|format| format.layout == FileLayout::Folder) {
        let files = format.export(&mut corpus()).files;
        if files.iter().all(|file| file.path.is_empty()) {
            continue;
        }
        let folder = Folder::new();
        for file in files {
            folder.write(&format!("in/{}", file.path), &file.text);
        }
        let again = ["convert", "--from", format.name, "--to", format.name, "in"];
        folder.run(&[&again[..], &["out"]].concat());
        let back = ["convert", "--from", format.name, "--to", "thresh", "out", "d.json"];
        assert_eq!(folder.json(&back, 0)["records"], 1, "{}", format.name);
        folder.run(&[&again[..], &["out"]].concat()).exits(2).says("isn't empty");
        folder.run(&[&again[..], &["out", "--force"]].concat());
        folder.run(&[&again[..], &["-"]].concat()).exits(2).says("Name a folder");
    }
}

#[test]
fn nothing_is_written_where_nothing_was_read() {
    let folder = Folder::with(&[("d.json", "[]"), ("out.json", "kept")]);
    let convert = ["convert", "--from", "thresh", "--to", "thresh", "d.json", "out.json"];
    folder.run(&convert).exits(1).says("error[no-records]").says("Nothing was written");
    assert_eq!(folder.json(&convert, 1)["written"].as_array().map(Vec::len), Some(0));
    assert_eq!(folder.read("out.json"), "kept");
}

#[test]
fn a_folder_is_refused_by_formats_of_a_single_file() {
    let folder = Folder::with(&[("in/d.json", DATA)]);
    let arguments = ["convert", "--from", "thresh", "--to", "thresh", "in", "out.json"];
    folder.run(&arguments).exits(2).says("in is a folder");
}

const MAPPED: &str = r#"[
  {"target": "a b", "edits": [
    {"category": "vague", "id": 1, "annotation": {"kind": {"val": "old", "old": "minor", "stale": "x"}}, "output_idx": [[0, 1]]},
    {"category": "unclear", "id": 1, "annotation": null, "output_idx": [[2, 3]]},
    {"category": "error", "id": 1, "annotation": {"sure": "no"}, "output_idx": [[2, 3]]}
  ]},
  {"target": "c", "edits": [{"category": "error", "id": 1, "annotation": {"sure": "yes"}, "output_idx": [[0, 1]]}]}
]
"#;

#[test]
fn edits_follow_a_changed_typology_and_come_back() {
    let changes = "
categories:
  vague: unclear
  error: {split: {by: sure, into: {yes: certain}}}
questions:
  kind: {name: sort, options: {old: new}}
  nowhere: x
";
    let folder = Folder::with(&[("d.json", MAPPED), ("changes.yml", changes)]);
    let thresh = ["convert", "--from", "thresh", "--to", "thresh"];
    let map = ["--map", "changes.yml", "--map-log", "log.json", "d.json", "new.json"];
    let ran = folder.run(&[&thresh[..], &map].concat()).exits(0);
    let ran = ran.says("“vague” → unclear: 1 edit").says("“error” stays in 1 edit, since `into`");
    ran.says("lacks the answer “no”").says("No edit has “*” / “nowhere”.");
    let value =
        |name: &str| serde_json::from_str::<serde_json::Value>(&folder.read(name)).expect("JSON");
    let new = value("new.json");
    assert_eq!(new[0]["edits"][0]["category"], "unclear");
    assert_eq!(new[0]["edits"][0]["id"], 2);
    assert_eq!(new[0]["edits"][0]["annotation"]["sort"]["new"], "minor");
    assert_eq!(new[0]["edits"][1], value("d.json")[0]["edits"][1]);
    assert_eq!(new[0]["edits"][2]["category"], "error");
    assert_eq!(new[1]["edits"][0]["category"], "certain");

    let back = ["--undo-map", "log.json", "new.json", "old.json"];
    folder.run(&[&thresh[..], &back].concat()).exits(0).says("taken back: 2 edits");
    assert_eq!(value("old.json"), value("d.json"));

    let figures =
        folder.json(&[&thresh[..], &["--map", "changes.yml", "d.json", "again.json"]].concat(), 0);
    assert_eq!((&figures["map"]["edits"], &figures["map"]["renumbered"]), (&2.into(), &1.into()));
    assert_eq!(figures["map"]["stays"][0]["why"], "other-answer");
    let figures = folder.json(&[&thresh[..], &["d.json", "again.json"]].concat(), 0);
    assert_eq!(figures["map"], serde_json::Value::Null);

    // A log of another file.
    let other = ["--undo-map", "log.json", "d.json", "none.json"];
    folder.run(&[&thresh[..], &other].concat()).exits(2).says("edits[0] is not as it was left");
    assert!(!folder.has("none.json"));
}

#[test]
fn answers_about_records_follow_a_changed_typology_and_come_back() {
    let data = r#"[
  {"target": "a", "edits": [], "_spanwise": {"answers": {"fluent": "yes", "kind": {"val": "news"}}}},
  {"target": "b", "edits": [], "_spanwise": {"answers": {"fluent": "no"}}}
]
"#;
    let changes =
        "instance_questions: {fluent: smooth, kind: {options: {news: press}}, nowhere: x}";
    let folder = Folder::with(&[("d.json", data), ("changes.yml", changes)]);
    let thresh = ["convert", "--from", "thresh", "--to", "thresh"];
    let map = ["--map", "changes.yml", "--map-log", "log.json", "d.json", "new.json"];
    let ran = folder.run(&[&thresh[..], &map].concat()).exits(0);
    let ran = ran.says("“fluent” → smooth: 2 records").says("“kind” / “news” → press: 1 record");
    ran.says("No record has “nowhere”.");
    let value =
        |name: &str| serde_json::from_str::<serde_json::Value>(&folder.read(name)).expect("JSON");
    let answers = &value("new.json")[0]["_spanwise"]["answers"];
    assert_eq!((&answers["smooth"], &answers["kind"]["val"]), (&"yes".into(), &"press".into()));
    let back = ["--undo-map", "log.json", "new.json", "old.json"];
    let ran = folder.run(&[&thresh[..], &back].concat()).exits(0);
    ran.says("taken back: 0 edits, answers about 2 records");
    assert_eq!(value("old.json"), value("d.json"));
    let other = ["--undo-map", "log.json", "d.json", "none.json"];
    folder.run(&[&thresh[..], &other].concat()).exits(2).says("Instance 1: the answers about it");
}

#[test]
fn changes_that_cannot_be_used_are_told_with_their_place() {
    let folder = Folder::with(&[("d.json", MAPPED), ("c.yml", "catgories:\n  vague: unclear\n")]);
    let convert = |map: &str| {
        let thresh = ["convert", "--from", "thresh", "--to", "thresh"];
        folder.run(&[&thresh[..], &["--map", map, "d.json", "out.json"]].concat())
    };
    convert("c.yml")
        .exits(2)
        .says("c.yml:1:1: error[unknown-key]")
        .says("Did you mean `categories`?");
    convert("vauge=unclear").exits(2).says("Did you mean `vague`?");
    convert("vague=a,vague=b").exits(2).says("both “a” and “b”");
    convert("nothing").exits(2).says("nothing can't be read");
    assert!(!folder.has("out.json"));
    convert("vague=a,error=b").exits(0).says("“error” → b: 2 edits");
    assert!(folder.read("out.json").contains("\"b\""));
}

#[test]
fn every_format_takes_edits_with_other_names() {
    for format in FORMATS.iter().filter(|format| format.layout == FileLayout::SingleFile) {
        let files = format.export(&mut corpus()).files;
        let folder = Folder::with(&[("in", &files[0].text)]);
        let to = ["convert", "--from", format.name, "--to", "thresh", "in", "d.json"];
        folder.run(&to);
        let data: serde_json::Value = serde_json::from_str(&folder.read("d.json")).expect("JSON");
        let Some(category) = data[0]["edits"][0]["category"].as_str() else { continue };
        let pair = format!("{category}=new name");
        folder.run(&[&to[..5], &["in", "new.json", "--map", &pair]].concat());
        assert!(folder.read("new.json").contains("\"new name\""), "{}", format.name);
    }
}

/// The member `aligned` of a conversion that ends with an exit code.
fn aligned(folder: &Folder, [from, to]: [&str; 2], input: &str, code: i32) -> serde_json::Value {
    let out = format!("out-{to}");
    let arguments = ["convert", "--force", "--from", from, "--to", to, input, &out];
    folder.json(&arguments, code)["aligned"].clone()
}

#[test]
fn texts_that_stand_apart_are_aligned_by_the_keys_of_the_format() {
    let output = |n: u8| {
        format!(
            "{{\"dataset\": \"d\", \"split\": \"s\", \"setup_id\": \"M_1\", \"example_idx\": {n}, \"output\": \"a b\"}}\n"
        )
    };
    let annotated = |n: u8| {
        format!(
            "{{\"dataset\": \"d\", \"split\": \"s\", \"setup_id\": \"m-1\", \"example_idx\": {n}, \"annotations\": []}}\n"
        )
    };
    let story = r#"{"A": {"sentences": ["a b"]}, "C": {"sentences": ["c"]}}"#;
    let folder = Folder::with(&[
        ("factgenie/out.jsonl", &[output(0), output(1), output(2)].concat()),
        ("factgenie/files/a.jsonl", &[annotated(0), annotated(2), annotated(7)].concat()),
        ("falte/stories.json", story),
        (
            "falte/rows.csv",
            "storyid,segmentid,error,span1\nA,0,grammar,b\nA,0,event,a\nB,0,event,x\n",
        ),
        ("propaganda/article1.txt", "one two"),
        ("propaganda/article2.txt", "three"),
        ("propaganda/article1.labels.tsv", "1\tDoubt\t0\t3\n9\tDoubt\t0\t3\n"),
        ("brat/a.txt", "one"),
        ("brat/a.ann", "T1\tx 0 3\tone\n"),
        ("brat/b.ann", "T1\tx 0 3\tone\n"),
        ("brat/c.txt", "three"),
        ("d.json", DATA),
    ]);
    let keys = ["dataset", "split", "setup_id", "orig_example_idx|example_idx"];
    let cases = [
        ("factgenie", "records", &keys[..], 2, "d / s / m-1 / 7", 1),
        ("falte", "rows", &["storyid"], 2, "B", 1),
        ("propaganda", "labels", &["article_id"], 1, "9", 1),
        ("brat", "files", &["document"], 1, "b", 1),
    ];
    for (format, what, keys, by_name, missing, not_annotated) in cases {
        let code = if format == "falte" { 0 } else { 1 };
        let expected = serde_json::json!({
            "what": what, "keys": keys, "by_name": by_name, "by_texts": 0,
            "without_counterpart": [missing], "not_annotated": not_annotated,
        });
        let found = aligned(&folder, [format, "thresh"], format, code);
        assert_eq!(found["read"], expected, "{format}");
        assert_eq!(found["written"], serde_json::Value::Null);
        let run = ["convert", "--force", "--from", format, "--to", "thresh", format, "out.json"];
        folder
            .run(&run)
            .exits(code)
            .says(&format!("aligned while reading: {by_name} {what} by {}", keys.join(", ")))
            .says(&format!("1 text is not there, such as “{missing}”; 1 text without annotations"));
    }
    let joins_nothing = aligned(&folder, ["thresh", "thresh"], "d.json", 0);
    assert_eq!(joins_nothing, serde_json::json!({ "read": null, "written": null }));
}

#[test]
fn web_annotations_find_their_texts_by_the_address_of_their_targets() {
    let folder = Folder::with(&[("d.json", DATA)]);
    aligned(&folder, ["thresh", "web-annotation"], "d.json", 0);
    let found = aligned(&folder, ["web-annotation", "thresh"], "out-web-annotation", 0);
    assert_eq!(
        (&found["read"]["by_name"], &found["read"]["keys"][0]),
        (&1.into(), &"target".into())
    );
}

#[test]
fn records_that_are_written_as_one_are_aligned() {
    let item = |who: &str, texts: &str, metadata: &str| {
        format!(
            r#"{{"source": "", "target": "{texts}", "edits": [{{"category": "CharE", "id": 1, "output_idx": [[0, 1]]}}], "metadata": {{"annotator": "{who}"{metadata}}}}}"#
        )
    };
    let named = r#", "book": "b", "segment": "1", "storyid": "b""#;
    let named = [item("x", "one", named), item("y", "one", named), item("y", "two", "")];
    let plain = [item("x", "one", ""), item("y", "one", ""), item("y", "two", "")];
    let list = |items: [String; 3]| format!("[{}]", items.join(","));
    let folder = Folder::with(&[("named.json", &list(named)), ("plain.json", &list(plain))]);
    for (format, input, by_name, by_texts, alone) in [
        ("snac", "named.json", 1, 0, vec![2]),
        ("falte", "named.json", 1, 0, vec![2]),
        ("falte", "plain.json", 0, 1, vec![2]),
        ("frank", "plain.json", 0, 1, vec![2]),
        ("scarecrow", "plain.json", 0, 1, vec![2]),
        ("pygamma", "plain.json", 0, 1, vec![2]),
        ("snac", "plain.json", 0, 0, vec![0, 1, 2]),
    ] {
        let found = aligned(&folder, ["thresh", format], input, 0);
        let expected = serde_json::json!({
            "by_name": by_name, "by_texts": by_texts, "without_counterpart": alone,
        });
        assert_eq!(found["written"], expected, "{format} {input}");
    }
    // Records read from one item go back into one.
    let found = aligned(&folder, ["frank", "frank"], "out-frank", 0);
    assert_eq!(
        (&found["written"]["by_name"], &found["written"]["by_texts"]),
        (&1.into(), &0.into())
    );
    let to_frank = ["convert", "--force", "--from", "thresh", "--to", "frank", "plain.json", "o"];
    folder.run(&to_frank).says(
        "aligned while writing: 0 records by name, 1 by their texts; 1 of one annotator only",
    );
}

#[test]
fn the_note_of_the_typology_is_kept_until_names_change() {
    let data = r#"[
  {"target": "a", "edits": [{"category": "x", "id": 1, "annotation": null}], "_spanwise": {"typology": "00000000000000aa"}},
  {"target": "b", "edits": [], "_spanwise": {"done": true, "typology": "00000000000000aa"}}
]
"#;
    let folder = Folder::with(&[("d.json", data)]);
    let thresh = ["convert", "--from", "thresh", "--to", "thresh"];
    let value =
        |name: &str| serde_json::from_str::<serde_json::Value>(&folder.read(name)).expect("JSON");
    folder.run(&[&thresh[..], &["--no-loss", "d.json", "same.json"]].concat()).exits(0);
    assert_eq!(value("same.json"), value("d.json"));
    folder.run(&[&thresh[..], &["--map", "x=y", "d.json", "new.json"]].concat()).exits(0);
    let own = |at: usize| value("new.json")[at].get("_spanwise").cloned();
    assert_eq!([own(0), own(1)], [None, Some(serde_json::json!({ "done": true }))]);
    // A note is no loss.
    let mqm = ["convert", "--from", "thresh", "--to", "web-annotation", "d.json", "out.jsonl"];
    let losses = folder.json(&mqm, 0)["losses"].to_string();
    assert!(!losses.contains("other members"), "{losses}");
}

/// A line of factgenie with quotes that are spelled otherwise, moved, at several places, and nowhere.
const QUOTES: &str = r#"{"dataset": "d", "example_idx": 1, "output": "One “two” two Three", "metadata": {"annotator_id": "ann"}, "annotations": [{"type": 0, "text": "One", "start": 0}, {"type": 0, "text": "\"two\"", "start": 4}, {"type": 1, "text": "two"}, {"type": 1, "text": "three", "start": 0}, {"type": 0, "text": "=four", "start": 0}]}"#;

#[test]
fn spans_that_are_not_where_the_file_says_are_listed() {
    let folder = Folder::with(&[("d.jsonl", QUOTES)]);
    let convert = ["convert", "--to", "thresh", "d.jsonl", "out.json", "--matches", "matches.csv"];
    let json = folder.json(&convert, 0);
    let matches = json["matches"].as_array().expect("a list");
    let told: Vec<_> = matches
        .iter()
        .map(|found| (found["edit"].as_u64(), found["match"].as_str(), found["found"].as_str()))
        .collect();
    let expected = [
        (Some(1), Some("folded"), Some("“two”")),
        (Some(2), Some("exact"), Some("two")),
        (Some(3), Some("case_folded"), Some("Three")),
        (Some(4), Some("missing"), None),
    ];
    assert_eq!(told, expected);
    assert_eq!(json["matches_total"], 4);
    assert_eq!(
        (&matches[1]["ambiguous"], &matches[1]["place"]),
        (&true.into(), &serde_json::json!([5, 8]))
    );
    assert_eq!(matches[1]["elsewhere"], serde_json::json!([[10, 13]]));
    assert_eq!((&matches[2]["moved"], &matches[2]["annotator"]), (&true.into(), &"ann".into()));
    let table = folder.read("matches.csv");
    assert!(table.starts_with("\u{feff}record,id,annotator,edit,category,text,quote,match,"));
    assert!(table.contains("1,,ann,3,1,target,two,exact,,yes,two,5,8,10..13\n"), "{table}");
    assert!(table.contains("'=four,missing,"), "{table}");
    folder
        .run(&["convert", "--to", "thresh", "d.jsonl", "o.json", "--matches", "d.jsonl"])
        .exits(2);
    assert_eq!(folder.read("d.jsonl"), QUOTES);
}

#[test]
fn spans_are_accepted_placed_and_dropped_as_decided() {
    let folder = Folder::with(&[("d.jsonl", QUOTES)]);
    let decide_by = |file: String, code: i32| {
        folder.write("decided.json", file);
        let convert = [
            "convert",
            "--to",
            "thresh",
            "d.jsonl",
            "out.json",
            "--matches-decided",
            "decided.json",
        ];
        folder.json(&convert, code)
    };
    // Written as the page writes it.
    let span = |number, quote: &str, decision, place| DecidedSpan {
        number,
        quote: quote.to_owned(),
        decision,
        place,
    };
    let decisions = vec![
        span(0, "\"two\"", SpanFate::Accept, None),
        span(1, "two", SpanFate::Place, Some([10, 13])),
        span(2, "three", SpanFate::Drop, None),
        span(3, "=four", SpanFate::Place, Some([14, 19])),
    ];
    let json = decide_by(SpanDecisionFile { decisions }.to_json(), 0);
    let counts = serde_json::json!({ "accepted": 1, "placed": 2, "dropped": 1, "undecided": 0 });
    assert_eq!(
        (&json["matches_decided"], json["matches"].as_array().map(Vec::len)),
        (&counts, Some(4))
    );
    let out: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
    let spans: Vec<String> = out[0]["edits"]
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| edit["output_idx"].to_string())
        .collect();
    assert_eq!(spans, ["[[0,3]]", "[[4,9]]", "[[10,13]]", "[[14,19]]"]);
    // Written back, a span that was placed is quoted from there.
    folder
        .run(&["convert", "--from", "thresh", "--to", "factgenie", "out.json", "back.jsonl"])
        .exits(0);
    let back = folder.read("back.jsonl");
    assert!(!back.contains("=four") && back.contains("\"Three\""), "{back}");

    let decide =
        |decisions: &str, code: i32| decide_by(format!("{{\"decisions\": [{decisions}]}}"), code);
    for (unfit, says) in [
        (r#"{"number": 4, "quote": "x", "decision": "drop"}"#, "about no span"),
        (r#"{"number": 0, "quote": "x", "decision": "drop"}"#, "about no span"),
        (
            r#"{"number": 1, "quote": "two", "decision": "drop"}, {"number": 1, "quote": "two", "decision": "accept"}"#,
            "decided already",
        ),
        (
            r#"{"number": 1, "quote": "two", "decision": "place", "place": [15, 40]}"#,
            "no place in the text",
        ),
        (r#"{"number": 1, "quote": "two", "decision": "place", "place": [5, 5]}"#, "nowhere"),
        (r#"{"number": 1, "quote": "two", "decision": "place"}"#, "nowhere"),
        (r#"{"number": 1, "quote": "two", "decision": "accept", "place": [5, 6]}"#, "has a place"),
        (r#"{"number": 1, "quote": "two", "decision": "keep"}"#, "no file of decisions"),
    ] {
        let message = decide(unfit, 2)["failure"]["message"].to_string();
        assert!(message.contains(says), "{message}");
    }
}

#[test]
fn a_span_that_is_not_found_stays_without_a_place_until_it_is_decided() {
    let folder = Folder::with(&[("d.jsonl", QUOTES)]);
    folder.write("none.json", "{\"decisions\": []}");
    let edits = |options: &[&str]| {
        let convert = ["convert", "--to", "thresh", "--force", "d.jsonl", "out.json"];
        folder.json(&[&convert[..], options].concat(), 0);
        let out: serde_json::Value = serde_json::from_str(&folder.read("out.json")).expect("JSON");
        out[0]["edits"].clone()
    };
    assert_eq!(edits(&["--matches-decided", "none.json"]), edits(&[]));
    assert_eq!(edits(&[])[4]["output_idx"], serde_json::Value::Null);
    folder.write(
        "drop.json",
        r#"{"decisions": [{"number": 3, "quote": "=four", "decision": "drop"}]}"#,
    );
    let dropped = edits(&["--matches-decided", "drop.json"]);
    assert_eq!(dropped.as_array().map(Vec::len), Some(4));
}

#[test]
fn a_unit_that_nothing_names_is_doubted() {
    let data = |start, end| {
        format!(
            r#"[{{"target": "😀 one two", "edits": [{{"category": "e", "id": 1, "output_idx": [[{start}, {end}]]}}]}}]"#
        )
    };
    for (start, end, warnings) in [(2, 5, 1), (3, 6, 0)] {
        let folder = Folder::with(&[("d.json", &data(start, end))]);
        let convert = ["convert", "--to", "thresh", "d.json", "out.json"];
        let json = folder.json(&convert, 0);
        assert_eq!(json["warnings"], warnings, "{json}");
        assert_eq!(json["from"]["offsets"], "utf16");
        if warnings > 0 {
            assert_eq!(json["problems"][0]["code"], "other-unit");
            let named = [&convert[..], &["--offsets", "code-points"]].concat();
            assert_eq!(folder.json(&named, 0)["warnings"], 0);
        }
    }
}

#[test]
fn tables_of_any_typology_come_back() {
    let data = DATA.replace(r#""target": "f""#, r#""target": "f", "edits": []"#);
    let folder = Folder::with(&[("d.json", &data)]);
    let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    folder.run(&["convert", "--to", "thresh", "d.json", "thresh.json"]).exits(0);
    for format in ["csv-spans", "tsv-spans", "csv-edits", "tsv-edits", "jsonl"] {
        folder.run(&["convert", "--no-loss", "--to", format, "d.json", format]).exits(0);
        let json = folder.json(&["convert", "--to", "thresh", format, "back.json"], 0);
        assert_eq!(json["from"]["format"], format);
        assert_eq!(
            value(&folder.read("back.json")),
            value(&folder.read("thresh.json")),
            "{format}"
        );
        folder.json(&["stats", format], 0);
    }
    assert!(folder.read("csv-spans").starts_with("\u{feff}record,id,annotator,done,category,"));
}

#[test]
fn a_single_file_of_a_format_of_folders_goes_into_a_folder_that_is_named() {
    let data =
        r#"[{"target": "a b", "edits": [{"category": "X", "id": 1, "output_idx": [[0, 1]]}]}]"#;
    let folder = Folder::with(&[("d.json", data)]);
    std::fs::create_dir(folder.0.join("there")).expect("a folder");
    for (format, output, file) in [
        ("doccano", "there", "there/all.jsonl"),
        ("doccano", "new/", "new/all.jsonl"),
        ("ragtruth", "rag/", "rag/all.jsonl"),
        ("doccano", "as-named", "as-named"),
    ] {
        let json = folder.json(&["convert", "--to", format, "d.json", output], 0);
        assert_eq!(json["written"], serde_json::json!([file]));
        folder.run(&["convert", "--from", format, "--to", "jsonl", output, "-"]).exits(0);
    }
    folder.run(&["convert", "--to", "esa", "d.json", "there"]).exits(2).says("there is a folder");
    let formats = folder.json(&["formats"], 0);
    let formats = formats["formats"].as_array().expect("a list");
    let extension = |name: &str| {
        formats.iter().find(|format| format["name"] == name).map(|format| &format["extension"])
    };
    for (name, expected) in [("doccano", "jsonl"), ("webanno", "tsv"), ("uima-cas", "json")] {
        assert_eq!(extension(name), Some(&expected.into()));
    }
}
