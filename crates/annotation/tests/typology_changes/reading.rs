//! Changes as files and in a few words.

use spanwise_annotation::typology_changes::{
    NameFate, PairError, TypologyChanges, read_file, read_log, read_pairs,
};
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};

fn listed(problems: &[Diagnostic]) -> Vec<String> {
    let place = |place: &DiagnosticPlace| match place {
        DiagnosticPlace::Text { line, column, .. } => format!("{line}:{column}"),
        DiagnosticPlace::Whole | DiagnosticPlace::Data { .. } => String::new(),
    };
    problems.iter().map(|p| format!("{} {}", place(&p.place), p.code)).collect()
}

#[test]
fn json_is_yaml() {
    let yaml = "categories:\n  a: b\n  c:\n    questions:\n      q: ~\n";
    let json = r#"{"categories": {"a": "b", "c": {"questions": {"q": null}}}}"#;
    assert_eq!(read_file(yaml), read_file(json));
    assert_eq!(read_file(""), Ok(TypologyChanges::default()));
}

#[test]
fn what_is_wrong_with_a_file_is_told_where_it_is() {
    for (text, expected) in [
        ("catgories: {a: b}", "1:1 unknown-key"),
        ("categories: [a]", "1:13 not-a-map"),
        ("categories:\n  a: [b]", "2:6 not-a-name"),
        ("categories:\n  a: ''", "2:6 not-a-name"),
        ("categories:\n  a: {nmae: b}", "2:7 unknown-key"),
        ("categories:\n  a: {options: {b: c}}", "2:7 unknown-key"),
        ("questions:\n  a: {questions: {b: c}}", "2:7 unknown-key"),
        ("categories:\n  a: {split: {by: q}}", "2:15 incomplete-split"),
        ("categories:\n  a: {split: {by: q, into: {x: y}}, name: b}", "2:43 name-and-split"),
        ("categories:\n  a: {name: {b: c}}", "2:14 not-a-name"),
    ] {
        let problems = read_file(text).expect_err("a fault");
        assert_eq!(listed(&problems), [expected], "{text}");
        assert!(!problems[0].remedy.to_string().is_empty(), "{text}");
    }
    let problems = read_file("catgories: {a: b}").expect_err("a fault");
    assert_eq!(problems[0].remedy.to_string(), "Did you mean `categories`?");
    assert!(read_file("categories: {a: b").is_err());
}

#[test]
fn pairs_are_joined_by_commas() {
    for (text, expected) in [
        ("a=b", &[("a", "b")][..]),
        ("a=b,c=d", &[("a", "b"), ("c", "d")]),
        ("a b = b, c=d ", &[("a b", "b"), ("c", "d")]),
        ("a, b=c", &[("a, b", "c")]),
        ("a=b, c", &[("a", "b, c")]),
        ("a=b=c", &[("a", "b=c")]),
        ("Accuracy/Addition=addition", &[("Accuracy/Addition", "addition")]),
    ] {
        let mut changes = TypologyChanges::default();
        read_pairs(text, &mut changes).expect("pairs");
        let read: Vec<_> = changes
            .categories
            .iter()
            .map(|(name, change)| (name.as_str(), change.fate.clone()))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(from, to)| (*from, NameFate::Renamed((*to).to_owned())))
            .collect();
        assert_eq!(read, expected, "{text}");
    }
    let refused = |text| read_pairs(text, &mut TypologyChanges::default()).expect_err("a fault");
    for text in ["a", "=b", "a=", ""] {
        assert_eq!(refused(text), PairError::NoPair(text.to_owned()));
    }
    assert_eq!(refused("a=b,a=c").to_string(), "“a” would become both “b” and “c”.");
    let mut changes = TypologyChanges::default();
    changes.categories.entry("a".to_owned()).or_default().fate = NameFate::Removed;
    let error = read_pairs("a=b", &mut changes).expect_err("a fault");
    assert_eq!(error, PairError::SplitOrRemoved { category: "a".to_owned() });
}

#[test]
fn other_json_is_no_log() {
    for text in ["", "[]", "{}", r#"{"format": "x", "version": 1, "instances": []}"#] {
        let error = read_log(text).expect_err("no log");
        assert!(error.to_string().starts_with("This is no log of changes"), "{error}");
    }
}
