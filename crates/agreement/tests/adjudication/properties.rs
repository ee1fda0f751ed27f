//! Properties of the matching and the comparison of any edits.

use proptest::prelude::*;
use spanwise_agreement::adjudication::{
    ComparableEdit, EditRelation, MatchedPair, comparable_edits, compare, matching,
};

use super::short;

/// Edits in short, in so few places that they overlap often.
fn edits() -> impl Strategy<Value = Vec<String>> {
    let spans = proptest::collection::vec((0u32..12, 0u32..5), 0..3);
    let edit = (prop_oneof![Just("wrong"), Just("vague"), Just("many")], spans).prop_map(
        |(category, spans)| {
            let span = |(start, len): &(u32, u32)| format!(" {start}-{}", start + len);
            format!("{category}{}", spans.iter().map(span).collect::<String>())
        },
    );
    proptest::collection::vec(edit, 0..7)
}

fn read(edits: &[String]) -> Vec<ComparableEdit> {
    comparable_edits(&short(&edits.join("; ")))
}

/// The content of each pair, without the positions.
fn said(a: &[ComparableEdit], b: &[ComparableEdit], pairs: &[MatchedPair]) -> Vec<String> {
    let mut said: Vec<String> = pairs
        .iter()
        .map(|pair| {
            let (a, b) = (&a[pair.first], &b[pair.second]);
            format!("{} {:?} | {} {:?}", a.category, a.extent, b.category, b.extent)
        })
        .collect();
    said.sort();
    said
}

proptest! {
    #[test]
    fn exchanging_the_annotators_gives_the_same_pairs(a in edits(), b in edits()) {
        let (a, b) = (read(&a), read(&b));
        let mut turned: Vec<(usize, usize)> =
            matching(&b, &a).iter().map(|p| (p.second, p.first)).collect();
        turned.sort_unstable();
        let pairs: Vec<(usize, usize)> =
            matching(&a, &b).iter().map(|p| (p.first, p.second)).collect();
        prop_assert_eq!(pairs, turned);
    }

    #[test]
    fn everyone_agrees_with_oneself(a in edits()) {
        let a = read(&a);
        let pairs = matching(&a, &a);
        prop_assert_eq!(pairs.len(), a.len());
        for pair in pairs {
            prop_assert_eq!(pair.relation, EditRelation::Same);
        }
    }

    #[test]
    fn the_order_in_the_file_has_no_part_in_it(
        (a, mixed) in edits().prop_flat_map(|a| (Just(a.clone()), Just(a).prop_shuffle())),
        b in edits(),
    ) {
        let (a, mixed, b) = (read(&a), read(&mixed), read(&b));
        prop_assert_eq!(said(&a, &b, &matching(&a, &b)), said(&mixed, &b, &matching(&mixed, &b)));
    }

    #[test]
    fn each_edit_has_one_counterpart_at_most(a in edits(), b in edits()) {
        let pairs = matching(&read(&a), &read(&b));
        for positions in [
            pairs.iter().map(|p| p.first).collect::<Vec<_>>(),
            pairs.iter().map(|p| p.second).collect(),
        ] {
            let mut once = positions.clone();
            once.sort_unstable();
            once.dedup();
            prop_assert_eq!(once.len(), positions.len());
        }
    }

    #[test]
    fn the_figures_add_up(a in edits(), b in edits(), c in edits()) {
        let all = [a, b, c].map(|edits| short(&edits.join("; ")));
        let two = compare(&[Some(&all[0]), Some(&all[1])]);
        let counts = two.counts();
        let only: usize = counts.only.iter().sum();
        prop_assert_eq!(
            2 * (counts.agree + counts.differ) + only,
            all[0].edits.len() + all[1].edits.len()
        );
        let three = compare(&[Some(&all[0]), Some(&all[1]), Some(&all[2])]);
        let agrees = three.edits(0).filter(|(_, c)| c.counterparts.len() == 2 && c.without.is_empty());
        prop_assert!(three.counts().agree <= agrees.count());
    }
}
