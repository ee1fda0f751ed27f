//! Fixes of diagnostics, one by one and all at once.

use spanwise_diagnostics::Diagnostic;

use super::every::files;
use super::*;

#[test]
fn fixes_mend_what_they_are_for() {
    for text in files("crates/template/tests/templates") {
        let diagnostics = compile(&text).diagnostics;
        let fixable = |found: &&Diagnostic| found.fix.is_some();
        for diagnostic in diagnostics.iter().filter(fixable) {
            let patched = fix(&text, diagnostic).unwrap();
            check_patch(&text, &patched, &patched.applied_to(&text));
        }
        let Some(patched) = fix_all(&text, &diagnostics) else {
            assert!(!diagnostics.iter().any(|found| found.fix.is_some()));
            continue;
        };
        let new = patched.applied_to(&text);
        check_patch(&text, &patched, &new);
        let left = compile(&new).diagnostics.iter().filter(fixable).count();
        assert!(left < diagnostics.iter().filter(fixable).count(), "{new}");
    }
    assert_eq!(fix_all("template_name: t\n", &[]), None);
}
