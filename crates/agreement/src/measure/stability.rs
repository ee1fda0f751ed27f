//! Stability: the variation of a number of spans over samples of texts (Dou et al. 2022, table 5).

use super::drawn_samples::Resampling;
use super::figure::{Figure, mean, ratio};
use super::undefined::Undefined;

/// The number of samples, as in the paper.
pub const STABILITY_SAMPLES: usize = 1000;
/// The number of texts of a sample, as in the paper.
pub const STABILITY_TEXTS: usize = 50;

/// The numbers of texts for which the variation is given, to see how many are needed.
pub const STABILITY_SIZES: [usize; 6] = [10, 20, 50, 100, 200, 500];

const MEAN: &str = "mean number of spans of a bootstrap sample of texts; n: samples";
const DEVIATION: &str =
    "standard deviation (n − 1) of the number of spans of a bootstrap sample of texts; n: samples";
const VARIATION: &str = "100 · standard deviation (n − 1) / mean of the number of spans of a bootstrap sample of texts; n: samples";

/// The variation of a total over samples of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Stability {
    /// The mean of the totals of all samples.
    pub mean: Figure,
    /// Their standard deviation.
    pub sd: Figure,
    /// The deviation in percent of the mean: 100 · sd / mean.
    pub cv: Figure,
}

/// Computes the stability of a total (Dou et al. 2022, table 5, where it is the number of spans of a type): its mean,
/// standard deviation and coefficient of variation over the samples. `counts` has one number for each text.
#[must_use]
pub fn stability(counts: &[f64], seed: u64) -> Stability {
    let how = Resampling { samples: STABILITY_SAMPLES, seed };
    let samples = how.draw(counts.len(), STABILITY_TEXTS);
    of_totals(&samples.map(|sample| total(counts, &sample)).collect::<Vec<f64>>())
}

/// The same of several totals over samples of another number of texts; `counts` has a list for each total.
#[must_use]
pub fn stability_of_size(counts: &[Vec<f64>], texts: usize, seed: u64) -> Vec<Stability> {
    let how = Resampling { samples: STABILITY_SAMPLES, seed };
    let mut totals = vec![Vec::with_capacity(STABILITY_SAMPLES); counts.len()];
    for sample in how.draw(counts.first().map_or(0, Vec::len), texts) {
        let each = totals.iter_mut().zip(counts);
        each.for_each(|(totals, counts)| totals.push(total(counts, &sample)));
    }
    totals.iter().map(|totals| of_totals(totals)).collect()
}

/// The total of a sample.
fn total(counts: &[f64], sample: &[usize]) -> f64 {
    sample.iter().filter_map(|at| counts.get(*at)).sum()
}

fn of_totals(totals: &[f64]) -> Stability {
    let (mean, sd) = (mean(totals, Undefined::NothingToTakeItFrom), deviation(totals));
    let cv = mean.and_then(|mean| ratio(100.0 * sd?, mean, Undefined::MeanIsZero));
    let n = totals.len();
    Stability {
        mean: Figure::new(MEAN, mean, n),
        sd: Figure::new(DEVIATION, sd, n),
        cv: Figure::new(VARIATION, cv, n),
    }
}

/// The standard deviation of a sample (N − 1 below).
fn deviation(values: &[f64]) -> Result<f64, Undefined> {
    if values.len() < 2 {
        return Err(Undefined::FewerThanTwoValues);
    }
    let mean = mean(values, Undefined::NothingToTakeItFrom)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Ok((squares / (values.len() - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_vary_as_the_theory_says() {
        // k draws of values with mean 2 and population variance 2: mean 2k, variance 2k.
        let counts = [0.0, 1.0, 2.0, 3.0, 4.0];
        let stability = stability(&counts, 1);
        let (mean, sd) = (stability.mean.value.unwrap(), stability.sd.value.unwrap());
        assert!((mean - 100.0).abs() < 1.0, "{mean}");
        assert!((sd - 10.0).abs() < 0.7, "{sd}");
        assert!((stability.cv.value.unwrap() - 100.0 * sd / mean).abs() < 1e-9);
    }

    #[test]
    fn each_convention_says_what_varies() {
        let Stability { mean, sd, cv } = stability(&[1.0, 2.0], 1);
        for figure in [mean, sd, cv] {
            let said = figure.convention;
            assert!(said.contains("number of spans of a bootstrap sample of texts"), "{said}");
        }
    }

    #[test]
    fn larger_samples_vary_less() {
        let counts = [0.0, 1.0, 2.0, 3.0, 4.0];
        let each = [vec![7.0; 5], counts.to_vec()];
        let cv = |texts| stability_of_size(&each, texts, 1)[1].cv.value.unwrap();
        assert_eq!(cv(STABILITY_TEXTS), stability(&counts, 1).cv.value.unwrap());
        assert!(cv(10) > cv(100) && cv(100) > cv(500));
    }

    #[test]
    fn totals_of_nothing_have_no_spread() {
        let of = |counts: &[f64]| stability(counts, 42);
        assert!(of(&[]).mean.value.is_err());
        let zeros = of(&[0.0, 0.0]);
        assert_eq!((zeros.mean.value, zeros.sd.value), (Ok(0.0), Ok(0.0)));
        assert_eq!(zeros.cv.value, Err(Undefined::MeanIsZero));
    }
}
