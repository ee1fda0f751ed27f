//! The prompt of an instance.

use serde_json::Value;

use super::described;
use super::template::{Placeholder, PromptTemplate};
use crate::answer_form::{AnswerForm, ReplyForm};
use crate::reply::solved_reply;
use crate::reply::tokens::numbered;
use crate::schema::answer_schema;
use spanwise_annotation::document::NamedText;
use spanwise_interchange::Record;
use spanwise_template::{Side, Template};

/// A solved instance that a prompt shows.
#[derive(Debug, Clone)]
pub struct Shot {
    item: String,
    reply: String,
}

impl Shot {
    /// The instance of a record with its edits as the right answer. Of several outputs, the first is shown.
    #[must_use]
    pub fn of(record: &Record, template: &Template, form: AnswerForm) -> Self {
        let parts = [
            ("Context", record.context.as_deref().unwrap_or_default()),
            ("Source", record.source().as_str()),
            ("Target", &shown_target(record.texts.first(Side::Target), form.reply)),
        ];
        let parts = parts.iter().filter(|(_, text)| !text.is_empty());
        let item = parts.map(|(name, text)| format!("{name}:\n{text}")).collect::<Vec<_>>();
        Shot { item: item.join("\n"), reply: solved_reply(record, template, form) }
    }
}

/// All that the prompts of a work have in common.
#[derive(Debug)]
pub struct PromptData<'a> {
    /// The template of the work.
    pub template: &'a Template,
    /// The form of answers.
    pub form: AnswerForm,
    /// `false` if spans must not overlap.
    pub allows_overlap: bool,
    /// Solved instances.
    pub shots: &'a [Shot],
}

impl PromptData<'_> {
    /// The prompt about one of the texts on the target side of a record.
    #[must_use]
    pub fn prompt(&self, prompt: &PromptTemplate, record: &Record, text: usize) -> String {
        let typology = &self.template.typology;
        prompt.fill(|placeholder| match placeholder {
            Placeholder::Typology => described::typology(self.template),
            Placeholder::Instructions => described::instructions(self.template),
            Placeholder::Categories => described::categories(typology),
            Placeholder::Questions => described::questions(typology),
            Placeholder::Examples => described::examples(self.template),
            Placeholder::Hints => described::hints(),
            Placeholder::Form => described::form(typology, self.form, self.allows_overlap),
            Placeholder::Schema => answer_schema(typology, self.form).get().to_owned(),
            Placeholder::Shots => self.shots(),
            Placeholder::Source => record.source().as_str().to_owned(),
            Placeholder::Context => record.context.as_deref().unwrap_or_default().to_owned(),
            Placeholder::Target => {
                shown_target(record.texts.on(Side::Target).nth(text), self.form.reply)
            }
            Placeholder::Data(path) => data_at(record, path).unwrap_or_default(),
        })
    }

    fn shots(&self) -> String {
        let shots =
            self.shots.iter().map(|Shot { item, reply }| format!("{item}\nAnswer:\n{reply}"));
        shots.collect::<Vec<_>>().join("\n---\n")
    }
}

fn shown_target(text: Option<&NamedText>, form: ReplyForm) -> String {
    let text = text.map(|text| text.text.as_str()).unwrap_or_default();
    match form {
        ReplyForm::Quotes | ReplyForm::Tags => text.to_owned(),
        ReplyForm::Tokens => numbered(text),
    }
}

/// The value at a path of the metadata: a text as it is, others as JSON.
fn data_at(record: &Record, path: &[String]) -> Option<String> {
    let (first, rest) = path.split_first()?;
    let value: Value = serde_json::from_str(record.metadata.get(first)?).ok()?;
    let value = rest.iter().try_fold(&value, |value, name| match value {
        Value::Array(list) => list.get(name.parse::<usize>().ok()?),
        Value::Object(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            value.get(name)
        }
    })?;
    Some(value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
