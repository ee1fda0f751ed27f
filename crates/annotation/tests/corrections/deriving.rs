//! Edits derived from an edited text.

use serde_json::{Value, json};
use spanwise_annotation::corrections::with_line_ends_of;

use super::{after_editing, corrected, edit, instance, said, template};

/// A text, what it is edited to, and the edits after that.
type Case = (&'static str, &'static str, &'static [&'static str]);

fn check(boundary: &str, cases: &[Case]) {
    spanwise_text::sentence::enable();
    let rules = template(boundary);
    for (target, edited, expected) in cases {
        let before = instance(target, &json!([]), &rules.0);
        let after = after_editing(&before, edited, &rules);
        assert_eq!(said(&after, &rules.0), *expected, "{target} → {edited}, {boundary}");
        assert_eq!(corrected(&after, &rules.0).to_string(), *edited);
    }
}

#[test]
fn differences_become_edits_by_words() {
    check(
        "word",
        &[
            ("", "", &[]),
            ("a b", "a b", &[]),
            ("", "a", &["add/1 0-0 → “a”"]),
            ("a b", "", &["cut/1 0-3 → “”"]),
            ("He go home.", "He goes home.", &["fix/1 3-5 → “goes”"]),
            ("a big dog", "a dog", &["cut/1 2-6 → “”"]),
            ("a dog", "a big dog", &["add/1 2-2 → “big ”"]),
            ("one two three", "1 two 3", &["fix/1 0-3 → “1”", "fix/2 8-13 → “3”"]),
            // What adjoins is one.
            ("a b c", "x y z c", &["fix/1 0-1 → “x y”", "fix/2 2-3 → “z”"]),
            ("ab, c", "ab! d", &["fix/1 2-3 → “!”", "fix/2 4-5 → “d”"]),
            ("I saw", "I saw it", &["add/1 5-5 → “ it”"]),
            ("😀 is", "😀 was", &["fix/1 3-5 → “was”"]),
            ("👩\u{200d}👩\u{200d}👧 a", "👩\u{200d}👧 a", &["fix/1 0-8 → “👩\u{200d}👧”"]),
            ("cafe\u{301} a", "cafe a", &["fix/1 0-5 → “cafe”"]),
            ("שלום עולם", "שלום לכולם", &["fix/1 5-9 → “לכולם”"]),
            ("a\r\nb", "a\r\nc", &["fix/1 3-4 → “c”"]),
            ("a\r\nb", "a b", &["fix/1 1-3 → “ ”"]),
        ],
    );
}

#[test]
fn an_end_within_a_unit_goes_to_its_edge_and_the_replacement_grows() {
    check(
        "whitespace",
        &[
            ("He go.", "He goes.", &["fix/1 3-6 → “goes.”"]),
            ("a big dog", "a dog", &["cut/1 2-6 → “”"]),
            ("a dog", "a dog, too", &["add/1 5-5 → “, too”"]),
            ("a dog, b", "a dog! b", &["fix/1 2-6 → “dog!”"]),
            ("a dog, b", "a dog b", &["cut/1 2-6 → “dog”"]),
            ("a-b", "a-x-b", &["fix/1 0-3 → “a-x-b”"]),
            ("a dog", "a dog too", &["add/1 5-5 → “ too”"]),
            // Both lie in one unit.
            ("x-y z", "a-b z", &["fix/1 0-3 → “a-b”"]),
        ],
    );
    check(
        "sentence",
        &[
            ("A b. C d.", "A x. C d.", &["fix/1 0-4 → “A x.”"]),
            ("A b. C d. ", "A x. C y. ", &["fix/1 0-4 → “A x.”", "fix/2 5-9 → “C y.”"]),
            ("A b. C d.", "A b. New one. C d.", &["add/1 5-5 → “New one. ”"]),
            ("A b c.", "A x b y c.", &["fix/1 0-6 → “A x b y c.”"]),
        ],
    );
    check("char", &[("abc", "abd", &["fix/1 0-3 → “abd”"]), ("a b", "ab", &["fix/1 0-3 → “ab”"])]);
}

/// Edits that are there, what the text is edited to, and the edits after that.
fn check_again(target: &str, edits: &Value, cases: &[(&str, &[&str])]) {
    let rules = template("word");
    let before = instance(target, edits, &rules.0);
    for (edited, expected) in cases {
        let after = after_editing(&before, edited, &rules);
        assert_eq!(said(&after, &rules.0), *expected, "{edited}");
        assert_eq!(corrected(&after, &rules.0).to_string(), *edited);
    }
}

#[test]
fn editing_again_keeps_edits_whose_replacement_is_still_there() {
    let edits = json!([
        edit("note", 1, [0, 1], &json!(null)),
        edit("fix", 4, [2, 3], &json!({"r": "B", "why": "small"})),
        edit("cut", 2, [6, 8], &json!({"r": ""})),
        edit("add", 7, [12, 12], &json!({"r": " g"})),
    ]);
    // a B c e f g
    let kept: &[&str] = &["note/1 0-1", "fix/4 2-3 → “B”", "cut/2 6-8 → “”", "add/7 12-12 → “ g”"];
    check_again(
        "a b c d e f.",
        &edits,
        &[
            ("a B c e f. g", kept),
            ("x B c e f. g", &[kept, &["fix/5 0-1 → “x”"]].concat()),
            // Changed, taken back, and brought back.
            ("a BB c e f. g", &["note/1 0-1", "fix/4 2-3 → “BB”", kept[2], kept[3]]),
            ("a b c e f. g", &["note/1 0-1", kept[2], kept[3]]),
            ("a B c e f.", &["note/1 0-1", kept[1], kept[2]]),
            ("a b c d e f.", &["note/1 0-1"]),
            // Another kind of correction is of another category, with a number of its own.
            ("a c e f. g", &["note/1 0-1", "cut/3 2-4 → “”", kept[2], kept[3]]),
        ],
    );
    let rules = template("word");
    let before = instance("a b c d e f.", &edits, &rules.0);
    let after = after_editing(&before, "a BB c e f. g", &rules);
    let why = after.edits.get(1).and_then(|edit| edit.answers.get("why").cloned());
    assert_eq!(why, before.edits.get(1).and_then(|edit| edit.answers.get("why").cloned()));
}

#[test]
fn edits_of_other_categories_stay() {
    let edits = json!([
        edit("style", 1, [2, 5], &json!({"better": "x y"})),
        edit("error", 1, [8, 9], &json!({"kind": {"val": "word", "word": "E"}})),
    ]);
    // a x y d E f
    check_again(
        "a b c d e f",
        &edits,
        &[
            ("a x z d E f", &["style/1 2-5 → “x z”", "error/1 8-9 → “E”"]),
            ("a b c d E f", &["style/1 2-5 → “b c”", "error/1 8-9 → “E”"]),
            ("a x y d F f", &["style/1 2-5 → “x y”", "error/1 8-9 → “F”"]),
            // A difference that reaches beyond is an edit of its own, and the other one has no replacement.
            ("a x q E f", &["style/1 2-5", "error/1 8-9 → “E”", "fix/1 2-7 → “x q”"]),
        ],
    );
    let constituent = edit("fix", 1, [2, 3], &json!({"r": "B"}));
    let composite = json!([{"category": "group", "id": 1, "constituent_edits": [constituent]}]);
    check_again(
        "a b c",
        &composite,
        &[
            ("a Q c", &["group/1 ", "fix/1 2-3 → “Q”"]),
            ("a b c", &["group/1 ", "fix/1 2-3 → “b”"]),
            ("x", &["group/1 ", "fix/1 2-3", "fix/2 0-5 → “x”"]),
        ],
    );
}

#[test]
fn replacements_that_were_left_out_are_settled() {
    let edits = json!([
        edit("fix", 1, [0, 3], &json!({"r": "x"})),
        edit("fix", 2, [2, 5], &json!({"r": "y"})),
        edit("style", 1, [2, 5], &json!({"better": "z"})),
    ]);
    check_again(
        "a b c",
        &edits,
        &[
            ("x c", &["fix/1 0-3 → “x”", "fix/2 2-5 → “y”", "style/1 2-5 → “z”"]),
            ("a b c", &["style/1 2-5"]),
            ("x d", &["fix/1 0-3 → “x”", "style/1 2-5", "fix/3 4-5 → “d”"]),
        ],
    );
}

#[test]
fn line_ends_come_back_from_a_field() {
    for (old, typed, expected) in [
        ("a\nb", "a\nc", "a\nc"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd", "a\r\nb\rc\nd"),
        ("a\r\nb\r\nc", "a\nx\nc", "a\r\nx\r\nc"),
        ("a\r\nb", "a b", "a b"),
        ("a\r\n", "a\n\nb", "a\r\n\nb"),
    ] {
        assert_eq!(with_line_ends_of(old, typed), expected, "{old:?} {typed:?}");
    }
}
