//! Krippendorff's α and Cohen's κ, compared with `krippendorff` and scikit-learn.

use serde_json::{Value, json};
use spanwise_agreement::measure::{
    AlphaMetric, KappaWeighting, Undefined, cohen_kappa, krippendorff_alpha,
};

use crate::python::ask;
use crate::random::Random;

const CASES: usize = 60;

/// Ratings by item and annotator: values that tend to be the same, some missing.
fn rows(random: &mut Random, annotators: usize, missing: u32) -> Vec<Vec<Option<usize>>> {
    let values = random.number(2..6);
    let items = random.number(1..40);
    let agree = random.number(0..100);
    let mut row = || {
        let usual = random.number(0..values);
        let mut value = || {
            let value = if random.percent(agree) { usual } else { random.number(0..values) };
            (!random.percent(missing)).then_some(value as usize)
        };
        (0..annotators).map(|_| value()).collect()
    };
    (0..items).map(|_| row()).collect()
}

/// Asserts that two numbers are equal up to rounding, or both missing.
fn assert_same(ours: Result<f64, Undefined>, theirs: &Value, case: &Value) {
    match (ours, theirs.as_f64()) {
        (Ok(ours), Some(theirs)) => {
            assert!((ours - theirs).abs() < 1e-9, "{ours} here, {theirs} there: {case}");
        }
        (Err(_), None) => {}
        (ours, theirs) => panic!("{ours:?} here, {theirs:?} there: {case}"),
    }
}

#[test]
fn krippendorffs_alpha_is_that_of_krippendorff() {
    let random = &mut Random::new();
    let mut cases = Vec::new();
    let mut ours = Vec::new();
    for case in 0..CASES {
        let annotators = random.number(2..6) as usize;
        let missing = random.one(&[0, 20, 60]);
        let rows = rows(random, annotators, missing);
        let (metric, level) = if case % 2 == 0 {
            (AlphaMetric::Nominal, "nominal")
        } else {
            (AlphaMetric::Ordinal, "ordinal")
        };
        let by_annotator: Vec<Vec<Option<usize>>> = (0..annotators)
            .map(|at| rows.iter().map(|row| row.get(at).copied().flatten()).collect())
            .collect();
        ours.push(krippendorff_alpha(&rows, metric).value);
        cases.push(json!({ "rows": by_annotator, "level": level }));
    }
    assert!(ours.iter().filter(|value| value.is_ok()).count() > CASES / 2);
    let Some(theirs) = ask("alpha", &cases) else { return };
    for ((ours, theirs), case) in ours.into_iter().zip(&theirs).zip(&cases) {
        assert_same(ours, theirs, case);
    }
}

#[test]
fn cohens_kappa_is_that_of_scikit_learn() {
    let random = &mut Random::new();
    let mut cases = Vec::new();
    let mut ours = Vec::new();
    for case in 0..CASES {
        let (weighting, name) = match case % 3 {
            0 => (KappaWeighting::None, None),
            1 => (KappaWeighting::Linear, Some("linear")),
            _ => (KappaWeighting::Quadratic, Some("quadratic")),
        };
        let rows = rows(random, 2, 0);
        let by = |at: usize| -> Vec<Option<usize>> {
            rows.iter().map(|row| row.get(at).copied().flatten()).collect()
        };
        ours.push(cohen_kappa(&rows, 0, 1, weighting).value);
        cases.push(json!({ "first": by(0), "second": by(1), "weights": name }));
    }
    assert!(ours.iter().filter(|value| value.is_ok()).count() > CASES / 2);
    let Some(theirs) = ask("kappa", &cases) else { return };
    for ((ours, theirs), case) in ours.into_iter().zip(&theirs).zip(&cases) {
        assert_same(ours, theirs, case);
    }
}
