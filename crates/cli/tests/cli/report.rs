//! `spanwise report`.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Folder;
use super::agree::file;
use spanwise_annotation::digest::Digest;

const EVIL: &str = "<img src=x onerror=alert(1)>\"'&";

/// Three texts of two systems; Ben differs from Anna.
fn study() -> Folder {
    let texts: Vec<String> =
        (0..12).map(|n| format!("one two three four five six seven {n}")).collect();
    let folder = Folder::new();
    for (name, shift) in [("anna", 0), ("ben", 3)] {
        let instance = |(n, text): (usize, &String)| {
            let n_u32 = u32::try_from(n).expect("a small number");
            let edits = [(0, 5 + shift, "omission"), (8, 13 + n_u32 % 3, EVIL)];
            let edits = edits.iter().take(1 + n % 2 + usize::from(shift > 0 && n == 4));
            let edits = edits.map(|(start, end, category)| {
                json!({ "category": category, "id": 1, "output_idx": [[start, end]], "annotation": { "severity": "minor" } })
            });
            let system = ["A", "B"][n % 2];
            let part = if n < 6 { "one" } else { "two" };
            json!({ "target": text, "system": system, "part": part, "edits": edits.collect::<Vec<_>>() })
        };
        let instances: Vec<Value> = texts.iter().enumerate().map(instance).collect();
        folder.write(&format!("{name}.json"), Value::from(instances).to_string());
    }
    folder
}

const FILES: [&str; 3] = ["report", "anna.json", "ben.json"];

fn report(more: &[&'static str]) -> Vec<&'static str> {
    [&FILES[..], &["-o", "report.html"], more].concat()
}

/// The answer of a report without the figures that the answers of its parts have.
fn without_figures_of_parts(mut answer: Value) -> Value {
    let object = answer.as_object_mut().expect("an object");
    for of_part in ["agree", "stats"] {
        assert!(object.remove(of_part).is_some(), "{of_part}");
    }
    answer
}

/// The answer of another command without what only the object of a command has.
fn figures(folder: &Folder, arguments: &[&str]) -> Value {
    let mut answer = folder.json(arguments, 0);
    let object = answer.as_object_mut().expect("an object");
    for own in ["command", "ok", "errors", "warnings", "problems"] {
        object.remove(own);
    }
    answer
}

#[test]
fn a_report_names_the_files_of_options_with_their_digests() {
    let folder = study();
    folder.write("changes.json", r#"{"categories": {"grammar": "Grammar"}}"#);
    folder.run(&report(&["--map", "changes.json", "--max-left-out", "100"])).exits(0);
    let page = folder.read("report.html");
    let digest = Digest::of(&folder.read("changes.json")).to_string();
    let row = page.split("<tr>").find(|row| row.contains(&digest)).expect("a row of the file");
    assert!(row.contains("changes.json") && row.contains("--map"), "{row}");
    let title = page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next());
    assert_eq!(title, Some("Annotation report: anna.json, ben.json"));
}

#[test]
fn a_report_has_files_figures_plots_and_method() {
    let folder = study();
    folder.run(&report(&["--by", "system", "--max-left-out", "100"])).exits(0);
    let page = folder.read("report.html");
    for name in ["anna.json", "ben.json"] {
        let digest = Digest::of(&folder.read(name)).to_string();
        assert!(page.contains(&digest), "the digest of {name}");
    }
    for id in [
        "prevalence",
        "coverage",
        "severity",
        "annotators",
        "edits-per-item",
        "mqm",
        "ranking",
        "ranking-steps",
        "coverage-of-groups",
        "agreement",
        "f1-by-category",
        "alpha-by-category",
        "confusion",
        "spans-1",
        "agreement-of-groups",
    ] {
        assert!(page.contains(&format!("<figure id=\"{id}\">")), "{id}");
    }
    let count = |text: &str| page.matches(text).count();
    assert_eq!(count("<svg "), count("<figure "));
    assert_eq!(count("<summary>Data</summary>"), count("<figure "));
    let command =
        "spanwise report anna.json ben.json -o report.html --by system --max-left-out 100";
    for text in ["2 annotators (anna, ben) marked 12 items", "seed 42", "1000 samples", command] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn a_report_opens_alone_and_runs_nothing() {
    let folder = study();
    folder.run(&report(&[])).exits(0);
    let page = folder.read("report.html");
    for text in
        ["<script", "<img", "<link", "<iframe", " style=", " onerror=alert(1)>", "javascript:"]
    {
        assert!(!page.contains(text), "{text}");
    }
    assert!(page.contains("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;"));
    assert!(page.contains("content=\"default-src &#39;none&#39;; style-src &#39;sha256-"));
    // Addresses are those of definitions.
    let addresses = page.match_indices("http").map(|(at, _)| &page[at..]);
    let is_known = |text: &str| {
        text.starts_with("https://github.com/spanwise/spanwise/blob/main/docs/measures.md#")
            || text.starts_with("http-equiv=")
    };
    addresses.for_each(|text| assert!(is_known(text), "{}", &text[..60]));
    let style = page.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next());
    let style = style.expect("a style sheet");
    assert!(!style.contains('<'));
    for text in ["@media print", "prefers-color-scheme: dark"] {
        assert!(style.contains(text), "{text}");
    }
}

#[test]
fn every_figure_is_in_one_row() {
    let folder = study();
    let by_system = ["--by", "system", "--average", "system", "--max-left-out", "100"];
    for more in [&[][..], &by_system, &[&by_system[..], &["--by", "system,part"]].concat()] {
        let answer = folder.json(&report(&[&["--force"], more].concat()), 0);
        // Main figures have the last of their names, and are in the other tables, too.
        let tables = answer["tables"].as_array().expect("a list").iter();
        let tables = tables.filter(|table| table["is_main"] == false);
        let named = tables.flat_map(|table| table["names"]["figures"].as_array().expect("a list"));
        let mut names: Vec<&str> =
            named.map(|figure| figure["measure"].as_str().expect("a name")).collect();
        assert!(names.iter().any(|name| name.contains("counts.anna.edits")), "{more:?}");
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        assert_eq!(twice, None, "{more:?}");
    }
}

#[test]
fn the_report_of_parts_is_the_one_that_is_computed_at_once() {
    let folder = study();
    let cid = folder.read("ben.json").replace("minor", "major").replace("omission", "addition");
    folder.write("cid.json", cid);
    let by_system = ["--by", "system", "--average", "system", "--max-left-out", "100"];
    let with_reference =
        ["--reference", "anna.json", "--hypothesis", "ben.json", "--hypothesis", "cid.json"];
    for (options, parts) in [
        (&FILES[1..], &["first", "second", "gamma"][..]),
        (&["anna.json"], &["first", "second", "gamma"]),
        (&["anna.json", "ben.json", "--measures", "f1,kappa"], &["first", "second"]),
        (
            &["anna.json", "ben.json", "cid.json", "--measures", "f1,gamma", "--alt-test", "cid"],
            &["second", "gamma", "first"],
        ),
        (
            &[
                "anna.json",
                "ben.json",
                "--by",
                "system",
                "--by",
                "system,part",
                "--max-left-out",
                "100",
            ],
            &["first", "second", "gamma"],
        ),
        (
            &[
                &["anna.json", "ben.json", "cid.json", "--systems", "system", "--all"],
                &by_system[..],
            ]
            .concat(),
            &["first", "second", "gamma"],
        ),
        (
            &[&with_reference[..], &["--leave-out", "omission=1"]].concat(),
            &["first", "second", "gamma"],
        ),
    ] {
        let command = [&["report", "--force"], options].concat();
        let whole = figures(&folder, &[&command[..], &["-o", "whole.html"]].concat());
        let whole = without_figures_of_parts(whole);
        for part in parts {
            folder.json(&[&command[..], &["-o", part, "--part", part]].concat(), 0);
        }
        let of_parts = format!("--parts={}", parts.join(","));
        let joined = [&command[..], &["-o", "joined.html", &of_parts]].concat();
        let joined = figures(&folder, &joined);
        let named = |text: &str| text.replace("joined.html", "whole.html");
        assert_eq!(named(&joined.to_string()), whole.to_string(), "{options:?}");
        assert_eq!(named(&folder.read("joined.html")), folder.read("whole.html"), "{options:?}");
        // Without an output, there is the answer alone.
        let mut answer = figures(&folder, &[&command[..], &[&of_parts]].concat());
        assert_eq!(answer["output"], Value::Null, "{options:?}");
        answer["output"] = json!("whole.html");
        let named = answer.to_string().replace("--output report.html", "-o whole.html");
        assert_eq!(named, whole.to_string(), "{options:?}");
    }
}

#[test]
fn without_its_part_a_report_is_the_one_without_gamma() {
    let folder = study();
    let with_gamma = ["report", "--force", "anna.json", "ben.json", "--measures", "f1,gamma,kappa"];
    for part in ["first", "second"] {
        folder.json(&[&with_gamma[..], &["-o", part, "--part", part]].concat(), 0);
    }
    let without = ["report", "--force", "anna.json", "ben.json", "--measures", "f1,kappa"];
    let whole = figures(&folder, &[&without[..], &["-o", "report.html"]].concat());
    let whole = without_figures_of_parts(whole);
    let page = folder.read("report.html");
    let joined = [&without[..], &["-o", "report.html", "--parts=first,second"]].concat();
    assert_eq!(figures(&folder, &joined).to_string(), whole.to_string());
    assert_eq!(folder.read("report.html"), page);
}

#[test]
fn what_is_no_part_of_a_report_makes_none() {
    let folder = study();
    folder.write("part", "[]");
    folder.write("empty", "{}");
    for (parts, expected) in [
        ("--parts=part,anna.json", "part is no part of a report"),
        ("--parts=empty", "Figures of the report are missing."),
    ] {
        let answer = folder.json(&report(&[parts]), 2);
        let message = answer["failure"]["message"].as_str().expect("a message");
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn the_same_input_makes_the_same_bytes() {
    let folder = study();
    folder.run(&report(&["--plots", "plots"])).exits(0);
    let page = folder.read("report.html");
    let plot = folder.read("plots/confusion.svg");
    folder.run(&report(&["--plots", "plots", "--force"])).exits(0);
    assert_eq!(folder.read("report.html"), page.replace("--plots plots", "--plots plots --force"));
    assert_eq!(folder.read("plots/confusion.svg"), plot);
}

fn correlation(points: &[[f64; 2]]) -> f64 {
    let n = points.len() as f64;
    let mean = [0, 1].map(|at: usize| points.iter().map(|point| point[at]).sum::<f64>() / n);
    let sum = |a: usize, b: usize| -> f64 {
        points.iter().map(|point| (point[a] - mean[a]) * (point[b] - mean[b])).sum()
    };
    sum(0, 1) / (sum(0, 0) * sum(1, 1)).sqrt()
}

#[test]
fn figures_are_those_of_agree_and_stats() {
    let folder = study();
    for more in [
        &[][..],
        &[
            "--leave-out",
            "omission=1",
            "--by",
            "system",
            "--max-left-out",
            "100",
            "--resamples",
            "50",
            "--seed",
            "7",
        ],
    ] {
        let answer = folder.json(&report(more), 0);
        let same = |command: &'static str| {
            figures(&folder, &[&[command, "anna.json", "ben.json"][..], more].concat())
        };
        assert_eq!(answer["agree"], same("agree"));
        assert_eq!(answer["stats"], same("stats"));
        let page = folder.read("report.html");
        let plot = |id: &str| {
            let plots = answer["plots"].as_array().expect("a list");
            plots.iter().find(|plot| plot["id"] == id).unwrap_or_else(|| panic!("no {id}"))
        };
        for (at, name) in ["f1", "f1_soft", "gamma", "alpha", "pearson"].into_iter().enumerate() {
            let figure = &answer["agree"]["main"][name];
            let bar = &plot("agreement")["chart"]["groups"][at]["bars"][0];
            assert_eq!(
                (&bar["value"], &bar["interval"]),
                (&figure["value"], &figure["interval_95"]),
                "{name}"
            );
            assert_eq!(bar["n"], figure["n"]);
            if let Some(value) = figure["value"].as_f64().filter(|value| value.fract() != 0.0) {
                assert!(page.contains(&format!(">{value:.4}</td>")), "{name}");
            }
        }
        let labels = &answer["agree"]["confusion"]["labels"];
        assert_eq!(
            plot("confusion")["chart"]["rows"].as_array().map(Vec::len),
            labels.as_array().map(|l| l.len() + 1)
        );
        let first = &answer["agree"]["confusion"]["matrix"][0][0];
        assert_eq!(plot("confusion")["chart"]["cells"][0][0]["value"].as_f64(), first.as_f64());
        // The numbers of single items have the mean that `stats` has.
        for (at, name) in ["anna", "ben"].into_iter().enumerate() {
            let values = plot("edits-per-item")["chart"]["samples"][at]["values"]
                .as_array()
                .expect("a list");
            let sum: f64 = values.iter().filter_map(Value::as_f64).sum();
            let mean =
                answer["stats"]["counts"][name]["edits_per_item"].as_f64().expect("a number");
            assert!((sum / values.len() as f64 - mean).abs() < 1e-12);
        }
        let points = plot("spans-1")["chart"]["series"][0]["points"].as_array().expect("a list");
        let points: Vec<[f64; 2]> = points
            .iter()
            .map(|point| [0, 1].map(|at| point[at].as_f64().expect("a number")))
            .collect();
        let rho = answer["agree"]["pearson"]["per_example"].as_f64().expect("a number");
        assert!((correlation(&points) - rho).abs() < 1e-9);
    }
}

#[test]
fn plots_are_files_with_their_tables() {
    let folder = study();
    folder.run(&report(&["--plots", "plots"])).exits(0);
    let svg = folder.read("plots/prevalence.svg");
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.contains("<style>")
    );
    assert!(!svg.contains("<img"));
    let table = folder.read("plots/prevalence.csv");
    assert!(
        table.starts_with("category,annotator,edits per item,95 % low,95 % high,n\n"),
        "{table}"
    );
    folder.run(&report(&["--plots", "tables", "--table", "latex"])).exits(0);
    assert!(folder.read("tables/prevalence.tex").contains("\\begin{tabular}{llrrrr}"));
    // A folder with files in it is left as it is.
    folder.run(&report(&["--plots", "plots"])).exits(2).says("isn't empty");
}

#[test]
fn one_annotator_has_what_was_marked() {
    let folder = study();
    let answer = folder.json(&["report", "anna.json", "-o", "report.html"], 0);
    assert_eq!(answer["agree"], Value::Null);
    let page = folder.read("report.html");
    assert!(page.contains("One annotator (anna) marked 12 items"));
    assert!(page.contains("id=\"coverage\"") && !page.contains("id=\"agreement\""));
}

#[test]
fn annotators_unlike_the_others_are_marked() {
    let folder = Folder::new();
    let names = ["anna", "ben", "cleo", "dora", "emil", "fay"];
    for (at, name) in names.into_iter().enumerate() {
        let marks: Vec<(u32, u32, &str, &str)> = (0..4).map(|n| (n, n + 1, "x", "minor")).collect();
        let few = if *name == *"fay" { 4 } else { 1 };
        let texts: Vec<String> = (0..9).map(|n| format!("abcdefgh {n}")).collect();
        let texts: Vec<(&str, &[_])> = texts
            .iter()
            .enumerate()
            .map(|(n, text)| (text.as_str(), &marks[..if n < at && few == 1 { 2 } else { few }]))
            .collect();
        folder.write(&format!("{name}.json"), file(&texts));
    }
    let files = names.map(|name| format!("{name}.json"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let arguments =
        [&["report"][..], &files, &["-o", "r.html", "--measures", "counts,f1"]].concat();
    let answer = folder.json(&arguments, 0);
    let plots = answer["plots"].as_array().expect("a list");
    let plot = plots.iter().find(|plot| plot["id"] == "annotators").expect("a plot");
    let marks = plot["chart"]["groups"].as_array().expect("a list");
    let marks: Vec<&Value> = marks.iter().map(|group| &group["bars"][0]["mark"]).collect();
    assert_eq!(json!(marks), json!([null, null, null, null, null, "outlier"]));
    let profile = &answer["stats"]["profiles"]["fay"]["spans_per_item"];
    assert_eq!(profile["outlier"], true);
    assert_eq!(plot["chart"]["groups"][5]["bars"][0]["value"], profile["value"]);
    assert!(plots.iter().any(|plot| plot["id"] == "pairs-f1"));
}

#[test]
fn hypotheses_have_differences_and_pooled_pairs_one_confusion() {
    let folder = study();
    folder.write("cleo.json", folder.read("ben.json").replace("[0,8]", "[0,3]"));
    let plot = |arguments: &[&str], id: &str| {
        let answer =
            folder.json(&[arguments, &["-o", "r.html", "--measures", "f1,confusion"]].concat(), 0);
        let plots = answer["plots"].as_array().expect("a list");
        let plot = plots.iter().find(|plot| plot["id"] == id).expect("a plot");
        (plot["chart"].clone(), answer["agree"].clone())
    };
    let hypotheses = "report --reference anna.json --hypothesis ben.json --hypothesis cleo.json";
    let (chart, agree) = plot(&hypotheses.split(' ').collect::<Vec<_>>(), "differences");
    assert_eq!(chart["groups"][0]["label"], "ben − cleo");
    let expected = &agree["differences"]["ben − cleo"]["f1"]["value"];
    assert_eq!(&chart["groups"][0]["bars"][0]["value"], expected);
    let one = ["report", "--reference", "anna.json", "--hypothesis", "ben.json", "-o", "r.html"];
    for arguments in [&hypotheses.split(' ').chain(["-o", "r.html"]).collect::<Vec<_>>()[..], &one]
    {
        let answer = folder.json(arguments, 0);
        let tables = answer["tables"].as_array().expect("a list");
        let table = &tables[1];
        assert_eq!(table["heading"], "Hypotheses against the reference");
        let columns: Vec<&Value> = table["table"]["columns"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|c| &c["name"])
            .collect();
        assert_eq!(
            (columns[0], columns[6], columns.len()),
            (&json!("hypothesis"), &json!("F1"), 11)
        );
        let of = &answer["agree"]["hypotheses"]["ben"];
        assert_eq!(table["table"]["rows"][0][0], "ben");
        assert_eq!(table["table"]["rows"][0][6], of["f1"]);
        let main: Vec<&Value> = tables.iter().map(|table| &table["is_main"]).collect();
        assert_eq!(main.iter().filter(|is_main| **is_main == true).count(), 2);
        assert!(folder.read("r.html").contains("<h3>Hypotheses against the reference</h3>"));
    }
    let pooled = ["report", "anna.json", "ben.json", "cleo.json", "--pool"];
    let (chart, agree) = plot(&pooled, "confusion");
    assert_eq!(chart["cells"][0][0]["value"].as_f64(), agree["confusion"]["matrix"][0][0].as_f64());
}

#[test]
fn each_of_several_groupings_has_plots() {
    let folder = study();
    folder.write(
        "anna.json",
        folder.read("anna.json").replace("\"system\"", "\"domain\":\"news\",\"system\""),
    );
    folder.write(
        "ben.json",
        folder.read("ben.json").replace("\"system\"", "\"domain\":\"news\",\"system\""),
    );
    let by = ["--by", "system", "--by", "domain", "--max-left-out", "100", "--measures", "f1"];
    let answer = folder.json(&report(&by), 0);
    let plots = answer["plots"].as_array().expect("a list");
    let ids: Vec<&str> = plots.iter().filter_map(|plot| plot["id"].as_str()).collect();
    for id in ["ranking-1", "ranking-2", "agreement-of-groups-1", "coverage-of-groups-2"] {
        assert!(ids.contains(&id), "{id} is not in {ids:?}");
    }
    let distinct: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(distinct.len(), ids.len());
}

#[test]
fn a_selection_and_averages_are_those_of_agree_and_stats() {
    let folder = study();
    folder.write("cleo.json", folder.read("ben.json").replace("[0,8]", "[0,3]"));
    let files = ["anna.json", "ben.json", "cleo.json"];
    let selections: [&[&str]; 5] = [
        &["--category", "omission"],
        &["--where", "system=A", "--category", "omission"],
        &["--where", "system=A,system=B"],
        &["--leave-out", "omission=1", "--category", "omission"],
        &["--average", "system"],
    ];
    for more in selections {
        let more = [
            more,
            &["--measures", "f1,s-empty,confusion", "--resamples", "20", "--max-left-out", "100"],
        ]
        .concat();
        let answer = folder.json(&[&["report"][..], &files, &["-o", "r.html"], &more].concat(), 0);
        assert_eq!(answer["agree"], figures(&folder, &[&["agree"][..], &files, &more].concat()));
        let stats: Vec<&str> = more.iter().copied().filter(|of| !is_of_agree(of)).collect();
        assert_eq!(answer["stats"], figures(&folder, &[&["stats"][..], &files, &stats].concat()));
    }
    let anna = [&["report"][..], &files, &["-o", "r.html", "--annotator", "anna,ben"]].concat();
    let answer = folder.json(&anna, 0);
    assert_eq!(answer["stats"]["annotators"], json!(["anna", "ben"]));
    assert_eq!(answer["agree"]["annotators"], json!(["anna", "ben"]));
}

/// Options that `stats` does not have, and their values.
fn is_of_agree(argument: &str) -> bool {
    ["--measures", "f1,s-empty,confusion"].contains(&argument)
}

fn plot_about(answer: &Value, id: &str) -> Value {
    let plots = answer["plots"].as_array().expect("a list");
    plots.iter().find(|plot| plot["id"] == id).expect("a plot")["about"].clone()
}

#[test]
fn the_method_has_whole_sentences_on_what_is_shown() {
    let folder = study();
    let method = |more: &[&'static str]| {
        let answer =
            folder.json(&report(&[&["--force", "--max-left-out", "100"], more].concat()), 0);
        answer["method"].as_str().expect("a text").to_owned()
    };
    let plain = method(&[]);
    for sentence in [
        ". The share of the tokens of a text that spans covered was 0.",
        "with each token counted once (n = 24 texts × annotators). ",
        ". F1 by characters (micro_char), where only spans of the same category match, was 0.",
        "] (n = 12 texts). F1 by characters (micro_char), where categories are ignored, was 0.",
        " tokens). Pearson's ρ of the numbers of spans per text and category was 0.",
        ". In square brackets are 95 % percentile bootstrap intervals",
    ] {
        assert!(plain.contains(sentence), "{sentence} in {plain}");
    }
    for other in ["In MQM scores", "means over the values", "The ranking", "alternative"] {
        assert!(!plain.contains(other), "{other} in {plain}");
    }
    let all = method(&["--average", "part", "--by", "system", "--weights", "minor=2"]);
    for sentence in [
        ". The figures of agreement are means over the values of part, each counting alike. ",
        ". In MQM scores, a neutral error weighs 0, a minor one 2, a major one 5, and a critical one 25. ",
        ". The ranking by MQM score was, from the best, A with ",
        "] (n = 2 values). ",
    ] {
        assert!(all.contains(sentence), "{sentence} in {all}");
    }
    assert!(!method(&["--weights", "minor=1"]).contains("In MQM scores"));
}

#[test]
fn tests_competence_rankings_and_words_have_plots() {
    let folder = Folder::new();
    let said = ["the fact is wrong", "the fact is doubtful", "the number is wrong here"];
    for (name, every) in [("anna", 2), ("ben", 2), ("cleo", 3), ("model", 2)] {
        let instance = |n: usize| {
            let edits: Vec<Value> = (0..usize::from(n.is_multiple_of(every)))
                .map(|_| {
                    json!({ "category": "x", "id": 1, "output_idx": [[0, 3]],
                        "annotation": { "severity": "minor", "why": format!("{} {name} {n}", said[n % 3]) } })
                })
                .collect();
            let system = ["A", "B"][n % 2];
            json!({ "source": format!("s {}", n / 2), "target": format!("one two three {n}"),
                "system": system, "edits": edits })
        };
        let instances: Vec<Value> = (0..40).map(instance).collect();
        folder.write(&format!("{name}.json"), Value::from(instances).to_string());
    }
    let files = ["anna.json", "ben.json", "cleo.json", "model.json"];
    let more = ["-o", "r.html", "--measures", "counts,competence", "--resamples", "20"];
    let tested = ["--alt-test", "model", "--systems", "system", "--max-left-out", "100"];
    let answer = folder.json(&[&["report"][..], &files, &more, &tested].concat(), 0);
    let bars = |id: &str| {
        let plots = answer["plots"].as_array().expect("a list");
        let plot = plots.iter().find(|plot| plot["id"] == id).unwrap_or_else(|| panic!("no {id}"));
        assert!(plot["alternative"].as_str().is_some_and(|text| text.starts_with("Bar chart: ")));
        assert!(plot["table"]["rows"].as_array().is_some_and(|rows| !rows.is_empty()));
        assert!(plot["about"].as_str().is_some_and(|about| about.contains("n ")), "{plot}");
        plot["chart"]["groups"].clone()
    };
    let model = &answer["agree"]["alt_test"]["model"];
    let test = bars("alt-test");
    assert_eq!(test[0]["bars"][0]["value"], model["advantage_probability"]);
    assert_eq!(test[0]["bars"][0]["interval"], model["advantage_probability_interval_95"]);
    assert_eq!(test[0]["bars"][1]["value"], model["winning_rate"]);
    assert_eq!((&test[0]["bars"][1]["mark"], &model["passed"]), (&json!("passed"), &json!(true)));
    let trial = &bars("alt-test-1")[2];
    assert_eq!(trial["label"], "cleo");
    assert_eq!(trial["bars"][0]["value"], model["annotators"]["cleo"]["model_advantage"]);
    assert_eq!(trial["bars"][1]["value"], model["annotators"]["cleo"]["annotator_advantage"]);
    let tables = answer["tables"].as_array().expect("a list");
    let table = tables.iter().find(|table| table["heading"] == "Alternative annotator test");
    let table = table.expect("a table");
    let omega = &model["winning_rate"];
    let rho = &model["advantage_probability"];
    let of_cleo = &model["annotators"]["cleo"];
    let rows = &table["table"]["rows"];
    assert_eq!(rows[0], json!(["model", null, omega, rho, null, null, null, "passed"]));
    let advantages = [&of_cleo["model_advantage"], &of_cleo["annotator_advantage"]];
    let [own, other] = advantages;
    let outcome = if of_cleo["won"] == true { "won" } else { "not won" };
    assert_eq!(rows[3], json!(["model", "cleo", null, null, own, other, of_cleo["p"], outcome]));
    let said = "ε = 0.1; false discovery rate 0.05; score f1: mean over the other annotators of F1";
    let texts =
        [&table["notes"][0], &plot_about(&answer, "alt-test"), &plot_about(&answer, "alt-test-1")];
    for text in texts {
        assert!(text.as_str().expect("a text").contains(said), "{text}");
    }
    let method = answer["method"].as_str().expect("a text");
    for sentence in [
        "In the alternative annotator test (Calderon, Reichart and Dror 2025), texts were scored by F1 by characters, with \
         ε = 0.1 and a false discovery rate of 0.05. model passed it: ω was 1.0000 and ρ ",
        "The agreement of anna and ben on the ranking of systems was: pairwise accuracy ",
    ] {
        assert!(method.contains(sentence), "{method}");
    }
    let competence = &answer["agree"]["competence"]["all"]["annotators"]["anna"];
    assert_eq!(bars("competence")[0]["bars"][0]["value"], competence["sensitivity"]);
    let pair = &answer["agree"]["systems"]["anna and ben"];
    assert_eq!(bars("systems")[0]["bars"][0]["value"], pair["pairwise_accuracy"]);
    let words = bars("words-1");
    assert_eq!((&words[0]["label"], words.as_array().map(Vec::len)), (&json!("is"), Some(20)));
    let counted = &answer["stats"]["explanations"]["x: why"]["words"][0]["n"];
    assert_eq!(words[0]["bars"][0]["value"].as_f64(), counted.as_f64());
}

/// Records with everything that figures are computed of: spans of two systems with severities and answers, answers about items,
/// times and scores, and a template that has a score.
fn study_of_everything() -> Folder {
    let folder = Folder::new();
    for (at, name) in ["anna", "ben", "cleo", "dora"].into_iter().enumerate() {
        let instance = |n: usize| {
            let of = |values: [&'static str; 2], n: usize| values[n % 2];
            let why = format!("the reason of {name} is the {n}th one");
            let edit = json!({ "category": of(["x", "y"], n + at / 3), "id": 1, "output_idx": [[0, 3 + at]],
                "annotation": { "severity": "minor", "kind": of(["a", "b"], n), "why": why } });
            let edits: Vec<&Value> =
                std::iter::once(&edit).filter(|_| !(n + at).is_multiple_of(4)).collect();
            json!({ "id": n, "source": format!("s {}", n / 2), "target": format!("one two three {n}"),
                "system": of(["A", "B"], n), "part": of(["one", "two"], n / 2), "edits": edits,
                "metadata": { "score": 70 + n },
                "_spanwise": { "answers": { "fluent": of(["yes", "no"], n / 3) },
                    "times": { "ms": 9000, "edits": { "x": { "1": 4000 } } } } })
        };
        let instances: Vec<Value> = (0..24).map(instance).collect();
        folder.write(&format!("{name}.json"), Value::from(instances).to_string());
    }
    let category = |name| format!("  - name: {name}\n    label: {name}\n    enable_output: true\n");
    let categories = ["x", "y"].map(category).concat();
    folder.write("t.yml", format!("template_name: t\nscore: weights\nedits:\n{categories}"));
    folder
}

#[test]
fn every_table_that_there_can_be_has_a_heading_and_a_definition_that_is_known() {
    let folder = study_of_everything();
    let usual = ["report", "-o", "r.html", "--force", "--resamples", "20", "--samples", "2"];
    let by_system = ["--by", "system", "--max-left-out", "100"];
    let two = ["anna.json", "ben.json"];
    let all = ["anna.json", "ben.json", "cleo.json", "dora.json"];
    let tested = ["--all", "--alt-test", "dora", "--systems", "system", "--average", "system"];
    let reference =
        ["--reference", "anna.json", "--hypothesis", "ben.json", "--hypothesis", "cleo.json"];
    let mut found = BTreeSet::new();
    for options in [
        &two[..],
        &[&two[..], &by_system, &["--template", "t.yml"]].concat(),
        &[&all[..], &tested, &by_system, &["--by", "system,part"]].concat(),
        &reference,
    ] {
        let answer = folder.json(&[&usual[..], options].concat(), 0);
        for table in answer["tables"].as_array().expect("a list") {
            found.insert(table["heading"].as_str().expect("a heading").to_owned());
        }
    }
    let known: BTreeSet<String> = spanwise_cli::table_headings().collect();
    assert_eq!(found, known);
}

#[test]
fn the_answer_has_the_names_that_options_take_of_all_records() {
    let folder = study();
    let chosen = ["--category", "omission", "--where", "part=one", "--annotator", "anna,ben"];
    let names = json!({
        "members": ["part", "system"],
        "categories": [EVIL, "omission"],
        "annotators": ["anna", "ben"],
    });
    assert_eq!(folder.json(&report(&chosen), 0)["names"], names);
    folder.json(&[&FILES[..], &["--part", "first", "-o", "first"], &chosen].concat(), 0);
    folder.json(&[&FILES[..], &["--part", "second", "-o", "second"], &chosen].concat(), 0);
    let joined = [&FILES[..], &["--parts", "first,second"], &chosen].concat();
    assert_eq!(folder.json(&joined, 0)["names"], names);
}

#[test]
fn what_cannot_be_reported_is_refused() {
    let folder = study();
    folder.run(&["report", "-o", "r.html"]).exits(2).says("There is nothing to report on.");
    folder.run(&["report", "-", "-o", "r.html"]).exits(2).says("standard input");
    folder.run(&["report", "anna.json", "-o", "anna.json"]).exits(2).says("overwritten");
    folder.run(&["report", "none.json", "-o", "r.html"]).exits(2).says("none.json");
    folder.run(&["report", "anna.json", "-o", "-", "--json"]).exits(2);
    assert!(!folder.has("r.html"));
    let page = folder.run(&["report", "anna.json", "-o", "-"]).exits(0).out;
    assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
}

#[test]
fn rows_refer_to_numbered_notes() {
    let folder = study();
    let answer = folder.json(&report(&[]), 0);
    let tables = answer["tables"].as_array().expect("a list");
    let mut n_with_reasons = 0;
    for table in tables.iter().filter(|table| !table["names"]["figures"].is_null()) {
        let columns = table["table"]["columns"].as_array().expect("columns");
        let at = |name: &str| columns.iter().position(|column| column["name"] == name);
        let notes = table["notes"].as_array().expect("notes");
        let figures = table["names"]["figures"].as_array().expect("names");
        for (row, figure) in table["table"]["rows"].as_array().expect("rows").iter().zip(figures) {
            let Some(convention) = figure["convention"].as_u64() else { continue };
            let convention = table["names"]["conventions"][convention as usize].as_str();
            let convention = convention.expect("a convention").trim_end_matches('.');
            let mark = row[at("note").expect("a column")].as_str().expect("a mark");
            let note = notes.iter().filter_map(Value::as_str).find(|note| note.starts_with(mark));
            let note = note.unwrap_or_else(|| panic!("{mark} of {notes:?}"));
            assert!(note.to_lowercase().contains(&convention.to_lowercase()), "{note}");
            let has_reason = at("left out").is_some_and(|at| !row[at].is_null());
            assert!(!has_reason || note.contains("Left out: "), "{note}");
            n_with_reasons += usize::from(has_reason);
        }
    }
    assert!(n_with_reasons > 0);
    assert!(folder.read("report.html").contains("<bdi>[1]</bdi>"));
}

#[test]
fn names_of_data_stay_as_they_are() {
    let folder = Folder::new();
    for (name, every) in [("anna_x", 2), ("ben_x", 2), ("cleo_x", 3), ("mod_x", 2)] {
        let instance = |n: usize| {
            let edits: Vec<Value> = (0..usize::from(n.is_multiple_of(every)))
                .map(|_| {
                    json!({ "category": if n.is_multiple_of(4) { "cat_x" } else { "dog_x" }, "id": 1, "output_idx": [[0, 3]],
                        "annotation": { "severity": "minor", "why_x": format!("so it is {n}"), "kind_x": (["opt_x", "end_x"][n % 2]) } })
                })
                .collect();
            json!({ "source": format!("s {}", n / 2), "target": format!("one two three {n}"),
                "sys_x": (["one_x", "two_x"][n % 2]), "part_x": (["one_x", "two_x"][n / 2 % 2]), "edits": edits })
        };
        let instances: Vec<Value> = (0..24).map(instance).collect();
        folder.write(&format!("{name}.json"), Value::from(instances).to_string());
    }
    let files = ["anna_x.json", "ben_x.json", "cleo_x.json", "mod_x.json"];
    let common = [
        "--all",
        "--by",
        "sys_x",
        "--max-left-out",
        "100",
        "--average",
        "sys_x",
        "--resamples",
        "9",
    ];
    let agree = ["--alt-test", "mod_x", "--systems", "sys_x"];
    let page = ["-o", "r.html", "--plots", "plots", "--table", "md"];
    let reference = ["agree", "--reference", "anna_x.json", "--hypothesis", "ben_x.json"];
    let further = ["--hypothesis", "mod_x.json", "--all", "--resamples", "9"];
    let csv = ["--table", "csv"];
    let mut outputs: Vec<(String, String)> = [
        [&["agree"][..], &files, &common, &agree].concat(),
        [&["agree"][..], &files, &common, &agree, &csv].concat(),
        [&["stats"][..], &files, &common].concat(),
        [&["stats"][..], &files, &common, &["--by", "sys_x,part_x"], &csv].concat(),
        [&reference[..], &further].concat(),
        [&reference[..], &further, &csv].concat(),
        [&["report"][..], &files, &common, &agree, &page].concat(),
    ]
    .into_iter()
    .map(|arguments| (arguments.join(" "), folder.run(&arguments).exits(0).out))
    .collect();
    outputs.push(("the page".to_owned(), folder.read("r.html")));
    let names =
        ["anna", "ben", "cleo", "mod", "cat", "dog", "why", "kind", "opt", "end", "one", "two"];
    for (output, text) in &outputs {
        for name in names {
            assert!(!text.contains(&format!("{name} x")), "{name}_x in {output}");
        }
        assert!(!text.contains("edits_per_item,") && !text.contains("f1_by_category"), "{output}");
    }
    let all: String = outputs.into_iter().map(|(_, text)| text).collect();
    for name in names {
        assert!(all.contains(&format!("{name}_x")), "{name}_x");
    }
}
