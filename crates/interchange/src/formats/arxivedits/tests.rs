use super::super::thresh;
use super::*;
use crate::testing::{everything, lost, round_trip, same_values, written_by};
use spanwise_template::Side;

const PAIRS: &str = r#"{
  "0": {"sentence-1": "We show 😀 results .", "sentence-2": "We present the  results .", "arxiv-id": "1", "sentence-pair-index": 4,
        "sentence-1-level": "v1", "sentence-2-level": "v2", "easy-or-hard": "easy", "extra": [1.50],
        "edits-combination-0": {
          "0": {"type": "Substitute", "intention": "Lang-professional-Improve-style", "sentence-1-token-indices": [1, 2], "sentence-2-token-indices": [1, 2]},
          "1": {"type": "Insertion", "intention": null, "sentence-1-token-indices": null, "sentence-2-token-indices": [2, 4]},
          "x": {"type": "DELETION", "intention": "content", "sentence-1-token-indices": [2, 3], "sentence-2-token-indices": null, "note": "n"},
          "3": {"type": "Insertion", "intention": "Made-Up", "sentence-2-token-indices": [3, 4]}
        },
        "edits-combination-1": {"0": {"type": "Substitute"}}, "edits-combination-2": {}},
  "1": {"sentence-1": "a", "sentence-2": "b", "edits-combination-0": {}, "annotator": "ann"},
  "7": {"sentence-1": "a", "sentence-2": "b", "edits-combination-0": null},
  "3": {"sentence-1": "a", "sentence-2": "b"}
}"#;

fn read_text(text: &str) -> ImportOutcome {
    read(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// The categories of the edits, each with its texts in both sentences.
fn found(record: &Record) -> Vec<(&str, Option<&str>, Option<&str>)> {
    let text = |edit: &Edit, side: Side| {
        edit.spans.on(&side.into()).first().map(|span| record.text(side).slice(*span))
    };
    let edits = record.edits.iter();
    edits.map(|e| (e.category.as_str(), text(e, Side::Source), text(e, Side::Target))).collect()
}

#[test]
fn a_pair_is_a_record() {
    let corpus = round_trip(&FORMAT, &[TextFile::new("", PAIRS)]).corpus;
    let [first, second, third, fourth] = corpus.records.as_slice() else { panic!() };
    assert_eq!(
        found(first),
        [
            ("substitute", Some("show"), Some("present")),
            ("insertion", None, Some("the ")),
            ("deletion", Some("😀"), None),
            ("insertion", None, Some("")),
        ]
    );
    assert_eq!(first.edits[0].answers, answers("lang-professional-improve-style"));
    assert_eq!(
        intention(&first.edits[0].answers).as_deref(),
        Some("Lang-professional-Improve-style")
    );
    assert!(first.edits[0].preserved.is_empty());
    assert!(first.edits[1].answers.is_empty());
    assert_eq!(first.metadata.get("sentence-pair-index"), Some("4"));
    assert_eq!(first.metadata.get("edits-combination-1"), None);
    let done: Vec<_> = corpus.records.iter().map(|record| record.done).collect();
    assert_eq!(done, [true, true, false, false]);
    assert_eq!(
        (second.annotator.as_deref(), third.preserved.text(KEY).as_deref()),
        (Some("ann"), Some("7"))
    );
    assert!(fourth.preserved.is_empty());
}

#[test]
fn intentions_are_options_of_the_template() {
    let lang = Answer::Choice {
        option: "lang".to_owned(),
        follow_up: Some(Box::new(Answer::Choice { option: "other".to_owned(), follow_up: None })),
    };
    assert_eq!(answers("Lang-other").get(INTENTION), Some(&lang));
    for known in INTENTIONS {
        assert_eq!(intention(&answers(known)).as_deref(), Some(known));
    }
    assert_eq!(intention(&answers("lang")).as_deref(), Some("lang"));
}

#[test]
fn a_changed_edit_is_written_anew() {
    let mut corpus = read_text(PAIRS).corpus;
    let edit = &mut corpus.records[0].edits[2];
    edit.answers = answers("Format");
    let text = written_by(write, &corpus).files[0].text.clone();
    let entry = r#""x":{"type":"Deletion","intention":"Format","sentence-1-token-indices":[2,3],"sentence-2-token-indices":null,"note":"n"}"#;
    assert!(text.contains(entry), "{text}");
}

#[test]
fn a_file_of_thresh_s_converter_is_written_back() {
    let json = r#"[{"source": "one two .", "target": "one .", "metadata": {"arxiv-id": "x", "sentence-pair-index": 1},
        "edits": [{"category": "deletion", "id": 0, "annotation": {"intention": {"val": "lang", "lang": {"val": "other"}}}, "input_idx": [[4, 8]]},
                  {"category": "substitute", "id": 1, "annotation": null, "input_idx": [[8, 10]], "output_idx": [[4, 6]]}]}]"#;
    let corpus =
        (thresh::FORMAT.read)(&mut [TextFile::new("", json)], ImportOptions::default()).corpus;
    let written = written_by(write, &corpus);
    // That converter includes the space after the last token, even at the end of a sentence, where there is none.
    assert_eq!(lost(&written), [("spaces that spans have after their last token", 3)]);
    let expected = r#"{"0": {"arxiv-id": "x", "sentence-pair-index": 1, "sentence-1": "one two .", "sentence-2": "one .",
        "edits-combination-0": {
            "0": {"type": "Deletion", "intention": "Lang-other", "sentence-1-token-indices": [1, 2], "sentence-2-token-indices": null},
            "1": {"type": "Substitute", "intention": null, "sentence-1-token-indices": [2, 3], "sentence-2-token-indices": [1, 2]}}}}"#;
    same_values(&[TextFile::new("", expected)], &written.files);
}

#[test]
fn a_changed_edit_keeps_its_tokens() {
    let pair = |kind: &str| {
        format!(
            r#"{{"0":{{"sentence-1":"the  results .","sentence-2":" a","edits-combination-0":{{"0":{{"type":"{kind}","intention":null,"sentence-1-token-indices":[0,2],"sentence-2-token-indices":[0,2]}},"1":{{"type":"{kind}","intention":null,"sentence-1-token-indices":[3,4],"sentence-2-token-indices":null}}}}}}}}"#
        )
    };
    let mut corpus = read_text(&pair("Deletion")).corpus;
    corpus.records[0].edits.iter_mut().for_each(|edit| edit.category = "substitute".to_owned());
    let written = written_by(write, &corpus);
    assert_eq!(lost(&written), []);
    same_values(&[TextFile::new("", pair("Substitute"))], &written.files);
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let written = written_by(write, &everything());
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("ends of spans that are not ends of tokens", 3),
            ("further spans on the target", 1),
            ("other members of edits", 1),
            ("other members of items", 1),
        ]
    );
    let read = read_text(&written.files[0].text);
    assert_eq!(read.problems.listed(), []);
    assert_eq!(
        found(&read.corpus.records[0]),
        [
            ("plain", None, Some("Hello")),
            ("several", None, Some("all,")),
            ("source only", Some("source"), None),
            ("both", Some("The"), Some("😀")),
            ("point", None, Some("")),
            ("whole", None, None),
            ("part", None, Some("😀")),
            ("part", Some("The"), None),
        ]
    );
    assert!(!read.corpus.records[1].done);
}

#[test]
fn what_is_wrong_is_said_with_its_pair() {
    let pair = |edit: &str| {
        format!(
            r#"{{"0":{{"sentence-1":"a","sentence-2":"b"}},"1":{{"sentence-1":"a b","sentence-2":"b","edits-combination-0":{edit}}}}}"#
        )
    };
    for (edits, place) in [
        (
            r#"{"0":{"type":"Deletion","intention":null,"sentence-1-token-indices":[1,3]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"type":"Deletion","intention":null,"sentence-1-token-indices":[1,0]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"type":"Deletion","intention":null,"sentence-1-token-indices":[0,1,2]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"type":"Deletion","intention":null,"sentence-1-token-indices":[0,18446744073709551615]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"type":"Deletion","intention":null,"sentence-1-token-indices":[9223372036854775807,9223372036854775807]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"type":"Deletion","intention":7,"sentence-1-token-indices":[0,1]}}"#,
            "edits-combination-0.0",
        ),
        (
            r#"{"0":{"intention":"Content","sentence-1-token-indices":[0,1]}}"#,
            "edits-combination-0.0",
        ),
        (r#"{"k":[]}"#, "edits-combination-0.k"),
        ("[]", "edits-combination-0"),
    ] {
        let text = pair(edits);
        let imported = read_text(&text);
        let said: Vec<_> =
            imported.problems.listed().iter().map(|p| p.diagnostic.to_string()).collect();
        assert_eq!(said.len(), 1, "{edits}: {said:?}");
        assert!(said[0].starts_with(&format!("instance 2, {place}: error")), "{said:?}");
        same_values(&[TextFile::new("", text)], &written_by(write, &imported.corpus).files);
    }
    for (text, errors) in
        [("[]", 1), (r#"{"0": 1}"#, 1), (r#"{"0": {}}"#, 2), (r#"{"0""#, 1), ("{} 1", 1)]
    {
        assert_eq!(read_text(text).problems.errors(), errors, "{text}");
    }
}
