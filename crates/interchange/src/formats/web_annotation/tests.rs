use super::*;
use crate::comments::COMMENT;
use crate::testing::{everything, lost, round_trip, written_by};
use crate::{ImportOptions, ImportOutcome, Record, TextFile};
use spanwise_annotation::document::TextName;
use spanwise_text::{Span, Utf16};

fn read(text: &str) -> ImportOutcome {
    (FORMAT.read)(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// Category, and texts on source and target, of each edit.
fn marked(record: &Record) -> Vec<(&str, Vec<&str>, Vec<&str>)> {
    let edits = record.edits.iter().map(|edit| {
        let source = edit.spans.source().iter().map(|span| record.source().slice(*span));
        let target = edit.spans.target().iter().map(|span| record.target().slice(*span));
        (edit.category.as_str(), source.collect(), target.collect())
    });
    edits.collect()
}

const PAGE: &str = r#"{"@context": ["http://www.w3.org/ns/anno.jsonld"], "id": "p:1", "type": "AnnotationPage", "items": [
    {"id": "a:1", "type": "Annotation", "motivation": "tagging", "creator": {"id": "x:ann", "name": "Ann"},
     "body": [{"type": "TextualBody", "purpose": "tagging", "value": "Wrong"}, {"type": "TextualBody", "purpose": "commenting", "value": "too warm"}],
     "target": {"source": "t:1", "selector": [{"type": "TextPositionSelector", "start": 8, "end": 12}, {"type": "TextQuoteSelector", "exact": "warm", "prefix": "is ", "suffix": ";"}]}},
    {"id": "a:0", "type": "Annotation", "motivation": "describing", "body": {"type": "TextualBody", "value": "😀 it is warm; it is warm"}, "target": "t:1"},
    {"type": "Annotation", "motivation": "highlighting", "creator": "Bob",
     "target": [{"source": {"id": "t:1"}, "selector": {"type": "TextQuoteSelector", "exact": "warm", "prefix": "; it is "}},
                {"source": "t:1", "selector": {"type": "TextPositionSelector", "start": 0, "end": 1}}], "x": 1.0},
    {"type": "Annotation", "bodyValue": "all of it", "motivation": "commenting", "creator": {"name": "Ann"}, "target": "t:1"},
    {"type": "Annotation", "motivation": "tagging", "body": {"value": "odd"}, "creator": {"name": "Ann"},
     "target": {"source": "t:1", "selector": {"type": "XPathSelector", "value": "/p"}}}
]}"#;

#[test]
fn a_page_is_read_whole() {
    let imported = round_trip(&FORMAT, &[TextFile::new("", PAGE)]);
    let [ann, bob] = imported.corpus.records.as_slice() else { panic!() };
    assert_eq!((ann.annotator.as_deref(), bob.annotator.as_deref()), (Some("Ann"), Some("Bob")));
    assert_eq!(
        marked(ann),
        [("Wrong", vec![], vec!["warm"]), ("commenting", vec![], vec![]), ("odd", vec![], vec![])]
    );
    assert_eq!(marked(bob), [("highlighting", vec![], vec!["warm", "😀"])]);
    let starts: Vec<_> = [ann, bob].map(|r| r.edits[0].spans.target()[0].start()).to_vec();
    assert_eq!(starts, [Utf16(9), Utf16(21)]);
    assert_eq!(ann.edits[0].metadata.text(COMMENT).as_deref(), Some("too warm"));
    assert_eq!((imported.problems.warnings(), imported.located.by_offsets), (1, 1));

    for text in [
        r#"[{"motivation": "tagging", "body": "x", "target": "t:1"}, {"motivation": "describing", "body": "The text", "target": "t:1"}]"#,
        "{\"motivation\": \"describing\", \"body\": \"The text\", \"target\": \"t:1\"}\n{\"motivation\": \"tagging\", \"body\": \"x\", \"target\": \"t:1\"}",
    ] {
        let imported = round_trip(&FORMAT, &[TextFile::new("", text)]);
        assert_eq!(marked(&imported.corpus.records[0]), [("x", vec![], vec![])]);
    }
}

#[test]
fn a_text_that_is_not_there_is_asked_for() {
    let text = PAGE.replace("describing", "linking");
    let imported = read(&text);
    let said = imported.problems.listed().first().unwrap().diagnostic.sentence().to_string();
    assert!(
        said.starts_with(
            "instance 1, target: The text at “t:1” is not in the file. Add an annotation"
        ),
        "{said}"
    );
    let record = &imported.corpus.records[0];
    assert!(record.target().is_empty());
    assert_eq!(record.edits[0].spans.target(), [Span::between(Utf16(8), Utf16(12))]);
}

#[test]
fn a_change_is_written_in_the_place_of_what_was_read() {
    let mut imported = read(PAGE);
    let record = imported.corpus.records.first_mut().unwrap();
    record.edits[0].spans.set(TextName::TARGET, vec![Span::between(Utf16(0), Utf16(2))]);
    record.edits[1].category = "New".to_owned();
    record.edits[2].metadata.set(COMMENT, r#"["a", "b"]"#);
    let again = read(&written_by(FORMAT.write, &imported.corpus).files[0].text);
    let record = &again.corpus.records[0];
    assert_eq!(
        marked(record),
        [("Wrong", vec![], vec!["😀"]), ("New", vec![], vec![]), ("odd", vec![], vec![])]
    );
    assert_eq!(record.edits[2].metadata.get(COMMENT), Some(r#"["a","b"]"#));
    assert_eq!(again.corpus.records.len(), 2);
}

#[test]
fn what_other_formats_say_is_written_as_far_as_there_is_a_place() {
    let written = written_by(FORMAT.write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("metadata of edits", 1),
            ("metadata of items", 2),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("that an item is not done", 1),
        ]
    );
    let again = round_trip(&FORMAT, &written.files);
    let [first, second] = again.corpus.records.as_slice() else { panic!() };
    let (was, empty) = (&everything().records[0], &everything().records[1]);
    assert_eq!(
        (first.source(), first.target(), &first.context),
        (was.source(), was.target(), &was.context)
    );
    assert_eq!((second.target(), second.edits.len()), (empty.target(), 0));
    assert_eq!((first.annotator.as_deref(), second.annotator.as_deref()), (Some("ann"), None));
    assert_eq!(
        marked(first),
        [
            ("plain", vec![], vec!["Hello"]),
            ("several", vec![], vec!["all", "Hello"]),
            ("source only", vec!["sou"], vec![]),
            ("both", vec!["The"], vec!["😀"]),
            ("point", vec![], vec![""]),
            ("whole", vec![], vec![]),
            ("part", vec![], vec!["😀"]),
            ("part", vec!["The"], vec![]),
        ]
    );
    assert_eq!(first.edits[4].spans.target(), [Span::between(Utf16(5), Utf16(5))]);
}

#[test]
fn broken_files_are_survived() {
    let imported = read(
        r#"[1, {"target": {}}, {"body": 7, "target": [null, 5, {"source": [], "selector": 5}]}]"#,
    );
    let places: Vec<_> = imported
        .problems
        .listed()
        .iter()
        .map(|problem| problem.diagnostic.place.to_string())
        .collect();
    assert_eq!(places.first().map(String::as_str), Some("instance 1"));
    for text in ["", "{}", "[]", r#"{"items": 5}"#, r#"{"items": []}"#] {
        assert!(read(text).problems.errors() > 0, "{text:?}");
    }
}
