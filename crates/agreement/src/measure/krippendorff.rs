//! Krippendorff's α: agreement of any number of annotators on any scale, with values missing
//! (Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*).

use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::ratings::Ratings;
use super::undefined::Undefined;
use super::value_counts::{CountPlace, counts};

/// The distance of two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AlphaMetric {
    /// Values are the same or not.
    Nominal,
    /// Values have an order: the distance of two is the square of the number of ratings between them, half of their own
    /// included.
    Ordinal,
}

/// Krippendorff's α (Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*): 1 less the quotient of observed
/// and expected disagreement. Rows with fewer than two values have no pairs and are left out. Undefined without pairs, and
/// if all values are the same. `n` is the number of rows.
#[must_use]
pub fn krippendorff_alpha<'a>(ratings: impl Into<Ratings<'a>>, metric: AlphaMetric) -> Figure {
    let ratings = ratings.into();
    let values = ratings.values();
    let n = ratings.rows.iter().filter(|row| row.iter().flatten().count() >= 2).count();
    let (convention, sums) = match metric {
        AlphaMetric::Nominal => {
            ("Krippendorff's α with the nominal metric.", nominal_sums(&ratings))
        }
        AlphaMetric::Ordinal => {
            let sums = ratings.sums(ItemSums::new(values * values), |rows| {
                let numbers: Vec<Vec<(usize, f64)>> =
                    rows.iter().filter_map(|row| coincidences(row, values)).collect();
                (!numbers.is_empty()).then(|| numbers.concat())
            });
            ("Krippendorff's α with the ordinal metric.", sums)
        }
    };
    let [figure] = ratings.figures([(convention, n)], &sums, |totals| match metric {
        AlphaMetric::Nominal => [nominal(totals)],
        AlphaMetric::Ordinal => [ordinal(totals, values)],
    });
    figure.without(ratings.rows.len() - n, "items with fewer than two values")
}

/// By item: the disagreement; of the values that only this item has, the sum of their counts and that of the squares of
/// these; and the counts of the others. Linear in the number of values.
fn nominal_sums(ratings: &Ratings) -> ItemSums {
    let places = ratings.count_places(|row| match pairable(row) {
        Some(_) => row.iter().flatten().copied().collect(),
        None => Vec::new(),
    });
    ratings.sums(ItemSums::new(3 + places.columns()).squared(2), |rows| {
        let used = rows.iter().filter_map(|row| Some((row, pairable(row)?)));
        let (used, numbers): (Vec<_>, Vec<_>) = used
            .map(|(row, (counts, all))| {
                let apart = counts.iter().map(|(_, count)| count * (all - count)).sum::<f64>();
                (row, (0, apart / (all - 1.0)))
            })
            .unzip();
        let count = |(value, count): (usize, f64)| match places.get(value) {
            Some(CountPlace::Column(at)) => vec![(3 + at, count)],
            Some(CountPlace::WithinItem) => vec![(1, count), (2, count * count)],
            None => Vec::new(),
        };
        let counts = counts(used.iter().copied().flatten());
        (!used.is_empty())
            .then(|| numbers.into_iter().chain(counts.into_iter().flat_map(count)).collect())
    })
}

/// The count of each value, and of all values; `None` for fewer than two.
fn pairable(row: &[Option<usize>]) -> Option<(Vec<(usize, f64)>, f64)> {
    let counts = counts(row);
    let all: f64 = counts.iter().map(|(_, count)| count).sum();
    (all >= 2.0).then_some((counts, all))
}

/// The contribution of a row to the coincidence matrix: each ordered pair of its values, weighted by their number less one.
fn coincidences(row: &[Option<usize>], values: usize) -> Option<Vec<(usize, f64)>> {
    let (counts, all) = pairable(row)?;
    let pair = |(a, of_a): &(usize, f64), (b, of_b): &(usize, f64)| {
        let pairs = if a == b { of_a * (of_a - 1.0) } else { of_a * of_b };
        (a * values + b, pairs / (all - 1.0))
    };
    Some(counts.iter().flat_map(|one| counts.iter().map(move |other| pair(one, other))).collect())
}

fn nominal(totals: &[f64]) -> Result<f64, Undefined> {
    let [observed, others, squares, counts @ ..] = totals else {
        return Err(Undefined::NoItemWithTwoValues);
    };
    let all = others + counts.iter().sum::<f64>();
    if all < 2.0 {
        return Err(Undefined::NoItemWithTwoValues);
    }
    // All ordered pairs less those of equal values.
    let apart = all * all - squares - counts.iter().map(|count| count * count).sum::<f64>();
    Ok(1.0 - ratio(*observed, apart / (all - 1.0), Undefined::SameRatings)?)
}

/// α with the ordinal metric, from the row-major coincidence matrix.
fn ordinal(matrix: &[f64], values: usize) -> Result<f64, Undefined> {
    let rows = || matrix.chunks(values.max(1));
    let counts: Vec<f64> = rows().map(|row| row.iter().sum()).collect();
    let all: f64 = counts.iter().sum();
    if all < 2.0 {
        return Err(Undefined::NoItemWithTwoValues);
    }
    // The place of each value: the number of ratings below it and half of its own. The number of ratings between two
    // values, half of their own included, is the difference of their places.
    let mut below = 0.0;
    let place = |count: &f64| {
        below += count;
        below - count / 2.0
    };
    let places: Vec<f64> = counts.iter().map(place).collect();
    let squares = |weight: &dyn Fn(usize, usize) -> f64| -> f64 {
        let ones = places.iter().enumerate();
        let of = |(a, x): (usize, &f64)| -> f64 {
            let others = places.iter().enumerate();
            others.map(|(b, y)| weight(a, b) * (x - y) * (x - y)).sum()
        };
        ones.map(of).sum()
    };
    let observed = squares(&|a, b| matrix.get(a * values + b).copied().unwrap_or(0.0));
    let count = |at: usize| counts.get(at).copied().unwrap_or(0.0);
    let expected = squares(&|a, b| count(a) * count(b)) / (all - 1.0);
    Ok(1.0 - ratio(observed, expected, Undefined::SameRatings)?)
}
