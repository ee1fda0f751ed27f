//! Instances with two targets: edits are matched text by text.

use spanwise_agreement::adjudication::{
    AnnotatorFile, Annotators, DecidedGroup, Decision, DecisionResult, EditRelation, GoldContext,
    all_of_annotator, annotation_groups, annotators_with, comparable_edits, compare, decide,
    decided_groups, has_result, matching, result_of,
};
use spanwise_annotation::document::{EditKey, Instance, TextName};
use spanwise_annotation::format::read_instance;

use super::{data, template};

/// An instance with the targets `a` and `b`, and edits in short: `wrong a0-4 b2-6; vague a5-7`.
fn two_targets(edits: &str) -> Instance {
    let text =
        |name: &str| format!(r#"{{"name": "{name}", "role": "target", "text": "0123456789"}}"#);
    let edit = |(number, short): (usize, &str)| {
        let mut words = short.split(' ');
        let category = words.next().unwrap_or_default();
        let mut spans = serde_json::Map::new();
        for word in words {
            let (name, offsets) = word.split_at(1);
            let (start, end) = offsets.split_once('-').expect("two offsets");
            let span = serde_json::json!([start.parse::<u32>().ok(), end.parse::<u32>().ok()]);
            let list = spans.entry(name).or_insert_with(|| serde_json::json!([]));
            list.as_array_mut().expect("a list").push(span);
        }
        serde_json::json!({"category": category, "id": number + 1, "spans": spans}).to_string()
    };
    let edits: Vec<String> =
        edits.split("; ").filter(|edit| !edit.is_empty()).enumerate().map(edit).collect();
    let raw = format!(
        r#"{{"source": "s", "texts": [{}, {}], "edits": [{}]}}"#,
        text("a"),
        text("b"),
        edits.join(", ")
    );
    read_instance(&raw, 0, &template().typology).instance
}

#[test]
fn edits_belong_together_text_by_text() {
    let cases: [(&str, &str, &str, &[&str]); 6] = [
        ("the same", "wrong b0-4", "wrong b0-4", &["0-0 same"]),
        ("the same offsets in another text", "wrong a0-4", "wrong b0-4", &[]),
        ("the same points in another text", "gap a2-2", "gap b2-2", &[]),
        (
            "other boundaries in one of two texts",
            "many a0-4 b0-4",
            "many a0-4 b2-6",
            &["0-0 boundary"],
        ),
        (
            "most in common over all texts",
            "many a0-4 b0-4",
            "many a0-4; many a2-4 b0-4",
            &["0-1 boundary"],
        ),
        ("one text more", "many a0-4", "many a0-4 b0-1", &["0-0 boundary"]),
    ];
    for (what, first, second, expected) in cases {
        let (a, b) =
            (comparable_edits(&two_targets(first)), comparable_edits(&two_targets(second)));
        let word = |relation: &EditRelation| match relation {
            EditRelation::Same => "same",
            EditRelation::Answers(_) => "answers",
            EditRelation::Boundary(_) => "boundary",
            EditRelation::Category => "category",
        };
        let pairs: Vec<String> = matching(&a, &b)
            .iter()
            .map(|p| format!("{}-{} {}", p.first, p.second, word(&p.relation)))
            .collect();
        assert_eq!(pairs, expected, "{what}");
    }
}

#[test]
fn overlap_is_summed_over_texts() {
    let one = comparable_edits(&two_targets("many a0-4 b0-4"));
    let other = comparable_edits(&two_targets("many a0-4 b2-6"));
    let (one, other) = (&one[0].extent, &other[0].extent);
    // 4 of 4 in `a`, 2 of 6 in `b`.
    assert_eq!(one.overlap(other), 6);
    assert!((one.intersection_over_union(other) - 6.0 / 10.0).abs() < 1e-12);
}

#[test]
fn instances_are_the_same_with_all_their_texts() {
    let file = |a: &str, b: &str| format!(r#"[{{"source": "s", "texts": [{a}, {b}]}}]"#);
    let text = |name: &str, text: &str| {
        format!(r#"{{"name": "{name}", "role": "target", "text": "{text}"}}"#)
    };
    let cases = [
        ("the same", file(&text("a", "x"), &text("b", "y")), 1),
        ("in another order", file(&text("b", "y"), &text("a", "x")), 1),
        ("another second text", file(&text("a", "x"), &text("b", "z")), 2),
        ("exchanged", file(&text("a", "y"), &text("b", "x")), 2),
    ];
    for (what, other, rows) in cases {
        let annotator =
            |(name, text): (&str, &str)| AnnotatorFile { name: name.into(), dataset: data(text) };
        let first = file(&text("a", "x"), &text("b", "y"));
        let both = [("ann", first.as_str()), ("ben", other.as_str())].map(annotator);
        assert_eq!(Annotators::new(both.into()).rows().len(), rows, "{what}");
    }
}

/// An instance with these texts, which are members of it, and further members.
fn with_texts(texts: &str, members: &str) -> Instance {
    read_instance(&format!("{{{texts}, {members}}}"), 0, &template().typology).instance
}

const BOTH: &str = r#""source": "ab", "target": "cd""#;
const TARGET_ALONE: &str = r#""target": "cd""#;

/// Edits of the first character of these sides.
fn on_sides(sides: &[&str]) -> String {
    let edit = |side: &&str| format!(r#"{{"category": "vague", "{side}_idx": [[0, 1]]}}"#);
    format!(r#""edits": [{}]"#, sides.iter().map(edit).collect::<Vec<_>>().join(", "))
}

#[test]
fn who_lacks_a_text_has_missed_nothing_there() {
    let all = [
        with_texts(BOTH, &on_sides(&["input", "output"])),
        with_texts(BOTH, &on_sides(&[])),
        with_texts(TARGET_ALONE, &on_sides(&[])),
    ];
    let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
    let missed: Vec<Vec<usize>> = annotation_groups(&all, &template().typology)
        .iter()
        .map(|group| group.differences.missed.clone())
        .collect();
    assert_eq!(missed, [vec![1, 2], vec![1]], "the target, the source");
    let compared = compare(&all);
    let edits = compared.edits(0);
    let without: Vec<&[usize]> = edits.map(|(_, edit)| edit.without.as_slice()).collect();
    assert_eq!(without, [&[1][..], &[1, 2]], "in the order of the edits");
}

#[test]
fn who_lacks_a_text_has_left_no_question_about_it_open() {
    let target =
        |name: &str| format!(r#"{{"name": "{name}", "role": "target", "text": "{name}"}}"#);
    let clear = |texts: &[&str], answered: &[&str]| {
        let texts: Vec<String> = texts.iter().map(|name| target(name)).collect();
        let answers: Vec<String> =
            answered.iter().map(|name| format!(r#""{name}": {{"clear": "yes"}}"#)).collect();
        with_texts(
            &format!(r#""source": "s", "texts": [{}]"#, texts.join(", ")),
            &format!(r#""_spanwise": {{"text_answers": {{{}}}}}"#, answers.join(", ")),
        )
    };
    let all = [
        clear(&["a", "b"], &["a"]),
        clear(&["a", "b"], &["a"]),
        clear(&["b"], &["b"]),
        clear(&["b"], &[]),
    ];
    let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
    let groups = annotation_groups(&all, &template().typology);
    let found: Vec<_> = groups
        .iter()
        .map(|group| (group.annotators(), group.differences.missed.clone(), group.is_unanimous()))
        .collect();
    let about_a = (vec![0, 1], vec![], true);
    let about_b = (vec![2], vec![0, 1, 3], false);
    assert_eq!(found, [about_a, about_b]);
}

#[test]
fn a_majority_is_of_those_who_have_the_text() {
    let cases: [(&str, &[&str], &[&str], bool); 4] = [
        ("both who have the source", &["input"], &["input"], true),
        ("one of two who have the source", &["input"], &[], false),
        ("two of four who have the target", &["output"], &["output"], false),
        ("nobody else who has the source", &[], &["input"], false),
    ];
    for (what, anna, ben, is_edit) in cases {
        let all = [
            with_texts(BOTH, &on_sides(anna)),
            with_texts(BOTH, &on_sides(ben)),
            with_texts(TARGET_ALONE, &on_sides(&[])),
            with_texts(TARGET_ALONE, &on_sides(&[])),
        ];
        let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
        let typology = &template().typology;
        let groups = annotation_groups(&all, typology);
        let results: Vec<bool> = groups
            .iter()
            .map(|group| {
                let result = result_of(Decision::Majority, group, &all, typology);
                matches!(result, Some(DecisionResult::Edit(_)))
            })
            .collect();
        assert_eq!(results, [is_edit], "{what}");
    }
}

#[test]
fn taking_all_of_an_annotator_decides_nothing_about_texts_that_they_lack() {
    let all = [
        with_texts(BOTH, &on_sides(&["input", "output"])),
        with_texts(TARGET_ALONE, &on_sides(&[])),
    ];
    let gold = with_texts(BOTH, &on_sides(&[]));
    let names = ["anna", "ben"].map(str::to_owned);
    let all: Vec<Option<&Instance>> = all.iter().map(Some).collect();
    let typology = &template().typology;
    let context = GoldContext { annotators: &all, names: &names, gold: &gold, typology };
    let groups = decided_groups(context);
    let decided = all_of_annotator(&groups, 1).into_iter();
    let decided: Vec<_> = decided
        .map(|(id, decision)| (groups.iter().position(|group| group.group.id == id), decision))
        .collect();
    assert_eq!(decided, [(Some(0), Decision::Reject)], "the group on the target");
}

#[test]
fn gold_that_lacks_a_text_takes_nothing_that_is_marked_in_it() {
    let both = with_texts(BOTH, &on_sides(&["input", "output"]));
    let target_alone = with_texts(TARGET_ALONE, &on_sides(&[]));
    let names = ["anna", "ben"].map(str::to_owned);
    let annotators = [Some(&target_alone), Some(&both)];
    let (fuller, typology) = (with_texts(BOTH, &on_sides(&[])), &template().typology);
    let decisions = [Decision::Unanimous, Decision::Take(1), Decision::Majority, Decision::Own];
    let results = |gold: &Instance| -> Vec<(Vec<bool>, Vec<EditKey>)> {
        let context = GoldContext { annotators: &annotators, names: &names, gold, typology };
        let groups = decided_groups(context);
        let of_group = |group: &DecidedGroup| {
            let has = decisions.iter().map(|decision| has_result(context, group, *decision));
            let mut taken = gold.clone();
            taken.apply_all(&decide(context, &[(group.group.id, Decision::Take(1))])).unwrap();
            (has.collect(), taken.edits.iter().map(|edit| edit.key).collect())
        };
        groups.iter().map(of_group).collect()
    };
    let [on_target, on_source] = &results(&target_alone)[..] else { panic!("two groups") };
    // On the target, ben made an edit and anna none, so that the majority is for none.
    assert_eq!(on_target.0, [false, true, true, true]);
    assert_eq!(on_target.1.len(), 1);
    assert_eq!(on_source.0, [false; 4]);
    assert_eq!(on_source.1, []);
    let [_, on_source] = &results(&fuller)[..] else { panic!("two groups") };
    assert_eq!(on_source.0, [true; 4]);
    assert_eq!(on_source.1.len(), 1);
}

#[test]
fn annotators_have_a_text_unless_they_lack_one_that_others_have() {
    let cases: [(&str, &[&TextName], &[usize]); 4] = [
        ("the source", &[&TextName::SOURCE], &[0]),
        ("the target", &[&TextName::TARGET], &[0, 1]),
        ("either", &[&TextName::SOURCE, &TextName::TARGET], &[0, 1]),
        ("a text that is empty everywhere", &[&TextName::new("notes")], &[0, 1]),
    ];
    let all = [with_texts(BOTH, &on_sides(&[])), with_texts(TARGET_ALONE, &on_sides(&[]))];
    let all = [Some(&all[0]), Some(&all[1]), None];
    for (what, texts, expected) in cases {
        assert_eq!(annotators_with(&all, texts.iter().copied()), expected, "{what}");
    }
}
