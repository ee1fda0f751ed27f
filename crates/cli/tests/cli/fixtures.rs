//! The fixtures of the measures, read from files: the command line prints the values computed by other programs.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::Folder;

/// Characters outside the Basic Multilingual Plane among others, so that units of offsets matter.
const LETTERS: [char; 3] = ['😀', 'é', 'x'];

/// One side of the pairs as factgenie's file. The setup is spelled in two ways that mean the same.
fn lines(pairs: &Value, side: &str, setup: &str) -> String {
    let text: Vec<char> = LETTERS.into_iter().cycle().take(160).collect();
    let annotation = |span: &Value| {
        let [start, end] = [0, 1].map(|i| span[i].as_u64().and_then(|at| usize::try_from(at).ok()));
        let (start, end) = start.zip(end).expect("offsets");
        json!({ "type": span[2], "start": start, "text": text[start..end].iter().collect::<String>() })
    };
    let line = |(number, pair): (usize, &Value)| {
        let spans = pair[side].as_array().expect("a list");
        let line = json!({
            "dataset": "d", "split": "test", "setup_id": setup, "example_idx": number,
            "output": text.iter().collect::<String>(),
            "annotations": spans.iter().map(annotation).collect::<Vec<_>>(),
        });
        format!("{line}\n")
    };
    pairs.as_array().expect("a list").iter().enumerate().map(line).collect()
}

#[track_caller]
fn near(found: &Value, expected: &Value, what: &str) {
    let [found, expected] = [found, expected].map(Value::as_f64);
    let is_near = found.zip(expected).map_or(found == expected, |(a, b)| (a - b).abs() < 2e-6);
    assert!(is_near, "{what}: {found:?} is not {expected:?}");
}

#[test]
fn figures_of_two_annotators_are_those_of_the_fixtures() {
    const CONVENTIONS: [(&str, &str); 5] = [
        ("micro_char", "micro_char"),
        ("micro_char_skip_one_sided", "micro_char_skip_one_sided"),
        ("span_sum_own_norm", "da_san_martino_2019"),
        ("span_max_own_norm", "best_match_own_length"),
        ("span_max_other_norm", "paper_printed"),
    ];
    let path = "crates/agreement/tests/measures/fixtures/pairwise_metrics_synthetic.json";
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).join(path);
    let fixtures = fs::read_to_string(path).expect("the fixtures");
    let fixtures: Vec<Value> = serde_json::from_str(&fixtures).expect("JSON");
    for fixture in fixtures {
        let reference = lines(&fixture["pairs"], "ref", "Model.1_X");
        let hypothesis = lines(&fixture["pairs"], "hyp", "model-1-x");
        let folder = Folder::with(&[("r.jsonl", &reference), ("h.jsonl", &hypothesis)]);
        let agree = ["agree", "--format", "factgenie", "--reference", "r.jsonl", "--hypothesis"];
        let measures = ["h.jsonl", "--measures", "f1,pearson,s-empty,confusion"];
        let found = folder.json(&[&agree[..], &measures].concat(), 0);
        assert_eq!((&found["paired_by"], &found["items"]), (&json!("keys"), &json!(12)));
        for (name, convention) in CONVENTIONS {
            for kind in ["hard", "soft"] {
                let expected = &fixture[format!("{name}_{kind}")];
                for (i, figure) in ["precision", "recall", "f1"].into_iter().enumerate() {
                    let found = &found["f1"][convention][kind][figure];
                    near(found, &expected[i], &format!("{convention} {kind} {figure}"));
                }
            }
        }
        near(&found["pearson"]["per_example"], &fixture["pearson_total"], "per example");
        let by_category = &found["pearson"]["per_example_category"];
        near(by_category, &fixture["pearson_per_category"], "per example and category");
        near(&found["s_empty"]["value"], &fixture["s_empty"], "S∅");
        assert_eq!(found["s_empty"]["n"], fixture["s_empty_n"]);
        let labels = found["confusion"]["labels"].as_array().expect("a list");
        let at = |label: &Value| label.as_str().and_then(|label| label.parse::<usize>().ok());
        for (row, reference) in labels.iter().enumerate() {
            for (column, hypothesis) in labels.iter().enumerate() {
                let (r, h) = at(reference).zip(at(hypothesis)).expect("numbers");
                let expected = &fixture["confusion_ref_rows_hyp_cols"][r][h];
                assert_eq!(&found["confusion"]["matrix"][row][column], expected);
            }
        }
    }
}
