//! Cohen's κ (Cohen 1960; weighted: Cohen 1968) and Fleiss' κ (Fleiss 1971): agreement of answers beyond chance.

use std::collections::{BTreeMap, BTreeSet};

use super::figure::{Figure, ratio};
use super::ratings::Ratings;
use super::undefined::Undefined;

/// The weight of a disagreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum KappaWeighting {
    /// The same for every disagreement.
    None,
    /// The number of steps between the two values.
    Linear,
    /// The square of the number of steps.
    Quadratic,
}

impl KappaWeighting {
    fn of(self, a: usize, b: usize) -> f64 {
        let apart = a.abs_diff(b) as f64;
        match self {
            KappaWeighting::None => f64::from(u8::from(a != b)),
            KappaWeighting::Linear => apart,
            KappaWeighting::Quadratic => apart * apart,
        }
    }
}

/// Cohen's κ of two annotators (Cohen 1960; weighted: Cohen 1968): 1 less the quotient of the observed disagreement and
/// the disagreement expected from the frequencies of each annotator's values. Undefined if both gave the same single
/// value to everything. `n` is the number of rows that both rated.
#[must_use]
pub fn cohen_kappa<'a>(
    ratings: impl Into<Ratings<'a>>,
    first: usize,
    second: usize,
    weighting: KappaWeighting,
) -> Figure {
    let ratings = ratings.into();
    let both = |row: &[Option<usize>]| {
        let rating = |annotator: usize| row.get(annotator).copied().flatten();
        rating(first).zip(rating(second))
    };
    let counted = counted_values(ratings.rows.iter().filter_map(|row| both(row)), weighting);
    let values = counted.len();
    // The number of rows, their disagreement, and the counts of each value by the first and by the second annotator.
    let sums = ratings.sums(2 + 2 * values, |row| {
        let (a, b) = both(row)?;
        let of_first = counted.get(&a).map(|at| (2 + at, 1.0));
        let of_second = counted.get(&b).map(|at| (2 + values + at, 1.0));
        let counts = of_first.into_iter().chain(of_second);
        Some([(0, 1.0), (1, weighting.of(a, b))].into_iter().chain(counts).collect())
    });
    let n = ratings.rows.iter().filter(|row| both(row).is_some()).count();
    let convention = match weighting {
        KappaWeighting::None => "Cohen's κ.",
        KappaWeighting::Linear => "Cohen's κ with linear weights.",
        KappaWeighting::Quadratic => "Cohen's κ with quadratic weights.",
    };
    let figure = ratings.figure(convention, n, &sums, |totals| cohen(totals, values, weighting));
    figure.without(ratings.rows.len() - n, "items that not both annotators rated")
}

/// The values whose counts are needed, each with its place: by steps all up to the last, since places say how far two are
/// apart; without weights those that both annotators gave, of which there may be few among the free texts of answers.
fn counted_values(
    ratings: impl Iterator<Item = (usize, usize)>,
    weighting: KappaWeighting,
) -> BTreeMap<usize, usize> {
    let (first, second): (BTreeSet<usize>, BTreeSet<usize>) = ratings.unzip();
    match weighting {
        KappaWeighting::None => places(first.intersection(&second).copied()),
        KappaWeighting::Linear | KappaWeighting::Quadratic => {
            let last = first.last().max(second.last());
            places(last.map_or(0..0, |last| 0..last + 1))
        }
    }
}

fn cohen(totals: &[f64], values: usize, weighting: KappaWeighting) -> Result<f64, Undefined> {
    let [n, observed, counts @ ..] = totals else { return Err(Undefined::NoRatings) };
    if *n == 0.0 {
        return Err(Undefined::NoItemThatBothRated);
    }
    let (first, second) = counts.split_at(values.min(counts.len()));
    let expected: f64 = match weighting {
        // All pairs less those of equal values: linear in the number of values, which may be large for free text.
        KappaWeighting::None => n * n - first.iter().zip(second).map(|(a, b)| a * b).sum::<f64>(),
        KappaWeighting::Linear | KappaWeighting::Quadratic => {
            let against = |(a, of_a): (usize, &f64)| -> f64 {
                let others = second.iter().enumerate();
                others.map(|(b, of_b)| weighting.of(a, b) * of_a * of_b).sum()
            };
            first.iter().enumerate().map(against).sum()
        }
    };
    Ok(1.0 - ratio(observed * n, expected, Undefined::SameRatings)?)
}

/// Fleiss' κ (Fleiss 1971): agreement of any annotators on rows with the same number of ratings. That number is the
/// most frequent one of two or more, the greatest of equally frequent ones. Rows with other numbers of ratings are left
/// out. Undefined if all ratings are the same. `n` is the number of rows.
#[must_use]
pub fn fleiss_kappa<'a>(ratings: impl Into<Ratings<'a>>) -> Figure {
    let ratings = ratings.into();
    let given = |row: &[Option<usize>]| row.iter().flatten().count();
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for size in ratings.rows.iter().map(|row| given(row)).filter(|size| *size >= 2) {
        *sizes.entry(size).or_default() += 1;
    }
    let size = sizes.iter().max_by_key(|(size, rows)| (**rows, **size));
    let (size, n) = size.map_or((0, 0), |(size, rows)| (*size, *rows));
    let is_used = |row: &[Option<usize>]| size > 0 && given(row) == size;
    let used = ratings.rows.iter().filter(|row| is_used(row));
    let places = places(used.flatten().flatten().copied());
    // The number of rows, their pairs of different values, and the count of each value.
    let sums = ratings.sums(2 + places.len(), |row| {
        let counts = is_used(row).then(|| counts(row))?;
        let of_values =
            counts.iter().filter_map(|(value, count)| Some((2 + places.get(value)?, *count)));
        let pairs = apart(counts.values(), size as f64);
        Some([(0, 1.0), (1, pairs)].into_iter().chain(of_values).collect())
    });
    let figure = ratings.figure("Fleiss' κ.", n, &sums, |totals| fleiss(totals, size as f64));
    figure.without(ratings.rows.len() - n, "items with another number of ratings than most")
}

fn fleiss(totals: &[f64], size: f64) -> Result<f64, Undefined> {
    let [rows, pairs, counts @ ..] = totals else { return Err(Undefined::NoRatings) };
    if *rows == 0.0 {
        return Err(Undefined::NoItemWithTwoRatings);
    }
    let all = rows * size;
    let observed = pairs / (all * (size - 1.0));
    let expected = apart(counts.iter(), all) / (all * all);
    Ok(1.0 - ratio(observed, expected, Undefined::SameRatings)?)
}

/// Numbers values, each once, in order.
pub(super) fn places(values: impl Iterator<Item = usize>) -> BTreeMap<usize, usize> {
    values.collect::<BTreeSet<usize>>().into_iter().zip(0..).collect()
}

/// The count of each value.
pub(super) fn counts(row: &[Option<usize>]) -> BTreeMap<usize, f64> {
    let mut counts: BTreeMap<usize, f64> = BTreeMap::new();
    row.iter().flatten().for_each(|value| *counts.entry(*value).or_default() += 1.0);
    counts
}

/// The number of ordered pairs of different values.
fn apart<'a>(counts: impl Iterator<Item = &'a f64>, all: f64) -> f64 {
    counts.map(|count| count * (all - count)).sum()
}
