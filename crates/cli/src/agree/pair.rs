//! Figures of a reference and a hypothesis.

use rayon::prelude::*;
use serde_json::{Map, Value, json};

use super::comparisons::{AnnotatorComparison, ComparedStudy};
use super::gamma::GammaOutcomes;
use super::{gamma, soft};
use crate::args::{AgreeArgs, Measure};
use crate::figures::FigureGroup;
use crate::progress::ProgressBar;
use crate::report::Failure;
use spanwise_agreement::measure::{
    AnnotationStudy, Bootstrap, ComparedTexts, Confusion, KappaWeighting, OverlapConvention,
    OverlapScores, PrecisionRecallF1, QuestionRatings, SpanCounting, answer_confusion, answers,
    category_confusion, cohen_kappa, cohen_kappas, count_correlation, empty_score, item_answers,
    krippendorff_alpha, overlap, overlaps, schemes,
};
use spanwise_limits::MOST_CONFUSED;

/// All figures of a comparison, a step of `bar`; `known` is its γ if already computed.
pub(super) fn figures(
    compared: &ComparedStudy,
    comparison: &AnnotatorComparison,
    known: Option<&GammaOutcomes>,
    args: &AgreeArgs,
    bar: &ProgressBar,
) -> Result<FigureGroup, Failure> {
    let study = &compared.paired.study;
    let bootstrap = args.source.bootstrap();
    let examples = comparison.examples(&compared.study_texts).with_intervals(&bootstrap);
    let mut group = FigureGroup::default();
    if args.wants(Measure::Pearson) {
        group.group("pearson", pearson(&examples, study.categories.len()));
    }
    if args.wants(Measure::F1) {
        group.group("f1", f1(compared, comparison, args));
        group.group("f1_by_category", f1_by_category(compared, comparison, args));
    }
    if args.wants(Measure::Schemes) {
        group.group("schemes", by_scheme(&examples));
    }
    if args.wants(Measure::Soft) {
        group.group("soft", soft::figures(compared, comparison, &bootstrap));
    }
    if args.wants(Measure::SEmpty) {
        group.group("s_empty", FigureGroup::of([("value", &empty_score(&examples))]));
    }
    if args.wants(Measure::Gamma) {
        let own = match known {
            Some(_) => None,
            None => Some(comparison.gamma(&compared.study_texts, args, &bar.within_step())?),
        };
        if let Some(gammas) = known.or(own.as_ref()) {
            group.group("gamma", gamma::figures(study, gammas, args)?);
        }
    }
    if args.wants(Measure::Confusion) {
        group.group("confusion", confusion(&category_confusion(&examples), &study.categories));
    }
    if let (true, Some(pair)) = (args.wants(Measure::Kappa), comparison.pair) {
        group.hidden("same_edits", args.same_edit.sentence());
        group.group("answers", on_answers(compared, pair, args, &bootstrap));
        if let Some(about_items) = on_item_answers(study, pair, &bootstrap) {
            group.group("item_answers", about_items);
        }
    }
    Ok(group)
}

/// The main figures of one of many comparisons.
pub(super) fn main_figures(
    compared: &ComparedStudy,
    comparison: &AnnotatorComparison,
    args: &AgreeArgs,
) -> FigureGroup {
    let examples = comparison.examples(&compared.study_texts);
    let mut group = FigureGroup::default();
    group.hidden("n", examples.list.len());
    if args.wants(Measure::F1) {
        let micro = overlap(&examples, OverlapConvention::MicroChar);
        let mut both = FigureGroup::default();
        both.group("hard", without_basis(&micro.hard));
        both.group("soft", without_basis(&micro.soft));
        let mut f1 = FigureGroup::default();
        f1.group("micro_char", both);
        group.hidden("f1", f1.into_json());
        group.line("f1", json!(micro.hard.f1.value.ok()));
    }
    if args.wants(Measure::Pearson) {
        let categories = compared.paired.study.categories.len();
        let figure = count_correlation(&examples, categories, SpanCounting::PerTextAndCategory);
        let mut pearson = FigureGroup::default();
        pearson.bare("per_example_category", &figure);
        group.hidden("pearson", pearson.into_json());
        group.line("pearson", json!(figure.value.ok()));
    }
    group
}

fn pearson(examples: &ComparedTexts, categories: usize) -> FigureGroup {
    let mut group = FigureGroup::default();
    let of = |counting| count_correlation(examples, categories, counting);
    group.figure("per_example", &of(SpanCounting::PerText));
    group.figure("per_example_category", &of(SpanCounting::PerTextAndCategory));
    group
}

/// Scores whose convention is stated elsewhere.
fn without_basis(scores: &PrecisionRecallF1) -> FigureGroup {
    let PrecisionRecallF1 { precision, recall, f1 } = scores;
    let mut group = FigureGroup::default();
    for (name, figure) in [("precision", precision), ("recall", recall), ("f1", f1)] {
        group.bare(name, figure);
    }
    group
}

fn scores(scores: &PrecisionRecallF1) -> FigureGroup {
    let PrecisionRecallF1 { precision, recall, f1 } = scores;
    FigureGroup::of([("precision", precision), ("recall", recall), ("f1", f1)])
}

/// Overlaps of the examples of a comparison, with intervals. Each thread has a bootstrap of its own.
fn with_intervals<T>(
    compared: &ComparedStudy,
    comparison: &AnnotatorComparison,
    args: &AgreeArgs,
    of: impl Fn(&ComparedTexts) -> T,
) -> T {
    let bootstrap = args.source.bootstrap();
    of(&comparison.examples(&compared.study_texts).with_intervals(&bootstrap))
}

fn f1(compared: &ComparedStudy, comparison: &AnnotatorComparison, args: &AgreeArgs) -> FigureGroup {
    let of = |conventions: &[OverlapConvention]| {
        with_intervals(compared, comparison, args, |examples| overlaps(examples, conventions))
    };
    let together: Vec<&[OverlapConvention]> =
        OverlapConvention::ALL.chunk_by(|one, next| one.shares_numbers_with(*next)).collect();
    let overlaps: Vec<Vec<OverlapScores>> = together.into_par_iter().map(of).collect();
    let mut group = FigureGroup::default();
    for overlap in overlaps.into_iter().flatten() {
        let mut both = FigureGroup::default();
        both.group("hard", scores(&overlap.hard));
        both.group("soft", scores(&overlap.soft));
        both.figure("delta_f1", &overlap.delta);
        group.group(overlap.convention.name(), both);
    }
    group
}

/// The schemes of MUC-5 and SemEval-2013, as in nervaluate.
fn by_scheme(examples: &ComparedTexts) -> FigureGroup {
    let mut group = FigureGroup::default();
    for found in schemes(examples) {
        let mut of = scores(&found.scores);
        of.value("correct", found.correct);
        of.value("incorrect", found.incorrect);
        of.value("partial", found.partial);
        of.value("missing", found.missing);
        of.value("spurious", found.spurious);
        group.group(found.scheme.name(), of);
    }
    group
}

/// F1 of the spans of each category.
fn f1_by_category(
    compared: &ComparedStudy,
    comparison: &AnnotatorComparison,
    args: &AgreeArgs,
) -> FigureGroup {
    let categories = &compared.paired.study.categories;
    let of = |at: usize| {
        with_intervals(compared, comparison, args, |examples| {
            overlap(&examples.of_category(at), OverlapConvention::MicroChar)
        })
    };
    let overlaps: Vec<OverlapScores> = (0..categories.len()).into_par_iter().map(of).collect();
    let mut group = FigureGroup::default();
    for (category, own) in categories.iter().zip(&overlaps) {
        group.group(category, scores(&own.hard));
    }
    group
}

/// A matrix with the labels of the reference in rows, and the labels without a counterpart beside it.
fn confusion(confusion: &Confusion, labels: &[impl AsRef<str>]) -> FigureGroup {
    let labels: Vec<&str> = labels.iter().map(AsRef::as_ref).collect();
    let mut group = FigureGroup::default();
    if labels.len() > MOST_CONFUSED {
        let why = format!(
            "There are {} labels; a matrix of more than {MOST_CONFUSED} says nothing to a reader and grows with their \
             square. It is left out, as for answers in free text.",
            labels.len()
        );
        group.hidden("matrix", Value::Null);
        group.hidden("left_out", why);
        group.value("n", confusion.n());
        return group;
    }
    let range = 0..labels.len();
    let row = |of: usize| range.clone().map(|found| confusion.count(of, found)).collect::<Vec<_>>();
    let without = |counts: &std::collections::BTreeMap<usize, usize>| {
        let name = |at: usize| Some((*labels.get(at)?).to_owned());
        let entries = counts.iter().filter_map(|(at, n)| Some((name(*at)?, json!(n))));
        Value::Object(entries.collect::<Map<_, _>>())
    };
    group.hidden("labels", labels.clone());
    group.hidden("rows", "reference");
    group.hidden("columns", "hypothesis");
    group.hidden("matrix", range.clone().map(row).collect::<Vec<_>>());
    group.hidden("reference_only", without(&confusion.reference_only));
    group.hidden("hypothesis_only", without(&confusion.hypothesis_only));
    group.hidden("convention", confusion.convention);
    group.value("n", confusion.n());
    for ((of, found), n) in &confusion.aligned {
        let name = |at: &usize| labels.get(*at).copied().unwrap_or_default();
        group.line(&format!("{} → {}", name(of), name(found)), *n);
    }
    group
}

/// Figures of the answers about the same edits, for every question.
fn on_answers(
    compared: &ComparedStudy,
    annotators: [usize; 2],
    args: &AgreeArgs,
    bootstrap: &Bootstrap,
) -> FigureGroup {
    let mut group = FigureGroup::default();
    let study = &compared.paired.study;
    for question in answers(study, compared.edits(), &annotators, args.same_edit) {
        group.group(&super::all::name(study, &question), on_question(&question, bootstrap));
    }
    group
}

/// Figures of the answers about the items as a whole, for every question; `None` if there is no question.
fn on_item_answers(
    study: &AnnotationStudy,
    annotators: [usize; 2],
    bootstrap: &Bootstrap,
) -> Option<FigureGroup> {
    let questions = item_answers(study, &annotators);
    let mut group = FigureGroup::default();
    for question in &questions {
        group.group(&super::all::name(study, question), on_question(question, bootstrap));
    }
    (!questions.is_empty()).then_some(group)
}

/// κ, α and the confusion of the answers to a question.
fn on_question(question: &QuestionRatings, bootstrap: &Bootstrap) -> FigureGroup {
    let ratings = question.ratings(bootstrap);
    let mut of = FigureGroup::default();
    if question.is_scale() {
        let [none, linear, quadratic] = cohen_kappas(ratings, 0, 1, KappaWeighting::ALL);
        of.figure("cohen_kappa", &none);
        of.figure("cohen_kappa_linear", &linear);
        of.figure("cohen_kappa_quadratic", &quadratic);
    } else {
        of.figure("cohen_kappa", &cohen_kappa(ratings, 0, 1, KappaWeighting::None));
    }
    of.figure("alpha", &krippendorff_alpha(ratings, question.metric));
    let matrix = confusion(&answer_confusion(&question.rows, 0, 1), &question.values);
    of.hidden("confusion", matrix.into_json());
    of
}
