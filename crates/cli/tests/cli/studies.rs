//! The studies of docs/tutorial-long-texts.md and docs/tutorial-training.md: every command of a tutorial, in its order, on the
//! files of its designer and on what annotators submitted. The journeys `long-text-study` and `scarecrow-study` in
//! tests/e2e make these submissions and compare them with the files here.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Folder, Ran};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a study, but for those that the tutorial's commands write.
fn study(name: &str, made: &[&str]) -> Folder {
    let folder = Folder::new();
    let from = root().join("tests/studies").join(name);
    for inside in ["", "submissions"] {
        for entry in fs::read_dir(from.join(inside)).expect("a folder").flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            if entry.path().is_file() && !made.contains(&file.as_str()) {
                folder
                    .write(&Path::new(inside).join(file).to_string_lossy(), text_of(&entry.path()));
            }
        }
    }
    folder
}

/// Runs every command of a tutorial in a folder; gives them with what they said.
fn carried_out(tutorial: &str, folder: &Folder) -> Vec<(String, Ran)> {
    let text = text_of(&root().join("docs").join(tutorial));
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands = blocks.flat_map(str::lines).filter_map(|line| line.strip_prefix("spanwise "));
    let ran = commands.map(|command| {
        let arguments: Vec<String> =
            command.split(' ').flat_map(|one| expanded(one, folder)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = folder.run(&arguments);
        assert_eq!(ran.code, Some(0), "{command}: {ran:?}");
        (command.to_owned(), ran)
    });
    ran.collect()
}

/// An argument as a shell gives it: `folder/*.json` are the files there.
fn expanded(argument: &str, folder: &Folder) -> Vec<String> {
    let Some(inside) = argument.strip_suffix("/*.json") else { return vec![argument.to_owned()] };
    let entries = fs::read_dir(folder.0.join(inside)).expect("a folder").flatten();
    let mut files: Vec<String> =
        entries.map(|entry| format!("{inside}/{}", entry.file_name().to_string_lossy())).collect();
    files.sort();
    files
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// The output of the command that begins with these words.
fn said<'r>(ran: &'r [(String, Ran)], begin: &str) -> &'r Ran {
    let found = ran.iter().find(|(command, _)| command.starts_with(begin));
    &found.unwrap_or_else(|| panic!("the tutorial has no `spanwise {begin}`")).1
}

#[test]
fn the_study_of_long_texts_gives_the_rows_and_figures_of_its_paper() {
    let folder = study("long-texts", &["data.json"]);
    let ran = carried_out("tutorial-long-texts.md", &folder);
    let given = root().join("tests/studies/long-texts/data.json");
    assert_eq!(folder.read("data.json"), text_of(&given), "what annotators got");
    assert!(said(&ran, "training verify").out.contains("passed, 100 %"));

    // One row for each error, and one for a story without any. The tutorial shows them.
    let rows = folder.read("rows/annotations.csv");
    let code = |name: &str| {
        json_of(&folder.read(&format!("submissions/{name}.json")))["completion_code"]
            .as_str()
            .expect("a code")
            .to_owned()
    };
    let (anna, ben) = (code("anna"), code("ben"));
    let told: Vec<String> = rows
        .lines()
        .map(|row| row.replace(&anna, "7K3Q9XTB04").replace(&ben, "0M4ZH2WDQ1"))
        .collect();
    let tutorial = text_of(&root().join("docs/tutorial-long-texts.md"));
    assert_eq!(told.len(), 10);
    assert!(tutorial.contains(&told.join("\n")), "{}", told.join("\n"));
    assert_eq!(json_of(&folder.read("rows/stories.json")), json_of(&folder.read("stories.json")));

    let agree = folder.json(&["agree", "--first-spans", "all.json"], 0);
    assert_eq!((&agree["items"], &agree["examples"]), (&json!(2), &json!(2)));
    assert_eq!(agree["annotators"], json!(["anna", "ben"]));
    // “Mrs. Ferrer” to both, “the boy” to one.
    assert_eq!(agree["two_agree"]["categories"]["CharE"]["value"], json!(0.6));
    let stats = folder.json(&["stats", "--first-spans", "all.json"], 0);
    let edits = |of: &Value| of["edits"].as_f64();
    let counts = &stats["counts"];
    assert_eq!((edits(&counts["anna"]), edits(&counts["ben"])), (Some(6.0), Some(2.0)));
    let of = |name: &str, category: &str| edits(&counts[name]["categories"][category]);
    assert_eq!(
        (of("anna", "CharE"), of("anna", "RepE"), of("ben", "RepE")),
        (Some(2.0), Some(1.0), Some(0.0))
    );
    // Of an inconsistency the later words count, which both marked.
    assert_eq!(stats["coverage"]["InconE"]["spans"], json!(2));
    assert!(stats["time"]["per_item"]["mean"].as_f64().is_some_and(|seconds| seconds > 0.0));
}

#[test]
fn the_study_of_generated_texts_gives_the_rows_and_figures_of_its_paper() {
    let folder = study("scarecrow", &["work.json"]);
    for name in ["template.yml", "training.yml"] {
        folder.write(name, text_of(&root().join("templates/scarecrow").join(name)));
    }
    let ran = carried_out("tutorial-training.md", &folder);
    let given = root().join("tests/studies/scarecrow/work.json");
    assert_eq!(folder.read("work.json"), text_of(&given), "what annotators got");
    assert!(said(&ran, "training verify").out.contains("passed, 100 %"));
    let code = text_of(&root().join("tests/studies/scarecrow/result-code.txt"));
    assert!(said(&ran, "training check").err.contains("10 exercises, 10 questions"));
    let tutorial = text_of(&root().join("docs/tutorial-training.md"));
    assert!(tutorial.contains(&format!("training verify {}", code.trim())));

    // The figures of hidden gold are those of the submissions.
    let score = folder.json(&["gold", "score", "all.json", "--template", "template.yml"], 0);
    let annotators = score["annotators"].as_array().expect("a list");
    for (name, found) in ["ann", "ben"].into_iter().zip(annotators) {
        let submitted = json_of(&folder.read(&format!("submissions/{name}.json")));
        assert_eq!(found["annotator"], name);
        for figure in ["instances", "found", "missed", "without_gold"] {
            assert_eq!(found[figure], submitted["hidden_gold"][figure], "{name}: {figure}");
        }
    }
    let left = json_of(&folder.read("study.json"));
    assert_eq!(left.as_array().map(Vec::len), Some(4), "two texts of two annotators");

    // Coverage by system and category: tokens between spaces, the first span, no slips of grammar.
    let arguments = [
        "stats",
        "--first-spans",
        "--leave-out",
        "grammar_usage=1",
        "--tokens",
        "space",
        "--by",
        "model",
        "study.json",
    ];
    let stats = folder.json(&arguments, 0);
    assert_eq!(stats["edits_left_out"], json!(2));
    let coverage = |model: &str, category: &str| {
        stats["groups"][model]["coverage"][category]["span_coverage"]["value"]
            .as_f64()
            .expect("a share")
    };
    let near =
        |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    // Of 38 words of the small model's text 11 are redundant to one of two annotators; 6 contradict for both.
    near(coverage("small", "redundant"), 11.0 / 38.0 / 2.0);
    near(coverage("small", "self_contradiction"), 6.0 / 38.0);
    near(coverage("small", "grammar_usage"), 0.0);
    // Of 29 words of the large one's three.
    near(coverage("large", "bad_math"), 3.0 / 29.0 / 2.0);

    let arguments = [
        "agree",
        "--first-spans",
        "--leave-out",
        "grammar_usage=1",
        "--tokens",
        "space",
        "study.json",
    ];
    let agree = folder.json(&arguments, 0);
    assert_eq!(agree["alpha"]["self_contradiction"]["pooled"], json!(1.0));
    assert_eq!(agree["two_agree"]["categories"]["redundant"]["value"], json!(0.0));
    assert!(agree["two_agree"]["categories"]["grammar_usage"]["value"].is_null());

    // One row for each text, with a response of each annotator.
    let back = folder
        .json(&["convert", "--from", "scarecrow", "--to", "thresh", "rows.csv", "back.json"], 0);
    assert_eq!((&back["records"], &back["edits"]), (&json!(4), &json!(6)));
    let rows = folder.read("rows.csv");
    assert_eq!(rows.lines().count(), 3);
    assert!(
        rows.contains(",small,0.96,1,0,")
            && rows.contains("['Self-contradiction', 'Open or closed?', 3, 157, 190, [40, 62]]")
    );
}
