//! Krippendorff's α: agreement of any number of annotators on any scale, with values missing.

use std::collections::BTreeMap;

use super::figure::Figure;

/// How far two values are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Values are the same or not.
    Nominal,
    /// Values have an order: the distance of two is the square of how many ratings lie between them, half of their own
    /// included.
    Ordinal,
}

/// What was said of a unit: values with how often each was given.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Rated {
    /// Values, each once, with how often they were given.
    pub(super) counts: Vec<(usize, u64)>,
    /// How many units there are of which the same was said.
    pub(super) times: u64,
}

impl Rated {
    fn ratings(&self) -> u64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }
}

/// Krippendorff's α (Krippendorff 2011, *Computing Krippendorff's Alpha-Reliability*): 1 less the quotient of observed
/// and expected disagreement. `rows` are by item and annotator, with positions of values in their order; what is missing
/// is `None`. Items with fewer than two values have no pairs and are left out. Undefined without pairs, and if all
/// values are the same. `n` is the number of items.
#[must_use]
pub fn krippendorff_alpha(rows: &[Vec<Option<usize>>], metric: Metric) -> Figure {
    let rated = |row: &Vec<Option<usize>>| {
        let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
        row.iter().flatten().for_each(|value| *counts.entry(*value).or_default() += 1);
        Rated { counts: counts.into_iter().collect(), times: 1 }
    };
    let all: Vec<Rated> = rows.iter().map(rated).collect();
    let n = all.iter().filter(|unit| unit.ratings() >= 2).count();
    let convention = match metric {
        Metric::Nominal => "Krippendorff's α with the nominal metric.",
        Metric::Ordinal => "Krippendorff's α with the ordinal metric.",
    };
    let figure = Figure::new(convention, coefficient(&all, metric), n);
    figure.without(rows.len() - n, "items with fewer than two values")
}

/// α of units. Computed from the values of each unit, which is what the coincidence matrix sums up: a unit of m values
/// adds each ordered pair of them, weighted by 1/(m − 1).
///
/// # Errors
/// Why it is undefined.
pub(super) fn coefficient(units: &[Rated], metric: Metric) -> Result<f64, &'static str> {
    let pairable = || units.iter().filter(|unit| unit.ratings() >= 2);
    let mut totals: BTreeMap<usize, u64> = BTreeMap::new();
    for unit in pairable() {
        for (value, count) in &unit.counts {
            *totals.entry(*value).or_default() += count * unit.times;
        }
    }
    totals.retain(|_, count| *count > 0);
    let all: u64 = totals.values().sum();
    if all < 2 {
        return Err("there is no item with two values");
    }
    if totals.len() == 1 {
        return Err("all values are the same: nothing could have been disagreed about by chance");
    }
    let scale = Distances::new(&totals, metric);
    let observed: f64 = pairable()
        .map(|unit| {
            let pairs = scale.over_pairs(&unit.counts);
            pairs * unit.times as f64 / (unit.ratings() - 1) as f64
        })
        .sum();
    let totals: Vec<(usize, u64)> = totals.into_iter().collect();
    let expected = scale.over_pairs(&totals) / (all - 1) as f64;
    Ok(1.0 - observed / expected)
}

/// How far values are from each other.
struct Distances {
    /// For the ordinal metric: where each value lies, as the number of ratings below it and half of those of its own.
    /// The number of ratings between two values, half of their own included, is the difference of their places.
    places: Option<BTreeMap<usize, f64>>,
}

impl Distances {
    fn new(totals: &BTreeMap<usize, u64>, metric: Metric) -> Self {
        let places = (metric == Metric::Ordinal).then(|| {
            let mut below = 0;
            let place = |(value, count): (&usize, &u64)| {
                below += count;
                (*value, below as f64 - *count as f64 / 2.0)
            };
            totals.iter().map(place).collect()
        });
        Distances { places }
    }

    /// The sum of the squared distances over all ordered pairs of ratings.
    fn over_pairs(&self, counts: &[(usize, u64)]) -> f64 {
        let of = |(value, count): &(usize, u64)| {
            let place = self.places.as_ref().and_then(|places| places.get(value));
            (place.copied().unwrap_or(0.0), *count as f64)
        };
        let counts: Vec<(f64, f64)> = counts.iter().map(of).collect();
        let all: f64 = counts.iter().map(|(_, count)| count).sum();
        match self.places {
            // Pairs of all values less those of the same.
            None => counts.iter().map(|(_, count)| count * (all - count)).sum(),
            // Σᵢⱼ nᵢnⱼ(xᵢ − xⱼ)² is twice the number of ratings times their squared distances from the mean.
            Some(_) => {
                let mean = counts.iter().map(|(place, count)| place * count).sum::<f64>() / all;
                let square = |(place, count): &(f64, f64)| count * (place - mean) * (place - mean);
                2.0 * all * counts.iter().map(square).sum::<f64>()
            }
        }
    }
}
