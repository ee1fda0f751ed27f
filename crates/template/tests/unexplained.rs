//! Syntax errors in a program that does not explain them.

use spanwise_diagnostics::DiagnosticPlace;
use spanwise_template::compile;

#[test]
fn syntax_errors_are_reported_where_they_are() {
    let text = "template_name: t\nedits:\n\t- name: a\n";
    let diagnostics = compile(text).diagnostics;
    let first = &diagnostics[0];
    assert_eq!((first.code, &first.fix), ("yaml-syntax", &None), "{diagnostics:?}");
    let DiagnosticPlace::Text { bytes, .. } = &first.place else { panic!("{first:?}") };
    assert!(text[..bytes.start].ends_with("edits:\n\t"), "{bytes:?}");
}
