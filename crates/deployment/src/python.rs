//! Annotations in Python, with Thresh's library.

use std::ops::Range;

use spanwise_template::yaml::{self, YamlNode, YamlValue};

/// The name of the template file in [`program`].
pub const TEMPLATE_FILE: &str = "template.yml";

/// The name of the annotation file in [`program`].
pub const ANNOTATIONS_FILE: &str = "annotations.code-points.json";

/// A program that reads both files and prints each edit with its texts.
#[must_use]
pub fn program() -> String {
    format!(
        "# pip install thresh
from thresh import load_interface

interface = load_interface(\"{TEMPLATE_FILE}\")
entries = interface.load_annotations(\"{ANNOTATIONS_FILE}\")

for entry in entries:
    for edit in entry.edits:
        spans = [entry.source[start:end] for start, end in getattr(edit, \"input_idx\", None) or []]
        spans += [entry.target[start:end] for start, end in getattr(edit, \"output_idx\", None) or []]
        print(type(edit).__name__, spans, vars(edit).get(\"annotation\"))
"
    )
}

/// Words other than `true` and `false` that Python's YAML reader takes for booleans unless they are quoted:
/// <https://yaml.org/type/bool.html>, as far as `PyYAML` follows it.
const FLAGS: [&str; 4] = ["yes", "no", "on", "off"];

/// Quotes names such as `yes` in a template: Thresh's library fails on options whose name is a boolean.
#[must_use]
pub fn with_quoted_names(template: &str) -> String {
    let Some(root) = yaml::read(template).root else { return template.to_owned() };
    let mut names = Vec::new();
    collect(&root, &mut names);
    names.sort_by_key(|range| range.start);
    names.dedup();
    let mut text = template.to_owned();
    for range in names.into_iter().rev() {
        if let Some(name) = template.get(range.clone()) {
            text.replace_range(range, &format!("\"{name}\""));
        }
    }
    text
}

/// Collects the byte ranges of names that are read as booleans: values of `name`, and items of lists.
fn collect(node: &YamlNode, names: &mut Vec<Range<usize>>) {
    match &node.value {
        YamlValue::Scalar(_) => {}
        YamlValue::Seq(list) => {
            for item in list.items.iter() {
                add(item, names);
                collect(item, names);
            }
        }
        YamlValue::Map(mapping) => {
            for entry in mapping.entries() {
                if entry.key_text() == "name" {
                    add(&entry.value, names);
                }
                collect(&entry.value, names);
            }
        }
    }
}

fn add(node: &YamlNode, names: &mut Vec<Range<usize>>) {
    let plain = node.as_scalar().filter(|scalar| scalar.is_plain() && scalar.tag.is_none());
    if plain.is_some_and(|scalar| FLAGS.iter().any(|flag| flag.eq_ignore_ascii_case(&scalar.text)))
    {
        names.push(node.at.bytes.clone());
    }
}
