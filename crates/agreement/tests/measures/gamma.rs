//! γ compared with pygamma-agreement 0.5.9, and properties that hold of any data.

use std::cell::Cell;
use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::Deserialize;
use spanwise_agreement::measure::gamma::{
    AlignmentKind, ChanceCorrected, DissimilarityWeights, GammaOptions, Sampler, TextGamma, gamma,
    gamma_of_text, gamma_over_texts, summarize_gamma,
};
use spanwise_agreement::measure::{Bootstrap, CodePointRange, MarkedSpan, StudyText, Tokenization};
use spanwise_annotation::document::TextName;
use spanwise_text::Text;

#[derive(Deserialize)]
struct Case {
    id: u64,
    annotators: BTreeMap<String, Vec<(u32, u32, String)>>,
    a1_b1: Published,
    a3_b1: Published,
}

#[derive(Deserialize)]
struct Published {
    observed_disorder: f64,
    soft_observed_disorder: f64,
    expected_disorder_mc: Option<f64>,
    expected_se: Option<f64>,
    gamma_mc: Option<f64>,
    gamma_cat_mc: Option<f64>,
}

fn cases() -> Vec<Case> {
    let lines = include_str!("fixtures/gamma_synthetic.jsonl").lines();
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn units(case: &Case) -> Vec<Vec<MarkedSpan>> {
    let unit = |(start, end, category): &(u32, u32, String)| MarkedSpan {
        range: CodePointRange { start: *start, end: *end },
        category: usize::from(category.as_bytes()[0] - b'A'),
    };
    case.annotators.values().map(|own| own.iter().map(unit).collect()).collect()
}

fn of(units: &[Vec<MarkedSpan>], text: u64, options: &GammaOptions) -> TextGamma {
    let units: Vec<&[MarkedSpan]> = units.iter().map(Vec::as_slice).collect();
    gamma(&units, text, options).unwrap()
}

fn few() -> GammaOptions {
    GammaOptions { samples: 2, ..GammaOptions::default() }
}

#[test]
fn the_observed_disorder_is_that_of_pygamma_agreement() {
    for case in cases() {
        for (alpha, published) in [(1.0, &case.a1_b1), (3.0, &case.a3_b1)] {
            let weights = DissimilarityWeights::new(alpha, 1.0, 1.0).unwrap();
            for (alignment, expected) in [
                (AlignmentKind::Hard, published.observed_disorder),
                (AlignmentKind::Soft, published.soft_observed_disorder),
            ] {
                let options = GammaOptions { weights, alignment, ..few() };
                let outcome = of(&units(&case), case.id, &options);
                let observed = outcome.gamma.observed;
                let place = format!("text {}, alpha {alpha}, {alignment:?}", case.id);
                assert!((observed - expected).abs() < 1e-5, "{place}: {observed} for {expected}");
                assert!(outcome.exact, "{place}");
            }
        }
    }
}

#[test]
fn what_chance_would_do_is_what_it_does_in_pygamma_agreement() {
    let mut compared = 0;
    for case in cases() {
        let published = &case.a1_b1;
        let (Some(expected), Some(error), Some(value), Some(categorical)) = (
            published.expected_disorder_mc,
            published.expected_se,
            published.gamma_mc,
            published.gamma_cat_mc,
        ) else {
            continue;
        };
        compared += 1;
        let options = GammaOptions { samples: 400, ..GammaOptions::default() };
        let outcome = of(&units(&case), case.id, &options);
        let near = |found: f64, published: f64, ours: f64, theirs: f64, what: &str| {
            // Published numbers have four digits.
            let allowed = 4.0 * ours.hypot(theirs) + 1e-4;
            let off = (found - published).abs();
            assert!(off < allowed, "text {}: {what} {found} for {published}", case.id);
        };
        let found = &outcome.gamma;
        near(found.expected, expected, found.standard_error, error, "expected disorder");
        let theirs = found.observed / expected / expected * error;
        near(found.value.unwrap(), value, found.sampling_error(), theirs, "gamma");
        // Their 120 samples are assumed to vary as our 400 do.
        let cat = &outcome.categorical;
        let theirs = cat.sampling_error() * (400.0_f64 / 120.0).sqrt();
        near(cat.value.unwrap(), categorical, cat.sampling_error(), theirs, "gamma-cat");
    }
    assert_eq!(compared, 10);
}

#[test]
fn what_two_marked_alike_agrees() {
    let own = units(&cases()[3])[0].clone();
    for sampler in [Sampler::Statistical, Sampler::Shuffle] {
        for alignment in [AlignmentKind::Hard, AlignmentKind::Soft] {
            for annotators in 2..5 {
                let all = vec![own.clone(); annotators];
                let outcome = of(&all, 0, &GammaOptions { sampler, alignment, ..few() });
                assert_eq!(outcome.gamma.value, Ok(1.0));
                assert_eq!(outcome.gamma.observed, 0.0);
                assert_eq!(outcome.categorical.value, Ok(1.0));
                assert_eq!(outcome.unitary, own.len());
            }
        }
    }
}

#[test]
fn a_worked_example() {
    let unit = |start, end, category| MarkedSpan { range: CodePointRange { start, end }, category };
    let (a, b) = (vec![unit(4, 14, 0), unit(20, 30, 0)], vec![unit(14, 24, 0), unit(20, 25, 1)]);
    // (4, 14) with (14, 24) costs 1; (20, 30) with (20, 25) costs 1/9 for the place and 1 for the category.
    let outcome = of(&[a.clone(), b], 0, &few());
    assert!((outcome.gamma.observed - (1.0 + 1.0 / 9.0 + 1.0) / 2.0).abs() < 1e-12);
    assert_eq!(outcome.unitary, 2);
    // The first pair is too far apart to count for categories; of the second, all of 8/9 is disorder.
    assert!((outcome.categorical.observed - 1.0).abs() < 1e-12);
    // Three annotators, one without units. (4, 14) twice and nothing costs two thirds.
    let outcome = of(&[a.clone(), a, Vec::new()], 0, &few());
    assert!((outcome.gamma.observed - (2.0 * 2.0 / 3.0) / (4.0 / 3.0)).abs() < 1e-12);
    // Each unit of two is paired with another of the same category, near (1), and twice with nothing (2).
    assert!((outcome.categorical.observed - 2.0 / 3.0).abs() < 1e-12);
}

#[test]
fn what_was_marked_twice_counts_once() {
    let case = &cases()[4];
    let once = units(case);
    let twice: Vec<Vec<MarkedSpan>> = once.iter().map(|own| own.repeat(2)).collect();
    assert_eq!(of(&once, 0, &few()), of(&twice, 0, &few()));
}

#[test]
fn an_insertion_point_is_as_long_as_a_character() {
    let unit = |start, end| MarkedSpan { range: CodePointRange { start, end }, category: 0 };
    // The spans of two annotators, and their disorder: ((|Δstart| + |Δend|) / (sum of the lengths))² of one unit each.
    let cases = [
        (unit(7, 7), unit(7, 7), 0.0),
        (unit(7, 7), unit(7, 8), 0.25),
        (unit(0, 0), unit(0, 1), 0.25),
        (unit(7, 7), unit(8, 8), 1.0),
        (unit(7, 7), unit(2, 12), (9.0_f64 / 11.0).powi(2)),
    ];
    for (a, b, expected) in cases {
        for sampler in [Sampler::Statistical, Sampler::Shuffle] {
            let options = GammaOptions { sampler, ..few() };
            let observed = of(&[vec![a], vec![b]], 0, &options).gamma.observed;
            assert!((observed - expected).abs() < 1e-12, "{a:?} {b:?}: {observed}");
        }
    }
}

#[test]
fn a_precision_takes_as_many_samples_as_it_needs() {
    let units = units(&cases()[4]);
    let options = GammaOptions { precision: Some(0.02), ..GammaOptions::default() };
    let outcome = of(&units, 0, &options);
    assert!(outcome.samples > 30, "{}", outcome.samples);
    let error = outcome.gamma.standard_error / outcome.gamma.expected;
    assert!(1.96 * error < 0.03, "{error}");
    let rough = of(&units, 0, &GammaOptions { precision: Some(0.5), ..options });
    assert_eq!(rough.samples, 30);
}

/// Both samplers expect about the same disorder, so a mistake in one would show.
#[test]
fn chance_by_shuffling_is_not_far_from_chance_by_statistics() {
    for case in cases().iter().take(10).filter(|case| units(case)[0].len() > 3) {
        let options = GammaOptions { samples: 200, ..GammaOptions::default() };
        let statistical = of(&units(case), 0, &options).gamma.expected;
        let shuffled = of(&units(case), 0, &GammaOptions { sampler: Sampler::Shuffle, ..options })
            .gamma
            .expected;
        assert!((shuffled / statistical - 1.0).abs() < 0.35, "{statistical} {shuffled}");
    }
}

fn study_text(item: usize, units: Vec<Option<Vec<MarkedSpan>>>) -> StudyText {
    StudyText {
        item,
        position: 1,
        name: TextName::TARGET,
        text: Text::new("x".repeat(80)),
        length: 80,
        units: units.into(),
        tokenization: Tokenization::Space,
    }
}

#[test]
fn a_study_says_what_it_rests_on() {
    let unit = |start, end| MarkedSpan { range: CodePointRange { start, end }, category: 2 };
    let (a, b) = (vec![unit(4, 14)], vec![unit(5, 14), unit(30, 33)]);
    let study_texts = [
        study_text(0, vec![Some(a.clone()), Some(b.clone())]),
        study_text(1, vec![Some(a.clone()), Some(Vec::new())]),
        study_text(2, vec![Some(Vec::new()), Some(Vec::new())]),
        study_text(3, vec![Some(a.clone()), None]),
        study_text(4, vec![Some(a.clone()), Some(a.clone())]),
    ];
    let options = GammaOptions::default();
    let mut heard = Vec::new();
    let gamma = gamma_over_texts(&study_texts, &options, &Bootstrap::none(), &mut |done, all| {
        heard.push((done, all))
    });
    assert_eq!(heard, (1..=5).map(|done| (done, 5)).collect::<Vec<_>>());
    assert_eq!((gamma.figure.n, gamma.inexact, gamma.samples), (2, 0, Some((30, 30))));
    let skipped: Vec<_> =
        gamma.figure.skipped.iter().map(|skipped| (skipped.n, skipped.why)).collect();
    assert_eq!(
        skipped,
        [
            (1, "an annotator marked nothing"),
            (1, "fewer than two annotators have the text"),
            (1, "nobody marked anything"),
        ]
    );
    let first = gamma_of_text(&study_texts[0], &options, &|| {}).unwrap().gamma.value.unwrap();
    assert!((gamma.figure.value.unwrap() - f64::midpoint(first, 1.0)).abs() < 1e-12);
    assert_eq!(gamma.by_category.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [2]);
    assert_eq!(gamma.range, Some((gamma.figure.value.unwrap(), gamma.figure.value.unwrap())));

    // Other annotators have no influence on the figure of two.
    let third = study_text(0, vec![Some(a), Some(vec![unit(50, 60)]), Some(b)]);
    let (two, three) = (
        gamma_of_text(&third.only(&[0, 2]), &options, &|| {}),
        gamma_of_text(&third, &options, &|| {}),
    );
    assert_eq!(two, gamma_of_text(&study_texts[0], &options, &|| {}));
    assert_ne!(two, three);

    // On threads, or in another order, each text has the same samples.
    let threads = std::thread::scope(|scope| {
        let work: Vec<_> = study_texts
            .iter()
            .map(|study_text| scope.spawn(|| gamma_of_text(study_text, &options, &|| {})))
            .collect();
        work.into_iter().rev().map(|text| text.join().unwrap()).collect::<Vec<_>>()
    });
    let threads: Vec<_> = threads.into_iter().rev().collect();
    let items: Vec<usize> = study_texts.iter().map(|study_text| study_text.item).collect();
    assert_eq!(summarize_gamma(&items, &threads, &options, &Bootstrap::none()), gamma);
}

#[test]
fn a_text_can_be_left_before_each_alignment() {
    let unit = |start, end| MarkedSpan { range: CodePointRange { start, end }, category: 0 };
    let text = study_text(0, vec![Some(vec![unit(4, 14)]), Some(vec![unit(5, 14)])]);
    let options = GammaOptions { samples: 7, ..GammaOptions::default() };
    let alignments = Cell::new(0);
    let counted = gamma_of_text(&text, &options, &|| alignments.set(alignments.get() + 1));
    assert_eq!(counted, gamma_of_text(&text, &options, &|| {}));
    // Those of the annotators: the best, and two among equally good ones.
    assert_eq!(alignments.get(), 3 + 7);
}

#[test]
fn a_study_without_a_text_to_compare_has_no_figure() {
    let gamma = gamma_over_texts(&[], &GammaOptions::default(), &Bootstrap::none(), &mut |_, _| {});
    assert!(gamma.figure.value.is_err() && gamma.categorical.value.is_err());
    assert_eq!((gamma.range, gamma.samples, gamma.sampling_error), (None, None, 0.0));
}

fn annotators() -> impl Strategy<Value = Vec<Vec<MarkedSpan>>> {
    let unit = (0u32..300, 1u32..40, 0usize..4).prop_map(|(start, length, category)| MarkedSpan {
        range: CodePointRange { start, end: start + length },
        category,
    });
    let own = proptest::collection::vec(unit, 0..7);
    let all = proptest::collection::vec(own, 2..5);
    all.prop_filter("somebody marks something", |all| all.iter().any(|own| !own.is_empty()))
}

fn options() -> impl Strategy<Value = GammaOptions> {
    let sampler = prop_oneof![Just(Sampler::Statistical), Just(Sampler::Shuffle)];
    let weights = prop_oneof![
        Just(DissimilarityWeights::default()),
        Just(DissimilarityWeights::new(3.0, 1.0, 0.1).unwrap()),
        Just(DissimilarityWeights::new(0.0, 0.0, 1.0).unwrap()),
    ];
    (
        sampler,
        weights,
        prop::sample::select(&[AlignmentKind::Hard, AlignmentKind::Soft][..]),
        any::<u64>(),
    )
        .prop_map(|(sampler, weights, alignment, seed)| GammaOptions {
            sampler,
            weights,
            alignment,
            seed,
            samples: 3,
            ..GammaOptions::default()
        })
}

fn same(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn is_sound(agreement: &ChanceCorrected) -> bool {
    let numbers = [agreement.observed, agreement.expected, agreement.standard_error];
    numbers.iter().all(|number| number.is_finite() && *number >= 0.0)
        && agreement.value.map_or(true, |value| value.is_finite() && value <= 1.0)
        && agreement.sampling_error().is_finite()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn every_number_is_one(units in annotators(), options in options()) {
        let outcome = of(&units, 0, &options);
        prop_assert!(is_sound(&outcome.gamma), "{:?}", outcome);
        prop_assert!(is_sound(&outcome.categorical), "{:?}", outcome);
        prop_assert!(outcome.by_category.iter().all(|(_, k)| is_sound(k)), "{:?}", outcome);
        prop_assert!(outcome.exact);
        prop_assert_eq!(&outcome, &of(&units, 0, &options));
    }

    #[test]
    fn who_is_first_makes_no_difference(units in annotators(), options in options()) {
        let mut turned = units.clone();
        turned.reverse();
        let (a, b) = (of(&units, 0, &options).gamma, of(&turned, 0, &options).gamma);
        prop_assert!(same(a.observed, b.observed), "{:?} {:?}", a, b);
        prop_assert!(same(a.expected, b.expected), "{:?} {:?}", a, b);
    }

    #[test]
    fn what_categories_are_called_makes_no_difference(
        units in annotators(), options in options()
    ) {
        // If two categories were marked in just the same places, chance may exchange them.
        let mut places: BTreeMap<usize, Vec<CodePointRange>> = BTreeMap::new();
        for unit in units.iter().flatten() {
            places.entry(unit.category).or_default().push(unit.range);
        }
        places.values_mut().for_each(|ranges| ranges.sort_unstable());
        let distinct: std::collections::BTreeSet<_> = places.values().collect();
        prop_assume!(distinct.len() == places.len());
        let names = [7, 1, 0, 5];
        let mut renamed = units.clone();
        for unit in renamed.iter_mut().flatten() {
            unit.category = names[unit.category];
        }
        let (a, b) = (of(&units, 0, &options), of(&renamed, 0, &options));
        prop_assert!(same(a.gamma.observed, b.gamma.observed), "{:?} {:?}", a, b);
        prop_assert!(same(a.gamma.expected, b.gamma.expected), "{:?} {:?}", a, b);
        let categories = |outcome: &TextGamma| -> Vec<usize> {
            outcome.by_category.iter().map(|(category, _)| *category).collect()
        };
        let mut expected: Vec<usize> = categories(&a).iter().map(|at| names[*at]).collect();
        expected.sort_unstable();
        prop_assert_eq!(categories(&b), expected);
    }

    #[test]
    fn aligning_more_than_once_costs_no_more(units in annotators()) {
        let observed = |alignment| of(&units, 0, &GammaOptions { alignment, ..few() }).gamma.observed;
        prop_assert!(observed(AlignmentKind::Soft) <= observed(AlignmentKind::Hard) + 1e-9);
    }
}
