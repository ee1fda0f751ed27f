//! Properties of the measures that hold of any marks.

use std::ops::Range;

use proptest::collection::vec;
use proptest::prelude::*;
use spanwise_agreement::measure::{
    AlphaMetric, Bootstrap, ComparedTexts, Figure, KappaWeighting, OverlapConvention,
    OverlapScores, SpanCounting, StudyText, TokenMarks, category_confusion, cohen_kappa,
    count_correlation, empty_score, fleiss_kappa, krippendorff_alpha, overlap, token_alpha,
    two_agree,
};

use crate::sample::{Mark, pairs, study_text};

const LENGTH: u32 = 30;
const CATEGORIES: usize = 3;

fn marks(count: Range<usize>) -> impl Strategy<Value = Vec<Mark>> {
    let mark = (0..LENGTH - 1, 1..9u32, 0..CATEGORIES)
        .prop_map(|(start, length, category)| (start, LENGTH.min(start + length), category));
    vec(mark, count)
}

fn examples() -> impl Strategy<Value = Vec<(Vec<Mark>, Vec<Mark>)>> {
    vec((marks(0..7), marks(0..7)), 0..6)
}

/// The marks of annotators in texts of ten words, some of which not all have.
fn texts() -> impl Strategy<Value = Vec<Vec<Option<Vec<Mark>>>>> {
    (1..5usize).prop_flat_map(|annotators| {
        vec(vec(proptest::option::weighted(0.8, marks(0..7)), annotators), 0..5)
    })
}

fn rows() -> impl Strategy<Value = Vec<Vec<Option<usize>>>> {
    (1..5usize).prop_flat_map(|annotators| {
        vec(vec(proptest::option::weighted(0.8, 0..4usize), annotators), 0..12)
    })
}

fn token_marks(texts: &[Vec<Option<Vec<Mark>>>]) -> Vec<TokenMarks> {
    texts.iter().map(|marks| TokenMarks::of(&study_text(&"ab ".repeat(10), marks))).collect()
}

fn scored(
    study_texts: &[StudyText],
    reference: usize,
    hypothesis: usize,
    by: OverlapConvention,
) -> OverlapScores {
    overlap(&ComparedTexts::of(study_texts, reference, hypothesis), by)
}

fn same(a: &Figure, b: &Figure) -> bool {
    a.n == b.n
        && match (a.value, b.value) {
            (Ok(a), Ok(b)) => (a - b).abs() < 1e-9,
            (a, b) => a.is_err() && b.is_err(),
        }
}

fn all_of(overlap: &OverlapScores) -> [&Figure; 7] {
    let [hard, soft] = [&overlap.hard, &overlap.soft];
    let [a, b, c] = [&hard.precision, &hard.recall, &hard.f1];
    let [d, e, f] = [&soft.precision, &soft.recall, &soft.f1];
    [a, b, c, d, e, f, &overlap.delta]
}

/// Micro character overlap position by position: the numbers marked by both, by the reference, and by the hypothesis.
fn by_position(examples: &[(Vec<Mark>, Vec<Mark>)], hard: bool) -> [u32; 3] {
    let mut sums = [0; 3];
    for (reference, hypothesis) in examples {
        for category in 0..if hard { CATEGORIES } else { 1 } {
            for at in 0..LENGTH {
                let covers =
                    |mark: &&Mark| mark.0 <= at && at < mark.1 && (!hard || mark.2 == category);
                let count = |marks: &[Mark]| {
                    u32::try_from(marks.iter().filter(covers).count()).expect("a few")
                };
                let (a, b) = (count(reference), count(hypothesis));
                sums = [sums[0] + a.min(b), sums[1] + a, sums[2] + b];
            }
        }
    }
    sums
}

/// The mean over spans of the best, or of the sum, of all overlaps, computed over all pairs.
fn by_pairs(examples: &[(Vec<Mark>, Vec<Mark>)], by: OverlapConvention, hard: bool) -> Option<f64> {
    let length = |mark: &Mark| f64::from(mark.1 - mark.0);
    let mut all = Vec::new();
    for (reference, hypothesis) in examples {
        for a in hypothesis {
            let parts = reference.iter().filter(|b| !hard || a.2 == b.2).map(|b| {
                let overlap = f64::from(a.1.min(b.1).saturating_sub(a.0.max(b.0)));
                overlap / length(if by == OverlapConvention::PaperPrinted { b } else { a })
            });
            all.push(match by {
                OverlapConvention::DaSanMartino2019 => parts.sum::<f64>(),
                OverlapConvention::PaperPrinted | OverlapConvention::BestMatchOwnLength => {
                    parts.fold(0.0, f64::max)
                }
                OverlapConvention::MicroChar
                | OverlapConvention::MicroCharSkipOneSided
                | OverlapConvention::ExactMatch
                | OverlapConvention::PartialCredit
                | OverlapConvention::PerExampleMean
                | OverlapConvention::PerExampleMeanEmptyZero => unreachable!("no mean over spans"),
            });
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a few")]
    let mean = (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64);
    mean
}

/// All conventions but the one that chooses the matching of each text by the text's own F1: over several texts, the sums
/// of another matching may be greater, and of two with the same F1 the more precise one counts, whoever is the reference.
fn without_partial_credit() -> impl Iterator<Item = OverlapConvention> {
    let all = OverlapConvention::ALL.into_iter();
    all.filter(|convention| *convention != OverlapConvention::PartialCredit)
}

/// The greatest F1 of all one-to-one matchings of a text, each tried (Perrella et al. 2026). `left` are the marks of the
/// hypothesis that are not yet matched or left alone.
fn best_of_all_matchings(
    (reference, hypothesis): (&[Mark], &[Mark]),
    left: &[Mark],
    taken: &mut Vec<usize>,
    credits: [f64; 2],
) -> f64 {
    let Some((mark, left)) = left.split_first() else {
        #[expect(clippy::cast_precision_loss, reason = "a few")]
        let [precision, recall] =
            [credits[0] / hypothesis.len() as f64, credits[1] / reference.len() as f64];
        return if credits[0] > 0.0 {
            2.0 * precision * recall / (precision + recall)
        } else {
            0.0
        };
    };
    let mut best = best_of_all_matchings((reference, hypothesis), left, taken, credits);
    for (at, other) in reference.iter().enumerate() {
        let overlap = f64::from(mark.1.min(other.1).saturating_sub(mark.0.max(other.0)));
        if overlap > 0.0 && !taken.contains(&at) {
            let [own, others] = [mark, other].map(|mark| f64::from(mark.1 - mark.0));
            let credits = [credits[0] + overlap / own, credits[1] + overlap / others];
            taken.push(at);
            best = best.max(best_of_all_matchings((reference, hypothesis), left, taken, credits));
            taken.pop();
        }
    }
    best
}

proptest! {
    #[test]
    fn partial_credit_is_that_of_the_best_of_all_matchings(reference in marks(1..7), hypothesis in marks(1..7)) {
        let sides = (reference.as_slice(), hypothesis.as_slice());
        let expected = best_of_all_matchings(sides, &hypothesis, &mut Vec::new(), [0.0; 2]);
        let study_texts = pairs(&[(reference.clone(), hypothesis.clone())]);
        let found = scored(&study_texts, 0, 1, OverlapConvention::PartialCredit).soft.f1;
        let found = found.value.expect("a value");
        prop_assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    #[test]
    fn the_sweep_finds_what_counting_positions_finds(examples in examples()) {
        let study_texts = pairs(&examples);
        let found = scored(&study_texts, 0, 1, OverlapConvention::MicroChar);
        for (scores, hard) in [(&found.hard, true), (&found.soft, false)] {
            let [shared, reference, hypothesis] = by_position(&examples, hard).map(f64::from);
            if reference > 0.0 {
                prop_assert_eq!(scores.recall.value, Ok(shared / reference));
            }
            if hypothesis > 0.0 {
                prop_assert_eq!(scores.precision.value, Ok(shared / hypothesis));
            }
            if reference + hypothesis > 0.0 {
                let f1 = scores.f1.value.expect("a value");
                prop_assert!((f1 - 2.0 * shared / (reference + hypothesis)).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn overlaps_are_those_of_all_pairs(examples in examples()) {
        let study_texts = pairs(&examples);
        let by = [
            OverlapConvention::PaperPrinted,
            OverlapConvention::BestMatchOwnLength,
            OverlapConvention::DaSanMartino2019,
        ];
        for convention in by {
            let found = scored(&study_texts, 0, 1, convention);
            for (scores, hard) in [(found.hard, true), (found.soft, false)] {
                if let Some(expected) = by_pairs(&examples, convention, hard) {
                    let precision = scores.precision.value.expect("a value");
                    prop_assert!((precision - expected).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn exchanging_the_annotators_exchanges_precision_and_recall(examples in examples()) {
        let study_texts = pairs(&examples);
        for convention in without_partial_credit() {
            let (one, other) = (scored(&study_texts, 0, 1, convention), scored(&study_texts, 1, 0, convention));
            for (one, other) in [(one.hard, other.hard), (one.soft, other.soft)] {
                prop_assert!(same(&one.precision, &other.recall));
                prop_assert!(same(&one.recall, &other.precision));
                prop_assert!(same(&one.f1, &other.f1));
            }
        }
    }

    #[test]
    fn the_same_spans_agree_fully(marks in vec(marks(0..7), 1..5)) {
        prop_assume!(marks.iter().any(|marks| !marks.is_empty()));
        let examples: Vec<_> = marks.iter().map(|marks| (marks.clone(), marks.clone())).collect();
        let study_texts = pairs(&examples);
        for convention in OverlapConvention::ALL {
            let scores = scored(&study_texts, 0, 1, convention);
            match convention {
                // A sum of several overlaps is at least the overlap of a span with itself.
                OverlapConvention::DaSanMartino2019 => {
                    prop_assert!(scores.hard.f1.value.expect("a value") >= 1.0 - 1e-12);
                }
                OverlapConvention::PerExampleMeanEmptyZero => {
                    let marked = marks.iter().filter(|marks| !marks.is_empty()).count();
                    #[expect(clippy::cast_precision_loss, reason = "a few")]
                    let share = marked as f64 / marks.len() as f64;
                    prop_assert_eq!(scores.hard.f1.value, Ok(share));
                }
                OverlapConvention::MicroChar
                | OverlapConvention::MicroCharSkipOneSided
                | OverlapConvention::PaperPrinted
                | OverlapConvention::BestMatchOwnLength
                | OverlapConvention::ExactMatch
                | OverlapConvention::PartialCredit
                | OverlapConvention::PerExampleMean => {
                    prop_assert_eq!(scores.hard.f1.value, Ok(1.0));
                    prop_assert_eq!(scores.delta.value, Ok(0.0));
                }
            }
        }
        let confusion = category_confusion(&ComparedTexts::of(&study_texts, 0, 1));
        prop_assert!(confusion.reference_only.is_empty() && confusion.hypothesis_only.is_empty());
        prop_assert_eq!(confusion.n(), marks.iter().map(Vec::len).sum::<usize>());
    }

    #[test]
    fn hard_is_never_above_soft(examples in examples()) {
        let study_texts = pairs(&examples);
        for convention in without_partial_credit() {
            let scores = scored(&study_texts, 0, 1, convention);
            if let Ok(delta) = scores.delta.value {
                prop_assert!(delta >= -1e-12, "{convention:?}: {delta}");
            }
        }
    }

    #[test]
    fn names_of_categories_make_no_difference(examples in examples()) {
        let renamed = |marks: &Vec<Mark>| -> Vec<Mark> {
            marks.iter().map(|(start, end, c)| (*start, *end, CATEGORIES - 1 - c)).collect()
        };
        let others: Vec<_> =
            examples.iter().map(|(a, b)| (renamed(a), renamed(b))).collect();
        let (study_texts, others) = (pairs(&examples), pairs(&others));
        for convention in OverlapConvention::ALL {
            let (a, b) = (scored(&study_texts, 0, 1, convention), scored(&others, 0, 1, convention));
            for (a, b) in all_of(&a).into_iter().zip(all_of(&b)) {
                prop_assert!(same(a, b));
            }
        }
        let (a, b) = (ComparedTexts::of(&study_texts, 0, 1), ComparedTexts::of(&others, 0, 1));
        for counting in [SpanCounting::PerText, SpanCounting::PerTextAndCategory] {
            let of = |examples: &ComparedTexts| count_correlation(examples, CATEGORIES, counting);
            prop_assert!(same(&of(&a), &of(&b)));
        }
    }

    #[test]
    fn every_span_is_aligned_once_or_left(examples in examples()) {
        let study_texts = pairs(&examples);
        let confusion = category_confusion(&ComparedTexts::of(&study_texts, 0, 1));
        let (reference, hypothesis): (Vec<_>, Vec<_>) = examples.into_iter().unzip();
        let all = |marks: &[Vec<Mark>]| marks.iter().map(Vec::len).sum::<usize>();
        let left = confusion.reference_only.values().sum::<usize>();
        prop_assert_eq!(confusion.n() + left, all(&reference));
        let left = confusion.hypothesis_only.values().sum::<usize>();
        prop_assert_eq!(confusion.n() + left, all(&hypothesis));
    }

    #[test]
    fn figures_are_in_their_bounds(examples in examples(), texts in texts()) {
        let study_texts = pairs(&examples);
        let examples = ComparedTexts::of(&study_texts, 0, 1);
        let marks = token_marks(&texts);
        let mut shares = vec![empty_score(&examples)];
        let mut sums = Vec::new();
        for convention in OverlapConvention::ALL {
            let summed = convention == OverlapConvention::DaSanMartino2019;
            let figures = if summed { &mut sums } else { &mut shares };
            let found = overlap(&examples, convention);
            // The last one, the difference, may be below 0 where matchings are chosen text by text.
            let bounded = if convention == OverlapConvention::PartialCredit { 6 } else { 7 };
            figures.extend(all_of(&found).into_iter().take(bounded).cloned());
        }
        let wanted = (0..CATEGORIES).map(Some).chain([None]);
        shares.extend(wanted.map(|category| two_agree(&marks, category, &Bootstrap::none())));
        let correlations = [SpanCounting::PerText, SpanCounting::PerTextAndCategory]
            .map(|counting| count_correlation(&examples, CATEGORIES, counting));
        let alphas =
            (0..CATEGORIES).map(|category| token_alpha(&marks, category, &Bootstrap::none()));
        let alphas: Vec<Figure> = alphas
            .flat_map(|alpha| [alpha.constant_as_one, alpha.constant_skipped, alpha.pooled])
            .collect();
        let bounds = [
            (&shares[..], 0.0, 1.0),
            (&sums[..], 0.0, f64::MAX),
            (&correlations[..], -1.0, 1.0),
            (&alphas[..], f64::MIN, 1.0),
        ];
        for (figures, least, most) in bounds {
            for figure in figures {
                let within = |value| least - 1e-12 <= value && value <= most + 1e-12;
                prop_assert!(figure.value.is_err() || figure.value.is_ok_and(within), "{figure:?}");
            }
        }
    }

    #[test]
    fn the_order_of_annotators_makes_no_difference(texts in texts(), rows in rows()) {
        let turned: Vec<_> =
            texts.iter().map(|marks| marks.iter().rev().cloned().collect()).collect();
        let (marks, turned) = (token_marks(&texts), token_marks(&turned));
        prop_assert_eq!(&marks, &turned);
        let turned: Vec<Vec<Option<usize>>> =
            rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        for metric in [AlphaMetric::Nominal, AlphaMetric::Ordinal] {
            let of = |rows: &[Vec<Option<usize>>]| krippendorff_alpha(rows, metric);
            prop_assert!(same(&of(&rows), &of(&turned)));
        }
        prop_assert!(same(&fleiss_kappa(&rows), &fleiss_kappa(&turned)));
        for weighting in [KappaWeighting::None, KappaWeighting::Linear, KappaWeighting::Quadratic] {
            let of = |first, second| cohen_kappa(&rows, first, second, weighting);
            prop_assert!(same(&of(0, 1), &of(1, 0)));
        }
    }

    #[test]
    fn coefficients_are_one_for_the_same_answers_and_finite(
        rows in rows(), answers in vec(0..4usize, 2..9)
    ) {
        let alike: Vec<Vec<Option<usize>>> = answers.iter().map(|value| vec![Some(*value); 3]).collect();
        let vary = answers.iter().any(|value| Some(value) != answers.first());
        let coefficients = |rows: &[Vec<Option<usize>>]| {
            let mut figures: Vec<Figure> = [AlphaMetric::Nominal, AlphaMetric::Ordinal]
                .map(|metric| krippendorff_alpha(rows, metric)).into();
            figures.push(fleiss_kappa(rows));
            figures.extend([KappaWeighting::None, KappaWeighting::Linear, KappaWeighting::Quadratic]
                .map(|weighting| cohen_kappa(rows, 0, 1, weighting)));
            figures
        };
        for figure in coefficients(&alike) {
            let expected = figure.value == Ok(1.0);
            prop_assert_eq!(expected, vary, "{:?}", figure);
        }
        for figure in coefficients(&rows) {
            let fits = |value: f64| value.is_finite() && value <= 1.0;
            prop_assert!(figure.value.is_err() || figure.value.is_ok_and(fits), "{figure:?}");
        }
    }

    // The coincidence matrix as Krippendorff writes it, with distances as he defines them.
    #[test]
    fn alpha_is_that_of_the_coincidence_matrix(rows in rows()) {
        let mut matrix = [[0.0f64; 4]; 4];
        for row in &rows {
            let values: Vec<usize> = row.iter().flatten().copied().collect();
            for (i, a) in values.iter().enumerate() {
                for (_, b) in values.iter().enumerate().filter(|(j, _)| *j != i) {
                    #[expect(clippy::cast_precision_loss, reason = "a few")]
                    let weight = 1.0 / (values.len() - 1) as f64;
                    matrix[*a][*b] += weight;
                }
            }
        }
        let totals = matrix.map(|row| row.iter().sum::<f64>());
        let all: f64 = totals.iter().sum();
        let between = |a: usize, b: usize| {
            let (a, b) = (a.min(b), a.max(b));
            totals[a..=b].iter().sum::<f64>() - (totals[a] + totals[b]) / 2.0
        };
        for metric in [AlphaMetric::Nominal, AlphaMetric::Ordinal] {
            let distance = |a: usize, b: usize| match metric {
                AlphaMetric::Nominal => f64::from(u8::from(a != b)),
                AlphaMetric::Ordinal => between(a, b).powi(2),
            };
            let (mut observed, mut expected) = (0.0, 0.0);
            for a in 0..4 {
                for b in 0..4 {
                    observed += matrix[a][b] * distance(a, b);
                    expected += totals[a] * totals[b] * distance(a, b) / (all - 1.0);
                }
            }
            let alpha = krippendorff_alpha(&rows, metric).value;
            if expected > 0.0 {
                let alpha = alpha.expect("a value");
                prop_assert!((alpha - (1.0 - observed / expected)).abs() < 1e-9);
            } else {
                prop_assert!(alpha.is_err());
            }
        }
    }
}
