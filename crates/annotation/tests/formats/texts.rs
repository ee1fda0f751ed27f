//! Instances with more texts than a source and a target: read, checked, patched, written back.

use spanwise_annotation::document::{Edit, NamedText, Spans, TextName, TextRole};
use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, in_utf16, write_dataset, write_edit, write_instance,
};

use super::{first, listed, load, span, typology};
use spanwise_text::ParagraphRule;

/// Name, role and text of each.
fn texts(raw: &str) -> Vec<String> {
    let shown = |text: &NamedText| {
        format!("{} {} {}", text.name.as_str(), text.role.name(), text.text.as_str())
    };
    load(raw).instance.texts.iter().map(shown).collect()
}

/// A text of a list.
const B: &str = r#"{"name": "b", "role": "target", "text": "tb"}"#;

#[test]
fn texts_by_name_and_role() {
    let cases: [(&str, &[&str]); 8] = [
        (r#"{"target": "t"}"#, &["source source ", "target target t"]),
        (r#"{"source": "s", "target": "t", "texts": []}"#, &["source source s", "target target t"]),
        (r#"{"texts": [{"name":"a","role":"target","text":"ta"}]}"#, &["a target ta"]),
        (
            r#"{"source": "s", "texts": [{"name":"b","role":"target","text":"tb"}, {"name":"c","role":"context","text":"tc"}]}"#,
            &["source source s", "b target tb", "c context tc"],
        ),
        (
            r#"{"texts": [{"name":"target","role":"target","text":"t"}, {"name":"source","role":"source","text":"s"}]}"#,
            &["target target t", "source source s"],
        ),
        (r#"{"target": "t", "texts": null}"#, &["source source ", "target target t"]),
        (r#"{"target": "t", "texts": {"b": "tb"}}"#, &["source source ", "target target t"]),
        (
            r#"{"target": "t", "texts": ["tb", {"name":"c","role":"reference","text":7}]}"#,
            &["target target t", "c context 7"],
        ),
    ];
    for (raw, expected) in cases {
        assert_eq!(texts(raw), expected, "{raw}");
        assert_eq!(write_instance(&load(raw).instance, &typology()), raw);
    }
}

#[test]
fn a_list_of_texts_is_one_text_with_its_paragraphs() {
    let paragraphs = |raw: &str, rule: Option<ParagraphRule>| {
        let instance = load(raw).instance;
        let text = instance.texts.iter().last().unwrap();
        let spans = text.paragraphs(rule).into_iter();
        spans.map(|span| text.text.slice(span).to_owned()).collect::<Vec<_>>()
    };
    let blank_line = Some(ParagraphRule::BlankLine);
    let cases: [(&str, Option<ParagraphRule>, &[&str]); 7] = [
        (r#"{"target": ["a 👍", "b\n\nc"]}"#, None, &["a 👍\n\n", "b\n\nc"]),
        (r#"{"target": ["a 👍", "b\n\nc"]}"#, blank_line, &["a 👍\n\n", "b\n\nc"]),
        (r#"{"target": "a\n\nb"}"#, None, &["a\n\nb"]),
        (r#"{"target": "a\n\nb"}"#, blank_line, &["a\n\n", "b"]),
        (r#"{"target": []}"#, blank_line, &[""]),
        (r#"{"target": ["", "a"]}"#, None, &["\n\n", "a"]),
        (
            r#"{"target": "t", "texts": [{"name": "b", "role": "context", "text": ["c", "d"]}]}"#,
            None,
            &["c\n\n", "d"],
        ),
    ];
    for (raw, rule, expected) in cases {
        assert_eq!(paragraphs(raw, rule), expected, "{raw}");
        assert_eq!(write_instance(&load(raw).instance, &typology()), raw);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place_and_nothing_is_dropped() {
    let style = |spans: &str| {
        format!(
            r#"{{"source": "s", "target": "t", "texts": [{B}], "edits": [{{"category": "style", "id": 1, {spans}}}]}}"#
        )
    };
    let cases: Vec<(String, Vec<&str>)> = vec![
        (r#"{"target": "t", "texts": 5}"#.into(), vec!["texts unreadable-texts"]),
        (r#"{"target": "t", "texts": [5]}"#.into(), vec!["texts[0] not-a-named-text"]),
        (
            r#"{"target": "t", "texts": [{"role": "target", "text": "x"}]}"#.into(),
            vec!["texts[0] not-a-named-text"],
        ),
        (
            r#"{"target": "t", "texts": [{"name": "", "role": "target"}]}"#.into(),
            vec!["texts[0] not-a-named-text"],
        ),
        (
            r#"{"target": "t", "texts": [{"name": "target", "role": "target", "text": "x"}]}"#
                .into(),
            vec!["texts[0].name duplicate-text"],
        ),
        (format!(r#"{{"texts": [{B}, {B}]}}"#), vec!["texts[1].name duplicate-text"]),
        (
            r#"{"target": "t", "texts": [{"name": "b", "text": "x"}]}"#.into(),
            vec!["texts[0].role unknown-role"],
        ),
        (
            r#"{"target": "t", "texts": [{"name": "b", "role": "aside", "text": {"x": 1}}]}"#
                .into(),
            vec!["texts[0].role unknown-role", "texts[0].text not-a-text"],
        ),
        (style(r#""spans": {"b": [[0, 2]]}"#), vec![]),
        (style(r#""spans": {"b": [[0, 3]]}"#), vec!["edits[0].spans.b[0] span-out-of-range"]),
        (
            style(r#""spans": {"b": [0]}"#),
            vec!["edits[0].spans.b[0] unreadable-span", "edits[0].output_idx missing-span"],
        ),
        (
            style(r#""spans": {"c": [[0, 1]]}"#),
            vec!["edits[0].spans.c unknown-text", "edits[0].output_idx missing-span"],
        ),
        (
            style(r#""spans": [[0, 1]]"#),
            vec!["edits[0].spans unreadable-span", "edits[0].output_idx missing-span"],
        ),
        (
            style(r#""output_idx": [[0, 1]], "spans": {"target": [[0, 1]]}"#),
            vec!["edits[0].spans.target duplicate-spans"],
        ),
        (
            format!(
                r#"{{"texts": [{B}], "edits": [{{"category": "style", "id": 1, "output_idx": [[0, 1]]}}]}}"#
            ),
            vec!["edits[0].output_idx unknown-text", "edits[0].output_idx missing-span"],
        ),
    ];
    for (raw, expected) in cases {
        let loaded = load(&raw);
        assert_eq!(listed(&loaded.problems), expected, "{raw}");
        assert!(loaded.problems.iter().all(|p| !p.message.is_none() && !p.remedy.is_none()));
        assert_eq!(write_instance(&loaded.instance, &typology()), raw);
    }
}

#[test]
fn spans_are_read_by_the_name_of_their_text() {
    let b = TextName::new("b");
    let cases = [
        (r#""output_idx": [[0, 1]]"#, Spans::of(TextName::TARGET, vec![span(0, 1)])),
        (r#""spans": {"target": [[0, 1]]}"#, Spans::of(TextName::TARGET, vec![span(0, 1)])),
        (r#""spans": {"b": [[0, 1], [1, 2]]}"#, Spans::of(b.clone(), vec![span(0, 1), span(1, 2)])),
        (r#""spans": {"b": [2, 0]}"#, Spans::of(b, vec![span(0, 2)])),
        (
            r#""output_idx": [[0, 1]], "spans": {"target": [[1, 1]]}"#,
            Spans::of(TextName::TARGET, vec![span(0, 1)]),
        ),
        (r#""spans": {"b": []}"#, Spans::default()),
        (r#""spans": null"#, Spans::default()),
    ];
    for (members, expected) in cases {
        let raw = format!(
            r#"{{"target": "t", "texts": [{B}], "edits": [{{"category": "style", {members}}}]}}"#
        );
        assert_eq!(first(&load(&raw).instance).spans, expected, "{members}");
    }
}

#[test]
fn only_the_spans_that_changed_are_written() {
    type Changing = fn(&mut Edit);
    let cases: [(&str, Changing, &str); 8] = [
        ("", |e| e.spans.push(&TextName::new("b"), span(0, 1)), r#", "spans": {"b":[[0,1]]}"#),
        (
            r#", "spans": { "c" : [[1, 2]] }"#,
            |e| e.spans.push(&TextName::new("b"), span(0, 1)),
            r#", "spans": { "c" : [[1, 2]], "b":[[0,1]] }"#,
        ),
        (
            r#", "spans": {"b": [[0, 1]], "c": [ [1, 2] ]}, "n": 1"#,
            |e| e.spans.push(&TextName::new("b"), span(1, 2)),
            r#", "spans": {"b": [[0,1],[1,2]], "c": [ [1, 2] ]}, "n": 1"#,
        ),
        (
            r#", "spans": {"b": [[0, 1]], "c": 7}"#,
            |e| e.spans.set(TextName::new("b"), vec![]),
            r#", "spans": { "c": 7}"#,
        ),
        (
            r#", "spans": {"b": [[0, 1]]}, "n": 1"#,
            |e| e.spans.set(TextName::new("b"), vec![]),
            r#", "n": 1"#,
        ),
        (
            r#", "spans": {"target": [[0, 1]]}"#,
            |e| e.spans.push(&TextName::TARGET, span(1, 1)),
            r#", "spans": {"target": [[0,1],[1,1]]}"#,
        ),
        (
            r#", "output_idx": [[0, 1]], "spans": {"b": [[0, 1]]}"#,
            |e| e.spans.push(&TextName::TARGET, span(1, 1)),
            r#", "output_idx": [[0,1],[1,1]], "spans": {"b": [[0, 1]]}"#,
        ),
        (
            r#", "spans": {"b": [[0, 1]]}"#,
            |e| e.spans.push(&TextName::SOURCE, span(1, 1)),
            r#", "spans": {"b": [[0, 1]]}, "input_idx": [[1,1]]"#,
        ),
    ];
    for (members, change, expected) in cases {
        let edit = |members: &str| format!(r#"{{"category": "style", "id": 1{members}}}"#);
        let raw = format!(r#"{{"target": "t", "texts": [{B}], "edits": [{}]}}"#, edit(members));
        let mut edited = first(&load(&raw).instance);
        change(&mut edited);
        let written = write_edit(&edited, &typology()).replace(": ", ":");
        assert_eq!(written, edit(expected).replace(": ", ":"), "{members}");
        let again = format!(r#"{{"target": "t", "texts": [{B}], "edits": [{written}]}}"#);
        assert_eq!(first(&load(&again).instance).spans, edited.spans, "{members}");
    }
}

#[test]
fn offsets_of_all_texts_count_code_points_for_python_and_come_back() {
    let raw = r#"{"texts":[{"name":"b","role":"target","text":"😀b"}],"edits":[{"spans":{"b":[[2,3]],"c":[[2,3]]}}]}"#;
    let dataset = DatasetReader::new(format!("[{raw}]")).finish().expect("a data file");
    let python = write_dataset(&dataset, |_| None, OffsetUnit::CodePoints);
    assert!(python.contains(r#""spans":{"b":[[1,2]],"c":[[2,3]]}"#), "{python}");
    let again = DatasetReader::new(python).finish().expect("a data file");
    assert_eq!(in_utf16(&again).expect("a note"), format!("[{raw}]"));
}

#[test]
fn what_stands_around_a_text_is_read_with_it() {
    let raw = r#"{"source": "s", "source_context_before": "x", "texts": [{"name": "b", "role": "target", "text": "t", "context_after": "y"}]}"#;
    let instance = load(raw).instance;
    let around = |name: TextName| {
        let text = instance.texts.get(&name).expect("a text");
        (text.role, text.before().map(str::to_owned), text.after().map(str::to_owned))
    };
    assert_eq!(around(TextName::SOURCE), (TextRole::Source, Some("x".into()), None));
    assert_eq!(around(TextName::new("b")), (TextRole::Target, None, Some("y".into())));
}
