use proptest::prelude::*;

use super::*;
use crate::testing::{MadeEdit, edits, exercise, task, typology};

/// The finding for each gold edit, and the edits without gold, in short.
fn compared(annotated: &str, tolerance: &str, made: &[MadeEdit<'_>]) -> String {
    let training = exercise(&format!("{{rule: f1, boundary_tolerance: {tolerance}}}"), annotated);
    let task = task(&training.steps()[0]);
    let comparison = compare(task, &typology(), training.scoring().tolerance(), &edits(made));
    let off = |words: Option<u32>| words.map_or("?".to_owned(), |words| words.to_string());
    let gold = comparison.gold.iter().map(|one| match one.finding {
        Finding::Found { edit, words_off } => format!("found{}-{}", edit.0, off(words_off)),
        Finding::WrongBorder { edit, words_off } => format!("border{}-{}", edit.0, off(words_off)),
        Finding::WrongCategory { edit } => format!("category{}", edit.0),
        Finding::Missed => "missed".to_owned(),
    });
    let extra = comparison.without_gold.iter().map(|one| format!("extra{}", one.edit.0));
    gold.chain(extra).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_becomes_of_gold() {
    // Words:      0   4   8    13   18
    let one = "the cat [sat down]{bad: x}, then ate";
    let cases: &[(&str, &str, &[MadeEdit<'_>], &str)] = &[
        (one, "0", &[], "missed"),
        (one, "0", &[("bad", &[(8, 16)])], "found0-0"),
        // Spaces and punctuation at a border do not count.
        (one, "0", &[("bad", &[(7, 18)])], "found0-0"),
        (one, "0", &[("bad", &[(8, 11)])], "border0-1"),
        (one, "1", &[("bad", &[(8, 11)])], "found0-1"),
        (one, "1", &[("bad", &[(0, 16)])], "border0-2"),
        (one, "overlap", &[("bad", &[(0, 22)])], "found0-2"),
        // Words beside each other have nothing in common, whatever the tolerance.
        (one, "5", &[("bad", &[(4, 7)])], "missed extra0"),
        (one, "0", &[("good", &[(8, 16)])], "category0"),
        (one, "0", &[("good", &[(4, 11)])], "category0"),
        (one, "0", &[("unknown", &[(8, 16)])], "category0"),
        (one, "0", &[("good", &[(18, 22)])], "missed extra0"),
        // The better of several edits is taken.
        (
            one,
            "0",
            &[("good", &[(8, 16)]), ("bad", &[(8, 11)]), ("bad", &[(8, 16)])],
            "found2-0 extra1 extra0",
        ),
        (one, "0", &[("bad", &[(8, 16)]), ("bad", &[(8, 16)])], "found0-0 extra1"),
        (one, "overlap", &[("bad", &[(0, 22)]), ("bad", &[(8, 16)])], "found1-0 extra0"),
        // Edits of several spans.
        ("[a]{twice#1: x} b [c]{twice#1} d", "0", &[("twice", &[(4, 5), (0, 1)])], "found0-0"),
        ("[a]{twice#1: x} b [c]{twice#1} d", "0", &[("twice", &[(0, 1)])], "border0-?"),
        ("[a]{twice#1: x} b [c]{twice#1} d", "overlap", &[("twice", &[(0, 1)])], "border0-?"),
        (
            "[a]{twice#1: x} b [c]{twice#1} d",
            "overlap",
            &[("twice", &[(0, 3), (4, 5), (6, 7)])],
            "found0-?",
        ),
        // Insertion points.
        ("a []{gap: x}b c d e", "0", &[("gap", &[(2, 2)])], "found0-0"),
        ("a []{gap: x}b c d e", "0", &[("gap", &[(1, 1)])], "found0-0"),
        ("a []{gap: x}b c d e", "0", &[("gap", &[(4, 4)])], "border0-1"),
        ("a []{gap: x}b c d e", "0", &[("gap", &[(8, 8)])], "missed extra0"),
        // UTF-16.
        ("😀 [😀 b]{bad: x}", "0", &[("bad", &[(3, 7)])], "found0-0"),
    ];
    for (annotated, tolerance, made, expected) in cases {
        assert_eq!(
            compared(annotated, tolerance, made),
            *expected,
            "{annotated} {tolerance} {made:?}"
        );
    }
}

#[test]
fn nobody_loses_a_find_by_the_order_of_edits() {
    let annotated = "[a]{bad: x} [b]{bad: y} c";
    let wide: MadeEdit<'_> = ("bad", &[(0, 3)]);
    let narrow: MadeEdit<'_> = ("bad", &[(0, 1)]);
    assert_eq!(compared(annotated, "overlap", &[wide, narrow]), "found1-0 found0-1");
    assert_eq!(compared(annotated, "overlap", &[narrow, wide]), "found0-0 found1-1");
}

#[test]
fn the_author_says_why_words_are_no_error() {
    let training = crate::testing::training(
        "title: T\nsteps:\n- exercise: E\n  annotated: 'a b [c]{bad: x}'\n  not_errors: [{words: b, why: fine}]\n",
    );
    let task = task(&training.steps()[0]);
    let made = edits(&[("bad", &[(2, 3)]), ("bad", &[(0, 1)])]);
    let comparison = compare(task, &typology(), BoundaryTolerance::Overlap, &made);
    let whys: Vec<Option<&str>> =
        comparison.without_gold.iter().map(|one| one.not_an_error.map(NotAnError::why)).collect();
    assert_eq!(whys, [None, Some("fine")]);
}

proptest! {
    #[test]
    fn counts_are_those_of_gold_and_edits_in_any_order(
        made in proptest::collection::vec((0..3_usize, 0..24_u32, 0..6_u32), 0..6),
        tolerance in 0..4_u32,
    ) {
        let training = exercise("f1", "[one [two]{bad: x} three]{good: y} four [five]{bad: z} six");
        let task = task(&training.steps()[0]);
        let spans: Vec<[(u32, u32); 1]> = made.iter().map(|(_, at, length)| [(*at, at + length + 1)]).collect();
        let mut all: Vec<MadeEdit<'_>> = made
            .iter()
            .zip(&spans)
            .map(|((category, ..), spans)| (["bad", "good", "none"][*category], spans.as_slice()))
            .collect();
        let counts = |all: &[MadeEdit<'_>]| {
            let tolerance = if tolerance == 3 { BoundaryTolerance::Overlap } else { BoundaryTolerance::Words(tolerance) };
            compare(task, &typology(), tolerance, &edits(all)).counts()
        };
        let Counts { found, missed, wrong_category, wrong_border, without_gold } = counts(&all);
        prop_assert_eq!(found + missed + wrong_category + wrong_border, 3);
        prop_assert_eq!(found + wrong_category + wrong_border + without_gold, all.len() as u32);
        let forwards = counts(&all);
        all.reverse();
        prop_assert_eq!(counts(&all), forwards);
    }
}
