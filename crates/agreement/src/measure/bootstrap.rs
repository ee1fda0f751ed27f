//! Bootstrap intervals over items (Efron 1979; Efron and Tibshirani 1993), and tests of the difference of two figures by
//! approximate randomization (Noreen 1989; Riezler and Maxwell 2005).
//!
//! Whole items are drawn, with the marks of all annotators: those of several annotators on one text are not
//! independent, and intervals that treat them as such are far too narrow.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

use super::drawn_samples::{DrawnSamples, Resampling};
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::sampled_sums::{BlockTotals, SampledSums};
use super::undefined::Undefined;

/// The least number of items for an interval: resamples of fewer say too little about others.
const FEWEST: usize = 5;

/// The samples from which intervals of figures are computed.
#[derive(Debug, Default)]
pub struct Bootstrap {
    /// `None`: figures have no intervals.
    how: Option<Resampling>,
    drawn: DrawnSamples,
}

impl Bootstrap {
    /// Creates a bootstrap with intervals.
    #[must_use]
    pub fn new(how: Resampling) -> Self {
        Bootstrap::with(how, DrawnSamples::default())
    }

    /// Creates a bootstrap with intervals that keeps its samples in a cache.
    #[must_use]
    pub fn with(how: Resampling, drawn: DrawnSamples) -> Self {
        Bootstrap { how: Some(how), drawn }
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
        let [figure] = self.figures([(convention, n)], sums, |totals| [of(totals)]);
        figure
    }

    /// Computes several figures from the same totals; `about` has the convention and the size of the basis of each.
    pub fn figures<const N: usize>(
        &self,
        about: [(&'static str, usize); N],
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> [Result<f64, Undefined>; N],
    ) -> [Figure; N] {
        let [figures] = self.figure_rows([about], sums, |totals| [of(totals)]);
        figures
    }

    /// Computes rows of figures from the same totals, like [`Bootstrap::figures`].
    pub(super) fn figure_rows<const ROWS: usize, const N: usize>(
        &self,
        about: [[(&'static str, usize); N]; ROWS],
        sums: &ItemSums,
        of: impl Fn(&[f64]) -> [[Result<f64, Undefined>; N]; ROWS],
    ) -> [[Figure; N]; ROWS] {
        let values = of(&sums.totals());
        let mut figures = std::array::from_fn(|row| {
            std::array::from_fn(|at| {
                let (convention, n) = about[row][at];
                Figure::new(convention, values[row][at], n)
            })
        });
        self.add_intervals(figures.as_flattened_mut(), sums, &|totals, values| {
            values.copy_from_slice(of(totals).as_flattened());
        });
        figures
    }

    /// Adds the intervals of figures that are computed from the same totals.
    fn add_intervals(&self, figures: &mut [Figure], sums: &ItemSums, of: FiguresOf) {
        let Some(how) = self.how else { return };
        let is_defined = figures.iter().any(|figure| figure.value.is_ok());
        let mut without = if is_defined {
            without_each(figures.len(), sums, of)
        } else {
            vec![Err(Undefined::NoSamples); figures.len()]
        };
        for (figure, without) in figures.iter().zip(&mut without) {
            if let Err(why) = figure.value {
                *without = Err(why);
            }
        }
        let sampled = if without.iter().any(Result::is_ok) {
            self.values(how, figures.len(), sums, of)
        } else {
            vec![Vec::new(); figures.len()]
        };
        for ((figure, without), sampled) in figures.iter_mut().zip(without).zip(sampled) {
            figure.interval = Some(without.and_then(|without| interval(how, &without, sampled)));
        }
    }

    /// Adds the interval of a figure whose value in a sample is approximated as linear in the draw counts of items
    /// (Efron and Tibshirani 1993, section 11.5): each draw of an item adds its influence, (n − 1) / n times the figure
    /// less its value without the item. `without` returns the values without each of the n items.
    pub(super) fn with_linear_interval(
        &self,
        figure: Figure,
        without: impl FnOnce() -> Vec<Result<f64, Undefined>>,
    ) -> Figure {
        let interval = self.how.map(|how| {
            let value = figure.value?;
            let without = defined(without())?;
            let n = without.len() as f64;
            let mut influences = ItemSums::new(1);
            for (item, without) in without.iter().enumerate() {
                influences.add_row(item, [(n - 1.0) / n * (value - without)]);
            }
            let [once] = *influences.totals() else { return Err(Undefined::NoSamples) };
            let moved = |totals: &[f64], values: &mut [Result<f64, Undefined>]| {
                values.iter_mut().zip(totals).for_each(|(value_of, moved)| {
                    *value_of = Ok(value + moved - once);
                });
            };
            let sampled = self.values(how, 1, &influences, &moved).pop();
            interval(how, &without, sampled.unwrap_or_default())
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

    /// By figure: its values in the samples in which it is defined.
    fn values(
        &self,
        how: Resampling,
        figures: usize,
        sums: &ItemSums,
        of: FiguresOf,
    ) -> Vec<Vec<f64>> {
        let mut values: Vec<Vec<f64>> =
            (0..figures).map(|_| Vec::with_capacity(how.samples)).collect();
        let mut of_sample = vec![Err(Undefined::NoSamples); figures];
        let sampled = SampledSums::of(sums);
        let mut totals = BlockTotals::default();
        let mut sample = vec![0.0; sums.width()];
        self.drawn.each_block(how, sums.items(), |block| {
            sampled.add_up(block, &mut totals);
            for at in 0..block.samples {
                sampled.read(&totals, at, &mut sample);
                of(&sample, &mut of_sample);
                values.iter_mut().zip(&of_sample).for_each(|(all, value)| all.extend(*value));
            }
        });
        values
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

/// The computation of the values of figures from totals. Behind a pointer, so that what is done for each sample is
/// compiled once for all figures, also by a browser.
type FiguresOf<'a> = &'a dyn Fn(&[f64], &mut [Result<f64, Undefined>]);

/// The percentile interval (Efron and Tibshirani 1993, chapter 13), widened for few items (Hesterberg 2015, section
/// 5.3): the percentiles are Φ(± √(n / (n − 1)) · t), t being the 97.5th percentile of Student's distribution with the
/// [degrees of freedom](degrees_of_freedom) of the figure's variance. `without` has its values without each of the n
/// items, `sampled` those in samples.
fn interval(
    how: Resampling,
    without: &[f64],
    mut sampled: Vec<f64>,
) -> Result<(f64, f64), Undefined> {
    sampled.retain(|value| value.is_finite());
    if sampled.len() * 2 < how.samples {
        return Err(Undefined::UndefinedInMostSamples);
    }
    let share = upper_share(without.len(), degrees_of_freedom(without));
    let bounds = percentile(&mut sampled, 1.0 - share).zip(percentile(&mut sampled, share));
    bounds.ok_or(Undefined::NoSamples)
}

/// The least and the greatest value that a figure can have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PossibleValues(f64, f64);

impl PossibleValues {
    /// Those of a share, as F1 is.
    pub const SHARE: Self = PossibleValues(0.0, 1.0);
    /// Those of a correlation, and of the difference of two shares.
    pub const CORRELATION: Self = PossibleValues(-1.0, 1.0);
    /// Those of an agreement beyond chance, such as γ and α.
    pub const AGREEMENT: Self = PossibleValues(f64::NEG_INFINITY, 1.0);
    /// Those of what is never negative.
    pub const AMOUNT: Self = PossibleValues(0.0, f64::INFINITY);
    /// All numbers.
    pub const ANY: Self = PossibleValues(f64::NEG_INFINITY, f64::INFINITY);
    /// Those of a score from 0 to 100.
    pub const PERCENT: Self = PossibleValues(0.0, 100.0);
}

/// Cuts the interval of a figure at what it can be, beyond which a linear approximation may reach.
pub(super) fn within(figure: Figure, PossibleValues(least, most): PossibleValues) -> Figure {
    let cut = |(low, high): (f64, f64)| (low.clamp(least, most), high.clamp(least, most));
    Figure { interval: figure.interval.map(|interval| interval.map(cut)), ..figure }
}

/// Computes figures from the totals of items, with their intervals if there is a bootstrap.
pub(super) fn figures<const N: usize>(
    bootstrap: Option<&Bootstrap>,
    about: [(&'static str, usize); N],
    sums: &ItemSums,
    of: impl Fn(&[f64]) -> [Result<f64, Undefined>; N],
) -> [Figure; N] {
    bootstrap.unwrap_or(&Bootstrap::none()).figures(about, sums, of)
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
    if both.items() < FEWEST || width == 0 {
        return Err(Undefined::FewerThanFiveItems);
    }
    // An exchange leaves the sum of both sides of an item as it is, and changes the sign of their difference.
    let mut middle = vec![0.0; width];
    let mut apart_by_column = vec![vec![0.0; both.items()]; width];
    for (item, row) in both.rows().enumerate() {
        for (column, number) in row {
            let side = if *column < width { 0.5 } else { -0.5 };
            middle[column % width] += 0.5 * number;
            apart_by_column[column % width][item] += side * number;
        }
    }
    // Of most figures only few columns differ, such as no numbers of texts.
    let differing: Vec<usize> =
        (0..width).filter(|at| apart_by_column[*at].iter().any(|number| *number != 0.0)).collect();
    let mut signs = RandomSigns::new(how.seed);
    let mut of_items = vec![0.0; both.items()];
    let mut as_great = 0_u32;
    let mut distance = vec![0.0; width];
    let mut totals = vec![0.0; 2 * width];
    for _ in 0..how.samples {
        of_items.fill_with(|| signs.next());
        for at in &differing {
            let numbers = apart_by_column[*at].iter().zip(&of_items);
            distance[*at] = numbers.map(|(number, sign)| number * sign).sum();
        }
        let (first, second) = totals.split_at_mut(width);
        for (at, (middle, distance)) in middle.iter().zip(&distance).enumerate() {
            first[at] = middle + distance;
            second[at] = middle - distance;
        }
        // Sums in another order may differ in their last digits.
        let is_as_great = apart(&totals).is_ok_and(|value| value.abs() >= observed - 1e-12);
        as_great += u32::from(is_as_great);
    }
    Ok(f64::from(as_great + 1) / (how.samples as f64 + 1.0))
}

/// Random signs, as many from each random number as it has bits.
struct RandomSigns {
    random: Xoshiro256PlusPlus,
    bits: u64,
    left: u32,
}

impl RandomSigns {
    fn new(seed: u64) -> Self {
        RandomSigns { random: Xoshiro256PlusPlus::seed_from_u64(seed), bits: 0, left: 0 }
    }

    /// 1 or -1.
    fn next(&mut self) -> f64 {
        if self.left == 0 {
            (self.bits, self.left) = (self.random.random(), u64::BITS);
        }
        let sign = if self.bits & 1 == 1 { -1.0 } else { 1.0 };
        self.bits >>= 1;
        self.left -= 1;
        sign
    }
}

/// The share of the samples' values below the upper bound of a 95 % interval.
fn upper_share(items: usize, degrees_of_freedom: f64) -> f64 {
    let items = items as f64;
    let t = StudentsT::new(0.0, 1.0, degrees_of_freedom).map_or(1.96, |t| t.inverse_cdf(0.975));
    Normal::standard().cdf(t * (items / (items - 1.0)).sqrt())
}

/// By figure: its values without each of the items.
fn without_each(
    figures: usize,
    sums: &ItemSums,
    of: FiguresOf,
) -> Vec<Result<Vec<f64>, Undefined>> {
    let mut totals = sums.totals();
    let mut values = vec![Err(Undefined::NoSamples); figures];
    let mut all: Vec<Vec<Result<f64, Undefined>>> =
        (0..figures).map(|_| Vec::with_capacity(sums.items())).collect();
    for row in sums.rows() {
        row.iter().for_each(|(column, number)| totals[*column] -= number);
        of(&totals, &mut values);
        row.iter().for_each(|(column, number)| totals[*column] += number);
        all.iter_mut().zip(&values).for_each(|(all, value)| all.push(*value));
    }
    all.into_iter().map(defined).collect()
}

/// The values without each of the items, which have to be enough, and all defined.
fn defined(without: Vec<Result<f64, Undefined>>) -> Result<Vec<f64>, Undefined> {
    if without.len() < FEWEST {
        return Err(Undefined::FewerThanFiveItems);
    }
    let all: Result<Vec<f64>, Undefined> = without.into_iter().collect();
    all.map_err(|_| Undefined::UndefinedWithoutAnItem)
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

/// The quantile of values at a share from 0 to 1, interpolated linearly (the usual definition, 7 of Hyndman and Fan 1996).
/// Their order changes.
fn percentile(values: &mut [f64], share: f64) -> Option<f64> {
    let last = values.len().checked_sub(1)?;
    let at = share * last as f64;
    let (_, low, above) =
        values.select_nth_unstable_by((at.floor() as usize).min(last), f64::total_cmp);
    let next = above.iter().copied().min_by(f64::total_cmp).filter(|_| at.fract() > 0.0);
    Some(next.map_or(*low, |next| *low + (next - *low) * at.fract()))
}

/// The definition of intervals, as text fit for a paper.
pub const INTERVALS: &str = "95 % percentile bootstrap intervals over items, each with what all annotators marked in it, \
widened for few items by Student's distribution (Hesterberg 2015) with the degrees of freedom of the jackknife variance; for \
means over pairs or parts, samples are computed by the jackknife's linear approximation (Efron and Tibshirani 1993), cut \
at what the figure can be";

#[cfg(test)]
mod tests;
