//! Two annotators, the first as the reference.

use serde_json::{Map, Value, json};

use super::gamma;
use crate::cli::args::{AgreeArgs, Measure};
use crate::cli::figures::Group;
use crate::cli::report::{Console, Failure};
use crate::domain::measure::{
    Confusion, Convention, Counting, Examples, Scores, Sheet, Study, Weighting, answer_confusion,
    answers, category_confusion, cohen_kappa, count_correlation, empty_score, krippendorff_alpha,
    overlap,
};

/// All figures of two annotators.
pub(super) fn figures(
    study: &Study,
    sheets: &[Sheet],
    [reference, hypothesis]: [usize; 2],
    args: &AgreeArgs,
    console: &Console,
) -> Result<Group, Failure> {
    let examples = Examples::of(sheets, reference, hypothesis);
    let mut group = Group::default();
    if args.wants(Measure::Pearson) {
        group.group("pearson", pearson(&examples, study.categories.len()));
    }
    if args.wants(Measure::F1) {
        group.group("f1", f1(&examples));
    }
    if args.wants(Measure::SEmpty) {
        group.group("s_empty", Group::of([("value", &empty_score(&examples))]));
    }
    if args.wants(Measure::Gamma) {
        let pair: Vec<Sheet> =
            sheets.iter().map(|sheet| sheet.only(&[reference, hypothesis])).collect();
        group.group("gamma", gamma::figures(study, &pair, args, console)?);
    }
    if args.wants(Measure::Confusion) {
        group.group("confusion", confusion(&category_confusion(&examples), &study.categories));
    }
    if args.wants(Measure::Kappa) {
        group.group("answers", on_answers(study, [reference, hypothesis]));
    }
    Ok(group)
}

fn pearson(examples: &Examples, categories: usize) -> Group {
    let mut group = Group::default();
    let of = |counting| count_correlation(examples, categories, counting);
    group.figure("per_example", &of(Counting::PerText));
    group.figure("per_example_category", &of(Counting::PerTextAndCategory));
    group
}

fn f1(examples: &Examples) -> Group {
    let mut group = Group::default();
    for convention in Convention::ALL {
        let overlap = overlap(examples, convention);
        let scores = |scores: &Scores| {
            let Scores { precision, recall, f1 } = scores;
            Group::of([("precision", precision), ("recall", recall), ("f1", f1)])
        };
        let mut both = Group::default();
        both.group("hard", scores(&overlap.hard));
        both.group("soft", scores(&overlap.soft));
        both.figure("delta_f1", &overlap.delta);
        group.group(convention.name(), both);
    }
    group
}

/// A matrix with the labels of the reference in rows, and what has no counterpart beside it.
fn confusion(confusion: &Confusion, labels: &[String]) -> Group {
    let range = 0..labels.len();
    let row = |of: usize| range.clone().map(|found| confusion.count(of, found)).collect::<Vec<_>>();
    let without = |counts: &std::collections::BTreeMap<usize, usize>| {
        let name = |at: usize| labels.get(at).cloned();
        let entries = counts.iter().filter_map(|(at, n)| Some((name(*at)?, json!(n))));
        Value::Object(entries.collect::<Map<_, _>>())
    };
    let mut group = Group::default();
    group.hidden("labels", labels.to_vec());
    group.hidden("rows", "reference");
    group.hidden("columns", "hypothesis");
    group.hidden("matrix", range.clone().map(row).collect::<Vec<_>>());
    group.hidden("reference_only", without(&confusion.reference_only));
    group.hidden("hypothesis_only", without(&confusion.hypothesis_only));
    group.hidden("convention", confusion.convention);
    group.value("n", confusion.n());
    for ((of, found), n) in &confusion.aligned {
        let name = |at: &usize| labels.get(*at).map_or("", String::as_str);
        group.line(&format!("{} → {}", name(of), name(found)), *n);
    }
    group
}

/// Of every question: κ, α and the confusion of answers about the same edits.
fn on_answers(study: &Study, annotators: [usize; 2]) -> Group {
    let mut group = Group::default();
    for question in answers(study, &annotators) {
        let rows = &question.rows;
        let mut of = Group::default();
        of.figure("cohen_kappa", &cohen_kappa(rows, 0, 1, Weighting::None));
        if question.is_ordinal() {
            of.figure("cohen_kappa_linear", &cohen_kappa(rows, 0, 1, Weighting::Linear));
            of.figure("cohen_kappa_quadratic", &cohen_kappa(rows, 0, 1, Weighting::Quadratic));
        }
        of.figure("alpha", &krippendorff_alpha(rows, question.metric));
        of.hidden(
            "confusion",
            confusion(&answer_confusion(rows, 0, 1), &question.values).to_json(),
        );
        group.group(&super::all::name(study, &question), of);
    }
    group
}
