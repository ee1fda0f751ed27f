use expect_test::expect_file;
use serde_json::Value;

use super::*;
use crate::compile;
use spanwise_diagnostics::Severity;

fn parsed() -> Value {
    serde_json::from_str(&json_schema()).expect("JSON")
}

/// `UPDATE_EXPECT=1` writes the file anew.
#[test]
fn the_published_schema_is_up_to_date() {
    expect_file!["../../../../public/template.schema.json"].assert_eq(&json_schema());
}

fn references<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Object(members) => {
            found.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|value| references(value, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
fn every_reference_leads_somewhere_and_every_part_is_used() {
    let schema = parsed();
    let mut found = Vec::new();
    references(&schema, &mut found);
    for reference in &found {
        assert!(schema.pointer(reference.trim_start_matches('#')).is_some(), "{reference}");
    }
    for name in schema["$defs"].as_object().expect("parts").keys() {
        assert!(found.iter().any(|reference| reference.ends_with(&format!("/{name}"))), "{name}");
    }
}

#[test]
fn every_key_is_described() {
    let schema = parsed();
    for section in SECTIONS {
        let part =
            if section.name() == "template" { &schema } else { &schema["$defs"][section.name()] };
        let properties = part["properties"].as_object().expect("keys");
        assert_eq!(properties.len(), section.keys.len());
        for key in section.keys {
            let property = &properties[key.name];
            assert!(
                property["description"].as_str().is_some_and(|doc| !doc.is_empty()),
                "{}",
                key.name
            );
            assert_eq!(
                property["deprecated"] == true,
                key.effect != KeyEffect::Used,
                "{}",
                key.name
            );
        }
    }
}

#[test]
fn no_member_is_written_twice() {
    // Reading keeps only the last of several equal members.
    let count = json_schema().matches("\": ").count();
    let again = serde_json::to_string_pretty(&parsed()).expect("JSON").matches("\": ").count();
    assert_eq!(count, again);
}

/// The schema requires the same keys as the compiler.
#[test]
fn a_map_without_a_needed_key_is_an_error() {
    const WHOLE: &str = "template_name: t\nedits:\n  - name: c\n    spans: [{name: r}]\n    annotation:\n      \
        - name: q\n        options:\n          - name: o\n";
    let errors = |text: &str| {
        let problems = compile(text).diagnostics;
        problems.into_iter().filter(|problem| problem.severity == Severity::Error).count()
    };
    assert_eq!(errors(WHOLE), 0);
    for (line, without) in [
        ("template_name: t\n", ""),
        ("name: c\n", "label: c\n"),
        ("name: r", "label: r"),
        ("name: q\n", "label: q\n"),
        ("name: o\n", "label: o\n"),
        ("        options:\n          - name: o\n", ""),
    ] {
        assert!(WHOLE.contains(line));
        assert!(errors(&WHOLE.replacen(line, without, 1)) > 0, "without {line:?}");
    }
    assert!(errors("template_name: t\n") > 0);
    assert!(errors(&format!("{WHOLE}corrections: {{}}\n")) > 0);
    let needed = SECTIONS.iter().flat_map(|section| section.keys).filter(|key| key.needed);
    assert_eq!(needed.count(), 8);
}
