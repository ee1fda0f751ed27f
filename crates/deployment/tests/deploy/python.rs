//! The program for Thresh's library, and templates that it can read.

use spanwise_deployment::python::{program, with_quoted_names};
use spanwise_template::compile;

#[test]
fn names_that_python_takes_for_flags_are_quoted() {
    let old = "template_name: t\nedits:\n  - name: a\n    enable_input: true\n    annotation:\n      - name: on # flag\n        options: [yes, no, maybe]\n      - name: q\n        options:\n          - name: Off\n            label: no\n          - name: \"no\"\n";
    let new = with_quoted_names(old);
    let expected = old
        .replace("name: on #", "name: \"on\" #")
        .replace("[yes, no, maybe]", "[\"yes\", \"no\", maybe]")
        .replace("name: Off", "name: \"Off\"");
    assert_eq!(new, expected);
    assert_eq!(compile(&new).template, compile(old).template);
}

#[test]
fn other_templates_stay_as_they_are() {
    for text in ["", "template_name: t\nedits: [{name: yesterday, enable_input: true}]\n", "a: [b"]
    {
        assert_eq!(with_quoted_names(text), text);
    }
}

#[test]
fn the_program_names_the_files() {
    assert!(program().contains("load_interface(\"template.yml\")"));
    assert!(program().contains("load_annotations(\"annotations.code-points.json\")"));
}
