//! Means of a figure over groups of texts: over pairs of annotators, systems, languages.

use std::collections::{BTreeMap, BTreeSet};

use super::bootstrap::Bootstrap;
use super::figure::{Figure, mean};
use super::sums::Sums;

/// The numbers of groups of texts, such as those of each pair of annotators, in several parts of the data, such as those
/// of each language. Items of different parts are different ones.
pub type Groups = Vec<Vec<Sums>>;

/// The mean over parts of the mean over the groups of each of a figure that follows from the totals of a group; those that
/// have none are left out. The interval is that of samples of all items at once, each with what all groups have of it. `n`
/// is the number of groups that have the figure.
#[must_use]
pub fn mean_over_groups(
    convention: &'static str,
    parts: &Groups,
    bootstrap: &Bootstrap,
    of: impl Fn(&[f64]) -> Result<f64, &'static str>,
) -> Figure {
    let width = parts.iter().flatten().map(Sums::width).max().unwrap_or(0);
    let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
    let all: usize = sizes.iter().sum();
    let sums = joined(parts, width);
    let values: Vec<_> = parts.iter().flatten().map(|group| of(&group.totals())).collect();
    let n = values.iter().filter(|value| value.is_ok()).count();
    let average = |totals: &[f64]| {
        let values = totals.chunks_exact(width.max(1)).map(&of);
        Means::new(&sizes, values).mean()
    };
    let without = || without_each(&sums, width, Means::new(&sizes, values.iter().copied()), &of);
    let figure = bootstrap.figure_with(convention, n, &sums, average, without);
    figure.without(all - n, "groups in which it is undefined")
}

/// The sum of the values of some groups, and how many have one.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    sum: f64,
    n: usize,
}

/// The means over the groups of each part.
struct Means {
    parts: Vec<Part>,
    /// By group: its part, and its value.
    groups: Vec<(usize, Result<f64, &'static str>)>,
    /// Why a group has no value.
    why: &'static str,
}

impl Means {
    fn new(sizes: &[usize], values: impl Iterator<Item = Result<f64, &'static str>>) -> Self {
        let of_groups =
            sizes.iter().enumerate().flat_map(|(part, n)| std::iter::repeat_n(part, *n));
        let mut means = Means {
            parts: vec![Part::default(); sizes.len()],
            groups: of_groups.zip(values).collect(),
            why: "there is nothing to compare",
        };
        for (part, value) in &means.groups {
            match (means.parts.get_mut(*part), value) {
                (Some(part), Ok(value)) => (part.sum, part.n) = (part.sum + value, part.n + 1),
                (_, Err(why)) => means.why = why,
                (None, _) => {}
            }
        }
        means
    }

    fn mean(&self) -> Result<f64, &'static str> {
        self.mean_of(&self.parts)
    }

    fn mean_of(&self, parts: &[Part]) -> Result<f64, &'static str> {
        let having = parts.iter().filter(|part| part.n > 0);
        let means: Vec<f64> = having.map(|part| part.sum / part.n as f64).collect();
        mean(&means, self.why)
    }

    /// The mean where some groups have other values.
    fn mean_with(
        &self,
        others: impl Iterator<Item = (usize, Result<f64, &'static str>)>,
    ) -> Result<f64, &'static str> {
        let mut parts = self.parts.clone();
        for (group, value) in others {
            let Some((part, was)) = self.groups.get(group) else { continue };
            let Some(part) = parts.get_mut(*part) else { continue };
            if let Ok(was) = was {
                (part.sum, part.n) = (part.sum - was, part.n - 1);
            }
            if let Ok(value) = value {
                (part.sum, part.n) = (part.sum + value, part.n + 1);
            }
        }
        self.mean_of(&parts)
    }
}

/// The means without each of the items: only groups that have it are computed anew.
fn without_each(
    sums: &Sums,
    width: usize,
    means: Means,
    of: impl Fn(&[f64]) -> Result<f64, &'static str>,
) -> Vec<Result<f64, &'static str>> {
    let mut totals = sums.totals();
    let value = |row: &[(usize, f64)]| {
        row.iter().for_each(|(column, number)| totals[*column] -= number);
        let groups: BTreeSet<usize> = row.iter().map(|(column, _)| column / width).collect();
        let others = groups
            .into_iter()
            .filter_map(|group| Some((group, of(totals.get(group * width..(group + 1) * width)?))));
        let value = means.mean_with(others);
        row.iter().for_each(|(column, number)| totals[*column] += number);
        value
    };
    sums.rows().map(value).collect()
}

/// All of them, each group with columns of its own.
fn joined(parts: &Groups, width: usize) -> Sums {
    let groups: usize = parts.iter().map(Vec::len).sum();
    let mut sums = Sums::new(groups * width);
    let (mut group, mut first_item) = (0, 0);
    for part in parts {
        let mut rows: BTreeMap<usize, Vec<(usize, f64)>> = BTreeMap::new();
        for own in part {
            for (item, row) in own.iter() {
                let entries = row.iter().map(|(column, n)| (group * width + column, *n));
                rows.entry(item).or_default().extend(entries);
            }
            group += 1;
        }
        let next = rows.keys().last().map_or(first_item, |last| first_item + last + 1);
        for (item, row) in rows {
            sums.add(first_item + item, row);
        }
        first_item = next;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Resampling, ratio};

    fn sums(rows: &[(usize, [f64; 2])]) -> Sums {
        let mut sums = Sums::new(2);
        rows.iter().for_each(|(item, row)| sums.add_row(*item, *row));
        sums
    }

    fn of(totals: &[f64]) -> Result<f64, &'static str> {
        ratio(totals[0], totals[1], "nothing")
    }

    #[test]
    fn parts_count_alike_however_many_groups_they_have() {
        let first = vec![sums(&[(0, [1.0, 2.0]), (3, [0.0, 2.0])]), sums(&[(1, [3.0, 4.0])])];
        let second = vec![sums(&[(0, [1.0, 1.0])]), sums(&[(0, [0.0, 0.0])])];
        let figure = mean_over_groups("", &vec![first, second], &Bootstrap::none(), of);
        assert_eq!(figure.value, Ok(f64::midpoint(f64::midpoint(0.25, 0.75), 1.0)));
        assert_eq!((figure.n, figure.skipped[0].n), (3, 1));
        assert!(mean_over_groups("", &vec![], &Bootstrap::none(), of).value.is_err());
    }

    #[test]
    fn a_single_group_has_its_own_figure_and_interval() {
        let rows: Vec<(usize, [f64; 2])> =
            (0..30).map(|item| (item, [f64::from(item as u32 % 7), 3.0])).collect();
        let bootstrap = Bootstrap::new(Resampling::default());
        let alone = bootstrap.figure("", 1, &sums(&rows), of);
        assert_eq!(mean_over_groups("", &vec![vec![sums(&rows)]], &bootstrap, of), alone);
    }

    #[test]
    fn without_an_item_only_its_groups_change() {
        let group = |first: usize| {
            let row = |n: usize| (first + 2 * n, [(n % 4) as f64, (n % 3) as f64]);
            let rows: Vec<_> = (0..6).map(row).collect();
            sums(&rows)
        };
        let parts = vec![vec![group(0), group(1), sums(&[(3, [1.0, 0.0])])], vec![group(2)]];
        let all = joined(&parts, 2);
        let sizes = [3, 1];
        let means = |totals: &[f64]| Means::new(&sizes, totals.chunks_exact(2).map(of));
        let found = without_each(&all, 2, means(&all.totals()), of);
        assert_eq!(found.len(), all.items());
        for (row, found) in all.rows().zip(found) {
            let mut totals = all.totals();
            row.iter().for_each(|(column, number)| totals[*column] -= number);
            let expected = means(&totals).mean();
            assert!((found.unwrap() - expected.unwrap()).abs() < 1e-12);
        }
    }
}
