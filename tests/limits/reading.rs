//! Files of many megabytes, whole and damaged.

use spanwise_annotation::format::{DatasetReader, FileKind, kind};
use spanwise_limits::MOST_CATEGORIES;
use spanwise_template::compile;

use super::within;

#[test]
fn lines_that_open_what_they_never_close_are_not_read_again_and_again() {
    let text = format!("{{\"source\": \"a\"}}\n{}", "{\"a\": [{\"b\":\n".repeat(1_000_000));
    let data = within(1500, || DatasetReader::new(text.as_str()).finish()).expect("an instance");
    assert_eq!(data.len(), 1);
    let codes: Vec<&str> = data.problems().iter().map(|problem| problem.code).collect();
    assert!(codes.contains(&"too-damaged"), "{codes:?}");
    assert!(data.is_damaged(), "what follows is saved as it is");
}

#[test]
fn a_million_damaged_lines_leave_the_others_readable() {
    let text = "{\"source\": \"a\"}\n{source: \"a\"}\n".repeat(1_000_000);
    let data = within(3000, || DatasetReader::new(text).finish()).expect("instances");
    assert_eq!(data.len(), 1_000_000);
    assert!(data.problems().len() <= 102);
    assert!(data.problems().iter().any(|problem| problem.code == "more-problems"));
}

#[test]
fn problems_at_the_end_of_a_large_file_are_placed_without_counting_it_anew() {
    let good = format!("{{\"source\": \"{}\"}}\n", "words ".repeat(10)).repeat(600_000);
    let text = format!("{good}{}", "{source: 1}\n".repeat(100));
    let data = within(700, || DatasetReader::new(text).finish()).expect("instances");
    let last = data.problems().last().expect("a problem");
    assert_eq!(last.place.to_string(), "line 600100, column 2");
}

#[test]
fn an_object_of_a_million_names_is_refused_at_once() {
    let text = format!("{{{}\"template_name\": 1}}", "\"a\": 1, ".repeat(3_000_000));
    let problem = within(300, || DatasetReader::new(text.as_str()).finish()).expect_err("no list");
    assert_eq!(problem.code, "not-a-data-file");
    assert_eq!(within(300, || kind("x", &text)), FileKind::Json);
}

#[test]
fn a_template_of_many_megabytes_is_refused_at_once() {
    let text = format!("template_name: t\nedits:\n{}", "- name: a\n".repeat(5_000_000));
    let compiled = within(100, || compile(&text));
    assert!(compiled.template.is_none());
    let problem = compiled.diagnostics.first().expect("a problem").advice().to_string();
    assert!(problem.contains("1024 KB"), "{problem}");
}

#[test]
fn thousands_of_categories_are_more_than_a_page_can_show() {
    let template = |count: usize| {
        let categories: String = (0..count).map(|i| format!("- name: c{i}\n")).collect();
        format!("template_name: t\nedits:\n{categories}")
    };
    let most = compile(&template(MOST_CATEGORIES));
    assert_eq!(most.diagnostics, []);
    assert_eq!(most.template.expect("a template").typology.categories().len(), MOST_CATEGORIES);
    let compiled = within(500, || compile(&template(19_000)));
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|problem| problem.code).collect();
    assert_eq!(codes, ["too-many-categories"]);
    let categories = compiled.template.expect("a template").typology.categories().len();
    assert_eq!(categories, MOST_CATEGORIES);
    let problem = compiled.diagnostics.first().expect("a problem").advice().to_string();
    assert!(
        problem.contains("19000") && problem.contains(&MOST_CATEGORIES.to_string()),
        "{problem}"
    );
}
