//! Whole templates, with the tree of the YAML reader as the judge.

use super::*;
use crate::yaml::{self, MappingEntry, YamlDocument, YamlValue};
use spanwise_i18n::Words;

const TEMPLATES: [&str; 4] = [
    include_str!("../../tests/templates/everything.yml"),
    include_str!("../../../../templates/salsa/template.yml"),
    include_str!("../../../../templates/mqm/template.yml"),
    include_str!("../../../../templates/scarecrow/template.yml"),
];

/// All keys of a tree, those of maps with keys of their own left out.
fn entries(node: &yaml::YamlNode) -> Vec<&MappingEntry> {
    match &node.value {
        YamlValue::Scalar(_) => Vec::new(),
        YamlValue::Seq(list) => list.items.iter().flat_map(entries).collect(),
        YamlValue::Map(map) => {
            let is_open = |entry: &&MappingEntry| entry.key_text() == "display";
            let below = map.entries().filter(|e| !is_open(e)).flat_map(|e| entries(&e.value));
            map.entries().chain(below).collect()
        }
    }
}

fn each_key(check: impl Fn(&str, &MappingEntry)) {
    for text in TEMPLATES {
        let YamlDocument { root, diagnostics, .. } = yaml::read(text);
        assert!(diagnostics.is_empty());
        let root = root.expect("a tree");
        let entries = entries(&root);
        assert!(entries.len() > 20);
        entries.into_iter().for_each(|entry| check(text, entry));
    }
}

#[test]
fn every_key_is_explained() {
    each_key(|text, entry| {
        let key = entry.key.at.bytes.clone();
        for at in [key.start, key.start + 1, key.end] {
            let found = hover(&Words::default(), text, at);
            let range = found.as_ref().map(|hover| hover.range.clone());
            assert_eq!(range, Some(key.clone()), "line {}: {found:?}", entry.key.at.line);
        }
    });
}

#[test]
fn every_key_is_offered_where_it_is() {
    each_key(|text, entry| {
        let key = &entry.key.at.bytes;
        let found = completions(&Words::default(), &[], text, key.start + 1);
        assert_eq!((found.from, found.to), (key.start, key.end), "line {}", entry.key.at.line);
        let label = entry.key_text();
        let offered = found.items.iter().find(|item| item.label == label);
        assert_eq!(offered.map(|item| &*item.insert), Some(label), "line {}", entry.key.at.line);
    });
}

#[test]
fn every_key_is_offered_while_it_is_typed() {
    each_key(|text, entry| {
        let key = &entry.key.at.bytes;
        let found = completions(&Words::default(), &[], &text[..key.start + 1], key.start + 1);
        let offered = found.items.iter().any(|item| item.label == *entry.key_text());
        assert!(offered, "line {}: {:?}", entry.key.at.line, found.items);
        // With the rest of the template after it.
        let typing = format!("{}{}", &text[..key.start + 1], &text[entry.value.at.bytes.end..]);
        let found = completions(&Words::default(), &[], &typing, key.start + 1);
        let offered = found.items.iter().any(|item| item.label == *entry.key_text());
        assert!(offered, "line {}: {:?}", entry.key.at.line, found.items);
    });
}

#[test]
fn every_word_is_offered_and_explained() {
    each_key(|text, entry| {
        let keys = ["type", "enable_input", "enable_output", "boundary", "language"];
        let scalar = entry.value.as_scalar();
        let Some(word) = scalar.filter(|_| keys.contains(&entry.key_text())) else { return };
        if *word.text == *"firebase" {
            return;
        }
        let value = &entry.value.at.bytes;
        let found = completions(&Words::default(), &[], text, value.start + 1);
        assert_eq!((found.from, found.to), (value.start, value.end));
        assert!(found.items.iter().any(|item| item.label == *word.text), "{}", word.text);
        let found = completions(&Words::default(), &[], &text[..value.start], value.start);
        assert!(found.items.iter().any(|item| item.label == *word.text), "{}", word.text);
        let is_flag = matches!(&*word.text, "true" | "false");
        assert_eq!(hover(&Words::default(), text, value.end).is_some(), !is_flag, "{}", word.text);
    });
}
