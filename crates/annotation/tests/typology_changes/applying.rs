//! The effect of changes on edits.

use spanwise_annotation::document::{Answers, Edit};
use spanwise_annotation::typology_changes::{ChangeCounts, KeptReason};

use super::{applied, changes, chosen, composite, edit, in_short, value};

fn examples() -> Vec<Edit> {
    vec![
        edit("a", 1, &[("kind", chosen("x", Some(chosen("deep", None)))), ("bad", value("minor"))]),
        edit("b", 1, &[("kind", chosen("y", None)), ("sure", value("yes"))]),
        edit("a", 2, &[("kind", value("x"))]),
        composite("c", 1, vec![edit("b", 2, &[("sure", value("no"))]), edit("a", 3, &[])]),
    ]
}

#[test]
fn names_change_and_nothing_else() {
    let cases: [(&str, &str, &[&str]); 12] = [
        (
            "nothing",
            "categories: {}",
            &[
                "a 1 kind=[x][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "a 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "a category, constituents included",
            "categories: {a: new}",
            &[
                "new 1 kind=[x][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "new 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "new 3",
            ],
        ),
        (
            "two that exchange their names",
            "categories: {a: b, b: a}",
            &[
                "b 1 kind=[x][deep] bad=minor",
                "a 1 kind=[y] sure=yes",
                "b 2 kind=x",
                "c 1",
                "a 2 sure=no",
                "b 3",
            ],
        ),
        (
            "two merged: of the same ids, the later ones get new ones",
            "categories: {a: new, b: new}",
            &[
                "new 1 kind=[x][deep] bad=minor",
                "new 4 kind=[y] sure=yes",
                "new 2 kind=x",
                "c 1",
                "new 5 sure=no",
                "new 3",
            ],
        ),
        (
            "one merged into another one, which keeps its ids",
            "categories: {a: b}",
            &[
                "b 4 kind=[x][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "b 5 kind=x",
                "c 1",
                "b 2 sure=no",
                "b 3",
            ],
        ),
        (
            "split by the answer to a question",
            "categories: {b: {split: {by: sure, into: {yes: certain}}}}",
            &[
                "a 1 kind=[x][deep] bad=minor",
                "certain 1 kind=[y] sure=yes",
                "a 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "split by an option, however it is written",
            "categories: {a: {split: {by: kind, into: {x: ax}}}}",
            &[
                "ax 1 kind=[x][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "ax 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "split by a follow-up",
            "categories: {a: {split: {by: [kind, x], into: {deep: deep}}}}",
            &[
                "deep 1 kind=[x][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "a 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "a question of one category, and of all others",
            "{categories: {a: {questions: {kind: sort}}}, questions: {kind: type, sure: certain}}",
            &[
                "a 1 sort=[x][deep] bad=minor",
                "b 1 type=[y] certain=yes",
                "a 2 sort=x",
                "c 1",
                "b 2 certain=no",
                "a 3",
            ],
        ),
        (
            "options merged, follow-ups renamed",
            "questions: {kind: {options: {y: z, x: {name: z, options: {deep: deeper}}}}}",
            &[
                "a 1 kind=[z][deeper] bad=minor",
                "b 1 kind=[z] sure=yes",
                "a 2 kind=z",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "an option split by its follow-up",
            "questions: {kind: {options: {x: {split: {by: [kind, x], into: {deep: xd}}}}}}",
            &[
                "a 1 kind=[xd][deep] bad=minor",
                "b 1 kind=[y] sure=yes",
                "a 2 kind=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
        (
            "a name that another question has, which keeps it",
            "questions: {kind: bad}",
            &[
                "a 1 kind=[x][deep] bad=minor",
                "b 1 bad=[y] sure=yes",
                "a 2 bad=x",
                "c 1",
                "b 2 sure=no",
                "a 3",
            ],
        ),
    ];
    for (what, yaml, expected) in cases {
        assert_eq!(applied(&changes(yaml), &examples()).0, expected, "{what}");
    }
}

#[test]
fn what_was_done_and_what_stays_is_counted() {
    let yaml = "
categories:
  a: {split: {by: kind, into: {z: other}}}
  c: ~
  nowhere: x
questions:
  kind: {name: bad, options: {never: x}}
";
    let (_, tally) = applied(&changes(yaml), &examples());
    let stays: Vec<_> = tally
        .stays
        .iter()
        .map(|((path, why), count)| {
            (path.join("/"), why.clone(), count.edits, count.example.as_str())
        })
        .collect();
    assert_eq!(
        stays,
        [
            ("*/kind".to_owned(), KeptReason::Taken, 1, "bad"),
            ("a".to_owned(), KeptReason::Unanswered, 1, ""),
            ("a".to_owned(), KeptReason::OtherAnswer, 2, "x"),
            ("c".to_owned(), KeptReason::Removed, 1, ""),
        ]
    );
    let changed: Vec<_> = tally
        .changed
        .iter()
        .map(|((path, to), count)| (path.join("/"), to.as_str(), count.edits))
        .collect();
    assert_eq!(changed, [("*/kind".to_owned(), "bad", 2)]);
    assert_eq!((tally.edits, tally.renumbered), (2, 0));
    let unmet: Vec<String> =
        tally.unmet(&changes(yaml)).iter().map(|path| path.join("/")).collect();
    assert_eq!(unmet, ["nowhere", "*/kind/never"]);
}

#[test]
fn a_log_is_of_the_edits_as_they_were_left() {
    let changes = changes("{categories: {a: b}, questions: {kind: sort}}");
    let mut edits = examples();
    let about = &mut Answers::default();
    let log = changes.apply(7, &mut edits, about, &mut ChangeCounts::default());
    // More edits are no trouble.
    edits.push(edit("b", 9, &[]));
    let mut more = edits.clone();
    log.undo(&mut more, about).expect("the edits of the log");
    for spoil in [
        |edits: &mut Vec<Edit>| drop(edits.remove(0)),
        |edits: &mut Vec<Edit>| edits.truncate(2),
        |edits: &mut Vec<Edit>| edits.iter_mut().for_each(|edit| edit.answers = Default::default()),
        |edits: &mut Vec<Edit>| edits.iter_mut().for_each(|edit| edit.category.push('x')),
    ] {
        let mut spoilt = edits.clone();
        spoil(&mut spoilt);
        let before = super::said(&spoilt);
        let misfit = log.undo(&mut spoilt, about).expect_err("other edits");
        assert!(misfit.to_string().starts_with("Instance 8, edits["), "{misfit}");
        assert_eq!(super::said(&spoilt), before);
    }
}

#[test]
fn answers_about_an_instance_follow_by_changes_of_their_own() {
    let mut about = Answers::default();
    about.set("kind", Some(chosen("x", Some(chosen("deep", None)))));
    about.set("sure", Some(value("yes")));
    for (yaml, expected) in [
        ("instance_questions: {kind: sort}", "sort=[x][deep] sure=yes"),
        ("instance_questions: {kind: {options: {x: y}}}", "kind=[y][deep] sure=yes"),
        ("instance_questions: {sure: kind}", "kind=[x][deep] sure=yes"),
        ("instance_questions: {sure: ~}", "kind=[x][deep] sure=yes"),
        // Those are of edits.
        ("questions: {kind: sort}", "kind=[x][deep] sure=yes"),
        ("categories: {'': {questions: {kind: sort}}}", "kind=[x][deep] sure=yes"),
    ] {
        let (mut edits, mut answers) = (examples(), about.clone());
        let mut counts = ChangeCounts::default();
        let log = changes(yaml).apply(2, &mut edits, &mut answers, &mut counts);
        let said: Vec<String> =
            answers.iter().map(|(name, answer)| format!("{name}={}", in_short(answer))).collect();
        assert_eq!(said.join(" "), expected, "{yaml}");
        log.undo(&mut edits, &mut answers).expect("the same answers");
        assert_eq!(answers, about, "{yaml}");
    }
    let renaming = changes("instance_questions: {sure: certain, never: ~, kind: sort}");
    let (mut edits, mut answers) = (examples(), about.clone());
    let mut counts = ChangeCounts::default();
    let log = renaming.apply(2, &mut edits, &mut answers, &mut counts);
    let changed: Vec<(String, &str)> =
        counts.changed.keys().map(|(path, to)| (path.join("/"), to.as_str())).collect();
    assert_eq!(changed, [("/kind".to_owned(), "sort"), ("/sure".to_owned(), "certain")]);
    assert_eq!(counts.unmet(&renaming), [["", "never"]]);
    answers.set("sort", None);
    let misfit = log.undo(&mut edits, &mut answers).expect_err("other answers");
    assert!(misfit.to_string().starts_with("Instance 3: "), "{misfit}");
}
