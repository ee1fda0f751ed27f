use super::*;
use crate::report::ImportOutcome;
use crate::testing::{by_way_of_thresh, everything, lost, round_trip, written_by};
use crate::text_file::TextFile;
use crate::{Corpus, ImportOptions, Record, format};
use serde_json::{Value, json};
use spanwise_annotation::document::{TextName, Texts};
use spanwise_text::{Span, Utf16};

const JSON: &str = r#"{
 "moors": {
  "7": {"text": "He left. 😀 He came, and he left.", "model": "m",
        "errors": [{"span": "left", "votes": 2, "error_type": "RepE"},
                   {"span": "left", "votes": 1, "error_type": "RepE", "note": "twice"},
                   {"error_type": "GramE", "span": "He came", "start": 11, "end": 18}]},
  "0": {"errors": [], "text": "Nothing here."}
 },
 "empty": {},
 "ahab": {"1": {"text": "a", "errors": [{"span": "a", "votes": 3, "error_type": "CharE"}]}}
}"#;

fn file(text: &str) -> [TextFile; 1] {
    [TextFile::new("", text)]
}

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut file(text).to_vec(), ImportOptions::default())
}

fn written(corpus: &Corpus) -> (Value, Vec<(&'static str, usize)>) {
    let written = written_by(FORMAT.write, corpus);
    (serde_json::from_str(&written.files[0].text).unwrap(), lost(&written))
}

fn slices(record: &Record) -> Vec<Option<(u32, &str)>> {
    let span = |edit: &crate::Edit| edit.spans.target().first().copied();
    let found = record.edits.iter().map(span);
    found.map(|span| span.map(|span| (span.start().0, record.target().slice(span)))).collect()
}

/// Edits of one category on spans of a text.
fn marked(text: &str, annotator: &str, segment: &str, spans: &[(u32, u32)]) -> Record {
    let edit = |(start, end): &(u32, u32)| {
        let span = Span::between(Utf16(*start), Utf16(*end));
        crate::Edit::on(spanwise_template::Side::Target, "RepE", vec![span])
    };
    let mut record = Record { done: true, texts: Texts::target_only(text), ..Record::default() };
    record.edits = spans.iter().map(edit).collect();
    record.annotator = Some(annotator.to_owned());
    record.metadata.set_text("book", "b");
    record.metadata.set_text("segment", segment);
    record
}

#[test]
fn segments_are_records_and_their_texts_are_found() {
    let imported = round_trip(&FORMAT, &file(JSON));
    let records = &imported.corpus.records;
    let names: Vec<_> = records.iter().map(|r| r.metadata.to_json()).collect();
    assert_eq!(
        names,
        [
            r#"{"book":"moors","segment":"7","model":"m"}"#,
            r#"{"book":"moors","segment":"0"}"#,
            r#"{"book":"empty"}"#,
            r#"{"book":"ahab","segment":"1"}"#,
        ]
    );
    let first = &records[0];
    assert_eq!(slices(first), [Some((3, "left")), Some((28, "left")), Some((12, "He came"))]);
    let said: Vec<_> =
        first.edits.iter().map(|e| (e.category.as_str(), e.metadata.to_json())).collect();
    assert_eq!(
        said,
        [
            ("RepE", r#"{"votes":2}"#.to_owned()),
            ("RepE", r#"{"votes":1,"note":"twice"}"#.to_owned()),
            ("GramE", "{}".to_owned()),
        ]
    );
    let done: Vec<_> = records.iter().map(|r| (r.done, r.edits.len())).collect();
    assert_eq!(done, [(true, 3), (true, 0), (false, 0), (true, 1)]);
    let located = imported.located;
    assert_eq!((located.exact, located.moved, located.missing), (4, 0, 0));
    assert!(located.ambiguous > 0);
}

#[test]
fn books_and_segments_keep_their_order() {
    let text = written_by(FORMAT.write, &read(JSON).corpus).files[0].text.clone();
    let at = |name: &str| text.find(name).unwrap();
    assert!(
        at("\"moors\"") < at("\"7\"") && at("\"7\"") < at("\"0\"") && at("\"0\"") < at("\"ahab\"")
    );
    assert!(at("Nothing here.") > at("{\"errors\":[],"), "members keep theirs, too");
}

#[test]
fn what_can_not_be_read_has_a_place_and_comes_back() {
    let errors = |errors: &str| {
        format!(
            r#"{{"b": {{"0": {{"text": "x", "errors": []}}, "1": {{"text": "some words", "errors": {errors}}}}}}}"#
        )
    };
    let cases = [
        (
            errors(r#"[{"span": "gone", "votes": 1, "error_type": "E"}]"#),
            "instance 2, errors[0].span: error",
        ),
        (
            errors(r#"[7, {"span": "some", "error_type": "E"}, {"span": 5, "error_type": "E"}]"#),
            "instance 2, errors[0]: error",
        ),
        (errors(r#"[{"span": "some", "votes": 1}]"#), "instance 2, errors[0]: error"),
        (errors(r#"[{"span": "words", "error_type": "E", "start": 1, "end": 99999999999}]"#), ""),
        (
            errors(r#"[{"span": "words", "error_type": "E", "start": 1, "end": 3}]"#),
            "instance 2, errors[0].span: warning",
        ),
        (
            errors(
                r#"[{"span": "", "error_type": "E"}, {"span": null, "error_type": "E"}, {"error_type": "E"}]"#,
            ),
            "",
        ),
        (errors(r#"[{"span": "SOME  Words", "error_type": "E"}]"#), ""),
        (errors("{}"), "instance 2, errors: error"),
        (r#"{"b": {"0": {"errors": []}, "1": 7}, "c": [1]}"#.to_owned(), "instance 3: error"),
    ];
    for (json, said) in cases {
        let imported = read(&json);
        let problems: Vec<_> =
            imported.problems.listed().iter().map(|p| p.diagnostic.to_string()).collect();
        assert_eq!(problems.is_empty(), said.is_empty(), "{problems:?}");
        assert!(
            said.is_empty() || problems.iter().any(|p| p.starts_with(said)),
            "{said}: {problems:?}"
        );
        for corpus in [imported.corpus.clone(), by_way_of_thresh(&imported.corpus)] {
            assert_eq!(written(&corpus), (serde_json::from_str(&json).unwrap(), vec![]), "{json}");
        }
    }
    assert_eq!(read("[]").problems.errors(), 1);
}

#[test]
fn an_error_that_was_changed_is_written_anew() {
    let mut corpus = read(JSON).corpus;
    let edit = &mut corpus.records[0].edits[2];
    edit.spans.set(TextName::TARGET, vec![Span::between(Utf16(15), Utf16(19))]);
    let (value, lost) = written(&corpus);
    assert_eq!(value["moors"]["7"]["errors"][2], json!({"span": "came", "error_type": "GramE"}));
    assert_eq!(lost, []);
    corpus.records[0].edits.remove(0);
    assert_eq!(written(&corpus).1, [("places of spans", 1)], "the second one is now found first");
}

#[test]
fn annotators_of_a_segment_share_its_list() {
    let records = vec![
        marked("one, one", "a", "0", &[(0, 3)]),
        marked("one, one", "b", "0", &[(0, 3), (4, 4)]),
        marked("another text", "b", "0", &[]),
    ];
    let (value, lost) = written(&Corpus { records, ..Corpus::default() });
    let error = json!({"span": "one", "error_type": "RepE"});
    let point = json!({"span": "", "error_type": "RepE"});
    assert_eq!(
        value,
        json!({"b": {
            "0": {"text": "one, one", "errors": [error, error, point]},
            "1": {"text": "another text", "errors": []},
        }})
    );
    assert_eq!(
        lost,
        [("names of annotators", 3), ("names of segments", 1), ("places of spans", 2),]
    );
}

#[test]
fn records_of_one_annotator_are_segments_of_their_own() {
    let named = marked("one, one", "a", "0", &[(0, 3)]);
    let unnamed = Record { annotator: None, ..named.clone() };
    for (record, names_lost) in [(named, 2), (unnamed, 0)] {
        let corpus = Corpus { records: vec![record.clone(), record], ..Corpus::default() };
        let (value, lost) = written(&corpus);
        let error = json!({"span": "one", "error_type": "RepE"});
        let segment = json!({"text": "one, one", "errors": [error]});
        assert_eq!(value, json!({"b": {"0": segment, "1": segment}}));
        let names = [("names of annotators", names_lost), ("names of segments", 1)];
        assert_eq!(lost, names.into_iter().filter(|(_, count)| *count > 0).collect::<Vec<_>>());
    }
}

#[test]
fn a_foreign_record_is_written_as_far_as_it_goes() {
    let (value, lost) = written(&everything());
    assert_eq!(
        lost,
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("further spans on the target", 1),
            ("names of annotators", 1),
            ("other members of items", 1),
            ("places of spans", 1),
            ("source texts", 1),
            ("spans on the source", 3),
            ("that an item is not done", 1),
        ]
    );
    assert_eq!(
        value["0"]["0"]["errors"][0],
        json!({"span": "Hello", "votes": 2, "error_type": "plain", "note": "n"})
    );
    assert_eq!(value["0"]["0"]["model"], json!({"a": [1]}));
    assert_eq!(value["0"]["1"], json!({"text": "nothing here", "errors": []}));
}

#[test]
fn records_of_threshs_own_converter_are_written() {
    let thresh = r#"[{"target": "some words", "edits": [
        {"category": "CharE", "id": 0, "votes": 2, "annotation": null, "output_idx": [[5, 10]]}]}]"#;
    let corpus =
        (format("thresh").unwrap().read)(&mut file(thresh), ImportOptions::default()).corpus;
    let (value, lost) = written(&corpus);
    let error = json!({"span": "words", "votes": 2, "error_type": "CharE"});
    assert_eq!(value, json!({"0": {"0": {"text": "some words", "errors": [error]}}}));
    assert_eq!(lost, []);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let deep = format!(r#"{{"b": {}"#, r#"{"0": "#.repeat(10_000));
    assert_eq!(read(&deep).problems.errors(), 1);
}
