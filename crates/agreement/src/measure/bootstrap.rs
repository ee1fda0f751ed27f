//! Bootstrap intervals over items (Efron 1979; Efron and Tibshirani 1993), and tests of the difference of two figures by
//! approximate randomization (Noreen 1989; Riezler and Maxwell 2005).
//!
//! Whole items are drawn, with the marks of all annotators: those of several annotators on one text are not
//! independent, and intervals that treat them as such are far too narrow.

use std::cell::RefCell;
use std::rc::Rc;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The least number of items for an interval: resamples of fewer say too little about others.
const FEWEST: usize = 5;
/// The greatest number of draw counts (items × samples) cached for the next figure of as many items.
const MOST_KEPT: usize = 1 << 25;

/// The parameters of the bootstrap (Efron 1979), with a seed for reproducible figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resampling {
    /// The number of samples drawn.
    pub samples: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

impl Default for Resampling {
    fn default() -> Self {
        Resampling { samples: 1000, seed: 42 }
    }
}

impl Resampling {
    /// Draws samples of `size` of `items` items with replacement, as positions; none if there are no items. They are
    /// the same on every machine.
    pub fn draw(self, items: usize, size: usize) -> impl Iterator<Item = Vec<usize>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        // A range of 64 bits, since a `usize` of 32 bits would give other samples.
        let items_64 = items as u64;
        let samples = if items == 0 { 0 } else { self.samples };
        (0..samples).map(move |_| {
            let one = |_| usize::try_from(random.random_range(0..items_64)).unwrap_or(0);
            (0..size).map(one).collect()
        })
    }

    /// Draws samples of `items` items, as draw counts by item.
    fn counts(self, items: usize) -> impl Iterator<Item = Vec<u8>> {
        self.draw(items, items).map(move |sample| {
            let mut counts = vec![0_u8; items];
            for at in sample {
                if let Some(count) = counts.get_mut(at) {
                    *count = count.saturating_add(1);
                }
            }
            counts
        })
    }
}

/// The samples from which intervals of figures are computed.
#[derive(Debug, Default)]
pub struct Bootstrap {
    /// `None`: figures have no intervals.
    how: Option<Resampling>,
    last: RefCell<Option<Rc<DrawnSamples>>>,
}

/// The draw counts of all samples of a number of items.
#[derive(Debug)]
struct DrawnSamples {
    items: usize,
    counts: Vec<DrawCounts>,
}

/// The draw count of each item.
#[derive(Debug)]
enum DrawCounts {
    /// Two counts in a byte, which suffices for nearly all samples.
    Halves(Box<[u8]>),
    Bytes(Box<[u8]>),
}

impl DrawCounts {
    fn of(counts: &[u8]) -> Self {
        if counts.iter().any(|count| *count > 0xf) {
            return DrawCounts::Bytes(counts.into());
        }
        let half = |pair: &[u8]| match pair {
            [low, high] => low | high << 4,
            _ => pair.first().copied().unwrap_or(0),
        };
        DrawCounts::Halves(counts.chunks(2).map(half).collect())
    }

    /// Unpacks the counts of `items` items, into `room` if necessary.
    fn read<'a>(&'a self, items: usize, room: &'a mut Vec<u8>) -> &'a [u8] {
        match self {
            DrawCounts::Bytes(counts) => counts,
            DrawCounts::Halves(halves) => {
                room.clear();
                room.extend(halves.iter().flat_map(|pair| [pair & 0xf, pair >> 4]));
                room.truncate(items);
                room
            }
        }
    }
}

impl Bootstrap {
    /// Creates a bootstrap with intervals.
    #[must_use]
    pub fn new(how: Resampling) -> Self {
        Bootstrap { how: Some(how), last: RefCell::default() }
    }

    /// Creates a bootstrap without intervals.
    #[must_use]
    pub fn none() -> Self {
        Bootstrap::default()
    }

    /// Computes a figure from the totals of items, with its 95 % interval; `n` is the size of its basis.
    pub fn figure(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Figure {
        let figure = Figure::new(convention, of(&sums.totals()), n);
        let without = || without_each(sums, &of);
        self.with_interval(figure, without, |how, _| self.values(how, sums, &of))
    }

    /// Adds the interval of a figure whose value in a sample is approximated as linear in the draw counts of items
    /// (Efron and Tibshirani 1993, section 11.5): each draw of an item adds its influence, (n − 1) / n times the figure
    /// less its value without the item. `without` returns the values without each of the n items.
    pub(super) fn with_linear_interval(
        &self,
        figure: Figure,
        without: impl FnOnce() -> Vec<Result<f64, Undefined>>,
    ) -> Figure {
        let value = figure.value.unwrap_or_default();
        self.with_interval(figure, without, |how, without| {
            let n = without.len() as f64;
            let influence = |without: &f64| (n - 1.0) / n * (value - without);
            let influences: Vec<f64> = without.iter().map(influence).collect();
            let once: f64 = influences.iter().sum();
            let mut values = Vec::with_capacity(how.samples);
            self.each_sample(how, without.len(), |drawn| {
                let times = drawn.iter().zip(&influences);
                let moved: f64 = times.map(|(times, by)| f64::from(*times) * by).sum();
                values.push(value + moved - once);
            });
            values
        })
    }

    /// Adds the interval of a figure: `without` returns its values without each of the items, `sampled` those of all
    /// samples in which it is defined.
    fn with_interval(
        &self,
        figure: Figure,
        without: impl FnOnce() -> Vec<Result<f64, Undefined>>,
        sampled: impl FnOnce(Resampling, &[f64]) -> Vec<f64>,
    ) -> Figure {
        let interval = self.how.map(|how| {
            figure.value?;
            interval(how, without(), |without| sampled(how, without))
        });
        Figure { interval, ..figure }
    }

    /// The mean of numbers of items: column 0 has their sums, column 1 their counts.
    pub fn mean(
        &self,
        convention: &'static str,
        n: usize,
        sums: &ItemSums,
        why: Undefined,
    ) -> Figure {
        self.figure(convention, n, sums, |totals| match totals {
            [sum, count, ..] => ratio(*sum, *count, why),
            _ => Err(why),
        })
    }

    /// The values of the samples in which the figure is defined.
    fn values(
        &self,
        how: Resampling,
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> Vec<f64> {
        let mut values = Vec::with_capacity(how.samples);
        let mut totals = sums.totals();
        let columns = sums.columns();
        self.each_sample(how, sums.items(), |drawn| {
            columns.totals_of(drawn, &mut totals);
            values.extend(of(&totals));
        });
        values
    }

    fn each_sample(&self, how: Resampling, items: usize, mut visit: impl FnMut(&[u8])) {
        if items.saturating_mul(how.samples) > MOST_KEPT {
            return how.counts(items).for_each(|drawn| visit(&drawn));
        }
        let known = self.last.borrow().clone().filter(|known| known.items == items);
        let counts = || how.counts(items).map(|counts| DrawCounts::of(&counts)).collect();
        let draw = || Rc::new(DrawnSamples { items, counts: counts() });
        let kept = known.unwrap_or_else(draw);
        let mut room = Vec::with_capacity(items + 1);
        kept.counts.iter().for_each(|drawn| visit(drawn.read(items, &mut room)));
        self.last.replace(Some(kept));
    }

    /// The difference of the same figure of two sides, over the items that both have.
    pub fn difference(
        &self,
        convention: &'static str,
        [first, second]: [&ItemSums; 2],
        of: impl Fn(&[f64]) -> Result<f64, Undefined>,
    ) -> FigureDifference {
        let both = first.beside(second);
        let width = first.width();
        let apart = |totals: &[f64]| {
            let (one, other) = totals.split_at(width.min(totals.len()));
            Ok(of(one)? - of(other)?)
        };
        let figure = self.figure(convention, both.items(), &both, apart);
        let p = self.how.map(|how| p_value(how, &both, width, figure.value, apart));
        FigureDifference { figure, p }
    }
}

/// The percentile interval (Efron and Tibshirani 1993, chapter 13), widened for few items (Hesterberg 2015, section
/// 5.3): the percentiles are Φ(± √(n / (n − 1)) · t), t being the 97.5th percentile of Student's distribution with the
/// [degrees of freedom](degrees_of_freedom) of the figure's variance.
fn interval(
    how: Resampling,
    without: Vec<Result<f64, Undefined>>,
    sampled: impl FnOnce(&[f64]) -> Vec<f64>,
) -> Result<(f64, f64), Undefined> {
    let items = without.len();
    if items < FEWEST {
        return Err(Undefined::FewerThanFiveItems);
    }
    let without: Vec<f64> = without.into_iter().flatten().collect();
    if without.len() < items {
        return Err(Undefined::UndefinedWithoutAnItem);
    }
    let mut values = sampled(&without);
    values.retain(|value| value.is_finite());
    if values.len() * 2 < how.samples {
        return Err(Undefined::UndefinedInMostSamples);
    }
    values.sort_unstable_by(f64::total_cmp);
    let share = upper_share(items, degrees_of_freedom(&without));
    let bounds = percentile(&values, 1.0 - share).zip(percentile(&values, share));
    bounds.ok_or(Undefined::NoSamples)
}

/// Cuts the interval of a share at 0 and 1, beyond which a linear approximation may reach.
pub(super) fn within_shares(figure: Figure) -> Figure {
    let interval = figure
        .interval
        .map(|interval| interval.map(|(low, high)| (low.clamp(0.0, 1.0), high.clamp(0.0, 1.0))));
    Figure { interval, ..figure }
}

/// Computes a figure from the totals of items, with its interval if there is a bootstrap.
pub(super) fn figure(
    bootstrap: Option<&Bootstrap>,
    convention: &'static str,
    n: usize,
    sums: &ItemSums,
    of: impl Fn(&[f64]) -> Result<f64, Undefined>,
) -> Figure {
    bootstrap.unwrap_or(&Bootstrap::none()).figure(convention, n, sums, of)
}

/// The difference of a figure of two sides.
#[derive(Debug, Clone, PartialEq)]
pub struct FigureDifference {
    /// The first less the second; its interval is that of paired samples.
    pub figure: Figure,
    /// The p-value under the hypothesis that the sides are exchangeable: the share of random exchanges of the two
    /// sides' items with a difference at least as great in absolute value, the observed one included (approximate
    /// randomization: Noreen 1989; Riezler and Maxwell 2005). `None` if no samples are drawn.
    pub p: Option<Result<f64, Undefined>>,
}

fn p_value(
    how: Resampling,
    both: &ItemSums,
    width: usize,
    observed: Result<f64, Undefined>,
    apart: impl Fn(&[f64]) -> Result<f64, Undefined>,
) -> Result<f64, Undefined> {
    let observed = observed?.abs();
    if both.items() < FEWEST {
        return Err(Undefined::FewerThanFiveItems);
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(how.seed);
    let mut as_great = 0_u32;
    let mut totals = vec![0.0; 2 * width];
    for _ in 0..how.samples {
        totals.fill(0.0);
        for row in both.rows() {
            let turn = if random.random::<bool>() { width } else { 0 };
            for (column, number) in row {
                totals[(column + turn) % (2 * width)] += number;
            }
        }
        // Sums in another order may differ in their last digits.
        let is_as_great = apart(&totals).is_ok_and(|value| value.abs() >= observed - 1e-12);
        as_great += u32::from(is_as_great);
    }
    Ok(f64::from(as_great + 1) / (how.samples as f64 + 1.0))
}

/// The share of the samples' values below the upper bound of a 95 % interval.
fn upper_share(items: usize, degrees_of_freedom: f64) -> f64 {
    let items = items as f64;
    let t = StudentsT::new(0.0, 1.0, degrees_of_freedom).map_or(1.96, |t| t.inverse_cdf(0.975));
    Normal::standard().cdf(t * (items / (items - 1.0)).sqrt())
}

/// The values of a figure without each of the items.
fn without_each(
    sums: &ItemSums,
    of: impl Fn(&[f64]) -> Result<f64, Undefined>,
) -> Vec<Result<f64, Undefined>> {
    let mut totals = sums.totals();
    let value = |row: &[(usize, f64)]| {
        row.iter().for_each(|(column, number)| totals[*column] -= number);
        let value = of(&totals);
        row.iter().for_each(|(column, number)| totals[*column] += number);
        value
    };
    sums.rows().map(value).collect()
}

/// The degrees of freedom of the jackknife's variance of a figure (Satterthwaite 1946), from 2 to n − 1: 2n / (κ − 1),
/// κ being the kurtosis of the values without each of the n items; few if the figure depends on few items.
fn degrees_of_freedom(without: &[f64]) -> f64 {
    let n = without.len() as f64;
    let mean = super::figure::mean(without, Undefined::NoSamples).unwrap_or_default();
    let moment =
        |power: i32| without.iter().map(|value| (value - mean).powi(power)).sum::<f64>() / n;
    let kurtosis = moment(4) / moment(2).powi(2);
    // It is 1 for two values that are equally frequent, and by rounding a little less; NaN if all values are the same.
    let found = 2.0 * n / (kurtosis - 1.0).max(0.0);
    found.clamp(2.0, n - 1.0)
}

/// The quantile of sorted values at a share from 0 to 1, interpolated linearly (the usual definition, 7 of Hyndman and
/// Fan 1996).
pub(super) fn percentile(sorted: &[f64], share: f64) -> Option<f64> {
    let at = share * sorted.len().checked_sub(1)? as f64;
    let (low, high) = (sorted.get(at.floor() as usize)?, sorted.get(at.ceil() as usize)?);
    Some(low + (high - low) * at.fract())
}

/// The definition of intervals, as text fit for a paper.
pub const INTERVALS: &str = "95 % percentile bootstrap intervals over items, each with what all annotators marked in it, \
widened for few items by Student's distribution (Hesterberg 2015) with the degrees of freedom of the jackknife variance; for \
means over pairs or parts, samples are computed by the jackknife's linear approximation (Efron and Tibshirani 1993)";

#[cfg(test)]
mod tests;
