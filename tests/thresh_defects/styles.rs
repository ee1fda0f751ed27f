//! Unused classes of style sheets.

use std::collections::BTreeSet;

use spanwise_tests::{files_below, root, text_of};

/// Everything below a folder of the project, files of these kinds only, as one text.
fn all_of(folder: &str, kinds: &[&str]) -> String {
    files_below(&root().join(folder), kinds).iter().map(|path| text_of(path)).collect()
}

/// The classes in the selectors of style sheets. The text between braces holds none, or further rules.
fn classes(css: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut found = BTreeSet::new();
    for (at, _) in css.match_indices('.') {
        let rest = css.get(at + 1..).unwrap_or_default();
        let name = rest.split(|c| !is_name(c)).next().unwrap_or_default();
        // Any other beginning is that of a number.
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            found.insert(name);
        }
    }
    found
}

/// Returns `true` if the program contains a class, whole or put together from its block and a modifier.
fn is_used(class: &str, program: &str) -> bool {
    let made = |(block, _): (&str, &str)| program.contains(&format!("{block}--{{"));
    program.contains(class) || class.split_once("--").is_some_and(made)
}

// Thresh 11.43: styles of pages and states that are never shown
#[test]
fn every_class_of_the_style_sheets_is_used() {
    let mut program = all_of("src", &["rs"]) + &all_of("crates", &["rs"]);
    program += &all_of("public", &["js", "html"]);
    program += &all_of("editor", &["mjs"]);
    program += &text_of(&root().join("index.html"));
    let css = all_of("style", &["css"]) + &all_of("public", &["css"]);
    let found = classes(&css);
    assert!(found.contains("row__label"), "classes are found");
    let unused: Vec<_> = found.into_iter().filter(|class| !is_used(class, &program)).collect();
    assert!(unused.is_empty(), "no element has these classes: {unused:?}");
}
