use super::*;
use crate::testing;
use crate::testing::written_by;
use serde_json::Value;
use spanwise_annotation::document::{Answer, TextRole};

fn round(json: &str) -> (ImportOutcome, Value) {
    let imported = read(&mut [TextFile::new("", json)], ImportOptions::default());
    let written = written_by(write, &imported.corpus);
    assert!(written.losses.is_empty());
    let text = &written.files.first().unwrap().text;
    (imported, serde_json::from_str(text).unwrap())
}

#[test]
fn everything_comes_back() {
    let json = r#"[
        {"id": "x", "source": "a b", "target": "c 😀 d", "context": "k", "bookmark": true, "n": 1.50,
         "metadata": {"annotator": "ann", "model": {"a": [1]}},
         "_spanwise": {"answers": {"fluent": "yes", "n": null, "kind": {"val": "o", "o": "minor", "stale": "x"}}, "done": true, "times": [1], "kept": {"row": 3}, "file": {"columns": ["p"]}},
         "edits": [
            {"category": "e", "id": 2, "annotation": {"q": "yes", "n": null, "r": {"val": "o", "o": "minor", "stale": "x"}},
             "input_idx": [[0, 1]], "output_idx": [[2, 4], [5, 6]], "votes": 2, "metadata": {"w": "v"},
             "_spanwise": {"kept": {"text": "t"}, "more": 1}},
            {"category": "c", "id": "odd", "annotation": null,
             "constituent_edits": [{"category": "e", "id": 1, "annotation": {"q": "no"}, "output_idx": [[0, 1]]}]}
         ]},
        {"target": "", "edits": [], "_spanwise": {"answers": {"fluent": "no"}}}
    ]"#;
    let (imported, value) = round(json);
    let fluent = |at: usize| imported.corpus.records[at].answers.get("fluent").cloned();
    let answer = |text: &str| Some(Answer::Value(text.to_owned()));
    assert_eq!([fluent(0), fluent(1)], [answer("yes"), answer("no")]);
    assert!(imported.corpus.records[1].other.is_empty(), "what the answers say is not kept twice");
    assert_eq!(value, serde_json::from_str::<Value>(json).unwrap());
    let first = imported.corpus.records.first().unwrap();
    assert_eq!(first.annotator.as_deref(), Some("ann"));
    assert!(first.done);
    assert_eq!(imported.corpus.preserved.get("columns"), Some(r#"["p"]"#));
    assert_eq!(imported.located.by_offsets, 4);
}

#[test]
fn data_in_the_context_is_no_problem_and_comes_back() {
    for context in [r#"{"teams": [{"n": 1.50}]}"#, r#"[["a", 1], ["b", 2]]"#] {
        let json = format!(r#"[{{"target": "t", "context": {context}, "edits": []}}]"#);
        let (imported, value) = round(&json);
        assert_eq!(value, serde_json::from_str::<Value>(&json).unwrap(), "{context}");
        assert_eq!(imported.problems.listed().len(), 0, "{context}");
    }
}

#[test]
fn all_that_a_record_can_say_is_held() {
    let corpus = testing::everything();
    let through = testing::by_way_of_thresh(&corpus);
    assert_eq!(through.preserved, corpus.preserved);
    let written = written_by(write, &corpus);
    assert_eq!(testing::lost(&written), []);
    testing::round_trip(&FORMAT, &written.files);
}

#[test]
fn edits_without_an_id_get_the_next_one() {
    let mut record = Record::default();
    for (category, id) in [("a", None), ("a", Some(EditId::Number(7))), ("b", None), ("a", None)] {
        record.edits.push(Edit { category: category.to_owned(), id, ..Edit::default() });
    }
    let written =
        written_by(write, &Corpus { records: vec![record], preserved: Members::default() });
    let value: Value = serde_json::from_str(&written.files.first().unwrap().text).unwrap();
    let ids: Vec<i64> =
        value[0]["edits"].as_array().unwrap().iter().map(|e| e["id"].as_i64().unwrap()).collect();
    assert_eq!(ids, [8, 7, 1, 9]);
}

#[test]
fn offsets_can_count_code_points() {
    let json =
        r#"[{"target": "😀ab", "edits": [{"category": "e", "id": 1, "output_idx": [[1, 2]]}]}]"#;
    for (reading, expected) in [
        (ImportOptions { unit: Some(OffsetUnit::CodePoints), ..ImportOptions::default() }, "a"),
        (ImportOptions { unit: Some(OffsetUnit::Bytes), ..ImportOptions::default() }, ""),
    ] {
        let imported = read(&mut [TextFile::new("", json)], reading);
        let record = imported.corpus.records.first().unwrap();
        let span = record.edits.first().unwrap().spans.target().first().unwrap();
        assert_eq!(record.target().slice(*span), expected);
    }
    let noted =
        json.replace("\"target\"", "\"_spanwise\": {\"offsets\": \"code-points\"}, \"target\"");
    let (imported, _) = round(&noted);
    let record = imported.corpus.records.first().unwrap();
    assert_eq!(record.target().slice(record.edits.first().unwrap().spans.target()[0]), "a");
}

#[test]
fn paragraphs_are_one_text_and_come_back_as_they_were() {
    let json = r#"[{"id": 1, "source": ["A b.", "C 😀."], "target": ["D e."], "n": ["x"], "context": "k",
        "edits": [{"category": "e", "id": 1, "annotation": null, "input_idx": [[6, 10]], "output_idx": [[0, 1]]}]}]"#;
    let (imported, value) = round(json);
    assert_eq!(value, serde_json::from_str::<Value>(json).unwrap());
    assert_eq!(imported.problems.warnings(), 0);
    let mut corpus = imported.corpus;
    let record = &corpus.records[0];
    assert_eq!((record.source().as_str(), record.target().as_str()), ("A b.\n\nC 😀.", "D e."));
    let span = record.edits[0].spans.source()[0];
    assert_eq!(record.source().slice(span), "C 😀");
    // As the annotate page reads it.
    let mut report = InstanceReport::new(1);
    let object = Object::parse(json.trim_matches(['[', ']'])).unwrap();
    let read = spanwise_annotation::format::texts::joined_paragraphs(object.get("source").unwrap());
    assert_eq!(read.as_deref(), Some(record.source().as_str()));
    assert!(list_of_texts(&object, &mut report).is_none());
    // A text that has changed since is written as it is now.
    corpus.records[0].texts.set(Side::Source, Text::new("New."));
    let written = written_by(write, &corpus);
    let written: Value = serde_json::from_str(&written.files[0].text).unwrap();
    assert_eq!(
        (&written[0]["source"], &written[0]["target"]),
        (&"New.".into(), &vec!["D e."].into())
    );
}

/// An instance with two targets and a context.
const THREE: &str = r#"[{"source": "s", "target": "ta", "texts": [{"name": "b", "role": "target", "text": "t 😀", "by": 2, "context_before": "x"},
    {"name": "n", "role": "context", "text": "read"}],
    "edits": [{"category": "e", "id": 1, "annotation": null, "input_idx": [[0, 1]], "spans": {"b": [[2, 4]], "gone": [[0, 9]]}}]}]"#;

#[test]
fn further_texts_come_back() {
    let cases = [
        THREE,
        r#"[{"texts": [{"name": "b", "role": "target", "text": "tb"}], "edits": []}]"#,
        r#"[{"texts": [{"name": "target", "role": "target", "text": "t"}, {"name": "source", "role": "source", "text": "s"}],
            "edits": [{"category": "e", "id": 1, "annotation": null, "spans": {"target": [[0, 1]]}}]}]"#,
        r#"[{"target": "t", "texts": [{"name": "source", "role": "target", "text": "u"}, {"name": "b", "role": "aside", "text": 7}, 5],
            "edits": [{"category": "e", "id": 1, "annotation": null, "spans": {"source": [[0, 1]]}}]}]"#,
        r#"[{"target": "t", "edits": [{"category": "e", "id": 1, "annotation": null, "output_idx": [[0, 1]], "span_roles": {"target": ["error"]}}]}]"#,
        r#"[{"target": "t", "texts": 5, "edits": []}]"#,
        r#"[{"target": "t", "edits": [{"category": "e", "id": 1, "annotation": null, "spans": [[0, 1]]}]}]"#,
        r#"[{"source": "", "target": "", "texts": [], "edits": []}]"#,
        r#"[{"messages": [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "A.", "id": 5}, "x"],
            "edits": [{"category": "e", "id": 1, "annotation": null, "spans": {"2 assistant": [[0, 1]]}}]}]"#,
        r#"[{"target": "t", "messages": [{"role": "user", "content": "Who?"}], "edits": []}]"#,
    ];
    for json in cases {
        let (_, value) = round(json);
        assert_eq!(value, serde_json::from_str::<Value>(json).unwrap(), "{json}");
    }
}

#[test]
fn further_texts_are_part_of_the_record() {
    let (imported, _) = round(THREE);
    let record = &imported.corpus.records[0];
    let b = TextName::new("b");
    assert_eq!(record.texts.get(&b).unwrap().text.as_str(), "t 😀");
    assert_eq!(record.edits[0].spans.on(&b), [Span::between(Utf16(2), Utf16(4))]);
    assert_eq!(imported.located.by_offsets, 3);
    let codes: Vec<&str> =
        imported.problems.listed().iter().map(|problem| problem.diagnostic.code).collect();
    assert_eq!(codes, ["unknown-text"]);
    let points = ImportOptions { unit: Some(OffsetUnit::CodePoints), ..ImportOptions::default() };
    let counted = read(&mut [TextFile::new("", THREE.replace("[2, 4]", "[2, 3]"))], points);
    assert_eq!(counted.corpus.records[0].edits[0].spans, record.edits[0].spans);
}

#[test]
fn mentions_are_counted_as_the_spans_are() {
    let mention = |start, end| format!(r#"[{{"cluster": "1", "output_idx": [[{start}, {end}]]}}]"#);
    let data = |mentions| format!(r#"[{{"target": "t 😀", "mentions": {mentions}, "edits": []}}]"#);
    let points = ImportOptions { unit: Some(OffsetUnit::CodePoints), ..ImportOptions::default() };
    for (unit, given) in [(points, mention(2, 3)), (ImportOptions::default(), mention(2, 4))] {
        let imported = read(&mut [TextFile::new("", data(given))], unit);
        let mentions = imported.corpus.records[0].other.get("mentions");
        assert_eq!(mentions, Some(mention(2, 4).as_str()));
    }
}

#[test]
fn texts_that_changed_are_written_anew() {
    let (mut imported, _) = round(THREE);
    let record = &mut imported.corpus.records[0];
    record.texts = Texts::usual("s", "ta");
    let name = TextName::new("c");
    record.texts.add(NamedText::new(name.clone(), TextRole::Target, "tc".into())).unwrap();
    record.edits[0].spans = Spans::of(name, vec![Span::between(Utf16(0), Utf16(1))]);
    let written = written_by(write, &imported.corpus);
    let value: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let expected = serde_json::json!([{"source": "s", "target": "ta",
        "texts": [{"name": "c", "role": "target", "text": "tc"}],
        "edits": [{"category": "e", "id": 1, "annotation": null, "spans": {"c": [[0, 1]]}}]}]);
    assert_eq!(value, expected);
}

#[test]
fn origins_are_kept_and_told_where_a_format_has_no_place_for_them() {
    let text = r#"[{"target": "so warm", "edits": [
        {"category": "W", "id": 1, "annotation": null, "output_idx": [[0, 2]], "_spanwise": {"origin": {"from": "person"}}},
        {"category": "W", "id": 2, "annotation": null, "output_idx": [[3, 7]], "_spanwise": {"origin": {"from": "model", "mended": true}}},
        {"category": "W", "id": 3, "annotation": null, "output_idx": [[0, 7]]}], "_spanwise": {"done": true, "origin": {"from": "pre-annotation"}}}]"#;
    let imported = (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default());
    let record = &imported.corpus.records[0];
    let words: Vec<_> = record.edits.iter().filter_map(|edit| record.origin(edit)).collect();
    let words: Vec<_> = words.iter().map(|origin| origin.word()).collect();
    assert_eq!(words, ["person", "mended", "pre-annotation"]);
    let brat = crate::format("brat").unwrap();
    let told = testing::lost(&written_by(brat.write, &imported.corpus));
    // A person's edit among others is read as one of these.
    assert!(told.contains(&("origins of edits", 3)), "{told:?}");
}

#[test]
fn items_of_which_nothing_is_read_are_told() {
    for (data, code) in [
        (r#"[{"id": 1, "text": "a", "label": ["c"]}]"#, Some("no-text")),
        (r#"[{"id": 1, "text": "a"}, {"target": "b"}]"#, None),
        (r#"[{"edits": [{"category": "c", "id": 1}]}]"#, None),
    ] {
        let files = [TextFile::new("", data)];
        let imported = FORMAT.import(files, ImportOptions::default());
        let codes = imported.problems.listed().iter().map(|problem| problem.diagnostic.code);
        assert_eq!(codes.collect::<Vec<_>>(), Vec::from_iter(code), "{data}");
    }
}
