//! What may know of what, and what no file of the source holds.

#![expect(clippy::expect_used, clippy::panic, reason = "a test may fail")]

use std::fs;
use std::path::{Path, PathBuf};

use spanwise::domain::diagnostic::Diagnostic;
use spanwise::domain::format::{Reader, read_instance};
use spanwise::domain::typology::{Template, compile};
use spanwise::domain::wording::{ALL, ANNOTATING};

/// Fewer examples do not show what a template is about.
const MIN_INSTANCES: usize = 8;

/// The same of a tutorial.
const MIN_IN_TUTORIALS: usize = 5;

/// A file of the source, by its path from `src`.
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

/// Whether a line holds a word, not merely as a part of a longer one.
fn holds(line: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default().ends_with(is_letter);
        let after = line.get(at + word.len()..).unwrap_or_default().starts_with(is_letter);
        !(before || after && word.ends_with(is_letter))
    })
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust files below a folder of `src`; all for an empty name.
fn sources(folder: &str) -> Vec<Source> {
    let src = root().join("src");
    let mut found = Vec::new();
    let mut folders = vec![src.join(folder)];
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(&src).expect("a path below src");
                found.push(Source { text: text_of(&path), path: name.display().to_string() });
            }
        }
    }
    assert!(!found.is_empty(), "there is nothing in src/{folder}");
    found
}

fn assert_unnamed(folder: &str, words: &[&str]) {
    let sources = sources(folder);
    let named: Vec<String> =
        words.iter().flat_map(|word| sources.iter().flat_map(|s| s.naming(word))).collect();
    assert!(named.is_empty(), "src/{folder} names what it must not know:\n{}", named.join("\n"));
}

#[test]
fn the_domain_knows_no_browser_and_no_clock() {
    let outside = ["leptos", "wasm_bindgen", "web_sys", "js_sys", "gloo", "gloo_storage"];
    assert_unnamed("domain", &outside);
    let machine = ["std::time", "Instant", "SystemTime", "std::fs", "std::env", "std::process"];
    assert_unnamed("domain", &machine);
    assert_unnamed("domain", &["std::io", "std::thread", "println!", "eprintln!"]);
    let above = ["crate::platform", "crate::state", "crate::ui", "crate::cli", "clap", "indicatif"];
    assert_unnamed("domain", &above);
}

#[test]
fn the_command_line_stands_on_the_domain_alone() {
    assert_unnamed("cli", &["leptos", "wasm_bindgen", "web_sys", "js_sys", "gloo_storage"]);
    assert_unnamed("cli", &["crate::platform", "crate::state", "crate::ui"]);
    // These panic where nobody reads them, as in `spanwise … | head`.
    assert_unnamed("cli", &["print!", "println!", "eprint!", "eprintln!"]);
}

#[test]
fn the_platform_knows_neither_signals_nor_markup() {
    assert_unnamed("platform", &["leptos", "crate::state", "crate::ui"]);
}

#[test]
fn the_state_knows_no_markup() {
    assert_unnamed("state", &["crate::ui", "view!"]);
}

// Thresh 11.25: spans of the draft are put in as HTML
#[test]
fn nothing_is_rendered_as_html() {
    let html = ["inner_html", "innerHTML", "outerHTML", "insert_adjacent_html", "set_inner_html"];
    assert_unnamed("", &html);
}

#[test]
fn every_allowance_has_a_reason() {
    for source in sources("") {
        for attribute in ["#[allow(", "#![allow(", "#[expect(", "#![expect("] {
            for (at, _) in source.text.match_indices(attribute) {
                let rest = source.text.get(at..).unwrap_or_default();
                let whole = rest.split(")]").next().unwrap_or_default();
                assert!(whole.contains("reason ="), "{}: {whole})]", source.path);
            }
        }
    }
}

// Thresh 11.43: texts that nothing shows
#[test]
fn every_text_of_the_interface_is_shown() {
    let shown: Vec<Source> = ["ui", "state"].into_iter().flat_map(sources).collect();
    let is_shown = |key: &str| {
        let name = format!("Key::{key}");
        shown.iter().any(|source| source.text.lines().any(|line| holds(line, &name)))
    };
    let all = ALL.iter().copied().flatten().map(|(name, _)| *name);
    let unused: Vec<&str> = all.filter(|name| !is_shown(name)).collect();
    assert!(unused.is_empty(), "remove these: {unused:?}");
}

/// What stands in markup where people see or hear it.
const SHOWN: [&str; 7] = [
    ".child(\"",
    ".child(format!(\"",
    ".set(\"aria-label\", \"",
    ".set(\"title\", \"",
    ".set(\"alt\", \"",
    ".tell(Level::Info, \"",
    ".tell(Level::Error, \"",
];

/// What is printed on keyboards.
const KEYS: [&str; 4] = ["Ctrl", "Enter", "Shift", "Esc"];

// Thresh 11.22: texts are in English whatever the language
#[test]
fn no_text_stands_in_the_markup() {
    let has_word = |text: &str| {
        // What is between braces is a name of the program's.
        let outside = text.split('{').enumerate().map(|(at, part)| {
            if at == 0 { part } else { part.split_once('}').map_or("", |(_, rest)| rest) }
        });
        let mut words = outside.flat_map(|part| part.split(|c: char| !c.is_alphabetic()));
        words.any(|word| word.len() > 1 && !KEYS.contains(&word))
    };
    let mut found = Vec::new();
    for source in ["ui", "state"].into_iter().flat_map(sources) {
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
    assert!(found.is_empty(), "put these into `wording`: {found:?}");
}

fn listed(problems: &[Diagnostic]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// The folders of the gallery.
fn gallery() -> Vec<PathBuf> {
    let folders = entries(&root().join("templates")).into_iter().filter(|path| path.is_dir());
    let folders: Vec<PathBuf> = folders.collect();
    assert!(!folders.is_empty(), "the gallery is empty");
    folders
}

#[test]
fn the_gallery_works_without_a_word_of_complaint() {
    for folder in gallery() {
        let compiled = compile(&text_of(&folder.join("template.yml")));
        assert_eq!(listed(&compiled.diagnostics), "", "{}", folder.display());
        let template = compiled.template.expect("a template");
        let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        check_description(name, &template);
        let is_tutorial = name.starts_with("demo_");
        let enough = if is_tutorial { MIN_IN_TUTORIALS } else { MIN_INSTANCES };
        let data: Vec<PathBuf> = entries(&folder)
            .into_iter()
            .filter(|path| path.extension() == Some("json".as_ref()))
            .collect();
        assert!(data.contains(&folder.join("data.json")), "{name} has no data.json");
        data.iter().for_each(|path| check_data(path, &template, enough));
    }
}

/// What the gallery says about a template.
fn check_description(folder: &str, template: &Template) {
    let settings = &template.settings;
    assert_eq!(template.name, folder, "the name of a template is that of its folder");
    assert!(template.description.is_some(), "{folder} has no template_description");
    assert!(settings.task.is_some(), "{folder} has no task");
    assert!(!settings.languages.is_empty(), "{folder} has no languages");
    if !folder.starts_with("demo_") {
        assert!(settings.citation.is_some(), "{folder} has no citation");
        assert!(settings.paper_link.is_some(), "{folder} has no paper_link");
    }
}

fn check_data(path: &Path, template: &Template, enough: usize) {
    let name = path.display();
    let dataset = Reader::new(text_of(path)).finish().expect("a data file");
    assert_eq!(listed(dataset.problems()), "", "{name}");
    assert!(dataset.len() >= enough, "{name}: {} instances", dataset.len());
    for (at, raw) in dataset.iter().enumerate() {
        let loaded = read_instance(raw, at, &template.typology);
        assert_eq!(listed(&loaded.problems), "", "{name}");
    }
}

// Thresh 11.22: texts can't be replaced
#[test]
fn every_text_of_the_interface_can_be_replaced() {
    let mut yaml = "template_name: t\nedits: [{name: a}]\ninterface_text:\n".to_owned();
    for (_, key) in ANNOTATING {
        let (group, name) = key.name();
        // A group may be written once only.
        let heading = format!("  {group}:\n");
        if !yaml.contains(&heading) {
            yaml += &heading;
        }
        yaml = yaml.replacen(&heading, &format!("{heading}    {name}: text\n"), 1);
    }
    let compiled = compile(&yaml);
    assert_eq!(listed(&compiled.diagnostics), "");
    let texts = compiled.template.expect("a template").settings.interface_text;
    assert_eq!(texts.len(), ANNOTATING.len());
}
