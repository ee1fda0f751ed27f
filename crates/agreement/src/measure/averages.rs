//! Means of a figure over groups of texts: over pairs of annotators, systems, languages. Intervals: Efron and
//! Tibshirani 1993, section 11.5.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::bootstrap::{Bootstrap, PossibleValues, within};
use super::figure::{Figure, mean};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The item sums of groups of texts, such as pairs of annotators, by part of the data, such as a language. Items of
/// different parts are different ones.
pub type SumsByGroup = Vec<Vec<ItemSums>>;

/// The mean over parts of the mean over their groups of a figure computed from the totals of a group; groups without
/// the figure are left out. `n` is the number of groups that have it.
///
/// The interval is computed from samples of all items at once, each with the numbers of all groups; for a single group,
/// it is that of its figure. A group may have only one or two items, as pairs of crowd workers do: samples without them
/// do not represent such groups, and their means lie elsewhere. So the mean of a sample is approximated as linear in
/// the draw counts of items. An approximation may reach beyond what the figure can be; it is cut there.
#[must_use]
pub fn mean_over_groups(
    convention: impl Into<Cow<'static, str>>,
    parts: &SumsByGroup,
    bootstrap: &Bootstrap,
    possible: PossibleValues,
    of: impl Fn(&[f64]) -> Result<f64, Undefined>,
) -> Figure {
    let figure = mean_of(parts, bootstrap, possible, &of);
    Figure { convention: convention.into(), ..figure }
}

/// The computation of a figure from totals.
type FigureOf<'a> = &'a dyn Fn(&[f64]) -> Result<f64, Undefined>;

/// [`mean_over_groups`] without its convention, compiled once for all figures.
fn mean_of(
    parts: &SumsByGroup,
    bootstrap: &Bootstrap,
    possible: PossibleValues,
    of: FigureOf,
) -> Figure {
    let groups = || parts.iter().flatten();
    if let (Some(only), 1) = (groups().next(), groups().count()) {
        let figure = bootstrap.figure("", 1, only, of);
        let n = usize::from(figure.value.is_ok());
        return Figure { n, ..figure }.without(1 - n, UNDEFINED);
    }
    let means = PartMeans::of(parts, of);
    let n = means.0.iter().map(|part| part.n).sum();
    let figure = Figure::new("", means.mean(), n);
    let figure = bootstrap.with_linear_interval(figure, || means.without_each(parts, of));
    within(figure, possible).without(groups().count() - n, UNDEFINED)
}

/// Groups left out of a mean.
const UNDEFINED: &str = "groups in which it is undefined";

/// The sum and the number of the defined values of groups; `why` is the reason of the last undefined one.
#[derive(Debug, Clone, Copy, Default)]
struct GroupMean {
    sum: f64,
    n: usize,
    why: Option<Undefined>,
}

impl GroupMean {
    fn add(&mut self, value: Result<f64, Undefined>) {
        match value {
            Ok(value) => (self.sum, self.n) = (self.sum + value, self.n + 1),
            Err(why) => self.why = Some(why),
        }
    }

    fn take(&mut self, value: Result<f64, Undefined>) {
        if let Ok(value) = value {
            (self.sum, self.n) = (self.sum - value, self.n - 1);
        }
    }
}

/// By part: the mean over its groups.
struct PartMeans(Vec<GroupMean>);

impl PartMeans {
    fn of(parts: &SumsByGroup, of: FigureOf) -> Self {
        let mean = |groups: &Vec<ItemSums>| {
            let mut mean = GroupMean::default();
            groups.iter().for_each(|group| mean.add(of(&group.totals())));
            mean
        };
        PartMeans(parts.iter().map(mean).collect())
    }

    /// The mean over parts.
    fn mean(&self) -> Result<f64, Undefined> {
        self.mean_with(None)
    }

    /// The mean over parts, with the mean of one part replaced.
    fn mean_with(&self, other: Option<(usize, GroupMean)>) -> Result<f64, Undefined> {
        let own = |(part, mean): (usize, &GroupMean)| match other {
            Some((changed, other)) if changed == part => other,
            _ => *mean,
        };
        let parts = || self.0.iter().enumerate().map(own);
        let why = parts().find_map(|part| part.why).unwrap_or(Undefined::NothingToCompare);
        let having = parts().filter(|part| part.n > 0).map(|part| part.sum / part.n as f64);
        mean(&having.collect::<Vec<f64>>(), why)
    }

    /// The means without each of the items of each part, in order; only groups that have the item are recomputed.
    fn without_each(&self, parts: &SumsByGroup, of: FigureOf) -> Vec<Result<f64, Undefined>> {
        let mut all = Vec::new();
        for (part, (groups, whole)) in parts.iter().zip(&self.0).enumerate() {
            let mut without: BTreeMap<usize, GroupMean> = BTreeMap::new();
            for group in groups {
                let mut totals = group.totals();
                let value = of(&totals);
                for (item, row) in group.iter() {
                    row.iter().for_each(|(column, number)| totals[*column] -= number);
                    let mean = without.entry(item).or_insert(*whole);
                    mean.take(value);
                    mean.add(of(&totals));
                    row.iter().for_each(|(column, number)| totals[*column] += number);
                }
            }
            all.extend(without.into_values().map(|mean| self.mean_with(Some((part, mean)))));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::measure::{Resampling, ratio};

    fn sums(rows: &[(usize, [f64; 2])]) -> ItemSums {
        let mut sums = ItemSums::new(2);
        rows.iter().for_each(|(item, row)| sums.add_row(*item, *row));
        sums
    }

    fn of(totals: &[f64]) -> Result<f64, Undefined> {
        ratio(totals[0], totals[1], Undefined::NothingToCompare)
    }

    #[test]
    fn parts_count_alike_however_many_groups_they_have() {
        let first = vec![sums(&[(0, [1.0, 2.0]), (3, [0.0, 2.0])]), sums(&[(1, [3.0, 4.0])])];
        let second = vec![sums(&[(0, [1.0, 1.0])]), sums(&[(0, [0.0, 0.0])])];
        let figure = mean_over_groups(
            "",
            &vec![first, second],
            &Bootstrap::none(),
            PossibleValues::SHARE,
            of,
        );
        assert_eq!(figure.value, Ok(f64::midpoint(f64::midpoint(0.25, 0.75), 1.0)));
        assert_eq!((figure.n, figure.skipped[0].n), (3, 1));
        assert!(
            mean_over_groups("", &vec![], &Bootstrap::none(), PossibleValues::SHARE, of)
                .value
                .is_err()
        );
    }

    #[test]
    fn a_single_group_has_its_own_figure_and_interval() {
        let rows: Vec<(usize, [f64; 2])> =
            (0..30).map(|item| (item, [f64::from(item as u32 % 7), 3.0])).collect();
        let bootstrap = Bootstrap::new(Resampling::default());
        let alone = bootstrap.figure("", 1, &sums(&rows), of);
        assert_eq!(
            mean_over_groups("", &vec![vec![sums(&rows)]], &bootstrap, PossibleValues::SHARE, of),
            alone
        );
    }

    #[test]
    fn no_interval_reaches_beyond_what_a_figure_can_be() {
        // The more often the largest item is drawn the better, in a straight line without end.
        let group = |odd: usize| {
            let row = |item: usize| match item {
                0 => (0, [90.0, 90.0]),
                item if item == odd => (item, [0.0, 30.0]),
                item => (item, [9.0, 9.0]),
            };
            sums(&(0..12).map(row).collect::<Vec<_>>())
        };
        let parts = vec![vec![group(3), group(3)]];
        let bootstrap = Bootstrap::new(Resampling::default());
        let interval = |possible| {
            let figure = mean_over_groups("", &parts, &bootstrap, possible, of);
            figure.interval.unwrap().unwrap()
        };
        let (low, high) = interval(PossibleValues::SHARE);
        assert_eq!(high, 1.0);
        assert!(interval(PossibleValues::AMOUNT).1 > 1.0);
        assert_eq!(interval(PossibleValues::AMOUNT).0, low);
    }

    #[test]
    fn without_an_item_only_its_groups_change() {
        let group = |first: usize| {
            let row = |n: usize| (first + 2 * n, [(n % 4) as f64, (n % 3) as f64]);
            let rows: Vec<_> = (0..6).map(row).collect();
            sums(&rows)
        };
        let parts = vec![vec![group(0), group(1), sums(&[(3, [1.0, 0.0])])], vec![group(2)]];
        let without = |part: usize, item: usize| {
            let mut left = parts.clone();
            for group in &mut left[part] {
                let rows = group.iter().filter(|(own, _)| *own != item);
                let rows: Vec<_> = rows.map(|(item, row)| (item, row.to_vec())).collect();
                *group = ItemSums::new(2);
                rows.into_iter().for_each(|(item, row)| group.add(item, row));
            }
            PartMeans::of(&left, &of).mean().unwrap()
        };
        let expected = (0..12).map(|item| without(0, item));
        let expected = expected.chain([2, 4, 6, 8, 10, 12].map(|item| without(1, item)));
        let found = PartMeans::of(&parts, &of).without_each(&parts, &of);
        assert_eq!(found.len(), 18);
        for (found, expected) in found.into_iter().zip(expected) {
            assert!((found.unwrap() - expected).abs() < 1e-12);
        }
    }

    /// Simulates items marked by `per_item` of a crowd each; the amount of marked text varies between items.
    fn crowd(random: &mut Xoshiro256PlusPlus, items: usize, per_item: usize) -> SumsByGroup {
        const CROWD: usize = 12;
        let mut pairs: BTreeMap<(usize, usize), ItemSums> = BTreeMap::new();
        for item in 0..items {
            let marked = (200.0 * random.random::<f64>().powi(2)).floor();
            let mut workers: Vec<usize> = (0..CROWD).collect();
            workers.shuffle(random);
            workers.truncate(per_item);
            workers.sort_unstable();
            let marked: Vec<f64> =
                workers.iter().map(|_| (marked * random.random::<f64>()).round()).collect();
            for (at, worker) in workers.iter().enumerate() {
                for (other, with) in workers.iter().enumerate().skip(at + 1) {
                    let (one, other) = (marked[at], marked[other]);
                    let both = (one.min(other) * random.random::<f64>()).round();
                    let pair = pairs.entry((*worker, *with)).or_insert_with(|| ItemSums::new(2));
                    pair.add_row(item, [2.0 * both, one + other]);
                }
            }
        }
        vec![pairs.into_values().collect()]
    }

    #[test]
    fn means_over_pairs_have_intervals_that_hold_the_value_as_often_as_they_say() {
        let runs = std::env::var("SPANWISE_COVERAGE_RUNS").unwrap_or_else(|_| "600".to_owned());
        let runs: u64 = runs.parse().unwrap();
        let world =
            |seed: u64, per_item| crowd(&mut Xoshiro256PlusPlus::seed_from_u64(seed), 60, per_item);
        for per_item in [2, 3, 12] {
            let value = |seed| PartMeans::of(&world(seed, per_item), &of).mean().unwrap();
            let truth = (0..4_000).map(|seed| value(1_000_000 + seed)).sum::<f64>() / 4_000.0;
            let bootstrap = Bootstrap::new(Resampling { samples: 400, seed: 1 });
            let holds = |seed: &u64| {
                let figure = mean_over_groups(
                    "",
                    &world(*seed, per_item),
                    &bootstrap,
                    PossibleValues::SHARE,
                    of,
                );
                let (low, high) = figure.interval.unwrap().unwrap();
                (low..=high).contains(&truth)
            };
            let share = (0..runs).filter(holds).count() as f64 / runs as f64;
            println!(
                "mean F1 of pairs; annotators of an item: {per_item} of 12; held in {share:.4} of {runs} simulations"
            );
            assert!((0.93..=0.99).contains(&share), "{per_item} annotators: {share}");
        }
    }
}
