use super::*;
use crate::report::ImportOutcome;
use crate::testing::{everything, lost, marked, round_trip, written_by};
use crate::{Edit, ImportOptions, TextFile};
use serde_json::{Value, json};
use spanwise_annotation::document::{Answer, TextName};
use spanwise_template::Side;
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

fn span(start: u32, end: u32) -> Span {
    Span::between(Utf16(start), Utf16(end))
}

fn value(answer: &str) -> Answer {
    Answer::Value(answer.to_owned())
}

/// A document with tokens, two layers, a relation and a list of references.
fn cas() -> Value {
    let string = |name: &str| json!({"%NAME": name, "%RANGE": "uima.cas.String"});
    json!({
        "%TYPES": {
            "x.Error": {"%NAME": "x.Error", "%SUPER_TYPE": "uima.tcas.Annotation", "note": string("note"), "value": string("value"), "score": {"%NAME": "score", "%RANGE": "uima.cas.Integer"}},
        },
        "%FEATURE_STRUCTURES": [
            {"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaNum": 1, "sofaID": "_InitialView", "mimeType": "text", "sofaString": "😀 one two"},
            {"%ID": 2, "%TYPE": "uima.tcas.DocumentAnnotation", "@sofa": 1, "begin": 0, "end": 10, "language": "en"},
            {"%ID": 3, "%TYPE": "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token", "@sofa": 1, "begin": 3, "end": 6},
            {"%ID": 4, "%TYPE": "x.Error", "@sofa": 1, "begin": 3, "end": 6, "value": "style", "note": "n", "score": 3, "comment": "c"},
            {"%ID": 5, "%TYPE": "x.Error", "@sofa": 1, "begin": 3, "end": 10},
            {"%ID": 6, "%TYPE": "webanno.custom.Span", "@sofa": 1, "^begin": 7, "^end": 10, "value": "Y"},
            {"%ID": 7, "%TYPE": "x.Link", "@sofa": 1, "begin": 3, "end": 6, "@Governor": 4, "@Dependent": 6},
            {"%ID": 8, "%TYPE": "uima.cas.FSArray", "%ELEMENTS": [4, 6]},
        ],
        "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [2, 3, 4, 5, 6, 7]}},
    })
}

#[test]
fn annotations_are_edits() {
    let imported = round_trip(&FORMAT, &[TextFile::new("", cas().to_string())]);
    let record = &imported.corpus.records[0];
    assert_eq!(
        marked(record),
        [("style", Some("one")), ("Error", Some("one two")), ("Y", Some("two"))]
    );
    let edit = &record.edits[0];
    assert_eq!(edit.answers.get("note"), Some(&value("n")));
    assert_eq!(edit.answers.get("score"), Some(&value("3")));
    assert_eq!(edit.metadata.to_json(), r#"{"comment":"c","layer":"x.Error"}"#);
    assert!(record.edits[2].metadata.is_empty());
}

#[test]
fn projects_have_a_file_for_each_annotator() {
    let file = |path: &str| TextFile::new(path, cas().to_string());
    let other = TextFile::new("exportedproject.json", r#"{"name": "p"}"#);
    let files =
        [file("annotation/d.txt/ann.json"), file("curation/d.txt/CURATION_USER.json"), other];
    let imported = round_trip(&FORMAT, &files);
    let names: Vec<_> = imported
        .corpus
        .records
        .iter()
        .map(|record| {
            (record.metadata.text("document").unwrap(), record.annotator.clone().unwrap())
        })
        .collect();
    let expected = [("d.txt", "ann"), ("d.txt", "CURATION_USER")];
    assert_eq!(names, expected.map(|(name, who)| (name.to_owned(), who.to_owned())));
}

#[test]
fn a_change_changes_one_structure() {
    let mut imported = read(&cas().to_string());
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].answers.set("score", Some(value("4")));
    record.edits[0].category = "word".to_owned();
    record.edits[2].spans.set(TextName::TARGET, vec![span(0, 2)]);
    record.edits.push(Edit::on(Side::Target, "new", vec![span(7, 7)]));
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), []);
    let found: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let mut expected = cas();
    let structures = expected["%FEATURE_STRUCTURES"].as_array_mut().unwrap();
    structures[3]["score"] = 4.into();
    structures[3]["value"] = "word".into();
    structures[5]["^begin"] = 0.into();
    structures[5]["^end"] = 2.into();
    structures.push(json!({"%ID": 9, "%TYPE": "webanno.custom.Span", "@sofa": 1, "begin": 7, "end": 7, "value": "new"}));
    expected["%VIEWS"]["_InitialView"]["%MEMBERS"].as_array_mut().unwrap().push(9.into());
    for part in ["%FEATURE_STRUCTURES", "%VIEWS"] {
        assert_eq!(found[part], expected[part]);
    }
    assert_eq!(found["%TYPES"]["webanno.custom.Span"]["value"]["%RANGE"], "uima.cas.String");
}

#[test]
fn references_end_with_an_edit_that_is_gone() {
    let mut imported = read(&cas().to_string());
    imported.corpus.records[0].edits.remove(0);
    let written = written_by(FORMAT.write, &imported.corpus);
    assert_eq!(lost(&written), [("relations with edits that are gone", 1)]);
    let found: Value = serde_json::from_str(&written.files[0].text).unwrap();
    let ids: Vec<_> =
        found["%FEATURE_STRUCTURES"].as_array().unwrap().iter().map(|s| s["%ID"].clone()).collect();
    assert_eq!(ids, [1, 2, 3, 5, 6, 8].map(Value::from));
    assert_eq!(found["%FEATURE_STRUCTURES"][5]["%ELEMENTS"], json!([6]));
    assert_eq!(found["%VIEWS"]["_InitialView"]["%MEMBERS"], json!([2, 3, 5, 6]));
}

#[test]
fn what_is_wrong_is_said() {
    let outside = cas().to_string().replace("\"^end\":10", "\"^end\":99");
    for (text, code) in [
        (outside.as_str(), "unreadable-span"),
        ("{\"%FEATURE_STRUCTURES\": []}", "no-text"),
        ("{\"a\": 1}", "no-cas"),
        ("[]", "no-cas"),
    ] {
        let imported = read(text);
        let codes: Vec<_> = imported.problems.listed().iter().map(|p| p.diagnostic.code).collect();
        assert_eq!(codes, [code], "{text}");
        assert_eq!(lost(&written_by(FORMAT.write, &imported.corpus)), []);
    }
    let cut = read("{\"%TYPES\": {},\n\"%FEATURE_STRUCTURES\": [");
    assert_eq!((cut.problems.errors(), cut.corpus.records.len()), (1, 0));
    assert!(cut.problems.listed()[0].diagnostic.place.to_string().starts_with("line 2"));
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let mut corpus = everything();
    corpus.records[0].edits[0].metadata.set("comment", r#"["a", "b"]"#);
    corpus.records[0].edits[1].metadata.set_text("layer", "x.Sentence");
    let written = written_by(FORMAT.write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 1),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("metadata of edits", 3),
            ("metadata of items", 2),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 1),
            ("that an item is not done", 1),
        ]
    );
    let paths: Vec<_> = written.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(paths, ["annotation/00001/ann.json", "00002.json"]);
    let again = round_trip(&FORMAT, &written.files);
    let record = &again.corpus.records[0];
    assert_eq!(record.source().as_str(), "The source");
    assert_eq!(record.edits[0].answers.get("severity"), Some(&value("minor")));
    assert_eq!(
        marked(record),
        [
            ("plain", Some("Hello")),
            ("several", Some("all")),
            ("several", Some("Hello")),
            ("source only", None),
            ("both", Some("😀")),
            ("point", Some("")),
            ("part", Some("😀")),
            ("part", None),
        ]
    );
}
