use std::collections::BTreeSet;

use super::*;
use crate::schema::{self, ValueType};

type Names = BTreeSet<(String, String)>;

fn documented(groups: &[(&str, TextGroup)]) -> Names {
    let names = |name: &str, group: &TextGroup| {
        let name = name.to_owned();
        group.texts.iter().map(move |(text, _)| (name.clone(), (*text).to_owned()))
    };
    groups.iter().flat_map(|(name, group)| names(name, group)).collect()
}

fn names(group: TextGroup) -> Vec<&'static str> {
    group.texts.iter().map(|(name, _)| *name).collect()
}

fn words_of(key: &SchemaKey) -> Vec<&'static str> {
    if matches!(key.value, ValueType::Language) {
        return spanwise_i18n::Language::codes().to_vec();
    }
    key.value.words().iter().map(|word| word.name).collect()
}

#[test]
fn every_section_has_one_doc() {
    let known: Vec<&str> = schema::SECTIONS.iter().map(|section| section.name()).collect();
    assert_eq!(names(groups::HELP_SECTION), known);
    assert_eq!(names(groups::HELP_TITLE), known);
}

#[test]
fn every_key_has_one_doc_and_no_doc_is_an_orphan() {
    let sections = schema::SECTIONS.iter();
    let known = sections.flat_map(|s| s.keys.iter().map(|key| (s.name(), key.name)));
    // Those of a follow-up are those of a question.
    let known = known.filter(|(s, key)| *s != "option" || !schema::ANSWER_KEYS.contains(key));
    let known = known.map(|(section, key)| (section.into(), key.into()));
    assert_eq!(documented(&KEYS), known.collect::<Names>());
}

#[test]
fn every_word_has_one_doc_and_no_doc_is_an_orphan() {
    let keys = schema::SECTIONS.iter().flat_map(|section| section.keys);
    let known = keys.flat_map(|key| words_of(key).into_iter().map(|w| (key.name.into(), w.into())));
    assert_eq!(documented(&WORDS), known.collect::<Names>());
}

#[test]
fn docs_are_sentences() {
    let words = WORDS.iter().filter(|(name, _)| *name != "language");
    let tables = KEYS.iter().chain(words).map(|(_, group)| *group);
    for group in tables.chain([groups::HELP_SECTION, groups::HELP_SNIPPET]) {
        for (name, key) in group.texts {
            let doc = key.english();
            assert!(doc.starts_with(|c: char| c.is_uppercase() || c == '`'), "{name}: {doc}");
            assert!(doc.ends_with(['.', '`']), "{name}: {doc}");
            assert_eq!(doc.matches('`').count() % 2, 0, "{name}: {doc}");
            assert!(!doc.contains("  "), "{name}: {doc}");
        }
    }
}

#[test]
fn a_text_of_the_interface_is_shown_as_templates_write_it() {
    let said = |group, key| of_interface_text(group, key).map(|message| message.to_string());
    let english = "In English: “{n} question open|{n} questions open”";
    assert_eq!(said("questions", "open").as_deref(), Some(english));
    assert_eq!(said("landing_page", "paper_link"), None);
    assert_eq!(said("hub", "open"), None);
}
