//! Scarecrow's analysis of a small study, from the filter to the tables.

use spanwise_agreement::measure::{
    AnnotationStudy, AnnotatorsAgainstRest, Bootstrap, ByAnnotator, CodePointRange, LeaveOutRule,
    MarkedEdit, MarkedRanges, OthersRule, StudyItem, Tokenization, Undefined, coverage, leave_out,
    stability, text_counts,
};
use spanwise_annotation::document::{TextName, Texts};

const GRAMMAR: usize = 0;
const REDUNDANT: usize = 1;

/// Five tokens, at 0–3, 4–9, 10–12, 13–18, 19–23.
const TEXT: &str = "the storm of storm rain";

fn edit(category: usize, start: u32, end: u32, severity: &str) -> MarkedEdit {
    let question = ["grammar_usage_type", "redundant_type"][category].to_owned();
    MarkedEdit {
        category,
        spans: MarkedRanges::of(TextName::TARGET, vec![CodePointRange { start, end }]),
        answers: [(vec![question].into(), severity.into())].into_iter().collect(),
        probability: None,
    }
}

/// Texts of the same words, each with the marks of three annotators.
fn study(texts: usize) -> AnnotationStudy {
    let edits = || {
        vec![
            Some(vec![edit(GRAMMAR, 0, 3, "minor"), edit(REDUNDANT, 4, 18, "somewhat")]),
            Some(vec![edit(GRAMMAR, 10, 12, "a lot"), edit(REDUNDANT, 13, 18, "minor")]),
            Some(vec![]),
        ]
    };
    let item = |number: usize| StudyItem {
        name: number.to_string(),
        texts: Texts::usual("A prompt.", TEXT),
        edits: edits().into(),
        answers: ByAnnotator::default(),
        scores: ByAnnotator::default(),
        hard_labels: ByAnnotator::default(),
    };
    AnnotationStudy {
        annotators: ["a", "b", "c"].map(str::to_owned).to_vec(),
        categories: ["grammar_usage", "redundant"].map(str::to_owned).to_vec(),
        items: (0..texts).map(item).collect(),
        tokenization: Tokenization::Space,
        ..AnnotationStudy::default()
    }
}

#[track_caller]
fn near(found: Result<f64, Undefined>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-12, "{found} for {expected}");
}

#[test]
fn mild_grammar_is_left_out_before_anything_is_counted() {
    let study = study(2);
    let (filtered, left_out) = leave_out(&study, &[LeaveOutRule::scarecrow()]);
    assert_eq!(left_out, 2);
    for (study, tokens, weights) in [(&study, 2.0, 4.0), (&filtered, 1.0, 3.0)] {
        let text_counts = text_counts(study);
        let grammar = coverage(&text_counts, Some(GRAMMAR), &Bootstrap::none());
        near(grammar.summed.value, tokens / 5.0 / 3.0);
        near(grammar.weighted.value, weights / 5.0 / 3.0);
        let redundant = coverage(&text_counts, Some(REDUNDANT), &Bootstrap::none());
        near(redundant.summed.value, 4.0 / 5.0 / 3.0);
        near(redundant.weighted.value, 7.0 / 5.0 / 3.0);
        near(redundant.tokens_per_span.value, 2.0);
        assert_eq!(redundant.spans.value, Ok(4.0));
    }
}

#[test]
fn counts_of_texts_that_are_alike_do_not_vary() {
    let study = study(7);
    let text_counts = text_counts(&study);
    let mut spans = vec![0.0; study.items.len()];
    for tally in &text_counts {
        spans[tally.item] += f64::from(u32::try_from(tally.all.spans).unwrap());
    }
    let stability = stability(&spans, 3);
    assert_eq!((stability.mean.value, stability.mean.n), (Ok(200.0), 1000));
    assert_eq!((stability.sd.value, stability.cv.value), (Ok(0.0), Ok(0.0)));
}

#[test]
fn each_annotator_is_a_precise_judge_who_misses_much() {
    let study_texts = study(3).study_texts();
    // Tokens: a marks 1, 2, 3, b marks 3, c none. Against the union of the others, a has precision 1/3 and recall 1, b
    // the reverse, c no precision and recall 0.
    let mut against = AnnotatorsAgainstRest::new(3, REDUNDANT + 1);
    study_texts.iter().for_each(|study_text| against.add(study_text, &study_text.tokens()));
    let found = against.scores(REDUNDANT, OthersRule::Union, &Bootstrap::none());
    near(found.precision.value, (1.0 / 3.0 + 1.0) / 2.0);
    near(found.recall.value, (1.0 + 1.0 / 3.0 + 0.0) / 3.0);
    near(found.f1.value, (0.5 + 0.5 + 0.0) / 3.0);
    assert_eq!((found.precision.n, found.recall.n), (2, 3));
}
