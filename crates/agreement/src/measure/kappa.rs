//! Cohen's κ (Cohen 1960; weighted: Cohen 1968) and Fleiss' κ (Fleiss 1971): agreement of answers beyond chance.

use std::collections::BTreeMap;

use foldhash::HashSet;

use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::ratings::Ratings;
use super::undefined::Undefined;
use super::value_counts::{CountPlace, CountPlaces, counts};

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
    /// All of them.
    pub const ALL: [KappaWeighting; 3] =
        [KappaWeighting::None, KappaWeighting::Linear, KappaWeighting::Quadratic];

    fn of(self, a: usize, b: usize) -> f64 {
        let apart = a.abs_diff(b) as f64;
        match self {
            KappaWeighting::None => f64::from(u8::from(a != b)),
            KappaWeighting::Linear => apart,
            KappaWeighting::Quadratic => apart * apart,
        }
    }

    fn convention(self) -> &'static str {
        match self {
            KappaWeighting::None => "Cohen's κ.",
            KappaWeighting::Linear => "Cohen's κ with linear weights.",
            KappaWeighting::Quadratic => "Cohen's κ with quadratic weights.",
        }
    }
}

/// Cohen's κ of two annotators (Cohen 1960; weighted: Cohen 1968), by each weighting: 1 less the quotient of the observed
/// disagreement and the disagreement expected from the frequencies of each annotator's values. Undefined if both gave the
/// same single value to everything. `n` is the number of rows that both rated.
#[must_use]
pub fn cohen_kappas<'a, const N: usize>(
    ratings: impl Into<Ratings<'a>>,
    first: usize,
    second: usize,
    weightings: [KappaWeighting; N],
) -> [Figure; N] {
    let ratings = ratings.into();
    let both = |row: &[Option<usize>]| {
        let rating = |annotator: usize| row.get(annotator).copied().flatten();
        rating(first).zip(rating(second))
    };
    // By steps, the places of values say how far two are apart.
    let are_steps = weightings.iter().any(|weighting| *weighting != KappaWeighting::None);
    let places = if are_steps {
        CountPlaces::columns_of_all(ratings.values())
    } else {
        places_of_both(&ratings, both)
    };
    let values = places.columns();
    // The number of rows; of the values that only this item has, the products of their counts by the first and by the
    // second annotator; the disagreement by each weighting; and the counts of the other values by each annotator.
    let counted = 2 + N;
    let sums = ratings.sums(ItemSums::new(counted + 2 * values).squared(1), |rows| {
        let rated: Vec<(usize, usize)> = rows.iter().filter_map(|row| both(row)).collect();
        let mut numbers = vec![(0, rated.len() as f64)];
        for (at, weighting) in weightings.into_iter().enumerate() {
            numbers.push((2 + at, rated.iter().map(|(a, b)| weighting.of(*a, *b)).sum()));
        }
        for (value, of_value) in counts_of_two(&rated) {
            match places.get(value) {
                Some(CountPlace::Column(at)) => {
                    let columns = [counted + at, counted + values + at];
                    numbers.extend(columns.into_iter().zip(of_value));
                }
                Some(CountPlace::WithinItem) => numbers.push((1, of_value.iter().product())),
                None => {}
            }
        }
        (!rated.is_empty()).then_some(numbers)
    });
    let n = ratings.rows.iter().filter(|row| both(row).is_some()).count();
    let about = weightings.map(|weighting| (weighting.convention(), n));
    let figures = ratings
        .figures(about, &sums, |totals| std::array::from_fn(|at| cohen(totals, weightings, at)));
    let left_out = ratings.rows.len() - n;
    figures.map(|figure| figure.without(left_out, "items that not both annotators rated"))
}

/// [Cohen's κ](cohen_kappas) by one weighting.
#[must_use]
pub fn cohen_kappa<'a>(
    ratings: impl Into<Ratings<'a>>,
    first: usize,
    second: usize,
    weighting: KappaWeighting,
) -> Figure {
    let [figure] = cohen_kappas(ratings, first, second, [weighting]);
    figure
}

/// The places of the values that both annotators gave, of which there may be few among answers in free text.
fn places_of_both(
    ratings: &Ratings,
    both: impl Fn(&[Option<usize>]) -> Option<(usize, usize)>,
) -> CountPlaces {
    let rated = || ratings.rows.iter().filter_map(|row| both(row));
    let (first, second): (HashSet<usize>, HashSet<usize>) = rated().unzip();
    let is_of_both = |value: &usize| first.contains(value) && second.contains(value);
    ratings.count_places(|row| {
        let values = both(row).into_iter().flat_map(|(a, b)| [a, b]);
        values.filter(is_of_both).collect()
    })
}

/// The values of two annotators, with their counts by the first and by the second.
fn counts_of_two(rated: &[(usize, usize)]) -> BTreeMap<usize, [f64; 2]> {
    let mut counts: BTreeMap<usize, [f64; 2]> = BTreeMap::new();
    for (a, b) in rated {
        counts.entry(*a).or_default()[0] += 1.0;
        counts.entry(*b).or_default()[1] += 1.0;
    }
    counts
}

fn cohen<const N: usize>(
    totals: &[f64],
    weightings: [KappaWeighting; N],
    at: usize,
) -> Result<f64, Undefined> {
    let [n, products, sums @ ..] = totals else { return Err(Undefined::NoRatings) };
    let (disagreements, counts) = sums.split_at(N.min(sums.len()));
    let (Some(observed), Some(weighting)) = (disagreements.get(at), weightings.get(at)) else {
        return Err(Undefined::NoRatings);
    };
    if *n == 0.0 {
        return Err(Undefined::NoItemThatBothRated);
    }
    let (first, second) = counts.split_at(counts.len() / 2);
    let expected: f64 = match weighting {
        // All pairs less those of equal values.
        KappaWeighting::None => {
            n * n - products - first.iter().zip(second).map(|(a, b)| a * b).sum::<f64>()
        }
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
    let values =
        |row: &[Option<usize>]| row.iter().flatten().filter(|_| is_used(row)).copied().collect();
    let places = ratings.count_places(values);
    // The number of rows; their pairs of different values; of the values that only this item has, the squares of their
    // counts; and the counts of the others.
    let sums = ratings.sums(ItemSums::new(3 + places.columns()).squared(2), |rows| {
        let used: Vec<&Vec<Option<usize>>> = rows.iter().filter(|row| is_used(row)).collect();
        let pairs = used.iter().map(|row| apart(counts(*row).iter().map(|(_, n)| n), size as f64));
        let mut numbers = vec![(0, used.len() as f64), (1, pairs.sum())];
        numbers.extend(counts(used.iter().copied().flatten()).into_iter().filter_map(
            |(value, count)| match places.get(value)? {
                CountPlace::Column(at) => Some((3 + at, count)),
                CountPlace::WithinItem => Some((2, count * count)),
            },
        ));
        (!used.is_empty()).then_some(numbers)
    });
    let [figure] =
        ratings.figures([("Fleiss' κ.", n)], &sums, |totals| [fleiss(totals, size as f64)]);
    figure.without(ratings.rows.len() - n, "items with another number of ratings than most")
}

fn fleiss(totals: &[f64], size: f64) -> Result<f64, Undefined> {
    let [rows, pairs, squares, counts @ ..] = totals else { return Err(Undefined::NoRatings) };
    if *rows == 0.0 {
        return Err(Undefined::NoItemWithTwoRatings);
    }
    let all = rows * size;
    let observed = pairs / (all * (size - 1.0));
    let same = squares + counts.iter().map(|count| count * count).sum::<f64>();
    let expected = (all * all - same) / (all * all);
    Ok(1.0 - ratio(observed, expected, Undefined::SameRatings)?)
}

/// The number of ordered pairs of different values.
fn apart<'a>(counts: impl Iterator<Item = &'a f64>, all: f64) -> f64 {
    counts.map(|count| count * (all - count)).sum()
}
