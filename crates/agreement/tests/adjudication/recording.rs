//! The record of decisions, and gold made from it again.

use std::sync::Arc;

use proptest::prelude::*;
use spanwise_agreement::adjudication::{
    AnnotatorFile, Annotators, Decision, GoldContext, RecordError, RecordRow, decide,
    decided_groups, explain_decision, gold_from_record, read_record, record_of, record_to_csv,
    record_to_json,
};
use spanwise_annotation::change::Change;
use spanwise_annotation::document::Instance;
use spanwise_annotation::format::{
    Dataset, OffsetUnit, read_instance, write_dataset, write_instance,
};

use super::{annotations, data, members, template};

/// A file with an instance for each list of annotations in short.
fn file(instances: &[String], id: bool) -> Arc<Dataset> {
    let items: Vec<String> = instances
        .iter()
        .enumerate()
        .map(|(number, annotations)| {
            let id = if id { format!(r#""id": "item-{number}", "#) } else { String::new() };
            let members =
                members(annotations).map(|members| format!(", {members}")).unwrap_or_default();
            format!(r#"  {{{id}"target": "0123456789abcdefghij {number}, \"é\""{members}}}"#)
        })
        .collect();
    data(&format!("[\n{}\n]\n", items.join(",\n")))
}

fn instances(file: &Dataset) -> Vec<Instance> {
    file.iter().map(|raw| read_instance(raw, 0, &template().typology).instance).collect()
}

/// Gold made again of these files.
fn made_of(files: &[&Arc<Dataset>], rows: &[RecordRow]) -> Result<String, RecordError> {
    let file = |dataset: &&Arc<Dataset>| AnnotatorFile {
        name: String::new(),
        dataset: Arc::clone(dataset),
    };
    gold_from_record(&Annotators::new(files.iter().map(file).collect()), rows)
}

/// The instances at these places of a file, as a file.
fn part(file: &Dataset, places: &[usize]) -> Arc<Dataset> {
    let instances: Vec<&str> = places.iter().filter_map(|at| file.raw(*at)).collect();
    data(&format!("[\n{}\n]\n", instances.join(",\n")))
}

const NAMES: [&str; 3] = ["anna", "ben, the second", "=cem"];

/// Gold made of annotators' files by decisions, as a file, with its record.
fn adjudicated(
    base: &Dataset,
    files: &[Arc<Dataset>],
    decisions: &[(usize, usize, Decision)],
) -> (String, Vec<RecordRow>) {
    let names = NAMES.map(str::to_owned);
    let typology = &template().typology;
    let annotators: Vec<Vec<Instance>> = files.iter().map(|file| instances(file)).collect();
    let mut gold = instances(base);
    let beside = |at: usize| -> Vec<Option<&Instance>> {
        annotators.iter().map(|instances| instances.get(at)).collect()
    };
    for (instance, group, decision) in decisions {
        let at = instance % gold.len();
        let annotators = beside(at);
        let with = |gold: &Instance| -> Vec<Change> {
            let context = GoldContext { annotators: &annotators, names: &names, gold, typology };
            let groups = decided_groups(context);
            if groups.is_empty() {
                return Vec::new();
            }
            let id = groups[group % groups.len()].group.id;
            let mut changes = decide(context, &[(id, *decision)]);
            let mut after = gold.clone();
            after.apply_all(&changes).expect("planned for this state");
            changes.extend(explain_decision(&after, id, "so, \"as\" said\nfor é"));
            changes
        };
        let changes = with(&gold[at]);
        gold[at].apply_all(&changes).expect("planned for this state");
    }
    // Edits without a decision are in the record, too.
    gold[0].comment = "settled".to_owned();
    gold[0].done = true;
    let written: Vec<String> =
        gold.iter().map(|instance| write_instance(instance, typology)).collect();
    let rows = gold
        .iter()
        .enumerate()
        .flat_map(|(at, gold)| {
            let annotators = beside(at);
            let context = GoldContext { annotators: &annotators, names: &names, gold, typology };
            record_of(at, context, &written[at])
        })
        .collect();
    let text = write_dataset(base, |at| written.get(at).cloned(), OffsetUnit::Utf16);
    (text, rows)
}

fn values(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        (0usize..3).prop_map(Decision::Take),
        Just(Decision::Union),
        Just(Decision::Intersection),
        Just(Decision::Majority),
        Just(Decision::Own),
        Just(Decision::Reject),
    ]
}

fn annotator() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(annotations().prop_map(|annotations| annotations.join("; ")), 3)
}

proptest! {
    #[test]
    fn gold_is_made_again_exactly_from_json_and_from_csv(
        files in proptest::collection::vec(annotator(), 2..=3),
        decisions in proptest::collection::vec((0usize..3, 0usize..6, decision()), 0..8),
        has_ids in any::<bool>(),
    ) {
        let blank = file(&vec![String::new(); 3], has_ids);
        let files: Vec<Arc<Dataset>> = files.iter().map(|edits| file(edits, has_ids)).collect();
        for base in [&blank, &files[0]] {
            let (gold, rows) = adjudicated(base, &files, &decisions);
            for text in [record_to_json(&rows), record_to_csv(&rows)] {
                let read = read_record(&text).expect("a record");
                prop_assert_eq!(&read, &rows);
                let made = made_of(&[&blank], &read).expect("gold");
                prop_assert_eq!(values(&made), values(&gold));
                let made_of_base = made_of(&[base], &read).expect("gold");
                prop_assert_eq!(values(&made_of_base), values(&gold));
                if Arc::ptr_eq(base, &blank) {
                    prop_assert_eq!(&made_of_base, &gold, "to the last character");
                }
                // Made of gold itself, it stays as it is.
                prop_assert_eq!(&made_of(&[&data(&made)], &read).expect("gold"), &made);
                for parts in [[&[1][..], &[2, 0]], [&[0, 1], &[1, 2]], [&[2, 1, 0], &[0]]] {
                    let parts = parts.map(|places| part(&files[0], places));
                    let made = made_of(&[&parts[0], &parts[1]], &read).expect("gold");
                    prop_assert_eq!(values(&made), values(&gold), "in the order of gold");
                }
            }
        }
    }
}

#[test]
fn a_record_says_who_made_what_and_what_came_of_it() {
    let files = [file(&["wrong 0-4; tag".to_owned()], true), file(&["wrong 2-6".to_owned()], true)];
    let blank = file(&[String::new()], true);
    let (_, rows) =
        adjudicated(&blank, &files, &[(0, 0, Decision::Union), (0, 1, Decision::Reject)]);
    let said = |row: &RecordRow| {
        [
            "instance",
            "id",
            "standing",
            "annotators",
            "missed_by",
            "decision",
            "category",
            "text",
            "place",
        ]
        .map(|column| row.get(column).to_owned())
        .join("|")
    };
    assert_eq!(
        rows.iter().map(said).collect::<Vec<_>>(),
        [
            "1|item-0|boundary|anna, ben, the second||union|wrong|012345|1",
            "1|item-0|only-one|anna|ben, the second|reject|||",
            "1|item-0|instance||||||",
        ]
    );
    assert_eq!(rows[0].get("rationale"), "so, \"as\" said\nfor é");
}

#[test]
fn what_only_another_format_needs_is_not_in_a_record() {
    let files =
        [&["wrong 0-4; tag"], &["wrong 0-4"]].map(|edits| file(&edits.map(str::to_owned), true));
    let preserving = files.clone().map(|file| {
        let own = r#""_spanwise":{"kept":{"label_studio":{"results":[1]}}}"#;
        let text = file.text().replace("\"category\"", &format!("{own},\"category\""));
        data(&text.replace("\"target\"", &format!("{own},\"target\"")))
    });
    let decisions = [(0, 0, Decision::Take(0)), (0, 1, Decision::Take(0))];
    let (_, expected) = adjudicated(&files[0], &files, &decisions);
    let (gold, rows) = adjudicated(&preserving[0], &preserving, &decisions);
    assert!(gold.contains("label_studio"));
    assert_eq!(rows, expected);
}

#[test]
fn no_cell_of_a_record_is_a_formula() {
    let formula = "=HYPERLINK(\"http://x\")";
    let mut rows = read_record(r#"[{"instance": 1}]"#).expect("rows");
    for (column, text) in [
        ("id", formula),
        ("annotator", "+1"),
        ("rationale", "\n@SUM(A1)"),
        ("category", "'-x"),
        ("text", "-1"),
    ] {
        let json = serde_json::json!([{ "instance": 1, column: text }]).to_string();
        rows.extend(read_record(&json).expect("rows"));
    }
    let csv = record_to_csv(&rows);
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    for cell in
        reader.records().flatten().flat_map(|row| row.iter().map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(cell == "-1" || !cell.starts_with(['=', '+', '-', '@', '\n']), "{cell}");
    }
    assert!(csv.contains("\"'=HYPERLINK(\"\"http://x\"\")\""), "{csv}");
    assert_eq!(read_record(&csv).expect("rows"), rows);
}

#[test]
fn what_is_no_record_or_does_not_fit_is_refused() {
    let blank = file(&[String::new()], false);
    let other = data(r#"[{"target": "something else"}]"#);
    let (_, rows) = adjudicated(&blank, std::slice::from_ref(&blank), &[]);
    assert_eq!(made_of(&[&other], &rows), Err(RecordError::NoSuchInstance(1)));
    for text in ["[1]", "[{]", "", "a,b\n1,2\n", "{}"] {
        assert_eq!(read_record(text), Err(RecordError::NotARecord), "{text}");
    }
    for text in [r#"[{"instance": 0}]"#, r#"[{"id": "a"}]"#, "instance,edit\r\n-1,\r\n"] {
        let rows = read_record(text).expect("rows");
        assert_eq!(made_of(&[&blank], &rows), Err(RecordError::DamagedRow(1)), "{text}");
    }
    let digest = rows[0].get("texts");
    for edit in ["[]", "{\"category\": \"wrong\"}"] {
        let text = format!(
            r#"[{{"instance": 1, "texts": "{digest}", "standing": "added", "edit": {edit}}}]"#
        );
        let rows = read_record(&text).expect("rows");
        assert_eq!(made_of(&[&blank], &rows), Err(RecordError::DamagedRow(1)), "{text}");
    }
}

#[test]
fn gold_has_the_instances_that_it_had_and_names_no_annotator() {
    let blank = file(&[String::new(), String::new()], false);
    let (gold, rows) = adjudicated(&blank, std::slice::from_ref(&blank), &[]);
    let item = |number: u8, more: &str| {
        format!(r#"{{"target": "0123456789abcdefghij {number}, \"é\""{more}}}"#)
    };
    let marked = r#", "edits": [{"category": "wrong", "id": 1, "output_idx": [[0, 2]]}]"#;
    let named = |name: &str| format!(r#"{marked}, "metadata": {{"annotator": "{name}"}}"#);
    let all = [item(0, &named("anna")), item(7, marked), item(1, ""), item(0, &named("ben"))];
    let all = data(&format!("[{}]", all.join(",")));
    let made = values(&made_of(&[&all], &rows).expect("gold"));
    let mut expected = values(&gold);
    expected[0]["metadata"] = serde_json::json!({});
    assert_eq!(made, expected);
}
