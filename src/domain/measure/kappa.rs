//! Cohen's and Fleiss' κ: agreement of answers beyond chance.
//!
//! Both take ratings by item and annotator: positions of values, in their order where they have one; `None` where an
//! annotator gave none.

use std::collections::BTreeMap;

use super::figure::Figure;

/// How much a disagreement counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Weighting {
    /// Each the same.
    None,
    /// By how many values apart the two are.
    Linear,
    /// By the square of that.
    Quadratic,
}

impl Weighting {
    fn of(self, a: usize, b: usize) -> f64 {
        let apart = a.abs_diff(b) as f64;
        match self {
            Weighting::None => f64::from(u8::from(a != b)),
            Weighting::Linear => apart,
            Weighting::Quadratic => apart * apart,
        }
    }
}

/// Why κ is undefined if there is no variation.
const CONSTANT: &str =
    "all ratings are the same: nothing could have been disagreed about by chance";

/// Cohen's κ of two annotators (Cohen 1960; weighted: Cohen 1968): 1 less the quotient of observed disagreement and of
/// what is expected from how often each used each value. Undefined if both gave the same single value to everything. `n`
/// is the number of items that both rated.
#[must_use]
pub fn cohen_kappa(
    rows: &[Vec<Option<usize>>],
    first: usize,
    second: usize,
    weighting: Weighting,
) -> Figure {
    let rating = |row: &Vec<Option<usize>>, annotator: usize| row.get(annotator).copied().flatten();
    let both = rows.iter().filter_map(|row| rating(row, first).zip(rating(row, second)));
    let both: Vec<(usize, usize)> = both.collect();
    let convention = match weighting {
        Weighting::None => "Cohen's κ.",
        Weighting::Linear => "Cohen's κ with linear weights.",
        Weighting::Quadratic => "Cohen's κ with quadratic weights.",
    };
    let figure = Figure::new(convention, cohen(&both, weighting), both.len());
    figure.without(rows.len() - both.len(), "items that not both annotators rated")
}

fn cohen(pairs: &[(usize, usize)], weighting: Weighting) -> Result<f64, &'static str> {
    if pairs.is_empty() {
        return Err("there is no item that both annotators rated");
    }
    let mut counts: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    for (a, b) in pairs {
        counts.entry(*a).or_default()[0] += 1.0;
        counts.entry(*b).or_default()[1] += 1.0;
    }
    let n = pairs.len() as f64;
    let observed: f64 = pairs.iter().map(|(a, b)| weighting.of(*a, *b)).sum();
    let expected: f64 = match weighting {
        // All pairs less those of the same value: any number of values, as of free text, takes no longer.
        Weighting::None => n * n - counts.values().map(|[a, b]| a * b).sum::<f64>(),
        _ => {
            let against = |(a, [of_a, _]): (&usize, &[f64; 2])| -> f64 {
                counts.iter().map(|(b, [_, of_b])| weighting.of(*a, *b) * of_a * of_b).sum()
            };
            counts.iter().map(against).sum()
        }
    };
    if expected == 0.0 { Err(CONSTANT) } else { Ok(1.0 - observed * n / expected) }
}

/// Fleiss' κ (Fleiss 1971): agreement of any annotators who each rated items, the same number of ratings for each item.
/// That number is the one that most items have, of two or more; the greater one of equally frequent ones. Items with
/// other numbers of ratings are left out. Undefined if all ratings are the same. `n` is the number of items.
#[must_use]
pub fn fleiss_kappa(rows: &[Vec<Option<usize>>]) -> Figure {
    let ratings = |row: &Vec<Option<usize>>| row.iter().flatten().count();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for size in rows.iter().map(ratings).filter(|size| *size >= 2) {
        *sizes.entry(size).or_default() += 1;
    }
    let size = sizes.iter().max_by_key(|(size, items)| (**items, **size)).map(|(size, _)| *size);
    let used = rows.iter().filter(|row| Some(ratings(row)) == size);
    let used: Vec<&Vec<Option<usize>>> = used.collect();
    let value = match size {
        Some(size) => fleiss(&used, size as f64),
        None => Err("there is no item with two ratings"),
    };
    let figure = Figure::new("Fleiss' κ.", value, used.len());
    figure.without(rows.len() - used.len(), "items with another number of ratings than most")
}

fn fleiss(rows: &[&Vec<Option<usize>>], size: f64) -> Result<f64, &'static str> {
    let mut totals: BTreeMap<usize, f64> = BTreeMap::new();
    let mut observed = 0.0;
    for row in rows {
        let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
        for value in row.iter().flatten() {
            *counts.entry(*value).or_default() += 1.0;
            *totals.entry(*value).or_default() += 1.0;
        }
        observed += apart(&counts, size);
    }
    let all = rows.len() as f64 * size;
    let observed = observed / (all * (size - 1.0));
    let expected = apart(&totals, all) / (all * all);
    if expected == 0.0 { Err(CONSTANT) } else { Ok(1.0 - observed / expected) }
}

/// Ordered pairs of different values.
fn apart(counts: &BTreeMap<usize, f64>, all: f64) -> f64 {
    counts.values().map(|count| count * (all - count)).sum()
}
