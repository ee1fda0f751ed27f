use std::collections::BTreeSet;

use super::*;
use crate::schema::{self, ANSWERS, ValueType};

type Names = BTreeSet<(String, String)>;

fn names(groups: &[(&str, Docs)]) -> Vec<(String, String)> {
    let pair = |group: &str, name: &str| (group.to_owned(), name.to_owned());
    groups.iter().flat_map(|(group, docs)| docs.iter().map(move |d| pair(group, d.0))).collect()
}

fn once(groups: &[(&str, Docs)]) -> Names {
    let all = names(groups);
    let unique: Names = all.iter().cloned().collect();
    assert_eq!(all.len(), unique.len(), "documented twice");
    unique
}

fn words_of(key: &Key) -> Vec<&'static str> {
    match key.value {
        ValueType::Word(words) | ValueType::OpenWord(words) | ValueType::Words(words) => {
            words.iter().map(|word| word.name).collect()
        }
        ValueType::Answers => ANSWERS.iter().map(|word| word.name).collect(),
        ValueType::Language => spanwise_i18n::Language::codes().to_vec(),
        _ => Vec::new(),
    }
}

#[test]
fn every_section_has_one_doc() {
    let known: Vec<&str> = schema::SECTIONS.iter().map(|section| section.name()).collect();
    let documented: Vec<&str> = SECTIONS.iter().map(|(name, _)| *name).collect();
    assert_eq!(documented, known);
    assert_eq!(TITLES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), known);
}

#[test]
fn every_text_can_be_looked_up_in_a_language() {
    for text in all().map(|key| key.english) {
        // Two forms, as for a count, would be seen in a `|`.
        assert!(!text.is_empty() && !text.contains('|'), "{text}");
        assert!(!text.replace("{key}", "").contains('{'), "{text}");
    }
}

#[test]
fn every_key_has_one_doc_and_no_doc_is_an_orphan() {
    let sections = schema::SECTIONS.iter();
    let known = sections.flat_map(|s| s.keys.iter().map(|key| (s.name().into(), key.name.into())));
    assert_eq!(once(KEYS), known.collect::<Names>());
}

#[test]
fn every_word_has_one_doc_and_no_doc_is_an_orphan() {
    let keys = schema::SECTIONS.iter().flat_map(|section| section.keys);
    let known = keys.flat_map(|key| words_of(key).into_iter().map(|w| (key.name.into(), w.into())));
    assert_eq!(once(WORDS), known.collect::<Names>());
}

#[test]
fn docs_are_sentences() {
    let words: &[(&str, Docs)] = WORDS;
    let texts = [&[("", SECTIONS), ("", SNIPPETS)], KEYS, words].concat();
    for (name, doc) in texts.iter().filter(|(group, _)| *group != "language").flat_map(|g| g.1) {
        assert!(doc.starts_with(|c: char| c.is_uppercase() || c == '`'), "{name}: {doc}");
        assert!(doc.ends_with(['.', '`']), "{name}: {doc}");
        assert_eq!(doc.matches('`').count() % 2, 0, "{name}: {doc}");
        assert!(!doc.contains("  "), "{name}: {doc}");
    }
}
