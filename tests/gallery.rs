//! The templates that come with the app, and their data.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::path::{Path, PathBuf};

use spanwise_annotation::format::{DatasetReader, read_instance};
use spanwise_diagnostics::Diagnostic;
use spanwise_template::{Template, compile};
use spanwise_tests::{entries, root, text_of};

/// The least number of examples that illustrates a template.
const MIN_INSTANCES: usize = 8;

/// The same of a tutorial.
const MIN_IN_TUTORIALS: usize = 5;

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

/// Asserts that a template has the description that the gallery shows.
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
    let dataset = DatasetReader::new(text_of(path)).finish().expect("a data file");
    assert_eq!(listed(dataset.problems()), "", "{name}");
    assert!(dataset.len() >= enough, "{name}: {} instances", dataset.len());
    for (at, raw) in dataset.iter().enumerate() {
        let loaded = read_instance(raw, at, &template.typology);
        assert_eq!(listed(&loaded.problems), "", "{name}");
    }
}
