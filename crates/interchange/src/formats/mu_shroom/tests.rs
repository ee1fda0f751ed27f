use super::*;
use crate::testing::{
    by_way_of_thresh, everything, lost, marked, round_trip, same_values, written_by,
};

const LINES: &str = r#"{"id": "val-en-1", "lang": "EN", "model_input": "Who won?", "model_output_text": "😀 Petra won silver", "model_id": "m", "soft_labels": [{"start": 2, "prob": 0.2, "end": 4}, {"start": 12, "end": 18, "prob": 0.90}, {"start": 8, "prob": 0.6, "end": 12, "note": [1]}], "hard_labels": [[8, 18]], "model_output_tokens": ["😀", "Ġ"], "model_output_logits": [-1.5e-3]}

{"id": "val-en-2", "model_input": "Who?", "model_output_text": "Nobody", "soft_labels": [], "hard_labels": []}
{"id": "val-en-3", "model_input": "Who?", "model_output_text": "Nobody", "soft_labels": [{"start": 0, "prob": 0.5, "end": 3}], "hard_labels": [[0, 3]], "annotator": 4}
{"id": "val-en-4", "model_input": "Who?", "model_output_text": "Nobody", "soft_labels": [{"start": 3, "prob": 1, "end": 3}]}
{"id": "val-en-5", "model_input": "Who?", "model_output_text": "Nobody", "hard_labels": [[0, 3], [3, 6]]}
{"id": "val-en-6", "model_input": "Who?", "model_output_text": "Nobody"}
{"id": "val-en-7", "model_input": "Who?", "model_output_text": "Nobody", "soft_labels": null, "hard_labels": null}
{"id": "val-en-8", "model_input": "Who?", "model_output_text": "Nobody", "soft_labels": null, "hard_labels": [[0, 6]]}
"#;

fn read_text(text: &str) -> ImportOutcome {
    read(&mut [TextFile::new("", text)], ImportOptions::default())
}

/// The lists of the first line that is written.
fn lists(corpus: &Corpus) -> [Option<String>; 2] {
    let line = Members::parse(written_by(write, corpus).files[0].text.lines().next().unwrap());
    [SOFT, HARD].map(|name| line.get(name).map(str::to_owned))
}

#[test]
fn a_line_is_a_record() {
    let ImportOutcome { corpus, located, unit, problems, .. } =
        round_trip(&FORMAT, &[TextFile::new("", LINES)]);
    assert_eq!((corpus.records.len(), problems.warnings()), (8, 0));
    assert_eq!((located.by_offsets, unit), (8, Some(OffsetUnit::CodePoints)));
    let first = &corpus.records[0];
    assert_eq!((first.source().as_str(), first.annotator.as_deref()), ("Who won?", None));
    let found = marked(first);
    let expected = [Some("Pe"), Some("silver"), Some("won ")];
    assert_eq!(found, expected.map(|text| ("hallucination", text)));
    let probability = |edit: &Edit| edit.metadata.get("probability").map(str::to_owned);
    let probabilities: Vec<_> = first.edits.iter().map(probability).collect();
    assert_eq!(probabilities, ["0.2", "0.90", "0.6"].map(|text| Some(text.to_owned())));
    assert_eq!(first.edits[2].metadata.get("note"), Some("[1]"));
    assert_eq!(first.metadata.get("model_output_logits"), Some("[-1.5e-3]"));
    // The order of members in a label makes no difference, and hard labels that follow are not kept.
    assert!(first.preserved.is_empty() && first.edits.iter().all(|edit| edit.preserved.is_empty()));
    assert_eq!(first.metadata.get("hard_labels"), None);
    assert_eq!(corpus.records[2].metadata.get("hard_labels"), Some("[[0, 3]]"));
    assert_eq!(corpus.records[2].annotator.as_deref(), Some("4"));
    assert_eq!(marked(&corpus.records[4]).len(), 2);
    assert_eq!(probability(&corpus.records[4].edits[0]), None);
    let done: Vec<bool> = corpus.records.iter().map(|record| record.done).collect();
    assert_eq!(done, [true, true, true, true, true, false, false, true]);
}

#[test]
fn hard_labels_are_what_likely_soft_labels_cover() {
    for (soft, hard) in [
        ("[]", "[]"),
        // A half is not enough.
        (r#"[{"start":0,"prob":0.5,"end":2},{"start":3,"prob":0.51,"end":4}]"#, "[[3,4]]"),
        // Labels that touch or overlap are merged, in whatever order.
        (r#"[{"start":3,"prob":0.6,"end":5},{"start":0,"prob":0.9,"end":3}]"#, "[[0,5]]"),
        (r#"[{"start":0,"prob":1,"end":5},{"start":1,"prob":0.9,"end":3}]"#, "[[0,5]]"),
        (r#"[{"start":2,"prob":1,"end":2}]"#, "[]"),
    ] {
        let line = format!(
            r#"{{"id":1,"model_input":"","model_output_text":"a😀cdef","soft_labels":{soft},"hard_labels":{hard}}}"#
        );
        let corpus = round_trip(&FORMAT, &[TextFile::new("", line)]).corpus;
        assert_eq!(corpus.records[0].metadata.get(HARD), None, "{soft}");
    }
}

#[test]
fn hard_labels_that_do_not_follow_come_back_until_the_soft_ones_change() {
    let line = r#"{"model_input":"","model_output_text":"abcdef","soft_labels":[{"start":0,"prob":0.4,"end":2}],"hard_labels":[[0,1],[4,6]]}"#;
    for mut corpus in [read_text(line).corpus, by_way_of_thresh(&read_text(line).corpus)] {
        assert_eq!(lists(&corpus)[1].as_deref(), Some("[[0,1],[4,6]]"));
        corpus.records[0].edits[0].metadata.set("probability", "0.8");
        assert_eq!(lists(&corpus)[1].as_deref(), Some("[[0,2]]"));
    }
}

#[test]
fn a_list_that_is_not_there_is_not_written() {
    let line = |lists: &str| format!(r#"{{"model_input":"","model_output_text":"abc"{lists}}}"#);
    // Hard labels alone, until an edit has a probability.
    let mut corpus = read_text(&line(r#","hard_labels":[[0,1]]"#)).corpus;
    assert_eq!(lists(&corpus), [None, Some("[[0,1]]".to_owned())]);
    corpus.records[0].edits[0].metadata.set("probability", "0.4");
    let soft = r#"[{"start":0,"prob":0.4,"end":1}]"#;
    assert_eq!(lists(&corpus), [soft, "[]"].map(|list| Some(list.to_owned())));
    // Soft labels alone.
    let corpus = read_text(&line(&format!(r#","soft_labels":{soft}"#))).corpus;
    assert_eq!(lists(&corpus), [Some(soft.to_owned()), None]);
    // An unannotated record has both lists once it is annotated.
    let edit = corpus.records[0].edits[0].clone();
    for lists_before in ["", r#","soft_labels":null,"hard_labels":null"#] {
        let mut corpus = read_text(&line(lists_before)).corpus;
        corpus.records[0].edits.push(edit.clone());
        assert_eq!(lists(&corpus), [soft, "[]"].map(|list| Some(list.to_owned())));
    }
}

#[test]
fn what_is_wrong_is_said_with_its_number() {
    for (members, code) in [
        (
            r#""soft_labels": [{"start": 2, "end": 4, "prob": 1}], "hard_labels": []"#,
            "unreadable-span",
        ),
        (
            r#""soft_labels": [{"start": 2, "end": 1, "prob": 1}], "hard_labels": []"#,
            "unreadable-span",
        ),
        (
            r#""soft_labels": [{"end": 1, "prob": 1}, 7, null], "hard_labels": []"#,
            "unreadable-span",
        ),
        (r#""soft_labels": [{"start": 0, "end": 1.5, "prob": 1}]"#, "unreadable-span"),
        (r#""soft_labels": [{"start": 0, "end": 1, "prob": 1.5}]"#, "probability-range"),
        (r#""soft_labels": [{"start": 0, "end": 1}], "hard_labels": []"#, "probability-range"),
        (r#""soft_labels": [{"start": 0, "end": 1, "prob": "NaN"}]"#, "probability-range"),
        (r#""soft_labels": {"a": 1}, "hard_labels": [[0, 1]]"#, "unexpected-value"),
        (r#""soft_labels": [], "hard_labels": 5"#, "unexpected-value"),
        (r#""soft_labels": [], "hard_labels": [[0, 4]]"#, "unexpected-value"),
        (r#""soft_labels": [], "hard_labels": [[0, 1, 2]]"#, "unexpected-value"),
        (r#""hard_labels": [[0, 1], {"start": 0}]"#, "unexpected-value"),
    ] {
        let text = format!(
            "{{\"model_input\":\"a\",\"model_output_text\":\"b\"}}\n{{\"model_input\":\"a\",\"model_output_text\":\"abc\",{members}}}\n"
        );
        let imported = read_text(&text);
        let said = imported.problems.listed()[0].diagnostic.to_string();
        assert!(said.starts_with("instance 2: ") && said.contains(code), "{members}: {said}");
        for corpus in [by_way_of_thresh(&imported.corpus), imported.corpus] {
            let written = written_by(write, &corpus);
            assert_eq!(lost(&written), [], "{members}");
            same_values(&[TextFile::new("", text.as_str())], &written.files);
        }
    }
    for (line, errors, records) in [
        ("[1]", 1, 0),
        (r#"{"model_input": "a"}"#, 1, 1),
        (r#"{"model_input": "a", "model_output_text": ""#, 1, 0),
        ("nonsense\n{\"model_input\": \"a\", \"model_output_text\": \"b\"}", 1, 1),
        // As submissions are, without the text.
        (
            r#"{"id": 1, "soft_labels": [{"start": 0, "end": 1, "prob": 1}], "hard_labels": []}"#,
            3,
            1,
        ),
    ] {
        let imported = read_text(line);
        let found = (imported.problems.errors(), imported.corpus.records.len());
        assert_eq!(found, (errors, records), "{line}");
    }
}

#[test]
fn offsets_of_another_unit_are_written_as_code_points() {
    let line = r#"{"model_input":"","model_output_text":"😀abc","soft_labels":[{"start":2,"prob":0.3,"end":3}],"hard_labels":[[3,5]]}"#;
    let corpus = read(
        &mut [TextFile::new("", line)],
        ImportOptions { unit: Some(OffsetUnit::Utf16), ..ImportOptions::default() },
    )
    .corpus;
    let expected = [r#"[{"start":1,"prob":0.3,"end":2}]"#, "[[2,4]]"];
    assert_eq!(lists(&corpus), expected.map(|list| Some(list.to_owned())));
}

#[test]
fn losses_of_a_foreign_record_are_reported() {
    let mut corpus = everything();
    corpus.records[0].metadata.set("model", "{\n  \"a\": [\r\n1]}");
    corpus.records[0].metadata.set("hard_labels", "[[0, 99]]");
    corpus.records[0].edits[1].metadata.set("probability", "\"high\"");
    let written = written_by(write, &corpus);
    assert_eq!(written.files[0].text.lines().count(), 2);
    assert_eq!(
        lost(&written),
        [
            ("answers", 2),
            ("composite edits, of which the parts became edits", 1),
            ("contexts", 1),
            ("edits of several spans, each of which became one", 1),
            ("edits without a span", 1),
            ("metadata of edits", 1),
            ("metadata of items", 1),
            ("names of categories", 5),
            ("other members of edits", 1),
            ("other members of items", 1),
            ("spans on the source", 3),
        ]
    );
    let read = read_text(&written.files[0].text);
    assert_eq!(read.problems.listed(), []);
    let [first, second] = read.corpus.records.as_slice() else { panic!() };
    let texts: Vec<_> = marked(first).into_iter().map(|(_, text)| text).collect();
    let expected = ["Hello", "all", "Hello", "😀", "", "😀"].map(Some);
    assert_eq!(texts, expected);
    assert_eq!(first.edits[0].metadata.get("probability"), Some("1.0"));
    assert_eq!(first.edits[0].metadata.text("note").as_deref(), Some("n"));
    assert_eq!((first.annotator.as_deref(), first.done, second.done), (Some("ann"), true, false));
}
