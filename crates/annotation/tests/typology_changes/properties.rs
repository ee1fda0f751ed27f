//! Properties that hold for all changes and all edits.

use std::collections::BTreeMap;

use proptest::prelude::*;
use spanwise_annotation::document::{Answer, Answers, Edit, EditId};
use spanwise_annotation::typology_changes::{
    ChangeCounts, InstanceLog, NameChange, NameFate, NameSplit, TypologyChanges, read_log,
    write_log,
};

use super::{chosen, composite, edit, said, value};

/// Few names, so that they meet.
fn name() -> impl Strategy<Value = String> {
    proptest::sample::select(&["a", "b", "c", "d", "val", "é/1"][..]).prop_map(str::to_owned)
}

fn answer() -> impl Strategy<Value = Answer> {
    let raw = serde_json::value::RawValue::from_string("[1]".to_owned()).expect("JSON");
    let leaf = prop_oneof![
        3 => name().prop_map(|text| value(&text)),
        3 => name().prop_map(|option| chosen(&option, None)),
        1 => Just(Answer::Unknown(raw)),
    ];
    leaf.prop_recursive(3, 4, 1, |below| {
        (name(), below).prop_map(|(option, below)| chosen(&option, Some(below)))
    })
}

fn one_edit() -> impl Strategy<Value = Edit> {
    let id = prop_oneof![
        4 => (0i64..4).prop_map(|id| Some(EditId::Number(id))),
        1 => Just(None),
        1 => Just(Some(EditId::Other("x".to_owned()))),
    ];
    let answers = proptest::collection::vec((name(), answer()), 0..4);
    (name(), id, answers).prop_map(|(category, id, answers)| {
        let answers: Vec<(&str, Answer)> =
            answers.iter().map(|(question, answer)| (question.as_str(), answer.clone())).collect();
        Edit { id, ..edit(&category, 0, &answers) }
    })
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let nested =
        (one_edit(), proptest::collection::vec(one_edit(), 0..3)).prop_map(|(own, inner)| Edit {
            constituents: composite("", 0, inner).constituents,
            ..own
        });
    proptest::collection::vec(nested, 0..5)
}

fn fate() -> impl Strategy<Value = NameFate> {
    let into = proptest::collection::btree_map(name(), name(), 1..3);
    prop_oneof![
        1 => Just(NameFate::Kept),
        1 => Just(NameFate::Removed),
        4 => name().prop_map(NameFate::Renamed),
        2 => (proptest::collection::vec(name(), 1..3), into)
            .prop_map(|(by, into)| NameFate::Split(NameSplit { by, into })),
    ]
}

fn names() -> impl Strategy<Value = BTreeMap<String, NameChange>> {
    let leaf = fate().prop_map(NameChange::of);
    let change = leaf.prop_recursive(3, 12, 3, |below| {
        (fate(), proptest::collection::btree_map(name(), below, 0..3))
            .prop_map(|(fate, below)| NameChange { fate, below })
    });
    proptest::collection::btree_map(name(), change, 0..4)
}

fn changes() -> impl Strategy<Value = TypologyChanges> {
    (names(), names(), names()).prop_map(|(categories, questions, instance_questions)| {
        TypologyChanges { categories, questions, instance_questions }
    })
}

fn apply(changes: &TypologyChanges, edits: &mut [Edit], answers: &mut Answers) -> InstanceLog {
    changes.apply(3, edits, answers, &mut ChangeCounts::default())
}

/// Answers about an instance.
fn answers() -> impl Strategy<Value = Answers> {
    one_edit().prop_map(|edit| edit.answers)
}

fn renaming(pairs: &[(&str, &str)]) -> TypologyChanges {
    let renamed = |to: &str| NameChange::of(NameFate::Renamed(to.to_owned()));
    let categories = pairs.iter().map(|(from, to)| ((*from).to_owned(), renamed(to))).collect();
    TypologyChanges { categories, ..TypologyChanges::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_was_changed_can_be_taken_back(
        (before, about) in (edits(), answers()),
        changes in changes(),
    ) {
        let (mut edits, mut answers) = (before.clone(), about.clone());
        let log = apply(&changes, &mut edits, &mut answers);
        log.undo(&mut edits, &mut answers).expect("the same edits");
        prop_assert_eq!(answers, about);
        prop_assert_eq!(said(&edits), said(&before));
        for (edit, before) in edits.iter().zip(&before) {
            prop_assert_eq!(&edit.answers, &before.answers);
        }
    }

    #[test]
    fn a_log_has_the_edits_that_were_changed_and_no_others(before in edits(), changes in changes()) {
        let mut edits = before.clone();
        let mut tally = ChangeCounts::default();
        let log = changes.apply(0, &mut edits, &mut Answers::default(), &mut tally);
        let differ = said(&edits).iter().zip(&said(&before)).filter(|(a, b)| a != b).count();
        prop_assert_eq!(log.edits.len(), tally.edits);
        prop_assert!(differ <= tally.edits);
    }

    #[test]
    fn no_change_changes_nothing(before in edits()) {
        let itself: Vec<(&str, &str)> = ["a", "b", "c", "d", "val"].map(|name| (name, name)).into();
        for changes in [TypologyChanges::default(), renaming(&itself)] {
            let mut edits = before.clone();
            prop_assert!(apply(&changes, &mut edits, &mut Answers::default()).is_empty());
            prop_assert_eq!(said(&edits), said(&before));
        }
    }

    #[test]
    fn a_log_comes_back_from_json(
        (before, about) in (edits(), answers()),
        changes in changes(),
    ) {
        let (mut edits, mut answers) = (before, about);
        let log = apply(&changes, &mut edits, &mut answers);
        let read = read_log(&write_log([&log]).expect("JSON")).expect("a log");
        let expected = if log.is_empty() { Vec::new() } else { vec![log] };
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn renames_one_after_the_other_are_one_rename(before in edits()) {
        let mut steps = before.clone();
        let none = &mut Answers::default();
        apply(&renaming(&[("a", "new"), ("b", "newer")]), &mut steps, none);
        apply(&renaming(&[("new", "newest"), ("newer", "b")]), &mut steps, none);
        let mut at_once = before;
        apply(&renaming(&[("a", "newest")]), &mut at_once, none);
        prop_assert_eq!(said(&steps), said(&at_once));
    }
}
