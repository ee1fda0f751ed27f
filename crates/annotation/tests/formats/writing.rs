//! Only what changed is written.

use std::sync::Arc;

use spanwise_annotation::document::{
    Answer, Answers, Edit, EditId, EditKey, Instance, OriginalJson, Spans, TextName,
};
use spanwise_annotation::format::{read_edit, write_edit, write_instance};

use super::{chosen, first, load, span, typology, value};

fn new_edit(category: &str, id: i64) -> Edit {
    Edit {
        key: EditKey(90),
        category: category.into(),
        id: Some(EditId::Number(id)),
        spans: Spans::default(),
        answers: Answers::default(),
        constituents: Vec::new(),
        tokens: None,
        origin: None,
        original: OriginalJson::default(),
    }
}

/// Writing after a change gives exactly this.
fn changed(raw: &str, change: impl FnOnce(&mut Instance), expected: &str) {
    let mut instance = load(raw).instance;
    change(&mut instance);
    assert_eq!(write_instance(&instance, &typology()), expected);
}

/// The same for an edit.
fn changed_edit(raw: &str, change: impl FnOnce(&mut Edit), expected: &str) {
    let mut edit = read_edit(raw, &mut || EditKey(0), &typology()).expect("an object");
    change(&mut edit);
    let written = write_edit(&edit, &typology());
    assert_eq!(written, expected);
    let again = read_edit(&written, &mut || EditKey(0), &typology()).expect("an object");
    assert_eq!((&again.category, &again.id), (&edit.category, &edit.id));
    assert_eq!(again.spans, edit.spans);
    assert_eq!(again.answers.iter().count(), edit.answers.iter().count());
    assert!(edit.answers.iter().all(|(name, answer)| again.answers.get(name) == Some(answer)));
    assert_eq!(write_edit(&again, &typology()), written);
}

#[test]
fn roles_are_beside_the_spans_that_thresh_reads() {
    let role = |name: &str| Some(name.into());
    let mut edit = new_edit("style", 3);
    edit.spans.push_with_role(&TextName::TARGET, span(9, 14), role("error"));
    edit.spans.push(&TextName::TARGET, span(7, 8));
    edit.spans.push_with_role(&TextName::TARGET, span(0, 5), role("ante\"cedent"));
    let plain = r#"{"category":"style","id":3,"annotation":null,"output_idx":[[9,14],[7,8],[0,5]],"span_roles":{"target":["error", null, "ante\"cedent"]}}"#;
    assert_eq!(write_edit(&edit, &typology()), plain);
    changed_edit(plain, |_| {}, plain);
    changed_edit(
        plain,
        |edit| edit.spans.remove(&TextName::TARGET, 1),
        &plain.replace(",[7,8]", "").replace(" null,", ""),
    );
    changed_edit(
        plain,
        |edit| edit.spans.clear_roles(),
        &plain[..plain.find(",\"span_roles").unwrap()].replace("]]", "]]}"),
    );
    // Unreadable roles stay until the roles change.
    let odd = plain.replace(r#"{"target":["error", null, "ante\"cedent"]}"#, r#"[ "error" ]"#);
    changed_edit(&odd, |_| {}, &odd);
    // Roles without a span of theirs are no roles, but stay.
    let long = r#"{"category":"style","id":3,"annotation":null,"output_idx":[[9,14]],"span_roles":{"target":["error", "b"], "z": ["c"]}}"#;
    changed_edit(long, |edit| assert_eq!(edit.spans.roles_on(&TextName::TARGET).len(), 1), long);
}

#[test]
fn a_new_edit_has_the_shape_of_thresh() {
    let mut edit = new_edit("style", 3);
    edit.spans.set(TextName::TARGET, vec![span(9, 14), span(0, 5)]);
    let plain = r#"{"category":"style","id":3,"annotation":null,"output_idx":[[9,14],[0,5]]}"#;
    assert_eq!(write_edit(&edit, &typology()), plain);
    let mut composite = new_edit("rewrite", 1);
    composite.answers.set("why", Some(value("\"so\"")));
    composite.constituents.push(Arc::new(edit));
    assert_eq!(
        write_edit(&composite, &typology()),
        format!(
            r#"{{"category":"rewrite","id":1,"annotation":{{"why":"\"so\""}},"constituent_edits":[{plain}]}}"#
        ),
    );
}

#[test]
fn own_members_of_an_instance() {
    changed(r#"{"target":"a"}"#, |i| i.bookmark = true, r#"{"target":"a","bookmark":true}"#);
    changed(
        r#"{"bookmark":true,"comment":"x","target":"a"}"#,
        |i| (i.bookmark, i.comment) = (false, String::new()),
        r#"{"bookmark":false,"comment":"","target":"a"}"#,
    );
    changed(r#"{"target":"a"}"#, |i| i.done = true, r#"{"target":"a","_spanwise":{"done":true}}"#);
    changed(
        r#"{"target":"a","_spanwise":{"x":1.0,"done":true}}"#,
        |i| i.done = false,
        r#"{"target":"a","_spanwise":{"x":1.0,"done":false}}"#,
    );
    changed(
        r#"{"target":"a"}"#,
        |i| {
            i.edits.push(Arc::new(new_edit("off_topic", 1)));
            (i.bookmark, i.comment, i.done) = (true, "c".into(), true);
        },
        r#"{"target":"a","edits":[{"category":"off_topic","id":1,"annotation":null}],"bookmark":true,"comment":"c","_spanwise":{"done":true}}"#,
    );
}

#[test]
fn lists_of_edits_keep_their_strays_and_layout() {
    let raw = "{\"target\":\"abc\",\"edits\":[\n  null,\n  {\"id\":1.0,\"category\":\"a\"},\n  7,\n  {\"id\":1.0,\"category\":\"a\"}\n]}";
    changed(
        raw,
        |i| drop(i.edits.remove(0)),
        "{\"target\":\"abc\",\"edits\":[\n  null,\n  {\"id\":1.0,\"category\":\"a\"},\n  7\n]}",
    );
    changed(
        raw,
        |i| i.edits.insert(1, Arc::new(new_edit("off_topic", 2))),
        "{\"target\":\"abc\",\"edits\":[\n  null,\n  {\"id\":1.0,\"category\":\"a\"},\n  7,\n  {\"category\":\"off_topic\",\"id\":2,\"annotation\":null},\n  {\"id\":1.0,\"category\":\"a\"}\n]}",
    );
    changed(raw, |i| i.edits.clear(), "{\"target\":\"abc\",\"edits\":[\n  null,\n  7\n]}");
    changed(r#"{"edits":null}"#, |i| i.edits.clear(), r#"{"edits":null}"#);
    changed(r#"{"edits":[{}]}"#, |i| i.edits.clear(), r#"{"edits":[]}"#);
}

#[test]
fn members_of_an_edit() {
    let raw = r#"{ "votes": 2, "input_idx": [[5, 2]], "annotation": { "sure": true, "why": null, "kind": {"val": "digits", "digits": 1, "was": "x"} }, "category": "wrong_number", "id": "4" }"#;
    changed_edit(raw, |_| {}, raw);
    changed_edit(raw, |e| e.category = "x".into(), &{
        // Without its question, `true` would no longer be an answer known here.
        raw.replace("wrong_number", "x")
            .replace("true", "\"yes\"")
            .replace("\"digits\": 1", "\"digits\": \"minor\"")
    });
    changed_edit(raw, |e| e.id = Some(EditId::Number(4)), &raw.replace("\"4\"", "4"));
    changed_edit(
        raw,
        |e| e.spans.push(&TextName::SOURCE, span(7, 7)),
        &raw.replace("[[5, 2]]", "[[2,5],[7,7]]"),
    );
    changed_edit(
        raw,
        |e| e.spans.set(TextName::SOURCE, Vec::new()),
        &raw.replace(" \"input_idx\": [[5, 2]],", ""),
    );
    changed_edit(
        raw,
        |e| e.spans.push(&TextName::TARGET, span(0, 1)),
        &raw.replace("\"4\" }", "\"4\", \"output_idx\": [[0,1]] }"),
    );
    let answer = |question: &'static str, answer: Option<Answer>| {
        move |e: &mut Edit| e.answers.set(question, answer)
    };
    changed_edit(raw, answer("sure", Some(value("no"))), &raw.replace("true", "\"no\""));
    changed_edit(raw, answer("sure", None), &raw.replace(" \"sure\": true,", ""));
    changed_edit(raw, answer("why", Some(value("é"))), &raw.replace("null", "\"é\""));
    changed_edit(
        raw,
        answer("severity", Some(value("minor"))),
        &raw.replace("\"x\"} }", "\"x\"}, \"severity\": \"minor\" }"),
    );
    changed_edit(
        raw,
        answer("kind", Some(chosen("digits", Some(value("a lot"))))),
        &raw.replace("\"digits\": 1", "\"digits\": \"a lot\""),
    );
    changed_edit(
        raw,
        answer("kind", Some(chosen("digits", None))),
        &raw.replace(" \"digits\": 1,", ""),
    );
    changed_edit(
        raw,
        answer("kind", Some(chosen("unit", None))),
        &raw.replace("{\"val\": \"digits\", \"digits\": 1, \"was\": \"x\"}", "{\"val\":\"unit\"}"),
    );
}

#[test]
fn taking_all_answers_back_leaves_null() {
    let raw = r#"{"category":"wrong_number","id":1,"annotation":{"sure":"no","why":null}}"#;
    changed_edit(
        raw,
        |e| e.answers.set("sure", None),
        r#"{"category":"wrong_number","id":1,"annotation":null}"#,
    );
}

#[test]
fn parts_of_a_composite_are_patched_in_place() {
    let raw = r#"{"category":"rewrite","id":1,"constituent_edits":[{"id":1,"category":"a","x":1.0},3,{"id":2,"category":"b"}]}"#;
    let change = |e: &mut Edit| {
        let mut part = Edit::clone(e.constituents.remove(0).as_ref());
        part.answers.set("q", Some(value("v")));
        e.constituents.insert(0, Arc::new(part));
    };
    changed_edit(raw, change, &raw.replace("1.0}", "1.0,\"annotation\":{\"q\":\"v\"}}"));
}

// Thresh 11.14: ids of edits collide
#[test]
fn ids_follow_the_largest() {
    let instance = load(r#"{"target":"","edits":[{"category":"a","id":"9"},{"category":"a","id":4},{"category":"a","id":-3},{"category":"b","id":9223372036854775807}]}"#).instance;
    let ids = ["a", "b", "c"].map(|category| instance.next_id(category));
    assert_eq!(ids, [5, i64::MAX, 1]);
    assert_eq!(first(&instance).id, Some(EditId::Other("9".into())));
}
