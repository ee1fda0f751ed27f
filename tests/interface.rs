//! Rules for the code of the interface: no HTML, and all texts where translators find them.

use std::path::Path;

use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::{REPLACEABLE, TextGroup};
use spanwise_template::compile;
use spanwise_tests::{files_below, root, text_of};

/// A file of the source, by its path in the project.
struct Source {
    path: String,
    text: String,
}

impl Source {
    /// Lines that hold a word, comments and tests left out: `path:line: text`.
    fn naming(&self, word: &str) -> Vec<String> {
        if self.path.ends_with("tests.rs") {
            return Vec::new();
        }
        let lines = self.text.lines().take_while(|line| *line != "#[cfg(test)]").enumerate();
        let lines = lines.filter(|(_, line)| !is_comment(line));
        let found = lines.filter(|(_, line)| holds(line, word));
        found.map(|(i, line)| format!("{}:{}: {}", self.path, i + 1, line.trim())).collect()
    }
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

/// Returns `true` if a line holds a word, not merely as a part of a longer one.
fn holds(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default().ends_with(is_letter);
        let after = line.get(at + word.len()..).unwrap_or_default().starts_with(is_letter);
        !(before || after && word.ends_with(is_letter))
    })
}

/// The Rust files below a folder.
fn sources(folder: &str) -> Vec<Source> {
    let name = |path: &Path| path.strip_prefix(root()).unwrap_or(path).display().to_string();
    let paths = files_below(&root().join(folder), &["rs"]);
    paths.iter().map(|path| Source { path: name(path), text: text_of(path) }).collect()
}

fn assert_unnamed(folder: &str, words: &[&str]) {
    let sources = sources(folder);
    let named: Vec<String> =
        words.iter().flat_map(|word| sources.iter().flat_map(|s| s.naming(word))).collect();
    assert!(named.is_empty(), "{folder} names what it must not know:\n{}", named.join("\n"));
}

// Thresh 11.25: spans of the draft are put in as HTML
#[test]
fn nothing_is_rendered_as_html() {
    let html = ["inner_html", "innerHTML", "outerHTML", "insert_adjacent_html", "set_inner_html"];
    assert_unnamed("src", &html);
    assert_unnamed("crates/browser/src", &html);
}

/// Beginnings of code with a text that people see or hear.
const SHOWN: [&str; 8] = [
    ".child(\"",
    ".child(format!(\"",
    ".attr(\"aria-label\", \"",
    ".attr(\"title\", \"",
    ".attr(\"alt\", \"",
    ".tell(NoticeLevel::Info, format!(\"",
    ".tell(NoticeLevel::Warning, format!(\"",
    ".tell(NoticeLevel::Error, format!(\"",
];

/// The names of keys as printed on keyboards.
const KEYS: [&str; 4] = ["Ctrl", "Enter", "Shift", "Esc"];

// Thresh 11.22: texts are in English whatever the language
#[test]
fn no_text_stands_in_the_markup() {
    let has_word = |text: &str| {
        // The text between braces is a name of the program's.
        let outside = text.split('{').enumerate().map(|(at, part)| {
            if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) }
        });
        let mut words = outside.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        words.any(|word| word.len() > 1 && !KEYS.contains(&word))
    };
    let mut found = Vec::new();
    for source in ["src/ui", "src/app"].into_iter().flat_map(sources) {
        for start in SHOWN {
            for (at, _) in source.text.match_indices(start) {
                let rest = source.text.get(at + start.len()..).unwrap_or_default();
                let text = rest.split('"').next().unwrap_or_default();
                // The name of a file is the same in every language.
                if has_word(text) && !text.ends_with(".md") {
                    found.push(format!("{}: {text}", source.path));
                }
            }
        }
    }
    assert!(found.is_empty(), "put these into `languages/en.json`: {found:?}");
}

fn listed(problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

// Thresh 11.22: texts can't be replaced
#[test]
fn every_text_of_the_interface_can_be_replaced() {
    let mut yaml = "template_name: t\nedits: [{name: a}]\ninterface_text:\n".to_owned();
    let of_group = |group: &TextGroup| {
        let group = *group;
        group.texts.iter().map(move |(name, _)| (group.name, *name))
    };
    let texts: Vec<(&str, &str)> = REPLACEABLE.iter().flat_map(of_group).collect();
    for (group, name) in &texts {
        // A group may be written once only.
        let heading = format!("  {group}:\n");
        if !yaml.contains(&heading) {
            yaml += &heading;
        }
        yaml = yaml.replacen(&heading, &format!("{heading}    {name}: text\n"), 1);
    }
    let compiled = compile(&yaml);
    assert_eq!(listed(&compiled.diagnostics), "");
    let replaced = compiled.template.expect("a template").settings.interface_text;
    assert_eq!(replaced.len(), texts.len());
}
