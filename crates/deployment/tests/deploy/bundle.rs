//! Bundles for Thresh: every text of its interface is in them, and nothing else changes.

use std::sync::Arc;

use proptest::prelude::*;
use spanwise_annotation::format::{
    DatasetReader, OffsetUnit, write_bundle_for_thresh, write_dataset, write_list,
};
use spanwise_deployment::thresh::{texts, with_texts};
use spanwise_i18n::Translation;
use spanwise_template::interface_text::keys_of;
use spanwise_template::{Template, compile};

use super::NASTY;

type Texts = Vec<(&'static str, &'static str, String)>;

fn english() -> Texts {
    texts(Arc::default())
}

fn template(yaml: &str) -> Template {
    compile(yaml).template.expect("a template")
}

/// The wording of a text in a template's `interface_text`.
fn said(yaml: &str, group: &str, key: &str) -> Option<String> {
    let texts = template(yaml).settings.interface_text;
    texts.into_iter().find(|(g, k, _)| g == group && k == key).map(|(_, _, text)| text)
}

/// Returns `true` if the old text is a subsequence of the new one, which then differs by insertions only.
fn is_kept(old: &str, new: &str) -> bool {
    let mut rest = old.chars().peekable();
    for c in new.chars() {
        rest.next_if_eq(&c);
    }
    rest.next().is_none()
}

#[test]
fn thresh_has_42_texts_and_all_are_known_to_templates() {
    let all = english();
    assert_eq!(all.len(), 42);
    for (group, key, text) in &all {
        assert!(keys_of(group).contains(key), "{group}.{key}");
        assert!(!text.is_empty(), "{group}.{key}");
    }
}

#[test]
fn the_texts_are_those_of_the_language() {
    let json = r#"{"typology": {"source_label": "Quelle"}, "buttons": {"add_edit_label": "Neu"}}"#;
    let german = texts(Arc::new(Translation::read("de", &[json]).expect("a language")));
    let say = |key: &str| german.iter().find(|(_, k, _)| *k == key).map(|(_, _, t)| t.as_str());
    assert_eq!(say("source_label"), Some("Quelle"));
    assert_eq!(say("add_edit_label"), Some("Neu"));
    assert_eq!(say("target_label"), Some("Target"));
}

const EDITS: &str = "edits:\n  - name: a # a comment\n    enable_input: true\n";

#[test]
fn all_texts_are_added_wherever_the_template_has_them_or_not() {
    let cases = [
        format!("template_name: t\n{EDITS}"),
        format!("%YAML 1.2\n---\n# about\ntemplate_name: t\n{EDITS}"),
        format!("---\ntemplate_name: t\n{EDITS}..."),
        format!("\u{feff}template_name: t\r\n{}", EDITS.replace('\n', "\r\n")),
        format!("template_name: t\n{EDITS}instructions: |+\n  Read.\n\n\n"),
        format!("template_name: t\n{EDITS}instructions: |\n  Read."),
        format!("template_name: t\ninterface_text:\n{EDITS}"),
        format!("template_name: t\ninterface_text: ~ # none\n{EDITS}"),
        format!("template_name: t\ninterface_text: {{}}\n{EDITS}"),
        format!("template_name: t\ninterface_text: {{typology: {{source_label: Before}}, buttons: {{}}}}\n{EDITS}"),
        format!("template_name: t\ninterface_text:\n    # labels\n    typology:\n      source_label: Before # kept\n    buttons:\n    questions: {{likert_1: 'a: b'}}\n{EDITS}"),
        format!("interface_text:\n  typology: &t\n    source_label: Before\ntemplate_name: t\n{EDITS}"),
        "{template_name: t, edits: [{name: a}]}".to_owned(),
        "{template_name: t, interface_text: {typology: {source_label: Before}}, edits: [{name: a}]}".to_owned(),
        format!("  template_name: t\n{}", EDITS.lines().map(|l| format!("  {l}\n")).collect::<String>()),
    ];
    for old in cases {
        let new = with_texts(&old, &english()).unwrap_or_else(|| panic!("nothing for:\n{old}"));
        for (group, key, text) in english() {
            let expected = said(&old, group, key).unwrap_or(text);
            assert_eq!(said(&new, group, key), Some(expected), "{group}.{key} of:\n{new}");
        }
        let is_null = old.contains('~');
        assert!(is_null || is_kept(&old, &new), "not kept:\n{old}\n{new}");
        let problems = compile(&new).diagnostics;
        assert_eq!(problems, Vec::new(), "{new}");
    }
}

#[test]
fn other_readers_of_yaml_find_the_texts_too() {
    let old = format!(
        "template_name: t\ninterface_text: {{typology: {{source_label: Before}}}}\n{EDITS}"
    );
    for old in [old, format!("template_name: t\n{EDITS}")] {
        let new = with_texts(&old, &english()).expect("a template");
        let read: serde_yaml::Value = serde_yaml::from_str(&new).expect("YAML");
        for (group, key, _) in english() {
            assert!(read["interface_text"][group][key].is_string(), "{group}.{key}");
        }
    }
}

#[test]
fn any_text_can_be_written() {
    for nasty in NASTY {
        let mut all = english();
        all.iter_mut().for_each(|(_, _, text)| *text = nasty.to_owned());
        for old in [
            format!("template_name: t\n{EDITS}"),
            "{template_name: t, edits: [{name: a}]}".to_owned(),
        ] {
            let new = with_texts(&old, &all).expect("a template");
            assert_eq!(said(&new, "typology", "source_label").as_deref(), Some(nasty));
            let read: serde_yaml::Value = serde_yaml::from_str(&new).expect("YAML");
            assert_eq!(read["interface_text"]["hit_box"]["hit_label"].as_str(), Some(nasty));
        }
    }
}

#[test]
fn what_would_change_something_else_is_not_done() {
    let alias = format!(
        "x: &x\n  typology: {{source_label: A}}\ntemplate_name: t\ninterface_text: *x\n{EDITS}"
    );
    for old in ["", "just text", "- a\n- b\n", alias.as_str()] {
        if let Some(new) = with_texts(old, &english()) {
            assert_eq!(template(old).typology, template(&new).typology);
        }
    }
}

#[test]
fn every_shipped_template_can_go_to_thresh() {
    let folder = concat!(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."), "/templates");
    for entry in std::fs::read_dir(folder).expect("templates").flatten() {
        let Ok(old) = std::fs::read_to_string(entry.path().join("template.yml")) else { continue };
        let new =
            with_texts(&old, &english()).unwrap_or_else(|| panic!("{}", entry.path().display()));
        assert!(is_kept(&old, &new));
    }
}

// Thresh 11.11: the template of a bundle loses its comments
#[test]
fn a_bundle_opens_here_with_the_template_as_it_was_written() {
    let old = format!("# mine\ntemplate_name: t\n{EDITS}");
    let new = with_texts(&old, &english()).expect("a template");
    let data = DatasetReader::new("{\"source\": \"a\"}\n{\"source\": \"b\"}\n".to_owned())
        .finish()
        .expect("data");
    let bundle = write_bundle_for_thresh(&data, &old, &new);
    let elements: Vec<serde_json::Value> = serde_json::from_str(&bundle).expect("JSON");
    assert_eq!(elements.len(), 3);
    assert_eq!(elements[2]["_thresh_template"], new.as_str());
    let opened = DatasetReader::new(bundle).finish().expect("a bundle");
    assert_eq!(opened.template().as_deref(), Some(old.as_str()));
    assert_eq!(opened.len(), 2);
    assert!(opened.problems().is_empty());
    // Written again and again, it stays a bundle of both.
    let again = write_dataset(&opened, |_| None, OffsetUnit::Utf16);
    assert_eq!(DatasetReader::new(again).finish().expect("a bundle").template(), Some(old));
}

#[test]
fn a_list_has_all_instances_and_nothing_else() {
    for text in [
        "{\"source\": \"a\"}\n{\"source\": \"b\"}\n",
        "{\"data\": [{\"source\": \"a\"}, {\"source\": \"b\"}], \"x\": 1}",
        "[{\"source\": \"a\"},{\"_thresh_template\": \"t\"},{\"source\":\"b\"}]",
    ] {
        let list = write_list(&DatasetReader::new(text.to_owned()).finish().expect("data"));
        let read: Vec<serde_json::Value> = serde_json::from_str(&list).expect("JSON");
        let sources: Vec<&str> = read.iter().filter_map(|entry| entry["source"].as_str()).collect();
        assert_eq!(sources, ["a", "b"]);
        assert_eq!(read.len(), 2);
    }
}

proptest! {
    #[test]
    fn no_template_is_too_much(text: String) {
        let _ = with_texts(&text, &english());
    }
}
