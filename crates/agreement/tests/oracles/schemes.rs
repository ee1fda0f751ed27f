//! Precision, recall and F1 by the schemes of SemEval-2013, compared with nervaluate.

use std::borrow::Cow;

use serde_json::{Value, json};
use spanwise_agreement::measure::{
    CodePointRange, ComparedText, ComparedTexts, MarkedSpan, SchemeScores, schemes,
};

use crate::python::ask;
use crate::random::Random;

const CASES: usize = 200;

/// The marks of an annotator in a text, sorted; seldom so long that others are less than 1 % of them.
fn units(random: &mut Random) -> Vec<MarkedSpan> {
    let count = random.number(0..6);
    let longest = random.one(&[12, 12, 600]);
    let mut unit = || {
        let start = random.number(0..40);
        let end = start + random.number(1..longest);
        MarkedSpan { range: CodePointRange { start, end }, category: random.number(0..2) as usize }
    };
    let mut units: Vec<MarkedSpan> = (0..count).map(|_| unit()).collect();
    units.sort_unstable();
    units
}

/// Ends are inclusive in nervaluate.
fn as_json(units: &[MarkedSpan]) -> Value {
    let entry = |unit: &MarkedSpan| {
        let label = if unit.category == 0 { "A" } else { "B" };
        json!({ "label": label, "start": unit.range.start, "end": unit.range.end - 1 })
    };
    units.iter().map(entry).collect()
}

/// The scores in nervaluate's order; an undefined score is 0 there.
fn row(scores: &SchemeScores) -> Value {
    let SchemeScores { correct, incorrect, partial, missing, spurious, scores, .. } = scores;
    let [precision, recall, f1] = [&scores.precision, &scores.recall, &scores.f1]
        .map(|figure| figure.value.unwrap_or_default());
    json!([correct, incorrect, partial, missing, spurious, precision, recall, f1])
}

#[test]
fn schemes_are_those_of_nervaluate() {
    let random = &mut Random::new();
    let (mut cases, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..CASES {
        let mut examples = ComparedTexts::default();
        let mut texts = Vec::new();
        for item in 0..random.number(1..4) as usize {
            let (reference, hypothesis) = (units(random), units(random));
            texts.push(json!([as_json(&reference), as_json(&hypothesis)]));
            let (reference, hypothesis) = (Cow::Owned(reference), Cow::Owned(hypothesis));
            examples.list.push(ComparedText { item, reference, hypothesis });
        }
        cases.push(json!({ "texts": texts }));
        ours.push(schemes(&examples).iter().map(row).collect::<Vec<_>>());
    }
    let Some(theirs) = ask("schemes", &cases) else { return };
    for ((ours, theirs), case) in ours.iter().zip(&theirs).zip(&cases) {
        let theirs: Vec<Vec<f64>> =
            serde_json::from_value(theirs.clone()).expect("numbers for each scheme");
        let ours: Vec<Vec<f64>> =
            serde_json::from_value(json!(ours)).expect("numbers for each scheme");
        let apart = ours.iter().flatten().zip(theirs.iter().flatten());
        let same =
            ours.len() == theirs.len() && apart.into_iter().all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same, "{ours:?} here, {theirs:?} there: {case}");
    }
}
