//! Match with partial overlap and partial credit (MPP): precision and recall of error spans in machine translation
//! (Perrella, Morales Agostinho and Zaragoza 2026, "Span-Level Machine Translation Meta-Evaluation").
//!
//! Spans that overlap are matched one to one. A match of a span of the hypothesis with one of the reference gives
//! precision the overlap ÷ the length of the former, and recall the overlap ÷ the length of the latter; each is divided by
//! the number of spans of its side. Of all matchings of a text, that with the greatest F1 of the text counts; of equal
//! ones that with the greater sum of both, then with the greater precision. For figures over texts, credits and numbers of
//! spans are summed before they are divided (micro-averaged).
//!
//! F1 is no sum over matches, so no assignment solves this. Since it grows with both credits, a part of a matching can
//! only be in the best one if no other part with the same free spans has more of both: these parts are kept, span by span.
//! Their number is bounded by [`MOST_MATCHINGS`], which spans of real annotations are far from reaching; beyond it the most
//! promising ones are kept, and what is found is the F1 of a matching that may not be the best.

use std::cmp::Ordering;

use foldhash::{HashMap, HashMapExt as _};

use super::annotation_study::MarkedSpan;
use super::compared_texts::ComparedText;
use super::overlap::{OverlapTotals, SideTotals};
use super::overlap_index::{CategoryMatching, OverlapIndex};

/// The greatest number of partial matchings that are kept.
const MOST_MATCHINGS: usize = 256;

/// The difference below which two credits are the same.
const TOLERANCE: f64 = 1e-12;

/// A matching of the spans of the hypothesis up to one of them.
#[derive(Debug, Clone, Default)]
struct PartialMatching {
    /// Matched spans of the reference that later spans of the hypothesis overlap as well, ascending.
    taken: Vec<usize>,
    /// The sums of the credits of the hypothesis and of the reference.
    credits: [f64; 2],
}

/// A possible match of a span of the hypothesis.
struct PossibleMatch {
    /// Position in the reference.
    reference: usize,
    /// The credits of the hypothesis and of the reference.
    credits: [f64; 2],
}

/// The credits of the best matching of a text, and the numbers of spans.
pub(super) fn partial_credit(example: &ComparedText, matching: CategoryMatching) -> OverlapTotals {
    let (reference, hypothesis) = (&*example.reference, &*example.hypothesis);
    let spans = [hypothesis.len() as f64, reference.len() as f64];
    let credits = best_credits(&possible_matches(example, matching), spans);
    let [hypothesis, reference] =
        [0, 1].map(|side| SideTotals { shared: credits[side], all: spans[side] });
    OverlapTotals { hypothesis, reference }
}

/// By span of the hypothesis: its possible matches.
fn possible_matches(example: &ComparedText, matching: CategoryMatching) -> Vec<Vec<PossibleMatch>> {
    let index = OverlapIndex::new(&example.reference);
    let of = |unit: &MarkedSpan| {
        let found = index.with(unit.range).filter(|(_, other, _)| matching.allows(unit, other));
        let possible = found.map(|(reference, other, overlap)| {
            let lengths = [unit.range.extent(), other.range.extent()];
            let credits = lengths.map(|length| f64::from(overlap) / f64::from(length));
            PossibleMatch { reference, credits }
        });
        possible.collect()
    };
    example.hypothesis.iter().map(of).collect()
}

/// The credits of the matching with the greatest F1.
fn best_credits(possible: &[Vec<PossibleMatch>], spans: [f64; 2]) -> [f64; 2] {
    let mut last = HashMap::new();
    for (at, matches) in possible.iter().enumerate() {
        last.extend(matches.iter().map(|one| (one.reference, at)));
    }
    let mut kept = vec![PartialMatching::default()];
    for (at, matches) in possible.iter().enumerate().filter(|(_, matches)| !matches.is_empty()) {
        let mut next = Vec::with_capacity(kept.len() * (matches.len() + 1));
        for one in kept {
            let free = matches.iter().filter(|found| !one.taken.contains(&found.reference));
            next.extend(free.map(|found| one.with(found)));
            next.push(one);
        }
        let is_needed = |reference: &usize| last.get(reference).is_some_and(|last| *last > at);
        next.iter_mut().for_each(|one| one.taken.retain(is_needed));
        kept = undominated(next, spans);
    }
    let best = kept.into_iter().max_by(|a, b| by_f1(a.credits, b.credits, spans));
    best.map_or([0.0; 2], |best| best.credits)
}

impl PartialMatching {
    /// The matching with a further match.
    fn with(&self, found: &PossibleMatch) -> PartialMatching {
        let mut taken = self.taken.clone();
        taken.insert(taken.partition_point(|one| *one < found.reference), found.reference);
        let credits = [0, 1].map(|side| self.credits[side] + found.credits[side]);
        PartialMatching { taken, credits }
    }
}

/// Drops matchings than which another one with the same free spans has as much of both credits, and the least
/// promising of too many.
fn undominated(mut all: Vec<PartialMatching>, spans: [f64; 2]) -> Vec<PartialMatching> {
    all.sort_by(|a, b| {
        let [a_credits, b_credits] = [a.credits, b.credits];
        let by_credit = |side: usize| b_credits[side].total_cmp(&a_credits[side]);
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
        let sum = |one: &PartialMatching| one.credits[0] / spans[0] + one.credits[1] / spans[1];
        kept.sort_by(|a, b| sum(b).total_cmp(&sum(a)));
        kept.truncate(MOST_MATCHINGS);
    }
    kept
}

/// The order of matchings by the F1 of the text, then by the sum of precision and recall, then by precision.
fn by_f1(a: [f64; 2], b: [f64; 2], spans: [f64; 2]) -> Ordering {
    let keys = |credits: [f64; 2]| {
        let [precision, recall] = [0, 1].map(|side| credits[side] / spans[side]);
        let sum = precision + recall;
        let f1 = if sum > 0.0 { 2.0 * precision * recall / sum } else { 0.0 };
        [f1, sum, precision]
    };
    let apart = keys(a).into_iter().zip(keys(b)).find(|(a, b)| (a - b).abs() > TOLERANCE);
    apart.map_or(Ordering::Equal, |(a, b)| a.total_cmp(&b))
}
