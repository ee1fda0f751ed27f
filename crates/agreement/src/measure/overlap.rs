//! Precision, recall and F1 of one annotator's spans against another's.

use super::convention::Convention;
use super::examples::{Example, Examples};
use super::figure::{Figure, ratio};
use super::study::{Range, Unit};
use super::sums::Sums;
use super::sweep::{Matching, Overlapping, shared};

/// Precision, recall and F1. `n` is the number of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// How much of the hypothesis is in the reference.
    pub precision: Figure,
    /// How much of the reference is in the hypothesis.
    pub recall: Figure,
    /// Their harmonic mean.
    pub f1: Figure,
}

/// How far two annotators marked the same, under one convention.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlap {
    /// Which one.
    pub convention: Convention,
    /// With categories that have to agree.
    pub hard: Scores,
    /// With categories ignored.
    pub soft: Scores,
    /// ΔF1: soft less hard F1, what is lost to different categories.
    pub delta: Figure,
}

/// Precision, recall and F1 of a hypothesis against a reference. Exchanging the two exchanges precision and recall.
#[must_use]
pub fn overlap(examples: &Examples, convention: Convention) -> Overlap {
    let sums = overlap_sums(examples, convention);
    let [hard, soft] = [Matching::Hard, Matching::Soft];
    let f1 = |totals: &[f64], matching| f1(totals, convention, matching);
    let difference = |totals: &[f64]| Ok(f1(totals, soft)? - f1(totals, hard)?);
    let n = used(examples, convention).count();
    let delta = examples.figure(convention.of_the_difference(), n, &sums, difference);
    Overlap {
        convention,
        hard: scores(examples, &sums, convention, hard),
        soft: scores(examples, &sums, convention, soft),
        delta: without_skipped(delta, examples, n),
    }
}

/// The texts that count.
fn used<'e>(
    examples: &'e Examples,
    convention: Convention,
) -> impl Iterator<Item = &'e Example<'e>> {
    let skips = convention == Convention::MicroCharSkipOneSided;
    examples.list.iter().filter(move |example| !(skips && example.is_one_sided()))
}

fn without_skipped(figure: Figure, examples: &Examples, n: usize) -> Figure {
    let skipped = examples.list.len() - n;
    figure.without(skipped, "texts in which one of the annotators marked nothing")
}

/// What [`f1`] takes the totals of: numbers of each item, for hard and then for soft matching.
#[must_use]
pub fn overlap_sums(examples: &Examples, convention: Convention) -> Sums {
    let mut sums = Sums::new(2 * NUMBERS);
    for example in used(examples, convention) {
        let [hard, soft] =
            [Matching::Hard, Matching::Soft].map(|matching| numbers(example, convention, matching));
        sums.add(example.item, hard.into_iter().chain(soft).enumerate());
    }
    sums
}

/// F1 from totals of [`overlap_sums`].
///
/// # Errors
/// Why there is none.
pub fn f1(totals: &[f64], convention: Convention, matching: Matching) -> Result<f64, &'static str> {
    let [_, _, f1] = values(totals, convention, matching);
    f1
}

fn scores(examples: &Examples, sums: &Sums, convention: Convention, matching: Matching) -> Scores {
    let n = used(examples, convention).count();
    let figure = |which: usize| {
        let of = |totals: &[f64]| {
            let values = values(totals, convention, matching);
            values.get(which).copied().unwrap_or(Err("there is no such score"))
        };
        let figure = examples.figure(convention.sentence(matching), n, sums, of);
        without_skipped(figure, examples, n)
    };
    Scores { precision: figure(0), recall: figure(1), f1: figure(2) }
}

/// Precision, recall and F1.
pub(super) type Values = [Result<f64, &'static str>; 3];

/// How many numbers a text has for one way of matching.
const NUMBERS: usize = 5;

/// Numbers of a text that add up over texts: of a mean over texts the three scores, of spans and characters what is shared
/// and how much there is, in the hypothesis and in the reference; last, that it is one text.
fn numbers(example: &Example, convention: Convention, matching: Matching) -> [f64; NUMBERS] {
    let empty = match convention {
        Convention::PerExampleMean => 1.0,
        Convention::PerExampleMeanEmptyZero => 0.0,
        _ => {
            let OverlapTotals { hypothesis, reference } =
                OverlapTotals::of(example, convention, matching);
            return [hypothesis.shared, hypothesis.all, reference.shared, reference.all, 1.0];
        }
    };
    if example.reference.is_empty() && example.hypothesis.is_empty() {
        return [empty, empty, empty, 0.0, 1.0];
    }
    let tally = OverlapTotals::of(example, Convention::MicroChar, matching);
    let [precision, recall, f1] = tally.values(Some(0.0)).map(|value| value.unwrap_or(0.0));
    [precision, recall, f1, 0.0, 1.0]
}

fn values(totals: &[f64], convention: Convention, matching: Matching) -> Values {
    let (hard, soft) = totals.split_at(NUMBERS.min(totals.len()));
    let own = if matching == Matching::Hard { hard } else { soft };
    let [a, b, c, d, texts] = *own else { return [Err("there are no texts"); 3] };
    match convention {
        Convention::PerExampleMean | Convention::PerExampleMeanEmptyZero => {
            [a, b, c].map(|sum| ratio(sum, texts, "there are no texts that both annotators have"))
        }
        _ => {
            let hypothesis = SideTotals { shared: a, all: b };
            let reference = SideTotals { shared: c, all: d };
            // By the definition in the paper, for texts; without any there is nothing to score.
            let is_zero = convention == Convention::DaSanMartino2019 && texts > 0.0;
            OverlapTotals { hypothesis, reference }.values(is_zero.then_some(0.0))
        }
    }
}

/// What is shared, of how much.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SideTotals {
    pub(super) shared: f64,
    pub(super) all: f64,
}

/// The two sides' parts: what precision and recall are the quotients of.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OverlapTotals {
    pub(super) hypothesis: SideTotals,
    pub(super) reference: SideTotals,
}

impl OverlapTotals {
    fn of(example: &Example, convention: Convention, matching: Matching) -> Self {
        let (reference, hypothesis) = (&*example.reference, &*example.hypothesis);
        let both = |fold: Fold| OverlapTotals {
            hypothesis: spans(hypothesis, reference, matching, fold),
            reference: spans(reference, hypothesis, matching, fold),
        };
        match convention {
            Convention::PaperPrinted => both(|most, part| most.max(part.of_the_other())),
            Convention::BestMatchOwnLength => both(|most, part| most.max(part.of_its_own())),
            Convention::DaSanMartino2019 => both(|sum, part| sum + part.of_its_own()),
            Convention::ExactMatch => {
                let same = same(reference, hypothesis, matching);
                let part = |units: &[Unit]| SideTotals { shared: same, all: units.len() as f64 };
                OverlapTotals { hypothesis: part(hypothesis), reference: part(reference) }
            }
            Convention::MicroChar
            | Convention::MicroCharSkipOneSided
            | Convention::PerExampleMean
            | Convention::PerExampleMeanEmptyZero => {
                let shared = shared(example, matching) as f64;
                let part = |units| SideTotals { shared, all: characters(units) };
                OverlapTotals { hypothesis: part(hypothesis), reference: part(reference) }
            }
        }
    }

    /// Precision, recall and F1; `empty` is the score of a side without spans, if it has one.
    pub(super) fn values(self, empty: Option<f64>) -> Values {
        let score = |part: SideTotals, why| match part.all {
            0.0 => empty.ok_or(why),
            all => Ok(part.shared / all),
        };
        let precision = score(self.hypothesis, "the hypothesis has no spans in these texts");
        let recall = score(self.reference, "the reference has no spans in these texts");
        let f1 = match (precision, recall) {
            (Err(_), Err(_)) => Err("neither of the annotators has spans in these texts"),
            (Ok(precision), Ok(recall)) if precision + recall > 0.0 => {
                Ok(2.0 * precision * recall / (precision + recall))
            }
            _ => Ok(0.0),
        };
        [precision, recall, f1]
    }
}

/// Code points in all spans, those in several counted as often.
fn characters(units: &[Unit]) -> f64 {
    units.iter().map(|unit| u64::from(unit.range.len())).sum::<u64>() as f64
}

/// An overlap of a span with one of the other annotator.
struct Common {
    overlap: u32,
    own: Range,
    other: Range,
}

impl Common {
    fn of_its_own(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.own.len())
    }

    fn of_the_other(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.other.len())
    }
}

/// What is made of the overlaps of a span, one by one.
type Fold = fn(f64, Common) -> f64;

/// How much of some spans is in others: for each of them, what `fold` makes of its overlaps.
fn spans(units: &[Unit], others: &[Unit], matching: Matching, fold: Fold) -> SideTotals {
    let others = Overlapping::new(others);
    let score = |unit: &Unit| {
        let found = others.with(unit.range).filter(|(_, other, _)| matching.allows(unit, other));
        let common = found.map(|(_, other, overlap)| Common {
            overlap,
            own: unit.range,
            other: other.range,
        });
        common.fold(0.0, fold)
    };
    SideTotals { shared: units.iter().map(score).sum(), all: units.len() as f64 }
}

/// How many spans are the same: the size of what two multisets have in common.
fn same(reference: &[Unit], hypothesis: &[Unit], matching: Matching) -> f64 {
    let sorted = |units: &[Unit]| {
        let plain = |unit: &Unit| match matching {
            Matching::Hard => *unit,
            Matching::Soft => Unit { category: 0, ..*unit },
        };
        let mut plain: Vec<Unit> = units.iter().map(plain).collect();
        plain.sort_unstable();
        plain
    };
    let (reference, hypothesis) = (sorted(reference), sorted(hypothesis));
    let mut rest = hypothesis.iter().peekable();
    let found = |unit: &&Unit| {
        while rest.next_if(|other| other < unit).is_some() {}
        rest.next_if_eq(unit).is_some()
    };
    reference.iter().filter(found).count() as f64
}
