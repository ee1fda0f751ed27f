//! Instances as the package shows them: texts by name, edits with their spans in all units of offsets, and answers.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde_json::{Map, Value, json};
use spanwise_annotation::document::{Answer, Answers, Edit, Texts};
use spanwise_annotation::format::read_instance;
use spanwise_template::Typology;
use spanwise_text::{CodePoint, Text};

/// The view of an instance, which is given as JSON.
///
/// `start` and `end` count code points; the same places in other units are named by these.
#[pyfunction]
pub(crate) fn instance(raw: &str) -> String {
    let instance = read_instance(raw, 0, &Typology::default()).instance;
    let texts: Vec<Value> = instance
        .texts
        .iter()
        .map(|text| {
            let (name, role) = (text.name.as_str(), text.role.name());
            json!({ "name": name, "role": role, "text": text.text.as_str() })
        })
        .collect();
    let edits = instance.edits.iter().map(|edit| view_of_edit(edit, &instance.texts));
    json!({
        "texts": texts,
        "context": instance.context,
        "edits": edits.collect::<Vec<Value>>(),
        "answers": view_of_answers(&instance.answers),
        "done": instance.done,
    })
    .to_string()
}

fn view_of_edit(edit: &Edit, texts: &Texts) -> Value {
    let mut spans = Vec::new();
    for (name, on_text) in edit.spans.iter() {
        let (text, roles) = (texts.content(name), edit.spans.roles_on(name));
        for (at, span) in on_text.iter().enumerate() {
            let (start, end) = (span.start(), span.end());
            spans.push(json!({
                "name": name.as_str(),
                "role": roles.get(at).and_then(Option::as_deref),
                "text": text.slice(*span),
                "start": text.to_code_point(start).0,
                "end": text.to_code_point(end).0,
                "utf16_start": start.0,
                "utf16_end": end.0,
                "byte_start": text.to_byte(start).0,
                "byte_end": text.to_byte(end).0,
            }));
        }
    }
    let constituents = edit.constituents.iter().map(|edit| view_of_edit(edit, texts));
    json!({
        "category": edit.category,
        "id": edit.id.as_ref().map(ToString::to_string),
        "spans": spans,
        "answers": view_of_answers(&edit.answers),
        "constituents": constituents.collect::<Vec<Value>>(),
        "stored": edit.original.text().and_then(|raw| serde_json::from_str::<Value>(raw).ok()),
    })
}

/// Answers by question: a text, the name of a chosen option, a map of that to the answer of its follow-up, a list of options,
/// or whatever else the file holds.
fn view_of_answers(answers: &Answers) -> Value {
    let view = |(name, answer): (&str, &Answer)| (name.to_owned(), view_of_answer(answer));
    Value::Object(answers.iter().map(view).collect())
}

fn view_of_answer(answer: &Answer) -> Value {
    match answer {
        Answer::Value(text) => json!(text),
        Answer::Choice { option, follow_up: None } => json!(option),
        Answer::Choice { option, follow_up: Some(answer) } => {
            Value::Object(Map::from_iter([(option.clone(), view_of_answer(answer))]))
        }
        Answer::Several(options) => json!(options),
        Answer::Unknown(raw) => serde_json::from_str(raw.get()).unwrap_or(Value::Null),
    }
}

/// Turns offsets in a text from code points into UTF-16 units.
///
/// # Errors
/// If an offset is beyond the text.
#[pyfunction]
pub(crate) fn utf16_offsets(text: &str, offsets: Vec<u32>) -> PyResult<Vec<u32>> {
    let text = Text::new(text);
    let length = text.to_code_point(text.len_utf16()).0;
    offsets
        .into_iter()
        .map(|offset| {
            if offset > length {
                let beyond = format!("{offset} is beyond the text, which has {length} characters.");
                return Err(PyValueError::new_err(beyond));
            }
            Ok(text.from_code_point(CodePoint(offset)).0)
        })
        .collect()
}
