//! Data that Thresh's library loses or makes up when it reads a file and writes it.

use serde_json::Value;
use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, read_instance, write_dataset, write_instance,
};
use spanwise_template::compile;

const TEMPLATE: &str = "
template_name: notes
edits:
  - name: slip
    enable_output: true
    annotation:
      - {name: grave, options: binary}
      - {name: size, options: likert-3}
      - {name: kind, options: [{name: a}, {name: b, options: [{name: b}, {name: c}]}]}
      - {name: why, options: textbox, required: false}
  - {name: missing}
";

/// Ids from 0 and with gaps, `yes`, texts that look like answers, choices within choices of the same name, no answers,
/// no edits after some, names that are also in the metadata.
const DATA: &str = r#"[
{"id": "a", "target": "One two three.", "_thresh_id": 7, "edits": [
  {"category": "slip", "id": 0, "annotation": {"grave": "yes", "size": "a lot", "why": "minor"}, "output_idx": [[0, 3]]},
  {"category": "slip", "id": 5, "annotation": {"kind": {"val": "b", "b": {"val": "b"}}}, "output_idx": [[4, 7]]},
  {"category": "missing", "id": 2, "annotation": null}]},
{"id": "b", "target": "No edits here.", "metadata": {"id": "x"}},
{"id": "c", "target": "Nor here.", "edits": null},
{"id": "d", "target": "Nor here.", "edits": []}
]"#;

/// The file after something was changed in each instance, in each unit of offsets.
fn written() -> [Value; 2] {
    let template = compile(TEMPLATE).template.expect("a template");
    let dataset = DatasetReader::new(DATA.to_owned()).finish().expect("a data file");
    let changed = |at: usize| {
        let mut instance = read_instance(dataset.raw(at)?, at, &template.typology).instance;
        instance.comment = "seen".to_owned();
        Some(write_instance(&instance, &template.typology))
    };
    [OffsetUnit::Utf16, OffsetUnit::CodePoints]
        .map(|unit| serde_json::from_str(&write_dataset(&dataset, changed, unit)).expect("JSON"))
}

// Thresh 11.13: ids are lost, yes becomes minor, edits of the instance before are copied
#[test]
fn only_what_was_changed_is_different() {
    let [here, python] = written();
    let mut expected: Value = serde_json::from_str(DATA).expect("JSON");
    for instance in expected.as_array_mut().expect("a list") {
        instance["comment"] = "seen".into();
    }
    assert_eq!(here, expected);
    // Thresh's library stumbles over a first instance without edits, and gives a later one those of the one before.
    for instance in expected.as_array_mut().expect("a list") {
        let edits = &mut instance["edits"];
        if edits.is_null() {
            *edits = Value::Array(Vec::new());
        }
    }
    assert_eq!(python, expected);
}
