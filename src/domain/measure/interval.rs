//! How sure a number is: the interval of a mean, and what resampling texts says of any statistic.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Figure, mean};

/// Why there is no number where there is nothing to take it from.
const NOTHING: &str = "there is nothing to take it from";

/// A figure and between which bounds it lies.
#[derive(Debug, Clone, PartialEq)]
pub struct Estimate {
    /// The figure.
    pub figure: Figure,
    /// The lower and the upper bound of its 95 % interval, both finite; or why there are none.
    pub interval: Result<(f64, f64), &'static str>,
    /// How the interval was computed, in words that can stand in a paper.
    pub interval_convention: &'static str,
}

/// The convention of [`mean_estimate`].
const NORMAL: &str = "95 % normal interval of the mean: ± 1.96 · sd / √n";
/// The convention of [`bootstrap`].
const PERCENTILE: &str =
    "95 % bootstrap interval over texts: 2.5th to 97.5th percentile of resamples";

impl Estimate {
    fn new(
        figure: Figure,
        interval: Result<(f64, f64), &'static str>,
        interval_convention: &'static str,
    ) -> Self {
        let interval = interval.and_then(|(low, high)| {
            let is_finite = low.is_finite() && high.is_finite();
            if is_finite {
                Ok((low + 0.0, high + 0.0))
            } else {
                Err("the computation has no finite result")
            }
        });
        Estimate { figure, interval, interval_convention }
    }

    /// The same figure without a value, and why.
    #[must_use]
    pub fn undefined(mut self, why: &'static str) -> Self {
        self.figure.value = Err(why);
        self.interval = Err(why);
        self
    }

    /// The same with something left out; for none, nothing is said.
    #[must_use]
    pub fn without(mut self, n: usize, why: &'static str) -> Self {
        self.figure = self.figure.without(n, why);
        self
    }
}

/// The mean of values with its normal interval: mean ± 1.96 · sd / √N, sd with N − 1 below. No interval for fewer than
/// two values.
#[must_use]
pub fn mean_estimate(convention: &'static str, values: &[f64]) -> Estimate {
    let mean = mean(values, NOTHING);
    let interval = mean.and_then(|mean| {
        let half = 1.96 * deviation(values)? / (values.len() as f64).sqrt();
        Ok((mean - half, mean + half))
    });
    Estimate::new(Figure::new(convention, mean, values.len()), interval, NORMAL)
}

/// The standard deviation of a sample (N − 1 below).
fn deviation(values: &[f64]) -> Result<f64, &'static str> {
    if values.len() < 2 {
        return Err("there are fewer than two values");
    }
    let mean = mean(values, NOTHING)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Ok((squares / (values.len() - 1) as f64).sqrt())
}

/// How to resample: the bootstrap of Efron 1979, seeded so that a number can be had again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// How many texts a sample has; as many as there are if not said.
    pub size: Option<usize>,
    /// How many samples are drawn.
    pub draws: usize,
    /// Where the random numbers start.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Resampling { size: None, draws: 1000, seed: 42 }
    }
}

impl Resampling {
    /// How the Scarecrow paper tells how stable its counts are: 1000 samples of 50 texts (Dou et al. 2022, table 5).
    #[must_use]
    pub fn scarecrow(seed: u64) -> Self {
        Resampling { size: Some(50), draws: 1000, seed }
    }

    /// The samples: positions of texts, drawn with replacement. None if there are no texts. The same ones on every
    /// machine, and for every statistic that is taken of the same number of texts.
    pub fn samples(self, texts: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        // Drawn as a number of 64 bits: `usize` would make other samples where it has 32.
        let texts_64 = texts as u64;
        let size = self.size.unwrap_or(texts);
        let draws = if texts == 0 { 0 } else { self.draws };
        (0..draws).map(move |_| {
            let one = |_| usize::try_from(random.random_range(0..texts_64)).unwrap_or(0);
            (0..size).map(one).collect()
        })
    }
}

/// How much a total changes with the texts that it is taken of.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// The mean of the totals of all samples.
    pub mean: Figure,
    /// Their standard deviation.
    pub sd: Figure,
    /// The deviation in percent of the mean: 100 · sd / mean.
    pub cv: Figure,
}

/// How stable a total is (Dou et al. 2022, table 5, where it is the number of spans of a type): its mean, standard
/// deviation and coefficient of variation over the samples. `counts` has one number for each text.
#[must_use]
pub fn stability(counts: &[f64], how: Resampling) -> Stability {
    let total = |sample: Vec<usize>| sample.into_iter().filter_map(|at| counts.get(at)).sum();
    let totals: Vec<f64> = how.samples(counts.len()).map(total).collect();
    let (mean, sd) = (mean(&totals, NOTHING), deviation(&totals));
    let cv = mean.and_then(|mean| super::ratio(100.0 * sd?, mean, "the mean is zero"));
    let n = totals.len();
    Stability {
        mean: Figure::new("mean of the totals of bootstrap samples of texts; n: samples", mean, n),
        sd: Figure::new("standard deviation (n − 1) of those totals; n: samples", sd, n),
        cv: Figure::new("100 · sd / mean of those totals; n: samples", cv, n),
    }
}

/// A statistic of texts with its bootstrap interval: the 2.5th and the 97.5th percentile over the samples (Efron and
/// Tibshirani 1993, chapter 13). The statistic is given positions of texts, some of them several times; samples for which
/// it has no value are left out and counted.
pub fn bootstrap(
    convention: &'static str,
    texts: usize,
    how: Resampling,
    statistic: impl Fn(&[usize]) -> Result<f64, &'static str>,
) -> Estimate {
    let all: Vec<usize> = (0..texts).collect();
    let figure = Figure::new(convention, statistic(&all), texts);
    let mut drawn = 0;
    let mut values: Vec<f64> = how
        .samples(texts)
        .inspect(|_| drawn += 1)
        .filter_map(|sample| statistic(&sample).ok())
        .filter(|value| value.is_finite())
        .collect();
    values.sort_unstable_by(f64::total_cmp);
    let interval = percentile(&values, 0.025).zip(percentile(&values, 0.975)).ok_or(NOTHING);
    Estimate::new(figure, interval, PERCENTILE)
        .without(drawn - values.len(), "bootstrap samples without a value")
}

/// The value below which a share of sorted values lies, between two of them by how near they are (the usual definition, 7
/// of Hyndman and Fan 1996).
fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let at = share * sorted.len().checked_sub(1)? as f64;
    let (low, high) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
    Some(low + (high - low) * at.fract())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_interval_of_a_mean_is_that_of_the_normal_distribution() {
        // Mean 3, sum of squares 10, sd √(10 / 4), √N √5: half the interval is 1.96 · √0.5.
        let estimate = mean_estimate("", &[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(estimate.figure.value, Ok(3.0));
        let (low, high) = estimate.interval.unwrap();
        assert!((low - (3.0 - 1.385_929)).abs() < 1e-6, "{low}");
        assert!((high - 4.385_929).abs() < 1e-6, "{high}");
    }

    #[test]
    fn few_values_have_no_interval() {
        assert!(mean_estimate("", &[]).figure.value.is_err());
        assert!(mean_estimate("", &[]).interval.is_err());
        let one = mean_estimate("", &[7.0]);
        assert_eq!((one.figure.value, one.interval.is_err()), (Ok(7.0), true));
        assert_eq!(mean_estimate("", &[2.0, 2.0]).interval, Ok((2.0, 2.0)));
        let nothing = mean_estimate("", &[-0.0, -0.0]);
        assert!(nothing.figure.value.unwrap().is_sign_positive());
        assert!(nothing.interval.unwrap().0.is_sign_positive(), "not −0");
        assert!(mean_estimate("", &[f64::MAX, f64::MAX, -f64::MAX]).interval.is_err());
    }

    #[test]
    fn samples_can_be_had_again() {
        let how = Resampling { size: Some(5), draws: 20, seed: 7 };
        let samples: Vec<Vec<usize>> = how.samples(3).collect();
        assert_eq!(samples.len(), 20);
        assert!(samples.iter().all(|sample| sample.len() == 5));
        assert_eq!(samples, how.samples(3).collect::<Vec<_>>());
        assert_ne!(samples, Resampling { seed: 8, ..how }.samples(3).collect::<Vec<_>>());
        for text in 0..3 {
            assert!(samples.iter().flatten().any(|drawn| *drawn == text));
        }
        assert_eq!(how.samples(0).count(), 0);
    }

    #[test]
    fn totals_vary_as_the_theory_says() {
        // k draws of values with mean 2 and population variance 2: mean 2k, variance 2k.
        let counts = [0.0, 1.0, 2.0, 3.0, 4.0];
        let how = Resampling { size: Some(50), draws: 20_000, seed: 1 };
        let stability = stability(&counts, how);
        let (mean, sd) = (stability.mean.value.unwrap(), stability.sd.value.unwrap());
        assert!((mean - 100.0).abs() < 0.3, "{mean}");
        assert!((sd - 10.0).abs() < 0.25, "{sd}");
        assert!((stability.cv.value.unwrap() - 100.0 * sd / mean).abs() < 1e-9);
    }

    #[test]
    fn totals_of_nothing_have_no_spread() {
        let of = |counts: &[f64]| stability(counts, Resampling::default());
        assert!(of(&[]).mean.value.is_err());
        let zeros = of(&[0.0, 0.0]);
        assert_eq!((zeros.mean.value, zeros.sd.value), (Ok(0.0), Ok(0.0)));
        assert_eq!(zeros.cv.value, Err("the mean is zero"));
    }

    #[test]
    fn the_interval_of_a_bootstrapped_mean_is_near_the_normal_one() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i % 20)).collect();
        let of = |sample: &[usize]| {
            let values: Vec<f64> = sample.iter().map(|at| values[*at]).collect();
            mean(&values, NOTHING)
        };
        let estimate = bootstrap("", values.len(), Resampling::default(), of);
        let normal = mean_estimate("", &values);
        assert_eq!(estimate.figure.value, normal.figure.value);
        let ((low, high), (from, to)) = (estimate.interval.unwrap(), normal.interval.unwrap());
        assert!((low - from).abs() < 0.15 && (high - to).abs() < 0.15, "{low} {high}, {from} {to}");
    }

    #[test]
    fn samples_without_a_value_are_counted() {
        let how = Resampling { draws: 100, ..Resampling::default() };
        let only_first = |sample: &[usize]| {
            if sample.contains(&0) { Ok(1.0) } else { Err("no first") }
        };
        let estimate = bootstrap("", 2, how, only_first);
        assert_eq!((estimate.figure.value, estimate.interval), (Ok(1.0), Ok((1.0, 1.0))));
        let skipped = estimate.figure.skipped[0].n;
        assert!((10..40).contains(&skipped), "about a quarter: {skipped}");
        assert!(bootstrap("", 0, how, |_| Err("nothing")).interval.is_err());
    }

    #[test]
    fn percentiles_lie_between_values() {
        for (share, expected) in [(0.0, 1.0), (0.25, 2.0), (0.1, 1.4), (0.975, 4.9), (1.0, 5.0)] {
            let found = percentile(&[1.0, 2.0, 3.0, 4.0, 5.0], share).unwrap();
            assert!((found - expected).abs() < 1e-12, "{share}: {found}");
        }
        assert_eq!(percentile(&[], 0.5), None);
        assert_eq!(percentile(&[3.0], 0.975), Some(3.0));
    }

    proptest! {
        #[test]
        fn no_number_is_ever_infinite(values in prop::collection::vec(any::<f64>(), 0..8)) {
            let estimate = mean_estimate("", &values);
            prop_assert!(estimate.figure.value.is_err() || estimate.figure.value.unwrap().is_finite());
            if let Ok((low, high)) = estimate.interval {
                prop_assert!(low.is_finite() && high.is_finite() && low <= high);
            }
        }
    }
}
