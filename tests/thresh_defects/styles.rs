//! Style sheets that nothing uses.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Everything below a folder, files of these kinds only, as one text.
fn all_of(folder: &Path, kinds: &[&str]) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            text += &all_of(&path, kinds);
        } else if path
            .extension()
            .and_then(|kind| kind.to_str())
            .is_some_and(|k| kinds.contains(&k))
        {
            text += &fs::read_to_string(&path).expect("a text");
        }
    }
    text
}

/// The classes in the selectors of style sheets. What stands between braces holds none, or further rules.
fn classes(css: &str) -> BTreeSet<&str> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut found = BTreeSet::new();
    for (at, _) in css.match_indices('.') {
        let rest = css.get(at + 1..).unwrap_or_default();
        let name = rest.split(|c| !is_name(c)).next().unwrap_or_default();
        // What begins otherwise is a number.
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            found.insert(name);
        }
    }
    found
}

/// Whether a class is written somewhere, whole or put together from its block and a modifier.
fn is_used(class: &str, program: &str) -> bool {
    let made = |(block, _): (&str, &str)| program.contains(&format!("{block}--{{"));
    program.contains(class) || class.split_once("--").is_some_and(made)
}

// Thresh 11.43: styles of pages and states that are never shown
#[test]
fn every_class_of_the_style_sheets_is_used() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut program = all_of(&root.join("src"), &["rs"]) + &all_of(&root.join("crates"), &["rs"]);
    program += &all_of(&root.join("public"), &["js", "html"]);
    program += &all_of(&root.join("editor"), &["mjs"]);
    program += &fs::read_to_string(root.join("index.html")).expect("a text");
    let css = all_of(&root.join("style"), &["css"]) + &all_of(&root.join("public"), &["css"]);
    let found = classes(&css);
    assert!(found.contains("row__label"), "classes are found");
    let unused: Vec<_> = found.into_iter().filter(|class| !is_used(class, &program)).collect();
    assert!(unused.is_empty(), "no element has these classes: {unused:?}");
}
