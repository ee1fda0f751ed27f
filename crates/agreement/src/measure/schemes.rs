//! Precision, recall and F1 by the four evaluation schemes of named entity recognition: spans that match in part are
//! counted separately from those that match and those that do not.
//!
//! The outcomes are those of MUC-5 (Chinchor and Sundheim 1993), the schemes those of SemEval-2013 task 9.1
//! (Segura-Bedmar et al. 2013), and the matching of spans, which both leave open, is that of the Python package
//! nervaluate 1.2:
//!
//! * The spans of the hypothesis take one span of the reference each, in the order of the text: by start, then by end,
//!   then by the name of the category. A span of the reference is taken at most once.
//! * A span can take those that it overlaps by at least 1 % of the length of the span of the reference. The rule is not
//!   symmetric: a character in a sentence of 200 does not overlap it enough, the sentence does overlap the character.
//! * Of these it takes the first one that makes it [correct](MatchingScheme); for [`MatchingScheme::Type`] the one whose boundaries are
//!   nearest, which is the smallest sum of the distances of starts and ends. If there is none it takes the first one.
//! * It is greedy: a span takes one of the reference even if a later span of the hypothesis is exactly the same. So each
//!   scheme has pairs of its own, and exchanging the two annotators exchanges precision and recall only where no span
//!   overlaps several of the other side, nor one of which it is less than 1 %.
//!
//! nervaluate before 1.0 counts a span several times where it overlaps several of the other side, and 1.0 has no rule
//! of 1 %. In nervaluate a quotient with a denominator of 0 is 0, here it is undefined; F1 is 0 if only one of the
//! annotators has spans.

use super::annotation_study::MarkedSpan;
use super::compared_texts::{ComparedText, ComparedTexts};
use super::convention::points;
use super::item_sums::ItemSums;
use super::overlap::{OverlapTotals, PrecisionRecallF1, ScoreValues, SideTotals};
use super::overlap_index::OverlapIndex;

/// The criterion by which a span of the hypothesis is correct, given the span of the reference that it is compared
/// with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MatchingScheme {
    /// The same boundaries, in any category; with other boundaries it is partially correct, which counts half.
    Partial,
    /// The same category, with any boundaries; nervaluate's `ent_type`.
    Type,
    /// The same boundaries and the same category.
    Strict,
    /// The same boundaries, in any category.
    Exact,
}

/// The matches of the spans of two annotators by one scheme.
#[derive(Debug, Clone, PartialEq)]
pub struct SchemeScores {
    /// The scheme.
    pub scheme: MatchingScheme,
    /// Spans of the hypothesis that are correct.
    pub correct: usize,
    /// Spans of the hypothesis that overlap one of the reference, but are neither correct nor partially correct.
    pub incorrect: usize,
    /// Spans of the hypothesis that are partially correct; 0 except by [`MatchingScheme::Partial`].
    pub partial: usize,
    /// Spans of the reference that none of the hypothesis has taken.
    pub missing: usize,
    /// Spans of the hypothesis without one of the reference.
    pub spurious: usize,
    /// Correct spans and half of the partial ones ÷ [`actual`](SchemeScores::actual) or
    /// [`possible`](SchemeScores::possible).
    pub scores: PrecisionRecallF1,
}

impl SchemeScores {
    /// The number of spans of the reference.
    #[must_use]
    pub fn possible(&self) -> usize {
        self.correct + self.incorrect + self.partial + self.missing
    }

    /// The number of spans of the hypothesis.
    #[must_use]
    pub fn actual(&self) -> usize {
        self.correct + self.incorrect + self.partial + self.spurious
    }
}

/// The sentence of a scheme, with the rules common to all schemes.
macro_rules! sentence {
    ($correct:literal, $preferred:literal) => {
        concat!(
            $correct,
            " Each span of the hypothesis, in the order of the text, is compared with one of the reference, which it \
             overlaps by at least 1 % of the latter and to which no other is compared: ",
            $preferred,
            ", or else the first. Precision is the credit divided by the number of spans of the hypothesis, recall the \
             same divided by that of the reference (MUC-5, SemEval-2013 task 9.1; spans matched as by nervaluate 1.2).",
            points!()
        )
    };
}

impl MatchingScheme {
    /// All of them.
    pub const ALL: [MatchingScheme; 4] = [
        MatchingScheme::Partial,
        MatchingScheme::Type,
        MatchingScheme::Strict,
        MatchingScheme::Exact,
    ];

    /// Its name in options and output; never changes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MatchingScheme::Partial => "partial",
            MatchingScheme::Type => "type",
            MatchingScheme::Strict => "strict",
            MatchingScheme::Exact => "exact",
        }
    }

    /// The scheme as a sentence fit for a paper.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            MatchingScheme::Partial => sentence!(
                "A span of the same boundaries is a credit of 1, in any category, and one that overlaps of 0.5.",
                "the first of the same boundaries"
            ),
            MatchingScheme::Type => sentence!(
                "A span of the same category that overlaps is a credit of 1.",
                "of those of the same category the one whose boundaries are nearest"
            ),
            MatchingScheme::Strict => sentence!(
                "A span of the same boundaries and category is a credit of 1.",
                "the first of the same boundaries and category"
            ),
            MatchingScheme::Exact => sentence!(
                "A span of the same boundaries is a credit of 1, in any category.",
                "the first of the same boundaries"
            ),
        }
    }

    /// The sum of the distances of starts and ends if a span is correct beside another one; `None` if it is not.
    fn distance(self, hypothesis: &MarkedSpan, reference: &MarkedSpan) -> Option<u64> {
        let same_category = hypothesis.category == reference.category;
        let [starts, ends] = [
            hypothesis.range.start.abs_diff(reference.range.start),
            hypothesis.range.end.abs_diff(reference.range.end),
        ];
        let apart = u64::from(starts) + u64::from(ends);
        let is_correct = match self {
            MatchingScheme::Partial | MatchingScheme::Exact => apart == 0,
            MatchingScheme::Type => same_category,
            MatchingScheme::Strict => apart == 0 && same_category,
        };
        is_correct.then_some(apart)
    }
}

/// The scores of a hypothesis against a reference by every scheme, in the order of [`MatchingScheme::ALL`].
#[must_use]
pub fn schemes(examples: &ComparedTexts) -> Vec<SchemeScores> {
    MatchingScheme::ALL.into_iter().map(|scheme| scores(examples, scheme)).collect()
}

fn scores(examples: &ComparedTexts, scheme: MatchingScheme) -> SchemeScores {
    let sums = examples.sums(&examples.list, |example| outcomes(example, scheme));
    let about = [(scheme.sentence(), examples.list.len()); 3];
    let [[precision, recall, f1]] = examples.figure_rows([about], &sums, |totals| {
        let ScoreValues { precision, recall, f1 } = overlap_totals(totals).values(None);
        [[precision, recall, f1]]
    });
    let [correct, incorrect, partial, missing, spurious] = counts(&sums);
    let scores = PrecisionRecallF1 { precision, recall, f1 };
    SchemeScores { scheme, correct, incorrect, partial, missing, spurious, scores }
}

/// The number of outcomes: correct, incorrect, partial, missing, spurious, in this order.
const OUTCOMES: usize = 5;

fn counts(sums: &ItemSums) -> [usize; OUTCOMES] {
    let totals = sums.totals();
    std::array::from_fn(|outcome| totals.get(outcome).map_or(0, |total| *total as usize))
}

fn overlap_totals(totals: &[f64]) -> OverlapTotals {
    let [correct, incorrect, partial, missing, spurious] = *totals else {
        return OverlapTotals::default();
    };
    let shared = correct + 0.5 * partial;
    let compared = correct + incorrect + partial;
    OverlapTotals {
        hypothesis: SideTotals { shared, all: compared + spurious },
        reference: SideTotals { shared, all: compared + missing },
    }
}

/// The counts of outcomes of a text.
fn outcomes(example: &ComparedText, scheme: MatchingScheme) -> [f64; OUTCOMES] {
    let reference = OverlapIndex::new(&example.reference);
    let mut taken = vec![false; example.reference.len()];
    let [mut correct, mut incorrect, mut partial, mut spurious] = [0.0; 4];
    for unit in example.hypothesis.iter() {
        let near = reference.with(unit.range);
        let free = near.filter(|(at, other, overlap)| {
            is_enough(*overlap, other) && taken.get(*at) == Some(&false)
        });
        let ranked = free.map(|(at, other, _)| {
            let distance = scheme.distance(unit, other);
            (distance.is_none(), distance, at)
        });
        let Some((is_other, _, at)) = ranked.min() else {
            spurious += 1.0;
            continue;
        };
        if let Some(taken) = taken.get_mut(at) {
            *taken = true;
        }
        match (is_other, scheme) {
            (false, _) => correct += 1.0,
            (true, MatchingScheme::Partial) => partial += 1.0,
            (true, MatchingScheme::Type | MatchingScheme::Strict | MatchingScheme::Exact) => {
                incorrect += 1.0;
            }
        }
    }
    let missing = taken.iter().filter(|taken| !**taken).count() as f64;
    [correct, incorrect, partial, missing, spurious]
}

/// Returns `true` if an overlap is at least 1 % of a span of the reference.
fn is_enough(overlap: u32, reference: &MarkedSpan) -> bool {
    u64::from(overlap) * 100 >= u64::from(reference.range.extent())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use proptest::prelude::*;

    use super::*;
    use crate::measure::CodePointRange;

    /// Spans of `a-b` with the letter of their category, as in `A0-5 B7-9`.
    fn units(spans: &str) -> Vec<MarkedSpan> {
        let unit = |span: &str| {
            let (category, range) = span.split_at(1);
            let (start, end) = range.split_once('-').unwrap();
            let range = CodePointRange { start: start.parse().unwrap(), end: end.parse().unwrap() };
            MarkedSpan { range, category: usize::from(category == "B") }
        };
        let mut units: Vec<MarkedSpan> = spans.split_whitespace().map(unit).collect();
        units.sort_unstable();
        units
    }

    fn examples(texts: &[(Vec<MarkedSpan>, Vec<MarkedSpan>)]) -> ComparedTexts<'static> {
        let example =
            |(item, (reference, hypothesis)): (usize, &(Vec<MarkedSpan>, Vec<MarkedSpan>))| {
                ComparedText {
                    item,
                    reference: Cow::Owned(reference.clone()),
                    hypothesis: Cow::Owned(hypothesis.clone()),
                }
            };
        let mut examples = ComparedTexts::default();
        examples.list = texts.iter().enumerate().map(example).collect();
        examples
    }

    fn outcomes_of(scores: &SchemeScores) -> [usize; OUTCOMES] {
        let SchemeScores { correct, incorrect, partial, missing, spurious, .. } = scores;
        [*correct, *incorrect, *partial, *missing, *spurious]
    }

    fn values(scores: &PrecisionRecallF1) -> [Option<f64>; 3] {
        [&scores.precision, &scores.recall, &scores.f1].map(|figure| figure.value.ok())
    }

    #[test]
    fn spans_are_matched_as_by_nervaluate() {
        // Expected outcomes from nervaluate 1.2.1, where ends are inclusive: partial, type, strict, exact.
        for (reference, hypothesis, expected) in [
            ("A0-6", "A0-6", [[1, 0, 0, 0, 0]; 4]),
            // Another category.
            ("A0-6", "B0-6", [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0]]),
            // Other boundaries.
            ("A0-6", "A3-9", [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]]),
            ("A0-6", "B3-9", [[0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]]),
            // Side by side.
            ("A0-6", "A6-9", [[0, 0, 0, 1, 1]; 4]),
            ("", "A0-6", [[0, 0, 0, 0, 1]; 4]),
            ("A0-6", "", [[0, 0, 0, 1, 0]; 4]),
            // One over two, two over one: each is used once.
            (
                "A0-6 A6-10",
                "A0-10",
                [[0, 0, 1, 1, 0], [1, 0, 0, 1, 0], [0, 1, 0, 1, 0], [0, 1, 0, 1, 0]],
            ),
            (
                "A0-10",
                "A0-6 A6-10",
                [[0, 0, 1, 0, 1], [1, 0, 0, 0, 1], [0, 1, 0, 0, 1], [0, 1, 0, 0, 1]],
            ),
            ("A0-10", "A0-10 A0-10", [[1, 0, 0, 0, 1]; 4]),
            ("A0-10 B0-10", "B0-10", [[1, 0, 0, 1, 0]; 4]),
            // Greedy: the first one takes the span that equals the second one.
            (
                "A0-10",
                "A0-6 A0-10",
                [[0, 0, 1, 0, 1], [1, 0, 0, 0, 1], [0, 1, 0, 0, 1], [0, 1, 0, 0, 1]],
            ),
            // Of the same category, that of the nearest boundaries: the second one, so that the first is left.
            (
                "B4-6 B5-8 B6-10",
                "B3-8 A4-5",
                [[0, 0, 1, 2, 1], [1, 1, 0, 1, 0], [0, 1, 0, 2, 1], [0, 1, 0, 2, 1]],
            ),
            // Less than 1 % of the reference is no overlap; of the hypothesis it is.
            ("A0-201", "A200-260", [[0, 0, 0, 1, 1]; 4]),
            (
                "A0-200",
                "A198-260",
                [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]],
            ),
            (
                "A50-51",
                "A0-301",
                [[0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]],
            ),
        ] {
            let found = schemes(&examples(&[(units(reference), units(hypothesis))]));
            let found: Vec<_> = found.iter().map(outcomes_of).collect();
            assert_eq!(found, expected, "{reference} / {hypothesis}");
        }
    }

    #[test]
    fn a_partial_match_counts_half() {
        let texts = [
            (units("A0-6 A8-9 B20-30"), units("A0-6 A21-30")),
            (units("A0-6"), units("A2-6 A7-8")),
            (units(""), units("")),
        ];
        let scores = schemes(&examples(&texts));
        let partial = &scores[0];
        assert_eq!(outcomes_of(partial), [1, 0, 2, 1, 1]);
        assert_eq!((partial.possible(), partial.actual()), (4, 4));
        assert_eq!(values(&partial.scores), [Some(0.5), Some(0.5), Some(0.5)]);
        assert_eq!(partial.scores.f1.n, 3);
        let names: Vec<_> = scores.iter().map(|scores| scores.scheme.name()).collect();
        assert_eq!(names, ["partial", "type", "strict", "exact"]);
    }

    #[test]
    fn without_spans_there_is_no_score() {
        for (reference, hypothesis, expected) in [
            ("", "", [None, None, None]),
            ("A0-1", "", [None, Some(0.0), Some(0.0)]),
            ("", "A0-1", [Some(0.0), None, Some(0.0)]),
        ] {
            for scores in schemes(&examples(&[(units(reference), units(hypothesis))])) {
                assert_eq!(values(&scores.scores), expected, "{reference} / {hypothesis}");
            }
        }
    }

    fn some_units() -> impl Strategy<Value = Vec<MarkedSpan>> {
        let unit = (0..30_u32, 1..12_u32, 0..2_usize).prop_map(|(start, length, category)| {
            MarkedSpan { range: CodePointRange { start, end: start + length }, category }
        });
        prop::collection::vec(unit, 0..6).prop_map(|mut units| {
            units.sort_unstable();
            units
        })
    }

    /// Texts in which no span overlaps several of the other side: one of each side at most in every tenth of them.
    fn apart() -> impl Strategy<Value = (Vec<MarkedSpan>, Vec<MarkedSpan>)> {
        let own = || prop::option::of((0..5_u32, 6..10_u32, 0..2_usize));
        prop::collection::vec((own(), own()), 0..5).prop_map(|places| {
            let unit = |place: usize, (start, end, category): (u32, u32, usize)| {
                let at = 10 * place as u32;
                MarkedSpan { range: CodePointRange { start: at + start, end: at + end }, category }
            };
            let places = || places.iter().copied().enumerate();
            let reference = places().filter_map(|(at, (own, _))| Some(unit(at, own?)));
            let hypothesis = places().filter_map(|(at, (_, own))| Some(unit(at, own?)));
            (reference.collect(), hypothesis.collect())
        })
    }

    proptest! {
        #[test]
        fn every_span_has_one_outcome(reference in some_units(), hypothesis in some_units()) {
            for scores in schemes(&examples(&[(reference.clone(), hypothesis.clone())])) {
                prop_assert_eq!(scores.possible(), reference.len());
                prop_assert_eq!(scores.actual(), hypothesis.len());
                prop_assert!(scores.scheme == MatchingScheme::Partial || scores.partial == 0);
            }
        }

        #[test]
        fn the_same_spans_are_correct(units in some_units()) {
            for scores in schemes(&examples(&[(units.clone(), units.clone())])) {
                prop_assert_eq!(outcomes_of(&scores), [units.len(), 0, 0, 0, 0]);
            }
        }

        #[test]
        fn strict_is_the_strictest(reference in some_units(), hypothesis in some_units()) {
            let found = schemes(&examples(&[(reference, hypothesis)]));
            let [partial, of_type, strict, exact] = &found[..] else { panic!() };
            prop_assert!(strict.correct <= exact.correct && strict.correct <= of_type.correct);
            prop_assert_eq!(exact.correct, partial.correct);
            prop_assert_eq!(exact.incorrect, partial.partial);
        }

        #[test]
        fn exchanging_the_sides_exchanges_precision_and_recall(texts in prop::collection::vec(apart(), 1..3)) {
            let exchanged: Vec<_> = texts.iter().cloned().map(|(a, b)| (b, a)).collect();
            for (one, other) in schemes(&examples(&texts)).iter().zip(schemes(&examples(&exchanged))) {
                prop_assert_eq!((one.missing, one.spurious), (other.spurious, other.missing));
                let [precision, recall, f1] = values(&one.scores);
                prop_assert_eq!([recall, precision, f1], values(&other.scores));
            }
        }
    }
}
