//! The texts of the app and of the templates that come with it.

use spanwise_i18n::{BUILDER, MAIN};
use spanwise_template::{Question, QuestionKind, Template, compile};
use spanwise_tests::{entries, root, text_of};

/// Misspellings that Thresh shows, of which those in names are part of published data.
const MISSPELT: [&str; 9] = [
    "annoation",
    "seletion",
    "facutal",
    "akward",
    "spefific",
    "abruct",
    "that associated",
    "..",
    "  ",
];

fn template(name: &str) -> Template {
    let text = text_of(&root().join("templates").join(name).join("template.yml"));
    compile(&text).template.expect("a template")
}

fn gallery() -> Vec<Template> {
    let paths = entries(&root().join("templates"));
    let folders = paths.iter().filter(|path| path.is_dir()).filter_map(|path| path.file_name());
    let found: Vec<_> = folders.map(|name| template(&name.to_string_lossy())).collect();
    assert!(!found.is_empty(), "the gallery is empty");
    found
}

/// A question and everything that may follow it, in order.
fn with_follow_ups<'q>(question: &'q Question, found: &mut Vec<&'q Question>) {
    found.push(question);
    if let QuestionKind::Choice(options) = &question.kind {
        for follow_up in options.iter().filter_map(|option| option.follow_up.as_deref()) {
            with_follow_ups(follow_up, found);
        }
    }
}

fn questions(template: &Template) -> Vec<&Question> {
    let mut found = Vec::new();
    for category in template.typology.categories() {
        category.questions.iter().for_each(|question| with_follow_ups(question, &mut found));
    }
    found
}

/// The texts of a template that annotators read, except its longer explanations.
fn labels(template: &Template) -> Vec<&str> {
    let mut found = vec![template.label.as_str()];
    found.extend(template.typology.categories().iter().map(|category| category.label.as_str()));
    for question in questions(template) {
        found.extend([question.label.as_str(), question.prompt.as_str()]);
        if let QuestionKind::Choice(options) = &question.kind {
            found.extend(options.iter().map(|option| option.label.as_str()));
        }
    }
    found
}

fn assert_well_spelt(text: &str, place: &str) {
    // Text between backticks is code.
    let lower = text.split('`').step_by(2).collect::<Vec<_>>().join("`").to_lowercase();
    let found = MISSPELT.iter().find(|wrong| lower.contains(**wrong));
    assert!(found.is_none(), "{place}: “{text}”");
}

// Thresh 11.35: misspellings are shown
#[test]
fn no_text_is_misspelt_as_there() {
    for (name, key) in MAIN.iter().chain(BUILDER).flat_map(|group| group.texts) {
        assert_well_spelt(key.english(), name);
    }
    for template in gallery() {
        for label in labels(&template) {
            assert_well_spelt(label, &template.name);
        }
    }
}

/// All names of categories, questions and options.
fn names(template: &Template) -> Vec<&str> {
    let mut found: Vec<&str> =
        template.typology.categories().iter().map(|category| category.name.as_str()).collect();
    for question in questions(template) {
        found.push(&question.name);
        if let QuestionKind::Choice(options) = &question.kind {
            found.extend(options.iter().map(|option| option.name.as_str()));
        }
    }
    found
}

// Thresh 11.35: names in published data are misspelt, and must be kept
#[test]
fn misspelt_names_of_published_data_are_kept() {
    for (folder, name) in
        [("salsa", "facutal_error"), ("mqm", "akward"), ("arxivedits", "accurate-spefific")]
    {
        assert!(names(&template(folder)).contains(&name), "{folder} has no {name}");
    }
}

// Thresh 11.36: prompts are missing in templates that come with the app
#[test]
fn every_question_of_the_gallery_has_a_prompt() {
    for template in gallery() {
        for question in questions(&template) {
            assert!(!question.prompt.trim().is_empty(), "{}: {}", template.name, question.name);
        }
    }
    let depth = |name| questions(&template(name)).len();
    assert!(depth("mqm") >= 20 && depth("cwzcc") >= 10, "the questions are looked at");
}
