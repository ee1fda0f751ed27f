//! The synthetic fixtures: every value computed by other programs.

use serde_json::Value;
use spanwise_agreement::measure::{
    Bootstrap, ComparedTexts, Figure, OverlapConvention, PrecisionRecallF1, SpanCounting,
    TokenMarks, category_confusion, count_correlation, empty_score, overlap, token_alpha,
    two_agree,
};

use crate::sample::{Mark, pairs, study_text};

fn read(text: &str) -> Vec<Value> {
    serde_json::from_str(text).expect("a list")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn whole(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).expect("a whole number")
}

fn marks(value: &Value) -> Vec<Mark> {
    let number = |value: &Value| u32::try_from(whole(value)).expect("an offset");
    let mark = |mark: &Value| (number(&mark[0]), number(&mark[1]), whole(&mark[2]));
    list(value).iter().map(mark).collect()
}

#[track_caller]
fn assert_is(figure: &Figure, expected: &Value) {
    let (value, expected) = (figure.value.expect("a value"), expected.as_f64().expect("a number"));
    assert!((value - expected).abs() < 1e-6, "{value} is not {expected}: {figure:?}");
}

#[track_caller]
fn assert_are(scores: &PrecisionRecallF1, expected: &Value) {
    assert_is(&scores.precision, &expected[0]);
    assert_is(&scores.recall, &expected[1]);
    assert_is(&scores.f1, &expected[2]);
}

/// Names in the fixture, without `_hard` and `_soft`.
const CONVENTIONS: [(&str, OverlapConvention); 5] = [
    ("micro_char", OverlapConvention::MicroChar),
    ("micro_char_skip_one_sided", OverlapConvention::MicroCharSkipOneSided),
    ("span_sum_own_norm", OverlapConvention::DaSanMartino2019),
    ("span_max_own_norm", OverlapConvention::BestMatchOwnLength),
    ("span_max_other_norm", OverlapConvention::PaperPrinted),
];

#[test]
fn measures_of_pairs_are_those_of_the_fixture() {
    let sets = read(include_str!("fixtures/pairwise_metrics_synthetic.json"));
    assert_eq!(sets.len(), 6);
    for set in &sets {
        let examples: Vec<_> = list(&set["pairs"])
            .iter()
            .map(|pair| (marks(&pair["ref"]), marks(&pair["hyp"])))
            .collect();
        let study_texts = pairs(&examples);
        let examples = ComparedTexts::of(&study_texts, 0, 1);
        for (name, convention) in CONVENTIONS {
            let scores = overlap(&examples, convention);
            assert_are(&scores.hard, &set[format!("{name}_hard")]);
            assert_are(&scores.soft, &set[format!("{name}_soft")]);
        }
        // Every measure of the fixture is known here.
        let scored = |name: &&String| name.ends_with("_hard") || name.ends_with("_soft");
        let scored = set.as_object().expect("an object").keys().filter(scored).count();
        assert_eq!(scored, 2 * CONVENTIONS.len());

        let categories = whole(&set["n_categories"]);
        let correlation = |counting| count_correlation(&examples, categories, counting);
        assert_is(&correlation(SpanCounting::PerText), &set["pearson_total"]);
        assert_is(&correlation(SpanCounting::PerTextAndCategory), &set["pearson_per_category"]);
        let empty = empty_score(&examples);
        assert_is(&empty, &set["s_empty"]);
        assert_eq!(empty.n, whole(&set["s_empty_n"]));
        let confusion = category_confusion(&examples);
        let rows: Vec<Vec<usize>> = (0..categories)
            .map(|row| (0..categories).map(|column| confusion.count(row, column)).collect())
            .collect();
        assert_eq!(serde_json::json!(rows), set["confusion_ref_rows_hyp_cols"]);
    }
}

#[test]
fn measures_of_tokens_are_those_of_the_fixture() {
    let texts = read(include_str!("fixtures/token_agreement_synthetic.json"));
    assert_eq!(texts.len(), 6);
    for text in &texts {
        // Tokens of two letters, marked where the second one is.
        let words = "ab ".repeat(whole(&text["tokens"]));
        let of_annotator = |categories: &Value| {
            let mut marks: Vec<Mark> = Vec::new();
            for (category, tokens) in list(categories).iter().enumerate() {
                let marked = list(tokens).iter().enumerate().filter(|(_, label)| whole(label) == 1);
                let at = |at: usize| u32::try_from(3 * at + 1).expect("an offset");
                marks.extend(marked.map(|(token, _)| (at(token), at(token) + 1, category)));
            }
            Some(marks)
        };
        let annotators: Vec<_> = list(&text["labels"]).iter().map(of_annotator).collect();
        let marks = [TokenMarks::of(&study_text(&words, &annotators))];
        for (category, name) in ["cat0", "cat1"].into_iter().enumerate() {
            let alpha = token_alpha(&marks, category, &Bootstrap::none());
            let agree = two_agree(&marks, Some(category), &Bootstrap::none());
            assert_is(&alpha.constant_skipped, &text[name]["alpha_nominal"]);
            assert_is(&alpha.pooled, &text[name]["alpha_nominal"]);
            assert_is(&agree, &text[name]["two_agree"]);
        }
    }
}
