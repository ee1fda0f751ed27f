//! Several annotators on the same data: alignment of their instances, and differences of their edits.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod comparing;
mod deciding;
mod groups;
mod instance_alignment;
mod matching;
mod properties;
mod recording;
mod stretches;
mod texts;

use std::sync::{Arc, LazyLock};

use spanwise_annotation::document::Instance;
use spanwise_annotation::format::{Dataset, DatasetReader, read_instance};
use spanwise_template::{Template, compile};

const TEMPLATE: &str = "
template_name: rules
instance_questions:
  - {name: fluent, options: binary}
  - {name: kind, options: [{name: news, options: textbox}, {name: letter, options: textbox}]}
edits:
  - {name: wrong, enable_output: true, annotation: [{name: severity, options: likert-3}, {name: why, options: textbox}]}
  - name: vague
    enable_input: true
    enable_output: true
    annotation:
      - name: kind
        options: [{name: word, options: binary}, {name: style, options: likert-3}, {name: other}]
  - {name: many, type: multi_span, enable_input: true, enable_output: true}
  - {name: spread, type: multi_span, enable_output: true}
  - {name: gap, type: split}
  - {name: tag}
  - {name: rewrite, type: composite}
";

fn template() -> &'static Template {
    static COMPILED: LazyLock<Template> =
        LazyLock::new(|| compile(TEMPLATE).template.expect("a template"));
    &COMPILED
}

/// An instance with these edits, as JSON.
fn instance(edits: &str) -> Instance {
    let raw = format!(
        r#"{{"source": "0123456789abcdefghij", "target": "0123456789abcdefghij", "edits": [{edits}]}}"#
    );
    read_instance(&raw, 0, &template().typology).instance
}

/// `category start-end …`, on the target: an edit as JSON. `start|` is an insertion point.
fn edit(short: &str, id: usize) -> String {
    let mut words = short.split(' ');
    let category = words.next().unwrap_or_default();
    let span = |word: &str| match word.split_once('-') {
        Some((start, end)) => format!("[{start}, {end}]"),
        None => format!("[{0}, {0}]", word.trim_end_matches('|')),
    };
    let spans: Vec<String> = words.map(span).collect();
    if spans.is_empty() {
        return format!(r#"{{"category": "{category}", "id": {id}}}"#);
    }
    format!(r#"{{"category": "{category}", "id": {id}, "output_idx": [{}]}}"#, spans.join(", "))
}

/// An instance with edits in short: `wrong 0-4; vague 5-7`.
fn short(edits: &str) -> Instance {
    let edits = edits.split("; ").filter(|e| !e.is_empty()).enumerate();
    let edits: Vec<String> = edits.map(|(at, e)| edit(e, at + 1)).collect();
    instance(&edits.join(", "))
}

fn data(text: &str) -> Arc<Dataset> {
    Arc::new(DatasetReader::new(text.to_owned()).finish().expect("data"))
}
