//! `docs/template.md`: its tables of keys and words are those of the schema, and its examples compile.

#![allow(clippy::panic, reason = "a test that cannot read its files fails")]

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use expect_test::expect_file;
use spanwise_i18n::Words;
use spanwise_template::completion::described;
use spanwise_template::interface_text::{groups, keys_of};
use spanwise_template::schema::{SECTIONS, SchemaKey, SchemaSection};
use spanwise_template::{compile_for_author, docs};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/template.md");

/// The marks around the generated part of the page.
const BEGINS: &str = "<!-- keys: made from the schema by crates/template/tests/reference.rs -->\n";
const ENDS: &str = "<!-- end of keys -->\n";

/// Defaults: section, key, and the default value, its source, or the condition under which the key is required. Keys
/// that are not listed are required if the schema says so, and otherwise have no effect until they are written.
const DEFAULTS: &[(&str, &str, &str)] = &[
    ("template", "template_label", "`template_name`"),
    ("template", "prepend_instructions", "`false`"),
    ("template", "boundary", "`whitespace`"),
    ("template", "tokenization", "`word`"),
    ("template", "language", "that of the browser"),
    ("template", "adjudication", "`1`"),
    ("template", "highlight_first_interface", "`false`"),
    ("template", "prolific_completion_code", "**required** with `crowdsource: prolific`"),
    ("template", "enforce", "`true`"),
    ("template", "event_log", "`false`"),
    ("corrections", "insertion", "that of `substitution`"),
    ("corrections", "deletion", "that of `substitution`"),
    ("category", "label", "from `name`"),
    ("category", "color", "by position"),
    ("category", "type", "`single_span`"),
    ("category", "enable_input", "`false`"),
    ("category", "enable_output", "`false`"),
    ("category", "boundary", "that of the template"),
    ("category", "weight", "`1`"),
    ("spans", "label", "from `name`"),
    ("spans", "side", "that of the category"),
    ("spans", "required", "`false`"),
    ("spans", "multiple", "`false`"),
    ("question", "label", "from `name`"),
    ("question", "required", "`true`"),
    ("question", "multiple", "`false`"),
    ("question", "min", "`0` with `slider`"),
    ("question", "max", "`100` with `slider`"),
    ("question", "step", "`1` with `slider`"),
    ("option", "label", "from `name`"),
    ("option", "required", "`true`"),
    ("option", "multiple", "`false`"),
    ("option", "min", "`0` with `slider`"),
    ("option", "max", "`100` with `slider`"),
    ("option", "step", "`1` with `slider`"),
    ("database", "type", "**required**"),
    ("database", "url", "**required** with `couchdb` and `http`"),
    ("database", "project_id", "**required** with `firebase`"),
    ("database", "database", "**required** with `couchdb`"),
    ("database", "collection", "`thresh`"),
    ("database", "document", "`annotations`"),
    ("database", "field", "`annotations`"),
    ("database", "mode", "`append`"),
];

fn page() -> String {
    fs::read_to_string(PAGE).unwrap_or_else(|error| panic!("{PAGE}: {error}"))
}

/// A cell of a table: one line, with each `|` escaped.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn default_of(section: &SchemaSection, key: &SchemaKey) -> &'static str {
    let known =
        DEFAULTS.iter().find(|(part, name, _)| *part == section.name() && *name == key.name);
    match known {
        Some((.., default)) => default,
        None if key.needed => "**required**",
        None => "",
    }
}

fn row(section: &SchemaSection, key: &SchemaKey) -> String {
    let value = described(&Words::default(), key.value);
    let notes = docs::of_effect(key.effect).and(docs::of_origin(key.origin));
    let meaning = docs::of_key(section, key.name).and(notes).to_string();
    let default = default_of(section, key);
    format!("| `{}` | {} | {default} | {} |\n", key.name, cell(&value), cell(&meaning))
}

fn table_of_keys(section: &SchemaSection) -> String {
    let rows: String = section.keys.iter().map(|key| row(section, key)).collect();
    let title = match section.name() {
        name @ ("font_size" | "rendering" | "database" | "paragraphs" | "corrections"
        | "outputs") => {
            format!("Keys of `{name}`")
        }
        "option" => "Keys of an option".to_owned(),
        name => format!("Keys of a {name}"),
    };
    let about = docs::of_section(section);
    format!(
        "### {title}\n\n{about}\n\n| Key | Value | Default | Meaning |\n|---|---|---|---|\n{rows}\n"
    )
}

/// The words of all keys, with their meanings. Questions and options have the same words, which are listed once.
fn table_of_words() -> String {
    let mut rows: Vec<String> = Vec::new();
    for section in SECTIONS {
        let part = match section.name() {
            "database" => "database.",
            "rendering" => "rendering.",
            _ => "",
        };
        for key in section.keys {
            for word in key.value.words() {
                let meaning = docs::of_word(key, word.name).and(docs::of_origin(word.origin));
                let meaning = cell(&meaning.to_string());
                rows.push(format!("| `{part}{}` | `{}` | {meaning} |\n", key.name, word.name));
            }
        }
    }
    let mut known = HashSet::new();
    rows.retain(|row| known.insert(row.clone()));
    format!("### Words\n\n| Key | Word | Meaning |\n|---|---|---|\n{}\n", rows.concat())
}

/// The names of the texts that `interface_text` can replace.
fn table_of_texts() -> String {
    let row = |group| {
        let texts: Vec<String> = keys_of(group).iter().map(|key| format!("`{key}`")).collect();
        format!("| `{group}` | {} |\n", texts.join(", "))
    };
    let rows: String = groups().into_iter().map(row).collect();
    format!("### Texts of the interface\n\n| Group | Texts |\n|---|---|\n{rows}\n")
}

/// `UPDATE_EXPECT=1` writes the tables anew.
#[test]
fn the_tables_of_the_reference_are_those_of_the_schema() {
    let page = page();
    let parts =
        page.split_once(BEGINS).and_then(|(before, rest)| Some((before, rest.split_once(ENDS)?.1)));
    let (before, after) = parts.unwrap_or_else(|| panic!("{PAGE} has no place for the tables"));
    let keys: String = SECTIONS.iter().map(|section| table_of_keys(section)).collect();
    let tables = format!("{keys}{}{}", table_of_words(), table_of_texts());
    expect_file![Path::new(PAGE)].assert_eq(&format!("{before}{BEGINS}\n{tables}{ENDS}{after}"));
}

#[test]
fn every_default_is_that_of_a_key() {
    for (part, name, _) in DEFAULTS {
        let section = SECTIONS.iter().find(|section| section.name() == *part);
        assert!(section.is_some_and(|section| section.key(name).is_some()), "{part}: {name}");
    }
}

/// Examples without the keys that every template has are completed first.
#[test]
fn the_examples_of_the_reference_compile_without_a_problem() {
    let page = page();
    let examples: Vec<&str> = page
        .split("```yaml\n")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once("```")?.0))
        .collect();
    assert!(examples.len() > 5);
    for example in examples {
        let has = |key: &str| example.lines().any(|line| line.starts_with(key));
        let name = if has("template_name:") { "" } else { "template_name: example\n" };
        let edits =
            if has("edits:") { "" } else { "edits: [{name: error, enable_output: true}]\n" };
        let problems = compile_for_author(&format!("{name}{example}{edits}"), None).diagnostics;
        assert!(problems.is_empty(), "{example}\n{problems:?}");
    }
}
