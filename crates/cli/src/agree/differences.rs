//! Differences between hypotheses, tested on the same items.

use serde_json::json;

use super::comparisons::Compared;
use crate::args::{AgreeArgs, Measure};
use crate::figures::Group;
use spanwise_agreement::measure::{
    Convention, Counting, Difference, Matching, Sums, correlation, correlation_sums, f1,
    overlap_sums,
};

const F1: &str = "F1 of the first less that of the second against the same reference (micro_char, hard), over the items \
                  that both have; n: items.";
const PEARSON: &str = "Pearson's correlation of the first with the reference less that of the second, by numbers of \
                       spans per text and category, over the items that both have; n: items.";

/// The convention of the p-values.
const TEST: &str = "p: approximate randomization (Noreen 1989): the share of random exchanges of both sides' items with \
                    a difference as great, both ways";

/// Every two of the hypotheses.
pub(super) fn figures(compared: &Compared, args: &AgreeArgs) -> Group {
    let bootstrap = args.source.bootstrap();
    let categories = compared.paired.study.categories.len();
    let (convention, counting) = (Convention::MicroChar, Counting::PerTextAndCategory);
    let sums: Vec<[Sums; 2]> = compared
        .comparisons
        .iter()
        .map(|comparison| {
            let examples = comparison.examples(&compared.sheets);
            [overlap_sums(&examples, convention), correlation_sums(&examples, categories, counting)]
        })
        .collect();
    let mut group = Group::default();
    group.hidden("test", TEST);
    let all = || compared.comparisons.iter().zip(&sums);
    for (number, (first, [f1s, counts])) in all().enumerate() {
        for (second, [other_f1s, other_counts]) in all().skip(number + 1) {
            let mut of = Group::default();
            if args.wants(Measure::F1) {
                let hard = |totals: &[f64]| f1(totals, convention, Matching::Hard);
                of.group("f1", shown(&bootstrap.difference(F1, [f1s, other_f1s], hard)));
            }
            if args.wants(Measure::Pearson) {
                let sides = [counts, other_counts];
                of.group("pearson", shown(&bootstrap.difference(PEARSON, sides, correlation)));
            }
            group.group(&format!("{} − {}", first.hypothesis, second.hypothesis), of);
        }
    }
    group
}

/// A difference with its p-value.
pub(crate) fn shown(difference: &Difference) -> Group {
    let mut group = Group::of([("value", &difference.figure)]);
    match difference.p {
        Some(Ok(p)) => group.value("p", json!(p)),
        Some(Err(why)) => group.hidden("p_reason", why),
        None => {}
    }
    group
}
