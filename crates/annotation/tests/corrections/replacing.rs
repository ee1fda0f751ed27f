//! The corrected text.

use serde_json::json;
use spanwise_annotation::corrections::CorrectedPart;
use spanwise_annotation::document::{Answer, GivenAnswer, flow};
use spanwise_text::Utf16;

use super::{corrected, edit, instance, template};

#[test]
fn replacements_are_put_in_in_order() {
    let (typology, _) = template("char");
    let put = |category, span, text: &str| match category {
        "style" => edit(category, 1, span, &json!({"better": text})),
        _ => edit(category, 1, span, &json!({"r": text})),
    };
    for (target, edits, expected, left_out) in [
        ("", vec![], "", vec![]),
        ("abc", vec![], "abc", vec![]),
        ("abc", vec![put("fix", [0, 3], "x")], "x", vec![]),
        ("abc", vec![put("fix", [0, 3], "")], "", vec![]),
        ("abc", vec![put("fix", [1, 2], "b")], "abc", vec![]),
        ("a b c", vec![put("fix", [4, 5], "z"), put("style", [0, 1], "x")], "x b z", vec![]),
        // Insertions stand before a span that begins there and after one that ends there.
        ("ab", vec![put("fix", [1, 2], "y"), put("add", [1, 1], "+")], "a+y", vec![]),
        ("ab", vec![put("add", [1, 1], "+"), put("fix", [0, 1], "x")], "x+b", vec![]),
        ("ab", vec![put("add", [1, 1], "1"), put("add", [1, 1], "2")], "a12b", vec![]),
        ("ab", vec![put("add", [0, 0], "<"), put("add", [2, 2], ">")], "<ab>", vec![]),
        // Of those that overlap, the earlier edit is put in.
        ("abcd", vec![put("fix", [1, 3], "x"), put("fix", [2, 4], "y")], "axd", vec![1]),
        ("abcd", vec![put("fix", [2, 4], "y"), put("fix", [1, 3], "x")], "aby", vec![1]),
        ("abcd", vec![put("fix", [0, 4], "x"), put("add", [2, 2], "+")], "x", vec![1]),
        ("abcd", vec![put("add", [2, 2], "+"), put("fix", [0, 4], "x")], "ab+cd", vec![1]),
        ("abcd", vec![put("fix", [1, 2], "x"), put("fix", [1, 2], "x")], "axcd", vec![1]),
        ("abcd", vec![put("fix", [0, 2], "x"), put("fix", [2, 4], "y")], "xy", vec![]),
        // Offsets are UTF-16 code units.
        ("😀 a😀", vec![put("fix", [3, 4], "🎉")], "😀 🎉😀", vec![]),
        ("שלום עולם", vec![put("fix", [0, 4], "היי")], "היי עולם", vec![]),
        ("a\r\nb", vec![put("add", [1, 1], ".")], "a.\r\nb", vec![]),
        // Beyond the text there is nothing.
        ("ab", vec![put("fix", [1, 9], "x")], "ax", vec![]),
    ] {
        let instance = instance(target, &json!(edits), &typology);
        let corrected = corrected(&instance, &typology);
        assert_eq!(corrected.to_string(), expected, "{target} {edits:?}");
        let out = corrected.left_out().iter();
        let out: Vec<_> = out.map(|out| instance.position(out.edit).unwrap_or(9)).collect();
        assert_eq!(out, left_out, "{target} {edits:?}");
    }
}

#[test]
fn only_asked_and_answered_replacements_are_put_in() {
    let (typology, _) = template("char");
    for (category, answers, expected) in [
        ("fix", json!(null), "ab"),
        ("fix", json!({"r": null}), "ab"),
        ("fix", json!({"r": ""}), "b"),
        ("fix", json!({"why": "x"}), "ab"),
        ("error", json!({"kind": {"val": "word", "word": "x"}}), "xb"),
        ("error", json!({"kind": {"val": "word", "word": ""}}), "b"),
        ("error", json!({"kind": {"val": "word"}}), "ab"),
        ("error", json!({"kind": {"val": "other"}}), "ab"),
        ("note", json!({"r": "x"}), "ab"),
        ("gone", json!({"r": "x"}), "ab"),
    ] {
        let instance = instance("ab", &json!([edit(category, 1, [0, 1], &answers)]), &typology);
        let found = corrected(&instance, &typology).to_string();
        assert_eq!(found, expected, "{category} {answers}");
    }
}

#[test]
fn constituents_are_put_in_too() {
    let (typology, _) = template("char");
    let constituent = edit("fix", 1, [0, 1], &json!({"r": "x"}));
    let composite = json!({"category": "group", "id": 1, "constituent_edits": [constituent]});
    let instance = instance("ab", &json!([composite]), &typology);
    assert_eq!(corrected(&instance, &typology).to_string(), "xb");
}

#[test]
fn the_parts_are_those_of_the_text_up_to_an_offset() {
    let (typology, _) = template("char");
    let fix = |span, text: &str| edit("fix", 1, span, &json!({"r": text}));
    let edits =
        json!([fix([1, 2], "x"), fix([4, 6], ""), edit("add", 1, [4, 4], &json!({"r": "+"}))]);
    let instance = instance("abcdef", &edits, &typology);
    let corrected = corrected(&instance, &typology);
    let replaced = |deleted, inserted| CorrectedPart::Replaced { deleted, inserted };
    let parts: Vec<_> = corrected.parts_up_to(Utf16(6)).collect();
    let expected = [
        CorrectedPart::Unchanged("a"),
        replaced("b", "x"),
        CorrectedPart::Unchanged("cd"),
        replaced("", "+"),
        replaced("ef", ""),
    ];
    assert_eq!(parts, expected);
    for (end, before, after) in
        [(0, "", "axcd+"), (1, "a", "xcd+"), (2, "ax", "cd+"), (4, "axcd+", ""), (9, "axcd+", "")]
    {
        let parts = corrected.parts_up_to(Utf16(end)).map(CorrectedPart::corrected);
        assert_eq!(parts.collect::<String>(), before, "{end}");
        assert_eq!(corrected.after(Utf16(end)), after, "{end}");
    }
}

#[test]
fn nothing_is_an_answer_and_no_answer_is_none() {
    let (typology, _) = template("char");
    let questions = &typology.categories().first().expect("a category").questions;
    let give = |given| {
        let path = vec!["r".to_owned()];
        flow::answered(questions, &Default::default(), &path, given).expect("an answer")
    };
    for text in ["", " ", "x", " x\n"] {
        let answers = give(GivenAnswer::Value(text.to_owned()));
        assert_eq!(answers.get("r"), Some(&Answer::Value(text.to_owned())));
        assert!(flow::open_questions(questions, &answers).is_empty(), "{text:?}");
    }
    let none = give(GivenAnswer::Nothing);
    assert!(none.is_empty());
    assert_eq!(flow::open_questions(questions, &none), [["r"]]);
}
