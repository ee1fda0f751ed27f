//! Differences of every two systems, or of every two annotators, tested on the items that both have.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use serde_json::json;

use super::ranking::RankingScore;
use crate::agree::{DIFFERENCE_TEST, FEW_PAIRS, shown_difference};
use crate::args::StatsArgs;
use crate::figures::FigureGroup;
use spanwise_agreement::measure::{
    AnnotationStudy, Bootstrap, FigureDifference, ItemSums, SegmentPenalty, Undefined, ratio,
};

/// A system or an annotator with its numbers by item, the same items in all of them.
pub(super) struct ComparedSide<'a> {
    pub(super) name: &'a str,
    /// The items that it has, by row, each with its name.
    pub(super) items: BTreeMap<usize, &'a str>,
    /// By score that it has: the sum and the number of the scores of each item.
    pub(super) sums: BTreeMap<RankingScore, ItemSums>,
}

/// The items of two sides.
pub(super) struct PairedItems<'s> {
    /// The names of those that only one of both has.
    pub(super) alone: Vec<&'s str>,
    /// The number of those that at least one has.
    pub(super) all: usize,
}

impl<'s> PairedItems<'s> {
    pub(super) fn of([a, b]: [&ComparedSide<'s>; 2]) -> Self {
        let rows: BTreeSet<usize> = a.items.keys().chain(b.items.keys()).copied().collect();
        let is_alone = |row: &&usize| a.items.contains_key(row) != b.items.contains_key(row);
        let name = |row: &usize| a.items.get(row).or_else(|| b.items.get(row)).copied();
        let alone = rows.iter().filter(is_alone).filter_map(name).collect();
        PairedItems { alone, all: rows.len() }
    }

    /// The share of those that only one has.
    fn share_alone(&self) -> f64 {
        if self.all == 0 { 0.0 } else { self.alone.len() as f64 / self.all as f64 }
    }

    /// The reason why the sides are not compared: they are apart by intention, and more than is allowed, in percent, would be
    /// left out.
    pub(super) fn apart(&self, max_left_out: f64) -> Option<Undefined> {
        let share = self.share_alone();
        let is_apart = share >= 0.5 && 100.0 * share > max_left_out;
        is_apart.then_some(if self.alone.len() == self.all {
            Undefined::NoCommonItems
        } else {
            Undefined::FewCommonItems
        })
    }
}

/// The mean score of a side less that of another one.
pub(super) fn difference(
    sides: [&ComparedSide; 2],
    score: RankingScore,
    convention: &'static str,
    bootstrap: &Bootstrap,
    max_left_out: f64,
) -> Option<FigureGroup> {
    let [first, second] = sides.map(|side| side.sums.get(&score));
    let items = PairedItems::of(sides);
    let apart = items.apart(max_left_out);
    let mean = |totals: &[f64]| match (apart, totals) {
        (Some(reason), _) => Err(reason),
        (None, [sum, count, ..]) => ratio(*sum, *count, Undefined::NoCommonItems),
        (None, _) => Err(Undefined::NoCommonItems),
    };
    let difference: FigureDifference = bootstrap.difference(convention, [first?, second?], mean);
    let mut shown = shown_difference(&difference);
    let left_out = json!({ "items": items.alone.len(), "share": items.share_alone() });
    shown.hidden("left_out", left_out);
    Some(shown)
}

/// The differences of every two sides, in each score that both have; `None` if there are too many pairs to show them without
/// being asked, or none.
pub(super) fn figures(sides: &[ComparedSide], args: &StatsArgs) -> Option<FigureGroup> {
    let pairs = sides
        .iter()
        .enumerate()
        .flat_map(|(at, first)| sides.iter().skip(at + 1).map(move |second| [first, second]));
    let pairs: Vec<[&ComparedSide; 2]> = pairs.collect();
    if pairs.is_empty() || pairs.len() > FEW_PAIRS && !args.source.all {
        return None;
    }
    let has_penalties = sides.iter().any(|side| {
        let penalties = side.sums.get(&RankingScore::Penalty);
        penalties.is_some_and(|sums| sums.totals().first().is_some_and(|sum| *sum != 0.0))
    });
    let scores = RankingScore::ALL.into_iter();
    let scores: Vec<RankingScore> =
        scores.filter(|score| has_penalties || *score != RankingScore::Penalty).collect();
    let bootstrap = args.source.bootstrap();
    let of_pair = |pair: &[&ComparedSide; 2]| {
        let mut of = FigureGroup::default();
        for score in &scores {
            let [.., convention] = score.conventions();
            let shown = difference(*pair, *score, convention, &bootstrap, args.source.max_left_out);
            shown.into_iter().for_each(|shown| of.group(score.name(), shown));
        }
        of
    };
    let found: Vec<FigureGroup> = pairs.par_iter().map(of_pair).collect();
    let mut group = FigureGroup::default();
    group.hidden("test", DIFFERENCE_TEST);
    for ([first, second], of) in pairs.iter().zip(found) {
        group.group(&format!("{} − {}", first.name, second.name), of);
    }
    Some(group)
}

/// The annotators of a study, each with the scores of what they annotated.
pub(super) fn annotators<'a>(
    study: &'a AnnotationStudy,
    costs: &[SegmentPenalty],
) -> Vec<ComparedSide<'a>> {
    let rows: Vec<usize> = (0..study.items.len()).collect();
    let of = |(annotator, name): (usize, &'a String)| {
        let own = study.items.iter().enumerate();
        let own = own.filter(|(_, item)| item.edits.get(annotator).is_some());
        let items = own.map(|(row, item)| (row, item.name.as_str())).collect();
        let mut sums = sums_by_score(study, costs, &rows, |of| of == annotator);
        let own = || costs.iter().filter(|cost| cost.annotator == annotator);
        if own().any(|cost| cost.unweighted > 0) && own().all(|cost| cost.errors == 0) {
            // A penalty of 0 would make everything faultless.
            sums.remove(&RankingScore::Penalty);
        }
        ComparedSide { name, items, sums }
    };
    study.annotators.iter().enumerate().map(of).collect()
}

/// The sums and the numbers of the scores that some annotators of a study have, by the rows of its items.
pub(super) fn sums_by_score(
    study: &AnnotationStudy,
    costs: &[SegmentPenalty],
    rows: &[usize],
    is_own: impl Fn(usize) -> bool,
) -> BTreeMap<RankingScore, ItemSums> {
    let own_costs = costs.iter().filter(|cost| is_own(cost.annotator));
    let given = || {
        let items = study.items.iter().enumerate();
        items.flat_map(|(at, item)| item.scores.iter().map(move |(of, score)| (at, of, *score)))
    };
    let edits = || {
        let items = study.items.iter().enumerate();
        items.flat_map(|(at, item)| item.edits.iter().map(move |(of, edits)| (at, of, edits.len())))
    };
    let penalties = own_costs.map(|cost| (cost.item, cost.sum));
    let given = given().filter(|(_, of, _)| is_own(*of)).map(|(at, _, score)| (at, score));
    let edits = edits().filter(|(_, of, _)| is_own(*of)).map(|(at, _, n)| (at, n as f64));
    let all = [
        (RankingScore::Penalty, sums(rows, penalties)),
        (RankingScore::Given, sums(rows, given)),
        (RankingScore::Edits, sums(rows, edits)),
    ];
    all.into_iter().filter(|(_, sums)| sums.items() > 0).collect()
}

/// The sum and the number of the numbers of each item, by the row of the item.
fn sums(rows: &[usize], numbers: impl Iterator<Item = (usize, f64)>) -> ItemSums {
    let mut by_row: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    for (item, number) in numbers {
        if let Some(row) = rows.get(item) {
            let [sum, count] = by_row.entry(*row).or_default();
            (*sum, *count) = (*sum + number, *count + 1.0);
        }
    }
    let mut sums = ItemSums::new(2);
    by_row.into_iter().for_each(|(row, numbers)| sums.add_row(row, numbers));
    sums
}
