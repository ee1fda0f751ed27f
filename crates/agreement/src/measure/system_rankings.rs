//! Agreement of two judges, such as people and a metric, on which of several systems are better.
//!
//! * Pairwise accuracy: the share of pairs of systems whose mean scores both judges put in the same order (Kocmi et al.
//!   2021, "To Ship or Not to Ship").
//! * Soft pairwise accuracy: 1 less the mean over pairs of systems of |p − q|, p and q being the p-values of the judges
//!   that the first system of the pair is no better than the second one, from a one-sided paired permutation test
//!   (Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical Significance in Human Evaluation of Automatic
//!   Metrics via Soft Pairwise Accuracy"). As in their program, p is the share of random exchanges of the two systems'
//!   scores whose difference is not below the observed one, the same exchanges for both judges and all pairs.
//! * Segment accuracy (acc_eq): in each segment, the share of pairs of systems that both judges put in the same order or
//!   both hold equal; the mean over segments ("group by item"). Tie-calibrated accuracy (acc*_eq): the same with
//!   differences of the second judge up to ε as ties, ε being the one that gives the greatest accuracy (Deutsch, Foster and
//!   Freitag 2023, "Ties Matter"). ε is taken from the same segments, so it flatters a judge of continuous scores.

use std::cmp::Ordering;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bootstrap::{Bootstrap, PossibleValues, within};
use super::figure::{Figure, mean};
use super::item_sums::ItemSums;
use super::undefined::Undefined;

/// The number of random exchanges of the permutation test, as in the paper.
pub const PERMUTATIONS: usize = 1000;

/// Accuracies closer than this are the same.
const TOLERANCE: f64 = 1e-12;

/// The scores of one segment by system, each that of the reference and that of the hypothesis; the more, the better. `None`
/// for a system that not both judged.
pub type SegmentScores = Vec<Option<[f64; 2]>>;

/// Agreement of two judges on systems.
#[derive(Debug, Clone, PartialEq)]
pub struct RankingAgreement {
    /// Pairwise accuracy. `n` is the number of pairs of systems.
    pub accuracy: Figure,
    /// Soft pairwise accuracy. `n` is the number of pairs of systems.
    pub soft_accuracy: Figure,
    /// acc_eq. `n` is the number of segments.
    pub segment_accuracy: Figure,
    /// acc*_eq. `n` is the number of segments. Its interval is that of the accuracy with this ε.
    pub tie_calibrated: Figure,
    /// ε: differences of the hypothesis up to it are ties.
    pub tie_threshold: Option<f64>,
}

const ACCURACY: &str = "Pairwise accuracy: share of pairs of systems whose mean scores both judges put in the same order \
                        (Kocmi et al. 2021); n: pairs of systems.";
const SOFT_ACCURACY: &str = "Soft pairwise accuracy: 1 less the mean over pairs of systems of the difference of both judges' \
                             p-values, from one-sided paired permutation tests of 1000 exchanges (Thompson et al. 2024); n: \
                             pairs of systems.";
const SEGMENT_ACCURACY: &str = "acc_eq: mean over segments of the share of pairs of systems that both judges put in the same \
                                order or both hold equal (Deutsch, Foster and Freitag 2023); n: segments.";
const TIE_CALIBRATED: &str = "acc*_eq: mean over segments of the share of pairs of systems that both judges put in the same \
                              order or both hold equal, where differences of the second judge up to the ε that gives the \
                              greatest mean are ties (Deutsch, Foster and Freitag 2023); n: segments.";
const INCOMPLETE: &str = "segments that not both judges scored for every system";
const WITHOUT_PAIR: &str = "segments without two systems that both judges scored";

/// Compares the two judges of segments, all with the same systems in the same order.
#[must_use]
pub fn ranking_agreement(
    segments: &[SegmentScores],
    seed: u64,
    bootstrap: &Bootstrap,
) -> RankingAgreement {
    let systems = segments.iter().map(Vec::len).max().unwrap_or(0);
    let pairs: Vec<[usize; 2]> =
        (0..systems).flat_map(|i| (i + 1..systems).map(move |j| [i, j])).collect();
    let complete: Vec<Vec<[f64; 2]>> =
        segments.iter().filter_map(|scores| scores.iter().copied().collect()).collect();
    let incomplete = segments.len() - complete.len();
    let whole = CompleteScores { segments: &complete, pairs: &pairs, systems };
    let pairs_of_segments: Vec<Vec<ScorePair>> = segments.iter().map(score_pairs).collect();
    let threshold = best_threshold(&pairs_of_segments);
    let by_segment = |convention, threshold: f64| {
        let mut sums = ItemSums::new(2);
        let accuracies = pairs_of_segments.iter().map(|pairs| accuracy(pairs, threshold));
        for (at, accuracy) in accuracies.enumerate() {
            accuracy.into_iter().for_each(|accuracy| sums.add_row(at, [accuracy, 1.0]));
        }
        let n = sums.items();
        let figure = bootstrap.mean(convention, n, &sums, Undefined::NoTwoSystems);
        figure.without(segments.len() - n, WITHOUT_PAIR)
    };
    RankingAgreement {
        accuracy: whole.accuracy(bootstrap).without(incomplete, INCOMPLETE),
        soft_accuracy: whole.soft_accuracy(seed, bootstrap).without(incomplete, INCOMPLETE),
        segment_accuracy: by_segment(SEGMENT_ACCURACY, 0.0),
        tie_calibrated: by_segment(TIE_CALIBRATED, threshold.unwrap_or(0.0)),
        tie_threshold: threshold,
    }
}

/// Segments that both judges scored for every system.
struct CompleteScores<'a> {
    segments: &'a [Vec<[f64; 2]>],
    pairs: &'a [[usize; 2]],
    systems: usize,
}

impl CompleteScores<'_> {
    fn refused(&self) -> Result<(), Undefined> {
        match (self.pairs.is_empty(), self.segments.is_empty()) {
            (true, _) => Err(Undefined::NoTwoSystems),
            (_, true) => Err(Undefined::NoSegments),
            (false, false) => Ok(()),
        }
    }

    fn accuracy(&self, bootstrap: &Bootstrap) -> Figure {
        let mut sums = ItemSums::new(2 * self.systems);
        for (at, scores) in self.segments.iter().enumerate() {
            sums.add(at, scores.iter().flatten().copied().enumerate());
        }
        bootstrap.figure(ACCURACY, self.pairs.len(), &sums, |totals| {
            self.refused()?;
            let total = |system: usize, judge: usize| totals.get(2 * system + judge).copied();
            let is_same = |[i, j]: &&[usize; 2]| {
                let order = |judge| Some(order(total(*i, judge)? - total(*j, judge)?));
                order(0) == order(1)
            };
            Ok(self.pairs.iter().filter(is_same).count() as f64 / self.pairs.len() as f64)
        })
    }

    fn soft_accuracy(&self, seed: u64, bootstrap: &Bootstrap) -> Figure {
        let n = self.pairs.len();
        if let Err(why) = self.refused() {
            return Figure::new(SOFT_ACCURACY, Err(why), n);
        }
        let exchanged = exchanges(seed, self.segments.len());
        // By pair, the mean of whose differences is the figure; first of all segments, then without each of them.
        let mut apart = 0.0;
        let mut apart_without = vec![0.0; self.segments.len()];
        for pair in self.pairs {
            let [reference, hypothesis] =
                [0, 1].map(|judge| PairTest::of(self.segments, *pair, judge, &exchanged));
            apart += (reference.p() - hypothesis.p()).abs();
            for (at, apart) in apart_without.iter_mut().enumerate() {
                let p = |test: &PairTest| test.p_without(at, &exchanged);
                *apart += (p(&reference) - p(&hypothesis)).abs();
            }
        }
        let accuracy = |apart: f64| Ok(1.0 - apart / n as f64);
        let figure = Figure::new(SOFT_ACCURACY, accuracy(apart), n);
        let without = || apart_without.into_iter().map(accuracy).collect();
        within(bootstrap.with_linear_interval(figure, without), PossibleValues::SHARE)
    }
}

/// The order of two scores that differ by this much; sums of the same numbers may differ in their last digits.
fn order(apart: f64) -> Ordering {
    if apart.abs() < 1e-9 { Ordering::Equal } else { apart.total_cmp(&0.0) }
}

/// By random exchange: `true` for each segment whose scores are exchanged.
fn exchanges(seed: u64, segments: usize) -> Vec<Vec<bool>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    (0..PERMUTATIONS).map(|_| (0..segments).map(|_| random.random::<bool>()).collect()).collect()
}

/// The permutation test of two systems by one judge.
struct PairTest {
    /// By segment: the score of the first system less that of the second.
    apart: Vec<f64>,
    /// By random exchange: its difference less the observed one.
    by_exchange: Vec<f64>,
    /// The greatest error of a difference by rounding.
    tolerance: f64,
}

impl PairTest {
    fn of(
        segments: &[Vec<[f64; 2]>],
        [i, j]: [usize; 2],
        judge: usize,
        exchanged: &[Vec<bool>],
    ) -> Self {
        let score = |scores: &Vec<[f64; 2]>, system: usize| {
            scores.get(system).and_then(|scores| scores.get(judge)).copied().unwrap_or_default()
        };
        let apart: Vec<f64> =
            segments.iter().map(|scores| score(scores, i) - score(scores, j)).collect();
        // An exchange turns the difference of a segment around.
        let moved = |exchanged: &Vec<bool>| {
            let turned = exchanged.iter().zip(&apart).filter(|(is_turned, _)| **is_turned);
            -2.0 * turned.map(|(_, apart)| apart).sum::<f64>()
        };
        let by_exchange = exchanged.iter().map(moved).collect();
        let tolerance = 1e-9 * (1.0 + apart.iter().map(|apart| apart.abs()).sum::<f64>());
        PairTest { apart, by_exchange, tolerance }
    }

    fn p(&self) -> f64 {
        let as_great = self.by_exchange.iter().filter(|moved| **moved >= -self.tolerance).count();
        as_great as f64 / PERMUTATIONS as f64
    }

    /// The p-value without a segment.
    fn p_without(&self, segment: usize, exchanged: &[Vec<bool>]) -> f64 {
        let apart = self.apart.get(segment).copied().unwrap_or_default();
        let is_as_great = |(moved, exchanged): &(&f64, &Vec<bool>)| {
            let is_turned = exchanged.get(segment).is_some_and(|is| *is);
            **moved + if is_turned { 2.0 * apart } else { 0.0 } >= -self.tolerance
        };
        let all = self.by_exchange.iter().zip(exchanged);
        all.filter(is_as_great).count() as f64 / PERMUTATIONS as f64
    }
}

/// Two systems in one segment.
#[derive(Debug, Clone, Copy)]
struct ScorePair {
    /// The difference of the hypothesis's scores, without its sign.
    apart: f64,
    /// `true` if both judges have the same order, or hold both equal.
    is_same: bool,
    /// `true` if the reference holds both equal.
    is_tie: bool,
}

impl ScorePair {
    /// Returns `true` if the judges agree where differences of the hypothesis up to the threshold are ties.
    fn agrees(self, threshold: f64) -> bool {
        if self.apart <= threshold { self.is_tie } else { self.is_same }
    }
}

/// The pairs of systems of a segment that both judges scored.
fn score_pairs(scores: &SegmentScores) -> Vec<ScorePair> {
    let scores: Vec<[f64; 2]> = scores.iter().flatten().copied().collect();
    let pair = |[a, b]: [&[f64; 2]; 2]| {
        let [reference, hypothesis] = [0, 1].map(|judge| a[judge] - b[judge]);
        ScorePair {
            apart: hypothesis.abs(),
            is_same: order(reference) == order(hypothesis),
            is_tie: order(reference) == Ordering::Equal,
        }
    };
    let firsts = scores.iter().enumerate();
    firsts.flat_map(|(at, a)| scores.iter().skip(at + 1).map(move |b| pair([a, b]))).collect()
}

/// The share of pairs on which the judges agree; `None` without pairs.
fn accuracy(pairs: &[ScorePair], threshold: f64) -> Option<f64> {
    let agreeing = pairs.iter().filter(|pair| pair.agrees(threshold)).count();
    (!pairs.is_empty()).then(|| agreeing as f64 / pairs.len() as f64)
}

/// The least threshold with the greatest mean accuracy: 0 or a difference of two scores; `None` without pairs.
fn best_threshold(segments: &[Vec<ScorePair>]) -> Option<f64> {
    let accuracies: Vec<f64> = segments.iter().filter_map(|pairs| accuracy(pairs, 0.0)).collect();
    let mut total = mean(&accuracies, Undefined::NoTwoSystems).ok()?;
    let weight = |pairs: &Vec<ScorePair>| 1.0 / pairs.len() as f64 / accuracies.len() as f64;
    let pairs = segments.iter().flat_map(|pairs| pairs.iter().map(|pair| (weight(pairs), pair)));
    let mut apart: Vec<(f64, &ScorePair)> = pairs.filter(|(_, pair)| pair.apart > 0.0).collect();
    apart.sort_by(|(_, a), (_, b)| a.apart.total_cmp(&b.apart));
    let (mut best, mut threshold) = (total, 0.0);
    for equal in apart.chunk_by(|(_, a), (_, b)| a.apart == b.apart) {
        for (weight, pair) in equal {
            let change = f64::from(i8::from(pair.is_tie) - i8::from(pair.is_same));
            total += weight * change;
        }
        if let Some((_, pair)) = equal.first().filter(|_| total > best + TOLERANCE) {
            (best, threshold) = (total, pair.apart);
        }
    }
    Some(threshold)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Resampling;

    /// Four systems on 24 segments, the scores of the second judge related to those of the first.
    fn segments() -> Vec<SegmentScores> {
        let reference =
            |system: u32, at: u32| f64::from((7 * system + 3 * at + (system * at) % 5) % 6);
        let hypothesis = |system: u32, at: u32| {
            let noise = f64::from((system * 5 + at * 2) % 7) / 4.0;
            reference(system, at) + noise - f64::from(system) * 0.5 * f64::from(at % 3)
        };
        let scores = |at: u32| {
            (0..4).map(|system| Some([reference(system, at), hypothesis(system, at)])).collect()
        };
        (0..24).map(scores).collect()
    }

    fn agreement(segments: &[SegmentScores]) -> RankingAgreement {
        ranking_agreement(segments, 42, &Bootstrap::none())
    }

    fn values(found: &RankingAgreement) -> [Result<f64, Undefined>; 4] {
        [&found.accuracy, &found.soft_accuracy, &found.segment_accuracy, &found.tie_calibrated]
            .map(|figure| figure.value)
    }

    #[test]
    fn accuracies_are_those_of_the_authors_definitions() {
        // Expected values from Python by the definitions of mt-metrics-eval (pce.py with 200 000 exchanges,
        // tau_optimization.py); ours has 1 000 exchanges, whose standard error is at most 0.016 for each p-value.
        let found = agreement(&segments());
        let [accuracy, soft, of_segments, calibrated] = values(&found).map(Result::unwrap);
        assert!((accuracy - 0.5).abs() < 1e-12);
        assert!((soft - 0.613_135).abs() < 0.02, "{soft}");
        assert!((of_segments - 0.729_166_666_666_666_6).abs() < 1e-12, "{of_segments}");
        assert!((calibrated - 0.756_944_444_444_444_4).abs() < 1e-12, "{calibrated}");
        assert_eq!(found.tie_threshold, Some(0.25));
        assert_eq!((found.accuracy.n, found.tie_calibrated.n), (6, 24));
        assert_eq!(found, agreement(&segments()), "random numbers are the same each time");
    }

    #[test]
    fn the_same_scores_agree_fully() {
        let same: Vec<SegmentScores> = segments()
            .into_iter()
            .map(|scores| scores.into_iter().flatten().map(|[a, _]| Some([a, a])).collect())
            .collect();
        assert_eq!(values(&agreement(&same)), [Ok(1.0); 4]);
        let opposite: Vec<SegmentScores> = segments()
            .into_iter()
            .map(|scores| scores.into_iter().flatten().map(|[a, _]| Some([a, -a])).collect())
            .collect();
        let [accuracy, soft, ..] = values(&agreement(&opposite)).map(Result::unwrap);
        assert!(accuracy == 0.0 && soft < 0.5, "{accuracy} {soft}");
        // Constant scores: everything is a tie for both.
        assert_eq!(values(&agreement(&vec![vec![Some([1.0, 7.0]); 3]; 9])), [Ok(1.0); 4]);
        // A judge that holds everything equal, against ties: calibrated or not, half of the pairs.
        let tied = vec![vec![Some([0.0, 0.0]), Some([0.0, 0.5]), Some([9.0, 1.0])]; 9];
        let found = agreement(&tied);
        assert!((found.segment_accuracy.value.unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert!((found.tie_calibrated.value.unwrap() - 2.0 / 3.0).abs() < 1e-12);
        assert_eq!(found.tie_threshold, Some(0.0), "the least ε of the best ones");
    }

    #[test]
    fn what_is_missing_is_left_out() {
        assert_eq!(values(&agreement(&[])), [Err(Undefined::NoTwoSystems); 4]);
        assert_eq!(
            values(&agreement(&[vec![Some([1.0, 1.0])]])),
            [Err(Undefined::NoTwoSystems); 4]
        );
        let mut partly = segments();
        partly.push(vec![None, Some([1.0, 1.0]), Some([2.0, 2.0]), None]);
        partly.push(vec![None; 4]);
        let found = agreement(&partly);
        assert_eq!(found.accuracy.value, Ok(0.5));
        assert_eq!((found.accuracy.skipped[0].n, found.tie_calibrated.skipped[0].n), (2, 1));
        assert_eq!(found.segment_accuracy.n, 25);
        let none_complete = [vec![None, Some([1.0, 1.0])], vec![Some([1.0, 1.0]), None]];
        let [accuracy, ..] = values(&agreement(&none_complete));
        assert_eq!(accuracy, Err(Undefined::NoSegments));
    }

    #[test]
    fn all_have_intervals() {
        let bootstrap = Bootstrap::new(Resampling::default());
        let found = ranking_agreement(&segments(), 42, &bootstrap);
        for figure in [&found.accuracy, &found.soft_accuracy, &found.tie_calibrated] {
            let (low, high) = figure.interval.unwrap().unwrap();
            let value = figure.value.unwrap();
            assert!(low <= value && value <= high && low < high, "{figure:?}");
        }
    }
}
