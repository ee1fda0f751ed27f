//! The JSON Schema of an answer, in the subset that endpoints with structured output take (all members required, no further
//! ones, choices as `anyOf` below the root).

use serde_json::json;
use serde_json::value::RawValue;

use crate::answer_form::{AnswerForm, ReplyForm, SpanMembers};
use crate::ordered::{OrderedObject, raw};
use spanwise_template::{Category, Choice, Question, QuestionKind, Side, Sides, Typology};

/// The JSON Schema of what a model is asked for. Of [`ReplyForm::Tags`], which is no JSON, it has the member `text` alone.
#[must_use]
pub fn answer_schema(typology: &Typology, form: AnswerForm) -> Box<RawValue> {
    if form.reply == ReplyForm::Tags {
        return object(OrderedObject::default().with("text", &text()));
    }
    let of = |category: &Category| annotation(category, typology, form);
    let kinds = typology.categories().iter().map(of).collect();
    let mut members = OrderedObject::default().with("annotations", &list(any_of(kinds)));
    let asked = [typology.instance_questions(), typology.text_questions()].concat();
    if !asked.is_empty() {
        members.add("answers", &answers(&asked));
    }
    object(members)
}

fn annotation(category: &Category, typology: &Typology, form: AnswerForm) -> Box<RawValue> {
    let mut members = OrderedObject::default();
    if form.has_reasons {
        members.add("reason", &text());
    }
    members.add("category", &one_of([category.name.as_str()]));
    match SpanMembers::of(category, typology) {
        SpanMembers::None => {}
        SpanMembers::Constituents => {
            members.add("constituents", &list(constituent(typology, form)))
        }
        SpanMembers::Quotes(sides) | SpanMembers::Points(sides)
            if form.reply == ReplyForm::Tokens =>
        {
            // The source has no numbers of tokens.
            if sides.includes(Side::Source) {
                members.add("source", &list(quote(category)));
            }
            if sides.includes(Side::Target) {
                members.add("tokens", &list(list(integer())));
            }
        }
        SpanMembers::OneQuote if form.reply == ReplyForm::Tokens => {
            members.add("tokens", &list(list(integer())));
        }
        SpanMembers::OneQuote => {
            members.add("text", &text());
            members.add("occurrence", &integer());
        }
        SpanMembers::Quotes(sides) | SpanMembers::Points(sides) => {
            sides_of(sides).for_each(|name| members.add(name, &list(quote(category))));
        }
    }
    if !category.questions.is_empty() {
        members.add("answers", &answers(&category.questions));
    }
    object(members)
}

fn quote(category: &Category) -> Box<RawValue> {
    let mut members = OrderedObject::default().with("text", &text()).with("occurrence", &integer());
    if !category.roles.is_empty() {
        members.add("role", &one_of(category.roles.iter().map(|role| role.name.as_str())));
    }
    object(members)
}

/// An annotation that is part of another one: of any category that is not itself made of others.
fn constituent(typology: &Typology, form: AnswerForm) -> Box<RawValue> {
    let is_simple =
        |category: &&Category| SpanMembers::of(category, typology) != SpanMembers::Constituents;
    let simple = typology.categories().iter().filter(is_simple);
    any_of(simple.map(|category| annotation(category, typology, form)).collect())
}

fn sides_of(sides: Sides) -> impl Iterator<Item = &'static str> {
    let name = |side| match side {
        Side::Source => "source",
        Side::Target => "target",
    };
    Side::ALL.into_iter().filter(move |side| sides.includes(*side)).map(name)
}

/// An object with the answer to each question, which may be null unless it is required.
fn answers(questions: &[Question]) -> Box<RawValue> {
    let mut members = OrderedObject::default();
    for question in questions {
        let answer = answer(&question.kind);
        let null = raw(&json!({ "type": "null" }));
        let answer = if question.required { answer } else { any_of(vec![answer, null]) };
        members.add(&question.name, &answer);
    }
    object(members)
}

fn answer(kind: &QuestionKind) -> Box<RawValue> {
    match kind {
        QuestionKind::Binary => one_of(["yes", "no"]),
        QuestionKind::Likert(scale) => one_of(scale.tokens().iter().copied()),
        QuestionKind::Textbox | QuestionKind::Textarea | QuestionKind::Replacement => text(),
        QuestionKind::Number { .. } | QuestionKind::Slider(_) => raw(&json!({ "type": "number" })),
        QuestionKind::Checkboxes(boxes) => {
            list(one_of(boxes.iter().map(|option| option.name.as_str())))
        }
        QuestionKind::Choice(options) => choice(options),
    }
}

/// The name of an option, or `{"val": name, name: the answer to its question}`.
fn choice(options: &[Choice]) -> Box<RawValue> {
    let plain = options.iter().filter(|option| option.follow_up.is_none());
    let plain: Vec<&str> = plain.map(|option| option.name.as_str()).collect();
    let mut kinds = Vec::new();
    if !plain.is_empty() {
        kinds.push(one_of(plain));
    }
    for option in options {
        if let Some(question) = &option.follow_up {
            let members = OrderedObject::default().with("val", &one_of([option.name.as_str()]));
            kinds.push(object(members.with(&question.name, &answer(&question.kind))));
        }
    }
    any_of(kinds)
}

fn object(members: OrderedObject) -> Box<RawValue> {
    let schema = OrderedObject::default()
        .with("type", &"object")
        .with("properties", &members)
        .with("required", &members.names())
        .with("additionalProperties", &false);
    raw(&schema)
}

fn any_of(mut kinds: Vec<Box<RawValue>>) -> Box<RawValue> {
    match kinds.len() {
        1 => kinds.swap_remove(0),
        _ => raw(&OrderedObject::default().with("anyOf", &kinds)),
    }
}

fn list(of: Box<RawValue>) -> Box<RawValue> {
    raw(&OrderedObject::default().with("type", &"array").with("items", &of))
}

fn one_of<'a>(values: impl IntoIterator<Item = &'a str>) -> Box<RawValue> {
    let values: Vec<&str> = values.into_iter().collect();
    raw(&OrderedObject::default().with("type", &"string").with("enum", &values))
}

fn text() -> Box<RawValue> {
    raw(&json!({ "type": "string" }))
}

fn integer() -> Box<RawValue> {
    raw(&json!({ "type": "integer" }))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use spanwise_template::compile;

    fn schema(edits: &str, form: AnswerForm) -> String {
        let text = format!("template_name: t\nedits:\n{edits}");
        answer_schema(&compile(&text).template.unwrap().typology, form).get().to_owned()
    }

    #[test]
    fn members_are_in_the_order_in_which_they_are_to_be_written() {
        let schema = schema("- {name: a, enable_output: true}\n", AnswerForm::default());
        let order = ["\"reason\":", "\"category\":", "\"text\":", "\"occurrence\":"];
        let places: Vec<usize> = order.iter().map(|name| schema.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{schema}");
        assert!(
            schema.contains(r#""required":["reason","category","text","occurrence"]"#),
            "{schema}"
        );
    }

    #[test]
    fn every_object_demands_all_its_members_and_no_others() {
        fn check(value: &Value) {
            if value["type"] == "object" {
                let properties: Vec<&String> =
                    value["properties"].as_object().unwrap().keys().collect();
                let mut required: Vec<&str> = value["required"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|name| name.as_str().unwrap())
                    .collect();
                required.sort_unstable();
                assert_eq!(properties, required);
                assert_eq!(value["additionalProperties"], false);
            }
            match value {
                Value::Object(members) => members.values().for_each(check),
                Value::Array(list) => list.iter().for_each(check),
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        let edits = "- name: a
  enable_input: true
  enable_output: true
  annotation:
  - {name: q, question: q, required: false, options: [{name: x}, {name: y, question: z, options: likert-3}]}
  - {name: n, question: n, options: number}
- {name: b, type: multi_span, enable_output: true}
- {name: c, type: split, enable_output: true}
- {name: d, type: composite}
- {name: e}
";
        for reply in ReplyForm::ALL {
            for has_reasons in [false, true] {
                let text = schema(edits, AnswerForm { reply, has_reasons });
                assert_eq!(text.contains("\"reason\""), has_reasons && reply != ReplyForm::Tags);
                check(&serde_json::from_str(&text).unwrap());
            }
        }
    }
}
