//! Matching of the edits of two annotators.

use spanwise_agreement::adjudication::{EditRelation, comparable_edits, matching};

use super::{instance, short};

/// Pairs as `first-second relation`, positions in the files.
fn pairs(a: &str, b: &str) -> Vec<String> {
    let (a, b) = (comparable_edits(&short(a)), comparable_edits(&short(b)));
    let word = |relation: &EditRelation| match relation {
        EditRelation::Same => "same",
        EditRelation::Answers(_) => "answers",
        EditRelation::Boundary(_) => "boundary",
        EditRelation::Category => "category",
    };
    let pairs = matching(&a, &b);
    pairs.iter().map(|p| format!("{}-{} {}", p.first, p.second, word(&p.relation))).collect()
}

#[test]
fn edits_belong_together_by_where_and_what_they_are() {
    let cases: [(&str, &str, &str, &[&str]); 21] = [
        ("nothing at all", "", "", &[]),
        ("one has none", "wrong 0-4", "", &[]),
        ("the same", "wrong 0-4", "wrong 0-4", &["0-0 same"]),
        ("other boundaries", "wrong 0-4", "wrong 2-8", &["0-0 boundary"]),
        ("another category", "wrong 0-4", "vague 0-4", &["0-0 category"]),
        ("beside each other", "wrong 0-4", "wrong 4-8", &[]),
        ("other boundaries and another category are two edits", "wrong 0-4", "vague 2-8", &[]),
        (
            "in another order",
            "wrong 0-4; vague 6-9",
            "vague 6-9; wrong 0-4",
            &["0-1 same", "1-0 same"],
        ),
        ("the same comes before more overlap", "wrong 0-9", "wrong 0-9; wrong 1-9", &["0-0 same"]),
        (
            "as much text in common as possible, over all pairs",
            "wrong 0-6; wrong 6-9",
            "wrong 5-9; wrong 0-1",
            &["0-1 boundary", "1-0 boundary"],
        ),
        (
            "the greater overlap, though it comes later",
            "wrong 0-10",
            "wrong 0-3; wrong 3-12",
            &["0-1 boundary"],
        ),
        (
            "one to one: the second overlap finds nothing left",
            "wrong 0-4; wrong 5-9",
            "wrong 0-9",
            &["0-0 boundary"],
        ),
        (
            "the same spans in another category, rather than less overlap",
            "wrong 0-9",
            "vague 0-9; wrong 2-5",
            &["0-0 category"],
        ),
        (
            "of two with as much overlap, the same category",
            "wrong 0-4",
            "vague 0-4; wrong 0-5",
            &["0-1 boundary"],
        ),
        (
            "of two with as much overlap, the first in the text",
            "wrong 2-8",
            "wrong 5-12; wrong 0-5",
            &["0-1 boundary"],
        ),
        ("twice the same", "wrong 0-4; wrong 0-4", "wrong 0-4", &["0-0 same"]),
        ("several spans, in any order", "many 0-2 5-7", "many 5-7 0-2", &["0-0 same"]),
        ("several spans, one more", "many 0-2 5-7", "many 0-2", &["0-0 boundary"]),
        ("insertion points", "gap 3|; gap 7|", "gap 3|; gap 8|", &["0-0 same"]),
        ("about the whole instance", "tag", "tag", &["0-0 same"]),
        ("categories the template does not know", "odd 0-4", "odd 0-4", &["0-0 same"]),
    ];
    for (what, a, b, wanted) in cases {
        assert_eq!(pairs(a, b), wanted, "{what}");
    }
}

#[test]
fn members_of_composites_count_as_spans_of_the_composite() {
    let rewrite = |members: &str| {
        comparable_edits(&instance(&format!(
            r#"{{"category": "rewrite", "id": 1, "constituent_edits": [{members}]}}"#
        )))
    };
    let one = r#"{"category": "wrong", "id": 1, "output_idx": [[0, 4]]}"#;
    let two = r#"{"category": "wrong", "id": 2, "output_idx": [[6, 9]]}"#;
    let both = rewrite(&format!("{one}, {two}"));
    let turned = rewrite(&format!("{two}, {one}"));
    let alone = rewrite(one);
    assert!(matches!(matching(&both, &turned)[0].relation, EditRelation::Same));
    assert!(matches!(matching(&both, &alone)[0].relation, EditRelation::Boundary(_)));
}

/// The questions that two edits with the same spans and category answer differently.
fn questions(a: &str, b: &str) -> Vec<String> {
    let vague = |answers: &str| {
        comparable_edits(&instance(&format!(
            r#"{{"category": "vague", "id": 1, "annotation": {answers}, "input_idx": [[0, 2]], "output_idx": [[0, 4]]}}"#
        )))
    };
    let pairs = matching(&vague(a), &vague(b));
    match &pairs[0].relation {
        EditRelation::Same => Vec::new(),
        EditRelation::Answers(paths) => paths.iter().map(|path| path.join("/")).collect(),
        other @ (EditRelation::Boundary(_) | EditRelation::Category) => vec![format!("{other:?}")],
    }
}

#[test]
fn answers_differ_by_question() {
    let word = r#"{"kind": {"val": "word", "word": "yes"}}"#;
    let cases: [(&str, &str, &[&str]); 9] = [
        (word, word, &[]),
        ("null", "{}", &[]),
        (word, r#"{"kind": {"val": "word", "word": "no"}}"#, &["kind/word"]),
        (word, r#"{"kind": {"val": "word"}}"#, &["kind/word"]),
        (word, "null", &["kind"]),
        // Follow-ups of two different options are no difference of their own.
        (word, r#"{"kind": {"val": "style", "style": "minor"}}"#, &["kind"]),
        (r#"{"a": "1", "b": "2"}"#, r#"{"b": "2", "a": "1"}"#, &[]),
        (r#"{"a": "1", "b": "2"}"#, r#"{"a": "2", "b": "3"}"#, &["a", "b"]),
        (r#"{"a": "  word "}"#, r#"{"a": "word"}"#, &[]),
    ];
    for (a, b, wanted) in cases {
        assert_eq!(questions(a, b), wanted, "{a} and {b}");
        assert_eq!(questions(b, a), wanted, "{b} and {a}");
    }
}

#[test]
fn equal_answers_are_paired_before_others() {
    let answered = |severities: [&str; 2]| {
        let edits = severities.map(|severity| {
            format!(
                r#"{{"category": "wrong", "annotation": {{"severity": "{severity}"}}, "output_idx": [[0, 4]]}}"#
            )
        });
        comparable_edits(&instance(&edits.join(", ")))
    };
    let pairs = matching(&answered(["minor", "a lot"]), &answered(["a lot", "minor"]));
    assert!(pairs.iter().all(|pair| pair.relation == EditRelation::Same), "{pairs:?}");
}
