//! Edits of several annotators gathered into groups.

use proptest::prelude::*;
use spanwise_agreement::adjudication::{AnnotationGroup, Extent, Standing, annotation_groups};
use spanwise_annotation::document::Instance;

use super::{instance, short, template};

fn groups(all: &[Option<Instance>]) -> Vec<AnnotationGroup> {
    let all: Vec<Option<&Instance>> = all.iter().map(Option::as_ref).collect();
    annotation_groups(&all, &template().typology)
}

fn given(all: &[&str]) -> Vec<Option<Instance>> {
    all.iter().map(|edits| (*edits != "-").then(|| short(edits))).collect()
}

/// The members of each group by annotator, in short: `0 wrong 0-4 + 1 wrong 0-5`.
fn said(all: &[Option<Instance>], groups: &[AnnotationGroup]) -> Vec<String> {
    let member = |annotator: usize, group: &AnnotationGroup| {
        let edit = all[annotator].as_ref()?.edit(group.edit_of(annotator)?)?;
        let extent = Extent::of(edit);
        let texts = [edit.spans.source(), edit.spans.target()];
        let spans = texts.iter().flat_map(|spans| spans.iter());
        let spans: String =
            spans.map(|span| format!(" {}-{}", span.start().0, span.end().0)).collect();
        assert_eq!(extent.is_whole(), spans.is_empty());
        Some(format!("{annotator} {}{spans}", edit.category))
    };
    let group = |group: &AnnotationGroup| {
        let members: Vec<String> =
            (0..all.len()).filter_map(|annotator| member(annotator, group)).collect();
        assert_eq!(members.len(), group.annotators().len());
        members.join(" + ")
    };
    groups.iter().map(group).collect()
}

#[test]
fn edits_that_belong_together_are_one_group() {
    let cases: [(&str, &[&str], &[&str]); 10] = [
        ("nothing", &["", ""], &[]),
        ("the same", &["wrong 0-4", "wrong 0-4"], &["0 wrong 0-4 + 1 wrong 0-4"]),
        ("one only", &["wrong 0-4", ""], &["0 wrong 0-4"]),
        ("another category", &["wrong 0-4", "vague 0-4"], &["0 wrong 0-4 + 1 vague 0-4"]),
        ("apart", &["wrong 0-4", "wrong 6-8"], &["0 wrong 0-4", "1 wrong 6-8"]),
        (
            "in the order of the text",
            &["wrong 6-8; wrong 0-4", ""],
            &["0 wrong 0-4", "0 wrong 6-8"],
        ),
        (
            "by way of another one",
            &["wrong 0-4", "wrong 3-8", "wrong 7-9"],
            &["0 wrong 0-4 + 1 wrong 3-8 + 2 wrong 7-9"],
        ),
        (
            "one of each annotator: the stronger pair is followed first",
            &["wrong 0-4; wrong 5-9", "wrong 0-6", "wrong 4-9"],
            &["0 wrong 0-4 + 1 wrong 0-6", "0 wrong 5-9 + 2 wrong 4-9"],
        ),
        (
            "the same first, however much text others share",
            &["wrong 0-9; wrong 0-2", "wrong 0-2", "wrong 0-9"],
            &["0 wrong 0-2 + 1 wrong 0-2", "0 wrong 0-9 + 2 wrong 0-9"],
        ),
        (
            "an annotator without the instance",
            &["wrong 0-4", "-", "wrong 0-4"],
            &["0 wrong 0-4 + 2 wrong 0-4"],
        ),
    ];
    for (what, all, expected) in cases {
        let all = given(all);
        assert_eq!(said(&all, &groups(&all)), expected, "{what}");
    }
}

#[test]
fn a_group_says_all_differences_and_the_gravest() {
    let severe = |id: u32, severity: &str| {
        instance(&format!(
            r#"{{"category": "wrong", "id": {id}, "annotation": {{"severity": "{severity}"}}, "output_idx": [[0, 4]]}}"#
        ))
    };
    type Instances = Vec<Option<Instance>>;
    let cases: [(Instances, Standing, &str, Option<u8>); 7] = [
        (given(&["wrong 0-4", "wrong 0-4"]), Standing::Agrees, "", None),
        (given(&["wrong 0-4", "-"]), Standing::Agrees, "", None),
        (given(&["wrong 0-4", ""]), Standing::OnlyHere, "missed [1]", None),
        (given(&["wrong 0-4", "wrong 0-5", ""]), Standing::Missed, "missed [2], boundary", None),
        (
            given(&["wrong 0-4", "wrong 0-5", "vague 0-4"]),
            Standing::Category,
            "category, boundary",
            None,
        ),
        (given(&["wrong 0-4", "wrong 0-5"]), Standing::Boundary, "boundary", None),
        (
            vec![Some(severe(1, "minor")), Some(severe(2, "a lot"))],
            Standing::Answers,
            "answers severity",
            Some(3),
        ),
    ];
    for (all, standing, differences, severity) in cases {
        let groups = groups(&all);
        let [group] = groups.as_slice() else { panic!("{differences}: {groups:?}") };
        let found = &group.differences;
        let answers: Vec<String> =
            found.answers.iter().map(|path| format!("answers {}", path.join("/"))).collect();
        let words = [
            (!found.missed.is_empty()).then(|| format!("missed {:?}", found.missed)),
            found.category.then(|| "category".to_owned()),
            found.boundary.then(|| "boundary".to_owned()),
            answers.first().cloned(),
        ];
        let words: Vec<String> = words.into_iter().flatten().collect();
        assert_eq!(
            (group.standing, words.join(", ").as_str(), group.severity),
            (standing, differences, severity)
        );
    }
}

#[test]
fn what_matters_most_comes_first() {
    let all = [
        ("severe answers", vec![answered("minor"), answered("a lot")]),
        ("severe agreement", vec![answered("a lot"), answered("a lot")]),
        ("mild answers", vec![answered("minor"), answered("somewhat")]),
        ("missed", vec![short("wrong 0-4"), short("")]),
        ("boundary", vec![short("wrong 0-4"), short("wrong 0-5")]),
        ("agreement", vec![short("wrong 0-4"), short("wrong 0-4")]),
    ];
    let gravities: Vec<_> = all
        .iter()
        .map(|(what, instances)| {
            let instances: Vec<Option<&Instance>> = instances.iter().map(Some).collect();
            (annotation_groups(&instances, &template().typology)[0].gravity(), *what)
        })
        .collect();
    assert!(gravities.is_sorted_by(|a, b| a.0 < b.0), "{gravities:?}");
}

fn answered(severity: &str) -> Instance {
    instance(&format!(
        r#"{{"category": "wrong", "id": 1, "annotation": {{"severity": "{severity}"}}, "output_idx": [[0, 4]]}}"#
    ))
}

#[test]
fn ids_tell_groups_apart_and_outlast_other_annotators_names_and_places() {
    let id = |all: &[&str]| groups(&given(all))[0].id;
    let same = id(&["wrong 0-4", "wrong 0-5"]);
    assert_eq!(id(&["wrong 0-5", "wrong 0-4"]), same);
    assert_eq!(id(&["wrong 0-5", "wrong 0-4", ""]), same, "who missed it has no part in it");
    assert_eq!(id(&["wrong 9-12; wrong 0-5", "wrong 0-4"]), same);
    assert_ne!(id(&["wrong 0-5", "wrong 0-5"]), same);
    assert_ne!(id(&["wrong 0-4", ""]), same);
    let twins = groups(&given(&["wrong 0-4; wrong 0-4", ""]));
    assert_ne!(twins[0].id, twins[1].id);
    // Notes of decisions in files name it.
    assert_eq!(same.to_string(), "121ec71e051660cf");
}

/// Edits in short, in so few places that they overlap often; none twice by one annotator.
pub(super) fn edits() -> impl Strategy<Value = Vec<String>> {
    let category = prop_oneof![Just("wrong"), Just("vague"), Just("spread")];
    let edit = (category, 0u32..10, 1u32..6)
        .prop_map(|(category, start, length)| format!("{category} {start}-{}", start + length));
    proptest::collection::btree_set(edit, 0..6).prop_map(|edits| edits.into_iter().collect())
}

fn read(all: &[Vec<String>]) -> Vec<Option<Instance>> {
    all.iter().map(|edits| Some(short(&edits.join("; ")))).collect()
}

proptest! {
    #[test]
    fn each_edit_is_in_exactly_one_group_and_a_group_has_one_of_each_annotator(
        all in proptest::collection::vec(edits(), 1..5)
    ) {
        let all = read(&all);
        let groups = groups(&all);
        let mut found: Vec<_> = groups.iter().flat_map(|group| group.edits().to_vec()).collect();
        found.sort_unstable();
        let mut expected: Vec<_> = all
            .iter()
            .enumerate()
            .flat_map(|(annotator, instance)| {
                let edits = &instance.as_ref().expect("an instance").edits;
                edits.iter().map(move |edit| (annotator, edit.key))
            })
            .collect();
        expected.sort_unstable();
        let found: Vec<_> = found.iter().map(|member| (member.annotator, member.key)).collect();
        prop_assert_eq!(found, expected);
        for group in &groups {
            let annotators = group.annotators();
            prop_assert!(annotators.is_sorted_by(|a, b| a < b), "{:?}", group);
        }
        let mut ids: Vec<_> = groups.iter().map(|group| group.id).collect();
        ids.sort_unstable();
        ids.dedup();
        prop_assert_eq!(ids.len(), groups.len());
    }

    #[test]
    fn the_order_of_the_annotators_has_no_part_in_it(
        (order, all) in proptest::collection::vec(edits(), 1..5).prop_flat_map(|all| {
            (Just((0..all.len()).collect::<Vec<_>>()).prop_shuffle(), Just(all))
        })
    ) {
        let turned: Vec<Vec<String>> = order.iter().map(|at| all[*at].clone()).collect();
        let (one, other) = (read(&all), read(&turned));
        let mut renamed = Vec::new();
        for group in groups(&other) {
            let mut members: Vec<usize> =
                group.annotators().iter().map(|annotator| order[*annotator]).collect();
            members.sort_unstable();
            renamed.push((group.id, group.standing, members));
        }
        let as_they_are = groups(&one);
        let expected: Vec<_> = as_they_are
            .iter()
            .map(|group| {
                (group.id, group.standing, group.annotators())
            })
            .collect();
        renamed.sort_unstable();
        let mut expected = expected;
        expected.sort_unstable();
        prop_assert_eq!(renamed, expected);
    }

    #[test]
    fn two_annotators_have_the_groups_of_their_matching(a in edits(), b in edits()) {
        use spanwise_agreement::adjudication::{comparable_edits, matching};
        let all = read(&[a, b]);
        let [Some(one), Some(other)] = all.as_slice() else { panic!("two instances") };
        let (one, other) = (comparable_edits(one), comparable_edits(other));
        let mut pairs: Vec<_> = matching(&one, &other)
            .iter()
            .map(|pair| (one[pair.first].key, other[pair.second].key))
            .collect();
        pairs.sort_unstable();
        let mut grouped: Vec<_> = groups(&all)
            .iter()
            .filter_map(|group| Some((group.edit_of(0)?, group.edit_of(1)?)))
            .collect();
        grouped.sort_unstable();
        prop_assert_eq!(grouped, pairs);
    }
}
