//! Templates as the package shows them.

use pyo3::prelude::*;
use serde_json::{Value, json};
use spanwise_annotation::typology_hash::TypologyHash;
use spanwise_template::yaml::{
    MappingEntry, ResolvedScalar, YamlNode, YamlValue, explain_syntax_errors, read,
};
use spanwise_template::{
    Category, CategoryShape, Choice, Question, QuestionKind, Sides, SpanCount, Template, compile,
};

/// The view of a template, which is given as YAML; `template` is null if it can't be used at all. `yaml` is all that it says.
#[pyfunction]
pub(crate) fn template(yaml: &str) -> String {
    explain_syntax_errors();
    let compiled = compile(yaml);
    let root = read(yaml).root;
    json!({
        "template": compiled.template.as_ref().map(view_of_template),
        "yaml": root.as_ref().map_or(Value::Null, value_of),
    })
    .to_string()
}

fn view_of_template(template: &Template) -> Value {
    let typology = &template.typology;
    json!({
        "name": template.name,
        "label": template.label,
        "description": template.description,
        "typology": TypologyHash::of(template).to_string(),
        "categories": typology.categories().iter().map(view_of_category).collect::<Vec<Value>>(),
        "instance_questions": view_of_questions(typology.instance_questions()),
        "text_questions": view_of_questions(typology.text_questions()),
    })
}

fn view_of_category(category: &Category) -> Value {
    let (kind, sides): (&str, &[&str]) = match category.shape {
        CategoryShape::Whole => ("whole", &[]),
        CategoryShape::Composite => ("composite", &[]),
        CategoryShape::Spans { sides, count } => {
            let kind = match count {
                SpanCount::One => "single_span",
                SpanCount::Many => "multi_span",
                SpanCount::Point => "split",
            };
            let sides: &[&str] = match sides {
                Sides::Source => &["source"],
                Sides::Target => &["target"],
                Sides::Both => &["source", "target"],
            };
            (kind, sides)
        }
    };
    json!({
        "name": category.name,
        "label": category.label,
        "description": category.description,
        "group": category.group,
        "color": category.color.css(),
        "kind": kind,
        "sides": sides,
        "roles": category.roles.iter().map(|role| role.name.as_str()).collect::<Vec<&str>>(),
        "questions": view_of_questions(&category.questions),
    })
}

fn view_of_questions(questions: &[Question]) -> Vec<Value> {
    questions.iter().map(view_of_question).collect()
}

fn view_of_question(question: &Question) -> Value {
    let (kind, options) = match &question.kind {
        QuestionKind::Binary => ("binary", named(&["yes", "no"])),
        QuestionKind::Likert(scale) => ("likert", named(scale.tokens())),
        QuestionKind::Textbox => ("textbox", Vec::new()),
        QuestionKind::Textarea => ("textarea", Vec::new()),
        QuestionKind::Replacement => ("replacement", Vec::new()),
        QuestionKind::Number { .. } => ("number", Vec::new()),
        QuestionKind::Slider(_) => ("slider", Vec::new()),
        QuestionKind::Choice(options) => ("choice", options.iter().map(view_of_choice).collect()),
        QuestionKind::Checkboxes(options) => {
            let view = |name: &str, label: &str| json!({ "name": name, "label": label, "follow_up": Value::Null });
            (
                "checkboxes",
                options.iter().map(|checkbox| view(&checkbox.name, &checkbox.label)).collect(),
            )
        }
    };
    json!({
        "name": question.name,
        "label": question.label,
        "prompt": question.prompt,
        "kind": kind,
        "required": question.required,
        "options": options,
    })
}

/// Options that are called as they are stored.
fn named(names: &[&str]) -> Vec<Value> {
    let view = |name: &&str| json!({ "name": name, "label": name, "follow_up": Value::Null });
    names.iter().map(view).collect()
}

fn view_of_choice(choice: &Choice) -> Value {
    json!({
        "name": choice.name,
        "label": choice.label,
        "follow_up": choice.follow_up.as_deref().map(view_of_question),
    })
}

/// The value of a node of YAML 1.2: whole numbers and decimal ones that are not quoted are numbers.
fn value_of(node: &YamlNode) -> Value {
    match &node.value {
        YamlValue::Seq(list) => Value::Array(list.items.iter().map(value_of).collect()),
        YamlValue::Map(map) => {
            let entry =
                |entry: &MappingEntry| (entry.key_text().to_owned(), value_of(&entry.value));
            Value::Object(map.entries().map(entry).collect())
        }
        YamlValue::Scalar(scalar) => match scalar.resolve() {
            ResolvedScalar::Null => Value::Null,
            ResolvedScalar::Bool(value) => Value::Bool(value),
            ResolvedScalar::Text(text) => {
                let number = scalar.is_plain().then(|| text.parse::<serde_json::Number>().ok());
                number.flatten().map_or_else(|| json!(text), Value::Number)
            }
        },
    }
}
