//! Means of a figure over groups of texts: over pairs of annotators, systems, languages.

use std::collections::BTreeMap;

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
    let values = parts.iter().flatten().map(|group| of(&group.totals()));
    let n = values.filter(Result::is_ok).count();
    let average = |totals: &[f64]| {
        let mut groups = totals.chunks_exact(width.max(1)).map(&of);
        let mut why = "there is nothing to compare";
        let mut means = Vec::with_capacity(sizes.len());
        for size in &sizes {
            let mut values = Vec::with_capacity(*size);
            for value in groups.by_ref().take(*size) {
                match value {
                    Ok(value) => values.push(value),
                    Err(reason) => why = reason,
                }
            }
            means.extend(mean(&values, why));
        }
        mean(&means, why)
    };
    let figure = bootstrap.figure(convention, n, &joined(parts, width), average);
    figure.without(all - n, "groups in which it is undefined")
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
}
