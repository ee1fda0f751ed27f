//! Instances with two targets: edits are matched text by text.

use spanwise_agreement::adjudication::{
    AnnotatorFile, Annotators, EditRelation, annotation_groups, comparable_edits, compare, matching,
};
use spanwise_annotation::document::Instance;
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

#[test]
fn who_lacks_a_text_has_missed_nothing_there() {
    let edit = |side: &str| format!(r#"{{"category": "e", "id": 1, "{side}_idx": [[0, 1]]}}"#);
    let instance = |texts: &str, edits: &str| {
        read_instance(&format!(r#"{{{texts}, "edits": [{edits}]}}"#), 0, &template().typology)
            .instance
    };
    let both = r#""source": "ab", "target": "cd""#;
    let all = [
        instance(both, &format!("{}, {}", edit("input"), edit("output"))),
        instance(both, ""),
        instance(r#""target": "cd""#, ""),
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
