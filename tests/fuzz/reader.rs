//! Data files.

use spanwise_annotation::format::{
    DataIn, DatasetReader, OffsetUnit, in_utf16, read_instance, text_of, write_dataset,
    write_instance,
};
use spanwise_diagnostics::Severity;
use spanwise_template::{Typology, compile};

use super::corpus::Corpus;

const TEMPLATE: &str = "
template_name: t
edits:
  - {name: wrong, enable_input: true, enable_output: true, annotation: [{name: severity, options: likert-3}]}
  - {name: moved, type: composite}
";

const WORDS: &[&str] = &[
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\n",
    "\r\n",
    " ",
    "\"",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "é",
    "😀",
    "\u{feff}",
    "\u{0}",
    "null",
    "true",
    "-",
    "0",
    "1e999",
    "0.10",
    "12345678901234567890",
    "\"source\":",
    "\"target\":",
    "\"edits\":[",
    "\"category\":\"wrong\"",
    "\"id\":1",
    "\"input_idx\":[[0,1]]",
    "\"output_idx\":[[1,0]]",
    "\"annotation\":{\"severity\":\"minor\"}",
    "\"constituent_edits\":[",
    "\"data\":[",
    "{\"_thresh_template\":\"\"}",
    "\"_spanwise\":{",
    "\"offsets\":\"code-points\"",
    "\"done\":true",
    "\"comment\":",
    "\"bookmark\":",
    "\"context\":",
];

#[test]
fn every_file_is_written_as_it_was_read() {
    let corpus = Corpus::of("reader", WORDS);
    let typology = compile(TEMPLATE).template.expect("a template").typology;
    bolero::check!(name = "reader").for_each(|bytes: &[u8]| {
        // Either a text or a reason.
        let _ = text_of(bytes.to_vec());
        corpus.texts(bytes).iter().for_each(|text| is_kept(text, &typology));
    });
}

fn is_kept(text: &str, typology: &Typology) {
    let Ok(data) = DatasetReader::new(text).finish() else { return };
    let written = write_dataset(&data, |_| None, OffsetUnit::Utf16);
    // The only repair: a comma before the closing bracket is removed.
    if data.problems().iter().all(|problem| problem.severity != Severity::Hint) {
        assert_eq!(written, text);
    }
    let again = DatasetReader::new(&*written).finish().expect("what was read once");
    assert_eq!(contents(&again), contents(&data));
    assert_eq!(write_dataset(&again, |_| None, OffsetUnit::Utf16), written);
    for (index, raw) in data.iter().enumerate() {
        let loaded = read_instance(raw, index, typology);
        assert_eq!(write_instance(&loaded.instance, typology), raw);
    }
    // Offsets that are out of the text or inside a character need not come back.
    let for_python = write_dataset(&data, |_| None, OffsetUnit::CodePoints);
    if let Ok(for_python) = DatasetReader::new(for_python).finish() {
        let _ = in_utf16(&for_python);
    }
}

/// The whole content of a data file.
fn contents<'a>(data: &'a DataIn) -> impl PartialEq + std::fmt::Debug + use<'a> {
    let instances: Vec<&str> = data.iter().collect();
    (data.form(), instances, data.template(), data.tail(), data.is_damaged())
}
