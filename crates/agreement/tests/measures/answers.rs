//! Answers of several annotators about the same edits.

use std::sync::Arc;

use spanwise_agreement::adjudication::FlatAnswers;
use spanwise_agreement::measure::{
    AlphaMetric, KappaWeighting, MarkedEdit, MatchableEdits, QuestionRatings, SameEditRule,
    answer_confusion, answers, cohen_kappa, item_answers, item_answers_of_all,
};

use crate::sample::{edit, study};

/// A question as `category path values: rows`.
fn shown(question: &QuestionRatings) -> String {
    let value = |value: &Option<usize>| match value {
        Some(at) => question.values[*at].to_owned(),
        None => "–".to_owned(),
    };
    let row = |row: &Vec<Option<usize>>| row.iter().map(value).collect::<Vec<_>>().join(" ");
    let rows: Vec<String> = question.rows.iter().map(row).collect();
    let category = question.category.map_or("item".to_owned(), |at| at.to_string());
    format!("{category} {}: {}", question.path.join("."), rows.join(", "))
}

fn of(categories: &[&str], items: Vec<Vec<Option<Vec<MarkedEdit>>>>) -> Vec<String> {
    let study = study(categories, items);
    let all: Vec<usize> = (0..study.annotators.len()).collect();
    answers(&study, &MatchableEdits::of(&study), &all, SameEditRule::default())
        .iter()
        .map(shown)
        .collect()
}

#[test]
fn edits_are_matched_by_what_they_have_in_common() {
    let kind = |category: usize, span: (u32, u32), value: &str| {
        edit(category, &[span], &[(&["kind"], value)])
    };
    let first = vec![kind(0, (0, 9), "x"), kind(0, (12, 20), "y"), kind(1, (25, 30), "p")];
    // One that overlaps both, one that is the same as none, one in another category.
    let second = vec![kind(0, (8, 19), "z"), kind(0, (32, 35), "x"), kind(0, (25, 30), "p")];
    let found = of(&["a", "b"], vec![vec![Some(first), Some(second)]]);
    assert_eq!(found, ["0 kind: x –, y z, – x, – p", "1 kind: p –"]);
}

#[test]
fn free_text_is_no_rating() {
    let with = |why: &str, degree: &str| {
        vec![edit(0, &[(0, 9)], &[(&["why"], why), (&["degree"], degree)])]
    };
    let items = vec![
        vec![Some(with("sank only once", "a lot")), Some(with("it is said twice", "somewhat"))],
        vec![Some(with("wrong tense", "minor")), Some(with("not a word", "a lot"))],
    ];
    assert_eq!(of(&["a"], items), ["0 degree: a lot somewhat, minor a lot"]);
}

#[test]
fn edits_on_the_whole_item_and_insertion_points_are_matched() {
    let whole = |value: &str| edit(0, &[], &[(&["q"], value)]);
    let point = |at: u32, value: &str| edit(1, &[(at, at)], &[(&["q"], value)]);
    let found = of(
        &["whole", "point"],
        vec![vec![
            Some(vec![whole("yes"), point(3, "yes")]),
            Some(vec![whole("no"), point(3, "no"), point(4, "yes")]),
        ]],
    );
    assert_eq!(found, ["0 q: yes no", "1 q: yes no, – yes"]);
}

#[test]
fn further_annotators_are_matched_to_the_first_that_has_the_edit() {
    let at = |span: (u32, u32), value: &str| edit(0, &[span], &[(&["q"], value)]);
    let found = of(
        &["a"],
        vec![
            vec![
                Some(vec![at((0, 9), "1")]),
                Some(vec![at((20, 25), "2")]),
                Some(vec![at((21, 26), "3"), at((2, 9), "4")]),
                None,
            ],
            vec![None, None, None, Some(vec![at((0, 3), "5")])],
        ],
    );
    assert_eq!(found, ["0 q: 1 – 4 –, – 2 3 –, – – – 5"]);
}

#[test]
fn the_order_of_annotators_is_the_one_asked_for() {
    let at = |value: &str| Some(vec![edit(0, &[(0, 9)], &[(&["q"], value)])]);
    let study = study(&["a"], vec![vec![at("x"), at("y"), at("z")]]);
    let questions = answers(&study, &MatchableEdits::of(&study), &[2, 0], SameEditRule::default());
    assert_eq!(questions.iter().map(shown).collect::<Vec<_>>(), ["0 q: z x"]);
    assert_eq!(answers(&study, &MatchableEdits::of(&study), &[7], SameEditRule::default()), []);
}

#[test]
fn what_is_asked_below_an_option_is_a_question_of_its_own() {
    let first = edit(0, &[(0, 9)], &[(&["type"], "bad"), (&["type", "bad"], "minor")]);
    let second = edit(0, &[(0, 9)], &[(&["type"], "good"), (&["type", "good"], "a lot")]);
    let found = of(&["a"], vec![vec![Some(vec![first]), Some(vec![second])]]);
    let expected = ["0 type: bad good", "0 type.bad: minor –", "0 type.good: – a lot"];
    assert_eq!(found, expected);
}

#[test]
fn points_of_a_scale_are_in_order() {
    let cases: [(&[&str], &[&str], AlphaMetric); 5] = [
        (&["a lot", "minor"], &["minor", "somewhat", "a lot"], AlphaMetric::Ordinal),
        (&["5", "2"], &["1", "2", "3", "4", "5"], AlphaMetric::Ordinal),
        (&["1", "minor"], &["1", "minor"], AlphaMetric::Nominal),
        (&["6", "1"], &["1", "6"], AlphaMetric::Ordinal),
        (&["yes", "no"], &["no", "yes"], AlphaMetric::Nominal),
    ];
    for (given, values, metric) in cases {
        let edits = given.iter().map(|value| Some(vec![edit(0, &[(0, 2)], &[(&["q"], value)])]));
        let study = study(&["a"], vec![edits.collect()]);
        let questions =
            answers(&study, &MatchableEdits::of(&study), &[0, 1], SameEditRule::default());
        assert_eq!(questions[0].values, values);
        assert_eq!(questions[0].metric, metric);
    }
}

#[test]
fn answers_are_confused_where_both_gave_one() {
    let at = |start: u32, value: &str| edit(0, &[(start, start + 3)], &[(&["q"], value)]);
    let first = vec![at(0, "no"), at(5, "yes"), at(10, "no")];
    let second = vec![at(0, "yes"), at(5, "yes"), at(20, "no")];
    let study = study(&["a"], vec![vec![Some(first), Some(second)]]);
    let questions = answers(&study, &MatchableEdits::of(&study), &[0, 1], SameEditRule::default());
    let confusion = answer_confusion(&questions[0].rows, 0, 1);
    assert_eq!((confusion.count(0, 1), confusion.count(1, 1), confusion.n()), (1, 1, 2));
    assert_eq!(
        (confusion.reference_only.get(&0), confusion.hypothesis_only.get(&0)),
        (Some(&1), Some(&1))
    );
    let kappa = cohen_kappa(&questions[0].rows, 0, 1, KappaWeighting::None);
    assert_eq!((kappa.value, kappa.n), (Ok(0.0), 2));
}

#[test]
fn answers_about_items_are_rated_by_item() {
    let none = || Some(Vec::new());
    let mut study =
        study(&["a"], vec![vec![none(), none()], vec![none(), none()], vec![none(), none()]]);
    let given = |path: &[&str], value: &str| -> FlatAnswers {
        let path: Vec<String> = path.iter().map(|&name| name.to_owned()).collect();
        [(Arc::new(path), Arc::from(value))].into_iter().collect()
    };
    for (item, annotator, answers) in [
        (0, 0, given(&["fluent"], "yes")),
        (0, 1, given(&["fluent"], "no")),
        (1, 0, given(&["fluent"], "yes")),
        (2, 1, given(&["kind", "other"], "x")),
    ] {
        study.items[item].answers.insert(annotator, answers);
    }
    let expected = ["item fluent: yes no, yes –", "item kind.other: – x"];
    assert_eq!(item_answers(&study, &[0, 1]).iter().map(shown).collect::<Vec<_>>(), expected);
    assert_eq!(item_answers_of_all(&study).iter().map(shown).collect::<Vec<_>>(), expected);
    assert_eq!(item_answers(&study, &[1, 0])[0].items, [0, 1]);
}

#[test]
fn numbers_are_in_order_and_no_scale() {
    let at = |value: &str| Some(vec![edit(0, &[(0, 5)], &[(&["q"], value)])]);
    let study = study(&["a"], vec![vec![at("10"), at("9")], vec![at("-2.5"), at("10")]]);
    let found = answers(&study, &MatchableEdits::of(&study), &[0, 1], SameEditRule::default());
    assert_eq!(found[0].values, ["-2.5", "9", "10"]);
    assert_eq!(found[0].metric, AlphaMetric::Ordinal);
    assert!(!found[0].is_scale());
}
