//! `spanwise new`: a template for a list of categories, or for those of data.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Value, json};

use super::args::NewArgs;
use super::convert::tell_problems;
use super::files::{self, OutputPath};
use super::input::Input;
use super::paths;
use super::report::{Console, Failure, counted};
use spanwise_interchange::{
    AnswersInData, Corpus, ImportOptions, QuestionInData, ShapeInData, TypologyOfData,
};
use spanwise_limits::MOST_CATEGORIES;
use spanwise_template::compile::identifier;
use spanwise_template::yaml::double_quoted;
use spanwise_template::{Color, Sides, compile};

/// The contrast with white that marks have at least: <https://www.w3.org/TR/WCAG22/#non-text-contrast>.
const CONTRAST: f64 = 3.0;

pub(super) fn run(args: &NewArgs, console: &mut Console) -> Result<Value, Failure> {
    if !args.from_data.is_empty() {
        let typology = typology_of(args, console)?;
        let yaml = template_of_data(&args.name, &typology)?;
        return finish(args, &yaml, typology.categories.len(), console);
    }
    let mut lines = args.categories.clone();
    if let Some(list) = &args.list {
        lines.extend(files::read(list)?.lines().map(str::to_owned));
    }
    let categories = categories(&lines, args.sides.sides())?;
    finish(args, &template(args, &categories), categories.len(), console)
}

/// Writes the template of so many categories.
fn finish(
    args: &NewArgs,
    yaml: &str,
    categories: usize,
    console: &mut Console,
) -> Result<Value, Failure> {
    // The template must compile; only a bug of the program could prevent that.
    let compiled = compile(yaml);
    for problem in &compiled.diagnostics {
        console.problem(args.output.as_deref().unwrap_or(Path::new("-")), problem);
    }
    if let Some(path) = &args.output {
        console.refuse_two_outputs(path)?;
        OutputPath::new(path, &[path], args.force)?.write(yaml, console)?;
        let there_are = counted(categories, "category", "categories");
        console.say(&format!("{}: {there_are}", paths::shown(path)));
    } else {
        console.print_text(yaml);
    }
    Ok(json!({
        "written": args.output.as_deref().map(paths::shown),
        "categories": categories,
        "template": yaml,
    }))
}

/// The typology that data of any format show.
fn typology_of(args: &NewArgs, console: &mut Console) -> Result<TypologyOfData, Failure> {
    let mut corpus = Corpus::default();
    for data in &args.from_data {
        let Input { format, files, .. } = Input::open(data, args.format.as_deref(), "--format")?;
        let imported = format.import(files, ImportOptions::default());
        tell_problems(data, &imported.problems, console);
        corpus.records.extend(imported.corpus.records);
    }
    let typology = TypologyOfData::of(&corpus);
    if typology.categories.is_empty() {
        let names: Vec<String> = args.from_data.iter().map(|data| paths::shown(data)).collect();
        return Err(Failure::new(
            format!("There is no edit with a category in {}.", names.join(", ")),
            "Name categories after the template's name.",
        ));
    }
    Ok(typology)
}

/// The template by which data were annotated, as far as they show it. Names are those of the data.
pub(super) fn template_of_data(name: &str, typology: &TypologyOfData) -> Result<String, Failure> {
    refuse_too_many(typology.categories.len())?;
    let mut yaml = heading(name);
    yaml += "edits:\n";
    for (category, color) in typology.categories.iter().zip(colors(typology.categories.len())) {
        yaml += &format!(
            "  - name: {}\n    color: \"{}\"\n",
            double_quoted(&category.name),
            color.css()
        );
        yaml += &shape_lines(category.shape);
        if !category.questions.is_empty() {
            yaml += "    annotation:\n";
            category.questions.iter().for_each(|question| push_question(question, 6, &mut yaml));
        }
    }
    if !typology.item_questions.is_empty() {
        yaml += "instance_questions:\n";
        typology.item_questions.iter().for_each(|question| push_question(question, 2, &mut yaml));
    }
    Ok(yaml)
}

/// The keys of a category whose edits have a shape.
pub(super) fn shape_lines(shape: ShapeInData) -> String {
    match shape {
        ShapeInData::Whole => String::new(),
        ShapeInData::Composite => "    type: composite\n".to_owned(),
        ShapeInData::Points(sides) => format!("    type: split\n{}", enabled(sides)),
        ShapeInData::Spans { sides, several } => {
            let several = if several { "    type: multi_span\n" } else { "" };
            format!("{several}{}", enabled(sides))
        }
    }
}

/// The keys that enable sides.
fn enabled(sides: Sides) -> &'static str {
    match sides {
        Sides::Source => "    enable_input: true   # spans in the source\n",
        Sides::Target => "    enable_output: true  # spans in the target\n",
        Sides::Both => {
            "    enable_input: true   # spans in the source\n    enable_output: true  # spans in the target\n"
        }
    }
}

/// Adds a question to a list, indented by so many spaces.
fn push_question(question: &QuestionInData, indent: usize, yaml: &mut String) {
    let space = " ".repeat(indent);
    let name = double_quoted(&question.name);
    *yaml += &format!("{space}- name: {name}\n{space}  question: {name}\n");
    push_answers(question, indent + 2, yaml);
}

/// Adds what may be answered.
fn push_answers(question: &QuestionInData, indent: usize, yaml: &mut String) {
    let space = " ".repeat(indent);
    if !question.always {
        *yaml += &format!("{space}required: false\n");
    }
    let word = match &question.answers {
        AnswersInData::Binary => "binary",
        AnswersInData::Severity => "likert-3",
        AnswersInData::Number => "number",
        AnswersInData::Text => "textarea",
        AnswersInData::Several(options) => {
            *yaml += &format!("{space}multiple: true\n{space}options:\n");
            for option in options {
                *yaml += &format!("{space}  - name: {}\n", double_quoted(option));
            }
            return;
        }
        AnswersInData::Options(options) => {
            *yaml += &format!("{space}options:\n");
            for (option, follow_up) in options {
                let name = double_quoted(option);
                *yaml += &format!("{space}  - name: {name}\n");
                if let Some(follow_up) = follow_up {
                    *yaml += &format!("{space}    question: {name}\n");
                    push_answers(follow_up, indent + 4, yaml);
                }
            }
            return;
        }
    };
    *yaml += &format!("{space}options: {word}\n");
}

/// The first lines of a template.
pub(super) fn heading(name: &str) -> String {
    let (name, label) = (scalar(&template_name(name)), double_quoted(name));
    format!("template_name: {name}\ntemplate_label: {label}\n")
}

/// The name of a template with a label: an identifier without the rows of underscores that marks in names of files leave.
fn template_name(label: &str) -> String {
    let identifier = identifier(label);
    let parts: Vec<&str> = identifier.split('_').filter(|part| !part.is_empty()).collect();
    parts.join("_")
}

/// Refuses more categories than anyone can tell apart.
fn refuse_too_many(categories: usize) -> Result<(), Failure> {
    if categories <= MOST_CATEGORIES {
        return Ok(());
    }
    Err(Failure::new(
        format!("{categories} categories are too many to tell apart."),
        format!("Name at most {MOST_CATEGORIES}."),
    ))
}

struct NewCategory {
    name: String,
    label: String,
    sides: Sides,
    color: Color,
}

/// Reads categories from lines: a label, and optionally the sides of its spans after its last colon.
fn categories(lines: &[String], sides: Sides) -> Result<Vec<NewCategory>, Failure> {
    let asked = lines.iter().map(|line| sided(line, sides));
    let asked: Vec<(&str, Sides)> = asked.filter(|(label, _)| !label.is_empty()).collect();
    if asked.is_empty() {
        return Err(Failure::new(
            "No category is named.",
            "Name categories after the template's name, or one per line in a file for --list.",
        ));
    }
    refuse_too_many(asked.len())?;
    let mut names = HashSet::new();
    let colors = colors(asked.len());
    let category = |((label, sides), color): ((&str, Sides), Color)| {
        let name = own_name(label, &mut names);
        NewCategory { name, label: label.to_owned(), sides, color }
    };
    Ok(asked.into_iter().zip(colors).map(category).collect())
}

fn sided(line: &str, otherwise: Sides) -> (&str, Sides) {
    let line = line.trim();
    let sides = |word: &str| match word.trim() {
        "source" => Some(Sides::Source),
        "target" => Some(Sides::Target),
        "both" => Some(Sides::Both),
        _ => None,
    };
    match line.rsplit_once(':') {
        Some((label, word)) => match sides(word) {
            Some(sides) => (label.trim(), sides),
            None => (line, otherwise),
        },
        None => (line, otherwise),
    }
}

/// A name that no earlier category has.
fn own_name(label: &str, taken: &mut HashSet<String>) -> String {
    let name = identifier(label);
    let mut own = name.clone();
    let mut n = 2;
    while !taken.insert(own.clone()) {
        own = format!("{name}_{n}");
        n += 1;
    }
    own
}

/// Colours that differ, and stand out on white: those of the palette first, then hues by the golden angle, which keeps
/// any number of them apart.
fn colors(n: usize) -> Vec<Color> {
    const PALETTE: u32 = spanwise_template::color::PALETTE.len() as u32;
    let mut taken = HashSet::new();
    let candidates = (0..u32::MAX).filter_map(|i| match i.checked_sub(PALETTE) {
        None => Some(Color::by_position(i as usize)),
        Some(further) => {
            let hue = (f64::from(further) * 137.508) % 360.0;
            let (saturation, lightness) = (50 + further / 5 % 3 * 20, 30 + further / 3 % 4 * 5);
            Color::parse(&format!("hsl({hue:.2}, {saturation}%, {lightness}%)"))
        }
    });
    let readable = candidates.map(|color| color.readable_on(Color::WHITE, CONTRAST));
    readable.filter(|color| taken.insert(*color)).take(n).collect()
}

fn template(args: &NewArgs, categories: &[NewCategory]) -> String {
    let mut yaml = heading(&args.name);
    yaml += "edits:\n";
    for category in categories {
        yaml += &format!(
            "  - name: {}\n    label: {}\n    color: \"{}\"\n",
            scalar(&category.name),
            double_quoted(&category.label),
            category.color.css(),
        );
        yaml += enabled(category.sides);
        yaml += &questions(args);
    }
    yaml
}

fn questions(args: &NewArgs) -> String {
    let mut yaml = String::new();
    if args.severity || args.comment {
        yaml += "    annotation:\n";
    }
    if args.severity {
        yaml += "      - name: severity\n        question: How severe is it?\n        options: likert-3\n";
    }
    if args.comment {
        yaml += "      - name: comment\n        question: Is there anything to add?\n        options: textarea\n        required: false\n";
    }
    yaml
}

/// A name as a YAML scalar, in quotes if it could be read as something else.
fn scalar(name: &str) -> String {
    let special = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let is_plain = name.is_ascii() && !special.contains(&name);
    if is_plain { name.to_owned() } else { double_quoted(name) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::args::{Arguments, Command};
    use clap::Parser;

    fn args(arguments: &[&str]) -> NewArgs {
        let all = ["spanwise", "new"].iter().chain(arguments);
        let command = Arguments::try_parse_from(all).unwrap().command;
        let Command::New(args) = command else { panic!("{command:?}") };
        args
    }

    fn made(arguments: &[&str]) -> spanwise_template::Template {
        let args = args(arguments);
        let yaml = template(&args, &categories(&args.categories, args.sides.sides()).unwrap());
        let compiled = compile(&yaml);
        assert_eq!(compiled.diagnostics, Vec::new(), "{yaml}");
        compiled.template.unwrap()
    }

    #[test]
    fn labels_stay_and_names_are_made_of_them() {
        let template = made(&["My errors: v2", "Added text:both", "added-text", "Ratio 1:2", "no"]);
        assert_eq!(
            (template.name.as_str(), template.label.as_str()),
            ("my_errors_v2", "My errors: v2")
        );
        assert_eq!(made(&["anna_ls (+2)", "a"]).name, "anna_ls_2");
        let named: Vec<(&str, &str)> = template
            .typology
            .categories()
            .iter()
            .map(|c| (c.name.as_str(), c.label.as_str()))
            .collect();
        let expected = [
            ("added_text", "Added text"),
            ("added_text_2", "added-text"),
            ("ratio_1_2", "Ratio 1:2"),
            ("no", "no"),
        ];
        assert_eq!(named, expected);
    }

    #[test]
    fn sides_are_those_asked_for() {
        use spanwise_template::CategoryShape;
        for (arguments, expected) in [
            (&["t", "a"][..], Sides::Target),
            (&["t", "a : source"], Sides::Source),
            (&["t", "a:both"], Sides::Both),
            (&["t", "a", "--source"], Sides::Source),
            (&["t", "a:target", "--both"], Sides::Target),
        ] {
            let template = made(arguments);
            let shape = template.typology.categories().first().unwrap().shape;
            assert!(
                matches!(shape, CategoryShape::Spans { sides, .. } if sides == expected),
                "{arguments:?}"
            );
        }
    }

    #[test]
    fn questions_are_those_asked_for() {
        for (flags, expected) in [
            (&[][..], &[][..]),
            (&["--severity"], &["severity"]),
            (&["--severity", "--comment"], &["severity", "comment"]),
        ] {
            let template = made(&[&["t", "a"], flags].concat());
            let category = template.typology.categories().first().unwrap();
            let names: Vec<&str> = category.questions.iter().map(|q| q.name.as_str()).collect();
            assert_eq!(names, expected);
        }
    }

    #[test]
    fn colors_differ_and_can_be_seen() {
        let all = colors(MOST_CATEGORIES);
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), MOST_CATEGORIES);
        assert!(all.iter().all(|color| color.contrast(Color::WHITE) >= CONTRAST));
    }

    proptest! {
        #[test]
        fn any_labels_make_a_template(name in "\\PC{1,20}|[a-z\"':#{}-]{1,8}", labels in prop::collection::vec("(?s).{1,30}|[-a-z:#&*!|>'\"%@`]{1,5}", 1..6)) {
            let labels: Vec<&str> = labels.iter().map(|l| l.trim()).filter(|l| !l.is_empty() && !l.starts_with('-')).collect();
            prop_assume!(!labels.is_empty() && !name.starts_with('-'));
            prop_assume!(labels.iter().any(|l| !sided(l, Sides::Both).0.is_empty()));
            made(&[&[name.as_str()], labels.as_slice()].concat());
        }
    }
}
