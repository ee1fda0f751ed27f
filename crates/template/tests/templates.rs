//! Templates of the gallery compile without a diagnostic, broken ones with exactly the expected ones.

#![allow(clippy::panic, reason = "a test that cannot read its files fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use expect_test::expect_file;
use proptest::prelude::*;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace};
use spanwise_template::yaml::explain_syntax_errors;
use spanwise_template::{CompiledTemplate, compile, compile_for_author, compile_with_icons};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Files in a folder, in order; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn listed(diagnostics: &[Diagnostic]) -> String {
    diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}

fn broken() -> Vec<(PathBuf, String)> {
    explain_syntax_errors();
    let yaml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "yml");
    let paths = files(&root().join("crates/template/tests/templates")).into_iter().filter(yaml);
    paths.map(|path| (path.clone(), text_of(&path))).collect()
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn templates_of_the_gallery_have_no_problems() {
    for folder in files(&root().join("templates")) {
        let path = folder.join("template.yml");
        if path.exists() {
            let compiled = compile_for_author(&text_of(&path), None);
            assert_eq!(listed(&compiled.diagnostics), "", "{}", path.display());
            assert!(compiled.template.is_some(), "{}", path.display());
        }
    }
}

// Thresh 11.26: no messages for bad YAML
#[test]
fn broken_templates_say_what_is_wrong() {
    for (path, text) in broken() {
        let found = listed(&compile(&text).diagnostics);
        expect_file![path.with_extension("expected")].assert_eq(&found);
    }
}

#[test]
fn every_fix_mends_its_problem() {
    for (path, text) in broken() {
        for problem in compile(&text).diagnostics {
            let (DiagnosticPlace::Text { bytes, .. }, Some(fix)) = (&problem.place, &problem.fix)
            else {
                continue;
            };
            let mended = format!("{}{fix}{}", &text[..bytes.start], &text[bytes.end..]);
            let left = compile(&mended).diagnostics;
            let again = left.iter().any(|other| {
                let same_start =
                    matches!(&other.place, DiagnosticPlace::Text { bytes: b, .. } if b.start == bytes.start);
                same_start && other.code == problem.code
            });
            assert!(!again, "{}: {problem}\n{mended}", path.display());
        }
    }
}

#[test]
fn hostile_templates_take_no_time() {
    let levels: String =
        (1..20).map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(9))).collect();
    let mut deep = String::new();
    for level in 0..40 {
        let indent = "  ".repeat(level);
        deep += &format!("{indent}- name: a\n{indent}  options:\n");
    }
    let hostile = [
        format!("a0: &a0 lol\n{levels}"),
        "template_name: x\nedits:\n".to_owned() + &"- name: a\n".repeat(40_000),
        "template_name: x\nedits:\n".to_owned()
            + &(0..30_000).map(|i| format!("- {{name: n{i}}}\n")).collect::<String>(),
        (0..45_000).map(|i| format!("unknown_key_{i}: x\n")).collect(),
        "edits:\n- name: a\n  annotation:\n".to_owned() + &deep,
        format!("template_name: x\nedits: [{}]", "{name: a, color: ee2a2a},".repeat(20_000)),
    ];
    for text in hostile {
        let start = Instant::now();
        let _ = compile(&text);
        let took = start.elapsed();
        assert!(took < Duration::from_secs(3), "took {took:?}: {:.40}", text);
    }
}

#[test]
fn icons_that_there_are_not_are_named_where_the_names_are_known() {
    let known = ["trash", "trash-can"].map(str::to_owned);
    let said = |icon: &str| {
        let text = format!("template_name: t\nedits:\n- name: a\n  icon: {icon}\n");
        let problems = compile_with_icons(&text, Some(&known)).diagnostics;
        (listed(&problems), problems.into_iter().find_map(|problem| problem.fix))
    };
    for icon in ["fa-trash", "fa-solid fa-trash-can", "far fa-trash fa-lg"] {
        assert_eq!(said(icon), (String::new(), None), "{icon}");
    }
    let (message, fix) = said("fa-solid fa-trahs");
    assert_eq!(
        message,
        "line 4, column 9: warning[unknown-icon]: Font Awesome has no free icon “fa-trahs”. Did you mean `fa-trash`?\n"
    );
    assert_eq!(fix.as_deref(), Some("fa-trash"));
    let (message, fix) = said("fa-zeppelin");
    assert_eq!(
        message,
        "line 4, column 9: warning[unknown-icon]: Font Awesome has no free icon “fa-zeppelin”. Nothing is drawn for it.\n"
    );
    assert_eq!(fix, None);
}

/// A broken template with one part of it cut out, repeated or replaced.
fn mutated() -> impl Strategy<Value = String> {
    let texts: Vec<String> = broken().into_iter().map(|(_, text)| text).collect();
    let piece = prop::sample::select(vec![
        "",
        ":",
        "- ",
        "\n",
        "  ",
        "\t",
        "'",
        "\"",
        "[",
        "]",
        "{",
        "}",
        "#",
        "&a ",
        "*a",
        "null",
        "true",
        "name: x\n",
        "é",
        "|\n",
        "<<: ",
    ]);
    (prop::sample::select(texts), any::<prop::sample::Index>(), 0..20_usize, piece).prop_map(
        |(text, at, length, piece)| {
            let chars: Vec<char> = text.chars().collect();
            let start = at.index(chars.len() + 1);
            let end = (start + length).min(chars.len());
            let before: String = chars[..start].iter().collect();
            let after: String = chars[end..].iter().collect();
            before + piece + &after
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn any_mutation_compiles_to_something(text in mutated()) {
        let CompiledTemplate { diagnostics, .. } = compile(&text);
        let mut last = 0;
        for diagnostic in diagnostics {
            let DiagnosticPlace::Text { bytes, .. } = diagnostic.place else { panic!("no place") };
            prop_assert!(text.get(bytes.clone()).is_some());
            prop_assert!(bytes.start >= last);
            last = bytes.start;
        }
    }
}
