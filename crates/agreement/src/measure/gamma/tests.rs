//! Comparison of the solvers with exhaustive search.

use proptest::prelude::*;

use super::aligner::UnitAligner;
use super::alignment::{AlignmentKind, Disorder, UnitAlignment};
use super::alignment_search::AlignmentSearch;
use super::continuum::Continuum;
use super::dissimilarity::DissimilarityWeights;
use super::{GammaOptions, bounds, gamma};
use crate::measure::{CodePointRange, MarkedSpan};

fn unit((start, length, category): (u32, u32, usize)) -> MarkedSpan {
    MarkedSpan { range: CodePointRange { start, end: start + length }, category }
}

/// Up to four annotators with up to nine units in all.
fn continua() -> impl Strategy<Value = Vec<Vec<MarkedSpan>>> {
    let units =
        |most| proptest::collection::vec((0u32..40, 1u32..15, 0usize..3).prop_map(unit), 0..=most);
    prop_oneof![
        proptest::collection::vec(units(4), 2),
        proptest::collection::vec(units(3), 3),
        proptest::collection::vec(units(2), 4),
    ]
}

fn weights() -> impl Strategy<Value = DissimilarityWeights> {
    prop_oneof![
        Just(DissimilarityWeights::default()),
        Just(DissimilarityWeights::new(3.0, 1.0, 1.0).unwrap()),
        Just(DissimilarityWeights::new(0.0, 2.0, 0.5).unwrap()),
        Just(DissimilarityWeights::new(0.5, 0.0, 2.0).unwrap()),
    ]
}

fn continuum(units: &[Vec<MarkedSpan>]) -> Continuum {
    let units: Vec<&[MarkedSpan]> = units.iter().map(Vec::as_slice).collect();
    Continuum::of(&units).0
}

/// Every set of units, at most one of each annotator, as bits, with its cost.
fn all_unitary(continuum: &Continuum, weights: DissimilarityWeights) -> Vec<(usize, f64)> {
    let annotators = continuum.annotators();
    let pairs = (annotators * (annotators - 1) / 2) as f64;
    let owners = continuum.owners();
    let count = owners.len();
    let mut all = Vec::new();
    for set in 1_usize..1 << count {
        let members: Vec<usize> = (0..count).filter(|unit| set >> unit & 1 == 1).collect();
        if members.windows(2).any(|pair| owners[pair[0]] == owners[pair[1]]) {
            continue;
        }
        let mut sum = 0.0;
        for a in 0..annotators {
            for b in a + 1..annotators {
                let of = |owner| members.iter().find(|unit| owners[**unit] == owner);
                sum += match (of(a), of(b)) {
                    (Some(a), Some(b)) => {
                        weights.combined(&continuum.segments()[*a], &continuum.segments()[*b])
                    }
                    _ => weights.empty(),
                };
            }
        }
        all.push((set, sum / pairs));
    }
    all
}

/// The least cost of holding every unit, exactly once or at least once, by exhaustive search.
fn by_trying(continuum: &Continuum, weights: DissimilarityWeights, kind: AlignmentKind) -> f64 {
    let unitary = all_unitary(continuum, weights);
    let full = (1_usize << continuum.segments().len()) - 1;
    let mut least = vec![f64::INFINITY; full + 1];
    least[0] = 0.0;
    for held in 0..full {
        for (set, cost) in &unitary {
            if kind == AlignmentKind::Soft || held & set == 0 {
                let all = held | set;
                least[all] = least[all].min(least[held] + cost);
            }
        }
    }
    least[full]
}

/// The cost of an alignment, recomputed from its content.
fn cost_of(alignment: &UnitAlignment, continuum: &Continuum, weights: DissimilarityWeights) -> f64 {
    let unitary = all_unitary(continuum, weights);
    let cost = |members: &[usize]| {
        let set = members.iter().map(|unit| 1_usize << unit).sum::<usize>();
        unitary.iter().find(|(other, _)| *other == set).expect("a unitary alignment").1
    };
    alignment.iter().map(cost).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_alignment_is_better_than_the_best(
        units in continua(), weights in weights(), kind in prop::sample::select(&[AlignmentKind::Hard, AlignmentKind::Soft][..])
    ) {
        let continuum = continuum(&units);
        let mut aligner = UnitAligner::new(weights, kind);
        let found = aligner.align(&continuum);
        let least = by_trying(&continuum, weights, kind);
        prop_assert!((found.total - least).abs() < 1e-9, "{} for {least}", found.total);
        prop_assert!(found.is_exact());
        prop_assert!((cost_of(found, &continuum, weights) - least).abs() < 1e-9);
        let mut times = vec![0; continuum.segments().len()];
        found.iter().flatten().for_each(|unit| times[*unit] += 1);
        prop_assert!(times.iter().all(|times| *times == 1 || kind == AlignmentKind::Soft && *times > 1), "{:?}", times);
    }

    #[test]
    fn the_best_is_between_the_bounds(units in continua(), weights in weights()) {
        let continuum = continuum(&units);
        let search = AlignmentSearch {
            segments: continuum.segments(),
            owners: &continuum.owners(),
            longest: continuum.longest(),
            disorder: Disorder::among(weights, continuum.annotators()),
            kind: AlignmentKind::Hard,
        };
        let all: Vec<usize> = (0..continuum.segments().len()).collect();
        let mut found = UnitAlignment::default();
        bounds::align(&search, &all, &mut found);
        let least = by_trying(&continuum, weights, AlignmentKind::Hard);
        prop_assert!(found.total >= least - 1e-9, "{} found, {least}", found.total);
        prop_assert!(found.least <= least + 1e-9, "{} at least, {least}", found.least);
        prop_assert!((cost_of(&found, &continuum, weights) - found.total).abs() < 1e-9);
        let soft = by_trying(&continuum, weights, AlignmentKind::Soft);
        prop_assert!(found.least <= soft + 1e-9, "{} at least, {soft} if soft", found.least);
    }
}

/// Annotators with nearly the same units, each slightly off.
fn many(annotators: u32, units: u32) -> Vec<Vec<MarkedSpan>> {
    let mut number = 1_u32;
    let mut next = move |below: u32| {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (number >> 16) % below
    };
    let mut own =
        || (0..units).map(|at| unit((10 * at + next(9), 3 + next(9), next(3) as usize))).collect();
    (0..annotators).map(|_| own()).collect()
}

#[test]
fn what_is_too_much_has_bounds() {
    let units = many(20, 200);
    let units: Vec<&[MarkedSpan]> = units.iter().map(Vec::as_slice).collect();
    let outcome =
        gamma(&units, 0, &GammaOptions { samples: 2, ..GammaOptions::default() }).unwrap();
    assert!(!outcome.exact);
    let (least, greatest) = outcome.range.unwrap();
    let value = outcome.gamma.value.unwrap();
    assert!(least <= value && value <= greatest, "{least} {value} {greatest}");
    assert!(value < 1.0);
}

#[test]
fn a_large_group_of_two_is_aligned_as_well() {
    let units = many(2, 2_500);
    let continuum = continuum(&units);
    let mut aligner =
        UnitAligner::new(DissimilarityWeights::new(0.001, 1.0, 1.0).unwrap(), AlignmentKind::Hard);
    let found = aligner.align(&continuum);
    assert!(!found.is_exact());
    assert!(found.least <= found.total);
    assert_eq!(found.iter().flatten().count(), 5_000);
}
