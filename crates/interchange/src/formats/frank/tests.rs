use super::*;
use crate::report::ImportOutcome;
use crate::testing::{by_way_of_thresh, everything, lost, round_trip, written_by};
use crate::text_file::TextFile;
use crate::{Edit, ImportOptions, Record, format};
use serde_json::Value;
use spanwise_annotation::document::Texts;
use spanwise_limits::MOST_SENTENCES;
use spanwise_template::Side;
use spanwise_text::{Span, Text, Utf16};

const JSON: &str = r#"[
 {"hash": "h1", "model_name": "m", "article": "A long story.", "summary": "One thing. Another 😀 thing.",
  "reference": "Things.", "split": "test", "summary_sentences": ["One thing.", "Another 😀 thing."],
  "summary_sentences_annotations": [
    {"annotator_0": ["NoE"], "annotator_1": ["EntE", "OutE", "EntE"]},
    {"annotator_1": ["NoE", "CorefE"], "annotator_0": [], "annotator_2": ["GramE"]},
    {}
  ]},
 {"model_name": "n", "hash": "h1", "summary": "Same article, unread.", "reference": "",
  "summary_sentences_annotations": []}
]"#;

fn file(text: &str) -> [TextFile; 1] {
    [TextFile::new("", text)]
}

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut file(text).to_vec(), ImportOptions::default())
}

fn written(corpus: &crate::Corpus) -> (Value, Vec<(&'static str, usize)>) {
    let written = written_by(FORMAT.write, corpus);
    (serde_json::from_str(&written.files[0].text).unwrap(), lost(&written))
}

fn edits(record: &Record) -> Vec<(&str, String)> {
    let edits = record.edits.iter();
    edits.map(|edit| (edit.category.as_str(), edit.metadata.text("sentence").unwrap())).collect()
}

#[test]
fn every_annotator_and_every_sentence_is_read() {
    let imported = round_trip(&FORMAT, &file(JSON));
    let [a, b, c, unread] = imported.corpus.records.as_slice() else { panic!("four records") };
    let names: Vec<_> = [a, b, c, unread].iter().map(|r| r.annotator.as_deref()).collect();
    assert_eq!(names, [Some("annotator_0"), Some("annotator_1"), Some("annotator_2"), None]);
    assert_eq!(edits(a), []);
    let expected = [("EntE", "0"), ("OutE", "0"), ("EntE", "0"), ("CorefE", "1")];
    assert_eq!(edits(b), expected.map(|(code, sentence)| (code, sentence.to_owned())));
    assert_eq!(edits(c), [("GramE", "1".to_owned())]);
    assert!(b.edits.iter().all(|edit| edit.spans.target().is_empty()));
    assert_eq!(a.context.as_deref(), Some("A long story."));
    assert_eq!(
        (a.source().as_str(), a.target().as_str()),
        ("Things.", "One thing. Another 😀 thing.")
    );
    assert_eq!(
        a.metadata.to_json(),
        r#"{"hash":"h1","model_name":"m","split":"test","summary_sentences":["One thing.", "Another 😀 thing."]}"#
    );
    assert_eq!((a.done, unread.done, unread.context.as_deref()), (true, false, None));
}

#[test]
fn what_was_changed_is_written_and_the_rest_stays() {
    let mut corpus = read(JSON).corpus;
    corpus.records[1].edits.retain(|edit| edit.category != "CorefE");
    let mut edit = Edit { category: "LinkE".to_owned(), ..Edit::default() };
    edit.metadata.set("sentence", "1");
    corpus.records[0].edits.push(edit);
    let mut expected: Value = serde_json::from_str(JSON).unwrap();
    let sentence = &mut expected[0]["summary_sentences_annotations"][1];
    sentence["annotator_0"] = serde_json::json!(["LinkE"]);
    sentence["annotator_1"] = serde_json::json!(["NoE"]);
    assert_eq!(written(&corpus), (expected, vec![]));
}

#[test]
fn what_can_not_be_read_has_a_place_and_comes_back() {
    let item = |codes: &str| {
        format!(
            r#"[{{"summary": "a", "summary_sentences_annotations": []}}, {{"summary": "s", "summary_sentences_annotations": {codes}}}]"#
        )
    };
    let many = format!("[{}{{}}]", "{},".repeat(MOST_SENTENCES));
    let cases = [
        (item("7"), "instance 2, summary_sentences_annotations: error"),
        (item(&many), "instance 2, summary_sentences_annotations: error"),
        (item("[{}, null]"), "instance 2, summary_sentences_annotations[1]: error"),
        (item(r#"[{"x": "EntE"}]"#), "instance 2, summary_sentences_annotations[0].x: error"),
        (item(r#"[{"x": ["EntE", 5]}]"#), "instance 2, summary_sentences_annotations[0].x: error"),
        (r#"[{"article": 5}, 7, {"summary": 3, "more": 1}]"#.to_owned(), "instance 2: error"),
        (r#"[{"summary": "s", "article": 5, "reference": ["x"]}]"#.to_owned(), ""),
    ];
    for (json, said) in cases {
        let imported = read(&json);
        let problems: Vec<_> =
            imported.problems.listed().iter().map(|p| p.diagnostic.to_string()).collect();
        assert!(
            said.is_empty() || problems.iter().any(|p| p.starts_with(said)),
            "{said}: {problems:?}"
        );
        for corpus in [imported.corpus.clone(), by_way_of_thresh(&imported.corpus)] {
            assert_eq!(written(&corpus), (serde_json::from_str(&json).unwrap(), vec![]), "{said}");
        }
    }
    for (json, place) in [
        ("{}", "instance 1: "),
        ("[{]", "line 1, column 3: "),
        ("", "line 1, column 1: "),
        ("[] []", "line 1, column 4: "),
    ] {
        let imported = read(json);
        assert!(imported.problems.listed()[0].diagnostic.to_string().starts_with(place), "{json}");
        assert_eq!(imported.corpus.records.len(), 0);
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
            ("edits that name no sentence", 3),
            ("metadata of edits", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
            ("spans on the target", 6),
        ]
    );
    let codes = &value[0]["summary_sentences_annotations"];
    let all = ["plain", "several", "source only", "both", "point", "whole", "part", "part"];
    assert_eq!(*codes, serde_json::json!([{"ann": all}]));
    assert_eq!(value[1]["summary_sentences_annotations"], serde_json::json!([{}]));
}

#[test]
fn a_span_says_its_sentence() {
    let mut record = Record {
        texts: Texts::target_only(Text::new("One. 😀 Two. Three.")),
        done: true,
        ..Record::default()
    };
    for (start, end) in [(0, 2), (8, 11), (13, 15)] {
        record.edits.push(Edit::on(
            Side::Target,
            "EntE",
            vec![Span::between(Utf16(start), Utf16(end))],
        ));
    }
    let corpus = crate::Corpus { records: vec![record.clone()], ..Default::default() };
    let codes = |value: Value| value[0]["summary_sentences_annotations"].clone();
    let each = serde_json::json!({"annotator_0": ["EntE"]});
    let (value, lost) = written(&corpus);
    assert_eq!(
        (codes(value), lost),
        (serde_json::json!([each, each, each]), vec![("spans on the target", 3)])
    );

    record.metadata.set("summary_sentences", r#"["One. 😀 Two.", "Three."]"#);
    let corpus = crate::Corpus { records: vec![record], ..Default::default() };
    let (value, _) = written(&corpus);
    assert_eq!(codes(value), serde_json::json!([{"annotator_0": ["EntE", "EntE"]}, each]));
}

#[test]
fn records_of_threshs_own_converter_are_written() {
    let thresh = r#"[{"source": "r", "target": "One. Two.", "context": "a", "metadata": {"hash": "h", "model_name": "m"},
        "edits": [{"category": "OutE", "id": 1, "annotation": null}]}]"#;
    let corpus =
        (format("thresh").unwrap().read)(&mut file(thresh), ImportOptions::default()).corpus;
    let (value, lost) = written(&corpus);
    assert_eq!(
        value,
        serde_json::json!([{"hash": "h", "model_name": "m", "summary": "One. Two.", "reference": "r", "article": "a",
        "summary_sentences_annotations": [{"annotator_0": ["OutE"]}, {}]}])
    );
    assert_eq!(lost, [("edits that name no sentence", 1)]);
}

#[test]
fn what_is_nested_too_deeply_is_refused() {
    let deep =
        format!(r#"[{{"summary": "s", "summary_sentences_annotations": {}"#, "[".repeat(10_000));
    assert_eq!(read(&deep).problems.errors(), 1);
}
