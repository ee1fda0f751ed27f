//! Files that are damaged, odd or hostile: nothing panics, unreadable content is reported, and content that was read
//! comes back.

use proptest::prelude::*;
use serde_json::{Value, json};
use spanwise_interchange::{FORMATS, ImportOptions, TextFile};

use super::examples::EXAMPLES;
use super::{of, read, thresh, values};

#[test]
fn garbage_has_no_records_or_a_problem() {
    let deep = "[".repeat(100_000);
    let garbage = [
        "",
        " \n",
        "[{",
        "[]",
        "null",
        "{}",
        "[1,\"x\",[[]]]",
        "\u{feff}[]",
        "\0\0",
        deep.as_str(),
    ];
    for format in FORMATS {
        for text in garbage {
            let imported = format.import(&[TextFile::new("", text)], ImportOptions::default());
            let is_said = imported.problems.errors() + imported.problems.warnings() > 0;
            let shown: String = text.chars().take(9).collect();
            assert!(is_said || imported.corpus.records.is_empty(), "{}: {shown:?}", format.name);
        }
    }
}

#[test]
fn a_file_that_was_cut_off_is_survived() {
    for example in &EXAMPLES {
        let whole_files = example.files();
        for at in 0..whole_files.len() {
            let whole = whole_files[at].text.clone();
            let mut files = whole_files.clone();
            for (end, _) in whole.char_indices().step_by(7) {
                whole[..end].clone_into(&mut files[at].text);
                let corpus = read(example.format, &files).corpus;
                FORMATS.iter().for_each(|to| drop(to.export(&mut corpus.clone())));
            }
        }
    }
}

#[test]
fn edits_of_threshs_files_come_back_however_odd() {
    let edits = [
        json!([{"category": "c"}]),
        json!([{"category": "c", "id": "s", "annotation": null, "output_idx": []}]),
        json!([{"category": "c", "id": 1.0, "output_idx": null}]),
        json!([{"category": "c", "id": 1, "output_idx": [[5, 3]]}]),
        json!([{"category": "c", "id": 1, "output_idx": [0, 3]}]),
        json!([{"category": "c", "id": 1, "output_idx": [[-1, 2]], "annotation": {"q": [1]}}]),
        json!([{"category": "c", "id": 1, "output_idx": [[0, 999_999_999_999_u64]]}]),
        json!(["x", null, 7, {"category": 5}]),
        json!([{"category": "c", "id": 1, "annotation": null, "constituent_edits": [{"category": "d", "id": 1, "input_idx": [[0, 1]]}]}]),
    ];
    let odd = edits.map(|edits| json!([{"source": "ab", "target": "one 😀 two", "edits": edits}]));
    let lacking = [json!([{"source": "", "target": "a"}]), json!([{"target": "a", "edits": null}])];
    for data in odd.into_iter().chain(lacking) {
        let corpus = read("thresh", &[TextFile::new("", data.to_string())]).corpus;
        assert_eq!(thresh(&corpus).1, data);
    }
}

#[test]
fn edits_that_were_changed_are_written_anew() {
    let data = json!([{"target": "one two", "edits": [{"category": "c", "output_idx": [0, 3]}]}]);
    let mut corpus = read("thresh", &[TextFile::new("", data.to_string())]).corpus;
    for edit in corpus.records.iter_mut().flat_map(|record| &mut record.edits) {
        "d".clone_into(&mut edit.category);
    }
    let expected = json!([{"category": "d", "id": 1, "annotation": null, "output_idx": [[0, 3]]}]);
    assert_eq!(thresh(&corpus).1[0]["edits"], expected);
}

#[test]
fn a_text_that_is_none_is_said() {
    for (target, code, read_as) in [
        (json!(5), "not-a-text", "5"),
        (json!(["a", 5]), "not-a-text", ""),
        (json!(["a", "b"]), "", "a\n\nb"),
        (Value::Null, "", ""),
    ] {
        let data = json!([{"target": target, "edits": []}]);
        let imported = read("thresh", &[TextFile::new("", data.to_string())]);
        let codes: Vec<_> =
            imported.problems.listed().iter().map(|problem| problem.diagnostic.code).collect();
        assert_eq!(codes, if code.is_empty() { Vec::new() } else { vec![code] });
        assert_eq!(imported.corpus.records[0].target().as_str(), read_as);
    }
    let half = read("thresh", &[TextFile::new("", r#"[{"target": "a\ud800"}]"#)]);
    assert_eq!(half.problems.warnings(), 1);
}

#[test]
fn offsets_of_another_unit_are_recognised_and_said() {
    let output = "😀 one 😀 two 😀 three";
    let record = |starts: [u32; 3]| {
        let texts = ["one", "two", "three"];
        let annotations = starts.iter().zip(texts);
        let annotations: Vec<Value> = annotations
            .map(|(start, text)| json!({"type": 0, "text": text, "start": start}))
            .collect();
        json!({"output": output, "annotations": annotations}).to_string()
    };
    for (starts, unit) in
        [([2, 8, 14], None), ([3, 10, 17], Some("UTF-16")), ([5, 14, 23], Some("bytes"))]
    {
        let files = [TextFile::new("", record(starts))];
        let imported = read("factgenie", &files);
        let record = imported.corpus.records.first().expect("a record");
        let found: Vec<&str> =
            record.edits.iter().map(|edit| record.target().slice(edit.spans.target()[0])).collect();
        assert_eq!(found, ["one", "two", "three"]);
        let said: Vec<String> = imported
            .problems
            .listed()
            .iter()
            .map(|problem| problem.diagnostic.message.to_string())
            .collect();
        assert_eq!(said.len(), usize::from(unit.is_some()), "{said:?}");
        assert!(unit.is_none_or(|unit| said[0].contains(unit)), "{said:?}");
        let written = of("factgenie").export(&mut imported.corpus.clone()).files;
        assert_eq!(values("factgenie", &written), values("factgenie", &files));
    }
}

#[test]
fn a_single_response_is_no_list_of_responses() {
    // The form that Thresh's converter reads.
    let csv = "id,prompt,generation,responses\n\
        1,p,one two three,\"[0, 'W', 'x', 1, [['Redundant', 'a_SEP_b', 2, 0, 3, [4, 7]]]]\"\n";
    let imported = read("scarecrow", &[TextFile::new("", csv)]);
    assert_eq!(imported.problems.listed(), []);
    let records = &imported.corpus.records;
    assert_eq!((records.len(), records[0].edits.len()), (1, 1));
    let through = read("thresh", &[thresh(&imported.corpus).0]).corpus;
    assert_eq!(of("scarecrow").export(&mut through.clone()).files[0].text, csv);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Bytes of a real file replaced by others.
    #[test]
    fn damage_is_survived(
        example in prop::sample::select(&EXAMPLES[..]), file in 0..4_usize, at in any::<prop::sample::Index>(),
        put in "[\\[\\]{}\",:\t\n<v>0-9😀\u{301}\u{feff}]{0,4}",
    ) {
        let mut files = example.files();
        let file = file % files.len();
        let text = &mut files[file].text;
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let start = *at.get(&places);
        let end = places.iter().copied().find(|end| *end >= start + put.len()).unwrap_or(text.len());
        text.replace_range(start..end, &put);
        let imported = read(example.format, &files);
        let through = read("thresh", &[thresh(&imported.corpus).0]).corpus;
        for corpus in [&imported.corpus, &through] {
            FORMATS.iter().for_each(|to| drop(to.export(&mut corpus.clone())));
        }
    }
}
