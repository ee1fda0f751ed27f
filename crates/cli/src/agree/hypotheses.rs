//! The figures of each hypothesis against the reference, as papers have them side by side.

use super::comparisons::{AnnotatorComparison, ComparedStudy};
use crate::args::{AgreeArgs, Measure};
use crate::figures::FigureGroup;
use spanwise_agreement::measure::gamma::{gamma_sums, mean_gamma};
use spanwise_agreement::measure::{
    Bootstrap, OverlapConvention, SpanCounting, count_correlation, empty_score, overlap,
};

const GAMMA: &str =
    "Mean over texts of gamma with the reference (Mathet, Widlöcher and Métivier 2015); n: texts.";

/// By hypothesis: ρ, precision, recall, F1, ΔF1, γ and S∅.
pub(super) fn figures(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let bootstrap = args.source.bootstrap();
    let mut group = FigureGroup::default();
    for (at, comparison) in compared.comparisons.iter().enumerate() {
        let of = of_hypothesis(compared, at, comparison, args, &bootstrap);
        group.group(&comparison.hypothesis, of);
    }
    group
}

fn of_hypothesis(
    compared: &ComparedStudy,
    at: usize,
    comparison: &AnnotatorComparison,
    args: &AgreeArgs,
    bootstrap: &Bootstrap,
) -> FigureGroup {
    let examples = comparison.examples(&compared.study_texts).with_intervals(bootstrap);
    let mut of = FigureGroup::default();
    if args.wants(Measure::Pearson) {
        let categories = compared.paired.study.categories.len();
        let counting = SpanCounting::PerTextAndCategory;
        of.figure("pearson", &count_correlation(&examples, categories, counting));
    }
    if args.wants(Measure::F1) {
        let scores = overlap(&examples, OverlapConvention::MicroChar);
        of.figure("precision", &scores.hard.precision);
        of.figure("precision_soft", &scores.soft.precision);
        of.figure("recall", &scores.hard.recall);
        of.figure("recall_soft", &scores.soft.recall);
        of.figure("f1", &scores.hard.f1);
        of.figure("f1_soft", &scores.soft.f1);
        of.figure("delta_f1", &scores.delta);
    }
    if args.wants(Measure::Gamma)
        && let Some(gammas) = compared.gammas.get(at)
    {
        let texts = gammas.outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        let sums = gamma_sums(&gammas.items, &gammas.outcomes);
        of.figure("gamma", &bootstrap.figure(GAMMA, texts, &sums, mean_gamma));
    }
    if args.wants(Measure::SEmpty) {
        of.figure("s_empty", &empty_score(&examples));
    }
    of
}
