//! Standings of edits among those of two and more annotators.

use spanwise_agreement::adjudication::{Standing, compare};
use spanwise_annotation::document::Instance;
use spanwise_annotation::format::read_instance;

use super::{instance, short, template};

fn standings(all: &[Option<Instance>], annotator: usize) -> Vec<Standing> {
    let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    compare(&all).edits(annotator).map(|(_, compared)| compared.standing).collect()
}

fn given(all: &[&str]) -> Vec<Option<Instance>> {
    all.iter().map(|edits| Some(short(edits))).collect()
}

/// The numbers that agree, that differ, and that only each annotator made.
fn counts(all: &[Option<Instance>]) -> (usize, usize, Vec<usize>) {
    let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    let comparison = compare(&all);
    let counts = comparison.counts();
    (counts.agree, counts.differ, counts.only.clone())
}

#[test]
fn edits_stand_as_the_gravest_difference_to_any_other() {
    use Standing::{Agrees, Boundary, Category, Missed, OnlyHere};
    let cases: [(&str, &[&str], Standing); 9] = [
        ("two agree", &["wrong 0-4", "wrong 0-4"], Agrees),
        ("three agree", &["wrong 0-4", "wrong 0-4", "wrong 0-4"], Agrees),
        ("boundary", &["wrong 0-4", "wrong 0-5"], Boundary),
        ("category", &["wrong 0-4", "vague 0-4"], Category),
        ("only here", &["wrong 0-4", ""], OnlyHere),
        ("only here of three", &["wrong 0-4", "", "vague 8-9"], OnlyHere),
        ("one of two others has it", &["wrong 0-4", "wrong 0-4", ""], Missed),
        (
            "boundary of one, category of another",
            &["wrong 0-4", "wrong 0-5", "vague 0-4"],
            Category,
        ),
        ("boundary of one, nothing of another", &["wrong 0-4", "wrong 0-5", ""], Missed),
    ];
    for (what, all, wanted) in cases {
        assert_eq!(standings(&given(all), 0), [wanted], "{what}");
    }
}

#[test]
fn answers_count_where_all_else_is_the_same() {
    let answered = |severity: &str| {
        Some(instance(&format!(
            r#"{{"category": "wrong", "id": 1, "annotation": {{"severity": "{severity}"}}, "output_idx": [[0, 4]]}}"#
        )))
    };
    assert_eq!(standings(&[answered("minor"), answered("minor")], 0), [Standing::Agrees]);
    assert_eq!(standings(&[answered("minor"), answered("a lot")], 1), [Standing::Answers]);
}

#[test]
fn answers_about_the_instance_differ_question_by_question() {
    let answered = |answers: &str| {
        let raw = format!(r#"{{"target": "a", "_spanwise": {{"answers": {answers}}}}}"#);
        Some(read_instance(&raw, 0, &template().typology).instance)
    };
    let fluent = r#"{"fluent": "yes", "kind": {"val": "news", "news": "old"}}"#;
    type Case<'a> = (&'a str, &'a [Option<Instance>], &'a [&'a str]);
    let cases: [Case<'_>; 6] = [
        ("the same", &[answered(fluent), answered(fluent)], &[]),
        ("another value", &[answered(fluent), answered(&fluent.replace("yes", "no"))], &["fluent"]),
        (
            "a follow-up, in the last of three",
            &[answered(fluent), answered(fluent), answered(&fluent.replace("old", "new"))],
            &["kind/news"],
        ),
        (
            "an option: its follow-up is not compared",
            &[answered(fluent), answered(&fluent.replace("news", "letter"))],
            &["kind"],
        ),
        ("one did not answer", &[answered("{}"), answered(r#"{"fluent": "no"}"#)], &["fluent"]),
        ("one lacks the instance", &[answered(fluent), None], &[]),
    ];
    for (what, all, wanted) in cases {
        let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
        let comparison = compare(&all);
        let differing: Vec<String> =
            comparison.differing_answers().iter().map(|path| path.join("/")).collect();
        assert_eq!(differing, wanted, "{what}");
        assert_eq!(comparison.has_differences(), !wanted.is_empty(), "{what}");
    }
}

#[test]
fn what_belongs_together_counts_once() {
    type Figures = (usize, usize, &'static [usize]);
    let cases: [(&[&str], Figures); 8] = [
        (&["", ""], (0, 0, &[0, 0])),
        (&["wrong 0-4; vague 6-9", "wrong 0-4; vague 6-9"], (2, 0, &[0, 0])),
        (&["wrong 0-4; vague 6-9", "wrong 0-5"], (0, 1, &[1, 0])),
        (&["wrong 0-4", "wrong 0-4; vague 6-9; tag"], (1, 0, &[0, 2])),
        (&["wrong 0-4", "wrong 0-4", "wrong 0-4"], (1, 0, &[0, 0, 0])),
        (&["wrong 0-4", "wrong 0-4", ""], (0, 1, &[0, 0, 0])),
        // The first and the last have no text in common, but both overlap the second.
        (&["wrong 0-4", "wrong 2-8", "wrong 6-9"], (0, 1, &[0, 0, 0])),
        (&["wrong 0-2", "wrong 4-6", "wrong 8-9"], (0, 0, &[1, 1, 1])),
    ];
    for (all, (agree, differ, only)) in cases {
        assert_eq!(counts(&given(all)), (agree, differ, only.to_vec()), "{all:?}");
    }
}

#[test]
fn who_lacks_the_instance_agrees_and_differs_with_no_one() {
    let two_of_three = [Some(short("wrong 0-4")), None, Some(short("wrong 0-4"))];
    assert_eq!(standings(&two_of_three, 0), [Standing::Agrees]);
    assert_eq!(counts(&two_of_three), (1, 0, vec![0, 0, 0]));
    let alone = [Some(short("wrong 0-4")), None];
    assert_eq!(standings(&alone, 0), []);
    assert_eq!(counts(&alone), (0, 0, vec![0, 0]));
}

#[test]
fn an_edit_names_its_counterparts_and_who_has_none() {
    let all = given(&["wrong 0-4", "vague 6-9; wrong 0-5", ""]);
    let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    let comparison = compare(&all);
    let (_, compared) = comparison.edits(0).next().expect("an edit");
    assert_eq!(compared.counterparts.len(), 1);
    assert_eq!(compared.counterparts[0].annotator, 1);
    assert_eq!(compared.without, [2]);
    let wrong = all[1].expect("an instance").edits[1].key;
    assert_eq!(compared.counterparts[0].key, wrong);
}
