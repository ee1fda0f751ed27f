//! Corrections: replacements put in, files, and edits derived from an edited text.

#![expect(clippy::expect_used, reason = "a test may fail")]

mod deriving;
mod files;
mod properties;
mod replacing;

use serde_json::{Value, json};
use spanwise_annotation::corrections::{CorrectedText, derive, replacement_of};
use spanwise_annotation::document::{Edit, Instance, TextName};
use spanwise_annotation::format::read_instance;
use spanwise_template::{CorrectionCategories, Side, Typology, compile};

/// A template with categories of several kinds, the first three for corrections.
fn template(boundary: &str) -> (Typology, CorrectionCategories) {
    let asks = "annotation: [{name: r, options: replacement}, {name: why, required: false, options: textbox}]";
    let yaml = format!(
        "template_name: t\n\
         boundary: {boundary}\n\
         corrections: {{substitution: fix, insertion: add, deletion: cut}}\n\
         edits:\n\
         - {{name: fix, enable_output: true, {asks}}}\n\
         - {{name: add, type: split, {asks}}}\n\
         - {{name: cut, enable_output: true, {asks}}}\n\
         - {{name: style, enable_output: true, annotation: [{{name: better, options: replacement}}]}}\n\
         - {{name: error, enable_output: true, annotation: [\
             {{name: kind, options: [{{name: word, options: replacement}}, {{name: other}}]}}]}}\n\
         - {{name: note, enable_output: true}}\n\
         - {{name: group, type: composite}}\n"
    );
    let compiled = compile(&yaml);
    assert_eq!(compiled.diagnostics, [], "{yaml}");
    let template = compiled.template.expect("a template");
    (template.typology, template.settings.corrections.expect("corrections"))
}

fn instance(target: &str, edits: &Value, typology: &Typology) -> Instance {
    let raw = json!({"source": "s", "target": target, "edits": edits}).to_string();
    read_instance(&raw, 0, typology).instance
}

/// An edit as it stands in a file.
fn edit(category: &str, id: u32, span: [usize; 2], answers: &Value) -> Value {
    json!({"category": category, "id": id, "output_idx": [span], "annotation": answers})
}

fn corrected<'i>(instance: &'i Instance, typology: &Typology) -> CorrectedText<'i> {
    let target = instance.texts.first(Side::Target).expect("a target");
    CorrectedText::new(instance, target, typology)
}

/// The instance after the edits of an edited target are made; checks that they can be taken back.
fn after_editing(
    instance: &Instance,
    edited: &str,
    (typology, categories): &(Typology, CorrectionCategories),
) -> Instance {
    let changes = derive(instance, &TextName::TARGET, edited, typology, *categories);
    let mut after = instance.clone();
    after.retire_ids(&changes);
    let back = after.apply_all(&changes).expect("changes that can be made");
    let mut before = after.clone();
    before.apply_all(&back).expect("changes that can be taken back");
    assert_eq!(before.edits, instance.edits);
    after
}

/// Category, id, span and replacement of each edit, one line for an edit or constituent.
fn said(instance: &Instance, typology: &Typology) -> Vec<String> {
    let one = |edit: &Edit| {
        let id = edit.id.as_ref().map(ToString::to_string).unwrap_or_default();
        let spans: Vec<String> = (edit.spans.target().iter())
            .map(|span| format!("{}-{}", span.start().0, span.end().0))
            .collect();
        let replacement = replacement_of(edit, typology).map(|text| format!(" → “{text}”"));
        let replacement = replacement.unwrap_or_default();
        format!("{}/{id} {}{replacement}", edit.category, spans.join(" "))
    };
    instance.all_edits().map(|edit| one(edit)).collect()
}
