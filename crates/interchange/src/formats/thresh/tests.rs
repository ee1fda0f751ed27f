use super::*;
use crate::testing;
use crate::testing::written_by;
use serde_json::Value;

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
         "_spanwise": {"done": true, "times": [1], "kept": {"row": 3}, "file": {"columns": ["p"]}},
         "edits": [
            {"category": "e", "id": 2, "annotation": {"q": "yes", "n": null, "r": {"val": "o", "o": "minor", "stale": "x"}},
             "input_idx": [[0, 1]], "output_idx": [[2, 4], [5, 6]], "votes": 2, "metadata": {"w": "v"},
             "_spanwise": {"kept": {"text": "t"}, "more": 1}},
            {"category": "c", "id": "odd", "annotation": null,
             "constituent_edits": [{"category": "e", "id": 1, "annotation": {"q": "no"}, "output_idx": [[0, 1]]}]}
         ]},
        {"target": "", "edits": []}
    ]"#;
    let (imported, value) = round(json);
    assert_eq!(value, serde_json::from_str::<Value>(json).unwrap());
    let first = imported.corpus.records.first().unwrap();
    assert_eq!(first.annotator.as_deref(), Some("ann"));
    assert!(first.done);
    assert_eq!(imported.corpus.preserved.get("columns"), Some(r#"["p"]"#));
    assert_eq!(imported.located.by_offsets, 4);
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
        (ImportOptions { unit: Some(OffsetUnit::CodePoints) }, "a"),
        (ImportOptions { unit: Some(OffsetUnit::Bytes) }, ""),
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
