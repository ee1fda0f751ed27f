//! Precision, recall and F1 of one annotator's spans against another's. The source of each rule is at its
//! [`OverlapConvention`].

use super::annotation_study::MarkedSpan;
use super::code_point_range::CodePointRange;
use super::compared_texts::{ComparedText, ComparedTexts};
use super::convention::OverlapConvention;
use super::figure::{Figure, ratio};
use super::item_sums::ItemSums;
use super::overlap_index::{CategoryMatching, OverlapIndex, shared};
use super::partial_credit::partial_credit;
use super::undefined::Undefined;

/// Precision, recall and F1. `n` is the number of texts.
#[derive(Debug, Clone, PartialEq)]
pub struct PrecisionRecallF1 {
    /// The share of the hypothesis that is in the reference.
    pub precision: Figure,
    /// The share of the reference that is in the hypothesis.
    pub recall: Figure,
    /// Their harmonic mean.
    pub f1: Figure,
}

/// Overlap of two annotators' spans, under one convention.
#[derive(Debug, Clone, PartialEq)]
pub struct OverlapScores {
    /// The convention.
    pub convention: OverlapConvention,
    /// With categories that have to agree.
    pub hard: PrecisionRecallF1,
    /// With categories ignored.
    pub soft: PrecisionRecallF1,
    /// ΔF1: soft less hard F1, the part that different categories cost (Kasner et al. 2025).
    pub delta: Figure,
}

/// Precision, recall and F1 of a hypothesis against a reference. Exchanging the two exchanges precision and recall.
#[must_use]
pub fn overlap(examples: &ComparedTexts, convention: OverlapConvention) -> OverlapScores {
    let [scores] = of_the_same_numbers(examples, [convention]);
    scores
}

/// [`overlap`] by several conventions. Two that [share](OverlapConvention::shares_numbers_with) their numbers are computed
/// together.
#[must_use]
pub fn overlaps(examples: &ComparedTexts, conventions: &[OverlapConvention]) -> Vec<OverlapScores> {
    match *conventions {
        [one, other] if one.shares_numbers_with(other) => {
            of_the_same_numbers(examples, [one, other]).into()
        }
        _ => conventions.iter().map(|convention| overlap(examples, *convention)).collect(),
    }
}

/// [`overlap`] by conventions that share their numbers.
fn of_the_same_numbers<const N: usize>(
    examples: &ComparedTexts,
    conventions: [OverlapConvention; N],
) -> [OverlapScores; N] {
    let first = conventions.first().copied().unwrap_or_default();
    let sums = overlap_sums(examples, first);
    let [hard, soft] = [CategoryMatching::Hard, CategoryMatching::Soft];
    let n = used(examples, first).count();
    let about = conventions.map(|convention| {
        let [of_hard, of_soft] = [hard, soft].map(|matching| (convention.sentence(matching), n));
        let of_delta = (convention.of_the_difference(), n);
        [of_hard, of_hard, of_hard, of_soft, of_soft, of_soft, of_delta]
    });
    let figures = examples.figure_rows(about, &sums, |totals| {
        conventions.map(|convention| {
            let [hard, soft] = [hard, soft].map(|matching| values(totals, convention, matching));
            let delta = soft.f1.and_then(|soft| Ok(soft - hard.f1?));
            [hard.precision, hard.recall, hard.f1, soft.precision, soft.recall, soft.f1, delta]
        })
    });
    let mut conventions = conventions.into_iter();
    figures.map(|figures| {
        let [precision, recall, f1, soft_precision, soft_recall, soft_f1, delta] =
            figures.map(|figure| without_skipped(figure, examples, n));
        OverlapScores {
            convention: conventions.next().unwrap_or_default(),
            hard: PrecisionRecallF1 { precision, recall, f1 },
            soft: PrecisionRecallF1 { precision: soft_precision, recall: soft_recall, f1: soft_f1 },
            delta,
        }
    })
}

/// The texts that count.
fn used<'e>(
    examples: &'e ComparedTexts,
    convention: OverlapConvention,
) -> impl Iterator<Item = &'e ComparedText<'e>> {
    let skips = convention == OverlapConvention::MicroCharSkipOneSided;
    examples.list.iter().filter(move |example| !(skips && example.is_one_sided()))
}

fn without_skipped(figure: Figure, examples: &ComparedTexts, n: usize) -> Figure {
    let skipped = examples.list.len() - n;
    figure.without(skipped, "texts in which one of the annotators marked nothing")
}

/// Returns, by item, the numbers from whose totals [`f1`] is computed, for hard and then for soft matching.
#[must_use]
pub fn overlap_sums(examples: &ComparedTexts, convention: OverlapConvention) -> ItemSums {
    let mut sums = ItemSums::new(2 * NUMBERS);
    for example in used(examples, convention) {
        let [hard, soft] = [CategoryMatching::Hard, CategoryMatching::Soft]
            .map(|matching| numbers(example, convention, matching));
        sums.add(example.item, hard.into_iter().chain(soft).enumerate());
    }
    sums
}

/// F1 from totals of [`overlap_sums`].
///
/// # Errors
/// If the figure is undefined: the reason.
pub fn f1(
    totals: &[f64],
    convention: OverlapConvention,
    matching: CategoryMatching,
) -> Result<f64, Undefined> {
    values(totals, convention, matching).f1
}

/// Precision and recall from totals of [`overlap_sums`].
pub fn precision_and_recall(
    totals: &[f64],
    convention: OverlapConvention,
    matching: CategoryMatching,
) -> [Result<f64, Undefined>; 2] {
    let values = values(totals, convention, matching);
    [values.precision, values.recall]
}

/// Values of precision, recall and F1.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoreValues {
    pub(super) precision: Result<f64, Undefined>,
    pub(super) recall: Result<f64, Undefined>,
    pub(super) f1: Result<f64, Undefined>,
}

/// The length of [`numbers`].
const NUMBERS: usize = 5;

/// The additive numbers of a text: for means over texts, its three scores, and 1 if neither marked anything; for the other
/// conventions, the shared and the total amount of spans or characters, in the hypothesis and then in the reference; last,
/// 1 for the number of texts.
fn numbers(
    example: &ComparedText,
    convention: OverlapConvention,
    matching: CategoryMatching,
) -> [f64; NUMBERS] {
    match convention {
        OverlapConvention::PerExampleMean | OverlapConvention::PerExampleMeanEmptyZero => {}
        OverlapConvention::MicroChar
        | OverlapConvention::MicroCharSkipOneSided
        | OverlapConvention::PaperPrinted
        | OverlapConvention::BestMatchOwnLength
        | OverlapConvention::DaSanMartino2019
        | OverlapConvention::ExactMatch
        | OverlapConvention::PartialCredit => {
            let OverlapTotals { hypothesis, reference } =
                OverlapTotals::of(example, convention, matching);
            return [hypothesis.shared, hypothesis.all, reference.shared, reference.all, 1.0];
        }
    }
    if example.reference.is_empty() && example.hypothesis.is_empty() {
        return [0.0, 0.0, 0.0, 1.0, 1.0];
    }
    let totals_of_text = OverlapTotals::of(example, OverlapConvention::MicroChar, matching);
    let ScoreValues { precision, recall, f1 } = totals_of_text.values(Some(0.0));
    let [precision, recall, f1] = [precision, recall, f1].map(|value| value.unwrap_or(0.0));
    [precision, recall, f1, 0.0, 1.0]
}

/// F1 by characters within a text; 1 where neither marked anything, 0 where one did.
pub(super) fn text_f1(example: &ComparedText, matching: CategoryMatching) -> f64 {
    let [_, _, f1, unmarked, _] = numbers(example, OverlapConvention::PerExampleMean, matching);
    f1 + unmarked
}

fn values(
    totals: &[f64],
    convention: OverlapConvention,
    matching: CategoryMatching,
) -> ScoreValues {
    let (hard, soft) = totals.split_at(NUMBERS.min(totals.len()));
    let own = if matching == CategoryMatching::Hard { hard } else { soft };
    let [a, b, c, d, texts] = *own else {
        let none = Err(Undefined::NoTexts);
        return ScoreValues { precision: none, recall: none, f1: none };
    };
    match convention {
        OverlapConvention::PerExampleMean | OverlapConvention::PerExampleMeanEmptyZero => {
            let unmarked = if convention == OverlapConvention::PerExampleMean { d } else { 0.0 };
            let mean = |sum| ratio(sum + unmarked, texts, Undefined::NoCommonTexts);
            ScoreValues { precision: mean(a), recall: mean(b), f1: mean(c) }
        }
        OverlapConvention::MicroChar
        | OverlapConvention::MicroCharSkipOneSided
        | OverlapConvention::PaperPrinted
        | OverlapConvention::BestMatchOwnLength
        | OverlapConvention::DaSanMartino2019
        | OverlapConvention::ExactMatch
        | OverlapConvention::PartialCredit => {
            let hypothesis = SideTotals { shared: a, all: b };
            let reference = SideTotals { shared: c, all: d };
            // By the paper's definition an empty side scores 0; without texts there is nothing to score.
            let is_zero = convention == OverlapConvention::DaSanMartino2019 && texts > 0.0;
            OverlapTotals { hypothesis, reference }.values(is_zero.then_some(0.0))
        }
    }
}

/// A quotient: the shared part, and the whole.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct SideTotals {
    pub(super) shared: f64,
    pub(super) all: f64,
}

/// The totals of both sides, whose quotients are precision and recall.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OverlapTotals {
    pub(super) hypothesis: SideTotals,
    pub(super) reference: SideTotals,
}

impl OverlapTotals {
    fn of(
        example: &ComparedText,
        convention: OverlapConvention,
        matching: CategoryMatching,
    ) -> Self {
        let (reference, hypothesis) = (&*example.reference, &*example.hypothesis);
        let both = |fold: OverlapFold| OverlapTotals {
            hypothesis: spans(hypothesis, reference, matching, fold),
            reference: spans(reference, hypothesis, matching, fold),
        };
        match convention {
            OverlapConvention::PaperPrinted => both(|most, part| most.max(part.of_the_other())),
            OverlapConvention::BestMatchOwnLength => both(|most, part| most.max(part.of_its_own())),
            OverlapConvention::DaSanMartino2019 => both(|sum, part| sum + part.of_its_own()),
            OverlapConvention::ExactMatch => {
                let same = same(reference, hypothesis, matching);
                let part =
                    |units: &[MarkedSpan]| SideTotals { shared: same, all: units.len() as f64 };
                OverlapTotals { hypothesis: part(hypothesis), reference: part(reference) }
            }
            OverlapConvention::PartialCredit => partial_credit(example, matching),
            OverlapConvention::MicroChar
            | OverlapConvention::MicroCharSkipOneSided
            | OverlapConvention::PerExampleMean
            | OverlapConvention::PerExampleMeanEmptyZero => {
                let shared = shared(example, matching) as f64;
                let part = |units| SideTotals { shared, all: characters(units) };
                OverlapTotals { hypothesis: part(hypothesis), reference: part(reference) }
            }
        }
    }

    /// Precision, recall and F1; `empty` is the score of a side without spans, if it has one.
    pub(super) fn values(self, empty: Option<f64>) -> ScoreValues {
        let score = |part: SideTotals, why| match part.all {
            0.0 => empty.ok_or(why),
            all => Ok(part.shared / all),
        };
        let precision = score(self.hypothesis, Undefined::NoSpansOfHypothesis);
        let recall = score(self.reference, Undefined::NoSpansOfReference);
        let f1 = match (precision, recall) {
            (Err(_), Err(_)) => Err(Undefined::NoSpansOfEither),
            (Ok(precision), Ok(recall)) if precision + recall > 0.0 => {
                Ok(2.0 * precision * recall / (precision + recall))
            }
            _ => Ok(0.0),
        };
        ScoreValues { precision, recall, f1 }
    }
}

/// The number of characters in all spans; those in several count once for each.
fn characters(units: &[MarkedSpan]) -> f64 {
    units.iter().map(|unit| u64::from(unit.range.extent())).sum::<u64>() as f64
}

/// An overlap of a span with one of the other annotator.
struct SpanOverlap {
    overlap: u32,
    own: CodePointRange,
    other: CodePointRange,
}

impl SpanOverlap {
    fn of_its_own(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.own.extent())
    }

    fn of_the_other(self) -> f64 {
        f64::from(self.overlap) / f64::from(self.other.extent())
    }
}

/// A fold over the overlaps of a span.
type OverlapFold = fn(f64, SpanOverlap) -> f64;

/// Sums, over the units, the fold of their overlaps with the others.
fn spans(
    units: &[MarkedSpan],
    others: &[MarkedSpan],
    matching: CategoryMatching,
    fold: OverlapFold,
) -> SideTotals {
    let others = OverlapIndex::new(others);
    let score = |unit: &MarkedSpan| {
        let found = others.with(unit.range).filter(|(_, other, _)| matching.allows(unit, other));
        let common = found.map(|(_, other, overlap)| SpanOverlap {
            overlap,
            own: unit.range,
            other: other.range,
        });
        common.fold(0.0, fold)
    };
    SideTotals { shared: units.iter().map(score).sum(), all: units.len() as f64 }
}

/// The number of spans that are the same: the size of the intersection of two multisets.
fn same(reference: &[MarkedSpan], hypothesis: &[MarkedSpan], matching: CategoryMatching) -> f64 {
    let sorted = |units: &[MarkedSpan]| {
        let plain = |unit: &MarkedSpan| match matching {
            CategoryMatching::Hard => *unit,
            CategoryMatching::Soft => MarkedSpan { category: 0, ..*unit },
        };
        let mut plain: Vec<MarkedSpan> = units.iter().map(plain).collect();
        plain.sort_unstable();
        plain
    };
    let (reference, hypothesis) = (sorted(reference), sorted(hypothesis));
    let mut rest = hypothesis.iter().peekable();
    let found = |unit: &&MarkedSpan| {
        while rest.next_if(|other| other < unit).is_some() {}
        rest.next_if_eq(unit).is_some()
    };
    reference.iter().filter(found).count() as f64
}
