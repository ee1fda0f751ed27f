use proptest::prelude::*;
use serde_json::json;

use super::*;
use spanwise_template::compile;

fn typology() -> Typology {
    let text = "template_name: t\nedits:\n- {name: bad_math, label: Bad math, enable_output: true}\n- {name: off, enable_output: true}\n";
    compile(text).template.unwrap().typology
}

fn quotes(text: &str) -> ReadReply {
    read(text, ReplyForm::Quotes, &typology())
}

/// The categories and texts of a reply, and the codes of its notes.
fn summary(reply: &ReadReply) -> (Vec<String>, Vec<&'static str>) {
    let annotation = |annotation: &ReadAnnotation| {
        let category = annotation.category.as_ref().map_or_else(String::new, |value| {
            value.as_str().map_or_else(|| value.to_string(), str::to_owned)
        });
        let texts: Vec<&str> = annotation.quotes.iter().map(|quote| quote.text.as_str()).collect();
        format!("{category}:{}", texts.join("|"))
    };
    (
        reply.annotations.iter().map(annotation).collect(),
        reply.notes.iter().map(|note| note.code).collect(),
    )
}

#[test]
fn replies_are_read_as_far_as_they_go() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        (
            r#"{"annotations": [{"reason": "r", "text": "a b", "category": "off"}]}"#,
            &["off:a b"],
            &[],
        ),
        (r#"{"annotations": []}"#, &[], &[]),
        (
            "Here it is:\n```json\n{\"annotations\": [{\"text\": \"a\", \"annotation_type\": 1}]}\n```\nDone.",
            &["1:a"],
            &[],
        ),
        (
            "<think>{\"annotations\": [{\"text\": \"draft\", \"type\": 0}]}</think>{\"annotations\": [{\"text\": \"a\", \"type\": 0}]}",
            &["0:a"],
            &[],
        ),
        (
            r#"{"annotations": [{"text": "x", "type": 0}]} No: {"annotations": [{"text": "a", "type": 0}]}"#,
            &["0:a"],
            &["several-answers"],
        ),
        (r#"{"annotations": [{"text": "a", "type": 0},]}"#, &["0:a"], &["mended-json"]),
        (
            r#"{"annotations": [{"text": "a", "type": 0}, {"text": "b", "ty"#,
            &["0:a", ":b"],
            &["cut-off"],
        ),
        (
            r#"{"annotations": [{"text": "a", "type": 0}, {"type": 1, "text": "b c"#,
            &["0:a", "1:"],
            &["cut-off"],
        ),
        (r#"{"annotations": ["#, &[], &["no-answer"]),
        (r#"{"annotations": [{"reason": "Mist"#, &[], &["no-answer"]),
        (r#"{"annotations": [{"text": "a", "type": 0}, {"reason": "Mist"#, &["0:a"], &["cut-off"]),
        (r#"{'annotations': [{'text': 'it\'s', 'type': 0}]}"#, &["0:it's"], &["mended-json"]),
        (r#"{annotations: [{text: "a", type: 0, fixed: True}]} "#, &["0:a"], &["mended-json"]),
        (
            "{\"annotations\": [ // none\n {\"text\": \"a \"b\" c\", \"type\": 0}]}",
            &["0:a \"b\" c"],
            &["mended-json"],
        ),
        ("{\"annotations\": [{\"text\": \"a\" \"type\": 0}]}", &["0:a"], &["mended-json"]),
        (r#"[{"quote": "a", "label": "off"}]"#, &["off:a"], &[]),
        (r#"{"text": "a", "type": 0} {"text": "b", "type": 1}"#, &["0:a", "1:b"], &["no-list"]),
        (r#"{"result": {"errors": [{"span": "a", "error_type": "off"}]}}"#, &["off:a"], &[]),
        (
            r#"{"annotations": [{"text": "a", "type": 0}, 7, {"note": "?"}]}"#,
            &["0:a"],
            &["no-annotation", "no-annotation"],
        ),
        (r#"{"text": "a", "type": 0} []"#, &["0:a"], &["no-list"]),
        ("I found nothing.", &[], &["no-answer"]),
        ("  ", &[], &["empty"]),
        ("<think>It is hard", &[], &["empty"]),
        ("hm</think>{\"annotations\": []}", &[], &[]),
        (
            r#"{"annotations": [{"source": ["a", {"text": "b", "occurrence": 2}], "target": "c", "category": "off"}]}"#,
            &["off:a|b|c"],
            &[],
        ),
    ];
    for (text, annotations, notes) in cases {
        let (found, noted) = summary(&quotes(text));
        assert_eq!(
            (found.as_slice(), noted.as_slice()),
            (
                annotations.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>().as_slice(),
                *notes
            ),
            "{text}"
        );
    }
}

#[test]
fn members_of_annotations_are_read_whatever_they_are_called() {
    let reply = quotes(
        r#"{"annotations": [{"explanation": "why", "text": "a", "occurence_index": 1, "type": 0, "severity": "minor", "answers": {"sure": true}}], "answers": {"ok": "yes"}}"#,
    );
    let [annotation] = &reply.annotations[..] else { panic!("{reply:?}") };
    assert_eq!((annotation.reason.as_str(), annotation.quotes[0].occurrence), ("why", Some(1)));
    assert_eq!(
        (&annotation.answers["severity"], &annotation.answers["sure"]),
        (&json!("minor"), &json!(true))
    );
    assert_eq!(reply.answers["ok"], "yes");
    let first = quotes(r#"{"annotations": [{"text": "a", "occurrence": 1, "type": 0}]}"#);
    assert_eq!(first.annotations[0].quotes[0].occurrence, Some(0));
}

#[test]
fn thoughts_are_kept_apart() {
    let reply = quotes("<think>one</think> <think>two</think>{\"annotations\": []}");
    assert_eq!(reply.thinking.as_deref(), Some("one\n\ntwo"));
    assert_eq!(quotes("hm</think>{}").thinking.as_deref(), Some("hm"));
    assert_eq!(quotes("<think>cut off").thinking.as_deref(), Some("cut off"));
    assert_eq!(
        quotes("{\"annotations\": [{\"text\": \"<think>\", \"type\": 0}]}").annotations.len(),
        1
    );
}

#[test]
fn tags_are_taken_out_of_the_text() {
    let tagged = |text: &str| {
        let reply = read(text, ReplyForm::Tags, &typology());
        let spans = reply
            .annotations
            .iter()
            .map(|one| (one.quotes[0].text.clone(), one.quotes[0].at, one.reason.clone()));
        let notes = reply.notes.iter().map(|note| note.code).collect::<Vec<_>>();
        (reply.repeated.clone().unwrap_or_default(), spans.collect::<Vec<_>>(), notes)
    };
    let span = |text: &str, at, reason: &str| (text.to_owned(), Some(at), reason.to_owned());
    assert_eq!(
        tagged("a <bad_math reason=\"x > y\">2 + 2 < <off>5</off></bad_math> <b>c</b>"),
        (
            "a 2 + 2 < 5 <b>c</b>".to_owned(),
            vec![span("2 + 2 < 5", 2, "x > y"), span("5", 10, "")],
            vec![]
        )
    );
    assert_eq!(
        tagged("<off>a <bad_math>b</off> c</bad_math>"),
        ("a b c".to_owned(), vec![span("a b", 0, ""), span("b c", 2, "")], vec![])
    );
    let json = r#"{"annotations": [{"text": "a", "type": 0}]}"#;
    let other = summary(&read(json, ReplyForm::Tags, &typology()));
    assert_eq!(other, (vec!["0:a".to_owned()], vec!["other-form"]));
    let other = summary(&quotes("It is <off>a</off>."));
    assert_eq!(other, (vec!["off:a".to_owned()], vec!["other-form"]));
    assert_eq!(tagged("<off>a</bad_math>").2, ["unopened-tag", "unclosed-tag"]);
    assert_eq!(tagged("{\"text\": \"<off>a</off>\"}").0, "a");
}

/// An annotation that is well-formed, with some of the members that matter.
fn well_formed() -> impl Strategy<Value = Value> {
    ("[a-zé😀 \"\\\\{}\\[\\]]{0,12}", 0..3)
        .prop_map(|(text, kind)| json!({ "text": text, "type": kind }))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_without_a_panic(text in r#"([{}\[\]",:'\\/<>=u0-9a-z \n“”]|"text"|<off>|</off>|<think>|</think>|"annotations": \[|\\ud83d|é|😀){0,60}"#) {
        for form in ReplyForm::ALL {
            let reply = read(&text, form, &typology());
            let is_silent = reply.annotations.is_empty() && reply.notes.is_empty();
            let has_json = text.contains(['{', '[']);
            prop_assert!(!is_silent || form == ReplyForm::Tags || has_json, "{}", text);
        }
    }

    #[test]
    fn no_well_formed_annotation_is_lost(
        annotations in prop::collection::vec(well_formed(), 1..5),
        before in "[a-z .,:!?\n`}\\]]{0,20}",
        after in "[a-z .,:!?\n`{\\[\"}\\]]{0,20}",
        damage in 0..4,
    ) {
        let whole = json!({ "annotations": annotations }).to_string();
        let text = match damage {
            0 => whole,
            // Without its end.
            1 => whole.trim_end_matches(['}', ']']).to_owned() + "}",
            // With a trailing comma.
            2 => whole.strip_suffix("]}").unwrap().to_owned() + ",]}",
            // One after the other.
            _ => annotations.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
        };
        let reply = quotes(&format!("{before}{text}{after}"));
        let found: Vec<String> = reply.annotations.iter().map(|one| one.quotes[0].text.clone()).collect();
        let expected: Vec<String> = annotations.iter().map(|one| one["text"].as_str().unwrap().to_owned()).collect();
        prop_assert!(found.starts_with(&expected), "{text}: {found:?}");
    }

    #[test]
    fn strictly_written_json_is_read_leniently_as_it_is(annotations in prop::collection::vec(well_formed(), 0..4)) {
        let value = json!({ "annotations": annotations, "n": [1, 2.5, -3e2, true, null, { "a": [] }] });
        for text in [value.to_string(), format!("{value:#}")] {
            let read = lenient::value_at(&text, 0).unwrap();
            prop_assert!(!read.is_cut_off && read.end == text.len());
        }
    }
}
