//! Edge cases of the measures of pairs and of the counts.

use spanwise_agreement::measure::{
    Bootstrap, CategoryMatching, ComparedTexts, Figure, OverlapConvention, SpanCounting,
    category_confusion, count_correlation, counts, empty_score, overlap,
};

use crate::sample::{Mark, edit, pairs, study, study_text};

/// Precision, recall and F1 in per cent, hard; `None` if undefined.
fn hard(examples: &[(Vec<Mark>, Vec<Mark>)], convention: OverlapConvention) -> [Option<i32>; 3] {
    let study_texts = pairs(examples);
    let scores = overlap(&ComparedTexts::of(&study_texts, 0, 1), convention).hard;
    #[expect(clippy::cast_possible_truncation, reason = "scores are small")]
    let per_cent = |value: f64| (value * 100.0).round() as i32;
    [scores.precision, scores.recall, scores.f1].map(|figure| figure.value.ok().map(per_cent))
}

#[test]
fn names_are_unique_and_lead_back() {
    for convention in OverlapConvention::ALL {
        assert_eq!(OverlapConvention::named(convention.name()), Some(convention));
        let sentence = |matching| convention.sentence(matching);
        assert_ne!(sentence(CategoryMatching::Hard), sentence(CategoryMatching::Soft));
    }
    assert_eq!(OverlapConvention::named("micro"), None);
    assert_eq!(OverlapConvention::default().name(), "micro_char");
}

#[test]
fn rules_for_what_is_empty() {
    let span = || vec![(0, 10, 0)];
    let none = Vec::new;
    let neither = [(none(), none())];
    let hypothesis_empty = [(span(), none())];
    let reference_empty = [(none(), span())];
    for convention in OverlapConvention::ALL {
        let (undefined, one_empty, zero) = ([None; 3], Some(0), [Some(0); 3]);
        let expected = match convention {
            OverlapConvention::MicroCharSkipOneSided => [undefined; 3],
            OverlapConvention::DaSanMartino2019 | OverlapConvention::PerExampleMeanEmptyZero => {
                [zero; 3]
            }
            OverlapConvention::PerExampleMean => [[Some(100); 3], zero, zero],
            OverlapConvention::MicroChar
            | OverlapConvention::PaperPrinted
            | OverlapConvention::BestMatchOwnLength
            | OverlapConvention::ExactMatch
            | OverlapConvention::PartialCredit => {
                [undefined, [None, one_empty, one_empty], [one_empty, None, one_empty]]
            }
        };
        let found = [&neither, &hypothesis_empty, &reference_empty];
        assert_eq!(found.map(|case| hard(case, convention)), expected, "{convention:?}");
        assert_eq!(hard(&[], convention), undefined, "{convention:?}");
    }
}

#[test]
fn one_sided_texts_count_unless_they_are_skipped() {
    let examples = [(vec![(0, 10, 0)], vec![(0, 10, 0)]), (vec![], vec![(0, 10, 0)])];
    let cases = [
        (OverlapConvention::MicroChar, [50, 100, 67]),
        (OverlapConvention::MicroCharSkipOneSided, [100, 100, 100]),
        (OverlapConvention::PaperPrinted, [50, 100, 67]),
        (OverlapConvention::BestMatchOwnLength, [50, 100, 67]),
        (OverlapConvention::DaSanMartino2019, [50, 100, 67]),
        (OverlapConvention::ExactMatch, [50, 100, 67]),
        (OverlapConvention::PartialCredit, [50, 100, 67]),
        (OverlapConvention::PerExampleMean, [50, 50, 50]),
        (OverlapConvention::PerExampleMeanEmptyZero, [50, 50, 50]),
    ];
    for (convention, expected) in cases {
        assert_eq!(hard(&examples, convention), expected.map(Some), "{convention:?}");
    }
    let study_texts = pairs(&examples);
    let scores =
        overlap(&ComparedTexts::of(&study_texts, 0, 1), OverlapConvention::MicroCharSkipOneSided);
    assert_eq!((scores.hard.f1.n, scores.hard.f1.skipped[0].n), (1, 1));
}

#[test]
fn conventions_differ_where_spans_do() {
    // A long span of the hypothesis over two short ones of the reference, one of them twice.
    let reference = vec![(0, 5, 0), (10, 15, 0), (10, 15, 0)];
    let examples = [(reference, vec![(0, 20, 0)])];
    let cases = [
        // Each position counts once, as the hypothesis has it once.
        (OverlapConvention::MicroChar, [50, 67, 57]),
        (OverlapConvention::PaperPrinted, [100, 25, 40]),
        (OverlapConvention::BestMatchOwnLength, [25, 100, 40]),
        (OverlapConvention::DaSanMartino2019, [75, 100, 86]),
        (OverlapConvention::ExactMatch, [0, 0, 0]),
        // The long span is matched with one of them only.
        (OverlapConvention::PartialCredit, [25, 33, 29]),
    ];
    for (convention, expected) in cases {
        assert_eq!(hard(&examples, convention), expected.map(Some), "{convention:?}");
    }
}

/// Worked out by hand, and the same by span-mt-metrics-eval's definition.
#[test]
fn partial_credit_takes_the_matching_with_the_greatest_f1() {
    let of = |reference: &[Mark], hypothesis: &[Mark]| {
        let study_texts = pairs(&[(reference.to_vec(), hypothesis.to_vec())]);
        let examples = ComparedTexts::of(&study_texts, 0, 1);
        let scores = overlap(&examples, OverlapConvention::PartialCredit).soft;
        [scores.precision, scores.recall, scores.f1].map(|figure| figure.value.expect("a value"))
    };
    let near = |found: [f64; 3], expected: [f64; 3]| {
        let apart = found.into_iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(apart, "{found:?} is not {expected:?}");
    };
    // Half of a span of 10 by a span of 5.
    near(of(&[(0, 10, 0)], &[(0, 5, 0)]), [1.0, 0.5, 2.0 / 3.0]);
    // The first span overlaps both: the second one needs one of them, and the other remains.
    near(
        of(&[(0, 4, 0), (4, 10, 0)], &[(0, 10, 0), (4, 8, 0)]),
        [0.7, 5.0 / 6.0, 0.760_869_565_217_391_3],
    );
    // A match with less in common is better if it leaves the other one free.
    near(
        of(&[(0, 10, 0), (10, 12, 0)], &[(0, 12, 0), (0, 10, 0)]),
        [(2.0 / 12.0 + 1.0) / 2.0, 1.0, 0.736_842_105_263_157_9],
    );
    // Many spans over each other take no time that grows with the number of matchings.
    let many: Vec<Mark> = (0..60).map(|at| (at, at + 30, 0)).collect();
    near(of(&many, &many), [1.0; 3]);
}

/// F1 of the best matching does not depend on which annotator is the reference: what is found is the best one where spans lie
/// five deep, too.
#[test]
fn partial_credit_of_deep_overlaps_is_the_same_whoever_is_the_reference() {
    let side = |seed: u32| -> Vec<Mark> {
        let mut state = seed;
        let mut next = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) % most
        };
        let mark = |_| {
            let start = next(180);
            (start, start + 1 + next(59), 0)
        };
        (0..30).map(mark).collect()
    };
    let f1 = |reference: &[Mark], hypothesis: &[Mark]| {
        let study_texts = pairs(&[(reference.to_vec(), hypothesis.to_vec())]);
        let examples = ComparedTexts::of(&study_texts, 0, 1);
        overlap(&examples, OverlapConvention::PartialCredit).soft.f1.value.expect("a value")
    };
    for seed in 0..20 {
        let (one, other) = (side(2 * seed), side(2 * seed + 1));
        let [first, second] = [f1(&one, &other), f1(&other, &one)];
        assert!((first - second).abs() < 1e-9, "{seed}: {first} is not {second}");
    }
}

#[test]
fn the_same_span_twice_has_to_be_found_twice() {
    let twice = vec![(0, 5, 0), (0, 5, 0), (7, 9, 1)];
    let once = vec![(0, 5, 0), (7, 9, 0)];
    let examples = [(twice, once)];
    assert_eq!(hard(&examples, OverlapConvention::ExactMatch), [Some(50), Some(33), Some(40)]);
    let study_texts = pairs(&examples);
    let scores = overlap(&ComparedTexts::of(&study_texts, 0, 1), OverlapConvention::ExactMatch);
    assert_eq!((scores.soft.precision.value, scores.soft.f1.value), (Ok(1.0), Ok(0.8)));
    assert!((scores.delta.value.expect("a value") - 0.4).abs() < 1e-12);
}

#[test]
fn an_insertion_point_is_a_character_of_its_own() {
    let point = |at| (at, at, 0);
    let cases = [
        // Reference, hypothesis; precision, recall and F1 in per cent.
        (vec![point(5)], vec![point(5)], [100, 100, 100]),
        (vec![point(5)], vec![point(6)], [0, 0, 0]),
        (vec![point(5)], vec![(5, 6, 0)], [0, 0, 0]),
        (vec![point(5)], vec![(0, 10, 0)], [0, 0, 0]),
        (vec![point(5)], vec![(5, 5, 1)], [0, 0, 0]),
        (vec![point(5), (0, 9, 0)], vec![point(5)], [100, 10, 18]),
        (vec![point(5), point(5)], vec![point(5)], [100, 50, 67]),
    ];
    for (reference, hypothesis, expected) in cases {
        let examples = [(reference, hypothesis)];
        let found = hard(&examples, OverlapConvention::MicroChar);
        assert_eq!(found, expected.map(Some), "{examples:?}");
    }
    let examples = [(vec![point(5), (0, 9, 0)], vec![point(5), (12, 14, 0)])];
    for convention in OverlapConvention::ALL {
        let [precision, recall, _] = hard(&examples, convention);
        assert!(precision > Some(0) && recall > Some(0), "{convention:?}");
    }
    let study_texts = pairs(&examples);
    let confusion = category_confusion(&ComparedTexts::of(&study_texts, 0, 1));
    assert_eq!((confusion.count(0, 0), confusion.n()), (1, 1));
    let study_texts = pairs(&[(vec![point(5), point(7)], vec![])]);
    assert_eq!(empty_score(&ComparedTexts::of(&study_texts, 0, 1)).value, Ok(1.0 / 3.0));
}

#[test]
fn insertion_points_with_white_space_between_them_are_at_the_same_place() {
    // Texts are `abcdefghi abcdefghi …`.
    let edits = |at| Some(vec![edit(0, &[(at, at)], &[])]);
    let f1_of = |a, b| {
        let study_texts = study(&["x"], vec![vec![edits(a), edits(b)]]).study_texts();
        overlap(&ComparedTexts::of(&study_texts, 0, 1), OverlapConvention::MicroChar).hard.f1.value
    };
    assert_eq!((f1_of(9, 10), f1_of(39, 40)), (Ok(1.0), Ok(1.0)));
    assert_eq!((f1_of(8, 9), f1_of(10, 11)), (Ok(0.0), Ok(0.0)));
}

#[test]
fn texts_that_one_annotator_lacks_are_left_out() {
    let both = || Some(vec![(0, 5, 0)]);
    let study_texts = [study_text("", &[both(), both()]), study_text("", &[both(), None])];
    let examples = ComparedTexts::of(&study_texts, 0, 1);
    let scores = overlap(&examples, OverlapConvention::MicroChar);
    assert_eq!((scores.hard.f1.value, scores.hard.f1.n), (Ok(1.0), 1));
    assert_eq!(scores.delta.value, Ok(0.0));
    for figure in [&scores.soft.recall, &scores.delta, &empty_score(&examples)] {
        assert!(
            figure.skipped.iter().any(|skipped| skipped.n == 1 && skipped.why.contains("both"))
        );
    }
    assert_eq!(ComparedTexts::of(&study_texts, 0, 7).list.len(), 0);
}

#[test]
fn a_correlation_takes_variation() {
    let marked = |n: u32| (0..n).map(|at| (at, at + 1, 0)).collect::<Vec<Mark>>();
    let of = |numbers: &[(u32, u32)]| {
        let examples: Vec<_> = numbers.iter().map(|(a, b)| (marked(*a), marked(*b))).collect();
        let study_texts = pairs(&examples);
        count_correlation(&ComparedTexts::of(&study_texts, 0, 1), 1, SpanCounting::PerText).value
    };
    for constant in [&[][..], &[(1, 1)], &[(2, 1), (2, 3)], &[(0, 0), (0, 0)]] {
        assert!(of(constant).is_err(), "{constant:?}");
    }
    assert_ne!(of(&[(1, 1)]), of(&[(2, 1), (2, 3)]), "each has a reason of its own");
    assert_eq!(of(&[(1, 2), (2, 4), (3, 6)]), Ok(1.0));
    assert_eq!(of(&[(0, 3), (3, 0)]), Ok(-1.0));
    // Texts that neither marked count as zeros, not as missing.
    assert_eq!(of(&[(2, 2), (0, 0)]), Ok(1.0));
}

#[test]
fn spans_without_a_counterpart_are_counted_apart() {
    let reference = vec![(0, 10, 0), (2, 4, 1), (30, 32, 2)];
    // The first takes the one that it overlaps most; the second the one left; the third finds none left.
    let hypothesis = vec![(0, 8, 1), (2, 4, 1), (3, 4, 0), (20, 22, 2)];
    let study_texts = pairs(&[(reference, hypothesis)]);
    let confusion = category_confusion(&ComparedTexts::of(&study_texts, 0, 1));
    let cells: Vec<_> = confusion.aligned.into_iter().collect();
    assert_eq!(cells, [((0, 1), 1), ((1, 1), 1)]);
    assert_eq!(confusion.reference_only.into_iter().collect::<Vec<_>>(), [(2, 1)]);
    assert_eq!(confusion.hypothesis_only.into_iter().collect::<Vec<_>>(), [(0, 1), (2, 1)]);
}

#[test]
fn of_equal_overlaps_the_first_in_the_text_is_taken() {
    let study_texts = pairs(&[(vec![(0, 3, 0), (3, 6, 1)], vec![(1, 5, 2)])]);
    let confusion = category_confusion(&ComparedTexts::of(&study_texts, 0, 1));
    assert_eq!((confusion.count(0, 2), confusion.n()), (1, 1));
}

#[test]
fn a_single_annotator_can_be_counted() {
    let first = vec![edit(0, &[(0, 4), (6, 8)], &[]), edit(1, &[(5, 5)], &[]), edit(1, &[], &[])];
    let study = study(
        &["a", "b"],
        vec![vec![Some(first)], vec![None], vec![Some(vec![])], vec![Some(vec![])]],
    );
    let counts = counts(&study, &Bootstrap::none());
    let [counts] = &counts[..] else { panic!("one annotator") };
    assert_eq!(counts.items, 3);
    let all = &counts.all;
    let n = |figure: &Figure| figure.value.unwrap();
    assert_eq!([n(&all.edits), n(&all.spans), n(&all.points)], [3.0, 2.0, 1.0]);
    assert_eq!((&all.per_item.value, all.per_item.n), (&Ok(1.0), 3));
    assert_eq!(all.per_item.skipped[0].n, 1);
    assert_eq!(all.without.value, Ok(2.0 / 3.0));
    assert_eq!((&all.length.value, all.length.n, all.length.skipped[0].n), (&Ok(3.0), 2, 1));
    let [a, b] = &counts.by_category[..] else { panic!("two categories") };
    assert_eq!(
        [&a.edits, &a.spans, &b.edits, &b.spans, &b.points].map(n),
        [1.0, 2.0, 2.0, 0.0, 1.0]
    );
    assert!(b.length.value.is_err());
    assert_eq!(b.without.value, Ok(2.0 / 3.0));
}
