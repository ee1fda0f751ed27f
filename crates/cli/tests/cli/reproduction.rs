//! `scripts/reproduce`, on small data in the layout of the published data.

use std::io::Write;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Folder, Ran};

const TEXT: &str = "abcdefghijklmnopqrst";

/// Runs the script in a folder. `None`, with a message, if there is no Python.
fn reproduce(folder: &Folder, arguments: &[&str]) -> Option<Ran> {
    let script = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join("scripts/reproduce");
    let mut command = Command::new("python3");
    command.arg(script).args(arguments).current_dir(&folder.0);
    command.args(["--spanwise", env!("CARGO_BIN_EXE_spanwise")]);
    let Ok(output) = command.output() else {
        let _ = writeln!(std::io::stderr(), "SKIPPED, there is no python3: {arguments:?}");
        return None;
    };
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Some(Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) })
}

/// A span of a category.
type MarkedEdit = (usize, usize, u32);

/// A record: dataset, split, setup and example, its marks, and the annotator group.
fn record(key: (&str, &str, &str, usize), marked: &[MarkedEdit], group: u32) -> Value {
    let annotation = |&(start, end, kind): &MarkedEdit| json!({ "type": kind, "text": &TEXT[start..end], "start": start });
    let annotations: Vec<Value> = marked.iter().map(annotation).collect();
    json!({
        "dataset": key.0, "split": key.1, "setup_id": key.2, "example_idx": key.3,
        "annotations": annotations, "annotator_group": group,
    })
}

fn lines(records: impl IntoIterator<Item = Value>) -> String {
    records.into_iter().map(|record| format!("{record}\n")).collect()
}

/// Four texts of the split `test` and one of `gold-iaa`, which some have marked as well.
fn football(marked: [&[MarkedEdit]; 4], gold: &[&[MarkedEdit]]) -> String {
    let test = marked
        .into_iter()
        .enumerate()
        .map(|(example, marked)| record(("d2t-football", "test", "gpt4o", example), marked, 0));
    let gold = gold
        .iter()
        .zip(0..)
        .map(|(marked, group)| record(("d2t-football", "gold-iaa", "gpt4o", 0), marked, group));
    lines(test.chain(gold))
}

/// Two texts in each of two languages, the first of each marked; examples are numbered anew, as in the release.
fn translations(setup: &str, marked: [MarkedEdit; 2]) -> String {
    let mut records = Vec::new();
    for (language, marked) in ["en-cs", "en-is"].into_iter().zip(marked) {
        for (example, marked) in [&[marked][..], &[]].into_iter().enumerate() {
            let mut record = record(("wmt24-news", language, setup, example), marked, 0);
            record["orig_example_idx"] = json!(example + 40);
            record["metadata"] = json!({ "annotator_group": 0 });
            records.push(record);
        }
    }
    lines(records)
}

fn outputs(keys: &[(&str, &str, &str, usize)]) -> String {
    lines(keys.iter().map(|(dataset, split, setup, example)| {
        json!({ "dataset": dataset, "split": split, "setup_id": setup, "example_idx": example, "output": TEXT })
    }))
}

fn config(categories: [&str; 2]) -> String {
    let [first, second] = categories;
    format!(
        "annotation_span_categories:\n- name: {first}\n  description: x\n- name: {second}\n  description: y\nmodel: m\n"
    )
}

fn checkout() -> Folder {
    let folder = Folder::new();
    let human: [&[MarkedEdit]; 4] = [&[(0, 10, 0)], &[], &[(0, 5, 1)], &[]];
    // The same categories in another order: 1 here is 0 in the reference.
    let o3_mini: [&[MarkedEdit]; 4] = [&[(0, 5, 1)], &[], &[(0, 5, 1)], &[(0, 10, 0)]];
    let gold: [&[MarkedEdit]; 2] = [&[(0, 10, 0)], &[(0, 10, 0)]];
    let write = |path: &str, text: &str| folder.write(&format!("annotations/{path}"), text);
    write("human/D2T-eval/test/annotations.jsonl", &football(human, &gold));
    write("human/D2T-eval/test/config.yaml", &config(["Contradictory", "Other"]));
    write("human/D2T-eval/qualification/annotations.jsonl", &football(human, &[]));
    write("model/d2t-eval/test/o3-mini/annotations.jsonl", &football(o3_mini, &[&[]]));
    write("model/d2t-eval/test/o3-mini/config.yaml", &config(["Other", "Contradictory"]));
    write("model/d2t-eval/test/Llama3.3_70B/annotations.jsonl", &football(human, &[]));
    write("model/d2t-eval/test/5shot-gpt-4o/annotations.jsonl", &football(human, &[]));
    write("model/d2t-eval/test/zebra-9b/annotations.jsonl", &football(human, &[]));
    write("human/mt-eval/annotations.jsonl", &translations("gpt-4", [(0, 5, 0), (0, 5, 0)]));
    let model = translations("gpt-4", [(0, 5, 0), (10, 15, 0)]);
    write("model/mt-eval/zeroshot/o3-mini/annotations.jsonl", &model);
    let mut keys: Vec<_> = (0..4).map(|at| ("d2t-football", "test", "gpt4o", at)).collect();
    keys.push(("d2t-football", "gold-iaa", "gpt4o", 0));
    folder.write("outputs/d2t-eval/gpt4o/all.jsonl", outputs(&keys));
    let languages = ["en-cs", "en-is"];
    let keys: Vec<_> = languages
        .iter()
        .flat_map(|language| [40, 41].map(|at| ("wmt24-news", *language, "GPT-4", at)))
        .collect();
    folder.write("outputs/mt-eval/all.jsonl", outputs(&keys));
    folder
}

/// Returns the words of a line of a table: the one that begins with `begins`, in the given row.
#[track_caller]
fn line<'a>(out: &'a str, table: &str, row: &str, begins: &str) -> Vec<&'a str> {
    let mut lines = out.lines().skip_while(|line| !line.starts_with(table));
    lines.find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("{row} of {table} in {out}"));
    let found = lines.find_map(|line| line.trim_start().strip_prefix(begins));
    found.unwrap_or_else(|| panic!("{begins} of {row} in {out}")).split_whitespace().collect()
}

#[test]
fn figures_stand_beside_those_in_print() {
    let folder = checkout();
    let Some(ran) = reproduce(&folder, &["tables", "."]) else { return };
    let out = ran.exits(0).out;
    // Of 15 characters in the reference and 20 in the hypothesis, 5 are marked by both in the same category, 10 in any.
    // Counts by text and category: Σx = 2, Σy = 3, Σxy = 1 of 8, so ρ is 2/√(12·15). S∅: (1 + 1/2)/2.
    let ours = line(&out, "Table 8:", "o3-mini", "ours");
    let expected =
        ["0.1491", "0.2500", "0.5000", "0.3333", "0.6667", "0.2857", "0.5714", "0.2857", "0.7500"];
    assert_eq!([&ours[..8], &ours[9..]].concat(), expected);
    let apart = line(&out, "Table 8:", "o3-mini", "differs by");
    // 0.2857 is within 0.007 of 0.292; 0.7500 is not within 0.0005 of 0.637.
    assert_eq!((apart[5], apart[9]), ("-0.0063", "+0.1130*"));
    assert_eq!(&line(&out, "Table 8:", "Llama 3.3", "ours")[..2], ["1.0000", "1.0000"]);
    assert_eq!(line(&out, "Table 8:", "GPT-4o", "ours"), ["not", "found"]);
    assert_eq!(line(&out, "Table 10:", "o3-mini", "ours"), ours, "there is only football");
    assert_eq!(line(&out, "Table 12:", "o3-mini", "ours"), ["not", "found"]);
    // All that both marked in one language, nothing in the other.
    let mean = line(&out, "Table 16:", "o3-mini", "ours");
    assert_eq!((mean[0], mean[1], mean[5], mean[6]), ("1.0000", "0.5000", "0.5000", "0.5000"));
    assert_eq!(line(&out, "Table 18:", "en-cs", "ours")[5], "1.0000");
    assert_eq!(line(&out, "Table 18:", "en-is", "ours")[5], "0.0000");
    assert!(out.contains("ours is the mean over 1 of 6 models"), "{out}");
    assert!(out.contains(" figures differ by more than the tolerance (*)"), "{out}");
}

#[test]
fn what_was_matched_is_said() {
    let folder = checkout();
    let Some(ran) = reproduce(&folder, &["tables", "."]) else { return };
    let out = ran.exits(0).out;
    let path = |path: &str| path.replace('/', std::path::MAIN_SEPARATOR_STR);
    for said in [
        "reference  annotations/human/D2T-eval/test (split test)",
        "annotator_group 0: 4 records",
        "not used: annotations/human/D2T-eval/qualification",
        "o3-mini    annotations/model/d2t-eval/test/o3-mini",
        "4 texts compared; 0.0% of all texts are of one side only",
        "Llama 3.3  annotations/model/d2t-eval/test/Llama3.3_70B",
        "GPT-4o     not found",
        "not used   annotations/model/d2t-eval/test/5shot-gpt-4o: another prompt or split",
        "not used   annotations/model/d2t-eval/test/zebra-9b: no published figures under this name",
        "reference  annotations/human/mt-eval (all splits: en-cs, en-is)",
        "not found: no folder of this task with annotations.jsonl in annotations/ (human and model)",
    ] {
        assert!(out.contains(&path(said)), "{said}: {out}");
    }
}

#[test]
fn what_is_compared_can_be_named() {
    let folder = checkout();
    let d2t = ["tables", ".", "--task", "d2t"];
    let run = |more: &[&str]| reproduce(&folder, &[&d2t[..], more].concat());
    let Some(ran) = run(&["--model", "GPT-4o=zebra", "--reference", "qualification"]) else {
        return;
    };
    let out = ran.exits(0).out;
    assert_eq!(line(&out, "Table 8:", "GPT-4o", "ours")[1], "1.0000");
    assert!(!out.contains("Table 16"), "{out}");
    // Of this split there are two people's annotations, which are the same; a model marked nothing.
    let out = run(&["--split", "d2t=gold-iaa"]).expect("Python").exits(0).out;
    assert!(
        out.contains("annotator_group 1: 1 records") && out.contains("2 texts compared"),
        "{out}"
    );
    let people = line(&out, "Agreement of people", "printed", "ours, as the models are measured");
    assert_eq!(people, ["1.0000", "1.0000", "1.0000"]);
    assert_eq!(line(&out, "Table 8:", "o3-mini", "ours")[9], "0.5000");
    let out =
        run(&["--split", "d2t=gold-iaa", "--annotator-group", "1"]).expect("Python").exits(0).out;
    assert!(out.contains("1 texts compared"), "{out}");
    for (wrong, said) in [
        (["--split", "d2t=tset"], "choose one of gold-iaa, test, or"),
        (["--model", "GPT=zebra"], "NAME being one of: Llama 3.3"),
        (["--model", "GPT-4o=lion"], "annotations/model"),
        (["--reference", "lion"], "annotations/human"),
    ] {
        run(&wrong).expect("Python").exits(1).says("what to do: ").says(said);
    }
    reproduce(&folder, &["tables", "outputs"]).expect("Python").exits(1).says("annotations/");
}

#[test]
fn averages_of_mqm_stand_beside_those_of_google() {
    let row = |system: &str, segment: u32, rater: &str, category: &str, severity: &str| {
        format!(
            "{system}\td\t1\t{segment}\t{rater}\tsource {segment}\ttarget {segment}\t{category}\t{severity}\n"
        )
    };
    let table = [
        "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n".to_owned(),
        // 5.1 and 0, 1 and 5: 2.55 and 3 are 2.775 in the mean.
        row("A-1", 1, "r1", "Accuracy/Mistranslation", "Major"),
        row("A-1", 1, "r1", "Fluency/Punctuation", "Minor"),
        row("A-1", 1, "r2", "No-error", "no-error"),
        row("A-1", 2, "r1", "Style/Awkward", "Minor"),
        row("A-1", 2, "r2", "Accuracy/Omission", "Major"),
        // 0 and 0, 25 and 1: 0 and 13 are 6.5 in the mean, which the averages beside it do not say.
        row("B", 1, "r1", "No-error", "no-error"),
        row("B", 1, "r2", "No-error", "no-error"),
        row("B", 2, "r1", "Non-translation!", "Major"),
        row("B", 2, "r2", "Style/Awkward", "Minor"),
    ]
    .concat();
    let averages = "system mqm_avg_score seg_id\nA-1\t-2.550000 1\nA-1\t-3.000000 2\nA-1\tNone 3\n\
                    B\t-0.000000 1\nB\t-12.000000 2\nC\t-1.000000 1\n";
    let folder = Folder::with(&[
        ("x/mqm-ted_ende.tsv", &table),
        ("x/mqm_ted_ende.avg_seg_scores.tsv", averages),
        ("y/mqm_other.tsv", &table),
    ]);
    let Some(ran) = reproduce(&folder, &["mqm", "."]) else { return };
    let out = ran.exits(0).out;
    let words: Vec<Vec<&str>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    for expected in [
        &["A-1", "2.7750", "2.7750", "+0.0000"][..],
        &["B", "6.0000", "6.5000", "+0.5000", "*"],
        &["only", "there:", "C"],
        &["1", "of", "2", "systems", "differ", "in", "four", "decimals", "(*)"],
        &["there", "are", "no", "averages", "beside", "it:", "only", "ours"],
        &["A-1", "2.7750"],
    ] {
        assert!(words.iter().any(|words| words == expected), "{expected:?}: {out}");
    }
    reproduce(&folder, &["mqm", "z"]).expect("Python").exits(1).says("what to do: ");
}
