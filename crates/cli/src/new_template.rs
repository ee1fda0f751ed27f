//! `spanwise new`: a template for a list of categories.

use std::collections::HashSet;
use std::path::Path;

use serde_json::{Value, json};

use super::args::NewArgs;
use super::files::{self, OutputPath};
use super::paths;
use super::report::{Console, Failure, counted};
use spanwise_limits::MOST_CATEGORIES;
use spanwise_template::compile::identifier;
use spanwise_template::yaml::double_quoted;
use spanwise_template::{Color, Sides, compile};

/// The contrast with white that marks have at least: <https://www.w3.org/TR/WCAG22/#non-text-contrast>.
const CONTRAST: f64 = 3.0;

pub(super) fn run(args: &NewArgs, console: &mut Console) -> Result<Value, Failure> {
    let mut lines = args.categories.clone();
    if let Some(list) = &args.list {
        lines.extend(files::read(list)?.lines().map(str::to_owned));
    }
    let categories = categories(&lines, args.sides.sides())?;
    let yaml = template(args, &categories);
    // The template must compile; only a bug of the program could prevent that.
    let compiled = compile(&yaml);
    for problem in &compiled.diagnostics {
        console.problem(args.output.as_deref().unwrap_or(Path::new("-")), problem);
    }
    if let Some(path) = &args.output {
        console.refuse_two_outputs(path)?;
        OutputPath::new(path, &[path], args.force)?.write(&yaml, console)?;
        let there_are = counted(categories.len(), "category", "categories");
        console.say(&format!("{}: {there_are}", paths::shown(path)));
    } else {
        console.print_text(&yaml);
    }
    Ok(json!({
        "written": args.output.as_deref().map(paths::shown),
        "categories": categories.len(),
        "template": yaml,
    }))
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
    if asked.len() > MOST_CATEGORIES {
        return Err(Failure::new(
            format!("{} categories are too many to tell apart.", asked.len()),
            format!("Name at most {MOST_CATEGORIES}."),
        ));
    }
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
    let mut yaml = format!("template_name: {}\n", scalar(&identifier(&args.name)));
    yaml += &format!("template_label: {}\n", double_quoted(&args.name));
    yaml += "edits:\n";
    for category in categories {
        yaml += &format!(
            "  - name: {}\n    label: {}\n    color: \"{}\"\n",
            scalar(&category.name),
            double_quoted(&category.label),
            category.color.css(),
        );
        if category.sides != Sides::Target {
            yaml += "    enable_input: true   # spans in the source\n";
        }
        if category.sides != Sides::Source {
            yaml += "    enable_output: true  # spans in the target\n";
        }
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
            ("my_errors__v2", "My errors: v2")
        );
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
