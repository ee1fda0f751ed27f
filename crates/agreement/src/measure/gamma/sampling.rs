//! Random continua, from which the expected disorder is estimated.

use rand::{RngExt, SeedableRng};
use rand_distr::{Distribution, StandardNormal};
use rand_xoshiro::rand_core::Rng;
use rand_xoshiro::{SplitMix64, Xoshiro256PlusPlus};

use super::continuum::Continuum;
use super::dissimilarity::Segment;

/// The least length of a unit (pyannote's precision of segments).
const SHORTEST: f64 = 1e-6;

/// The number of attempts to draw a sample with units.
const ATTEMPTS: usize = 1_000;

/// The model of chance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sampler {
    /// The default of pygamma-agreement: for each annotator the number of units, and for each unit the gap before it
    /// and its length, are drawn from normal distributions with the mean and the deviation of the marked ones, and its
    /// category as often as it was marked.
    #[default]
    Statistical,
    /// Mathet, Widlöcher and Métivier 2015, section 5.2: the units of a random annotator, shifted by a random number of
    /// code points, those that leave the end coming in at the beginning. Any two shifts differ by half the mean length
    /// of a unit, as long as there is room. (pygamma-agreement 0.5.9 lets the third come nearer.)
    Shuffle,
}

/// The generator of a text: Xoshiro256++ (Blackman and Vigna 2019), seeded with SplitMix64 of the seed plus the number
/// of the text. Normal numbers are drawn by the ziggurat method of `rand_distr`. So the samples of a text depend
/// neither on other texts nor on the order of computation.
pub(super) fn generator(seed: u64, text: u64) -> Xoshiro256PlusPlus {
    let seed = SplitMix64::seed_from_u64(seed).next_u64();
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(text))
}

/// Draws samples of a continuum.
pub(super) struct ContinuumSampling<'a> {
    generator: Xoshiro256PlusPlus,
    way: SamplingMethod<'a>,
}

enum SamplingMethod<'a> {
    Statistical(StatisticalSampling),
    Shuffle(ShuffleSampling<'a>),
}

impl<'a> ContinuumSampling<'a> {
    pub(super) fn of(
        continuum: &'a Continuum,
        sampler: Sampler,
        generator: Xoshiro256PlusPlus,
    ) -> Self {
        let way = match sampler {
            Sampler::Statistical => SamplingMethod::Statistical(StatisticalSampling::of(continuum)),
            Sampler::Shuffle => SamplingMethod::Shuffle(ShuffleSampling::of(continuum)),
        };
        ContinuumSampling { generator, way }
    }

    /// Draws a sample; returns `false` if none with any units could be drawn.
    pub(super) fn draw(&mut self, sample: &mut Continuum) -> bool {
        (0..ATTEMPTS).any(|_| {
            sample.clear();
            match &self.way {
                SamplingMethod::Statistical(way) => way.draw(&mut self.generator, sample),
                SamplingMethod::Shuffle(way) => way.draw(&mut self.generator, sample),
            }
            !sample.segments().is_empty()
        })
    }
}

#[derive(Debug, Clone, Copy)]
struct NormalDistribution {
    mean: f64,
    deviation: f64,
}

impl NormalDistribution {
    /// The mean and the deviation (of the population) of whole numbers, from exact sums, so that their order does not
    /// matter.
    #[expect(clippy::cast_precision_loss, reason = "what is lost is far below chance")]
    fn of(values: impl Iterator<Item = i64>) -> Self {
        let (mut count, mut sum, mut squares) = (0_i128, 0_i128, 0_i128);
        for value in values {
            let value = i128::from(value);
            count += 1;
            sum += value;
            squares += value * value;
        }
        let count_or_one = count.max(1) as f64;
        let spread = (count * squares - sum * sum).max(0) as f64;
        NormalDistribution {
            mean: sum as f64 / count_or_one,
            deviation: spread.sqrt() / count_or_one,
        }
    }

    fn draw(self, generator: &mut Xoshiro256PlusPlus) -> f64 {
        let standard: f64 = StandardNormal.sample(generator);
        self.mean + self.deviation * standard
    }
}

/// The statistics of a continuum that the statistical sampler uses.
struct StatisticalSampling {
    annotators: usize,
    units: NormalDistribution,
    gap: NormalDistribution,
    length: NormalDistribution,
    /// The category of each unit.
    categories: Vec<usize>,
}

/// Converts a marked offset, which is whole.
#[expect(clippy::cast_possible_truncation, reason = "they were u32 before they were f64")]
fn whole(offset: f64) -> i64 {
    offset as i64
}

impl StatisticalSampling {
    fn of(continuum: &Continuum) -> Self {
        let segments = continuum.segments();
        let between = continuum.by_annotator().flat_map(|own| {
            own.windows(2).map(|pair| match pair {
                [a, b] => whole(b.start) - whole(a.end),
                _ => 0,
            })
        });
        let firsts = continuum.by_annotator().filter_map(|own| own.first());
        let before = firsts.map(|first| whole(first.start)).filter(|start| *start > 0);
        // The list of gaps begins with an extra 0, as in pygamma-agreement.
        let gaps = std::iter::once(0).chain(between).chain(before);
        let lengths = segments.iter().map(|segment| whole(segment.length()));
        let counts =
            continuum.by_annotator().map(|own| i64::try_from(own.len()).unwrap_or(i64::MAX));
        let mut categories: Vec<usize> = segments.iter().map(|segment| segment.category).collect();
        categories.sort_unstable();
        StatisticalSampling {
            annotators: continuum.annotators(),
            units: NormalDistribution::of(counts),
            gap: NormalDistribution::of(gaps),
            length: NormalDistribution::of(lengths),
            categories,
        }
    }

    /// Draws the units of all annotators; the first one has at least one.
    fn draw(&self, generator: &mut Xoshiro256PlusPlus, sample: &mut Continuum) {
        for annotator in 0..self.annotators {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "not negative, and not far above the number of units marked"
            )]
            let units = self.units.draw(generator).trunc().abs() as usize;
            let units = if annotator == 0 { units.max(1) } else { units };
            let mut last = 0.0;
            for _ in 0..units {
                let start = last + self.gap.draw(generator);
                let end = start + self.length.draw(generator).abs().max(SHORTEST);
                let category = pick(generator, &self.categories).copied().unwrap_or_default();
                sample.push(Segment { start, end, category });
                last = end;
            }
            sample.close();
        }
    }
}

/// Picks an element of a list, each as likely.
fn pick<'a, T>(generator: &mut Xoshiro256PlusPlus, list: &'a [T]) -> Option<&'a T> {
    let count = u32::try_from(list.len()).ok().filter(|count| *count > 0)?;
    list.get(generator.random_range(0..count) as usize)
}

/// The data of a continuum that the shuffling sampler uses.
struct ShuffleSampling<'a> {
    annotators: Vec<&'a [Segment]>,
    /// The end of the last unit.
    end: f64,
    /// The least distance between two shifts.
    apart: f64,
}

impl<'a> ShuffleSampling<'a> {
    fn of(continuum: &'a Continuum) -> Self {
        let segments = continuum.segments();
        let lengths: i64 = segments.iter().map(|segment| whole(segment.length())).sum();
        #[expect(clippy::cast_precision_loss, reason = "texts are far below 2^52")]
        let apart = lengths as f64 / segments.len().max(1) as f64 / 2.0;
        let mut annotators: Vec<&[Segment]> = continuum.by_annotator().collect();
        // Sorted by their units, so that the samples do not depend on the order of the annotators.
        annotators.sort_by(|a, b| {
            let key =
                |segment: &Segment| (whole(segment.start), whole(segment.end), segment.category);
            a.iter().map(key).cmp(b.iter().map(key))
        });
        let end = segments.iter().map(|segment| segment.end).fold(0.0, f64::max);
        ShuffleSampling { annotators, end, apart }
    }

    fn draw(&self, generator: &mut Xoshiro256PlusPlus, sample: &mut Continuum) {
        let mut free = vec![(0.0, self.end)];
        for _ in 0..self.annotators.len() {
            let by = uniform(generator, &free)
                .unwrap_or_else(|| generator.random::<f64>() * self.end)
                .trunc();
            free = without(&free, by - self.apart, by + self.apart);
            for segment in pick(generator, &self.annotators).copied().unwrap_or(&[]) {
                let over = segment.start + by > self.end;
                let by = if over { by - self.end } else { by };
                let (start, end) = (segment.start + by, segment.end + by);
                sample.push(Segment { start, end, ..*segment });
            }
            sample.close();
        }
    }
}

/// Draws a number uniformly from ranges; `None` if they are all empty.
fn uniform(generator: &mut Xoshiro256PlusPlus, ranges: &[(f64, f64)]) -> Option<f64> {
    let total: f64 = ranges.iter().map(|(start, end)| end - start).sum();
    if total <= 0.0 {
        return None;
    }
    let mut rest = generator.random::<f64>() * total;
    for (start, end) in ranges {
        if rest < end - start {
            return Some(start + rest);
        }
        rest -= end - start;
    }
    ranges.last().map(|(start, _)| *start)
}

/// Cuts the range from `from` to `to` out of ranges.
fn without(ranges: &[(f64, f64)], from: f64, to: f64) -> Vec<(f64, f64)> {
    let parts =
        ranges.iter().flat_map(|(start, end)| [(*start, end.min(from)), (start.max(to), *end)]);
    parts.filter(|(start, end)| start < end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_cut_out_of_others() {
        assert_eq!(without(&[(0.0, 10.0)], 3.0, 5.0), [(0.0, 3.0), (5.0, 10.0)]);
        assert_eq!(without(&[(0.0, 3.0), (5.0, 10.0)], 4.0, 7.0), [(0.0, 3.0), (7.0, 10.0)]);
        assert_eq!(without(&[(0.0, 3.0), (5.0, 10.0)], -1.0, 12.0), []);
    }

    #[test]
    fn the_deviation_is_that_of_the_population() {
        let normal = NormalDistribution::of([2, 4, 4, 4, 5, 5, 7, 9].into_iter());
        assert_eq!((normal.mean, normal.deviation), (5.0, 2.0));
    }

    #[test]
    fn texts_and_seeds_have_streams_of_their_own() {
        let first = |seed, text| generator(seed, text).next_u64();
        let all = [first(0, 0), first(0, 1), first(1, 0), first(42, 7)];
        assert_eq!(all, [first(0, 0), first(0, 1), first(1, 0), first(42, 7)]);
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
