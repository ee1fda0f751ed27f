use super::super::thresh;
use super::*;
use crate::testing::{everything, lost, marked, round_trip, same_values, written_by};
use spanwise_annotation::document::Answer;

const ITEMS: &str = r#"[
  {"question": "Who?", "passages": [["Title", "One.", "Two\nlines."], ["Other"]], "gold": "g", "prediction 1": "😀 it was her",
   "prediction 2": "p2", "prediction 3": "p3", "prediction 4": null, "preference": [1, -1, 0.50], "id": 3,
   "feedback": {
     "errors": [
       {"error type": "Wrong-Grounding", "explanation": "", "start": 2, "end": 4},
       {"error type": "Redundant", "explanation": "said before", "start": 5, "end": 8},
       {"error type": "Odd", "explanation": null, "start": 0, "end": 1, "more": true}],
     "missing-info": [
       {"error type": "Missing-Answer", "passage_id": 0, "sentence_id": 12},
       {"error type": "Missing-Minor-Auxiliary", "passage_id": "1", "sentence_id": [2, 3]}],
     "corrected-prediction": "It was him."}},
  {"question": "Why?", "passages": [], "gold": "g", "prediction 1": "p", "feedback": {"errors": [], "missing-info": []}},
  {"question": "Why?", "gold": "g", "prediction 1": "p", "annotator": 4},
  {"gold": "g", "prediction 1": "p", "feedback": {"corrected-prediction": "", "note": "n"}},
  {"gold": "g", "prediction 1": "p", "feedback": {}},
  {"gold": "g", "prediction 1": "p", "corrected-prediction": 1, "feedback": {"errors": [], "corrected-prediction": 2}},
  {"gold": "g", "prediction 1": "p", "corrected-prediction": 1}
]"#;

fn read_text(text: &str) -> ImportOutcome {
    read(&mut [TextFile::new("", text)], ImportOptions::default())
}

#[test]
fn an_item_is_a_record() {
    let ImportOutcome { corpus, located, .. } = round_trip(&FORMAT, &[TextFile::new("", ITEMS)]);
    let first = &corpus.records[0];
    assert_eq!((first.source().as_str(), first.target().as_str()), ("g", "😀 it was her"));
    let context = "### Passage Title: Title\nOne.\nTwo\nlines.\n\n### Passage Title: Other\n\n### Question: Who?";
    assert_eq!(first.context.as_deref(), Some(context));
    assert_eq!(first.metadata.text("prediction 2").as_deref(), Some("p2"));
    assert_eq!(first.metadata.get("preference"), Some("[1, -1, 0.50]"));
    assert_eq!(first.metadata.text(CORRECTED).as_deref(), Some("It was him."));
    let found = marked(first);
    let missing = ("missing_info", None);
    let factual = |text| ("factual", Some(text));
    assert_eq!(found, [factual("it"), factual("was"), factual("😀"), missing, missing]);
    let option = |option: &str| Answer::Choice { option: option.to_owned(), follow_up: None };
    let text = |text: &str| Answer::Value(text.to_owned());
    let answers =
        |i: usize| first.edits[i].answers.iter().map(|(n, a)| (n, a.clone())).collect::<Vec<_>>();
    assert_eq!(answers(0), [("factual_error", option("inconsistent"))]);
    assert_eq!(
        answers(1),
        [("factual_error", option("repetitive")), ("explanation", text("said before"))]
    );
    assert_eq!(answers(2), [("factual_error", option("Odd"))]);
    assert_eq!(
        answers(3),
        [
            ("missing_info_error", option("missing_answer")),
            ("passage_id", text("0")),
            ("sentence_id", text("12"))
        ]
    );
    assert_eq!(answers(4).len(), 2);
    assert!(first.edits[0].preserved.is_empty() && first.edits[3].preserved.is_empty());
    let done: Vec<_> = corpus.records.iter().map(|record| record.done).collect();
    assert_eq!(done, [true, true, false, true, true, true, false]);
    assert_eq!((corpus.records[2].annotator.as_deref(), located.by_offsets), (Some("4"), 3));
}

#[test]
fn a_changed_answer_is_written_anew() {
    let mut corpus = read_text(ITEMS).corpus;
    let edits = &mut corpus.records[0].edits;
    edits[4].answers.set("sentence_id", Some(Answer::Value("7".to_owned())));
    edits.remove(2);
    let text = written_by(write, &corpus).files[0].text.clone();
    let entry = r#"{"error type":"Missing-Minor-Auxiliary","passage_id":1,"sentence_id":7}"#;
    assert!(text.contains(entry) && !text.contains("Odd"), "{text}");
}

#[test]
fn a_file_of_thresh_s_converter_is_written_back() {
    let json = r####"[{"context": "### Passage Title: T\nOne.\n\n### Question: Q?", "source": "g", "target": "abc", "edits": [
        {"category": "factual", "id": 0, "annotation": {"factual_error": {"val": "repetitive"}, "explanation": null}, "output_idx": [[0, 1]]},
        {"category": "missing_info", "id": 1, "annotation": {"missing_info_error": {"val": "missing_answer"}, "passage_id": "0", "sentence_id": "2"}}]}]"####;
    let corpus =
        (thresh::FORMAT.read)(&mut [TextFile::new("", json)], ImportOptions::default()).corpus;
    let written = written_by(write, &corpus);
    assert_eq!(lost(&written), []);
    let expected = r#"[{"question": "Q?", "passages": [["T", "One."]], "gold": "g", "prediction 1": "abc", "feedback": {
        "errors": [{"error type": "Redundant", "explanation": "", "start": 0, "end": 1}],
        "missing-info": [{"error type": "Missing-Answer", "passage_id": 0, "sentence_id": 2}]}}]"#;
    same_values(&[TextFile::new("", expected)], &written.files);
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let mut corpus = everything();
    let whole = &mut corpus.records[0].edits[5];
    whole.category = "factual".to_owned();
    whole.preserved.set("as_written", r#"{"severity": "minor"}"#);
    let written = written_by(write, &corpus);
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("names of categories", 7),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
        ]
    );
    let read = read_text(&written.files[0].text);
    assert_eq!(read.problems.listed(), []);
    let [first, second] = read.corpus.records.as_slice() else { panic!() };
    let found = marked(first);
    let factual = |text| ("factual", Some(text));
    let missing = ("missing_info", None);
    assert_eq!(
        found,
        [
            factual("Hello"),
            factual("all"),
            factual("Hello"),
            factual("😀"),
            factual(""),
            factual("😀"),
            missing,
            missing
        ]
    );
    assert_eq!((first.done, second.done, first.metadata.get("n")), (true, false, Some("2")));
}

#[test]
fn what_is_wrong_is_said_with_its_item() {
    let item = |feedback: &str| {
        format!(
            r#"[{{"gold":"","prediction 1":""}},{{"gold":"g","prediction 1":"ab","feedback":{feedback}}}]"#
        )
    };
    for (feedback, place) in [
        (r#"{"errors":[{"error type":"Odd","start":1,"end":3}]}"#, "feedback.errors[0]"),
        (r#"{"errors":[{"error type":"Odd","start":2,"end":1}]}"#, "feedback.errors[0]"),
        (r#"{"errors":[{"error type":"Odd","start":0,"end":1e99}]}"#, "feedback.errors[0]"),
        (r#"{"errors":[{"error type":"Odd","start":"0","end":null}]}"#, "feedback.errors[0]"),
        (r#"{"errors":[{"start":0,"end":1}]}"#, "feedback.errors[0]"),
        (r#"{"missing-info":[{"error type":"Odd"},7]}"#, "feedback.missing-info[1]"),
        (r#"{"errors":{"a":1}}"#, "feedback.errors"),
        ("[1]", "feedback"),
    ] {
        let text = item(feedback);
        let imported = read_text(&text);
        let said: Vec<_> =
            imported.problems.listed().iter().map(|p| p.diagnostic.to_string()).collect();
        assert_eq!(said.len(), 1, "{feedback}: {said:?}");
        assert!(said[0].starts_with(&format!("instance 2, {place}: error")), "{said:?}");
        same_values(&[TextFile::new("", text)], &written_by(write, &imported.corpus).files);
    }
    for (text, errors) in [
        ("{}", 2),
        ("[1]", 1),
        ("[{}]", 2),
        (r#"[{"gold": 1, "prediction 1": []}]"#, 2),
        ("[", 1),
        ("", 0),
    ] {
        assert_eq!(read_text(text).problems.errors(), errors, "{text}");
    }
}
