//! Match with partial overlap and partial credit (MPP): precision and recall of error spans in machine translation
//! (Perrella, Morales Agostinho and Zaragoza 2026, "Span-Level Machine Translation Meta-Evaluation").
//!
//! Spans that overlap are matched one to one. A match of a span of the hypothesis with one of the reference gives
//! precision the overlap ÷ the length of the former, and recall the overlap ÷ the length of the latter; each is divided by
//! the number of spans of its side. Of all matchings of a text, that with the greatest F1 of the text counts; of equal
//! ones that with the greater sum of both, then with the greater precision. For figures over texts, credits and numbers of
//! spans are summed before they are divided (micro-averaged).
//!
//! F1 is no sum over matches, so no assignment solves this alone. But it is concave in both credits, and grows with them in
//! proportion: any weights of precision and recall by which it rises somewhere bound it by the greatest sum so weighted. So
//! assignments are solved ([`HeaviestMatching`]), with the weights by which the bound is least. Their potentials say how far a
//! match, or a span left alone, keeps a matching below the bound, and mostly the matching found is the best one. Where another
//! one may be better, all of those that stay within the bound are tried, span by span. The number of partial ones that are kept
//! is bounded by [`MOST_MATCHINGS`], which spans of real annotations are far from reaching; beyond it those nearest to the
//! bound are kept, and what is found is the F1 of a matching that may not be the best.

use super::annotation_study::MarkedSpan;
use super::compared_texts::ComparedText;
use super::overlap::{OverlapTotals, SideTotals};
use super::overlap_index::{CategoryMatching, OverlapIndex};
use crate::heaviest_matching::{HeaviestMatching, WeightedEdge};

/// The greatest number of partial matchings that are kept.
const MOST_MATCHINGS: usize = 256;

/// The greatest number of assignments that are solved for a bound.
const MOST_ASSIGNMENTS: usize = 20;

/// The difference below which two credits are the same.
const TOLERANCE: f64 = 1e-12;

/// The spans of a text that overlap.
struct OverlappingSpans {
    /// By span of the hypothesis.
    possible: Vec<Vec<PossibleMatch>>,
    /// The numbers of spans of the hypothesis and of the reference.
    spans: [f64; 2],
}

/// A possible match of a span of the hypothesis.
struct PossibleMatch {
    /// Position in the reference.
    reference: usize,
    /// The credits of the hypothesis and of the reference.
    credits: [f64; 2],
}

/// A matching of the spans of the hypothesis up to one of them.
#[derive(Debug, Clone, Default)]
struct PartialMatching {
    /// Matched spans of the reference that later spans of the hypothesis overlap as well, ascending.
    taken: Vec<usize>,
    /// The sums of the credits of the hypothesis and of the reference.
    credits: [f64; 2],
    /// The distance from the bound.
    loss: f64,
}

/// A bound of F1.
struct Bound {
    f1: f64,
    /// The weights of both credits whose greatest sum it is.
    weights: [f64; 2],
    /// The matching of this sum.
    matching: HeaviestMatching,
}

/// The credits of the best matching of a text, and the numbers of spans.
pub(super) fn partial_credit(example: &ComparedText, matching: CategoryMatching) -> OverlapTotals {
    let overlapping = OverlappingSpans::of(example, matching);
    let credits = overlapping.best_credits();
    let [hypothesis, reference] =
        [0, 1].map(|side| SideTotals { shared: credits[side], all: overlapping.spans[side] });
    OverlapTotals { hypothesis, reference }
}

impl OverlappingSpans {
    fn of(example: &ComparedText, matching: CategoryMatching) -> Self {
        let (reference, hypothesis) = (&*example.reference, &*example.hypothesis);
        let spans = [hypothesis.len() as f64, reference.len() as f64];
        let index = OverlapIndex::new(reference);
        let of = |unit: &MarkedSpan| {
            let found = index.with(unit.range).filter(|(_, other, _)| matching.allows(unit, other));
            let possible = found.map(|(reference, other, overlap)| {
                let lengths = [unit.range.extent(), other.range.extent()];
                let credits = lengths.map(|length| f64::from(overlap) / f64::from(length));
                PossibleMatch { reference, credits }
            });
            possible.collect()
        };
        OverlappingSpans { possible: hypothesis.iter().map(of).collect(), spans }
    }

    /// The credits of the matching with the greatest F1.
    fn best_credits(&self) -> [f64; 2] {
        let (best, bound) = self.best_assignment();
        let rest = bound.f1 - f1(self.scores(best));
        if rest <= TOLERANCE {
            return best;
        }
        let all = self.within(&bound, rest + TOLERANCE).into_iter().map(|one| one.credits);
        all.fold(best, |best, credits| self.better(best, credits))
    }

    /// The credits of the best of the matchings of greatest sums, and the least bound.
    fn best_assignment(&self) -> ([f64; 2], Bound) {
        // The last matchings whose recall is great beside their precision, and small.
        let mut sides: [Option<[f64; 2]>; 2] = [None; 2];
        let mut ratio = 1.0;
        let mut bound = self.bound(ratio);
        let mut best = self.credits(&bound.matching);
        let mut found = best;
        for _ in 1..MOST_ASSIGNMENTS {
            if bound.f1 - f1(self.scores(best)) <= TOLERANCE {
                break;
            }
            let [precision, recall] = self.scores(found);
            sides[usize::from(recall < ratio * precision)] = Some([precision, recall]);
            let next = match sides {
                // By these weights, both have the same sum.
                [Some(great), Some(small)] => {
                    ((great[1] - small[1]) / (small[0] - great[0])).sqrt()
                }
                [Some(_), None] | [None, Some(_)] | [None, None] => recall / precision,
            };
            if (next - ratio).abs() <= TOLERANCE * ratio {
                break;
            }
            ratio = next;
            let other = self.bound(ratio);
            found = self.credits(&other.matching);
            best = self.better(best, found);
            if other.f1 < bound.f1 {
                bound = other;
            }
        }
        (best, bound)
    }

    /// The bound by the weights with which F1 rises where recall is `ratio` times precision.
    fn bound(&self, ratio: f64) -> Bound {
        let weights = [ratio, 1.0].map(|part| 2.0 * (part / (1.0 + ratio)).powi(2));
        let weights = self.scores(weights);
        let edge = |one: &PossibleMatch| WeightedEdge {
            column: one.reference,
            weight: weighted(one.credits, weights),
        };
        let rows: Vec<Vec<WeightedEdge>> =
            self.possible.iter().map(|matches| matches.iter().map(edge).collect()).collect();
        let matching = HeaviestMatching::of(&rows, self.references());
        Bound { f1: matching.weight(), weights, matching }
    }

    /// The number of spans of the reference up to the last one that has a possible match.
    fn references(&self) -> usize {
        self.possible.iter().flatten().map(|one| one.reference + 1).max().unwrap_or_default()
    }

    /// Precision and recall.
    fn scores(&self, credits: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|side| credits[side] / self.spans[side])
    }

    /// The credits of a matching.
    fn credits(&self, matching: &HeaviestMatching) -> [f64; 2] {
        let found = self.possible.iter().zip(&matching.columns).filter_map(|(matches, column)| {
            matches.iter().find(|one| Some(one.reference) == *column)
        });
        found.fold([0.0; 2], |credits, one| plus(credits, one.credits))
    }

    /// The better ones of two credits: by the F1 of the text, then by the sum of precision and recall, then by precision.
    fn better(&self, one: [f64; 2], other: [f64; 2]) -> [f64; 2] {
        let keys = |credits| {
            let [precision, recall] = self.scores(credits);
            [f1([precision, recall]), precision + recall, precision]
        };
        let apart = keys(one).into_iter().zip(keys(other)).find(|(a, b)| (a - b).abs() > TOLERANCE);
        if apart.is_some_and(|(a, b)| b > a) { other } else { one }
    }

    /// The matchings that stay below a bound by no more than `most`; of equal ones one, and none than which another one has
    /// as much of both credits.
    fn within(&self, bound: &Bound, most: f64) -> Vec<PartialMatching> {
        let Bound { weights, matching: HeaviestMatching { of_rows, of_columns, .. }, .. } = bound;
        let mut last = vec![None; self.references()];
        for (at, matches) in self.possible.iter().enumerate() {
            matches.iter().for_each(|one| last[one.reference] = Some(at));
        }
        let mut kept = vec![PartialMatching::default()];
        for (at, (matches, of_row)) in self.possible.iter().zip(of_rows).enumerate() {
            let loss = |one: &PossibleMatch| {
                of_row + of_columns[one.reference] - weighted(one.credits, *weights)
            };
            let near: Vec<(&PossibleMatch, f64)> = matches
                .iter()
                .map(|one| (one, loss(one)))
                .filter(|(_, loss)| *loss <= most)
                .collect();
            let ending = matches.iter().map(|one| one.reference).filter(|of| last[*of] == Some(at));
            let ending: Vec<usize> = ending.collect();
            let mut next = Vec::with_capacity(kept.len() * (near.len() + 1));
            for one in kept {
                let free = near.iter().filter(|(found, _)| !one.taken.contains(&found.reference));
                next.extend(free.map(|(found, loss)| one.with(found, *loss)));
                next.push(PartialMatching { loss: one.loss + of_row, ..one });
            }
            for one in &mut next {
                let left = ending.iter().filter(|reference| !one.taken.contains(reference));
                one.loss += left.map(|reference| of_columns[*reference]).sum::<f64>();
                one.taken.retain(|reference| !ending.contains(reference));
            }
            next.retain(|one| one.loss <= most);
            kept = undominated(next);
        }
        kept
    }
}

impl PartialMatching {
    /// The matching with a further match.
    fn with(&self, found: &PossibleMatch, loss: f64) -> PartialMatching {
        let mut taken = self.taken.clone();
        taken.insert(taken.partition_point(|one| *one < found.reference), found.reference);
        let credits = plus(self.credits, found.credits);
        PartialMatching { taken, credits, loss: self.loss + loss }
    }
}

/// Drops matchings than which another one with the same free spans has as much of both credits, and those furthest from the
/// bound of too many.
fn undominated(mut all: Vec<PartialMatching>) -> Vec<PartialMatching> {
    all.sort_by(|a, b| {
        let by_credit = |side: usize| b.credits[side].total_cmp(&a.credits[side]);
        a.taken.cmp(&b.taken).then_with(|| by_credit(0)).then_with(|| by_credit(1))
    });
    let mut kept: Vec<PartialMatching> = Vec::with_capacity(all.len());
    for one in all {
        // The last one kept has the greatest credit of the reference so far.
        let is_dominated = kept.last().is_some_and(|last| {
            last.taken == one.taken && last.credits[1] >= one.credits[1] - TOLERANCE
        });
        if !is_dominated {
            kept.push(one);
        }
    }
    if kept.len() > MOST_MATCHINGS {
        kept.sort_by(|a, b| a.loss.total_cmp(&b.loss));
        kept.truncate(MOST_MATCHINGS);
    }
    kept
}

fn plus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

fn weighted(credits: [f64; 2], weights: [f64; 2]) -> f64 {
    weights[0] * credits[0] + weights[1] * credits[1]
}

fn f1([precision, recall]: [f64; 2]) -> f64 {
    let sum = precision + recall;
    if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 }
}
