//! Every tolerance of reading, as tables.

use spanwise_annotation::document::{Answer, EditId, EditKey, Instance};
use spanwise_annotation::format::{
    is_misfit, read_edit, read_instance, write_edit, write_instance,
};
use spanwise_template::Side;

use super::{chosen, first, listed, load, several, span, typology, value};

const TEXTS: &str = r#""source":"Zwölf Äpfel 🍎 im Korb","target":"Twelve apples 🍎 in a basket""#;

/// An instance whose only edit has these members.
fn with_edit(members: &str) -> String {
    format!("{{{TEXTS},\"edits\":[{{{members}}}]}}")
}

/// Reading lists exactly these problems, and writing gives the text back.
fn check(raw: &str, problems: &[&str]) {
    let loaded = load(raw);
    assert_eq!(listed(&loaded.problems), problems, "{raw}");
    assert_eq!(write_instance(&loaded.instance, &typology()), raw);
}

#[test]
fn instances_of_every_make() {
    let cases: &[(&str, &[&str])] = &[
        (r#"{"target":"a"}"#, &[]),
        (r#"{"target":"a","edits":null}"#, &[]),
        (r#"{"target":"a","edits":[ ]}"#, &[]),
        (r#"{"target":"a","edits":{"0":{}}}"#, &["edits unreadable-edits"]),
        (r#"{ }"#, &["target missing-target"]),
        (r#"{"source":"a","target":null}"#, &["target missing-target"]),
        (r#"{"source":12.50,"target":true}"#, &["target not-a-text", "source not-a-text"]),
        (r#"{"target":["a","b"],"source":[ ]}"#, &[]),
        (r#"{"target":["a",7,null]}"#, &["target[1] not-a-text", "target[2] not-a-text"]),
        (r#"{"target":{"0":"a"}}"#, &["target not-a-text"]),
        (r#"{"target":"a","context":["b"]}"#, &[]),
        (r#"{"target":"a","context":{"b":[1,{"c":null}]}}"#, &[]),
        (r#"{"target":"a","context":7}"#, &["context not-a-text"]),
        (r#"{"target":"a\ud800b"}"#, &["target lone-surrogate"]),
        (r#"{"target":"a","_thresh_id":3,"_interface_id":2}"#, &[]),
        (r#"{"target":"x","target":"a"}"#, &[]),
        ("[1]", &[" not-an-object", "target missing-target"]),
        ("null", &[" not-an-object", "target missing-target"]),
    ];
    for (raw, problems) in cases {
        check(raw, problems);
    }
}

#[test]
fn only_what_the_template_has_no_place_for_is_a_misfit() {
    let misfits = |members: &str| {
        let problems = load(&with_edit(members)).problems;
        assert!(!problems.is_empty(), "{members}");
        let misfits: Vec<&str> = problems.iter().filter(|p| is_misfit(p)).map(|p| p.code).collect();
        misfits
    };
    let edit = |category: &str, answers: &str| {
        format!(
            r#""category":"{category}","id":1,"annotation":{{{answers}}},"input_idx":[[0,5]],"output_idx":[[0,6]]"#
        )
    };
    for (members, found) in [
        (edit("nope", ""), vec!["unknown-category"]),
        (edit("wrong_number", r#""nope":"x""#), vec!["unknown-question"]),
        (edit("wrong_number", r#""kind":"nope""#), vec!["unknown-option"]),
        // An option outside of an object, an id that is none, an offset outside of the text.
        (edit("wrong_number", r#""kind":"unit""#), vec![]),
        (edit("wrong_number", "").replace('1', "\"one\""), vec![]),
        (edit("wrong_number", "").replace("[0,5]", "[0,500]"), vec![]),
    ] {
        assert_eq!(misfits(&members), found, "{members}");
    }
}

#[test]
fn texts_are_what_the_file_says() {
    let read = |raw| load(raw).instance;
    assert_eq!(read(r#"{"source":12.50,"target":"x"}"#).text(Side::Source).as_str(), "12.50");
    assert_eq!(read(r#"{"target":"old","target":"new"}"#).text(Side::Target).as_str(), "new");
    let lone = read(r#"{"target":"a\ud800b😀"}"#).text(Side::Target).clone();
    assert_eq!((lone.as_str(), lone.len_utf16().0), ("a\u{fffd}b😀", 5));
    let around = read(
        r#"{"target":"t","context_before":"b","context_after":"a","source_context_after":"s"}"#,
    );
    let of = |instance: &Instance, side| {
        let text = instance.texts.first(side).unwrap();
        (text.before().map(str::to_owned), text.after().map(str::to_owned))
    };
    assert_eq!(of(&around, Side::Target), (Some("b".into()), Some("a".into())));
    assert_eq!(of(&around, Side::Source), (None, Some("s".into())));
    let around = read(r#"{"source":"s","context_before":"b"}"#);
    let [source, target] = Side::ALL.map(|side| of(&around, side).0);
    assert_eq!((source, target), (Some("b".into()), None));
    let exact = read(r#"{"target":"t","context_before":"b","target_context_before":"exact"}"#);
    assert_eq!(of(&exact, Side::Target).0.as_deref(), Some("exact"));
    let own = read(r#"{"target":"t","bookmark":true,"comment":"né","_spanwise":{"done":true}}"#);
    assert_eq!((own.bookmark, own.comment.as_str(), own.done), (true, "né", true));
}

#[test]
fn spans_of_every_make() {
    type Case<'a> = (&'a str, &'a [(u32, u32)], &'a [&'a str]);
    let cases: &[Case] = &[
        ("[[0,6]]", &[(0, 6)], &[]),
        ("[[7,13],[0,6]]", &[(7, 13), (0, 6)], &[]),
        ("[[0,6],[3,9],[0,6]]", &[(0, 6), (3, 9), (0, 6)], &[]),
        ("[ [ 4 , 4 ] ]", &[(4, 4)], &[]),
        ("[0,3]", &[(0, 3)], &["edits[0].output_idx flat-span"]),
        ("[[0,3.0]]", &[(0, 3)], &[]),
        ("[[6,2]]", &[(2, 6)], &["edits[0].output_idx[0] reversed-span"]),
        ("[[0,999]]", &[(0, 999)], &["edits[0].output_idx[0] span-out-of-range"]),
        ("[[0,15]]", &[(0, 15)], &["edits[0].output_idx[0] span-in-character"]),
        ("[[0,1],[-1,-1]]", &[(0, 1)], &["edits[0].output_idx[1] unreadable-span"]),
        ("[[0,1.5]]", &[], &["edits[0].output_idx[0] unreadable-span", MISSING]),
        (
            "[[0,1,2],\"x\",[[]]]",
            &[],
            &[
                "edits[0].output_idx[0] unreadable-span",
                "edits[0].output_idx[1] unreadable-span",
                "edits[0].output_idx[2] unreadable-span",
                MISSING,
            ],
        ),
        ("\"0:3\"", &[], &["edits[0].output_idx unreadable-span", MISSING]),
        ("[]", &[], &[MISSING]),
        ("null", &[], &[MISSING]),
    ];
    for (idx, expected, problems) in cases {
        let raw = with_edit(&format!(r#""category":"style","id":1,"output_idx":{idx}"#));
        check(&raw, problems);
        let edit = first(&load(&raw).instance);
        let expected: Vec<_> = expected.iter().map(|&(a, b)| span(a, b)).collect();
        assert_eq!(edit.spans.target(), expected, "{idx}");
    }
}

const MISSING: &str = "edits[0].output_idx missing-span";

#[test]
fn ids_and_categories_of_every_make() {
    let cases: &[(&str, Option<EditId>, &[&str])] = &[
        (r#""category":"off_topic","id":0"#, Some(EditId::Number(0)), &[]),
        (r#""category":"off_topic","id":2.0"#, Some(EditId::Number(2)), &[]),
        (r#""category":"off_topic""#, None, &["edits[0].id missing-id"]),
        (r#""category":"off_topic","id":null"#, None, &["edits[0].id missing-id"]),
        (
            r#""category":"off_topic","id":"3""#,
            Some(EditId::Other("3".into())),
            &["edits[0].id odd-id"],
        ),
        (
            r#""category":"off_topic","id":12345678901234567890123"#,
            Some(EditId::Other("12345678901234567890123".into())),
            &["edits[0].id odd-id"],
        ),
        (
            r#""category":"new","id":1"#,
            Some(EditId::Number(1)),
            &["edits[0].category unknown-category"],
        ),
        (r#""id":1"#, Some(EditId::Number(1)), &["edits[0].category missing-category"]),
        (
            r#""category":[],"id":1"#,
            Some(EditId::Number(1)),
            &["edits[0].category missing-category"],
        ),
    ];
    for (members, id, problems) in cases {
        let raw = with_edit(members);
        check(&raw, problems);
        assert_eq!(&first(&load(&raw).instance).id, id, "{members}");
    }
}

// Thresh 11.14: ids that collide in the data go unnoticed
#[test]
fn items_that_are_no_edits_are_listed_and_stay() {
    let raw = format!(
        r#"{{{TEXTS},"edits":[null,{{"category":"off_topic","id":1}},"x",{{"category":"off_topic","id":1}},7]}}"#
    );
    check(
        &raw,
        &[
            "edits[0] not-an-edit",
            "edits[2] not-an-edit",
            "edits[3].id duplicate-id",
            "edits[4] not-an-edit",
        ],
    );
    assert_eq!(load(&raw).instance.edits.len(), 2);
}

#[test]
fn composites_with_and_without_answers() {
    let raw = with_edit(
        r#""category":"rewrite","id":1,"constituent_edits":[{"id":2,"category":"style","output_idx":[[0,3]]},5,{"id":4,"category":"wrong_number","annotation":{"sure":"yes"},"input_idx":[[0,2]],"output_idx":[[6,1]],"constituent_edits":[{}]}]"#,
    );
    check(
        &raw,
        &[
            "edits[0].constituent_edits[1] not-an-edit",
            "edits[0].constituent_edits[2].output_idx[0] reversed-span",
            "edits[0].constituent_edits[2].constituent_edits nested-composite",
        ],
    );
    let instance = load(&raw).instance;
    let composite = first(&instance);
    let keys: Vec<_> = composite.constituents.iter().map(|c| c.key.0).collect();
    assert_eq!((composite.key.0, keys, instance.next_key), (0, vec![1, 2], 3));
    let sure = composite.constituents.get(1).and_then(|c| c.answers.get("sure").cloned());
    assert_eq!(sure, Some(value("yes")));
    assert_eq!(instance.next_id("wrong_number"), 5);
    assert_eq!(instance.next_id("style"), 3);
    assert_eq!(instance.next_id("off_topic"), 1);
}

#[test]
fn answers_of_every_make() {
    const HERE: &str = "edits[0].annotation.";
    let cases: &[(&str, &str, Option<Answer>, &[&str])] = &[
        ("sure", r#""no""#, Some(value("no")), &[]),
        ("sure", "true", Some(value("yes")), &[]),
        ("sure", "false", Some(value("no")), &[]),
        ("sure", r#""perhaps""#, Some(value("perhaps")), &["sure unknown-answer"]),
        ("severity", r#""a lot""#, Some(value("a lot")), &[]),
        ("severity", "1", Some(value("minor")), &[]),
        ("severity", "3.0", Some(value("a lot")), &[]),
        ("points", "5", Some(value("5")), &[]),
        ("why", "\"\"", None, &[]),
        ("why", "null", None, &[]),
        ("why", "12", Some(value("12")), &[]),
        ("kind", r#"{"val":"unit"}"#, Some(chosen("unit", None)), &[]),
        (
            "kind",
            r#"{"val":"digits","digits":"minor"}"#,
            Some(chosen("digits", Some(value("minor")))),
            &[],
        ),
        (
            "kind",
            r#"{"val":"digits","digits":2}"#,
            Some(chosen("digits", Some(value("somewhat")))),
            &[],
        ),
        ("kind", r#"{"val":"digits","digits":null}"#, Some(chosen("digits", None)), &[]),
        ("kind", r#"{"val":"unit","digits":"minor"}"#, Some(chosen("unit", None)), &[]),
        ("kind", r#"{"val":"unit","unit":{"val":"unit"}}"#, Some(chosen("unit", None)), &[]),
        (
            "kind",
            r#"{"val":"deep","deep":{"val":"deep"}}"#,
            Some(chosen("deep", Some(chosen("deep", None)))),
            &[],
        ),
        (
            "kind",
            r#"{"val":"deep","deep":"deeper"}"#,
            Some(chosen("deep", Some(chosen("deeper", None)))),
            &["kind.deep bare-option"],
        ),
        ("kind", r#""unit""#, Some(chosen("unit", None)), &["kind bare-option"]),
        ("kind", r#""no""#, Some(chosen("no", None)), &["kind bare-option"]),
        ("kind", "true", Some(chosen("yes", None)), &[]),
        ("kind", r#"{"val":false}"#, Some(chosen("no", None)), &[]),
        ("kind", r#"{"val":7}"#, Some(chosen("7", None)), &[]),
        ("kind", r#"{"val":null,"deep":{"val":"deep"}}"#, None, &["kind unknown-answer"]),
        ("kind", "{}", None, &[]),
        ("kind", r#"{"val":null}"#, None, &[]),
        ("kind", r#"{"val":"gone"}"#, Some(chosen("gone", None)), &["kind.val unknown-option"]),
        (
            "kind",
            r#"{"val":"unit","unit":"yes"}"#,
            Some(chosen("unit", Some(value("yes")))),
            &["kind.unit unknown-question"],
        ),
        ("count", r#""2.5""#, Some(value("2.5")), &[]),
        ("count", "2.50", Some(value("2.50")), &[]),
        ("count", "-1", Some(value("-1")), &["count unknown-answer"]),
        ("count", r#""few""#, Some(value("few")), &["count unknown-answer"]),
        ("degree", "100", Some(value("100")), &[]),
        ("degree", "1e2", Some(value("1e2")), &["degree unknown-answer"]),
        ("where", r#"["end","start"]"#, Some(several(&["end", "start"])), &[]),
        ("where", r#"["end","gone"]"#, Some(several(&["end", "gone"])), &["where unknown-option"]),
        ("where", "[]", None, &[]),
        ("where", r#""end""#, Some(value("end")), &["where unknown-answer"]),
        ("asked before", r#""yes""#, Some(value("yes")), &[]),
    ];
    for (question, answer, expected, problems) in cases {
        let raw = with_edit(&format!(
            r#""category":"wrong_number","id":1,"annotation":{{{question:?}:{answer}}},"input_idx":[[0,1]],"output_idx":[[0,1]]"#
        ));
        let mut problems: Vec<_> = problems.iter().map(|p| format!("{HERE}{p}")).collect();
        if *question == "asked before" {
            problems.push(r#"edits[0].annotation["asked before"] unknown-question"#.into());
        }
        check(&raw, &problems.iter().map(String::as_str).collect::<Vec<_>>());
        let answers = first(&load(&raw).instance).answers;
        match (answers.get(question), expected) {
            (Some(Answer::Unknown(kept)), None) => assert_eq!(kept.get(), *answer),
            (read, expected) => assert_eq!(read, expected.as_ref(), "{question}: {answer}"),
        }
    }
}

#[test]
fn strange_answers_are_kept_and_listed() {
    for answer in ["[1]", "9", "-1", "true", r#"{"a":1}"#] {
        let raw = with_edit(&format!(
            r#""category":"wrong_number","id":1,"annotation":{{"severity":{answer}}},"input_idx":[[0,1]],"output_idx":[[0,1]]"#
        ));
        check(&raw, &["edits[0].annotation.severity unknown-answer"]);
    }
    for (annotation, problems) in [
        ("null", &[][..]),
        ("{}", &[]),
        ("\"\"", &[]),
        ("[]", &["edits[0].annotation unreadable-answers"]),
    ] {
        let raw = with_edit(&format!(r#""category":"off_topic","id":1,"annotation":{annotation}"#));
        check(&raw, problems);
        assert!(first(&load(&raw).instance).answers.is_empty());
    }
}

#[test]
fn deep_follow_ups_do_not_exhaust_the_stack() {
    let depth = 200;
    let answer = r#"{"val":"a","a":"#.repeat(depth) + "1" + &"}".repeat(depth);
    let raw = with_edit(&format!(r#""category":"off_topic","id":1,"annotation":{{"q":{answer}}}"#));
    let loaded = load(&raw);
    assert_eq!(write_instance(&loaded.instance, &typology()), raw);
}

#[test]
fn an_edit_alone_reads_back() {
    let raw = r#"{"category":"rewrite","id":1,"votes":2,"constituent_edits":[{"category":"style","id":1},{"id":2}]}"#;
    let mut next = 40;
    let mut keys = || {
        next += 1;
        EditKey(next)
    };
    let edit = read_edit(raw, &mut keys, &typology()).expect("an object");
    let read: Vec<_> = edit.constituents.iter().map(|c| c.key.0).collect();
    assert_eq!((edit.key.0, read), (41, vec![42, 43]));
    assert_eq!(write_edit(&edit, &typology()), raw);
    assert!(read_edit("5", &mut keys, &typology()).is_none());
}

#[test]
fn problems_name_the_instance() {
    let problems = read_instance("{}", 4, &typology()).problems;
    assert_eq!(
        problems.first().map(|p| p.place.to_string()).as_deref(),
        Some("instance 5, target")
    );
}
