//! The mean confusion of several pairs of annotators, such as of models with the same reference (Kasner et al. 2025,
//! figure 3).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::comparisons::ComparedStudy;
use spanwise_agreement::measure::{Confusion, category_confusion};
use spanwise_limits::MOST_CONFUSED;

const CONVENTION: &str =
    "Mean over pairs of annotators of the counts of their confusion; n: pairs.";

/// The mean counts of the comparisons, pairs without texts in common left out; `None` if there are fewer than two, or too
/// many labels.
pub(super) fn mean_confusion(compared: &ComparedStudy) -> Option<Value> {
    let labels = &compared.paired.study.categories;
    let all: Vec<Confusion> = compared
        .comparisons
        .iter()
        .filter(|comparison| !comparison.texts.is_empty())
        .map(|comparison| category_confusion(&comparison.examples(&compared.study_texts)))
        .collect();
    if all.len() < 2 || labels.len() > MOST_CONFUSED {
        return None;
    }
    let n = all.len();
    let mean = |count: &dyn Fn(&Confusion) -> usize| {
        all.iter().map(|one| count(one) as f64).sum::<f64>() / n as f64
    };
    let range = 0..labels.len();
    let row = |reference: usize| {
        let cell = |hypothesis| mean(&|one: &Confusion| one.count(reference, hypothesis));
        range.clone().map(cell).collect::<Vec<f64>>()
    };
    let alone = |counts: fn(&Confusion) -> &BTreeMap<usize, usize>| {
        let entries = labels.iter().enumerate().map(|(at, label)| {
            let of = |one: &Confusion| counts(one).get(&at).copied().unwrap_or(0);
            (label.clone(), json!(mean(&of)))
        });
        Value::Object(entries.collect::<Map<_, _>>())
    };
    Some(json!({
        "labels": labels,
        "matrix": range.clone().map(row).collect::<Vec<_>>(),
        "reference_only": alone(|one| &one.reference_only),
        "hypothesis_only": alone(|one| &one.hypothesis_only),
        "convention": CONVENTION,
        "n": n,
    }))
}
