//! Templates of prompts: text with placeholders.

use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_template::suggest::nearest;

/// A template: blocks divided by empty lines. A block all of whose placeholders stand for nothing is left out.
///
/// A placeholder is a name in braces, `{target}`. Braces around anything but a name are text; `{{target}}` is the text
/// `{target}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptTemplate {
    blocks: Vec<Vec<PromptPart>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum PromptPart {
    Text(String),
    Placeholder(Placeholder),
}

/// What a placeholder stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placeholder {
    /// `typology`: the label and the description of the template.
    Typology,
    /// `instructions`: those of the template, without annotated examples.
    Instructions,
    /// `categories`: numbers, names, definitions, where spans lie, questions.
    Categories,
    /// `questions`: those about the instance as a whole.
    Questions,
    /// `examples`: the annotated examples of the instructions.
    Examples,
    /// `hints`: how spans are chosen.
    Hints,
    /// `form`: the form of the answer, in words.
    Form,
    /// `schema`: the JSON Schema of the answer.
    Schema,
    /// `shots`: solved instances.
    Shots,
    /// `source`: the source of the instance.
    Source,
    /// `context`: what is shown beside the texts.
    Context,
    /// `target`: the text to annotate.
    Target,
    /// `data.a.b`: the member at this path of the instance's metadata.
    Data(Vec<String>),
}

/// The placeholders without a path, by name.
const NAMED: [(&str, Placeholder); 12] = [
    ("typology", Placeholder::Typology),
    ("instructions", Placeholder::Instructions),
    ("categories", Placeholder::Categories),
    ("questions", Placeholder::Questions),
    ("examples", Placeholder::Examples),
    ("hints", Placeholder::Hints),
    ("form", Placeholder::Form),
    ("schema", Placeholder::Schema),
    ("shots", Placeholder::Shots),
    ("source", Placeholder::Source),
    ("context", Placeholder::Context),
    ("target", Placeholder::Target),
];

/// The start of a placeholder with a path.
const DATA: &str = "data.";

impl Placeholder {
    /// The names of all of them; that of a member of the metadata by example.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|(name, _)| *name).chain(["data.name"])
    }

    fn named(name: &str) -> Option<Self> {
        if let Some(path) = name.strip_prefix(DATA).filter(|path| !path.is_empty()) {
            return Some(Placeholder::Data(path.split('.').map(str::to_owned).collect()));
        }
        NAMED.iter().find(|(known, _)| *known == name).map(|(_, placeholder)| placeholder.clone())
    }
}

impl PromptTemplate {
    /// Reads a template.
    ///
    /// # Errors
    /// Unknown placeholders, with their places and what may be meant, and a template that does not show the text.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let mut blocks: Vec<Vec<PromptPart>> = vec![Vec::new()];
        let mut start = 0;
        for (number, line) in (1_u32..).zip(text.split_inclusive('\n')) {
            if line.trim().is_empty() {
                blocks.push(Vec::new());
            } else if let Some(block) = blocks.last_mut() {
                read_line(line, (number, start), block, &mut problems);
            }
            start += line.len();
        }
        blocks.retain(|block| !block.is_empty());
        let has_target = blocks
            .iter()
            .flatten()
            .any(|part| matches!(part, PromptPart::Placeholder(Placeholder::Target)));
        if !has_target && problems.is_empty() {
            problems.push(problem(
                DiagnosticPlace::Whole,
                "no-target",
                "The prompt does not show the text to annotate.".to_owned(),
                "Write {target} where it is to stand.".to_owned(),
            ));
        }
        if problems.is_empty() { Ok(PromptTemplate { blocks }) } else { Err(problems) }
    }

    /// The prompt with each placeholder replaced by what it stands for.
    pub fn fill(&self, value: impl Fn(&Placeholder) -> String) -> String {
        let blocks = self.blocks.iter().filter_map(|block| {
            let values = block.iter().map(|part| match part {
                PromptPart::Text(_) => None,
                PromptPart::Placeholder(placeholder) => Some(value(placeholder)),
            });
            let values: Vec<Option<String>> = values.collect();
            let mut filled = values.iter().flatten().peekable();
            let is_empty = filled.peek().is_some() && filled.all(|value| value.trim().is_empty());
            let text = |(part, value): (&PromptPart, &Option<String>)| match (part, value) {
                (PromptPart::Text(text), _) => text.clone(),
                (PromptPart::Placeholder(_), value) => value.clone().unwrap_or_default(),
            };
            (!is_empty).then(|| block.iter().zip(&values).map(text).collect::<String>())
        });
        let blocks: Vec<String> = blocks.map(|block| block.trim_end().to_owned()).collect();
        blocks.join("\n\n") + "\n"
    }
}

/// Reads a line into a block; `at`: its number and its first byte.
fn read_line(
    line: &str,
    (number, start): (u32, usize),
    block: &mut Vec<PromptPart>,
    problems: &mut Vec<Diagnostic>,
) {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        if let Some((name, after)) = placeholder(from) {
            match Placeholder::named(name) {
                Some(placeholder) => {
                    if !text.is_empty() {
                        block.push(PromptPart::Text(std::mem::take(&mut text)));
                    }
                    block.push(PromptPart::Placeholder(placeholder));
                }
                None => {
                    let offset = line.len() - from.len();
                    let column = line.get(..offset).map_or(0, |before| before.chars().count()) + 1;
                    let bytes = start + offset..start + offset + name.len() + 2;
                    let column = u32::try_from(column).unwrap_or(u32::MAX);
                    problems
                        .push(unknown(name, DiagnosticPlace::Text { line: number, column, bytes }));
                }
            }
            rest = after;
            continue;
        }
        let doubled = ["{{", "}}"].iter().any(|two| from.starts_with(two));
        text.extend(from.chars().next());
        rest = from.get(if doubled { 2 } else { 1 }..).unwrap_or_default();
    }
    text.push_str(rest);
    block.push(PromptPart::Text(text));
}

/// The name of the placeholder that a text begins with, and what follows it.
fn placeholder(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('{')?;
    let end = inner.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '.'))?;
    let (name, rest) = inner.split_at(end);
    let after = rest.strip_prefix('}')?;
    // A number in braces is text, as in a regular expression.
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_name.then_some((name, after))
}

fn unknown(name: &str, place: DiagnosticPlace) -> Diagnostic {
    let meant = nearest(name, Placeholder::names());
    let remedy = match meant {
        Some(meant) => format!("Did you mean {{{meant}}}?"),
        None => {
            let names: Vec<&str> = Placeholder::names().collect();
            format!(
                "Use one of {{{}}}; write {{{{{name}}}}} for this text itself.",
                names.join("}, {")
            )
        }
    };
    problem(place, "unknown-placeholder", format!("There is no placeholder {{{name}}}."), remedy)
}

fn problem(
    place: DiagnosticPlace,
    code: &'static str,
    message: String,
    remedy: String,
) -> Diagnostic {
    let (message, remedy) = (message.into(), remedy.into());
    Diagnostic { severity: Severity::Error, code, place, message, remedy, fix: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str) -> String {
        let template = PromptTemplate::parse(template).unwrap();
        template.fill(|placeholder| {
            if let Placeholder::Data(path) = placeholder {
                return path.join("/");
            }
            let values = [(Placeholder::Target, "a {target}"), (Placeholder::Hints, "one\ntwo")];
            let value = values.iter().find(|(of, _)| of == placeholder);
            value.map(|(_, value)| (*value).to_owned()).unwrap_or_default()
        })
    }

    #[test]
    fn placeholders_are_filled_and_blocks_without_content_left_out() {
        let cases = [
            ("{target}", "a {target}\n"),
            ("Context:\n{context}\n\nTarget: {target}", "Target: a {target}\n"),
            ("Both: {context}{hints}\n\n\n{target}", "Both: one\ntwo\n\na {target}\n"),
            ("{data.a.b} {target}", "a/b a {target}\n"),
            ("{{target}} {target}", "{target} a {target}\n"),
            ("{\"a\": [1, {2}]} {target} {}", "{\"a\": [1, {2}]} a {target} {}\n"),
            ("no placeholder\n\n{target}", "no placeholder\n\na {target}\n"),
        ];
        for (template, expected) in cases {
            assert_eq!(filled(template), expected, "{template}");
        }
    }

    #[test]
    fn unknown_placeholders_are_told_with_place_and_remedy() {
        let told = |template| {
            let problems = PromptTemplate::parse(template).unwrap_err();
            problems.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            told("Ä {target}\nsee {traget} and {catgories}"),
            [
                "line 2, column 5: error[unknown-placeholder]: There is no placeholder {traget}. Did you mean {target}?",
                "line 2, column 18: error[unknown-placeholder]: There is no placeholder {catgories}. Did you mean {categories}?",
            ]
        );
        assert_eq!(
            told("Nothing."),
            [
                "error[no-target]: The prompt does not show the text to annotate. Write {target} where it is to stand."
            ]
        );
        assert!(told("{data.}{target}")[0].contains("no placeholder {data.}"));
    }
}
