//! Differences between hypotheses, tested on the same items.

use serde_json::json;

use super::comparisons::{AnnotatorComparison, ComparedStudy};
use crate::args::{AgreeArgs, Measure};
use crate::figures::FigureGroup;
use spanwise_agreement::measure::gamma::{gamma_sums, mean_gamma};
use spanwise_agreement::measure::{
    Bootstrap, CategoryMatching, FigureDifference, ItemSums, OverlapConvention, SpanCounting,
    Undefined, correlation, correlation_sums, empty_sums, empty_value, f1, overlap_sums,
};

const F1: &str = "F1 of the first less that of the second against the same reference (micro_char, hard), over the items \
                  that both have; n: items.";
const F1_SOFT: &str = "F1 of the first less that of the second against the same reference (micro_char, soft), over the \
                       items that both have; n: items.";
const GAMMA: &str = "Mean γ of the first with the reference less that of the second, over the items on which both have \
                     a γ; n: items.";
const PEARSON: &str = "Pearson's correlation of the first with the reference less that of the second, by numbers of \
                       spans per text and category, over the items that both have; n: items.";
const S_EMPTY: &str = "S∅ of the first with the reference less that of the second, over the items that both have; n: items.";

/// The convention of the p-values.
pub(crate) const TEST: &str = "p: approximate randomization (Noreen 1989): the share of random exchanges of both sides' items \
                               with a difference as great, both ways; not corrected for the number of pairs";

/// A figure whose differences are tested, with the numbers of items from whose totals it is computed.
struct TestedFigure {
    name: &'static str,
    convention: &'static str,
    /// By comparison.
    sums: Vec<ItemSums>,
    of: fn(&[f64]) -> Result<f64, Undefined>,
}

/// The differences of every two hypotheses.
pub(super) fn figures(compared: &ComparedStudy, args: &AgreeArgs) -> FigureGroup {
    let bootstrap = args.source.bootstrap();
    let tested = tested(compared, args);
    let mut group = FigureGroup::default();
    group.hidden("test", TEST);
    let all = || compared.comparisons.iter().enumerate();
    for (first, one) in all() {
        for (second, other) in all().skip(first + 1) {
            let mut of = FigureGroup::default();
            for figure in &tested {
                if let Some(difference) = difference(figure, [first, second], &bootstrap) {
                    of.group(figure.name, shown(&difference));
                }
            }
            group.group(&format!("{} − {}", one.hypothesis, other.hypothesis), of);
        }
    }
    group
}

fn difference(
    tested: &TestedFigure,
    pair: [usize; 2],
    bootstrap: &Bootstrap,
) -> Option<FigureDifference> {
    let [first, second] = pair.map(|at| tested.sums.get(at));
    Some(bootstrap.difference(tested.convention, [first?, second?], tested.of))
}

fn tested(compared: &ComparedStudy, args: &AgreeArgs) -> Vec<TestedFigure> {
    let categories = compared.paired.study.categories.len();
    let sums = |of: &dyn Fn(&AnnotatorComparison) -> ItemSums| {
        compared.comparisons.iter().map(of).collect()
    };
    let examples = |comparison: &AnnotatorComparison| comparison.examples(&compared.study_texts);
    let mut tested = Vec::new();
    if args.wants(Measure::F1) {
        let f1_sums: Vec<ItemSums> =
            sums(&|one| overlap_sums(&examples(one), OverlapConvention::MicroChar));
        tested.push(TestedFigure { name: "f1", convention: F1, sums: f1_sums.clone(), of: hard });
        tested.push(TestedFigure { name: "f1_soft", convention: F1_SOFT, sums: f1_sums, of: soft });
    }
    if args.wants(Measure::Gamma) {
        let gammas = compared.gammas.iter();
        let sums = gammas.map(|one| gamma_sums(&one.items, &one.outcomes)).collect();
        tested.push(TestedFigure { name: "gamma", convention: GAMMA, sums, of: mean_gamma });
    }
    if args.wants(Measure::Pearson) {
        let counting = SpanCounting::PerTextAndCategory;
        let sums = sums(&|one| correlation_sums(&examples(one), categories, counting));
        tested.push(TestedFigure { name: "pearson", convention: PEARSON, sums, of: correlation });
    }
    if args.wants(Measure::SEmpty) {
        let sums = sums(&|one| empty_sums(&examples(one)));
        tested.push(TestedFigure { name: "s_empty", convention: S_EMPTY, sums, of: empty_value });
    }
    tested
}

fn hard(totals: &[f64]) -> Result<f64, Undefined> {
    f1(totals, OverlapConvention::MicroChar, CategoryMatching::Hard)
}

fn soft(totals: &[f64]) -> Result<f64, Undefined> {
    f1(totals, OverlapConvention::MicroChar, CategoryMatching::Soft)
}

/// A difference with its p-value.
pub(crate) fn shown(difference: &FigureDifference) -> FigureGroup {
    let mut group = FigureGroup::of([("value", &difference.figure)]);
    match difference.p {
        Some(Ok(p)) => group.value("p", json!(p)),
        Some(Err(why)) => group.hidden("p_reason", why.reason()),
        None => {}
    }
    group
}
